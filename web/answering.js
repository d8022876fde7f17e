// How an answer leaves this page: always with the id and the hash of the call that was shown.

import { announce } from "./dom.js";
import { line } from "./facts.js";
import { post, Refused } from "./link.js";
import { spellLine } from "./spell.js";
import { end, state } from "./state.js";

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
    const { approved, by, reason, granted, stop } = told;
    end(frame.id, { approved, by, reason, granted, stop, answer: reply, mine: true });
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
