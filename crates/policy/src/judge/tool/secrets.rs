//! Secrets among the arguments.

use serde_json::Value as Json;

/// Whether a value contains a secret of a known shape. Without recursion, because a caller may pass any depth.
pub(super) fn holds_secret<'v>(values: impl IntoIterator<Item = &'v Json>) -> bool {
    let mut open: Vec<&Json> = values.into_iter().collect();
    while let Some(value) = open.pop() {
        match value {
            Json::String(text) if has_secret(text) => return true,
            Json::Array(list) => open.extend(list),
            Json::Object(map) => open.extend(map.values()),
            Json::String(_) | Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }
    false
}

/// Whether a text holds a token of a known shape.
#[must_use]
pub fn has_secret(text: &str) -> bool {
    const SHAPES: [(&str, usize); 14] = [
        ("ghp_", 36),
        ("gho_", 36),
        ("ghs_", 36),
        ("github_pat_", 40),
        ("glpat-", 20),
        ("xoxb-", 20),
        ("xoxp-", 20),
        ("sk-", 32),
        ("sk_live_", 20),
        ("AKIA", 16),
        ("ASIA", 16),
        ("AIza", 35),
        ("npm_", 36),
        ("hf_", 30),
    ];
    let token = |from: &str| {
        from.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')).count()
    };
    text.contains("-----BEGIN") && text.contains("PRIVATE KEY")
        || SHAPES.iter().any(|(shape, least)| {
            text.match_indices(shape)
                .any(|(at, _)| token(text.get(at.saturating_add(shape.len())..).unwrap_or("")) >= *least)
        })
}
