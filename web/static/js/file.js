// The deals of a file of records: one is chosen to be looked at.

import { openDialog } from "./dialog.js";
import { el } from "./dom.js";
import { contractName, seatName, signed, t } from "./words.js";

export function openFile(deals, commands) {
  const items = deals.map((deal, k) => el("li", {}, el("button", { class: "game", onclick: () => commands.review(k + 1, true) },
    el("b", {}, t("file.deal", { deal: k + 1 })), el("span", {}, inShort(deal)), el("small", {}, scores(deal)))));
  openDialog("file", t("file.title", { count: deals.length }), el("ol", { class: "games" }, items));
}

function inShort({ taker, contract, over }) {
  const words = contract === "NONE" ? t("file.passed") : `${contractName(contract)}, ${seatName(taker)}`;
  return over ? words : `${words} · ${t("file.unfinished")}`;
}

const scores = ({ over, contract, scores: each }) => (over && contract !== "NONE" ? each.map(signed).join(" / ") : "");
