//! Takes an answer that another process put into the store. It counts here only if it meets all conditions of an answer
//! to this gate.

use std::time::Duration;

use byleave_policy::Verdict;
use serde_json::Value;

use crate::answer::quorum;
use crate::answer::terms::AnswerTerms;
use crate::answer::{Answer, RejectMode, Rejection, Scope};
use crate::call::Call;
use crate::channel::{EndedBy, Resolution};
use crate::decision::Judged;
use crate::gate::Gate;
use crate::gate::authorize::{Authorization, MOST_BUSY, permit};
use crate::gate::event::Event;
use crate::permit::refusal::Cause;
use crate::request::ask::{AskOutcome, Conclusion, OpenRequest};
use crate::request::seal;
use crate::request::{RequestState, StoredRequest};
use crate::store::StoreError;

/// What the store has.
enum Stands {
    Yes(AskOutcome),
    No(Cause),
}

impl Gate {
    /// Takes the answer from the store, once: no other process gets it after that. `None` if the request is pending
    /// again because the approver took the answer back. `program` is what a program of this gate answered meanwhile.
    ///
    /// # Errors
    ///
    /// If another process has it already, or the store does not work.
    pub(crate) async fn take(
        &self,
        call: &Call,
        open: &OpenRequest,
        program: Option<&Answer>,
        waited: Duration,
    ) -> Result<Option<Conclusion>, StoreError> {
        let mut last = StoreError::Conflict;
        for _ in 0..MOST_BUSY {
            match self.take_once(call, open, program, waited).await {
                // Taken back, given again, or taken by another process, between the look and the change; or the store was
                // busy, and an answer that stands is worth waiting for.
                Err(error @ (StoreError::Conflict | StoreError::Busy)) => last = error,
                taken => return taken,
            }
        }
        Err(last)
    }

    async fn take_once(
        &self,
        call: &Call,
        open: &OpenRequest,
        program: Option<&Answer>,
        waited: Duration,
    ) -> Result<Option<Conclusion>, StoreError> {
        let stored = self.stored_request(&open.request.id).await?;
        let (cause, by) = match stored.state {
            RequestState::Pending => return Ok(None),
            RequestState::Decided => return self.take_decided(call, open, &stored, program, waited).await.map(Some),
            RequestState::Expired => (Cause::Timeout, EndedBy::Timeout),
            RequestState::Cancelled => (Cause::Closed, EndedBy::Caller),
            // Another process has the answer.
            state @ (RequestState::Released | RequestState::Done) => return Err(StoreError::Settled(state)),
        };
        let refusal = self.refuse(&self.judge_again(call.clone(), &open.request.reading).await?, cause, None);
        let resolution = Resolution { approved: false, by };
        Ok(Some(Conclusion { authorization: Authorization::refused(refusal), resolution }))
    }

    async fn take_decided(
        &self,
        call: &Call,
        open: &OpenRequest,
        stored: &StoredRequest,
        program: Option<&Answer>,
        waited: Duration,
    ) -> Result<Conclusion, StoreError> {
        let mut judged = self.judge_again(call.clone(), &open.request.reading).await?;
        let told = stored.answer.clone().unwrap_or(Value::Null);
        let record = told.get("record").and_then(Value::as_str).unwrap_or_default().to_owned();
        let (mut scope, mut by_grant, mut arguments) = (Scope::Once, false, None);
        let (cause, kept, entry) = match self.stands(&mut judged, open, stored) {
            Stands::No(cause) => (Some(cause), told, None),
            Stands::Yes(asked) => {
                (scope, by_grant) = (asked.scope(), matches!(asked, AskOutcome::Granted));
                // What it does to the session and its grants was done where it was given.
                let effect = self.effect(&mut judged, &AnswerTerms::of(stored, &open.seals), &asked).await?;
                arguments = effect.arguments;
                let bound = stored.digest == open.request.digest.to_string();
                let cause = match program {
                    _ if !bound => Some(self.failed("the question in the store is about another call")),
                    _ if record.is_empty() => Some(self.failed("the answer in the store names no record")),
                    Some(Answer::Reject(rejection)) => Some(rejected(rejection.clone())),
                    Some(Answer::Approve(_)) | None => effect.cause,
                };
                match &cause {
                    None => (cause, told, None),
                    Some(why) => {
                        let (told, entry) = self.withdrawn(&judged, &stored.id, why);
                        (cause, told, entry)
                    }
                }
            }
        };
        match self.release(stored, self.hide(stored, &kept), entry).await {
            Err(StoreError::Settled(_)) => return Err(StoreError::Conflict),
            released => released?,
        }
        if scope != Scope::Once || cause.as_ref().is_some_and(Cause::stops) {
            self.inner.grants_changed();
        }
        let resolution = resolution(stored, cause.is_none());
        if let Some(cause) = cause {
            return Ok(Conclusion {
                authorization: Authorization::refused(self.refuse(&judged, cause, Some(record))),
                resolution,
            });
        }
        self.inner.tell(&Event::Approved {
            call: judged.call.id.clone(),
            tool: judged.call.tool.clone(),
            scope,
            by_grant,
        });
        let permit = permit(judged, arguments, record, waited, scope);
        Ok(Conclusion { authorization: Authorization::Approved(permit), resolution })
    }

    /// Reads what the store has.
    fn stands(&self, judged: &mut Judged, open: &OpenRequest, stored: &StoredRequest) -> Stands {
        let told = stored.answer.as_ref().unwrap_or(&Value::Null);
        match Answer::from_told(told, RejectMode::Hard) {
            Err(error) => Stands::No(self.failed(&format!("the answer in the store is not valid: {error}"))),
            Ok(answer @ Answer::Approve(_)) => Stands::Yes(match person(stored) {
                Some(person) => {
                    let channel = stored.channel.clone().unwrap_or_default();
                    AskOutcome::Answered { answer, person: Some(person), channel }
                }
                None => AskOutcome::Granted,
            }),
            Ok(Answer::Reject(rejection)) => Stands::No(self.why(judged, open, stored, rejection)),
        }
    }

    /// Why the call was refused there. Something else may have refused it although a person approved.
    fn why(&self, judged: &mut Judged, open: &OpenRequest, stored: &StoredRequest, rejection: Rejection) -> Cause {
        let told = |key: &str| stored.answer.as_ref().and_then(|answer| answer.get(key)).and_then(Value::as_str);
        let name = told("cause").unwrap_or_default();
        // If only the policy there wants several people, two are the fewest it can mean.
        let needed = quorum::needed(&stored.frame).max(judged.decision.approvals).max(2);
        let changed = seal::changed(&open.seals, self.inner.resolver.as_ref());
        let reason = told("reason").unwrap_or_default().to_owned();
        let policy = Cause::Policy;
        if name == policy.name() {
            // The policy there says no, perhaps not the one here.
            if judged.decision.verdict != Verdict::Deny {
                judged.decision.verdict = Verdict::Deny;
                judged.decision.reason = byleave_policy::Reason::Elsewhere(reason);
            }
            return policy;
        }
        let known =
            [Cause::Stopped, Cause::Timeout, Cause::Unanswered, Cause::Closed, Cause::NoChannel, Cause::TooFew(needed)];
        let changed = changed.map(|seal| Cause::Changed(seal.path.clone()));
        let found = known.into_iter().chain(changed).find(|cause| cause.name() == name);
        let said = rejected(rejection);
        found.unwrap_or_else(|| {
            if name == said.name() {
                return said;
            }
            // Any other cause keeps the words of the process that found it.
            Cause::Rejected { mode: RejectMode::Soft, feedback: Some(reason).filter(|reason| !reason.is_empty()) }
        })
    }

    /// Something is wrong: the gate tells its watchers, and the call does not run.
    fn failed(&self, error: &str) -> Cause {
        self.inner.tell(&Event::Failed { error: error.to_owned() });
        Cause::System(error.to_owned())
    }
}

fn rejected(Rejection { mode, feedback }: Rejection) -> Cause {
    Cause::Rejected { mode, feedback }
}

/// Who gave the answer in the store. The request itself may still name the author of an answer that was taken back.
fn person(stored: &StoredRequest) -> Option<String> {
    stored.answer.as_ref()?.get("by")?.as_str().map(str::to_owned)
}

fn resolution(stored: &StoredRequest, approved: bool) -> Resolution {
    let granted = stored.answer.as_ref().and_then(|answer| answer.get("approved")?.as_bool()).unwrap_or(false);
    let by = match person(stored) {
        person @ Some(_) => EndedBy::Answer { channel: stored.channel.clone().unwrap_or_default(), person },
        None if granted => EndedBy::Grant,
        None => EndedBy::NoOne,
    };
    Resolution { approved, by }
}
