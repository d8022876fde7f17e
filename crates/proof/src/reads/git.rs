//! git's words that no row can say: objects, pathspecs, formats.
//!
//! Whatever depends on the repository's settings (drivers, monitors, pagers, submodules) is a fact of the world, asked for the directory that
//! `-C` or a `cd` leads to.

use std::borrow::Cow;

use byleave_knowledge::paths::{could_match_secret, sensitive};

use super::{Reader, path};
use crate::fact::{GitUse, Question};
use crate::reason::{Reason, refuse};
use crate::tables::languages::{GIT_ATOMS, GIT_FIELDS, GIT_FORMATS};
use crate::usage::Given;
use crate::{Form, NotProven, Span};

impl Reader<'_> {
    /// All that a row cannot say of a command of git.
    pub(super) fn git(&mut self) -> Result<(), NotProven> {
        let mut place = Cow::Borrowed(self.here()?);
        for used in &self.usage.options {
            let span = self.word(used.word)?.span;
            let text = used.text(&self.command.words);
            let known = || text.ok_or_else(|| NotProven::new(span, Reason::Pattern));
            // `-C a -C b` is `a/b`.
            if used.name.is("-C") && used.depth == 0 {
                // `-C ~/x` is a word that the shell has made a path of.
                let value = self.word(used.value_word())?;
                let named = match value.literal() {
                    None if value.form == Form::Literal => path::of_word(value, &place, self.scene.ground.home),
                    Some(_) | None => path::from_text(known()?, &place).map(path::Named::path),
                };
                place = named.map_err(NotProven::at(span))?.path.into();
                self.scene.ask(span, Question::Entered(&place))?;
            } else if used.name.stands_in("--format --pretty") && used.given != Given::Nothing {
                refuse(!is_plain_format(known()?), || NotProven::new(span, Reason::Language("git's format")))?;
            } else if used.name.is("-L")
                && let Some((_, path)) = known()?.rsplit_once(':')
            {
                // `-L 1,5:file` and `-L :name:file`.
                self.object(path, &place, span)?;
            }
        }
        let span = self.command.span;
        self.scene.may_read(&place, span)?;
        let how = if self.row.rare("names") == Some("always") { GitUse::Names } else { GitUse::Contents };
        self.scene.ask(span, Question::Git { directory: &place, how })?;
        for operand in &self.usage.operands {
            let word = self.word(operand.word)?;
            match word.form {
                Form::Literal if !word.tilde => self.git_operand(&word.text, &place, word.span)?,
                // What the shell expands is a path.
                // Where nothing matches, git sees the text: `HEAD~2:keys/private.pem` is a pattern to a zsh with EXTENDED_GLOB.
                Form::Pattern(_) => {
                    self.git_operand(&word.text, &place, word.span)?;
                    self.read(word, operand.may_be_option)?;
                }
                Form::Literal | Form::Open => return Err(NotProven::new(word.span, Reason::Pattern)),
            }
        }
        Ok(())
    }

    /// A revision, an object or a pathspec; which of them it is depends on the repository, so it must be harmless as each.
    fn git_operand(&mut self, text: &str, place: &str, span: Span) -> Result<(), NotProven> {
        // `:!x` and `:(exclude)x` leave out. Other magic words (`top`, `glob`, `icase`, `attr`) make a pathspec mean something else.
        let left_out = [":!", ":^", ":(exclude)"].iter().find_map(|sign| text.strip_prefix(sign));
        let magic = left_out
            .map_or(text.starts_with(":(") || text.starts_with(":/"), |rest| rest.starts_with(['(', ':', '!', '^']));
        refuse(magic, || NotProven::new(span, Reason::Language("git's pathspec")))?;
        // `HEAD:src/x`, `:src/x`, `:0:src/x`: what a revision or the index holds there.
        let path = text.rsplit_once(':').map_or(text, |(_, path)| path);
        if left_out.is_some() { Ok(()) } else { self.object(path, place, span) }
    }

    /// A path in a revision, or a pattern that git matches itself.
    fn object(&mut self, path: &str, place: &str, span: Span) -> Result<(), NotProven> {
        let Some(sign) = path.find(['*', '?', '[', '\\']) else {
            // `HEAD^`, `a..b`: their text is that of a path that nobody has.
            return self.file(path::from_text(path, place).map_err(NotProven::at(span))?, span);
        };
        let slash = path.get(..sign).and_then(|before| before.rfind('/')).map_or(0, |slash| slash + 1);
        let (directory, pattern) = path.split_at_checked(slash).unwrap_or(("", path));
        let directory = path::from_text(directory, place).map_err(NotProven::at(span))?;
        self.scene.may_read(&directory, span)?;
        match sensitive(&directory, pattern, self.scene.ground.home).or_else(|| could_match_secret(pattern)) {
            Some(what) => Err(NotProven::new(span, Reason::Secret(path.to_owned(), what))),
            None if path.contains('\\') => Err(NotProven::new(span, Reason::Language("git's pathspec"))),
            None => Ok(()),
        }
    }
}

/// Whether a format only prints fields that start nothing.
fn is_plain_format(format: &str) -> bool {
    let among = |list: &str, word: &str| list.split(' ').any(|one| one == word);
    let custom = format.strip_prefix("format:").or_else(|| format.strip_prefix("tformat:"));
    if format.is_empty() || custom.is_none() && !format.contains('%') {
        return format.is_empty() || among(GIT_FORMATS, format);
    }
    let mut parts = custom.unwrap_or(format).split('%').skip(1);
    while let Some(part) = parts.next() {
        // `%%`
        if part.is_empty() && parts.next().is_some() {
            continue;
        }
        let atom = part.strip_prefix('(').is_some_and(|atom| {
            let name = atom.trim_start_matches('*').split([':', ')']).next().unwrap_or("");
            among(GIT_ATOMS, name) && !atom.contains("signature")
        });
        if !atom && !GIT_FIELDS.split(' ').any(|field| part.starts_with(field)) {
            return false;
        }
    }
    true
}
