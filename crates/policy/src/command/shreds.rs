//! What may run in text that byleave could not read: each piece of it that could be a command by itself.
//!
//! Such text asks in any case. These commands only count against the call, so that a deny holds where a shell finds commands in a way
//! that byleave does not follow: bash reads on after an error in an array, between quotes. What is taken
//! for a command too much is refused where a person would have been asked, and only if a rule refuses that very command.

use std::collections::HashSet;

use byleave_shell::{Directory, Script, Span};

use super::budget::Budget;
use super::collect::{Simple, spelt_out};
use super::item::Shift;

/// Words after which a command may begin.
const BEGIN: [&str; 19] = [
    "!",
    "[[",
    "]]",
    "always",
    "coproc",
    "do",
    "done",
    "elif",
    "else",
    "end",
    "esac",
    "fi",
    "if",
    "in",
    "nocorrect",
    "noglob",
    "then",
    "until",
    "while",
];

/// How many different pieces are looked at. A person is asked in any case.
const MOST: usize = 512;

/// The commands that text may hold from where a script could not be read, to its end.
pub(super) fn shreds(
    script: &Script<'_>,
    shift: Shift,
    start: Option<&Directory>,
    budget: &Budget,
) -> Vec<Simple<'static>> {
    let Some(from) = script.opaque().iter().map(|opaque| opaque.span.start).min() else { return Vec::new() };
    let text = script.source().get(from as usize..).unwrap_or("");
    let mut pieces = Vec::new();
    for (at, piece) in cut(text, |byte| b"\n;&|(){}`".contains(&byte)) {
        pieces.push((at, piece));
        for (inside, part) in cut(piece, |byte| matches!(byte, b'\'' | b'"')) {
            let at = at.saturating_add(inside);
            let parts = between_words(part).filter(|(_, part)| part.len() < piece.len());
            pieces.extend(parts.map(|(inside, part)| (at.saturating_add(inside), part)));
        }
    }
    let directory = start.cloned().unwrap_or(Directory::START);
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for (at, piece) in pieces {
        let is_word = |one: char| one.is_alphanumeric();
        // What is found twice is looked at once.
        if !piece.contains(is_word) || !seen.insert(piece.trim()) {
            continue;
        }
        if seen.len() > MOST {
            break;
        }
        let begin = from.saturating_add(length(at));
        let span = shift.of(Span::new(begin, begin.saturating_add(length(piece.len()))));
        found.extend(spelt_out(piece, span, &directory, 0, budget));
    }
    let against = |simple: Simple<'static>| Simple { possible: true, sure: true, fed_by: None, ..simple };
    found.into_iter().map(against).collect()
}

/// The pieces of a text between these bytes, and where each begins. The bytes are ASCII.
fn cut(text: &str, is_end: impl Fn(u8) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0_usize;
    text.split(move |one: char| u8::try_from(one).is_ok_and(|byte| byte.is_ascii() && is_end(byte))).map(move |piece| {
        let begin = at;
        at = at.saturating_add(piece.len()).saturating_add(1);
        (begin, piece)
    })
}

/// The pieces of a text between words after which a command may begin, and where each begins.
fn between_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut words = cut(text, |byte| matches!(byte, b' ' | b'\t'));
    let mut begin = 0_usize;
    std::iter::from_fn(move || {
        if begin > text.len() {
            return None;
        }
        let from = begin;
        let end = words.find(|(_, word)| BEGIN.contains(word));
        let until = end.map_or(text.len(), |(at, _)| at);
        begin = end.map_or(usize::MAX, |(at, word)| at.saturating_add(word.len()));
        Some((from, text.get(from..until).unwrap_or("")))
    })
}

fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Budget, Shift, shreds};

    #[test]
    fn each_piece_that_could_be_a_command_is_one() {
        let cases: [(&str, &[&str]); 5] = [
            ("git push", &[]),
            ("x=(*(a'\ngit push\n'))", &["a", "git push"]),
            ("x=(*(a'\nb 'git push\n'))", &["a", "b", "git push"]),
            ("{ echo a} always { git push }", &["always", "git push"]),
            ("echo 'git push'; { echo a} b; c", &["b", "c"]),
        ];
        for (text, expected) in cases {
            let script = byleave_shell::read(text);
            let found = shreds(&script, Shift::None, None, &Budget::of(text.len()));
            let words: Vec<String> = found
                .iter()
                .map(|one| one.items.iter().map(|item| item.shown().likely()).collect::<Vec<_>>().join(" "))
                .collect();
            for one in expected {
                assert!(words.iter().any(|found| found == one), "{text:?}: {words:?}");
            }
            assert!(!expected.is_empty() || words.is_empty(), "{text:?}: {words:?}");
            assert!(found.iter().all(|one| one.possible), "{text:?}");
        }
    }
}
