//! The gate an agent holds: sessions, grants, batches, channels, permits, records.
//!
//! A [`Gate`] takes every tool call an agent wants to make and gives back a [`Permit`] to run it once, or a [`Refusal`] to
//! tell the model. It decides by a policy, asks people where the policy says so, and writes down what was decided before
//! anything runs.
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
//! `.policy(..)` decides by a value in code. [`GateBuilder::policy_file`] reads a file together with the managed, the
//! user's and the project's; with neither, the latter three alone. Nothing starts on a broken file.
//!
//! # The way of a call
//!
//! [`Gate::authorize`] reads the call once and judges it with [`byleave_policy::decide_read`]. *Allow* and *deny* are
//! put on record and returned. *Ask* becomes a [`Request`] that is put to the channels; the answer is checked, the call
//! is judged once more as things stand then, and what became of it is put on record with the grant it left, all in one
//! change of the store.
//!
//! Whatever goes wrong on the way (no channel, no answer in time, a lost connection, an answer that is none, a channel
//! that panics, a store that does not work), the call does not run:
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
//! A permit owns the call that was approved, which a person may have edited, and is consumed by running it. A tool that
//! takes an [`Approved`] cannot be run without one.
//!
//! # Sessions and turns
//!
//! A gate works in one session; [`Gate::for_session`] gives one for another, [`Gate::sub_agent`] one for a session below
//! this one, which has its grants and gives none back. [`Gate::begin_turn`] is to be called for each message of the user:
//! it ends a stop. [`Gate::end_turn`] ends what was granted for the turn. Skills the user started are named to
//! [`Gate::begin_turn_with`]; what their manifests list is granted for that turn, if the manifest is pinned.
//!
//! An answer says how long it counts ([`Scope`]) and how wide ([`Breadth`](byleave_policy::grant::Breadth)). Grants are a
//! list, seen with [`Gate::grants`] and [`Gate::permissions`], taken back with [`Gate::revoke`]. None of them lifts a deny,
//! and only an exact one lifts what asks each time.
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
//! The calls of one model turn go through [`Gate::batch`], one after another: each is decided, and run, before the next is
//! looked at, and the approver sees what is still to come. A soft rejection skips one call. A hard one stops the
//! session: all that remain are refused unasked, until the user speaks again.
//!
//! ```
//! use byleave_gate::{Call, Gate, Outcome, block_on};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let gate = Gate::builder().policy(byleave_policy::Policy::default()).build()?;
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
//! A [`Channel`] puts a request to a person or a program and brings the answer back. Programs ([`Callback`], [`Bus`])
//! are asked first, one after another, and may abstain; then all ways to people at once. The first answer wins, and the
//! others are told through [`Settled`]. A grant that is given meanwhile settles what it covers. While people are asked,
//! the gate also follows its store: an answer given there, such as at a hub that serves the same file, counts as one of
//! a channel.
//!
//! A channel of your own is one function. [`Answer::from_json`] reads what people send over a wire, and nothing that is
//! malformed passes for an answer:
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
//! The time people take is not the tool's: [`Ran`] has both apart.
//!
//! # The store and the record
//!
//! Sessions, grants, requests and the record live in a [`Store`]. One change is one [`Commit`], whole or not at all, with
//! its row of the record in it: what is not on record does not take effect. [`MemoryStore`] forgets at the end of the
//! process; stores that do not are elsewhere.
//!
//! Each decision is one row ([`record::Entry`]) that is bound to the one before it. It holds everything the verdict was
//! made of, so that it can be judged again under another policy, and no secrets. [`record::Verifier`] finds what was
//! changed, dropped or moved.
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
//! The gate holds the calls that are given to it, and no others: an agent that can run things past it is not held. It
//! judges text and paths, not what an approved program does once it runs; pair it with a sandbox. A program that may
//! write the store or the policy files can change what is decided, and the chain of the record only shows that it was
//! done. A cut end of the record shows if its head was kept elsewhere.
//!
//! It needs no runtime: every future can be driven by any executor, or by [`block_on`].
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
mod view;

pub use answer::fields::AnswerFields;
pub use answer::quorum;
pub use answer::undo::UndoError;
pub use answer::{Answer, Approval, BadAnswer, RejectMode, Rejection, Scope};
pub use byleave_policy::Decision;
pub use byleave_shell::{Shell, Shells};
pub use call::batch::{Batch, Outcome, remaining};
pub use call::strict;
pub use call::submit::Submitted;
pub use call::tool::{ApprovalContext, Tool};
pub use call::{About, Call};
pub use channel::callback::{Bus, Callback, CallbackReply, ToolApproval, ToolApprovalResult, ToolUse};
pub use channel::{Asking, Channel, ChannelError, ChannelKind, Reply, Resolution, Settled};
pub use decision::decider::{Decider, Work};
pub use decision::disk_facts;
pub use decision::freeze::{self, Freeze, Freezing};
pub use decision::hosted::{ALARM, Asks, Hosted, LEFT, RAN};
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
pub use request::{Offer, Request, RequestState, Risk, StoredRequest, with_end};
pub use session::skill::Skill;
pub use session::{Owner, Session, StoredGrant};
pub use store::memory::MemoryStore;
pub use store::token::{Role, StoredToken};
pub use store::{
    Approvals, Change, Commit, Extension, Known, Others, Query, Store, StoreError, StoreFuture, Transition,
};
