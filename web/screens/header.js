// @ts-check
// The header: the screens, whether the page is connected, and the switches that count everywhere.

import { by, fill, foreignLine, h } from "../dom.js";
import { askToNotify, withdraw } from "../hub/notifications.js";
import { settings } from "../hub/preferences.js";
import { onChange, state } from "../hub/state.js";
import { words } from "../text/login.js";
import { freezeSwitch } from "./freeze.js";
import { help } from "./keys.js";
import { modeChip } from "./mode-chip.js";

let title = "byleave";

/** In the window's title, and on the icon where the page is installed. */
function badge() {
  const size = state.pending.size;
  if (size) navigator.setAppBadge?.(size).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
  document.title = `${state.line === "open" ? "" : "⚠ "}${size ? `(${size}) ` : ""}${title} · byleave`;
}

/** Marks the screen that is shown: `[name, its title]`. */
export function showing(name, its) {
  title = its;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === `#/${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.body.classList.remove("menu-open");
  badge();
}

/** `screens` is `{name: title}`, `me` whoever is logged in. */
export function header(screens, me) {
  const notify = h("button.small", { type: "button", on: { click: askToNotify } }, "");
  const dot = h("span.dot", { role: "status" });
  const menu = h("button.small.menu-toggle", { type: "button", "aria-expanded": "false", "aria-controls": "screens", on: { click: () => menu.setAttribute("aria-expanded", String(document.body.classList.toggle("menu-open"))) } }, words.menu);
  fill(by("top"),
    h("a.brand", { href: "#/queue" }, "byleave"), menu,
    h("nav", { id: "screens", "aria-label": words.screens }, Object.entries(screens).map(([name, its]) => h("a", { href: `#/${name}` }, its, name === "queue" ? h("span.nav-count") : null))),
    h("div.top-right", {}, dot, me ? modeChip() : null, me ? h("a.me.faint", { href: "#/settings" }, foreignLine(me.name ?? ""), ` · ${me.role ?? ""}`) : null, me ? freezeSwitch() : null, notify,
      h("button.small.help-button", { type: "button", "aria-label": words.keys, on: { click: help } }, "?")));
  const draw = () => {
    dot.className = `dot ${state.line}`;
    dot.textContent = words.lines[state.line];
    document.body.classList.toggle("offline", state.line !== "open");
    const count = document.querySelector(".nav-count");
    if (count) count.textContent = state.pending.size ? ` ${state.pending.size}` : "";
    withdraw();
    notify.hidden = !("Notification" in window) || Notification.permission === "denied";
    notify.textContent = words.notify(settings.notify);
    badge();
  };
  onChange(draw);
  draw();
}
