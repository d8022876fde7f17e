//! The socket of agents: single calls, several at once, and batches; and their answers.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use byleave_gate::{Call, remaining};
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;

use crate::call::bodies::{AgentFrame, CallFrame};
use crate::call::submit::{self, CallAnswer, Submission, SubmittedCall};
use crate::call::{self, Which};
use crate::hub::Hub;
use crate::server::socket::{self, End, Event, Socket};
use crate::server::{Problem, Sender, fields, json_of};
use crate::session::namespace::usual;
use crate::session::{self, TurnEvent};
use crate::token::callers::Caller;

/// Frames that may wait to be sent.
const OUT: usize = 64;

/// Calls of one batch, at most.
const MOST_IN_A_BATCH: usize = 256;

/// `GET /v1/agent`
pub async fn upgrade(
    Sender { hub, caller }: Sender,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    hub.require(&caller, caller.role().asks(), "hand calls in over a socket").await?;
    let upgrade = upgrade.map_err(|_| Problem::bad("this address is for WebSockets: ask for an upgrade"))?;
    let room = socket::room(&hub, &caller)?;
    let upgrade = upgrade.protocols(["bearer"]).max_message_size(hub.limits.body).max_frame_size(hub.limits.body);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let (out, frames) = mpsc::channel(OUT);
        let socket = Socket::new(&hub, &caller, socket, room);
        let desk = Desk { hub, caller, out, runs: Arc::default() };
        let mut line = Line { desk, socket, frames, jobs: JoinSet::new() };
        let Err(why) = line.serve().await;
        tracing::info!(token = %line.desk.caller.token.id, why = why.words(), "socket of an agent closed");
        line.socket.close(why).await;
    }))
}

/// Approved calls of batches that run now, by the session as the agent names it and the call id: the next call of the
/// batch waits for them.
type Runs = Arc<Mutex<HashMap<(String, String), oneshot::Sender<()>>>>;

/// The shared state for the calls of one socket.
#[derive(Clone)]
struct Desk {
    hub: Arc<Hub>,
    caller: Arc<Caller>,
    out: mpsc::Sender<Value>,
    runs: Runs,
}

/// One socket.
struct Line {
    desk: Desk,
    socket: Socket,
    frames: mpsc::Receiver<Value>,
    /// The tasks of this socket. They end with it; a client that reconnects sends the same ids again.
    jobs: JoinSet<()>,
}

impl Line {
    async fn serve(&mut self) -> Result<Infallible, End> {
        loop {
            self.socket.goes_on()?;
            tokio::select! {
                event = self.socket.event() => match event? {
                    Event::Message(message) => self.take(message).await?,
                    Event::Beat => self.socket.ping().await?,
                    Event::Sent => {}
                },
                Some(frame) = self.frames.recv() => self.socket.tell(frame.to_string()).await?,
                Some(_) = self.jobs.join_next() => {}
            }
        }
    }

    async fn take(&mut self, message: Message) -> Result<(), End> {
        let mut frame = match self.socket.frame(message).await? {
            Some(Ok(frame)) => frame,
            Some(Err(problem)) => return self.wrong(&problem, None).await,
            None => return Ok(()),
        };
        let named = frame.get("id").or_else(|| frame.get("call")).and_then(Value::as_str).map(str::to_owned);
        let kind = frame.remove("type");
        let taken = match kind.as_ref().and_then(Value::as_str) {
            Some("call") => self.call(frame),
            Some("batch") => self.batch(frame),
            Some("done") => self.desk.done(frame).await.map(Some),
            Some("cancel") => self.desk.cancel(frame).await.map(Some),
            Some("turn") => self.desk.turn(frame).await.map(Some),
            Some("PING") => Ok(Some(json_of(&AgentFrame::Pong))),
            Some("PONG") => Ok(None),
            Some(_) | None => Err(Problem::bad(
                "`type` must be `call`, `batch`, `done`, `cancel`, `turn` or `PING`; nothing was done",
            )),
        };
        match taken {
            Ok(Some(told)) => self.socket.tell(told.to_string()).await,
            Ok(None) => Ok(()),
            Err(problem) => self.wrong(&problem, named.as_deref()).await,
        }
    }

    fn call(&mut self, frame: Map<String, Value>) -> Result<Option<Value>, Problem> {
        self.has_room(1)?;
        let submitted = read(frame, self.desk.hub.limits.wait)?;
        let desk = self.desk.clone();
        self.jobs.spawn(async move {
            let _ = desk.one(submitted).await;
        });
        Ok(None)
    }

    /// The calls of one model turn: the hub decides each call after the one before it has run.
    fn batch(&mut self, frame: Map<String, Value>) -> Result<Option<Value>, Problem> {
        let BatchFrame { session, calls } = fields::read(frame)?;
        let calls = calls.unwrap_or_default();
        if calls.is_empty() || calls.len() > MOST_IN_A_BATCH {
            return Err(Problem::bad(format!("`calls` must be a list of 1 to {MOST_IN_A_BATCH} calls")));
        }
        self.has_room(calls.len())?;
        // Each call counts towards the rate as if it had come alone; the frame itself was counted before.
        if !calls.iter().skip(1).all(|_| self.desk.caller.rate.take()) {
            return Err(Problem::too_many("slow down; nothing of the batch was looked at"));
        }
        let mut read_calls = Vec::with_capacity(calls.len());
        for mut map in calls {
            if let Some(session) = &session {
                map.entry("session").or_insert_with(|| session.as_str().into());
            }
            if map.contains_key("batch_remaining") {
                return Err(Problem::bad("in a batch the hub knows what remains; leave `batch_remaining` out"));
            }
            read_calls.push(read(map, self.desk.hub.limits.wait)?);
        }
        let desk = self.desk.clone();
        self.jobs.spawn(async move { desk.all(read_calls).await });
        Ok(None)
    }

    fn has_room(&self, more: usize) -> Result<(), Problem> {
        if self.jobs.len().saturating_add(more) > self.desk.hub.limits.pending {
            let message = "too many calls are under way on this socket; this was not put, so do not run it";
            return Err(Problem::too_many(message).with("approved", false));
        }
        Ok(())
    }

    async fn wrong(&mut self, problem: &Problem, call: Option<&str>) -> Result<(), End> {
        self.socket.tell(problem.to_frame(call, None).to_string()).await
    }
}

/// A call of a frame. Without an id, the answers could not be told apart.
fn read(frame: Map<String, Value>, longest: Duration) -> Result<SubmittedCall, Problem> {
    if frame.contains_key("wait") {
        return Err(Problem::bad("answers come by themselves here; leave `wait` out"));
    }
    let submitted = SubmittedCall::read(frame, longest)?;
    if !submitted.named {
        return Err(Problem::bad("`id` is missing: name the call, so that its answer can be told from others"));
    }
    Ok(submitted)
}

/// The name of a session; the token's default session if there is none.
fn named(caller: &Caller, said: Option<&str>) -> String {
    let name = said.or(caller.token.session.as_deref());
    name.map_or_else(|| usual(&caller.token.id), str::to_owned)
}

/// The calls of one model turn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BatchFrame {
    session: Option<String>,
    calls: Option<Vec<Map<String, Value>>>,
}

/// A turn that begins or ends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnFrame {
    session: Option<String>,
    event: TurnEvent,
}

impl Desk {
    /// Handles one call to its end. Returns whether it may run; an error means that the client is gone.
    async fn one(&self, submitted: SubmittedCall) -> Result<bool, ()> {
        let id = submitted.call.id.clone();
        match self.decided(submitted, &id).await {
            Ok(told) => {
                let approved = told.get("approved") == Some(&Value::Bool(true));
                self.tell(json_of(&AgentFrame::Answer(CallFrame { body: told, call: &id }))).await.map(|()| approved)
            }
            Err(Some(problem)) => self.tell(problem.to_frame(Some(&id), None)).await.map(|()| false),
            Err(None) => Err(()),
        }
    }

    async fn decided(&self, submitted: SubmittedCall, id: &str) -> Result<Value, Option<Problem>> {
        let question = match submit::submit_call(&self.hub, &self.caller, submitted).await? {
            Submission::Settled(told) => return Ok(told),
            Submission::Waits(question) => question,
        };
        if question.waits() {
            let frame = AgentFrame::Pending(CallFrame { body: question.pending(), call: id });
            self.tell(json_of(&frame)).await.map_err(|()| None)?;
        }
        match question.wait(&self.hub, None).await? {
            CallAnswer::Answer(told) | CallAnswer::Gone(told) => Ok(told),
            // The hub stops.
            CallAnswer::Pending(_) => Err(None),
        }
    }

    /// One call after another. A hard rejection stops the session, so the remaining calls are refused without a
    /// question.
    async fn all(&self, calls: Vec<SubmittedCall>) {
        let what: Vec<Call> = calls.iter().map(|submitted| submitted.call.clone()).collect();
        for (index, mut submitted) in calls.into_iter().enumerate() {
            submitted.remaining = remaining(what.iter().skip(index.saturating_add(1)));
            let key = (named(&self.caller, submitted.session.as_deref()), submitted.call.id.clone());
            let (ran, has_run) = oneshot::channel();
            self.runs().insert(key.clone(), ran);
            let approved = self.one(submitted).await;
            if approved != Ok(true) {
                self.runs().remove(&key);
            }
            match approved {
                Ok(true) => drop(has_run.await),
                Ok(false) => {}
                Err(()) => return,
            }
        }
    }

    /// `{"type": "done", "call": ID}`: it has run.
    async fn done(&self, frame: Map<String, Value>) -> Result<Value, Problem> {
        let which: Which = fields::read(frame)?;
        let waited = self.runs().remove(&(named(&self.caller, which.session.as_deref()), which.call.clone()));
        match which.own(&self.hub, &self.caller).await {
            Ok(stored) => self.hub.gate.done(&stored.id).await?,
            // No approver was asked about it, so there is nothing to record.
            Err(problem) if problem.status == StatusCode::NOT_FOUND && waited.is_some() => {}
            Err(problem) => return Err(problem),
        }
        if let Some(waited) = waited {
            let _ = waited.send(());
        }
        Ok(json_of(&AgentFrame::Done { call: &which.call }))
    }

    /// `{"type": "cancel", "call": ID}`: the agent no longer waits.
    async fn cancel(&self, frame: Map<String, Value>) -> Result<Value, Problem> {
        let which: Which = fields::read(frame)?;
        call::withdraw(&self.hub, &which.own(&self.hub, &self.caller).await?).await?;
        Ok(json_of(&AgentFrame::Cancelled { call: &which.call }))
    }

    /// `{"type": "turn", "session": ID, "event": "begin"}`
    async fn turn(&self, frame: Map<String, Value>) -> Result<Value, Problem> {
        let TurnFrame { session: named, event } = fields::read(frame)?;
        let (session, turn) = session::turn_event(&self.hub, &self.caller, named.as_deref(), event).await?;
        Ok(json_of(&AgentFrame::Turn { session: &session, event, turn }))
    }

    fn runs(&self) -> std::sync::MutexGuard<'_, HashMap<(String, String), oneshot::Sender<()>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn tell(&self, frame: Value) -> Result<(), ()> {
        self.out.send(frame).await.map_err(|_| ())
    }
}
