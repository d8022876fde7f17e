//! Words as text that a shell reads back.

use std::borrow::Cow;

/// A word as every shell of the Bourne family reads it back unchanged, so that `rm 'a b'` is not written as `rm a b`, nor
/// `rm '*'` as `rm *`.
#[must_use]
pub fn quoted(word: &str) -> Cow<'_, str> {
    let plain = |one: char| one.is_ascii_alphanumeric() || "-_./=:,@%+".contains(one);
    if !word.is_empty() && word.chars().all(plain) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")))
}
