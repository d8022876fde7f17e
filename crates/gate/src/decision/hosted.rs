//! For agents that run their tools themselves and only ask first. The gate may leave a question to the agent's own
//! prompt, and the agent reports afterwards that a call has run.

use std::sync::Arc;

use byleave_policy::{Decision, Stage, Unnamed, Verdict};
use serde_json::{Map, Value};

use crate::answer::handover::Origin;
use crate::call::Call;
use crate::decision::{Judged, KeptReading};
use crate::entry::Became;
use crate::entry::record::Entry;
use crate::gate::Gate;
use crate::gate::authorize::Authorization;
use crate::store::{Commit, StoreError, retried};

/// The tool name of a row that says that a call has run.
pub const RAN: &str = "byleave ran";

/// The tool name of a row that says that an agent did something without permission.
pub const ALARM: &str = "byleave alarm";

/// The cause on record of a call that the gate left to the agent's own prompt.
pub const LEFT: &str = "left";

/// The cause on record of a call that no rule names, and on which the agent decides by itself: no person may have seen it.
pub const UNNAMED: &str = "unnamed";

/// Who decides about a call that the gate leaves to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftTo<'h> {
    /// The user of this agent, by its own prompt.
    Prompt(&'h str),
    /// This agent, as its mode has it: a classifier, the rules of the mode, or no one.
    Agent(&'h str),
}

/// What a gate answers to an agent that has its own prompt.
#[must_use = "a call that is not approved must not run"]
#[derive(Debug)]
pub enum Hosted<'h> {
    /// It was decided.
    Settled(Box<Authorization>),
    /// The call asks, and the agent shall decide.
    Left {
        /// What the engine found.
        decision: Box<Decision>,
        /// As [`Asks::unruled`].
        unruled: bool,
        /// The command that adds a rule for calls of this kind, for the person who reads the prompt.
        allow: Option<String>,
        /// Who decides.
        to: LeftTo<'h>,
    },
}

/// Why a call asks.
#[derive(Clone, Copy, Debug)]
pub struct Asks<'d> {
    /// What the engine found.
    pub decision: &'d Decision,
    /// Nothing allows the call and nothing is against it: no rule, no floor and no person wants a question.
    pub unruled: bool,
    /// Who decides about such a call, if the policy says so.
    pub unnamed: Option<Unnamed>,
}

impl<'d> Asks<'d> {
    pub(crate) fn of(judged: &'d Judged) -> Self {
        let decision = &judged.decision;
        let mut asking = decision.findings.iter().filter(|finding| finding.verdict == Verdict::Ask).peekable();
        // A call that asks without saying why is not one that merely no rule names.
        let unruled =
            asking.peek().is_some() && asking.all(|finding| finding.stage == Stage::Layers && finding.rule.is_none());
        Self {
            decision,
            unruled: unruled && judged.frozen.is_none() && !judged.call.ask,
            unnamed: judged.policy.unnamed,
        }
    }
}

impl Gate {
    /// The same gate for an agent below this one whose session already has a name. It has this session's grants; its
    /// own grants never reach this session.
    #[must_use]
    pub fn below(&self, session: &str, agent: &str) -> Self {
        Self {
            session: session.into(),
            parent: Some(Arc::new(self.clone())),
            agent: Some(agent.into()),
            ..self.clone()
        }
    }

    /// Whether to mask secrets in the result of a call.
    #[must_use]
    pub fn masks(&self, call: &Call) -> bool {
        self.inner.policy_in_force().policy(None).masks(&call.tool)
    }

    /// Judges a call as [`Gate::authorize`] does. If the call asks, `leave` may name the agent that shall decide;
    /// the record then says so.
    pub async fn authorize_or_leave<'h>(
        &self,
        call: Call,
        leave: impl Fn(Asks<'_>) -> Option<LeftTo<'h>>,
    ) -> Hosted<'h> {
        self.authorize_after(call, None, leave).await
    }

    /// The same for a call that the agent's own hook may have asked a person about a moment before. If that person has approved
    /// exactly this call, nobody is asked again; such an approval counts once.
    pub async fn authorize_after<'h>(
        &self,
        call: Call,
        origin: Option<&Origin>,
        leave: impl Fn(Asks<'_>) -> Option<LeftTo<'h>>,
    ) -> Hosted<'h> {
        let settled = |authorization| Hosted::Settled(Box::new(authorization));
        let read = KeptReading::new();
        let decided = retried(|| async {
            let judged = self.judge_keeping(&call, &read).await?;
            if judged.decision.verdict == Verdict::Ask
                && let Some(origin) = origin
                && let Some(before) = self.handed_over(&judged, origin).await?
            {
                return self.follow(judged, &before).await.map(settled);
            }
            match judged.decision.verdict {
                Verdict::Ask => match leave(Asks::of(&judged)) {
                    Some(to) => self.leave(judged, to).await,
                    None => Ok(settled(self.ask(judged, Vec::new()).await)),
                },
                Verdict::Allow | Verdict::Deny => self.settle(judged).await.map(settled),
            }
        });
        decided.await.unwrap_or_else(|error| settled(self.broken(&call, &error)))
    }

    /// Records that the agent decides.
    async fn leave<'h>(&self, judged: Judged, to: LeftTo<'h>) -> Result<Hosted<'h>, StoreError> {
        let (words, host, cause) = match to {
            LeftTo::Prompt(host) => ("the prompt of ", host, LEFT),
            LeftTo::Agent(host) => ("", host, UNNAMED),
        };
        let became = Became {
            reason: Some(format!("left to {words}{host}: {}", judged.decision.reason)),
            channel: Some(host),
            cause: Some(cause),
            ..Became::default()
        };
        let (session, entry) = (judged.new_session(), self.entry(&judged, &became));
        self.inner.store.commit(Commit { session, entry: Some(entry), ..Commit::at(judged.now) }).await?;
        let unruled = Asks::of(&judged).unruled;
        let allow = self.remedy(&judged).allow;
        Ok(Hosted::Left { decision: Box::new(judged.decision), unruled, allow, to })
    }

    /// The agent reports that a call has run. The gate records it beside the decision: the agent may have asked its own
    /// user, or may have run the call without any question.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn ran(&self, call: &Call) -> Result<(), StoreError> {
        let told = [("digest".to_owned(), Value::from(self.digest(call).to_string()))];
        let reason = format!("{} says that it ran", call.agent.as_deref().unwrap_or("the agent"));
        self.note_of_call(RAN, call, told.into_iter().collect(), reason).await
    }

    /// The agent did something without permission. The gate records what is known about it, without secrets, and the
    /// verdict of the policy.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn alarm(&self, call: &Call, reason: &str) -> Result<(), StoreError> {
        let arguments = self.inner.redactor.arguments(&call.tool, &call.arguments);
        let told = [
            ("arguments".to_owned(), Value::Object(arguments)),
            ("verdict".to_owned(), Value::from(self.check(call).verdict.name())),
        ];
        let reason = self.inner.redactor.text(reason).into_owned();
        self.note_of_call(ALARM, call, told.into_iter().collect(), reason).await
    }

    /// Records something that the agent reported about a call.
    async fn note_of_call(
        &self,
        tool: &str,
        call: &Call,
        mut told: Map<String, Value>,
        reason: String,
    ) -> Result<(), StoreError> {
        let now = self.inner.clock.now();
        told.insert("tool".to_owned(), Value::from(call.tool.as_str()));
        let entry = Entry {
            call: call.id.clone(),
            agent: call.agent.clone(),
            parent: self.parent.as_deref().map(|parent| parent.session.to_string()),
            ..self.notice(tool, told, reason, now)
        };
        self.inner.store.commit(Commit { entry: Some(entry), ..Commit::at(now) }).await.map(|_| ())
    }
}
