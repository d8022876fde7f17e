//! Variables that a command may set without a question.

include!(concat!(env!("OUT_DIR"), "/variables.rs"));

/// Whether a variable is nothing to a program that only heeds those of the loader and of the C library.
#[must_use]
pub fn is_unheeded(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(plain)
        && !HEEDED.iter().any(|begin| name.starts_with(begin))
}

/// Whether a variable may have any value.
#[must_use]
pub fn is_harmless_variable(name: &str) -> bool {
    VARIABLES.contains(&name)
}

/// Whether `NAME=value`, as it is written, may stand before a command. What is quoted or nested is another text, but for
/// the quotes of an empty value.
#[must_use]
pub fn is_harmless_setting(text: &str) -> bool {
    let text = text.strip_suffix("\"\"").or_else(|| text.strip_suffix("''")).unwrap_or(text);
    SETTINGS.contains(&text)
        || text.split_once('=').is_some_and(|(name, value)| WORDED.contains(&name) && is_words(value))
}

/// Whether a value, as it is written, in quotes or not, has no sign that could name a module or a path.
fn is_words(value: &str) -> bool {
    let quoted = |quote: char| value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    let value = quoted('\'').or_else(|| quoted('"')).unwrap_or(value);
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b','))
}

/// Whether a name is one that people choose for their own variables: setting it changes only the words that use it.
/// Neither the shell nor a program looks at it.
#[must_use]
pub fn is_ordinary(name: &str) -> bool {
    let lower = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    let ordinary = lower && name.starts_with(|first: char| first.is_ascii_lowercase());
    let letter = name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_uppercase());
    let looked_at = SPECIAL.contains(&name) || name.ends_with("_proxy") || name.starts_with("npm_");
    (ordinary || letter || COMMON.contains(&name)) && !looked_at
}

/// Whether programs run what a variable holds: `GIT_EDITOR`, `MANPAGER`, `RUSTC_WRAPPER`, `PROMPT_COMMAND`.
#[must_use]
pub fn is_run(name: &str) -> bool {
    let upper = name.starts_with(|first: char| first.is_ascii_uppercase());
    upper && RUN_ENDS.iter().any(|end| name.ends_with(end)) || RUN.contains(&name)
}
