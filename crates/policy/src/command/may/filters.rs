//! What a filter makes of a text, where that is easily told: reversed, translated and decoded words are one disguise more.

use super::decode;
use crate::command::item::Item;
use crate::programs::{Entry, Role};

/// What a filter prints for a text; the text itself where byleave does not follow the filter.
pub(super) fn changed(entry: Option<Entry>, words: &[Item<'_>], text: &str) -> String {
    let plays = |role: Role| entry.is_some_and(|entry| entry.plays(role));
    match () {
        () if plays(Role::Reverses) => lines(text, |line| line.chars().rev().collect()),
        () if plays(Role::LastFirst) => text.lines().rev().collect::<Vec<_>>().join("\n"),
        () if plays(Role::Translates) => translated(words, text),
        () if plays(Role::Decodes64) && decodes(words) => text_of(&bits(text, 6, base64_digit)),
        () if plays(Role::Decodes32) && decodes(words) => text_of(&bits(text, 5, base32_digit)),
        () if plays(Role::DecodesNamed) && decodes(words) => {
            let has = |option: &str| words.iter().any(|word| word.text() == Some(option));
            match () {
                () if has("--base16") => text_of(&bits(text, 4, hex_digit)),
                () if has("--base32") => text_of(&bits(text, 5, base32_digit)),
                () => text_of(&bits(text, 6, base64_digit)),
            }
        }
        () if plays(Role::DecodesHex) && words.iter().filter_map(Item::text).any(|word| is_flag(word, 'r')) => {
            text_of(&bits(text, 4, hex_digit))
        }
        () => text.to_owned(),
    }
}

fn lines(text: &str, of: impl Fn(&str) -> String) -> String {
    text.lines().map(of).collect::<Vec<_>>().join("\n")
}

/// Whether an option asks for decoding: `-d`, `-di`, `-D`, `--decode` and its beginnings.
fn decodes(words: &[Item<'_>]) -> bool {
    let long = |word: &str| word.len() > 3 && "--decode".starts_with(word);
    words.iter().filter_map(Item::text).any(|word| is_flag(word, 'd') || is_flag(word, 'D') || long(word))
}

fn is_flag(word: &str, letter: char) -> bool {
    word.strip_prefix('-').is_some_and(|letters| !letters.starts_with('-') && letters.contains(letter))
}

fn translated(words: &[Item<'_>], text: &str) -> String {
    match (words.first().and_then(Item::text), words.get(1).and_then(Item::text)) {
        (Some("-d"), Some(gone)) => {
            let gone = set(gone);
            text.chars().filter(|one| !gone.contains(one)).collect()
        }
        (Some(from), Some(to)) => {
            let (from, to) = (set(from), set(to));
            // A set that is too short is filled with its last sign.
            let Some(last) = to.last() else { return text.to_owned() };
            let map = |one: char| match from.iter().position(|other| *other == one) {
                Some(at) => *to.get(at).unwrap_or(last),
                None => one,
            };
            text.chars().map(map).collect()
        }
        _ => text.to_owned(),
    }
}

/// The signs of a set of `tr`, ranges spelt out.
fn set(text: &str) -> Vec<char> {
    let text: Vec<char> = decode::unescaped(text, false).chars().collect();
    let mut signs = Vec::new();
    let mut rest = text.as_slice();
    loop {
        rest = match rest {
            [] => return signs,
            [from, '-', to, more @ ..] if from <= to => {
                signs.extend(*from..=*to);
                more
            }
            [one, more @ ..] => {
                signs.push(*one);
                more
            }
        };
        // More signs than a byte has values are no set that a disguise needs.
        if signs.len() > 256 {
            return signs;
        }
    }
}

/// Digits of this many bits each, joined to bytes. Other characters are skipped.
fn bits(text: &str, width: u32, digit: impl Fn(u8) -> Option<u32>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let (mut held, mut count) = (0_u32, 0_u32);
    for value in text.bytes().filter_map(digit) {
        held = held << width | value;
        count = count.saturating_add(width);
        if count >= 8 {
            count = count.saturating_sub(8);
            bytes.extend(u8::try_from(held >> count & 0xff));
            held &= (1 << count) - 1;
        }
    }
    bytes
}

fn base64_digit(byte: u8) -> Option<u32> {
    match byte {
        b'A'..=b'Z' => Some(u32::from(byte.saturating_sub(b'A'))),
        b'a'..=b'z' => Some(u32::from(byte.saturating_sub(b'a')).saturating_add(26)),
        b'0'..=b'9' => Some(u32::from(byte.saturating_sub(b'0')).saturating_add(52)),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

fn base32_digit(byte: u8) -> Option<u32> {
    match byte.to_ascii_uppercase() {
        letter @ b'A'..=b'Z' => Some(u32::from(letter.saturating_sub(b'A'))),
        digit @ b'2'..=b'7' => Some(u32::from(digit.saturating_sub(b'2')).saturating_add(26)),
        _ => None,
    }
}

fn hex_digit(byte: u8) -> Option<u32> {
    char::from(byte).to_digit(16)
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::changed;
    use crate::command::item::Item;
    use byleave_shell::Span;

    #[test]
    fn filters_are_followed() {
        for (name, words, text, wanted) in [
            ("rev", &[][..], "x mr", "rm x"),
            ("tr", &["a-z", "n-za-m"], "ez k", "rm x"),
            ("tr", &["-d", "0-9"], "r1m 2x", "rm x"),
            ("tr", &["ab", "r"], "am", "rm"),
            ("base64", &["-d"], "cm0geA==\n", "rm x"),
            ("base64", &["--dec"], "cm0g\neA==", "rm x"),
            ("base64", &["-w0"], "rm", "rm"),
            ("openssl", &["base64", "-d", "-A"], "cm0geA==", "rm x"),
            ("base32", &["-d"], "OJWSA6A=", "rm x"),
            ("basenc", &["--base16", "-d"], "726D2078", "rm x"),
            ("xxd", &["-r", "-p"], "726d2078", "rm x"),
            ("xxd", &["-rp"], "72 6d 20 78", "rm x"),
        ] {
            let words: Vec<Item<'_>> = words.iter().map(|word| Item::literal(word, Span::default())).collect();
            assert_eq!(changed(crate::programs::find(name), &words, text), wanted, "{name} {text}");
        }
    }
}
