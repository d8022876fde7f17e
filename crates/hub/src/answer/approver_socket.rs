//! The socket of approvers: ConnectOnion's frames, and byleave's additions.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use byleave_gate::{RequestState, StoredRequest};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};
use tokio::sync::broadcast::error::RecvError;

use crate::answer;
use crate::answer::frames::ApproverFrame;
use crate::answer::shown::{MeantRequest, Shown};
use crate::entry::while_away;
use crate::hub::{Hub, PAGE};
use crate::onion::{self, Guest};
use crate::request::background;
use crate::request::pending_queue::{EndedRequest, Note};
use crate::server::socket::{self, End, Event, Room, Socket};
use crate::server::{Problem, Sender, frame_of};
use crate::token::callers::Caller;

/// The record's name for an answer to a request that has ended.
const STALE: &str = "answer a request that had ended, without naming it";

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
    let mut client = Client { hub, caller, number, socket, shown: Shown::default(), guest };
    if let Some(digest) = while_away::frame(hub, &client.caller, since).await {
        // If the client is gone already, the next step notices it.
        let _ = client.tell_frame(&ApproverFrame::Digest(digest)).await;
    }
    let Err(why) = client.serve().await;
    tracing::info!(socket = number, token = %client.caller.token.id, why = why.words(), "socket closed");
    client.socket.close(why).await;
}

/// One socket.
pub struct Client<'h> {
    pub hub: &'h Arc<Hub>,
    pub caller: Arc<Caller>,
    number: u64,
    pub socket: Socket,
    /// The requests that this connection was shown.
    shown: Shown,
    /// Set for a client that connected with a key and speaks ConnectOnion's protocol.
    pub guest: Option<Guest>,
}

impl Client<'_> {
    async fn serve(&mut self) -> Result<Infallible, End> {
        // Listen before pending requests are read, so that none is missed.
        let mut notes = self.hub.queue.listen();
        let mut outputs = self.guest.as_mut().and_then(|guest| guest.outputs.take());
        self.resume().await?;
        self.missed().await?;
        loop {
            self.socket.goes_on()?;
            tokio::select! {
                event = self.socket.event() => match event? {
                    Event::Message(message) => self.take(message).await?,
                    // Scripts in a page cannot see ping frames.
                    Event::Beat if self.guest.is_some() => self.tell_frame(&ApproverFrame::Ping).await?,
                    Event::Beat => self.socket.ping().await?,
                },
                note = notes.recv() => match note {
                    Ok(note) => self.tell(note).await?,
                    // Too many notes were missed: read the store.
                    Err(RecvError::Lagged(_)) => self.resume().await?,
                    Err(RecvError::Closed) => return Err(End::Stopping),
                },
                output = onion::heard(&mut outputs) => match output {
                    Some(output) => self.output(&output).await?,
                    None => self.missed().await?,
                },
            }
        }
    }

    /// Shows all pending requests that were not shown yet, and closes those that are not pending any more.
    async fn resume(&mut self) -> Result<(), End> {
        let mut there: HashSet<String> = HashSet::new();
        let mut after = None;
        loop {
            let page = self.hub.store().requests_after(RequestState::Pending, after.take(), PAGE).await;
            let page = page.map_err(|_| End::Broken)?;
            for stored in &page {
                if !self.sees(&stored.session) {
                    continue;
                }
                there.insert(stored.id.clone());
                if self.shown.add(&stored.id) {
                    self.socket.tell(self.caller.frame(stored.frame.clone()).to_string()).await?;
                }
            }
            background::keep_up(self.hub, &page).await.map_err(|_| End::Broken)?;
            match page.last() {
                Some(last) if page.len() == PAGE => after = Some((last.created, last.id.clone())),
                Some(_) | None => break,
            }
        }
        let closed: Vec<String> = self.shown.ids().filter(|id| !there.contains(*id)).cloned().collect();
        for id in closed {
            match self.hub.store().request(&id).await.map_err(|_| End::Broken)? {
                Some(StoredRequest { state: RequestState::Pending, .. }) => {}
                Some(StoredRequest { state: RequestState::Expired, .. }) | None => self.expired(&id).await?,
                Some(stored) => self.resolved(&background::ended(&stored)).await?,
            }
        }
        Ok(())
    }

    async fn tell(&mut self, note: Note) -> Result<(), End> {
        match note {
            Note::Needed { id, session, frame } => {
                if self.sees(&session) && self.shown.add(&id) {
                    return self.socket.tell(self.caller.frame_text(&frame)).await;
                }
                Ok(())
            }
            Note::Resolved(ended) => self.resolved(&ended).await,
            Note::Expired { id } => self.expired(&id).await,
            Note::Frame { session, frame, but } => {
                let sees = session.as_deref().map_or(self.caller.token.session.is_none(), |id| self.sees(id));
                if sees && but != Some(self.number) { self.socket.tell(frame.to_string()).await } else { Ok(()) }
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
            None => match self.shown.meant() {
                MeantRequest::One(id) => self.answer_unnamed(&id, reply).await,
                MeantRequest::Stale { ended, open, left } => self.stale(ended.as_deref(), open.as_deref(), left).await,
                MeantRequest::Unclear(open) => {
                    let message = format!("an answer without `id` needs exactly one open request; there are {open}");
                    let problem = Problem::new(StatusCode::CONFLICT, "which_request", message).with("open", open);
                    self.wrong(&problem, None).await
                }
            },
        }
    }

    async fn answer_named(&mut self, id: &str, reply: Map<String, Value>) -> Result<(), End> {
        match answer::answer(self.hub, &self.caller, id, reply, None).await {
            Ok(_) => {
                self.shown.said(id);
                Ok(())
            }
            Err(problem) => {
                if !waits(self.hub, id).await {
                    self.shown.said(id);
                }
                self.wrong(&problem, Some(id)).await
            }
        }
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
                self.socket.tell(self.caller.frame(stored.frame).to_string()).await
            }
            // Its end is about to be announced.
            Some(_) | None => Ok(()),
        }
    }

    /// Sends a frame.
    pub async fn tell_frame(&mut self, frame: &impl Serialize) -> Result<(), End> {
        self.socket.tell(frame_of(frame)).await
    }

    pub async fn wrong(&mut self, problem: &Problem, id: Option<&str>) -> Result<(), End> {
        if let Some(guest) = &self.guest {
            let frame = frame_of(&onion::error(problem, id, &guest.session));
            return self.socket.tell(frame).await;
        }
        self.socket.tell(problem.to_frame(None, id).to_string()).await
    }
}

/// Whether a request is still pending. If the store does not answer, it may be.
async fn waits(hub: &Hub, id: &str) -> bool {
    match hub.store().request(id).await {
        Ok(found) => found.is_some_and(|stored| stored.state == RequestState::Pending),
        Err(_) => true,
    }
}
