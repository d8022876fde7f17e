//! A person's, or a callback's, reply to a request.

use std::time::Duration;

use byleave_policy::grant::Breadth;
use serde_json::{Map, Value};
use thiserror::Error;

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
    /// How wide; the profile's habit if nothing is said.
    pub breadth: Option<Breadth>,
    /// Other arguments to run with; they are judged again.
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
    /// For so long, in this session.
    For(Duration),
    /// For so many calls after this one, in this session.
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
}

/// What a rejection does beside keeping the call from running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// What happens next.
    pub mode: RejectMode,
    /// What the person wants the model to know.
    pub feedback: Option<String>,
}

/// What happens after a rejection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RejectMode {
    /// The call is skipped, the batch goes on.
    Soft,
    /// Everything stops until the user speaks again.
    Hard,
    /// Skipped, and the model is asked to explain itself.
    Explain,
}

impl RejectMode {
    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Soft => "reject_soft",
            Self::Hard => "reject_hard",
            Self::Explain => "reject_explain",
        }
    }

    /// The mode of a name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        [Self::Soft, Self::Hard, Self::Explain].into_iter().find(|mode| mode.name() == name)
    }
}

/// Why a reply is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadAnswer {
    /// Not an object.
    #[error("an answer is a JSON object such as {{\"approved\": true}}")]
    NotAnObject,
    /// A field of the wrong type, or with a value nobody knows.
    #[error("`{field}` of an answer must be {expected}")]
    Field {
        /// Which.
        field: &'static str,
        /// What it must be.
        expected: &'static str,
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

    /// Reads the reply of the first document and its additions:
    /// `{"approved": true, "scope": "session", "breadth": "prefix"}`, `{"approved": false, "mode": "reject_soft"}`.
    ///
    /// `approved` missing is false, `scope` missing is once, `mode` missing is `default_mode` (hard on the wire). Whatever
    /// is there but cannot be read is an error, and so a denial: half an answer is none.
    ///
    /// # Errors
    ///
    /// If a field is malformed.
    pub fn from_json(value: &Value, default_mode: RejectMode) -> Result<Self, BadAnswer> {
        let Value::Object(map) = value else { return Err(BadAnswer::NotAnObject) };
        let approved = match present(map, "approved") {
            None => false,
            Some(Value::Bool(approved)) => *approved,
            Some(_) => return Err(BadAnswer::Field { field: "approved", expected: "true or false" }),
        };
        if !approved {
            let mode = match text(map, "mode")? {
                None => default_mode,
                Some(name) => RejectMode::find(name).ok_or(BadAnswer::Field {
                    field: "mode",
                    expected: "`reject_soft`, `reject_hard` or `reject_explain`",
                })?,
            };
            let feedback = text(map, "feedback")?.filter(|feedback| !feedback.is_empty()).map(str::to_owned);
            return Ok(Self::Reject(Rejection { mode, feedback }));
        }
        let breadth = match text(map, "breadth")? {
            None => None,
            Some(name) => Some(
                Breadth::find(name)
                    .ok_or(BadAnswer::Field { field: "breadth", expected: "`exact`, `prefix` or `tool`" })?,
            ),
        };
        let arguments = match present(map, "arguments") {
            None => None,
            Some(Value::Object(arguments)) => Some(arguments.clone()),
            Some(_) => return Err(BadAnswer::Field { field: "arguments", expected: "an object" }),
        };
        Ok(Self::Approve(Approval { scope: scope(map)?, breadth, arguments }))
    }

    /// As the first document has it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut map = Map::new();
        match self {
            Self::Approve(approval) => {
                map.insert("approved".to_owned(), true.into());
                match approval.scope {
                    Scope::For(time) => {
                        map.insert("for".to_owned(), format!("{}s", time.as_secs()).into());
                    }
                    Scope::Count(count) => {
                        map.insert("count".to_owned(), count.into());
                    }
                    Scope::Once | Scope::Turn | Scope::Session | Scope::Project | Scope::Always => {
                        map.insert("scope".to_owned(), approval.scope.name().into());
                    }
                }
                if let Some(breadth) = approval.breadth {
                    map.insert("breadth".to_owned(), breadth.name().into());
                }
                if let Some(arguments) = &approval.arguments {
                    map.insert("arguments".to_owned(), arguments.clone().into());
                }
            }
            Self::Reject(rejection) => {
                map.insert("approved".to_owned(), false.into());
                map.insert("mode".to_owned(), rejection.mode.name().into());
                if let Some(feedback) = &rejection.feedback {
                    map.insert("feedback".to_owned(), feedback.as_str().into());
                }
            }
        }
        Value::Object(map)
    }
}

fn present<'v>(map: &'v Map<String, Value>, field: &str) -> Option<&'v Value> {
    map.get(field).filter(|value| !value.is_null())
}

fn text<'v>(map: &'v Map<String, Value>, field: &'static str) -> Result<Option<&'v str>, BadAnswer> {
    match present(map, field) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(BadAnswer::Field { field, expected: "text" }),
    }
}

fn scope(map: &Map<String, Value>) -> Result<Scope, BadAnswer> {
    const SCOPES: BadAnswer =
        BadAnswer::Field { field: "scope", expected: "`once`, `turn`, `session`, `project` or `always`" };
    let named = text(map, "scope")?;
    let lasts = text(map, "for")?;
    let count = match present(map, "count") {
        None => None,
        Some(value) => Some(
            value
                .as_u64()
                .and_then(|count| u32::try_from(count).ok())
                .filter(|count| *count > 0)
                .ok_or(BadAnswer::Field { field: "count", expected: "a number above 0" })?,
        ),
    };
    match (named, lasts, count) {
        (None, None, None) => Ok(Scope::Once),
        (Some(name), None, None) => Scope::find(name).ok_or(SCOPES),
        (None | Some("session"), Some(time), None) => byleave_policy::rules::conditions::seconds(time)
            .map(|seconds| Scope::For(Duration::from_secs(u64::from(seconds))))
            .ok_or(BadAnswer::Field { field: "for", expected: "a time such as `10m`" }),
        (None | Some("session"), None, Some(count)) => Ok(Scope::Count(count)),
        (Some(_), Some(_), _) | (Some(_), _, Some(_)) | (None, Some(_), Some(_)) => Err(SCOPES),
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
        ] {
            assert!(Answer::from_json(&reply, RejectMode::Hard).is_err(), "{reply}");
        }
    }
}
