// byleave for the Claude Agent SDK. Its types are not needed: the shapes are its own.

import type { Session } from "./index.js";
import type { AdapterOptions } from "./ai.js";

export type PermissionResult =
  | { behavior: "allow"; updatedInput: Record<string, unknown> }
  | { behavior: "deny"; message: string; interrupt: boolean };

/** For `canUseTool` of `query({ options })`: the gate decides, and asks people by itself. A hard no interrupts the agent. */
export function canUseTool(
  gate: Session,
  options?: AdapterOptions,
): (
  toolName: string,
  input: Record<string, unknown>,
  about: { signal: AbortSignal; toolUseID: string; matchedAskRule?: unknown },
) => Promise<PermissionResult>;
