// A request by its address, `#/queue/ID`: escalations and notifications send people here, often after another approver has
// answered.

import { foreignLine, h } from "./dom.js";
import { ask, Refused } from "./link.js";
import { receiptCard } from "./receipt.js";

/** The request that the address names. */
export function addressed() {
  const [, text] = /^#\/queue\/([^/?]+)/.exec(location.hash) ?? [];
  try {
    return text && decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const addressOf = (id) => `#/queue/${encodeURIComponent(id)}`;

/** What the hub kept of a request that ended, as a receipt. */
function past({ request, state, answer, by, changed_at: at }) {
  const said = answer ?? {};
  const ended = { frame: request, by: by ?? undefined, at: new Date(at), answer: said, stop: said.stop === true, record: said.record, phase: state };
  if (state === "expired") return { ...ended, approved: false, reason: said.reason ?? "timed out, no one answered; it does not run" };
  if (state === "cancelled") return { ...ended, approved: undefined, reason: said.reason ?? "the agent no longer wants it" };
  return { ...ended, approved: said.approved, reason: said.reason };
}

/** Asks the hub: `{id, frame}` if it waits, `{id, receipt}` if it ended, `{id, words}` if there is nothing to show. */
export async function recall(id) {
  try {
    const told = await ask(`/v1/requests/${encodeURIComponent(id)}`);
    return told.state === "pending" ? { id, frame: told.request } : { id, receipt: past(told) };
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return { id, words: "There is no such request, or this token may not see it." };
    return { id, words: error instanceof Refused ? error.message : "The hub cannot be reached; open the address again later." };
  }
}

/** What became of it, for an approver who came to answer. */
function over({ by, approved }) {
  const what = by ? [h("strong", {}, foreignLine(by)), " answered this request."]
    : approved ? "this request no longer needed an answer." : "this request ended without an answer.";
  return h("p.notice.over", { role: "status" }, "Nothing is left to do here: ", what);
}

/** What is shown instead of a card. */
export function recalled({ id, receipt, words }) {
  if (receipt) return [over(receipt), receiptCard(receipt)];
  return h("article.card.none", { "data-id": id, "aria-labelledby": "card-title" },
    h("h2", { id: "card-title", tabindex: "-1" }, words ?? "Looking for the request…"),
    h("p", {}, h("code", {}, foreignLine(id))),
    words ? h("p", {}, h("a", { href: "#/queue" }, "What waits now"), " · ", h("a", { href: `#/history?text=${encodeURIComponent(id)}` }, "Look for it in the history")) : null);
}
