//! What agents do: hand calls in, come for the answers, say what ran.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use byleave_gate::{Authorization, Call, Collected, Refusal, RequestState, StoredRequest, Submitted, files};
use byleave_policy::Verdict;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::callers::Caller;
use crate::hub::Hub;
use crate::intake::{Body, Fields, From};
use crate::problem::{Problem, Reply, fine};
use crate::reads::decision_json;

/// How long an agent waits if it does not say.
const USUAL_WAIT: Duration = Duration::from_mins(1);

/// Between two looks at the store by somebody who waits. Whoever keeps the hub wakes those who wait; this is for the case
/// that it did not.
const LOOK_AGAIN: Duration = Duration::from_secs(15);

/// A name longer than this is nobody's.
const LONGEST_NAME: usize = 256;

/// A call as it is handed in.
struct Handed {
    call: Call,
    session: Option<String>,
    parent: Option<String>,
    remaining: Vec<(String, String)>,
    wait: Duration,
}

impl Handed {
    fn read(body: Map<String, Value>, longest: Duration) -> Result<Self, Problem> {
        let mut fields = Fields(body);
        let tool = fields.text("tool")?.filter(|tool| !tool.is_empty());
        let tool = tool.ok_or_else(|| Problem::bad("`tool` is missing: name the tool, such as `bash`"))?;
        let arguments = fields.object("arguments")?.unwrap_or_default();
        let mut call = Call::new(tool, Value::Object(arguments));
        if let Some(id) = fields.text("id")? {
            call = call.id(id);
        }
        let session = fields.text("session")?;
        let parent = fields.text("parent_session")?;
        call.agent = fields.text("agent")?;
        for (what, name) in
            [("session", &session), ("parent_session", &parent), ("agent", &call.agent), ("id", &Some(call.id.clone()))]
        {
            if name.as_ref().is_some_and(|name| name.is_empty() || name.len() > LONGEST_NAME) {
                return Err(Problem::bad(format!("`{what}` must have 1 to {LONGEST_NAME} bytes")));
            }
        }
        call.description = fields.text("description")?;
        call.cwd = fields.text("cwd")?.map(Into::into);
        call.project = fields.text("project")?.map(Into::into);
        call.home = fields.text("home")?.map(Into::into);
        for (what, path) in [("cwd", &call.cwd), ("project", &call.project), ("home", &call.home)] {
            if path.as_ref().is_some_and(|path| !path.is_absolute()) {
                return Err(Problem::bad(format!("`{what}` must be an absolute path")));
            }
        }
        if call.project.is_none() {
            call.project = call.cwd.as_deref().map(files::project_of);
        }
        let remaining = fields.list("batch_remaining")?.into_iter().map(remaining).collect::<Result<_, _>>()?;
        let wait = fields.seconds("wait")?.map_or(USUAL_WAIT, Duration::from_secs_f64).min(longest);
        fields.end()?;
        Ok(Self { call, session, parent, remaining, wait })
    }
}

/// One of the calls that come after: its arguments as text, as in the first document, or as the object itself.
fn remaining(value: Value) -> Result<(String, String), Problem> {
    let Value::Object(map) = value else { return Err(Problem::bad("`batch_remaining` must be a list of calls")) };
    let mut fields = Fields(map);
    let tool = fields.text("tool")?.ok_or_else(|| Problem::bad("a call in `batch_remaining` has no `tool`"))?;
    let arguments = match fields.0.remove("arguments") {
        None | Some(Value::Null) => "{}".to_owned(),
        Some(Value::String(text)) => text,
        Some(other) => other.to_string(),
    };
    fields.end()?;
    Ok((tool, arguments))
}

/// `POST /v1/calls`
pub async fn submit(State(hub): State<Arc<Hub>>, From(caller): From, Body(body): Body) -> Result<Response, Problem> {
    hub.require(&caller, caller.role().asks(), "hand a call in").await?;
    let handed = Handed::read(body, hub.limits.wait)?;
    let end = Instant::now().checked_add(handed.wait);
    let named = handed.session.as_deref();
    let session = hub.session_of(&caller, named, &handed.call, handed.parent.as_deref()).await?;
    if hub.board.of_owner(&caller.token.id) >= hub.limits.pending {
        let message = "too many calls of this token wait for people already; this one was not put, so do not run it";
        return Err(Problem::too_many(message).with("approved", false));
    }
    let call = handed.call.session(session);
    let arguments = call.arguments.clone();
    match hub.gate.submit(call, handed.remaining).await {
        Submitted::Settled(authorization) => Ok(Json(settled(&hub, *authorization)).into_response()),
        Submitted::Pending(stored) => {
            hub.metrics.judged(Verdict::Ask);
            hub.board.add(&stored, Some(caller.token.id.clone()));
            match waited(&hub, &stored.id, end).await? {
                Collected::Waiting => Ok(pending(&stored)),
                ready @ Collected::Ready { .. } => Ok(Json(collected(&stored, ready, Some(arguments))).into_response()),
                // It was never collected: it ended while this request waited for it.
                Collected::Gone(state) => Ok(Json(over(&hub, &stored.id, state).await?).into_response()),
            }
        }
    }
}

/// A call that needed nobody.
fn settled(hub: &Hub, authorization: Authorization) -> Value {
    match authorization {
        Authorization::Approved(permit) => {
            hub.metrics.judged(Verdict::Allow);
            let decision = permit.decision();
            // The permit ends here: what runs elsewhere is bound to the call by its hash.
            json!({
                "approved": true,
                "tool": permit.tool(),
                "call": permit.id(),
                "arguments": permit.arguments(),
                "edited": false,
                "call_hash": permit.digest().to_string(),
                "record": permit.record(),
                "source": decision.source.name(),
                "rule": decision.rule,
                "reason": decision.reason,
                "stop": false,
            })
        }
        Authorization::Rejected(refusal) | Authorization::Stopped(refusal) => {
            hub.metrics.judged(Verdict::Deny);
            refused(&refusal)
        }
    }
}

fn refused(refusal: &Refusal) -> Value {
    let mut told = refusal.to_json();
    if let Some(map) = told.as_object_mut() {
        map.insert("source".to_owned(), refusal.decision.source.name().into());
        map.insert("model_text".to_owned(), refusal.to_model_text().into());
        if let Some(remedy) = &refusal.remedy {
            map.insert("remedy".to_owned(), remedy.as_str().into());
        }
    }
    told
}

fn pending(stored: &StoredRequest) -> Response {
    let body = json!({
        "id": stored.id,
        "state": "pending",
        "session": stored.session,
        "call_hash": stored.digest,
        "expires_at": stored.expires.map(|end| end.to_string()),
    });
    (StatusCode::ACCEPTED, Json(body)).into_response()
}

/// What an agent is told of an answer.
fn collected(stored: &StoredRequest, collected: Collected, asked: Option<Map<String, Value>>) -> Value {
    let Collected::Ready { approved, arguments, digest, answer } = collected else { return Value::Null };
    let mut told = answer.as_object().cloned().unwrap_or_default();
    let edited = arguments.is_some();
    told.insert("id".to_owned(), stored.id.as_str().into());
    told.insert("state".to_owned(), RequestState::Released.name().into());
    told.insert("approved".to_owned(), approved.into());
    told.insert("edited".to_owned(), edited.into());
    // Without other arguments the agent runs what it asked about. The store has that without its secrets, so whoever
    // comes for the answer later is told nothing but the hash.
    let arguments = arguments.or(asked).filter(|_| approved);
    told.insert("arguments".to_owned(), arguments.map_or(Value::Null, Value::Object));
    told.insert("call_hash".to_owned(), digest.map_or(Value::Null, |digest| digest.to_string().into()));
    told.insert("source".to_owned(), "user".into());
    told.insert("rule".to_owned(), Value::Null);
    told.entry("stop".to_owned()).or_insert(Value::Bool(false));
    Value::Object(told)
}

/// What an agent is told of a request that ended without it.
async fn over(hub: &Hub, id: &str, state: RequestState) -> Result<Value, Problem> {
    let stored = hub.store().request(id).await?;
    let answer = stored.and_then(|stored| stored.answer).unwrap_or(Value::Null);
    let told = answer.as_object().filter(|_| state == RequestState::Expired).cloned();
    let mut told = told.unwrap_or_default();
    told.insert("id".to_owned(), id.into());
    told.insert("state".to_owned(), state.name().into());
    told.insert("approved".to_owned(), false.into());
    told.entry("reason".to_owned()).or_insert_with(|| "the answer was given out before, or the request ended".into());
    told.entry("stop".to_owned()).or_insert(Value::Bool(false));
    Ok(Value::Object(told))
}

/// Waits until there is an answer, and takes it.
async fn waited(hub: &Hub, id: &str, end: Option<Instant>) -> Result<Collected, Problem> {
    let waiting = hub.board.wait_for(id);
    let mut stopping = hub.stopping.subscribe();
    loop {
        let Some(woken) = waiting.woken() else { return Ok(Collected::Waiting) };
        let mut woken = pin!(woken);
        woken.as_mut().enable();
        match hub.gate.collect(id).await? {
            Collected::Waiting => {}
            found @ (Collected::Ready { .. } | Collected::Gone(_)) => return Ok(found),
        }
        let left = end.map_or(LOOK_AGAIN, |end| end.saturating_duration_since(Instant::now()));
        if left.is_zero() || *stopping.borrow_and_update() {
            return Ok(Collected::Waiting);
        }
        tokio::select! {
            () = woken => {}
            () = tokio::time::sleep(left.min(LOOK_AGAIN)) => {}
            _ = stopping.changed() => {}
        }
    }
}

/// How long to wait.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wait {
    wait: Option<f64>,
}

/// A request of the caller's own. Others' do not exist for it.
async fn own(hub: &Hub, caller: &Caller, id: &str) -> Result<StoredRequest, Problem> {
    let missing = || Problem::missing("call");
    let stored = hub.store().request(id).await?.ok_or_else(missing)?;
    match hub.owns(caller, &stored.session).await {
        Ok(Some(true)) => Ok(stored),
        Ok(_) => Err(missing()),
        Err(problem) if problem.status == StatusCode::NOT_FOUND => Err(missing()),
        Err(problem) => Err(problem),
    }
}

/// `GET /v1/calls/ID`: the answer, for the first who comes for it.
pub async fn collect(
    State(hub): State<Arc<Hub>>,
    From(caller): From,
    Path(id): Path<String>,
    Query(wait): Query<Wait>,
) -> Result<Response, Problem> {
    hub.require(&caller, caller.role().asks(), "collect the answer to a call").await?;
    let stored = own(&hub, &caller, &id).await?;
    let wait = Duration::try_from_secs_f64(wait.wait.unwrap_or_default());
    let wait = wait.map_err(|_| Problem::bad("`wait` must be a number of seconds"))?.min(hub.limits.wait);
    match waited(&hub, &id, Instant::now().checked_add(wait)).await? {
        Collected::Waiting => Ok(pending(&stored)),
        ready @ Collected::Ready { .. } => Ok(Json(collected(&stored, ready, None)).into_response()),
        Collected::Gone(state) => {
            let mut told = over(&hub, &id, state).await?;
            if let Some(map) = told.as_object_mut() {
                map.insert("error".to_owned(), "gone".into());
            }
            Ok((StatusCode::GONE, Json(told)).into_response())
        }
    }
}

/// `POST /v1/calls/ID/done`
pub async fn done(State(hub): State<Arc<Hub>>, From(caller): From, Path(id): Path<String>, _: Body) -> Reply {
    hub.require(&caller, caller.role().asks(), "say that a call has run").await?;
    own(&hub, &caller, &id).await?;
    hub.gate.done(&id).await?;
    Ok(fine())
}

/// `POST /v1/check`: what would happen, without anything happening.
pub async fn check(State(hub): State<Arc<Hub>>, From(caller): From, Body(body): Body) -> Reply {
    hub.require(&caller, caller.role().asks() || caller.role().watches(), "try a call out").await?;
    let handed = Handed::read(body, hub.limits.wait)?;
    Ok(Json(decision_json(&hub.gate.check(&handed.call))))
}
