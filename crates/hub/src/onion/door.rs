//! Connecting with a key: any client may open a socket; the hub closes it unless a signed `CONNECT` comes soon.

use std::sync::Arc;
use std::time::Duration;

use super::frames::{OnionError, OnionFrame, PROTOCOL, Protocol};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};

use super::address::Address;
use super::guest::Guest;
use super::signed::{BadFrame, Signed};
use super::{keys, speech};
use crate::answer::approver_socket;
use crate::entry::refused_attempt;
use crate::hub::Hub;
use crate::server::intake::object;
use crate::server::socket::{Room, flush, full, room};
use crate::server::{JsonReply, Problem, frame_of, told};
use crate::token::callers::{Caller, KEY, only};

/// How long a socket may be open before its `CONNECT`.
const SOON: Duration = Duration::from_secs(5);

/// The record's name for a `CONNECT` that does not count.
const ATTEMPT: &str = "connect with a key that is not enrolled";
const REPLAY: &str = "connect with a CONNECT that was used before";
const ROLE: &str = "connect with a key";

const NO_STORE: &str = "the store does not work; try again";

/// Whether a request brings nothing that could be a token: only then may it bring a signature instead. A wrong token is
/// not made good by a signature. A cookie alone does not count, because browsers send it to every port.
pub fn offers_nothing(headers: &HeaderMap) -> bool {
    let names = [header::AUTHORIZATION, header::SEC_WEBSOCKET_PROTOCOL, KEY];
    names.iter().all(|name| !headers.contains_key(name))
}

/// Opens a socket for a client that has not identified itself yet; `None` if no key was ever enrolled.
pub async fn upgrade(hub: Arc<Hub>, upgrade: WebSocketUpgrade) -> Option<Result<Response, Problem>> {
    let address = hub.address().await?;
    let Ok(waiting) = Arc::clone(&hub.onion.waiting).try_acquire_owned() else { return Some(Err(full())) };
    let upgrade = upgrade.max_message_size(hub.limits.body).max_frame_size(hub.limits.body);
    Some(Ok(upgrade.on_upgrade(move |mut socket| async move {
        let mut stopping = hub.stopping.subscribe();
        let came = tokio::select! {
            came = tokio::time::timeout(SOON, connect(&hub, address, &mut socket)) => came,
            _ = stopping.wait_for(|stopping| *stopping) => Ok(Err(Left::Silently)),
        };
        match came {
            Ok(Ok((caller, guest, room))) => {
                drop(waiting);
                approver_socket::run(&hub, caller, socket, room, Some(guest), None).await;
            }
            Ok(Err(why)) => leave(&hub, socket, &why).await,
            Err(_) => leave(&hub, socket, &Left::Late).await,
        }
    })))
}

/// Why a client is not connected.
#[derive(Debug)]
enum Left {
    Silently,
    Late,
    /// The frame was not a `CONNECT`.
    Garbage,
    /// The `CONNECT` does not count.
    Refused(String),
}

async fn leave(hub: &Hub, mut socket: WebSocket, why: &Left) {
    let (told, reason) = match why {
        Left::Silently => (None, "bye"),
        Left::Late => (None, "no CONNECT came in time"),
        Left::Garbage => (None, "the first frame must be a signed CONNECT"),
        Left::Refused(words) => (Some(words), "not connected"),
    };
    tracing::info!(why = told.map_or(reason, String::as_str), "a client did not connect");
    hub.metrics.refused();
    let end = async {
        if let Some(words) = told {
            let _ = socket.send(frame(&refusal(words))).await;
        }
        let close = CloseFrame { code: close_code::POLICY, reason: reason.into() };
        let _ = socket.send(Message::Close(Some(close))).await;
    };
    let _ = tokio::time::timeout(Duration::from_secs(1), end).await;
}

type Came = (Arc<Caller>, Guest, Room);

/// Waits for a valid `CONNECT` and replies to it.
async fn connect(hub: &Arc<Hub>, address: Address, socket: &mut WebSocket) -> Result<Came, Left> {
    let mut said = hear(hub, socket).await?;
    // Newer clients offer encryption first, and continue unencrypted where that is safe: this machine, or TLS.
    if said.get("type").and_then(Value::as_str) == Some("SEAL") {
        let cannot = refusal("this host cannot seal; use TLS, or this machine");
        socket.send(frame(&cannot)).await.map_err(|_| Left::Silently)?;
        said = hear(hub, socket).await?;
    }
    if said.get("type").and_then(Value::as_str) != Some("CONNECT") {
        return Err(Left::Refused("unauthorized: authenticate first (send CONNECT)".to_owned()));
    }
    let (caller, from, signs) = recognise(hub, address, &said).await?;
    if let Some(protocol) = said.get("protocol").filter(|protocol| !protocol.is_null())
        && (protocol.get("name"), protocol.get("version")) != (Some(&"oip".into()), Some(&"0.1".into()))
    {
        return Err(Left::Refused("Unsupported OIP protocol; this hub speaks oip 0.1".to_owned()));
    }
    let room = room(hub, &caller).map_err(|full| Left::Refused(full.message.clone()))?;
    let (only, session) = session(hub, &caller, said.get("session_id")).await?;
    let mut guest = Guest::new(from, address, signs, only, session);
    // Listen before the client learns that it is connected, so that no output is missed.
    guest.outputs = Some(hub.onion.bridges.listen());
    let status = speech::status(hub, &caller, &guest);
    let connected = OnionFrame::Connected { session_id: &guest.session, status, protocol: PROTOCOL };
    socket.send(frame(&connected)).await.map_err(|_| Left::Silently)?;
    tracing::info!(token = %caller.token.id, signs, "connected with a key");
    Ok((caller, guest, room))
}

async fn hear(hub: &Hub, socket: &mut WebSocket) -> Result<Map<String, Value>, Left> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => {
                return object(text.as_bytes(), hub.limits.depth).map_err(|_| Left::Garbage);
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                flush(socket, SOON).await.map_err(|_| Left::Silently)?;
            }
            Some(Ok(Message::Binary(_))) => return Err(Left::Garbage),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Left::Silently),
        }
    }
}

/// Identifies the client, in this order: first the signature, so that only the holder of a key learns whether it
/// counts; then whether the key counts; last that the signature was not used before, so that strangers cannot fill the
/// store.
async fn recognise(
    hub: &Hub,
    address: Address,
    said: &Map<String, Value>,
) -> Result<(Arc<Caller>, Address, bool), Left> {
    let refuse = |refusal: BadFrame| Left::Refused(refusal.to_string());
    let now = hub.now();
    let signed = Signed::read(said, address, now).map_err(refuse)?;
    let Some(caller) = hub.caller_of(&keys::id(&signed.from)).await.ok().flatten() else {
        note(hub, signed.from, ATTEMPT).await;
        return Err(refuse(BadFrame::Unknown));
    };
    hub.require(&caller, keys::may(caller.role()), ROLE).await.map_err(|problem| Left::Refused(problem.message))?;
    if !caller.rate.take() {
        return Err(Left::Refused("this key connects more than its share; slow down and try again".to_owned()));
    }
    // The store remembers what was used in an earlier run, but after a power failure its last moments may be missing.
    // So nothing signed before this run counts. Clients round their time down to seconds.
    let began = hub.onion.started.duration_since(Timestamp::UNIX_EPOCH).as_secs_f64().floor();
    if signed.seconds < began {
        return Err(refuse(BadFrame::Before));
    }
    match hub.first_use(&signed.signature).await {
        Ok(true) => {}
        Ok(false) => {
            note(hub, signed.from, REPLAY).await;
            return Err(refuse(BadFrame::Used));
        }
        Err(error) => {
            tracing::error!(%error, "whether a CONNECT was used before cannot be found out");
            return Err(Left::Refused(NO_STORE.to_owned()));
        }
    }
    let signs = signed.payload.get("signed_commands").and_then(Value::as_u64) == Some(1);
    Ok((caller, signed.from, signs))
}

/// Puts an attempt on record: the first of its kind by its key in this run.
async fn note(hub: &Hub, address: Address, what: &'static str) {
    tracing::warn!(key = %address, what, "refused");
    if !hub.onion.noted.first(address, what) {
        return;
    }
    hub.put_entry(refused_attempt::stranger(&address.to_string(), what, &hub.gate, hub.now())).await;
}

/// The session of a connection: the named one, if it exists; else all that the key may see, because clients invent
/// names for conversations that do not exist yet.
async fn session(hub: &Hub, caller: &Caller, named: Option<&Value>) -> Result<(Option<String>, String), Left> {
    let named = named.and_then(Value::as_str).filter(|named| !named.is_empty() && named.len() <= 256);
    if let Some(only) = &caller.token.session {
        return Ok((Some(only.clone()), only.clone()));
    }
    let Some(named) = named else { return Ok((None, caller.token.id.clone())) };
    let known = hub.owner_of(named).await.map_err(|_| Left::Refused(NO_STORE.to_owned()))?;
    Ok((known.map(|_| named.to_owned()), named.to_owned()))
}

fn refusal(message: &str) -> OnionFrame<'_> {
    OnionFrame::Error(OnionError { message, ..OnionError::default() })
}

fn frame(frame: &OnionFrame<'_>) -> Message {
    Message::Text(frame_of(frame).into())
}

/// Which hub this is.
#[derive(Serialize)]
struct Info {
    name: &'static str,
    address: String,
    protocol: Protocol,
}

/// Where a hub is.
#[derive(Serialize)]
struct Found {
    address: String,
    endpoints: [String; 2],
    online: bool,
}

/// `GET /info`: the address of this hub, for clients that check whether it is the one they mean.
pub async fn info(State(hub): State<Arc<Hub>>) -> JsonReply {
    let address = hub.address().await.ok_or_else(|| Problem::missing("address"))?;
    told(&Info { name: "byleave", address: address.to_string(), protocol: PROTOCOL })
}

/// `GET /api/agents/ADDRESS`: where the hub with an address is. Clients ask a relay this question; the hub answers it
/// for itself, so that they need no relay.
pub async fn look_up(State(hub): State<Arc<Hub>>, Path(asked): Path<String>, headers: HeaderMap) -> JsonReply {
    let address = hub.address().await.filter(|address| Address::parse(&asked) == Ok(*address));
    let address = address.ok_or_else(|| Problem::missing("address"))?;
    // The guard has checked that it is one of the hub's names.
    let host = only(&headers, &header::HOST).ok_or_else(|| Problem::bad("there is no `Host`"))?;
    let (web, ws) = if hub.tls { ("https", "wss") } else { ("http", "ws") };
    let endpoints = [format!("{web}://{host}"), format!("{ws}://{host}/ws")];
    told(&Found { address: address.to_string(), endpoints, online: true })
}
