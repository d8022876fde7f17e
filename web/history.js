// What was decided, newest first: filtered, without an end, each row with an address of its own.

import { commandText, findingLine, MARKS, sign } from "./command.js";
import { fill, foreign, foreignLine, h, put } from "./dom.js";
import { line, span, subject } from "./facts.js";
import { ask } from "./link.js";
import { reachOf } from "./receipt.js";
import { download, Screen, time } from "./screen.js";
import { argumentsTree } from "./thing.js";

const PAGE = 100;
/** An export is for reading, not for keeping: `byleave audit export` has everything. */
const EXPORTED = 50000;
const FIELDS = ["approved", "verdict", "source", "tool", "rule", "person", "project", "session", "text"];
/** Those that are not always in sight. */
const FURTHER = FIELDS.slice(1, -1);
const COLUMNS = ["timestamp", "session", "agent", "tool", "verdict", "approved", "source", "rule", "location", "reason", "channel", "person", "waited_ms", "project", "digest"];
/** Beside the entry: where its request is in its life. */
const STATE = "state";

/** A field of CSV. What a spreadsheet would take for a formula gets a sign before it. */
function csv(value) {
  const text = value === undefined || value === null ? "" : String(value);
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** What became of a call that was allowed, as far as the hub knows: allowed, collected and done are three things. */
const ALLOWED = {
  decided: ["allowed", "the agent has not collected the answer"],
  released: ["collected", "the agent has the answer"],
  done: ["done", "the agent said so"],
  expired: ["allowed", "the agent never collected the answer"],
  cancelled: ["allowed", "the agent never collected the answer"],
};

/** `state` is that of the request, where there was one. */
function outcome(entry, state) {
  // Of the hub itself, such as a freeze: nothing was called, so nothing was refused.
  if (entry.notice) return { mark: "·", word: "noted", kind: "none" };
  if (entry.answer?.undo === true) return { mark: "↶", word: "taken back", note: "the request waits again", kind: "none" };
  if (!entry.approved) return { mark: MARKS.deny, word: "refused", kind: "deny" };
  if (state === "taken_back") return { mark: "↶", word: "taken back", note: "it was allowed, and the answer was taken back", kind: "none" };
  const [word, note] = Object.hasOwn(ALLOWED, state ?? "") ? ALLOWED[state] : ["allowed"];
  return { mark: MARKS.allow, word, note, kind: "allow" };
}

/** The thing itself as on the card: a command with what was found about each part, other arguments as a tree. */
function itself(entry) {
  const about = subject({ ...entry, category: entry.category ?? undefined });
  if (about.kind !== "command") return argumentsTree(entry.arguments);
  const found = (entry.findings ?? []).filter((one) => one.span).map((one) => ({ span: one.span, verdict: one.verdict }));
  return [commandText(about.command, found), argumentsTree(entry.arguments, [about.name])];
}

/** The stamp of a receipt: what became of it, through whom and when. */
function stamp(entry, state) {
  const { mark, word, note, kind } = outcome(entry, state);
  const who = entry.person ? [" by ", foreignLine(entry.person)] : entry.approved ? " by itself" : null;
  return h(`div.stamp.${kind}`, {}, h("span.mark", { "aria-hidden": "true" }, mark), h("strong", {}, word), who, note ? h("span", {}, note) : null, h("span.faint", {}, " ", time(entry.timestamp)));
}

function detail(entry, number, state) {
  const row = (name, value) => (value === undefined || value === null || value === "" ? null : [h("dt", {}, name), h("dd", {}, foreignLine(String(value)))]);
  return h("div.history-detail", {},
    stamp(entry, state), itself(entry),
    entry.edited ? [h("h4", {}, "Allowed with"), argumentsTree(entry.edited)] : null,
    entry.findings?.length
      ? h("ul.reasons", {}, entry.findings.map((one) =>
          h("li", {}, sign(one.verdict), " ", findingLine(one), h("span.faint", {}, " · ", foreignLine(one.stage ?? "")))))
      : null,
    h("dl.facts-list", {},
      row("Reach", reachOf(entry.answer)), entry.answer?.feedback ? [h("dt", {}, "Told the agent"), h("dd", {}, foreign(entry.answer.feedback))] : null, row("Why not", entry.cause),
      row("Rule", entry.rule), row("Where", entry.location), row("Stage", entry.stage), row("Source", entry.source),
      row("Channel", entry.channel), row("Person", entry.person), row("Agent", entry.agent), row("Session", entry.session), row("Project", entry.project),
      row("Directory", entry.cwd), row("Mode", entry.mode), row("Profile", entry.profile), row("Policy", entry.policy), row("Digest", entry.digest),
      row("Decided in", `${entry.decided_us} µs`), entry.person ? row("Person took", entry.waited_ms < 10000 ? `${entry.waited_ms} ms` : span(entry.waited_ms)) : null, row("Record", entry.id)),
    h("p.links", {}, h("a", { href: `#/history/${number}` }, "Link to this record"), h("a", { href: `#/policy?record=${number}` }, "Try it under a policy"),
      h("a", { href: `#/history?session=${encodeURIComponent(entry.session ?? "")}` }, "All of this session")));
}

export class History extends Screen {
  constructor() {
    super("History");
    const [, path = "", query = ""] = /^#\/history(?:\/([^?]*))?(?:\?(.*))?$/.exec(location.hash) ?? [];
    this.only = decodeURIComponent(path);
    const given = new URLSearchParams(query);
    const select = (label, name, options) => h("label", {}, `${label} `,
      h("select", { name, on: { change: () => this.refresh() } }, options.map(([value, text]) => h("option", { value, selected: given.get(name) === value }, text))));
    const text = (label, name, type = "text") => h("label", {}, `${label} `,
      h("input", { name, type, size: "12", autocomplete: "off", value: given.get(name) ?? "" }));
    this.filters = h("form.filters", { role: "search", "aria-label": "Filter the history", on: { submit: (event) => { event.preventDefault(); this.refresh(); } } },
      text("Text", "text", "search"),
      select("Outcome", "approved", [["", "all"], ["true", "allowed"], ["false", "refused"]]),
      h("button.plain", { type: "submit" }, "Show"),
      h("button.plain", { type: "button", on: { click: () => this.#clear() } }, "Clear"),
      h("button.plain", { type: "button", on: { click: () => this.export("jsonl") } }, "Export JSONL"),
      h("button.plain", { type: "button", on: { click: () => this.export("csv") } }, "Export CSV"),
      h("details.more-filters", { open: FURTHER.some((name) => given.has(name)) }, h("summary", {}, "More filters"), h("div", {},
        select("Verdict", "verdict", [["", "all"], ["allow", "allow"], ["ask", "ask"], ["deny", "deny"]]),
        select("Source", "source", ["", "safe", "config", "skill", "user", "mode", "tool", "floor", "none"].map((one) => [one, one || "all"])),
        text("Tool", "tool"), text("Rule", "rule"), text("Person", "person"), text("Project", "project"), text("Session", "session"))));
    this.search = this.filters.elements.text;
    this.list = h("ul.history");
    this.status = h("p.faint", { role: "status" });
    this.more = h("button.plain", { type: "button", hidden: true, on: { click: () => this.#next() } }, "More");
    this.observer = new IntersectionObserver((seen) => {
      if (seen.some((one) => one.isIntersecting) && !this.more.hidden) this.#next();
    }, { rootMargin: "600px 0px" });
    this.observer.observe(this.more);
  }

  close() {
    this.observer.disconnect();
  }

  #query() {
    const query = new URLSearchParams();
    for (const name of FIELDS) {
      const value = this.filters.elements[name].value.trim();
      if (value) query.set(name, value);
    }
    return query;
  }

  #clear() {
    for (const name of FIELDS) this.filters.elements[name].value = "";
    this.refresh();
  }

  async load() {
    if (this.only) return this.#one();
    const query = this.#query().toString();
    // So that what is filtered for can be kept and sent on.
    window.history.replaceState(null, "", `#/history${query ? `?${query}` : ""}`);
    this.next = undefined;
    this.began = {};
    this.busy = false;
    fill(this.list);
    fill(this.content, this.filters, this.list, this.status, this.more);
    return this.#next();
  }

  /** One record: by its number in the address, or by an id that stands in it. */
  async #one() {
    const number = /^\d{1,15}$/.test(this.only) ? Number(this.only) : undefined;
    const query = number === undefined ? `text=${encodeURIComponent(this.only)}&limit=1` : `after=${number - 1}&oldest_first=true&limit=1`;
    const { records } = await ask(`/v1/records?${query}`);
    const found = records.find((row) => row.entry && (number === undefined || row.number === number));
    const back = h("p", {}, h("a", { href: "#/history" }, "← All of the history"));
    if (!found) {
      fill(this.content, back, h("p.calm", {}, "There is no such record, or this token may not see it."));
      return;
    }
    const row = this.#row(found);
    fill(this.content, back, h("ul.history", {}, row));
    row.firstChild.open = true;
  }

  async #next() {
    if (this.busy) return;
    this.busy = true;
    const run = this.began;
    const query = this.#query();
    query.set("limit", String(PAGE));
    if (this.next) query.set("before", String(this.next));
    try {
      const { records, next } = await ask(`/v1/records?${query}`);
      // The filter changed meanwhile.
      if (run !== this.began) return;
      this.next = next;
      put(this.list, records.filter((row) => row.entry).map((row) => this.#row(row)));
      const count = this.list.childElementCount;
      this.more.hidden = !next;
      this.status.textContent = count ? `${count} shown${next ? "" : ", that is all"}` : next ? "No such entry among the newest; press More to look further." : "The record has no such entry.";
    } finally {
      if (run === this.began) this.busy = false;
    }
    // What is still in sight after drawing is not told again by the observer.
    if (!this.more.hidden && this.more.getBoundingClientRect().top < innerHeight && this.list.childElementCount) this.#next();
  }

  #row({ entry, number, state }) {
    const { mark, word, kind } = outcome(entry, state);
    const frame = { tool: entry.tool, arguments: entry.arguments, category: entry.category };
    const details = h("details", { id: `row-${number}` },
      h("summary", {},
        h(`span.verdict.${kind}`, {}, mark, h("span.word", {}, ` ${word}`)), " ",
        h("code", {}, foreignLine(entry.notice ? entry.tool : line(frame).slice(0, 300))),
        h("span.item-sub", {}, time(entry.timestamp), " · ", foreignLine(entry.reason ?? ""), entry.person ? [" · ", foreignLine(entry.person)] : null)));
    details.addEventListener("toggle", () => {
      if (details.open && details.childElementCount === 1) put(details, detail(entry, number, state));
    });
    return h("li", {}, details);
  }

  /** Everything that is filtered for, not only what is on the screen. */
  async export(kind) {
    const entries = [];
    const query = this.#query();
    query.set("limit", "1000");
    this.status.textContent = "Collecting…";
    try {
      for (let next; entries.length < EXPORTED;) {
        if (next) query.set("before", String(next));
        const page = await ask(`/v1/records?${query}`);
        entries.push(...page.records.filter((row) => row.entry).map((row) => (row.state ? { ...row.entry, [STATE]: row.state } : row.entry)));
        next = page.next;
        if (!next) break;
      }
    } catch (error) {
      this.status.textContent = error.message;
      return;
    }
    this.status.textContent = `${entries.length} exported`;
    if (kind === "jsonl") {
      download("byleave.jsonl", "application/x-ndjson", entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    } else {
      const rows = entries.map((entry) => [...[...COLUMNS, STATE].map((name) => csv(entry[name])), csv(JSON.stringify(entry.arguments))].join(","));
      download("byleave.csv", "text/csv", [[...COLUMNS, STATE, "arguments"].join(","), ...rows, ""].join("\r\n"));
    }
  }
}
