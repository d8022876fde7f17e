//! A program that hands the words of its input to a command: `find src -name '*.rs' | xargs grep -l x`.
//!
//! The words are known where what prints them lists names, and what stands between only picks lines. Each name must be one word and no
//! option (`a -R.txt`, `-x`), and none a secret's; the command that gets them is a core row to which they are files.

use byleave_knowledge::paths::is_below;
use byleave_knowledge::programs::{Arg, Quirk, Role};

use super::find::Found;
use super::place::{self, Named};
use super::{Reader, is_any};
use crate::reason::Reason;
use crate::usage::{Used, usage_of};
use crate::{NotProven, Span, Value, Word};

/// With these a program that searches prints the names of files and nothing else.
const NAMES: [&str; 5] = ["-l", "-L", "--files-with-matches", "--files-without-match", "--files"];
/// With these what lists a directory prints bare names. `-l` prints what a link leads to, `x -> /etc/passwd`.
const BARE: [&str; 6] = ["-1", "-a", "-A", "-t", "-r", "-S"];
/// With these `find` prints something else than names, or runs what prints.
const OTHER: [&str; 3] = ["-ls", "-printf", "-exec"];

impl<'r> Reader<'r> {
    pub(super) fn xargs(&mut self) -> Result<(), NotProven> {
        self.options()?;
        let Some(first) = self.usage.operands.first() else { return Err(self.no(Reason::NoCommand)) };
        let words = self.command.words.get(first.word..).unwrap_or(&[]);
        // `-I x` puts each name in the place of `x`, else they stand behind the last word.
        let sign = self.usage.options.iter().find(|used| is_any(used, &["-I"]));
        let sign =
            sign.map(|used| used.text(&self.command.words).ok_or_else(|| self.no(Reason::Pattern))).transpose()?;
        let (names_only, span) = if let Some(sign) = sign {
            self.given_names(words, sign)?
        } else {
            let end = words.last().map_or(self.command.span, |word| word.span);
            let behind = Word { span: end, value: Value::Literal { text: "{}".into(), tilde: false } };
            let words: Vec<Word<'r>> = words.iter().cloned().chain([behind]).collect();
            self.given_names(&words, "{}")?
        };
        let zeros = self.usage.options.iter().any(|used| is_any(used, &["-0", "--null"]));
        if names_only && zeros { Ok(()) } else { self.names_of_input(zeros, span) }
    }

    /// What the input lists: nothing in it is a secret's name, two words or an option.
    fn names_of_input(&self, zeros: bool, span: Span) -> Result<(), NotProven> {
        let unknown = || self.no(Reason::Input);
        let mut command = self.scene.before(self.command).ok_or_else(unknown)?;
        loop {
            let usage = usage_of(command);
            let row = usage.row.ok_or_else(unknown)?;
            let reader = Reader { scene: self.scene, command, usage: &usage, row, paths: Vec::new() };
            if reader.lists() {
                return reader.listed(zeros, span);
            }
            // What picks lines leaves each as it is, unless it reads a file or cuts them.
            let cuts =
                |used: &Used<'_>| row.rare("cuts").unwrap_or("").split(' ').any(|option| used.name.is_spelt(option));
            let searches = row.operands().first.is_some();
            let picks = row.plays(Role::Picks) && !row.plays(Role::Translates) && !usage.options.iter().any(cuts);
            if !picks || usage.operands.len() > usize::from(searches) {
                return Err(unknown());
            }
            command = self.scene.before(command).ok_or_else(unknown)?;
        }
    }

    /// Whether it prints names below the directories that it is given, and nothing else.
    fn lists(&self) -> bool {
        let any = |options: &[&str]| self.usage.options.iter().any(|used| is_any(used, options));
        if self.row.has(Quirk::Find) {
            return !any(&OTHER);
        }
        let bare = |used: &Used<'_>| is_any(used, &BARE);
        if self.row.plays(Role::ListsDirectories) {
            // With a directory it prints names in it, which are none from here.
            return self.usage.operands.is_empty() && self.usage.options.iter().all(bare);
        }
        // What `git` lists need not be on the disk: a name in its index or its history may be several words.
        self.row.plays(Role::SearchesText) && self.usage.subs.is_empty() && any(&NAMES)
    }

    /// Nothing that it lists is a secret's name.
    fn listed(&self, zeros: bool, span: Span) -> Result<(), NotProven> {
        if self.row.has(Quirk::Find) {
            return self.reached(&self.found()?, !zeros, span);
        }
        // All that lies where it runs, whatever its patterns leave out; it looks nowhere else.
        for operand in self.usage.operands.iter().filter(|operand| operand.kind == Arg::Read) {
            let word = self.word(operand.word)?;
            let named = place::of_word(word, self.here()?, self.scene.ground.home);
            let (Named::Path(path) | Named::Pattern { directory: path, .. }) =
                named.map_err(|reason| NotProven::new(word.span, reason))?;
            if !is_below(&path, self.here()?) {
                return Err(NotProven::new(word.span, Reason::Input));
            }
        }
        let everything = Found { roots: Vec::new(), logic: true };
        self.reached(&everything, true, span)
    }
}
