//! The verdict and its reasons.

use std::borrow::Cow;

use byleave_shell::Span;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use crate::Unattended;

/// What happens to a call. Ordered, so that the verdict of a compound is the maximum of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// It runs at once.
    Allow,
    /// A person is asked.
    Ask,
    /// It is refused; no person is asked.
    Deny,
}

impl Verdict {
    /// The name used in JSON and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// Which stage of the way of a call a finding comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Turning the call into facts.
    Read,
    /// What no allow can lift, ending in deny.
    DenyFloor,
    /// What no allow but an answer to this call can lift.
    HardAskFloor,
    /// What an answer, or a rule that spells it out, can lift.
    NamedAskFloor,
    /// What may allow.
    Layers,
}

impl Stage {
    /// The name used in JSON and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::DenyFloor => "deny floor",
            Self::HardAskFloor => "ask floor (hard)",
            Self::NamedAskFloor => "ask floor (named)",
            Self::Layers => "layers",
        }
    }
}

/// Who is credited with a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A safe tool, or a command proven to only read.
    Safe,
    /// A rule of a policy file or value.
    Config,
    /// A grant of a skill, for this turn.
    Skill,
    /// A person's grant in this session.
    User,
    /// The mode.
    Mode,
    /// The tool itself.
    Tool,
    /// A built-in floor.
    Floor,
    /// Nothing spoke for it.
    None,
}

impl Source {
    /// The name used in JSON and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Config => "config",
            Self::Skill => "skill",
            Self::User => "user",
            Self::Mode => "mode",
            Self::Tool => "tool",
            Self::Floor => "floor",
            Self::None => "none",
        }
    }
}

/// One reason in a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it contributes.
    pub verdict: Verdict,
    /// Where in the way of a call it was made.
    pub stage: Stage,
    /// Who is credited.
    pub source: Source,
    /// The rule or table row, as written.
    pub rule: Option<String>,
    /// Where the rule stands, as `file:line`.
    pub location: Option<String>,
    /// The part of the command it is about.
    pub span: Option<Span>,
    /// The words for a person.
    pub reason: Cow<'static, str>,
    /// The grant that spoke, by its id.
    pub grant: Option<String>,
}

/// A verdict with everything that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The maximum over all findings and parts.
    pub verdict: Verdict,
    /// Who is credited with it.
    pub source: Source,
    /// The rule that decided, as written.
    pub rule: Option<String>,
    /// The decisive reason in words.
    pub reason: Cow<'static, str>,
    /// Whether the call touches, or may touch, a path outside the project.
    pub outside: bool,
    /// Whether some part of it is a high-risk command.
    pub high_risk: bool,
    /// How many people must say yes if it asks.
    pub approvals: u32,
    /// What becomes of it while no approver is there, if it asks and the policy says so.
    pub unattended: Option<Unattended>,
    /// All reasons, in the order they were found.
    pub findings: Vec<Finding>,
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Serialize for Stage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl Serialize for Source {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The one way in which a finding leaves the process: in reports, replies and frames.
impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut finding = serializer.serialize_struct("Finding", 7)?;
        finding.serialize_field("verdict", &self.verdict)?;
        finding.serialize_field("stage", &self.stage)?;
        finding.serialize_field("source", &self.source)?;
        finding.serialize_field("rule", &self.rule)?;
        finding.serialize_field("location", &self.location)?;
        finding.serialize_field("span", &self.span.map(|span| (span.start, span.end)))?;
        finding.serialize_field("reason", &self.reason)?;
        finding.end()
    }
}
