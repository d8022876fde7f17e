// @ts-check
// One request: its deed in a line, the thing itself with the reasons at its lines, the answer. Everything else is behind
// one fold.

import { announce, fill, foreignLine, h } from "../dom.js";
import { changed, state } from "../hub/state.js";
import { keyOf } from "../screens/keys.js";
import { words } from "../text/card.js";
import { words as fileWords } from "../text/changes.js";
import { words as login } from "../text/login.js";
import { place } from "../text/paths.js";
import { asks, words as reasonWords } from "../text/reasons.js";
import { warnings } from "../text/spell.js";
import { span } from "../text/time.js";
import { AnswerBar } from "./answer-bar.js";
import { thing } from "./contents.js";
import { details } from "./details.js";
import { FileChange } from "./file-change.js";
import { ReadToEnd } from "./read-to-end.js";
import { isFloor, likeness, risk, subject, who } from "./subject.js";
import { titleLine } from "./title.js";

export const ICONS = { low: "○", medium: "◐", high: "▲", critical: "⬣" };

/** How long before its end a request says so. */
const SOON = 120000;

export function riskBadge(frame) {
  const level = risk(frame);
  return h(`span.risk.${level}`, {}, h("span", { "aria-hidden": "true" }, `${ICONS[level]} `), level.toUpperCase());
}

/** What it does that weighs more than the rule that asks: in words of the hub's own. */
const deedsOf = (frame) => (Array.isArray(frame.risk?.deeds) ? frame.risk.deeds.filter((one) => typeof one === "string") : []);

/** Every text in a value, the names in it too. */
function strings(value) {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [key, ...strings(one)]);
}

/** What a reader must know before they believe their eyes. A deed that the title tells is not told again. */
function warningsOf(frame) {
  const found = warnings([...strings(frame.arguments ?? {}), frame.tool ?? "", frame.cwd ?? ""]).map((name) => words[name]);
  const sends = (frame.parsed?.commands ?? []).some((one) => one.does?.verb === "send");
  const deeds = subject(frame).kind === "command" && sends ? deedsOf(frame).filter((_, at) => at > 0) : deedsOf(frame);
  const lines = (frame.parsed?.commands ?? []).length > 0;
  const outside = frame.outside_project && !lines ? [words.outside] : [];
  const all = [...deeds.map((one) => h("li.deed", {}, "⚠ ", foreignLine(one.replaceAll("`", "")))), ...[...found, ...outside].map((one) => h("li", {}, "⚠ ", one))];
  return all.length ? h("ul.warnings", {}, all) : null;
}

/** Why a call asks that is no command; a command says it at its lines. */
function reason(frame) {
  const about = subject(frame);
  const findings = (frame.parsed?.findings ?? []).filter((one) => one.verdict !== "allow");
  const own = findings.find((one) => one.source === "config" && one.rule);
  const floor = findings.find(isFloor);
  if (state.frozen) return h("p.reason-line", {}, login.freeze.strip[0], login.freeze.strip[1], foreignLine(state.frozen.by ?? ""));
  if (about.kind === "command") {
    // What is about none of its lines in particular.
    const general = [own, floor].find(Boolean);
    return general ? h("p.reason-line", {}, foreignLine(general.reason)) : null;
  }
  if (own) return h("p.reason-line", {}, asks(own), h("code", {}, foreignLine(own.rule)));
  if (floor) return h("p.reason-line.red", {}, foreignLine(floor.reason));
  const noRule = about.server ? reasonWords.noRule : reasonWords.noToolRule;
  return h("p.reason-line", {}, noRule[0], foreignLine(about.server ?? frame.tool ?? "", "name"), noRule[1]);
}

/** How many have approved, where one is not enough. */
export function approvals(frame) {
  const { needed, given } = frame.approvals ?? {};
  if (!Number.isInteger(needed) || needed < 2) return null;
  const names = Array.isArray(given) ? given.map(String) : [];
  return h("p.approvals", {}, words.approvals(names.length, needed),
    names.length ? [" (", names.map((name, at) => [at ? ", " : "", foreignLine(name, "name")]), ")"] : null);
}

/** Who asked, where: one line. */
function origin(frame) {
  const where = place(frame);
  return h("p.asked-by", {}, frame.agent ? foreignLine(who(frame), "name") : words.agent, " · ", h("strong", {}, foreignLine(frame.session_id ?? "", "name")),
    frame.parent_session_id ? [words.of, foreignLine(frame.parent_session_id, "name")] : null, where ? [" · ", h("code", {}, foreignLine(where))] : null);
}

/** The middle of a card, which receipts have too. */
export function body(frame, change, live) {
  return [
    warningsOf(frame),
    h("section.thing", { "aria-label": words.happens }, thing(frame, change, live)),
    reason(frame), details(frame, live),
  ];
}

export class Card {
  constructor(frame) {
    this.frame = frame;
    this.change = FileChange.fits(frame) || subject(frame).kind === "patch" ? new FileChange(frame, () => this.#moved()) : undefined;
    this.bar = state.mayAnswer ? new AnswerBar(frame, { hold: () => this.hold(), fresh: () => this.fresh() }) : undefined;
    this.left = h("span.left");
    this.claimed = h("span.claimed");
    this.given = h("div");
    this.title = h("h2", { id: "card-title", tabindex: "-1" });
    this.more = h("button.small.more-time", { type: "button", hidden: true, "aria-keyshortcuts": keyOf("more"), on: { click: () => this.bar?.more() } },
      words.more, h("kbd", { "aria-hidden": "true" }, keyOf("more")));
    this.element = h("article.card", { "data-id": frame.id, "aria-labelledby": "card-title" },
      h("div.card-top", {}, riskBadge(frame), origin(frame), this.left, this.more, this.claimed),
      this.title, this.given, body(frame, this.change, true),
      this.bar ? [this.bar.element, this.bar.buttons] : h("p.notice", {}, words.watching));
    this.#name();
    const grave = ["high", "critical"].includes(risk(frame));
    this.seen = this.bar && new ReadToEnd(this.element, this.bar.buttons, { grave, moved: () => this.#read() });
    // First, so that the buttons know from the start that a file is still to come.
    if (FileChange.fits(frame)) this.change.watch();
    this.bar?.arm();
    this.tick();
  }

  /** The title, with what is known of the file by now. */
  #name() {
    const { added, removed } = this.change?.sizes ?? {};
    fill(this.title, titleLine(this.frame, this.change?.file),
      added || removed ? [" ", h("span.sizes", {}, added ? h("span.plus", {}, `+${added}`) : null, " ", removed ? h("span.minus", {}, `−${removed}`) : null)] : null);
  }

  /** All of it has been on the screen. */
  #read() {
    if (this.hold() === undefined) state.read.add(likeness(this.frame));
    this.bar.arm();
    changed();
  }

  /** What is shown of the file is another thing now, so it has not been read. */
  #moved() {
    if (this.title) this.#name();
    if (!this.seen) return;
    this.seen.again();
    if (this.shownBlock !== this.change.block || this.change.whole !== this.wasWhole) this.bar.redrawn();
    this.shownBlock = this.change.block;
    this.wasWhole = this.change.whole;
    this.bar.arm();
  }

  /** Why an approval does not count now; nothing if it does. */
  hold() {
    if (this.change?.waiting) return fileWords.holdReading;
    if (this.change?.stale) return fileWords.holdStale;
    if (this.change && !this.change.whole) return fileWords.holdFolded;
    return this.seen?.done ? undefined : words.readFirst;
  }

  /** Just before an approval: whether the file is still the one that was shown. */
  async fresh() {
    if (!this.change || !FileChange.fits(this.frame)) return true;
    return this.change.refresh();
  }

  tick(now = Date.now()) {
    this.seen?.plan();
    const ends = this.frame.expires_at ? Date.parse(this.frame.expires_at) - now : undefined;
    const soon = ends !== undefined && !Number.isNaN(ends) && ends < SOON;
    const text = !soon ? "" : ends > 0 ? words.endsIn(span(ends)) : words.ending;
    if (this.left.textContent !== text) this.left.textContent = text;
    if (soon && ends < SOON / 2 && !this.told && ends > 0) announce(words.endsSoon(span(ends), keyOf("more")));
    this.told = soon && ends < SOON / 2;
    this.left.classList.toggle("soon", soon);
    this.more.hidden = !this.bar || !soon;
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
