// After a deal, or for a record that was opened: score sheet, cards, tricks, the match.

import { cardImage, cardRow, sortCards } from "./cards.js";
import { drawChart } from "./chart.js";
import { closeDialog, openDialog } from "./dialog.js";
import { el } from "./dom.js";
import { openReplay } from "./replay.js";
import { scoreTab } from "./score.js";
import { listed, number, ordinal, seatName, signed, t } from "./words.js";

const SEATS = [0, 1, 2, 3];
const TABS = { score: scoreTab, cards: cardsTab, tricks: tricksTab, match: matchTab };

/**
 * @param review what the server tells of the deal
 * @param context {match, game, ends}: the running match, null for a record from elsewhere; its game; whether this deal
 *   is the last one so far, so that what comes next is offered
 */
export function openResult(review, { match, game, ends }, commands) {
  const place = el("div", { role: "tabpanel", id: "tabpanel", tabindex: "0" });
  const names = Object.keys(TABS).filter((name) => match || name !== "match");
  const tabs = names.map((name) => el("button", { role: "tab", id: `tab-${name}`, "aria-controls": "tabpanel",
    onclick: () => select(name), onkeydown: (event) => step(event, name) }, t(`tab.${name}`)));

  function select(name) {
    for (const tab of tabs) {
      const on = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
    }
    place.setAttribute("aria-labelledby", `tab-${name}`);
    place.replaceChildren(...[TABS[name](review, match)].flat());
  }

  function step(event, name) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const to = (names.indexOf(name) + by + names.length) % names.length;
    select(names[to]);
    tabs[to].focus();
  }

  const title = review.file ? t("file.deal", { deal: review.deal }) : t("result.title", { deal: ordinal(match, review.deal) });
  const buttons = [ends && next(match, commands), ...actions(review, match, game, commands)].filter(Boolean);
  openDialog("result", title,
    [ends ? headline(match) : "", players(review), el("div", { role: "tablist", class: "tabs" }, tabs), place, el("div", { class: "actions" }, buttons)],
    commands.closed);
  select("score");
  buttons[0]?.focus();
}

function headline(match) {
  if (!match.over) return "";
  const { winners } = match;
  const words = match.history.every((scores) => scores === null) ? t("match.ended")
    : winners.length === 1 && winners[0] === 0 ? t("match.you")
    : t("match.won", { winners: listed(winners.map(seatName)) });
  return el("p", { class: "winners" }, words);
}

/** Who sat where, in a record from elsewhere. */
function players({ file, players: names }) {
  if (!file || !names) return "";
  return el("p", { class: "quiet" }, names.map((name, seat) => t("file.player", { seat: seatName(seat), name })).join(" · "));
}

const button = (key, words, onclick, kind = "") => el("button", { class: `choice ${kind}`, "data-do": key, onclick }, words);

function next(match, commands) {
  if (match.over) return button("new", t("bar.new"), () => commands.create(), "main");
  return button("next", t("result.next"), () => {
    commands.next();
    closeDialog("result");
  }, "main");
}

function actions(review, match, game, commands) {
  return [
    button("replay", t("result.replay"), () => openReplay(review, commands)),
    button("again", t("result.again"), () => commands.again(review)),
    match && el("a", { class: "choice", "data-do": "download", href: `/games/${game}.jsonl`, download: "tarot.jsonl" },
      t("result.download")),
  ];
}

function cardsTab(review) {
  const hands = SEATS.map((seat) => group(t("cards.hand", { seat: seatName(seat) }), review.hands[seat]));
  return [...hands, group(t("cards.dog"), review.dog), review.discard.length && group(t("cards.discard"), review.discard)]
    .filter(Boolean);
}

const group = (title, cards) => el("section", {}, el("h3", {}, title), cardRow(sortCards(cards), "small"));

function tricksTab(review) {
  const row = ({ leader, winner, cards, half_points: half }, k) => el("tr", {},
    el("th", { scope: "row" }, k + 1),
    SEATS.map((seat) => el("td", { class: [seat === winner && "best", seat === leader && "led"].filter(Boolean).join(" ") },
      cardImage(cards[seat]), seat === winner && el("span", { class: "unseen" }, t("tricks.winner")))),
    el("td", {}, number(half / 2)));
  return el("table", { class: "tricks" },
    el("thead", {}, el("tr", {}, [t("tricks.number"), ...SEATS.map(seatName), t("tricks.points")]
      .map((title) => el("th", { scope: "col" }, title)))),
    el("tbody", {}, review.tricks.map(row)));
}

function matchTab(review, match) {
  if (!match.history.length) return el("p", {}, t("match.none"));
  const length = match.deals === null ? t("match.target", { target: match.target })
    : t("match.deals", { played: match.played, deals: match.deals });
  return [
    el("p", {}, length),
    drawChart(match.history.filter(Boolean), match.deals === null ? match.target : null),
    el("table", { class: "scores" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("sheet.deal")),
        SEATS.map((seat) => el("th", { scope: "col", class: `seat${seat}` }, seatName(seat))))),
      el("tbody", {}, match.history.map((scores, k) => dealRow(scores, ordinal(match, k + 1)))),
      el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, t("sheet.total")),
        match.totals.map((total) => el("td", {}, signed(total)))))),
  ];
}

/** Four passes are no deal that counts: no number, no scores. */
const dealRow = (scores, number) => scores === null
  ? el("tr", { class: "quiet" }, el("th", { scope: "row", colspan: 5 }, t("match.passed")))
  : el("tr", {}, el("th", { scope: "row" }, number), scores.map((score) => el("td", {}, signed(score))));
