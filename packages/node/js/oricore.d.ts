// byleave for OriCore: what its document on tool approval says, with types.

import {
  Gate as AnyGate, type Category, type GateOptions, type Mode, type PolicyLike, type Session,
} from "./index.js";

/** A call, as OriCore gives it to callbacks. */
export interface ToolUse {
  /** The tool, for example `bash`. */
  name: string;
  params: Record<string, any>;
  /** Unique for each call. */
  callId: string;
}

/** `true` approves, `false` denies; the gate judges other `params` again. */
export type ToolApprovalResult =
  | boolean
  | {
      approved: boolean;
      params?: Record<string, any>;
      denyReason?: string | undefined;
    };

/** It is only called for what no earlier step approved. What it throws denies. */
export type ApprovalCallback = (
  toolUse: ToolUse,
  context: { category?: Category; sessionId: string },
) => Promise<ToolApprovalResult>;

/** What a tool is asked about each call. */
export interface ApprovalContext {
  toolName: string;
  params: Record<string, any>;
  approvalMode: Mode;
}

/** What a tool says about its approval. */
export interface ToolApproval {
  category?: Category | undefined;
  /** Only `false` says that this call needs no approval. It lifts no floor. */
  needsApproval?(context: ApprovalContext): Promise<boolean | null> | boolean | null;
}

/** A tool of the host. */
export interface Tool {
  name: string;
  description?: string;
  /** A JSON Schema. */
  parameters?: object;
  approval?: ToolApproval;
  execute(params: Record<string, any>): unknown;
}

export interface OriCoreOptions extends Pick<GateOptions, "channels" | "session" | "agent" | "store" | "timeout" | "onEvent" | "cwd" | "project" | "home"> {
  /** Without one, the policy files that count here. The profile is always `oricore`. */
  policy?: PolicyLike;
  approvalMode?: Mode;
  /** Tools that the session approves. */
  approvalTools?: readonly string[];
  /** Step 6. */
  onToolApprove?: ApprovalCallback;
  tools?: readonly (Pick<Tool, "name" | "description" | "approval">)[];
  /** Gets `Approval error:` and the error; by default standard error. */
  log?: (...line: unknown[]) => void;
}

/** What the bus of sub-agents sends. */
export interface ToolApprovalRequest {
  toolUse: ToolUse;
  category?: string;
  sessionId?: string;
}

/** A message bus of OriCore: `register` on the side that `request` reaches, its transport's peer. */
export interface MessageBus {
  registerHandler(name: string, handler: (request: any) => Promise<any>): unknown;
}

/** A gate under profile `oricore`: the six steps of its document, and the floors above them. */
export class Gate extends AnyGate {
  constructor(options?: OriCoreOptions);
  /** For `engine.sendMessage({ onToolApprove: gate.onToolApprove })`: every call goes through the gate. */
  get onToolApprove(): (toolUse: ToolUse) => Promise<{ approved: boolean; params?: Record<string, any>; denyReason?: string }>;
  /** The same with more to say, and in another session. A no always has a reason; `stop` means that the turn ends. */
  approve(
    toolUse: ToolUse,
    options?: { session?: Session; signal?: AbortSignal },
  ): Promise<{ approved: boolean; params?: Record<string, any>; denyReason?: string; stop?: true }>;
  /** Answers the calls of sub-agents. `log` gets a line for each request. */
  registerBus(bus: MessageBus, options?: { timeout?: number; log?: (line: string) => void }): void;
  /** `approval` for a tool of the host. */
  approval(tool: string): { category: Category | undefined; needsApproval(context?: Partial<ApprovalContext>): Promise<boolean> };
  category(tool: string): Category | null;
}

/** A model that the engine asks. */
export interface Model {
  generate(request: {
    /** The name that was given as `model`. */
    model: string | undefined;
    messages: Message[];
    tools: { name: string; description?: string; parameters?: object }[];
    signal?: AbortSignal;
  }): Promise<{ text?: string; toolCalls?: { name: string; params: Record<string, any>; callId?: string }[] }>;
}

export type Message =
  | { role: "user"; content: string }
  | { role: "assistant"; content: string; toolCalls: ToolUse[] }
  | { role: "tool"; name: string; callId: string; content: string; isError: boolean };

export interface EngineOptions extends Omit<OriCoreOptions, "tools"> {
  /** A model, or the name of one: the object that answers may be given to `createEngine`. */
  model?: Model | string;
  tools?: readonly Tool[];
  /** What belongs to the host, such as `provider`. */
  [more: string]: unknown;
}

export type SendResult =
  | { success: true; data: { text: string } }
  | { success: false; error: { type: string; message: string }; data: { text: string } };

export interface Engine {
  initialize(options?: EngineOptions): Promise<void>;
  sendMessage(message: {
    message: string;
    /** Whether tools that do more than look are offered. */
    write?: boolean;
    onToolApprove?: ApprovalCallback;
    signal?: AbortSignal;
  }): Promise<SendResult>;
  readonly gate: Gate;
}

export function createEngine(options: EngineOptions & { productName: string; version: string }): Engine;

