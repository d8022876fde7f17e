//! Which path a word names.

use byleave_knowledge::paths::normal;

use crate::reason::Reason;
use crate::{Value, Word};

/// What a word names.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// This absolute, normal path.
    Path(String),
    /// All that a pattern matches.
    Pattern {
        /// Where it begins: the absolute, normal path before the first component with a sign of a pattern.
        directory: String,
        /// The components from there.
        pattern: String,
    },
}

/// The path that a word names, seen from a place.
pub(super) fn of_word(word: &Word<'_>, place: &str, home: &str) -> Result<Named, Reason> {
    let at_home = |text: &str| text.strip_prefix('~').map(|rest| rest.trim_start_matches('/').to_owned());
    match &word.value {
        Value::Literal { text, tilde: false } => from_text(text, place).map(Named::Path),
        Value::Literal { text, tilde: true } => from_text(&at_home(text).ok_or(Reason::Parent)?, home).map(Named::Path),
        Value::Pattern { text, prefix, tilde } => {
            let (before, pattern) = text.split_at_checked(*prefix).ok_or(Reason::Pattern)?;
            // The component that the first sign stands in belongs to the pattern.
            let slash = before.rfind('/').map_or(0, |slash| slash.saturating_add(1));
            let (directory, begins) = before.split_at_checked(slash).ok_or(Reason::Pattern)?;
            let pattern = format!("{begins}{pattern}");
            if pattern.split('/').any(|part| part == "..") {
                return Err(Reason::Parent);
            }
            let directory = match tilde {
                true => from_text(&at_home(directory).ok_or(Reason::Parent)?, home)?,
                false => from_text(directory, place)?,
            };
            Ok(Named::Pattern { directory, pattern })
        }
        Value::Number | Value::Beginning(_) => Err(Reason::Pattern),
    }
}

/// The path that a text names, seen from a place. `..` counts only at the beginning: `x/../y` is elsewhere if `x` is a link, while no
/// link leads to the place.
pub(super) fn from_text(text: &str, place: &str) -> Result<String, Reason> {
    let mut inside = text.starts_with('/');
    for part in text.split('/') {
        match part {
            ".." if inside => return Err(Reason::Parent),
            "" | "." | ".." => {}
            _ => inside = true,
        }
    }
    Ok(normal(place, text))
}
