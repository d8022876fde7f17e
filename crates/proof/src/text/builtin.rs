//! Builtins that are plain only with some words: they change what later commands mean, or evaluate what they are given.

use super::Reader;
use super::names::Role;
use crate::{Form, NotPlain, Obstacle, Place, Word};

impl<'t> Reader<'t, '_> {
    /// What the command of that role means with these words; `sure`: its redirections cannot fail.
    pub(super) fn builtin(&mut self, role: Role, start: usize, words: &[Word<'t>], sure: bool) -> Result<(), NotPlain> {
        // `9`, `-9`, `-TERM`
        let number = |word: &&Word<'_>| {
            let bare = word.literal().map_or("", |text| text.strip_prefix('-').unwrap_or(text));
            let signal = word.text.starts_with('-') && bare.bytes().all(|byte| byte.is_ascii_uppercase());
            !bare.is_empty() && (signal || bare.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let strange = match (role, words) {
            (Role::Cd, _) => return self.enter_directory(start, words, sure),
            (Role::Command, [_, option, _, ..]) if matches!(option.literal(), Some("-v" | "-V")) => None,
            (Role::Command, _) => words.first(),
            (Role::Numbers, _) => words.iter().skip(1).find(|word| !number(word)),
            (Role::Test, _) => words.first().filter(|_| !is_test(words)),
            (Role::Program | Role::Echo | Role::Colon, _) => None,
        };
        strange.map_or(Ok(()), |word| Err(NotPlain { span: word.span, reason: Obstacle::Option }))
    }

    /// `cd DIR`.
    fn enter_directory(&mut self, start: usize, words: &[Word<'t>], sure: bool) -> Result<(), NotPlain> {
        if !self.variables.is_empty() {
            return self.fails(start, Obstacle::ChangeInLoop);
        }
        self.changes += 1;
        // `cd -` and `cd +1` lead back; a pattern may be two words.
        let known = |word: &&Word<'_>| {
            word.form == Form::Literal && !word.text.is_empty() && !word.text.starts_with(['-', '+'])
        };
        let directory = words.get(1).filter(known).filter(|_| words.len() == 2 && self.chain.all);
        let from = self.chain.after.unwrap_or(self.place);
        let enters =
            |from: usize| directory.map_or(Place::Unknown, |word| Place::Entered { from, directory: word.clone() });
        // `test -d x && cd x; q`: behind the chain it may not have happened.
        let after = if self.chain.enters && sure { enters(from) } else { Place::Unknown };
        self.place = self.enter(enters(self.place));
        self.chain.after = Some(self.enter(after));
        Ok(())
    }
}

/// One test in a form that every shell reads alike and that evaluates nothing. `[ 'a[$(touch x)]' -eq 1 ]` runs `touch` in mksh, `-t` in
/// zsh, `-v` in bash, mksh and zsh; `-a`, `-o` and parentheses depend on the number of words; `==` stops zsh and dash. A file that a
/// pattern finds may have any of these names.
pub(crate) fn is_test(words: &[Word<'_>]) -> bool {
    let text = |word: &'_ Word<'_>| (word.form == Form::Literal).then(|| word.text.to_string());
    let Some(texts) = words.iter().map(text).collect::<Option<Vec<_>>>() else { return false };
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let (["[", inside @ .., "]"] | ["test", inside @ ..]) = texts.as_slice() else { return false };
    let plain = |text: &str| !text.starts_with(['-', '(', ')', '!']);
    match inside.strip_prefix(&["!"]).unwrap_or(inside) {
        [one] | ["-n" | "-z" | "-e" | "-f" | "-d" | "-r" | "-w" | "-x" | "-s" | "-L" | "-h", one] => plain(one),
        [left, "=" | "!=", right] => plain(left) && plain(right),
        _ => false,
    }
}
