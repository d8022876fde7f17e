// What was decided, newest first.

import { findingLine, MARKS, sign } from "./command.js";
import { fill, foreignLine, h, put } from "./dom.js";
import { line } from "./facts.js";
import { ask } from "./link.js";
import { download, Screen, time } from "./screen.js";
import { argumentsTree } from "./thing.js";

const PAGE = 100;
const COLUMNS = ["timestamp", "session", "agent", "tool", "verdict", "approved", "source", "rule", "location", "reason", "channel", "person", "waited_ms", "digest"];

/** A field of CSV. What a spreadsheet would take for a formula gets a sign before it. */
function csv(value) {
  const text = value === undefined || value === null ? "" : String(value);
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

function outcome(entry) {
  if (entry.approved) return { mark: MARKS.allow, word: "ran", kind: "allow" };
  return { mark: MARKS.deny, word: "refused", kind: "deny" };
}

function detail(entry) {
  const row = (name, value) => (value === undefined || value === null || value === "" ? null : [h("dt", {}, name), h("dd", {}, foreignLine(String(value)))]);
  return h("div.history-detail", {},
    argumentsTree(entry.arguments),
    entry.findings?.length
      ? h("ul.reasons", {}, entry.findings.map((one) =>
          h("li", {}, sign(one.verdict), " ", findingLine(one), h("span.faint", {}, " · ", foreignLine(one.stage ?? "")))))
      : null,
    h("dl.facts-list", {},
      row("Rule", entry.rule), row("Where", entry.location), row("Stage", entry.stage), row("Source", entry.source),
      row("Channel", entry.channel), row("Person", entry.person), row("Session", entry.session), row("Directory", entry.cwd),
      row("Mode", entry.mode), row("Profile", entry.profile), row("Policy", entry.policy), row("Digest", entry.digest),
      row("Decided in", `${entry.decided_us} µs`), entry.person ? row("Person took", `${entry.waited_ms} ms`) : null));
}

export class History extends Screen {
  constructor() {
    super("History");
    const select = (label, name, options) => h("label", {}, `${label} `,
      h("select", { name, on: { change: () => this.refresh() } }, options.map(([value, text]) => h("option", { value }, text))));
    const text = (label, name) => h("label", {}, `${label} `, h("input", { name, type: "text", size: "12", autocomplete: "off" }));
    this.filters = h("form.filters", { on: { submit: (event) => { event.preventDefault(); this.refresh(); } } },
      select("Outcome", "approved", [["", "all"], ["true", "ran"], ["false", "refused"]]),
      select("Verdict", "verdict", [["", "all"], ["allow", "allow"], ["ask", "ask"], ["deny", "deny"]]),
      select("Source", "source", ["", "safe", "config", "skill", "user", "mode", "tool", "floor", "none"].map((one) => [one, one || "all"])),
      text("Tool", "tool"), text("Session", "session"), text("Rule", "rule"), text("Text", "words"),
      h("button.plain", { type: "submit" }, "Show"),
      h("button.plain", { type: "button", on: { click: () => this.export("jsonl") } }, "JSONL"),
      h("button.plain", { type: "button", on: { click: () => this.export("csv") } }, "CSV"));
    this.search = this.filters.elements.words;
    this.list = h("ul.history");
    this.more = h("button.plain", { type: "button", hidden: true, on: { click: () => this.#next() } }, "More");
    this.rows = [];
  }

  #query(last) {
    const query = new URLSearchParams({ limit: String(PAGE) });
    for (const name of ["approved", "verdict", "source", "tool", "session", "rule"]) {
      const value = this.filters.elements[name].value.trim();
      if (value) query.set(name, value);
    }
    if (last) query.set("until", last);
    return query;
  }

  async load() {
    this.rows = [];
    fill(this.list);
    fill(this.content, this.filters, this.list, this.more);
    await this.#next();
  }

  async #next() {
    const last = this.rows.at(-1);
    const { records } = await ask(`/v1/records?${this.#query(last?.entry.timestamp)}`);
    const known = new Set(this.rows.map((row) => row.number));
    const fresh = records.filter((row) => row.entry && !known.has(row.number));
    this.rows.push(...fresh);
    this.more.hidden = records.length < PAGE || !fresh.length;
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = fresh.filter((row) => {
      const text = words.length ? JSON.stringify(row.entry).toLowerCase() : "";
      return words.every((word) => text.includes(word));
    });
    put(this.list, shown.map((row) => this.#row(row)));
    if (!this.list.childElementCount) fill(this.list, h("li.faint", {}, "Nothing of that kind is on record."));
  }

  #row({ entry, number }) {
    const { mark, word, kind } = outcome(entry);
    const frame = { tool: entry.tool, arguments: entry.arguments, category: entry.category };
    const details = h("details", { id: `row-${number}` },
      h("summary", {},
        h(`span.verdict.${kind}`, {}, mark, h("span.word", {}, ` ${word}`)), " ",
        h("code", {}, foreignLine(line(frame).slice(0, 300))),
        h("span.item-sub", {}, time(entry.timestamp), " · ", foreignLine(entry.reason ?? ""), entry.person ? [" · ", foreignLine(entry.person)] : null)));
    details.addEventListener("toggle", () => {
      if (details.open && details.childElementCount === 1) put(details, detail(entry));
    });
    return h("li", {}, details);
  }

  export(kind) {
    const entries = this.rows.map((row) => row.entry);
    if (kind === "jsonl") {
      download("byleave.jsonl", "application/x-ndjson", entries.map((entry) => JSON.stringify(entry)).join("\n"));
    } else {
      const rows = entries.map((entry) => [...COLUMNS.map((name) => csv(entry[name])), csv(JSON.stringify(entry.arguments))].join(","));
      download("byleave.csv", "text/csv", [[...COLUMNS, "arguments"].join(","), ...rows].join("\r\n"));
    }
  }
}

