// Sessions with those below them, their mode, and the way to stop them.

import { confirm } from "./confirm.js";
import { fill, foreignLine, h } from "./dom.js";
import { span } from "./facts.js";
import { ask, post } from "./link.js";
import { Screen } from "./screen.js";
import { state } from "./state.js";

const MODES = ["default", "autoEdit", "yolo"];
const SHOWN = 200;

export class Sessions extends Screen {
  constructor() {
    super("Sessions");
  }

  async load() {
    const [{ sessions }, policy] = await Promise.all([ask("/v1/sessions"), ask("/v1/policy").catch(() => ({}))]);
    const waiting = {};
    for (const frame of state.pending.values()) waiting[frame.session_id] = (waiting[frame.session_id] ?? 0) + 1;
    const below = new Map();
    const ids = new Set(sessions.map((one) => one.id));
    const newest = [...sessions].sort((one, other) => Date.parse(other.seen_at) - Date.parse(one.seen_at)).slice(0, SHOWN);
    for (const session of newest) {
      const parent = ids.has(session.parent) ? session.parent : "";
      below.set(parent, [...(below.get(parent) ?? []), session]);
    }
    const drawn = new Set();
    const tree = (parent) => {
      const some = (below.get(parent) ?? []).filter((one) => !drawn.has(one.id) && drawn.add(one.id));
      return some.length ? h("ul.sessions", {}, some.map((one) => h("li", {}, this.#row(one, waiting[one.id] ?? 0, policy), tree(one.id)))) : null;
    };
    fill(this.content,
      policy.mode ? h("p", {}, "The policy's mode is ", h("code", {}, policy.mode), ", profile ", h("code", {}, policy.profile ?? ""), ".") : null,
      tree("") ?? h("p.calm", {}, "No agent has called yet."),
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
      "aria-label": `Mode of ${session.id.slice(0, 60)}`,
      on: { change: () => run(post(`${path}/mode`, { mode: mode.value || null })) },
    },
    h("option", { value: "" }, usual ? `policy's (${usual})` : "policy's"), MODES.map((name, at) => h("option", { value: name, disabled: ceiling >= 0 && at > ceiling }, name)));
    mode.value = session.mode ?? "";
    const stop = async () => {
      const sure = await confirm({ title: "Stop this run?", text: h("p", {}, "What waits is refused, and nothing runs until the user speaks again."), action: "Stop run" });
      if (sure) run(post(`${path}/stop`, { reason: "stopped from the page" }));
    };
    return h("div.session", {},
      h(`span.dot.${kind}`, {}, word),
      h("div", {}, h("strong", {}, foreignLine(session.id, "name")), session.agent ? [" · ", foreignLine(session.agent, "name")] : null,
        h("div.item-sub", {}, foreignLine(session.project ?? ""), ` · turn ${session.turn} · seen ${span(Date.now() - Date.parse(session.seen_at))} ago`,
          stopped ? [" · ", foreignLine(String(session.stop_signal))] : null), problem),
      h("div.row", {}, mode, h("button.stop.small", { type: "button", disabled: stopped, on: { click: stop } }, "Stop run")));
  }
}
