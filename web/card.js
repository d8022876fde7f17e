// One request. The order never changes, so that the eye learns it: sentence, thing, why, what comes next, answer.

import { Bar } from "./bar.js";
import { findingLine, sign } from "./command.js";
import { foreign, foreignLine, h } from "./dom.js";
import { risk, span } from "./facts.js";
import { sentence } from "./sentence.js";
import { warnings } from "./spell.js";
import { state } from "./state.js";
import { argumentsTree, thing } from "./thing.js";

export const ICONS = { low: "○", medium: "◐", high: "▲", critical: "⬣" };

export function riskBadge(frame) {
  const level = risk(frame);
  return h(`span.risk.${level}`, {}, h("span", { "aria-hidden": "true" }, `${ICONS[level]} `), level.toUpperCase());
}

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
    : (frame.risk?.reasons ?? []).map((reason) => h("li", {}, foreignLine(reason)));
  return h("section.block", {}, h("h3", {}, "Why it asks"), h("ul.reasons", {}, list.length ? list : h("li", {}, "no rule covers it")));
}

function warningsOf(frame) {
  const texts = [JSON.stringify(frame.arguments ?? {}), frame.tool ?? "", frame.cwd ?? ""];
  const all = warnings(texts);
  if (frame.outside_project) all.unshift("it touches, or may touch, paths outside the project");
  return all.length ? h("ul.warnings", {}, all.map((text) => h("li", {}, "⚠ ", text))) : null;
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
    h("p.faint", {}, "The agent wants these after this one, in the same turn. Each is judged by itself."),
    h("ol.next", {}, rest.map(item)));
}

function facts(frame) {
  const row = (name, text, kind) => (text ? [h("dt", {}, name), h("dd", {}, foreignLine(text, kind))] : null);
  return h("details.facts", {}, h("summary", {}, "All facts"),
    h("dl", {},
      row("Tool", frame.tool, "name"), row("Category", frame.category), row("About the tool", frame.tool_description),
      row("Session", frame.session_id), row("Parent session", frame.parent_session_id), row("Agent", frame.agent),
      row("Directory", frame.cwd), row("Project", frame.project), row("Call", frame.tool_call_id),
      row("Request", frame.id), row("Hash of the call", frame.call_hash),
      row("Asked", frame.created_at), row("Ends", frame.expires_at),
      row("Size", `${JSON.stringify(frame.arguments ?? {}).length} characters of JSON`)),
    h("h4", {}, "Arguments as they were sent"),
    h("pre.raw", { tabindex: "0" }, foreign(JSON.stringify(frame.arguments ?? {}, null, 1), "text", "code")));
}

/** The upper part, which receipts have too. */
export function body(frame) {
  return [
    h("p.asked-by", {}, "Session ", h("strong", {}, foreignLine(frame.session_id ?? "unknown", "name")),
      frame.parent_session_id ? [" of ", foreignLine(frame.parent_session_id, "name")] : null,
      " · tool ", h("code", {}, foreignLine(frame.tool, "name"))),
    frame.description
      ? h("blockquote.says", {}, h("span.faint", {}, "The agent says: "), "“", foreign(frame.description), "”")
      : null,
    warningsOf(frame),
    h("section.thing", { "aria-label": "What would happen" }, thing(frame)),
  ];
}

export class Card {
  constructor(frame) {
    this.frame = frame;
    this.read = false;
    const end = h("div.end", { "aria-hidden": "true" });
    this.bar = state.mayAnswer ? new Bar(frame, () => this.read) : undefined;
    this.left = h("span.left");
    this.claimed = h("span.claimed");
    this.element = h("article.card", { "data-id": frame.id, "aria-labelledby": "card-title" },
      h("div.card-top", {}, riskBadge(frame), this.left, this.claimed),
      h("h2", { id: "card-title", tabindex: "-1" }, sentence(frame)),
      body(frame), end, whyItAsks(frame), next(frame), facts(frame),
      this.bar ? [this.bar.element, this.bar.buttons] : h("p.notice", {}, "You are watching: this token may not answer."));
    // Read to the end means that the end was on the screen, not that somebody has scrolled.
    this.observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      this.read = true;
      this.bar?.arm();
      this.observer.disconnect();
      // The bar of buttons lies over the lower edge: what is behind it was not seen.
    }, { rootMargin: "0px 0px -140px 0px" });
    this.observer.observe(end);
    this.tick();
  }

  tick(now = Date.now()) {
    const ends = this.frame.expires_at ? Date.parse(this.frame.expires_at) - now : undefined;
    const age = now - Date.parse(this.frame.created_at);
    const parts = [];
    if (!Number.isNaN(age)) parts.push(`asked ${span(age)} ago`);
    if (ends !== undefined && !Number.isNaN(ends)) parts.push(ends > 0 ? `ends in ${span(ends)}` : "ending");
    this.left.textContent = parts.join(" · ");
    this.left.classList.toggle("soon", ends !== undefined && ends < 60000);
  }

  close() {
    this.observer.disconnect();
  }
}
