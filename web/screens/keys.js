// @ts-check
// Keys. They do nothing while a person types, nothing when they repeat, and can be switched off or given to other keys.

import { by, fill, h, put } from "../dom.js";
import { toggleFrozen } from "./freeze.js";
import { set, settings } from "../hub/preferences.js";
import { words } from "../text/keys.js";

/** What single keys do: name, and key as it comes; the words stand in `text/keys.js`. @type {[keyof typeof words.actions, string][]} */
const ACTIONS = [
  ["next", "j"], ["previous", "k"], ["allow", "a"], ["scope", "A"], ["deny", "d"], ["reason", "D"], ["stop", "s"], ["edit", "e"], ["explain", "x"], ["viewed", "v"],
  ["nextChange", "]"], ["previousChange", "["], ["more", "+"], ["freeze", "."], ["undo", "u"], ["search", "/"], ["go", "g"], ["help", "?"],
];

const GO = { q: "queue", h: "history", g: "grants", s: "stats", n: "sessions", p: "policy" };

/** The key of an action, as this person has it. */
export function keyOf(name) {
  const own = settings.map?.[name];
  if (typeof own === "string" && own) return own;
  return ACTIONS.find(([known]) => known === name)?.[1];
}

/** The action of a key. What was given away by hand comes first. */
function actionOf(key) {
  return ACTIONS.find(([name]) => keyOf(name) === key)?.[0];
}

/** @returns {target is HTMLElement} */
function typing(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) && target.getAttribute("type") !== "checkbox";
}

/** One row of the help: what it does, and the button that gives it another key. */
function row([name, usual], say) {
  const text = words.actions[name];
  const button = h("button.small.key-button", { type: "button", "aria-label": words.button(text, keyOf(name)) }, keyOf(name));
  const take = (event) => {
    event.preventDefault();
    event.stopPropagation();
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    done();
    if (event.key === "Escape") return say(words.unchanged);
    if ([...event.key].length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return say(words.single);
    const other = actionOf(event.key);
    if (other && other !== name) return say(words.taken(event.key, words.actions[other]));
    set("map", { ...settings.map, [name]: event.key === usual ? undefined : event.key });
    button.textContent = event.key;
    button.setAttribute("aria-label", words.button(text, event.key));
    return say(`${text}: ${event.key}`);
  };
  const done = () => {
    button.removeEventListener("keydown", take);
    button.removeEventListener("blur", done);
    button.textContent = keyOf(name);
  };
  button.addEventListener("click", () => {
    button.textContent = words.press;
    button.addEventListener("keydown", take);
    button.addEventListener("blur", done);
  });
  return [h("dt", {}, button), h("dd", {}, text)];
}

export function help() {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const close = () => {
    dialog.close();
    dialog.remove();
    before?.focus?.();
  };
  const said = h("p.faint", { role: "status" }, words.about);
  const say = (text) => { said.textContent = text; };
  const toggle = h("input", { type: "checkbox", id: "keys-on", checked: settings.keys, on: { change: () => set("keys", toggle.checked) } });
  const list = h("dl.keys");
  const draw = () => fill(list, ACTIONS.map((one) => row(one, say)), words.fixed.map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)]));
  draw();
  const usual = () => {
    set("map", {});
    draw();
    say(words.reset);
  };
  const dialog = h("dialog.help", { "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, words.title), list, said,
    h("p", {}, toggle, h("label", { for: "keys-on" }, ` ${words.on}`)),
    h("div.row", {}, h("button.plain", { type: "button", on: { click: close } }, words.close),
      h("button.plain", { type: "button", on: { click: usual } }, words.usual)));
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
  const acts = {
    next: (shown) => shown.step?.(1),
    previous: (shown) => shown.step?.(-1),
    allow: (shown) => shown.card?.bar?.allowByKey(),
    scope: (shown) => shown.card?.bar?.chooseScope(),
    deny: (shown) => shown.card?.bar?.deny(),
    reason: (shown) => shown.card?.bar?.giveReason(),
    stop: (shown) => shown.card?.bar?.stop(),
    edit: (shown) => shown.card?.bar?.edit(),
    explain: (shown) => shown.card?.bar?.explain(),
    viewed: (shown) => shown.card?.change?.toggleViewed(),
    nextChange: (shown) => shown.card?.change?.step(1),
    previousChange: (shown) => shown.card?.change?.step(-1),
    more: (shown) => shown.card?.bar?.more(),
    freeze: toggleFrozen,
    undo: (shown) => shown.undo?.(),
    search: (shown) => shown.search?.focus(),
    help,
  };
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
    if (Date.now() < going && GO[key]) {
      going = 0;
      event.preventDefault();
      location.hash = `#/${GO[key]}`;
      return;
    }
    going = 0;
    const name = actionOf(key);
    if (!name || (event.repeat && !["next", "previous", "nextChange", "previousChange"].includes(name))) return;
    if (name === "go") {
      going = Date.now() + 1500;
      return;
    }
    event.preventDefault();
    acts[name](screen());
  });
}
