// @ts-check
// How an answer leaves this page: always with the id and the hash of the call that was shown.

import { announce } from "../dom.js";
import { titleText } from "../card/title.js";
import { ask, post, Refused } from "./connection.js";
import { words } from "../text/answers.js";
import { spellLine } from "../text/spell.js";
import { add, changed, end, receipt as receiptOf, state } from "./state.js";

/** How long an answer can be taken back, if the agent has not come for it. */
export const UNDO = 5000;
/** Between two looks at whether it has. */
const LOOK = 700;
/** Who waits for an answer has it at once. */
const FIRST_LOOK = 120;

/** Why an answer cannot be taken back; nothing if it can: it left nothing behind but itself, and the agent has not heard it. */
export function whyNoUndo(receipt) {
  if (!receipt || receipt.answer === null) return words.undo.none;
  if (receipt.granted) return words.undo.grant;
  if (receipt.stop) return words.undo.stopped;
  if (receipt.phase !== undefined && receipt.phase !== "decided") return words.undo.late;
  if (Date.now() >= (receipt.until ?? 0)) return words.undo.time(UNDO / 1000);
  if (receipt.phase === undefined) return words.undo.unknown;
  return undefined;
}

export const undoable = (receipt) => receipt.mine === true && whyNoUndo(receipt) === undefined;

/** Asks the hub how far an answer has come, for as long as it could be taken back. */
async function follow(receipt) {
  const { id } = receipt.frame;
  for (let pause = FIRST_LOOK; Date.now() + pause < receipt.until; pause = LOOK) {
    await new Promise((done) => setTimeout(done, pause));
    // It waits again, or another approver ended it.
    if (!state.receipts.includes(receipt)) return;
    try {
      const { state: phase } = await ask(`/v1/requests/${encodeURIComponent(id)}`);
      if (phase === "pending") return;
      if (receipt.phase !== phase) {
        receipt.phase = phase;
        changed();
      }
      if (phase !== "decided") return;
    } catch {
      // What is not known is not offered.
      receipt.phase = undefined;
    }
  }
}

/** Takes an answer back. The hub knows whether the agent has it; gives an error text, or nothing. */
export async function undo(receipt) {
  try {
    await post(`/v1/requests/${encodeURIComponent(receipt.frame.id)}/undo`);
    add(receipt.frame);
    state.selected = receipt.frame.id;
    changed();
    announce(words.undo.done);
    return undefined;
  } catch (error) {
    const late = error instanceof Refused && error.body.error === "too_late";
    if (late) receipt.phase = "released";
    changed();
    const text = late ? words.undo.late : error.message;
    announce(text);
    return text;
  }
}

/** Sends an answer; the request ends here as the hub says, not as this page hopes. Gives an error text, or nothing. */
export async function answer(frame, reply) {
  if (state.sent.has(frame.id) || !state.pending.has(frame.id)) return undefined;
  state.sent.set(frame.id, reply);
  try {
    const told = await post(`/v1/requests/${encodeURIComponent(frame.id)}/answer`, {
      id: frame.id,
      call_hash: frame.call_hash,
      ...reply,
    });
    if (!("by" in told)) {
      // Counted, and not enough yet: it waits for others.
      frame.approvals = told.approvals;
      changed();
      announce(words.counted);
      return undefined;
    }
    const { approved, by, reason, granted, grant, stop } = told;
    end(frame.id, { approved, by, reason, granted, grant: grant ?? undefined, stop, answer: reply, mine: true, until: Date.now() + UNDO });
    const kept = receiptOf(frame.id);
    if (kept && !granted && !stop) follow(kept);
    announce(`${approved ? words.sent.allowed : words.sent.denied}: ${spellLine(titleText(frame)).slice(0, 120)}`);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) {
      const { error: code, by, approved } = error.body;
      if (code === "already_decided") {
        end(frame.id, { approved: approved ?? undefined, by, reason: error.message, answer: null, mine: false });
        return undefined;
      }
      if (code === "expired") {
        end(frame.id, { approved: false, reason: error.message, answer: null, mine: false });
        return undefined;
      }
      return error.message;
    }
    return words.unreachable;
  } finally {
    state.sent.delete(frame.id);
  }
}
