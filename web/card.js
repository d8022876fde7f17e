// One request. The order never changes, so that the eye learns it: sentence, thing, why, what comes next, answer.

import { Bar } from "./bar.js";
import { Change } from "./change.js";
import { findingLine, sign } from "./command.js";
import { announce, fill, foreign, foreignLine, h } from "./dom.js";
import { inOrder, likeness, risk, span, subject } from "./facts.js";
import { keyOf } from "./keys.js";
import { Seen } from "./seen.js";
import { sentence } from "./sentence.js";
import { warnings } from "./spell.js";
import { changed, state } from "./state.js";
import { argumentsTree, thing } from "./thing.js";

export const ICONS = { low: "○", medium: "◐", high: "▲", critical: "⬣" };

export function riskBadge(frame) {
  const level = risk(frame);
  return h(`span.risk.${level}`, {}, h("span", { "aria-hidden": "true" }, `${ICONS[level]} `), level.toUpperCase());
}

/** What it does that weighs more than the rule that asks: in words of the hub's own. */
const deedsOf = (frame) => (Array.isArray(frame.risk?.deeds) ? frame.risk.deeds.filter((one) => typeof one === "string") : []);

function whyItAsks(frame) {
  const commands = frame.parsed?.commands ?? [];
  // The parts of a compound say for themselves why they ask.
  const compound = commands.length > 1;
  const findings = [
    ...(frame.parsed?.findings ?? []),
    ...(compound ? [] : commands.flatMap((one) => one.findings ?? [])),
  ].filter((one) => one.verdict !== "allow");
  if (compound && !findings.length) return null;
  const seen = new Set();
  const items = findings.filter((one) => {
    const key = JSON.stringify([one.reason, one.rule, one.stage]);
    return !seen.has(key) && seen.add(key);
  });
  const list = items.length
    ? items.map((one) => h("li", {}, sign(one.verdict), " ", findingLine(one),
        h("span.faint", {}, " · ", foreignLine(one.stage ?? ""))))
    : (frame.risk?.reasons ?? []).filter((reason) => !deedsOf(frame).includes(reason)).map((reason) => h("li", {}, foreignLine(reason)));
  return h("section.block", {}, h("h3", {}, "Why it asks"), h("ul.reasons", {}, list.length ? list : h("li", {}, "no rule covers it")));
}

/** The same call where each stage shows what it says, and another policy can be tried. */
function simulator(frame) {
  return h("p.links", {}, h("a", { href: `#/policy?request=${encodeURIComponent(frame.id)}` }, "See it stage by stage, or under another policy"));
}

/** Every text in a value, the names in it too. */
function strings(value) {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [key, ...strings(one)]);
}

function warningsOf(frame) {
  const texts = [...strings(frame.arguments ?? {}), frame.tool ?? "", frame.cwd ?? ""];
  const all = warnings(texts);
  if (frame.outside_project) all.unshift("it touches, or may touch, paths outside the project");
  const deeds = deedsOf(frame).map((deed) => h("li.deed", {}, "⚠ ", foreignLine(deed)));
  return all.length || deeds.length ? h("ul.warnings", {}, deeds, all.map((text) => h("li", {}, "⚠ ", text))) : null;
}

function next(frame) {
  const rest = frame.batch_remaining ?? [];
  if (!rest.length) return null;
  const item = (one) => {
    let shown;
    try {
      const args = typeof one.arguments === "string" ? JSON.parse(one.arguments) : one.arguments;
      const only = Object.values(args ?? {});
      shown = only.length === 1 && typeof only[0] === "string" ? foreignLine(only[0]) : argumentsTree(args);
    } catch {
      shown = foreignLine(one.arguments);
    }
    return h("li", {}, h("strong", {}, foreignLine(one.tool, "name")), " ", shown);
  };
  return h("section.block", {},
    h("h3", {}, `What comes next (${rest.length})`),
    h("p.faint", {}, "The agent wants to make these calls next, in the same turn. byleave judges each of them separately."),
    h("ol.next", {}, rest.map(item)));
}

function facts(frame) {
  const row = (name, text, kind) => (text ? [h("dt", {}, name), h("dd", {}, foreignLine(text, kind))] : null);
  return h("details.facts", {}, h("summary", {}, "All facts"),
    h("dl", {},
      row("Tool", frame.tool, "name"), row("Category", frame.category), row("About the tool", frame.tool_description),
      row("Session", frame.session_id), row("Parent session", frame.parent_session_id), row("Agent", frame.agent), row("Host, as it says", frame.host),
      row("Directory", frame.cwd), row("Project", frame.project), row("Call", frame.tool_call_id),
      h("dt", {}, "Request"), h("dd", {}, h("a", { href: `#/queue/${encodeURIComponent(frame.id)}` }, foreignLine(frame.id))), row("Hash of the call", frame.call_hash),
      row("Asked", frame.created_at), row("Ends", frame.expires_at),
      row("Size", `${JSON.stringify(frame.arguments ?? {}).length} characters of JSON`)),
    h("h4", {}, "Arguments as the agent sent them"),
    h("pre.raw", { tabindex: "0" }, foreign(JSON.stringify(inOrder(frame), null, 1), "text", "code")));
}

/** How many have approved, where one is not enough. */
export function approvals(frame) {
  const { needed, given } = frame.approvals ?? {};
  if (!Number.isInteger(needed) || needed < 2) return null;
  const names = Array.isArray(given) ? given.map(String) : [];
  return h("p.approvals", {}, `${names.length} of ${needed} approvals`,
    names.length ? [" (", names.map((name, at) => [at ? ", " : "", foreignLine(name, "name")]), ")"] : null);
}

/** The upper part, which receipts have too. */
export function body(frame, change, live) {
  return [
    h("p.asked-by", {}, "Session ", h("strong", {}, foreignLine(frame.session_id ?? "unknown", "name")),
      frame.parent_session_id ? [" of ", foreignLine(frame.parent_session_id, "name")] : null,
      " · tool ", h("code", {}, foreignLine(frame.tool, "name"))),
    frame.description
      ? h("blockquote.says", {}, h("span.faint", {}, "The agent says: "), "“", foreign(frame.description), "”")
      : null,
    warningsOf(frame),
    h("section.thing", { "aria-label": "What would happen" }, thing(frame, change, live)),
  ];
}

export class Card {
  constructor(frame) {
    this.frame = frame;
    this.change = Change.fits(frame) || subject(frame).kind === "patch" ? new Change(frame, () => this.#moved()) : undefined;
    this.bar = state.mayAnswer ? new Bar(frame, { hold: () => this.hold(), fresh: () => this.fresh() }) : undefined;
    this.left = h("span.left");
    this.claimed = h("span.claimed");
    this.given = h("div");
    this.more = h("button.small.more-time", { type: "button", hidden: true, "aria-keyshortcuts": keyOf("more"), on: { click: () => this.bar?.more() } },
      "More time", h("kbd", { "aria-hidden": "true" }, keyOf("more")));
    this.element = h("article.card", { "data-id": frame.id, "aria-labelledby": "card-title" },
      h("div.card-top", {}, riskBadge(frame), this.left, this.more, this.claimed),
      h("h2", { id: "card-title", tabindex: "-1" }, sentence(frame)),
      this.given,
      body(frame, this.change, true), whyItAsks(frame), simulator(frame), next(frame), facts(frame),
      this.bar ? [this.bar.element, this.bar.buttons] : h("p.notice", {}, "You are watching: this token may not answer."));
    const grave = ["high", "critical"].includes(risk(frame));
    this.seen = this.bar && new Seen(this.element, this.bar.buttons, { grave, moved: () => this.#read() });
    this.bar?.arm();
    if (Change.fits(frame)) this.change.watch();
    this.tick();
  }

  /** All of it has been on the screen. */
  #read() {
    if (this.hold() === undefined) state.read.add(likeness(this.frame));
    this.bar.arm();
    changed();
  }

  /** What is shown of the file is another thing now, so it has not been read. */
  #moved() {
    if (!this.seen) return;
    this.seen.again();
    if (this.shownBlock !== this.change.block || this.change.whole !== this.wasWhole) this.bar.redrawn();
    this.shownBlock = this.change.block;
    this.wasWhole = this.change.whole;
    this.bar.arm();
  }

  /** Why an approval does not count now; nothing if it does. */
  hold() {
    if (this.change?.waiting) return "The hub is reading the file";
    if (this.change?.stale) return "The file changed: look again first";
    if (this.change && !this.change.whole) return "Show all lines first";
    return this.seen?.done ? undefined : "Read it to the end first";
  }

  /** Just before an approval: whether the file is still the one that was shown. */
  async fresh() {
    if (!this.change || !Change.fits(this.frame)) return true;
    return this.change.refresh();
  }

  tick(now = Date.now()) {
    this.seen?.plan();
    const ends = this.frame.expires_at ? Date.parse(this.frame.expires_at) - now : undefined;
    const age = now - Date.parse(this.frame.created_at);
    const parts = [];
    if (!Number.isNaN(age)) parts.push(`asked ${span(age)} ago`);
    if (ends !== undefined && !Number.isNaN(ends)) parts.push(ends > 0 ? `ends in ${span(ends)}` : "ending");
    const text = parts.join(" · ");
    if (this.left.textContent !== text) this.left.textContent = text;
    const soon = ends !== undefined && ends < 60000;
    if (soon && !this.soon && ends > 0) announce(`This request ends in ${span(ends)}. Press ${keyOf("more")} for more time.`);
    this.soon = soon;
    this.left.classList.toggle("soon", soon);
    this.more.hidden = !this.bar || ends === undefined || Number.isNaN(ends) || ends > 120000;
    const given = JSON.stringify(this.frame.approvals ?? null);
    if (given !== this.shownGiven) {
      this.shownGiven = given;
      fill(this.given, approvals(this.frame));
    }
  }

  close() {
    this.seen?.close();
    this.change?.close();
  }
}
