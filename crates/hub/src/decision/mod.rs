//! Judging at a hub: on threads of its own, and dry runs.

pub mod deciders;
pub mod draft;
pub mod policy_files;
pub mod timing;

use byleave_gate::Call;
use byleave_policy::{Decision, Finding, Reason, Source, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::cmp::Reverse;
use std::path::PathBuf;

use crate::call::part_limit;
use crate::decision::policy_files::Drift;
use crate::server::{Body, JsonReply, Problem, SaidShells, Sender, fields, listed, told};

/// How many calls can be tried at once.
const MOST_TRIED: usize = 1000;

/// A decision.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Decision"))]
pub struct DecisionBody<'d> {
    #[cfg_attr(test, schemars(with = "crate::server::described::Verdict"))]
    verdict: Verdict,
    #[cfg_attr(test, schemars(with = "&str"))]
    source: Source,
    rule: Option<&'d str>,
    #[cfg_attr(test, schemars(with = "&str"))]
    reason: &'d Reason,
    outside: bool,
    high_risk: bool,
    approvals: u32,
    #[cfg_attr(test, schemars(with = "Vec<crate::server::described::Finding>"))]
    findings: Vec<&'d Finding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    findings_left_out: Option<usize>,
}

impl<'d> DecisionBody<'d> {
    /// As callers see it: with so many findings as a person can read.
    pub fn of(decision: &'d Decision) -> Self {
        let mut findings: Vec<&Finding> = decision.findings.iter().collect();
        let left_out = findings.len().saturating_sub(part_limit::MOST);
        if left_out > 0 {
            // Findings against the call come first, so that they are not lost among thousands of others.
            findings.sort_by_key(|finding| Reverse(finding.verdict));
            findings.truncate(part_limit::MOST);
        }
        Self {
            verdict: decision.verdict,
            source: decision.source,
            rule: decision.rule.as_deref(),
            reason: &decision.reason,
            outside: decision.outside,
            high_risk: decision.high_risk,
            approvals: decision.approvals,
            findings,
            findings_left_out: (left_out > 0).then_some(left_out),
        }
    }
}

/// `GET /v1/policy`
pub async fn policy(Sender { hub, caller }: Sender) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see the policy").await?;
    let policy = hub.gate.policy();
    told(&PolicyBody {
        version: hub.gate.policy_version(),
        profile: policy.profile.name(),
        mode: policy.mode.name(),
        policy: byleave_config::dump(&policy),
        drift: Drift::now(&hub).await?,
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "PolicyInForce"))]
pub struct PolicyBody {
    version: String,
    #[cfg_attr(test, schemars(with = "crate::server::described::Profile"))]
    profile: &'static str,
    #[cfg_attr(test, schemars(with = "crate::server::described::Mode"))]
    mode: &'static str,
    /// The policy, as a file would say it.
    policy: Value,
    #[serde(flatten)]
    drift: Drift,
}

/// `POST /v1/simulate`: verdicts on calls, as a dry run.
pub async fn simulate(Sender { hub, caller }: Sender, Body(body): Body) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "try calls out").await?;
    let Simulation { calls } = fields::read(body)?;
    let calls = calls.unwrap_or_default();
    if calls.len() > MOST_TRIED {
        return Err(Problem::bad(format!("at most {MOST_TRIED} calls at once")));
    }
    let mut decisions = Vec::with_capacity(calls.len());
    for said in calls {
        let mut call = Call::new(said.tool, Value::Object(said.arguments.unwrap_or_default()));
        (call.shell, call.cwd, call.project, call.home) = (said.shell.0, said.cwd, said.project, said.home);
        decisions.push(hub.check(&caller, call).await?);
    }
    listed("decisions", decisions.iter().map(DecisionBody::of))
}

/// Calls to try.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Simulation {
    #[cfg_attr(test, schemars(length(max = MOST_TRIED)))]
    calls: Option<Vec<SimulatedCall>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SimulatedCall {
    tool: String,
    arguments: Option<Map<String, Value>>,
    #[serde(default)]
    shell: SaidShells,
    cwd: Option<PathBuf>,
    project: Option<PathBuf>,
    home: Option<PathBuf>,
}
