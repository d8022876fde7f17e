//! The socket of approvers: ConnectOnion's frames, and byleave's additions.
//!
//! It reads answers, answers them, and tells what happens, each without waiting for the others: an approver may answer
//! a thousand requests at once, and read about them when it likes.

use std::convert::Infallible;
use std::future::ready;
use std::pin::Pin;
use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use byleave_gate::RequestState;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

use crate::answer;
use crate::answer::backlog::{Backlog, Item};
use crate::answer::frames::ApproverFrame;
use crate::answer::shown::{MeantRequest, Shown};
use crate::entry::while_away;
use crate::hub::Hub;
use crate::onion::{self, Guest};
use crate::request::background;
use crate::request::pending_queue::{EndedRequest, Note};
use crate::server::socket::{self, End, Event, Room, Socket};
use crate::server::{Problem, Sender, frame_of};
use crate::token::callers::Caller;

/// The record's name for an answer to a request that has ended.
const STALE: &str = "answer a request that had ended, without naming it";

/// Answers of one socket that may be on their way to the store at once.
const ANSWERING: usize = 32;

/// `GET /ws`
pub async fn upgrade(
    State(hub): State<Arc<Hub>>,
    caller: Result<Sender, Problem>,
    headers: HeaderMap,
    uri: Uri,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let caller = match caller {
        Ok(Sender { caller, .. }) => caller,
        Err(problem) if onion::offers_nothing(&headers) => {
            return onion::upgrade(hub, upgrade).await.unwrap_or(Err(problem));
        }
        Err(problem) => return Err(problem),
    };
    hub.require(&caller, caller.role().watches(), "listen to requests").await?;
    let room = socket::room(&hub, &caller)?;
    let since = while_away::since(&uri);
    let upgrade =
        upgrade.protocols(["bearer", "key"]).max_message_size(hub.limits.body).max_frame_size(hub.limits.body);
    Ok(upgrade.on_upgrade(move |socket| async move { run(&hub, caller, socket, room, None, since).await }))
}

/// Serves a socket to its end. A client that says since when it was away gets the digest first.
pub async fn run(
    hub: &Arc<Hub>,
    caller: Arc<Caller>,
    socket: WebSocket,
    room: Room,
    guest: Option<Guest>,
    since: Option<Timestamp>,
) {
    let number = hub.number();
    let socket = Socket::new(hub, &caller, socket, room);
    let (shown, backlog, answering) = (Shown::default(), Backlog::of_all_pending(), FuturesUnordered::new());
    let mut client = Client { hub, caller, number, socket, shown, backlog, answering, guest };
    if let Some(digest) = while_away::frame(hub, &client.caller, since).await {
        // If the client is gone already, the next step notices it.
        let _ = client.tell_frame(&ApproverFrame::Digest(digest)).await;
    }
    let Err(why) = client.serve().await;
    if matches!(why, End::Revoked) {
        // Its last answers are refused, and whoever gave them hears so. If the client is gone already, nobody is told.
        let _ = client.settle(1).await;
    }
    tracing::info!(socket = number, token = %client.caller.token.id, why = why.words(), "socket closed");
    client.socket.close(why).await;
}

/// An answer on its way: the request that it names, and what became of it.
type AnswerTask = Pin<Box<dyn Future<Output = (String, Result<Value, Problem>)> + Send>>;

/// One socket.
pub struct Client<'h> {
    pub hub: &'h Arc<Hub>,
    pub caller: Arc<Caller>,
    number: u64,
    pub socket: Socket,
    /// The requests that this connection was shown.
    shown: Shown,
    backlog: Backlog,
    /// Answers that name their request and are on their way.
    answering: FuturesUnordered<AnswerTask>,
    /// Set for a client that connected with a key and speaks ConnectOnion's protocol.
    pub guest: Option<Guest>,
}

impl Client<'_> {
    async fn serve(&mut self) -> Result<Infallible, End> {
        // Listen before pending requests are read, so that none is missed.
        let mut notes = self.hub.queue.listen();
        let mut outputs = self.guest.as_mut().and_then(|guest| guest.outputs.take());
        let mut resumed = false;
        loop {
            self.socket.goes_on()?;
            let (room, behind) = (self.socket.has_room(), !self.backlog.is_empty());
            if !behind && !resumed {
                resumed = true;
                self.missed().await?;
            }
            tokio::select! {
                event = self.socket.event() => match event? {
                    Event::Message(message) => self.take(message).await?,
                    // Scripts in a page cannot see ping frames.
                    Event::Beat if self.guest.is_some() => self.tell_frame(&ApproverFrame::Ping).await?,
                    Event::Beat => self.socket.ping().await?,
                    Event::Sent => {}
                },
                Some((id, told)) = self.answering.next(), if !self.answering.is_empty() => {
                    self.answered(&id, told).await?;
                }
                () = ready(()), if room && behind => self.catch_up().await?,
                note = notes.recv(), if room && !behind => match note {
                    Ok(note) => self.tell_all(note, &mut notes).await?,
                    Err(RecvError::Lagged(_)) => self.missed_notes(&mut notes),
                    Err(RecvError::Closed) => return Err(End::Stopping),
                },
                output = onion::heard(&mut outputs), if resumed => match output {
                    Some(output) => self.output(&output).await?,
                    None => self.missed().await?,
                },
            }
        }
    }

    /// Tells what the notes said meanwhile, as far as there is room.
    async fn tell_all(&mut self, first: Note, notes: &mut Receiver<Note>) -> Result<(), End> {
        self.tell(first).await?;
        while self.socket.has_room() {
            match notes.try_recv() {
                Ok(note) => self.tell(note).await?,
                Err(TryRecvError::Lagged(_)) => {
                    self.missed_notes(notes);
                    break;
                }
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
        }
        Ok(())
    }

    /// Notes were missed. The notes that are left are about changes that are looked for now, so they are not read: they
    /// would show a request again that has ended.
    fn missed_notes(&mut self, notes: &mut Receiver<Note>) {
        *notes = self.hub.queue.listen();
        let changed =
            self.hub.queue.difference(|id| self.shown.has(id), self.shown.ids(), |session| self.sees(session));
        self.backlog.add(changed);
    }

    /// Shows some of what the notes do not tell.
    async fn catch_up(&mut self) -> Result<(), End> {
        self.backlog.read(self.hub).await.map_err(|_| End::Broken)?;
        while self.socket.has_room()
            && let Some(item) = self.backlog.take()
        {
            match item {
                Item::Gone(id) => self.expired(&id).await?,
                Item::Stored(stored) => match stored.state {
                    RequestState::Pending => {
                        if self.sees(&stored.session) && self.shown.add(&stored.id) {
                            self.socket.put(self.caller.frame(stored.frame.clone()).to_string()).await?;
                        }
                    }
                    RequestState::Expired => self.expired(&stored.id).await?,
                    RequestState::Decided | RequestState::Released | RequestState::Done | RequestState::Cancelled => {
                        self.resolved(&background::ended(&stored)).await?;
                    }
                },
            }
        }
        Ok(())
    }

    async fn tell(&mut self, note: Note) -> Result<(), End> {
        match note {
            Note::Needed { id, session, frame } => {
                if self.sees(&session) && self.shown.add(&id) {
                    return self.socket.put(self.caller.frame_text(&frame)).await;
                }
                Ok(())
            }
            Note::Resolved(ended) => self.resolved(&ended).await,
            Note::Expired { id } => self.expired(&id).await,
            Note::Frame { session, frame, but } => {
                let sees = session.as_deref().map_or(self.caller.token.session.is_none(), |id| self.sees(id));
                if sees && but != Some(self.number) { self.socket.put(frame.to_string()).await } else { Ok(()) }
            }
        }
    }

    async fn resolved(&mut self, ended: &EndedRequest) -> Result<(), End> {
        // A client that answers without an id speaks ConnectOnion's original protocol, which has no frame for this.
        if !self.shown.end(&ended.id) || ended.but == Some(self.number) {
            return Ok(());
        }
        let decision = if ended.approved { "approved" } else { "rejected" };
        self.tell_frame(&ApproverFrame::ApprovalResolved { decision, ended }).await
    }

    async fn expired(&mut self, id: &str) -> Result<(), End> {
        if !self.shown.end(id) {
            return Ok(());
        }
        self.tell_frame(&ApproverFrame::ApprovalExpired { id }).await
    }

    async fn take(&mut self, message: Message) -> Result<(), End> {
        let reply = match self.socket.frame(message).await? {
            Some(Ok(reply)) => reply,
            Some(Err(problem)) => return self.wrong(&problem, None).await,
            None => return Ok(()),
        };
        if self.guest.is_some() {
            return self.hear(reply).await;
        }
        match reply.get("type").map(Value::as_str) {
            None => self.answer(reply).await,
            Some(Some("APPROVAL_RESPONSE")) => match onion::reply(reply) {
                Ok(reply) => self.answer(reply).await,
                Err(problem) => self.wrong(&problem, None).await,
            },
            Some(Some("PING")) => self.tell_frame(&ApproverFrame::Pong).await,
            Some(Some("PONG")) => Ok(()),
            Some(_) => self.wrong(&Problem::bad("`type` must be `APPROVAL_RESPONSE` or `PING`"), None).await,
        }
    }

    /// Whether this connection shows a session.
    fn sees(&self, session: &str) -> bool {
        let only = self.guest.as_ref().and_then(|guest| guest.only.as_deref());
        self.caller.sees(session) && only.is_none_or(|only| only == session)
    }

    /// Takes an answer, without its transport fields.
    pub async fn answer(&mut self, reply: Map<String, Value>) -> Result<(), End> {
        match reply.get("id") {
            Some(Value::String(id)) => {
                let id = id.clone();
                self.answer_named(&id, reply).await
            }
            Some(_) => self.wrong(&Problem::bad("`id` must be text"), None).await,
            None => {
                self.settle(1).await?;
                self.answer_meant(reply).await
            }
        }
    }

    /// Takes an answer that names no request.
    async fn answer_meant(&mut self, reply: Map<String, Value>) -> Result<(), End> {
        match self.shown.meant() {
            MeantRequest::One(id) => self.answer_unnamed(&id, reply).await,
            MeantRequest::Stale { ended, open, left } => self.stale(ended.as_deref(), open.as_deref(), left).await,
            MeantRequest::Unclear(open) => {
                let message = format!("an answer without `id` needs exactly one open request; there are {open}");
                let problem = Problem::new(StatusCode::CONFLICT, "which_request", message).with("open", open);
                self.wrong(&problem, None).await
            }
        }
    }

    /// Answers that say no more than "yes, once" are on their way together: none has an effect on another request. Any
    /// other answer takes effect after those that came before it and before those that come after it, because it may
    /// decide other requests too.
    async fn answer_named(&mut self, id: &str, reply: Map<String, Value>) -> Result<(), End> {
        let alone = !is_yes_once(&reply);
        self.settle(if alone { 1 } else { ANSWERING }).await?;
        self.shown.said(id);
        let told = answer::answer(self.hub, &self.caller, id, reply, None);
        let id = id.to_owned();
        self.answering.push(Box::pin(async move { (id, told.await) }));
        if alone { self.settle(1).await } else { Ok(()) }
    }

    /// Waits until fewer answers than this are on their way.
    async fn settle(&mut self, fewer: usize) -> Result<(), End> {
        while self.answering.len() >= fewer {
            let Some((id, told)) = self.answering.next().await else { break };
            self.answered(&id, told).await?;
        }
        Ok(())
    }

    /// What became of an answer that named its request.
    async fn answered(&mut self, id: &str, told: Result<Value, Problem>) -> Result<(), End> {
        let Err(problem) = told else { return Ok(()) };
        if waits(self.hub, id).await {
            self.shown.unsaid(id);
        }
        self.wrong(&problem, Some(id)).await
    }

    async fn answer_unnamed(&mut self, id: &str, reply: Map<String, Value>) -> Result<(), End> {
        match answer::answer(self.hub, &self.caller, id, reply, Some(self.number)).await {
            Ok(_) => {
                self.shown.answered(id);
                Ok(())
            }
            Err(problem) if waits(self.hub, id).await => self.wrong(&problem, Some(id)).await,
            // The request ended, and this connection has not heard of it yet.
            Err(_) => {
                self.shown.answered(id);
                let open = self.shown.only();
                self.stale(Some(id), open.as_deref(), 0).await
            }
        }
    }

    /// Refuses an answer to a request that has ended, and shows the pending one, so that the next answer can be about
    /// it.
    async fn stale(&mut self, ended: Option<&str>, open: Option<&str>, left: usize) -> Result<(), End> {
        self.hub.put_on_record(&self.caller, STALE).await;
        let mut message = "this answer was for a request that has ended; nothing was decided".to_owned();
        message.push_str(match open {
            Some(_) => ": look at the one that waits, which comes again now, and answer that",
            None => "; send the `id` of the request you answer",
        });
        if left > 0 {
            message.push_str("; more that you were shown have ended, so name the request with `id`, or connect again");
        }
        let problem = Problem::new(StatusCode::CONFLICT, "stale", message).with("open", open).with("stale_left", left);
        self.wrong(&problem, ended).await?;
        let Some(open) = open else { return Ok(()) };
        match self.hub.store().request(open).await.map_err(|_| End::Broken)? {
            Some(stored) if stored.state == RequestState::Pending => {
                self.socket.put(self.caller.frame(stored.frame).to_string()).await
            }
            // Its end is about to be announced.
            Some(_) | None => Ok(()),
        }
    }

    /// Sends a frame.
    pub async fn tell_frame(&mut self, frame: &impl Serialize) -> Result<(), End> {
        self.socket.put(frame_of(frame)).await
    }

    pub async fn wrong(&mut self, problem: &Problem, id: Option<&str>) -> Result<(), End> {
        if let Some(guest) = &self.guest {
            let frame = frame_of(&onion::error(problem, id, &guest.session));
            return self.socket.put(frame).await;
        }
        self.socket.put(problem.to_frame(None, id).to_string()).await
    }
}

/// Whether an answer approves its one request, once, and does nothing else.
fn is_yes_once(reply: &Map<String, Value>) -> bool {
    reply.iter().all(|(key, value)| match key.as_str() {
        "id" | "call_hash" => true,
        "approved" => *value == true,
        "scope" => value == "once",
        _ => false,
    })
}

/// Whether a request is still pending. If the store does not answer, it may be.
async fn waits(hub: &Hub, id: &str) -> bool {
    match hub.store().request(id).await {
        Ok(found) => found.is_some_and(|stored| stored.state == RequestState::Pending),
        Err(_) => true,
    }
}
