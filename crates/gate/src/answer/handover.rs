//! An approval that another process of byleave got for the same call of the same agent, a moment before: the hook asked a person,
//! and now the gate in front of the tool's server has the call. Or the agent's own classifier had refused the call, a person said
//! otherwise, and the model makes it again.

use std::time::Duration;

use byleave_policy::{Source, Verdict};
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest as _, Sha256};

use crate::answer::Scope;
use crate::decision::Judged;
use crate::decision::hosted::Asks;
use crate::entry::Became;
use crate::entry::record::{Entry, Hash};
use crate::gate::Gate;
use crate::gate::authorize::{Authorization, permit};
use crate::gate::event::Event;
use crate::request::RequestState;
use crate::store::{Commit, Query, StoreError};

/// How long an approval is handed over. An agent makes its call as soon as its hook has answered.
const MOMENT: SignedDuration = SignedDuration::from_secs(30);

/// The same for a call that the agent's classifier blocked: its model is told that it may make the call again.
const AGAIN: SignedDuration = SignedDuration::from_secs(300);

/// The id of a question about a call that the agent's own classifier blocked. The call that the model then makes has an id of its own.
pub const BLOCKED: &str = "byleave blocked";

/// At most this many approvals of a moment are looked at.
const MOST: u32 = 64;

/// The channel on record of an approval that was handed over.
pub const HANDED_OVER: &str = "hook";

/// The agent's own names for a call and for its session. The program that the agent is gives them, not its model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The agent's session.
    pub session: String,
    /// The id that the agent gave the call. No other call of the session has it.
    pub call: String,
}

impl Origin {
    /// The question about a call that the agent's own classifier blocked in this session.
    #[must_use]
    pub fn blocked(session: impl Into<String>) -> Self {
        Self { session: session.into(), call: BLOCKED.to_owned() }
    }

    fn moment(&self) -> SignedDuration {
        if self.call == BLOCKED { AGAIN } else { MOMENT }
    }
}

impl Gate {
    /// Takes the approval of a call that asks from the process that judged it before, if a person has approved exactly this call there,
    /// and saw every reason for which it asks here. It counts once.
    pub(crate) async fn handed_over(&self, judged: &Judged, origin: &Origin) -> Result<Option<Entry>, StoreError> {
        let asked = self.entry(judged, &Became::default());
        let Some(since) = judged.now.checked_sub(origin.moment()).ok() else { return Ok(None) };
        let query = Query {
            since: Some(since),
            tool: Some(asked.tool.clone()),
            approved: Some(true),
            newest_first: true,
            limit: Some(MOST),
            ..Query::default()
        };
        let rows = self.inner.store.rows(&query).await?;
        let before = rows.iter().filter_map(|row| serde_json::from_str::<Entry>(&row.body).ok());
        let mut before = before.filter(|before| is_of(before, &asked, origin));
        let Some(before) = before.find(|before| covers(before, &asked, judged)) else { return Ok(None) };
        if !self.was_released(&before).await? {
            return Ok(None);
        }
        let until = judged.now.checked_add(origin.moment() + origin.moment()).unwrap_or(Timestamp::MAX);
        let what = Sha256::new().chain_update("byleave approval handed over ").chain_update(&before.id);
        // A store that cannot remember hands nothing over.
        let first = self.inner.store.use_once(Hash(what.finalize().into()), until, judged.now).await.unwrap_or(false);
        Ok(first.then_some(before))
    }

    /// Whether the agent's hook got the answer, if there was a question. An approver may have taken the answer back before.
    async fn was_released(&self, before: &Entry) -> Result<bool, StoreError> {
        let Some(request) = before.request.as_deref() else { return Ok(true) };
        Ok(self.inner.store.request(request).await?.is_some_and(|stored| match stored.state {
            RequestState::Released | RequestState::Done => true,
            RequestState::Pending | RequestState::Decided | RequestState::Expired | RequestState::Cancelled => false,
        }))
    }

    /// Records that a call runs because a person has approved it before.
    pub(crate) async fn follow(&self, judged: Judged, before: &Entry) -> Result<Authorization, StoreError> {
        let became = Became {
            approved: true,
            reason: Some(format!("approved a moment before, at the agent's hook ({})", before.id)),
            request: before.request.as_deref(),
            channel: Some(HANDED_OVER),
            person: before.person.as_deref(),
            approvals: before.approvals.clone(),
            ..Became::default()
        };
        let entry = self.entry(&judged, &became);
        let record = entry.id.clone();
        let commit = Commit { session: judged.new_session(), entry: Some(entry), ..Commit::at(judged.now) };
        match self.inner.store.commit(commit.clone()).await {
            // Another call made or changed the session meanwhile; the row alone is enough then.
            Err(StoreError::Conflict) => self.inner.store.commit(Commit { session: None, ..commit }).await?,
            done => done?,
        };
        self.inner.tell(&Event::Approved {
            call: judged.call.id.clone(),
            tool: judged.call.tool.clone(),
            scope: Scope::Once,
            by_grant: false,
        });
        Ok(Authorization::Approved(permit(judged, None, record, Duration::ZERO, Scope::Once)))
    }
}

/// Whether a row is about this very call of the agent.
fn is_of(before: &Entry, asked: &Entry, origin: &Origin) -> bool {
    let session = before.session == origin.session || before.parent.as_deref() == Some(&origin.session);
    session && before.call == origin.call && before.digest == asked.digest && !before.notice
}

/// Whether people have approved there all that asks here.
fn covers(before: &Entry, asked: &Entry, judged: &Judged) -> bool {
    if before.verdict == Verdict::Allow.name() {
        // What a person allowed for good does not cover what a floor, a rule or a pin wants a person to see.
        return before.source == Source::User.name() && Asks::of(judged).unruled;
    }
    // What the person changed is not what the agent was asked about.
    let answered = before.request.is_some() && before.answer.is_some() && before.edited.is_none();
    let needed = usize::try_from(judged.decision.approvals).unwrap_or(usize::MAX);
    let enough = needed < 2 || before.approvals.len() >= needed;
    let mut asks = asked.findings.iter().filter(|one| one.verdict == Verdict::Ask.name());
    let seen = asked.findings_left_out == 0 && asks.all(|one| before.findings.contains(one));
    before.verdict == Verdict::Ask.name() && answered && enough && seen && asked.frozen == before.frozen
}
