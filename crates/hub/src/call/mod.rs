//! What agents do: submit calls, collect answers, report that a call has run.

pub mod agent_socket;
pub mod bodies;
pub mod part_limit;
pub mod submit;
pub mod workplace;

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::Path;
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
use crate::server::{Body, JsonReply, OrderedBody, Problem, QueryString, Sender, fine, json_of, told};
use crate::token::callers::Caller;

/// `POST /v1/calls`
pub async fn submit(
    Sender { hub, caller }: Sender,
    OrderedBody { mut body, order }: OrderedBody,
) -> Result<Response, Problem> {
    hub.require(&caller, caller.role().asks(), "hand a call in").await?;
    if !order.is_empty() {
        body.entry("arguments_order").or_insert_with(|| order.into());
    }
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

/// The session as the agent names it, and the id of a call.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Which {
    session: Option<String>,
    call: String,
}

impl Which {
    /// The request of the call.
    async fn own(&self, hub: &Hub, caller: &Caller) -> Result<StoredRequest, Problem> {
        let session = hub.meant(caller, self.session.as_deref()).await?.id;
        own(hub, caller, &submit::name_of(hub, &session, &self.call)).await
    }
}

/// `GET /v1/calls`: the state of a call that became a request, by the id its agent chose. It does not hand out the
/// answer.
pub async fn find(Sender { hub, caller }: Sender, QueryString(which): QueryString<Which>) -> JsonReply {
    hub.require(&caller, caller.role().asks(), "look for a call").await?;
    let stored = which.own(&hub, &caller).await?;
    let request = PendingBody { state: stored.state.name(), ..PendingBody::of(&stored) };
    told(&FoundBody { request, call: &which.call, created_at: stored.created })
}

/// How long to wait.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wait {
    wait: Option<String>,
}

/// A request of the caller's own. Requests of others do not exist for it.
pub async fn own(hub: &Hub, caller: &Caller, id: &str) -> Result<StoredRequest, Problem> {
    match hub.store().request(id).await? {
        Some(stored) if hub.owns(caller, &stored.session).await? => Ok(stored),
        Some(_) | None => Err(Problem::missing("call")),
    }
}

/// `GET /v1/calls/ID`: the answer, for the first caller that collects it.
pub async fn collect(
    Sender { hub, caller }: Sender,
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
pub async fn done(Sender { hub, caller }: Sender, Path(id): Path<String>, _: Body) -> JsonReply {
    hub.require(&caller, caller.role().asks(), "say that a call has run").await?;
    own(&hub, &caller, &id).await?;
    hub.gate.done(&id).await?;
    fine()
}

/// `POST /v1/calls/ID/cancel`: the agent no longer waits. The call does not run.
pub async fn cancel(Sender { hub, caller }: Sender, Path(id): Path<String>, _: Body) -> JsonReply {
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
            hub.ended(EndedRequest::cancelled(&stored.id, &stored.session, resolved.reason));
            Ok(())
        }
        Err(error) => Err(answer::lost(hub, &stored.id, error).await),
    }
}

/// `POST /v1/check`: a dry run.
pub async fn check(Sender { hub, caller }: Sender, Body(body): Body) -> JsonReply {
    hub.require(&caller, caller.role().asks() || caller.role().watches(), "try a call out").await?;
    let submitted = SubmittedCall::read(body, hub.limits.wait)?;
    let call = if caller.role().asks() { workplace::placed(&hub, &caller, &submitted).await? } else { submitted.call };
    told(&DecisionBody::of(&hub.check(&caller, call).await?))
}
