//! Second thoughts: an approver takes an answer back before the agent has collected it, or gets more time to read.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::answer::{Answer, RejectMode, Scope, quorum};
use crate::entry::Became;
use crate::gate::Gate;
use crate::request::lifecycle::{AnsweredBy, is_over};
use crate::request::{RequestState, StoredRequest};
use crate::store::{Commit, Extension, StoreError, Transition};

/// Why nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UndoError {
    /// There is no such request.
    #[error("there is no request `{0}`")]
    Unknown(String),
    /// It is in another state: the agent has the answer, or there is none, or it ended.
    #[error("the request is {}", .0.name())]
    State(RequestState),
    /// Another person answered.
    #[error("another person answered")]
    NotTheirs,
    /// Its time is over.
    #[error("the request has expired")]
    Expired,
    /// The answer had other effects: its grant may have let other calls run, or its stop may have refused some.
    #[error("the answer created a grant or a stop; revoke the grant, or wait for the user's next message")]
    LeftSomething,
    /// It never ends, or the asking gate keeps the time.
    #[error("the hub cannot change the time of this request")]
    NoEnd,
    /// The store does not work.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Gate {
    /// Takes an answer back: the request is pending again. This works only for the approver who gave the answer, only
    /// while the agent has not collected it, and only if it created no grant and no stop. The record has the answer and
    /// the undo.
    ///
    /// # Errors
    ///
    /// If one of these conditions fails, or the store does not work. The answer then stays.
    pub async fn undo(&self, id: &str, by: &AnsweredBy) -> Result<StoredRequest, UndoError> {
        let stored = self.as_stored(id).await?;
        if stored.state != RequestState::Decided {
            return Err(UndoError::State(stored.state));
        }
        // Where several agreed, none of them takes back what the others said.
        if stored.person.as_deref() != Some(&by.person) || !stored.approvals.is_empty() {
            return Err(UndoError::NotTheirs);
        }
        let now = self.inner.clock.now();
        if is_over(&stored, now) {
            return Err(UndoError::Expired);
        }
        // What several agreed on is not one person's to take back.
        if quorum::needed(&stored.frame) > 1 {
            return Err(UndoError::LeftSomething);
        }
        let given = stored.answer.as_ref().and_then(|answer| Answer::from_told(answer, RejectMode::Hard).ok());
        let alone = given.is_some_and(|answer| match answer {
            Answer::Approve(approval) => approval.scope == Scope::Once,
            Answer::Reject(rejection) => rejection.mode != RejectMode::Hard,
        });
        if !alone {
            return Err(UndoError::LeftSomething);
        }
        let judged = self.judge_stored(&stored).await?;
        let became = Became {
            approved: false,
            reason: Some(format!("{} took the answer back; the request is pending again", by.person)),
            request: Some(id),
            channel: Some(&by.channel),
            person: Some(&by.person),
            answer: Some(Value::Object(Map::from_iter([("undo".to_owned(), true.into())]))),
            waited: Duration::try_from(now.duration_since(stored.created)).unwrap_or_default(),
            ..Became::default()
        };
        let commit = Commit {
            transition: Some(Transition {
                answer: Some(Value::Null),
                answered: stored.answer.clone(),
                ..Transition::new(id, RequestState::Decided, RequestState::Pending)
            }),
            entry: Some(self.entry(&judged, &became)),
            ..Commit::at(now)
        };
        self.changed(id, commit).await
    }

    /// Lets a pending request wait until another moment. The caller has checked the limits.
    ///
    /// # Errors
    ///
    /// If the request is not pending or never expires, or the store does not work.
    pub async fn extend(&self, id: &str, to: Timestamp) -> Result<StoredRequest, UndoError> {
        let stored = self.as_stored(id).await?;
        if stored.state != RequestState::Pending {
            return Err(UndoError::State(stored.state));
        }
        let from = stored.expires.ok_or(UndoError::NoEnd)?;
        let now = self.inner.clock.now();
        if is_over(&stored, now) {
            return Err(UndoError::Expired);
        }
        let extension = Extension { request: id.to_owned(), from, to };
        let commit = Commit { extension: Some(extension), ..Commit::at(now) };
        self.changed(id, commit).await
    }

    /// Makes a change, and gives the request as it is then.
    async fn changed(&self, id: &str, commit: Commit) -> Result<StoredRequest, UndoError> {
        match self.inner.store.commit(commit).await {
            Ok(_) => self.as_stored(id).await,
            Err(StoreError::Settled(state)) => Err(UndoError::State(state)),
            Err(error) => Err(error.into()),
        }
    }

    async fn as_stored(&self, id: &str) -> Result<StoredRequest, UndoError> {
        let stored = self.inner.store.request(id).await?;
        stored.ok_or_else(|| UndoError::Unknown(id.to_owned()))
    }
}
