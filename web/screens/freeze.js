// @ts-check
// The switch in the header: while it is on nothing runs that no person said yes to. The hub keeps it, not this page.

import { confirm } from "./confirm.js";
import { announce, by, fill, foreignLine, h } from "../dom.js";
import { ask, post } from "../hub/connection.js";
import { words } from "../text/login.js";

const text_ = words.freeze;
import { changed, onChange, state } from "../hub/state.js";

/** What the hub said of it: `{since, by, reason}`, or null; and the same with `host` for single hosts. */
export function heardFrozen(frozen, hosts) {
  const before = Boolean(state.frozen);
  state.frozen = frozen ?? null;
  state.frozenHosts = hosts ?? [];
  if (before !== Boolean(state.frozen)) announce(state.frozen ? text_.saidOn : text_.saidOff);
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
    announce(text_.hostOn);
    return true;
  }
  const text = h("p", {}, text_.endHostText[0], h("strong", {}, foreignLine(name, "name")), text_.endHostText[1]);
  if (!(await confirm({ title: text_.endHost, text, action: text_.end }))) return false;
  await set(false, host);
  announce(text_.hostOff);
  return true;
}

let busy = false;
/** Freezing is one key; ending it is asked about, because what waits only for that runs then. */
export async function toggleFrozen() {
  if (busy || !state.mayFreeze) return;
  busy = true;
  try {
    if (!state.frozen) return await set(true);
    const text = h("p", {}, text_.endText);
    if (await confirm({ title: text_.endTitle, text, action: text_.end })) await set(false);
  } catch (error) {
    announce(text_.failed(error.message));
    fill(by("frozen"), h("p.error", { role: "alert" }, text_.failed(error.message)));
  } finally {
    busy = false;
  }
}

/** The button for the header. Under it, on every screen, stands for as long as it lasts that it does. */
export function freezeSwitch() {
  const button = h("button.small.freeze", { type: "button", role: "switch", "aria-label": text_.label, on: { click: toggleFrozen } });
  let drawn;
  let drawnHosts;
  const draw = () => {
    const { frozen, frozenHosts } = state;
    button.hidden = !state.mayFreeze || frozen === undefined;
    if (drawn === frozen && drawnHosts === frozenHosts) return;
    drawn = frozen;
    drawnHosts = frozenHosts;
    button.setAttribute("aria-checked", String(Boolean(frozen)));
    button.textContent = frozen ? text_.on : text_.off;
    button.title = frozen ? text_.end : text_.begin;
    fill(by("frozen"), frozen ? strip(frozen) : frozenHosts.length ? hostStrip(frozenHosts) : null);
  };
  onChange(draw);
  draw();
  return button;
}

function hostStrip(hosts) {
  return h("p.frozen", { role: "note" },
    h("strong", {}, text_.hosts(hosts.length)), text_.by, foreignLine(hosts[0].by), hosts.length > 1 ? text_.others : null,
    text_.hostsText(hosts.length > 1), h("a", { href: "#/sessions" }, text_.see));
}

function strip({ since, by: who, reason }) {
  const at = new Date(since);
  return h("p.frozen", { role: "note" },
    h("strong", {}, text_.strip[0]), text_.strip[1], foreignLine(who), `${text_.strip[2]}${at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`,
    reason ? [": ", foreignLine(reason)] : null, text_.strip[3],
    state.mayFreeze ? [" ", h("button.small", { type: "button", on: { click: toggleFrozen } }, text_.endButton)] : null);
}
