// The switch in the header: while it is on nothing runs that no person said yes to. The hub keeps it, not this page.

import { confirm } from "./confirm.js";
import { announce, by, fill, foreignLine, h } from "./dom.js";
import { ask, post } from "./link.js";
import { changed, onChange, state } from "./state.js";

/** What the hub said of it: `{since, by, reason}`, or null; and the same with `host` for single hosts. */
export function heardFrozen(frozen, hosts) {
  const before = Boolean(state.frozen);
  state.frozen = frozen ?? null;
  state.frozenHosts = hosts ?? [];
  if (before !== Boolean(state.frozen)) announce(state.frozen ? "Automatic approvals are frozen." : "Automatic approvals are back.");
  changed();
}

export async function lookFrozen() {
  const told = await ask("/v1/freeze");
  heardFrozen(told.frozen, told.hosts);
}

const set = async (frozen, host) => {
  const told = await post("/v1/freeze", { frozen, host });
  heardFrozen(told.frozen, told.hosts);
};

/** Whether a host is frozen by itself: `{since, by, reason}`. */
export const frozenHost = (host) => state.frozenHosts.find((one) => one.host === host);

/** The same for one host, which goes by its token. True if something changed. */
export async function toggleHost(host, name) {
  if (!frozenHost(host)) {
    await set(true, host);
    announce("Automatic approvals of this host are frozen.");
    return true;
  }
  const text = h("p", {}, "What the policy, a mode or a grant allows runs without a question again in the sessions of ", h("strong", {}, foreignLine(name, "name")), ". Calls that wait only because of the freeze run now.");
  if (!(await confirm({ title: "End the freeze of this host?", text, action: "End the freeze" }))) return false;
  await set(false, host);
  announce("Automatic approvals of this host are back.");
  return true;
}

let busy = false;
/** Freezing is one key; ending it is asked about, because what waits only for that runs then. */
export async function toggleFrozen() {
  if (busy || !state.mayFreeze) return;
  busy = true;
  try {
    if (!state.frozen) return await set(true);
    const text = h("p", {}, "What the policy, a mode or a grant allows runs without a question again. Calls that wait only because of the freeze run now.");
    if (await confirm({ title: "End the freeze?", text, action: "End the freeze" })) await set(false);
  } catch (error) {
    announce(`Nothing was changed: ${error.message}`);
    fill(by("frozen"), h("p.error", { role: "alert" }, `Nothing was changed: ${error.message}`));
  } finally {
    busy = false;
  }
}

/** The button for the header. Under it, on every screen, stands for as long as it lasts that it does. */
export function freezeSwitch() {
  const button = h("button.small.freeze", { type: "button", role: "switch", "aria-label": "Freeze automatic approvals", on: { click: toggleFrozen } });
  let drawn;
  let drawnHosts;
  const draw = () => {
    const { frozen, frozenHosts } = state;
    button.hidden = !state.mayFreeze || frozen === undefined;
    if (drawn === frozen && drawnHosts === frozenHosts) return;
    drawn = frozen;
    drawnHosts = frozenHosts;
    button.setAttribute("aria-checked", String(Boolean(frozen)));
    button.textContent = frozen ? "Frozen" : "Freeze";
    button.title = frozen ? "End the freeze" : "From now on every call needs a person's approval";
    fill(by("frozen"), frozen ? strip(frozen) : frozenHosts.length ? hostStrip(frozenHosts) : null);
  };
  onChange(draw);
  draw();
  return button;
}

function hostStrip(hosts) {
  return h("p.frozen", { role: "note" },
    h("strong", {}, hosts.length === 1 ? "One host is frozen" : `${hosts.length} hosts are frozen`), " by ", foreignLine(hosts[0].by), hosts.length > 1 ? " and others" : null,
    `. Every call of ${hosts.length > 1 ? "these hosts" : "this host"} needs a person's approval. `, h("a", { href: "#/sessions" }, "See Sessions"));
}

function strip({ since, by: who, reason }) {
  const at = new Date(since);
  return h("p.frozen", { role: "note" },
    h("strong", {}, "Automatic approvals are frozen"), " by ", foreignLine(who), ` since ${at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`,
    reason ? [": ", foreignLine(reason)] : null, ". Every call needs a person's approval.",
    state.mayFreeze ? [" ", h("button.small", { type: "button", on: { click: toggleFrozen } }, "End it…")] : null);
}
