// Errors. A call that throws one of these does not run.

"use strict";

/** A policy is broken: nothing starts on it. */
class PolicyError extends Error {
  get name() {
    return "PolicyError";
  }
}

/** A call may not run. The agent continues with `toModelText()` as the result of the call. */
class Rejected extends Error {
  #refusal;

  constructor(refusal) {
    const words = String(refusal.words || refusal.reason || "the call may not run");
    super(refusal.detail ? `${words} (${refusal.detail})` : words);
    this.#refusal = refusal;
    this.tool = String(refusal.tool ?? "");
    this.cause = String(refusal.cause ?? "system");
    this.reason = String(refusal.reason ?? "");
    this.mode = refusal.mode ?? null;
    this.feedback = refusal.feedback ?? null;
    this.rule = refusal.rule ?? null;
    this.remedy = refusal.remedy ?? null;
    this.call = String(refusal.call ?? "");
    this.record = refusal.record ?? null;
    this.detail = refusal.detail ?? null;
  }

  get name() {
    return "Rejected";
  }

  /** The text for the model, in the profile's words. */
  toModelText() {
    return String(this.#refusal.model_text || this.reason || this.message);
  }

  /** The whole refusal as JSON. */
  toJSON() {
    return { ...this.#refusal };
  }
}

/** A call may not run, and the agent stops until the user's next message. */
class Stopped extends Rejected {
  get name() {
    return "Stopped";
  }
}

const refused = (refusal) => (refusal.stop === true ? new Stopped(refusal) : new Rejected(refusal));

/** What came of an error inside byleave: the call does not run. */
function broke(tool, call, error) {
  const why = error instanceof Error ? error.message : String(error);
  return new Rejected({ tool, call, cause: "system", reason: "byleave failed, so the call does not run", detail: why });
}

/** Runs something of the addon; its errors become those of this package. */
function within(work) {
  try {
    return work();
  } catch (error) {
    throw translated(error);
  }
}

function translated(error) {
  switch (error?.code) {
    case "BYLEAVE_POLICY":
      return new PolicyError(error.message);
    case "BYLEAVE_ARGUMENT":
      return new TypeError(error.message);
    default:
      return error;
  }
}

module.exports = { PolicyError, Rejected, Stopped, refused, broke, within, translated };
