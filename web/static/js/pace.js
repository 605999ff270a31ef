// The server tells at once what happens; here it is shown at the speed that was chosen, one thing after another.

import { HOLDS, SPEEDS, prefs } from "./prefs.js";

/**
 * Shows tables one by one. `show(table, hold)` draws; hold is what is being shown to be looked at, or null:
 * {kind: "dog"}, {kind: "chelem"}, {kind: "poignee", seat} or {kind: "trick"}.
 */
export function makePace(show) {
  let queue = [];
  let shown = null;
  let release = null; // ends the current wait
  let running = false;

  async function run() {
    running = true;
    while (queue.length) {
      const table = queue.shift();
      const before = shown;
      shown = table;
      for (const hold of holds(before, table)) {
        show(hold.kind === "trick" ? withTrick(before, table) : table, hold);
        await pause(hold.kind === "trick" ? HOLDS[prefs.hold] : Infinity);
        if (shown !== table) break;
      }
      if (shown !== table) continue;
      show(table, null);
      if (table.to_act > 0) await pause(SPEEDS[prefs.speed]);
    }
    running = false;
  }

  function pause(milliseconds) {
    if (milliseconds <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = milliseconds === Infinity ? null : setTimeout(() => release?.(), milliseconds);
      release = () => {
        clearTimeout(timer);
        release = null;
        resolve();
      };
    });
  }

  return {
    /** Something happened at the table that is shown. */
    push(table) {
      queue.push(table);
      if (!running) run();
    },
    /** Another game, or the same one again: show it as it stands, and once more what lies open in the first trick. */
    restart(table) {
      queue = [table];
      shown = table.last_trick ? { ...table } : { ...table, dog: [], chelem: false, shown: [[], [], [], []] };
      if (running) release?.();
      else run();
    },
    /** Go on: a tap, or Enter. */
    proceed: () => release?.(),
    /** Whether all that happened is shown, so that the person may act. */
    idle: () => !queue.length && release === null,
    last: () => queue.at(-1) ?? shown,
  };
}

/** What is to be looked at before the table is shown as it is. */
function holds(before, table) {
  if (before === null || before.deal !== table.deal) return [];
  const found = [];
  if (table.dog.length && !before.dog.length && table.phase !== "DONE") found.push({ kind: "dog" });
  if (table.chelem && !before.chelem && table.taker > 0) found.push({ kind: "chelem" });
  for (let seat = 1; seat < 4; seat++) {
    if (table.shown[seat].length && !before.shown[seat].length) found.push({ kind: "poignee", seat });
  }
  if (table.last_trick && table.last_trick.number !== before.last_trick?.number) found.push({ kind: "trick" });
  return found;
}

/** The table with the finished trick still on it. */
function withTrick(before, table) {
  const { cards, leader, winner } = table.last_trick;
  const last = before.last_trick;
  return { ...table, trick: cards, leader, winning: winner, last_trick: last, to_act: -1, legal: [], why: {}, phase: "PLAY" };
}
