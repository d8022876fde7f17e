// A command, whole, with each simple command in it marked; and below it the parts with their verdicts.

import { foreign, foreignLine, h, put } from "./dom.js";
import { spell } from "./spell.js";

export const MARKS = { allow: "✓", ask: "?", deny: "✗" };
const WORDS = { allow: "allowed", ask: "asks", deny: "denied", none: "runs" };

/** The commands with places in characters of the page instead of bytes. */
function placed(text, commands) {
  const wanted = new Set(commands.flatMap((one) => one.span ?? []));
  const places = new Map();
  let bytes = 0;
  for (let at = 0; at <= text.length; ) {
    if (wanted.has(bytes)) places.set(bytes, at);
    if (at === text.length) break;
    const code = text.codePointAt(at);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += code < 0x10000 ? 1 : 2;
  }
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

/** The whole text, one line of the page a line of the command; parts underlined by their verdict. */
export function commandText(text, commands) {
  const inside = placed(text, commands.filter((one) => one.text === undefined));
  const marked = stretches(text, inside);
  const breaks = begins(text, inside);
  const block = h("pre.command", { tabindex: "0", "aria-label": "The command, whole" });
  const code = put(block, h("code.foreign", { dir: "ltr" })).firstChild;
  let current = 0;
  const classOf = (at) => {
    while (current < marked.length - 1 && marked[current].end <= at) current += 1;
    return marked[current];
  };
  spell(text).forEach((line, number) => {
    if (number) code.append("\n");
    for (const piece of line) {
      if (piece.spelt) {
        code.append(h(piece.quiet ? "span.chip.quiet" : "span.chip", { title: piece.title }, piece.text));
        continue;
      }
      let done = 0;
      while (done < piece.text.length) {
        const stretch = classOf(piece.at + done);
        if (breaks.has(piece.at + done)) code.append(h("br"));
        const left = stretch ? Math.max(1, stretch.end - piece.at - done) : piece.text.length;
        const shown = piece.text.slice(done, done + left);
        const verdict = stretch?.command?.verdict;
        code.append(Object.hasOwn(MARKS, verdict ?? "") ? h(`span.part.${verdict}`, {}, shown) : document.createTextNode(shown));
        done += left;
      }
    }
  });
  return block;
}

/** The sign of a verdict; one nobody knows is no verdict. */
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
