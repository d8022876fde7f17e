//! The switch that freezes automatic approvals: for everybody who shares the store, whichever hub they ask.

use std::sync::{Arc, PoisonError};

use axum::Json;
use axum::extract::State;
use byleave_gate::{By, Freeze, StoreError};
use serde_json::{Value, json};

use crate::board::Note;
use crate::callers::Caller;
use crate::hub::Hub;
use crate::intake::{Body, Fields, From};
use crate::problem::{Problem, Reply};

/// Letters of a reason, at most: it is shown beside every request.
const LONGEST: usize = 200;

fn shown(frozen: Option<&Freeze>) -> Value {
    frozen.map_or(
        Value::Null,
        |freeze| json!({ "since": freeze.since.to_string(), "by": freeze.by, "reason": freeze.reason }),
    )
}

/// `GET /v1/freeze`
pub async fn show(State(hub): State<Arc<Hub>>, From(caller): From) -> Reply {
    hub.require(&caller, caller.role().watches(), "see whether automatic approvals are frozen").await?;
    Ok(Json(json!({ "frozen": shown(hub.gate.frozen().await?.as_ref()) })))
}

/// `POST /v1/freeze`: begins it or ends it. It concerns everybody, so it is not for tokens of one session.
pub async fn set(State(hub): State<Arc<Hub>>, From(caller): From, Body(body): Body) -> Reply {
    let may = caller.role().answers() && caller.token.session.is_none();
    hub.require(&caller, may, "freeze automatic approvals or end that").await?;
    let mut fields = Fields(body);
    let wanted = fields.0.remove("frozen").and_then(|wanted| wanted.as_bool());
    let wanted = wanted.ok_or_else(|| Problem::bad("`frozen` must be true or false"))?;
    let reason = fields.text("reason")?;
    fields.end()?;
    if reason.as_ref().is_some_and(|reason| reason.chars().count() > LONGEST) {
        return Err(Problem::bad(format!("`reason` has at most {LONGEST} letters")));
    }
    let by = By { person: person(&caller), channel: "hub".to_owned() };
    let frozen = if wanted { Some(hub.gate.freeze(&by, reason.as_deref()).await?) } else { thaw(&hub, &by).await? };
    tracing::info!(token = %caller.token.id, frozen = wanted, "automatic approvals");
    notice(&hub, frozen.clone());
    Ok(Json(json!({ "frozen": shown(frozen.as_ref()) })))
}

fn person(caller: &Caller) -> String {
    caller.token.name.clone()
}

/// Ends it; what lasts then, if somebody froze again at the same moment.
async fn thaw(hub: &Hub, by: &By) -> Result<Option<Freeze>, StoreError> {
    hub.gate.thaw(by).await?;
    hub.gate.frozen().await
}

/// Looks whether somebody else froze or thawed, at another hub or without one.
pub async fn look(hub: &Arc<Hub>) -> Result<(), StoreError> {
    let frozen = hub.gate.frozen().await?;
    notice(hub, frozen);
    Ok(())
}

/// Tells those who watch, once for each change. Where it ended, what waited only because of it goes on.
fn notice(hub: &Arc<Hub>, frozen: Option<Freeze>) {
    let frame = json!({ "type": "freeze_changed", "frozen": shown(frozen.as_ref()) }).to_string();
    let ended = frozen.is_none();
    {
        let mut known = hub.frozen.lock().unwrap_or_else(PoisonError::into_inner);
        if *known == frozen {
            return;
        }
        *known = frozen;
        hub.board.tell(Note::Frame { session: None, frame: frame.into(), but: None });
    }
    if ended {
        let hub = Arc::clone(hub);
        tokio::spawn(async move { hub.settle(None, "the end of the freeze").await });
    }
}
