//! The answers that an agent offers with a question. `allow_always` never goes back to it: the agent would stop asking, and
//! from then on no policy would see those calls.

use serde::Serialize;
use serde_json::Value;

use super::convention::Convention;
use super::modes::Modes;

/// What an answer means to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    AllowOnce,
    RejectOnce,
    RejectAlways,
}

/// An answer that can be given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Choice {
    #[serde(rename = "optionId")]
    pub id: String,
    pub name: String,
    pub kind: Kind,
}

/// The answers that can be given to one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Choices(pub Vec<Choice>);

impl Choices {
    /// Those of an agent's question. byleave leaves out permanent answers, unknown kinds, ids with two answers, and
    /// answers that switch to a mode in which the agent stops asking.
    pub fn read(options: Option<&Value>, modes: &Modes, convention: Convention) -> Self {
        let list: Vec<&Value> = options.and_then(Value::as_array).into_iter().flatten().collect();
        let id_of = |one: &Value| one.get("optionId").and_then(Value::as_str).map(str::to_owned);
        let ids: Vec<Option<String>> = list.iter().map(|one| id_of(one)).collect();
        let read = |one: &&Value| {
            let id = id_of(one)?;
            let name = one.get("name").and_then(Value::as_str).map_or_else(|| id.clone(), str::to_owned);
            let kind = match one.get("kind").and_then(Value::as_str)? {
                "allow_once" => Kind::AllowOnce,
                "reject_once" => Kind::RejectOnce,
                "reject_always" => Kind::RejectAlways,
                _ => return None,
            };
            let once = ids.iter().filter(|other| other.as_deref() == Some(id.as_str())).count() == 1;
            let asks_on = kind != Kind::AllowOnce || !modes.bypasses(&id, Some(&name), convention);
            (once && asks_on).then_some(Choice { id, name, kind })
        };
        Self(list.iter().filter_map(read).collect())
    }

    /// The two of a question that is byleave's own.
    pub fn own() -> Self {
        let choice = |id: &str, name: &str, kind| Choice { id: id.to_owned(), name: name.to_owned(), kind };
        Self(vec![
            choice("allow_once", "Allow once", Kind::AllowOnce),
            choice("reject_once", "Reject", Kind::RejectOnce),
        ])
    }

    pub fn find(&self, id: &str) -> Option<&Choice> {
        self.0.iter().find(|choice| choice.id == id)
    }

    pub fn first(&self, kind: Kind) -> Option<&Choice> {
        self.0.iter().find(|choice| choice.kind == kind)
    }

    /// Whether "allow" can mean several things, so that a person has to choose.
    pub fn is_a_choice(&self) -> bool {
        self.0.iter().filter(|choice| choice.kind == Kind::AllowOnce).count() > 1
    }
}

/// What an agent reads that may go on, or may not.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Outcome<'c> {
    outcome: Selected<'c>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
enum Selected<'c> {
    Selected {
        #[serde(rename = "optionId")]
        id: &'c str,
    },
    /// The agent did not offer a rejection. The call does not run after this either.
    Cancelled,
}

pub(super) fn outcome(choice: Option<&Choice>) -> Outcome<'_> {
    let outcome = choice.map_or(Selected::Cancelled, |choice| Selected::Selected { id: &choice.id });
    Outcome { outcome }
}

/// What the editor's user chose: the id of an answer, or nothing.
pub(super) fn selected(result: &Value) -> Result<Option<&str>, &'static str> {
    let outcome = result.get("outcome").and_then(Value::as_object).ok_or("it has no `outcome`")?;
    match (outcome.get("outcome").and_then(Value::as_str), outcome.get("optionId").and_then(Value::as_str)) {
        (Some("cancelled"), _) => Ok(None),
        (Some("selected"), Some(id)) => Ok(Some(id)),
        (Some("selected"), None) => Err("it selects nothing"),
        (Some(_) | None, _) => Err("its `outcome` is neither `selected` nor `cancelled`"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Choices, Convention, Kind, Modes, outcome, selected};

    fn read(options: &serde_json::Value) -> Vec<(String, Kind)> {
        let choices = Choices::read(Some(options), &Modes::default(), Convention::Claude);
        choices.0.into_iter().map(|choice| (choice.id, choice.kind)).collect()
    }

    #[test]
    fn an_answer_for_good_is_never_offered() {
        let all = json!([
            { "optionId": "a", "name": "Always", "kind": "allow_always" },
            { "optionId": "b", "name": "Once", "kind": "allow_once" },
            { "optionId": "c", "name": "No", "kind": "reject_once" },
            { "optionId": "d", "name": "Never", "kind": "reject_always" },
            { "optionId": "e", "name": "New", "kind": "allow_for_an_hour" },
            { "optionId": "acceptEdits", "name": "Yes, and accept edits", "kind": "allow_once" },
            { "optionId": "f", "name": "Yes, and bypass permissions", "kind": "allow_once" },
            { "name": "No id", "kind": "allow_once" },
            { "optionId": 7, "name": "No text", "kind": "allow_once" },
            "allow_once",
        ]);
        let expected = [("b", Kind::AllowOnce), ("c", Kind::RejectOnce), ("d", Kind::RejectAlways)];
        assert_eq!(read(&all), expected.map(|(id, kind)| (id.to_owned(), kind)));
        assert_eq!(read(&json!({ "optionId": "b", "kind": "allow_once" })), []);
    }

    #[test]
    fn an_id_of_two_answers_stands_for_neither() {
        let two = json!([{ "optionId": "x", "kind": "allow_once" }, { "optionId": "x", "kind": "allow_always" }]);
        assert_eq!(read(&two), []);
    }

    #[test]
    fn what_an_editor_says_is_a_choice_a_cancel_or_nothing() {
        let chosen = json!({ "outcome": { "outcome": "selected", "optionId": "b" } });
        assert_eq!(selected(&chosen), Ok(Some("b")));
        assert_eq!(selected(&json!({ "outcome": { "outcome": "cancelled", "optionId": "b" } })), Ok(None));
        for bad in [
            json!(null),
            json!(true),
            json!({}),
            json!({ "outcome": "selected", "optionId": "b" }),
            json!({ "outcome": { "outcome": "selected" } }),
            json!({ "outcome": { "outcome": "selected", "optionId": 1 } }),
            json!({ "outcome": { "outcome": "approved", "optionId": "b" } }),
            json!({ "outcome": { "optionId": "b" } }),
        ] {
            assert!(selected(&bad).is_err(), "{bad}");
        }
        assert_eq!(json!(outcome(None)), json!({ "outcome": { "outcome": "cancelled" } }));
        assert_eq!(json!(outcome(Choices::own().first(Kind::AllowOnce)))["outcome"]["optionId"], "allow_once");
    }
}
