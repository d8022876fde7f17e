// How often people are asked, how long they take, and which rules do the work.

import { fill, h } from "./dom.js";
import { ask } from "./link.js";
import { columns, ranks } from "./plot.js";
import { Screen } from "./screen.js";

const ROWS = 1000;
/** Faster than anybody reads. */
const TOO_FAST = 1500;
const STEPS = [[1000, "<1 s"], [1500, "1–1.5 s"], [3000, "1.5–3 s"], [10000, "3–10 s"], [30000, "10–30 s"], [120000, "½–2 min"], [600000, "2–10 min"], [Infinity, "longer"]];

function tally(values) {
  const counts = {};
  for (const value of values) if (value) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function hours(entries) {
  const byHour = new Map();
  for (const entry of entries) {
    const hour = Math.floor(Date.parse(entry.timestamp) / 3600000);
    const kind = entry.person ? (entry.approved ? "asked, allowed" : "asked, denied") : entry.approved ? "ran by itself" : "refused by itself";
    const parts = byHour.get(hour) ?? {};
    parts[kind] = (parts[kind] ?? 0) + 1;
    byHour.set(hour, parts);
  }
  const all = [...byHour.keys()].sort((a, b) => a - b).slice(-48);
  const first = Math.max(all[0] ?? 0, (all.at(-1) ?? 0) - 47);
  const bars = [];
  for (let hour = first; all.length && hour <= all.at(-1); hour += 1) {
    bars.push({ label: `${new Date(hour * 3600000).getHours()}:00`, parts: byHour.get(hour) ?? {} });
  }
  return bars;
}

function loops(entries) {
  const refused = new Map();
  for (const entry of entries) if (!entry.approved) refused.set(entry.digest, (refused.get(entry.digest) ?? 0) + 1);
  return [...refused.values()].filter((count) => count > 2).length;
}

export class Stats extends Screen {
  constructor() {
    super("Stats");
  }

  async load() {
    const [stats, { records }] = await Promise.all([ask("/v1/stats"), ask(`/v1/records?limit=${ROWS}`)]);
    const entries = records.map((row) => row.entry).filter(Boolean);
    const asked = entries.filter((entry) => entry.person);
    const median = stats.median_answer_ms;
    const tile = (value, label) => h("div.tile", {}, h("strong", {}, value ?? "–"), h("span", {}, label));
    const times = STEPS.map(([end, label], at) => {
      const from = at ? STEPS[at - 1][0] : 0;
      return { label, parts: { answers: asked.filter((entry) => entry.waited_ms >= from && entry.waited_ms < end).length } };
    });
    const looping = loops(entries);
    const counts = stats.counts ?? {};
    fill(this.content,
      h("div.tiles", {}, tile(stats.pending, "waiting"), tile(stats.records, "decisions on record"), tile(asked.length, `asked, of the last ${entries.length}`),
        tile(median === null || median === undefined ? undefined : `${(median / 1000).toFixed(1)} s`, "median time to answer")),
      median !== null && median !== undefined && median < TOO_FAST && asked.length > 4
        ? h("p.notice", {}, "⚠ Half of all answers came faster than anybody reads. Fewer questions help: grant what is always allowed, or write a rule for it.")
        : null,
      looping ? h("p.notice", {}, `⚠ ${looping} calls were refused three times or more: an agent tries again and again.`) : null,
      entries.length
        ? [
            columns("Decisions each hour", hours(entries), ["ran by itself", "asked, allowed", "asked, denied", "refused by itself"]),
            columns("How long people took", times, ["answers"]),
            ranks("Who was credited", counts.by_source ?? tally(entries.map((entry) => entry.source))),
            ranks("Rules that decided", counts.by_rule ?? tally(entries.map((entry) => entry.rule))),
            ranks("Tools", counts.by_tool ?? tally(entries.map((entry) => entry.tool))),
            ranks("Questions by session", tally(asked.map((entry) => entry.session))),
          ]
        : h("p.calm", {}, "Nothing was decided yet."));
  }
}
