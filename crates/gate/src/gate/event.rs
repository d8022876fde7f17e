//! What a gate tells its watchers.

use std::fmt;

use byleave_policy::{Profile, Source, Verdict};

use crate::answer::{RejectMode, Scope};

/// Something that happened at a gate.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A call was judged. Exactly one for each call.
    Decided {
        /// The id of the call.
        call: String,
        /// The tool.
        tool: String,
        /// The session.
        session: String,
        /// The verdict of the engine.
        verdict: Verdict,
        /// Who is credited.
        source: Source,
        /// The rule, as written.
        rule: Option<String>,
        /// Why.
        reason: String,
    },
    /// The gate asked a question.
    Asked {
        /// The request.
        request: String,
        /// The id of the call.
        call: String,
        /// The tool.
        tool: String,
        /// The session.
        session: String,
    },
    /// A question was answered with yes.
    Approved {
        /// The id of the call.
        call: String,
        /// The tool.
        tool: String,
        /// For how long.
        scope: Scope,
        /// Whether a new grant answered it.
        by_grant: bool,
    },
    /// A call does not run.
    Refused {
        /// The id of the call.
        call: String,
        /// The tool.
        tool: String,
        /// What the person said, or what went wrong.
        reason: String,
        /// How it was rejected, if a person did.
        mode: Option<RejectMode>,
        /// Whether the connection to the approver was lost.
        closed: bool,
    },
    /// Asking failed.
    Failed {
        /// How.
        error: String,
    },
    /// A turn began, with the grants of the skills that the user started.
    TurnBegan {
        /// The session.
        session: String,
        /// The number of the turn.
        turn: u64,
        /// How many grants the session had before.
        kept: usize,
        /// The skills that gave something.
        skills: Vec<String>,
    },
    /// A turn ended, and with it what was granted for it.
    TurnEnded {
        /// The session.
        session: String,
        /// The number of the turn.
        turn: u64,
        /// The grants that ended, by id.
        ended: Vec<String>,
    },
    /// Something is odd.
    Warned(String),
}

impl Event {
    /// The line for a log, as ConnectOnion and OriCore write theirs; `None` for what they do not log.
    #[must_use]
    pub fn log_line(&self, profile: Profile) -> Option<String> {
        match self {
            Self::Decided { tool, verdict: Verdict::Allow, source: Source::User, .. } => {
                Some(format!("⏭ {tool} (session-approved)"))
            }
            Self::Decided { tool, verdict: Verdict::Allow, rule, reason, .. } => {
                Some(format!("⚡ {} ({reason})", rule.as_deref().unwrap_or(tool)))
            }
            Self::Decided { tool, verdict: Verdict::Ask, reason, .. } => Some(format!("⚠️  {tool}: {reason}")),
            Self::Asked { session, tool, .. } if profile == Profile::OriCore => {
                Some(format!("Session {session} requesting approval for {tool}"))
            }
            Self::Approved { tool, by_grant: true, .. } => Some(format!("⏭ {tool} (session-approved)")),
            Self::Approved { tool, scope, .. } => Some(format!("✓ {tool} approved ({})", scope.name())),
            Self::Refused { tool, closed: true, .. } => Some(format!("✗ {tool} - connection closed")),
            Self::Refused { tool, reason, mode: Some(_), .. } if reason.is_empty() => {
                Some(format!("✗ {tool} rejected"))
            }
            Self::Refused { tool, reason, mode: Some(_), .. } => Some(format!("✗ {tool} rejected: {reason}")),
            Self::Refused { tool, reason, mode: None, .. } => Some(format!("✗ {tool} denied: {reason}")),
            Self::Failed { error } => Some(format!("Approval error: {error}")),
            Self::Warned(text) => Some(format!("warning: {text}")),
            Self::Decided { verdict: Verdict::Deny, .. }
            | Self::Asked { .. }
            | Self::TurnBegan { .. }
            | Self::TurnEnded { .. } => None,
        }
    }
}

/// A watcher of a gate.
pub(crate) type Watcher = Box<dyn Fn(&Event) + Send + Sync>;

/// The watchers of a gate.
#[derive(Default)]
pub(crate) struct Watchers(pub Vec<Watcher>);

impl Watchers {
    pub(crate) fn tell(&self, event: &Event) {
        for watcher in &self.0 {
            watcher(event);
        }
    }
}

impl fmt::Debug for Watchers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} watchers", self.0.len())
    }
}
