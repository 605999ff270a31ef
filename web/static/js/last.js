// The trick before this one, on demand: only that one.

import { cardImage } from "./cards.js";
import { openDialog } from "./dialog.js";
import { el } from "./dom.js";
import { says, seatName, t } from "./words.js";

export function openLastTrick(table) {
  const trick = table?.last_trick;
  openDialog("last", t("last.title"), trick ? drawn(trick) : el("p", {}, t("last.none")));
}

function drawn({ cards, leader, winner }) {
  const order = [0, 1, 2, 3].map((k) => (leader + k) % 4);
  return [
    el("ol", { class: "in-order" }, order.map((seat) =>
      el("li", { class: seat === winner ? "best" : null }, cardImage(cards[seat]), el("span", {}, seatName(seat))))),
    el("p", {}, says("last.by", winner)),
  ];
}
