//! The gate an agent holds: sessions, grants, batches, channels, permits, records.
//!
//! An agent passes every tool call to a [`Gate`] and gets back a [`Permit`] to run the call once, or a [`Refusal`] for
//! the model. The gate decides by a policy, asks people if the policy says so, and records the decision before the call
//! runs.
//!
//! ```
//! use byleave_gate::{Call, Gate, block_on};
//! use byleave_policy::Policy;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let gate = Gate::builder().policy(Policy::default()).build()?;
//! let call = Call::new("bash", serde_json::json!({"command": "git status"}));
//! match block_on(gate.authorize(call)).permit() {
//!     Ok(permit) => println!("{:?}", permit.run(|call| call.command().map(str::to_owned)).output),
//!     Err(refusal) => println!("{}", refusal.to_model_text()),
//! }
//! # Ok(()) }
//! ```
//!
//! With `.policy(..)` the gate decides by a value in code and reads no file. With [`GateBuilder::policy_file`] it reads
//! a file together with the managed file, the user's and the project's. With neither, it reads only these three. No
//! gate starts with a broken file.
//!
//! # The way of a call
//!
//! [`Gate::authorize`] reads the call once and judges it with [`byleave_policy::decide_read`]. It records *allow* and
//! *deny* and returns them. *Ask* becomes a [`Request`], and the gate asks its channels. When an answer comes, the gate
//! checks it and judges the call once more, because the policy or the grants may have changed. It stores the result,
//! its row of the record and any new grant in one change.
//!
//! The call does not run if anything goes wrong: no channel, no answer in time, a lost connection, a malformed answer,
//! a channel that panics, a store that fails:
//!
//! ```
//! use byleave_gate::{Call, Cause, Gate, block_on};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let gate = Gate::builder().policy(byleave_policy::Policy::default()).build()?;
//! let call = Call::new("bash", serde_json::json!({"command": "npm install"}));
//! let refusal = block_on(gate.authorize(call)).permit().unwrap_err();
//! assert_eq!(refusal.cause, Cause::NoChannel);
//! # Ok(()) }
//! ```
//!
//! A permit owns the approved call, which the approver may have edited. Running the call consumes the permit. A tool
//! that takes an [`Approved`] cannot run without a permit.
//!
//! # Sessions and turns
//!
//! A gate works in one session. [`Gate::for_session`] returns a gate for another session. [`Gate::sub_agent`] returns
//! one for a session below this one: it has the grants of this session, but its own grants never reach this session.
//! Call [`Gate::begin_turn`] for each message of the user; it ends a stop. Call [`Gate::end_turn`] when the model has
//! finished; it ends the grants for the turn. If the user started skills, name them to [`Gate::begin_turn_with`]: the
//! gate grants what their manifests list for that turn, if the user has trusted the manifest.
//!
//! An answer says how long it counts ([`Scope`]) and how much it covers ([`Breadth`](byleave_policy::grant::Breadth)).
//! [`Gate::grants`] and [`Gate::permissions`] list the grants, and [`Gate::revoke`] revokes one. No grant lifts a deny,
//! and only an exact grant satisfies an ask floor.
//!
//! ```
//! use byleave_gate::{Call, Callback, Gate, ToolUse, block_on};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let callback = Callback::new(|call: ToolUse| async move { call.name == "write" });
//! let gate = Gate::builder().policy(byleave_policy::Policy::default()).channel(callback).build()?;
//! block_on(gate.begin_turn())?;
//! let write = Call::new("write", serde_json::json!({"file_path": "notes.md", "content": ""}));
//! assert!(block_on(gate.authorize(write)).permit().is_ok());
//! assert!(block_on(gate.grants())?.is_empty(), "a callback approves once");
//! block_on(gate.end_turn())?;
//! # Ok(()) }
//! ```
//!
//! # Batches
//!
//! Put the calls of one model turn into a [`Gate::batch`]. The gate decides each call after the one before it has run,
//! and the approver sees the calls that follow. A soft rejection skips one call. A hard rejection stops the session:
//! the gate refuses the remaining calls without a question until the user's next message.
//!
//! ```
//! use byleave_gate::{Call, Gate, Outcome, block_on};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let place = std::env::temp_dir();
//! # let gate = Gate::builder().policy(byleave_policy::Policy::default()).cwd(&place).project(&place).build()?;
//! let calls = ["pwd", "ls"].map(|command| Call::new("bash", serde_json::json!({ "command": command })));
//! let outcomes = block_on(gate.batch(calls).run(|call| async move { call.as_approved().id().to_owned() }));
//! for outcome in &outcomes {
//!     // One text for the model for each call, whatever came of it.
//!     println!("{}", outcome.to_model_text(Clone::clone));
//! }
//! assert!(matches!(outcomes.as_slice(), [Outcome::Ran { .. }, Outcome::Ran { .. }]));
//! # Ok(()) }
//! ```
//!
//! # Channels
//!
//! A [`Channel`] passes a request to a person or a program and returns the answer. The gate asks programs
//! ([`Callback`], [`Bus`]) first, one after another; a program may abstain. Then the gate asks all channels to people
//! at once. The first valid answer wins, and [`Settled`] tells the other channels to close their prompts. A grant that
//! a person gives meanwhile settles the requests that it covers. While the gate waits for people, it also watches its
//! store: an answer that reaches the store, for example from a hub that uses the same file, counts like an answer from
//! a channel.
//!
//! To write your own channel, implement one function. [`Answer::from_json`] reads the JSON that an approver sends and
//! rejects a malformed answer:
//!
//! ```
//! use std::sync::Arc;
//! use byleave_gate::{Answer, Asking, Call, Channel, ChannelError, Gate, RejectMode, Reply, Request, Settled, block_on};
//!
//! struct Wire(serde_json::Value);
//!
//! impl Channel for Wire {
//!     fn name(&self) -> &str {
//!         "wire"
//!     }
//!
//!     fn ask(&self, request: Arc<Request>, _settled: Settled) -> Asking<'_> {
//!         assert_eq!(request.to_json()["type"], "approval_needed");
//!         Box::pin(async {
//!             let answer = Answer::from_json(&self.0, RejectMode::Hard);
//!             Ok(Reply::of(answer.map_err(|error| ChannelError::Malformed(error.to_string()))?))
//!         })
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! for (reply, runs) in [(r#"{"approved": true, "scope": "session"}"#, true), (r#"{"approved": "yes"}"#, false)] {
//!     let wire = Wire(serde_json::from_str(reply)?);
//!     let gate = Gate::builder().policy(byleave_policy::Policy::default()).channel(wire).build()?;
//!     let call = Call::new("bash", serde_json::json!({"command": "npm install"}));
//!     assert_eq!(block_on(gate.authorize(call)).permit().is_ok(), runs);
//! }
//! # Ok(()) }
//! ```
//!
//! [`Ran`] has the time that people took and the time that the tool took as two values.
//!
//! # The store and the record
//!
//! A [`Store`] holds sessions, grants, requests and the record. Each change is one [`Commit`] with its row of the
//! record. The store applies all of it or nothing, so nothing takes effect without a record. [`MemoryStore`] lives only
//! as long as the process; the crate `byleave-store` has stores that last.
//!
//! Each decision is one row ([`record::Entry`]), and a hash binds it to the row before it. A row holds everything that
//! the verdict depended on, so that you can judge the call again under another policy. It holds no secrets.
//! [`record::Verifier`] finds rows that were changed, removed or moved.
//!
//! ```
//! use std::sync::Arc;
//! use byleave_gate::{Call, Gate, MemoryStore, Query, Store, block_on, record::Verifier};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
//! let gate = Gate::builder().policy(byleave_policy::Policy::default()).shared_store(Arc::clone(&store)).build()?;
//! let _ = block_on(gate.authorize(Call::new("read", serde_json::json!({}))));
//! let mut verifier = Verifier::default();
//! for row in block_on(store.rows(&Query::default()))? {
//!     verifier.take(&row).map_err(|broken| broken.to_string())?;
//! }
//! assert_eq!(verifier.head(), block_on(store.head())?);
//! # Ok(()) }
//! ```
//!
//! # Limits
//!
//! The gate controls only the calls that an agent passes to it, not an agent that can run things in another way. It
//! judges text and paths, not what an approved program does once it runs; pair it with a sandbox. A program that may
//! write the store or the policy files can change decisions; the hash chain only makes a changed record visible. To
//! notice rows that were cut off at the end, keep the head of the record on another machine.
//!
//! The gate needs no runtime: its futures run on any executor, or with [`block_on`].
mod answer;
mod call;
mod channel;
mod decision;
#[cfg(test)]
mod described;
mod entry;
pub mod files;
mod gate;
mod grant;
mod permit;
mod request;
mod session;
mod store;

pub use answer::fields::AnswerFields;
pub use answer::handover::{BLOCKED, Origin};
pub use answer::quorum;
pub use answer::undo::UndoError;
pub use answer::{Answer, Approval, BadAnswer, Reach, RejectMode, Rejection, Scope};
pub use byleave_policy::{Decision, Unnamed, Verdict};
pub use byleave_shell::{Shell, Shells};
pub use byleave_view::{Risk, agent_title, known_agent};
pub use call::batch::{Batch, Outcome, remaining};
pub use call::submit::Submitted;
pub use call::tool::{ApprovalContext, Tool};
pub use call::{About, Call};
pub use call::{order, strict};
pub use channel::callback::{Bus, Callback, CallbackReply, ToolApproval, ToolApprovalResult, ToolUse};
pub use channel::{Asking, Channel, ChannelError, ChannelKind, EndedBy, Reply, Resolution, Settled};
pub use decision::decider::{Decider, Work};
pub use decision::disk_facts;
pub use decision::freeze::{self, Freeze, Freezing};
pub use decision::hosted::{ALARM, Asks, Hosted, LEFT, LeftTo, RAN, UNNAMED};
pub use decision::policy_in_force::version_of as policy_version_of;
pub use entry::{record, redact, replay};
pub use gate::authorize::Authorization;
pub use gate::clock::{Clock, Sleep, SystemClock, block_on, not_before, now};
pub use gate::event::Event;
pub use gate::{BuildError, Gate, GateBuilder, ids, manager};
pub use grant::as_json as grant_json;
pub use grant::permissions::{Permission, Permissions};
pub use grant::suggest;
pub use permit::messages;
pub use permit::refusal::{Cause, Refusal};
pub use permit::{Approved, ApprovedCall, Permit, Ran};
pub use request::lifecycle::{AnsweredBy, Collected, ResolveError, Resolved, Waits};
pub use request::seal::Seal;
pub use request::{Offer, Request, RequestState, StoredRequest, with_end};
pub use session::skill::Skill;
pub use session::{Owner, Session, StoredGrant};
pub use store::memory::MemoryStore;
pub use store::token::{Role, StoredToken, Workplace};
pub use store::{
    Approvals, Change, Commit, Extension, Known, Others, Query, Store, StoreError, StoreFuture, Transition,
};
