// @ts-check
// The history, in words.

import { number } from "./time.js";

const was = (count, how) => `${count.toLocaleString()} ${count === 1 ? "was" : "were"} ${how}`;

export const words = {
  title: "History",
  filter: "Filter the history",
  text: "Filter",
  textHint: "words, a tool, a session…",
  outcome: "Outcome",
  outcomes_: [["", "all"], ["true", "allowed"], ["false", "did not run"]],
  more: "More filters",
  verdict: "Verdict",
  verdicts: [["", "all"], ["allow", "let through"], ["ask", "asked"], ["deny", "refused"]],
  fields: { tool: "Tool", rule: "Rule", person: "Person", project: "Project", session: "Session" },
  export: "Export",
  jsonl: "as JSONL",
  csv: "as CSV",
  next: "More",
  shown: (count, all) => `${count} shown${all ? ", that is all" : ""}`,
  noneNear: "No such entry among the newest; press More to look further.",
  none: "The record has no such entry.",
  noneYet: "No agent has called yet. What is decided stands here.",
  collecting: "Collecting…",
  exported: (count) => `${count} exported`,
  back: "← All of the history",
  missing: "There is no such record, or this token may not see it.",
  by: " by ",
  /** The same names everywhere: in the history, above an empty queue, in the numbers. */
  outcomes: {
    quiet: "let through", allowed: "allowed", collected: "collected", done: "done", rejected: "denied", refused: "refused", expired: "ran out of time",
    cancelled: "cancelled", back: "taken back", other: "did not run", noted: "noted",
  },
  notes: {
    quiet: "no person was asked", allowed: "the agent has not collected the answer", collected: "the agent has the answer", done: "the agent said so", rejected: "by a person", refused: "by the policy; nobody was asked",
    expired: "nobody answered", cancelled: "the agent gave up waiting", back: "the answer was taken back", other: "", noted: "",
  },
  detail: {
    allowedWith: "Allowed with", counts: "Counts", told: "Told the agent", whyNot: "Why not", rule: "Rule", where: "Where", channel: "Answered at", person: "Person", agent: "Agent", session: "Session",
    project: "Project", directory: "Directory", mode: "Mode", profile: "Profile", policy: "Policy", digest: "Digest", decided: "Decided in", took: "Person took", record: "Record",
    microseconds: (count) => `${count} µs`, milliseconds: (count) => `${count} ms`,
    link: "Link to this record", try: "Try it under a policy", all: "All of this session",
  },
  away: {
    allowed: (count) => was(count, "allowed without a question"), approved: (count) => was(count, "allowed by a person"), rejected: (count) => was(count, "denied by a person"),
    denied: (count) => was(count, "refused by the policy"), expired: (count) => `${number(count, "question")} ran out of time`, settled_by_grants: (count) => was(count, "allowed by a new grant"),
    not_run: (count) => `${count.toLocaleString()} did not run`, refused_attempts: (count) => `${number(count, "attempt")} with a token that is not for it`,
  },
};
