// @ts-check
// What was decided, newest first: filtered as one types, without an end, each row with an address of its own.

import { ICONS } from "../card/card.js";
import { commandText, findingLine, sign } from "../card/command.js";
import { argumentsTree } from "../card/contents.js";
import { reachOf } from "../card/receipt.js";
import { line, subject } from "../card/subject.js";
import { titleLine } from "../card/title.js";
import { fill, foreign, foreignLine, h, put } from "../dom.js";
import { ask } from "../hub/connection.js";
import { outcome } from "../hub/outcome.js";
import { words } from "../text/history.js";
import { span, time } from "../text/time.js";
import { download, Screen } from "./screen.js";

const PAGE = 100;
/** An export is for reading, not for keeping: `byleave audit export` has everything. */
const EXPORTED = 50000;
/** So long after the last key the filter is applied. */
const TYPED = 250;
const FIELDS = ["approved", "verdict", "tool", "rule", "person", "project", "session", "text"];
/** Those that are not always in sight. */
const FURTHER = FIELDS.slice(1, -1);
const COLUMNS = ["timestamp", "session", "agent", "tool", "verdict", "approved", "source", "rule", "location", "reason", "channel", "person", "waited_ms", "project", "digest"];
/** Beside the entry: where its request is in its life. */
const STATE = "state";
const MARKS = { quiet: "✓", allowed: "✓", collected: "✓", done: "✓", rejected: "✗", refused: "✗", expired: "–", cancelled: "–", back: "↶", other: "✗", noted: "·" };
const KINDS = { quiet: "allow", allowed: "allow", collected: "allow", done: "allow", rejected: "deny", refused: "deny", other: "deny" };

/** A field of CSV. What a spreadsheet would take for a formula gets a sign before it. */
function csv(value) {
  const text = value === undefined || value === null ? "" : String(value);
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** A row of the record as a frame of a request, for what shows either; what was read is not on record. */
const asFrame = (entry) => ({ ...entry, category: entry.category ?? (typeof entry.arguments?.command === "string" ? "command" : undefined), arguments: entry.arguments ?? {} });

/** The thing itself as on the card: a command with what was found about each part, other arguments as a tree. */
function itself(entry) {
  const about = subject(asFrame(entry));
  if (about.kind !== "command") return argumentsTree(entry.arguments);
  const found = (entry.findings ?? []).filter((one) => one.span).map((one) => ({ span: one.span, verdict: one.verdict }));
  return [commandText(about.command, found, { quiet: true }).block, argumentsTree(entry.arguments, [about.name])];
}

const kindOf = (name) => KINDS[name] ?? "none";

/** What became of it, through whom and when. */
function stamp(entry, state) {
  const name = outcome(entry, state);
  return h(`div.stamp.${kindOf(name)}`, {}, h("span.mark", { "aria-hidden": "true" }, MARKS[name]), h("strong", {}, words.outcomes[name]),
    entry.person ? [words.by, foreignLine(entry.person)] : null, words.notes[name] && !entry.person ? h("span", {}, words.notes[name]) : null, ["allowed", "collected", "done"].includes(name) ? h("span", {}, words.notes[name]) : null, h("span.faint", {}, " ", time(entry.timestamp)));
}

function detail(entry, number, state) {
  const text = words.detail;
  const row = (name, value) => (value === undefined || value === null || value === "" ? null : [h("dt", {}, name), h("dd", {}, foreignLine(String(value)))]);
  return h("div.history-detail", {},
    stamp(entry, state), itself(entry),
    entry.edited ? [h("h4", {}, text.allowedWith), argumentsTree(entry.edited)] : null,
    entry.findings?.length ? h("ul.reasons", {}, entry.findings.map((one) => h("li", {}, sign(one.verdict), " ", findingLine(one)))) : null,
    h("dl.facts-list", {},
      row(text.counts, reachOf(entry.answer)), entry.answer?.feedback ? [h("dt", {}, text.told), h("dd", {}, foreign(entry.answer.feedback))] : null, row(text.whyNot, entry.cause),
      row(text.rule, entry.rule), row(text.where, entry.location), row(text.channel, entry.channel), row(text.person, entry.person), row(text.agent, entry.agent), row(text.session, entry.session), row(text.project, entry.project),
      row(text.directory, entry.cwd), row(text.mode, entry.mode), row(text.profile, entry.profile), row(text.policy, entry.policy), row(text.digest, entry.digest),
      row(text.decided, typeof entry.decided_us === "number" ? text.microseconds(entry.decided_us) : null), entry.person && typeof entry.waited_ms === "number" ? row(text.took, entry.waited_ms < 10000 ? text.milliseconds(entry.waited_ms) : span(entry.waited_ms)) : null, row(text.record, entry.id)),
    h("p.links", {}, h("a", { href: `#/history/${number}` }, text.link), h("a", { href: `#/policy?record=${number}` }, text.try),
      h("a", { href: `#/history?session=${encodeURIComponent(entry.session ?? "")}` }, text.all)));
}

export class History extends Screen {
  constructor() {
    super(words.title);
    const [, path = "", query = ""] = /^#\/history(?:\/([^?]*))?(?:\?(.*))?$/.exec(location.hash) ?? [];
    this.only = decodeURIComponent(path);
    const given = new URLSearchParams(query);
    const select = (label, name, options) => h("label", {}, `${label} `,
      h("select", { name, on: { change: () => this.refresh() } }, options.map(([value, text]) => h("option", { value, selected: given.get(name) === value }, text))));
    const typed = () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.refresh(), TYPED);
    };
    const text = (label, name, more = {}) => h("label", {}, `${label} `, h("input", { name, type: "search", size: "12", autocomplete: "off", value: given.get(name) ?? "", on: { input: typed }, ...more }));
    this.filters = h("form.filters", { role: "search", "aria-label": words.filter, on: { submit: (event) => { event.preventDefault(); this.refresh(); } } },
      text(words.text, "text", { placeholder: words.textHint, size: "24" }),
      select(words.outcome, "approved", words.outcomes_),
      h("details.more-filters", { open: FURTHER.some((name) => given.has(name)) }, h("summary", {}, words.more), h("div", {},
        select(words.verdict, "verdict", words.verdicts), Object.entries(words.fields).map(([name, label]) => text(label, name)),
        h("span.export", {}, words.export, " ", h("button.small", { type: "button", on: { click: () => this.export("jsonl") } }, words.jsonl), " ", h("button.small", { type: "button", on: { click: () => this.export("csv") } }, words.csv)))));
    this.search = this.filters.elements.text;
    this.list = h("ul.history");
    this.status = h("p.faint", { role: "status" });
    this.more = h("button.plain", { type: "button", hidden: true, on: { click: () => this.#next() } }, words.next);
    this.observer = new IntersectionObserver((seen) => {
      if (seen.some((one) => one.isIntersecting) && !this.more.hidden) this.#next();
    }, { rootMargin: "600px 0px" });
    this.observer.observe(this.more);
    this.began = {};
    this.busy = false;
    /** @type {number | null | undefined} */
    this.next = undefined;
  }

  close() {
    clearTimeout(this.typing);
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

  async load() {
    if (this.only) return this.#one();
    const query = this.#query().toString();
    // So that what is filtered for can be kept and sent on.
    window.history.replaceState(null, "", `#/history${query ? `?${query}` : ""}`);
    this.next = undefined;
    this.began = {};
    this.busy = false;
    fill(this.list);
    // What is being typed in stays where it is.
    if (!this.filters.isConnected) fill(this.content, this.filters, this.list, this.status, this.more);
    return this.#next();
  }

  /** One record: by its number in the address, or by an id that stands in it. */
  async #one() {
    const number = /^\d{1,15}$/.test(this.only) ? Number(this.only) : undefined;
    const query = number === undefined ? `text=${encodeURIComponent(this.only)}&limit=1` : `after=${number - 1}&oldest_first=true&limit=1`;
    const { records } = await ask(`/v1/records?${query}`);
    const found = records.find((row) => row.entry && (number === undefined || row.number === number));
    const back = h("p", {}, h("a", { href: "#/history" }, words.back));
    if (!found) {
      fill(this.content, back, h("p.calm", {}, words.missing));
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
      this.status.textContent = count ? words.shown(count, !next) : next ? words.noneNear : this.#query().size ? words.none : words.noneYet;
    } finally {
      if (run === this.began) this.busy = false;
    }
    // What is still in sight after drawing is not told again by the observer.
    if (!this.more.hidden && this.more.getBoundingClientRect().top < innerHeight && this.list.childElementCount) this.#next();
  }

  /** @param {import("../hub/schema.d.ts").RecordRow} row */
  #row({ entry, number, state, risk }) {
    const name = outcome(entry, state);
    const frame = asFrame(entry);
    const about = subject(frame);
    const details = h("details", { id: `row-${number}` },
      h("summary", {},
        h(`span.verdict.${kindOf(name)}`, {}, MARKS[name], h("span.word", {}, ` ${words.outcomes[name]}`)), " ",
        entry.notice ? h("code", {}, foreignLine(entry.tool)) : about.kind === "command" ? h("code.history-line", {}, foreignLine(line(frame).slice(0, 300))) : h("span.history-line", {}, titleLine(frame)),
        h("span.item-sub", {}, time(entry.timestamp, true), entry.agent ? [" · ", foreignLine(entry.agent, "name")] : null, entry.session ? [" · ", foreignLine(entry.session, "name")] : null,
          risk ? ` · ${Object.hasOwn(ICONS, risk) ? ICONS[risk] : ""} ${risk}` : null,
          entry.person ? [" · ", foreignLine(entry.person)] : entry.rule ? [" · ", h("code", {}, foreignLine(entry.rule))] : entry.reason ? [" · ", foreignLine(entry.reason)] : null)));
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
    this.status.textContent = words.collecting;
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
    this.status.textContent = words.exported(entries.length);
    if (kind === "jsonl") {
      download("byleave.jsonl", "application/x-ndjson", entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    } else {
      const rows = entries.map((entry) => [...[...COLUMNS, STATE].map((name) => csv(entry[name])), csv(JSON.stringify(entry.arguments))].join(","));
      download("byleave.csv", "text/csv", [[...COLUMNS, STATE, "arguments"].join(","), ...rows, ""].join("\r\n"));
    }
  }
}
