// Under which profile and mode calls are decided, for the header: what runs without asking depends on it.

import { h } from "./dom.js";
import { ask } from "./link.js";

const WORDS = { default: "what no rule allows asks", autoEdit: "edits in the project run without a question", yolo: "everything but the floors runs without a question" };

/** Fills itself; stays away where the policy may not be seen. */
export function modeChip() {
  const chip = h("a.mode-chip", { href: "#/policy", hidden: true });
  ask("/v1/policy").then(({ profile, mode }) => {
    if (typeof profile !== "string" || typeof mode !== "string") return;
    chip.textContent = `${profile} · ${mode}`;
    chip.title = `Profile ${profile}, mode ${mode}${Object.hasOwn(WORDS, mode) ? `: ${WORDS[mode]}` : ""}. Sessions may have modes of their own.`;
    chip.classList.toggle("loose", mode !== "default");
    chip.hidden = false;
  }).catch(() => {});
  return chip;
}
