//! A submitted call: reads it, submits it to the gate under its name, waits for the answer. The same over HTTP and over
//! sockets.

use std::path::PathBuf;
use std::pin::pin;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use byleave_gate::{
    About, Authorization, Call, Cause, Collected, Refusal, RequestState, StoredRequest, Submitted, files,
};
use byleave_policy::read::Command;
use byleave_policy::{Decision, Reason, Source, Verdict, hex, tools};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::call::bodies::{AllowedBody, AnswerBody, EndedBody, GoneBody, PendingBody, RefusedBody, WaitingBody, Why};
use crate::call::{part_limit, workplace};
use crate::hub::Hub;
use crate::server::{Problem, SaidShells, fields, intake, json_of};
use crate::token::callers::Caller;

/// How long an agent waits if it does not say.
const USUAL_WAIT: Duration = Duration::from_mins(1);

/// The time between two looks at the store while waiting. The hub's background task wakes waiting agents; this is for
/// the case that it did not.
const LOOK_AGAIN: Duration = Duration::from_secs(15);

/// The longest name of a session or a call.
const LONGEST_NAME: usize = 256;

/// What agents read if the hub cannot decide.
const BROKEN: &str = "the store of the hub does not work, so the call was not decided; try again later, or ask the operator \
                      to look at the log of the hub";

/// A shorter nonce could be guessed.
const SHORTEST_NONCE: usize = 16;

/// A submitted call.
pub struct SubmittedCall {
    pub call: Call,
    /// Whether the agent says in which project it works.
    pub names_project: bool,
    /// Whether the agent chose its id, and so can come back with it.
    pub named: bool,
    /// The session that the agent named.
    pub session: Option<String>,
    pub parent: Option<String>,
    /// The calls that follow it in its batch.
    pub remaining: Vec<(String, String)>,
    /// How long to wait for an answer.
    pub wait: Duration,
    nonce: Option<String>,
    call_hash: Option<String>,
}

/// Whether a command stands among the arguments, under any of its names.
fn has_command(arguments: &Map<String, Value>) -> bool {
    matches!(Command::among(arguments), Command::Text(text) if !text.trim_ascii().is_empty())
}

impl SubmittedCall {
    /// Reads a call from outside.
    pub fn read(body: Map<String, Value>, longest: Duration) -> Result<Self, Problem> {
        let said: CallBody = fields::read(body)?;
        let tool = said.tool.filter(|tool| !tool.is_empty());
        let tool = tool.ok_or_else(|| Problem::bad("`tool` is missing: name the tool, such as `bash`"))?;
        let arguments = said.arguments.unwrap_or_default();
        if tools::runs(&tool) && !has_command(&arguments) {
            let tool = tool.escape_debug();
            let message = format!("`command` is missing in `arguments`: `{tool}` runs one, as text or a list of words");
            return Err(Problem::bad(message).with("approved", false));
        }
        for (what, name) in [
            ("session", &said.session),
            ("parent_session", &said.parent_session),
            ("agent", &said.agent),
            ("host", &said.host),
            ("id", &said.id),
        ] {
            if name.as_ref().is_some_and(|name| name.is_empty() || name.len() > LONGEST_NAME) {
                return Err(Problem::bad(format!("`{what}` must have 1 to {LONGEST_NAME} bytes")));
            }
        }
        for (what, path) in [("cwd", &said.cwd), ("project", &said.project), ("home", &said.home)] {
            if path.as_ref().is_some_and(|path| !path.is_absolute()) {
                return Err(Problem::bad(format!("`{what}` must be an absolute path")));
            }
        }
        let named = said.id.is_some();
        let nonce = said.nonce;
        if nonce.as_ref().is_some_and(|nonce| !(SHORTEST_NONCE..=LONGEST_NAME).contains(&nonce.len())) {
            let message = format!("`nonce` must have {SHORTEST_NONCE} to {LONGEST_NAME} bytes; make them random");
            return Err(Problem::bad(message));
        }
        if nonce.is_some() && !named {
            return Err(Problem::bad("`nonce` lets a client retry a call, so it needs an `id`"));
        }
        let wait = intake::wait(said.wait)?.unwrap_or(USUAL_WAIT).min(longest);
        let mut call = Call::new(tool, Value::Object(arguments));
        if let Some(id) = said.id {
            call = call.id(id);
        }
        let about = About {
            host: said.host,
            args_schema: said.args_schema.map(Value::Object),
            annotations: said.annotations.map(Value::Object),
            order: said.arguments_order.unwrap_or_default(),
            ..About::default()
        };
        call.about = (about != About::default()).then(|| Box::new(about));
        let names_project = said.project.is_some();
        call.project = said.project.or_else(|| said.cwd.as_deref().map(files::project_of));
        (call.agent, call.description, call.shell) = (said.agent, said.description, said.shell.0);
        (call.cwd, call.home, call.ask) = (said.cwd, said.home, said.ask.unwrap_or_default());
        let remaining = said.batch_remaining.unwrap_or_default().into_iter().map(RemainingBody::into_parts).collect();
        let (session, parent, call_hash) = (said.session, said.parent_session, said.call_hash);
        Ok(Self { call, names_project, named, session, parent, remaining, wait, nonce, call_hash })
    }
}

/// A call, as agents submit it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Call"))]
pub struct CallBody {
    /// The tool as the agent names it.
    #[cfg_attr(test, schemars(required, length(min = 1)))]
    tool: Option<String>,
    /// Its arguments.
    arguments: Option<Map<String, Value>>,
    /// The names of the arguments in the order in which people shall read them; by default, over HTTP, as they stand in
    /// the body. Only shown.
    arguments_order: Option<Vec<String>>,
    /// Names the call in its session. The same id with the same call is the same question, also after a restart and on
    /// another node; with another call it is refused with 409.
    #[cfg_attr(test, schemars(length(min = 1, max = LONGEST_NAME)))]
    id: Option<String>,
    /// The session; the token's usual one if nothing is said. Every token has names of its own: the same name with
    /// another token is another session.
    #[cfg_attr(test, schemars(length(min = 1, max = LONGEST_NAME)))]
    session: Option<String>,
    /// The session above a new one. It must be there and the caller's own.
    #[cfg_attr(test, schemars(length(min = 1, max = LONGEST_NAME)))]
    parent_session: Option<String>,
    #[cfg_attr(test, schemars(length(min = 1, max = LONGEST_NAME)))]
    agent: Option<String>,
    /// The machine it runs on, as the agent calls it. Only shown.
    #[cfg_attr(test, schemars(length(min = 1, max = LONGEST_NAME)))]
    host: Option<String>,
    /// What the tool's arguments may be, as JSON Schema. Only shown.
    args_schema: Option<Map<String, Value>>,
    /// What the maker of an MCP tool claims of it. Only shown.
    annotations: Option<Map<String, Value>>,
    /// What the agent says about it. Approvers see it as the agent's words; byleave never relies on it.
    description: Option<String>,
    #[serde(default)]
    shell: SaidShells,
    #[cfg_attr(test, schemars(extend("pattern" = "^/")))]
    cwd: Option<PathBuf>,
    #[cfg_attr(test, schemars(extend("pattern" = "^/")))]
    project: Option<PathBuf>,
    #[cfg_attr(test, schemars(extend("pattern" = "^/")))]
    home: Option<PathBuf>,
    /// Put it to a person even if the policy would let it run.
    ask: Option<bool>,
    /// A random secret of this one question; needs `id`. A client that retries with it gets the same answer again until
    /// the call is done.
    #[cfg_attr(test, schemars(length(min = SHORTEST_NONCE, max = LONGEST_NAME)))]
    nonce: Option<String>,
    /// The hash the agent knows the call by. If the hub finds another, nothing is put (409).
    call_hash: Option<String>,
    /// The calls that follow it in its batch.
    batch_remaining: Option<Vec<RemainingBody>>,
    /// How many seconds to wait for an answer; 60 if nothing is said, ten minutes at most.
    #[cfg_attr(test, schemars(range(min = 0, max = 1_000_000)))]
    wait: Option<f64>,
}

/// One of the calls that follow: its arguments as text, as in ConnectOnion's protocol, or as the object itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Remaining"))]
struct RemainingBody {
    tool: String,
    arguments: Option<Value>,
}

impl RemainingBody {
    fn into_parts(self) -> (String, String) {
        let arguments = match self.arguments {
            None => "{}".to_owned(),
            Some(Value::String(text)) => text,
            Some(other) => other.to_string(),
        };
        (self.tool, arguments)
    }
}

/// The id of the request for a call: the same for the same call id in the same session, on every node and after every
/// restart. It is keyed with the store's secret, so that no caller can predict it.
pub fn name_of(hub: &Hub, session: &str, id: &str) -> String {
    format!("ap_{}", hex(&hub.keyed::<16>(&[session, id])))
}

/// The result of submitting a call.
pub enum Submission {
    /// It needed no approver.
    Settled(Value),
    /// It is a request that waits, or waited, for a person.
    Waits(Box<WaitingCall>),
}

/// A call that became a request.
pub struct WaitingCall {
    stored: StoredRequest,
    /// Why it asks, for the agent that submitted it just now.
    decision: Option<Decision>,
    arguments: Map<String, Value>,
    nonce: Option<String>,
}

/// The state of a request.
pub enum CallAnswer {
    Pending(Value),
    Answer(Value),
    /// The answer was collected before, or there will be none.
    Gone(Value),
}

/// Submits a call. The role of the caller was checked before.
pub async fn submit_call(hub: &Hub, caller: &Caller, submitted: SubmittedCall) -> Result<Submission, Problem> {
    let placed = workplace::placed(hub, caller, &submitted).await?;
    let SubmittedCall { call, named, session, parent, remaining, nonce, call_hash, .. } = submitted;
    let session = match hub.session_of(caller, session.as_deref(), &placed, parent.as_deref()).await {
        Ok(session) => session,
        Err(problem) => return Err(waits_already(hub, &call, session.as_deref()).await?.unwrap_or(problem)),
    };
    let name = named.then(|| name_of(hub, &session, &call.id));
    // The agent hashed what it said.
    let digest = hub.gate.digest(&call).to_string();
    if call_hash.is_some_and(|said| said != digest) {
        let message = "the call that came is not the one `call_hash` was made of; it was not put, so do not run it";
        let problem = Problem::new(StatusCode::CONFLICT, "call_changed", message);
        return Err(problem.with("approved", false).with("call_hash", digest));
    }
    let call = placed.session(session);
    if hub.queue.of_owner(&caller.token.id) >= hub.limits.pending {
        let known = match &name {
            Some(name) => hub.store().request(name).await?.is_some(),
            None => false,
        };
        // An agent may wait again for a request that is already pending.
        if !known {
            let message =
                "too many calls of this token wait for people already; this one was not put, so do not run it";
            return Err(Problem::too_many(message).with("approved", false));
        }
    }
    let gate = hub.gate_for(caller);
    let entered = hub.decides(caller)?;
    part_limit::few_enough(&gate, &call).await?;
    let arguments = call.arguments.clone();
    let then = hub.queue.revision();
    let outcome = gate.submit_to(call, remaining, name.as_deref(), hub.approvers() > 0).await;
    drop(entered);
    let waits = |stored, decision| Ok(Submission::Waits(Box::new(WaitingCall { stored, decision, arguments, nonce })));
    match outcome {
        Submitted::Settled(authorization) => Ok(Submission::Settled(settled(hub, *authorization))),
        Submitted::Pending { request: stored, decision } => {
            hub.metrics.judged(Verdict::Ask);
            hub.here.add(hub, &stored.id);
            hub.queue.add(&stored, Some(caller.token.id.clone()), then);
            waits(*stored, Some(*decision))
        }
        Submitted::Known(stored) => waits(*stored, None),
        Submitted::Taken => {
            let message = "another call has this `id` in this session; an id names one call, so choose a new one";
            Err(Problem::new(StatusCode::CONFLICT, "id_taken", message).with("approved", false))
        }
    }
}

/// A gate that uses the store of this hub asks here too: its request is already in the queue, and the answer reaches it
/// through the store. Only a caller that knows the name, the session and every byte of the request learns that it
/// exists.
async fn waits_already(hub: &Hub, call: &Call, session: Option<&str>) -> Result<Option<Problem>, Problem> {
    let Some(stored) = hub.store().request(&call.id).await? else { return Ok(None) };
    let same = Some(stored.session.as_str()) == session && stored.digest == hub.gate.digest(call).to_string();
    if !same || hub.owner_of(&stored.session).await? != Some(None) {
        return Ok(None);
    }
    let message = "this question is in the store of this hub already, where people answer it: wait for it there";
    Ok(Some(Problem::new(StatusCode::CONFLICT, "same_store", message).with("approved", false)))
}

impl WaitingCall {
    /// Whether there was no answer when the call was submitted.
    pub fn waits(&self) -> bool {
        self.stored.state == RequestState::Pending
    }

    /// The reply while there is no answer.
    pub fn pending(&self) -> Value {
        json_of(&WaitingBody {
            waits: PendingBody::of(&self.stored),
            call: self.stored.frame.get("tool_call_id"),
            request: &self.stored.frame,
            why: self.decision.as_ref().map(Why::of),
        })
    }

    /// Waits for the answer. Without a deadline it waits until the hub stops.
    pub async fn wait(&self, hub: &Hub, end: Option<Instant>) -> Result<CallAnswer, Problem> {
        let fresh = self.decision.is_some();
        // An agent that does not want to wait learns that a request was made, even if an approver is faster than this
        // reply.
        if fresh && end.is_some_and(|end| end <= Instant::now()) {
            return Ok(CallAnswer::Pending(self.pending()));
        }
        match waited(hub, &self.stored.id, self.nonce.as_deref(), end).await? {
            Collected::Waiting => Ok(CallAnswer::Pending(self.pending())),
            ready @ Collected::Ready { .. } => {
                Ok(CallAnswer::Answer(collected(&self.stored, ready, Some(self.arguments.clone()))))
            }
            // The agent that made the request just now cannot have collected it: the request ended while the agent
            // waited.
            Collected::Gone(state) if fresh => {
                Ok(CallAnswer::Answer(json_of(&over(hub, &self.stored.id, state).await?)))
            }
            Collected::Gone(state) => Ok(CallAnswer::Gone(gone(hub, &self.stored.id, state).await?)),
        }
    }
}

/// The reply for a call that needed no approver.
fn settled(hub: &Hub, authorization: Authorization) -> Value {
    match authorization {
        Authorization::Approved(permit) => {
            hub.metrics.judged(Verdict::Allow);
            // The permit ends here: what runs elsewhere is bound to the call by its hash.
            json_of(&AllowedBody {
                approved: true,
                tool: permit.tool(),
                call: permit.id(),
                arguments: permit.arguments(),
                edited: false,
                call_hash: permit.digest().to_string(),
                record: permit.record(),
                why: Why::of(permit.decision()),
                stop: false,
            })
        }
        Authorization::Rejected(refusal) | Authorization::Stopped(refusal) => {
            hub.metrics.judged(Verdict::Deny);
            refused(&refusal)
        }
    }
}

fn refused(refusal: &Refusal) -> Value {
    // The place and the messages of the store are only for the hub's log.
    let broken = matches!(refusal.cause, Cause::System(_)).then(|| {
        tracing::error!(reason = refusal.reason(), "a call could not be decided");
        let mut told = refusal.clone();
        told.cause = Cause::System(BROKEN.to_owned());
        told.decision.reason = Reason::Failed(BROKEN.to_owned());
        told
    });
    let refusal = broken.as_ref().unwrap_or(refusal);
    json_of(&RefusedBody {
        refusal,
        record: refusal.record.as_deref(),
        source: refusal.decision.source.name(),
        finding: &refusal.decision.reason,
        model_text: refusal.to_model_text(),
        remedy: refusal.remedy.as_deref(),
    })
}

/// The reply to an agent that collects an answer.
pub fn collected(stored: &StoredRequest, collected: Collected, asked: Option<Map<String, Value>>) -> Value {
    let Collected::Ready { approved, arguments, digest, answer } = collected else { return Value::Null };
    let edited = arguments.is_some();
    json_of(&AnswerBody {
        answer: answer_with_stop(answer),
        id: &stored.id,
        state: RequestState::Released.name(),
        approved,
        edited,
        // Without edited arguments the agent runs what it asked about. The store has the arguments without secrets, so
        // a later reply holds only the hash.
        arguments: arguments.or(asked).filter(|_| approved),
        call_hash: digest.map(|digest| digest.to_string()),
        source: Source::User.name(),
        rule: None,
    })
}

/// An answer as the store has it. An older one may not say whether it stops the session.
fn answer_with_stop(answer: Value) -> Map<String, Value> {
    let Value::Object(mut fields) = answer else { return Map::from_iter([("stop".to_owned(), false.into())]) };
    fields.entry("stop").or_insert(Value::Bool(false));
    fields
}

/// The reply to an agent whose request ended without an answer.
async fn over(hub: &Hub, id: &str, state: RequestState) -> Result<EndedBody, Problem> {
    let stored = hub.store().request(id).await?;
    let answer = stored.and_then(|stored| stored.answer).filter(|_| state == RequestState::Expired);
    let mut answer = answer_with_stop(answer.unwrap_or_default());
    let ended = || "the answer was given out before, or the request ended".into();
    let reason = answer.remove("reason").unwrap_or_else(ended);
    Ok(EndedBody { answer, id: id.to_owned(), state: state.name(), approved: false, reason, gone: None })
}

/// The same, for an agent that comes too late.
pub async fn gone(hub: &Hub, id: &str, state: RequestState) -> Result<Value, Problem> {
    let over = over(hub, id, state).await?;
    let gone = Some(GoneBody { error: "gone", message: over.reason.clone() });
    Ok(json_of(&EndedBody { gone, ..over }))
}

/// Waits until there is an answer, and collects it.
pub async fn waited(hub: &Hub, id: &str, receiver: Option<&str>, end: Option<Instant>) -> Result<Collected, Problem> {
    let waiting = hub.queue.wait_for(id);
    let mut stopping = hub.stopping.subscribe();
    loop {
        let Some(woken) = waiting.woken() else { return Ok(Collected::Waiting) };
        let mut woken = pin!(woken);
        woken.as_mut().enable();
        match hub.gate.collect_as(id, receiver).await? {
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::SubmittedCall;

    #[test]
    fn a_command_is_taken_under_every_name_it_comes_by() {
        for (arguments, taken) in [
            (json!({"command": "ls"}), true),
            (json!({"cmd": "ls"}), true),
            (json!({"script": "ls"}), true),
            (json!({"argv": ["ls", "-l"]}), true),
            (json!({"script": " "}), false),
            (json!({"argv": []}), false),
            (json!({"text": "ls"}), false),
        ] {
            let body = json!({"tool": "bash", "arguments": arguments});
            let body = body.as_object().cloned().unwrap_or_default();
            assert_eq!(SubmittedCall::read(body, Duration::from_secs(1)).is_ok(), taken, "{arguments}");
        }
    }
}
