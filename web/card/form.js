// @ts-check
// Arguments as a form, from the schema that came with the call.

import { foreign, foreignLine, h } from "../dom.js";
import { words as texts } from "../text/answers.js";
import { misfits, types } from "./json-schema.js";
import { spellLine } from "../text/spell.js";

const text_ = texts.editor;
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Whether a schema says enough for a form. */
export function formable(schema) {
  return isObject(schema) && isObject(schema.properties) && Object.keys(schema.properties).length > 0 && Object.keys(schema.properties).length <= 60;
}

/** What a field is, by its schema and what stands in it. A value that the kind cannot hold is edited as JSON. */
function kindOf(schema, value, given) {
  if (isObject(schema) && Array.isArray(schema.enum) && schema.enum.length && schema.enum.length <= 200) {
    return !given || schema.enum.some((one) => JSON.stringify(one) === JSON.stringify(value)) ? "enum" : "json";
  }
  const [type, ...more] = types(schema);
  if (more.length) return "json";
  if (type === "string" && (!given || typeof value === "string")) return "string";
  if ((type === "number" || type === "integer") && (!given || typeof value === "number")) return "number";
  if (type === "boolean" && (!given || typeof value === "boolean")) return "boolean";
  return "json";
}

class Unreadable extends Error {}

function select(id, values, value) {
  const at = values.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
  const element = h("select", { id }, values.map((one, place) => h("option", { value: String(place), selected: place === Math.max(at, 0) },
    spellLine(typeof one === "string" ? one : JSON.stringify(one)))));
  return { element, read: () => values[Number(element.value)] };
}

function control(kind, id, schema, value, given) {
  if (kind === "enum") return select(id, schema.enum, value);
  if (kind === "boolean") return select(id, [true, false], given ? value : true);
  if (kind === "number") {
    const element = h("input", { id, type: "text", inputmode: "decimal", autocomplete: "off", value: given ? String(value) : "" });
    return {
      element,
      read() {
        const text = element.value.trim();
        if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) || !Number.isFinite(Number(text))) throw new Unreadable(text_.noNumber);
        // A longer one would be sent as another number.
        if (/^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text))) throw new Unreadable(text_.longNumber);
        return Number(text);
      },
    };
  }
  const text = kind === "string" ? (given ? value : "") : given ? JSON.stringify(value, null, 2) : "";
  const element = h("textarea", { id, rows: String(Math.min(12, text.split("\n").length)), spellcheck: "false", value: text });
  const read = () => {
    if (kind === "string") return element.value;
    try {
      return JSON.parse(element.value);
    } catch {
      throw new Unreadable(text_.noJson);
    }
  };
  return { element, read };
}

export class Form {
  #fields = [];

  constructor(schema, args, changed) {
    this.schema = schema;
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    // What the schema does not know is in the call all the same.
    const all = [...new Set([...Object.keys(schema.properties), ...Object.keys(args)])];
    const rows = all.map((name, number) => this.#row(name, number, Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined, required.has(name), args, changed));
    this.element = h("div.form", { role: "group", "aria-label": text_.fields }, rows);
  }

  #row(name, number, schema, must, args, changed) {
    const given = Object.hasOwn(args, name);
    const kind = kindOf(schema, args[name], given);
    const id = `field-${number}`;
    const { element, read } = control(kind, id, schema, args[name], given);
    const wrong = h("span.misfit", { id: `${id}-wrong` });
    element.setAttribute("aria-describedby", `${id}-wrong`);
    const use = must && given ? undefined : h("input", { type: "checkbox", checked: given, "aria-label": text_.sendField(spellLine(name, "name")), on: { change: () => { element.disabled = !use.checked; changed(); } } });
    element.disabled = use ? !use.checked : false;
    element.addEventListener("input", changed);
    this.#fields.push({ name, read, wrong, element, sent: () => !use || use.checked });
    const about = isObject(schema) && typeof schema.description === "string" ? h("span.faint", {}, foreign(schema.description)) : null;
    return h("div.field", {},
      h("div.field-top", {}, use, h("label", { for: id }, foreignLine(name, "name")), h("span.faint", {}, ` ${text_.kinds[kind]}${must ? text_.required : ""}${schema === undefined ? text_.unknown : ""}`)),
      about, element, wrong);
  }

  /** `{value, wrong}`: the arguments, if every field can be read; what does not fit, as lines of words. */
  read() {
    const entries = [];
    const wrong = new Map();
    let unreadable = false;
    for (const field of this.#fields.filter((one) => one.sent())) {
      try {
        entries.push([field.name, field.read()]);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        unreadable = true;
        wrong.set(field.name, [error.message]);
      }
    }
    // Not by assignment: a name such as `__proto__` would set something else.
    const value = Object.fromEntries(entries);
    for (const { at: [first, ...rest], words } of misfits(this.schema, value)) {
      if (wrong.has(first) && unreadable) continue;
      const where = rest.length ? `${rest.join(".")} ` : "";
      wrong.set(first, [...(wrong.get(first) ?? []), `${where}${words}`]);
    }
    for (const field of this.#fields) {
      const words = wrong.get(field.name) ?? [];
      field.wrong.textContent = words.length ? `⚠ ${spellLine(words.join("; "))}` : "";
      field.element.setAttribute("aria-invalid", String(words.length > 0));
    }
    const lines = [...wrong].map(([name, words]) => `${spellLine(name ?? text_.whole, "name")} ${spellLine(words.join("; "))}`);
    return { value: unreadable ? undefined : value, wrong: lines };
  }

  focus() {
    this.#fields.find((one) => !one.element.disabled)?.element.focus();
  }
}
