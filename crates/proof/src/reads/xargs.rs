//! A program that hands the words of its input to a command: `find src -name '*.rs' | xargs grep -l x`.
//!
//! The words are known where `find` lists names, and what stands between only picks lines. Each name must be one word and no option
//! (`a -R.txt`, `-x`), and none a secret's; the command that gets them is a core row to which they are files.

use byleave_knowledge::programs::{Quirk, Role};

use super::Reader;
use crate::reason::Reason;
use crate::usage::usage_of;
use crate::{NotProven, Word};

/// With these `find` prints something else than names, or runs what prints.
const OTHER: &str = "-ls -printf -exec";

impl Reader<'_> {
    pub(super) fn xargs(&mut self) -> Result<(), NotProven> {
        self.options()?;
        let unknown = || self.no(Reason::Input);
        // `-I x` puts each name in the place of `x`.
        let first = self.usage.operands.first().filter(|_| !self.usage.has_any("-I")).ok_or_else(unknown)?;
        let mut words = self.command.words.get(first.word..).unwrap_or(&[]).to_vec();
        words.push(Word::written(self.command.span, "{}"));
        let (_, span) = self.given_names(&words, "{}")?;
        let mut command = self.scene.before(self.command).ok_or_else(unknown)?;
        loop {
            let usage = usage_of(command);
            let row = usage.row.ok_or_else(unknown)?;
            let reader = Reader::new(self.scene, command, &usage, row);
            if row.has(Quirk::Find) && !usage.has_any(OTHER) {
                return reader.reached(&reader.found()?, true, span);
            }
            // What picks lines leaves each as it is, unless it reads a file or cuts them.
            let picks = row.plays(Role::Picks) && !row.plays(Role::Translates) && !reader.says("cuts");
            if !picks || usage.operands.len() > usize::from(row.operands().first.is_some()) {
                return Err(unknown());
            }
            command = self.scene.before(command).ok_or_else(unknown)?;
        }
    }
}
