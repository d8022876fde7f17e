// What the adapters for frameworks share.

"use strict";

const { Rejected, Stopped } = require("./errors.js");
const { Session } = require("./gate.js");
const { asPolicy } = require("./policy.js");
const json = require("./json.js");

/**
 * What stands behind an adapter: a gate, which asks by itself and keeps the record, or a policy, where the framework puts the
 * question in its own way. `names` says which names tools have in the policy.
 */
function behind(of, options) {
  const { names } = json.options(options, ["names"], "options");
  const gate = of instanceof Session ? of : null;
  const policy = gate === null ? asPolicy(of) : null;
  return {
    gate,
    named: (tool) => (names !== undefined && Object.hasOwn(names, tool) ? names[tool] : tool),
    check: (tool, args) => (gate ?? policy).check(tool, args),
  };
}

/** Whether a call needs an answer. One that cannot be judged does not: no answer can let it run. */
function asks({ check }, tool, args) {
  try {
    return check(tool, args).verdict === "ask";
  } catch {
    return false;
  }
}

/**
 * What happens to a call: `{ verdict, reason, arguments? }`. A gate leaves nothing to ask. Every error is a deny that says what is
 * wrong, so that an adapter always has something to return: frameworks take `undefined` for a yes.
 */
async function settled({ gate, check }, tool, args, options) {
  try {
    if (gate === null) {
      const { verdict, reason } = check(tool, args);
      return { verdict, reason };
    }
    const permit = await gate.authorize(tool, args, options);
    const { reason } = permit;
    return { verdict: "allow", reason, arguments: permit.take() };
  } catch (error) {
    return refusal(tool, error);
  }
}

/** What an adapter says about a call that must not run. */
function refusal(tool, error) {
  const reason = error instanceof Rejected ? error.toModelText() : `\`${tool}\` did not run: ${error?.message ?? error}`;
  return { verdict: "deny", reason, stop: error instanceof Stopped };
}

/**
 * Puts a question of a framework to a person: somebody is asked even if the gate's own policy allows the call, because the tool's
 * policy did not. What a person granted the session is an answer.
 */
async function putToPeople(gate, tool, args, options) {
  try {
    const permit = await gate.authorize(tool, args, { ...options, ask: gate.check(tool, args).allowed });
    const { reason } = permit;
    return { verdict: "allow", reason, arguments: permit.take() };
  } catch (error) {
    return refusal(tool, error);
  }
}

/** Whether two values of JSON are the same, whatever the order of their keys. */
function same(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]));
}

/** What a framework that cannot run other arguments says to the model about an edit. */
const wanted = (tool, args) => `The user wants \`${tool}\` called with these arguments: ${JSON.stringify(args)}`;

module.exports = { asks, behind, settled, putToPeople, same, wanted };
