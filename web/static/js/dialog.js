// A sheet over the table: Esc closes it, the focus stays inside.

import { el } from "./dom.js";
import { t } from "./words.js";

/** Opens a dialog with this content; returns it. One of a kind at a time. */
export function openDialog(kind, title, content, onclose = () => {}) {
  closeDialog(kind);
  const dialog = el("dialog", { class: kind, "aria-labelledby": `${kind}-title`, onclose: () => {
    dialog.remove();
    onclose();
  } },
  el("header", {}, el("h2", { id: `${kind}-title` }, title),
    el("button", { class: "tool close", "aria-label": t("close"), onclick: () => dialog.close() }, "×")),
  el("div", { class: "inside" }, content),
  el("div", { class: "toast", role: "status" }));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function closeDialog(kind) {
  document.querySelector(`dialog.${kind}`)?.close();
}

export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
}
