//! Who may speak to a hub, and as what. Kept in the store, so that several hubs with one store know the same people.

use jiff::Timestamp;

use crate::entry::record::Hash;

/// What a token is for. No token is for two of them, so no token that asks can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Hands calls in and comes for the answers. It can never answer.
    Agent,
    /// Answers requests.
    Approver,
    /// Looks on.
    Viewer,
    /// Answers requests, and sees to the tokens.
    Admin,
}

impl Role {
    /// All roles.
    pub const ALL: [Self; 4] = [Self::Agent, Self::Approver, Self::Viewer, Self::Admin];

    /// The name used in JSON and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Approver => "approver",
            Self::Viewer => "viewer",
            Self::Admin => "admin",
        }
    }

    /// The role of a name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// Whether it may hand calls in.
    #[must_use]
    pub const fn asks(self) -> bool {
        matches!(self, Self::Agent)
    }

    /// Whether it may answer.
    #[must_use]
    pub const fn answers(self) -> bool {
        matches!(self, Self::Approver | Self::Admin)
    }

    /// Whether it may see what waits and what was decided.
    #[must_use]
    pub const fn watches(self) -> bool {
        matches!(self, Self::Approver | Self::Viewer | Self::Admin)
    }
}

/// A token as it is stored: what it is for, and the hash of its text. The text itself is shown once and
/// never stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredToken {
    /// Names it; no secret.
    pub id: String,
    /// Whose it is, in words. It stands on record beside every answer.
    pub name: String,
    /// What it is for.
    pub role: Role,
    /// The only session it is for, if it is for one.
    pub session: Option<String>,
    /// SHA-256 of its text; of a key, the public key itself.
    pub hash: Hash,
    /// When it was made.
    pub created: Timestamp,
    /// When it ends.
    pub expires: Option<Timestamp>,
    /// When it was taken back. It is kept, because the record names it.
    pub revoked: Option<Timestamp>,
}

impl StoredToken {
    /// Whether it counts at a moment.
    #[must_use]
    pub fn is_live(&self, now: Timestamp) -> bool {
        self.revoked.is_none() && self.expires.is_none_or(|end| now < end)
    }
}
