//! The verdict and its reasons.

use byleave_proof::Proof;
use byleave_shell::Span;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use crate::{Reason, Unattended};

byleave_knowledge::named! {
    /// What happens to a call. Ordered, so that the verdict of a compound is the maximum of its parts.
    #[derive(PartialOrd, Ord)]
    pub enum Verdict {
        /// It runs at once.
        Allow = "allow",
        /// A person is asked.
        Ask = "ask",
        /// It is refused; no person is asked.
        Deny = "deny",
    }
}

byleave_knowledge::named! {
    /// Which stage of the way of a call a finding comes from.
    #[derive(PartialOrd, Ord)]
    pub enum Stage {
        /// Turning the call into facts.
        Read = "read",
        /// What no allow can lift, ending in deny.
        DenyFloor = "deny floor",
        /// What no allow but an answer to this call can lift.
        HardAskFloor = "ask floor (hard)",
        /// What an answer, or a rule that spells it out, can lift.
        NamedAskFloor = "ask floor (named)",
        /// What may allow.
        Layers = "layers",
    }
}

byleave_knowledge::named! {
    /// Who is credited with a verdict.
    pub enum Source {
        /// A safe tool, or a command proven to only read.
        Safe = "safe",
        /// A rule of a policy file or value.
        Config = "config",
        /// A grant of a skill, for this turn.
        Skill = "skill",
        /// A person's grant in this session.
        User = "user",
        /// The mode.
        Mode = "mode",
        /// The tool itself.
        Tool = "tool",
        /// A built-in floor.
        Floor = "floor",
        /// Nothing spoke for it.
        None = "none",
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
    /// Why, as a code and as words for a person.
    pub reason: Reason,
    /// The grant that spoke, by its id.
    pub grant: Option<String>,
    /// What shows that the part may run, if it is proven to only read.
    pub proof: Option<Proof>,
}

/// What a proof rests on, for people and programs. What the disk and the environment told stands in the record.
#[derive(Serialize)]
struct ProofJson {
    /// The rows of the tables.
    rows: Vec<String>,
    /// The files and directories that are read or listed.
    paths: Vec<String>,
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
    /// The decisive reason.
    pub reason: Reason,
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

impl Finding {
    /// A reason that no rule and no grant gave.
    pub(crate) fn new(verdict: Verdict, stage: Stage, source: Source, span: Option<Span>, reason: Reason) -> Self {
        Self { verdict, stage, source, rule: None, location: None, span, reason, grant: None, proof: None }
    }

    /// What is refused, whatever allows it.
    pub(crate) fn deny(span: Option<Span>, reason: Reason) -> Self {
        Self::new(Verdict::Deny, Stage::DenyFloor, Source::Floor, span, reason)
    }

    /// What is never automatic.
    pub(crate) fn hard_ask(span: Option<Span>, reason: Reason) -> Self {
        Self::new(Verdict::Ask, Stage::HardAskFloor, Source::Floor, span, reason)
    }

    /// What is automatic only where a rule spells it out.
    pub(crate) fn named_ask(span: Option<Span>, reason: Reason) -> Self {
        Self::new(Verdict::Ask, Stage::NamedAskFloor, Source::Floor, span, reason)
    }

    /// What nothing speaks for.
    pub(crate) fn unruled(span: Option<Span>, reason: Reason) -> Self {
        Self::new(Verdict::Ask, Stage::Layers, Source::None, span, reason)
    }
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
        let mut finding = serializer.serialize_struct("Finding", 8 + usize::from(self.proof.is_some()))?;
        finding.serialize_field("verdict", &self.verdict)?;
        finding.serialize_field("stage", &self.stage)?;
        finding.serialize_field("source", &self.source)?;
        finding.serialize_field("rule", &self.rule)?;
        finding.serialize_field("location", &self.location)?;
        finding.serialize_field("span", &self.span.map(|span| (span.start, span.end)))?;
        finding.serialize_field("code", &format_args!("{}", self.reason.code()))?;
        finding.serialize_field("reason", &self.reason)?;
        match &self.proof {
            Some(proof) => {
                let mut paths = proof.paths().to_vec();
                paths.sort();
                paths.dedup();
                let rows = proof.row().into_iter().collect();
                finding.serialize_field("proof", &ProofJson { rows, paths })?;
            }
            None => finding.skip_field("proof")?,
        }
        finding.end()
    }
}
