//! What approvers do: look at pending requests, and answer. One function takes all answers, from HTTP and from sockets.

pub mod approver_socket;
mod backlog;
pub mod frames;
pub mod shown;
pub mod undo;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use byleave_gate::{
    Answer, AnswerFields, AnsweredBy, Approval, BadAnswer, Reach, RejectMode, RequestState, ResolveError, Resolved,
    Scope, StoredRequest, Waits, quorum,
};
use byleave_policy::grant::Breadth;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tracing::Instrument as _;

use crate::answer::frames::ApproverFrame;
use crate::call::AGENT;
use crate::hub::{Hub, PAGE};
use crate::request::pending_queue::EndedRequest;
use crate::server::{Body, JsonReply, Problem, QueryString, Sender, json_of, told};
use crate::token;
use crate::token::callers::Caller;

/// The record's name for the channel of answers that come through a hub.
pub const CHANNEL: &str = "hub";

/// Answers a request. Every way to answer leads here, so the role is checked here.
///
/// `but` is the socket that answered without an id. The answer is completed even if the approver disconnects before the
/// future is looked at.
pub fn answer(
    hub: &Arc<Hub>,
    caller: &Arc<Caller>,
    id: &str,
    reply: Map<String, Value>,
    but: Option<u64>,
) -> impl Future<Output = Result<Value, Problem>> + Send + use<> {
    let (hub, caller, id) = (Arc::clone(hub), Arc::clone(caller), id.to_owned());
    let answering = async move { answer_whole(&hub, &caller, &id, reply, but).await };
    let answering = tokio::spawn(answering.in_current_span());
    let failed = || Problem::failed("answering failed; nothing was approved");
    async move { answering.await.unwrap_or_else(|_| Err(failed())) }
}

async fn answer_whole(
    hub: &Hub,
    caller: &Caller,
    id: &str,
    reply: Map<String, Value>,
    but: Option<u64>,
) -> Result<Value, Problem> {
    hub.require_now(caller, caller.role().answers(), "answer a request").await?;
    let stored = visible(hub, caller, id).await?;
    let answer = read(&stored, reply)?;
    let scope = match &answer {
        Answer::Approve(approval) => Some(approval.scope),
        Answer::Reject(_) => None,
    };
    if let Some(scope) = scope.filter(|scope| scope.reach() > caller.reach()) {
        return Err(too_wide(hub, caller, id, scope).await);
    }
    if quorum::needed(&stored.frame) > 1 && scope.is_some() && !token::names_a_person(&caller.token) {
        let message = "several people must agree, and this token does not say who you are; \
                       use one made with `byleave hub token create --name YOUR-NAME`";
        return Err(Problem::new(StatusCode::FORBIDDEN, "no_name", message).with("id", id));
    }
    if !stored.approvals.is_empty() && scope.is_some() {
        // An approval does not count any more if its token was revoked or expired since.
        hub.read_tokens().await?;
        hub.gate.withdraw(id, |given| hub.callers.may_answer(given, hub.now())).await?;
    }
    let by = AnsweredBy { person: caller.token.name.clone(), channel: CHANNEL.to_owned() };
    let busy = hub.queue.busy_with(id);
    let resolved = match hub.gate_for(caller).resolve(id, answer, &by).await {
        Ok(Resolved { waits: Some(waits), .. }) => return Ok(agreed(hub, &caller.token.id, &stored, &waits, but)),
        Ok(resolved) => resolved,
        Err(error) => return Err(lost(hub, id, error).await),
    };
    let waited = Duration::try_from(hub.now().duration_since(stored.created)).unwrap_or_default();
    hub.metrics.answered(resolved.approved, waited);
    tracing::info!(request = id, token = %caller.token.id, approved = resolved.approved, "answered");
    let Resolved { approved, reason, granted, grant, stopped, waits: _ } = resolved;
    hub.ended(EndedRequest {
        but,
        ..EndedRequest::of(id, &stored.session, Some(&by.person), approved, reason.clone())
    });
    drop(busy);
    if granted {
        let everywhere = scope.is_some_and(|scope| scope.reach() > Reach::Session);
        let session = (!everywhere).then_some(stored.session.as_str());
        hub.grants_changed(session, but);
        hub.settle(session, "a grant").await;
    } else if stopped {
        hub.settle(Some(&stored.session), "a stop").await;
    }
    Ok(json_of(&Answered { id, approved, reason: &reason, by: &by.person, granted, grant, stop: stopped }))
}

/// Refuses an answer whose grant would count where the token does not, and puts the attempt on record. The request keeps
/// waiting.
async fn too_wide(hub: &Hub, caller: &Caller, id: &str, scope: Scope) -> Problem {
    hub.put_on_record(caller, "grant beyond the session of its token").await;
    let message = format!(
        "this token is for one session, so `{}` reaches further than it may; \
         answer with `once`, `turn`, `session`, `for` or `count`",
        scope.name()
    );
    Problem::new(StatusCode::FORBIDDEN, "too_wide", message).with("id", id).with("scope", scope.name())
}

/// The reply to the approver whose answer counts.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Answered<'a> {
    id: &'a str,
    approved: bool,
    reason: &'a str,
    by: &'a str,
    granted: bool,
    grant: Option<String>,
    stop: bool,
}

/// The reply to an approver who agreed, while others must agree too.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Agreed<'a> {
    id: &'a str,
    state: &'static str,
    approved: Option<bool>,
    #[cfg_attr(test, schemars(with = "crate::server::described::AgreedSoFar"))]
    approvals: quorum::AgreedSoFar<'a>,
}

/// More approvers must agree: notifies watchers, and returns the reply for this approver.
fn agreed(hub: &Hub, token: &str, stored: &StoredRequest, waits: &Waits, but: Option<u64>) -> Value {
    tracing::info!(request = stored.id, token, given = waits.given.len(), needed = waits.needed, "agreed");
    let frame = quorum::with_given(stored.frame.clone(), &waits.given);
    let now = StoredRequest { frame, approvals: waits.given.clone(), ..stored.clone() };
    hub.queue.agreed(&now, but);
    let approvals = quorum::agreed_so_far(waits.needed, &waits.given);
    json_of(&Agreed { id: &stored.id, state: RequestState::Pending.name(), approved: None, approvals })
}

/// A request, if the caller may see it.
pub async fn visible(hub: &Hub, caller: &Caller, id: &str) -> Result<StoredRequest, Problem> {
    let stored = hub.store().request(id).await?.filter(|stored| caller.sees(&stored.session));
    stored.ok_or_else(|| Problem::missing("request"))
}

/// Reads an answer. Anything that is not clearly an answer is an error, and the request stays pending.
fn read(stored: &StoredRequest, reply: Map<String, Value>) -> Result<Answer, Problem> {
    let malformed = |message: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "malformed", message);
    let wrong = |error: BadAnswer| malformed(error.to_string());
    let mut said = AnswerFields::read(reply).map_err(wrong)?;
    if said.id.as_ref().is_some_and(|id| *id != stored.id) {
        return Err(malformed("the answer names another request".to_owned()));
    }
    if said.call_hash.as_ref().is_some_and(|hash| *hash != stored.digest) {
        let message = "the answer is about another call than the one that waits; look at it again";
        return Err(
            Problem::new(StatusCode::CONFLICT, "call_changed", message).with("call_hash", stored.digest.as_str())
        );
    }
    if let Some(option) = said.option_id.clone() {
        let named = chosen(stored, &option);
        let named = named.ok_or_else(|| malformed("`option_id` is none of the options of the request".to_owned()))?;
        said = said.with_option(&named).map_err(wrong)?;
    }
    if said.approved.is_none() {
        return Err(malformed(
            "an answer is a JSON object such as {\"approved\": true, \"scope\": \"once\"}".to_owned(),
        ));
    }
    said.answer(RejectMode::Hard).map_err(wrong)
}

/// The answer that an option of a request stands for.
fn chosen(stored: &StoredRequest, option: &str) -> Option<Answer> {
    match option {
        "once" => Some(Answer::once()),
        "soft" => Some(Answer::soft(None)),
        "hard" => Some(Answer::hard(None)),
        _ => {
            let options = stored.frame.get("options")?.as_array()?;
            let offer = options.iter().find(|offer| offer.get("id").and_then(Value::as_str) == Some(option))?;
            let scope = Scope::find(offer.get("scope")?.as_str()?)?;
            let breadth = Breadth::find(offer.get("breadth")?.as_str()?)?;
            Some(Answer::Approve(Approval { scope, breadth: Some(breadth), arguments: None }))
        }
    }
}

/// Why an answer did not count.
pub async fn lost(hub: &Hub, id: &str, error: ResolveError) -> Problem {
    match error {
        ResolveError::Unknown(_) => Problem::missing("request"),
        ResolveError::Expired => {
            Problem::new(StatusCode::GONE, "expired", "the request has expired; the call does not run").with("id", id)
        }
        ResolveError::Decided { by, state } => {
            let first = hub.store().request(id).await.ok().flatten().and_then(|stored| stored.answer);
            let approved = first.as_ref().and_then(|answer| answer.get("approved")).cloned().unwrap_or(Value::Null);
            let (message, by) = match (state, by) {
                (RequestState::Cancelled, _) => {
                    ("the agent cancelled it; the call does not run".to_owned(), Some(AGENT.to_owned()))
                }
                (_, Some(by)) => (format!("{by} answered before"), Some(by)),
                (_, None) => ("it needs no answer any more: a grant, a stop or the policy decided it".to_owned(), None),
            };
            Problem::new(StatusCode::CONFLICT, "already_decided", message)
                .with("id", id)
                .with("by", by)
                .with("state", state.name())
                .with("approved", approved)
        }
        error @ ResolveError::Fixed { .. } => {
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "not_editable", error.to_string()).with("id", id)
        }
        ResolveError::StandIn => {
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "stand_in", ResolveError::StandIn.to_string()).with("id", id)
        }
        ResolveError::Store(error) => error.into(),
    }
}

/// `POST /v1/requests/ID/answer`
pub async fn post(
    Sender { hub, caller }: Sender,
    Path(id): Path<String>,
    Body(body): Body,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let answered = answer(&hub, &caller, &id, body, None).await?;
    // The answer is accepted, but nothing is decided yet: more approvers must agree.
    let waits = answered.get("approved").is_some_and(Value::is_null);
    Ok((if waits { StatusCode::ACCEPTED } else { StatusCode::OK }, Json(answered)))
}

/// Which page of a list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    after: Option<String>,
    limit: Option<usize>,
}

/// `GET /v1/requests`: pending requests, oldest first.
pub async fn list(Sender { hub, caller }: Sender, QueryString(page): QueryString<Page>) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see the requests").await?;
    let after = match page.after.as_deref().map(|text| text.split_once('~')) {
        None => None,
        Some(cursor) => {
            let read = cursor.and_then(|(at, id)| Some((at.parse::<Timestamp>().ok()?, id.to_owned())));
            Some(read.ok_or_else(|| Problem::bad("`after` must be the `next` of another page"))?)
        }
    };
    let limit = page.limit.unwrap_or(50).clamp(1, PAGE);
    let found = hub.store().requests_after(RequestState::Pending, after, limit).await?;
    let next = found.last().filter(|_| found.len() == limit).map(|last| format!("{}~{}", last.created, last.id));
    let shown: Vec<Value> = found
        .into_iter()
        .filter(|stored| caller.sees(&stored.session))
        .map(|stored| caller.frame(stored.frame))
        .collect();
    told(&QueuePage { requests: shown, next, pending: hub.queue.len() })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct QueuePage {
    #[cfg_attr(test, schemars(with = "Vec<crate::server::described::Request>"))]
    requests: Vec<Value>,
    next: Option<String>,
    pending: usize,
}

/// `GET /v1/requests/ID`
pub async fn show(Sender { hub, caller }: Sender, Path(id): Path<String>) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see a request").await?;
    let stored = visible(&hub, &caller, &id).await?;
    told(&OneRequest {
        answer: stored.answer.as_ref().map(|answer| hub.gate.hide(&stored, answer)),
        request: caller.frame(stored.frame),
        state: stored.state.name(),
        by: stored.person,
        channel: stored.channel,
        changed_at: stored.changed,
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OneRequest {
    #[cfg_attr(test, schemars(with = "crate::server::described::Request"))]
    request: Value,
    #[cfg_attr(test, schemars(with = "crate::server::described::State"))]
    state: &'static str,
    answer: Option<Value>,
    by: Option<String>,
    channel: Option<String>,
    changed_at: Timestamp,
}

/// How long a claim ("ann is looking at this") holds.
const LOOKING: Duration = Duration::from_mins(1);

/// Which approver is looking at which request. Only a courtesy: everyone can still answer, and a restart forgets the
/// claims.
#[derive(Debug, Default)]
pub struct Claims(Mutex<HashMap<String, (String, std::time::Instant)>>);

impl Claims {
    /// Claims a request; returns the name of the approver who claimed it before, if that claim still holds.
    fn take(&self, id: &str, name: &str) -> Option<String> {
        let mut claims = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        claims.retain(|_, (_, since)| since.elapsed() < LOOKING);
        let before = claims.insert(id.to_owned(), (name.to_owned(), std::time::Instant::now()));
        before.map(|(before, _)| before).filter(|before| before != name)
    }
}

/// `POST /v1/requests/ID/claim`: shows the other approvers that this one is looking at the request.
pub async fn claim(Sender { hub, caller }: Sender, Path(id): Path<String>, _: Body) -> JsonReply {
    hub.require_now(&caller, caller.role().answers(), "claim a request").await?;
    let stored = visible(&hub, &caller, &id).await?;
    if stored.state != RequestState::Pending {
        let message = format!("the request is {} already", stored.state.name());
        return Err(Problem::new(StatusCode::CONFLICT, "already_decided", message).with("by", stored.person));
    }
    let before = hub.claims.take(&id, &caller.token.name);
    let by = caller.token.name.as_str();
    hub.queue.tell_frame(Some(&stored.session), &ApproverFrame::ApprovalClaimed { id: &id, by }, None);
    told(&Claimed { id: &id, by, before })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Claimed<'a> {
    id: &'a str,
    by: &'a str,
    before: Option<String>,
}
