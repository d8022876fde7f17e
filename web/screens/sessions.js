// @ts-check
// Whose agents work where: hosts, their agents, sessions and those below them; their mode, and the way to stop them. A hub
// knows no machines, only the tokens people made for them, so a host goes by the name of its token.

import { confirm } from "./confirm.js";
import { fill, foreignLine, h } from "../dom.js";
import { frozenHost, toggleHost } from "./freeze.js";
import { ask, post } from "../hub/connection.js";
import { Screen } from "./screen.js";
import { spellLine } from "../text/spell.js";
import { onChange, state } from "../hub/state.js";
import { agentOf, line } from "../card/subject.js";
import { words } from "../text/sessions.js";
import { span } from "../text/time.js";

const MODES = ["default", "autoEdit", "yolo"];
const modeName = (mode) => (Object.hasOwn(words.modes, mode) ? words.modes[mode] : mode);
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
    super(words.title);
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
    const [{ sessions }, policy, { records }] = await Promise.all([
      ask("/v1/sessions"), ask("/v1/policy").catch(() => /** @type {any} */ ({})), ask("/v1/records?limit=200").catch(() => ({ records: [] })),
    ]);
    // The newest call of each session stands first.
    this.last = new Map();
    for (const { entry } of records) if (entry && !entry.notice && !this.last.has(entry.session)) this.last.set(entry.session, entry);
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
      const said = STATES.filter((kind) => kinds.has(kind)).map((kind) => h(`span.dot.${kind}`, {}, words.states[kind](kind === "waiting" ? all.flatMap(waits).length : kinds.get(kind).length)));
      return h("span.counted.faint", {}, ` ${words.sessions(all.length)} `, said);
    };
    const host = (owner, [{ owner_name: name }]) =>
      [h("strong", {}, owner ? foreignLine(name ?? owner, "name") : words.here), h("span.faint", {}, owner ? null : words.noToken)];
    // A session that has an ancestor here stands below it; a circle of parents has no top, and is shown all the same.
    const roots = newest.filter((one) => !ids.has(one.parent));
    const reached = new Set(whole(roots).map((one) => one.id));
    const tops = [...roots, ...newest.filter((one) => !reached.has(one.id))];
    fill(this.content,
      policy.mode ? h("p.faint", {}, words.policy(modeName(policy.mode)), policy.policy?.ceiling ? words.ceiling(modeName(policy.policy.ceiling)) : null, ".") : null,
      tops.length
        ? grouped(tops, (one) => one.owner).map(([owner, some]) => h("details.host", { open: true }, h("summary", {}, host(owner, some), counted(some)), this.#ofHost(owner, some[0].owner_name ?? owner, sessions),
            grouped(some, agentOf).map(([agent, mine]) => h("section.agent", {}, h("h2", {}, agent ? foreignLine(agent, "name") : words.nameless), tree(mine)))))
        : h("p.calm", {}, words.none, h("code", {}, "byleave hub token create --role agent --name HOST")),
      sessions.length > SHOWN ? h("p.faint", {}, words.older(sessions.length - SHOWN)) : null);
  }

  /** What is done to a host as a whole. */
  #ofHost(owner, name, sessions) {
    const frozen = frozenHost(owner);
    const problem = h("span.error", { role: "alert" });
    const toggle = () => toggleHost(owner, name).catch((error) => { problem.textContent = words.failed(error.message); });
    const freeze = state.mayFreeze && owner
      ? h("button.small.freeze", { type: "button", role: "switch", "aria-checked": String(Boolean(frozen)), "aria-label": words.freezeLabel, title: frozen ? words.freezeEnd : words.freezeBegin, on: { click: toggle } }, frozen ? words.frozen : words.freeze)
      : null;
    const told = frozen ? h("span", {}, words.frozenWho, foreignLine(frozen.by), words.frozenBy(span(Date.now() - Date.parse(frozen.since))), frozen.reason ? [": ", foreignLine(frozen.reason)] : null) : null;
    const stop = this.#stopAll(owner, sessions);
    return freeze || stop || told ? h("p.row.of-host", {}, freeze, stop, told, problem) : null;
  }

  /** All sessions of a host at once, also those that are too old to be shown. */
  #stopAll(owner, sessions) {
    const going = sessions.filter((one) => (one.owner ?? "") === owner && !one.stop_signal);
    if (!state.mayAnswer || going.length < 2) return null;
    const stop = async () => {
      const sure = await confirm({
        title: words.stopAllTitle(going.length), action: words.stopAllAction(going.length),
        text: h("p", {}, words.stopAllText),
      });
      if (!sure) return;
      const left = [...going];
      const failed = [];
      const some = async () => {
        for (let one = left.pop(); one; one = left.pop()) {
          await post(`/v1/sessions/${encodeURIComponent(one.id)}/stop`, { reason: words.stopAllReason }).catch((error) => failed.push(error.message));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, some));
      await this.refresh();
      if (failed.length) this.content.prepend(h("p.error", { role: "alert" }, words.stopAllFailed(failed.length, going.length, failed[0])));
    };
    return h("button.halt.small.stop-all", { type: "button", on: { click: stop } }, words.stopAll(going.length));
  }

  #row(session, waits, policy) {
    const last = this.last.get(session.id);
    const usual = policy.mode;
    const ceiling = MODES.indexOf(policy.policy?.ceiling);
    const stopped = Boolean(session.stop_signal);
    const kind = kindOf(session, waits);
    const [first] = waits;
    const path = `/v1/sessions/${encodeURIComponent(session.id)}`;
    const run = (work) => work.then(() => this.refresh()).catch((error) => { problem.textContent = error.message; });
    const problem = h("span.error", { role: "alert" });
    const mode = h("select", {
      "aria-label": words.mode(spellLine(session.id).slice(0, 60)), disabled: !state.mayAnswer,
      on: { change: () => run(post(`${path}/mode`, { mode: mode.value || null })) },
    },
    h("option", { value: "" }, words.usual(usual === "default" ? undefined : usual && modeName(usual))), MODES.map((name, at) => h("option", { value: name, disabled: ceiling >= 0 && at > ceiling }, modeName(name))));
    mode.value = session.mode ?? "";
    const stop = async () => {
      const sure = await confirm({ title: words.stopTitle, text: h("p", {}, words.stopText), action: words.stopAction });
      if (sure) run(post(`${path}/stop`, { reason: words.stopReason }));
    };
    const query = `?session=${encodeURIComponent(session.id)}`;
    return h("div.session", {},
      h(`span.dot.${kind}`, {}, first ? h("a", { href: `#/queue/${encodeURIComponent(first.id)}` }, words.waits(waits.length)) : words.kinds[kind]),
      h("div", {}, h("strong", {}, foreignLine(session.id, "name")),
        h("div.item-sub", {}, foreignLine(session.project ?? ""), ` · ${words.seen(span(Date.now() - Date.parse(session.seen_at)))}`,
          stopped ? [" · ", foreignLine(String(session.stop_signal))] : null),
        last ? h("div.item-sub.last-call", {}, words.last, h("code", {}, foreignLine(line({ ...last, category: typeof last.arguments?.command === "string" ? "command" : last.category }).slice(0, 120)))) : null,
        h("div.item-sub", {}, h("a", { href: `#/grants${query}` }, words.may), " · ", h("a", { href: `#/history${query}` }, words.did)), problem),
      h("details.session-more", {}, h("summary", { "aria-label": words.more(spellLine(session.id).slice(0, 60)) }, "⋯"), h("div.row", {}, h("label", {}, words.modeLabel, " ", mode), h("button.halt.small", { type: "button", disabled: stopped || !state.mayAnswer, on: { click: stop } }, stopped ? words.stopped : words.stop))));
  }
}
