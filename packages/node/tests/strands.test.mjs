// Strands, with a scripted model. It needs Node.js 22.

import assert from "node:assert/strict";
import { test } from "node:test";
import { contract, plainly } from "./contract.mjs";
import { gateOf, newerThan, policy } from "./support.mjs";

const there = newerThan(22);
const strands = there ? await import("@strands-agents/sdk") : undefined;
const { Byleave } = there ? await import("byleave/strands") : {};
const { z } = await import("zod");

function scripted(command) {
  return new (class extends strands.Model {
    at = 0;
    last = [];
    updateConfig() {}
    getConfig() { return {}; }
    async *stream(messages) {
      this.last = messages;
      this.at += 1;
      yield { type: "modelMessageStartEvent", role: "assistant" };
      if (this.at === 1) {
        yield { type: "modelContentBlockStartEvent", start: { type: "toolUseStart", name: "bash", toolUseId: "c1" } };
        yield { type: "modelContentBlockDeltaEvent", delta: { type: "toolUseInputDelta", input: JSON.stringify({ command }) } };
      } else {
        yield { type: "modelContentBlockStartEvent" };
        yield { type: "modelContentBlockDeltaEvent", delta: { type: "textDelta", text: "done" } };
      }
      yield { type: "modelContentBlockStopEvent" };
      yield { type: "modelMessageStopEvent", stopReason: this.at === 1 ? "toolUse" : "endTurn" };
    }
  })();
}

async function drive(of, command, host, ran) {
  const bash = strands.tool({ name: "bash", description: "runs", inputSchema: z.object({ command: z.string() }), callback: ({ command: text }) => (ran.push(text), "ok") });
  const model = scripted(command);
  const handler = new Byleave(of);
  const agent = new strands.Agent({ model, tools: [bash], interventions: [handler], printer: false });
  const result = await agent.invoke("go");
  if (result.stopReason === "interrupt") {
    const responses = host.gate === null ? responsesOf(result, host.said()) : await handler.answer(result, host.gate);
    if (responses !== null) await agent.invoke(responses);
  }
  return JSON.stringify(model.last);
}

function responsesOf({ interrupts }, said) {
  return said === null ? null : interrupts.map(({ id }) => new strands.InterruptResponseContent({ interruptId: id, response: plainly(said) }));
}

contract("strands", drive, { skip: !there && "Strands needs Node.js 22" });

test("Strands: an error in the handler denies", { skip: !there }, () => assert.equal(new Byleave(policy()).onError, "deny"));

test("Strands: an edit of a person who was asked by the framework runs", { skip: !there }, async () => {
  const ran = [];
  await drive(policy(), "npm install", { gate: gateOf(() => ({ approved: true, params: { command: "npm ci" } })) }, ran);
  assert.deepEqual(ran, ["npm ci"]);
});
