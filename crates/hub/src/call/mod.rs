//! What agents do: submit calls, collect answers, report that a call has run.

pub mod agent_socket;
pub mod bodies;
pub mod part_limit;
pub mod submit;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use byleave_gate::{Collected, StoredRequest};
use serde::Deserialize;

use crate::answer;
use crate::call::bodies::{FoundBody, PendingBody};
use crate::call::submit::{CallAnswer, Submission, SubmittedCall};
use crate::decision::DecisionBody;
use crate::hub::Hub;
use crate::request::pending_queue::EndedRequest;
use crate::server::intake::{Body, QueryString, Sender};
use crate::server::problem::Problem;
use crate::server::reply::{JsonReply, fine, json_of, told};
use crate::token::callers::Caller;

/// `POST /v1/calls`
pub async fn submit(
    State(hub): State<Arc<Hub>>,
    Sender(caller): Sender,
    Body(body): Body,
) -> Result<Response, Problem> {
    hub.require(&caller, caller.role().asks(), "hand a call in").await?;
    let submitted = SubmittedCall::read(body, hub.limits.wait)?;
    let end = Instant::now().checked_add(submitted.wait);
    match submit::submit_call(&hub, &caller, submitted).await? {
        Submission::Settled(told) => Ok(Json(told).into_response()),
        Submission::Waits(question) => Ok(match question.wait(&hub, end).await? {
            CallAnswer::Answer(told) => Json(told).into_response(),
            CallAnswer::Pending(told) => (StatusCode::ACCEPTED, Json(told)).into_response(),
            CallAnswer::Gone(told) => (StatusCode::GONE, Json(told)).into_response(),
        }),
    }
}

/// Which call.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Which {
    session: Option<String>,
    call: String,
}

/// `GET /v1/calls`: the state of a call that became a request, by the id its agent chose. It does not hand out the
/// answer.
pub async fn find(
    State(hub): State<Arc<Hub>>,
    Sender(caller): Sender,
    QueryString(which): QueryString<Which>,
) -> JsonReply {
    hub.require(&caller, caller.role().asks(), "look for a call").await?;
    let session = hub.meant(&caller, which.session.as_deref()).await?.id;
    let stored = own(&hub, &caller, &submit::name_of(&hub, &session, &which.call)).await?;
    told(&FoundBody {
        id: &stored.id,
        call: &which.call,
        session: &stored.session,
        state: stored.state.name(),
        call_hash: &stored.digest,
        created_at: stored.created,
        expires_at: stored.expires,
    })
}

/// How long to wait.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wait {
    wait: Option<String>,
}

/// A request of the caller's own. Requests of others do not exist for it.
pub async fn own(hub: &Hub, caller: &Caller, id: &str) -> Result<StoredRequest, Problem> {
    let missing = || Problem::missing("call");
    let stored = hub.store().request(id).await?.ok_or_else(missing)?;
    match hub.owns(caller, &stored.session).await {
        Ok(Some(true)) => Ok(stored),
        Ok(_) => Err(missing()),
        Err(problem) if problem.status == StatusCode::NOT_FOUND => Err(missing()),
        Err(problem) => Err(problem),
    }
}

/// `GET /v1/calls/ID`: the answer, for the first caller that collects it.
pub async fn collect(
    State(hub): State<Arc<Hub>>,
    Sender(caller): Sender,
    Path(id): Path<String>,
    QueryString(wait): QueryString<Wait>,
) -> Result<Response, Problem> {
    hub.require(&caller, caller.role().asks(), "collect the answer to a call").await?;
    let seconds = wait.wait.as_deref().map_or(Some(0.0), |text| text.parse().ok());
    let wait = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let wait = wait.ok_or_else(|| Problem::bad("`wait` must be a number of seconds, such as `?wait=30`"))?;
    let wait = wait.min(hub.limits.wait);
    let stored = own(&hub, &caller, &id).await?;
    Ok(match submit::waited(&hub, &id, None, Instant::now().checked_add(wait)).await? {
        Collected::Waiting => (StatusCode::ACCEPTED, Json(json_of(&PendingBody::of(&stored)))).into_response(),
        ready @ Collected::Ready { .. } => Json(submit::collected(&stored, ready, None)).into_response(),
        Collected::Gone(state) => (StatusCode::GONE, Json(submit::gone(&hub, &id, state).await?)).into_response(),
    })
}

/// `POST /v1/calls/ID/done`
pub async fn done(State(hub): State<Arc<Hub>>, Sender(caller): Sender, Path(id): Path<String>, _: Body) -> JsonReply {
    hub.require(&caller, caller.role().asks(), "say that a call has run").await?;
    own(&hub, &caller, &id).await?;
    hub.gate.done(&id).await?;
    fine()
}

/// `POST /v1/calls/ID/cancel`: the agent no longer waits. The call does not run.
pub async fn cancel(State(hub): State<Arc<Hub>>, Sender(caller): Sender, Path(id): Path<String>, _: Body) -> JsonReply {
    hub.require(&caller, caller.role().asks(), "withdraw a call").await?;
    let stored = own(&hub, &caller, &id).await?;
    withdraw(&hub, &stored).await?;
    fine()
}

/// Who ended a request that its agent cancelled.
pub const AGENT: &str = "the agent";

/// Ends a request because its agent no longer waits for it.
pub async fn withdraw(hub: &Hub, stored: &StoredRequest) -> Result<(), Problem> {
    let _busy = hub.queue.busy_with(&stored.id);
    match hub.gate.cancel(&stored.id).await {
        Ok(resolved) => {
            hub.ended(EndedRequest {
                id: stored.id.clone(),
                session: stored.session.clone(),
                by: Some(AGENT.to_owned()),
                approved: false,
                reason: resolved.reason,
                but: None,
            });
            Ok(())
        }
        Err(error) => Err(answer::lost(hub, &stored.id, error).await),
    }
}

/// `POST /v1/check`: a dry run.
pub async fn check(State(hub): State<Arc<Hub>>, Sender(caller): Sender, Body(body): Body) -> JsonReply {
    hub.require(&caller, caller.role().asks() || caller.role().watches(), "try a call out").await?;
    let submitted = SubmittedCall::read(body, hub.limits.wait)?;
    told(&DecisionBody::of(&hub.check(&caller, submitted.call).await?))
}
