// Keys. They do nothing while a person types, nothing when they repeat, and can be switched off or given to other keys.

import { by, fill, h, put } from "./dom.js";
import { toggleFrozen } from "./freeze.js";
import { set, settings } from "./settings.js";

/** What single keys do: name, key, words. */
const ACTIONS = [
  ["next", "j", "next request"],
  ["previous", "k", "previous request"],
  ["allow", "a", "allow with the shown reach (not for HIGH and CRITICAL)"],
  ["scope", "A", "choose the reach"],
  ["deny", "d", "deny"],
  ["reason", "D", "deny with a reason"],
  ["stop", "s", "stop the run"],
  ["edit", "e", "edit"],
  ["explain", "x", "deny and ask for an explanation"],
  ["viewed", "v", "mark the change as viewed"],
  ["nextChange", "]", "next place that changes"],
  ["previousChange", "[", "previous place that changes"],
  ["more", "+", "more time"],
  ["freeze", ".", "freeze automatic approvals, or end the freeze"],
  ["undo", "u", "take the last answer back"],
  ["search", "/", "search"],
  ["go", "g", "then q h g s n p: go to queue, history, grants, stats, sessions, policy"],
  ["help", "?", "this help"],
];
const FIXED = [["Enter", "open the request, press the button"], ["Esc", "back to the queue; leave a field"]];

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

function typing(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) && target.type !== "checkbox";
}

/** One row of the help: what it does, and the button that gives it another key. */
function row([name, usual, text], say) {
  const button = h("button.small.key-button", { type: "button", "aria-label": `${text}: key ${keyOf(name)}, change` }, keyOf(name));
  const take = (event) => {
    event.preventDefault();
    event.stopPropagation();
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    done();
    if (event.key === "Escape") return say("Nothing was changed.");
    if ([...event.key].length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return say("Only single letters and signs can be keys.");
    const other = actionOf(event.key);
    if (other && other !== name) return say(`${event.key} is taken: ${ACTIONS.find(([known]) => known === other)[2]}.`);
    set("map", { ...settings.map, [name]: event.key === usual ? undefined : event.key });
    button.textContent = event.key;
    button.setAttribute("aria-label", `${text}: key ${event.key}, change`);
    return say(`${text}: ${event.key}`);
  };
  const done = () => {
    button.removeEventListener("keydown", take);
    button.removeEventListener("blur", done);
    button.textContent = keyOf(name);
  };
  button.addEventListener("click", () => {
    button.textContent = "press…";
    button.addEventListener("keydown", take);
    button.addEventListener("blur", done);
  });
  return [h("dt", {}, button), h("dd", {}, text)];
}

export function help() {
  const before = document.activeElement;
  const close = () => {
    dialog.close();
    dialog.remove();
    before?.focus?.();
  };
  const said = h("p.faint", { role: "status" }, "Press a key's button to choose another key.");
  const say = (text) => { said.textContent = text; };
  const toggle = h("input", { type: "checkbox", id: "keys-on", checked: settings.keys, on: { change: () => set("keys", toggle.checked) } });
  const list = h("dl.keys");
  const draw = () => fill(list, ACTIONS.map((one) => row(one, say)), FIXED.map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)]));
  draw();
  const usual = () => {
    set("map", {});
    draw();
    say("All keys are as they were.");
  };
  const dialog = h("dialog.help", { "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, "Keys"), list, said,
    h("p", {}, toggle, h("label", { for: "keys-on" }, " Single keys do something")),
    h("div.row", {}, h("button.plain", { type: "button", on: { click: close } }, "Close"),
      h("button.plain", { type: "button", on: { click: usual } }, "Usual keys")));
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
