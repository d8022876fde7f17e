// @ts-check
// A request by its address, `#/queue/ID`: escalations and notifications send people here, often after another approver has
// answered.

import { foreignLine, h } from "../dom.js";
import { ask, Refused } from "../hub/connection.js";
import { words as queueWords } from "../text/queue.js";

const text = queueWords.address;
import { receiptCard } from "../card/receipt.js";

/** The request that the address names. */
export function addressed() {
  const [, named] = /^#\/queue\/([^/?]+)/.exec(location.hash) ?? [];
  try {
    return named && decodeURIComponent(named);
  } catch {
    return named;
  }
}

export const addressOf = (id) => `#/queue/${encodeURIComponent(id)}`;

/** What the hub kept of a request that ended, as a receipt. */
function past({ request, state, answer, by, changed_at: at }) {
  const said = answer ?? {};
  const ended = { frame: request, by: by ?? undefined, at: new Date(at), answer: said, stop: said.stop === true, record: said.record, phase: state };
  if (state === "expired") return { ...ended, approved: false, reason: said.reason ?? queueWords.expired };
  if (state === "cancelled") return { ...ended, approved: undefined, reason: said.reason ?? queueWords.cancelled };
  return { ...ended, approved: said.approved, reason: said.reason };
}

/** Asks the hub: `{id, frame}` if it waits, `{id, receipt}` if it ended, `{id, words}` if there is nothing to show. */
export async function recall(id) {
  try {
    const told = await ask(`/v1/requests/${encodeURIComponent(id)}`);
    return told.state === "pending" ? { id, frame: told.request } : { id, receipt: past(told) };
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return { id, words: text.none };
    return { id, words: error instanceof Refused ? error.message : text.unreachable };
  }
}

/** What became of it, for an approver who came to answer. */
function over({ by, approved }) {
  const what = by ? [h("strong", {}, foreignLine(by)), text.answered]
    : approved ? text.unneeded : text.unanswered;
  return h("p.notice.over", { role: "status" }, text.over, what);
}

/**
 * What is shown instead of a card.
 * @param {{ id: string, receipt?: any, words?: string }} found
 */
export function recalled({ id, receipt, words }) {
  if (receipt) return [over(receipt), receiptCard(receipt)];
  return h("article.card.none", { "data-id": id, "aria-labelledby": "card-title" },
    h("h2", { id: "card-title", tabindex: "-1" }, words ?? text.looking),
    h("p", {}, h("code", {}, foreignLine(id))),
    words ? h("p", {}, h("a", { href: "#/queue" }, text.queue), " · ", h("a", { href: `#/history?text=${encodeURIComponent(id)}` }, text.search)) : null);
}
