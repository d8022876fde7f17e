// @ts-check
// Under which profile and mode calls are decided, for the header: what runs without asking depends on it.

import { h } from "../dom.js";
import { ask } from "../hub/connection.js";
import { words } from "../text/login.js";

const text = words.mode;
const own = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined);

/** Fills itself; stays away where the policy may not be seen. */
export function modeChip() {
  const chip = h("a.mode-chip", { href: "#/policy", hidden: true });
  ask("/v1/policy").then(({ profile, mode }) => {
    if (typeof profile !== "string" || typeof mode !== "string") return;
    chip.textContent = own(text.names, mode) ?? mode;
    chip.title = text.title(profile, mode, own(text.about, mode));
    chip.classList.toggle("loose", mode !== "default");
    chip.hidden = false;
  }).catch(() => {});
  return chip;
}
