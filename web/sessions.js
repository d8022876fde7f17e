// Whose agents work where: hosts, their agents, sessions and those below them; their mode, and the way to stop them. A hub
// knows no machines, only the tokens people made for them, so a host goes by the name of its token.

import { confirm } from "./confirm.js";
import { fill, foreignLine, h } from "./dom.js";
import { span } from "./facts.js";
import { frozenHost, toggleHost } from "./freeze.js";
import { ask, post } from "./link.js";
import { Screen } from "./screen.js";
import { spellLine } from "./spell.js";
import { onChange, state } from "./state.js";

const MODES = ["default", "autoEdit", "yolo"];
const SHOWN = 200;
/** Who has not been heard of for longer may work on, or be gone: the page does not know. */
const QUIET = 10 * 60000;
/** What a person looks for first. */
const STATES = ["waiting", "running", "stopped", "quiet"];
/** Stops on their way at once. */
const AT_ONCE = 8;

function grouped(list, key) {
  const groups = new Map();
  for (const one of list) {
    const name = key(one) ?? "";
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(one);
  }
  return [...groups];
}

function kindOf(session, waits) {
  if (waits.length) return "waiting";
  if (session.stop_signal) return "stopped";
  return Date.now() - Date.parse(session.seen_at) < QUIET ? "running" : "quiet";
}

export class Sessions extends Screen {
  constructor() {
    super("Sessions");
    // What waits changes by itself; it must not be wrong here.
    let before = state.pending.size;
    let hosts = state.frozenHosts;
    this.off = onChange(() => {
      if (state.pending.size === before && state.frozenHosts === hosts) return;
      before = state.pending.size;
      hosts = state.frozenHosts;
      this.refresh();
    });
  }

  close() {
    this.off();
  }

  async load() {
    const [{ sessions }, policy] = await Promise.all([ask("/v1/sessions"), ask("/v1/policy").catch(() => ({}))]);
    const waiting = new Map(grouped([...state.pending.values()], (frame) => frame.session_id));
    const waits = (session) => waiting.get(session.id) ?? [];
    const newest = [...sessions].sort((one, other) => Date.parse(other.seen_at) - Date.parse(one.seen_at)).slice(0, SHOWN);
    const ids = new Set(newest.map((one) => one.id));
    const below = new Map(grouped(newest.filter((one) => ids.has(one.parent)), (one) => one.parent));
    /** Some sessions and all below them, each once: nothing keeps an agent from naming its own child as its parent. */
    const whole = (some, seen = new Set()) => some.flatMap((one) => (seen.has(one.id) ? [] : [one, ...whole(below.get(one.id) ?? [], seen.add(one.id))]));
    const drawn = new Set();
    const tree = (some) => {
      const fresh = some.filter((one) => !drawn.has(one.id) && drawn.add(one.id));
      return fresh.length ? h("ul.sessions", {}, fresh.map((one) => h("li", {}, this.#row(one, waits(one), policy), tree(below.get(one.id) ?? [])))) : null;
    };
    const counted = (some) => {
      const all = whole(some);
      const kinds = new Map(grouped(all, (one) => kindOf(one, waits(one))));
      const said = STATES.filter((kind) => kinds.has(kind)).map((kind) => h(`span.dot.${kind}`, {}, kind === "waiting" ? `${all.flatMap(waits).length} waiting for you` : `${kinds.get(kind).length} ${kind}`));
      return h("span.counted.faint", {}, ` ${all.length} ${all.length === 1 ? "session" : "sessions"} `, said);
    };
    const host = (owner, [{ owner_name: name }]) =>
      [h("strong", {}, owner ? foreignLine(name ?? owner, "name") : "This machine"), h("span.faint", {}, owner ? " · host or agent token" : " · without a token")];
    // A session that has an ancestor here stands below it; a circle of parents has no top, and is shown all the same.
    const roots = newest.filter((one) => !ids.has(one.parent));
    const reached = new Set(whole(roots).map((one) => one.id));
    const tops = [...roots, ...newest.filter((one) => !reached.has(one.id))];
    fill(this.content,
      policy.mode ? h("p", {}, "The policy's mode is ", h("code", {}, policy.mode), ", profile ", h("code", {}, policy.profile ?? ""), policy.policy?.ceiling ? [". No session goes above ", h("code", {}, policy.policy.ceiling)] : null, ".") : null,
      tops.length
        ? grouped(tops, (one) => one.owner).map(([owner, some]) => h("details.host", { open: true }, h("summary", {}, host(owner, some), counted(some)), this.#ofHost(owner, some[0].owner_name ?? owner, sessions),
            grouped(some, (one) => one.agent).map(([agent, mine]) => h("section.agent", {}, h("h2", {}, agent ? foreignLine(agent, "name") : "an agent without a name", counted(mine)), tree(mine)))))
        : h("p.calm", {}, "No agent has called yet. Each host needs a token, named after it: ", h("code", {}, "byleave hub token create --role agent --name HOST")),
      sessions.length > SHOWN ? h("p.faint", {}, `${sessions.length - SHOWN} older sessions are not shown.`) : null);
  }

  /** What is done to a host as a whole. */
  #ofHost(owner, name, sessions) {
    const frozen = frozenHost(owner);
    const problem = h("span.error", { role: "alert" });
    const toggle = () => toggleHost(owner, name).catch((error) => { problem.textContent = `Nothing was changed: ${error.message}`; });
    const freeze = state.mayFreeze && owner
      ? h("button.small.freeze", { type: "button", role: "switch", "aria-checked": String(Boolean(frozen)), "aria-label": "Freeze this host", title: frozen ? "End the freeze of this host" : "From now on every call of this host needs a person's approval", on: { click: toggle } }, frozen ? "Host frozen" : "Freeze host")
      : null;
    const words = frozen ? h("span", {}, "Frozen by ", foreignLine(frozen.by), ", ", span(Date.now() - Date.parse(frozen.since)), " ago", frozen.reason ? [": ", foreignLine(frozen.reason)] : null) : null;
    const stop = this.#stopAll(owner, sessions);
    return freeze || stop || words ? h("p.row.of-host", {}, freeze, stop, words, problem) : null;
  }

  /** All sessions of a host at once, also those that are too old to be shown. */
  #stopAll(owner, sessions) {
    const going = sessions.filter((one) => (one.owner ?? "") === owner && !one.stop_signal);
    if (!state.mayAnswer || going.length < 2) return null;
    const stop = async () => {
      const sure = await confirm({
        title: `Stop ${going.length} sessions?`, action: `Stop ${going.length}`,
        text: h("p", {}, "The hub refuses their pending requests, and no call runs in them until the user's next message. A session that begins later is not stopped: freeze the host for that, or revoke its token under Settings."),
      });
      if (!sure) return;
      const left = [...going];
      const failed = [];
      const some = async () => {
        for (let one = left.pop(); one; one = left.pop()) {
          await post(`/v1/sessions/${encodeURIComponent(one.id)}/stop`, { reason: "stopped with all of its host, from the page" }).catch((error) => failed.push(error.message));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, some));
      await this.refresh();
      if (failed.length) this.content.prepend(h("p.error", { role: "alert" }, `${failed.length} of ${going.length} were not stopped: ${failed[0]}`));
    };
    return h("button.stop.small.stop-all", { type: "button", on: { click: stop } }, `Stop all ${going.length}`);
  }

  #row(session, waits, policy) {
    const usual = policy.mode;
    const ceiling = MODES.indexOf(policy.policy?.ceiling);
    const stopped = Boolean(session.stop_signal);
    const kind = kindOf(session, waits);
    const [first] = waits;
    const path = `/v1/sessions/${encodeURIComponent(session.id)}`;
    const run = (work) => work.then(() => this.refresh()).catch((error) => { problem.textContent = error.message; });
    const problem = h("span.error", { role: "alert" });
    const mode = h("select", {
      "aria-label": `Mode of ${spellLine(session.id).slice(0, 60)}`, disabled: !state.mayAnswer,
      on: { change: () => run(post(`${path}/mode`, { mode: mode.value || null })) },
    },
    h("option", { value: "" }, usual ? `policy's (${usual})` : "policy's"), MODES.map((name, at) => h("option", { value: name, disabled: ceiling >= 0 && at > ceiling }, name)));
    mode.value = session.mode ?? "";
    const stop = async () => {
      const sure = await confirm({ title: "Stop this run?", text: h("p", {}, "The hub refuses the pending requests, and no call runs until the user's next message."), action: "Stop run" });
      if (sure) run(post(`${path}/stop`, { reason: "stopped from the page" }));
    };
    const query = `?session=${encodeURIComponent(session.id)}`;
    return h("div.session", {},
      h(`span.dot.${kind}`, {}, first ? h("a", { href: `#/queue/${encodeURIComponent(first.id)}` }, `waits for you (${waits.length})`) : kind),
      h("div", {}, h("strong", {}, foreignLine(session.id, "name")), session.agent ? [" · ", foreignLine(session.agent, "name")] : null,
        h("div.item-sub", {}, foreignLine(session.project ?? ""), ` · turn ${session.turn} · seen ${span(Date.now() - Date.parse(session.seen_at))} ago`,
          stopped ? [" · ", foreignLine(String(session.stop_signal))] : null),
        h("div.item-sub", {}, h("a", { href: `#/grants${query}` }, "what it may do"), " · ", h("a", { href: `#/history${query}` }, "what it did")), problem),
      h("div.row", {}, mode, h("button.stop.small", { type: "button", disabled: stopped || !state.mayAnswer, on: { click: stop } }, stopped ? "Stopped" : "Stop run")));
  }
}
