//! The lines of `byleave sim`: one for each event.

use serde::Serialize;
use serde_json::{Map, Value};

/// An event as a line. What a hub says of a call is passed on as it is.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Line<'l> {
    /// A call was decided.
    Decision {
        call: &'l str,
        tool: &'l str,
        session: &'l str,
        verdict: &'static str,
        source: Value,
        rule: Value,
        reason: Value,
    },
    /// A turn began with skills: this many grants are kept for its end.
    Snapshot { turn: u64, kept: usize, skills: &'l [String] },
    /// A turn ended, and this many grants with it.
    Restore { turn: u64, ended: usize },
    /// Something is ignored or looks wrong.
    Warning { text: &'l str },
    /// The user spoke.
    TurnBegin { turn: Value, user: Option<&'l str>, session: &'l str },
    /// The model asks for calls.
    LlmTurn { turn: Value, calls: usize },
    /// The agent's loop ended early.
    LoopStopped { turn: Value, stop_signal: Value, reason: &'l str },
    /// The turn is over.
    TurnEnd { turn: Value },
    /// A tool ran.
    Executed { tool: &'l str, arguments: &'l Map<String, Value>, call: &'l str, record: Value },
    /// What the model reads of a tool.
    ToolResult {
        tool: &'l str,
        ok: bool,
        text: &'l str,
        #[serde(skip_serializing_if = "Option::is_none")]
        waited_ms: Option<u64>,
    },
    /// A tool did not run.
    Skipped { tool: &'l str, call: &'l str, cause: Value, reason: &'l str, remedy: Value },
    /// What the model reads besides.
    LlmMessage { tool: &'l str, text: &'l str },
}
