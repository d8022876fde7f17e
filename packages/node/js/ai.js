// byleave for the AI SDK (package `ai`, 7 and 6).

"use strict";

const { asks, behind, settled, putToPeople, same, wanted } = require("./adapting.js");
const { Rejected } = require("./errors.js");

/** For `toolApproval` of AI SDK 7: three verdicts, three statuses. */
function toolApproval(of, options) {
  const front = behind(of, options);
  return async ({ toolCall }) => {
    const tool = front.named(toolCall.toolName);
    const said = await settled(front, tool, toolCall.input, { id: toolCall.toolCallId });
    return status(tool, toolCall.input, said);
  };
}

/** Always a status: the SDK takes `undefined` for a tool that needs no approval. */
function status(tool, input, { verdict, reason, arguments: approved }) {
  if (verdict === "allow") {
    // The SDK runs what the model sent, whatever was approved.
    return approved === undefined || same(approved, input) ? { type: "approved", reason } : { type: "denied", reason: wanted(tool, approved) };
  }
  return verdict === "ask" ? { type: "user-approval", reason } : { type: "denied", reason };
}

/**
 * Asks the channels of a gate about all approval requests of a result. Returns the message to go on with, or `null` if there was
 * no question. The SDK cannot run other arguments, so an edit goes back to the model.
 */
async function answer(result, gate, options) {
  const front = behind(gate, options);
  const content = [];
  for (const part of await result.content) {
    if (part.type !== "tool-approval-request" || part.isAutomatic === true) continue;
    const { toolCallId, toolName, input } = part.toolCall;
    const tool = front.named(toolName);
    const said = await putToPeople(gate, tool, input, { id: toolCallId });
    const approved = said.verdict === "allow" && same(said.arguments, input);
    const reason = said.verdict === "allow" && !approved ? wanted(tool, said.arguments) : said.reason;
    content.push({ type: "tool-approval-response", approvalId: part.approvalId, approved, reason });
  }
  return content.length === 0 ? null : { role: "tool", content };
}

/**
 * Tools behind a policy or a gate, in any version of the SDK: `needsApproval` asks where the policy asks, and `execute` refuses
 * what may not run. With a gate, the gate asks, and an approver's edit runs.
 */
function guarded(tools, of, options) {
  const front = behind(of, options);
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, guardedTool(front, front.named(name), tool)]));
}

function guardedTool(front, name, tool) {
  if (typeof tool.execute !== "function") return tool;
  const own = tool.needsApproval;
  return {
    ...tool,
    async needsApproval(input, about) {
      // What is denied, or cannot be judged, is refused by `execute`; to ask about it would promise what no answer can give.
      if (front.gate === null && asks(front, name, input)) return true;
      return typeof own === "function" ? (await own(input, about)) !== false : own === true;
    },
    async execute(input, about) {
      const said = await settled(front, name, input, { id: about?.toolCallId, signal: about?.abortSignal });
      if (said.verdict === "allow") return tool.execute(said.arguments ?? input, about);
      if (said.verdict === "ask" && approvedIn(about?.messages, about?.toolCallId, name, input)) return tool.execute(input, about);
      throw new Rejected({ tool: name, cause: "policy", reason: said.reason, words: said.reason, model_text: said.reason, call: about?.toolCallId });
    },
  };
}

/** Whether the messages hold a person's yes to exactly this call. */
function approvedIn(messages, toolCallId, name, input) {
  const parts = (messages ?? []).flatMap(({ role, content }) => (Array.isArray(content) ? content.map((part) => ({ role, part })) : []));
  const asked = parts.filter(({ role, part }) => role === "assistant" && part.type === "tool-approval-request" && part.toolCallId === toolCallId);
  const called = parts.some(
    ({ role, part }) => role === "assistant" && part.type === "tool-call" && part.toolCallId === toolCallId && same(part.input, input),
  );
  const ids = asked.map(({ part }) => part.approvalId);
  const said = parts.filter(({ role, part }) => role === "tool" && part.type === "tool-approval-response" && ids.includes(part.approvalId));
  return called && said.length > 0 && said.every(({ part }) => part.approved === true);
}

module.exports = { toolApproval, answer, guarded };
