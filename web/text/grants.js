// @ts-check
// Grants, and what a session may do, in words.

import { number } from "./time.js";

export const words = {
  title: "Grants",
  about: "What runs without a question because a person granted it. If you revoke a grant, the next such call asks again.",
  none: "Nothing is granted: every call that the policy does not allow asks a person.",
  leftOut: (count) => `${number(count, "more grant")} not shown. Revoke what you no longer need, and they come.`,
  heads: ["Covers", "Where", "Ends", "Used", "Given by", "Make it a rule", ""],
  covers: { tool: "every call of ", and: " and ", exactly: "exactly ", one: "exactly one call " },
  ends: { turn: "with the turn", session: "with the session", never: "never", left: (count) => `, ${count} left` },
  everywhere: "everywhere",
  owners: { session: "session ", project: "project " },
  used: (count) => `${count} ×, last `,
  unused: "not yet",
  beside: {
    allowed: ["not needed:", " allows it already"], refused: ["✗ does nothing:", " refuses it all the same"], rule: "as a rule", noRule: "no rule says the same", unknown: "its call is not on record as it was",
    reason: (who, day) => `granted by ${who} ${day}`, person: "a person",
  },
  rules: {
    title: "Make it a rule",
    of: (count) => `Of ${number(count, "grant")}: `,
    counts: [["allowed", "the policy allows without them"], ["refused", "it refuses all the same"], ["rule", "a rule could allow permanently"], ["no_rule", "no rule can say"]],
    about: "Rules that would allow the same permanently. byleave tried each rule on what its grant covers; a grant ends, a rule does not.",
    reason: "granted before", label: "Rules for the policy file",
  },
  revoke: "Revoke", revokeOf: (count) => `Revoke ${count} of `, revokeAll: (count) => `Revoke all ${count}`, revokeMany: (count) => `Revoke ${count}`,
  revokeSession: "Revoke all grants of this session?", revokeEvery: "Take all grants back?", revokeText: "Everything that they covered asks again.",
  may: {
    title: "What can this session do without asking?",
    nothing: "Nothing.", stopped: " It is stopped until the user's next message.", stoppedAbove: " A session above it is stopped until the user's next message.",
    frozen: (host) => ` Automatic approvals${host ? " of its host" : ""} are frozen: a person is asked about everything that is not refused.`,
    reads: (whole) => `It reads files of its project and runs commands that provably only read${whole ? "." : ", as far as its profile permits."}`,
    rules: (count) => `${number(count, "rule lets", "rules let")} it run: `, more: " and more, see ", policy: "Policy", noRules: "No rule of the policy lets it do more.",
    lets: " let it run ", letsAbove: " let the session above it, and so it, run ", good: "for good", until: "until it ends ", noGrants: "It has no grants.",
    modes: { default: "Its mode is “Normal”: nothing beyond rules and grants.", autoEdit: "Its mode is “Edits run”: files of the project are written and edited without asking.", yolo: "Its mode is “Everything runs”: everything runs without asking but for what is always asked or refused." },
    mode: (mode) => `Its mode is ${mode}.`, rest: "Everything else asks, or is refused.",
  },
};
