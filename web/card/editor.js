// @ts-check
// Other arguments for a call, typed by a person: a command as text, arguments as a form where their schema is known, else as
// JSON. Whatever is sent is judged again.

import { fill, foreign, h } from "../dom.js";
import { words } from "../text/answers.js";
import { subject } from "./subject.js";
import { Form, formable } from "./form.js";

const text_ = words.editor;

/** An area of text: `{element, read, focus}`; `read` gives the arguments or throws. */
function area(text, look, read) {
  const element = h("textarea", { id: "edit", rows: String(Math.min(20, text.split("\n").length + 2)), spellcheck: "false", value: text });
  element.addEventListener("input", look);
  return { element, text: () => element.value, read: () => read(element.value), focus: () => element.focus() };
}

function object(text) {
  const value = JSON.parse(text);
  if (!value || typeof value !== "object" || Array.isArray(value)) throw new TypeError();
  return value;
}

/** `allow(arguments)` sends them, `close()` goes back. */
export function editor(frame, { allow, close }) {
  const about = subject(frame);
  const asCommand = about.kind === "command";
  const args = frame.arguments ?? {};
  const element = h("div.editor");
  const shown = h("div.edited", { "aria-live": "polite" });
  const wrong = h("p.error", { role: "alert" });
  const send = h("button.allow", { type: "button" }, text_.send);
  const row = h("div.row", {}, send, h("button.plain", { type: "button", on: { click: close } }, text_.cancel));
  // What is typed or pasted can hide things as well as what an agent sends.
  const preview = (text) => fill(shown, h("span.faint", {}, text_.asSent), h("code", {}, foreign(text)));

  const byText = (start = args) => {
    const look = () => preview(field.text());
    const field = asCommand
      ? area(about.command, look, (text) => ({ ...args, [about.name]: text }))
      : area(JSON.stringify(start, null, 2), look, object);
    look();
    send.textContent = text_.send;
    send.onclick = () => {
      try {
        allow(field.read());
      } catch {
        wrong.textContent = text_.noObject;
      }
    };
    fill(element, h("label", { for: "edit" }, asCommand ? text_.command : text_.arguments), field.element, shown, wrong, row);
    field.focus();
  };

  const byForm = () => {
    const look = () => {
      const { value, wrong: lines } = form.read();
      preview(value === undefined ? "" : JSON.stringify(value));
      if (value === undefined) fill(shown, h("span.faint", {}, text_.cannot));
      fill(wrong);
      // The schema is only what the agent says of its tool: a person may know better, and is told first.
      send.textContent = lines.length ? text_.sendAnyway : text_.send;
      return { value, lines };
    };
    let told = "";
    const form = new Form(frame.args_schema, args, look);
    look();
    send.onclick = () => {
      const { value, lines } = look();
      const key = JSON.stringify([value, lines]);
      if (value !== undefined && (!lines.length || told === key)) return allow(value);
      told = key;
      return fill(wrong, text_.misfit, lines.join(" · "),
        value === undefined ? "" : text_.again);
    };
    const json = h("button.small", { type: "button", on: { click: () => byText(form.read().value ?? args) } }, text_.json);
    fill(element, h("p.editor-title", {}, text_.arguments, json), form.element, shown, wrong, row);
    form.focus();
  };

  // In the page first: what is not there takes no focus.
  queueMicrotask(() => (!asCommand && formable(frame.args_schema) ? byForm() : byText()));
  return element;
}
