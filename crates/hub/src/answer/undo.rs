//! Second thoughts of approvers: taking an answer back, and getting more time.

use axum::extract::Path;
use axum::http::StatusCode;
use byleave_gate::{AnsweredBy, UndoError};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::answer::frames::ApproverFrame;
use crate::answer::{CHANNEL, visible};
use crate::server::{Body, JsonReply, Problem, Sender, told};

/// How often a request may be extended. Ten times is what accessibility guidelines ask for.
const MOST_TIMES: i32 = 10;

/// The shortest and the longest extension.
const SHORTEST: SignedDuration = SignedDuration::from_mins(1);
const LONGEST: SignedDuration = SignedDuration::from_mins(10);

fn problem(error: UndoError) -> Problem {
    match error {
        UndoError::Unknown(_) => Problem::missing("request"),
        UndoError::State(state) => {
            let message = format!("it is {} already", state.name());
            Problem::new(StatusCode::CONFLICT, "too_late", message).with("state", state.name())
        }
        UndoError::Expired => Problem::new(StatusCode::GONE, "expired", "the request has expired"),
        UndoError::NotTheirs | UndoError::LeftSomething | UndoError::NoEnd => {
            Problem::new(StatusCode::CONFLICT, "not_possible", error.to_string())
        }
        UndoError::Store(error) => error.into(),
    }
}

/// `POST /v1/requests/ID/undo`: the request is pending again, if the agent has not collected the answer.
pub async fn undo(Sender { hub, caller }: Sender, Path(id): Path<String>, _: Body) -> JsonReply {
    hub.require_now(&caller, caller.role().answers(), "take an answer back").await?;
    visible(&hub, &caller, &id).await?;
    let by = AnsweredBy { person: caller.token.name.clone(), channel: CHANNEL.to_owned() };
    let then = hub.queue.revision();
    let stored = hub.gate.undo(&id, &by).await.map_err(problem)?;
    let owner = hub.owner_of(&stored.session).await?.flatten();
    tracing::info!(request = %id, token = %caller.token.id, "answer taken back");
    hub.queue.add(&stored, owner, then);
    told(&Undone { id: &id, state: stored.state.name() })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Undone<'a> {
    id: &'a str,
    #[cfg_attr(test, schemars(with = "crate::server::described::State"))]
    state: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Extended<'a> {
    id: &'a str,
    expires_at: Timestamp,
}

/// `POST /v1/requests/ID/extend`: extends a request by the policy's timeout, up to a limit.
pub async fn extend(Sender { hub, caller }: Sender, Path(id): Path<String>, _: Body) -> JsonReply {
    hub.require_now(&caller, caller.role().answers(), "give a request more time").await?;
    let stored = visible(&hub, &caller, &id).await?;
    // A gate that asks without a hub has its own deadline, which the hub cannot change.
    let ours = hub.owner_of(&stored.session).await?.flatten().is_some();
    let end = stored.expires.filter(|_| ours).ok_or(UndoError::NoEnd).map_err(problem)?;
    let usual = hub.gate.policy().ask_timeout_seconds.map_or(LONGEST, |all| SignedDuration::from_secs(all.into()));
    let step = usual.clamp(SHORTEST, LONGEST);
    let most = stored.created.checked_add(usual.saturating_add(step.saturating_mul(MOST_TIMES)));
    let wanted = end.checked_add(step);
    let to = match (wanted, most) {
        (Ok(wanted), Ok(most)) if wanted <= most => wanted,
        _ => {
            let message = "it was given more time often enough; answer it";
            return Err(Problem::new(StatusCode::CONFLICT, "too_often", message));
        }
    };
    let stored = hub.gate.extend(&id, to).await.map_err(problem)?;
    let end = stored.expires.unwrap_or(to);
    hub.queue.extend(&id, end);
    tracing::info!(request = %id, token = %caller.token.id, "more time given");
    let frame = ApproverFrame::ApprovalExtended { id: &id, expires_at: end, by: &caller.token.name };
    hub.queue.tell_frame(Some(&stored.session), &frame, None);
    told(&Extended { id: &id, expires_at: end })
}
