//! Errors, as callers see them.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use byleave_gate::StoreError;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::server::json_of;

/// An error of the hub itself: a status, a word for programs, a sentence for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    pub status: StatusCode,
    /// What is wrong, for programs. It never changes once published.
    pub code: &'static str,
    /// What is wrong and what to do next.
    pub message: String,
    pub more: Map<String, Value>,
}

impl Problem {
    /// A problem without more fields.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), more: Map::new() }
    }

    /// Adds a field.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.more.insert(key.to_owned(), value.into());
        self
    }

    /// The request is malformed.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_request", message)
    }

    /// There is no such thing, or the caller may not see it: the response is the same.
    pub fn missing(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", format!("there is no such {what}"))
    }

    /// The caller is unknown.
    pub fn unknown_caller() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "no_token",
            "a valid token is needed: send `Authorization: Bearer TOKEN`; make one with `byleave hub token create`",
        )
    }

    /// Too much at once.
    pub fn too_many(message: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many", message)
    }

    /// The hub failed at something that it should be able to do.
    pub fn failed(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", message)
    }

    /// The body of a response.
    pub fn to_json(&self) -> Value {
        json_of(&ProblemBody { more: &self.more, error: self.code, message: &self.message })
    }

    /// A frame of a socket, about a call or a request if one is known.
    pub fn to_frame(&self, call: Option<&str>, id: Option<&str>) -> Value {
        let (code, message) = (self.code, self.message.as_str());
        json_of(&ProblemFrame { more: &self.more, kind: "error", code, message, call, id })
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ProblemBody<'p> {
    #[serde(flatten)]
    more: &'p Map<String, Value>,
    error: &'static str,
    message: &'p str,
}

#[derive(Serialize)]
struct ProblemFrame<'p> {
    #[serde(flatten)]
    more: &'p Map<String, Value>,
    #[serde(rename = "type")]
    kind: &'static str,
    code: &'static str,
    message: &'p str,
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<&'p str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'p str>,
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Missing(what) => {
                Self::new(StatusCode::NOT_FOUND, "not_found", format!("there is no such {}", first_word(&what)))
            }
            StoreError::Settled(state) => {
                Self::new(StatusCode::CONFLICT, "wrong_state", format!("it is {} already", state.name()))
                    .with("state", state.name())
            }
            StoreError::Conflict
            | StoreError::Busy
            | StoreError::Newer { .. }
            | StoreError::Corrupt(_)
            | StoreError::Unusable(_) => {
                // The place of the store is not for callers.
                tracing::error!(error = %error, "the store does not work");
                // The format is "`PATH`: what is wrong; what to do".
                let text = error.to_string();
                let why = text.split_once("`: ").map(|(_, why)| why).filter(|why| !names_a_place(why));
                let why = why.map(|why| format!(": {why}")).unwrap_or_default();
                let message = format!(
                    "the store does not work, so nothing was done{why}; try again, and look at the log of the hub"
                );
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "store", message)
            }
        }
    }
}

/// Whether a text has a path in it. A slash within a word, as in "I/O", makes none.
fn names_a_place(text: &str) -> bool {
    text.split_whitespace()
        .any(|word| word.trim_start_matches(|c: char| c.is_ascii_punctuation() && c != '/').starts_with('/'))
}

/// The kind of thing that is missing, without its name.
fn first_word(what: &str) -> &str {
    what.split(' ').next().unwrap_or("thing")
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status, axum::Json(self.to_json())).into_response();
        if self.status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
