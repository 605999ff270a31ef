// The page: what the server tells goes to the pace, what the pace shows is drawn, what is done goes to the server.

import { actionWords, fetchCards, isCard } from "./cards.js";
import { drawBar, hush, toast } from "./bar.js";
import { drawPanel } from "./choices.js";
import { closeDialogs } from "./dialog.js";
import { find } from "./dom.js";
import { openFile } from "./file.js";
import { drawHand, focusWalked, walk } from "./hand.js";
import { openLastTrick } from "./last.js";
import { closeMenu, openMenu, setGames, showGames } from "./menu.js";
import { connect } from "./net.js";
import { makePace } from "./pace.js";
import { prefs } from "./prefs.js";
import { hearAdvice } from "./replay.js";
import { openResult } from "./result.js";
import { speak } from "./spoken.js";
import { drawTable } from "./table.js";
import { loadWords, number, seatName, t } from "./words.js";

const LONGEST_FILE = 800_000; // bytes: the server hears a million, and escapes make a record a fifth longer
const state = { table: null, hold: null, game: null, chosen: new Set(), daring: false, hint: null, waiting: false, resultOf: null, resultClosed: false };
let wire = null;
let wasDown = false;

const pace = makePace((table, hold) => {
  speak(state.table, table, hold);
  Object.assign(state, { table, hold, waiting: false });
  if (table.phase !== "DONE") state.resultClosed = false;
  draw();
  if (!hold && table.phase === "DONE") askResult(table);
});

function draw() {
  const { table, hold } = state;
  if (!table) return;
  drawTable(table, hold);
  const mine = !hold && table.to_act === 0 && !state.waiting;
  drawPanel(mine || leftTheResult() ? table : null, state, marks(),
    { act, dare, undo, confirm, next: commands.next, result: barCommands.result, create: () => commands.create() });
  drawHand({ hand: table.hand, allowed: mine ? allowed(table) : null, chosen: state.chosen, why: table.why,
    marks: marks() }, choose);
}

/** Whether the deal is over and its score sheet was closed, so that the table has to say how to go on. */
const leftTheResult = () => state.table.phase === "DONE" && state.resultClosed && !state.waiting;

/** Cards that may be chosen now, null if the choice is not one of cards. */
function allowed(table) {
  if (table.phase === "DISCARD") return new Set(table.discarding.allowed);
  const cards = table.legal.filter(isCard);
  return cards.length ? new Set(cards) : null;
}

/** The hint, by action: a percentage, or a star. */
function marks() {
  const { hint, table } = state;
  if (!hint || hint.deal !== table.deal || hint.turn !== table.turn) return {};
  if (hint.after.length && hint.after.join() !== putAside().join()) return {};
  if (!hint.probabilities) return { [hint.choice]: "★" };
  const shares = Object.entries(hint.probabilities).filter(([, share]) => share >= 0.01);
  return Object.fromEntries(shares.map(([action, share]) => [action, `${Math.round(100 * share)}%`]));
}

function choose(card) {
  const { table, hold, chosen } = state;
  if (hold) return pace.proceed();
  if (table.to_act !== 0 || state.waiting) return toast(t("hand.wait"));
  const may = allowed(table);
  if (!may?.has(card)) return toast(table.why[card] ?? t(table.surplus ? "hand.hold" : `hand.first.${table.phase}`));
  if (table.phase !== "DISCARD") return act(card);
  state.daring = false; // the question was about the discard as it was
  if (chosen.has(card)) chosen.delete(card);
  else if (chosen.size < table.discarding.count) chosen.add(card);
  else toast(t("discard.full"));
  draw();
}

function dare(daring) {
  state.daring = daring;
  draw();
}

/** What was chosen and not sent. */
function forget() {
  state.chosen.clear();
  state.daring = false;
}

function undo() {
  state.chosen.delete([...state.chosen].at(-1));
  draw();
}

/** The chosen cards, those that must go first. */
function putAside() {
  const must = (card) => state.table.discarding.must.includes(card);
  const chosen = [...state.chosen];
  return [...chosen.filter(must), ...chosen.filter((card) => !must(card))];
}

/** The discard, and with it what is said of a chelem where one can be announced. */
function confirm(chelem) {
  send(state.table.discarding.chelem ? [...putAside(), chelem] : putAside());
}

/** A hint: once the discard is chosen, about the chelem. */
function ask() {
  const { table, chosen } = state;
  const whole = table?.discarding?.chelem && chosen.size === table.discarding.count;
  wire.say("hint", { after: whole ? putAside() : [] });
}

const act = (action) => send([action]);

function send(actions) {
  if (state.waiting) return;
  state.waiting = true;
  hush();
  wire.say("act", { deal: state.table.deal, turn: state.table.turn, actions });
  draw();
}

function askResult(table) {
  if (state.resultOf === `${state.game} ${table.deal}`) return;
  state.resultOf = `${state.game} ${table.deal}`;
  state.resultClosed = false;
  wire.say("review", { deal: table.deal });
}

const hears = {
  games: ({ games, default: usual }) => {
    setGames(games, usual);
    showGames(commands, state.game);
    const asked = decodeURIComponent(location.hash.slice(1));
    if (state.game === null && games.some(({ game }) => game === asked)) wire.say("open", { game: asked });
    else if (state.game === null && !document.querySelector("dialog.menu")) openMenu(commands, null);
  },
  game: ({ game }) => {
    Object.assign(state, { game, table: null, resultOf: null, hint: null });
    forget();
    history.replaceState(null, "", `#${encodeURIComponent(game)}`);
    closeDialogs();
    Object.assign(state, { fresh: true, resultClosed: false });
  },
  table: (table) => {
    if (table.game !== state.game) return;
    if (pace.last()?.deal !== table.deal || pace.last()?.turn !== table.turn) forget();
    if (state.fresh || pace.last()?.deal !== table.deal) pace.restart(table);
    else pace.push(table);
    state.fresh = false;
  },
  refused: ({ code, reason }) => {
    state.waiting = false;
    toast(reason);
    if (code === "no-such-game") {
      state.game = null;
      menu();
    }
    draw();
  },
  hint: (hint) => {
    state.hint = hint;
    toast(t("hint.choice", { agent: hint.agent, choice: actionWords(hint.choice, hint.phase) }));
    draw();
  },
  trouble: ({ seat, trouble }) => toast(t(`trouble.${trouble}`, { seat: seatName(seat) })),
  review: (review) => {
    const { table, game } = state;
    const match = review.file ? null : table.match;
    openResult(review, { match, game, ends: !review.file && isOver(review.deal) }, commands);
  },
  advice: hearAdvice,
  file: ({ deals }) => {
    closeMenu();
    if (deals.length > 1) openFile(deals, commands);
    else commands.review(1, true);
  },
};

/** Whether it is the deal on the table, and over. */
const isOver = (deal) => state.table?.phase === "DONE" && state.table.deal === deal;

const commands = {
  next: () => {
    state.waiting = true;
    wire.say("next");
    draw();
  },
  closed: () => {
    state.resultClosed = true;
    draw();
  },
  again: (review) => wire.say("again", { deal: review.deal, file: review.file }),
  review: (deal, file) => wire.say("review", { deal, file }),
  advise: (deal, file, step) => wire.say("advise", { deal, file, step }),
  create: (setup = another()) => wire.say("new", setup),
  open: (game) => wire.say("open", { game }),
  read: async (file) => {
    if (file.size > LONGEST_FILE) toast(t("file.long", { bytes: number(LONGEST_FILE) }));
    else wire.say("read", { text: await file.text() });
  },
  restyle,
};

function menu() {
  openMenu(commands, state.game);
  wire.say("hello", { lang: prefs.lang }); // the list as it is now
}

/** A new language, other colours. */
async function restyle() {
  await loadWords();
  document.documentElement.dataset.theme = prefs.theme;
  drawBar(barCommands);
  fetchCards();
  wire.say("hello", { lang: prefs.lang });
  draw();
}

/** A match like the one that is open. */
function another() {
  if (!state.table) return {};
  const { rules, target, deals } = state.table.match;
  return deals === null ? { rules, target } : { rules, deals };
}

const barCommands = {
  menu,
  create: () => commands.create(),
  hint: ask,
  last: () => openLastTrick(state.table),
  result: () => {
    const { deal } = state.table ?? { deal: 1 };
    const last = isOver(deal) ? deal : deal - 1;
    if (last > 0) wire.say("review", { deal: last });
    else toast(t("match.none"));
  },
};

const keys = { n: barCommands.create, h: barCommands.hint, l: barCommands.last, m: menu };

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (document.querySelector("dialog[open]")) {
    if (key === "n" && document.querySelector("dialog[open]:last-of-type.result")) barCommands.create();
    return;
  }
  if (state.hold && (key === "Enter" || key === " ")) pace.proceed();
  else if (keys[key]) keys[key]();
  else if (!walk(key)) return;
  event.preventDefault();
}

async function start() {
  await loadWords();
  document.documentElement.dataset.theme = prefs.theme;
  drawBar(barCommands);
  wire = connect((message) => hears[message.type]?.(message), (up) => {
    if (up) wire.say("hello", { lang: prefs.lang });
    if (up && state.game) wire.say("open", { game: state.game });
    if (up && wasDown) toast(t("net.up"));
    if (!up) toast(t("net.down"));
    wasDown = !up;
  });
  fetchCards();
  document.addEventListener("keydown", onKey);
  find("felt").addEventListener("click", () => state.hold && pace.proceed());
  addEventListener("resize", draw);
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) commands.read(event.dataTransfer.files[0]);
  });
  document.addEventListener("close", () => focusWalked(), true);
}

start();
