// The lower end of a card: how far an approval reaches, and the buttons.

import { answer } from "./answering.js";
import { confirm } from "./confirm.js";
import { announce, fill, foreignLine, h } from "./dom.js";
import { editor } from "./editor.js";
import { risk, subject } from "./facts.js";
import { keyOf } from "./keys.js";
import { post } from "./link.js";
import { Radius } from "./radius.js";
import { spellLine } from "./spell.js";

/** Approving counts from this long after a card was drawn: a click meant for another card must not hit this one. */
const GUARD = 300;
const CHIPS = ["not needed", "do it differently", "too risky"];
const SCOPES = {
  turn: "Until the turn ends",
  session: "For this session",
  project: "In this project, every session",
  always: "Always, everywhere",
};

const SHORT = {
  once: "Allow once", turn: "Allow this turn", session: "Allow for session", project: "Allow in project", always: "Allow always",
};

/** The choices of the scope line: `{label, group, reply, covers, words}`. */
function choices(frame) {
  const offers = (frame.options ?? []).filter((option) => option.kind === "allow_always" && option.scope in SCOPES);
  const all = [{ label: "Once: this call only", reply: { scope: "once" } }];
  for (const [scope, group] of Object.entries(SCOPES)) {
    for (const offer of offers.filter((one) => one.scope === scope)) {
      const covers = [offer.covers ?? []].flat();
      const { words, breadth } = offer;
      all.push({ label: `${group}: ${words ?? breadth}`, reply: { scope, breadth }, covers, words, breadth });
      if (scope === "session" && breadth !== "tool") {
        all.push({ label: `15 minutes: ${words ?? breadth}`, reply: { for: "15m", breadth }, covers, words, breadth });
        all.push({ label: `3 more times: ${words ?? breadth}`, reply: { count: 3, breadth }, covers, words, breadth });
      }
    }
  }
  return all;
}

function covered(choice) {
  if (!choice.covers) return ["Nothing is remembered."];
  const exact = choice.breadth === "exact";
  return [
    "Will not be asked again: ",
    foreignLine(choice.words ?? choice.breadth),
    exact ? null : [" — ", choice.covers.map((one, at) => [at ? ", " : "", h("code", {}, foreignLine(one))])],
  ];
}

/** The word that must be typed before something critical is let through. */
function proof(frame) {
  const about = subject(frame);
  if (about.kind === "command") {
    const worst = about.commands.find((one) => one.program && one.findings?.some((found) => /high.risk/i.test(found.reason)));
    const asked = about.commands.find((one) => one.program && one.verdict !== "allow");
    const name = (worst ?? asked)?.program?.split("/").at(-1);
    if (name && /^[\w.+-]{1,24}$/.test(name)) return name;
  }
  return "allow";
}

export class Bar {
  /** `hold()` says why an approval does not count now, `fresh()` whether what was shown still holds. */
  constructor(frame, { hold, fresh }) {
    this.frame = frame;
    this.hold = hold;
    this.fresh = fresh;
    this.radius = new Radius(frame);
    this.drawn = performance.now();
    this.level = risk(frame);
    this.choices = choices(frame);
    this.error = h("p.error", { role: "alert" });
    this.scope = h("select", { id: "scope", on: { change: () => this.#preview() } },
      this.choices.map((one, at) => h("option", { value: String(at) }, spellLine(one.label))));
    this.covers = h("p.covers", { id: "covers" });
    this.scope.setAttribute("aria-describedby", "covers");
    this.reason = h("input", {
      id: "reason", type: "text", autocomplete: "off", maxlength: "2000", placeholder: "optional; the agent reads it",
      on: {
        keydown: (event) => {
          if (event.key === "Enter" && !event.isComposing) {
            event.preventDefault();
            this.deny();
          }
        },
      },
    });
    const button = (name, label, key, run) =>
      h(`button.${name}`, { type: "button", "aria-keyshortcuts": key, on: { click: run } }, label,
        key ? h("kbd", { "aria-hidden": "true" }, key) : null);
    this.allowLabel = h("span", {}, "Allow once");
    // On the button itself, for those who see; those who listen hear the note.
    this.whyNot = h("span.why-not", { "aria-hidden": "true" });
    this.allowButton = button("allow", [this.allowLabel, this.whyNot], this.grave ? null : keyOf("allow"), (event) => {
      // The second click of a double click was meant for what stood here before.
      if (event.detail > 1) return;
      this.allow();
    });
    this.note = h("span.armed.unseen", { id: "armed", role: "status" });
    this.allowButton.setAttribute("aria-describedby", "armed");
    this.editor = h("div");
    this.element = h("section.answer", { "aria-label": "Your answer" },
      h("div.scope", {}, h("label", { for: "scope" }, "Allow"), this.scope, this.covers, this.radius.element),
      h("div.why", {}, h("label", { for: "reason" }, "Reason to deny"), this.reason,
        h("span.chips", {}, CHIPS.map((text) =>
          h("button.small", { type: "button", on: { click: () => { this.reason.value = text; } } }, text)))),
      this.editor, this.error);
    this.buttons = h("div.buttons", { role: "group", "aria-label": "Answer" },
      this.allowButton, this.note,
      button("deny", "Deny", keyOf("deny"), () => this.deny()),
      h("span.rest", {},
        button("halt", "Stop run", keyOf("stop"), () => this.stop()),
        frame.editable === false ? null : button("plain", "Edit…", keyOf("edit"), () => this.edit()),
        button("plain", "Explain", keyOf("explain"), () => this.explain())));
    this.#preview();
    this.arm();
    setTimeout(() => this.arm(), GUARD);
  }

  get grave() {
    return this.level === "high" || this.level === "critical";
  }

  /** Whether an approval counts now. */
  get armed() {
    return performance.now() - this.drawn >= GUARD && this.hold() === undefined;
  }

  /** Something else stands there now: what is pressed at this moment was meant for what stood there before. */
  redrawn() {
    this.drawn = performance.now();
    setTimeout(() => this.arm(), GUARD);
  }

  arm() {
    // A card whose file is looked at speaks up before its bar is there whole.
    if (!this.note) return;
    this.allowButton.setAttribute("aria-disabled", String(!this.armed));
    this.#say(this.hold() ?? "");
  }

  /** Why the button does nothing now. */
  #say(why) {
    for (const place of [this.note, this.whyNot]) if (place.textContent !== why) place.textContent = why;
  }

  #preview() {
    const choice = this.choices[this.scope.value];
    fill(this.covers, covered(choice));
    this.radius.show(choice.breadth ? choice.reply : undefined);
    // The bar is on the screen where the line above it may not be: the button says how far it reaches.
    const { scope, count } = choice.reply;
    const words = SHORT[scope] ?? (count ? "Allow 4 times" : "Allow 15 min");
    // Something more is asked for before it counts.
    this.allowLabel.textContent = this.level === "critical" ? `${words}…` : words;
    this.allowLabel.title = spellLine(choice.label);
  }

  async #send(reply) {
    this.error.textContent = "";
    const failed = await answer(this.frame, reply);
    if (failed) this.error.textContent = failed;
  }

  /** By the button. */
  async allow(edited) {
    if (!this.armed) return;
    // The file may have changed since the approver last looked; if it has, the card says so and this was no answer.
    if (!(await this.fresh()) || !this.armed) return;
    if (this.level === "critical" && !(await this.#sure())) return;
    const choice = this.choices[this.scope.value];
    await this.#send({ approved: true, ...choice.reply, ...(edited ? { arguments: edited } : {}) });
  }

  /** By the key, which is not enough for what is grave. */
  allowByKey() {
    if (this.grave) {
      this.#say(this.hold() ?? `${this.level} risk: use the button`);
      this.allowButton.focus();
      return;
    }
    this.allow();
  }

  #sure() {
    return confirm({
      title: "This is a critical risk",
      text: [
        h("p", {}, (this.frame.risk?.reasons ?? []).map((reason, at) => [at ? "; " : "", foreignLine(reason)])),
        h("p", {}, "It runs as soon as you allow it, and you may not be able to undo it."),
      ],
      word: proof(this.frame),
      action: "Allow it",
    });
  }

  #feedback() {
    const text = this.reason.value.trim();
    return text ? { feedback: text } : {};
  }

  deny() {
    return this.#send({ approved: false, mode: "reject_soft", ...this.#feedback() });
  }

  stop() {
    return this.#send({ approved: false, mode: "reject_hard", ...this.#feedback() });
  }

  explain() {
    return this.#send({ approved: false, mode: "reject_explain", ...this.#feedback() });
  }

  /** More time to read. */
  async more() {
    if (!this.frame.expires_at) return;
    this.error.textContent = "";
    try {
      const { expires_at: end } = await post(`/v1/requests/${encodeURIComponent(this.frame.id)}/extend`);
      this.frame.expires_at = end;
      announce("There is more time now.");
    } catch (error) {
      this.error.textContent = error.message;
    }
  }

  chooseScope() {
    this.scope.focus();
  }

  giveReason() {
    this.reason.focus();
  }

  /** Other arguments; the hub judges them again. */
  edit() {
    const close = () => {
      fill(this.editor);
      this.buttons.querySelector("button.plain")?.focus();
    };
    fill(this.editor, editor(this.frame, { allow: (edited) => this.allow(edited), close }));
  }
}
