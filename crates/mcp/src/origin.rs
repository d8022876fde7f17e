//! The client's own names for a call, by which the gate finds what the client's hook was told about it.

use byleave_gate::Origin;
use serde_json::{Map, Value};

/// No name is longer than this.
const LONGEST: usize = 256;

/// The client that started the gate. Names of a client that only connected count for nothing: every program on this machine could
/// give them.
#[derive(Clone, Debug, Default)]
pub struct Parent {
    /// The session that it told in the environment: what Claude Code calls `CLAUDE_CODE_SESSION_ID`.
    pub session: Option<String>,
}

impl Parent {
    /// How the client's hook knows a call, if the client says. Only the client writes `_meta`; its model does not.
    pub(crate) fn origin(&self, meta: Option<&Map<String, Value>>) -> Option<Origin> {
        let text = |key: &str| meta?.get(key)?.as_str().filter(|name| is_name(name)).map(str::to_owned);
        // Claude Code.
        if let Some(call) = text("claudecode/toolUseId") {
            return Some(Origin { session: self.session.clone().filter(|name| is_name(name))?, call });
        }
        // Codex.
        Some(Origin { session: text("sessionId")?, call: text("callId")? })
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= LONGEST && !name.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use byleave_gate::Origin;
    use serde_json::{Value, json};

    use super::Parent;

    #[test]
    fn a_call_has_an_origin_only_where_the_client_names_both_its_session_and_the_call() {
        let parent = |session: Option<&str>| Parent { session: session.map(str::to_owned) };
        let long = "x".repeat(300);
        for (session, meta, expected) in [
            (Some("s"), json!({"claudecode/toolUseId": "t"}), Some(("s", "t"))),
            (None, json!({"claudecode/toolUseId": "t"}), None),
            (Some("s"), json!({"claudecode/toolUseId": ""}), None),
            (Some("s"), json!({"claudecode/toolUseId": long}), None),
            (Some("s"), json!({"claudecode/toolUseId": 7}), None),
            (Some("s"), json!({}), None),
            (None, json!({"sessionId": "c", "callId": "t"}), Some(("c", "t"))),
            (Some("s"), json!({"callId": "t"}), None),
            (Some("s"), json!({"sessionId": "c\n", "callId": "t"}), None),
        ] {
            let expected = expected.map(|(session, call)| Origin { session: session.into(), call: call.into() });
            assert_eq!(parent(session).origin(meta.as_object()), expected, "{session:?} {meta}");
        }
        assert_eq!(parent(Some("s")).origin(Value::Null.as_object()), None);
    }
}
