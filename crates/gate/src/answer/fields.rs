//! The fields of a reply. byleave reads all answers from outside here, from every channel.
//!
//! The approver meant something by every field. An unknown field may be a misspelt edit, and if two fields contradict
//! each other, it is not clear which one counts. Such a reply is not an answer and approves nothing.

use std::time::Duration;

use byleave_policy::grant::Breadth;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::answer::{Answer, Approval, BadAnswer, RejectMode, Rejection, Scope};
use crate::call::strict::Strict;

/// The names of edited arguments: ConnectOnion's, OriCore's, and the one in ConnectOnion's traces.
const ARGUMENTS: [&str; 3] = ["arguments", "params", "args"];

/// The names for what the model reads about a rejection: ConnectOnion's, and OriCore's.
const FEEDBACK: [&str; 3] = ["feedback", DENY_REASON, "deny_reason"];

/// OriCore's name. In OriCore the agent continues after a rejection with a reason.
const DENY_REASON: &str = "denyReason";

/// All other fields.
const OTHERS: [&str; 10] =
    ["approved", "scope", "for", "count", "breadth", "mode", "id", "call_hash", "option_id", "sig"];

/// The fields of a reply, each with a value it may have.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(try_from = "Strict")]
pub struct AnswerFields {
    /// The request it is about.
    pub id: Option<String>,
    /// The call it is about.
    pub call_hash: Option<String>,
    /// One of the options of the request, instead of the rest.
    pub option_id: Option<String>,
    /// Whether the call may run.
    pub approved: Option<bool>,
    scope: Option<Scope>,
    breadth: Option<Breadth>,
    arguments: Option<(&'static str, Map<String, Value>)>,
    mode: Option<RejectMode>,
    feedback: Option<(&'static str, String)>,
}

impl TryFrom<Strict> for AnswerFields {
    type Error = BadAnswer;

    fn try_from(Strict(value): Strict) -> Result<Self, BadAnswer> {
        match value {
            Value::Object(map) => Self::read(map),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                Err(BadAnswer::NotAnObject)
            }
        }
    }
}

impl AnswerFields {
    /// Reads the fields of a reply. `null` is the same as nothing.
    ///
    /// # Errors
    ///
    /// If a field is unknown, has an invalid value, or contradicts another field of the same meaning.
    pub fn read(mut map: Map<String, Value>) -> Result<Self, BadAnswer> {
        map.retain(|_, value| !value.is_null());
        let known = || ARGUMENTS.iter().chain(&FEEDBACK).chain(&OTHERS);
        if let Some(field) = map.keys().find(|key| !known().any(|known| known == key)) {
            let meant = known().find(|known| known.eq_ignore_ascii_case(field)).copied();
            return Err(BadAnswer::Unknown { field: field.clone(), meant });
        }
        let modes = "`reject_soft`, `reject_hard` or `reject_explain`";
        let breadths = "`exact`, `prefix` or `tool`";
        // Signatures of answers are not checked yet: a signed answer counts as one without.
        text(&map, "sig")?;
        Ok(Self {
            id: text(&map, "id")?.map(str::to_owned),
            call_hash: text(&map, "call_hash")?.map(str::to_owned),
            option_id: text(&map, "option_id")?.map(str::to_owned),
            approved: field(&map, "approved", "true or false", Value::as_bool)?,
            scope: scope(&map)?,
            breadth: field(&map, "breadth", breadths, |value| Breadth::find(value.as_str()?))?,
            arguments: one_of(&map, ARGUMENTS, "an object", |value| value.as_object().cloned())?,
            mode: field(&map, "mode", modes, |value| RejectMode::find(value.as_str()?))?,
            feedback: one_of(&map, FEEDBACK, "text", |value| value.as_str().map(str::to_owned))?,
        })
    }

    /// With the answer that an option means. Other fields may add to it, but not contradict it.
    ///
    /// # Errors
    ///
    /// If they contradict it.
    pub fn with_option(self, option: &Answer) -> Result<Self, BadAnswer> {
        let other = match option {
            Answer::Approve(approval) => {
                Self { approved: Some(true), scope: Some(approval.scope), breadth: approval.breadth, ..Self::default() }
            }
            Answer::Reject(rejection) => Self { approved: Some(false), mode: Some(rejection.mode), ..Self::default() },
        };
        Ok(Self {
            approved: same("approved", self.approved, other.approved)?,
            scope: same("scope", self.scope, other.scope)?,
            breadth: same("breadth", self.breadth, other.breadth)?,
            mode: same("mode", self.mode, other.mode)?,
            option_id: None,
            ..self
        })
    }

    /// The answer. Without `approved` it is a rejection, and without `scope` it counts once. Without `mode` the mode is
    /// `default_mode`, except for a rejection with OriCore's `denyReason`, which is soft.
    ///
    /// # Errors
    ///
    /// If some fields belong to an approval and others to a rejection.
    pub fn answer(self, default_mode: RejectMode) -> Result<Answer, BadAnswer> {
        if self.option_id.is_some() {
            return Err(BadAnswer::Field { field: "option_id", expected: "an option of the request" });
        }
        let feedback = self.feedback.filter(|(_, text)| !text.is_empty());
        if self.approved == Some(true) {
            let against = |field| Err(BadAnswer::Contradiction { field, other: "`approved` is true" });
            if self.mode.is_some() {
                return against("mode");
            }
            if let Some((field, _)) = feedback {
                return against(field);
            }
            let scope = self.scope.unwrap_or_default();
            let arguments = self.arguments.map(|(_, arguments)| arguments);
            return Ok(Answer::Approve(Approval { scope, breadth: self.breadth, arguments }));
        }
        let against = |field| Err(BadAnswer::Contradiction { field, other: "`approved` is not true" });
        // ConnectOnion's clients send a scope even with a rejection, and OriCore's callbacks send back the parameters
        // that they got. But a time, a count or an edit makes sense only in an approval.
        match self.scope {
            Some(Scope::For(_)) => return against("for"),
            Some(Scope::Count(_)) => return against("count"),
            None | Some(Scope::Once | Scope::Turn | Scope::Session | Scope::Project | Scope::Always) => {}
        }
        if self.breadth.is_some() {
            return against("breadth");
        }
        if let Some((field @ ("arguments" | "args"), _)) = self.arguments {
            return against(field);
        }
        let usual = match &feedback {
            Some((DENY_REASON | "deny_reason", _)) => RejectMode::Soft,
            Some(_) | None => default_mode,
        };
        let feedback = feedback.map(|(_, text)| text);
        Ok(Answer::Reject(Rejection { mode: self.mode.unwrap_or(usual), feedback }))
    }
}

fn same<T: PartialEq>(field: &'static str, said: Option<T>, option: Option<T>) -> Result<Option<T>, BadAnswer> {
    match (said, option) {
        (Some(said), Some(option)) if said != option => {
            Err(BadAnswer::Contradiction { field, other: "`option_id` says something else" })
        }
        (Some(value), _) | (None, Some(value)) => Ok(Some(value)),
        (None, None) => Ok(None),
    }
}

fn text<'v>(map: &'v Map<String, Value>, field: &'static str) -> Result<Option<&'v str>, BadAnswer> {
    self::field(map, field, "text", Value::as_str)
}

/// The value of a field, if it is there.
fn field<'v, T>(
    map: &'v Map<String, Value>,
    field: &'static str,
    expected: &'static str,
    read: impl FnOnce(&'v Value) -> Option<T>,
) -> Result<Option<T>, BadAnswer> {
    map.get(field).map(|value| read(value).ok_or(BadAnswer::Field { field, expected })).transpose()
}

/// A value that may have one of several names, with the name. If two names are present, both must have the same value.
fn one_of<T: Clone + PartialEq>(
    map: &Map<String, Value>,
    names: [&'static str; 3],
    expected: &'static str,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Option<(&'static str, T)>, BadAnswer> {
    let mut found: Option<(&'static str, T)> = None;
    for field in names {
        let Some(value) = self::field(map, field, expected, &read)? else { continue };
        match &found {
            Some((_, before)) if *before != value => {
                return Err(BadAnswer::Contradiction {
                    field,
                    other: "another field of the same meaning says otherwise",
                });
            }
            Some(_) => {}
            None => found = Some((field, value)),
        }
    }
    Ok(found)
}

/// How long: by name, or as a time or a count in the session.
fn scope(map: &Map<String, Value>) -> Result<Option<Scope>, BadAnswer> {
    const SCOPES: BadAnswer =
        BadAnswer::Field { field: "scope", expected: "`once`, `turn`, `session`, `project` or `always`" };
    let named = text(map, "scope")?;
    let lasts = text(map, "for")?;
    let count = field(map, "count", "a number above 0", |value| {
        value.as_u64().and_then(|count| u32::try_from(count).ok()).filter(|count| *count > 0)
    })?;
    match (named, lasts, count) {
        (None, None, None) => Ok(None),
        (Some(name), None, None) => Scope::find(name).map(Some).ok_or(SCOPES),
        (None | Some("session"), Some(time), None) => byleave_policy::rules::conditions::seconds(time)
            .map(|seconds| Some(Scope::For(Duration::from_secs(u64::from(seconds)))))
            .ok_or(BadAnswer::Field { field: "for", expected: "a time such as `10m`" }),
        (None | Some("session"), None, Some(count)) => Ok(Some(Scope::Count(count))),
        (Some(_), Some(_), _) | (Some(_), _, Some(_)) | (None, Some(_), Some(_)) => Err(SCOPES),
    }
}
