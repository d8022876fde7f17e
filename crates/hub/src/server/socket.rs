//! One WebSocket of a caller: its deadlines, pings and limits, and why it ends. The same for agents and approvers.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::http::StatusCode;
use futures_util::SinkExt as _;
use serde_json::{Map, Value};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Interval, timeout};

use crate::hub::Hub;
use crate::server::Problem;
use crate::server::counts::Counted;
use crate::server::intake::object;
use crate::token::callers::Caller;

/// How often the hub pings a socket.
const BEAT: Duration = Duration::from_secs(30);

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
    const fn code(self) -> u16 {
        match self {
            Self::Left => close_code::NORMAL,
            Self::Garbled => close_code::PROTOCOL,
            Self::Greedy | Self::Slow | Self::Silent | Self::Revoked => close_code::POLICY,
            Self::Stopping => close_code::AWAY,
            Self::Broken => close_code::ERROR,
        }
    }
}

/// Room for a socket, until it is dropped.
pub type Room = (Counted<String>, OwnedSemaphorePermit);

/// Room for one more socket. The last places are kept for roles that answer, so that agents never lock people out.
pub fn room(hub: &Hub, caller: &Caller) -> Result<Room, Problem> {
    let kept = if caller.role().answers() { 0 } else { hub.limits.sockets_kept };
    if hub.sockets.available_permits() <= kept {
        return Err(full());
    }
    let seat = hub.sockets_of.enter(caller.token.id.clone(), hub.limits.sockets_each).ok_or_else(full)?;
    let room = Arc::clone(&hub.sockets).try_acquire_owned().map_err(|_| full())?;
    Ok((seat, room))
}

/// There is no room for one more.
pub fn full() -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too_many", "there are too many sockets; close some")
}

/// What comes from a socket.
pub enum Event {
    Message(Message),
    /// It is time to look whether the client is still there.
    Beat,
}

/// One socket.
pub struct Socket {
    hub: Arc<Hub>,
    caller: Arc<Caller>,
    stream: WebSocket,
    gone: watch::Receiver<bool>,
    stopping: watch::Receiver<bool>,
    heard: Instant,
    beat: Interval,
    _room: Room,
}

impl Socket {
    pub fn new(hub: &Arc<Hub>, caller: &Arc<Caller>, stream: WebSocket, room: Room) -> Self {
        hub.metrics.sockets(1);
        if caller.role().answers() {
            hub.answering.fetch_add(1, Ordering::Relaxed);
        }
        let mut beat = tokio::time::interval(BEAT.min(hub.limits.idle / 3));
        // The first tick would come at once and is not needed.
        beat.reset();
        let (gone, stopping) = (caller.gone(), hub.stopping.subscribe());
        let (hub, caller) = (Arc::clone(hub), Arc::clone(caller));
        Self { hub, caller, stream, gone, stopping, heard: Instant::now(), beat, _room: room }
    }

    /// Whether the token counts and the hub goes on. To be called before each wait for an event.
    pub fn goes_on(&mut self) -> Result<(), End> {
        self.gone.mark_unchanged();
        if !self.caller.is_live(self.hub.now()) {
            return Err(End::Revoked);
        }
        if *self.stopping.borrow_and_update() { Err(End::Stopping) } else { Ok(()) }
    }

    /// The next event. Nothing is lost if its caller stops waiting for it.
    pub async fn event(&mut self) -> Result<Event, End> {
        loop {
            tokio::select! {
                message = self.stream.recv() => {
                    self.heard = Instant::now();
                    return match message {
                        Some(Ok(message)) => Ok(Event::Message(message)),
                        Some(Err(_)) => Err(End::Garbled),
                        None => Err(End::Left),
                    };
                }
                _ = self.beat.tick() => {
                    return if self.heard.elapsed() > self.hub.limits.idle { Err(End::Silent) } else { Ok(Event::Beat) };
                }
                _ = self.gone.changed() => self.goes_on()?,
                _ = self.stopping.changed() => self.goes_on()?,
            }
        }
    }

    /// The frame in a message, or what is wrong with it; nothing for pings and pongs.
    pub async fn frame(&mut self, message: Message) -> Result<Option<Result<Map<String, Value>, Problem>>, End> {
        let said = match message {
            Message::Text(said) => said,
            Message::Binary(_) => return Ok(Some(Err(Problem::bad("frames are text")))),
            // The hub sends the reply before it reads anything more: a client that sends pings and never reads would
            // otherwise fill the memory with replies. Pings and pongs count towards the rate of the token.
            Message::Ping(_) | Message::Pong(_) if self.caller.rate.take() => {
                return flush(&mut self.stream, self.hub.limits.body_time).await.map(|()| None);
            }
            Message::Ping(_) | Message::Pong(_) => return Err(End::Greedy),
            Message::Close(_) => return Err(End::Left),
        };
        if !self.caller.rate.take() {
            return Ok(Some(Err(Problem::too_many("slow down"))));
        }
        Ok(Some(object(said.as_bytes(), self.hub.limits.depth)))
    }

    /// Sends a text frame.
    pub async fn tell(&mut self, frame: String) -> Result<(), End> {
        self.send(Message::Text(frame.into())).await
    }

    pub async fn ping(&mut self) -> Result<(), End> {
        self.send(Message::Ping(Vec::new().into())).await
    }

    /// Sends, with a deadline: a client that reads too slowly is closed and may connect again.
    async fn send(&mut self, message: Message) -> Result<(), End> {
        in_time(timeout(self.hub.limits.body_time, self.stream.send(message)).await)
    }

    pub async fn close(&mut self, why: End) {
        let frame = CloseFrame { code: why.code(), reason: why.words().into() };
        let _ = timeout(Duration::from_secs(1), self.stream.send(Message::Close(Some(frame)))).await;
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.hub.metrics.sockets(-1);
        if self.caller.role().answers() {
            self.hub.answering.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// Waits until all queued frames are sent.
pub async fn flush(socket: &mut WebSocket, time: Duration) -> Result<(), End> {
    in_time(timeout(time, socket.flush()).await)
}

fn in_time(sent: Result<Result<(), axum::Error>, tokio::time::error::Elapsed>) -> Result<(), End> {
    sent.map_err(|_| End::Slow)?.map_err(|_| End::Left)
}
