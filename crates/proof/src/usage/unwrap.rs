//! Core wrappers: commands that only start another one. What they start is judged like any other command, once deep.

use byleave_knowledge::programs::{Role, Wraps};
use byleave_knowledge::variables::is_harmless_variable;

use super::{Known, Usage};
use crate::{Command, Word};

/// What a wrapper starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwrapped<'c, 't> {
    /// `timeout 5 ls`, `env LC_ALL=C ls`: these words, where the wrapper runs.
    Command(Command<'t>),
    /// `bash -lc 'ls; pwd'`: text of a shell, to be read like any other.
    Text {
        /// The word that holds it.
        word: &'c Word<'t>,
    },
}

/// What a command starts, if it is a core wrapper in a form that adds nothing: each option known, a count that is written out.
#[must_use]
pub fn unwrapped<'c, 't>(command: &'c Command<'t>, usage: &Usage<'_>) -> Option<Unwrapped<'c, 't>> {
    let row = usage.row.filter(|row| row.proves().is_some())?;
    // Nothing else before or behind the text: further words would be its `$0` and `$1`. `-c` with the value attached is no text to any
    // shell, `-cl` is read in this order by some only.
    if usage.program?.plays(Role::PosixShell) {
        let [_, flag, word] = command.words.as_slice() else { return None };
        let known = matches!(flag.literal(), Some("-c" | "-lc")) && word.literal().is_some();
        return known.then_some(Unwrapped::Text { word });
    }
    let words = |from: usize| command.words.get(from..).unwrap_or(&[]);
    let skipped = match row.wraps() {
        Wraps::Command(skip) => usize::from(skip),
        Wraps::Environment => 0,
        Wraps::No | Wraps::More | Wraps::Shell(_) => return None,
    };
    // `timeout N`: a pattern may be no word or several, and the command another one.
    let count = |word: &Word<'_>| word.literal().is_some_and(|text| text.starts_with(|one: char| one.is_ascii_digit()));
    let counts = usage.operands.iter().take(skipped).filter_map(|operand| command.words.get(operand.word)).all(count);
    let plain = usage.options.iter().all(|used| used.known == Known::Plain && used.name.stands_in(row.proves_with()));
    let mut from = usage.operands.get(skipped).filter(|_| counts && plain)?.word;
    if row.wraps() == Wraps::Environment {
        // The variables that a program obeys are not known here: only a few change nothing but its looks.
        let name =
            |word: &Word<'_>| word.literal().and_then(|text| text.split_once('=')).map(|(name, _)| name.to_owned());
        let names: Vec<String> = words(from).iter().map_while(name).collect();
        if !names.iter().all(|name| is_harmless_variable(name)) {
            return None;
        }
        from += names.len();
    }
    let mut inner = command.starts(words(from).to_vec())?;
    inner.span.end = command.span.end;
    Some(Unwrapped::Command(inner))
}
