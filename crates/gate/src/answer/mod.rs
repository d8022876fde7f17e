//! A person's, or a callback's, reply to a request.

pub(crate) mod answered_in_store;
pub(crate) mod effect;
pub(crate) mod fields;
pub(crate) mod handover;
pub mod quorum;
pub(crate) mod terms;
pub(crate) mod undo;
pub(crate) mod watch_store;

use std::time::Duration;

use byleave_policy::grant::Breadth;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::answer::fields::AnswerFields;
use crate::call::strict::Strict;

/// A reply to a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It may run.
    Approve(Approval),
    /// It may not.
    Reject(Rejection),
}

/// How far an approval reaches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Approval {
    /// How long.
    pub scope: Scope,
    /// How wide; by default as the profile says.
    pub breadth: Option<Breadth>,
    /// Edited arguments to run with; the gate judges them again.
    pub arguments: Option<Map<String, Value>>,
}

/// How long an approval lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// This call only.
    #[default]
    Once,
    /// Until the turn ends.
    Turn,
    /// Until the session ends.
    Session,
    /// In this project, in every session.
    Project,
    /// Everywhere.
    Always,
    /// For this long, in this session.
    For(Duration),
    /// For this many calls after this one, in this session.
    Count(u32),
}

impl Scope {
    /// The name used in JSON and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Turn => "turn",
            Self::Session => "session",
            Self::Project => "project",
            Self::Always => "always",
            Self::For(_) => "for",
            Self::Count(_) => "count",
        }
    }

    /// The scope of a name; a duration or a count has no name of its own.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        [Self::Once, Self::Turn, Self::Session, Self::Project, Self::Always]
            .into_iter()
            .find(|scope| scope.name() == name)
    }

    /// Where the grant of an approval counts.
    #[must_use]
    pub const fn reach(self) -> Reach {
        match self {
            Self::Once => Reach::Call,
            Self::Turn | Self::Session | Self::For(_) | Self::Count(_) => Reach::Session,
            Self::Project => Reach::Project,
            Self::Always => Reach::Everyone,
        }
    }
}

/// Where a grant counts, narrowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// For the call that was asked about; there is no grant.
    Call,
    /// In one session, and in those below it.
    Session,
    /// In every session of a project.
    Project,
    /// Everywhere.
    Everyone,
}

/// What a rejection does, besides refusing the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// What happens next.
    pub mode: RejectMode,
    /// What the person wants the model to know.
    pub feedback: Option<String>,
}

byleave_policy::named! {
    /// What happens after a rejection.
    pub enum RejectMode {
        /// The call is skipped, the batch goes on.
        Soft = "reject_soft",
        /// The session stops until the user's next message.
        Hard = "reject_hard",
        /// The call is skipped, and the model has to explain it.
        Explain = "reject_explain",
    }
}

/// Why a reply is not an answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadAnswer {
    /// Not an object.
    #[error("an answer is a JSON object such as {{\"approved\": true}}")]
    NotAnObject,
    /// A field of the wrong type, or with an unknown value.
    #[error("`{field}` of an answer must be {expected}")]
    Field {
        /// Which.
        field: &'static str,
        /// What it must be.
        expected: &'static str,
    },
    /// An unknown field: perhaps a misspelt one, so nothing of the answer counts.
    #[error(
        "an answer has no field `{}`{}", field.escape_debug(),
        meant.map_or_else(String::new, |meant| format!("; it is spelt `{meant}`"))
    )]
    Unknown {
        /// Which.
        field: String,
        /// The field that was probably meant.
        meant: Option<&'static str>,
    },
    /// A field that does not go with another.
    #[error("`{field}` of an answer contradicts the rest: {other}")]
    Contradiction {
        /// Which.
        field: &'static str,
        /// What it contradicts.
        other: &'static str,
    },
}

impl Answer {
    /// Approves this call only.
    #[must_use]
    pub fn once() -> Self {
        Self::Approve(Approval::default())
    }

    /// Skips this call.
    #[must_use]
    pub fn soft(feedback: Option<String>) -> Self {
        Self::Reject(Rejection { mode: RejectMode::Soft, feedback })
    }

    /// Skips this call and stops.
    #[must_use]
    pub fn hard(feedback: Option<String>) -> Self {
        Self::Reject(Rejection { mode: RejectMode::Hard, feedback })
    }

    /// Reads ConnectOnion's reply with byleave's additions:
    /// `{"approved": true, "scope": "session", "breadth": "prefix"}`, `{"approved": false, "mode": "reject_soft"}`.
    ///
    /// Without `approved` it is a rejection, without `scope` it counts once, and without `mode` the mode is
    /// `default_mode` (hard over HTTP and WebSocket). A field that is malformed or unknown, or contradicts another, is
    /// an error, so the gate denies the call. [`AnswerFields`] has the fields.
    ///
    /// # Errors
    ///
    /// If a field is malformed or unknown, or two contradict each other.
    pub fn from_json(value: &Value, default_mode: RejectMode) -> Result<Self, BadAnswer> {
        AnswerFields::try_from(Strict(value.clone()))?.answer(default_mode)
    }

    /// Reads an answer that byleave wrote itself, and ignores what it stored beside it: the record, the reason, the
    /// person. If an approval became a rejection, its scope and breadth do not count.
    ///
    /// # Errors
    ///
    /// If it is not an answer.
    pub fn from_told(told: &Value, default_mode: RejectMode) -> Result<Self, BadAnswer> {
        let Value::Object(map) = told else { return Err(BadAnswer::NotAnObject) };
        let kept: &[&str] = if map.get("approved") == Some(&Value::Bool(true)) {
            &["approved", "scope", "for", "count", "breadth", "arguments"]
        } else {
            &["approved", "mode", "feedback"]
        };
        let kept = kept.iter().filter_map(|key| Some(((*key).to_owned(), map.get(*key)?.clone())));
        AnswerFields::read(kept.collect())?.answer(default_mode)
    }

    /// The answer in ConnectOnion's format.
    #[must_use]
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// An answer in ConnectOnion's format, without empty fields.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AnswerFrame<'a> {
    approved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<&'static str>,
    #[serde(rename = "for", skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    breadth: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<&'a Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    feedback: Option<&'a str>,
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let frame = match self {
            Self::Approve(Approval { scope, breadth, arguments }) => {
                let (breadth, arguments) = (breadth.map(Breadth::name), arguments.as_ref());
                let frame = AnswerFrame { approved: true, breadth, arguments, ..AnswerFrame::default() };
                match scope {
                    Scope::For(time) => AnswerFrame { time: Some(format!("{}s", time.as_secs())), ..frame },
                    Scope::Count(count) => AnswerFrame { count: Some(*count), ..frame },
                    Scope::Once | Scope::Turn | Scope::Session | Scope::Project | Scope::Always => {
                        AnswerFrame { scope: Some(scope.name()), ..frame }
                    }
                }
            }
            Self::Reject(Rejection { mode, feedback }) => {
                AnswerFrame { mode: Some(mode.name()), feedback: feedback.as_deref(), ..AnswerFrame::default() }
            }
        };
        frame.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Answer, RejectMode};

    #[test]
    fn r083_to_r084_replies_of_the_first_document_are_read_as_written() {
        for (reply, canonical) in [
            (json!({"approved": true, "scope": "once"}), json!({"approved": true, "scope": "once"})),
            (json!({"approved": true, "scope": "session"}), json!({"approved": true, "scope": "session"})),
            (json!({"approved": true}), json!({"approved": true, "scope": "once"})),
            (
                json!({"approved": false, "mode": "reject_soft", "feedback": "Use yarn instead"}),
                json!({"approved": false, "mode": "reject_soft", "feedback": "Use yarn instead"}),
            ),
            (json!({"approved": false}), json!({"approved": false, "mode": "reject_hard"})),
            (json!({}), json!({"approved": false, "mode": "reject_hard"})),
            (json!({"approved": true, "for": "10m"}), json!({"approved": true, "for": "600s"})),
            (json!({"approved": true, "count": 3}), json!({"approved": true, "count": 3})),
            (
                json!({"approved": true, "scope": "always", "breadth": "exact", "arguments": {"command": "ls"}}),
                json!({"approved": true, "scope": "always", "breadth": "exact", "arguments": {"command": "ls"}}),
            ),
        ] {
            let read = Answer::from_json(&reply, RejectMode::Hard).map(|answer| answer.to_json());
            assert_eq!(read, Ok(canonical), "{reply}");
        }
    }

    #[test]
    fn i5_a_malformed_reply_is_none() {
        for reply in [
            json!(true),
            json!("yes"),
            json!([]),
            json!(null),
            json!({"approved": "true"}),
            json!({"approved": 1}),
            json!({"approved": true, "scope": "forever"}),
            json!({"approved": true, "scope": 1}),
            json!({"approved": true, "breadth": "all"}),
            json!({"approved": true, "arguments": "ls"}),
            json!({"approved": true, "for": "ages"}),
            json!({"approved": true, "count": 0}),
            json!({"approved": true, "count": -1}),
            json!({"approved": true, "scope": "always", "count": 1}),
            json!({"approved": false, "mode": "reject_maybe"}),
            json!({"approved": false, "mode": true}),
            json!({"approved": true, "mode": "reject_soft"}),
            json!({"approved": true, "feedback": "no"}),
            json!({"approved": true, "denyReason": "no"}),
            json!({"approved": true, "arguments": {"command": "ls"}, "params": {"command": "id"}}),
            json!({"approved": true, "params": "ls"}),
            json!({"approved": false, "arguments": {"command": "ls"}}),
            json!({"approved": false, "breadth": "tool"}),
            json!({"approved": false, "for": "10m"}),
            json!({"approved": false, "feedback": "a", "denyReason": "b"}),
            json!({"approved": true, "option_id": "once"}),
            json!({"approved": true, "sig": 1}),
        ] {
            assert!(Answer::from_json(&reply, RejectMode::Hard).is_err(), "{reply}");
        }
    }
    #[test]
    fn an_unknown_field_is_named_and_approves_nothing() {
        for (field, named) in [
            ("Arguments", "`Arguments`; it is spelt `arguments`"),
            ("PARAMS", "`PARAMS`; it is spelt `params`"),
            ("denyreason", "`denyreason`; it is spelt `denyReason`"),
            ("argument", "`argument`"),
            ("approve", "`approve`"),
            ("a\nb", "`a\\nb`"),
        ] {
            let reply = json!({"approved": true, field: {"command": "ls"}});
            let told = Answer::from_json(&reply, RejectMode::Hard).expect_err("no answer").to_string();
            assert!(told.ends_with(named), "{told}");
        }
    }

    #[test]
    fn r267_r272_the_words_of_the_third_document_are_understood() {
        for (reply, canonical) in [
            (
                json!({"approved": true, "params": {"command": "ls"}}),
                json!({"approved": true, "scope": "once", "arguments": {"command": "ls"}}),
            ),
            (
                json!({"approved": true, "args": {"command": "ls"}, "arguments": {"command": "ls"}}),
                json!({"approved": true, "scope": "once", "arguments": {"command": "ls"}}),
            ),
            (
                json!({"approved": false, "denyReason": "User denied", "params": {"command": "ls"}}),
                json!({"approved": false, "mode": "reject_soft", "feedback": "User denied"}),
            ),
            (
                json!({"approved": false, "denyReason": "stop", "mode": "reject_hard"}),
                json!({"approved": false, "mode": "reject_hard", "feedback": "stop"}),
            ),
            (json!({"approved": false, "scope": "once"}), json!({"approved": false, "mode": "reject_hard"})),
            (
                json!({"approved": true, "mode": null, "feedback": "", "scope": null}),
                json!({"approved": true, "scope": "once"}),
            ),
        ] {
            let read = Answer::from_json(&reply, RejectMode::Hard).map(|answer| answer.to_json());
            assert_eq!(read, Ok(canonical), "{reply}");
        }
    }

    #[test]
    fn a_reply_in_which_a_key_stands_twice_is_none() {
        let twice = r#"{"approved": false, "approved": true}"#;
        assert!(serde_json::from_str::<crate::AnswerFields>(twice).is_err());
    }

    #[test]
    fn what_byleave_wrote_itself_is_read_with_whatever_stands_beside_it() {
        for (told, canonical) in [
            (
                json!({"approved": true, "scope": "turn", "record": "rec_1", "by": "ann", "reason": "x"}),
                json!({"approved": true, "scope": "turn"}),
            ),
            (
                // A yes that the policy turned into a no.
                json!({"approved": false, "scope": "session", "breadth": "tool", "arguments": {}, "cause": "policy"}),
                json!({"approved": false, "mode": "reject_hard"}),
            ),
        ] {
            let read = Answer::from_told(&told, RejectMode::Hard).map(|answer| answer.to_json());
            assert_eq!(read, Ok(canonical), "{told}");
        }
    }
}
