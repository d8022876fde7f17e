// byleave for Strands. Like Strands itself, this is for `import` only.

import { InterruptResponseContent, InterventionActions, InterventionHandler } from "@strands-agents/sdk";
import adapting from "./adapting.js";

const { confirm, deny, proceed, transform } = InterventionActions;
const { behind, settled, putToPeople, same } = adapting;

/** For `new Agent({ interventions: [new Byleave(gate)] })`. */
export class Byleave extends InterventionHandler {
  name = "byleave";
  /** An error in here must not let a tool run. */
  onError = "deny";
  #front;
  /** The calls that interrupted the agent, by id, and what people said to them. */
  #asked = new Map();

  constructor(of, options) {
    super();
    this.#front = behind(of, options);
  }

  async beforeToolCall(event) {
    const { toolUseId, name, input } = event.toolUse;
    const tool = this.#front.named(name);
    const said = await settled(this.#front, tool, input, { id: toolUseId, signal: event.agent?.cancelSignal });
    if (said.verdict !== "ask") return action(said, input);
    const before = this.#asked.get(toolUseId);
    this.#asked.delete(toolUseId);
    if (before?.said !== undefined && before.tool === tool && same(before.input, input)) return action(before.said, input);
    this.#asked.set(toolUseId, { tool, input });
    // Only a plain yes is one.
    const evaluate = (response) => response === true || response === "y" || response === "yes";
    return confirm(`${tool} ${JSON.stringify(input)}\n${said.reason}`, { reason: said.reason, evaluate });
  }

  /** Puts the questions of a result to the channels of a gate. Returns what to invoke the agent with. */
  async answer(result, gate) {
    const responses = [];
    for (const { id } of result.interrupts ?? []) {
      const [toolUseId, call] = [...this.#asked].find(([use]) => id === `hook:beforeToolCall:${use}:${this.name}`) ?? [];
      if (call === undefined) continue; // another handler's question
      call.said = await putToPeople(gate, call.tool, call.input, { id: toolUseId });
      responses.push(new InterruptResponseContent({ interruptId: id, response: call.said.verdict === "allow" }));
    }
    return responses;
  }
}

function action({ verdict, reason, arguments: approved }, input) {
  if (verdict !== "allow") return deny(reason);
  if (approved === undefined || same(approved, input)) return proceed({ reason });
  return transform((event) => {
    event.toolUse = { ...event.toolUse, input: approved };
  }, { reason });
}
