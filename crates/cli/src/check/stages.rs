//! All seven stages of a call as data: what happened in the first three, what would happen in the others.

use byleave_policy::read::Reading;
use byleave_policy::remedy::{self, Remedy};
use byleave_policy::{Decision, Finding, Policy, Profile, Situation, Stage, Unattended, Verdict};
use serde_json::{Value, json};

use super::facts::Facts;
use super::report;
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

    /// The stages as a list, and what would change the verdict.
    pub fn json(&self, decision: &Decision) -> (Value, Value) {
        let all = |findings: &[&Finding]| findings.iter().map(|one| report::finding(one)).collect::<Vec<_>>();
        let facts = &self.facts;
        let paths = facts.paths.iter();
        let paths = paths.map(|named| json!({ "path": named.path, "does": named.does, "outside": named.outside }));
        let read = decision.findings.iter().filter(|finding| finding.stage == Stage::Read);
        let mut stages = vec![
            json!({
                "stage": "read",
                "tool": facts.tool,
                "category": facts.category.map(byleave_policy::tools::Category::name),
                "commands": facts.commands,
                "paths": paths.collect::<Vec<_>>(),
                "digest": facts.digest.to_string(),
                "findings": all(&read.collect::<Vec<_>>()),
            }),
            json!({
                "stage": "floors",
                "floors": self.floors.iter().map(|(stage, findings)| json!({
                    "floor": stage.name(),
                    "findings": all(findings),
                })).collect::<Vec<_>>(),
            }),
            json!({
                "stage": "layers",
                "steps": self.layers.steps.iter().map(|taken| json!({
                    "step": taken.step.name(),
                    "consulted": taken.consulted,
                    "findings": all(&taken.findings),
                })).collect::<Vec<_>>(),
                "unspoken": all(&self.layers.unspoken),
            }),
        ];
        stages.extend(self.next.iter().map(|(stage, words)| json!({ "stage": stage, "would": words })));
        let remedy = match &self.remedy {
            Remedy::None => Value::Null,
            Remedy::Rules(rules) => json!({ "allow": rules }),
            Remedy::Person => json!({ "person": true }),
            Remedy::TooMany => json!({ "too_many": true }),
            Remedy::Refused(finding) => json!({ "rule": finding.rule, "location": finding.location }),
            Remedy::BuiltIn => json!({ "built_in": true }),
        };
        (Value::Array(stages), remedy)
    }
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
        more => format!("; {more} different people must say yes, by a hub"),
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
