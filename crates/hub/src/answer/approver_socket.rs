//! The socket of approvers: ConnectOnion's frames, and byleave's additions.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use byleave_gate::{RequestState, StoredRequest};
use jiff::Timestamp;
use serde_json::{Map, Value};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::broadcast::error::RecvError;

use crate::answer;
use crate::answer::frames::ApproverFrame;
use crate::answer::shown::{MeantRequest, Shown};
use crate::entry::while_away;
use crate::hub::{Hub, PAGE};
use crate::onion::{self, Guest};
use crate::request::background;
use crate::request::pending_queue::{EndedRequest, Note};
use crate::server::intake::{Sender, object};
use crate::server::pings;
use crate::server::problem::Problem;
use crate::server::reply::frame_of;
use crate::token::callers::{Caller, SocketSeat};

/// The record's name for an answer to a request that has ended.
const STALE: &str = "answer a request that had ended, without naming it";

/// How often the hub pings a socket.
pub const BEAT: Duration = Duration::from_secs(30);

/// `GET /ws`
pub async fn upgrade(
    State(hub): State<Arc<Hub>>,
    caller: Result<Sender, Problem>,
    headers: HeaderMap,
    uri: Uri,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let caller = match caller {
        Ok(Sender(caller)) => caller,
        Err(problem) if onion::offers_nothing(&headers) => {
            return onion::upgrade(hub, upgrade).await.unwrap_or(Err(problem));
        }
        Err(problem) => return Err(problem),
    };
    hub.require(&caller, caller.role().watches(), "listen to requests").await?;
    let held = place(&hub, &caller)?;
    let since = while_away::since(&uri);
    let upgrade =
        upgrade.protocols(["bearer", "key"]).max_message_size(hub.limits.body).max_frame_size(hub.limits.body);
    Ok(upgrade.on_upgrade(move |socket| async move { run(&hub, caller, socket, held, None, since).await }))
}

/// Room for one more socket. The last places are kept for roles that answer, so that agents never lock people out.
pub fn place(hub: &Hub, caller: &Arc<Caller>) -> Result<(SocketSeat, OwnedSemaphorePermit), Problem> {
    let full = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too_many", "there are too many sockets; close some");
    let kept = if caller.role().answers() { 0 } else { hub.limits.sockets_kept };
    if hub.sockets.available_permits() <= kept {
        return Err(full());
    }
    let seat = SocketSeat::take(caller, hub.limits.sockets_each).ok_or_else(full)?;
    let room = Arc::clone(&hub.sockets).try_acquire_owned().map_err(|_| full())?;
    Ok((seat, room))
}

/// Serves a socket to its end. A client that says since when it was away gets the digest first.
pub async fn run(
    hub: &Arc<Hub>,
    caller: Arc<Caller>,
    socket: WebSocket,
    held: (SocketSeat, OwnedSemaphorePermit),
    guest: Option<Guest>,
    since: Option<Timestamp>,
) {
    hub.metrics.sockets(1);
    let number = hub.number();
    let _answering = Answering::count(hub, &caller);
    let mut client = Client { hub, caller, number, socket, shown: Shown::default(), guest, _held: held };
    if let Some(digest) = while_away::frame(hub, &client.caller, since).await {
        // If the client is gone already, the next step notices it.
        let _ = client.send(text(frame_of(&ApproverFrame::Digest(digest)))).await;
    }
    let why = client.serve().await;
    tracing::info!(socket = number, token = %client.caller.token.id, why = why.words(), "socket closed");
    client.close(why).await;
    hub.metrics.sockets(-1);
}

/// Counts an approver as connected until it is dropped.
struct Answering<'h>(&'h Hub);

impl<'h> Answering<'h> {
    fn count(hub: &'h Hub, caller: &Caller) -> Option<Self> {
        caller.role().answers().then(|| {
            hub.answering.fetch_add(1, Ordering::Relaxed);
            Self(hub)
        })
    }
}

impl Drop for Answering<'_> {
    fn drop(&mut self) {
        self.0.answering.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Why a socket ends.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// The other side left.
    Left,
    /// The frame is invalid or too large, or the connection broke.
    Garbled,
    /// The client sends more than its share.
    Greedy,
    /// The client reads too slowly.
    Slow,
    /// The client sends nothing.
    Silent,
    /// The token was revoked or expired.
    Revoked,
    /// The hub stops.
    Stopping,
    /// The store does not work.
    Broken,
}

impl End {
    /// The reason, for people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Left => "bye",
            Self::Garbled => "the connection broke, or what came is no frame that is taken",
            Self::Greedy => "more frames than its share; connect again and slow down",
            Self::Slow => "too slow; connect again and nothing is lost",
            Self::Silent => "silent for too long",
            Self::Revoked => "the token was taken back or has ended",
            Self::Stopping => "the hub stops; connect again later, nothing is lost",
            Self::Broken => "the store does not work; connect again",
        }
    }

    /// The close code, for programs.
    pub const fn code(self) -> u16 {
        match self {
            Self::Left => close_code::NORMAL,
            Self::Garbled => close_code::PROTOCOL,
            Self::Greedy | Self::Slow | Self::Silent | Self::Revoked => close_code::POLICY,
            Self::Stopping => close_code::AWAY,
            Self::Broken => close_code::ERROR,
        }
    }
}

/// One socket.
pub struct Client<'h> {
    pub hub: &'h Arc<Hub>,
    pub caller: Arc<Caller>,
    number: u64,
    socket: WebSocket,
    /// The requests that this connection was shown.
    shown: Shown,
    /// Set for a client that connected with a key and speaks ConnectOnion's protocol.
    pub guest: Option<Guest>,
    _held: (SocketSeat, OwnedSemaphorePermit),
}

impl Client<'_> {
    async fn serve(&mut self) -> End {
        // Listen before pending requests are read, so that none is missed.
        let mut notes = self.hub.queue.listen();
        let mut gone = self.caller.gone();
        let mut stopping = self.hub.stopping.subscribe();
        let mut outputs = self.guest.as_mut().and_then(|guest| guest.outputs.take());
        if let Err(end) = self.resume().await {
            return end;
        }
        if let Err(end) = self.missed().await {
            return end;
        }
        let mut heard = Instant::now();
        let mut beat = tokio::time::interval(BEAT.min(self.hub.limits.idle / 3));
        // The first tick comes at once and is not needed.
        beat.tick().await;
        loop {
            gone.mark_unchanged();
            if !self.caller.is_live(self.hub.now()) {
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
                note = notes.recv() => match note {
                    Ok(note) => self.tell(note).await,
                    // Too many notes were missed: read the store.
                    Err(RecvError::Lagged(_)) => self.resume().await,
                    Err(RecvError::Closed) => Err(End::Stopping),
                },
                _ = beat.tick() => {
                    if heard.elapsed() > self.hub.limits.idle {
                        return End::Silent;
                    }
                    match self.guest {
                        None => self.send(Message::Ping(Vec::new().into())).await,
                        // Scripts in a page cannot see ping frames.
                        Some(_) => self.send(text(frame_of(&ApproverFrame::Ping))).await,
                    }
                }
                output = onion::heard(&mut outputs) => match output {
                    Some(output) => self.output(&output).await,
                    None => self.missed().await,
                },
                _ = gone.changed() => Ok(()),
                _ = stopping.changed() => Ok(()),
            };
            if let Err(end) = done {
                return end;
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
                    self.send(text(stored.frame.to_string())).await?;
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
                    return self.send(text(frame.to_string())).await;
                }
                Ok(())
            }
            Note::Resolved(ended) => self.resolved(&ended).await,
            Note::Expired { id } => self.expired(&id).await,
            Note::Frame { session, frame, but } => {
                let sees = session.as_deref().map_or(self.caller.token.session.is_none(), |id| self.sees(id));
                if sees && but != Some(self.number) { self.send(text(frame.to_string())).await } else { Ok(()) }
            }
        }
    }

    async fn resolved(&mut self, ended: &EndedRequest) -> Result<(), End> {
        // A client that answers without an id speaks ConnectOnion's original protocol, which has no frame for this.
        if !self.shown.end(&ended.id) || ended.but == Some(self.number) {
            return Ok(());
        }
        let frame = ApproverFrame::ApprovalResolved {
            id: &ended.id,
            session_id: &ended.session,
            by: ended.by.as_deref(),
            decision: if ended.approved { "approved" } else { "rejected" },
            approved: ended.approved,
            reason: &ended.reason,
        };
        self.send(text(frame_of(&frame))).await
    }

    async fn expired(&mut self, id: &str) -> Result<(), End> {
        if !self.shown.end(id) {
            return Ok(());
        }
        self.send(text(frame_of(&ApproverFrame::ApprovalExpired { id }))).await
    }

    async fn take(&mut self, message: Message) -> Result<(), End> {
        let said = match message {
            Message::Text(said) => said,
            Message::Binary(_) => return self.wrong(&Problem::bad("frames are text"), None).await,
            Message::Ping(_) | Message::Pong(_) => {
                return pings::heard(&mut self.socket, &self.caller, self.hub.limits.body_time).await;
            }
            Message::Close(_) => return Err(End::Left),
        };
        if !self.caller.rate.take() {
            return self.wrong(&Problem::too_many("slow down"), None).await;
        }
        let reply = match object(said.as_bytes(), self.hub.limits.depth) {
            Ok(reply) => reply,
            Err(problem) => return self.wrong(&problem, None).await,
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
            Some(Some("PING")) => self.send(text(frame_of(&ApproverFrame::Pong))).await,
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
            Some(stored) if stored.state == RequestState::Pending => self.send(text(stored.frame.to_string())).await,
            // Its end is about to be announced.
            Some(_) | None => Ok(()),
        }
    }

    pub async fn wrong(&mut self, problem: &Problem, id: Option<&str>) -> Result<(), End> {
        if let Some(guest) = &self.guest {
            return self.tell_text(frame_of(&onion::error(problem, id, &guest.session))).await;
        }
        self.send(text(problem.to_frame(None, id).to_string())).await
    }

    /// Sends a text frame.
    pub async fn tell_text(&mut self, frame: String) -> Result<(), End> {
        self.send(text(frame)).await
    }

    /// Sends, with a deadline: a client that reads too slowly is closed and may connect again.
    async fn send(&mut self, message: Message) -> Result<(), End> {
        match tokio::time::timeout(self.hub.limits.body_time, self.socket.send(message)).await {
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

/// Whether a request is still pending. If the store does not answer, it may be.
async fn waits(hub: &Hub, id: &str) -> bool {
    match hub.store().request(id).await {
        Ok(found) => found.is_some_and(|stored| stored.state == RequestState::Pending),
        Err(_) => true,
    }
}

fn text(text: String) -> Message {
    Message::Text(text.into())
}
