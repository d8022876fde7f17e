//! What is remembered of a session.

pub(crate) mod skill;
pub(crate) mod turns;

use byleave_policy::Mode;
use byleave_policy::grant::Grant;
use byleave_policy::rules::conditions::Buckets;
use jiff::Timestamp;

/// A session as it is stored. Its grants are stored beside it, each by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    /// Names it.
    pub id: String,
    /// The session it belongs to: a sub-agent's parent.
    pub parent: Option<String>,
    /// Who works in it.
    pub agent: Option<String>,
    /// The token that made it at a hub: no other token's calls come in under its name.
    pub owner: Option<String>,
    /// The project it works on.
    pub project: String,
    /// When it began.
    pub started: Timestamp,
    /// When something last happened in it.
    pub seen: Timestamp,
    /// The number of the turn; 0 before the first.
    pub turn: u64,
    /// Why it was stopped; until a new message nothing runs.
    pub stop_signal: Option<String>,
    /// Its mode, if it is not the policy's.
    pub mode: Option<Mode>,
    /// What is used up of limits.
    pub buckets: Buckets,
    /// Counts its changes; what was read as version 7 can only be written over version 7.
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

/// A grant with where it came from.
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
    /// When it was taken back or ended; it is kept, because the record names it.
    pub ended: Option<Timestamp>,
}
