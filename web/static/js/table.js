// The table: who sits where, the trick, the bar above.

import { cardImage, cardRow, sortCards } from "./cards.js";
import { el, find } from "./dom.js";
import { contractName, number, seatName, signed, t } from "./words.js";

const PLACES = ["south", "east", "north", "west"];

/** Everything on the felt but the panel of choices. */
export function drawTable(table, hold) {
  find("bar").querySelector(".facts").replaceChildren(...facts(table));
  find("seats").replaceChildren(...[0, 1, 2, 3].map((seat) => plate(table, seat)));
  find("middle").replaceChildren(...middle(table, hold));
  document.body.dataset.hold = hold ? hold.kind : "";
}

function facts(table) {
  const chelem = table.chelem ? ` · ${t("bar.chelem")}` : "";
  const { contract, multiplier, taker } = table;
  const what = contract === "NONE" ? t("bar.nothing")
    : t("bar.contract", { contract: contractName(contract), multiplier, seat: seatName(taker) }) + chelem;
  return [el("span", { class: "contract" }, what), counts(table)];
}

/** Points and bouts of both sides, so far as the person may know them. */
function counts(table) {
  if (table.ply === 0) return el("span", { class: "counts" }, t("bar.deal", { deal: table.deal }));
  const [attack, defence] = table.half_points.map((half) => number(half / 2));
  const bouts = table.bouts[0];
  const words = t("bar.counts", { attack, defence, bouts, target: table.targets[bouts] });
  return el("span", { class: "counts", title: t("bar.counts.hint") }, words);
}

function plate(table, seat) {
  const turn = table.to_act === seat && table.phase !== "DONE";
  const marks = [
    table.dealer === seat && el("abbr", { class: "dealer", title: t("seat.dealer") }, t("seat.dealer.short")),
    table.taker === seat && table.phase !== "AUCTION" && el("span", { class: "taker" }, t("seat.taker")),
  ];
  const agent = seat > 0 && el("span", { class: "agent" }, table.match.agents[seat - 1]);
  return el("div", { class: `plate ${PLACES[seat]}${turn ? " turn" : ""}` },
    el("span", { class: "name" }, seatName(seat), marks),
    agent,
    el("span", { class: "total", title: t("seat.total", { total: signed(table.match.totals[seat]) }) },
      signed(table.match.totals[seat])),
    el("span", { class: "bid" }, bid(table, seat)),
    turn && el("span", { class: "unseen" }, t("seat.turn")));
}

function bid(table, seat) {
  const said = table.bids[seat];
  return table.phase === "AUCTION" && said !== null ? contractName(said) : "";
}

function middle(table, hold) {
  if (hold?.kind === "dog") return dog(table);
  if (hold?.kind === "poignee") return poignee(table, hold.seat);
  if (table.leader < 0) return [];
  const cards = PLACES.map((place, seat) => {
    const card = table.trick[seat];
    const order = (seat - table.leader + 4) % 4;
    const best = card !== null && table.winning === seat ? " best" : "";
    return el("div", { class: `spot ${place}${best}`, "data-order": order }, card && cardImage(card));
  });
  const told = hold ? t("table.won", { seat: seatName(table.winning) }) : "";
  return [
    el("div", { class: "trick", role: "group", "aria-label": t("table.trick") }, cards),
    el("p", { class: "told" }, told, hold && el("button", { class: "go" }, t("table.tap"))),
  ];
}

function dog(table) {
  const whose = table.taker === 0 ? t("dog.mine") : t("dog.theirs", { seat: seatName(table.taker) });
  return [lookAt(t("dog.title"), whose, table.dog)];
}

function poignee(table, seat) {
  return [lookAt(t("poignee.shown", { seat: seatName(seat) }), "", table.shown[seat])];
}

function lookAt(title, text, cards) {
  return el("div", { class: "look" },
    el("h2", {}, title), text && el("p", {}, text),
    cardRow(sortCards(cards)),
    el("button", { class: "go main" }, t("dog.seen")));
}
