//! Sessions: their turns, their mode, their stop.

pub mod freeze;
pub mod namespace;

use axum::extract::Path;
use axum::http::StatusCode;
use byleave_gate::{Call, Session, known_agent};
use byleave_policy::Mode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;

use crate::answer::frames::ApproverFrame;
use crate::hub::Hub;
use crate::server::{Body, JsonReply, Problem, Sender, fields, fine, listed, told};
use crate::token::callers::Caller;

/// The names of all tokens that ever were, by id: a session shows its creator by name, even after the token is gone.
async fn token_names(hub: &Hub) -> Result<HashMap<String, String>, Problem> {
    Ok(hub.store().tokens().await?.into_iter().map(|token| (token.id, token.name)).collect())
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Session"))]
pub struct SessionBody<'s> {
    id: &'s str,
    parent: Option<&'s str>,
    agent: Option<&'s str>,
    /// What people call this agent, if byleave knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    agent_title: Option<&'static str>,
    owner: Option<&'s str>,
    owner_name: Option<&'s String>,
    project: &'s str,
    started_at: Timestamp,
    seen_at: Timestamp,
    turn: u64,
    stop_signal: Option<&'s str>,
    #[cfg_attr(test, schemars(with = "Option<crate::server::described::Mode>"))]
    mode: Option<&'static str>,
}

/// A session, with its mode as it counts: a policy that was loaded since may permit less.
fn shown<'s>(session: &'s Session, names: &'s HashMap<String, String>, highest: Mode) -> SessionBody<'s> {
    SessionBody {
        id: &session.id,
        parent: session.parent.as_deref(),
        agent: session.agent.as_deref(),
        agent_title: session.agent.as_deref().and_then(known_agent),
        owner: session.owner.as_deref(),
        owner_name: session.owner.as_ref().and_then(|owner| names.get(owner)),
        project: &session.project,
        started_at: session.started,
        seen_at: session.seen,
        turn: session.turn,
        stop_signal: session.stop_signal.as_deref(),
        mode: session.mode.map(|mode| mode.min(highest).name()),
    }
}

/// Whether a caller may see a session.
fn knows(caller: &Caller, session: &Session) -> bool {
    let own = session.owner.as_deref() == Some(caller.token.id.as_str());
    let bound = caller.token.session.as_deref() == Some(session.id.as_str());
    if caller.role().watches() { caller.sees(&session.id) } else { own || bound }
}

async fn find(hub: &Hub, caller: &Caller, named: &str) -> Result<Session, Problem> {
    // Agents use their own names, people the ids they see.
    let id = if caller.role().asks() { hub.meant(caller, Some(named)).await?.id } else { named.to_owned() };
    let found = hub.store().session(&id).await?.filter(|session| knows(caller, session));
    found.ok_or_else(|| Problem::missing("session"))
}

/// `GET /v1/sessions`
pub async fn list(Sender { hub, caller }: Sender) -> JsonReply {
    let sessions = hub.store().sessions().await?;
    let names = token_names(&hub).await?;
    let highest = hub.gate.highest_mode();
    let known = sessions.iter().filter(|session| knows(&caller, session));
    let known = known.map(|session| shown(session, &names, highest));
    listed("sessions", known)
}

/// `GET /v1/sessions/ID`
pub async fn show(Sender { hub, caller }: Sender, Path(id): Path<String>) -> JsonReply {
    let session = find(&hub, &caller, &id).await?;
    told(&shown(&session, &token_names(&hub).await?, hub.gate.highest_mode()))
}

/// `POST /v1/sessions/ID/turn`: the user spoke, or the turn is over. Only the agent's host knows that.
pub async fn turn(Sender { hub, caller }: Sender, Path(id): Path<String>, Body(body): Body) -> JsonReply {
    hub.require(&caller, caller.role().asks(), "begin or end a turn").await?;
    let TurnChange { event } = fields::read(body)?;
    match turn_event(&hub, &caller, Some(&id), event).await? {
        (session, Some(turn)) => told(&TurnBody { session, turn }),
        (_, None) => fine(),
    }
}

/// The user spoke, or the turn is over.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TurnChange {
    event: TurnEvent,
}

/// What happens to a turn.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub enum TurnEvent {
    Begin,
    End,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Turn"))]
pub struct TurnBody {
    session: String,
    turn: u64,
}

/// Begins a turn and returns its number, or ends one; with the id of the session.
pub async fn turn_event(
    hub: &Hub,
    caller: &Caller,
    named: Option<&str>,
    event: TurnEvent,
) -> Result<(String, Option<u64>), Problem> {
    let session = hub.session_of(caller, named, &Call::new("", Value::Null), None).await?;
    let gate = hub.gate.for_session(&session);
    match event {
        TurnEvent::Begin => {
            let turn = gate.begin_turn().await?;
            Ok((session, Some(turn)))
        }
        TurnEvent::End => {
            gate.end_turn().await?;
            hub.grants_changed(Some(&session), None);
            Ok((session, None))
        }
    }
}

/// `POST /v1/sessions/ID/stop`: nothing runs in it until the user's next message.
pub async fn stop(Sender { hub, caller }: Sender, Path(id): Path<String>, Body(body): Body) -> JsonReply {
    hub.require_now(&caller, caller.role().asks() || caller.role().answers(), "stop a session").await?;
    let StopOrder { reason } = fields::read(body)?;
    let id = find(&hub, &caller, &id).await?.id;
    let reason =
        reason.filter(|reason| !reason.is_empty()).unwrap_or_else(|| format!("stopped by {}", caller.token.name));
    hub.gate.for_session(&id).stop(&reason).await?;
    hub.settle(Some(&id), "a stop").await;
    fine()
}

/// Why a session stops.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StopOrder {
    reason: Option<String>,
}

/// `POST /v1/sessions/ID/end`: its grants end.
pub async fn end(Sender { hub, caller }: Sender, Path(id): Path<String>, _: Body) -> JsonReply {
    hub.require_now(&caller, caller.role().asks() || caller.role().answers(), "end a session").await?;
    let id = find(&hub, &caller, &id).await?.id;
    hub.gate.for_session(&id).end_session().await?;
    hub.grants_changed(Some(&id), None);
    fine()
}

/// `POST /v1/sessions/ID/mode`: for approvers; never above the policy's ceiling.
pub async fn mode(Sender { hub, caller }: Sender, Path(id): Path<String>, Body(body): Body) -> JsonReply {
    hub.require_now(&caller, caller.role().answers(), "set the mode of a session").await?;
    let ModeChange { mode } = fields::read(body)?;
    let known = mode
        .map(|name| Mode::find(&name).ok_or_else(|| Problem::bad("`mode` must be `default`, `autoEdit` or `yolo`")));
    let mode = known.transpose()?;
    find(&hub, &caller, &id).await?;
    let policy = hub.gate.policy();
    if policy.ask_approvals > 1 && mode.is_some_and(|mode| mode > policy.mode) {
        let message = "several people must approve each call here, so one person alone cannot make it automatic";
        return Err(Problem::new(StatusCode::FORBIDDEN, "several_people", message));
    }
    let highest = hub.gate.highest_mode();
    if let Some(wanted) = mode.filter(|mode| *mode > highest) {
        let message = format!(
            "`{}` is above what the policy permits, which is `{}`; the session keeps its mode, and an operator may raise \
             the `ceiling` of the policy",
            wanted.name(),
            highest.name()
        );
        return Err(Problem::new(StatusCode::FORBIDDEN, "above_ceiling", message).with("ceiling", highest.name()));
    }
    hub.gate.for_session(&id).set_mode(mode).await?;
    tracing::info!(session = %id, token = %caller.token.id, mode = mode.map_or("policy", Mode::name), "mode set");
    let frame = ApproverFrame::ModeChanged { session_id: &id, mode: mode.map(Mode::name) };
    hub.queue.tell_frame(Some(&id), &frame, None);
    hub.settle(Some(&id), "a mode").await;
    fine()
}

/// The mode of a session; without one it has that of the policy.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ModeChange {
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Option<crate::server::described::Mode>"))]
    mode: Option<String>,
}
