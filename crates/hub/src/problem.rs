//! What goes wrong, as callers are told.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use byleave_gate::StoreError;
use serde_json::{Map, Value, json};

/// A refusal of the hub itself: a status, a word for programs, a sentence for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The status of HTTP.
    pub status: StatusCode,
    /// What is wrong, for programs. Never changes once published.
    pub code: &'static str,
    /// What is wrong and what to do next.
    pub message: String,
    /// What else there is to know.
    pub more: Map<String, Value>,
}

impl Problem {
    /// A problem without more to know.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), more: Map::new() }
    }

    /// With something else to know.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.more.insert(key.to_owned(), value.into());
        self
    }

    /// The request is not as it must be.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_request", message)
    }

    /// There is no such thing, or none that the caller may know of: the two are not told apart.
    pub fn missing(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", format!("there is no such {what}"))
    }

    /// Nobody knows who calls.
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

    /// As one object.
    pub fn to_json(&self) -> Value {
        let mut object = self.more.clone();
        object.insert("error".to_owned(), self.code.into());
        object.insert("message".to_owned(), self.message.as_str().into());
        Value::Object(object)
    }

    /// As a frame of a socket.
    pub fn to_frame(&self) -> Value {
        let mut object = self.more.clone();
        object.insert("type".to_owned(), "error".into());
        object.insert("code".to_owned(), self.code.into());
        object.insert("message".to_owned(), self.message.as_str().into());
        Value::Object(object)
    }
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
                // Where the store lies is nobody's business outside.
                tracing::error!(error = %error, "the store does not work");
                // `PATH`: what is wrong; what to do.
                let text = error.to_string();
                let why = text.split_once("`: ").map(|(_, why)| why).filter(|why| !why.contains('/'));
                let why = why.map(|why| format!(": {why}")).unwrap_or_default();
                let message = format!(
                    "the store does not work, so nothing was done{why}; try again, and look at the log of the hub"
                );
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "store", message)
            }
        }
    }
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

/// What a handler answers.
pub type Reply = Result<axum::Json<Value>, Problem>;

/// Everything is well.
pub fn fine() -> axum::Json<Value> {
    axum::Json(json!({ "ok": true }))
}
