// The person's hand: one tap or Enter chooses a card, the arrow keys walk along it.

import { cardImage, cardWords, sortCards } from "./cards.js";
import { el, find } from "./dom.js";
import { t } from "./words.js";

const NARROWEST = 25; // pixels of a card that must be seen to tell and to hit it
let walked = null; // the card that the keys are on

/**
 * @param view {hand, allowed: Set | null, chosen: Set, why: {card: reason}, marks: {card: text}}
 *   allowed is null while nothing is to be chosen.
 * @param choose called with the card, legal or not
 */
export function drawHand(view, choose) {
  const hand = find("hand");
  const cards = sortCards(view.hand);
  const focused = hand.contains(document.activeElement);
  const rows = split(cards, Math.ceil((cards.length * NARROWEST) / (innerWidth - 40)));
  if (!cards.includes(walked)) walked = cards.find((card) => view.allowed?.has(card)) ?? cards[0] ?? null;
  hand.setAttribute("aria-label", t("hand.label"));
  hand.toggleAttribute("data-open", view.allowed !== null);
  hand.replaceChildren(...rows.map((row) => drawRow(row, view, choose)));
  if (focused || (view.allowed && document.activeElement === document.body)) focusWalked();
}

function split(cards, rows) {
  const size = Math.ceil(cards.length / Math.max(1, rows));
  const parts = [];
  for (let at = 0; at < cards.length; at += size) parts.push(cards.slice(at, at + size));
  return parts;
}

function drawRow(cards, view, choose) {
  const row = el("div", { class: "fan", role: "group" }, cards.map((card) => button(card, view, choose)));
  row.style.setProperty("--cards", Math.max(cards.length, 1));
  return row;
}

function button(card, view, choose) {
  const why = view.allowed && !view.allowed.has(card) ? view.why[card] ?? "" : null;
  const label = [cardWords(card), view.chosen.has(card) && t("discard.taken"), view.marks[card],
    why && t("hand.illegal", { why })].filter(Boolean).join(", ");
  const kinds = ["card", why !== null && "dim", view.chosen.has(card) && "chosen", view.marks[card] && "marked"];
  return el("button", {
    class: kinds.filter(Boolean).join(" "), "data-card": card, "aria-label": label,
    "aria-disabled": why !== null ? "true" : null, "aria-pressed": view.chosen.has(card) ? "true" : null,
    tabindex: card === walked ? "0" : "-1", onclick: () => choose(card), onfocus: () => walkTo(card),
  }, cardImage(card, true), view.marks[card] && el("span", { class: "mark" }, view.marks[card]));
}

function buttons() {
  return [...find("hand").querySelectorAll("button.card")];
}

function walkTo(card) {
  walked = card;
  for (const each of buttons()) each.tabIndex = each.dataset.card === card ? 0 : -1;
}

export function focusWalked() {
  buttons().find((each) => each.dataset.card === walked)?.focus();
}

/** An arrow key, Home or End; whether it was used. */
export function walk(key) {
  const all = buttons();
  const at = all.findIndex((each) => each.dataset.card === walked);
  const row = find("hand").firstElementChild?.childElementCount ?? all.length;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - row, ArrowDown: at + row, Home: 0, End: all.length - 1 }[key];
  if (to === undefined || !all[to]) return false;
  all[to].focus();
  return true;
}
