//! Expressions of find. Its row lists the tests and actions that only look; here stands what depends on their order: where the starting points
//! end, and what `-exec` runs on which names.
//!
//! Not in the row's list: `-delete`, `-fprint` and its kin (files), `-ok`, `-execdir` (programs, found in the directory itself by some `PATH`),
//! `-files0-from` and `-f` (starting points that no word names), `-L` and `-follow` (links out of the project).

use byleave_knowledge::programs::{Quirk, Role, Wraps};

use super::{Reader, is_any, place, reads};
use crate::fact::{Links, Tree};
use crate::reason::Reason;
use crate::usage::{Given, Used, usage_of};
use crate::{Command, NotProven, Span, Value, Word};

/// Tests with the name or the path of what is found.
const NAMED: [&str; 8] = ["-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename", "-regex", "-iregex"];

/// What is done with a name where it stands: what follows is no condition for it.
const ACTIONS: [&str; 3] = ["-print", "-print0", "-exec"];

/// Actions and tests that leave what `-name` lets through as it is, wherever they stand.
const CONDITIONS: [&str; 14] = [
    "-name",
    "-print",
    "-print0",
    "-type",
    "-maxdepth",
    "-mindepth",
    "-mtime",
    "-mmin",
    "-size",
    "-mount",
    "-xdev",
    "-depth",
    "-H",
    "-P",
];

/// What a command of find hands on.
pub(super) struct Found<'r> {
    /// Where it starts.
    pub roots: Vec<&'r Word<'r>>,
    /// Something else than conditions that all have to hold: `-o`, `!`, `,`, parentheses, `-prune`.
    pub logic: bool,
}

impl<'r> Reader<'r> {
    /// A whole command of find.
    pub(super) fn find(&mut self) -> Result<(), NotProven> {
        let (runs, tests): (Vec<&Used<'_>>, Vec<_>) =
            self.usage.options.iter().partition(|used| is_any(used, &["-exec"]));
        tests.iter().try_for_each(|used| self.option(used))?;
        let found = self.found()?;
        found.roots.iter().try_for_each(|root| self.read(root, false))?;
        runs.iter().try_for_each(|used| match used.given {
            Given::Words(from, end) => self.runs(from, end, &found),
            Given::Nothing | Given::Attached(_) | Given::Pattern(_) | Given::Next(_) | Given::Two(..) => {
                Err(self.no(Reason::Pattern))
            }
        })
    }

    /// Where it starts, and whether anything but conditions that all have to hold stands there.
    pub(super) fn found(&self) -> Result<Found<'r>, NotProven> {
        let start = self.expression();
        let mut found = Found { roots: Vec::new(), logic: false };
        for operand in &self.usage.operands {
            let word = self.word(operand.word)?;
            if operand.word >= start {
                // `find . -name a b`: what is no sign there is a starting point to BSD.
                if !matches!(word.literal(), Some("(" | ")" | "!" | ",")) {
                    return Err(NotProven::new(word.span, Reason::Operand));
                }
                found.logic = true;
                continue;
            }
            // `find *` beside a file `-delete`, or `(`.
            let unclear = matches!(word.value, Value::Number | Value::Beginning(_)) || word.literal() == Some("");
            if operand.may_be_option || unclear {
                return Err(NotProven::new(word.span, Reason::Pattern));
            }
            found.roots.push(word);
        }
        found.logic |= self.usage.options.iter().any(|used| !is_any(used, &CONDITIONS));
        Ok(found)
    }

    /// The word that the expression begins with: the first sign or option behind the leading `-H` and `-P`.
    fn expression(&self) -> usize {
        let words = self.command.words.get(1..).unwrap_or(&[]);
        let leading = words.iter().take_while(|word| matches!(word.literal(), Some("-H" | "-P"))).count();
        let begins = |word: &Word<'_>| {
            let text = word.beginning();
            text.starts_with('-') && text.len() > 1 || matches!(word.literal(), Some("(" | ")" | "!" | ","))
        };
        let roots = words.iter().skip(leading).take_while(|word| !begins(word)).count();
        leading.saturating_add(roots).saturating_add(1)
    }

    /// A command that is run on what is found: it has to be one that only reads, and `{}` a file to it wherever it stands. It gets every
    /// name below the starting points that `-name` lets through, and with `+` many at once.
    fn runs(&mut self, from: usize, end: usize, found: &Found<'_>) -> Result<(), NotProven> {
        let words = self.command.words.get(from..end).unwrap_or(&[]);
        let (names_only, span) = self.given_names(words, "{}")?;
        if names_only { Ok(()) } else { self.reached(found, false, span) }
    }

    /// A command with a sign that stands for names: whether it opens none of them, and where it stands.
    pub(super) fn given_names(&self, words: &[Word<'r>], sign: &str) -> Result<(bool, Span), NotProven> {
        let filled = words.iter().map(|word| match word.literal() {
            // A name that is found begins as a starting point does, so with no dash; what it may be is asked of the trees below.
            Some(text) if text == sign => {
                let value = Value::Pattern { text: "{}*".into(), prefix: 2, tilde: false };
                Ok(Word { span: word.span, value })
            }
            Some(text) if !text.contains(sign) => Ok(word.clone()),
            // A pattern may be several words, of which one may hold the sign.
            _ => Err(NotProven::new(word.span, Reason::Pattern)),
        });
        let words = filled.collect::<Result<Vec<_>, _>>()?;
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return Err(self.no(Reason::NoCommand)) };
        let span = Span::new(first.span.start, last.span.end);
        let (assignments, redirections) = (Vec::new(), Vec::new());
        let (input, place) = (self.command.input, self.command.place);
        let command = Command { span, assignments, words, redirections, input, place };
        let usage = usage_of(&command);
        // Once deep.
        if usage.row.is_some_and(|row| row.has(Quirk::Find) || row.wraps() != Wraps::No) {
            return Err(NotProven::new(span, Reason::Nested));
        }
        let inner = reads(self.scene, &command, &usage)?;
        Ok((inner.row.plays(Role::OnlyNames), span))
    }

    /// No secret is among the names that are handed on.
    pub(super) fn reached(&self, found: &Found<'_>, words: bool, span: Span) -> Result<(), NotProven> {
        let mut names = Vec::new();
        let (mut acted, mut files) = (false, false);
        for used in &self.usage.options {
            acted |= is_any(used, &ACTIONS);
            let Some(text) = used.text(&self.command.words) else { continue };
            if is_any(used, &NAMED) {
                self.no_secret_named(text, span)?;
            }
            // `-type f` leaves links out.
            files |= is_any(used, &["-type"]) && text == "f" && !acted && !found.logic;
            // `-print0 -name x` prints everything.
            if is_any(used, &["-name"]) && !acted {
                names.push(text);
            }
        }
        // `-name '*.c' -o -type f` hands on everything.
        let only = (!found.logic && names.len() == 1).then_some(names.as_slice());
        let mut below = Vec::new();
        for root in &found.roots {
            match place::of_word(root, self.here()?, self.scene.ground.home) {
                Ok(place::Named::Path(path) | place::Named::Pattern { directory: path, .. }) => below.push(path),
                Err(reason) => return Err(NotProven::new(root.span, reason)),
            }
        }
        if below.is_empty() {
            below.push(self.here()?.to_owned());
        }
        for root in &below {
            // `find up/` starts where the link leads.
            self.scene.world.operand(&self.scene.ground, root).map_err(|reason| NotProven::new(span, reason))?;
            let links = if files { Links::Left } else { Links::Opened };
            let tree = Tree { root, deep: true, links, only, words };
            self.scene.ground.may_read(root).map_err(|reason| NotProven::new(span, reason))?;
            self.scene.world.tree(&self.scene.ground, tree).map_err(|reason| NotProven::new(span, reason))?;
        }
        Ok(())
    }
}
