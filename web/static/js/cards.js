// Cards: drawings from the server, words to be read aloud, the order of a hand.

import { el } from "./dom.js";
import { prefs } from "./prefs.js";
import { actionName, t } from "./words.js";

const SUIT_ORDER = "SHCD"; // black and red in turn
const RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K"];

export const isCard = (action) => /^(EX|T\d+|[SHDC](10|[1-9JNQK]))$/.test(action);

export function cardWords(name) {
  if (name === "EX") return t("card.excuse");
  if (name === "T1") return t("card.petit");
  if (name[0] === "T") return t("card.trump", { number: name.slice(1) });
  const rank = name.slice(1);
  return t("card.suit", { rank: /^([2-9]|10)$/.test(rank) ? rank : t(`rank.${rank}`), suit: t(`suit.${name[0]}`) });
}

// What an action is called where its name alone would say something else.
const IN_PHASE = {
  AUCTION: { PASS: "contract.NONE" },
  CHELEM: { PASS: "chelem.no", CHELEM: "chelem.said" },
  POIGNEE: { PASS: "poignee.no" },
};

/** What was chosen, or would be: a card, a bid, an announcement or none. */
export function actionWords(action, phase) {
  if (isCard(action)) return cardWords(action);
  const key = IN_PHASE[phase]?.[action];
  return key ? t(key) : actionName(action);
}

/** What sorts a hand: trumps first, the highest on the left, the Excuse beside them, then the suits. */
function place(name) {
  if (name === "EX") return -1;
  if (name[0] === "T") return -Number(name.slice(1)) - 1;
  return 100 * (SUIT_ORDER.indexOf(name[0]) + 1) - RANKS.indexOf(name.slice(1));
}

export const sortCards = (names) => [...names].sort((a, b) => place(a) - place(b));

const address = (name) => `/cards/${prefs.lang}-${prefs.colours}/${name ?? "back"}.svg`;

/** The drawing alone; say what it shows where nothing around it does. */
export function cardImage(name, silent = false) {
  const words = name === null ? t("card.back") : cardWords(name);
  return el("img", {
    class: "face", src: address(name), alt: silent ? "" : words, draggable: "false", width: 100, height: 160,
    "data-card": name,
  });
}

/** Cards in a row that overlap where they have to. */
export function cardRow(names, kind = "") {
  const items = names.map((name) => el("li", {}, cardImage(name)));
  return el("ul", { class: `cards ${kind}` }, items);
}

/** Have the browser fetch all cards before they are needed. */
export function fetchCards() {
  const names = [null, "EX"];
  for (let n = 1; n <= 21; n++) names.push(`T${n}`);
  for (const suit of "SHDC") for (const rank of RANKS) names.push(suit + rank);
  for (const name of names) new Image().src = address(name);
}
