// A verdict with its reasons: values only, made once, changed never.

"use strict";

/** What happens to a call, and why. */
class Decision {
  constructor(told) {
    this.verdict = told.verdict;
    this.allowed = told.verdict === "allow";
    this.source = told.source;
    this.rule = told.rule ?? null;
    this.reason = told.reason;
    this.outside = told.outside;
    this.highRisk = told.high_risk;
    this.approvals = told.approvals;
    this.tool = told.tool;
    this.command = told.command ?? null;
    this.remedy = told.remedy;
    this.findings = told.findings;
    this.findings.forEach((one, at) => {
      one.part = told.parts[at] ?? null;
    });
    Object.freeze(this);
  }

  toString() {
    return this.rule === null ? `${this.verdict}: ${this.reason}` : `${this.verdict}: ${this.reason} (${this.rule})`;
  }
}

/** What comes of an error inside byleave, a panic too. */
function failed(tool, error) {
  const why = error instanceof Error ? error.message : String(error);
  const reason = `byleave failed, so the call does not run: ${why}`;
  return new Decision({
    verdict: "deny", source: "none", rule: null, reason, outside: false, high_risk: false, approvals: 1, tool, command: null,
    remedy: [], findings: [], parts: [],
  });
}

module.exports = { Decision, failed };
