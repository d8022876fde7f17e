//! Errors between an agent and a hub. None of them lets a call run.

use serde_json::Value;
use thiserror::Error;

/// Why the channel cannot be created.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// Not an address of a hub.
    #[error("`{0}` is not the address of a hub; write something like `https://hub.example:7777`")]
    Address(String),
    /// Anyone on the network could read the token.
    #[error("`{0}` is another machine: use `https`, or `connect_in_the_clear` on a network that no one else can read")]
    InTheClear(String),
    /// Not a token.
    #[error(
        "this is not a token; a token begins with `byleave_` and comes from `byleave hub token create --role agent`"
    )]
    Token,
    /// No certificates to trust.
    #[error("no certificates can be read from {0}")]
    Certificates(String),
    /// No thread.
    #[error("no thread can be started: {0}")]
    Thread(std::io::Error),
}

/// Why a hub gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Trouble {
    /// It was out of reach for too long.
    #[error("the hub cannot be reached: {0}")]
    Unreachable(String),
    /// It refused the request.
    #[error("the hub refused the request ({status}): {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// What is wrong, for programs.
        code: String,
        /// What is wrong and what to do next.
        message: String,
    },
    /// The answer was collected before, or there will be none.
    #[error("the hub no longer has an answer: {0}")]
    Gone(String),
    /// The reply is not an answer.
    #[error("the hub's reply is not an answer: {0}")]
    Malformed(String),
    /// The thread that asks is gone.
    #[error("the thread that asks the hub has ended")]
    Ended,
}

impl Trouble {
    /// From a reply whose status is not that of an answer.
    pub(super) fn of(status: u16, body: &Value) -> Self {
        let text = |key: &str| body.get(key).and_then(Value::as_str).map(str::to_owned);
        if status == 410 {
            return Self::Gone(text("reason").or_else(|| text("message")).unwrap_or_default());
        }
        let message = text("message").unwrap_or_else(|| "it does not say why".to_owned());
        Self::Refused { status, code: text("error").unwrap_or_default(), message }
    }
}
