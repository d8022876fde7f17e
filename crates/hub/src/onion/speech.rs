//! Frames after `CONNECTED`: ConnectOnion's frames on the socket of an approver.

use std::sync::Arc;

use super::frames::{OnionError, OnionFrame, StaleAnswer};
use serde_json::{Map, Value};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::bridge::{Output, Spoken};
use super::guest::Guest;
use super::signed::BadFrame;
use crate::answer::approver_socket::Client;
use crate::hub::Hub;
use crate::server::socket::End;
use crate::server::{Problem, frame_of};
use crate::token::callers::Caller;

/// Fields that belong to the transport of a frame, not to its content.
const CARRIED: [&str; 8] = ["type", "to", "from", "timestamp", "nonce", "signature", "payload", "session_id"];

/// The status for a client that connects. Clients need `running` to continue what they had begun.
pub fn status(hub: &Hub, caller: &Caller, guest: &Guest) -> &'static str {
    let sees = |id: &str| caller.sees(id) && guest.only.as_deref().is_none_or(|only| only == id);
    if hub.queue.any(|card| sees(&card.session)) || hub.onion.bridges.has_turn(&caller.token.id, sees) {
        "running"
    } else if guest.only.is_some() {
        "connected"
    } else {
        "new"
    }
}

/// A problem in ConnectOnion's form. It has a code of its own for an answer that came too late.
pub fn error<'f>(problem: &'f Problem, request: Option<&'f str>, session: &'f str) -> OnionFrame<'f> {
    let stale = match problem.code {
        "which_request" => Some("request_id_required"),
        "stale" | "already_decided" | "expired" | "not_found" => Some("stale"),
        _ => None,
    };
    OnionFrame::Error(OnionError {
        more: problem.more.clone(),
        message: &problem.message,
        code: Some(stale.map_or(problem.code, |_| "STALE_ANSWER")),
        session_id: Some(session),
        stale: stale.map(|reason| StaleAnswer { reason, request_id: request }),
    })
}

impl Client<'_> {
    /// A frame of a client that connected with a key.
    pub async fn hear(&mut self, frame: Map<String, Value>) -> Result<(), End> {
        let now = self.hub.now();
        let Some(guest) = self.guest.as_mut() else { return Ok(()) };
        let (frame, signature) = match guest.open(frame, now) {
            Ok(opened) => opened,
            Err(refusal) => return self.wrong(&unauthorized(refusal.to_string()), None).await,
        };
        // An attacker on the network may have kept it from an earlier connection of this key.
        if let Some(signature) = signature {
            match self.hub.first_use(&signature).await {
                Ok(true) => {}
                Ok(false) => return self.wrong(&unauthorized(BadFrame::Nonce.to_string()), None).await,
                Err(error) => return self.wrong(&error.into(), None).await,
            }
        }
        let kind = match frame.get("type") {
            // A bare answer, as in ConnectOnion's original protocol.
            None => "APPROVAL_RESPONSE".to_owned(),
            Some(kind) => kind.as_str().unwrap_or_default().to_owned(),
        };
        let told = match kind.as_str() {
            "APPROVAL_RESPONSE" => match reply(frame) {
                Ok(reply) => return self.answer(reply).await,
                Err(problem) => Err(problem),
            },
            "PING" => Ok(Some(frame_of(&OnionFrame::Pong))),
            "PONG" => Ok(None),
            "CONNECT" => Err(unauthorized("already authenticated: open a new connection")),
            "SESSION_STATUS" => {
                let status = self.guest.as_ref().map(|guest| status(self.hub, &self.caller, guest));
                let session_id = self.guest.as_ref().map(|guest| guest.session.as_str());
                Ok(Some(frame_of(&OnionFrame::SessionStatus { session_id, status })))
            }
            "INPUT" => self.input(&frame).await,
            "INTERRUPT" => self.interrupt().await.map(|()| None),
            other => {
                let name: String = other.chars().take(64).collect();
                Err(Problem::bad(format!("unknown message type: '{}'", name.escape_debug())))
            }
        };
        match told {
            Ok(Some(frame)) => self.socket.put(frame).await,
            Ok(None) => Ok(()),
            Err(problem) => self.wrong(&problem, None).await,
        }
    }

    /// An agent's reply, if it is for this connection.
    pub async fn output(&mut self, output: &Arc<Output>) -> Result<(), End> {
        let Some(guest) = self.guest.as_mut() else { return Ok(()) };
        if guest.ended.as_ref() == Some(&output.input) {
            return Ok(());
        }
        if output.key != self.caller.token.id || guest.only.as_ref().is_some_and(|only| *only != output.session) {
            return Ok(());
        }
        guest.ended = Some(output.input.clone());
        let frame = frame_of(&output.frame(&guest.session));
        self.socket.tell(frame).await?;
        self.hub.onion.bridges.delivered(output);
        Ok(())
    }

    /// What agents said while the key was not connected.
    pub async fn missed(&mut self) -> Result<(), End> {
        if self.guest.is_none() {
            return Ok(());
        }
        for output in self.hub.onion.bridges.waiting(&self.caller.token.id) {
            self.output(&output).await?;
        }
        Ok(())
    }

    /// Text for an agent, if one accepts text.
    async fn input(&mut self, frame: &Map<String, Value>) -> Result<Option<String>, Problem> {
        self.hub.require_now(&self.caller, self.caller.role().answers(), "speak to an agent").await?;
        let prompt = frame.get("prompt").and_then(Value::as_str).filter(|prompt| !prompt.is_empty());
        let prompt = prompt.ok_or_else(|| Problem::bad("prompt required"))?;
        let told = self.guest.as_ref().map(|guest| guest.session.clone()).unwrap_or_default();
        let session = self.meant()?;
        let more = ["images", "files"].map(|key| frame.get(key).filter(|value| value.is_array()).cloned());
        let [images, files] = more;
        let spoken = Spoken { prompt: prompt.to_owned(), by: self.caller.token.name.clone(), images, files };
        let (id, during) = self.hub.onion.bridges.say(&session, &self.caller.token.id, spoken)?;
        tracing::info!(token = %self.caller.token.id, "text passed on to an agent");
        Ok(during.then(|| frame_of(&OnionFrame::RuntimeInputAck { session_id: &told, id: &id })))
    }

    /// Stops the session: its pending requests are refused, and nothing more runs until the user's next message.
    async fn interrupt(&mut self) -> Result<(), Problem> {
        self.hub.require_now(&self.caller, self.caller.role().answers(), "stop a session").await?;
        let session = self.meant()?;
        if self.hub.owner_of(&session).await?.is_none() {
            return Err(Problem::missing("session"));
        }
        let reason = format!("stopped by {}", self.caller.token.name);
        self.hub.gate.for_session(&session).stop(&reason).await?;
        self.hub.settle(Some(&session), "a stop").await;
        Ok(())
    }

    /// The session that a frame is about: the only one the connection may see, or the only one with a listening agent.
    fn meant(&self) -> Result<String, Problem> {
        if let Some(only) = self.guest.as_ref().and_then(|guest| guest.only.clone()) {
            return Ok(only);
        }
        self.hub.onion.bridges.only_one(|id| self.caller.sees(id))
    }
}

/// An answer without its transport fields. If it names the request twice, both must agree.
pub fn reply(mut frame: Map<String, Value>) -> Result<Map<String, Value>, Problem> {
    for key in CARRIED {
        frame.remove(key);
    }
    if let Some(request) = frame.remove("request_id").filter(|request| !request.is_null()) {
        if frame.get("id").is_some_and(|id| *id != request) {
            return Err(Problem::bad("`request_id` and `id` name different requests"));
        }
        frame.insert("id".to_owned(), request);
    }
    Ok(frame)
}

fn unauthorized(message: impl Into<String>) -> Problem {
    Problem::new(axum::http::StatusCode::UNAUTHORIZED, "unauthorized", message)
}

/// The next output of an agent; `None` if some were missed. Never ends for a client without outputs.
pub async fn heard(outputs: &mut Option<broadcast::Receiver<Arc<Output>>>) -> Option<Arc<Output>> {
    let Some(receiver) = outputs else { return std::future::pending().await };
    match receiver.recv().await {
        Ok(output) => Some(output),
        Err(RecvError::Lagged(_)) => None,
        Err(RecvError::Closed) => std::future::pending().await,
    }
}
