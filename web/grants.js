// Every live permission, how it is used, the way to take it back; and what a session may do without asking, in words.

import { confirm } from "./confirm.js";
import { fill, foreignLine, h } from "./dom.js";
import { line } from "./facts.js";
import { frozenHost } from "./freeze.js";
import { ask, post } from "./link.js";
import { rules } from "./rule.js";
import { Screen, table, time } from "./screen.js";
import { state } from "./state.js";

const LOOKED_AT = 1000;
const MODES = {
  default: "Its mode is default: nothing beyond rules and grants.",
  autoEdit: "Its mode is autoEdit: files of the project are written and edited without asking.",
  yolo: "Its mode is yolo: everything runs without asking but for what the floors stop.",
};

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
      return ["every call of ", code(coverage.tool)];
    case "prefix":
    case "rule":
      return parts(coverage).map((part, at) => [at ? " and " : "", code(part)]);
    case "exact":
      if (given) return ["exactly ", code(line(given).slice(0, 300))];
      return ["exactly one call ", h("span.faint", {}, foreignLine(String(coverage.digest ?? "").slice(0, 19)), "…")];
    default:
      return foreignLine(JSON.stringify(coverage ?? null));
  }
}

function ends(grant) {
  switch (grant.expires?.type) {
    case "turn_end":
      return "with the turn";
    case "session_end":
      return "with the session";
    case "time":
      return time(grant.expires.at);
    default:
      return "never";
  }
}

function whose(owner) {
  if (owner.kind === "everyone") return "everywhere";
  return [`${owner.kind} `, foreignLine(owner.id ?? "", "name")];
}

const code = (text) => h("code", {}, foreignLine(text));

/** How a grant stands beside the policy: as the hub decided it, not as it looks. */
function beside(told, reason) {
  const credit = () => [told.rule ? [" ", code(told.rule)] : [" ", foreignLine(told.reason ?? "")], told.location ? h("span.faint", {}, " (", foreignLine(told.location), ")") : null];
  switch (told?.state) {
    case "allowed":
      return ["not needed:", credit(), " allows it already"];
    case "refused":
      return [h("strong", {}, "✗ does nothing:"), credit(), " refuses it all the same"];
    case "rule":
      return h("details.beside", {}, h("summary", {}, "as a rule"), rules(told.rules, reason));
    case "no_rule":
      return h("span.faint", {}, "no rule says the same");
    default:
      return h("span.faint", {}, "its call is not on record as it was");
  }
}

/** Why a rule stands in a file, for its later readers. */
const since = (held) => `granted by ${held.by ?? held.grant.source ?? "a person"} ${String(held.given_at).slice(0, 10)}`;

/** What the file would have to say so that the grants could go. */
function difference(live, compared) {
  const count = (name) => live.filter((held) => compared.get(held.id)?.state === name).length;
  const words = [[count("allowed"), "the policy allows without them"], [count("refused"), "it refuses all the same"], [count("rule"), "a rule could allow permanently"], [count("no_rule"), "no rule can say"]];
  const missing = [...new Set(live.flatMap((held) => compared.get(held.id)?.rules ?? []))];
  return h("section.block", {}, h("h2", {}, "Beside the policy"),
    h("p", {}, `Of ${live.length} ${live.length === 1 ? "grant" : "grants"}: `, words.filter(([many]) => many).map(([many, text], at) => [at ? ", " : "", h("strong", {}, many), ` ${text}`]), "."),
    missing.length
      ? [h("p.faint", {}, "Rules that would allow the same permanently. byleave tried each rule on what its grant covers; a grant ends, a rule does not."), rules(missing, "granted before")]
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
    super("Grants");
    this.chosen = new URLSearchParams(location.hash.split("?")[1] ?? "").get("session") ?? "";
  }

  async load() {
    const [{ grants }, { records }, { sessions }, policy, { grants: told }] = await Promise.all([
      ask("/v1/grants"), ask(`/v1/records?limit=${LOOKED_AT}`), ask("/v1/sessions").catch(() => ({ sessions: [] })), ask("/v1/policy").catch(() => ({})),
      ask("/v1/grants/policy").catch(() => ({ grants: [] })),
    ]);
    const compared = new Map(told.map((one) => [one.id, one]));
    const entries = records.map((row) => row.entry).filter(Boolean);
    const byDigest = new Map(entries.map((entry) => [entry.digest, entry]));
    this.given = (held) => byDigest.get(held.grant.coverage?.digest);
    const live = grants.filter((held) => held.live !== false);
    this.live = live;
    const bySession = new Map();
    for (const held of live) {
      if (held.owner.kind !== "session") continue;
      bySession.set(held.owner.id, [...(bySession.get(held.owner.id) ?? []), held]);
    }
    const rows = live.map((held) => {
      const used = usesOf(held, entries);
      return [
        covers(held.grant.coverage, this.given(held)),
        whose(held.owner),
        held.grant.uses === null || held.grant.uses === undefined ? ends(held.grant) : [ends(held.grant), `, ${held.grant.uses} left`],
        used.length ? [`${used.length} ×, last `, time(used[0].timestamp)] : h("span.faint", {}, "not yet"),
        [foreignLine(held.by ?? held.grant.source ?? ""), " · ", time(held.given_at)],
        beside(compared.get(held.id), since(held)),
        state.mayAnswer ? h("button.deny.small", { type: "button", on: { click: () => this.revoke([held]) } }, "Revoke") : null,
      ];
    });
    fill(this.content,
      live.length
        ? [
            h("p", {}, "What runs without a question because a person granted it. If you revoke a grant, the next such call asks again."),
            table("Grants", ["Covers", "Where", "Ends", "Used", "Given by", "Beside the policy", ""], rows),
            state.mayAnswer && live.length > 1
              ? h("p.row", {},
                  [...bySession].filter(([, some]) => some.length > 1).map(([id, some]) =>
                    h("button.deny", { type: "button", on: { click: () => this.revokeMany(some, `Revoke all grants of this session?`) } }, `Revoke ${some.length} of `, foreignLine(id.slice(0, 40), "name"))),
                  h("button.stop", { type: "button", on: { click: () => this.revokeMany(live, "Take all grants back?") } }, `Revoke all ${live.length}`))
              : null,
            told.length ? difference(live, compared) : null,
          ]
        : h("p.calm", {}, "Nothing is granted: every call that the policy does not allow asks a person."),
      this.#words(sessions, live, policy));
  }

  /** What a session may do without asking, in words. */
  #words(sessions, live, policy) {
    if (!sessions.length) return null;
    const newest = [...sessions].sort((one, other) => Date.parse(other.seen_at) - Date.parse(one.seen_at)).slice(0, 100);
    if (!newest.some((one) => one.id === this.chosen)) this.chosen = newest[0].id;
    const out = h("div.answer-words", { "aria-live": "polite" });
    const pick = h("select", { id: "whose", on: { change: () => { this.chosen = pick.value; draw(); } } },
      newest.map((one) => h("option", { value: one.id, selected: one.id === this.chosen }, `${one.id.slice(0, 60)}${one.agent ? ` · ${one.agent.slice(0, 30)}` : ""}`)));
    const byId = new Map(sessions.map((one) => [one.id, one]));
    /** A session and those above it, each once: what they may do, it may, and what stops them stops it. */
    const lineOf = (one, seen = new Set()) => (one && !seen.has(one.id) ? [one, ...lineOf(byId.get(one.parent), seen.add(one.id))] : []);
    const draw = () => fill(out, describe(lineOf(byId.get(this.chosen)), live, policy, this.given));
    draw();
    return h("section.block", {}, h("h2", {}, h("label", { for: "whose" }, "What can this session do without asking?")), pick, out);
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
    const sure = await confirm({ title, text: h("p", {}, "Everything that they covered asks again."), action: `Revoke ${some.length}` });
    if (sure) await this.revoke(some);
  }
}

function describe(above, live, policy, given) {
  const [session] = above;
  if (above.some((one) => one.stop_signal)) return h("p", {}, h("strong", {}, "Nothing."), session.stop_signal ? " It is stopped until the user's next message." : " A session above it is stopped until the user's next message.");
  if (state.frozen || frozenHost(session.owner)) return h("p", {}, h("strong", {}, "Nothing."), ` Automatic approvals${state.frozen ? "" : " of its host"} are frozen: a person is asked about everything that is not refused.`);
  const ids = new Set(above.map((one) => one.id));
  const own = live.filter(({ owner }) => owner.kind === "everyone" || (owner.kind === "session" ? ids.has(owner.id) : owner.id === session.project));
  const mode = above.find((one) => one.mode)?.mode ?? policy.mode ?? "default";
  const rules = (policy.policy?.rules ?? []).filter((rule) => rule.allowed === true && rule.trusted !== false);
  const item = (...words) => h("li", {}, ...words);
  return h("ul.words", {},
    item("It reads files of its project and runs commands that provably only read", policy.profile === "byleave" ? "." : ", as far as its profile permits."),
    rules.length
      ? item(`${rules.length} ${rules.length === 1 ? "rule lets" : "rules let"} it run: `, rules.slice(0, 12).map((rule, at) => [at ? ", " : "", h("code", {}, foreignLine(rule.pattern))]), rules.length > 12 ? [" and more, see ", h("a", { href: "#/policy" }, "Policy")] : null, ".")
      : item("No rule of the policy lets it do more."),
    own.length
      ? own.map((held) => item(foreignLine(held.by ?? held.grant.source ?? "a person"), held.owner.kind === "session" && held.owner.id !== session.id ? " let the session above it, and so it, run " : " let it run ", covers(held.grant.coverage, given(held)), ", ", ends(held.grant) === "never" ? "for good" : ["until it ends ", ends(held.grant)], "."))
      : item("It has no grants."),
    item(MODES[mode] ?? `Its mode is ${mode}.`),
    item("Everything else asks, or is refused."));
}
