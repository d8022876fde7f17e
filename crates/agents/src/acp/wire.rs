//! What byleave itself says in the protocol.

use serde::Serialize;
use serde_json::{Map, Value};

use super::options::Choice;

/// The id of a session, alone or with what the message is about.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Of<'m, T> {
    pub session_id: &'m str,
    #[serde(flatten)]
    pub about: T,
}

/// Only the session.
#[derive(Serialize)]
pub(super) struct Whole {}

/// The mode to change to.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ToMode<'m> {
    pub mode_id: &'m str,
}

/// What is new about a tool call.
#[derive(Serialize)]
pub(super) struct Update {
    pub update: Map<String, Value>,
}

/// A tool call that a question is about.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Asked<'m> {
    pub tool_call: Subject<'m>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Subject<'m> {
    pub tool_call_id: &'m str,
    pub title: String,
    pub kind: &'static str,
    pub status: &'static str,
    pub content: Vec<Content<'m>>,
    pub raw_input: &'m Map<String, Value>,
}

/// What the editor shows of a tool call.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Content<'m> {
    Content {
        content: Block,
    },
    #[serde(rename_all = "camelCase")]
    Diff {
        path: &'m str,
        /// `null` for a new file.
        old_text: Option<String>,
        new_text: &'m str,
    },
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Block {
    Text { text: String },
}

impl Content<'_> {
    pub const fn text(text: String) -> Self {
        Self::Content { content: Block::Text { text } }
    }
}

/// An answer that the person at the editor can choose.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Answerable<'m> {
    /// One of the agent's.
    Offered(&'m Choice),
    /// The one of byleave's own, which the agent never reads.
    #[serde(rename_all = "camelCase")]
    Remembered { option_id: &'static str, name: String, kind: &'static str },
}

/// A question that is open no more.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Withdrawn<'m> {
    pub request_id: &'m str,
}
