// @ts-check
// A command, whole, in the order it runs: a line for each simple command, what is said of it at its side. What is allowed is
// quiet, and what weighs most is red.

import { foreign, foreignLine, h, put } from "../dom.js";
import * as reasons from "../text/reasons.js";
import { spell } from "../text/spell.js";
import { words } from "../text/verdicts.js";
import { markElement, placedMarks } from "./highlights.js";
import { isFloor } from "./subject.js";

export const SIGNS = { allow: "✓", ask: "?", deny: "✗" };

/** Places in characters of the page by places in bytes, for all ends of spans. */
function placesOf(text, spanned) {
  const wanted = new Set(spanned.flatMap((one) => one?.span ?? []));
  const places = new Map();
  let bytes = 0;
  for (let at = 0; at <= text.length; ) {
    if (wanted.has(bytes)) places.set(bytes, at);
    if (at === text.length) break;
    const code = text.codePointAt(at);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += code < 0x10000 ? 1 : 2;
  }
  return places;
}

/** The commands with places in characters of the page instead of bytes. */
export function placed(text, commands) {
  const places = placesOf(text, commands);
  return commands
    .map((one, number) => ({ ...one, number }))
    .filter((one) => Array.isArray(one.span))
    .map((one) => ({ ...one, start: places.get(one.span[0]), end: places.get(one.span[1]) }))
    .filter((one) => one.start !== undefined && one.end !== undefined);
}

/** For each stretch between two borders the innermost command. */
function stretches(text, commands) {
  const borders = [...new Set([0, text.length, ...commands.flatMap((one) => [one.start, one.end])])].sort((a, b) => a - b);
  // Those that begin later and end sooner are inside: sorted so, the last one that covers a stretch is the innermost.
  const sorted = [...commands].sort((a, b) => a.start - b.start || b.end - a.end);
  const open = [];
  let next = 0;
  return borders.slice(0, -1).map((start, at) => {
    while (next < sorted.length && sorted[next].start <= start) open.push(sorted[next++]);
    while (open.length && open.at(-1).end <= start) open.pop();
    return { start, end: borders[at + 1], command: open.at(-1) };
  });
}

/** A pipeline this short is read at a glance; in a longer one each simple command begins a line of its own. */
const GLANCE = 60;

/** Where lines begin on the page that are none in the text: after an operator, never within a command. */
function begins(text, commands) {
  const found = [];
  const top = commands.filter((one) => one.inside === undefined);
  const alike = new Set(top.map((one) => one.verdict)).size < 2;
  if (text.length <= GLANCE && alike) return found;
  let end = 0;
  for (const one of [...commands].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (one.start < end) continue;
    const between = text.slice(end, one.start);
    if (end && /[&|;]/.test(between) && !between.includes("\n")) found.push(one.start);
    end = one.end;
  }
  return found;
}

/** Puts pieces of text into the marks that are open where they stand; a mark that goes over lines goes on in the next one. */
class Marker {
  #open = [];
  #next = 0;

  constructor(marks) {
    this.marks = marks;
    this.code = undefined;
  }

  /** From now on text goes into another line. */
  line(code, place) {
    this.#close(place);
    this.code = code;
    const going = this.#open.map(({ mark }) => mark);
    this.#open = [];
    for (const mark of going) this.#begin(mark);
  }

  #close(place) {
    while (this.#open.length && this.#open.at(-1).mark.end <= place) this.#open.pop();
  }

  #begin(mark) {
    const element = markElement(mark);
    (this.#open.at(-1)?.element ?? this.code).append(element);
    this.#open.push({ mark, element });
  }

  /** Where the text at this place goes. */
  at(place) {
    this.#close(place);
    while (this.#next < this.marks.length && this.marks[this.#next].start <= place) {
      const mark = this.marks[this.#next++];
      if (mark.end > place) this.#begin(mark);
    }
    return this.#open.at(-1)?.element ?? this.code;
  }

  /** The next place where a mark begins or ends. */
  border() {
    return Math.min(this.#open.at(-1)?.mark.end ?? Infinity, this.marks[this.#next]?.start ?? Infinity);
  }
}

/** Where the marks of a part lead, the worst of it. */
function worst(one, marks) {
  const lies = marks.filter((mark) => mark.lies && mark.start >= one.start && mark.end <= one.end).map((mark) => mark.lies);
  return ["outside", "unknown"].find((place) => lies.includes(place));
}

/** What is said of one command: what it does, and who asks. */
function why(one, marks) {
  const all = (one.findings ?? []).filter((finding) => finding.verdict === one.verdict);
  const asking = all.find((finding) => finding.source === "config") ?? all.find(isFloor) ?? all[0] ?? { verdict: one.verdict };
  const own = asking.source === "config" || asking.verdict === "deny";
  return h("span.why", {}, reasons.does(one, worst(one, marks)), " · ", reasons.asks(asking), own && asking.rule ? h("code", {}, foreignLine(asking.rule)) : null);
}

/** By the number of a wrapper, the numbers of what it runs. */
function childrenOf(commands) {
  const children = new Map();
  commands.forEach((one, at) => {
    if (one.inside === undefined || at <= one.inside) return;
    if (children.has(one.inside)) children.get(one.inside).push(at);
    else children.set(one.inside, [at]);
  });
  return children;
}

/**
 * The whole text as lines. `gravest` is the number of the command that is red; `line`, if it is there, is the element to jump to.
 * @param {string} text @param {any[]} commands @param {{parsed?: any, gravest?: number, quiet?: boolean}} [more]
 */
export function commandText(text, commands, { parsed = {}, gravest, quiet = false } = {}) {
  const inside = placed(text, commands.filter((one) => one.text === undefined));
  const marked = stretches(text, inside);
  const breaks = begins(text, inside);
  const places = placesOf(text, Array.isArray(parsed.marks) ? parsed.marks : []);
  const marks = placedMarks(parsed.marks, (byte) => places.get(byte));
  const children = childrenOf(commands);
  const block = h("div.command", { tabindex: "0", role: "group", "aria-label": words.whole });
  const marker = new Marker(marks);
  /** @type {{row: HTMLElement, code: HTMLElement, start: number, end: number}[]} */
  const lines = [];
  const begin = (at) => {
    const code = h("code.foreign", { dir: "ltr" });
    const row = h("div.row-of", {}, code);
    block.append(row);
    marker.line(code, at);
    lines.push({ row, code, start: at, end: at });
  };
  let current = 0;
  let broken = 0;
  const stretchAt = (at) => {
    while (current < marked.length - 1 && marked[current].end <= at) current += 1;
    return marked[current];
  };
  begin(0);
  spell(text).forEach((pieces, number) => {
    if (number) begin(pieces[0]?.at ?? lines.at(-1).end + 1);
    for (const piece of pieces) {
      if (piece.spelt) {
        marker.at(piece.at).append(h(piece.quiet ? "span.chip.quiet" : "span.chip", { title: piece.title }, piece.text));
        lines.at(-1).end = piece.at + 1;
        continue;
      }
      let done = 0;
      while (done < piece.text.length) {
        const at = piece.at + done;
        const stretch = stretchAt(at);
        while (broken < breaks.length && breaks[broken] < at) broken += 1;
        if (breaks[broken] === at) {
          begin(at);
          broken += 1;
        }
        const into = marker.at(at);
        const left = Math.max(1, Math.min(stretch?.end ?? Infinity, marker.border(), breaks[broken] ?? Infinity) - at);
        const shown = piece.text.slice(done, done + left);
        const verdict = stretch?.command?.verdict;
        into.append(Object.hasOwn(SIGNS, verdict ?? "") ? h(`span.part.${verdict}`, {}, shown) : document.createTextNode(shown));
        done += left;
        lines.at(-1).end = at + left;
      }
    }
  });
  /** @type {{element: HTMLElement, line: number, does: string} | undefined} */
  let red;
  if (!quiet) {
    const sorted = [...inside].sort((a, b) => a.start - b.start);
    let next = 0;
    lines.forEach((one, at) => {
      const here = [];
      while (next < sorted.length && (sorted[next].start < one.end || at === lines.length - 1)) here.push(sorted[next++]);
      if (say(one, here, commands, children, marks, gravest)) red = { element: one.row, line: at + 1, does: reasons.does(commands[gravest]) };
    });
  }
  return { block, line: red, lines: lines.length, marks };
}

/** Puts at the side of a line what is said of its commands; true if one of them is the gravest. */
function say({ row }, here, commands, children, marks, gravest) {
  const numbers = here.flatMap((one) => [one.number, ...within(one.number, children)]);
  const red = numbers.includes(gravest);
  const verdicts = here.map((one) => one.verdict);
  row.classList.add(red ? "red" : verdicts.includes("deny") ? "deny" : verdicts.includes("ask") ? "ask" : verdicts.includes("allow") ? "allow" : "none");
  // A wrapper is said by what it runs.
  const telling = here.filter((one) => !children.has(one.number) && one.verdict && one.verdict !== "allow");
  const seen = new Set();
  const said = telling.map((one) => why(one, marks)).filter((one) => !seen.has(one.textContent) && seen.add(one.textContent));
  if (said.length) row.append(h("div.whys", {}, said));
  const inner = below(new Set(here.flatMap((one) => within(one.number, children))), commands, children);
  if (inner.length) row.append(h("ul.inner", { "aria-label": reasons.words.runs }, inner));
  return red;
}

/** What a wrapper runs that the text does not show: its place in the text is that of the wrapper. */
function within(number, children, depth = 0) {
  return depth > 8 ? [] : (children.get(number) ?? []).flatMap((at) => [at, ...within(at, children, depth + 1)]);
}

/** The same as rows. */
function below(numbers, commands, children) {
  return [...numbers].filter((at) => commands[at].text !== undefined).map((at) => {
    const one = commands[at];
    return h("li", {}, sign(one.verdict), " ", h("code", {}, foreign(one.text)), one.verdict && one.verdict !== "allow" && !children.has(at) ? [" ", why({ ...one, start: 0, end: -1 }, [])] : null);
  });
}

/** The sign of a verdict; an unknown one is no verdict. */
export function sign(verdict, word = false) {
  const known = Object.hasOwn(SIGNS, verdict ?? "") ? verdict : "none";
  return h(`span.verdict.${known}`, {}, SIGNS[known] ?? "·", word ? h("span.word", {}, ` ${words.verdicts[known]}`) : null);
}

/** What is said of one finding: the reason, the rule and where it stands. */
export function findingLine(finding) {
  return [
    foreignLine(finding.reason),
    finding.rule ? [" — ", h("code.rule", {}, foreignLine(finding.rule))] : null,
    finding.location ? h("span.faint", {}, " (", foreignLine(finding.location), ")") : null,
  ];
}

/** One row a simple command, with what byleave says of it word for word; what a wrapper runs stands below it, further in. */
export function parts(text, commands) {
  const at = new Map(placed(text, commands).map((one) => [one.number, one]));
  const children = childrenOf(commands);
  const row = (one, place) => {
    const seen = new Set();
    const reasonsOf = (one.findings ?? []).filter((finding) => {
      const key = `${finding.reason}\n${finding.rule}`;
      if (finding.verdict !== one.verdict || seen.has(key)) return false;
      return seen.add(key);
    });
    const found = at.get(place);
    const shown = one.text ?? (found ? text.slice(found.start, found.end) : one.program ?? "");
    const inner = (children.get(place) ?? []).map((number) => row(commands[number], number));
    return h("li", {},
      sign(one.verdict, true),
      h("div", {},
        h("code", {}, foreign(shown)),
        reasonsOf.map((finding) => h("div.reason", {}, "↳ ", findingLine(finding))),
        inner.length ? h("ol.parts.inner", { "aria-label": reasons.words.runs }, inner) : null));
  };
  const top = commands.flatMap((one, place) => (one.inside === undefined ? [row(one, place)] : []));
  return put(h("ol.parts", { "aria-label": words.parts }), top);
}
