//! A decision as JSON.

use byleave_policy::{Decision, Finding, Reason, Source, Verdict};
use serde::Serialize;
use serde_json::Value;

use super::stages::{StageReport, Way};

/// A decision, with its stages if requested.
#[derive(Serialize)]
pub struct Report<'d> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'d Value>,
    /// Nobody looked at the disk.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    assumed: bool,
    verdict: Verdict,
    source: Source,
    rule: Option<&'d str>,
    reason: &'d Reason,
    outside: bool,
    findings: &'d [Finding],
    #[serde(flatten)]
    explained: Option<Explained<'d>>,
}

#[derive(Serialize)]
struct Explained<'d> {
    stages: Vec<StageReport<'d>>,
    remedy: &'d byleave_policy::remedy::Remedy<'d>,
}

impl<'d> Report<'d> {
    /// A decision under the id of its request, and its stages; `assumed` if nobody looked at the disk.
    pub fn of(id: Option<&'d Value>, decision: &'d Decision, way: Option<&'d Way<'d>>, assumed: bool) -> Self {
        let Decision { verdict, source, outside, findings, .. } = decision;
        Self {
            id,
            assumed,
            verdict: *verdict,
            source: *source,
            rule: decision.rule.as_deref(),
            reason: &decision.reason,
            outside: *outside,
            findings,
            explained: way.map(|way| Explained { stages: way.report(decision), remedy: &way.remedy }),
        }
    }

    /// As one JSON object, with its fields in alphabetical order.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}
