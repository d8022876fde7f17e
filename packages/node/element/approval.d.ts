// <byleave-approval>: shows a request as byleave's page does, and answers it.

/** What a person answered. `value` is what OriCore's modal calls it. */
export type ApprovalAnswer =
  | { approved: true; value: "approve"; scope: string; breadth?: string }
  | { approved: false; value: "deny"; mode?: string; feedback?: string; denyReason?: string };

/** A request of byleave (its wire frame), or a call as OriCore gives it to callbacks. */
export type ShownRequest =
  | { tool: string; arguments: object; [more: string]: unknown }
  | { name: string; params: object; callId?: string; sessionId?: string; description?: string; risk?: unknown };

/**
 * The element. The attribute `verb="execute"` makes its title "Execute NAME?". Each answer is also an event `byleave-answer`, with
 * the answer and the request's id in `detail`.
 */
export class ByleaveApproval extends HTMLElement {
  /** What is shown; `null` shows nothing. */
  get request(): Readonly<Record<string, unknown>> | null;
  set request(request: ShownRequest | null);
  /** Shows a request and waits for the answer. Taking the element away, or a signal that aborts, is a no. */
  ask(request: ShownRequest, options?: { signal?: AbortSignal }): Promise<ApprovalAnswer>;
}

declare global {
  interface HTMLElementTagNameMap {
    "byleave-approval": ByleaveApproval;
  }
  interface HTMLElementEventMap {
    "byleave-answer": CustomEvent<ApprovalAnswer & { id?: string }>;
  }
}
