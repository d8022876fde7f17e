//! Which paths words name, and whether they may be read.

use byleave_knowledge::paths::{could_match_secret, is_device, may_match_control, normal, sensitive};
use byleave_knowledge::programs::{Arg, Effect, Role};

use super::Reader;
use crate::fact::{Links, Question, Told, Tree};
use crate::reason::{Reason, refuse};
use crate::usage::Given;
use crate::{Form, Ground, NotProven, Span, Word, World};

/// What a word names: an absolute, normal path, or all that a pattern matches from there on.
pub(super) struct Named {
    pub path: String,
    pub pattern: Option<String>,
}

impl Named {
    pub(super) const fn path(path: String) -> Self {
        Self { path, pattern: None }
    }
}

/// The path that a word names, seen from a place.
pub(super) fn of_word(word: &Word<'_>, place: &str, home: &str) -> Result<Named, Reason> {
    let text: &str = &word.text;
    let (path, pattern) = match word.form {
        Form::Literal => (text, None),
        // The component that the first sign stands in belongs to the pattern.
        Form::Pattern(prefix) => {
            let slash = text.get(..prefix).and_then(|before| before.rfind('/')).map_or(0, |slash| slash + 1);
            text.split_at_checked(slash).map(|(path, pattern)| (path, Some(pattern))).ok_or(Reason::Pattern)?
        }
        Form::Open => return Err(Reason::Pattern),
    };
    refuse(pattern.is_some_and(|pattern| pattern.split('/').any(|part| part == "..")), || Reason::Parent)?;
    let path = match path.strip_prefix('~').filter(|_| word.tilde) {
        Some(below) => from_text(below.trim_start_matches('/'), home)?,
        None => from_text(path, place)?,
    };
    Ok(Named { path, pattern: pattern.map(str::to_owned) })
}

/// The path that a text names, seen from a place. `..` counts only at the beginning: `x/../y` is elsewhere if `x` is a link, while no
/// link leads to the place.
pub(super) fn from_text(text: &str, place: &str) -> Result<String, Reason> {
    let named = text.split('/').skip_while(|part| matches!(*part, "" | "." | "..") && !text.starts_with('/'));
    if named.into_iter().any(|part| part == "..") { Err(Reason::Parent) } else { Ok(normal(place, text)) }
}

impl<'r> Reader<'r> {
    /// Where it runs. Asked for only where that matters: `false && cd a; echo b` prints the same everywhere.
    pub(super) fn here(&self) -> Result<&'r str, NotProven> {
        let place = self.scene.place(self.command)?;
        self.scene.ground.may_look(place).map_err(NotProven::at(self.command.span))?;
        Ok(place)
    }

    pub(super) fn named(&self, word: &Word<'_>) -> Result<Named, NotProven> {
        of_word(word, self.here()?, self.scene.ground.home).map_err(NotProven::at(word.span))
    }

    /// Whether the program tells about files and opens none.
    fn only_names(&self) -> bool {
        self.row.plays(Role::OnlyNames)
    }

    /// A file that is read, or looked at by a program that opens none.
    pub(crate) fn read(&mut self, word: &Word<'_>, may_be_option: bool) -> Result<(), NotProven> {
        let Named { path, pattern } = self.named(word)?;
        let Some(pattern) = pattern else { return self.file(path, word.span) };
        let ground = &self.scene.ground;
        if self.only_names() {
            ground.may_look(&path).map_err(NotProven::at(word.span))?;
        } else {
            self.scene.may_read(&path, word.span)?;
            // In both directions: `.e?v` is matched by a secret's name, `id_rsa*` begins as one.
            let secret = sensitive(&path, &pattern, ground.home).or_else(|| could_match_secret(&pattern));
            if let Some(what) = secret {
                return Err(NotProven::new(word.span, Reason::Secret(pattern, what)));
            }
            self.matched(&path, &pattern, may_be_option, word.span)?;
        }
        self.paths.push(path);
        Ok(())
    }

    /// A word whose path or pattern only tells names.
    pub(super) fn look(&self, word: &Word<'_>) -> Result<(), NotProven> {
        self.scene.ground.may_look(&self.named(word)?.path).map_err(NotProven::at(word.span))
    }

    /// A path that is read.
    pub(super) fn file(&mut self, path: String, span: Span) -> Result<(), NotProven> {
        if self.only_names() {
            // `ls up/` lists what a link leads to.
            self.scene.ground.may_look(&path).map_err(NotProven::at(span))?;
            self.scene.ask(span, Question::Operand(&path))?;
        } else if !is_device(&path) {
            self.scene.may_read(&path, span)?;
            // A program that takes two directories prints what lies in them.
            let directory = self.scene.ask(span, Question::Operand(&path))? == Told::Directory;
            if directory && self.row.rare("directories").is_some() {
                let tree = Tree { root: &path, deep: false, links: Links::Followed, only: None, words: false };
                self.scene.ask(span, Question::Tree(tree))?;
            }
        }
        self.paths.push(path);
        Ok(())
    }

    /// A file that is written: an ordinary one of the project, or a device that keeps nothing. Of a pattern the directory that it begins in.
    pub(crate) fn output(&self, word: &Word<'_>) -> Result<Option<String>, NotProven> {
        let Named { path, pattern } = self.named(word)?;
        let no = NotProven::at(word.span);
        if is_device(&path) && pattern.is_none() {
            return Ok(None);
        }
        self.scene.ground.may_write(&path).map_err(&no)?;
        if let Some(pattern) = &pattern {
            if may_match_control(pattern) {
                return Err(no(Reason::Control(pattern.clone(), "a pattern that may match control files")));
            }
            let may_be_option = word.form == Form::Pattern(0) && !word.tilde;
            // What lies in a root is never written.
            let ground = Ground { roots: &[], ..self.scene.ground };
            let matched = Question::Matched { directory: &path, pattern, may_be_option };
            self.scene.ask_on(&ground, word.span, matched)?;
            // A link that may be read may still lead to what steers.
            let tree =
                Tree { root: &path, deep: pattern.contains('/'), links: Links::Written, only: None, words: false };
            self.scene.ask(word.span, Question::Tree(tree))?;
        } else if self.scene.ask(word.span, Question::Output(&path))? == Told::Directory {
            let tree = Tree { root: &path, deep: true, links: Links::Written, only: None, words: false };
            self.scene.ask(word.span, Question::Tree(tree))?;
        }
        Ok(Some(path))
    }

    /// A file that is moved away: an ordinary one of the project.
    pub(crate) fn moved(&self, word: &Word<'_>) -> Result<String, NotProven> {
        let path = self.output(word)?.ok_or_else(|| self.no(Reason::Operand))?;
        self.scene.ask(word.span, Question::Moved(&path))?;
        Ok(path)
    }

    /// No file has a name that the pattern matches and that the program would take for an option.
    pub(crate) fn may_be_option(&self, word: &Word<'_>) -> Result<(), NotProven> {
        if word.form == Form::Literal {
            return Ok(());
        }
        self.matched(self.here()?, &word.text, true, word.span)
    }

    /// What a pattern matches is ordinary. Without a disk nobody can say that `sort *` meets no file `-ofile`.
    fn matched(&self, directory: &str, pattern: &str, may_be_option: bool, span: Span) -> Result<(), NotProven> {
        let does_more = || self.row.special().any(|option| !matches!(option.effect(), Effect::Read | Effect::Code));
        if may_be_option && matches!(self.scene.world, World::Assumed) && does_more() {
            return Err(NotProven::new(span, Reason::Pattern));
        }
        self.scene.ask(span, Question::Matched { directory, pattern, may_be_option }).map(drop)
    }

    /// What is read with all that lies below it.
    pub(super) fn trees(&mut self) -> Result<(), NotProven> {
        let whole = self.row.whole().any(|option| option == "always" || self.usage.has_any(option));
        // Names alone: `rg --files`.
        if !whole || self.only_names() || self.says("names") {
            return Ok(());
        }
        let roots = self.usage.operands.iter().filter(|operand| operand.kind == Arg::Read);
        let roots = roots.map(|operand| self.word(operand.word)).collect::<Result<Vec<_>, _>>()?;
        // Without an operand it looks at its input, if there is one, or at the directory where it runs.
        let reads_input = self.row.plays(Role::LooksAtInput) && self.command.input.is_some();
        if roots.is_empty() && !reads_input {
            self.tree(self.here()?.to_owned(), self.command.span)?;
        }
        roots.into_iter().try_for_each(|word| self.tree(self.named(word)?.path, word.span))
    }

    /// No secret lies below a directory, among the names that the command takes.
    fn tree(&mut self, root: String, span: Span) -> Result<(), NotProven> {
        let mut names = Vec::new();
        for used in &self.usage.options {
            let is_in = |fact: &str| used.name.stands_in(self.row.rare(fact).unwrap_or(""));
            let name = if let Given::Pattern(text) = used.given { Some(text) } else { used.text(&self.command.words) };
            let Some(name) = name.filter(|_| is_in("only") || is_in("reads-only")) else { continue };
            self.no_secret_named(name, span)?;
            if is_in("only") {
                names.push(name);
            }
        }
        // `-g '!x'` leaves out, and takes all else; `a/*.rs` is about paths.
        let exact = !names.is_empty() && names.iter().all(|name| !name.contains(['!', '/', '{', '\\']));
        let links = if self.says("follows") { Links::Followed } else { Links::Left };
        self.scene.may_read(&root, span)?;
        let only = exact.then_some(names.as_slice());
        self.scene.ask(span, Question::Tree(Tree { root: &root, deep: true, links, only, words: false }))?;
        self.paths.push(root);
        Ok(())
    }

    /// A name that is looked for below a directory, as a pattern or as it is, is not that of a secret.
    pub(super) fn no_secret_named(&self, name: &str, span: Span) -> Result<(), NotProven> {
        let home = self.scene.ground.home;
        // `-g '!.env'` leaves it out.
        let secret = match name.strip_prefix('!') {
            Some(_) => None,
            None if name.contains(['*', '?', '[']) => sensitive("/", name, home).or_else(|| could_match_secret(name)),
            None => sensitive(&format!("/{}", name.trim_start_matches('/')), "", home),
        };
        secret.map_or(Ok(()), |what| Err(NotProven::new(span, Reason::Secret(name.to_owned(), what))))
    }
}
