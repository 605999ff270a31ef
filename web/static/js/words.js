// The page's words in the chosen language.

import { prefs } from "./prefs.js";

let dictionary = {};

export async function loadWords() {
  const words = await (await fetch(`/static/lang/${prefs.lang}.json`)).json();
  dictionary = Object.fromEntries(Object.entries(words).map(([key, phrase]) => [key, unbroken(phrase)]));
  document.documentElement.lang = prefs.lang;
}

/** The spaces that French sets before ? ! ; : (English does not), as those at which no line ends. */
const unbroken = (phrase) => phrase.replace(/ ([?!;])/g, "\u202f$1").replace(/ :/g, "\u00a0:");

/** A phrase; `{name}` in it is replaced by values.name. */
export function t(key, values = {}) {
  const phrase = dictionary[key];
  if (phrase === undefined) throw new Error(`no words for ${key}`);
  return phrase.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** A number with its sign: +25, −25, 0. */
export const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "") + number(Math.abs(value));

/** A number that may end in a half. */
export const number = (value) => value.toLocaleString(prefs.lang, { maximumFractionDigits: 1 });

export const seatName = (seat) => t(["seat.you", "seat.right", "seat.across", "seat.left"][seat]);
export const contractName = (name) => t(`contract.${name}`);
export const actionName = (name) => t(`action.${name}`);

/** A phrase about so many things: some have words of their own for one. */
export const counted = (key, count) =>
  t(new Intl.PluralRules(prefs.lang).select(count) === "one" ? `${key}.one` : key, { count });

/** A phrase about what a seat does: some have words of their own for the person. */
export const says = (key, seat, values = {}) =>
  t(seat === 0 && dictionary[`${key}.you`] ? `${key}.you` : key, { seat: seatName(seat), ...values });

/** What a deal is called: one that is passed out, null in the history, leaves its number to the next. */
export const ordinal = (match, deal) => 1 + match.history.slice(0, deal - 1).filter(Boolean).length;

/** Words in a row: a, b and c. */
export const listed = (words) => new Intl.ListFormat(prefs.lang).format(words);
