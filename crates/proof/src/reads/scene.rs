//! The text that a command stands in, and the directories that its commands run in.

use super::place::{Named, of_word};
use super::wrapper;
use crate::proof::{Depth, Leave, leave_at};
use crate::reason::Reason;
use crate::usage::usage_of;
use crate::{Command, Effect, Entry, Ground, Host, Input, NotProven, Options, Place, Plain, Span, Word, World, read};

/// A text with the world around it.
pub struct Scene<'s> {
    commands: &'s [Command<'s>],
    pub(super) world: &'s World<'s>,
    pub(super) ground: Ground<'s>,
    /// The directories of the text, each resolved once.
    places: Vec<Result<String, (Option<Span>, Reason)>>,
    writes: Writes,
}

/// What becomes of files that redirections write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writes {
    /// None is written by a command that only reads.
    Refused,
    /// Each is judged by the rules on files, elsewhere.
    Judged,
}

impl<'s> Scene<'s> {
    /// Resolves the directories of a text.
    #[must_use]
    pub fn new(plain: &'s Plain<'s>, world: &'s World<'s>, ground: Ground<'s>) -> Self {
        let places = Vec::with_capacity(plain.places.len());
        let mut scene = Self { commands: plain.commands(), world, ground, places, writes: Writes::Refused };
        for place in &plain.places {
            let resolved = scene.resolve(place);
            scene.places.push(resolved);
        }
        scene
    }

    /// The same, where whoever asks judges each file that a redirection writes by the rules on files.
    #[must_use]
    pub const fn with_writes_judged(mut self) -> Self {
        self.writes = Writes::Judged;
        self
    }

    /// Whether a redirection may write this word.
    pub(super) fn may_write(&self, word: &Word<'_>) -> bool {
        self.writes == Writes::Judged || matches!(word.literal(), Some("/dev/null" | "/dev/stderr"))
    }

    /// The text that a shell is given, as the shell reads it.
    ///
    /// # Errors
    ///
    /// When it is not plain, or nobody knows where the shell starts.
    pub fn text_of(&self, command: &Command<'_>, word: &Word<'_>) -> Result<Inner, NotProven> {
        let cwd = self.place(command)?.to_owned();
        let text = word.literal().unwrap_or("").to_owned();
        let inner = Inner { text, cwd, span: word.span };
        inner.plain(self.ground.home)?;
        Ok(inner)
    }

    /// Where a command runs.
    pub(super) fn place(&self, command: &Command<'_>) -> Result<&str, NotProven> {
        match self.places.get(command.place.0) {
            Some(Ok(path)) => Ok(path),
            Some(Err((span, reason))) => Err(NotProven::new(span.unwrap_or(command.span), reason.clone())),
            None => Err(NotProven::new(command.span, Reason::Somewhere)),
        }
    }

    /// What stands around the command that a wrapper starts: the wrapper itself, its variables and its redirections.
    pub(crate) fn around(&self, command: &Command<'_>) -> Result<(), NotProven> {
        let usage = usage_of(command);
        wrapper(self, command, &usage)
    }

    /// The files that the redirections of a command read; what they write goes nowhere.
    pub(crate) fn redirections(&self, command: &Command<'_>) -> Result<Vec<String>, NotProven> {
        let mut read = Vec::new();
        for redirection in &command.redirections {
            let no = |reason: Reason| NotProven::new(redirection.span, reason);
            match &redirection.effect {
                Effect::Duplicate(_) | Effect::Document(_) => {}
                Effect::Read(word) => {
                    let Named::Path(path) = of_word(word, self.place(command)?, self.ground.home).map_err(no)? else {
                        return Err(no(Reason::Pattern));
                    };
                    self.ground.may_read(&path).map_err(no)?;
                    self.world.operand(&self.ground, &path).map_err(no)?;
                    read.push(path);
                }
                Effect::Write(word) | Effect::Append(word) => {
                    if !self.may_write(word) {
                        return Err(no(Reason::Writes));
                    }
                }
            }
        }
        Ok(read)
    }

    /// Leave for each command of the text that a shell is given. The shell starts where the command runs.
    pub(crate) fn shell_text(&self, command: &Command<'_>, word: &Word<'_>) -> Result<Vec<Leave>, NotProven> {
        let inner = self.text_of(command, word)?;
        let plain = inner.plain(self.ground.home)?;
        let scene = inner.scene(&plain, self);
        let inside = |no: NotProven| NotProven::new(word.span, no.reason);
        plain.commands().iter().map(|command| leave_at(&scene, command, Depth::Inner).map_err(inside)).collect()
    }

    /// The command whose output another reads, if it is one.
    pub(super) fn before(&self, command: &Command<'_>) -> Option<&'s Command<'s>> {
        match command.input {
            Input::Pipe { first, last } if first == last => self.commands.get(first.number()),
            Input::Pipe { .. } | Input::Inherited => None,
        }
    }

    /// A directory. Those that it is entered from stand before it.
    fn resolve(&self, place: &Place<'_>) -> Result<String, (Option<Span>, Reason)> {
        match place {
            Place::Start => Ok(self.ground.cwd.to_owned()),
            Place::Unknown => Err((None, Reason::Somewhere)),
            // That the directory is there is asked for both: of a chain the commands behind it do not run otherwise, which harms nobody,
            // but a link decides where `..` leads.
            Place::Entered { from, directory } | Place::EnteredIfThere { from, directory } => {
                let from = self.places.get(from.0).cloned().unwrap_or(Err((None, Reason::Somewhere)))?;
                let at = |reason: Reason| (Some(directory.span), reason);
                let Named::Path(path) = of_word(directory, &from, self.ground.home).map_err(at)? else {
                    return Err(at(Reason::Pattern));
                };
                self.world.entered(&self.ground, &path).map_err(at)?;
                Ok(path)
            }
        }
    }
}

/// The text that a shell is given by another command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inner {
    text: String,
    cwd: String,
    span: Span,
}

impl Inner {
    /// As the shell reads it. The start files of `-l` and of zsh may set options.
    ///
    /// # Errors
    ///
    /// When it is not plain.
    pub fn plain(&self, home: &str) -> Result<Plain<'_>, NotProven> {
        let (home, directory) = (Some(home), Some(self.cwd.as_str()));
        let host = Host { entry: Entry::Script, options: Options::Unknown, home, directory };
        read(self.text.as_bytes(), &host).map_err(|not| NotProven::new(self.span, Reason::NotPlain(not)))
    }

    /// With the world around it: the shell starts where the command around it runs.
    #[must_use]
    pub fn scene<'i>(&'i self, plain: &'i Plain<'i>, outer: &Scene<'i>) -> Scene<'i> {
        let mut scene = Scene::new(plain, outer.world, Ground { cwd: &self.cwd, ..outer.ground });
        scene.writes = outer.writes;
        scene
    }
}
