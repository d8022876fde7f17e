// Reads values of JavaScript as JSON, once. What is not exactly JSON is an error that names the place: a guess could judge another
// call than the one that runs. Nothing inherited counts, no getter and no `toJSON` is run, so the text is what the object holds.

"use strict";

/** Deeper values are none, or contain themselves. */
const DEEPEST = 100;
/** More values than this are no arguments of a tool. */
const MOST = 1_000_000;

/** Reads a value as JSON text; `name` is what messages call it. */
function text(value, name) {
  const reader = { name, left: MOST };
  return JSON.stringify(read(value, reader, null, 0));
}

/** Reads a plain object as JSON text; nothing at all is an empty one. */
function objectText(value, name) {
  if (value === undefined || value === null) return "{}";
  if (!isPlain(value)) throw new TypeError(`${name} must be a plain object such as { command: "ls" }, not ${kind(value)}`);
  return text(value, name);
}

/** A text without half characters: those would silently become other characters on the way to the engine. */
function string(value, name) {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string, not ${kind(value)}`);
  if (!value.isWellFormed()) throw new TypeError(`${name} is not Unicode text: it holds half of a surrogate pair`);
  return value;
}

function optionalString(value, name) {
  return value === undefined || value === null ? undefined : string(value, name);
}

/** Whether something is an object that only holds values. Those of another realm count: tests and editors have several. */
function isPlain(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "hasOwnProperty"));
}

/** The options of a call, of which only known ones count, and none that is inherited. */
function options(value, known, name) {
  const own = Object.create(null);
  if (value === undefined || value === null) return own;
  if (!isPlain(value)) throw new TypeError(`${name} must be a plain object, not ${kind(value)}`);
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) throw new TypeError(`${name} has an unknown key \`${key}\`; use one of: ${known.join(", ")}`);
    own[key] = field(value, key, () => `${name}.${key}`);
  }
  return own;
}

/** What stands there. A getter could answer twice in two ways. */
function field(object, key, place) {
  const property = Object.getOwnPropertyDescriptor(object, key);
  if (property !== undefined && "value" in property) return property.value;
  throw new TypeError(`${place()} is computed when it is read; pass a plain value`);
}

// A step on the way to a value is [before, key]: only an error makes a text of it.
function place(reader, path) {
  const steps = [];
  for (let step = path; step !== null; step = step[0]) steps.unshift(step[1]);
  const shown = steps.slice(0, 8).map((step) => (typeof step === "number" ? `[${step}]` : `[${JSON.stringify(step.slice(0, 60))}]`));
  return reader.name + shown.join("");
}

function read(value, reader, path, depth) {
  if (--reader.left === 0) throw new RangeError(`${reader.name} has more than ${MOST} values`);
  switch (typeof value) {
    case "string":
      if (!value.isWellFormed()) {
        // The text itself is left out: it cannot be printed either.
        throw new TypeError(`${place(reader, path)} is not Unicode text: it holds half of a surrogate pair`);
      }
      return value;
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      throw new TypeError(`${place(reader, path)} is ${value}, which JSON cannot say`);
    case "object":
      if (value === null) return null;
      if (depth >= DEEPEST) throw new RangeError(`${reader.name} is nested more than ${DEEPEST} levels deep, or contains itself`);
      if (Array.isArray(value)) return list(value, reader, path, depth);
      if (isPlain(value)) return object(value, reader, path, depth);
      throw new TypeError(`${place(reader, path)} is not JSON: it is ${kind(value)}, not a plain object${advice(value)}`);
    case "undefined":
      throw new TypeError(`${place(reader, path)} is undefined; leave it out, or pass null`);
    case "bigint":
      throw new TypeError(`${place(reader, path)} is a BigInt, which JSON cannot say; pass it as a string`);
    default:
      throw new TypeError(`${place(reader, path)} is not JSON: it is ${kind(value)}`);
  }
}

function list(value, reader, path, depth) {
  // Neither here, where a list would still inherit one.
  const copy = Object.setPrototypeOf([], null);
  for (let index = 0; index < value.length; index += 1) {
    const step = [path, index];
    copy[index] = read(field(value, String(index), () => place(reader, step)), reader, step, depth + 1);
  }
  return copy;
}

function object(value, reader, path, depth) {
  // Without a prototype `JSON.stringify` finds no `toJSON`, and `__proto__` is no setter.
  const copy = Object.create(null);
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === "symbol") throw new TypeError(`${place(reader, path)} has a key that is no string but a symbol`);
    if (key === "__proto__") {
      throw new TypeError(`${place(reader, path)} has a key \`__proto__\`, which changes what objects are in JavaScript; no tool takes it`);
    }
    if (!key.isWellFormed()) throw new TypeError(`${place(reader, path)} has a key that is not Unicode text`);
    const step = [path, key];
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (property !== undefined && !property.enumerable) continue;
    copy[key] = read(field(value, key, () => place(reader, step)), reader, step, depth + 1);
  }
  return copy;
}

/** What something is, for messages. */
function kind(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  switch (typeof value) {
    case "undefined":
      return "undefined";
    case "function":
      return "a function";
    case "object": {
      const name = Object.getPrototypeOf(value)?.constructor?.name;
      return typeof name === "string" && name !== "" && name !== "Object" ? `a ${name}` : "an object of a class";
    }
    case "bigint":
      return "a BigInt";
    default:
      return `a ${typeof value}`;
  }
}

const advice = (value) =>
  value instanceof Date ? "; pass date.toISOString()" : value instanceof Map ? "; pass Object.fromEntries(map)" : "";

module.exports = { text, objectText, string, optionalString, isPlain, options, field, kind };
