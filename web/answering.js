// How an answer leaves this page: always with the id and the hash of the call that was shown.

import { announce } from "./dom.js";
import { line } from "./facts.js";
import { post, Refused } from "./link.js";
import { spellLine } from "./spell.js";
import { add, changed, end, state } from "./state.js";

/** How long an answer can be taken back, if the agent has not come for it. */
export const UNDO = 5000;

/** Whether an answer left nothing behind but itself, so that taking it back takes all of it back. */
export const undoable = (receipt) =>
  receipt.mine === true && receipt.late !== true && Date.now() < (receipt.until ?? 0) && !receipt.granted && !receipt.stop && receipt.answer !== null;

/** Takes an answer back. The hub knows whether the agent has it; gives an error text, or nothing. */
export async function undo(receipt) {
  try {
    await post(`/v1/requests/${encodeURIComponent(receipt.frame.id)}/undo`);
    add(receipt.frame);
    state.selected = receipt.frame.id;
    changed();
    announce("Taken back: it waits again.");
    return undefined;
  } catch (error) {
    receipt.late = true;
    changed();
    const text = error instanceof Refused && error.body.error === "too_late" ? "Too late: the agent has the answer." : error.message;
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
    const { approved, by, reason, granted, grant, stop } = told;
    end(frame.id, { approved, by, reason, granted, grant: grant ?? undefined, stop, answer: reply, mine: true, until: Date.now() + UNDO });
    announce(`${approved ? "Allowed" : "Denied"}: ${spellLine(line(frame)).slice(0, 120)}`);
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
    return "the hub cannot be reached; nothing was answered";
  } finally {
    state.sent.delete(frame.id);
  }
}
