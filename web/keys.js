// Keys. They do nothing while somebody types, nothing when they repeat, and can be switched off.

import { by, fill, h, put } from "./dom.js";
import { set, settings } from "./settings.js";

export const KEYS = [
  ["j / k", "next, previous request"],
  ["Enter", "open"],
  ["a", "allow with the shown reach (not for HIGH and CRITICAL)"],
  ["A", "choose the reach"],
  ["d", "deny"],
  ["D", "deny with a reason"],
  ["s", "stop the run"],
  ["e", "edit"],
  ["x", "deny and ask for an explanation"],
  ["/", "search"],
  ["g then q h g s n p", "go to queue, history, grants, stats, sessions, policy"],
  ["Esc", "back to the queue; leave a field"],
  ["?", "this help"],
];

const GO = { q: "queue", h: "history", g: "grants", s: "stats", n: "sessions", p: "policy" };

function typing(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

export function help() {
  const before = document.activeElement;
  const close = () => {
    dialog.close();
    dialog.remove();
    before?.focus?.();
  };
  const toggle = h("input", { type: "checkbox", id: "keys-on", checked: settings.keys, on: { change: () => set("keys", toggle.checked) } });
  const dialog = h("dialog", { "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, "Keys"),
    h("dl.keys", {}, KEYS.map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])),
    h("p", {}, toggle, h("label", { for: "keys-on" }, " Single keys do something")),
    h("div.row", {}, h("button.plain", { type: "button", on: { click: close } }, "Close")));
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  put(fill(by("over")), dialog);
  dialog.showModal();
}

/** `screen()` gives what is shown now. */
export function listen(screen) {
  let going = 0;
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]")) return;
    const { key, target } = event;
    if (key === "Escape") {
      if (typing(target)) target.blur();
      else screen().back?.();
      return;
    }
    if (typing(target) || !settings.keys) return;
    if (event.repeat && key !== "j" && key !== "k") return;
    const act = (run) => {
      event.preventDefault();
      run?.();
    };
    if (Date.now() < going && GO[key]) {
      going = 0;
      return act(() => { location.hash = `#/${GO[key]}`; });
    }
    going = 0;
    const shown = screen();
    const bar = shown.card?.bar;
    switch (key) {
      case "g":
        going = Date.now() + 1500;
        return undefined;
      case "j":
        return act(() => shown.step?.(1));
      case "k":
        return act(() => shown.step?.(-1));
      case "a":
        return act(() => bar?.allowByKey());
      case "A":
        return act(() => bar?.chooseScope());
      case "d":
        return act(() => bar?.deny());
      case "D":
        return act(() => bar?.giveReason());
      case "s":
        return act(() => bar?.stop());
      case "e":
        return act(() => bar?.edit());
      case "x":
        return act(() => bar?.explain());
      case "/":
        return act(() => shown.search?.focus());
      case "?":
        return act(help);
      default:
        return undefined;
    }
  });
}
