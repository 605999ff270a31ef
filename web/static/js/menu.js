// The menu: games to take up again, a new one, settings, a record to open.

import { closeDialog, openDialog } from "./dialog.js";
import { el } from "./dom.js";
import { HOLDS, SPEEDS, prefs, setPref } from "./prefs.js";
import { signed, t } from "./words.js";

const LENGTHS = [{ target: 100 }, { target: 300 }, { target: 1000 }, { deals: 1 }, { deals: 4 }, { deals: 12 }];
let games = [];
let usual = {}; // the match that the server was started for

export function setGames(list, setup) {
  games = list;
  usual = setup;
}

export function openMenu(commands, current) {
  openDialog("menu", t("menu.title"), [newGame(commands), list(commands, current), settings(commands, current), file(commands),
    el("p", { class: "quiet" }, t("menu.keys"))]);
  document.querySelector("dialog.menu .main").focus();
}

export const closeMenu = () => closeDialog("menu");

function newGame(commands) {
  const rules = select("rules", t("menu.rules"), { official: t("menu.official"), casual: t("menu.casual") }, usual.rules);
  const lengths = new Map([usual, ...LENGTHS].map((length) => [lengthWords(length), length]));
  const words = [...lengths.keys()];
  const length = select("length", t("menu.length"), Object.fromEntries(words.map((each) => [each, each])), words[0]);
  const start = el("button", { class: "choice main", type: "submit" }, t("menu.start"));
  return el("form", { class: "new", onsubmit: (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const { target, deals } = lengths.get(form.get("length"));
    commands.create({ rules: form.get("rules"), ...(deals ? { deals } : { target }) });
  } }, el("h3", {}, t("menu.new")), rules, length, start, el("p", { class: "quiet" }, t("menu.casual.more")));
}

const lengthWords = ({ target, deals }) => (deals ? t("menu.of", { deals }) : t("menu.to", { target }));

/** The list of games anew, if the menu is open. */
export function showGames(commands, current) {
  document.querySelector("dialog.menu .list")?.replaceWith(list(commands, current));
}

function list(commands, current) {
  const items = games.map((game) => el("li", {}, el("button", {
    class: "game", "aria-current": game.game === current ? "true" : null,
    onclick: () => (game.game === current ? closeMenu() : commands.open(game.game)),
  }, el("b", {}, t("menu.game", { agents: game.agents.join(", ") })), el("small", {}, stateWords(game)))));
  return el("section", { class: "list" }, el("h3", {}, t("menu.games")),
    items.length ? el("ul", { class: "games" }, items) : el("p", {}, t("menu.none")));
}

function stateWords(game) {
  const words = t("menu.state", { length: lengthWords(game), deal: game.deal, total: signed(game.totals[0]) });
  return game.over ? `${words} · ${t("menu.over")}` : words;
}

function settings(commands, current) {
  const choices = {
    lang: { fr: "Français", en: "English" },
    speed: named("speed", Object.keys(SPEEDS)),
    hold: named("hold", Object.keys(HOLDS)),
    colours: named("colours", ["2", "4"]),
    theme: named("theme", ["auto", "light", "dark"]),
  };
  const controls = Object.entries(choices).map(([name, values]) =>
    select(name, t(`menu.${name}`), values, prefs[name], async (value) => {
      setPref(name, value);
      await commands.restyle();
      if (name === "lang") openMenu(commands, current);
    }));
  return el("section", { class: "settings" }, el("h3", {}, t("menu.settings")), controls);
}

const named = (kind, values) => Object.fromEntries(values.map((value) => [value, t(`${kind}.${value}`)]));

function select(name, label, values, chosen, change = () => {}) {
  const options = Object.entries(values).map(([value, words]) =>
    el("option", { value, selected: value === chosen }, words));
  return el("label", { class: "field" }, el("span", {}, label),
    el("select", { name, onchange: (event) => change(event.target.value) }, options));
}

function file(commands) {
  return el("label", { class: "field file" }, el("span", {}, t("menu.open")),
    el("input", { type: "file", accept: ".jsonl,.json,.txt", onchange: (event) => commands.read(event.target.files[0]) }),
    el("small", {}, t("menu.drop")));
}
