// @ts-check
// A patch as it was sent: its lines, and which of them belong to which file.

import { foreignLine, h } from "../dom.js";
import { words } from "../text/changes.js";

const HEAD = /^(\*\*\*|---|\+\+\+|@@|diff |index )/;
const FILE = /^\*\*\* (Add|Update|Delete) File: (.*)$/;
const GIT = /^diff --git (.*)$/;
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** What a head of git says beside the name. */
function wordOf(lines) {
  const end = lines.findIndex(({ text }) => HUNK.test(text));
  const before = lines.slice(0, end < 0 ? lines.length : end);
  const has = (start) => before.some(({ text }) => text.startsWith(start));
  if (has("new file mode ")) return words.heads.Add;
  if (has("deleted file mode ")) return words.heads.Delete;
  if (has("rename from ")) return words.heads.Rename;
  return has("old mode ") ? words.heads.mode : undefined;
}

/** The parts of a patch: `[{name, word, lines: [{text, head}]}]`, the first without a name if something stands before the first file. */
export function files(text) {
  const parts = [];
  const lines = text.split("\n");
  // Two ways of writing patches; what is a head in one may be a changed line in the other.
  const envelope = /^\s*\*\*\* Begin Patch/.test(text);
  // Within a hunk of a known size `--- a` is a line that goes, and no name of a file.
  let [gone, come] = [0, 0];
  lines.forEach((line, at) => {
    const own = envelope && FILE.exec(line);
    const git = !envelope && GIT.exec(line);
    const plain = !envelope && gone <= 0 && come <= 0 && line.startsWith("--- ") && lines[at + 1]?.startsWith("+++ ") && !parts.at(-1)?.fresh;
    if (own) parts.push({ name: own[2], word: words.heads[own[1]], lines: [] });
    else if (git) parts.push({ name: git[1], word: words.heads.Update, lines: [], fresh: true });
    else if (plain) parts.push({ name: lines[at + 1].slice(4).split("\t")[0], word: words.heads.Update, lines: [] });
    else if (!parts.length) parts.push({ lines: [] });
    if (own || git || plain) [gone, come] = [0, 0];
    const hunk = HUNK.exec(line);
    const inside = gone > 0 || come > 0;
    const head = envelope ? /^(\*\*\* |@@)/.test(line) : HEAD.test(line) && (!inside || hunk !== null);
    if (hunk) {
      [gone, come] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
      parts.at(-1).fresh = false;
    } else if (inside) {
      if (!line.startsWith("+")) gone -= 1;
      if (!line.startsWith("-")) come -= 1;
    }
    parts.at(-1).lines.push({ text: line, head });
  });
  if (!envelope) for (const part of parts) part.word = wordOf(part.lines) ?? part.word;
  return parts;
}

/** The lines as elements, coloured by their first letter. */
export function patchRows(lines) {
  return lines.map(({ text, head }) => {
    const kind = head ? "gap" : text.startsWith("+") ? "line.added" : text.startsWith("-") ? "line.removed" : "line.same";
    const made = h(`div.${kind}.plain-line`, {}, foreignLine(text, "file"));
    if (head && /^(@@|\*\*\* )/.test(text)) made.classList.add("hunk");
    return made;
  });
}

export const count = (rows, kind) => rows.filter((row) => row.classList.contains(kind)).length;

/** One file of several, folded or not; `opened()` when the approver looks at it. */
export function fileFold({ name, word, lines }, open, opened) {
  const rows = patchRows(lines);
  if (name === undefined) return { element: h("div", {}, rows), folded: false };
  const element = h("details.patch-file", { open }, h("summary", {}, h("span.file-word", {}, word), " ", h("code", {}, foreignLine(name)), " ",
    h("span.sizes", {}, h("span.plus", {}, `+${count(rows, "added")}`), " ", h("span.minus", {}, `−${count(rows, "removed")}`))), rows);
  element.addEventListener("toggle", () => element.open && opened(element));
  return { element, folded: !open };
}
