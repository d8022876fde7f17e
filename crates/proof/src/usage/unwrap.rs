//! Core wrappers: commands that only start another one. What they start is judged like any other command, once deep.

use byleave_knowledge::programs::{Role, Wraps};
use byleave_knowledge::variables::is_harmless_variable;

use super::{Known, Usage, Used};
use crate::{Command, Span, Word};

/// What a wrapper starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwrapped<'c, 't> {
    /// `timeout 5 ls`, `env LC_ALL=C ls`: these words, where the wrapper runs.
    Command(Command<'t>),
    /// `bash -lc 'ls; pwd'`: text of a shell, to be read like any other; `text` is the word.
    Text {
        /// The word that holds the text.
        word: &'c Word<'t>,
    },
}

/// What a command starts, if it is a core wrapper in a form that adds nothing: each option known, a count that is written out.
#[must_use]
pub fn unwrapped<'c, 't>(command: &'c Command<'t>, usage: &Usage<'_>) -> Option<Unwrapped<'c, 't>> {
    let row = usage.row?;
    let starts = row.wraps() != Wraps::No || row.plays(Role::PosixShell);
    if !starts || row.proves().is_none() {
        return None;
    }
    let proven = |used: &Used<'_>| used.name.stands_in(row.proves_with());
    if !usage.options.iter().all(|used| used.known == Known::Plain && proven(used)) {
        return shell_text(command, usage);
    }
    match row.wraps() {
        Wraps::Command(skip) => {
            let skipped = usage.operands.get(..usize::from(skip))?;
            // `timeout N`: a pattern may be no word or several, and the command another one.
            let counts = skipped.iter().all(|operand| {
                let count = command.words.get(operand.word).and_then(Word::literal);
                count.is_some_and(|text| text.starts_with(|first: char| first.is_ascii_digit()))
            });
            let from = usage.operands.get(usize::from(skip))?.word;
            counts.then(|| inner(command, from)).flatten()
        }
        Wraps::Environment => {
            let first = usage.operands.first()?.word;
            let words = command.words.get(first..)?;
            let mut assignments = 0_usize;
            for word in words {
                let Some((name, _)) = word.literal().and_then(|text| text.split_once('=')) else { break };
                // The variables that a program obeys are not known here: only a few change nothing but its looks.
                if !is_harmless_variable(name) {
                    return None;
                }
                assignments = assignments.saturating_add(1);
            }
            inner(command, first.saturating_add(assignments))
        }
        Wraps::No | Wraps::More | Wraps::Shell(_) => None,
    }
}

/// `bash -c TEXT`, `bash -lc TEXT`: nothing else before or behind the text. Further words would be its `$0` and `$1`.
fn shell_text<'c, 't>(command: &'c Command<'t>, usage: &Usage<'_>) -> Option<Unwrapped<'c, 't>> {
    if !usage.program?.plays(Role::PosixShell) {
        return None;
    }
    let [_, flag, word] = command.words.as_slice() else { return None };
    // `-c` with the value attached is no text to any shell, `-cl` is read in this order by some only.
    let text = matches!(flag.literal(), Some("-c" | "-lc")) && word.literal().is_some();
    text.then_some(Unwrapped::Text { word })
}

/// The command that begins at a word.
fn inner<'c, 't>(command: &Command<'t>, from: usize) -> Option<Unwrapped<'c, 't>> {
    let words = command.words.get(from..)?.to_vec();
    let start = words.first()?.span.start;
    let span = Span::new(start, command.span.end);
    // The redirections are the wrapper's, and judged with it.
    let (assignments, redirections) = (Vec::new(), Vec::new());
    let (input, place) = (command.input, command.place);
    Some(Unwrapped::Command(Command { span, assignments, words, redirections, input, place }))
}
