// A deal step by step, all cards seen, with what an agent would have done.

import { actionWords, cardImage, isCard, sortCards } from "./cards.js";
import { openDialog } from "./dialog.js";
import { el } from "./dom.js";
import { position } from "./position.js";
import { says, seatName, signed, t } from "./words.js";

const ADVICE_DELAY = 200; // milliseconds: who walks through quickly asks nothing
let open = null; // {review, step, advice, redraw}

export function openReplay(review, commands) {
  const place = el("div", { class: "replay-table" });
  let timer = 0;
  open = { review, step: 0, advice: null, redraw };

  function redraw() {
    place.replaceChildren(...draw(review, open.step, open.advice));
    slider.value = open.step;
  }

  function go(step) {
    open.step = Math.min(Math.max(step, 0), review.steps.length);
    open.advice = null;
    redraw();
    clearTimeout(timer);
    if (open.step < review.steps.length) timer = setTimeout(ask, ADVICE_DELAY);
  }

  const ask = () => commands.advise(review.deal, review.file, open.step);
  const slider = el("input", { type: "range", min: 0, max: review.steps.length, value: 0,
    "aria-label": t("replay.title"), oninput: () => go(Number(slider.value)) });
  const button = (key, by) => el("button", { class: "choice", onclick: () => go(open.step + by) }, t(`replay.${key}`));
  const dialog = openDialog("replay", t("replay.title"),
    [place, el("div", { class: "actions" }, button("back", -1), button("forward", 1), slider),
      el("p", { class: "quiet keys" }, t("replay.keys"))],
    () => {
      clearTimeout(timer);
      open = null;
    });
  dialog.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    go(open.step + by);
  });
  go(0);
}

/** What the server says of a step, if that is still the one that is shown. */
export function hearAdvice(advice) {
  if (!open || advice.step !== open.step || advice.deal !== open.review.deal) return;
  open.advice = advice;
  open.redraw();
}

function draw(review, step, advice) {
  const { hands, trick, seat } = position(review, step);
  const next = review.steps[step];
  const rows = [0, 1, 2, 3].map((who) => el("section", { class: `open-hand${who === seat ? " turn" : ""}` },
    el("h3", {}, seatName(who)),
    el("ul", { class: "cards small" }, sortCards(hands[who]).map((card) => openCard(card, who === seat, next, advice)))));
  return [
    el("div", { class: "replay-head" },
      el("div", {},
        el("p", { class: "did" }, t("replay.step", { step, steps: review.steps.length }), " · ",
          next ? told(next) : t("replay.end")),
        el("p", { class: "advice", "aria-live": "polite" }, advice && next ? words(advice, next) : " ")),
      el("ol", { class: "in-order small" }, trick.map(({ seat: who, card }) =>
        el("li", {}, cardImage(card), el("span", {}, seatName(who)))))),
    el("div", { class: "replay-hands" }, rows),
  ];
}

function openCard(card, turn, next, advice) {
  const value = turn ? advice?.solved?.[card] : undefined;
  const kinds = [turn && next?.action === card && "done", turn && advice?.choice === card && "advised"];
  return el("li", { class: kinds.filter(Boolean).join(" ") }, cardImage(card),
    value !== undefined && el("span", { class: "mark" }, signed(value)));
}

function told({ seat, phase, action }) {
  const key = { DISCARD: "put", POIGNEE: isCard(action) ? "held" : "did" }[phase] ?? "did";
  return says(`replay.${key}`, seat, { action: actionWords(action, phase) });
}

function words(advice, next) {
  const chosen = t("replay.advice", { agent: advice.agent, choice: actionWords(advice.choice, next.phase) });
  const value = advice.solved?.[next.action];
  return value === undefined ? chosen
    : `${chosen} · ${t("replay.solved", { card: actionWords(next.action, next.phase), value: signed(value) })}`;
}
