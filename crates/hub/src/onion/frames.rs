//! ConnectOnion's frames to its clients.

use serde::Serialize;
use serde_json::{Map, Value};

/// What this hub speaks.
#[derive(Debug, Serialize)]
pub struct Protocol {
    name: &'static str,
    version: &'static str,
    min_version: &'static str,
    max_version: &'static str,
    websocket_path: &'static str,
}

/// OIP 0.1.
pub const PROTOCOL: Protocol =
    Protocol { name: "oip", version: "0.1", min_version: "0.1", max_version: "0.1", websocket_path: "/ws" };

/// A frame to a client that connects with a key.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OnionFrame<'f> {
    Connected { session_id: &'f str, status: &'static str, protocol: Protocol },
    SessionStatus { session_id: Option<&'f str>, status: Option<&'static str> },
    RuntimeInputAck { session_id: &'f str, id: &'f str },
    Output { result: &'f str, input_id: &'f str, session_id: &'f str, duration_ms: u64 },
    Error(OnionError<'f>),
    Pong,
}

/// What is wrong.
#[derive(Debug, Default, Serialize)]
pub struct OnionError<'f> {
    #[serde(flatten)]
    pub more: Map<String, Value>,
    pub message: &'f str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'f str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<&'f str>,
    #[serde(flatten)]
    pub stale: Option<StaleAnswer<'f>>,
}

/// Why an answer came too late.
#[derive(Debug, Serialize)]
pub struct StaleAnswer<'f> {
    pub reason: &'static str,
    pub request_id: Option<&'f str>,
}
