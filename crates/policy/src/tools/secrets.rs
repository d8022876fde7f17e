//! Secrets among the arguments.

use byleave_knowledge::secrets::may_hold_secret;
use serde_json::Value as Json;

/// Whether a value contains a secret of a known shape. Without recursion, because a caller may pass any depth.
pub(super) fn holds_secret<'v>(values: impl IntoIterator<Item = &'v Json>) -> bool {
    let mut open: Vec<&Json> = values.into_iter().collect();
    while let Some(value) = open.pop() {
        match value {
            Json::String(text) if may_hold_secret(text) => return true,
            Json::Array(list) => open.extend(list),
            Json::Object(map) => open.extend(map.values()),
            Json::String(_) | Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }
    false
}
