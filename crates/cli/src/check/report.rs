//! A decision as JSON.

use byleave_policy::{Decision, Finding};
use serde_json::{Value, json};

use super::stages::Way;

/// A decision as one JSON object.
pub fn json(id: Option<&Value>, decision: &Decision) -> Value {
    let mut object = json!({
        "verdict": decision.verdict.name(),
        "source": decision.source.name(),
        "rule": decision.rule,
        "reason": decision.reason,
        "outside": decision.outside,
        "findings": decision.findings.iter().map(finding).collect::<Vec<_>>(),
    });
    if let (Some(id), Some(map)) = (id, object.as_object_mut()) {
        map.insert("id".to_owned(), id.clone());
    }
    object
}

/// A decision, with its stages if requested.
pub fn explained(decision: &Decision, way: Option<&Way<'_>>) -> Value {
    let mut object = json(None, decision);
    if let (Some(way), Some(map)) = (way, object.as_object_mut()) {
        let (stages, remedy) = way.json(decision);
        map.insert("stages".to_owned(), stages);
        map.insert("remedy".to_owned(), remedy);
    }
    object
}

/// One finding.
pub fn finding(finding: &Finding) -> Value {
    json!({
        "verdict": finding.verdict.name(),
        "stage": finding.stage.name(),
        "source": finding.source.name(),
        "rule": finding.rule,
        "location": finding.location,
        "span": finding.span.map(|span| [span.start, span.end]),
        "reason": finding.reason,
    })
}
