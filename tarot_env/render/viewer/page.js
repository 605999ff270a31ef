// Draws one step of the deal after another. Every position is in the page: nothing of the game is worked out here.
const replay = JSON.parse(document.getElementById("replay").textContent);
const last = replay.steps.length - 1;
const slider = document.getElementById("step");
const PLACES = ["self", "right", "across", "left"];

function el(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function card(name) {
  const span = el("span", {});
  span.innerHTML = `<svg viewBox="0 0 100 160" role="img" aria-label="${replay.cards[name]}"><use href="#card-${name}"/></svg>`;
  return span;
}

function fan(cards, chosen) {
  return el("ul", { class: "fan" }, ...cards.map((name) => el("li", { class: name === chosen && "chosen" }, card(name))));
}

function hand(step, seat) {
  const turn = step.seat === seat;
  return el("section", { class: `${PLACES[seat]}${turn ? " turn" : ""}` },
    el("h2", {}, replay.names[seat], " ", el("small", {}, step.said[seat])),
    fan(step.hands[seat], turn && step.action));
}

function middle(step) {
  const trick = step.trick.map(([seat, name]) => el("li", { class: PLACES[seat] + (seat === step.winner ? " winner" : "") },
    card(name), el("small", {}, replay.seats[seat])));
  return el("section", { class: "middle" }, el("p", {}, step.caption), el("ol", { class: "trick" }, ...trick));
}

function aside(step) {
  const parts = [[replay.words.dog, replay.dog], [replay.words.discard, step.discard]];
  return el("section", { class: "aside" }, ...parts.filter(([, cards]) => cards.length)
    .map(([title, cards]) => el("div", {}, el("p", {}, title), fan(cards))));
}

function note(step) {
  if (!step.note) return [];
  const shares = step.note.bars.map(([name, words, share]) => {
    const bar = el("i", {});
    bar.style.width = `${100 * share}%`;
    return el("li", { class: name === step.action && "chosen" }, words, el("span", {}, `${Math.round(100 * share)} %`), bar);
  });
  return [el("p", {}, step.note.text), el("ol", {}, ...shares)];
}

function show(at) {
  const step = replay.steps[at];
  document.getElementById("heading").textContent = step.heading;
  document.getElementById("sides").textContent = step.sides.join(" · ");
  document.getElementById("did").textContent = `${at} / ${last} · ${step.did}`;
  document.getElementById("table").replaceChildren(...[2, 3].map((seat) => hand(step, seat)), middle(step),
    ...[1, 0].map((seat) => hand(step, seat)), aside(step));
  document.getElementById("note").replaceChildren(...note(step));
  slider.value = at;
  slider.setAttribute("aria-valuetext", step.did);
  for (const button of document.querySelectorAll("button")) button.disabled = target(button.dataset.go) === at;
  history.replaceState(null, "", `#${at}`); // the address of a step, to come back to it
}

const begins = (at) => at === 0 || at === last || replay.steps[at - 1].trick_number < replay.steps[at].trick_number;

function target(where) {
  const at = Number(slider.value);
  const to = {
    first: () => 0,
    back: () => at - 1,
    forward: () => at + 1,
    last: () => last,
    trickBack: () => replay.steps.findLastIndex((_, other) => other < at && begins(other)),
    trickForward: () => replay.steps.findIndex((_, other) => other > at && begins(other)),
  }[where]();
  return to < 0 || to > last ? at : to;
}

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
const WITH_SHIFT = { ArrowLeft: "trickBack", ArrowRight: "trickForward" };

document.addEventListener("keydown", (event) => {
  const where = (event.shiftKey ? WITH_SHIFT : KEYS)[event.key];
  if (!where || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  show(target(where));
});
for (const button of document.querySelectorAll("button")) {
  button.addEventListener("click", () => show(target(button.dataset.go)));
}
slider.max = last;
slider.addEventListener("input", () => show(Number(slider.value)));
document.body.classList.toggle("noted", replay.steps.some((step) => step.note));
show(Math.min(Math.max(Math.trunc(Number(location.hash.slice(1))) || 0, 0), last));
