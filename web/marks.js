// What stands out in a command: files and where they lie, what is put in at run time, what is set for it. The gate read it;
// here it is only placed.

import { fill, foreign, foreignLine, h } from "./dom.js";

const PLACES = {
  inside: { sign: "⌂", words: "inside the project" },
  outside: { sign: "↗", words: "outside the project" },
  unknown: { sign: "?", words: "where it leads is known only when it runs" },
  device: { sign: "∅", words: "a device that holds nothing" },
};
const USES = { read: "read", write: "written", delete: "deleted or moved", run: "run" };
const KINDS = { path: "Path", redirect: "Redirect", substitution: "Substitution", assignment: "Setting" };

const known = (table, name) => (Object.hasOwn(table, name ?? "") ? table[name] : undefined);

/** Those that are understood, with where they stand in the text; what crosses another is left out. */
export function placedMarks(marks, place) {
  const sorted = (Array.isArray(marks) ? marks : [])
    .filter((one) => known(KINDS, one?.kind) && Array.isArray(one.span))
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

const leads = (mark) => known(PLACES, mark.lies);

/** What is said of one mark. */
function told(mark) {
  const place = leads(mark);
  if (mark.kind === "substitution") return ["Substitution: this runs first, and what it prints is put in its place"];
  if (mark.kind === "assignment") return ["Setting: a variable is set for what runs"];
  const places = (Array.isArray(mark.places) ? mark.places : []).map(String);
  const use = known(USES, mark.use);
  return [
    mark.kind === "redirect" ? ["Redirect ", h("code", {}, foreignLine(mark.operator ?? ""))] : "Path",
    use ? `, ${use}` : "",
    place ? [": ", h(`span.lies.${mark.lies}`, {}, `${place.sign} ${place.words}`)] : "",
    places.map((one, at) => [at ? ", " : " ", h("code", {}, foreignLine(one))]),
  ];
}

/** The element of a mark; those that name files can be reached by keys. */
export function markElement(mark, number) {
  const files = mark.kind === "path" || mark.kind === "redirect";
  const lies = files && leads(mark) ? `.${mark.lies}` : "";
  return h(`span.mark.${mark.kind}${lies}`, {
    "data-mark": String(number), ...(files ? { tabindex: "0", role: "note", "aria-describedby": `mark-${number}` } : {}),
  });
}

/** Below a command: what is pointed at or has the focus, and a list of all of it. */
export function legend(block, text, marks, leftOut) {
  if (!marks.length) return null;
  const usual = "Point at what is marked, or go to it with the Tab key, to see what it is.";
  const tip = h("p.mark-tip", {}, usual);
  const show = (event) => {
    const element = event.target.closest?.("[data-mark]");
    const mark = element && marks[Number(element.dataset.mark)];
    if (mark) fill(tip, told(mark));
  };
  block.addEventListener("pointerover", show);
  block.addEventListener("focusin", show);
  block.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && tip.textContent !== usual) fill(tip, usual);
  });
  const out = marks.filter((one) => one.lies === "outside").length;
  const unknown = marks.filter((one) => one.lies === "unknown").length;
  const counted = [`${marks.length} marked`, out ? `${out} outside the project` : "", unknown ? `${unknown} known only when it runs` : ""].filter(Boolean).join(", ");
  return [tip, h("details.mark-list", {}, h("summary", {}, counted),
    h("ul", {}, marks.map((one, at) => h("li", {}, h("code", {}, foreign(text.slice(one.start, one.end))), " ", h("span", { id: `mark-${at}` }, told(one)))),
      leftOut > 0 ? h("li", {}, `and ${leftOut} more that are not marked`) : null))];
}
