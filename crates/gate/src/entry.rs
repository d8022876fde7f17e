//! Writing a decision down.

use std::time::Duration;

use byleave_policy::grant::Grant;
use byleave_policy::rules::conditions::Buckets;
use byleave_policy::tools::Category;
use byleave_policy::{Decision, Digest, Policy, Stage};
use jiff::Timestamp;
use serde_json::{Map, Value};

use crate::call::Call;
use crate::ids;
use crate::record::{Entry, Reason};
use crate::redact::Redactor;
use crate::session::Session;

/// What a decision was made of.
pub(crate) struct Decided<'d> {
    pub call: &'d Call,
    pub facts: &'d byleave_policy::Call,
    pub digest: Digest,
    pub category: Option<Category>,
    pub decision: &'d Decision,
    pub session: &'d Session,
    pub stopped: Option<&'d str>,
    pub grants: &'d [Grant],
    pub needs_approval: Option<bool>,
    pub policy: &'d Policy,
    pub version: &'d str,
    pub now: Timestamp,
    pub took: Duration,
}

/// What became of it.
#[derive(Default)]
pub(crate) struct Became<'d> {
    pub approved: bool,
    pub reason: Option<String>,
    pub request: Option<&'d str>,
    pub channel: Option<&'d str>,
    pub person: Option<&'d str>,
    pub answer: Option<Value>,
    pub edited: Option<&'d Map<String, Value>>,
    pub waited: Duration,
}

/// The entry for the record, without secrets.
pub(crate) fn entry(decided: &Decided<'_>, became: &Became<'_>, redactor: &Redactor) -> Entry {
    let Decided { call, facts, decision, session, .. } = decided;
    let text = |text: &str| redactor.text(text).into_owned();
    let decisive = decision.findings.iter().find(|finding| {
        finding.verdict == decision.verdict && finding.reason == decision.reason && finding.rule == decision.rule
    });
    let findings = decision.findings.iter().map(|finding| Reason {
        verdict: finding.verdict.name().to_owned(),
        stage: finding.stage.name().to_owned(),
        source: finding.source.name().to_owned(),
        rule: finding.rule.as_ref().map(ToString::to_string),
        location: finding.location.as_ref().map(ToString::to_string),
        span: finding.span.map(|span| (span.start, span.end)),
        reason: text(&finding.reason),
    });
    let live = decided.grants.iter().filter(|grant| grant.is_live(Some(decided.now)));
    let reason = became.reason.clone().unwrap_or_else(|| decision.reason.clone());
    Entry {
        id: ids::new("rec"),
        timestamp: decided.now,
        session: session.id.clone(),
        parent: session.parent.clone(),
        turn: session.turn,
        agent: call.agent.clone().or_else(|| session.agent.clone()),
        call: call.id.clone(),
        tool: call.tool.clone(),
        category: decided.category.map(|category| category.name().to_owned()),
        arguments: redactor.arguments(&call.tool, &call.arguments),
        digest: decided.digest.to_string(),
        cwd: facts.cwd.clone(),
        project: facts.project.clone(),
        home: facts.home.clone(),
        verdict: decision.verdict.name().to_owned(),
        approved: became.approved,
        source: decision.source.name().to_owned(),
        stage: decisive.map_or(Stage::Layers, |finding| finding.stage).name().to_owned(),
        rule: decision.rule.as_ref().map(ToString::to_string),
        location: decisive.and_then(|finding| finding.location.as_ref().map(ToString::to_string)),
        reason: text(&reason),
        request: became.request.map(str::to_owned),
        channel: became.channel.map(str::to_owned),
        person: became.person.map(str::to_owned),
        answer: became.answer.as_ref().map(|answer| redacted_answer(answer, &call.tool, redactor)),
        edited: became.edited.map(|edited| redactor.arguments(&call.tool, edited)),
        decided_us: u64::try_from(decided.took.as_micros()).unwrap_or(u64::MAX),
        waited_ms: u64::try_from(became.waited.as_millis()).unwrap_or(u64::MAX),
        policy: decided.version.to_owned(),
        profile: decided.policy.profile.name().to_owned(),
        mode: decided.policy.mode.name().to_owned(),
        grants: live.map(|grant| grant.id.clone()).collect(),
        limits: limits(&session.buckets),
        needs_approval: decided.needs_approval,
        stopped: decided.stopped.map(str::to_owned),
        findings: findings.collect(),
    }
}

fn limits(buckets: &Buckets) -> Vec<(String, u64, Timestamp)> {
    buckets.by_name.iter().map(|(name, bucket)| (name.clone(), bucket.used, bucket.at)).collect()
}

/// An answer without secrets: in what the person wrote, and in arguments they edited.
fn redacted_answer(answer: &Value, tool: &str, redactor: &Redactor) -> Value {
    let Value::Object(map) = answer else { return Value::Null };
    let field = |(key, value): (&String, &Value)| {
        let value = match value {
            Value::Object(arguments) => Value::Object(redactor.arguments(tool, arguments)),
            Value::String(text) => redactor.text(text).into_owned().into(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => value.clone(),
        };
        (key.clone(), value)
    };
    Value::Object(map.iter().map(field).collect())
}
