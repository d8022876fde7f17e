//! How this hub is set up, for people who use its page. The page cannot change any of it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use byleave_gate::Query;
use byleave_gate::record::Entry;
use serde_json::json;

use crate::entry::stats::only_session;
use crate::hub::Hub;
use crate::request::escalate::Escalation;
use crate::server::intake::Sender;
use crate::server::problem::JsonReply;

/// `GET /v1/setup`
pub async fn show(State(hub): State<Arc<Hub>>, Sender(caller): Sender) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see how the hub is set up").await?;
    let query = Query { session: only_session(&caller, None)?, limit: Some(1), ..Query::default() };
    let oldest = hub.store().rows(&query).await?.pop();
    let oldest = oldest.and_then(|row| serde_json::from_str::<Entry>(&row.body).ok());
    let head = hub.store().head().await?;
    let policy = hub.gate.policy();
    Ok(Json(json!({
        "escalation": hub.escalation.get().map(Escalation::shown),
        "ask": { "timeout_seconds": policy.ask_timeout_seconds, "approvals": policy.ask_approvals, "unattended": policy.ask_unattended.map(byleave_policy::Unattended::name) },
        "record": { "count": head.count, "oldest": oldest.map(|entry| entry.timestamp.to_string()) },
    })))
}
