//! Text from outside, made safe and clear to look at.
//!
//! Nothing in a script may reach the terminal raw: an escape sequence could rewrite the line above, and a direction
//! mark could show `rm` as something else. Invisible characters are spelt out (`\x1b`, `\u{202e}`).

use std::borrow::Cow;
use std::fmt::Write;

use unicode_width::UnicodeWidthChar;

/// A longer word is shown by its beginning and its end.
const LONGEST: usize = 240;
const HEAD: usize = 160;
const TAIL: usize = 40;
/// The length of a word that was shown before.
const BRIEF: usize = 32;

/// The text with every character spelt out that a person would not see or would misread.
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        push(&mut out, character);
    }
    Cow::Owned(out)
}

/// Whether a drawn text may be styled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Styles {
    /// Its styles act on the terminal.
    Kept,
    /// It has none; what looks like one came from outside.
    Spelt,
}

/// A text of several lines that was drawn around lines of a file: lines stay lines, everything else that is hidden is spelt out.
#[must_use]
pub fn drawn(text: &str, styles: Styles) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => out.push(character),
            '\x1b' if styles == Styles::Kept => out.push(character),
            _ => push(&mut out, character),
        }
    }
    out
}

/// Adds one character, spelt out if necessary.
pub fn push(out: &mut String, character: char) {
    match character {
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        '\0'..='\x1f' | '\x7f' => push_formatted(out, format_args!("\\x{:02x}", u32::from(character))),
        _ if is_unseen(character) => push_formatted(out, format_args!("\\u{{{:x}}}", u32::from(character))),
        _ => out.push(character),
    }
}

fn push_formatted(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing into a string cannot fail.
    let _ = out.write_fmt(arguments);
}

/// How many columns the text takes once it is shown.
#[must_use]
pub fn columns(text: &str) -> usize {
    text.chars().map(|character| character.width().unwrap_or(0)).sum()
}

/// A known value, as one could type it: bare if it is plain, else in quotes. Long ones are cut.
#[must_use]
pub fn quoted(value: &str) -> Cow<'_, str> {
    if let Some((head, left_out, tail)) = cut(value) {
        return Cow::Owned(format!("{}{}{}", quoted_whole(head), omission(left_out), quoted_whole(tail)));
    }
    quoted_whole(value)
}

/// A text as written, spelt out. Long ones are cut.
#[must_use]
pub fn shortened(text: &str) -> Cow<'_, str> {
    if let Some((head, left_out, tail)) = cut(text) {
        return Cow::Owned(format!("{}{}{}", shown(head), omission(left_out), shown(tail)));
    }
    shown(text)
}

/// The first few characters of a text, spelt out.
#[must_use]
pub fn beginning(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(BRIEF).and_then(|(at, _)| text.split_at_checked(at)) {
        Some((head, _)) => Cow::Owned(format!("{}…", shown(head))),
        None => shown(text),
    }
}

fn omission(left_out: usize) -> String {
    format!("…({left_out} more characters)…")
}

/// Head, number of characters left out, and tail of a text that is too long.
fn cut(text: &str) -> Option<(&str, usize, &str)> {
    // Far fewer bytes than the allowed characters: the common case, without counting.
    if text.len() <= LONGEST {
        return None;
    }
    let length = text.chars().count();
    if length <= LONGEST {
        return None;
    }
    let at = |nth| text.char_indices().nth(nth).map(|(at, _)| at);
    let (head, rest) = text.split_at_checked(at(HEAD)?)?;
    let tail_at = at(length.saturating_sub(TAIL))?.checked_sub(head.len())?;
    let (_, tail) = rest.split_at_checked(tail_at)?;
    Some((head, length.saturating_sub(HEAD + TAIL), tail))
}

fn quoted_whole(value: &str) -> Cow<'_, str> {
    let plain = |character: char| {
        character.is_ascii_alphanumeric()
            || "_-./=:,@%+^".contains(character)
            || (!character.is_ascii() && character.is_alphanumeric() && !is_unseen(character))
    };
    if !value.is_empty() && (value.chars().all(plain) || ["[", "]", "{}", ":", "!"].contains(&value)) {
        Cow::Borrowed(value)
    } else if !value.chars().any(|character| character == '\'' || is_unseen(character)) {
        Cow::Owned(format!("'{value}'"))
    } else {
        Cow::Owned(dollar_quoted(value))
    }
}

/// `$'…'`, where a backslash is doubled so that `\n` can only mean a line break.
fn dollar_quoted(value: &str) -> String {
    let mut out = String::with_capacity(value.len().saturating_add(3));
    out.push_str("$'");
    for character in value.chars() {
        if matches!(character, '\'' | '\\') {
            out.push('\\');
        }
        push(&mut out, character);
    }
    out.push('\'');
    out
}

/// Whether a character is invisible, easily misread, or acts on the terminal.
#[must_use]
pub fn is_unseen(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    character.is_control()
        || character.is_whitespace()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202f}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}'
            | '\u{e000}'..='\u{f8ff}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{fffe}' | '\u{ffff}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::{columns, quoted, shortened, shown};

    #[test]
    fn nothing_unseen_gets_through() {
        for (given, expected) in [
            ("plain text", "plain text"),
            ("é 文件 🦀", "é 文件 🦀"),
            ("a\x1b[2Jb", "a\\x1b[2Jb"),
            ("\u{202e}mr", "\\u{202e}mr"),
            ("a\u{a0}b\u{200b}", "a\\u{a0}b\\u{200b}"),
            ("\u{feff}#!", "\\u{feff}#!"),
            ("\u{85}\u{9b}", "\\u{85}\\u{9b}"),
            ("a\r\n\tb\0\x7f", "a\\r\\n\\tb\\x00\\x7f"),
            ("\u{e0041}", "\\u{e0041}"),
        ] {
            assert_eq!(shown(given), expected);
        }
    }

    #[test]
    fn values_are_quoted_when_they_could_be_mistaken() {
        for (given, expected) in [
            ("", "''"),
            ("src/main.rs", "src/main.rs"),
            ("--color=auto", "--color=auto"),
            ("[", "["),
            ("a b", "'a b'"),
            ("$HOME", "'$HOME'"),
            ("⟨x⟩", "'⟨x⟩'"),
            ("a\\nb", "'a\\nb'"),
            ("a\nb\\", "$'a\\nb\\\\'"),
            ("it's", "$'it\\'s'"),
            ("…", "'…'"),
        ] {
            assert_eq!(quoted(given), expected);
        }
    }

    #[test]
    fn long_words_keep_both_ends() {
        let long = format!("{}é{}", "a".repeat(200), "b".repeat(1000));
        let expected = format!("{}…(1001 more characters)…{}", "a".repeat(160), "b".repeat(40));
        assert_eq!(quoted(&long), expected);
        assert_eq!(shortened(&long), expected);
        let wide = "é".repeat(240);
        assert_eq!(shortened(&wide), wide);
    }

    #[test]
    fn columns_count_what_the_screen_counts() {
        assert_eq!(columns("ab"), 2);
        assert_eq!(columns("文件"), 4);
        assert_eq!(columns("e\u{301}"), 1);
    }
}
