// What is left of a request after its answer.

import { undo, undoable } from "./answering.js";
import { body, riskBadge } from "./card.js";
import { fill, foreign, foreignLine, h } from "./dom.js";
import { keyOf } from "./keys.js";
import { post } from "./link.js";
import { time } from "./screen.js";
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

const PHASES = {
  decided: "the agent has not collected the answer yet",
  released: "the agent has collected the answer",
  done: "the agent has collected the answer and reported that the call is done",
};

/** How far it has come since the answer, as far as the hub knows. */
const phaseOf = ({ phase }) => (Object.hasOwn(PHASES, phase ?? "") ? PHASES[phase] : null);

/** For how long and how widely an answer was meant. */
export function reachOf(answer) {
  if (!answer?.approved) return null;
  const far = answer.for ? `for ${answer.for}` : answer.count ? `${answer.count} more times` : FAR[answer.scope];
  return `${far ?? ""}${answer.breadth ? ` (${answer.breadth})` : ""}`;
}

/** *Undo*, for as long as it works. Comes when it is known that it does, and leaves by itself. */
export function undoButton(receipt) {
  if (!receipt.mine || receipt.granted || receipt.stop || Date.now() >= (receipt.until ?? 0)) return null;
  const left = h("span");
  const button = h("button.small.undo", { type: "button", "aria-keyshortcuts": keyOf("undo") }, "Undo ", left, h("kbd", { "aria-hidden": "true" }, keyOf("undo")));
  const note = h("span.undo-place");
  button.addEventListener("click", async () => {
    button.disabled = true;
    const wrong = await undo(receipt);
    if (wrong) fill(note, h("span.faint", {}, wrong));
  });
  const tick = () => {
    const works = undoable(receipt);
    if (works && !button.isConnected && !button.disabled) fill(note, button);
    else if (!works) button.remove();
    left.textContent = `${Math.max(0, Math.ceil((receipt.until - Date.now()) / 1000))} s`;
    if (Date.now() < receipt.until) setTimeout(tick, 100);
  };
  tick();
  return note;
}

/** What a grant left behind, and the way back. */
function leftBehind(receipt) {
  if (!receipt.granted) return null;
  const words = h("p.left-behind", {}, "Your answer created a grant. ");
  const see = h("a", { href: "#/grants" }, "See all grants");
  if (!receipt.grant || receipt.revoked) {
    return fill(words, receipt.revoked ? "The grant was revoked; what it covered asks again. " : "Your answer created a grant. ", see);
  }
  const button = h("button.small", { type: "button" }, "Revoke it");
  const note = h("span.error", { role: "alert" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await post(`/v1/grants/${encodeURIComponent(receipt.grant)}/revoke`);
      receipt.revoked = true;
      fill(words, "The grant was revoked; what it covered asks again. ", see);
    } catch (error) {
      button.disabled = false;
      note.textContent = ` ${error.message}`;
    }
  });
  words.append(button, " ", see, note);
  return words;
}

export function receiptCard(receipt) {
  const { frame, by, at, reason } = receipt;
  const answer = receipt.answer ?? undefined;
  const verdict = verdictOf(receipt);
  const row = (name, value) => (value ? [h("dt", {}, name), h("dd", {}, value)] : null);
  return h("article.card.receipt", { "data-id": frame.id, "aria-labelledby": "card-title" },
    h(`div.stamp.${verdict.kind}`, {}, h("span.mark", { "aria-hidden": "true" }, verdict.mark), h("strong", {}, verdict.word),
      h("span.faint", {}, " ", time(at)), undoButton(receipt)),
    h("h2", { id: "card-title", tabindex: "-1" }, sentence(frame)),
    h("dl.facts-list", {},
      row("By", by ? foreignLine(by) : null), row("Reach", reachOf(answer)), row("Since then", phaseOf(receipt)),
      row("Told the agent", answer?.feedback ? foreign(answer.feedback) : null),
      row("Reason", reason ? foreignLine(reason) : null),
      answer?.arguments ? row("Edited", h("code", {}, foreign(JSON.stringify(answer.arguments)))) : null),
    leftBehind(receipt),
    receipt.record ? h("p.links", {}, h("a", { href: `#/history/${encodeURIComponent(receipt.record)}` }, "Its record in the history")) : null,
    h("div.card-top", {}, riskBadge(frame)),
    body(frame));
}
