//! The ruling on a call, and the reply that an agent reads.

use serde::Serialize;
use serde_json::{Map, Value};

/// The ruling on a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Ruling {
    /// It runs.
    Allow {
        /// Why.
        reason: String,
        /// The arguments it runs with, if a person changed them.
        edited: Option<Map<String, Value>>,
    },
    /// The agent puts it to its user.
    Ask {
        /// Why.
        reason: String,
    },
    /// It does not run.
    Deny {
        /// What the model reads.
        reason: String,
    },
    /// The agent does as if there were no hook.
    Silent,
}

impl Ruling {
    /// It runs as it is.
    #[must_use]
    pub fn allow(reason: impl Into<String>) -> Self {
        Self::Allow { reason: reason.into(), edited: None }
    }

    /// The agent asks.
    #[must_use]
    pub fn ask(reason: impl Into<String>) -> Self {
        Self::Ask { reason: reason.into() }
    }

    /// It does not run.
    #[must_use]
    pub fn deny(reason: impl Into<String>) -> Self {
        Self::Deny { reason: reason.into() }
    }
}

/// What a hook prints, and how it ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// For the agent to parse; empty for nothing.
    pub stdout: String,
    /// For people, and for agents that read the reason there.
    pub stderr: String,
    /// The exit code.
    pub code: u8,
}

/// The exit code that most agents take for a refusal.
pub(crate) const BLOCK: u8 = 2;

/// More than this no agent passes on to its model, and some drop the whole.
const LONGEST_REASON: usize = 8_000;

impl Reply {
    /// Nothing at all, to an event that decides nothing.
    pub(crate) fn nothing() -> Self {
        Self::default()
    }

    /// No opinion on a call: an object with nothing in it, which every agent takes for that. A hook that prints nothing has not
    /// answered, and the line that `byleave init` registers refuses the call.
    pub(crate) fn no_opinion() -> Self {
        Self { stdout: "{}".to_owned(), ..Self::default() }
    }

    /// One JSON object, its fields in alphabetical order. What cannot be written is no answer, and blocks.
    pub(crate) fn json(said: &impl Serialize) -> Self {
        match serde_json::to_value(said) {
            Ok(value) => Self { stdout: value.to_string(), ..Self::default() },
            Err(error) => Self::block(&error.to_string()),
        }
    }

    /// The same, and an exit code that blocks, with the reason where some agents look for it.
    pub(crate) fn and_block(self, reason: &str) -> Self {
        Self { stderr: shown(reason), code: BLOCK, ..self }
    }

    /// An exit code that blocks, with the reason.
    pub(crate) fn block(reason: &str) -> Self {
        Self::nothing().and_block(reason)
    }
}

/// What byleave says, with all fields in alphabetical order.
pub(crate) fn json_of(said: &impl Serialize) -> Value {
    serde_json::to_value(said).unwrap_or_default()
}

/// A reason as an agent takes it: never empty, because Codex lets a call run that is refused without one, and not too long.
pub(crate) fn shown(reason: &str) -> String {
    let reason = reason.trim();
    if reason.is_empty() {
        return "byleave refused it".to_owned();
    }
    let mut end = LONGEST_REASON;
    while !reason.is_char_boundary(end.min(reason.len())) {
        end = end.saturating_sub(1);
    }
    match reason.split_at_checked(end) {
        Some((start, rest)) if !rest.is_empty() => format!("{start} …"),
        Some(_) | None => reason.to_owned(),
    }
}

/// What the model reads where a person changed the arguments and the agent cannot take others: the call it can make instead.
pub(crate) fn make_instead(edited: &Map<String, Value>) -> String {
    format!(
        "The approver agreed to this call only with other arguments, and this agent's hook cannot change them. Make the call \
         with exactly these arguments instead: {}",
        Value::Object(edited.clone())
    )
}
