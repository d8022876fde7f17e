//! For agents that run their tools themselves and only ask before: what asks may be left to their own prompt, and that
//! a call ran is reported afterwards.

use std::sync::Arc;

use byleave_policy::{Decision, Stage, Verdict};
use serde_json::{Map, Value};

use crate::call::Call;
use crate::decision::Judged;
use crate::entry::record::Entry;
use crate::entry::{Became, entry};
use crate::gate::Gate;
use crate::gate::authorize::Authorization;
use crate::store::{Commit, MOST_TRIES, StoreError};

/// The tool under which it is on record that a call ran.
pub const RAN: &str = "byleave ran";

/// The tool under which it is on record that an agent did something it had no leave for.
pub const ALARM: &str = "byleave alarm";

/// Why a call is on record as not approved that the agent's own prompt decides about.
pub const LEFT: &str = "left";

/// What a gate says to an agent with a prompt of its own.
#[must_use = "a call that is not approved must not run"]
#[derive(Debug)]
pub enum Hosted {
    /// It was decided.
    Settled(Box<Authorization>),
    /// It asks, and the agent's own prompt is to put the question.
    Left {
        /// What the engine found.
        decision: Box<Decision>,
        /// As [`Asks::unruled`].
        unruled: bool,
    },
}

/// Why a call asks.
#[derive(Clone, Copy, Debug)]
pub struct Asks<'d> {
    /// What the engine found.
    pub decision: &'d Decision,
    /// Nothing speaks against it, and nothing for it: no rule, no floor and no person wants it to be asked about.
    pub unruled: bool,
}

impl<'d> Asks<'d> {
    fn of(judged: &'d Judged) -> Self {
        let decision = &judged.decision;
        let mut asking = decision.findings.iter().filter(|finding| finding.verdict == Verdict::Ask).peekable();
        // A call that asks without saying why is not one that merely no rule names.
        let unruled =
            asking.peek().is_some() && asking.all(|finding| finding.stage == Stage::Layers && finding.rule.is_none());
        Self { decision, unruled: unruled && judged.frozen.is_none() && !judged.call.ask }
    }
}

impl Gate {
    /// The same gate for an agent below this one whose session has a name already. It has this session's grants, and none
    /// of its own reach back.
    #[must_use]
    pub fn below(&self, session: &str, agent: &str) -> Self {
        Self {
            session: session.into(),
            parent: Some(Arc::new(self.clone())),
            agent: Some(agent.into()),
            ..self.clone()
        }
    }

    /// Whether secrets are to be masked in what a call brings back.
    #[must_use]
    pub fn masks(&self, call: &Call) -> bool {
        self.inner.policy_in_force().policy(None).masks(&call.tool)
    }

    /// Judges a call as [`Gate::authorize`] does. If it asks, `leave` may name the prompt of the agent that is to put the
    /// question; that it was left there is on record.
    pub async fn authorize_or_leave<'h>(&self, call: Call, leave: impl Fn(Asks<'_>) -> Option<&'h str>) -> Hosted {
        let settled = |authorization| Hosted::Settled(Box::new(authorization));
        let mut read = None;
        for _ in 0..MOST_TRIES {
            let judged = match self.judge_keeping(&call, &mut read).await {
                Ok(judged) => judged,
                Err(error) => return settled(self.broken(&call, &error)),
            };
            let done = match judged.decision.verdict {
                Verdict::Ask => match leave(Asks::of(&judged)) {
                    Some(host) => self.leave(judged, host).await,
                    None => return settled(self.ask(judged, Vec::new()).await),
                },
                Verdict::Allow | Verdict::Deny => self.settle(judged).await.map(settled),
            };
            match done {
                Ok(hosted) => return hosted,
                Err(StoreError::Conflict) => {}
                Err(error) => return settled(self.broken(&call, &error)),
            }
        }
        settled(self.broken(&call, &StoreError::Conflict))
    }

    /// Puts on record that the agent's own prompt decides.
    async fn leave(&self, judged: Judged, host: &str) -> Result<Hosted, StoreError> {
        let became = Became {
            agent: judged.call.agent.as_deref(),
            reason: Some(format!("left to the prompt of {host}: {}", judged.decision.reason)),
            channel: Some(host),
            cause: Some(LEFT),
            ask: judged.call.ask,
            ..Became::default()
        };
        let entry = entry(&judged.decided(), judged.digest, &became, &self.inner.redactor);
        let session = (!judged.known || judged.named).then(|| judged.session.clone());
        self.inner.store.commit(Commit { session, entry: Some(entry), ..Commit::at(judged.now) }).await?;
        let unruled = Asks::of(&judged).unruled;
        Ok(Hosted::Left { decision: Box::new(judged.decision), unruled })
    }

    /// The agent says that a call has run. It is put on record beside what was decided about it: the agent may have asked
    /// its own user, or have run what no person was asked about.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn ran(&self, call: &Call) -> Result<(), StoreError> {
        let told = [("digest".to_owned(), Value::from(self.digest(call).to_string()))];
        let reason = format!("{} says that it ran", call.agent.as_deref().unwrap_or("the agent"));
        self.note_of_call(RAN, call, told.into_iter().collect(), reason).await
    }

    /// The agent did something that it had no leave for. The record has what is known of it, without its secrets, and what
    /// the policy would have said.
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

    /// Puts something on record that is told about a call.
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
