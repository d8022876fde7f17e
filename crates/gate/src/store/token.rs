//! Who may use a hub, and in which role. The store keeps the tokens, so that several hubs with one store know the same
//! people.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::entry::record::Hash;

byleave_policy::named! {
    /// The role of a token. A token has one role, so no token that asks can answer.
    pub enum Role {
        /// Submits calls and collects the answers. It can never answer.
        Agent = "agent",
        /// Answers requests.
        Approver = "approver",
        /// Sees requests and decisions.
        Viewer = "viewer",
        /// Answers requests, and manages tokens.
        Admin = "admin",
    }
}

impl Role {
    /// Whether it may submit calls.
    #[must_use]
    pub const fn asks(self) -> bool {
        matches!(self, Self::Agent)
    }

    /// Whether it may answer.
    #[must_use]
    pub const fn answers(self) -> bool {
        matches!(self, Self::Approver | Self::Admin)
    }

    /// Whether it may see pending requests and decisions.
    #[must_use]
    pub const fn watches(self) -> bool {
        matches!(self, Self::Approver | Self::Viewer | Self::Admin)
    }
}

/// A token in the store: its role, and the hash of its text. byleave shows the text once and never stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredToken {
    /// Its id; not a secret.
    pub id: String,
    /// Its name. The record has it beside every answer.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// The only session that it is valid for, if there is one.
    pub session: Option<String>,
    /// SHA-256 of its text; of a key, the public key itself.
    pub hash: Hash,
    /// When it was made.
    pub created: Timestamp,
    /// When it ends.
    pub expires: Option<Timestamp>,
    /// When it was revoked. The store keeps it, because the record names it.
    pub revoked: Option<Timestamp>,
    /// Where its holder works, if it is an agent.
    pub workplace: Workplace,
}

/// Where an agent works, as an operator said. What the agent itself says never widens it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct Workplace {
    /// The directories that hold its projects, absolute and normal; without any it works where the hub does.
    pub projects: Vec<String>,
    /// Its home directory, absolute and normal; without one it is the hub's.
    pub home: Option<String>,
}

impl StoredToken {
    /// Whether it counts at a moment.
    #[must_use]
    pub fn is_live(&self, now: Timestamp) -> bool {
        self.revoked.is_none() && self.expires.is_none_or(|end| now < end)
    }
}
