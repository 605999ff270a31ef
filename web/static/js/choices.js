// What is to be decided other than which card to play: the auction, the discard, a chelem, a poignée.

import { cardImage, cardWords } from "./cards.js";
import { el, find } from "./dom.js";
import { actionName, contractName, seatName, t } from "./words.js";

const POIGNEES = ["POIGNEE_SIMPLE", "POIGNEE_DOUBLE", "POIGNEE_TRIPLE"];
const A_MOMENT = 500; // milliseconds: who taps twice within it has read nothing in between

/**
 * @param table what is shown; null while nothing is to be decided
 * @param draft {chosen: Set, daring: boolean}: the cards chosen to be put aside; whether a chelem was tapped once
 * @param marks advice to be drawn, by action
 * @param on {act(action), dare(boolean), undo(), confirm(chelem), next(), result(), create()}
 */
export function drawPanel(table, draft, marks, on) {
  const panel = find("panel");
  const parts = table ? content(table, draft, marks, on) : [];
  const hadFocus = panel.contains(document.activeElement);
  panel.replaceChildren(...parts);
  panel.hidden = !parts.length;
  if (parts.length && (hadFocus || document.activeElement === document.body)) {
    panel.querySelector("button:not([disabled])")?.focus();
  }
}

function content(table, draft, marks, on) {
  if (table.phase === "AUCTION") return draft.daring ? sureBid(table, marks, on) : auction(table, marks, on);
  if (table.phase === "DISCARD") return draft.daring ? sureDiscard(table, marks, on) : aside(table, draft, marks, on);
  if (table.phase === "CHELEM") return chelem(marks, on);
  if (table.phase === "POIGNEE") return table.surplus ? [el("h2", {}, t("poignee.hold", { count: table.surplus }))]
    : poignee(table, marks, on);
  if (table.phase === "DONE") return goOn(table, on);
  return [];
}

/** The deal is over and its score sheet was closed. */
function goOn(table, on) {
  const next = table.match.over ? choice(t("bar.new"), "", null, on.create) : choice(t("result.next"), "", null, on.next);
  return [el("h2", {}, t(table.match.over ? "match.ended" : "result.over")),
    el("div", { class: "choices" }, next, choice(t("bar.result"), "", null, on.result))];
}

function choice(label, detail, mark, onclick) {
  return el("button", { class: "choice", onclick },
    el("b", {}, label), markOf(mark), detail && el("small", {}, detail));
}

const markOf = (mark) => mark && el("span", { class: "mark" }, mark);

function auction(table, marks, on) {
  const options = table.legal.map((action) =>
    choice(actionName(action), worth(table.worth[action]), marks[action],
      () => (action === "CHELEM" ? on.dare(true) : on.act(action))));
  return [el("h2", {}, t("auction.title")), el("p", { class: "quiet" }, saidBefore(table)), el("div", { class: "choices" }, options)];
}

function sureBid(table, marks, on) {
  const bid = actionName("CHELEM");
  return sure(bid, t("auction.back"), choice(bid, worth(table.worth.CHELEM), marks.CHELEM, () => on.act("CHELEM")), on);
}

function sureDiscard(table, marks, on) {
  const announced = choice(t("chelem.yes"), chelemWorth(table), marks.CHELEM, () => on.confirm("CHELEM"));
  return sure(t("chelem.said"), t("discard.back"), announced, on);
}

/**
 * A chelem alone is asked for twice: it plays for most, and stands beside another choice. Two quick taps or keys do not
 * announce it: the way back has the focus, and the chelem waits a moment.
 */
function sure(what, back, announced, on) {
  announced.disabled = true;
  setTimeout(() => { announced.disabled = false; }, A_MOMENT);
  return [el("h2", {}, t("chelem.sure", { what })), el("p", {}, t("chelem.text")),
    el("div", { class: "choices" }, choice(back, "", null, () => on.dare(false)), announced)];
}

/** The bids so far, in the order of speaking. */
function saidBefore(table) {
  const order = [1, 2, 3, 4].map((k) => (table.dealer + k) % 4).filter((seat) => table.bids[seat] !== null);
  return order.map((seat) => t("spoken.bid", { seat: seatName(seat), bid: contractName(table.bids[seat]) })).join(" · ");
}

function worth(bid) {
  if (!bid) return t("auction.pass");
  const { multiplier, base, chelem: points } = bid;
  return points ? t("auction.chelem", { multiplier, made: points[0], failed: points[1] })
    : t("auction.worth", { multiplier, base });
}

function aside(table, draft, marks, on) {
  const { count, must, chelem: offered } = table.discarding;
  const chosen = draft.chosen.size;
  return [
    el("h2", {}, t("discard.title", { count }), " ",
      el("span", { class: "counter", "aria-live": "polite" }, t("discard.count", { chosen, count }))),
    must.length ? el("p", {}, t("discard.must", { cards: must.map(cardWords).join(", ") })) : null,
    el("ul", { class: "slots", "aria-hidden": "true" }, Array.from({ length: count }, (_, k) =>
      el("li", {}, k < chosen && cardImage([...draft.chosen][k], true)))),
    el("div", { class: "choices" },
      el("button", { class: "choice", id: "undo", disabled: chosen === 0, onclick: on.undo }, t("discard.undo")),
      el("button", { class: "choice main", id: "confirm", disabled: chosen < count, onclick: () => on.confirm("PASS") },
        t("discard.confirm"), markOf(marks.PASS)),
      offered && el("button", { class: "choice", id: "confirm-chelem", disabled: chosen < count,
        onclick: () => on.dare(true) },
      el("small", {}, t("discard.chelem")), el("small", {}, chelemWorth(table)), markOf(marks.CHELEM))),
  ].filter(Boolean);
}

function chelemWorth({ discarding }) {
  const [made, failed] = discarding.chelem;
  return t("discard.chelem.worth", { made, failed });
}

function chelem(marks, on) {
  return [
    el("h2", {}, t("chelem.title")), el("p", {}, t("chelem.text")),
    el("div", { class: "choices" },
      choice(t("chelem.no"), "", marks.PASS, () => on.act("PASS")),
      choice(t("chelem.yes"), "", marks.CHELEM, () => on.act("CHELEM"))),
  ];
}

function poignee(table, marks, on) {
  const options = table.legal.map((action) => action === "PASS"
    ? choice(t("poignee.no"), "", marks.PASS, () => on.act("PASS"))
    : choice(actionName(action), t("poignee.worth", { points: table.poignee_points[POIGNEES.indexOf(action)] }), marks[action],
      () => on.act(action)));
  return [el("h2", {}, t("poignee.title")), el("div", { class: "choices" }, options)];
}
