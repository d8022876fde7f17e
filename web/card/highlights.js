// @ts-check
// What stands out in a command: files and where they lie, what is put in at run time, what is set for it. The gate read it;
// here it is only placed.

import { foreign, foreignLine, h } from "../dom.js";
import { words } from "../text/highlights.js";

const known = (table, name) => (Object.hasOwn(table, name ?? "") ? table[name] : undefined);

/** Those that are understood, with where they stand in the text; what crosses another is left out. */
export function placedMarks(marks, place) {
  const sorted = (Array.isArray(marks) ? marks : [])
    .filter((one) => known(words.kinds, one?.kind) && Array.isArray(one.span))
    .map((one) => ({ ...one, start: place(one.span[0]), end: place(one.span[1]) }))
    .filter((one) => one.start !== undefined && one.end > one.start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const open = [];
  return sorted.filter((one) => {
    while (open.length && open.at(-1).end <= one.start) open.pop();
    if (open.length && open.at(-1).end < one.end) return false;
    open.push(one);
    return true;
  });
}

const isFile = (mark) => mark.kind === "path" || mark.kind === "redirect";

/** What is said of one mark. */
function told(mark) {
  if (mark.kind === "substitution" || mark.kind === "assignment") return [words.about[mark.kind]];
  const places = (Array.isArray(mark.places) ? mark.places : []).map(String);
  const lies = known(words.places, mark.lies);
  const use = known(words.uses, mark.use);
  return [
    mark.kind === "redirect" ? [words.kinds.redirect, " ", h("code", {}, foreignLine(mark.operator ?? ""))] : words.kinds.path,
    use ? `, ${use}` : "",
    lies ? [": ", h(`span.lies.${mark.lies}`, {}, lies)] : "",
    places.map((one, at) => [at ? ", " : " ", h("code", {}, foreignLine(one))]),
  ];
}

/** The element of a mark: where a file lies is said where that is not the project. */
export function markElement(mark) {
  const lies = isFile(mark) && known(words.places, mark.lies) ? `.${mark.lies}` : "";
  return h(`span.mark.${mark.kind}${lies}`, lies && lies !== ".inside" ? { title: words.places[mark.lies] } : {});
}

/** All of it as a list. */
export function markList(text, marks, leftOut) {
  if (!marks.length) return null;
  return h("ul.mark-list", { "aria-label": words.list }, marks.map((one) => h("li", {}, h("code", {}, foreign(text.slice(one.start, one.end))), " ", told(one))),
    leftOut > 0 ? h("li", {}, words.leftOut(leftOut)) : null);
}
