//! The way of a call in steps that survive between processes: for hubs, where whoever asks, whoever answers and whoever
//! waits need not be on the same machine. Each step is one committed change; dying between two loses nothing, and nothing
//! runs twice.

use std::time::Duration;

use byleave_policy::{Digest, Verdict};
use jiff::Timestamp;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::answer::Answer;
use crate::asking::Asked;
use crate::authorize::{Authorization, Finished};
use crate::call::Call;
use crate::gate::Gate;
use crate::handing::{HandedIn, given_to, was_given_to, without_receiver};
use crate::request::{RequestState, StoredRequest};
use crate::store::{Commit, StoreError, Transition};

/// How often a step is tried again because somebody else changed the session meanwhile.
pub(crate) const MOST_TRIES: u32 = 16;

/// What became of a call that was handed in.
#[derive(Debug)]
pub enum Submitted {
    /// It needed nobody.
    Settled(Box<Authorization>),
    /// It waits for an answer.
    Pending(Box<StoredRequest>),
}

/// Who answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct By {
    /// The person, as they proved who they are.
    pub person: String,
    /// The channel the answer came by.
    pub channel: String,
}

/// What came of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// Whether the call may run.
    pub approved: bool,
    /// Why, or why not.
    pub reason: String,
    /// Whether grants changed, so that other requests may be covered now.
    pub granted: bool,
    /// The session, if it was stopped.
    pub stopped: bool,
}

/// Why an answer does not count.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResolveError {
    /// There is no such request.
    #[error("there is no request `{0}`")]
    Unknown(String),
    /// Somebody answered before.
    #[error("already decided{}", by.as_ref().map_or_else(String::new, |by| format!(" by {by}")))]
    Decided {
        /// Who.
        by: Option<String>,
        /// Where the request is in its life.
        state: RequestState,
    },
    /// It ended without an answer.
    #[error("the request has expired")]
    Expired,
    /// The store does not work.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What an agent gets that comes for its answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Collected {
    /// Nobody has answered.
    Waiting,
    /// The answer, for the first who comes for it and nobody else.
    Ready {
        /// Whether the call may run.
        approved: bool,
        /// Other arguments to run with.
        arguments: Option<Map<String, Value>>,
        /// The digest of the call that was approved, if it is the one that was asked about.
        digest: Option<Digest>,
        /// All of the answer.
        answer: Value,
    },
    /// Somebody came for it before, or it ended.
    Gone(RequestState),
}

impl Gate {
    /// Judges a call. If it asks, the question is in the store from now on, and [`Gate::resolve`] answers it.
    pub async fn submit(&self, call: Call, remaining: Vec<(String, String)>) -> Submitted {
        match self.hand_in(call.clone(), remaining, None).await {
            HandedIn::Settled(authorization) => Submitted::Settled(authorization),
            HandedIn::Pending { stored, .. } | HandedIn::Known(stored) => Submitted::Pending(stored),
            // Only a name can be taken, and there is none.
            HandedIn::Taken => Submitted::Settled(Box::new(self.broken(&call, &StoreError::Conflict))),
        }
    }

    /// Answers a request. The first answer counts; it is on record before anybody hears of it.
    ///
    /// Whoever calls this has made sure that the answer comes from somebody who may answer.
    ///
    /// # Errors
    ///
    /// If there is no such request, it was answered or expired before, or the store does not work.
    pub async fn resolve(&self, id: &str, answer: Answer, by: &By) -> Result<Resolved, ResolveError> {
        let By { person, channel } = by.clone();
        self.step(id, &Asked::Answered { answer, person: Some(person), channel }, RequestState::Decided).await
    }

    /// Ends a request that nobody answered in time. Before its time nothing happens.
    ///
    /// # Errors
    ///
    /// If there is no such request, it was answered before, or the store does not work.
    pub async fn expire(&self, id: &str) -> Result<bool, ResolveError> {
        let stored = self.pending(id).await?;
        if !is_over(&stored, self.inner.clock.now()) {
            return Ok(false);
        }
        self.step_with(&stored, &Asked::Timeout, RequestState::Expired).await.map(|_| true)
    }

    /// Settles a request that needs no answer any more: a grant covers it by now, or its session was stopped and no
    /// answer could let it run. `None` if it still waits.
    ///
    /// # Errors
    ///
    /// If there is no such request, it was answered or expired before, or the store does not work.
    pub async fn settle_granted(&self, id: &str) -> Result<Option<Resolved>, ResolveError> {
        let stored = self.pending(id).await?;
        let judged = self.judge_as(call_of(&stored), Digest::parse(&stored.digest)).await?;
        let asked = match judged.decision.verdict {
            Verdict::Allow => Asked::Granted,
            Verdict::Ask => return Ok(None),
            Verdict::Deny => Asked::Nobody,
        };
        self.step_with(&stored, &asked, RequestState::Decided).await.map(Some)
    }

    /// Gives the answer to the agent that asked: once, and then it is gone.
    ///
    /// # Errors
    ///
    /// If there is no such request, or the store does not work.
    pub async fn collect(&self, id: &str) -> Result<Collected, StoreError> {
        self.collect_as(id, None).await
    }

    /// The same for a receiver that says who it is with a secret of its own. Until the call is done it gets the same answer
    /// again, and nobody else does: it may have been lost on the way.
    ///
    /// # Errors
    ///
    /// If there is no such request, or the store does not work.
    pub async fn collect_as(&self, id: &str, receiver: Option<&str>) -> Result<Collected, StoreError> {
        let stored = self.inner.store.request(id).await?;
        let stored = stored.ok_or_else(|| StoreError::Missing(format!("request `{id}`")))?;
        match stored.state {
            RequestState::Pending => return Ok(Collected::Waiting),
            RequestState::Decided => {}
            RequestState::Released if was_given_to(stored.answer.as_ref(), receiver) => return Ok(ready(stored)),
            gone @ (RequestState::Released | RequestState::Done | RequestState::Expired | RequestState::Cancelled) => {
                return Ok(Collected::Gone(gone));
            }
        }
        let commit = Commit {
            transition: Some(Transition {
                request: id.to_owned(),
                from: RequestState::Decided,
                to: RequestState::Released,
                answer: receiver.map(|receiver| given_to(stored.answer.as_ref().unwrap_or(&Value::Null), receiver)),
                person: None,
                channel: None,
            }),
            ..Commit::at(self.inner.clock.now())
        };
        match self.inner.store.commit(commit).await {
            Err(StoreError::Settled(state)) => Ok(Collected::Gone(state)),
            Err(error) => Err(error),
            Ok(_) => Ok(ready(stored)),
        }
    }

    /// Whoever asked is gone or has its answer from elsewhere: nobody needs to answer any more, and the call does not run.
    ///
    /// # Errors
    ///
    /// If there is no such request, it was answered or expired before, or the store does not work.
    pub async fn cancel(&self, id: &str) -> Result<Resolved, ResolveError> {
        self.step(id, &Asked::Closed, RequestState::Cancelled).await
    }

    /// The agent says that an approved call has run.
    ///
    /// # Errors
    ///
    /// If the request was never released, or the store does not work.
    pub async fn done(&self, id: &str) -> Result<(), StoreError> {
        let transition = Transition {
            request: id.to_owned(),
            from: RequestState::Released,
            to: RequestState::Done,
            answer: None,
            person: None,
            channel: None,
        };
        let commit = Commit { transition: Some(transition), ..Commit::at(self.inner.clock.now()) };
        self.inner.store.commit(commit).await.map(|_| ())
    }

    async fn pending(&self, id: &str) -> Result<StoredRequest, ResolveError> {
        let stored = self.inner.store.request(id).await?;
        let stored = stored.ok_or_else(|| ResolveError::Unknown(id.to_owned()))?;
        match stored.state {
            RequestState::Pending => Ok(stored),
            RequestState::Expired => Err(ResolveError::Expired),
            state @ (RequestState::Decided | RequestState::Released | RequestState::Done | RequestState::Cancelled) => {
                Err(ResolveError::Decided { by: stored.person, state })
            }
        }
    }

    async fn step(&self, id: &str, asked: &Asked, to: RequestState) -> Result<Resolved, ResolveError> {
        let stored = self.pending(id).await?;
        if is_over(&stored, self.inner.clock.now()) {
            return Err(ResolveError::Expired);
        }
        self.step_with(&stored, asked, to).await
    }

    async fn step_with(
        &self,
        stored: &StoredRequest,
        asked: &Asked,
        to: RequestState,
    ) -> Result<Resolved, ResolveError> {
        let waited = self.inner.clock.now().duration_since(stored.created);
        let waited = Duration::try_from(waited).unwrap_or_default();
        for _ in 0..MOST_TRIES {
            let judged = self.judge_as(call_of(stored), Digest::parse(&stored.digest)).await?;
            match self.finish(judged, &stored.id, asked, waited, to).await {
                Ok(Finished::Approved { .. }) => {
                    let granted = asked.scope() != crate::answer::Scope::Once;
                    let reason = asked.reason().unwrap_or_default();
                    return Ok(Resolved { approved: true, reason, granted, stopped: false });
                }
                Ok(Finished::Refused(refusal)) => {
                    let reason = refusal.reason();
                    let stopped = refusal.cause.stops();
                    return Ok(Resolved { approved: false, reason, granted: false, stopped });
                }
                Err(StoreError::Conflict) => {}
                Err(StoreError::Settled(_)) => {
                    // Somebody was faster: what they said stands.
                    self.pending(&stored.id).await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Conflict.into())
    }
}

/// An answer, as the agent that asked gets it.
fn ready(stored: StoredRequest) -> Collected {
    let answer = without_receiver(stored.answer.unwrap_or(Value::Null));
    let arguments = answer.get("arguments").and_then(Value::as_object).cloned();
    let digest = Digest::parse(&stored.digest).filter(|_| arguments.is_none());
    let approved = answer.get("approved").and_then(Value::as_bool).unwrap_or(false);
    Collected::Ready { approved, arguments, digest, answer }
}

/// Whether the time of a request is over.
fn is_over(stored: &StoredRequest, now: Timestamp) -> bool {
    stored.expires.is_some_and(|end| now >= end)
}

/// The call of a request, as the store knows it: without its secrets, which changes no verdict.
fn call_of(stored: &StoredRequest) -> Call {
    let text = |key: &str| stored.frame.get(key).and_then(Value::as_str).map(str::to_owned);
    let arguments = stored.frame.get("arguments").cloned().unwrap_or(Value::Null);
    let mut call = Call::new(text("tool").unwrap_or_default(), arguments).session(stored.session.clone());
    call.agent = text("agent");
    call.description = text("description");
    call.cwd = text("cwd").map(Into::into);
    call.project = text("project").map(Into::into);
    call.home = text("home").map(Into::into);
    call.ask = stored.frame.get("ask").and_then(Value::as_bool).unwrap_or(false);
    match text("tool_call_id") {
        Some(id) => call.id(id),
        None => call,
    }
}
