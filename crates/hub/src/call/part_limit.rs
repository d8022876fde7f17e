//! Calls with more parts than an approver can read.
//!
//! A finding takes some hundred times the space of its command: a megabyte of `a;a;a;…` would become a hundred in the
//! store, on every socket, and in every reply that a slow client does not read.

use axum::http::StatusCode;
use byleave_gate::{Call, Gate};
use byleave_policy::Verdict;

use crate::server::Problem;

/// How many findings of one call are shown, at most.
pub const MOST: usize = 3_000;

/// A shorter call cannot have so many, and need not be judged twice.
const LONG: usize = 8 << 10;

/// Refuses a call that would need an approver and has too many parts. An allowed or denied call needs no reader.
pub async fn few_enough(gate: &Gate, call: &Call) -> Result<(), Problem> {
    let long = |value: &serde_json::Value| value.as_str().is_some_and(|text| text.len() >= LONG);
    if !call.arguments.values().any(long) {
        return Ok(());
    }
    let decision = gate.check_elsewhere(call.clone()).await?;
    if decision.verdict != Verdict::Ask || decision.findings.len() <= MOST {
        return Ok(());
    }
    let message = "this call has more parts than a person can look at; it was not put, so do not run it: split it";
    Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_many_parts", message).with("approved", false))
}
