// @ts-check
// Lines to copy.

import { h } from "../dom.js";
import { words } from "../text/queue.js";

/** A block of text with a button that copies it. */
export function copyable(text, said = words.start) {
  const block = h("pre.raw.lines", { tabindex: "0", "aria-label": said.block }, h("code", {}, text));
  const note = h("span.faint", { role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      note.textContent = said.copied;
    } catch {
      // Where a browser does not let pages write there, at least it is marked.
      getSelection()?.selectAllChildren(block);
      note.textContent = said.marked;
    }
  };
  return h("div.copyable", {}, block, h("button.small", { type: "button", on: { click: copy } }, said.copy), note);
}
