// @ts-check
// Lines of a change as elements: one below the other, or what goes beside what comes.

import { foreignLine, h } from "../dom.js";
import { words } from "../text/changes.js";

const SIGNS = { "+": "+", "-": "−", " ": " " };
const KINDS = { "+": "added", "-": "removed", " ": "same" };

function lineRow(line) {
  const what = line.change === " " ? "" : KINDS[line.change];
  return [
    h(`div.line.${KINDS[line.change]}`, {},
      h("span.number", { "aria-hidden": "true" }, line.change === "+" ? line.to : line.from),
      h("span.sign", { "aria-hidden": "true" }, SIGNS[line.change]),
      what ? h("span.unseen", {}, words.line(line.to ?? line.from, what)) : null,
      foreignLine(line.text, "file")),
    line.ended === false ? h("div.line.same.faint", {}, h("span.number"), h("span.sign", {}, "\\"), words.noEnd) : null,
  ];
}

/** `[{line} | {gap} | {words}]` one below the other, a hunk beginning after each gap. */
export function unified(rows) {
  return rows.map((row, at) => {
    if (row.gap || row.words) return h("div.gap", {}, row.words ?? words.gap(row.gap));
    const made = lineRow(row.line);
    if (at === 0 || !rows[at - 1].line) made[0].classList.add("hunk");
    return made;
  });
}

/** What goes, each line beside the one that comes in its place. */
function pairs(rows) {
  const out = [];
  let [gone, come] = [[], []];
  const flush = () => {
    for (let at = 0; at < Math.max(gone.length, come.length); at += 1) out.push({ left: gone[at], right: come[at] });
    [gone, come] = [[], []];
  };
  for (const row of rows) {
    if (row.line?.change === "-") {
      // A line that goes after one that came begins another pair.
      if (come.length) flush();
      gone.push(row.line);
    } else if (row.line?.change === "+") {
      come.push(row.line);
    } else {
      flush();
      out.push(row.line ? { left: row.line, right: row.line } : row);
    }
  }
  flush();
  return out;
}

function half(line, side) {
  if (!line) return h("div.half.none");
  const shown = line.change === " " && side === "right" ? { ...line, from: line.to } : line;
  return h("div.half", {}, lineRow(shown));
}

/** The same rows side by side. */
export function sideBySide(rows) {
  let before;
  return pairs(rows).map((row) => {
    const first = before === undefined || !("left" in before);
    before = row;
    if (!("left" in row)) return h("div.gap", {}, row.words ?? words.gap(row.gap));
    return h(first ? "div.pair.hunk" : "div.pair", {}, half(row.left, "left"), half(row.right, "right"));
  });
}
