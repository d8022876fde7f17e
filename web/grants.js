// Every live permission, and the way to take it back.

import { confirm } from "./confirm.js";
import { fill, foreignLine, h } from "./dom.js";
import { ask, post } from "./link.js";
import { Screen, table, time } from "./screen.js";

function covers(coverage) {
  const code = (text) => h("code", {}, foreignLine(text));
  switch (coverage?.breadth) {
    case "tool":
      return ["every call of ", code(coverage.tool)];
    case "prefix":
      return (coverage.parts ?? []).map((part, at) => [
        at ? " and " : "",
        part.directory !== undefined ? code(`${part.program} ${part.directory}*`) : code(part.pattern ?? part.command ?? ""),
      ]);
    case "rule":
      return code(coverage.pattern ?? "");
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

export class Grants extends Screen {
  constructor() {
    super("Grants");
  }

  async load() {
    const { grants } = await ask("/v1/grants");
    const live = grants.filter((held) => held.live !== false);
    this.live = live;
    if (!live.length) {
      fill(this.content, h("p.calm", {}, "Nothing is granted: beyond the policy, every call that asks is put to somebody."));
      return;
    }
    const rows = live.map((held) => [
      covers(held.grant.coverage),
      whose(held.owner),
      held.grant.uses === null || held.grant.uses === undefined ? ends(held.grant) : [ends(held.grant), `, ${held.grant.uses} left`],
      [foreignLine(held.by ?? held.grant.source ?? ""), " · ", time(held.given_at)],
      h("button.deny.small", { type: "button", on: { click: () => this.revoke([held]) } }, "Revoke"),
    ]);
    fill(this.content,
      h("p", {}, "What runs without asking because somebody said so. Taking one back holds from the next call on."),
      table("Grants", ["Covers", "Where", "Ends", "Given by", ""], rows),
      live.length > 1 ? h("p", {}, h("button.stop", { type: "button", on: { click: () => this.revokeAll() } }, `Revoke all ${live.length}`)) : null);
  }

  async revoke(some) {
    const failed = [];
    for (const held of some) {
      await post(`/v1/grants/${encodeURIComponent(held.id)}/revoke`).catch((error) => failed.push(error.message));
    }
    await this.refresh();
    if (failed.length) this.content.prepend(h("p.error", { role: "alert" }, failed[0]));
  }

  async revokeAll() {
    const sure = await confirm({ title: "Take all grants back?", text: h("p", {}, "Whatever they covered asks again."), action: "Revoke all" });
    if (sure) await this.revoke(this.live);
  }
}
