// Where the cards of a finished deal lie before one of its steps. Nothing is decided here: the record says who did what.

import { isCard } from "./cards.js";

export function position(review, step) {
  const hands = review.hands.map((hand) => new Set(hand));
  let trick = [];
  for (const [k, { seat, phase, action }] of review.steps.entries()) {
    if (phase === "DISCARD" && firstDiscard(review, k) && k <= step) for (const card of review.dog) hands[seat].add(card);
    if (k >= step) break;
    if (!isCard(action) || phase === "POIGNEE") continue;
    hands[seat].delete(action);
    if (phase !== "PLAY") continue;
    if (trick.length === 4) trick = [];
    trick.push({ seat, card: action });
  }
  return { hands: hands.map((hand) => [...hand]), trick, seat: review.steps[step]?.seat ?? -1 };
}

const firstDiscard = (review, k) => review.steps[k - 1].phase !== "DISCARD";
