//! The freeze: while frozen, every call needs a person's approval, even if the policy, a mode or a grant would allow
//! it. The freeze is in the store, so it holds for every gate and hub that shares the store. It only tightens: what is
//! denied stays denied.

use byleave_policy::Digest;
use jiff::Timestamp;
use serde_json::{Map, Value};

use crate::entry::record::Entry;
use crate::gate::Gate;
use crate::gate::ids;
use crate::request::lifecycle::AnsweredBy;
use crate::session::Session;
use crate::store::{Commit, StoreError, retried};

/// The tool under which a freeze and its end are on record.
pub const TOOL: &str = "byleave freeze";

/// Automatic approvals are off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Freeze {
    /// Names it.
    pub id: String,
    /// Since when.
    pub since: Timestamp,
    /// Who did it.
    pub by: String,
    /// Why, if the person said so.
    pub reason: Option<String>,
    /// The token whose sessions are frozen, as in [`Session::owner`]; all sessions if there is none.
    pub host: Option<String>,
}

impl Freeze {
    /// Why the gate asks a person about a call that would run otherwise.
    #[must_use]
    pub fn words(&self) -> String {
        let whose = if self.host.is_some() { " of this host" } else { "" };
        match &self.reason {
            Some(reason) => format!("automatic approvals{whose} are frozen by {}: {reason}", self.by),
            None => format!("automatic approvals{whose} are frozen by {}", self.by),
        }
    }

    /// The freeze that counts for a session: the general one, or else that of its host. A session below another has the
    /// same owner, so the freeze of the host counts for it too.
    #[must_use]
    pub fn of(freezes: Vec<Self>, session: Option<&Session>) -> Option<Self> {
        let owner = session.and_then(|session| session.owner.as_deref());
        let counts = freezes.into_iter().filter(|freeze| freeze.host.is_none() || freeze.host.as_deref() == owner);
        counts.min_by_key(|freeze| freeze.host.is_some())
    }
}

/// How the freeze changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Freezing {
    /// It begins; only if there is none.
    Begin(Freeze),
    /// The freeze with this id ends, if it still lasts.
    End(String),
}

/// What the record says about a freeze.
#[derive(Clone, Copy)]
enum Change {
    Begins,
    Ends,
}

impl Gate {
    /// All freezes that last: the general one, and those of single hosts.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn freezes(&self) -> Result<Vec<Freeze>, StoreError> {
        self.inner.store.freezes().await
    }

    /// The general freeze, if it lasts.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn frozen(&self) -> Result<Option<Freeze>, StoreError> {
        self.inner.store.frozen().await
    }

    /// From now on every call needs a person's approval. If the gate is frozen already, this returns that freeze and
    /// changes nothing.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn freeze(&self, by: &AnsweredBy, reason: Option<&str>) -> Result<Freeze, StoreError> {
        self.freeze_host(None, by, reason).await
    }

    /// The same for the sessions of one token only, or for all without one.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn freeze_host(
        &self,
        host: Option<&str>,
        by: &AnsweredBy,
        reason: Option<&str>,
    ) -> Result<Freeze, StoreError> {
        let reason = reason.map(str::trim).filter(|reason| !reason.is_empty());
        let reason = reason.map(|reason| self.inner.redactor.text(reason).into_owned());
        retried(|| async {
            if let Some(lasting) = self.lasting(host).await? {
                return Ok(lasting);
            }
            let now = self.inner.clock.now();
            let freeze = Freeze {
                id: ids::new("freeze"),
                since: now,
                by: by.person.clone(),
                reason: reason.clone(),
                host: host.map(str::to_owned),
            };
            let entry = self.written(Change::Begins, &freeze, by, now);
            self.change_freeze(Freezing::Begin(freeze.clone()), entry, now).await?;
            Ok(freeze)
        })
        .await
    }

    /// The policy counts again. Returns the freeze that ended, if one lasted.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn thaw(&self, by: &AnsweredBy) -> Result<Option<Freeze>, StoreError> {
        self.thaw_host(None, by).await
    }

    /// The same for the sessions of one token only. The general freeze, if there is one, continues.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn thaw_host(&self, host: Option<&str>, by: &AnsweredBy) -> Result<Option<Freeze>, StoreError> {
        retried(|| async {
            let Some(lasting) = self.lasting(host).await? else { return Ok(None) };
            let now = self.inner.clock.now();
            let entry = self.written(Change::Ends, &lasting, by, now);
            self.change_freeze(Freezing::End(lasting.id.clone()), entry, now).await?;
            Ok(Some(lasting))
        })
        .await
    }

    async fn lasting(&self, host: Option<&str>) -> Result<Option<Freeze>, StoreError> {
        Ok(self.freezes().await?.into_iter().find(|freeze| freeze.host.as_deref() == host))
    }

    async fn change_freeze(&self, change: Freezing, entry: Entry, now: Timestamp) -> Result<(), StoreError> {
        self.inner.store.commit(Commit { freeze: Some(change), entry: Some(entry), ..Commit::at(now) }).await?;
        // What waits only because of a freeze waits for this.
        self.inner.grants_changed();
        Ok(())
    }

    fn written(&self, change: Change, freeze: &Freeze, by: &AnsweredBy, now: Timestamp) -> Entry {
        let (name, reason) = match change {
            Change::Begins => ("freeze", freeze.words()),
            Change::Ends => ("thaw", format!("{} ended the freeze of {}", by.person, freeze.by)),
        };
        let mut arguments = Map::from_iter([
            ("change".to_owned(), Value::from(name)),
            ("freeze".to_owned(), Value::from(freeze.id.as_str())),
        ]);
        arguments.extend(freeze.reason.as_ref().map(|reason| ("reason".to_owned(), Value::from(reason.as_str()))));
        arguments.extend(freeze.host.as_ref().map(|host| ("host".to_owned(), Value::from(host.as_str()))));
        Entry {
            channel: Some(by.channel.clone()),
            person: Some(by.person.clone()),
            ..self.notice(TOOL, arguments, reason, now)
        }
    }

    /// Records something about the gate itself, not about a call of an agent.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn note(&self, tool: &str, arguments: Map<String, Value>, reason: String) -> Result<(), StoreError> {
        let now = self.inner.clock.now();
        let entry = self.notice(tool, arguments, self.inner.redactor.text(&reason).into_owned(), now);
        self.inner.store.commit(Commit { entry: Some(entry), ..Commit::at(now) }).await.map(|_| ())
    }

    /// An entry about the gate itself instead of a call of an agent. Nothing ran, so nothing was approved.
    #[must_use]
    pub fn notice(&self, tool: &str, arguments: Map<String, Value>, reason: String, now: Timestamp) -> Entry {
        let project = self.inner.project.clone();
        let call = byleave_policy::CallFacts {
            tool: tool.to_owned(),
            arguments,
            command_bytes: None,
            shell: None,
            cwd: project.clone(),
            project: project.clone(),
            home: String::new(),
        };
        let (digest, standing) = (Digest::of(&call), self.inner.policy_in_force());
        let policy = standing.policy(None);
        Entry {
            id: ids::new("rec"),
            timestamp: now,
            session: self.session.to_string(),
            call: ids::new("call"),
            tool: call.tool,
            arguments: call.arguments,
            digest: digest.to_string(),
            cwd: project.clone(),
            project,
            verdict: byleave_policy::Verdict::Ask.name().to_owned(),
            source: byleave_policy::Source::User.name().to_owned(),
            stage: byleave_policy::Stage::Layers.name().to_owned(),
            reason,
            policy: standing.version.clone(),
            profile: policy.profile.name().to_owned(),
            mode: policy.mode.name().to_owned(),
            notice: true,
            ..Entry::default()
        }
    }
}
