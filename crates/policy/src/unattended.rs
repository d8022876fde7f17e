//! What becomes of a call that asks while no approver is there.

/// What becomes of a call that asks while no approver is there. The later, the stricter: of several rules that ask, the
/// strictest is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unattended {
    /// The question stays open until its time is up: an approver who comes meanwhile can answer.
    Wait,
    /// The same, and the hub tells the address for escalations at once.
    Escalate,
    /// The call is refused at once.
    Deny,
}

impl Unattended {
    /// All of them, as people write them.
    pub const NAMES: [&'static str; 3] = ["deny", "wait", "escalate"];

    /// The name used in files, JSON and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wait => "wait",
            Self::Escalate => "escalate",
            Self::Deny => "deny",
        }
    }

    /// The one of a name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        [Self::Wait, Self::Escalate, Self::Deny].into_iter().find(|one| one.name() == name)
    }

    /// Whether the question stays open although no approver is there.
    #[must_use]
    pub const fn waits(self) -> bool {
        match self {
            Self::Wait | Self::Escalate => true,
            Self::Deny => false,
        }
    }
}
