// @ts-check
// What is left of a request after its answer.

import { fill, foreign, foreignLine, h } from "../dom.js";
import { undo, undoable } from "../hub/answers.js";
import { post } from "../hub/connection.js";
import { keyOf } from "../screens/keys.js";
import { words } from "../text/answers.js";
import { time } from "../text/time.js";
import { body, riskBadge } from "./card.js";
import { titleLine } from "./title.js";

const text = words.receipt;

export function verdictOf(receipt) {
  if (receipt.approved === true) return { mark: "✓", word: text.allowed, kind: "allow" };
  if (receipt.phase === "expired") return { mark: "–", word: text.expired, kind: "none" };
  if (receipt.phase === "cancelled") return { mark: "–", word: text.cancelled, kind: "none" };
  if (receipt.approved === false) {
    const mode = receipt.answer?.mode;
    if (receipt.stop || mode === "reject_hard") return { mark: "■", word: text.stopped, kind: "deny" };
    return { mark: "✗", word: mode === "reject_explain" ? text.explain : text.denied, kind: "deny" };
  }
  return { mark: "–", word: text.ended, kind: "none" };
}

/** How far it has come since the answer, as far as the hub knows. */
const phaseOf = ({ phase }) => (Object.hasOwn(text.phases, phase ?? "") ? text.phases[phase] : null);

/** For how long and how widely an answer was meant. */
export function reachOf(answer) {
  if (!answer?.approved) return null;
  const far = answer.for ? text.forTime(answer.for) : answer.count ? text.times(answer.count) : text.far[answer.scope];
  const wide = Object.hasOwn(text.breadth, answer.breadth ?? "") ? text.breadth[answer.breadth] : undefined;
  return `${far ?? ""}${wide ? `, ${wide}` : ""}`;
}

/** *Undo*, for as long as it works. Comes when it is known that it does, and leaves by itself. */
export function undoButton(receipt) {
  if (!receipt.mine || receipt.granted || receipt.stop || Date.now() >= (receipt.until ?? 0)) return null;
  const left = h("span");
  const button = h("button.small.undo", { type: "button", "aria-keyshortcuts": keyOf("undo") }, words.undo.button, " ", left, h("kbd", { "aria-hidden": "true" }, keyOf("undo")));
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
  const see = h("a", { href: "#/grants" }, text.seeGrants);
  if (!receipt.grant || receipt.revoked) return h("p.left-behind", {}, receipt.revoked ? text.revoked : text.granted, see);
  const button = h("button.small", { type: "button" }, text.revoke);
  const note = h("span.error", { role: "alert" });
  const line = h("p.left-behind", {}, text.granted, button, " ", see, note);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await post(`/v1/grants/${encodeURIComponent(receipt.grant)}/revoke`);
      receipt.revoked = true;
      fill(line, text.revoked, see);
    } catch (error) {
      button.disabled = false;
      note.textContent = ` ${error.message}`;
    }
  });
  return line;
}

export function receiptCard(receipt) {
  const { frame, by, at, reason } = receipt;
  const answer = receipt.answer ?? undefined;
  const verdict = verdictOf(receipt);
  const row = (name, value) => (value ? [h("dt", {}, name), h("dd", {}, value)] : null);
  return h("article.card.receipt", { "data-id": frame.id, "aria-labelledby": "card-title" },
    h(`div.stamp.${verdict.kind}`, {}, h("span.mark", { "aria-hidden": "true" }, verdict.mark), h("strong", {}, verdict.word),
      h("span.faint", {}, " ", time(at)), undoButton(receipt)),
    h("h2", { id: "card-title", tabindex: "-1" }, titleLine(frame)),
    h("dl.facts-list", {},
      row(text.by, by ? foreignLine(by) : null), row(text.reach, reachOf(answer)), row(text.since, phaseOf(receipt)),
      row(text.told, answer?.feedback ? foreign(answer.feedback) : null),
      row(text.reason, reason ? foreignLine(reason) : null),
      answer?.arguments ? row(text.edited, h("code", {}, foreign(JSON.stringify(answer.arguments)))) : null),
    leftBehind(receipt),
    receipt.record ? h("p.links", {}, h("a", { href: `#/history/${encodeURIComponent(receipt.record)}` }, text.record)) : null,
    h("div.card-top", {}, riskBadge(frame)),
    body(frame));
}
