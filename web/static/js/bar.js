// The bar above the table, and the short notices.

import { el, find } from "./dom.js";
import { t } from "./words.js";

const TOAST_TIME = 4000; // milliseconds
let timer = 0;

export function drawBar(commands) {
  const button = (name, key) => el("button", { class: "tool", "data-do": name, onclick: commands[name],
    "aria-keyshortcuts": key }, t(`bar.${name === "create" ? "new" : name}`));
  find("bar").replaceChildren(
    button("menu", "M"),
    el("div", { class: "facts" }),
    button("last", "L"), button("hint", "H"), button("result", null));
}

export function toast(text) {
  const place = document.querySelector("dialog[open] .toast") ?? find("toast");
  place.textContent = text;
  place.classList.add("on");
  clearTimeout(timer);
  timer = setTimeout(hush, TOAST_TIME);
}

/** What was noticed is known. */
export function hush() {
  for (const place of document.querySelectorAll("#toast, .toast")) place.classList.remove("on");
}
