// byleave for Strands. Like Strands itself, this is for `import` only.

import { InterruptResponseContent, InterventionHandler } from "@strands-agents/sdk";
import type { AgentResult, BeforeToolCallEvent, InterventionActions } from "@strands-agents/sdk";
import type { PolicyLike, Session } from "./index.js";
import type { AdapterOptions } from "./ai.js";

type Action = ReturnType<(typeof InterventionActions)["proceed" | "deny" | "confirm" | "transform"]>;

/**
 * For `new Agent({ interventions: [new Byleave(gate)] })`. Behind a policy, what asks interrupts the agent, and only `true`, `"y"` or
 * `"yes"` lets the call run; behind a gate the gate asks by itself, and an approver's edit runs.
 */
export class Byleave extends InterventionHandler {
  readonly name: string;
  constructor(of?: PolicyLike | Session, options?: AdapterOptions);
  beforeToolCall(event: BeforeToolCallEvent): Promise<Action>;
  /** Puts the questions of a result to the channels of a gate, whatever its own policy allows. Returns what to invoke the agent with. */
  answer(result: Pick<AgentResult, "interrupts">, gate: Session): Promise<InterruptResponseContent[]>;
}
