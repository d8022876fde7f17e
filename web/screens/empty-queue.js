// @ts-check
// What an empty queue shows: what became of calls in the last hour, and how to connect an agent.

import { foreignLine, h } from "../dom.js";
import { outcome, outcomes } from "../hub/outcome.js";
import { words } from "../text/queue.js";
import { copyable } from "./copy.js";

const ORDER = ["quiet", "allowed", "rejected", "refused", "expired", "cancelled", "back", "other"];
const RULES = 5;

/** Calls of the last hour, told apart, and what allowed most of them. */
export function hourOf(records) {
  const counts = outcomes(records);
  const said = ORDER.filter((name) => counts[name]).map((name) => words.outcomes[name](counts[name]));
  const why = new Map();
  for (const { entry, state } of records) {
    if (!["quiet", "collected", "done"].includes(outcome(entry, state)) || entry.person) continue;
    const rule = entry.rule ?? entry.reason ?? "";
    why.set(rule, (why.get(rule) ?? 0) + 1);
  }
  const most = [...why].sort((one, other) => other[1] - one[1]).slice(0, RULES);
  return [
    h("p.faint.hour-line", {}, said.length ? [words.hour, said.join(" · "), ". "] : words.hourNone, h("a", { href: "#/history" }, words.history)),
    most.length ? h("ul.hour", { "aria-label": words.hourList }, most.map(([rule, count]) => h("li", {}, h("span.hour-count", {}, `${count}×`), h("code", {}, foreignLine(rule))))) : null,
  ];
}

/** The lines that connect an agent; folded for those who have one. */
export function start(known) {
  const text = words.start;
  const lines = [
    "byleave hub token create --role agent --name laptop --out agent.token",
    `curl ${location.origin}/v1/calls -H "Authorization: Bearer $(cat agent.token)" -H 'Content-Type: application/json' -d '{"tool":"bash","arguments":{"command":"npm install"}}'`,
  ];
  return h("details.start", { open: !known }, h("summary", {}, text.title),
    h("p", {}, text.first), copyable(lines[0], text), h("p", {}, text.then), copyable(lines[1], text),
    h("p", {}, text.demo), copyable("byleave demo --web", text));
}
