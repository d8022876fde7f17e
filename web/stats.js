// How often people are asked, how long they take, which rules do the work, and what could be a rule.

import { fill, foreignLine, h } from "./dom.js";
import { line } from "./facts.js";
import { flow, run } from "./flow.js";
import { ask } from "./link.js";
import { columns, ranks } from "./plot.js";
import { rules } from "./rule.js";
import { Screen, table } from "./screen.js";

const PAGES = 5;
const ROWS = 1000;
/** Faster than a person reads. */
const TOO_FAST = 1500;
const STEPS = [[1000, "<1 s"], [1500, "1–1.5 s"], [3000, "1.5–3 s"], [10000, "3–10 s"], [30000, "10–30 s"], [120000, "½–2 min"], [600000, "2–10 min"], [Infinity, "longer"]];
const LAYERS = ["safe", "config", "user", "mode", "floor", "others"];
/** Allowed so often: a rule would do. */
const OFTEN = 3;
/** Fewer answers than this say nothing about how fast an approver reads. */
const ENOUGH = 5;

function tally(values) {
  // Names come from elsewhere, and `constructor` is one of them.
  const counts = Object.create(null);
  for (const value of values) if (value) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

const layer = (entry) => (LAYERS.includes(entry.source) ? entry.source : "others");

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Hour by hour, the last two days of what there is. */
function hourly(entries) {
  const byHour = new Map();
  for (const entry of entries) {
    const hour = Math.floor(Date.parse(entry.timestamp) / 3600000);
    if (!byHour.has(hour)) byHour.set(hour, []);
    byHour.get(hour).push(entry);
  }
  const all = [...byHour.keys()].sort((a, b) => a - b).slice(-48);
  const first = Math.max(all[0] ?? 0, (all.at(-1) ?? 0) - 47);
  const hours = [];
  for (let hour = first; all.length && hour <= all.at(-1); hour += 1) {
    hours.push({ label: `${new Date(hour * 3600000).getHours()}:00`, entries: byHour.get(hour) ?? [] });
  }
  return hours;
}

function fatigue(hours) {
  return hours.map(({ label, entries }) => {
    const sessions = new Set(entries.map((entry) => entry.session)).size;
    const asked = entries.filter((entry) => entry.verdict === "ask").length;
    return { label, value: sessions ? Math.round((10 * asked) / sessions) / 10 : undefined };
  });
}

/** Beside the agent, not on another screen. */
const local = (entry) => entry.channel === "terminal";

function durations(asked) {
  return STEPS.map(([end, label], at) => {
    const from = at ? STEPS[at - 1][0] : 0;
    const here = asked.filter((entry) => entry.waited_ms >= from && entry.waited_ms < end);
    return { label, parts: { "at the terminal": here.filter(local).length, "on a page or elsewhere": here.filter((entry) => !local(entry)).length } };
  });
}

/** Rules of the policy that decided nothing of what was counted. */
function dead(policy, entries) {
  const used = new Set(entries.flatMap((entry) => [entry.rule, ...(entry.findings ?? []).map((one) => one.rule)]));
  return (policy?.rules ?? []).filter((rule) => !used.has(rule.pattern));
}

/** Calls that were put to people again and again. */
function alike(entries, key) {
  const groups = new Map();
  for (const entry of entries) {
    const name = key(entry);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(entry);
  }
  return [...groups.values()].sort((one, other) => other.length - one.length);
}

const shown = (entry) => h("code", {}, foreignLine(line(entry).slice(0, 160)));

/** As `byleave suggest` has them: each was tried on the calls it is counted for. */
function candidates(suggestions) {
  const call = (one) => h("a", { href: `#/policy?record=${one.number}` }, shown(one));
  const against = (one) => (one.against
    ? h("details", {}, h("summary", {}, `⚠ ${one.against} refused`), h("ul", {}, one.counter_examples.map((other) => h("li", {}, call(other.call), ` ${other.count} ×`))))
    : "nothing");
  return h("figure", {}, h("figcaption", {}, "People keep allowing these: a rule could"),
    suggestions.length
      ? table("Candidates for rules", ["Narrowest rule", "Allowed", "Such as", "Against it", ""], suggestions.map((one) => [
          h("code", {}, foreignLine(one.pattern)), `${one.approved} × in ${one.sessions} ${one.sessions === 1 ? "session" : "sessions"}`, call(one.example), against(one),
          h("details", {}, h("summary", {}, "as a rule"), rules([one.pattern], `${one.approved} approvals`))]))
      : h("p.faint", {}, `People have allowed nothing ${OFTEN} times that a rule could allow.`));
}

function loops(entries) {
  const all = alike(entries.filter((entry) => !entry.approved), (entry) => JSON.stringify([entry.session, entry.digest])).filter((some) => some.length > 2).slice(0, 12);
  return all;
}

export class Stats extends Screen {
  constructor() {
    super("Stats");
  }

  async #entries() {
    const entries = [];
    let next;
    for (let page = 0; page < PAGES; page += 1) {
      const told = await ask(`/v1/records?limit=${ROWS}${next ? `&before=${next}` : ""}`);
      // What is on record of the hub itself, such as a freeze, is no call.
      entries.push(...told.records.filter((row) => row.entry && !row.entry.notice).map((row) => ({ ...row.entry, number: row.number })));
      next = told.next;
      if (!next || told.records.length < ROWS) break;
    }
    return entries;
  }

  async load() {
    const [stats, entries, policy, { suggestions }] = await Promise.all([
      ask("/v1/stats"), this.#entries(), ask("/v1/policy").catch(() => ({})), ask(`/v1/suggestions?least=${OFTEN}`).catch(() => ({ suggestions: [] })),
    ]);
    const asked = entries.filter((entry) => entry.person);
    const allowed = asked.filter((entry) => entry.approved);
    const taken = median(allowed.map((entry) => entry.waited_ms));
    const seconds = (some) => (some.length ? `${(median(some.map((entry) => entry.waited_ms)) / 1000).toFixed(1)} s` : undefined);
    const [near, far] = [allowed.filter(local), allowed.filter((entry) => !local(entry))];
    const tile = (value, label) => h("div.tile", {}, h("strong", {}, value ?? "–"), h("span", {}, label));
    const hours = hourly(entries);
    const looping = loops(entries);
    const unused = dead(policy.policy, entries);
    const share = entries.length ? `${Math.round((100 * asked.length) / entries.length)} %` : undefined;
    fill(this.content,
      h("div.tiles", {}, tile(stats.pending, "waiting"), tile(stats.records, "decisions on record"), tile(share, `asked people, of the last ${entries.length}`),
        tile(seconds(allowed), near.length && far.length ? `median time to allow (${seconds(near)} at the terminal, ${seconds(far)} elsewhere)` : "median time to allow")),
      taken < TOO_FAST && allowed.length >= ENOUGH
        ? h("p.notice", { role: "note" }, "⚠ Half of the approvals came faster than a person can read. Ask fewer questions: grant what you always allow, or write a rule for it.")
        : null,
      looping.length ? h("p.notice", { role: "note" }, `⚠ ${looping.length} ${looping.length === 1 ? "call was" : "calls were"} refused three times or more: an agent tries again and again.`) : null,
      entries.length
        ? h("div.figures", {}, [
            columns("Decisions each hour, by layer", hours.map(({ label, entries: some }) => ({ label, parts: tally(some.map(layer)) })), LAYERS),
            run("Questions in each session, hour by hour", fatigue(hours), "questions in a session"),
            columns("How long people took", durations(asked), ["at the terminal", "on a page or elsewhere"]),
            ranks("Rules that decided", tally(entries.map((entry) => entry.rule))),
            h("figure", {}, h("figcaption", {}, "Rules that decided nothing"), unused.length
              ? table("Rules that decided nothing", ["Rule", "Says", "Where"], unused.map((rule) => [h("code", {}, foreignLine(rule.pattern)), String(rule.allowed), foreignLine(rule.location ?? "")]))
              : h("p.faint", {}, policy.policy?.rules?.length ? "Every rule decided something." : "The policy has no rules of its own.")),
            flow("From tools through layers to verdicts", ["tool", "layer", "verdict"],
              alike(entries, (entry) => JSON.stringify([entry.tool, entry.source, entry.verdict])).map((some) => [some[0].tool, some[0].source, some[0].verdict, some.length]),
              { allow: "allow", ask: "ask", deny: "deny" }),
            candidates(suggestions),
            h("figure", {}, h("figcaption", {}, "Refused and tried again"), looping.length
              ? table("Refused and tried again", ["Call", "Refused", "Session", "Why"], looping.map((some) => [shown(some[0]), `${some.length} ×`,
                  h("a", { href: `#/history?session=${encodeURIComponent(some[0].session)}&approved=false` }, foreignLine(some[0].session)), foreignLine(some[0].reason ?? "")]))
              : h("p.faint", {}, "No agent tried a refused call again.")),
            ranks("Tools", tally(entries.map((entry) => entry.tool))),
          ])
        : h("p.calm", {}, "There are no decisions yet."));
  }
}
