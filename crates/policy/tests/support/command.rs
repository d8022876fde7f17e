//! Shell commands for tests.

use byleave_policy::{Decision, Policy};
use serde_json::{Map, Value};

use super::judging::{call, judged};

/// What the engine says of a shell command.
pub fn command(text: &str, policy: &Policy) -> Decision {
    let arguments = Map::from_iter([("command".to_owned(), Value::String(text.to_owned()))]);
    judged(&call("bash", arguments), policy)
}
