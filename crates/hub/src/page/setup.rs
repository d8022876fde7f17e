//! How this hub is set up, for people who use its page. The page cannot change any of it.

use std::sync::Arc;

use axum::extract::State;
use byleave_gate::Query;
use byleave_gate::record::Entry;
use byleave_policy::Unattended;
use jiff::Timestamp;
use serde::Serialize;

use crate::entry::stats::only_session;
use crate::hub::Hub;
use crate::request::escalate::{Escalation, EscalationBody};
use crate::server::intake::Sender;
use crate::server::reply::{JsonReply, told};

/// `GET /v1/setup`
pub async fn show(State(hub): State<Arc<Hub>>, Sender(caller): Sender) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see how the hub is set up").await?;
    let query = Query { session: only_session(&caller, None)?, limit: Some(1), ..Query::default() };
    let oldest = hub.store().rows(&query).await?.pop();
    let oldest = oldest.and_then(|row| serde_json::from_str::<Entry>(&row.body).ok());
    let head = hub.store().head().await?;
    let policy = hub.gate.policy();
    told(&Setup {
        escalation: hub.escalation.get().map(Escalation::shown),
        ask: AskSetup {
            timeout_seconds: policy.ask_timeout_seconds,
            approvals: policy.ask_approvals,
            unattended: policy.ask_unattended.map(Unattended::name),
        },
        record: RecordSetup { count: head.count, oldest: oldest.map(|entry| entry.timestamp) },
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Setup<'s> {
    escalation: Option<EscalationBody<'s>>,
    ask: AskSetup,
    record: RecordSetup,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct AskSetup {
    timeout_seconds: Option<u32>,
    approvals: u32,
    unattended: Option<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RecordSetup {
    count: u64,
    oldest: Option<Timestamp>,
}
