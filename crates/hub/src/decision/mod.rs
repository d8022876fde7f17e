//! Judging at a hub: on threads of its own, and dry runs.

pub mod deciders;
pub mod draft;
pub mod timing;

use std::cmp::Reverse;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use byleave_gate::Call;
use byleave_policy::{Decision, Finding};
use serde_json::{Value, json};

use crate::call::part_limit;
use crate::hub::Hub;
use crate::server::intake::{Body, Fields, Sender};
use crate::server::problem::{JsonReply, Problem};

/// How many calls can be tried at once.
const MOST_TRIED: usize = 1000;

/// A decision as JSON.
pub fn decision_json(decision: &Decision) -> Value {
    let mut shown: Vec<&Finding> = decision.findings.iter().collect();
    let left_out = shown.len().saturating_sub(part_limit::MOST);
    if left_out > 0 {
        // Findings against the call come first, so that they are not lost among thousands of others.
        shown.sort_by_key(|finding| Reverse(finding.verdict));
        shown.truncate(part_limit::MOST);
    }
    let findings = shown.into_iter().map(|finding| {
        json!({
            "verdict": finding.verdict.name(),
            "stage": finding.stage.name(),
            "source": finding.source.name(),
            "rule": finding.rule,
            "location": finding.location,
            "span": finding.span.map(|span| [span.start, span.end]),
            "reason": finding.reason,
        })
    });
    let mut told = json!({
        "verdict": decision.verdict.name(),
        "source": decision.source.name(),
        "rule": decision.rule,
        "reason": decision.reason,
        "outside": decision.outside,
        "high_risk": decision.high_risk,
        "approvals": decision.approvals,
        "findings": findings.collect::<Vec<_>>(),
    });
    if let Some(map) = told.as_object_mut().filter(|_| left_out > 0) {
        map.insert("findings_left_out".to_owned(), left_out.into());
    }
    told
}

/// `GET /v1/policy`
pub async fn policy(State(hub): State<Arc<Hub>>, Sender(caller): Sender) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see the policy").await?;
    let policy = hub.gate.policy();
    Ok(Json(json!({
        "version": hub.gate.policy_version(),
        "profile": policy.profile.name(),
        "mode": policy.mode.name(),
        "policy": byleave_policy::file::dump(&policy),
    })))
}

/// `POST /v1/simulate`: verdicts on calls, as a dry run.
pub async fn simulate(State(hub): State<Arc<Hub>>, Sender(caller): Sender, Body(body): Body) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "try calls out").await?;
    let mut fields = Fields(body);
    let calls = fields.list("calls")?;
    fields.end()?;
    if calls.len() > MOST_TRIED {
        return Err(Problem::bad(format!("at most {MOST_TRIED} calls at once")));
    }
    let mut decisions = Vec::with_capacity(calls.len());
    for call in calls {
        let Value::Object(map) = call else { return Err(Problem::bad("`calls` must be a list of objects")) };
        let mut fields = Fields(map);
        let tool = fields.text("tool")?.ok_or_else(|| Problem::bad("a call has no `tool`"))?;
        let mut call = Call::new(tool, Value::Object(fields.object("arguments")?.unwrap_or_default()));
        call.shell = fields.shells("shell")?;
        call.cwd = fields.text("cwd")?.map(Into::into);
        call.project = fields.text("project")?.map(Into::into);
        call.home = fields.text("home")?.map(Into::into);
        fields.end()?;
        decisions.push(decision_json(&hub.check(&caller, call).await?));
    }
    Ok(Json(json!({ "decisions": decisions })))
}
