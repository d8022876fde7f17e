// Strands, with a scripted model. It needs Node.js 22.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "byleave";
import { contract } from "./contract.mjs";
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

async function drive(of, command, { person } = {}) {
  const ran = [];
  const bash = strands.tool({ name: "bash", description: "runs", inputSchema: z.object({ command: z.string() }), callback: ({ command: text }) => (ran.push(text), "ok") });
  const model = scripted(command);
  const handler = new Byleave(of);
  const agent = new strands.Agent({ model, tools: [bash], interventions: [handler], printer: false });
  let result = await agent.invoke("go");
  if (result.stopReason === "interrupt") {
    result = await agent.invoke(person instanceof Session ? await handler.answer(result, person) : result.interrupts.map(({ id }) => new strands.InterruptResponseContent({ interruptId: id, response: person === true })));
  }
  return { ran, told: JSON.stringify(model.last) };
}

contract("Strands", drive, { skip: !there && "Strands needs Node.js 22" });

test("Strands: an error in the handler denies", { skip: !there }, () => assert.equal(new Byleave(policy()).onError, "deny"));

test("Strands: an edit of a person who was asked by the framework runs", { skip: !there }, async () => {
  const { ran } = await drive(policy(), "npm install", { person: gateOf(() => ({ approved: true, params: { command: "npm ci" } })) });
  assert.deepEqual(ran, ["npm ci"]);
});
