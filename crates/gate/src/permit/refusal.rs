//! A call that does not run, and why.

use byleave_policy::{Decision, Profile};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::answer::RejectMode;
use crate::permit::messages;

/// A call that does not run.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The id of its entry in the record, if there is one.
    pub record: Option<String>,
    /// The tool.
    pub tool: String,
    /// The id of the call.
    pub call: String,
    /// What kept it from running.
    pub cause: Cause,
    /// What the engine found.
    pub decision: Decision,
    /// The rule that would have allowed the call, tried out first. For the operator, never for the model.
    pub remedy: Option<String>,
    /// The command that adds a rule for calls of this kind, to paste into a shell; tried out too. For the operator.
    pub allow: Option<String>,
    /// The profile whose texts the model reads.
    pub(crate) profile: Profile,
}

/// What kept a call from running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A deny floor; no approver was asked.
    Policy,
    /// A person, or a callback, rejected the call.
    Rejected {
        /// What happens next.
        mode: RejectMode,
        /// What the model should know.
        feedback: Option<String>,
    },
    /// The session was stopped before.
    Stopped,
    /// There was no channel.
    NoChannel,
    /// No approver answered in time.
    Timeout,
    /// The question was closed without an answer, and there was no one else to ask.
    Unanswered,
    /// This many different people must approve, and the gate can ask fewer.
    TooFew(u32),
    /// A file that the call would run or write changed while the request was open.
    Changed(String),
    /// The connection to the approver is gone.
    Closed,
    /// Asking failed.
    System(String),
}

impl Cause {
    /// The name used in JSON.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Policy => "policy",
            Self::Rejected { .. } => "rejected",
            Self::Stopped => "stopped",
            Self::NoChannel => "no_channel",
            Self::Timeout => "timeout",
            Self::Unanswered => "unanswered",
            Self::TooFew(_) => "too_few",
            Self::Changed(_) => "changed",
            Self::Closed => "closed",
            Self::System(_) => "system",
        }
    }

    /// The mode and the feedback of a rejection by a person or a callback.
    pub(crate) const fn rejection(&self) -> Option<(RejectMode, &Option<String>)> {
        match self {
            Self::Rejected { mode, feedback } => Some((*mode, feedback)),
            Self::Policy
            | Self::Stopped
            | Self::NoChannel
            | Self::Timeout
            | Self::Unanswered
            | Self::TooFew(_)
            | Self::Changed(_)
            | Self::Closed
            | Self::System(_) => None,
        }
    }

    /// Whether the turn ends with it.
    #[must_use]
    pub const fn stops(&self) -> bool {
        matches!(self, Self::Stopped | Self::Rejected { mode: RejectMode::Hard, .. })
    }
}

impl Refusal {
    /// Why, in words for a person.
    #[must_use]
    pub fn reason(&self) -> String {
        match &self.cause {
            Cause::Policy => self.decision.reason.to_string(),
            Cause::Rejected { feedback: Some(feedback), .. } => feedback.clone(),
            Cause::Rejected { feedback: None, .. } => "User denied".to_owned(),
            Cause::Stopped => "stopped until the user's next message".to_owned(),
            Cause::NoChannel => "no approval channel available".to_owned(),
            Cause::Timeout => "timed out, no one answered".to_owned(),
            Cause::Unanswered => "nobody answered: the question was closed".to_owned(),
            Cause::TooFew(needed) => {
                format!("{needed} different people must approve this, and fewer did; ask at a hub that they all use")
            }
            Cause::Changed(path) => format!("the file changed while the question was open: {path}"),
            Cause::Closed => format!("Connection closed while waiting for approval of '{}'", self.tool),
            Cause::System(_) => "Approval system error".to_owned(),
        }
    }

    /// What the model reads, in the words of the profile.
    #[must_use]
    pub fn to_model_text(&self) -> String {
        messages::to_model(self, self.profile)
    }

    /// The same as plain text, for agents that pass on nothing else.
    #[must_use]
    pub fn words(&self) -> String {
        messages::words(self)
    }

    /// The same, followed by what the operator can do, for agents that show their users what went wrong.
    #[must_use]
    pub fn words_with_remedy(&self) -> String {
        let why = match self.cause {
            Cause::NoChannel | Cause::Timeout | Cause::Unanswered | Cause::Closed => {
                format!(" It asks because: {}.", self.decision.reason)
            }
            // The caller cannot see the store.
            Cause::System(ref error) => format!(" ({error})"),
            Cause::Policy | Cause::Rejected { .. } | Cause::Stopped | Cause::TooFew(_) | Cause::Changed(_) => {
                String::new()
            }
        };
        let rule = match (&self.allow, &self.remedy) {
            (Some(command), _) => format!(" The operator can allow it without a question: {command}"),
            (None, Some(rule)) => {
                format!(" The operator can allow it without a question by adding to the policy: {rule}")
            }
            (None, None) => String::new(),
        };
        format!("{}{why}{rule}", self.words())
    }

    /// For programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn body(&self) -> RefusalBody<'_> {
        let rejection = self.cause.rejection();
        let (mode, feedback) =
            (rejection.map(|(mode, _)| mode.name()), rejection.and_then(|(_, said)| said.as_deref()));
        let reason = self.reason();
        RefusalBody {
            approved: false,
            tool: &self.tool,
            call: &self.call,
            cause: self.cause.name(),
            deny_reason: reason.clone(),
            reason,
            mode,
            feedback,
            rule: self.decision.rule.as_deref(),
            stop: self.cause.stops(),
        }
    }
}

/// A refusal for programs.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Refusal"))]
pub(crate) struct RefusalBody<'r> {
    approved: bool,
    tool: &'r str,
    call: &'r str,
    cause: &'static str,
    reason: String,
    /// The same as `reason`, under OriCore's name.
    #[serde(rename = "denyReason")]
    deny_reason: String,
    mode: Option<&'static str>,
    feedback: Option<&'r str>,
    rule: Option<&'r str>,
    stop: bool,
}

impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.body().serialize(serializer)
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` was refused: {}", self.tool, self.reason())
    }
}

impl std::error::Error for Refusal {}
