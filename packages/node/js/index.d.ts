// Agents act by your leave. docs/typescript.md is the guide to this.

/** What happens to a call. */
export type Verdict = "allow" | "ask" | "deny";
/** Whose habits a policy follows. */
export type Profile = "byleave" | "connectonion" | "oricore" | "ollama";
/** What is automatic beyond the rules. */
export type Mode = "default" | "autoEdit" | "yolo";
/** What a tool does. */
export type Category = "read" | "write" | "command" | "network" | "ask";
/** Who is credited with a verdict. */
export type Source = "safe" | "config" | "skill" | "user" | "mode" | "tool" | "floor" | "none";
/** The shells that may read a command: `"zsh"`, `"bash, zsh"`, `["bash", "zsh"]`. */
export type Shell = string | readonly string[];
/** The arguments of a call: a plain object of JSON values. Anything else is a `TypeError` that names the place. */
export type Arguments = object;
/** The same, as they come back: read from JSON. */
export type Approved = Record<string, any>;
/** A path; a `file:` URL counts too. */
export type Path = string | URL;

/** The version of byleave. */
export const version: string;

/** Where calls are made. */
export interface Place {
  /** The directory; by default the process's. */
  cwd?: Path;
  /** The root of the project that paths are seen from; by default found from the directory. */
  project?: Path;
  /** The user's home directory. */
  home?: Path;
}

/** Where and how a call is made. */
export interface CallPlace {
  cwd?: Path;
  shell?: Shell;
}

/** One reason in a verdict. */
export interface Finding {
  readonly verdict: Verdict;
  /** Where it was found: `read`, `deny floor`, `ask floor (hard)`, `ask floor (named)` or `layers`. */
  readonly stage: string;
  readonly source: Source;
  /** The rule or table row that speaks, as written. */
  readonly rule: string | null;
  /** Where the rule stands, as `file:line`. */
  readonly location: string | null;
  /** The part of the command it is about, in bytes of UTF-8. */
  readonly span: readonly [start: number, end: number] | null;
  /** The text of that part. */
  readonly part: string | null;
  /** What the reason is called, whatever its words are: `no-rule`, `not-plain-group`. */
  readonly code: string;
  /** The words for a person. */
  readonly reason: string;
}

/**
 * What happens to a call, and why. An object is always true in JavaScript: ask for `allowed`, never for the decision itself.
 */
export class Decision {
  private constructor();
  readonly verdict: Verdict;
  /** Whether it runs at once. A question is no yes. */
  readonly allowed: boolean;
  readonly source: Source;
  /** The rule that decided, as written. */
  readonly rule: string | null;
  /** The decisive reason in words. */
  readonly reason: string;
  /** Whether the call touches, or may touch, a path outside the project. */
  readonly outside: boolean;
  /** Whether some part of it is a high-risk command. */
  readonly highRisk: boolean;
  /** How many people must say yes if it asks. */
  readonly approvals: number;
  readonly tool: string;
  /** The text of a shell command; `null` for other tools. */
  readonly command: string | null;
  /** With `explain`: the rules that would allow exactly this call, tried out first. */
  readonly remedy: readonly string[];
  /** All reasons, in the order they were found. */
  readonly findings: readonly Finding[];
  toString(): string;
}

/** An entry of `permissions`. */
export type PermissionEntry =
  | boolean
  | "ask"
  | { allowed: boolean | "ask"; reason?: string; [more: string]: unknown };

/** Decides by code: only `true` counts, and an error makes the call ask. It must answer at once. */
export type Validate = (subject: string) => boolean;

/** The rules of one tool in `auto_approve_tools`. */
export interface AutoApproveEntry {
  commands?: string[];
  patterns?: string[];
  safe_prefixes?: string[];
  blocked_patterns?: string[];
  /** Approves a call by its command, or by what another tool is about. */
  validate?: Validate | { [predicate: string]: unknown };
  /** Must hold for every allow of this tool. */
  require?: Validate | { [predicate: string]: unknown };
  subject?: string;
  hours?: string;
  limit?: string;
  [more: string]: unknown;
}
export type AutoApproveTools = readonly string[] | { [tool: string]: boolean | AutoApproveEntry };

/** The keys of a policy file. */
export interface PolicyDocument {
  profile?: Profile;
  mode?: Mode;
  unknown_tools?: Verdict;
  permissions?: { [pattern: string]: PermissionEntry };
  auto_approve_tools?: AutoApproveTools;
  tools?: { [tool: string]: Category };
  [more: string]: unknown;
}

export interface LoadOptions extends Place {
  /** No file counts but the one that is named. */
  only?: boolean;
  profile?: Profile;
  mode?: Mode;
}

/** A policy, ready to decide with. */
export class Policy {
  /**
   * A policy in code, or the text of a policy file; without arguments byleave's own, which reads no file.
   * A broken one throws `PolicyError`.
   */
  constructor(document?: string | PolicyDocument | null, options?: Place);
  /**
   * The policy files of a project: the machine's, `file`, the user's, the project's. A file that is named here is trusted; a
   * project's own file counts in full only after `byleave trust`.
   */
  static load(file?: Path | null, options?: LoadOptions): Policy;
  /** The same policy with more rules. Every deny still holds. */
  withPermissions(permissions?: PolicyDocument["permissions"] | null, autoApproveTools?: AutoApproveTools | null): Policy;
  /** The same policy under another profile or mode. */
  withProfile(options: { profile?: Profile; mode?: Mode }): Policy;
  readonly profile: Profile;
  readonly mode: Mode;
  /** The highest mode that a project's file or a session can choose. */
  readonly ceiling: Mode;
  readonly project: string;
  readonly home: string;
  /** What byleave ignores, and what is probably a mistake. */
  readonly warnings: string[];
  /** The files it comes from, strongest first. */
  readonly files: { path: string; trusted: boolean }[];
  /** All its rules in the format of `session['permissions']`. */
  permissions(): Record<string, Record<string, unknown>>;
  /** The category of a tool; `null` if it is unknown. */
  category(tool: string): Category | null;
  /** What would happen to a call: a dry run that asks no person. */
  check(tool: string, args?: Arguments | null, options?: CallPlace): Decision;
  /** Whether a call would run at once. */
  allows(tool: string, args?: Arguments | null, options?: CallPlace): boolean;
  /** What would happen to a call, and why, for people. */
  explain(tool: string, args?: Arguments | null, options?: CallPlace): string;
}

/** A `Policy`, a path, the parts of one, or nothing for the files that count here. */
export type PolicyLike = Policy | Path | PolicyDocument | null | undefined;

/** What would happen to a call. Without `policy` the files are read each time: keep a `Policy` to check often. */
export function check(tool: string, args?: Arguments | null, options?: CallPlace & { policy?: PolicyLike }): Decision;
/** The same in words for people. */
export function explain(tool: string, args?: Arguments | null, options?: CallPlace & { policy?: PolicyLike }): string;

/** A call that waits for an answer: the frame of the wire protocol, and its main fields by short names. */
export class Request {
  private constructor();
  readonly id: string;
  readonly tool: string;
  readonly arguments: Approved;
  readonly tool_call_id: string;
  readonly session_id: string;
  readonly parent_session_id: string | null;
  readonly agent: string | null;
  readonly cwd: string;
  readonly project: string;
  readonly category: Category | null;
  /** What the agent says about the call. Believe none of it. */
  readonly description: string | null;
  readonly tool_description: string | null;
  readonly risk: { readonly level: "low" | "medium" | "high" | "critical"; readonly reasons: readonly string[]; readonly deeds: readonly string[] };
  readonly outside_project: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  /** What `always` would cover, and how it is called. */
  readonly options: readonly { readonly id: string; readonly kind: string; readonly scope?: string; readonly breadth?: string; readonly words?: string }[];
  readonly [more: string]: unknown;
  /** The text of a shell command; `null` for other tools. */
  get command(): string | null;
  /** The session that the call belongs to. */
  get session(): string;
  /** Why it asks, in words. */
  get reasons(): string[];
  /** The calls of the same batch that come after it. */
  get remaining(): { tool: string; arguments: string }[];
}

/** How far an approval goes. */
export type Scope = "once" | "turn" | "session" | "project" | "always";

/**
 * An answer. Nothing but `true`, or an object whose `approved` is `true`, approves. `null` leaves the question to other channels,
 * `undefined` is no answer.
 */
export type Answer =
  | boolean
  | null
  | {
      approved: boolean;
      /** For people's answers: how far it goes. */
      scope?: Scope;
      breadth?: "exact" | "prefix" | "tool";
      /** Edited arguments to run with; the gate judges them again. */
      params?: object;
      arguments?: object;
      mode?: "reject_soft" | "reject_hard" | "reject_explain";
      /** What the model shall know. */
      feedback?: string;
      denyReason?: string | undefined;
      /** Who answered. */
      person?: string;
    };

/** Your own code that answers. The signal says that the answer is no longer wanted. */
export type Answering = (request: Request, context: { readonly signal: AbortSignal }) => Answer | Promise<Answer>;

declare class OfByleave {
  #of: unknown;
}

/** The approval box on this process's terminal. */
export class Terminal extends OfByleave {
  constructor(options?: { style?: "byleave" | "ollama" | "plain" });
}

/** Asks the people at a hub. */
export class Hub extends OfByleave {
  constructor(url: string | URL, token: string, options?: { patience?: number; certificates?: string; inTheClear?: boolean });
}

/**
 * Your own code that answers. With `people` it only carries the question to a person: it is asked together with the other channels
 * to people, and its answers may grant (`scope: "session"`).
 */
export class Callback extends OfByleave {
  constructor(answer: Answering, options?: { name?: string; people?: boolean });
}

/** Something that can answer; a bare function stands for a `Callback`. */
export type Channel = Terminal | Hub | Callback | Answering;

/** Where sessions, grants and the record are kept. */
export class Store {
  private constructor();
  /** Forgets everything with the process. */
  static memory(): Store;
  /** A file; the one that the `byleave` command reads if none is named. */
  static sqlite(path?: Path): Store;
  readonly path: string | null;
  /** The newest records first, as `byleave audit query --json` prints them. */
  records(options?: { limit?: number; session?: string }): Promise<Record<string, unknown>[]>;
}

/** Leave to run one call. It owns the approved arguments and gives them out once. */
export class Permit {
  private constructor();
  readonly tool: string;
  /** The id of the call. */
  readonly id: string;
  /** The entry of the record that tells of it. */
  readonly record: string;
  readonly scope: string;
  /** How long a person took, in seconds. */
  readonly waited: number;
  readonly reason: string;
  readonly source: Source;
  /** The arguments that were approved; they may be others than the model gave. A copy. */
  readonly arguments: Approved;
  readonly used: boolean;
  /** Uses it up and returns the approved arguments. */
  take(): Approved;
  /** Uses it up: calls a function with the approved arguments, and returns what it returns. */
  run<T>(tool: (args: Approved) => T): T;
}

/** What kept a call from running. */
export type Cause =
  | "policy"
  | "rejected"
  | "stopped"
  | "no_channel"
  | "timeout"
  | "unanswered"
  | "too_few"
  | "changed"
  | "closed"
  | "system";

/** A policy is broken: nothing starts on it. */
export class PolicyError extends Error {}

/** A call may not run. The agent continues with `toModelText()` as the result of the call. */
export class Rejected extends Error {
  protected constructor();
  readonly tool: string;
  readonly cause: Cause;
  readonly reason: string;
  /** If a person or a callback said no. */
  readonly mode: "reject_soft" | "reject_hard" | "reject_explain" | null;
  /** What that person wants the model to know. */
  readonly feedback: string | null;
  /** The rule that refused it, as written. */
  readonly rule: string | null;
  /** The rule that would have allowed it. For the operator, never for the model. */
  readonly remedy: string | null;
  /** The id of the call. */
  readonly call: string;
  /** The entry of the record that tells of it. */
  readonly record: string | null;
  /** What went wrong on the way to an answer. For the operator. */
  readonly detail: string | null;
  /** The text for the model, in the profile's words. */
  toModelText(): string;
  toJSON(): Record<string, unknown>;
}

/** A call may not run, and the agent stops until the user's next message. */
export class Stopped extends Rejected {}

export interface CallOptions extends CallPlace {
  /** The id of the call, as the model knows it. */
  id?: string;
  /** What the agent says about the call; people see it as the agent's words. */
  description?: string;
  /** A person decides even if a rule allows the call. */
  ask?: boolean;
  /** The calls of the same model reply that come after this one. */
  remaining?: readonly { tool: string; arguments: object }[];
  /** Aborting withdraws the question; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** A gate in one session. Grants, a stop and the turn belong to the session. */
export class Session {
  protected constructor();
  readonly id: string;
  readonly project: string;
  readonly profile: Profile;
  /** The verdict of the policy on a call: a dry run without grants. The gate asks no person. */
  check(tool: string, args?: Arguments | null, options?: CallPlace): Decision;
  /** Whether a call would run without a question, in this session and now. */
  wouldRun(tool: string, args?: Arguments | null, options?: CallPlace): Promise<boolean>;
  /**
   * A permit to run one call, once; waits for a person if the policy says so. Run the call with the arguments of the permit: an
   * approver may have edited them. Rejects with `Rejected`, or with `Stopped` if the turn ends here.
   */
  authorize(tool: string, args?: Arguments | null, options?: CallOptions): Promise<Permit>;
  /** Authorizes a call and runs it: the function gets the approved arguments. */
  run<T>(tool: string, args: Arguments | null | undefined, execute: (args: Approved) => T | Promise<T>, options?: CallOptions): Promise<T>;
  /** The user sent a message: a new turn begins, and a stop ends. Name the skills that the *user* started. */
  beginTurn(skills?: readonly string[]): Promise<number>;
  /** The model has finished: the grants for the turn end. */
  endTurn(): Promise<void>;
  /** A turn around a function. */
  turn<T>(during: (turn: number) => T | Promise<T>, skills?: readonly string[]): Promise<T>;
  /** The session is over: its grants end. */
  end(): Promise<void>;
  /** No call runs in the session until the user's next message. */
  stop(reason: string): Promise<void>;
  /** Why the session is stopped, if it is. */
  stopSignal(): Promise<string | null>;
  /** The mode of the session; never above the ceiling of the policy. */
  setMode(mode: Mode | null): Promise<void>;
  grants(): Promise<Record<string, unknown>[]>;
  revoke(grant: string): Promise<void>;
  /** Safe tools, rules and grants in the format of `session['permissions']`. */
  permissions(): Promise<Record<string, Record<string, unknown>>>;
  /** Another session of the same gate. */
  session(id: string): Session;
  /** A session for an agent below this one: it has this session's grants, and its own never reach this session. */
  subAgent(name: string): Session;
  /** The same for a session that already has a name. */
  below(session: string, agent: string): Session;
}

/** What a tool sees when it is asked whether it needs approval. */
export interface ApprovalContext {
  toolName: string;
  params: Record<string, any>;
  approvalMode: Mode;
}

/** A tool that describes itself. It lifts no floor. */
export interface ToolDescription {
  name: string;
  category?: Category;
  description?: string;
  /** Only `false` says that this call needs no approval; `null` leaves it to the policy. */
  needsApproval?(context: ApprovalContext): boolean | null | Promise<boolean | null>;
}

/** What a gate tells its operator. */
export type Event =
  | { event: "decided"; call: string; tool: string; session: string; verdict: Verdict; source: Source; rule: string | null; reason: string }
  | { event: "asked"; request: string; call: string; tool: string; session: string }
  | { event: "approved"; call: string; tool: string; scope: string; by_grant: boolean }
  | { event: "refused"; call: string; tool: string; reason: string; mode: string | null; closed: boolean }
  | { event: "failed"; error: string }
  | { event: "turn_began"; session: string; turn: number; kept: number; skills: string[] }
  | { event: "turn_ended"; session: string; turn: number; ended: string[] }
  | { event: "warned"; text: string };

export interface GateOptions extends Place {
  /** Whom to ask. Without any, whatever would ask is denied. */
  channels?: Channel | readonly Channel[];
  /** The session to work in; by default a new one. */
  session?: string;
  agent?: string;
  /** Keeps sessions, grants and the record: a path, a `Store`, or nothing for memory. */
  store?: Store | Path | null;
  profile?: Profile;
  mode?: Mode;
  /** How many seconds a question waits at most. */
  timeout?: number;
  /** Tools that describe themselves. */
  tools?: readonly ToolDescription[];
  /** Gets every event, for logs. */
  onEvent?: (event: Event) => void;
}

/** What an agent holds. */
export class Gate extends Session {
  constructor(policy?: PolicyLike, options?: GateOptions);
  /** Reads the policy files again. If one is broken, denied calls stay denied and everything else asks. */
  reload(): void;
}
