// Made by `node types.js` in `web/tests` from `crates/hub/openapi.json`. Do not edit it.

export type Agreed = { approvals: AgreedSoFar; approved: boolean | null; id: string; state: string; };
export type AgreedSoFar = { given: Array<string>; needed: number; };
export type Allowed = { approved: boolean; arguments: Record<string, any>; call: string; call_hash: string; edited: boolean; reason: string; record: string; rule: string | null; source: string; stop: boolean; tool: string; };
export type Answer = { approved: boolean; args?: Record<string, any> | null; arguments?: Record<string, any> | null; breadth?: "exact" | "prefix" | "tool" | null; call_hash?: string | null; count?: number | null; denyReason?: string | null; deny_reason?: string | null; feedback?: string | null; for?: string | null; id?: string | null; mode?: "reject_soft" | "reject_hard" | "reject_explain" | null; option_id?: string | null; params?: Record<string, any> | null; scope?: "once" | "turn" | "session" | "project" | "always" | null; sig?: string | null; };
export type Answered = { approved: boolean; by: string; grant: string | null; granted: boolean; id: string; reason: string; stop: boolean; };
export type AskSetup = { approvals: number; timeout_seconds: number | null; unattended: string | null; };
export type Attempt = { arguments?: Record<string, any> | null; cwd?: string | null; home?: string | null; policy?: string | null; project?: string | null; shell?: Shells; tool?: string | null; };
export type Away = { allowed: BySource; approved: ByPerson; complete: boolean; decisions: number; denied: number; escalated: Ids; expired: Ids; not_run: number; refused_attempts: number; rejected: number; settled_by_grants: number; since: string; until: string; waiting: number; };
export type ByPerson = { by_person: Record<string, number>; total: number; };
export type BySource = { by_source: Record<string, number>; total: number; };
export type Call = { agent?: string | null; annotations?: Record<string, any> | null; args_schema?: Record<string, any> | null; arguments?: Record<string, any> | null; arguments_order?: Array<string> | null; ask?: boolean | null; batch_remaining?: Array<Remaining> | null; call_hash?: string | null; cwd?: string | null; description?: string | null; home?: string | null; host?: string | null; id?: string | null; nonce?: string | null; parent_session?: string | null; project?: string | null; session?: string | null; shell?: Shells; tool: string; wait?: number | null; };
export type CallState = { call: string; call_hash: string; created_at: string; expires_at: string | null; id: string; session: string; state: State; };
export type ChangedCall = { approved: boolean; arguments: Record<string, any>; category: string | null; id: string; now: Verdict; number: number; reason: string; rule: string | null; session: string; timestamp: string; tool: string; was: string; };
export type ChangedFile = { reason: string; state: "unseen"; } | { hash: string; state: "absent"; } | { content: string; executable: boolean; hash: string; size: number; state: "present"; };
export type Claimed = { before: string | null; by: string; id: string; };
export type Collected = ToldAnswer;
export type Compared = { id: string; location?: string | null; reason?: string; rule?: string | null; rules: Array<string>; state: "allowed" | "refused" | "rule" | "no_rule" | "unknown"; };
export type CounterExample = { call: Example; count: number; };
export type CoveredCall = { approved: boolean; arguments: Record<string, any>; number: number; person: string | null; session: string; timestamp: string; tool: string; };
export type Decision = { approvals: number; findings: Array<Finding>; findings_left_out?: number | null; high_risk: boolean; outside: boolean; reason: string; rule: string | null; source: string; verdict: Verdict; };
export type DiskQuestion = "leads" | "file" | "there" | "among" | "obeyed" | "secret" | "below" | "submodules" | "gitdir" | "proof";
export type DraftProblem = { code: string; column: number; help: string | null; line: number; message: string; severity: string; };
export type Empty = Record<string, any>;
export type Entered = { expires_at: string | null; id: string; key: string; name: string; role: Role; };
export type Entry = { agent?: string | null; answer?: any; approvals?: Array<string>; approved: boolean; arguments: Record<string, any>; ask?: boolean; call: string; category?: string | null; cause?: string | null; channel?: string | null; cwd: string; decided_us: number; digest: string; disk?: Array<Fact> | null; edited?: Record<string, any> | null; engine?: number | null; escalated?: string | null; findings?: Array<Reason>; findings_left_out?: number; frozen?: string | null; grants?: Array<string>; home: string; id: string; limits?: Array<[string, number, string]>; location?: string | null; mode: string; needs_approval?: boolean | null; notice?: boolean; parent?: string | null; person?: string | null; pin?: string | null; policy: string; profile: string; project: string; reason: string; request?: string | null; rule?: string | null; session: string; shell?: string | null; source: string; stage: string; stopped?: string | null; timestamp: string; tool: string; turn: number; verdict: string; waited_ms: number; };
export type EscalationSetup = { after_seconds: number; encrypted: boolean; host: string; };
export type Example = { arguments: Record<string, any>; category: string | null; number: number; tool: string; };
export type Extended = { expires_at: string; id: string; };
export type Fact = { asked: DiskQuestion; path: string; told: Array<string>; };
export type Files = { certificate: InForce | null; policy: InForce; };
export type Finding = { code: string; location: string | null; proof?: { paths: Array<string>; rows: Array<string>; }; reason: string; rule: string | null; source: string; span: [number, number] | null; stage: string; verdict: Verdict; };
export type Freeze = { by: string; host?: string | null; reason: string | null; since: string; };
export type FreezeChange = { frozen: boolean; host?: string | null; reason?: string | null; };
export type Freezes = { frozen: Freeze | null; hosts: Array<Freeze>; };
export type Gone = { approved: boolean; error?: string; id: string; message?: any; reason: any; state: State; };
export type Grant = { by: string; given_at: string; grant: GrantTerms; id: string; live: boolean; owner: GrantOwner; };
export type GrantCoverage = { breadth: "exact"; digest: string; } | { breadth: "tool"; tool: string; } | { breadth: "prefix"; cwd: string; parts: Array<GrantPart>; } | { breadth: "rule"; pattern: string; when: Record<string, string>; };
export type GrantExpires = { type: "never"; } | { type: "turn_end"; } | { type: "session_end"; } | { at: string; type: "time"; };
export type GrantOwner = { id: string | null; kind: "session" | "project" | "everyone"; };
export type GrantPart = { directory: string; program: string; } | { pattern: string; } | { command: string; };
export type GrantSource = "user" | "skill";
export type GrantTerms = { coverage: GrantCoverage; expires: GrantExpires; id: string; people?: number | null; reason: string; source: GrantSource; uses: number | null; };
export type Heard = { input: Input | null; session: string; };
export type Ids = { ids: Array<string>; total: number; };
export type InForce = { loaded_at: string; problem: string | null; };
export type Input = { by: string; files: any; id: string; images: any; prompt: string; };
export type Lint = { code: string; location: string | null; message: string; rule: string; };
export type Listen = { wait?: number | null; };
export type Login = { name?: string | null; token: string; };
export type Mode = "default" | "autoEdit" | "yolo";
export type ModeChange = { mode?: Mode | null; };
export type NewName = { name: string; };
export type NotAnswered = { call_hash: string; expires_at: string | null; id: string; session: string; state: State; };
export type Ok = { ok: true; };
export type OneRequest = { answer: any; by: string | null; changed_at: string; channel: string | null; request: Request; state: State; };
export type OptionFrame = { breadth?: string; covers?: Array<string>; id: string; kind: string; scope?: string; words?: string; };
export type Pending = Waiting | NotAnswered;
export type PolicyFile = { changed_on_disk: boolean; layer: string; path: string; text: string | null; trusted: boolean; };
export type PolicyFiles = { changed_on_disk: Array<string>; files: Array<PolicyFile>; loaded_at: string; problem: string | null; };
export type PolicyInForce = { changed_on_disk: Array<string>; loaded_at: string; mode: Mode; policy: any; problem: string | null; profile: Profile; version: string; };
export type PossibleGrant = { breadth?: "exact" | "prefix" | "tool" | null; scope?: "once" | "turn" | "session" | "project" | "always" | null; };
export type Problem = { error: "above_ceiling" | "already_decided" | "bad_request" | "broken_policy" | "call_changed" | "content_type" | "expired" | "failed" | "gone" | "host" | "id_taken" | "same_store" | "malformed" | "method" | "no_bridge" | "no_name" | "no_token" | "not_editable" | "not_found" | "not_possible" | "origin" | "several_people" | "stale" | "stand_in" | "store" | "too_large" | "too_late" | "too_many" | "too_many_parts" | "too_often" | "too_slow" | "too_wide" | "which_request" | "which_session" | "wrong_role" | "wrong_state"; message: string; };
export type Profile = "byleave" | "connectonion" | "oricore" | "ollama";
export type QueuePage = { next: string | null; pending: number; requests: Array<Request>; };
export type Reach = { calls: Array<CoveredCall>; covered: number; in_reach: number; looked: number; rejected: number; };
export type Reason = { code?: string | null; location?: string | null; proof?: Array<string>; reason: string; rule?: string | null; source: string; span?: [number, number] | null; stage: string; verdict: string; };
export type RecordRow = { entry: Entry | null; hash: string; number: number; risk?: string | null; state?: string | null; };
export type RecordSetup = { count: number; oldest: string | null; };
export type Records = { next: number | null; records: Array<RecordRow>; };
export type Refusal = { approved: boolean; call: string; cause: string; denyReason: string; feedback: string | null; mode: string | null; reason: string; rule: string | null; stop: boolean; tool: string; };
export type Refused = Refusal;
export type Remaining = { arguments?: any; tool: string; };
export type RemainingCall = { arguments: string; tool: string; };
export type ReplayOrder = { limit?: number | null; policy: string; since?: string | null; };
export type Replayed = { calls: Array<ChangedCall>; changed: number; counted: number; lost_grants: number; matrix: Record<string, Record<string, number>>; more: boolean; problems: Array<DraftProblem>; };
export type Reply = { error?: string | null; input_id: string; result?: string | null; };
export type Request = { agent: string | null; agent_title?: string | null; annotations?: any; approvals?: AgreedSoFar | null; args_schema?: any; arguments: Record<string, any>; arguments_order?: Array<string>; ask?: boolean | null; batch_remaining?: Array<RemainingCall>; call_hash: string; category: string | null; created_at: string; cwd: string; description: string | null; editable: boolean; expires_at: string | null; home: string; host: string | null; id: string; insists?: string | null; options: Array<OptionFrame>; outside_project: boolean; parent_session_id: string | null; parsed: any; pin?: string | null; project: string; risk: RiskFrame; session_id: string; shell?: Array<string> | null; tool: string; tool_call_id: string; tool_description: string | null; type: string; unattended?: string | null; };
export type RiskFrame = { deeds: Array<string>; level: string; reasons: Array<string>; };
export type Role = "agent" | "approver" | "viewer" | "admin";
export type Session = { agent: string | null; agent_title?: string | null; id: string; mode: Mode | null; owner: string | null; owner_name: string | null; parent: string | null; project: string; seen_at: string; started_at: string; stop_signal: string | null; turn: number; };
export type Setup = { ask: AskSetup; escalation: EscalationSetup | null; files: Files; record: RecordSetup; };
export type Shells = string | Array<string> | null;
export type SimulatedCall = { arguments?: Record<string, any> | null; cwd?: string | null; home?: string | null; project?: string | null; shell?: Shells; tool: string; };
export type Simulation = { calls?: Array<SimulatedCall> | null; };
export type State = "pending" | "decided" | "released" | "done" | "expired" | "cancelled";
export type Stats = { counted: number; counts: Record<string, Record<string, number>>; median_answer_ms: number | null; pending: number; records: number; since_start: Record<string, number>; };
export type StopOrder = { reason?: string | null; };
export type Suggestion = { against: number; approved: number; counter_examples: Array<CounterExample>; example: Example; pattern: string; sessions: number; };
export type Suggestions = { counted: number; suggestions: Array<Suggestion>; };
export type Timings = { judge_us: number; read_us: number; };
export type Token = { created_at?: string; expires_at: string | null; home: string | null; id: string; live?: boolean; name: string; projects: Array<string>; revoked_at?: string | null; role: Role; session: string | null; };
export type Told = Allowed | Refused | Collected;
export type ToldAnswer = { approvals?: Array<string>; approved: boolean; arguments?: Record<string, any> | null; breadth?: string | null; by?: string | null; cause?: string; count?: number | null; feedback?: string | null; for?: string | null; mode?: string | null; model_text?: string; reason?: string | null; record: string; scope?: string | null; stop?: boolean; };
export type Tried = { decided_us?: number; decision?: Decision; digest?: string; lints?: Array<Lint> | null; problems: Array<DraftProblem>; profile?: string; profiles?: Record<string, Decision>; remedy?: any; timings?: Timings; usable: boolean; };
export type Turn = { session: string; turn: number; };
export type TurnChange = { event: "begin" | "end"; };
export type Undone = { id: string; state: State; };
export type Verdict = "allow" | "ask" | "deny";
export type Waiting = { call: any; call_hash: string; expires_at: string | null; id: string; reason?: string; request: Request; rule?: string | null; session: string; source?: string; state: State; };

type Path<A extends string> = A extends `${infer P}?${string}` ? P : A;

type GetOf<P extends string> =
  P extends `/v1/requests/${string}/file` ? ChangedFile :
  P extends `/v1/sessions/${string}` ? Session :
  P extends `/v1/requests/${string}` ? OneRequest :
  P extends `/v1/grants/policy` ? { grants: Array<Compared>; } :
  P extends `/v1/policy/files` ? PolicyFiles :
  P extends `/v1/calls/${string}` ? Told | Pending :
  P extends `/v1/openapi.json` ? Record<string, any> :
  P extends `/v1/suggestions` ? Suggestions :
  P extends `/v1/sessions` ? { sessions: Array<Session>; } :
  P extends `/v1/requests` ? QueuePage :
  P extends `/v1/records` ? Records :
  P extends `/v1/whoami` ? Token :
  P extends `/v1/tokens` ? { tokens: Array<Token>; } :
  P extends `/v1/grants` ? { grants: Array<Grant>; } :
  P extends `/v1/policy` ? PolicyInForce :
  P extends `/v1/freeze` ? any :
  P extends `/v1/digest` ? Away :
  P extends `/v1/calls` ? CallState :
  P extends `/v1/agent` ? any :
  P extends `/v1/stats` ? Stats :
  P extends `/v1/setup` ? Setup :
  any;

type PostOf<P extends string> =
  P extends `/v1/requests/${string}/answer` ? Answered | Agreed :
  P extends `/v1/requests/${string}/radius` ? Reach :
  P extends `/v1/requests/${string}/extend` ? Extended :
  P extends `/v1/sessions/${string}/output` ? Ok :
  P extends `/v1/requests/${string}/claim` ? Claimed :
  P extends `/v1/sessions/${string}/input` ? Heard :
  P extends `/v1/tokens/${string}/revoke` ? Ok :
  P extends `/v1/sessions/${string}/turn` ? Turn | Ok :
  P extends `/v1/sessions/${string}/stop` ? Ok :
  P extends `/v1/sessions/${string}/mode` ? Ok :
  P extends `/v1/grants/${string}/revoke` ? Ok :
  P extends `/v1/requests/${string}/undo` ? Undone :
  P extends `/v1/calls/${string}/cancel` ? Ok :
  P extends `/v1/sessions/${string}/end` ? Ok :
  P extends `/v1/calls/${string}/done` ? Ok :
  P extends `/v1/simulate` ? { decisions: Array<Decision>; } :
  P extends `/v1/freeze` ? any :
  P extends `/v1/replay` ? Replayed :
  P extends `/v1/login` ? Entered :
  P extends `/v1/calls` ? Told | Pending :
  P extends `/v1/check` ? Decision :
  P extends `/v1/name` ? Entered :
  P extends `/v1/try` ? Tried :
  any;

/** What the hub replies to a GET and to a POST of an address. */
export type GetReply<A extends string> = GetOf<Path<A>>;
export type PostReply<A extends string> = PostOf<Path<A>>;
