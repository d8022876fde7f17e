// Other arguments for a call, typed by a person: a command as text, arguments as a form where their schema is known, else as
// JSON. Whatever is sent is judged again.

import { fill, foreign, h } from "./dom.js";
import { subject } from "./facts.js";
import { Form, formable } from "./form.js";

const NO_OBJECT = "this is not a JSON object; correct it or cancel";

/** An area of text: `{element, read, focus}`; `read` gives the arguments or throws. */
function area(text, look, read) {
  const element = h("textarea", { id: "edit", rows: String(Math.min(20, text.split("\n").length + 2)), spellcheck: "false", value: text });
  element.addEventListener("input", look);
  return { element, text: () => element.value, read: () => read(element.value), focus: () => element.focus() };
}

function object(text) {
  const value = JSON.parse(text);
  if (!value || typeof value !== "object" || Array.isArray(value)) throw new Error("not an object");
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
  const send = h("button.allow", { type: "button" }, "Allow as edited");
  const row = h("div.row", {}, send, h("button.plain", { type: "button", on: { click: close } }, "Cancel"));
  // What is typed or pasted can hide things as well as what an agent sends.
  const preview = (text) => fill(shown, h("span.faint", {}, "As it will be sent: "), h("code", {}, foreign(text)));

  const byText = (start = args) => {
    const look = () => preview(field.text());
    const field = asCommand
      ? area(about.command, look, (text) => ({ ...args, [about.name]: text }))
      : area(JSON.stringify(start, null, 2), look, object);
    look();
    send.textContent = "Allow as edited";
    send.onclick = () => {
      try {
        allow(field.read());
      } catch {
        wrong.textContent = NO_OBJECT;
      }
    };
    fill(element, h("label", { for: "edit" }, asCommand ? "Run this instead" : "Call it with these arguments instead"), field.element, shown, wrong, row);
    field.focus();
  };

  const byForm = () => {
    const look = () => {
      const { value, wrong: lines } = form.read();
      preview(value === undefined ? "" : JSON.stringify(value));
      if (value === undefined) fill(shown, h("span.faint", {}, "The page cannot send it like this."));
      fill(wrong);
      // The schema is only what the agent says of its tool: a person may know better, and is told first.
      send.textContent = lines.length ? "Allow it all the same" : "Allow as edited";
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
      return fill(wrong, "It does not fit the tool's schema: ", lines.join(" · "),
        value === undefined ? "" : ". Press again to send it anyway.");
    };
    const json = h("button.small", { type: "button", on: { click: () => byText(form.read().value ?? args) } }, "Edit as JSON");
    fill(element, h("p.editor-title", {}, "Call it with these arguments instead", json), form.element, shown, wrong, row);
    form.focus();
  };

  // In the page first: what is not there takes no focus.
  queueMicrotask(() => (!asCommand && formable(frame.args_schema) ? byForm() : byText()));
  return element;
}
