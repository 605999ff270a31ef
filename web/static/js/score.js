// The score sheet: each line of a deal's score, explained.

import { el } from "./dom.js";
import { contractName, number, says, seatName, signed, t } from "./words.js";

export function scoreTab(review, match) {
  const { sheet } = review;
  if (!sheet) return el("p", {}, without(review, match));
  const points = t("sheet.points", { points: number(sheet.points), bouts: sheet.bouts, target: sheet.target });
  return [
    el("p", { class: `outcome ${sheet.made ? "made" : "failed"}` }, outcome(sheet)),
    el("p", {}, says("result.by", sheet.taker), " · ", points),
    sheet.excuse && el("p", { class: "quiet" }, excuse(sheet.excuse)),
    lines(sheet),
    players(sheet, match),
  ].filter(Boolean);
}

/** Why there is no score. */
function without({ over }, match) {
  if (!over) return t("result.unfinished");
  return match && !match.over ? t("result.passed") : t("result.passed.last");
}

function outcome({ contract, margin, made }) {
  const key = margin === 0 ? "result.exact" : made ? "result.made" : "result.failed";
  return t(key, { contract: contractName(contract), margin: Math.abs(margin) });
}

/** Where it went, so that what lies in the tricks adds up to the points. */
function excuse({ by, to, half_point: half }) {
  return t(`sheet.excuse.${by}.${to}${half ? ".half" : ""}`);
}

function lines(sheet) {
  const { multiplier, margin, lines: amounts } = sheet;
  const rows = [
    [t("sheet.base", { sign: sheet.made ? "+" : "−", multiplier }), amounts.base],
    [t(sheet.made ? "sheet.gain" : "sheet.loss", { margin: signed(margin), multiplier }), amounts.margin],
    amounts.petit && [petit(sheet), amounts.petit],
    amounts.poignees && [t("sheet.poignees"), amounts.poignees],
    amounts.chelem && [chelem(sheet), amounts.chelem],
    amounts.defence_chelem && [t("sheet.chelem.defence"), amounts.defence_chelem],
  ].filter(Boolean);
  return el("table", { class: "sheet" },
    el("thead", {}, el("tr", {}, [t("sheet.line"), t("sheet.value")].map((title) => el("th", { scope: "col" }, title)))),
    el("tbody", {}, rows.map(([words, amount]) => row(words, amount))),
    el("tfoot", {}, row(t("sheet.each"), sheet.each), row(t("sheet.taker"), 3 * sheet.each)));
}

const row = (words, amount) => el("tr", {}, el("th", { scope: "row" }, words), el("td", {}, signed(amount)));

/** Of the side that won it, whoever makes the contract. */
function petit({ multiplier, petit_multiplied: multiplied, lines: amounts }) {
  const side = amounts.petit > 0 ? "taker" : "defence";
  return t(multiplied ? `sheet.petit.${side}` : `sheet.petit.${side}.plain`, { multiplier });
}

/** The taker's own; that of the defence has a line of its own, since a taker may lose by both. */
function chelem({ chelem_by: by, chelem_announced: announced }) {
  if (by <= 0) return t("sheet.chelem.failed");
  return t(announced ? "sheet.chelem.announced" : "sheet.chelem.made");
}

function players(sheet, match) {
  const heads = [t("sheet.player"), t("sheet.deal"), match && t("sheet.total")].filter(Boolean);
  return el("table", { class: "scores" },
    el("thead", {}, el("tr", {}, heads.map((title) => el("th", { scope: "col" }, title)))),
    el("tbody", {}, sheet.scores.map((score, seat) => el("tr", {}, el("th", { scope: "row" }, seatName(seat)),
      el("td", {}, signed(score)), match && el("td", {}, signed(match.totals[seat]))))));
}
