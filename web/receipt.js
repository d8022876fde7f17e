// What is left of a request after its answer.

import { body, riskBadge } from "./card.js";
import { foreign, foreignLine, h } from "./dom.js";
import { sentence } from "./sentence.js";

const FAR = {
  once: "this call only", turn: "until the turn ends", session: "for the session", project: "in this project",
  always: "always",
};

export function verdictOf(receipt) {
  if (receipt.approved === true) return { mark: "✓", word: "Allowed", kind: "allow" };
  if (receipt.approved === false) {
    const mode = receipt.answer?.mode;
    if (receipt.stop || mode === "reject_hard") return { mark: "■", word: "Denied, run stopped", kind: "deny" };
    if (mode === "reject_explain") return { mark: "✗", word: "Denied, explanation asked", kind: "deny" };
    return { mark: "✗", word: "Denied", kind: "deny" };
  }
  return { mark: "–", word: "Ended", kind: "none" };
}

function reach(answer) {
  if (!answer?.approved) return null;
  const far = answer.for ? `for ${answer.for}` : answer.count ? `${answer.count} more times` : FAR[answer.scope];
  return `${far ?? ""}${answer.breadth ? ` (${answer.breadth})` : ""}`;
}

export function receiptCard(receipt) {
  const { frame, by, at, reason } = receipt;
  const answer = receipt.answer ?? undefined;
  const verdict = verdictOf(receipt);
  const row = (name, value) => (value ? [h("dt", {}, name), h("dd", {}, value)] : null);
  return h("article.card.receipt", { "data-id": frame.id, "aria-labelledby": "card-title" },
    h(`div.stamp.${verdict.kind}`, {}, h("span.mark", { "aria-hidden": "true" }, verdict.mark), h("strong", {}, verdict.word),
      h("span.faint", {}, ` ${at.toLocaleTimeString()}`)),
    h("h2", { id: "card-title", tabindex: "-1" }, sentence(frame)),
    h("dl.facts-list", {},
      row("By", by ? foreignLine(by) : null), row("Reach", reach(answer)),
      row("Told the agent", answer?.feedback ? foreign(answer.feedback) : null),
      row("Reason", reason ? foreignLine(reason) : null),
      answer?.arguments ? row("Edited", h("code", {}, foreign(JSON.stringify(answer.arguments)))) : null),
    receipt.granted ? h("p", {}, "A grant was left behind. ", h("a", { href: "#/grants" }, "See it or take it back")) : null,
    h("div.card-top", {}, riskBadge(frame)),
    body(frame));
}
