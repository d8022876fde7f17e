// A rule as it stands in a policy file: one line to look at and to copy.

import { h } from "./dom.js";

/** What a person cannot see, or YAML would take for something else than text. */
const UNSEEN = /["\\]|\p{C}|(?! )\p{Z}|\p{M}|\u2800|\p{Default_Ignorable_Code_Point}/gu;

/** A text in double quotes, as YAML reads it back. Nothing unseen is left in it, so what is copied is what is seen. */
export function quoted(text) {
  const spelt = String(text).replace(UNSEEN, (one) => (one === '"' || one === "\\" ? `\\${one}` : `\\U${one.codePointAt(0).toString(16).padStart(8, "0")}`));
  return `"${spelt}"`;
}

/** The line below `permissions:` that allows what a pattern covers. */
export function ruleText(pattern, reason) {
  return `  ${quoted(pattern)}: { allowed: true${reason ? `, reason: ${quoted(reason)}` : ""} }`;
}

/** Lines of a policy with a button that copies them, whole with their heading, so that they can be a file. */
export function rules(patterns, reason) {
  const text = `permissions:\n${patterns.map((pattern) => ruleText(pattern, reason)).join("\n")}\n`;
  const block = h("pre.raw.yaml", { tabindex: "0", "aria-label": "Rules for the policy file" }, h("code.foreign", { dir: "ltr" }, text));
  const said = h("span.faint", { role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = " copied";
    } catch {
      // Where a browser does not let pages write there, at least it is marked.
      getSelection().selectAllChildren(block);
      said.textContent = " marked: copy it by hand";
    }
  };
  return h("div.as-rule", {}, block, h("button.small", { type: "button", on: { click: copy } }, "Copy"), said);
}
