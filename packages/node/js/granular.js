// `auto_approve_tools` in code: the same rules as in a file, with functions for `validate` and `require`.
//
// A function sees the command, or what another tool is about. What it says of one call becomes a rule for just that text, so
// blocked patterns and floors hold whatever it returns. Nothing but `true` counts: a function that returns something merely truthy
// approves nothing, and after one that throws, the call asks and says so.

"use strict";

const { native } = require("./native.js");
const { shown } = require("./drive.js");
const json = require("./json.js");

/** The arguments that tools are about, in this order, as the engine has them. */
const SUBJECTS = ["file_path", "path", "filename", "target", "url", "query"];
const FUNCTIONS = ["validate", "require"];
const CONDITIONS = ["subject", "hours", "limit"];
const NOT_ACCEPTED = "(what the function given as `require` accepts)";

/** The rules of `auto_approve_tools`, and its functions separately. */
class Granular {
  constructor(config) {
    /** What a file could say too. */
    this.plain = config;
    /** The functions: the tool, the key, the function, and what else stands in the entry. */
    this.functions = [];
    if (!json.isPlain(config)) return;
    this.plain = Object.create(null);
    for (const tool of Object.keys(config)) {
      this.plain[tool] = this.#entry(tool, json.field(config, tool, () => `auto_approve_tools.${tool}`));
    }
  }

  #entry(tool, entry) {
    if (!json.isPlain(entry)) return entry;
    const at = (key) => json.field(entry, key, () => `auto_approve_tools.${tool}.${key}`);
    const keys = Object.keys(entry);
    const own = keys.filter((key) => FUNCTIONS.includes(key) && typeof at(key) === "function");
    if (own.length === 0) return entry;
    const rest = Object.create(null);
    for (const key of keys) if (!own.includes(key)) rest[key] = at(key);
    const conditions = Object.create(null);
    for (const key of CONDITIONS) if (key in rest) conditions[key] = rest[key];
    for (const key of own) this.functions.push({ tool: native.canonicalTool(tool), key, check: at(key), conditions });
    // An entry that only has functions approves nothing by itself.
    return Object.keys(rest).some((key) => !CONDITIONS.includes(key)) ? rest : false;
  }

  get hasFunctions() {
    return this.functions.length > 0;
  }

  andAlso(other) {
    const both = new Granular(null);
    both.functions = [...this.functions, ...other.functions];
    return both;
  }

  /** What the functions say about a call, as a policy for this call only; `null` if there are none. */
  rulesFor(tool, args) {
    const name = native.canonicalTool(tool);
    const entry = Object.create(null);
    const threw = [];
    for (const { tool: owner, key, check, conditions } of this.functions) {
      if (owner !== name) continue;
      const text = subject(name, args, conditions.subject);
      let holds = false;
      try {
        const said = text !== null && check(text);
        holds = said === true;
        if (typeof said?.then === "function") {
          said.then(null, () => {});
          threw.push(`the function given as \`${key}\` returned a promise; it must return true at once`);
        }
      } catch (error) {
        threw.push(`the function given as \`${key}\` threw ${shown(error)}`);
      }
      if (key === "require" && !holds) Object.assign(entry, conditions, { require: { one_of: [NOT_ACCEPTED] } });
      else if (key === "validate" && holds) Object.assign(entry, conditions, { validate: { one_of: [text] } });
    }
    const rules = Object.create(null);
    if (Object.keys(entry).length > 0) rules.auto_approve_tools = { [name]: entry };
    if (threw.length > 0) rules.permissions = { [name]: { allowed: "ask", reason: threw.join("; ") } };
    return Object.keys(rules).length > 0 ? rules : null;
  }
}

function subject(tool, args, named) {
  const keys = named ? [named] : tool === "bash" ? ["command"] : SUBJECTS;
  for (const key of keys) {
    const value = Object.hasOwn(args, key) ? args[key] : undefined;
    if (typeof value === "string") return value.trim() === "" ? null : value;
  }
  return null;
}

module.exports = { Granular };
