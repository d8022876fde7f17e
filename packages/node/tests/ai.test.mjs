// The AI SDK, with its own scripted model: 7 (needs Node.js 22) and 6.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, guarded, toolApproval } from "byleave/ai";
import { z } from "zod";
import { contract, yesOrNo } from "./contract.mjs";
import { newerThan, policy } from "./support.mjs";

const ai6 = await import("ai6");
const ai6test = await import("ai6/test");
const ai7 = newerThan(22) ? await import("ai") : undefined;
const ai7test = newerThan(22) ? await import("ai/test") : undefined;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined }, outputTokens: { total: 1, text: 1, reasoning: undefined },
};
const reply = (content, unified) => ({ content, finishReason: { unified, raw: undefined }, usage, warnings: [] });

/** Calls the tool once, then ends. What it is sent in the end is what the model reads. */
function scripted(Model, command) {
  const prompts = [];
  let at = 0;
  const model = new Model({
    doGenerate: async ({ prompt }) => {
      prompts.push(prompt);
      at += 1;
      if (at > 1) return reply([{ type: "text", text: "done" }], "stop");
      return reply([{ type: "tool-call", toolCallId: "c1", toolName: "bash", input: JSON.stringify({ command }) }], "tool-calls");
    },
  });
  return { model, told: () => JSON.stringify(prompts.at(-1)) };
}

/** Generates until nothing is asked any more. */
async function conversation(sdk, settings, script, host) {
  const messages = [{ role: "user", content: "go" }];
  for (let round = 0; round < 3; round += 1) {
    const result = await sdk.generateText({ model: script.model, messages: [...messages], stopWhen: sdk.stepCountIs(3), ...settings });
    messages.push(...result.response.messages);
    const asked = result.content.filter((part) => part.type === "tool-approval-request" && !part.isAutomatic);
    if (asked.length === 0) break;
    const reply = host.gate === null ? replyOf(asked, host.said()) : await answer(result, host.gate);
    if (reply === null) break;
    messages.push(reply);
  }
  return script.told() + JSON.stringify(messages);
}

function replyOf(asked, said) {
  if (said === null) return null;
  return { role: "tool", content: asked.map(({ approvalId }) => ({ type: "tool-approval-response", approvalId, ...yesOrNo(said) })) };
}

const bash = (sdk, ran) => ({ bash: sdk.tool({ inputSchema: z.object({ command: z.string() }), execute: async ({ command }) => (ran.push(command), "ok") }) });

contract("ai-7-approval", async (of, command, host, ran) => {
  const script = scripted(ai7test.MockLanguageModelV4, command);
  return conversation(ai7, { tools: bash(ai7, ran), toolApproval: toolApproval(of) }, script, host);
}, { skip: !newerThan(22) && "AI SDK 7 needs Node.js 22" });

for (const [name, sdk, Model] of [["ai-6-guarded", ai6, ai6test.MockLanguageModelV3], ["ai-7-guarded", ai7, ai7test?.MockLanguageModelV4]]) {
  contract(name, async (of, command, host, ran) => {
    const script = scripted(Model, command);
    return conversation(sdk, { tools: guarded(bash(sdk, ran), of) }, script, host);
  }, { skip: sdk === undefined && "AI SDK 7 needs Node.js 22" });
}

test("AI SDK: whatever goes wrong there is a status, never undefined", async () => {
  const approval = toolApproval(policy());
  for (const toolCall of [{ toolName: "bash", input: undefined }, { toolName: "bash", input: "ls" }, { toolName: undefined, input: {} }, { toolName: "bash", input: { command: 1n } }]) {
    const status = await approval({ toolCall });
    assert.ok(["denied", "user-approval"].includes(status.type), JSON.stringify(status));
    assert.ok(status.reason);
  }
});

test("AI SDK: a tool may have another name in the policy", async () => {
  const status = await toolApproval(policy(), { names: { run_it: "bash" } })({ toolCall: { toolName: "run_it", input: { command: "ls" } } });
  assert.equal(status.type, "approved");
});

test("AI SDK: execute refuses a call that asks and that nobody approved", async () => {
  const ran = [];
  const { bash: tool } = guarded(bash(ai6, ran), policy());
  const asked = [{ role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName: "bash", input: { command: "npm test" } }, { type: "tool-approval-request", approvalId: "a1", toolCallId: "c1" }] }];
  const yes = { role: "tool", content: [{ type: "tool-approval-response", approvalId: "a1", approved: true }] };
  const about = (...messages) => ({ toolCallId: "c1", messages });
  for (const options of [about(), about(...asked), about(yes), about(...asked, { ...yes, role: "user" }), about(...asked, yes, { role: "tool", content: [{ ...yes.content[0], approved: false }] }), undefined]) {
    await assert.rejects(async () => tool.execute({ command: "npm test" }, options));
  }
  await assert.rejects(async () => tool.execute({ command: "npm publish" }, about(...asked, yes)));
  await tool.execute({ command: "npm test" }, about(...asked, yes));
  assert.deepEqual(ran, ["npm test"]);
});
