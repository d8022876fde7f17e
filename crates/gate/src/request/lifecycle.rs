//! The steps of a request, for hubs: the agent, the approver and the waiting process may be on different machines. Each
//! step is one committed change. If a process is killed between two steps, nothing is lost, and nothing runs twice.

use std::time::Duration;

use byleave_policy::read::shells_from_json;
use byleave_policy::{Digest, Verdict};
use byleave_shell::Shells;
use jiff::Timestamp;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::answer::effect::{Finished, approval};
use crate::answer::quorum::{self, Agreement};
use crate::answer::terms::AnswerTerms;
use crate::answer::{Answer, Approval, Scope};
use crate::call::submit::{given_to, was_given_to, without_receiver};
use crate::call::{About, Call};
use crate::decision::Judged;
use crate::entry::record::Entry;
use crate::entry::redact;
use crate::entry::redacted;
use crate::gate::Gate;
use crate::permit::refusal::Cause;
use crate::request::ask::AskOutcome;
use crate::request::seal;
use crate::request::{RequestState, StoredRequest};
use crate::store::{Approvals, Commit, StoreError, Transition, retried};

/// Who answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredBy {
    /// The person, as the channel has verified.
    pub person: String,
    /// The channel the answer came by.
    pub channel: String,
}

/// The result of an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resolved {
    /// Whether the call may run.
    pub approved: bool,
    /// Why, or why not.
    pub reason: String,
    /// Whether grants changed, so that other requests may be covered now.
    pub granted: bool,
    /// The id of the grant that it created.
    pub grant: Option<String>,
    /// The session, if it was stopped.
    pub stopped: bool,
    /// The request still waits, because others must approve too.
    pub waits: Option<Waits>,
}

/// A request that some people have approved, but not yet enough.
#[derive(Clone, Debug, PartialEq)]
pub struct Waits {
    /// How many must agree.
    pub needed: u32,
    /// Those who have.
    pub given: Vec<Agreement>,
}

/// Why an answer does not count.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResolveError {
    /// There is no such request.
    #[error("there is no request `{0}`")]
    Unknown(String),
    /// Another answer counts already.
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
    /// All approvers approve the same call, so none of them can edit it.
    #[error(
        "{needed} people must approve exactly this call, so no one can edit its arguments; reject it and say how to change it"
    )]
    Fixed {
        /// How many.
        needed: u32,
    },
    /// The edited arguments contain a stand-in for a secret, and only the agent knows the secret.
    #[error(
        "the arguments hold a stand-in for a secret (`REDACTED`), which would run as it stands; approve the call \
         unchanged, write arguments without it, or reject it and say how"
    )]
    StandIn,
    /// The store does not work.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What an agent gets when it collects its answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Collected {
    /// There is no answer.
    Waiting,
    /// The answer, for the first agent that collects it and no other.
    Ready {
        /// Whether the call may run.
        approved: bool,
        /// Edited arguments to run with.
        arguments: Option<Map<String, Value>>,
        /// The digest of the approved call: the original one, or the one with edited arguments.
        digest: Option<Digest>,
        /// The whole answer.
        answer: Value,
    },
    /// Another agent has collected it, or the request has ended.
    Gone(RequestState),
}

impl Gate {
    /// Answers a request. The first answer counts; the gate records it before it tells any channel.
    ///
    /// The caller has checked that the answer comes from a person who may answer.
    ///
    /// # Errors
    ///
    /// If there is no such request, it was answered or expired before, or the store does not work.
    pub async fn resolve(&self, id: &str, answer: Answer, by: &AnsweredBy) -> Result<Resolved, ResolveError> {
        retried(|| self.resolve_once(id, &answer, by)).await
    }

    /// Others may agree at the same moment, so the request is read anew each time.
    async fn resolve_once(&self, id: &str, answer: &Answer, by: &AnsweredBy) -> Result<Resolved, ResolveError> {
        let stored = self.in_time(id).await?;
        let answer = match answer.clone() {
            Answer::Approve(approval) => match self.agree(&stored, approval, by).await? {
                Agreed::All(approval) => Answer::Approve(approval),
                Agreed::Some(waits) => return Ok(waiting(waits)),
            },
            rejection @ Answer::Reject(_) => rejection,
        };
        let AnsweredBy { person, channel } = by.clone();
        let asked = AskOutcome::Answered { answer, person: Some(person), channel };
        self.step_once(&stored, &asked, RequestState::Decided).await
    }

    /// Removes approvals, for example of people whose tokens were revoked. A request that is not pending stays as it
    /// is.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn withdraw(&self, id: &str, stays: impl Fn(&Agreement) -> bool) -> Result<(), StoreError> {
        retried(|| async {
            let Some(stored) = self.inner.store.request(id).await? else { return Ok(()) };
            let now: Vec<Agreement> = stored.approvals.iter().filter(|given| stays(given)).cloned().collect();
            let pending = RequestState::Pending;
            if stored.state != pending || now.len() == stored.approvals.len() {
                return Ok(());
            }
            let approvals = Some(Approvals { before: stored.approvals, now });
            let transition = Some(Transition { approvals, ..Transition::new(id, pending, pending) });
            match self.inner.store.commit(Commit { transition, ..Commit::at(self.inner.clock.now()) }).await {
                Ok(_) | Err(StoreError::Settled(_)) => Ok(()),
                Err(error) => Err(error),
            }
        })
        .await
    }

    /// Takes one person's approval. If it was the last one needed, the call is approved with what all agreed on;
    /// otherwise the store keeps it.
    async fn agree(
        &self,
        stored: &StoredRequest,
        mut approval: Approval,
        by: &AnsweredBy,
    ) -> Result<Agreed, ResolveError> {
        // What was shown and sent back as it was is no change; its secrets stay what they are.
        if approval.arguments.as_ref() == stored.frame.get("arguments").and_then(Value::as_object) {
            approval.arguments = None;
        }
        if approval.arguments.as_ref().is_some_and(|changed| redact::holds_stand_in(&changed.clone().into())) {
            return Err(ResolveError::StandIn);
        }
        let needed = quorum::needed(&stored.frame);
        if needed < 2 {
            return Ok(Agreed::All(approval));
        }
        if approval.arguments.is_some() {
            return Err(ResolveError::Fixed { needed });
        }
        let now = self.inner.clock.now();
        let mut given = stored.approvals.clone();
        // An approver who said yes before is one person still, and their first word stays.
        if !given.iter().any(|given| given.is_of(&by.person)) {
            given.push(Agreement { person: by.person.clone(), channel: by.channel.clone(), approval, at: now });
        }
        if u32::try_from(given.len()).unwrap_or(u32::MAX) >= needed {
            let judged = self.judge_stored(stored).await?;
            let usual = self.wanted(&judged, &judged.reading).default_breadth();
            return Ok(Agreed::All(quorum::agreed(given.iter().map(|given| &given.approval), usual)));
        }
        if given.len() > stored.approvals.len() {
            let approvals = Some(Approvals { before: stored.approvals.clone(), now: given.clone() });
            let pending = RequestState::Pending;
            let transition = Transition { approvals, ..Transition::new(&stored.id, pending, pending) };
            match self.inner.store.commit(Commit { transition: Some(transition), ..Commit::at(now) }).await {
                Ok(_) => {}
                // An approver said no, or it ended.
                Err(StoreError::Settled(_)) => {
                    self.pending(&stored.id).await?;
                    return Err(StoreError::Conflict.into());
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Agreed::Some(Waits { needed, given }))
    }

    /// Ends a request that no one answered in time. It does nothing before that time.
    ///
    /// # Errors
    ///
    /// If there is no such request, it was answered before, or the store does not work.
    pub async fn expire(&self, id: &str) -> Result<bool, ResolveError> {
        let stored = self.pending(id).await?;
        if !is_over(&stored, self.inner.clock.now()) {
            return Ok(false);
        }
        let asked = AskOutcome::Unanswered(Cause::Timeout);
        retried(|| self.step_once(&stored, &asked, RequestState::Expired)).await.map(|_| true)
    }

    /// Settles a request that no longer needs an answer: a grant covers it now, or its session was stopped and no
    /// answer could let it run. `None` if it is still pending.
    ///
    /// # Errors
    ///
    /// If there is no such request, it was answered or expired before, or the store does not work.
    pub async fn settle_granted(&self, id: &str) -> Result<Option<Resolved>, ResolveError> {
        let stored = self.pending(id).await?;
        let judged = self.judge_stored(&stored).await?;
        let asked = match judged.decision.verdict {
            Verdict::Allow => AskOutcome::Granted,
            Verdict::Ask => return Ok(None),
            Verdict::Deny => AskOutcome::Unanswered(Cause::NoChannel),
        };
        retried(|| self.step_once(&stored, &asked, RequestState::Decided)).await.map(Some)
    }

    /// Hands the answer to the agent that asked, once.
    ///
    /// # Errors
    ///
    /// If there is no such request, or the store does not work.
    pub async fn collect(&self, id: &str) -> Result<Collected, StoreError> {
        self.collect_as(id, None).await
    }

    /// The same for a receiver that identifies itself with a secret. Until the call is done, this receiver gets the
    /// same answer again, because the reply may have been lost. No other receiver does.
    ///
    /// # Errors
    ///
    /// If there is no such request, or the store does not work.
    pub async fn collect_as(&self, id: &str, receiver: Option<&str>) -> Result<Collected, StoreError> {
        // The answer may be taken back and another given, between the look and the change.
        retried(|| self.collect_once(id, receiver)).await
    }

    async fn collect_once(&self, id: &str, receiver: Option<&str>) -> Result<Collected, StoreError> {
        let stored = self.stored_request(id).await?;
        match stored.state {
            RequestState::Pending => return Ok(Collected::Waiting),
            RequestState::Decided => {}
            RequestState::Released if was_given_to(stored.answer.as_ref(), receiver) => {
                let answer = stored.answer.clone().unwrap_or(Value::Null);
                return Ok(self.ready(&stored, answer));
            }
            gone @ (RequestState::Released | RequestState::Done | RequestState::Expired | RequestState::Cancelled) => {
                return Ok(Collected::Gone(gone));
            }
        }
        let (told, entry) = self.checked(&stored).await?;
        let kept = match receiver {
            // It may come again, until the call is done.
            Some(receiver) => given_to(&told, receiver),
            // Later readers need no secrets.
            None => self.hide(&stored, &told),
        };
        match self.release(&stored, kept, entry).await {
            // It was taken back meanwhile.
            Err(StoreError::Settled(RequestState::Pending)) => Ok(Collected::Waiting),
            Err(StoreError::Settled(state)) => Ok(Collected::Gone(state)),
            Err(error) => Err(error),
            Ok(()) => Ok(self.ready(&stored, told)),
        }
    }

    /// An answer, as the agent that asked gets it.
    fn ready(&self, stored: &StoredRequest, answer: Value) -> Collected {
        let answer = without_receiver(answer);
        let arguments = answer.get("arguments").and_then(Value::as_object).cloned();
        let digest = match &arguments {
            None => Digest::parse(&stored.digest),
            Some(arguments) => Some(self.digest(&Call { arguments: arguments.clone(), ..call_of(stored) })),
        };
        let approved = answer.get("approved").and_then(Value::as_bool).unwrap_or(false);
        Collected::Ready { approved, arguments, digest, answer }
    }

    /// Hands out an answer so that no other agent gets it, if it is still the answer that was read.
    pub(crate) async fn release(
        &self,
        stored: &StoredRequest,
        kept: Value,
        entry: Option<Entry>,
    ) -> Result<(), StoreError> {
        let transition = Transition {
            answer: Some(kept),
            answered: stored.answer.clone(),
            ..Transition::new(&stored.id, RequestState::Decided, RequestState::Released)
        };
        let commit = Commit { transition: Some(transition), entry, ..Commit::at(self.inner.clock.now()) };
        self.inner.store.commit(commit).await.map(|_| ())
    }

    /// The agent is gone or has another answer: no approver needs to answer any more, and the call does not run.
    ///
    /// # Errors
    ///
    /// If there is no such request, it was answered or expired before, or the store does not work.
    pub async fn cancel(&self, id: &str) -> Result<Resolved, ResolveError> {
        let (stored, asked) = (self.pending(id).await?, AskOutcome::Unanswered(Cause::Closed));
        retried(|| self.step_once(&stored, &asked, RequestState::Cancelled)).await
    }

    /// The agent reports that an approved call has run.
    ///
    /// # Errors
    ///
    /// If the request was never released, or the store does not work.
    pub async fn done(&self, id: &str) -> Result<(), StoreError> {
        let stored = self.stored_request(id).await?;
        // No agent comes for it again, so it needs no secrets any more.
        let answer = stored.answer.as_ref().map(|answer| self.hide(&stored, answer));
        let transition = Transition { answer, ..Transition::new(id, RequestState::Released, RequestState::Done) };
        let commit = Commit { transition: Some(transition), ..Commit::at(self.inner.clock.now()) };
        self.inner.store.commit(commit).await.map(|_| ())
    }

    /// An answer to a request as other people may see it: without the secrets in edited arguments.
    #[must_use]
    pub fn hide(&self, request: &StoredRequest, answer: &Value) -> Value {
        let tool = request.frame.get("tool").and_then(Value::as_str).unwrap_or_default();
        redacted(answer, tool, &self.inner.redactor, None)
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

    /// A request that can be answered.
    async fn in_time(&self, id: &str) -> Result<StoredRequest, ResolveError> {
        let stored = self.pending(id).await?;
        if is_over(&stored, self.inner.clock.now()) { Err(ResolveError::Expired) } else { Ok(stored) }
    }

    /// The answer for the agent that collects it: the approver's, or a refusal with its entry for the record if a file
    /// of the call has changed since.
    async fn checked(&self, stored: &StoredRequest) -> Result<(Value, Option<Entry>), StoreError> {
        let answer = stored.answer.clone().unwrap_or(Value::Null);
        let approved = answer.get("approved").and_then(Value::as_bool).unwrap_or(false);
        let Some(seal) = seal::changed(&stored.seals, self.inner.resolver.as_ref()).filter(|_| approved) else {
            return Ok((answer, None));
        };
        let judged = self.judge_stored(stored).await?;
        Ok(self.withdrawn(&judged, &stored.id, &Cause::Changed(seal.path.clone())))
    }

    async fn step_once(
        &self,
        stored: &StoredRequest,
        asked: &AskOutcome,
        to: RequestState,
    ) -> Result<Resolved, ResolveError> {
        let waited = self.inner.clock.now().duration_since(stored.created);
        let waited = Duration::try_from(waited).unwrap_or_default();
        let judged = self.judge_stored(stored).await?;
        match self.finish(judged, &AnswerTerms::of(stored, &stored.seals), asked, waited, to).await {
            Ok(Finished::Approved { grant, judged, .. }) => {
                let granted = asked.scope() != Scope::Once;
                let reason = approval(asked, &judged).unwrap_or_default();
                Ok(Resolved { approved: true, reason, granted, grant, ..Resolved::default() })
            }
            Ok(Finished::Refused(refusal)) => {
                let (reason, stopped) = (refusal.reason(), refusal.cause.stops());
                Ok(Resolved { reason, stopped, ..Resolved::default() })
            }
            Err(StoreError::Settled(_)) => {
                // Another answer was faster, and stands unless it was taken back since.
                self.pending(&stored.id).await?;
                Err(StoreError::Conflict.into())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Judges the call of a request as things stand now.
    pub(crate) async fn judge_stored(&self, stored: &StoredRequest) -> Result<Judged, StoreError> {
        self.judge_as(call_of(stored), Digest::parse(&stored.digest)).await
    }

    /// A request, as the store has it.
    pub(crate) async fn stored_request(&self, id: &str) -> Result<StoredRequest, StoreError> {
        let stored = self.inner.store.request(id).await?;
        stored.ok_or_else(|| StoreError::Missing(format!("request `{id}`")))
    }
}

/// The result of one person's approval.
enum Agreed {
    /// No other approver is needed.
    All(Approval),
    /// Others must approve too.
    Some(Waits),
}

fn waiting(waits: Waits) -> Resolved {
    let others = usize::try_from(waits.needed).unwrap_or(usize::MAX).saturating_sub(waits.given.len());
    let reason = format!("{others} more must agree");
    Resolved { reason, waits: Some(waits), ..Resolved::default() }
}

/// Whether the time of a request is over.
pub(crate) fn is_over(stored: &StoredRequest, now: Timestamp) -> bool {
    stored.expires.is_some_and(|end| now >= end)
}

/// The call of a request from the store: without its secrets, which does not change the verdict.
pub(crate) fn call_of(stored: &StoredRequest) -> Call {
    let text = |key: &str| stored.frame.get(key).and_then(Value::as_str).map(str::to_owned);
    let arguments = stored.frame.get("arguments").cloned().unwrap_or(Value::Null);
    let mut call = Call::new(text("tool").unwrap_or_default(), arguments).session(stored.session.clone());
    call.agent = text("agent");
    call.description = text("description");
    // One that cannot be read may be any shell.
    call.shell = shells_from_json(stored.frame.get("shell").unwrap_or(&Value::Null)).unwrap_or(Some(Shells::ALL));
    call.cwd = text("cwd").map(Into::into);
    call.project = text("project").map(Into::into);
    call.home = text("home").map(Into::into);
    let about = About {
        host: text("host"),
        args_schema: stored.frame.get("args_schema").cloned(),
        annotations: stored.frame.get("annotations").cloned(),
        pin: text("pin"),
        insists: text("insists"),
        order: stored
            .frame
            .get("arguments_order")
            .and_then(|order| serde_json::from_value(order.clone()).ok())
            .unwrap_or_default(),
    };
    call.about = (about != About::default()).then(|| Box::new(about));
    call.ask = stored.frame.get("ask").and_then(Value::as_bool).unwrap_or(false);
    match text("tool_call_id") {
        Some(id) => call.id(id),
        None => call,
    }
}
