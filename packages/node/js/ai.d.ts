// byleave for the AI SDK (package `ai`, 7 and 6). Its types are not needed: the shapes are those of both versions.

import type { PolicyLike, Session } from "./index.js";

export interface AdapterOptions {
  /** The names that tools have in the policy, where these are not their own. */
  names?: { [tool: string]: string };
}

/** What AI SDK 7 makes of a verdict. */
export type ApprovalStatus = { type: "approved" | "denied" | "user-approval"; reason: string };

/**
 * For `toolApproval` of AI SDK 7. Behind a policy the SDK puts the question (`answer` below brings it to people); behind a gate the
 * gate asks by itself.
 */
export function toolApproval(
  of?: PolicyLike | Session,
  options?: AdapterOptions,
): (call: { toolCall: { toolCallId: string; toolName: string; input: any } }) => Promise<ApprovalStatus>;

/** The message with the answers. */
export interface Answers {
  role: "tool";
  content: { type: "tool-approval-response"; approvalId: string; approved: boolean; reason?: string }[];
}

/** Asks the channels of a gate about all approval requests of a result, whatever the gate's own policy allows. */
export function answer(
  result: { content: readonly any[] | PromiseLike<readonly any[]> },
  gate: Session,
  options?: AdapterOptions,
): Promise<Answers | null>;

/** Tools behind a policy or a gate: `needsApproval` asks, `execute` refuses. For AI SDK 6, and for 7 where approvers edit. */
export function guarded<TOOLS extends Record<string, any>>(tools: TOOLS, of?: PolicyLike | Session, options?: AdapterOptions): TOOLS;
