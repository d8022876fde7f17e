// @ts-check
// What became of a call on record, as one of a few things that people tell apart: that nobody answered is no refusal, and
// what a person denied is not what the policy refused.

/** @typedef {"noted" | "back" | "expired" | "cancelled" | "rejected" | "refused" | "other" | "allowed" | "collected" | "done" | "quiet"} Outcome */

const CAUSES = { timeout: "expired", unanswered: "expired", closed: "cancelled", rejected: "rejected", policy: "refused" };

/**
 * `state` is that of the request, where there was one.
 * @param {import("./schema.d.ts").Entry} entry @param {string | null} [state] @returns {Outcome}
 */
export function outcome(entry, state) {
  // Of the hub itself, such as a freeze: nothing was called.
  if (entry.notice) return "noted";
  if (entry.answer?.undo === true || (entry.approved && state === "taken_back")) return "back";
  if (!entry.approved && entry.cause) return Object.hasOwn(CAUSES, entry.cause) ? CAUSES[entry.cause] : "other";
  if (!entry.approved) return entry.person ? "rejected" : entry.verdict === "deny" ? "refused" : "other";
  if (state === "released") return "collected";
  if (state === "done") return "done";
  return entry.person ? "allowed" : "quiet";
}

/** How many there are of each. */
export function outcomes(rows) {
  /** @type {Partial<Record<Outcome, number>>} */
  const counts = {};
  for (const { entry, state } of rows) {
    if (!entry) continue;
    const one = outcome(entry, state);
    const name = one === "collected" || one === "done" ? (entry.person ? "allowed" : "quiet") : one;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
