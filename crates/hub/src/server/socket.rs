//! One WebSocket of a caller: its deadlines, pings and limits, and why it ends. The same for agents and approvers.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::http::StatusCode;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Map, Value};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{Interval, sleep, timeout};

use crate::hub::Hub;
use crate::server::Problem;
use crate::server::counts::Counted;
use crate::server::intake::object;
use crate::token::callers::Caller;

/// How often the hub pings a socket.
const BEAT: Duration = Duration::from_secs(30);

/// With so many bytes on their way there is no room for another frame. Less than what the stream's own buffer takes
/// without waiting.
const FULL: usize = 64 << 10;

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
    /// All frames were sent.
    Sent,
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
    /// The bytes that were put and may not be sent yet, and since when some are not.
    unsent: usize,
    since: Instant,
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
        let now = Instant::now();
        Self { hub, caller, stream, gone, stopping, heard: now, beat, unsent: 0, since: now, _room: room }
    }

    /// Whether the token counts and the hub goes on. To be called before each wait for an event.
    pub fn goes_on(&mut self) -> Result<(), End> {
        self.gone.mark_unchanged();
        if !self.caller.is_live(self.hub.now()) {
            return Err(End::Revoked);
        }
        if *self.stopping.borrow_and_update() { Err(End::Stopping) } else { Ok(()) }
    }

    /// The next event; what was put goes out meanwhile. Nothing is lost if its caller stops waiting for it.
    pub async fn event(&mut self) -> Result<Event, End> {
        let late = self.hub.limits.body_time.saturating_sub(self.since.elapsed());
        loop {
            tokio::select! {
                traffic = poll_fn(|cx| traffic(&mut self.stream, self.unsent > 0, cx)) => match traffic {
                    Traffic::Sent => {
                        self.unsent = 0;
                        return Ok(Event::Sent);
                    }
                    Traffic::Came(message) => {
                        self.heard = Instant::now();
                        return match message {
                            Some(Ok(message)) => Ok(Event::Message(message)),
                            Some(Err(_)) => Err(End::Garbled),
                            None => Err(End::Left),
                        };
                    }
                },
                _ = self.beat.tick() => {
                    return if self.heard.elapsed() > self.hub.limits.idle { Err(End::Silent) } else { Ok(Event::Beat) };
                }
                () = sleep(late), if self.unsent > 0 => return Err(End::Slow),
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

    /// Sends a text frame, and waits until it is sent.
    pub async fn tell(&mut self, frame: String) -> Result<(), End> {
        self.send(Message::Text(frame.into())).await
    }

    /// Whether a frame can be put without waiting.
    pub const fn has_room(&self) -> bool {
        self.unsent < FULL
    }

    /// Puts a text frame on its way; it is sent while the next event is awaited. Without room it waits for some.
    pub async fn put(&mut self, frame: String) -> Result<(), End> {
        if !self.has_room() {
            flush(&mut self.stream, self.hub.limits.body_time).await?;
            self.unsent = 0;
        }
        if self.unsent == 0 {
            self.since = Instant::now();
        }
        self.unsent = self.unsent.saturating_add(frame.len()).saturating_add(1);
        let fed = self.stream.feed(Message::Text(frame.into()));
        in_time(timeout(self.hub.limits.body_time, fed).await)
    }

    pub async fn ping(&mut self) -> Result<(), End> {
        self.send(Message::Ping(Vec::new().into())).await
    }

    /// Sends, with a deadline: a client that reads too slowly is closed and may connect again.
    async fn send(&mut self, message: Message) -> Result<(), End> {
        in_time(timeout(self.hub.limits.body_time, self.stream.send(message)).await)?;
        self.unsent = 0;
        Ok(())
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

/// What goes on in the two directions of a stream.
enum Traffic {
    /// All frames were sent, or none can be sent any more.
    Sent,
    /// A message; nothing if the client left.
    Came(Option<Result<Message, axum::Error>>),
}

/// Sends what is left to send, and reads.
fn traffic(stream: &mut WebSocket, unsent: bool, cx: &mut Context<'_>) -> Poll<Traffic> {
    // A client that left may have answered before: what it said is read to its end, and that ends the socket.
    if unsent && stream.poll_flush_unpin(cx).is_ready() {
        return Poll::Ready(Traffic::Sent);
    }
    stream.poll_next_unpin(cx).map(Traffic::Came)
}

/// Waits until all queued frames are sent.
pub async fn flush(socket: &mut WebSocket, time: Duration) -> Result<(), End> {
    in_time(timeout(time, socket.flush()).await)
}

fn in_time(sent: Result<Result<(), axum::Error>, tokio::time::error::Elapsed>) -> Result<(), End> {
    sent.map_err(|_| End::Slow)?.map_err(|_| End::Left)
}
