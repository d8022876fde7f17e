//! The socket of agents: single calls, several at once, and batches; and their answers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use byleave_gate::{Call, remaining};
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};
use tokio::task::JoinSet;

use crate::answer::approver_socket::{self, BEAT, End};
use crate::call;
use crate::call::bodies::{AgentFrame, CallFrame};
use crate::call::submit::{self, CallAnswer, Submission, SubmittedCall};
use crate::hub::Hub;
use crate::server::intake::object;
use crate::server::{Problem, Sender, fields, json_of, pings};
use crate::session::namespace::usual;
use crate::session::{self, TurnEvent};
use crate::token::callers::{Caller, SocketSeat};

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
    let held = approver_socket::place(&hub, &caller)?;
    let upgrade = upgrade.protocols(["bearer"]).max_message_size(hub.limits.body).max_frame_size(hub.limits.body);
    Ok(upgrade.on_upgrade(move |socket| async move {
        hub.metrics.sockets(1);
        let (out, frames) = mpsc::channel(OUT);
        let desk = Desk { hub: Arc::clone(&hub), caller, out, runs: Arc::default() };
        let mut line = Line { desk, socket, frames, jobs: JoinSet::new(), _held: held };
        let why = line.serve().await;
        tracing::info!(token = %line.desk.caller.token.id, why = why.words(), "socket of an agent closed");
        line.close(why).await;
        hub.metrics.sockets(-1);
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
    socket: WebSocket,
    frames: mpsc::Receiver<Value>,
    /// The tasks of this socket. They end with it; a client that reconnects sends the same ids again.
    jobs: JoinSet<()>,
    _held: (SocketSeat, OwnedSemaphorePermit),
}

impl Line {
    async fn serve(&mut self) -> End {
        let hub = Arc::clone(&self.desk.hub);
        let mut gone = self.desk.caller.gone();
        let mut stopping = hub.stopping.subscribe();
        let mut heard = Instant::now();
        let mut beat = tokio::time::interval(BEAT.min(hub.limits.idle / 3));
        beat.tick().await;
        loop {
            gone.mark_unchanged();
            if !self.desk.caller.is_live(hub.now()) {
                return End::Revoked;
            }
            if *stopping.borrow_and_update() {
                return End::Stopping;
            }
            let done = tokio::select! {
                message = self.socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(message)) => self.take(message).await,
                        Some(Err(_)) => Err(End::Garbled),
                        None => Err(End::Left),
                    }
                }
                Some(frame) = self.frames.recv() => self.send(Message::Text(frame.to_string().into())).await,
                Some(_) = self.jobs.join_next() => Ok(()),
                _ = beat.tick() => {
                    if heard.elapsed() > hub.limits.idle {
                        return End::Silent;
                    }
                    self.send(Message::Ping(Vec::new().into())).await
                }
                _ = gone.changed() => Ok(()),
                _ = stopping.changed() => Ok(()),
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    async fn take(&mut self, message: Message) -> Result<(), End> {
        let said = match message {
            Message::Text(said) => said,
            Message::Binary(_) => return self.wrong(&Problem::bad("frames are text"), None).await,
            Message::Ping(_) | Message::Pong(_) => {
                let time = self.desk.hub.limits.body_time;
                return pings::heard(&mut self.socket, &self.desk.caller, time).await;
            }
            Message::Close(_) => return Err(End::Left),
        };
        if !self.desk.caller.rate.take() {
            return self.wrong(&Problem::too_many("slow down"), None).await;
        }
        let mut frame = match object(said.as_bytes(), self.desk.hub.limits.depth) {
            Ok(frame) => frame,
            Err(problem) => return self.wrong(&problem, None).await,
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
            Ok(Some(told)) => self.send(Message::Text(told.to_string().into())).await,
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
        self.send(Message::Text(problem.to_frame(call, None).to_string().into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        match tokio::time::timeout(self.desk.hub.limits.body_time, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Left),
            Err(_) => Err(End::Slow),
        }
    }

    async fn close(&mut self, why: End) {
        let frame = CloseFrame { code: why.code(), reason: why.words().into() };
        let _ = tokio::time::timeout(Duration::from_secs(1), self.socket.send(Message::Close(Some(frame)))).await;
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

/// The session as the agent names it, and the id of a call.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneCall {
    session: Option<String>,
    call: String,
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
        let OneCall { session: said, call } = fields::read(frame)?;
        let waited = self.runs().remove(&(named(&self.caller, said.as_deref()), call.clone()));
        let session = self.hub.meant(&self.caller, said.as_deref()).await?.id;
        let stored = call::own(&self.hub, &self.caller, &submit::name_of(&self.hub, &session, &call)).await;
        match stored {
            Ok(stored) => self.hub.gate.done(&stored.id).await?,
            // No approver was asked about it, so there is nothing to record.
            Err(problem) if problem.status == StatusCode::NOT_FOUND && waited.is_some() => {}
            Err(problem) => return Err(problem),
        }
        if let Some(waited) = waited {
            let _ = waited.send(());
        }
        Ok(json_of(&AgentFrame::Done { call: &call }))
    }

    /// `{"type": "cancel", "call": ID}`: the agent no longer waits.
    async fn cancel(&self, frame: Map<String, Value>) -> Result<Value, Problem> {
        let OneCall { session: named, call } = fields::read(frame)?;
        let session = self.hub.meant(&self.caller, named.as_deref()).await?.id;
        let stored = call::own(&self.hub, &self.caller, &submit::name_of(&self.hub, &session, &call)).await?;
        call::withdraw(&self.hub, &stored).await?;
        Ok(json_of(&AgentFrame::Cancelled { call: &call }))
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
