//! Putting `byleave mcp` before a command and taking it away, word by word.

use std::ops::Range;

use serde_json::Value;

use super::{Entry, How, List, Word, rule_name};

/// The arguments of a gate before the server's name.
const BEFORE_NAME: [&str; 2] = ["mcp", "--name"];
const BEHIND_NAME: &str = "--";

/// Whether byleave stands before a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It does not.
    Bare,
    /// As `byleave init` writes it.
    Ours,
    /// In another way, which a person wrote.
    ByHand,
}

/// An edit of a text.
type Edit = (Range<usize>, String);

/// All words of the command of a server.
fn words(entry: &Entry) -> Vec<&Word> {
    match &entry.how {
        How::Apart { command, arguments, .. } => {
            let more = arguments.iter().flat_map(|list| &list.words);
            [command].into_iter().chain(more).collect()
        }
        How::Together(list) => list.words.iter().collect(),
        How::Remote | How::Odd(_) => Vec::new(),
    }
}

/// Whether byleave stands before a server.
pub(super) fn standing(entry: &Entry) -> Standing {
    let words: Vec<&str> = words(entry).into_iter().map(|word| word.text.as_str()).collect();
    let Some((program, rest)) = words.split_first() else { return Standing::Bare };
    if program.rsplit('/').next() != Some("byleave") {
        return Standing::Bare;
    }
    match rest {
        [first, second, _, dashes, _, ..] if [*first, *second] == BEFORE_NAME && *dashes == BEHIND_NAME => {
            Standing::Ours
        }
        _ => Standing::ByHand,
    }
}

/// A text as both JSON and TOML read it.
pub(super) fn literal(text: &str) -> String {
    Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// The words between byleave and the command of a server, as they are written.
fn gate(entry: &Entry) -> Vec<String> {
    let name = rule_name(entry.keys.last().map_or("", String::as_str));
    [BEFORE_NAME[0], BEFORE_NAME[1], &name, BEHIND_NAME].map(literal).to_vec()
}

fn raw<'t>(text: &'t str, word: &Word) -> &'t str {
    text.get(word.span.clone()).unwrap_or_default()
}

/// Puts words before those of a list, one on a line where the list has it so.
fn put(text: &str, list: &List, new: &[String]) -> Edit {
    let Some(first) = list.words.first() else { return (list.open..list.open, new.join(", ")) };
    let gap = text.get(list.open..first.span.start).unwrap_or_default();
    let between = if gap.contains('\n') && gap.trim().is_empty() { format!(",{gap}") } else { ", ".to_owned() };
    let at = first.span.start;
    (at..at, new.iter().fold(String::new(), |out, word| format!("{out}{word}{between}")))
}

/// Takes the first words of a list away.
fn cut(list: &List, count: usize) -> Option<Edit> {
    let start = list.words.first()?.span.start;
    let end = list.words.get(count).map_or(list.end, |next| next.span.start);
    Some((start..end, String::new()))
}

fn applied(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(span, _)| span.start);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, new) in edits {
        out.push_str(text.get(at..span.start).unwrap_or_default());
        out.push_str(&new);
        at = span.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// The text with `program` before every server that a client starts itself.
pub(super) fn wrapped(text: &str, entries: &[Entry], program: &str) -> String {
    let mut edits = Vec::new();
    for entry in entries {
        match (standing(entry), &entry.how) {
            (Standing::Bare, How::Apart { command, opening, arguments }) => {
                let mut new = gate(entry);
                new.push(raw(text, command).to_owned());
                edits.push((command.span.clone(), literal(program)));
                edits.push(match arguments {
                    Some(list) => put(text, list, &new),
                    None => (command.span.end..command.span.end, format!("{opening}{}]", new.join(", "))),
                });
            }
            (Standing::Bare, How::Together(list)) => {
                let mut new = vec![literal(program)];
                new.extend(gate(entry));
                edits.push(put(text, list, &new));
            }
            // byleave may be somewhere else by now.
            (Standing::Ours, _) => {
                let own = words(entry).into_iter().next().filter(|word| word.text != program);
                edits.extend(own.map(|word| (word.span.clone(), literal(program))));
            }
            (Standing::ByHand, _) | (Standing::Bare, How::Remote | How::Odd(_)) => {}
        }
    }
    applied(text, edits)
}

/// The text without byleave before its servers, but for those that stood behind it in `before`.
pub(super) fn unwrapped(text: &str, entries: &[Entry], before: &[Entry]) -> String {
    let mut edits = Vec::new();
    for entry in entries.iter().filter(|entry| standing(entry) == Standing::Ours) {
        let old = before.iter().find(|old| old.keys == entry.keys);
        if old.is_some_and(|old| standing(old) != Standing::Bare) {
            continue;
        }
        match &entry.how {
            How::Apart { command, opening, arguments: Some(list) } => {
                let Some(inner) = list.words.get(4) else { continue };
                edits.push((command.span.clone(), raw(text, inner).to_owned()));
                let all: Vec<&str> = list.words.iter().map(|word| raw(text, word)).collect();
                let made = format!("{opening}{}]", all.join(", "));
                let had_none = old.is_some_and(|old| matches!(old.how, How::Apart { arguments: None, .. }));
                let behind = text.get(command.span.end..).unwrap_or_default();
                if had_none && list.words.len() == 5 && behind.starts_with(&made) {
                    let end = command.span.end.saturating_add(made.len());
                    edits.push((command.span.end..end, String::new()));
                } else {
                    edits.extend(cut(list, 5));
                }
            }
            How::Together(list) => edits.extend(cut(list, 5)),
            How::Apart { arguments: None, .. } | How::Remote | How::Odd(_) => {}
        }
    }
    applied(text, edits)
}
