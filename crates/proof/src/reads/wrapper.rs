//! Core wrappers: commands that only start another one. What they start is judged like any other command, once deep.

use byleave_knowledge::programs::{Role, Wraps};
use byleave_knowledge::variables::is_harmless_variable;

use super::{Inner, Reader, Scene};
use crate::usage::{Known, Usage};
use crate::{Command, NotProven, Word};

/// What a wrapper starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Started<'t> {
    /// `timeout 5 ls`, `env LC_ALL=C ls`: these words, where the wrapper runs.
    Command(Command<'t>),
    /// `bash -lc 'ls; pwd'`: text of a shell, to be read like any other.
    Text(Inner),
}

/// What a command starts, if it is a core wrapper in a form that adds nothing: each option known, a count that is written out.
///
/// # Errors
///
/// When something else may start: `timeout` of the project, `BASH_ENV`, a text that is not plain.
pub fn started<'t>(
    scene: &Scene<'_>,
    command: &Command<'t>,
    usage: &Usage<'_>,
) -> Result<Option<Started<'t>>, NotProven> {
    let Some(row) = usage.row.filter(|row| row.proves().is_some()) else { return Ok(None) };
    // Nothing else before or behind the text: further words would be its `$0` and `$1`. `-c` with the value attached is no text to any
    // shell, `-cl` is read in this order by some only.
    let inner = if usage.program.is_some_and(|program| program.plays(Role::PosixShell)) {
        match command.words.as_slice() {
            [_, flag, word] if matches!(flag.literal(), Some("-c" | "-lc")) && word.literal().is_some() => {
                Started::Text(Inner::of(scene, command, word)?)
            }
            _ => return Ok(None),
        }
    } else {
        match words(command, usage) {
            Some(inner) => Started::Command(inner),
            None => return Ok(None),
        }
    };
    Reader::new(scene, command, usage, row).surroundings()?;
    Ok(Some(inner))
}

/// The words that a wrapper starts.
pub(super) fn words<'t>(command: &Command<'t>, usage: &Usage<'_>) -> Option<Command<'t>> {
    let row = usage.row?;
    let skipped = match row.wraps() {
        Wraps::Command(skip) => usize::from(skip),
        Wraps::Environment => 0,
        Wraps::No | Wraps::More | Wraps::Shell(_) => return None,
    };
    // `timeout N`: a pattern may be no word or several, and the command another one.
    let count = |word: &Word<'_>| word.literal().is_some_and(|text| text.starts_with(|one: char| one.is_ascii_digit()));
    let counts = usage.operands.iter().take(skipped).filter_map(|operand| command.words.get(operand.word)).all(count);
    let plain = usage.options.iter().all(|used| used.known == Known::Plain && used.name.stands_in(row.proves_with()));
    let from = usage.operands.get(skipped).filter(|_| counts && plain)?.word;
    let rest = command.words.get(from..)?;
    // The variables that a program obeys are not known here: only a few change nothing but its looks.
    let name = |word: &Word<'_>| word.literal().and_then(|text| text.split_once('=')).map(|(name, _)| name.to_owned());
    let sets = row.wraps() == Wraps::Environment;
    let names: Vec<String> = rest.iter().map_while(name).take_while(|_| sets).collect();
    let inner = command.starts(rest.get(names.len()..)?.to_vec())?;
    names.iter().all(|name| is_harmless_variable(name)).then_some(inner)
}
