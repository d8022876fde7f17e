//! Builtins that are plain only with some words: they change what later commands mean, or evaluate what they are given.

use std::borrow::Cow;

use crate::text::Reader;
use crate::text::bytes::is_variable;
use crate::text::names::Role;
use crate::{Assignment, NotPlain, Obstacle, Place, Span, Value, Word};

/// More than this is not plain: each command has a copy.
const EXPORTS: usize = 16;

impl<'t> Reader<'t, '_> {
    /// What the command of that role means with these words; `sure`: its redirections cannot fail.
    pub(super) fn builtin(&mut self, role: Role, start: usize, words: &[Word<'t>], sure: bool) -> Result<(), NotPlain> {
        let operands = words.get(1..).unwrap_or(&[]);
        let strange = match role {
            Role::Program | Role::Echo | Role::Colon => None,
            Role::Cd => return self.enter_directory(start, words, sure),
            Role::Export if !sure => words.first(),
            Role::Export => return self.export(start, words),
            Role::Command => match operands {
                [option, _, ..] if matches!(literal(option), Some("-v" | "-V")) => None,
                _ => words.first(),
            },
            Role::Numbers => operands.iter().find(|word| !is_number(word) && !literal(word).is_some_and(is_job)),
            Role::Set if operands.is_empty() => words.first(),
            Role::Set => operands.iter().enumerate().find(|(at, word)| !is_setting(*at, word)).map(|(_, word)| word),
            Role::Test => tested(operands),
            Role::Printf => printed(operands),
            Role::Time | Role::Keyword | Role::Builtin => words.first(),
        };
        match strange {
            Some(word) => Err(NotPlain { span: word.span, reason: Obstacle::Option }),
            None => Ok(()),
        }
    }

    /// `cd DIR`.
    fn enter_directory(&mut self, start: usize, words: &[Word<'t>], sure: bool) -> Result<(), NotPlain> {
        if self.repeats > 0 {
            return self.fails(start, Obstacle::DirectoryInLoop);
        }
        self.changes += 1;
        let known = match words {
            // `cd -` and `cd +1` lead back; a pattern may be two words.
            [_, directory] => match &directory.value {
                Value::Literal { text, .. } => !text.is_empty() && !text.starts_with(['-', '+']),
                Value::Pattern { .. } | Value::Number | Value::Beginning(_) => false,
            },
            _ => false,
        };
        let Some(directory) = words.get(1).filter(|_| known && self.chain.all) else {
            self.place = self.enter(Place::Unknown);
            self.chain.after = Some(self.place);
            return Ok(());
        };
        let from = self.chain.after.unwrap_or(self.place);
        self.place = self.enter(Place::Entered { from: self.place, directory: directory.clone() });
        self.chain.after = Some(if self.chain.enters && sure {
            self.enter(Place::EnteredIfThere { from, directory: directory.clone() })
        } else {
            self.enter(Place::Unknown)
        });
        Ok(())
    }

    /// `export NAME=literal`: all that follows has it in its environment, whatever group it stands in.
    fn export(&mut self, start: usize, words: &[Word<'t>]) -> Result<(), NotPlain> {
        for word in words.iter().skip(1) {
            // Up to the sign it has to stand there as it is meant.
            let raw = self.slice(word.span.start, word.span.end);
            let (Some((name, _)), Value::Literal { text, tilde: false }) = (raw.split_once('='), &word.value) else {
                return Err(NotPlain { span: word.span, reason: Obstacle::Option });
            };
            // `export A==ls` is the path of ls in zsh.
            let valued = !raw.get(name.len() + 1..).unwrap_or("").starts_with('=');
            if name.is_empty() || !valued || !name.bytes().all(is_variable) {
                return Err(NotPlain { span: word.span, reason: Obstacle::Option });
            }
            self.nameable(word.span.start, name, false)?;
            let text = text.get(name.len() + 1..).unwrap_or("").to_owned();
            let span = Span::new(word.span.start + name.len() + 1, word.span.end);
            let value = Value::Literal { text: Cow::Owned(text), tilde: false };
            self.set(word.span.start, name, value.clone())?;
            self.exported.push(Assignment { span: word.span, name, value: Word { span, value } });
        }
        if words.len() < 2 || self.exported.len() > EXPORTS {
            return self.fails(start, Obstacle::Option);
        }
        Ok(())
    }
}

fn literal<'w>(word: &'w Word<'_>) -> Option<&'w str> {
    match &word.value {
        Value::Literal { text, tilde: false } => Some(text),
        Value::Literal { .. } | Value::Pattern { .. } | Value::Number | Value::Beginning(_) => None,
    }
}

/// A decimal number, or nothing at all.
fn is_number(word: &Word<'_>) -> bool {
    let number = |text: &str| {
        text.strip_prefix(['-', '+']).unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    word.value == Value::Number || literal(word).is_some_and(number)
}

/// A signal or a job.
fn is_job(word: &str) -> bool {
    let job = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let signal = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
    word.strip_prefix('%').is_some_and(job) || word.strip_prefix('-').is_some_and(signal)
}

/// `-e`, `-eux`, `-o pipefail`, `-euo pipefail`. The words of `set` without these become `$1`, `$2`; of `-k`, commands lose words.
fn is_setting(at: usize, word: &Word<'_>) -> bool {
    let Some(word) = literal(word) else { return false };
    let Some(letters) = word.strip_prefix(['-', '+']) else { return at > 0 && word == "pipefail" };
    let letters = letters.strip_suffix('o').unwrap_or(letters);
    word.len() > 1 && letters.bytes().all(|byte| matches!(byte, b'e' | b'u' | b'x'))
}

/// What `test` and `[` evaluate: `[ 'a[$(touch x)]' -eq 1 ]` runs `touch` in mksh, `-t` in zsh, `-v` in bash, mksh and zsh. A file that a
/// pattern finds may have such a name.
fn tested<'w, 't>(operands: &'w [Word<'t>]) -> Option<&'w Word<'t>> {
    let compares = |word: &Word<'_>| matches!(literal(word), Some("-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge"));
    let strange = |(at, word): (usize, &Word<'_>)| match &word.value {
        Value::Pattern { prefix, tilde, .. } => *prefix == 0 && !tilde,
        Value::Beginning(text) => text.is_empty() || text.starts_with('-'),
        Value::Number => false,
        Value::Literal { text, .. } if text == "-v" || text == "-R" => true,
        Value::Literal { text, .. } if text == "-t" => {
            operands.get(at + 1).is_some_and(|next| !is_number(next) && literal(next) != Some("]"))
        }
        Value::Literal { .. } => {
            let beside = [at.checked_sub(1), at.checked_add(1)].into_iter().flatten();
            compares(word) && beside.filter_map(|at| operands.get(at)).any(|word| !is_number(word))
        }
    };
    operands.iter().enumerate().find(|one| strange(*one)).map(|(_, word)| word)
}

/// What `printf` evaluates: `printf %d 'a[$(touch x)]'` runs `touch` in zsh, `printf -v 'a[$(touch x)]' b` in bash.
fn printed<'w, 't>(operands: &'w [Word<'t>]) -> Option<&'w Word<'t>> {
    let (format, values) = operands.split_first()?;
    let Some(text) = literal(format).filter(|text| !text.starts_with('-')) else { return Some(format) };
    let mut counts = false;
    let mut conversions = text.split('%').skip(1);
    while let Some(conversion) = conversions.next() {
        let kind = conversion
            .trim_start_matches(|flag: char| flag.is_ascii_digit() || matches!(flag, '-' | '.' | ' ' | '+' | '#'));
        if kind.is_empty() {
            // `%%`, or a `%` at the end.
            conversions.next();
        }
        counts |= !kind.is_empty() && !kind.starts_with(['s', 'b', 'q', 'c']);
    }
    values.iter().find(|value| counts && !is_number(value))
}
