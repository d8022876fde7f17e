//! The switch that freezes automatic approvals, for everything that shares the store, at any hub.

use std::sync::{Arc, PoisonError};

use byleave_gate::{AnsweredBy, Freeze, StoreError};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::answer::frames::ApproverFrame;
use crate::hub::Hub;
use crate::request::pending_queue::Note;
use crate::server::{Body, JsonReply, Problem, Sender, fields, frame_of, told};

/// The longest reason, in letters: it is shown beside every request.
const LONGEST: usize = 200;

/// The general freeze and those of single hosts. A host is identified by its token.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Freezes<'f> {
    frozen: Option<FreezeBody<'f>>,
    hosts: Vec<FreezeBody<'f>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Freeze"))]
struct FreezeBody<'f> {
    since: Timestamp,
    by: &'f str,
    reason: Option<&'f str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<&'f str>,
}

fn shown(freezes: &[Freeze]) -> Freezes<'_> {
    let all = freezes.iter().map(|Freeze { since, by, reason, host, .. }| FreezeBody {
        since: *since,
        by,
        reason: reason.as_deref(),
        host: host.as_deref(),
    });
    let (general, hosts): (Vec<_>, Vec<_>) = all.partition(|freeze| freeze.host.is_none());
    Freezes { frozen: general.into_iter().next(), hosts }
}

/// `GET /v1/freeze`
pub async fn show(Sender { hub, caller }: Sender) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see whether automatic approvals are frozen").await?;
    told(&shown(&hub.gate.freezes().await?))
}

/// `POST /v1/freeze`: begins or ends a freeze, for all or for one host. It affects other sessions, so a token of one
/// session may not use it.
pub async fn set(Sender { hub, caller }: Sender, Body(body): Body) -> JsonReply {
    let may = caller.role().answers() && caller.token.session.is_none();
    hub.require_now(&caller, may, "freeze automatic approvals or end that").await?;
    let FreezeChange { frozen: wanted, reason, host } = fields::read(body)?;
    if reason.as_ref().is_some_and(|reason| reason.chars().count() > LONGEST) {
        return Err(Problem::bad(format!("`reason` has at most {LONGEST} letters")));
    }
    if let Some(host) = host.as_ref().filter(|_| wanted) {
        // An unknown host would freeze nothing, and the caller would believe otherwise.
        let known = hub.store().tokens().await?.iter().any(|token| token.id == *host && token.role.asks())
            || hub.store().sessions().await?.iter().any(|session| session.owner.as_ref() == Some(host));
        if !known {
            return Err(Problem::missing("host"));
        }
    }
    let by = AnsweredBy { person: caller.token.name.clone(), channel: "hub".to_owned() };
    if wanted {
        hub.gate.freeze_host(host.as_deref(), &by, reason.as_deref()).await?;
    } else {
        hub.gate.thaw_host(host.as_deref(), &by).await?;
    }
    tracing::info!(token = %caller.token.id, frozen = wanted, host = host.as_deref(), "automatic approvals");
    // What is in force now, even if another caller changed it at the same moment.
    let freezes = hub.gate.freezes().await?;
    let reply = told(&shown(&freezes));
    notice(&hub, freezes);
    reply
}

/// Begins or ends a freeze.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FreezeChange {
    frozen: bool,
    #[cfg_attr(test, schemars(length(max = LONGEST)))]
    reason: Option<String>,
    /// The id of the host's token; without one the freeze is for all.
    host: Option<String>,
}

/// Looks whether a freeze began or ended at another hub, or without a hub.
pub async fn look(hub: &Arc<Hub>) -> Result<(), StoreError> {
    let freezes = hub.gate.freezes().await?;
    notice(hub, freezes);
    Ok(())
}

/// Notifies watchers, once for each change. When a freeze ends, requests that waited only because of it go on.
fn notice(hub: &Arc<Hub>, freezes: Vec<Freeze>) {
    let frame = frame_of(&ApproverFrame::FreezeChanged(shown(&freezes)));
    let ended = {
        let mut known = hub.frozen.lock().unwrap_or_else(PoisonError::into_inner);
        if *known == freezes {
            return;
        }
        let ended = known.iter().any(|one| !freezes.iter().any(|other| other.id == one.id));
        *known = freezes;
        hub.queue.tell(Note::Frame { session: None, frame: frame.into(), but: None });
        ended
    };
    if ended {
        let hub = Arc::clone(hub);
        tokio::spawn(async move { hub.settle(None, "the end of the freeze").await });
    }
}
