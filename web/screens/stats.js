// @ts-check
// What a team reads on Monday: how often people are asked and by whom, how long they take, what nobody answered, and what
// could be a rule. What there is nothing to say of is left out.

import { line } from "../card/subject.js";
import { titleLine } from "../card/title.js";
import { fill, foreignLine, h } from "../dom.js";
import { ask } from "../hub/connection.js";
import { outcome } from "../hub/outcome.js";
import { allowLine, copies, rulesText } from "../text/rule.js";
import { words } from "../text/stats.js";
import { span, time } from "../text/time.js";
import { copyable } from "./copy.js";
import { columns } from "./plot.js";
import { Screen, table } from "./screen.js";

const PAGES = 5;
const ROWS = 1000;
const DAY = 86400000;
/** Faster than a person reads. */
const TOO_FAST = 1500;
/** Where the bars of answering end, in milliseconds. */
const STEPS = [3000, 10000, 30000, 120000, 600000, Infinity];
/** Allowed so often: a rule would do. */
const OFTEN = 3;
/** Fewer answers than this say nothing about how fast people are. */
const ENOUGH = 5;
/** So many agents have a colour of their own. */
const COLOURS = 5;
const LISTED = 12;

function share(values, part) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

function grouped(list, key) {
  const groups = new Map();
  for (const one of list) {
    const name = key(one);
    if (groups.has(name)) groups.get(name).push(one);
    else groups.set(name, [one]);
  }
  return groups;
}

const quick = (milliseconds) => (milliseconds < 1000 ? words.quick : span(milliseconds));
const agentOf = (entry) => entry.agent ?? words.nameless;
const asks = (entry) => entry.verdict === "ask";
const shown = (entry) => h("span.stat-call", {}, typeof entry.arguments?.command === "string" ? h("code", {}, foreignLine(line({ ...entry, category: "command" }).slice(0, 160))) : titleLine({ ...entry, arguments: entry.arguments ?? {} }));

/** Questions of each of the last days on which something happened, by agent. */
function daily(asked) {
  const days = [...grouped(asked, (entry) => new Date(entry.timestamp).toDateString())].slice(0, 14).reverse();
  const agents = [...grouped(asked, agentOf)].sort((one, other) => other[1].length - one[1].length).map(([name]) => name);
  const kinds = agents.length > COLOURS ? [...agents.slice(0, COLOURS - 1), words.others] : agents;
  const bars = days.map(([day, some]) => {
    const parts = Object.create(null);
    for (const entry of some) {
      const kind = kinds.includes(agentOf(entry)) ? agentOf(entry) : words.others;
      parts[kind] = (parts[kind] ?? 0) + 1;
    }
    return { label: new Date(day).toLocaleDateString([], { weekday: "short", day: "numeric" }), parts };
  });
  return { bars, kinds };
}

function byAgent(rows, days) {
  const cells = [...grouped(rows, ({ entry }) => agentOf(entry))].sort((one, other) => other[1].length - one[1].length).slice(0, LISTED).map(([agent, some]) => {
    const answered = some.filter(({ entry }) => entry.person).map(({ entry }) => entry.waited_ms);
    const count = (name) => some.filter(({ entry, state }) => outcome(entry, state) === name).length;
    return [foreignLine(agent, "name"), some.length.toLocaleString(), (some.filter(({ entry }) => asks(entry)).length / days).toFixed(1), answered.length ? quick(share(answered, 0.5)) : "–", count("expired"), count("rejected")];
  });
  return h("figure.wide", {}, h("figcaption", {}, words.agents.title), table(words.agents.title, words.agents.heads, cells));
}

/** As `byleave suggest` has them: each was tried on the calls it is counted for. */
function candidates(suggestions) {
  const text = words.rules;
  const call = (one) => h("a", { href: `#/policy?record=${one.number}` }, shown(one));
  return h("figure.wide", {}, h("figcaption", {}, text.title), table(text.title, text.heads, suggestions.slice(0, LISTED).map((one) => {
    const yaml = copyable(rulesText([one.pattern], text.reason(one.approved)));
    return [
      h("code", {}, foreignLine(one.pattern)), text.allowed(one.approved, one.sessions),
      one.against ? h("details", {}, h("summary", {}, text.against(one.against)), h("ul", {}, one.counter_examples.map((other) => h("li", {}, call(other.call), text.times(other.count))))) : text.nothing,
      copies(one.pattern) ? [copyable(allowLine(one.pattern)), h("details", {}, h("summary", {}, text.yaml), yaml)] : yaml,
    ];
  })));
}

const loops = (entries) => [...grouped(entries.filter((entry) => !entry.approved && entry.cause === "policy"), (entry) => JSON.stringify([entry.session, entry.digest])).values()]
  .filter((some) => some.length > 2).sort((one, other) => other.length - one.length).slice(0, LISTED);

export class Stats extends Screen {
  constructor() {
    super(words.title);
  }

  async #rows() {
    const rows = [];
    let next;
    for (let page = 0; page < PAGES; page += 1) {
      const told = await ask(`/v1/records?limit=${ROWS}${next ? `&before=${next}` : ""}`);
      // What is on record of the hub itself, such as a freeze, is no call.
      rows.push(...told.records.filter((row) => row.entry && !row.entry.notice));
      next = told.next;
      if (!next || told.records.length < ROWS) break;
    }
    return rows;
  }

  async load() {
    const [stats, rows, { suggestions }] = await Promise.all([
      ask("/v1/stats"), this.#rows(), ask(`/v1/suggestions?least=${OFTEN}`).catch(() => ({ suggestions: [] })),
    ]);
    if (!rows.length) {
      fill(this.content, h("p.calm", {}, words.none));
      return;
    }
    const entries = rows.map((row) => row.entry);
    const length = Date.parse(entries[0].timestamp) - Date.parse(entries.at(-1).timestamp);
    const days = Math.max(1, length / DAY);
    const asked = entries.filter(asks);
    const answered = entries.filter((entry) => entry.person).map((entry) => entry.waited_ms);
    const allowed = entries.filter((entry) => entry.person && entry.approved).map((entry) => entry.waited_ms);
    const lost = rows.filter(({ entry, state }) => outcome(entry, state) === "expired").map((row) => row.entry);
    const looping = loops(entries);
    const tile = (value, label, note) => h("div.tile", {}, h("strong", {}, value), h("span", {}, label), note ? h("span.faint", {}, note) : null);
    const text = words.tiles;
    const { bars, kinds } = daily(asked);
    fill(this.content,
      h("p.faint", {}, words.counted(entries.length, span(Math.max(length, 1000)))),
      h("div.tiles", {},
        tile((asked.length / days).toFixed(days > 1 ? 1 : 0), text.asked, text.share(Math.round((100 * asked.length) / entries.length))),
        answered.length ? tile(quick(share(answered, 0.5)), text.time, answered.length >= ENOUGH ? text.slow(quick(share(answered, 0.9))) : null) : null,
        tile(lost.length, text.expired, lost.length ? text.expiredNote : null),
        tile(stats.pending, text.waiting)),
      allowed.length >= ENOUGH && share(allowed, 0.5) < TOO_FAST ? h("p.notice", { role: "note" }, words.fast) : null,
      looping.length ? h("p.notice", { role: "note" }, words.loops(looping.length)) : null,
      suggestions.length ? candidates(suggestions) : null,
      asked.length ? byAgent(rows, days) : null,
      h("div.figures", {},
        bars.length > 1 ? columns(words.days, bars, kinds) : null,
        answered.length >= ENOUGH
          ? columns(words.times, STEPS.map((end, at) => ({ label: words.steps[at], parts: { [words.answers]: answered.filter((one) => one < end && one >= (STEPS[at - 1] ?? 0)).length } })), [words.answers])
          : null),
      lost.length
        ? h("figure.wide", {}, h("figcaption", {}, words.lost.title), table(words.lost.title, words.lost.heads, lost.slice(0, LISTED).map((entry) => [shown(entry), foreignLine(agentOf(entry), "name"), time(entry.timestamp)])))
        : null,
      looping.length
        ? h("figure.wide", {}, h("figcaption", {}, words.retried.title), table(words.retried.title, words.retried.heads, looping.map((some) => [shown(some[0]), words.retried.times(some.length),
            h("a", { href: `#/history?session=${encodeURIComponent(some[0].session)}&approved=false` }, foreignLine(some[0].session)), foreignLine(some[0].reason ?? "")])))
        : null);
  }
}
