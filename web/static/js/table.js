// The table: who sits where, the trick, the bar above.

import { cardImage, cardRow, sortCards } from "./cards.js";
import { openDialog } from "./dialog.js";
import { el, find } from "./dom.js";
import { contractName, counted, listed, number, ordinal, says, seatName, signed, t } from "./words.js";

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
    : says("bar.contract", taker, { contract: contractName(contract), multiplier }) + chelem;
  return [el("span", { class: "contract" }, what), counts(table), trumpsAside(table)];
}

/** Points and bouts of both sides, so far as the person may know them. */
function counts(table) {
  if (table.ply === 0) return el("span", { class: "counts" }, dealWords(table));
  const [attack, defence] = table.half_points.map((half) => number(half / 2));
  const bouts = table.bouts[0];
  const words = t("bar.counts", { attack, defence, bouts, target: table.targets[bouts] });
  return el("span", { class: "counts", title: t("bar.counts.hint") }, words);
}

function dealWords(table) {
  const words = t("bar.deal", { deal: ordinal(table.match, table.deal) });
  return table.voided ? `${words} · ${t("bar.void")}` : words;
}

/** Trumps in the discard are shown to all. */
function trumpsAside(table) {
  const numbers = table.discard.filter((card) => card[0] === "T").map((card) => card.slice(1));
  return numbers.length ? el("span", { class: "counts" }, t("discard.trumps.shown", { cards: listed(numbers) })) : "";
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
    el("div", { class: "said" }, announced(table, seat)),
    seat > 0 && held(table.left[seat]),
    turn && el("span", { class: "unseen" }, t("seat.turn")));
}

/** How many cards a player holds, as a few backs. */
function held(count) {
  const backs = Array.from({ length: Math.ceil(count / 3) }, () => cardImage(null, true));
  return el("span", { class: "backs", role: "img", "aria-label": counted("seat.cards", count) }, backs);
}

/** What a player has announced: the bid, until the first trick is complete, a chelem and a poignée. */
function announced(table, seat) {
  const bid = table.last_trick ? null : table.bids[seat];
  return [
    bid !== null && el("span", {}, contractName(bid)),
    table.chelem && table.taker === seat && el("span", {}, t("chelem.said")),
    table.poignees[seat] > 0 && shownPoignee(table, seat),
  ];
}

/** Its cards lie open until the first trick is complete. */
function shownPoignee(table, seat) {
  const words = t(`poignee.${table.poignees[seat]}`);
  if (table.last_trick) return el("span", {}, words);
  return el("button", { class: "show", onclick: (event) => {
    event.stopPropagation(); // a tap on the felt goes on
    openDialog("poignee", words, cardRow(sortCards(table.shown[seat])));
  } }, words);
}

function middle(table, hold) {
  const look = lookedAt(table, hold);
  if (look) return [lookAt(look)];
  if (table.leader < 0) return [];
  const cards = PLACES.map((place, seat) => {
    const card = table.trick[seat];
    const order = (seat - table.leader + 4) % 4;
    const best = card !== null && table.winning === seat ? " best" : "";
    return el("div", { class: `spot ${place}${best}`, "data-order": order }, card && cardImage(card));
  });
  const told = hold ? says("table.won", table.winning) : "";
  return [
    el("div", { class: "trick", role: "group", "aria-label": t("table.trick") }, cards),
    el("p", { class: "told" }, told, hold && el("button", { class: "go" }, t("dog.seen"))),
  ];
}

/** What is held on the felt to be looked at, {title, text, cards}: null for a trick, which lies there anyway. */
export function lookedAt(table, hold) {
  if (hold?.kind === "dog") return dog(table);
  if (hold?.kind === "chelem") return { title: says("spoken.chelem", table.taker), text: t("chelem.text"), cards: [] };
  if (hold?.kind === "poignee") return poignee(table, hold.seat);
  return null;
}

function dog(table) {
  const whose = table.taker === 0 ? t("dog.mine") : t("dog.theirs", { seat: seatName(table.taker) });
  return { title: t("dog.title"), text: whose, cards: sortCards(table.dog) };
}

function poignee(table, seat) {
  const title = t(`poignee.shown.${table.poignees[seat]}`, { seat: seatName(seat) });
  return { title, text: "", cards: sortCards(table.shown[seat]) };
}

function lookAt({ title, text, cards }) {
  return el("div", { class: "look" },
    el("h2", {}, title), text && el("p", {}, text),
    cards.length > 0 && cardRow(cards),
    el("button", { class: "go main" }, t("dog.seen")));
}
