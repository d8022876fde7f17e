//! Whether what follows the name of a secret is one.

use byleave_knowledge::secrets::{self, is_plain_word};

/// Whether this is a stand-in for a secret.
pub(super) fn is_stand_in(value: &str) -> bool {
    let hash = value.strip_prefix("REDACTED-");
    hash.is_some_and(|hash| hash.len() == 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
        || secrets::holds_stand_in(value)
}

/// Whether a value could be a secret: something that is written out, and no place where one is kept.
pub(super) fn is_given(value: &str) -> bool {
    !value.is_empty()
        && !value.starts_with(['$', '<', '%', '@', '`'])
        && !value.starts_with("{{")
        && !is_plain_word(value)
        && !is_path(value)
        && !is_stand_in(value)
}

/// Whether it looks like no word of any language.
pub(super) fn is_odd(value: &str) -> bool {
    let digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let letter = value.bytes().any(|byte| byte.is_ascii_alphabetic());
    value.len() >= 6 && digit && letter || value.len() >= 20 && secrets::is_random(value.as_bytes())
}

/// Whether it names a file. Base64 may begin with a slash, so a part that looks random makes it none.
fn is_path(value: &str) -> bool {
    let random = |part: &str| part.len() >= 16 && secrets::is_random(part.as_bytes());
    ["~/", "./", "../"].iter().any(|start| value.starts_with(start))
        || value.strip_prefix('/').is_some_and(|rest| rest.contains('/') && !rest.split('/').any(random))
}

/// Whether it is a program that is known. A secret never is, and hiding a program would hide what runs.
pub(super) fn is_program(value: &str) -> bool {
    value.split_ascii_whitespace().next().is_some_and(|first| byleave_policy::programs::find(first).is_some())
}
