// byleave for the OpenAI Agents SDK.

"use strict";

const { asks, behind, putToPeople, same, wanted } = require("./adapting.js");

/** The names that tools have in the policy, kept with their question: the SDK only tells the tool's own. */
const NAMES = new WeakMap();

/**
 * The same tool behind a policy: it asks for approval where the policy asks, and refuses where the policy denies, even if a person
 * approves.
 */
function guarded(tool, of, options) {
  const front = behind(of, options);
  const name = front.named(tool.name);
  const own = tool.needsApproval;
  const needsApproval = async (context, input, callId) => {
    // What is denied, or cannot be judged, is refused by the guardrail.
    if (asks(front, name, input)) return true;
    return typeof own === "function" ? (await own(context, input, callId)) !== false : own === true;
  };
  NAMES.set(needsApproval, name);
  const guardrail = { type: "tool_input", name: "byleave", run: async ({ toolCall }) => refusal(front, name, toolCall.arguments) };
  return { ...tool, needsApproval, inputGuardrails: [...(tool.inputGuardrails ?? []), guardrail] };
}

function refusal(front, name, text) {
  const refused = (why) => ({ behavior: { type: "rejectContent", message: why } });
  try {
    const { verdict, reason } = front.check(name, parsed(text));
    return verdict === "deny" ? refused(`\`${name}\` was refused by policy: ${reason}.`) : { behavior: { type: "allow" } };
  } catch (error) {
    return refused(`\`${name}\` did not run: ${error.message}`);
  }
}

/**
 * Asks the channels of a gate about all interruptions of a result, whatever the gate's own policy allows, and returns the state to
 * go on with. The SDK cannot run other arguments, so an edit goes back to the model.
 */
async function answer(result, gate) {
  const { state } = result;
  for (const item of result.interruptions) {
    const raw = item.rawItem;
    const tool = named(item);
    let said, input;
    try {
      input = parsed(raw.arguments);
      said = await putToPeople(gate, tool, input, { id: raw.callId });
    } catch (error) {
      said = { verdict: "deny", reason: `\`${tool}\` did not run: ${error.message}` };
    }
    if (said.verdict !== "allow") state.reject(item, { message: said.reason });
    else if (same(said.arguments, input)) state.approve(item);
    else state.reject(item, { message: wanted(tool, said.arguments) });
  }
  return state;
}

function named(item) {
  const own = item.name ?? item.rawItem.name;
  const tool = (item.agent?.tools ?? []).find((one) => one.name === own);
  return NAMES.get(tool?.needsApproval) ?? own;
}

function parsed(text) {
  const value = typeof text === "string" ? JSON.parse(text || "{}") : (text ?? {});
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("its arguments are no JSON object");
  return value;
}

module.exports = { guarded, answer };
