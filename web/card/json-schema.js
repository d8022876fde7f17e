// @ts-check
// What does not fit a JSON Schema, in words. The schema is the agent's own word for its tool: it helps the approver who edits, and
// decides nothing. Patterns are not tried: an expression from elsewhere can keep a browser busy for ever.

import { words as texts } from "../text/answers.js";

const text_ = texts.misfits;
const MOST = 12;
const DEEPEST = 8;

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

function typeOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" ? "number" : typeof value;
}

/** The types a schema allows; none if it does not say. */
export function types(schema) {
  const said = isObject(schema) ? [schema.type].flat().filter((one) => typeof one === "string") : [];
  return said;
}

const fits = (type, value) => (type === "integer" ? Number.isInteger(value) : typeOf(value) === type);
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** `[{at, words}]`, `at` being the path of names that leads there. */
export function misfits(schema, value, at = [], depth = 0) {
  const found = [];
  const say = (words, where = at) => found.length < MOST && found.push({ at: where, words });
  if (!isObject(schema) || depth > DEEPEST) return found;
  const allowed = types(schema);
  if (allowed.length && !allowed.some((type) => fits(type, value))) {
    say(text_.type(typeOf(value), allowed.join(text_.or)));
    return found;
  }
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => same(one, value))) say(text_.value);
  if (schema.const !== undefined && !same(schema.const, value)) say(text_.const);
  if (typeof value === "number") {
    if (typeof schema.minimum === "number" && value < schema.minimum) say(text_.less(schema.minimum));
    if (typeof schema.maximum === "number" && value > schema.maximum) say(text_.more(schema.maximum));
  }
  if (typeof value === "string") {
    const size = [...value].length;
    if (typeof schema.minLength === "number" && size < schema.minLength) say(text_.shorter(schema.minLength));
    if (typeof schema.maxLength === "number" && size > schema.maxLength) say(text_.longer(schema.maxLength));
  }
  if (Array.isArray(value)) {
    if (typeof schema.minItems === "number" && value.length < schema.minItems) say(text_.fewer(schema.minItems));
    if (typeof schema.maxItems === "number" && value.length > schema.maxItems) say(text_.many(schema.maxItems));
    value.slice(0, 1000).forEach((one, place) => misfits(schema.items, one, [...at, String(place)], depth + 1).forEach((each) => say(each.words, each.at)));
  }
  if (isObject(value)) {
    const properties = isObject(schema.properties) ? schema.properties : {};
    for (const name of Array.isArray(schema.required) ? schema.required : []) {
      if (typeof name === "string" && !Object.hasOwn(value, name)) say(text_.missing, [...at, name]);
    }
    for (const [name, one] of Object.entries(value)) {
      if (Object.hasOwn(properties, name)) misfits(properties[name], one, [...at, name], depth + 1).forEach((each) => say(each.words, each.at));
      else if (schema.additionalProperties === false) say(text_.unknown, [...at, name]);
      else misfits(schema.additionalProperties, one, [...at, name], depth + 1).forEach((each) => say(each.words, each.at));
    }
  }
  return found;
}
