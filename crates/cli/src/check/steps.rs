//! The third stage step by step: which layer allows which part of a call, in the order of the profile.

use byleave_policy::read::Reading;
use byleave_policy::{Decision, Finding, Mode, Policy, Profile, Source, Stage, Verdict};

use super::facts::is_command;

/// One step of the layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Tools that only read.
    Safe,
    /// Rules of policy files.
    Config,
    /// Grants of a skill, for the turn.
    Skill,
    /// A person's grants in the session.
    User,
    /// Commands that are proven to only read, and grammar that is not a program.
    Proven,
    /// The mode.
    Mode,
    /// The tool's own statement.
    Tool,
    /// `OriCore`'s first step.
    Yolo,
    /// `OriCore`'s second step.
    Read,
    /// `OriCore`'s fourth step.
    AutoEdit,
    /// `OriCore`'s fifth step: rules and grants.
    Whitelist,
}

impl Step {
    /// The name used in JSON and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Config => "config",
            Self::Skill => "skill",
            Self::User => "user",
            Self::Proven => "proven",
            Self::Mode => "mode",
            Self::Tool => "tool",
            Self::Yolo => "yolo",
            Self::Read => "read",
            Self::AutoEdit => "autoEdit",
            Self::Whitelist => "whitelist",
        }
    }

    /// The steps of a profile, in its order.
    pub const fn of(profile: Profile) -> &'static [Self] {
        match profile {
            Profile::Byleave => {
                &[Self::Safe, Self::Config, Self::Skill, Self::User, Self::Proven, Self::Mode, Self::Tool]
            }
            Profile::ConnectOnion => &[Self::Safe, Self::Config, Self::Skill, Self::User],
            Profile::OriCore => &[Self::Yolo, Self::Read, Self::Tool, Self::AutoEdit, Self::Whitelist],
            Profile::Ollama => &[Self::Safe, Self::Config, Self::User],
        }
    }

    /// The layer that a finding belongs to; `None` if no layer allowed the part.
    fn made(finding: &Finding, reading: &Reading<'_>, policy: &Policy) -> Option<Self> {
        let oricore = policy.profile == Profile::OriCore;
        Some(match finding.source {
            Source::Config | Source::Skill | Source::User if oricore => Self::Whitelist,
            Source::Safe if oricore => Self::Read,
            Source::Mode if oricore && policy.mode == Mode::Yolo => Self::Yolo,
            Source::Mode if oricore => Self::AutoEdit,
            Source::Safe if policy.allows_proven_reads() && is_command(reading) => Self::Proven,
            Source::Safe => Self::Safe,
            Source::Config => Self::Config,
            Source::Skill => Self::Skill,
            Source::User => Self::User,
            Source::Mode => Self::Mode,
            Source::Tool => Self::Tool,
            Source::Floor | Source::None => return None,
        })
    }
}

/// The result of one step.
pub struct Taken<'d> {
    /// The step.
    pub step: Step,
    /// Whether any part still needed a layer at this step.
    pub consulted: bool,
    /// The parts that it allowed.
    pub findings: Vec<&'d Finding>,
}

/// The layers: every step in order, and the parts that none allowed.
pub struct Layers<'d> {
    /// The steps of the profile.
    pub steps: Vec<Taken<'d>>,
    /// Parts that no layer allowed.
    pub unspoken: Vec<&'d Finding>,
}

impl<'d> Layers<'d> {
    /// Sorts the findings of the layers into the steps of the profile.
    pub fn of(reading: &Reading<'_>, policy: &Policy, decision: &'d Decision) -> Self {
        let findings = || decision.findings.iter().filter(|finding| finding.stage == Stage::Layers);
        let speaks = |finding: &&Finding| finding.verdict == Verdict::Allow;
        let mut order = Step::of(policy.profile).to_vec();
        // Every layer that allowed a part has a line, even if the profile has no step for it.
        for step in findings().filter(speaks).filter_map(|finding| Step::made(finding, reading, policy)) {
            if !order.contains(&step) {
                order.push(step);
            }
        }
        let unspoken: Vec<&Finding> = findings().filter(|finding| !speaks(finding)).collect();
        let spoke = |step: Step| {
            findings().filter(speaks).filter(move |finding| Step::made(finding, reading, policy) == Some(step))
        };
        let last = order.iter().rposition(|step| spoke(*step).next().is_some());
        let steps = order.iter().enumerate().map(|(index, step)| Taken {
            step: *step,
            consulted: !unspoken.is_empty() || last.is_none_or(|last| index <= last),
            findings: spoke(*step).collect(),
        });
        Self { steps: steps.collect(), unspoken }
    }
}
