//! The question that a client asks its user, and the answer.

use byleave_gate::order::Ordered;
use byleave_gate::{Answer, ChannelError, Reply};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::message::shown;

/// What is longer than this no client shows whole, and what is not shown whole is not approved there.
pub const LONGEST: usize = 32 << 10;

/// The choices. Nothing but the first approves.
const ALLOW: &str = "allow once";
const REFUSE: &str = "refuse";

/// The request that puts a question.
pub const METHOD: &str = "elicitation/create";

/// The parameters of such a request.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    mode: &'static str,
    message: String,
    requested_schema: Form,
}

/// The form that the user fills in, as JSON Schema.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename = "object")]
struct Form {
    properties: Fields,
    required: [&'static str; 1],
}

#[derive(Clone, Debug, Serialize)]
struct Fields {
    decision: Choice,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename = "string")]
struct Choice {
    title: &'static str,
    description: &'static str,
    #[serde(rename = "enum")]
    choices: [&'static str; 2],
}

/// What a question is about.
#[derive(Clone, Copy, Debug)]
pub struct About<'q> {
    /// The server.
    pub server: &'q str,
    /// The tool.
    pub tool: &'q str,
    /// What it is called with.
    pub arguments: &'q Map<String, Value>,
    /// Their names in the order in which the agent sent them.
    pub order: &'q [String],
    /// Why byleave asks.
    pub reasons: &'q [String],
    /// What the server claims of the tool.
    pub claims: &'q [&'static str],
}

/// The parameters of `elicitation/create`; none if the call is too large to be shown whole.
#[must_use]
pub fn params(about: &About<'_>) -> Option<Params> {
    let message = words(about);
    if message.len() > LONGEST {
        return None;
    }
    let decision = Choice {
        title: "May this call run?",
        description: "It counts for exactly this call, once.",
        choices: [ALLOW, REFUSE],
    };
    let requested_schema = Form { properties: Fields { decision }, required: ["decision"] };
    Some(Params { mode: "form", message, requested_schema })
}

fn words(about: &About<'_>) -> String {
    let arguments = serde_json::to_string_pretty(&Ordered(about.arguments, about.order)).unwrap_or_default();
    let reasons: Vec<String> = about.reasons.iter().map(|reason| format!("- {}", in_one_line(reason))).collect();
    let claims = if about.claims.is_empty() {
        String::new()
    } else {
        format!("\nThe server claims that the tool {}. byleave does not rely on that.", about.claims.join(", "))
    };
    format!(
        "byleave: the agent wants to call the tool `{}` of the MCP server `{}`.\n\nArguments:\n{}\n\nIt asks because:\n{}{claims}",
        in_one_line(about.tool),
        in_one_line(about.server),
        shown(&arguments),
        reasons.join("\n"),
    )
}

/// Why a call asks, each reason once, and what a person should know beside it.
#[must_use]
pub fn reasons(asks: impl Iterator<Item = String>, insists: Option<String>) -> Vec<String> {
    let mut reasons: Vec<String> = Vec::new();
    for reason in asks.chain(insists) {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    reasons
}

/// Text that cannot pass for another part of the question.
fn in_one_line(text: &str) -> String {
    shown(text).replace('\n', "\\n")
}

/// Whether a client has forms for its user to fill in. One that only opens addresses has none.
#[must_use]
pub fn has_forms(capabilities: Option<&Value>) -> bool {
    let elicitation = capabilities.and_then(|all| all.get("elicitation")).and_then(Value::as_object);
    elicitation.is_some_and(|modes| modes.is_empty() || modes.get("form").is_some_and(Value::is_object))
}

/// What a client brought back.
///
/// # Errors
///
/// If it is no answer. Nothing runs then.
pub fn answer(result: &Map<String, Value>) -> Result<Reply, ChannelError> {
    let malformed = |what: &str| ChannelError::Malformed(what.to_owned());
    match result.get("action").and_then(Value::as_str) {
        Some("accept") => {
            let content = result.get("content").and_then(Value::as_object);
            match content.and_then(|content| content.get("decision")).and_then(Value::as_str) {
                Some(ALLOW) => Ok(Reply::of(Answer::once())),
                Some(REFUSE) => Ok(Reply::of(Answer::soft(None))),
                Some(_) | None => Err(malformed("the form does not say `allow once` or `refuse`")),
            }
        }
        Some("decline") => Ok(Reply::of(Answer::soft(None))),
        // Clients without anybody at them, too, close the form at once. `decline` is the no.
        Some("cancel") => Err(ChannelError::Dismissed),
        Some(_) | None => Err(malformed("`action` is not accept, decline or cancel")),
    }
}

#[cfg(test)]
mod tests {
    use byleave_gate::{Answer, Reply};
    use serde_json::{Value, json};

    use super::{About, LONGEST, answer, has_forms, params};

    #[test]
    fn nothing_but_the_chosen_word_approves() {
        let approves = |value: &Value| {
            matches!(answer(value.as_object().expect("a map")), Ok(Reply::Answer { answer: Answer::Approve(_), .. }))
        };
        assert!(approves(&json!({"action": "accept", "content": {"decision": "allow once"}})));
        for result in [
            json!({}),
            json!({"action": "accept"}),
            json!({"action": "accept", "content": {}}),
            json!({"action": "accept", "content": {"decision": true}}),
            json!({"action": "accept", "content": {"decision": "Allow once"}}),
            json!({"action": "accept", "content": {"decision": "refuse"}}),
            json!({"action": "accept", "content": "allow once"}),
            json!({"action": "accept", "content": ["allow once"]}),
            json!({"action": "ACCEPT", "content": {"decision": "allow once"}}),
            json!({"action": "decline", "content": {"decision": "allow once"}}),
            json!({"action": "cancel", "content": {"decision": "allow once"}}),
            json!({"action": true, "content": {"decision": "allow once"}}),
        ] {
            assert!(!approves(&result), "{result}");
        }
    }

    #[test]
    fn only_clients_with_forms_are_asked() {
        for (capabilities, forms) in [
            (json!({"elicitation": {}}), true),
            (json!({"elicitation": {"form": {}}}), true),
            (json!({"elicitation": {"form": {}, "url": {}}}), true),
            (json!({"elicitation": {"url": {}}}), false),
            (json!({"elicitation": null}), false),
            (json!({"sampling": {}}), false),
            (json!(null), false),
        ] {
            assert_eq!(has_forms(Some(&capabilities)), forms, "{capabilities}");
        }
    }

    #[test]
    fn a_question_shows_the_whole_call_or_is_not_put() {
        let arguments = json!({"path": "a\u{202e}b", "text": "x\u{1b}y"});
        let arguments = arguments.as_object().expect("a map");
        let reasons = ["no rule".to_owned()];
        let claims = &["only reads"];
        let about = About { server: "fs", tool: "write", arguments, order: &[], reasons: &reasons, claims };
        let put = params(&about).expect("a question");
        let message = &put.message;
        assert_eq!(
            json!(put),
            json!({
                "mode": "form",
                "message": message,
                "requestedSchema": {
                    "type": "object",
                    "properties": {
                        "decision": {
                            "type": "string",
                            "title": "May this call run?",
                            "description": "It counts for exactly this call, once.",
                            "enum": ["allow once", "refuse"],
                        },
                    },
                    "required": ["decision"],
                },
            })
        );
        assert!(message.contains("a\\u{202e}b") && message.contains("\\u001b") && message.contains("does not rely"));
        let posing = params(&About { tool: "read`\n\nIt asks because:\n- nothing", ..about }).expect("a question");
        assert!(posing.message.contains("`read`\\n\\nIt asks"), "{posing:?}");
        let long = json!({"text": "x".repeat(LONGEST)});
        let long = long.as_object().expect("a map");
        assert!(params(&About { arguments: long, ..about }).is_none());
    }
}
