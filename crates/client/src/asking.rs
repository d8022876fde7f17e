//! How a request goes to a hub and its answer comes back.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use byleave_gate::{Answer, ChannelError, RejectMode, Reply, Request, Shell};
use hyper::Method;
use serde::Serialize;
use serde_json::{Map, Value};
use tokio::sync::oneshot;

use crate::trouble::Trouble;
use crate::wire::Wire;

/// How long the hub holds a request open before it replies that there is no answer yet, in seconds.
const HOLD: u32 = 25;

/// How long withdrawing a request may take.
const LEAVING: Duration = Duration::from_secs(2);

/// Submits a call and waits for its result.
pub async fn call(wire: &Wire, mut call: Map<String, Value>, pending: impl FnOnce(&Value)) -> Result<Value, Trouble> {
    if !call.contains_key("id") {
        call.insert("id".to_owned(), byleave_gate::ids::new("call").into());
    }
    // With a secret for this one request, its answer can be collected again if it is lost on the way.
    call.insert("nonce".to_owned(), nonce()?.into());
    // First without waiting, so that the request has an id, and the hub's hash can be compared with the call.
    call.insert("wait".to_owned(), 0.into());
    let mut pending = Some(pending);
    loop {
        let hold = call.get("wait").and_then(Value::as_u64).unwrap_or_default();
        let body = Value::Object(call.clone());
        let hold = Duration::from_secs(hold);
        let (status, told) = wire.patiently(Method::POST, "/v1/calls", Some(&body), hold).await?;
        if status == 200 {
            return Ok(told);
        }
        if let Some(pending) = pending.take() {
            pending(&told);
        }
        call.insert("wait".to_owned(), HOLD.into());
    }
}

fn nonce() -> Result<String, Trouble> {
    let mut bytes = [0_u8; 24];
    getrandom::fill(&mut bytes).map_err(|_| Trouble::Malformed("there is no randomness".to_owned()))?;
    Ok(bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}")))
}

/// Makes a request of a gate at the hub; withdraws it if the gate no longer waits for the answer.
pub async fn ask(
    wire: &Wire,
    request: &Request,
    stopped: &Mutex<HashSet<String>>,
    leaves: oneshot::Receiver<()>,
) -> Result<Reply, ChannelError> {
    let asked = tokio::select! {
        asked = put(wire, request, stopped) => asked,
        _ = leaves => {
            let _ = tokio::time::timeout(LEAVING, withdraw(wire, request)).await;
            return Err(ChannelError::Closed);
        }
    };
    let told = asked.map_err(|trouble| match trouble {
        Trouble::Malformed(what) => ChannelError::Malformed(what),
        Trouble::Unreachable(_) | Trouble::Refused { .. } | Trouble::Gone(_) | Trouble::Ended => {
            ChannelError::Failed(trouble.to_string())
        }
    })?;
    let reply = reply(&told, request)?;
    if let Reply::Answer { answer: Answer::Reject(rejection), .. } = &reply
        && rejection.mode == RejectMode::Hard
    {
        let mut stopped = stopped.lock().unwrap_or_else(PoisonError::into_inner);
        stopped.extend([Some(request.session.clone()), request.parent.clone()].into_iter().flatten());
    }
    Ok(reply)
}

async fn put(wire: &Wire, request: &Request, stopped: &Mutex<HashSet<String>>) -> Result<Value, Trouble> {
    // A gate that asks again after a stop knows that its user has spoken; the hub must know it too.
    let was_stopped = stopped.lock().unwrap_or_else(PoisonError::into_inner).remove(&request.session);
    if was_stopped {
        begin(wire, &request.session).await?;
    }
    match call(wire, body(request), |_| ()).await {
        Err(Trouble::Refused { status: 404, code, message }) => {
            // The hub does not know a parent session that never asked anything.
            let Some(parent) = &request.parent else { return Err(Trouble::Refused { status: 404, code, message }) };
            begin(wire, parent).await?;
            call(wire, body(request), |_| ()).await
        }
        // The gate uses the hub's own store: its request is already in the queue, and the gate gets the answer from the
        // store.
        Err(Trouble::Refused { status: 409, code, .. }) if code == "same_store" => std::future::pending().await,
        told => told,
    }
}

async fn begin(wire: &Wire, session: &str) -> Result<(), Trouble> {
    let path = format!("/v1/sessions/{}/turn", escaped(session));
    wire.post(&path, &TurnBody { event: "begin" }).await.map(|_| ())
}

#[derive(Serialize)]
struct TurnBody {
    event: &'static str,
}

/// A request as the hub takes it.
#[derive(Serialize)]
struct CallBody<'r> {
    /// The id of the request, not the model's id for the call, which may repeat.
    id: &'r str,
    tool: &'r str,
    arguments: &'r Map<String, Value>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    arguments_order: &'r [String],
    session: &'r str,
    parent_session: Option<&'r str>,
    agent: Option<&'r str>,
    description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    shell: Option<Vec<&'static str>>,
    cwd: &'r str,
    project: &'r str,
    home: &'r str,
    batch_remaining: Vec<RemainingCall<'r>>,
    call_hash: String,
    ask: bool,
}

#[derive(Serialize)]
struct RemainingCall<'r> {
    tool: &'r str,
    arguments: &'r str,
}

/// The request in the hub's form. The gate's findings go along as the agent's words: the hub finds its own reasons.
fn body(request: &Request) -> Map<String, Value> {
    let reasons: Vec<String> = request.asks().collect();
    let found = format!("the agent's gate asks ({} risk): {}", request.risk.name(), reasons.join("; "));
    let remaining = request.batch_remaining.iter().map(|(tool, arguments)| RemainingCall { tool, arguments });
    let body = CallBody {
        id: &request.id,
        tool: &request.call.tool,
        arguments: &request.call.arguments,
        arguments_order: request.call.about.as_deref().map_or(&[], |about| about.order.as_slice()),
        session: &request.session,
        parent_session: request.parent.as_deref(),
        agent: request.call.agent.as_deref(),
        description: request.call.description.iter().cloned().chain([found]).collect::<Vec<_>>().join("\n"),
        shell: request.call.shell.map(|shells| shells.iter().map(Shell::name).collect()),
        cwd: &request.cwd,
        project: &request.project,
        home: &request.home,
        batch_remaining: remaining.collect(),
        call_hash: request.digest.to_string(),
        ask: true,
    };
    match serde_json::to_value(body) {
        Ok(Value::Object(body)) => body,
        // The hub refuses a call without a tool.
        Ok(_) | Err(_) => Map::new(),
    }
}

/// The hub's reply as the gate takes it. Anything that is not clearly an answer to this call is an error.
fn reply(told: &Value, request: &Request) -> Result<Reply, ChannelError> {
    let malformed = |what: &str| ChannelError::Malformed(what.to_owned());
    let text = |key: &str| told.get(key).and_then(Value::as_str);
    let reason = || text("reason").unwrap_or("no reason was given").to_owned();
    let approved =
        told.get("approved").and_then(Value::as_bool).ok_or_else(|| malformed("it does not say `approved`"))?;
    let answer = if approved {
        let edited = told.get("edited").and_then(Value::as_bool).unwrap_or(false);
        if !edited && text("call_hash") != Some(request.digest.to_string().as_str()) {
            return Err(malformed("it is about another call"));
        }
        let wanted = ["approved", "scope", "breadth", "for", "count"];
        let kept = wanted.iter().chain(edited.then_some(&"arguments"));
        let kept: Map<String, Value> =
            kept.filter_map(|key| Some(((*key).to_owned(), told.get(*key)?.clone()))).collect();
        if edited && !kept.get("arguments").is_some_and(Value::is_object) {
            return Err(malformed("it says that the arguments were edited, but not how"));
        }
        Answer::from_json(&Value::Object(kept), RejectMode::Hard).map_err(|error| malformed(&error.to_string()))?
    } else {
        match text("cause") {
            Some("rejected") => {
                Answer::from_told(told, RejectMode::Hard).map_err(|error| malformed(&error.to_string()))?
            }
            Some("stopped") => Answer::hard(Some(reason())),
            // The stricter of the two policies counts, even if another channel here would approve.
            Some("policy") => Answer::soft(Some(format!("the policy of the hub refuses it: {}", reason()))),
            Some(_) | None => return Err(ChannelError::Failed(reason())),
        }
    };
    Ok(Reply::Answer { answer, person: text("by").map(str::to_owned) })
}

/// The gate no longer waits: the hub takes the request off the screens.
async fn withdraw(wire: &Wire, request: &Request) -> Result<(), Trouble> {
    let path = format!("/v1/calls?session={}&call={}", escaped(&request.session), escaped(&request.id));
    let found = wire.get(&path).await?;
    let id = found.get("id").and_then(Value::as_str).unwrap_or_default();
    wire.post(&format!("/v1/calls/{}/cancel", escaped(id)), &Map::new()).await.map(|_| ())
}

/// A name, escaped for a URL.
fn escaped(name: &str) -> String {
    name.bytes().fold(String::new(), |text, byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => format!("{text}{}", char::from(byte)),
        other => format!("{text}%{other:02X}"),
    })
}
