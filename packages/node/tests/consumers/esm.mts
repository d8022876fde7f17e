// A user's program in ESM: everything that is exported, with its types, under `strict`.

import { Callback, Gate, Hub, Policy, PolicyError, Rejected, Stopped, Store, Terminal, check, explain, version } from "byleave";
import { Permit } from "byleave";
import type { Answer, Channel, Decision, Event, PolicyLike, Request, Session, ToolDescription, Verdict } from "byleave";
import { answer as answerAi, guarded as guardAi, toolApproval } from "byleave/ai";
import { canUseTool } from "byleave/claude-agent-sdk";
import { answer as answerOpenAi, guarded as guardOpenAi } from "byleave/openai-agents";
import { Gate as OriCoreGate, createEngine, type ApprovalCallback, type ToolApprovalResult, type ToolUse } from "byleave/oricore";
import { Byleave } from "byleave/strands";
import type { ApprovalAnswer } from "byleave/approval-element";
import { generateText, tool } from "ai";
import { query } from "@anthropic-ai/claude-agent-sdk";
import { Agent, Runner, tool as openAiTool } from "@openai/agents";
import { Agent as StrandsAgent } from "@strands-agents/sdk";
import { z } from "zod";

const decision: Decision = check("bash", { command: "ls" });
const verdict: Verdict = decision.verdict;
const text: string = explain("bash", { command: "ls" }, { cwd: new URL("file:///") }) + version + verdict;
const policy = new Policy({ permissions: { "Bash(make *)": true, x: { allowed: "ask", reason: "r" } }, auto_approve_tools: { bash: { validate: (command) => command === text } } });
const likes: PolicyLike[] = [policy, "policy.yaml", {}, null, undefined, new URL("file:///p.yaml")];

async function answering(request: Request, { signal }: { signal: AbortSignal }): Promise<Answer> {
  signal.throwIfAborted();
  return request.risk.level === "low" || { approved: false, feedback: request.reasons.join() };
}
const channels: Channel[] = [answering, new Terminal({ style: "plain" }), new Hub("https://hub", "t"), new Callback(answering, { people: true }), () => null];
const tools: ToolDescription[] = [{ name: "x", category: "read", needsApproval: async ({ params, approvalMode }) => approvalMode !== "yolo" && params.a }];
const gate = new Gate(likes[0], { channels, tools, store: Store.memory(), timeout: 1, onEvent: (event: Event) => void (event.event === "asked" && event.request) });
const permit: Permit = await gate.authorize("bash", { command: "ls" }, { signal: AbortSignal.timeout(1000), ask: false });
const ran: string = await gate.run("bash", { command: "ls" }, ({ command }) => String(command));
const session: Session = gate.subAgent("a").session("b");
try {
  permit.run((args) => args.command);
} catch (error) {
  if (error instanceof Stopped || error instanceof Rejected || error instanceof PolicyError) console.log(error.message, ran, session.id);
}

const tools7 = { bash: tool({ inputSchema: z.object({ command: z.string() }), execute: async ({ command }) => command }) };
const result = await generateText({ model: "m", prompt: "go", tools: guardAi(tools7, gate), toolApproval: toolApproval(gate, { names: { run: "bash" } }) });
const message = await answerAi(result, gate);
if (message !== null) await generateText({ model: "m", messages: [message], tools: tools7 });

query({ prompt: "go", options: { canUseTool: canUseTool(gate) } });

const bash = openAiTool({ name: "bash", description: "", parameters: z.object({ command: z.string() }), execute: async ({ command }) => command });
const agent = new Agent({ name: "a", tools: [guardOpenAi(bash, policy)] });
const run = await new Runner().run(agent, "go");
await new Runner().run(agent, await answerOpenAi(run, gate));

const handler = new Byleave(gate);
const strands = new StrandsAgent({ interventions: [handler] });
await strands.invoke(await handler.answer(await strands.invoke("go"), gate));

const onToolApprove: ApprovalCallback = async (toolUse: ToolUse): Promise<ToolApprovalResult> => toolUse.callId !== "" && { approved: true, params: toolUse.params };
const oricore = new OriCoreGate({ approvalMode: "default", onToolApprove, approvalTools: ["bash"] });
oricore.registerBus({ registerHandler() {} }, { timeout: 1 });
const engine = createEngine({ productName: "a", version: "1", model: { generate: async () => ({ text: "" }) }, plugins: [] });
await engine.initialize({ approvalMode: "yolo" });
const sent = await engine.sendMessage({ message: "go", write: true, onToolApprove });
if (!sent.success) console.log(sent.error.type, (await oricore.approval("bash").needsApproval({ params: {} })) as boolean);
export type Answered = ApprovalAnswer["value"];

// @ts-expect-error a verdict is no boolean
const wrong: boolean = decision.verdict;
// @ts-expect-error there is no such mode
new Gate(null, { mode: "fast" });
// @ts-expect-error only a gate makes permits
new (permit.constructor as typeof Permit)();
// @ts-expect-error a text approves nothing
new Gate(null, { channels: [() => "yes"] });
// @ts-expect-error a promise approves nothing here
new Policy({ auto_approve_tools: { bash: { validate: async () => true } } });
void wrong;
