// @ts-check
// Every live permission, how it is used, the way to take it back; and what a session may do without asking, in words.

import { confirm } from "./confirm.js";
import { fill, foreignLine, h } from "../dom.js";
import { agentOf, line } from "../card/subject.js";
import { frozenHost } from "./freeze.js";
import { ask, post } from "../hub/connection.js";
import { rulesText } from "../text/rule.js";
import { words } from "../text/grants.js";
import { time } from "../text/time.js";
import { copyable } from "./copy.js";
import { Screen, table } from "./screen.js";

/** @typedef {import("../hub/connection.js").Session} Session */
import { state } from "../hub/state.js";

const LOOKED_AT = 1000;
/** More than this nobody reads; what is left out is counted. */
const SHOWN = 500;
const may = words.may;

function parts(coverage) {
  switch (coverage?.breadth) {
    case "prefix":
      return (coverage.parts ?? []).map((part) => (part.directory !== undefined ? `${part.program} ${part.directory}*` : part.pattern ?? part.command ?? ""));
    case "rule":
      return [coverage.pattern ?? ""];
    default:
      return [];
  }
}

/** `given` is the call it was given for, where that is known. */
function covers(coverage, given) {
  switch (coverage?.breadth) {
    case "tool":
      return [words.covers.tool, code(coverage.tool)];
    case "prefix":
    case "rule":
      return parts(coverage).map((part, at) => [at ? words.covers.and : "", code(part)]);
    case "exact":
      if (given) return [words.covers.exactly, code(line(given).slice(0, 300))];
      return [words.covers.one, h("span.faint", {}, foreignLine(String(coverage.digest ?? "").slice(0, 19)), "…")];
    default:
      return foreignLine(JSON.stringify(coverage ?? null));
  }
}

function ends(grant) {
  switch (grant.expires?.type) {
    case "turn_end":
      return words.ends.turn;
    case "session_end":
      return words.ends.session;
    case "time":
      return time(grant.expires.at);
    default:
      return words.ends.never;
  }
}

function whose(owner) {
  if (owner.kind === "everyone") return words.everywhere;
  return [words.owners[owner.kind] ?? "", foreignLine(owner.id ?? "", "name")];
}

const code = (text) => h("code", {}, foreignLine(text));

/** How a grant stands beside the policy: as the hub decided it, not as it looks. */
function beside(told, reason) {
  const credit = () => [told.rule ? [" ", code(told.rule)] : [" ", foreignLine(told.reason ?? "")], told.location ? h("span.faint", {}, " (", foreignLine(told.location), ")") : null];
  switch (told?.state) {
    case "allowed":
      return [words.beside.allowed[0], credit(), words.beside.allowed[1]];
    case "refused":
      return [h("strong", {}, words.beside.refused[0]), credit(), words.beside.refused[1]];
    case "rule":
      return h("details.beside", {}, h("summary", {}, words.beside.rule), copyable(rulesText(told.rules, reason)));
    case "no_rule":
      return h("span.faint", {}, words.beside.noRule);
    default:
      return h("span.faint", {}, words.beside.unknown);
  }
}

/** Why a rule stands in a file, for its later readers. */
const since = (held) => words.beside.reason(held.by ?? held.grant.source ?? words.beside.person, String(held.given_at).slice(0, 10));

/** What the file would have to say so that the grants could go. */
function difference(live, compared) {
  const count = (name) => live.filter((held) => compared.get(held.id)?.state === name).length;
  const told = words.rules.counts.map(([name, text]) => /** @type {[number, string]} */ ([count(name), text]));
  const missing = [...new Set(live.flatMap((held) => compared.get(held.id)?.rules ?? []))];
  return h("section.block", {}, h("h2", {}, words.rules.title),
    h("p", {}, words.rules.of(live.length), told.filter(([many]) => many).map(([many, text], at) => [at ? ", " : "", h("strong", {}, many), ` ${text}`]), "."),
    missing.length
      ? [h("p.faint", {}, words.rules.about), copyable(rulesText(missing, words.rules.reason))]
      : null);
}

/** Calls that ran because of a grant, as far as the record tells: it names the grants that were there and what was credited. */
export function usesOf(held, entries) {
  const patterns = new Set(parts(held.grant.coverage).flatMap((part) => [part, `Bash(${part})`]));
  return entries.filter((entry) => {
    if (entry.person || !entry.approved || !["user", "skill"].includes(entry.source) || !entry.grants?.includes(held.id)) return false;
    if (entry.grants.length === 1 || held.grant.coverage?.digest === entry.digest) return true;
    return (entry.findings ?? []).some((one) => patterns.has(one.rule));
  });
}

export class Grants extends Screen {
  constructor() {
    super(words.title);
    this.chosen = new URLSearchParams(location.hash.split("?")[1] ?? "").get("session") ?? "";
  }

  async load() {
    const [{ grants }, { records }, { sessions }, policy, { grants: told }] = await Promise.all([
      ask("/v1/grants"), ask(`/v1/records?limit=${LOOKED_AT}`), ask("/v1/sessions").catch(() => ({ sessions: /** @type {Session[]} */ ([]) })), ask("/v1/policy").catch(() => /** @type {any} */ ({})),
      ask("/v1/grants/policy").catch(() => ({ grants: [] })),
    ]);
    const compared = new Map(told.map((one) => /** @type {[string, any]} */ ([one.id, one])));
    const entries = records.map((row) => row.entry).filter(Boolean);
    const byDigest = new Map(entries.map((entry) => /** @type {[string, any]} */ ([entry.digest, entry])));
    this.given = (held) => byDigest.get(held.grant.coverage?.digest);
    const live = grants.filter((held) => held.live !== false);
    this.live = live;
    const bySession = new Map();
    for (const held of live) {
      if (held.owner.kind !== "session") continue;
      bySession.set(held.owner.id, [...(bySession.get(held.owner.id) ?? []), held]);
    }
    const rows = live.slice(0, SHOWN).map((held) => {
      const used = usesOf(held, entries);
      return [
        covers(held.grant.coverage, this.given(held)),
        whose(held.owner),
        held.grant.uses === null || held.grant.uses === undefined ? ends(held.grant) : [ends(held.grant), words.ends.left(held.grant.uses)],
        used.length ? [words.used(used.length), time(used[0].timestamp)] : h("span.faint", {}, words.unused),
        [foreignLine(held.by ?? held.grant.source ?? ""), " · ", time(held.given_at)],
        beside(compared.get(held.id), since(held)),
        state.mayAnswer ? h("button.deny.small", { type: "button", on: { click: () => this.revoke([held]) } }, words.revoke) : null,
      ];
    });
    fill(this.content,
      live.length
        ? [
            h("p", {}, words.about),
            table(words.title, words.heads, rows),
            live.length > SHOWN ? h("p.faint", {}, words.leftOut(live.length - SHOWN)) : null,
            state.mayAnswer && live.length > 1
              ? h("p.row", {},
                  [...bySession].filter(([, some]) => some.length > 1).map(([id, some]) =>
                    h("button.deny", { type: "button", on: { click: () => this.revokeMany(some, words.revokeSession) } }, words.revokeOf(some.length), foreignLine(id.slice(0, 40), "name"))),
                  h("button.stop", { type: "button", on: { click: () => this.revokeMany(live, words.revokeEvery) } }, words.revokeAll(live.length)))
              : null,
            told.length ? difference(live, compared) : null,
          ]
        : h("p.calm", {}, words.none),
      this.#words(sessions, live, policy));
  }

  /** What a session may do without asking, in words. */
  #words(sessions, live, policy) {
    if (!sessions.length) return null;
    const newest = [...sessions].sort((one, other) => Date.parse(other.seen_at) - Date.parse(one.seen_at)).slice(0, 100);
    if (!newest.some((one) => one.id === this.chosen)) this.chosen = newest[0].id;
    const out = h("div.answer-words", { "aria-live": "polite" });
    const pick = h("select", { id: "whose", on: { change: () => { this.chosen = pick.value; draw(); } } },
      newest.map((one) => h("option", { value: one.id, selected: one.id === this.chosen }, `${one.id.slice(0, 60)}${one.agent ? ` · ${agentOf(one).slice(0, 30)}` : ""}`)));
    /** @type {Map<string, Session>} */
    const byId = new Map(sessions.map((one) => /** @type {[string, Session]} */ ([one.id, one])));
    /** A session and those above it, each once: what they may do, it may, and what stops them stops it. @returns {Session[]} */
    const lineOf = (one, seen = new Set()) => (one && !seen.has(one.id) ? [one, ...lineOf(byId.get(one.parent), seen.add(one.id))] : []);
    const draw = () => fill(out, describe(lineOf(byId.get(this.chosen)), live, policy, this.given));
    draw();
    return h("section.block", {}, h("h2", {}, h("label", { for: "whose" }, may.title)), pick, out);
  }

  async revoke(some) {
    const failed = [];
    for (const held of some) {
      await post(`/v1/grants/${encodeURIComponent(held.id)}/revoke`).catch((error) => failed.push(error.message));
    }
    await this.refresh();
    if (failed.length) this.content.prepend(h("p.error", { role: "alert" }, failed[0]));
  }

  async revokeMany(some, title) {
    const sure = await confirm({ title, text: h("p", {}, words.revokeText), action: words.revokeMany(some.length) });
    if (sure) await this.revoke(some);
  }
}

function describe(above, live, policy, given) {
  const [session] = above;
  if (above.some((one) => one.stop_signal)) return h("p", {}, h("strong", {}, may.nothing), session.stop_signal ? may.stopped : may.stoppedAbove);
  if (state.frozen || frozenHost(session.owner)) return h("p", {}, h("strong", {}, may.nothing), may.frozen(!state.frozen));
  const ids = new Set(above.map((one) => one.id));
  const own = live.filter(({ owner }) => owner.kind === "everyone" || (owner.kind === "session" ? ids.has(owner.id) : owner.id === session.project));
  const mode = above.find((one) => one.mode)?.mode ?? policy.mode ?? "default";
  const rules = (policy.policy?.rules ?? []).filter((rule) => rule.allowed === true && rule.trusted !== false);
  const item = (...some) => h("li", {}, ...some);
  return h("ul.words", {},
    item(may.reads(policy.profile === "byleave")),
    rules.length
      ? item(may.rules(rules.length), rules.slice(0, 12).map((rule, at) => [at ? ", " : "", h("code", {}, foreignLine(rule.pattern))]), rules.length > 12 ? [may.more, h("a", { href: "#/policy" }, may.policy)] : null, ".")
      : item(may.noRules),
    own.length
      ? own.map((held) => item(foreignLine(held.by ?? held.grant.source ?? words.beside.person), held.owner.kind === "session" && held.owner.id !== session.id ? may.letsAbove : may.lets, covers(held.grant.coverage, given(held)), ", ", ends(held.grant) === words.ends.never ? may.good : [may.until, ends(held.grant)], "."))
      : item(may.noGrants),
    item(Object.hasOwn(may.modes, mode) ? may.modes[mode] : may.mode(mode)),
    item(may.rest));
}
