//! How this hub is set up, for people who use its page. The page cannot change any of it.

use byleave_gate::Query;
use byleave_policy::Unattended;
use jiff::Timestamp;
use serde::Serialize;

use crate::entry::entries;
use crate::request::escalate::{Escalation, EscalationBody};
use crate::server::files_in_force::Files;
use crate::server::{JsonReply, Sender, told};

/// `GET /v1/setup`
pub async fn show(Sender { hub, caller }: Sender) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see how the hub is set up").await?;
    let query = Query { session: caller.token.session.clone(), limit: Some(1), ..Query::default() };
    let oldest = hub.store().rows(&query).await?;
    let head = hub.store().head().await?;
    let policy = hub.gate.policy();
    told(&Setup {
        files: hub.files.told(),
        escalation: hub.escalation.get().map(Escalation::shown),
        ask: AskSetup {
            timeout_seconds: policy.ask_timeout_seconds,
            approvals: policy.ask_approvals,
            unattended: policy.ask_unattended.map(Unattended::name),
        },
        record: RecordSetup { count: head.count, oldest: entries(&oldest).next().map(|(_, entry)| entry.timestamp) },
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Setup<'s> {
    files: Files,
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
