//! What becomes of a call that asks while no approver is there.

byleave_knowledge::named! {
    /// What becomes of a call that asks while no approver is there. The later, the stricter: of several rules that ask, the
    /// strictest is heard.
    #[derive(PartialOrd, Ord)]
    pub enum Unattended {
        /// The question stays open until its time is up: an approver who comes meanwhile can answer.
        Wait = "wait",
        /// The same, and the hub tells the address for escalations at once.
        Escalate = "escalate",
        /// The call is refused at once.
        Deny = "deny",
    }
}

impl Unattended {
    /// Whether the question stays open although no approver is there.
    #[must_use]
    pub const fn waits(self) -> bool {
        match self {
            Self::Wait | Self::Escalate => true,
            Self::Deny => false,
        }
    }
}
