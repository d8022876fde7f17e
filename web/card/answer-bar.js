// @ts-check
// The lower end of a card: allow, deny, how far an approval reaches, and the rest behind one button.

import { announce, fill, foreign, h } from "../dom.js";
import { answer } from "../hub/answers.js";
import { post } from "../hub/connection.js";
import { confirm } from "../screens/confirm.js";
import { keyOf } from "../screens/keys.js";
import { words } from "../text/answers.js";
import { words as cardWords } from "../text/card.js";
import { Choices } from "./choices.js";
import { editor } from "./editor.js";
import { inOrder, risk, subject } from "./subject.js";
import { titleLine, victim } from "./title.js";

/** Approving counts from this long after a card was drawn: a click meant for another card must not hit this one. */
const GUARD = 300;

export class AnswerBar {
  /** `hold()` says why an approval does not count now, `fresh()` whether what was shown still holds. */
  constructor(frame, { hold, fresh }) {
    this.frame = frame;
    this.hold = hold;
    this.fresh = fresh;
    this.drawn = performance.now();
    this.level = risk(frame);
    this.error = h("p.error", { role: "alert" });
    this.allowLabel = h("span");
    // On the button itself, for those who see; those who listen hear the note.
    this.whyNot = h("span.why-not", { "aria-hidden": "true" });
    this.note = h("span.armed.unseen", { id: "armed", role: "status" });
    const critical = this.level === "critical";
    this.allowButton = this.#button(critical ? "allow.critical" : "allow", [this.allowLabel, this.whyNot], this.grave ? null : "allow", (event) => {
      // The second click of a double click was meant for what stood here before.
      if (event.detail <= 1) this.allow();
    });
    this.allowButton.setAttribute("aria-describedby", "armed");
    this.choices = new Choices(frame, () => this.#label());
    this.reason = h("input", {
      id: "reason", type: "text", autocomplete: "off", maxlength: "2000", placeholder: words.reasonHint,
      on: {
        keydown: (event) => {
          if (event.key !== "Enter" || event.isComposing) return;
          event.preventDefault();
          this.deny();
        },
      },
    });
    this.reasonRow = h("div.why-deny", { hidden: true }, h("label", { for: "reason" }, words.reasonLabel), this.reason,
      h("span.chips", {}, words.chips.map((text) => h("button.small", { type: "button", on: { click: () => { this.reason.value = text; this.reason.focus(); } } }, text))));
    this.editor = h("div");
    this.element = h("section.answer", { "aria-label": words.yours }, this.editor, this.error);
    this.menu = h("div.menu", { id: "menu", hidden: true },
      frame.editable === false ? null : this.#button("plain", words.edit, "edit", () => this.edit()),
      this.#button("plain", words.explain, "explain", () => this.explain()),
      this.#button("plain", words.reason, "reason", () => this.giveReason()),
      this.#button("halt", words.stop, "stop", () => this.stop()));
    this.menuButton = h("button.plain.menu-button", { type: "button", "aria-expanded": "false", "aria-controls": "menu", "aria-label": words.menu, on: { click: () => this.#open(this.menu.hidden) } }, "⋯");
    this.buttons = h("div.buttons", { role: "group", "aria-label": words.answer },
      this.menu, this.reasonRow, this.choices.element,
      h("div.main-buttons", {}, this.allowButton, this.note, this.#button("deny", words.deny, "deny", () => this.deny()), this.menuButton));
    this.#label();
    this.arm();
    setTimeout(() => this.arm(), GUARD);
  }

  #button(name, label, key, run) {
    const shown = key ? keyOf(key) : null;
    return h(`button.${name}`, { type: "button", "aria-keyshortcuts": shown, on: { click: run } }, label, shown ? h("kbd", { "aria-hidden": "true" }, shown) : null);
  }

  #open(open) {
    this.menu.hidden = !open;
    this.menuButton.setAttribute("aria-expanded", String(open));
    if (open) this.menu.querySelector("button")?.focus();
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
    if (!this.menuButton) return;
    this.allowButton.setAttribute("aria-disabled", String(!this.armed));
    this.#say(this.hold() ?? "");
  }

  /** Why the button does nothing now. */
  #say(why) {
    for (const place of [this.note, this.whyNot]) if (place.textContent !== why) place.textContent = why;
  }

  /** The bar is on the screen where the choices may not be: the button says how far it reaches. */
  #label() {
    if (!this.choices) return;
    // Something more is asked for before it counts.
    this.allowLabel.textContent = `${this.choices.label}${this.level === "critical" ? words.more : ""}`;
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
    await this.#send({ approved: true, ...this.choices.reply, ...(edited ? { arguments: edited } : {}) });
  }

  /** By the key, which is not enough for what is grave. */
  allowByKey() {
    if (this.grave) {
      this.#say(this.hold() ?? words.grave(this.level));
      this.allowButton.focus();
      return;
    }
    this.allow();
  }

  /** A second, different gesture: the thing itself once more, and the name of what would be lost. */
  #sure() {
    const about = subject(this.frame);
    const text = about.kind === "command" ? about.command : JSON.stringify(inOrder(this.frame), null, 1);
    return confirm({
      title: titleLine(this.frame),
      text: [h("pre.raw.asked", { tabindex: "0" }, foreign(text, "text", "code")), h("p", {}, words.critical.about)],
      word: victim(this.frame),
      action: words.critical.action,
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
      announce(cardWords.moreGiven);
    } catch (error) {
      this.error.textContent = error.message;
    }
  }

  chooseScope() {
    this.choices.focus();
  }

  giveReason() {
    this.#open(false);
    this.reasonRow.hidden = false;
    this.reason.focus();
  }

  /** Other arguments; the hub judges them again. */
  edit() {
    this.#open(false);
    const close = () => {
      fill(this.editor);
      this.menuButton.focus();
    };
    fill(this.editor, editor(this.frame, { allow: (edited) => this.allow(edited), close }));
    this.editor.scrollIntoView({ block: "nearest" });
  }
}
