// A command, whole, with each simple command in it marked; and below it the parts with their verdicts.

import { foreign, foreignLine, h, put } from "./dom.js";
import { legend, markElement, placedMarks } from "./marks.js";
import { spell } from "./spell.js";

export const MARKS = { allow: "✓", ask: "?", deny: "✗" };
const WORDS = { allow: "allowed", ask: "asks", deny: "denied", none: "runs" };

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
function placed(text, commands) {
  const places = placesOf(text, commands);
  return commands
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

/** A short command is read at a glance; in a longer one each simple command begins a line of its own. */
const GLANCE = 80;

/** Where lines begin on the page that are none in the text: after an operator, never within a command. */
function begins(text, commands) {
  const found = new Set();
  if (text.length <= GLANCE) return found;
  let end = 0;
  for (const one of [...commands].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (one.start < end) continue;
    const between = text.slice(end, one.start);
    if (end && /[&|;]/.test(between) && !between.includes("\n")) found.add(one.start);
    end = one.end;
  }
  return found;
}

/** Puts pieces of text into the marks that are open where they stand. */
class Marker {
  #open = [];
  #next = 0;

  constructor(code, marks) {
    this.code = code;
    this.marks = marks;
  }

  /** Where goes what stands between the text before this place and the text at it. */
  before(place) {
    while (this.#open.length && this.#open.at(-1).mark.end <= place) this.#open.pop();
    return this.#open.at(-1)?.element ?? this.code;
  }

  /** Where the text at this place goes. */
  at(place) {
    this.before(place);
    while (this.#next < this.marks.length && this.marks[this.#next].start <= place) {
      const mark = this.marks[this.#next];
      const element = markElement(mark, this.#next);
      this.#next += 1;
      if (mark.end <= place) continue;
      (this.#open.at(-1)?.element ?? this.code).append(element);
      this.#open.push({ mark, element });
    }
    return this.#open.at(-1)?.element ?? this.code;
  }

  /** The next place where a mark begins or ends. */
  border() {
    return Math.min(this.#open.at(-1)?.mark.end ?? Infinity, this.marks[this.#next]?.start ?? Infinity);
  }
}

/** The whole text, one line of the page a line of the command; parts underlined by their verdict, and what stands out marked. */
export function commandText(text, commands, { marks: given, marks_left_out: leftOut = 0 } = {}) {
  const inside = placed(text, commands.filter((one) => one.text === undefined));
  const marked = stretches(text, inside);
  const breaks = begins(text, inside);
  const places = placesOf(text, Array.isArray(given) ? given : []);
  const marks = placedMarks(given, (byte) => places.get(byte));
  const block = h("pre.command", { tabindex: "0", "aria-label": "The command, whole" });
  const code = put(block, h("code.foreign", { dir: "ltr" })).firstChild;
  const marker = new Marker(code, marks);
  let current = 0;
  const classOf = (at) => {
    while (current < marked.length - 1 && marked[current].end <= at) current += 1;
    return marked[current];
  };
  let last = 0;
  spell(text).forEach((line, number) => {
    if (number) marker.before(last + 1).append("\n");
    for (const piece of line) {
      last = piece.at;
      if (piece.spelt) {
        marker.at(piece.at).append(h(piece.quiet ? "span.chip.quiet" : "span.chip", { title: piece.title }, piece.text));
        continue;
      }
      let done = 0;
      while (done < piece.text.length) {
        const at = piece.at + done;
        const stretch = classOf(at);
        if (breaks.has(at)) marker.before(at).append(h("br"));
        const into = marker.at(at);
        const left = Math.max(1, Math.min(stretch?.end ?? Infinity, marker.border()) - at);
        const shown = piece.text.slice(done, done + left);
        const verdict = stretch?.command?.verdict;
        into.append(Object.hasOwn(MARKS, verdict ?? "") ? h(`span.part.${verdict}`, {}, shown) : document.createTextNode(shown));
        done += left;
      }
    }
  });
  return [block, legend(block, text, marks, leftOut)];
}

/** The sign of a verdict; an unknown one is no verdict. */
export function sign(verdict, word = false) {
  const known = Object.hasOwn(MARKS, verdict) ? verdict : "none";
  return h(`span.verdict.${known}`, {}, MARKS[known] ?? "·", word ? h("span.word", {}, ` ${WORDS[known]}`) : null);
}

/** What is said of one finding: the reason, the rule and where it stands. */
export function findingLine(finding) {
  return [
    foreignLine(finding.reason),
    finding.rule ? [" — ", h("code.rule", {}, foreignLine(finding.rule))] : null,
    finding.location ? h("span.faint", {}, " (", foreignLine(finding.location), ")") : null,
  ];
}

/** One row a simple command; what a wrapper runs stands below it, further in. */
export function parts(text, commands) {
  // One command is its own part; what is said of it stands under "why".
  if (commands.length < 2) return null;
  const at = new Map(placed(text, commands.map((one, place) => ({ ...one, place }))).map((one) => [one.place, one]));
  const row = (one, place) => {
    const seen = new Set();
    const reasons = (one.findings ?? []).filter((finding) => {
      const key = `${finding.reason}\n${finding.rule}`;
      if (finding.verdict !== one.verdict || seen.has(key)) return false;
      return seen.add(key);
    });
    const found = at.get(place);
    const shown = one.text ?? (found ? text.slice(found.start, found.end) : one.program ?? "");
    const inner = commands.flatMap((other, number) => (other.inside === place && number > place ? [row(other, number)] : []));
    return h("li", {},
      sign(one.verdict, true),
      h("div", {},
        h("code", {}, foreign(shown)),
        reasons.map((finding) => h("div.reason", {}, "↳ ", findingLine(finding))),
        inner.length ? h("ol.parts.inner", { "aria-label": "What it runs" }, inner) : null));
  };
  const top = commands.flatMap((one, place) => (one.inside === undefined ? [row(one, place)] : []));
  return h("ol.parts", { "aria-label": "Its parts" }, top);
}
