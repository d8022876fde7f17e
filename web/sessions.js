// Whose agents work where: owners, their agents, sessions and those below them; their mode, and the way to stop them.

import { confirm } from "./confirm.js";
import { fill, foreignLine, h } from "./dom.js";
import { span } from "./facts.js";
import { ask, post } from "./link.js";
import { Screen } from "./screen.js";
import { onChange, state } from "./state.js";

const MODES = ["default", "autoEdit", "yolo"];
const SHOWN = 200;

function grouped(list, key) {
  const groups = new Map();
  for (const one of list) {
    const name = key(one) ?? "";
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(one);
  }
  return [...groups];
}

export class Sessions extends Screen {
  constructor() {
    super("Sessions");
    // What waits changes by itself; it must not be wrong here.
    let before = state.pending.size;
    this.off = onChange(() => {
      if (state.pending.size === before) return;
      before = state.pending.size;
      this.refresh();
    });
  }

  close() {
    this.off();
  }

  async load() {
    const [{ sessions }, policy, { tokens }] = await Promise.all([
      ask("/v1/sessions"), ask("/v1/policy").catch(() => ({})), ask("/v1/tokens").catch(() => ({ tokens: [] })),
    ]);
    const names = new Map(tokens.map((token) => [token.id, token.name]));
    const waiting = {};
    for (const frame of state.pending.values()) waiting[frame.session_id] = (waiting[frame.session_id] ?? 0) + 1;
    const newest = [...sessions].sort((one, other) => Date.parse(other.seen_at) - Date.parse(one.seen_at)).slice(0, SHOWN);
    const ids = new Set(newest.map((one) => one.id));
    const below = new Map(grouped(newest.filter((one) => ids.has(one.parent)), (one) => one.parent));
    const drawn = new Set();
    const tree = (some) => {
      const fresh = some.filter((one) => !drawn.has(one.id) && drawn.add(one.id));
      return fresh.length ? h("ul.sessions", {}, fresh.map((one) => h("li", {}, this.#row(one, waiting[one.id] ?? 0, policy), tree(below.get(one.id) ?? [])))) : null;
    };
    const host = (owner) => (owner ? names.get(owner) ?? owner : "this machine, without a token");
    const counted = (some) => {
      const all = some.flatMap((one) => [one, ...(below.get(one.id) ?? [])]);
      const waits = all.reduce((sum, one) => sum + (waiting[one.id] ?? 0), 0);
      return h("span.faint", {}, ` ${all.length} ${all.length === 1 ? "session" : "sessions"}${waits ? `, ${waits} waiting for you` : ""}`);
    };
    const roots = newest.filter((one) => !ids.has(one.parent));
    fill(this.content,
      policy.mode ? h("p", {}, "The policy's mode is ", h("code", {}, policy.mode), ", profile ", h("code", {}, policy.profile ?? ""), policy.policy?.ceiling ? [". No session goes above ", h("code", {}, policy.policy.ceiling)] : null, ".") : null,
      roots.length
        ? grouped(roots, (one) => one.owner).map(([owner, some]) => h("details.host", { open: true }, h("summary", {}, h("strong", {}, foreignLine(host(owner), "name")), counted(some)),
            grouped(some, (one) => one.agent).map(([agent, mine]) => h("section.agent", {}, h("h3", {}, agent ? foreignLine(agent, "name") : "an agent without a name", counted(mine)), tree(mine)))))
        : h("p.calm", {}, "No agent has called yet. It needs a token: ", h("code", {}, "byleave hub token create --role agent")),
      sessions.length > SHOWN ? h("p.faint", {}, `${sessions.length - SHOWN} older sessions are not shown.`) : null);
  }

  #row(session, waits, policy) {
    const usual = policy.mode;
    const ceiling = MODES.indexOf(policy.policy?.ceiling);
    const stopped = Boolean(session.stop_signal);
    const [kind, word] = stopped ? ["stopped", "stopped"] : waits ? ["waiting", `waits for you (${waits})`] : ["running", "running"];
    const path = `/v1/sessions/${encodeURIComponent(session.id)}`;
    const run = (work) => work.then(() => this.refresh()).catch((error) => { problem.textContent = error.message; });
    const problem = h("span.error", { role: "alert" });
    const mode = h("select", {
      "aria-label": `Mode of ${session.id.slice(0, 60)}`, disabled: !state.mayAnswer,
      on: { change: () => run(post(`${path}/mode`, { mode: mode.value || null })) },
    },
    h("option", { value: "" }, usual ? `policy's (${usual})` : "policy's"), MODES.map((name, at) => h("option", { value: name, disabled: ceiling >= 0 && at > ceiling }, name)));
    mode.value = session.mode ?? "";
    const stop = async () => {
      const sure = await confirm({ title: "Stop this run?", text: h("p", {}, "What waits is refused, and nothing runs until the user speaks again."), action: "Stop run" });
      if (sure) run(post(`${path}/stop`, { reason: "stopped from the page" }));
    };
    const query = `?session=${encodeURIComponent(session.id)}`;
    return h("div.session", {},
      h(`span.dot.${kind}`, {}, word),
      h("div", {}, h("strong", {}, foreignLine(session.id, "name")), session.agent ? [" · ", foreignLine(session.agent, "name")] : null,
        h("div.item-sub", {}, foreignLine(session.project ?? ""), ` · turn ${session.turn} · seen ${span(Date.now() - Date.parse(session.seen_at))} ago`,
          stopped ? [" · ", foreignLine(String(session.stop_signal))] : null),
        h("div.item-sub", {}, h("a", { href: `#/grants${query}` }, "what it may do"), " · ", h("a", { href: `#/history${query}` }, "what it did")), problem),
      h("div.row", {}, mode, h("button.stop.small", { type: "button", disabled: stopped || !state.mayAnswer, on: { click: stop } }, "Stop run")));
  }
}
