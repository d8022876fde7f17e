// byleave for the OpenAI Agents SDK. Its types are not needed: the shapes are its own.

import type { PolicyLike, Session } from "./index.js";
import type { AdapterOptions } from "./ai.js";

/**
 * The same tool behind a policy: it asks for approval where the policy asks, and refuses where the policy denies, even if a person
 * approves.
 */
export function guarded<TOOL extends { name: string }>(tool: TOOL, of?: PolicyLike | Session, options?: AdapterOptions): TOOL;

/**
 * Asks the channels of a gate about all interruptions of a result, whatever the gate's own policy allows, and returns the state to
 * go on with. The SDK cannot run other arguments, so an edit goes back to the model.
 */
export function answer<STATE>(result: { state: STATE; interruptions: readonly any[] }, gate: Session): Promise<STATE>;
