// The OpenAI Agents SDK, with a scripted model.

import { Agent, Runner, tool } from "@openai/agents";
import { Session } from "byleave";
import { answer, guarded } from "byleave/openai-agents";
import { z } from "zod";
import { contract, yesOrNo } from "./contract.mjs";

function scripted(command) {
  let at = 0;
  let last = [];
  const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2, inputTokensDetails: [], outputTokensDetails: [] };
  const model = {
    async getResponse({ input }) {
      last = input;
      at += 1;
      const output = at === 1
        ? [{ type: "function_call", callId: "c1", name: "bash", status: "completed", arguments: JSON.stringify({ command }) }]
        : [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "done" }] }];
      return { usage, output, responseId: `r${at}` };
    },
    getStreamedResponse() { throw new Error("not streamed"); },
  };
  return { provider: { getModel: () => model }, told: () => JSON.stringify(last) };
}

contract("openai-agents", async (of, command, host, ran) => {
  const bash = tool({ name: "bash", description: "runs", parameters: z.object({ command: z.string() }), execute: async ({ command: text }) => (ran.push(text), "ok") });
  const { provider, told } = scripted(command);
  // Behind a gate, all questions of the SDK go to the gate.
  const gate = of instanceof Session ? of : host.gate;
  const agent = new Agent({ name: "assistant", instructions: "go", tools: [guarded(bash, of)] });
  const runner = new Runner({ modelProvider: provider, tracingDisabled: true });
  let result = await runner.run(agent, "go");
  for (let round = 0; round < 3 && result.interruptions.length > 0; round += 1) {
    let { state } = result;
    if (gate !== null) state = await answer(result, gate);
    else {
      const said = host.said();
      if (said === null) break;
      const { approved, reason } = yesOrNo(said);
      for (const item of result.interruptions) approved ? state.approve(item) : state.reject(item, { message: reason });
    }
    result = await runner.run(agent, state);
  }
  return told();
});
