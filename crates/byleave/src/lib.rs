//! Agents act by your leave: byleave decides whether a tool call of an AI agent runs at once, goes to a person, or is
//! refused. It binds the person's answer to exactly that call, and it records why.
//!
//! ```no_run
//! use byleave::{Authorization, Call, Gate, Sqlite, Terminal};
//! use serde_json::json;
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! // Policy from the files that count here, questions in a box on the terminal, everything on record.
//! let gate = Gate::builder()
//!     .channel(Terminal::default())
//!     .store(Sqlite::open(Sqlite::default_path()?)?)
//!     .build()?;
//!
//! match gate.authorize(Call::new("bash", json!({"command": "npm install"}))).await {
//!     // The permit owns the approved call and is used up by running it.
//!     Authorization::Approved(permit) => {
//!         let ran = permit.run(|call| run_in_a_shell(call.command().unwrap_or_default()));
//!         println!("{}", ran.output);
//!     }
//!     // The model reads why, and goes on.
//!     Authorization::Rejected(refusal) => println!("{}", refusal.to_model_text()),
//!     // The user wants to speak first.
//!     Authorization::Stopped(refusal) => println!("{}", refusal.to_model_text()),
//! }
//! # Ok(()) }
//! # fn run_in_a_shell(_: &str) -> String { String::new() }
//! ```
//!
//! A tool that takes [`Approved`] cannot run without a permit: only a [`Permit`] hands one out, and only
//! [`Gate::authorize`] makes permits. The compiler checks that.
//!
//! The examples are whole programs: `minimal` (an agent loop), `callback` (your own code answers), `skills` (a batch with
//! what the user's `/commit` allows for a turn), `sub_agents` (one bus, a policy for each session),
//! `hub` (people at a hub answer).
//!
//! This crate cannot know what an approved build or interpreter does, which files a tool writes now and runs later, or
//! which links change after the decision. Pair it with a sandbox.

#[doc(inline)]
pub use byleave_gate::{
    // A call and what comes of it.
    About,
    // Channels and answers.
    Answer,
    AnswerFields,
    // Requests that outlive a process.
    AnsweredBy,
    Approval,
    // Tools of the host.
    ApprovalContext,
    Approved,
    ApprovedCall,
    Asking,
    // The gate, its sessions and what it tells.
    Asks,
    Authorization,
    BadAnswer,
    Batch,
    BuildError,
    Bus,
    Call,
    Callback,
    CallbackReply,
    Cause,
    Channel,
    ChannelError,
    ChannelKind,
    Clock,
    Collected,
    EndedBy,
    Event,
    Gate,
    GateBuilder,
    Hosted,
    // Stores.
    MemoryStore,
    Offer,
    Outcome,
    Owner,
    Permission,
    Permissions,
    Permit,
    Query,
    Ran,
    Refusal,
    RejectMode,
    Rejection,
    Reply,
    Request,
    RequestState,
    Resolution,
    ResolveError,
    Resolved,
    Risk,
    Scope,
    Session,
    Settled,
    Shell,
    Shells,
    Skill,
    Sleep,
    Store,
    StoreError,
    StoredGrant,
    StoredRequest,
    Submitted,
    SystemClock,
    Tool,
    ToolApproval,
    ToolApprovalResult,
    ToolUse,
    Waits,
    block_on,
    now,
};

/// Grants as JSON, as approvers and viewers see them.
pub use byleave_gate::grant_json;

/// Policy files: finding, trusting and loading them.
pub use byleave_gate::files;

/// Names for calls, sessions and requests.
pub use byleave_gate::ids;

/// The approval interface that Ollama documents.
pub use byleave_gate::manager;

/// The entries of the record, and their verification.
pub use byleave_gate::record;

/// Policy files: reading, checking, merging and writing them.
pub use byleave_config as config;

/// Rules, profiles and the pure decision.
pub use byleave_policy as policy;

/// The connection to a hub, and its errors.
#[cfg(feature = "hub")]
pub use byleave_client as hub;

/// Asks the people at a hub: `Hub::connect(url, token)`.
#[cfg(feature = "hub")]
pub use byleave_client::HubChannel as Hub;

#[cfg(feature = "sqlite")]
pub use byleave_store::Sqlite;

/// One queue for several machines.
#[cfg(feature = "postgres")]
pub use byleave_store::Postgres;

#[cfg(feature = "terminal")]
pub use byleave_terminal::TerminalChannel as Terminal;

/// Ollama's lines for a log: `▶ bash: ls -la [Approved] ✓`.
#[cfg(feature = "terminal")]
pub use byleave_terminal::ollama::format_approval_result;

/// `docs/embedding.md`, included so that the documentation tests compile and run its examples.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedding.md")]
struct Embedding;
