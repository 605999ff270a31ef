// After a deal, or for a record that was opened: score sheet, cards, tricks, the match.

import { cardImage, cardRow, sortCards } from "./cards.js";
import { drawChart } from "./chart.js";
import { closeDialog, openDialog } from "./dialog.js";
import { el } from "./dom.js";
import { openReplay } from "./replay.js";
import { scoreTab } from "./score.js";
import { listed, number, seatName, signed, t } from "./words.js";

const SEATS = [0, 1, 2, 3];
const TABS = { score: scoreTab, cards: cardsTab, tricks: tricksTab, match: matchTab };

export function openResult(review, match, game, commands) {
  const place = el("div", { role: "tabpanel", id: "tabpanel", tabindex: "0" });
  const own = review.file ? null : match;
  const names = Object.keys(TABS).filter((name) => own || name !== "match");
  const tabs = names.map((name) => el("button", { role: "tab", id: `tab-${name}`, "aria-controls": "tabpanel",
    onclick: () => select(name), onkeydown: (event) => step(event, name) }, t(`tab.${name}`)));

  function select(name) {
    for (const tab of tabs) {
      const on = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
    }
    place.setAttribute("aria-labelledby", `tab-${name}`);
    place.replaceChildren(...[TABS[name](review, own)].flat());
  }

  function step(event, name) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const to = (names.indexOf(name) + by + names.length) % names.length;
    select(names[to]);
    tabs[to].focus();
  }

  const title = t(review.file ? "file.deal" : "result.title", { deal: review.deal });
  const buttons = actions(review, own, game, commands);
  openDialog("result", title,
    [headline(own), players(review), el("div", { role: "tablist", class: "tabs" }, tabs), place, el("div", { class: "actions" }, buttons)]);
  select("score");
  buttons[0]?.focus();
}

function headline(match) {
  if (!match?.over) return "";
  const { winners } = match;
  const words = winners.length === 1 && winners[0] === 0 ? t("match.you")
    : t("match.won", { winners: listed(winners.map(seatName)) });
  return el("p", { class: "winners" }, words);
}

/** Who sat where, in a record from elsewhere. */
function players({ file, players: names }) {
  if (!file || !names) return "";
  return el("p", { class: "quiet" }, names.map((name, seat) => `${seatName(seat)}: ${name}`).join(" · "));
}

function actions(review, match, game, commands) {
  const act = (key, onclick, kind = "") => el("button", { class: `choice ${kind}`, "data-do": key, onclick }, t(`result.${key}`));
  const next = match && (match.over
    ? el("button", { class: "choice main", "data-do": "new", onclick: () => commands.create() }, t("bar.new"))
    : act("next", () => {
      closeDialog("result");
      commands.next();
    }, "main"));
  const address = match && `/games/${game}.jsonl`;
  return [
    next,
    act("replay", () => openReplay(review, commands)),
    act("again", () => commands.again(review)),
    address && el("a", { class: "choice", "data-do": "download", href: address, download: "tarot.jsonl" }, t("result.download")),
  ].filter(Boolean);
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
    drawChart(match.history, match.deals === null ? match.target : null),
    el("table", { class: "scores" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("sheet.deal")),
        SEATS.map((seat) => el("th", { scope: "col", class: `seat${seat}` }, seatName(seat))))),
      el("tbody", {}, match.history.map((scores, k) => el("tr", {}, el("th", { scope: "row" }, k + 1),
        scores.map((score) => el("td", {}, signed(score)))))),
      el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, t("sheet.total")),
        match.totals.map((total) => el("td", {}, signed(total)))))),
  ];
}
