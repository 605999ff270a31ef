// What happens, said for a screen reader.

import { cardWords, sortCards } from "./cards.js";
import { find } from "./dom.js";
import { lookedAt } from "./table.js";
import { contractName, says, seatName, t } from "./words.js";

export function speak(before, table, hold) {
  const said = [];
  if (!before || before.deal !== table.deal) {
    said.push(t("spoken.dealt", { cards: read(sortCards(table.hand)) }));
  } else {
    for (let seat = 0; seat < 4; seat++) said.push(...news(before, table, seat));
    if (table.chelem && !before.chelem && table.taker === 0) said.push(says("spoken.chelem", 0));
  }
  const look = lookedAt(table, hold);
  if (look) said.push(look.title);
  if (look?.cards.length) said.push(read(look.cards));
  if (hold?.kind === "trick") said.push(says("table.won", table.winning));
  if (!hold && table.to_act === 0) said.push(t(turn(table)));
  if (said.length) find("spoken").textContent = said.join(". ");
}

/** French has a word for the first lead alone. */
function turn({ phase, trick, ply }) {
  if (phase !== "PLAY" || trick.some((card) => card !== null)) return "turn.you";
  return ply === 0 ? "turn.first" : "turn.lead";
}

const read = (cards) => cards.map(cardWords).join(", ");

function news(before, table, seat) {
  const said = [];
  const bid = table.bids[seat];
  if (bid !== null && before.bids[seat] === null) said.push(t("spoken.bid", { seat: seatName(seat), bid: contractName(bid) }));
  const card = table.trick[seat];
  if (card !== null && before.trick[seat] !== card) said.push(says("spoken.card", seat, { card: cardWords(card) }));
  return said;
}
