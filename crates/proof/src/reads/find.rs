//! Expressions of find. Its row lists the tests and actions that only look; here stands what depends on their order: where the starting points
//! end, and what `-exec` runs on which names.
//!
//! Not in the row's list: `-delete`, `-fprint` and its kin (files), `-ok`, `-execdir` (programs, found in the directory itself by some `PATH`),
//! `-files0-from` and `-f` (starting points that no word names), `-L` and `-follow` (links out of the project).
//!
//! A program that hands the words of its input to a command: `find src -name '*.rs' | xargs grep -l x`.
//!
//! The words are known where `find` lists names, and what stands between only picks lines. Each name must be one word and no option
//! (`a -R.txt`, `-x`), and none a secret's; the command that gets them is a core row to which they are files.

use byleave_knowledge::programs::{Quirk, Role, Wraps};

use super::{Reader, reads};
use crate::fact::{Links, Question, Tree};
use crate::reason::{Reason, refuse};
use crate::usage::{Given, Used, usage_of};
use crate::{Form, NotProven, Span, Word};

/// Tests with the name or the path of what is found.
const NAMED: &str = "-name -iname -path -ipath -wholename -iwholename -regex -iregex";
/// What is done with a name where it stands: what follows is no condition for it.
const ACTIONS: &str = "-print -print0 -exec";
/// Actions and tests that leave what `-name` lets through as it is, wherever they stand.
const CONDITIONS: &str = "-name -print -print0 -type -maxdepth -mindepth -mtime -mmin -size -mount -xdev -depth -H -P";

/// With these `find` prints something else than names, or runs what prints.
const OTHER: &str = "-ls -printf -exec";

/// What a command of find hands on.
pub(super) struct Found<'r> {
    /// Where it starts.
    pub roots: Vec<&'r Word<'r>>,
    /// Something else than conditions that all have to hold: `-o`, `!`, `,`, parentheses, `-prune`.
    pub logic: bool,
}

fn is_sign(word: &Word<'_>) -> bool {
    matches!(word.literal(), Some("(" | ")" | "!" | ","))
}

impl<'r> Reader<'r> {
    /// A whole command of find.
    pub(super) fn find(&mut self) -> Result<(), NotProven> {
        let (runs, tests): (Vec<&Used<'_>>, Vec<_>) = self.usage.options.iter().partition(|used| used.name.is("-exec"));
        tests.iter().try_for_each(|used| self.option(used))?;
        let found = self.found()?;
        found.roots.iter().try_for_each(|root| self.read(root, false))?;
        let mut opens = None;
        for used in runs {
            let Given::Words(from, end) = used.given else { return Err(self.no(Reason::Pattern)) };
            // It has to be a command that only reads, and `{}` a file to it wherever it stands. It gets every name below the starting points
            // that `-name` lets through, and with `+` many at once.
            let (names_only, span) = self.given_names(self.command.words.get(from..end).unwrap_or(&[]), "{}")?;
            if !names_only {
                opens = opens.or(Some(span));
            }
        }
        opens.map_or(Ok(()), |span| self.reached(&found, false, span))
    }

    /// Where it starts, and whether anything but conditions that all have to hold stands there.
    pub(super) fn found(&self) -> Result<Found<'r>, NotProven> {
        // The expression begins with the first sign or option behind the leading `-H` and `-P`.
        let leading = |word: &&Word<'_>| matches!(word.literal(), Some("-H" | "-P"));
        let begins = |word: &Word<'_>| word.beginning().starts_with('-') && word.beginning().len() > 1 || is_sign(word);
        let leading = self.command.words.iter().skip(1).take_while(leading).count() + 1;
        let start = leading + self.command.words.iter().skip(leading).take_while(|word| !begins(word)).count();
        let conditions = self.usage.options.iter().all(|used| used.name.stands_in(CONDITIONS));
        let mut found = Found { roots: Vec::new(), logic: !conditions };
        for operand in &self.usage.operands {
            let word = self.word(operand.word)?;
            if operand.word >= start {
                // `find . -name a b`: what is no sign there is a starting point to BSD.
                refuse(!is_sign(word), || NotProven::new(word.span, Reason::Operand))?;
                found.logic = true;
                continue;
            }
            // `find *` beside a file `-delete`, or `(`.
            if operand.may_be_option || word.form == Form::Open || word.text.is_empty() {
                return Err(NotProven::new(word.span, Reason::Pattern));
            }
            found.roots.push(word);
        }
        Ok(found)
    }

    /// A command with a sign that stands for names: whether it opens none of them, and where it stands.
    pub(super) fn given_names(&self, words: &[Word<'r>], sign: &str) -> Result<(bool, Span), NotProven> {
        let filled = words.iter().map(|word| match word.literal() {
            // A name that is found begins as a starting point does, so with no dash; what it may be is asked of the trees below.
            Some(text) if text == sign => Ok(Word { text: "{}*".into(), form: Form::Pattern(2), ..word.clone() }),
            Some(text) if !text.contains(sign) => Ok(word.clone()),
            // A pattern may be several words, of which one may hold the sign.
            Some(_) | None => Err(NotProven::new(word.span, Reason::Pattern)),
        });
        let words = filled.collect::<Result<Vec<_>, _>>()?;
        let command = self.command.starts(words).ok_or_else(|| self.no(Reason::NoCommand))?;
        let usage = usage_of(&command);
        // Once deep.
        if usage.row.is_some_and(|row| row.has(Quirk::Find) || row.wraps() != Wraps::No) {
            return Err(NotProven::new(command.span, Reason::Nested));
        }
        let inner = reads(self.scene, &command, &usage)?;
        Ok((inner.rows.is_some_and(|[_, row]| row.plays(Role::OnlyNames)), command.span))
    }

    /// No secret is among the names that are handed on, as words of a command line or one by one.
    pub(super) fn reached(&self, found: &Found<'_>, words: bool, span: Span) -> Result<(), NotProven> {
        let mut names = Vec::new();
        let (mut acted, mut files) = (false, false);
        for used in &self.usage.options {
            acted |= used.name.stands_in(ACTIONS);
            let Some(text) = used.text(&self.command.words) else { continue };
            if used.name.stands_in(NAMED) {
                self.no_secret_named(text, span)?;
            }
            // `-type f` leaves links out.
            files |= used.name.is("-type") && text == "f" && !acted && !found.logic;
            // `-print0 -name x` prints everything.
            if used.name.is("-name") && !acted {
                names.push(text);
            }
        }
        // `-name '*.c' -o -type f` hands on everything.
        let only = (!found.logic && names.len() == 1).then_some(names.as_slice());
        let links = if files { Links::Left } else { Links::Opened };
        let mut roots = found.roots.iter().map(|root| Ok(self.named(root)?.path)).collect::<Result<Vec<_>, _>>()?;
        if roots.is_empty() {
            roots.push(self.here()?.to_owned());
        }
        for root in &roots {
            // `find up/` starts where the link leads.
            self.scene.ask(span, Question::Operand(root))?;
            self.scene.may_read(root, span)?;
            self.scene.ask(span, Question::Tree(Tree { root, deep: true, links, only, words }))?;
        }
        Ok(())
    }

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
            refuse(!picks || usage.operands.len() > usize::from(row.operands().first.is_some()), unknown)?;
            command = self.scene.before(command).ok_or_else(unknown)?;
        }
    }
}
