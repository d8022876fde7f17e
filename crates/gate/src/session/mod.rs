//! What the store keeps about a session.

pub(crate) mod skill;
pub(crate) mod turns;

use byleave_policy::Mode;
use byleave_policy::grant::Grant;
use byleave_policy::rules::conditions::Buckets;
use jiff::Timestamp;

/// A session in the store. Its grants are stored beside it, one by one.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    /// Names it.
    pub id: String,
    /// The session it belongs to: a sub-agent's parent.
    pub parent: Option<String>,
    /// Who works in it.
    pub agent: Option<String>,
    /// The token that created it at a hub. Calls of another token never belong to it.
    pub owner: Option<String>,
    /// The project it works on.
    pub project: String,
    /// When it began.
    pub started: Timestamp,
    /// When something last happened in it.
    pub seen: Timestamp,
    /// The number of the turn; 0 before the first.
    pub turn: u64,
    /// Why it was stopped; no call runs in it until the user's next message.
    pub stop_signal: Option<String>,
    /// Its mode, if it is not the policy's.
    pub mode: Option<Mode>,
    /// How much of each limit is used.
    pub buckets: Buckets,
    /// Counts its changes: a session that was read as version 7 can only replace version 7.
    pub version: u64,
}

impl Session {
    /// A session that begins now.
    #[must_use]
    pub fn new(id: impl Into<String>, project: impl Into<String>, now: Timestamp) -> Self {
        Self {
            id: id.into(),
            parent: None,
            agent: None,
            owner: None,
            project: project.into(),
            started: now,
            seen: now,
            turn: 0,
            stop_signal: None,
            mode: None,
            buckets: Buckets::default(),
            version: 0,
        }
    }
}

/// Whose a grant is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// One session's, and of the sessions below it.
    Session(String),
    /// All sessions' that work on a project.
    Project(String),
    /// All sessions'.
    Everyone,
}

/// A grant with its origin.
#[derive(Clone, Debug)]
pub struct StoredGrant {
    /// Whose it is.
    pub owner: Owner,
    /// What it allows.
    pub grant: Grant,
    /// The turn it was given in.
    pub turn: u64,
    /// When.
    pub given: Timestamp,
    /// Who gave it: a person, or the skill.
    pub by: String,
    /// When it was revoked or ended. The store keeps it, because the record names it.
    pub ended: Option<Timestamp>,
}
