//! All seven stages of a call as data: what happened in the first three, what would happen in the others.

use byleave_policy::read::Reading;
use byleave_policy::remedy::{self, Remedy};
use byleave_policy::tools::Category;
use byleave_policy::{Decision, Finding, Policy, Profile, Situation, Stage, Unattended, Verdict};
use serde::Serialize;

use super::facts::Facts;
use super::steps::Layers;

/// The stages of a call.
pub struct Way<'d> {
    /// Stage one.
    pub facts: Facts,
    /// Stage two: each floor with its findings.
    pub floors: [(Stage, Vec<&'d Finding>); 3],
    /// Stage three.
    pub layers: Layers<'d>,
    /// Stages four to seven, with what would happen there.
    pub next: [(&'static str, String); 4],
    /// What would change the verdict.
    pub remedy: Remedy<'d>,
}

impl<'d> Way<'d> {
    /// The stages of a decided call.
    pub fn of(reading: &Reading<'_>, policy: &Policy, situation: &Situation<'_>, decision: &'d Decision) -> Self {
        let floor = |stage: Stage| {
            (stage, decision.findings.iter().filter(|finding| finding.stage == stage).collect::<Vec<_>>())
        };
        Self {
            facts: Facts::of(reading),
            floors: [Stage::DenyFloor, Stage::HardAskFloor, Stage::NamedAskFloor].map(floor),
            layers: Layers::of(reading, policy, decision),
            next: next(policy, decision),
            remedy: remedy::find(reading, policy, situation, decision),
        }
    }

    /// The stages as a list.
    pub fn report<'w>(&'w self, decision: &'w Decision) -> Vec<StageReport<'w>> {
        let facts = &self.facts;
        let paths = facts.paths.iter();
        let floors = self.floors.iter().map(|(floor, findings)| FloorReport { floor: *floor, findings });
        let steps = self.layers.steps.iter();
        let mut stages = vec![
            StageReport::Read {
                tool: &facts.tool,
                category: facts.category.map(Category::name),
                commands: facts.commands.as_deref(),
                paths: paths
                    .map(|named| PathReport { path: &named.path, does: named.does, outside: named.outside })
                    .collect(),
                digest: facts.digest.to_string(),
                findings: decision.findings.iter().filter(|finding| finding.stage == Stage::Read).collect(),
            },
            StageReport::Floors { floors: floors.collect() },
            StageReport::Layers {
                steps: steps
                    .map(|taken| StepReport {
                        step: taken.step.name(),
                        consulted: taken.consulted,
                        findings: &taken.findings,
                    })
                    .collect(),
                unspoken: &self.layers.unspoken,
            },
        ];
        stages.extend(self.next.iter().map(|(stage, would)| StageReport::Next { stage, would }));
        stages
    }
}

/// One stage.
#[derive(Serialize)]
#[serde(tag = "stage", rename_all = "snake_case")]
pub enum StageReport<'w> {
    /// Stage one.
    Read {
        tool: &'w str,
        category: Option<&'static str>,
        commands: Option<&'w [Option<String>]>,
        paths: Vec<PathReport<'w>>,
        digest: String,
        findings: Vec<&'w Finding>,
    },
    /// Stage two.
    Floors { floors: Vec<FloorReport<'w>> },
    /// Stage three.
    Layers { steps: Vec<StepReport<'w>>, unspoken: &'w [&'w Finding] },
    /// Stages four to seven.
    #[serde(untagged)]
    Next { stage: &'static str, would: &'w str },
}

/// A path that a call names.
#[derive(Serialize)]
pub struct PathReport<'w> {
    path: &'w str,
    does: &'static str,
    outside: bool,
}

/// A floor, with what it found.
#[derive(Serialize)]
pub struct FloorReport<'w> {
    floor: Stage,
    findings: &'w [&'w Finding],
}

/// A layer, with what it found.
#[derive(Serialize)]
pub struct StepReport<'w> {
    step: &'static str,
    consulted: bool,
    findings: &'w [&'w Finding],
}

/// What would happen after the decision.
fn next(policy: &Policy, decision: &Decision) -> [(&'static str, String); 4] {
    let (ask, answer, permit) = match decision.verdict {
        Verdict::Allow => (
            "no one: it runs at once".to_owned(),
            "none is needed".to_owned(),
            "for one run of exactly this call".to_owned(),
        ),
        Verdict::Ask => (
            format!(
                "{}{}; {}{}",
                who(policy.profile),
                people(decision.approvals),
                patience(policy.ask_timeout_seconds),
                alone(decision.unattended)
            ),
            "counts for this digest only; changed arguments start again at 1".to_owned(),
            "after a yes, for one run of exactly this call".to_owned(),
        ),
        Verdict::Deny => {
            ("no one: nothing lifts a deny".to_owned(), "none can change it".to_owned(), "none".to_owned())
        }
    };
    let record = "none: this is a dry run; a real call has one, written before it takes effect".to_owned();
    [("ask", ask), ("answer", answer), ("permit", permit), ("record", record)]
}

/// Who would be asked, in the profile's words.
const fn who(profile: Profile) -> &'static str {
    match profile {
        Profile::Byleave => "the agent's callback if it has one, then a person on every channel at once",
        Profile::ConnectOnion => "the user, on the connected page",
        Profile::OriCore => "`onToolApprove` or the `toolApproval` handler, then a person",
        Profile::Ollama => "the user, at the terminal",
    }
}

/// How many people must approve.
fn people(approvals: u32) -> String {
    match approvals {
        0 | 1 => String::new(),
        more => format!("; {more} different people must approve, at a hub"),
    }
}

/// What becomes of it while no approver is there.
const fn alone(unattended: Option<Unattended>) -> &'static str {
    match unattended {
        None => "",
        Some(Unattended::Deny) => "; with no approver there it is refused at once",
        Some(Unattended::Wait) => "; with no approver there it waits for one",
        Some(Unattended::Escalate) => "; with no approver there it waits for one, and the hub escalates it at once",
    }
}

/// How long an answer may take.
fn patience(seconds: Option<u32>) -> String {
    match seconds {
        Some(seconds) => format!("no answer within {seconds} s is a deny"),
        None => "no channel is a deny".to_owned(),
    }
}
