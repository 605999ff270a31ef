// The match as four lines.

import { svg } from "./dom.js";
import { seatName, t } from "./words.js";

const WIDTH = 320;
const HEIGHT = 150;
const EDGE = 12;

/** Totals after each deal; scores are those of each deal by seat. */
export function drawChart(scores, target) {
  const totals = [[0, 0, 0, 0]];
  for (const deal of scores) totals.push(totals.at(-1).map((total, seat) => total + deal[seat]));
  const all = [...totals.flat(), ...(target ? [target] : [])];
  const low = Math.min(...all);
  const high = Math.max(...all, low + 1);
  const x = (deal) => EDGE + (deal * (WIDTH - 2 * EDGE)) / Math.max(1, totals.length - 1);
  const y = (total) => HEIGHT - EDGE - ((total - low) * (HEIGHT - 2 * EDGE)) / (high - low);
  const level = (value, kind) => svg("line", { class: kind, x1: 0, x2: WIDTH, y1: y(value), y2: y(value) });
  const lines = [3, 2, 1, 0].map((seat) => {
    const points = totals.map((total, deal) => `${x(deal)},${y(total[seat])}`).join(" ");
    return svg("polyline", { class: `line seat${seat}`, points });
  });
  const words = [0, 1, 2, 3].map((seat) => t("match.stands", { seat: seatName(seat), total: totals.at(-1)[seat] })).join(", ");
  return svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img",
    "aria-label": `${t("match.chart")}. ${words}` },
  level(0, "zero"), target && level(target, "target"), lines);
}
