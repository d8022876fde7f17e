// Every live permission, how it is used, the way to take it back; and what a session may do without asking, in words.

import { confirm } from "./confirm.js";
import { fill, foreignLine, h } from "./dom.js";
import { ask, post } from "./link.js";
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

function covers(coverage) {
  const code = (text) => h("code", {}, foreignLine(text));
  switch (coverage?.breadth) {
    case "tool":
      return ["every call of ", code(coverage.tool)];
    case "prefix":
    case "rule":
      return parts(coverage).map((part, at) => [at ? " and " : "", code(part)]);
    case "exact":
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
    const [{ grants }, { records }, { sessions }, policy] = await Promise.all([
      ask("/v1/grants"), ask(`/v1/records?limit=${LOOKED_AT}`), ask("/v1/sessions").catch(() => ({ sessions: [] })), ask("/v1/policy").catch(() => ({})),
    ]);
    const entries = records.map((row) => row.entry).filter(Boolean);
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
        covers(held.grant.coverage),
        whose(held.owner),
        held.grant.uses === null || held.grant.uses === undefined ? ends(held.grant) : [ends(held.grant), `, ${held.grant.uses} left`],
        used.length ? [`${used.length} ×, last `, time(used[0].timestamp)] : h("span.faint", {}, "not yet"),
        [foreignLine(held.by ?? held.grant.source ?? ""), " · ", time(held.given_at)],
        state.mayAnswer ? h("button.deny.small", { type: "button", on: { click: () => this.revoke([held]) } }, "Revoke") : null,
      ];
    });
    fill(this.content,
      live.length
        ? [
            h("p", {}, "What runs without asking because somebody said so. Taking one back holds from the next call on."),
            table("Grants", ["Covers", "Where", "Ends", "Used", "Given by", ""], rows),
            state.mayAnswer && live.length > 1
              ? h("p.row", {},
                  [...bySession].filter(([, some]) => some.length > 1).map(([id, some]) =>
                    h("button.deny", { type: "button", on: { click: () => this.revokeMany(some, `Take all grants of this session back?`) } }, `Revoke ${some.length} of `, foreignLine(id.slice(0, 40), "name"))),
                  h("button.stop", { type: "button", on: { click: () => this.revokeMany(live, "Take all grants back?") } }, `Revoke all ${live.length}`))
              : null,
          ]
        : h("p.calm", {}, "Nothing is granted: beyond the policy, every call that asks is put to somebody."),
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
    const draw = () => fill(out, describe(newest.find((one) => one.id === this.chosen), live, policy));
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
    const sure = await confirm({ title, text: h("p", {}, "Whatever they covered asks again."), action: `Revoke ${some.length}` });
    if (sure) await this.revoke(some);
  }
}

function describe(session, live, policy) {
  if (session.stop_signal) return h("p", {}, h("strong", {}, "Nothing."), " It is stopped until the user speaks again.");
  const own = live.filter(({ owner }) => owner.kind === "everyone" || (owner.kind === "session" ? owner.id === session.id : owner.id === session.project));
  const mode = session.mode ?? policy.mode ?? "default";
  const rules = (policy.policy?.rules ?? []).filter((rule) => rule.allowed === true && rule.trusted !== false);
  const item = (...words) => h("li", {}, ...words);
  return h("ul.words", {},
    item("It reads files of its project and runs commands that are proven to read only", policy.profile === "byleave" ? "." : ", as far as its profile lets it."),
    rules.length
      ? item(`${rules.length} ${rules.length === 1 ? "rule lets" : "rules let"} it run: `, rules.slice(0, 12).map((rule, at) => [at ? ", " : "", h("code", {}, foreignLine(rule.pattern))]), rules.length > 12 ? [" and more, see ", h("a", { href: "#/policy" }, "Policy")] : null, ".")
      : item("No rule of the policy lets it do more."),
    own.length
      ? own.map((held) => item(foreignLine(held.by ?? held.grant.source ?? "somebody"), " let it run ", covers(held.grant.coverage), ", ", ends(held.grant) === "never" ? "for good" : ["until it ends ", ends(held.grant)], "."))
      : item("Nobody granted it anything."),
    item(MODES[mode] ?? `Its mode is ${mode}.`),
    item("Everything else asks, or is refused."));
}
