// The real Claude Agent SDK. What it starts is played by a script (claude-cli.mjs), so no model and no network are needed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { query } from "@anthropic-ai/claude-agent-sdk";
import { canUseTool } from "byleave/claude-agent-sdk";
import { contract } from "./contract.mjs";
import { gateOf, policy } from "./support.mjs";

const about = (more = {}) => ({ signal: new AbortController().signal, toolUseID: "toolu_1", requestId: "r1", ...more });

const program = fileURLToPath(new URL("claude-cli.mjs", import.meta.url));

contract("claude-agent-sdk", async (gate, command, host, ran) => {
  // The conversation stays open until the answer is there.
  let end;
  const ended = new Promise((resolve) => { end = resolve; });
  async function* prompt() {
    yield { type: "user", message: { role: "user", content: "go" }, parent_tool_use_id: null, session_id: "s" };
    await ended;
  }
  const env = { ...process.env, SCRIPTED_INPUT: JSON.stringify({ command }) };
  try {
    for await (const message of query({ prompt: prompt(), options: { canUseTool: canUseTool(gate), pathToClaudeCodeExecutable: program, env } })) {
      if (message.type !== "result") continue;
      const { response } = JSON.parse(message.result);
      if (response.behavior === "allow") return ran.push(response.updatedInput.command), "";
      assert.deepEqual([response.behavior, typeof response.message], ["deny", "string"]);
      return response.message;
    }
  } finally {
    end();
  }
  throw new Error("the SDK said nothing");
});

test("Claude Agent SDK: a rule of the user that asks is put to a person, whatever the policy allows", async () => {
  const said = await canUseTool(gateOf(() => false))("Bash", { command: "ls" }, about({ matchedAskRule: { source: "user", toolName: "Bash" } }));
  assert.equal(said.behavior, "deny");
});

test("Claude Agent SDK: an abort of the SDK withdraws the question", async () => {
  const abort = new AbortController();
  const asking = canUseTool(gateOf(() => (queueMicrotask(() => abort.abort()), new Promise(() => {}))))("Bash", { command: "npm i" }, about({ signal: abort.signal }));
  assert.equal((await asking).behavior, "deny");
});

test("Claude Agent SDK: a hard no interrupts the agent", async () => {
  const said = await canUseTool(gateOf(() => ({ approved: false, mode: "reject_hard" })))("Bash", { command: "npm i" }, about());
  assert.deepEqual([said.behavior, said.interrupt], ["deny", true]);
});

test("Claude Agent SDK: it needs somebody who answers", () => assert.throws(() => canUseTool(policy()), /takes a Gate/));

test("Claude Agent SDK: arguments that are no JSON deny", async () => {
  for (const input of [{ command: "ls \ud800" }, "ls", undefined, null, { command: undefined }]) {
    const said = await canUseTool(gateOf(() => true))("Bash", input, about());
    assert.equal(said.behavior, input === undefined || input === null ? said.behavior : "deny", JSON.stringify(input));
  }
});
