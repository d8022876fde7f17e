//! What roles that watch may see. Nothing here changes anything, except revoking a grant.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use byleave_gate::record::Entry;
use byleave_gate::{Call, Owner, StoredGrant, grant_json};
use byleave_policy::{Decision, Finding};
use serde_json::{Map, Value, json};

use crate::callers::Caller;
use crate::hub::Hub;
use crate::intake::{Body, Fields, From};
use crate::parts;
use crate::problem::{Problem, Reply, fine};

/// How many rows the numbers are made from.
const COUNTED: u32 = 10_000;

/// How many calls can be tried at once.
const MOST_TRIED: usize = 1000;

/// A decision as JSON.
pub fn decision_json(decision: &Decision) -> Value {
    let mut shown: Vec<&Finding> = decision.findings.iter().collect();
    let left_out = shown.len().saturating_sub(parts::MOST);
    if left_out > 0 {
        // Findings against the call come first, so that they are not lost among thousands of others.
        shown.sort_by_key(|finding| Reverse(finding.verdict));
        shown.truncate(parts::MOST);
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

/// Whether a caller may see a grant, or revoke it.
pub fn concerns(caller: &Caller, held: &StoredGrant) -> bool {
    match &held.owner {
        Owner::Session(session) => caller.sees(session),
        Owner::Project(_) | Owner::Everyone => caller.token.session.is_none(),
    }
}

/// `GET /v1/grants`
pub async fn grants(State(hub): State<Arc<Hub>>, From(caller): From) -> Reply {
    hub.require(&caller, caller.role().watches(), "see the grants").await?;
    let held = hub.store().grants(false).await?;
    let now = hub.now();
    let shown = held.iter().filter(|held| concerns(&caller, held)).map(|held| {
        let (kind, owner) = match &held.owner {
            Owner::Session(id) => ("session", Some(id)),
            Owner::Project(path) => ("project", Some(path)),
            Owner::Everyone => ("everyone", None),
        };
        json!({
            "id": held.grant.id,
            "grant": grant_json::to_json(&held.grant),
            "owner": { "kind": kind, "id": owner },
            "given_at": held.given.to_string(),
            "by": held.by,
            "live": held.grant.is_live(Some(now)),
        })
    });
    Ok(Json(json!({ "grants": shown.collect::<Vec<_>>() })))
}

/// `POST /v1/grants/ID/revoke`
pub async fn revoke(State(hub): State<Arc<Hub>>, From(caller): From, Path(id): Path<String>, _: Body) -> Reply {
    hub.require(&caller, caller.role().answers(), "take a grant back").await?;
    let held = hub.store().grants(false).await?;
    let held = held.into_iter().find(|held| held.grant.id == id && concerns(&caller, held));
    let held = held.ok_or_else(|| Problem::missing("grant"))?;
    hub.gate.revoke(&id).await?;
    let session = match &held.owner {
        Owner::Session(session) => Some(session.as_str()),
        Owner::Project(_) | Owner::Everyone => None,
    };
    tracing::info!(grant = %id, token = %caller.token.id, "grant taken back");
    hub.grants_changed(session, None);
    Ok(fine())
}

/// The session of a list, for tokens that are for one session only.
pub fn only_session(caller: &Caller, wanted: Option<String>) -> Result<Option<String>, Problem> {
    match wanted {
        Some(session) if !caller.sees(&session) => Err(Problem::missing("session")),
        Some(session) => Ok(Some(session)),
        None => Ok(caller.token.session.clone()),
    }
}

/// `GET /v1/stats`: numbers about the last decisions.
pub async fn stats(State(hub): State<Arc<Hub>>, From(caller): From) -> Reply {
    hub.require(&caller, caller.role().watches(), "see the numbers").await?;
    let session = only_session(&caller, None)?;
    let query = byleave_gate::Query { session, newest_first: true, limit: Some(COUNTED), ..Default::default() };
    let rows = hub.store().rows(&query).await?;
    let mut counts: BTreeMap<&str, BTreeMap<String, u64>> = BTreeMap::new();
    let mut waited: Vec<u64> = Vec::new();
    for entry in rows.iter().filter_map(|row| serde_json::from_str::<Entry>(&row.body).ok()) {
        if entry.person.is_some() {
            waited.push(entry.waited_ms);
        }
        let hour = entry.timestamp.strftime("%Y-%m-%dT%H:00Z").to_string();
        let outcome = if entry.approved { "approved" } else { "refused" };
        for (kind, key) in [
            ("by_verdict", Some(entry.verdict)),
            ("by_outcome", Some(outcome.to_owned())),
            ("by_source", Some(entry.source)),
            ("by_tool", Some(entry.tool)),
            ("by_rule", entry.rule),
            ("by_person", entry.person),
            ("by_hour", Some(hour)),
        ] {
            if let Some(key) = key {
                let count = counts.entry(kind).or_default().entry(key).or_default();
                *count = count.saturating_add(1);
            }
        }
    }
    waited.sort_unstable();
    let middle = waited.get(waited.len() / 2);
    let head = hub.store().head().await?;
    Ok(Json(json!({
        "pending": hub.board.len(),
        "records": head.count,
        "counted": rows.len(),
        "median_answer_ms": middle,
        "counts": counts,
        "since_start": hub.metrics.verdicts().into_iter().map(|(name, count)| (name.to_owned(), count.into()))
            .collect::<Map<String, Value>>(),
    })))
}

/// `GET /v1/policy`
pub async fn policy(State(hub): State<Arc<Hub>>, From(caller): From) -> Reply {
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
pub async fn simulate(State(hub): State<Arc<Hub>>, From(caller): From, Body(body): Body) -> Reply {
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
