//! The text that a command stands in, and the directories that its commands run in.

use std::cell::OnceCell;

use super::path::of_word;
use crate::fact::{Question, Told};
use crate::reason::Reason;
use crate::{Command, Effect, Ground, Host, NotProven, Options, Place, Plain, Span, Word, World, read};

/// A text with the world around it.
pub struct Scene<'s> {
    pub(super) commands: &'s [Command<'s>],
    pub(crate) world: &'s World<'s>,
    pub(crate) ground: Ground<'s>,
    /// The directories of the text but the first, each resolved once.
    places: Vec<Result<String, (Option<Span>, Reason)>>,
    /// Whether each file that a redirection writes is judged by the rules on files, elsewhere. Else none may be written.
    writes_judged: bool,
    /// What the text around it may change.
    around: Vec<String>,
    changes: OnceCell<Vec<String>>,
}

impl<'s> Scene<'s> {
    /// Resolves the directories of a text.
    #[must_use]
    pub fn new(plain: &'s Plain<'s>, world: &'s World<'s>, ground: Ground<'s>) -> Self {
        let (around, changes) = (Vec::new(), OnceCell::new());
        let mut scene = Self {
            commands: plain.commands(),
            world,
            ground,
            places: Vec::new(),
            writes_judged: false,
            around,
            changes,
        };
        for place in &plain.places {
            let resolved = scene.resolve(place);
            scene.places.push(resolved);
        }
        scene
    }

    /// The same, where whoever asks judges each file that a redirection writes by the rules on files.
    #[must_use]
    pub const fn with_writes_judged(mut self) -> Self {
        self.writes_judged = true;
        self
    }

    /// The project's root.
    #[must_use]
    pub const fn project(&self) -> &str {
        self.ground.project
    }

    /// A directory. Those that it is entered from stand before it.
    fn resolve(&self, place: &Place<'_>) -> Result<String, (Option<Span>, Reason)> {
        match place {
            Place::Start => Ok(self.ground.cwd.to_owned()),
            Place::Unknown => Err((None, Reason::Somewhere)),
            // That the directory is there is asked for a chain too: its commands do not run otherwise, which harms nobody, but a link
            // decides where `..` leads.
            Place::Entered { from, directory } => {
                let at = |reason: Reason| (Some(directory.span), reason);
                let path = of_word(directory, self.at(*from)?, self.ground.home).map_err(at)?.path;
                self.world.ask(&self.ground, &[], Question::Entered(&path)).map_err(at)?;
                Ok(path)
            }
        }
    }

    /// A directory by its number.
    fn at(&self, place: usize) -> Result<&str, (Option<Span>, Reason)> {
        let Some(at) = place.checked_sub(1) else { return Ok(self.ground.cwd) };
        self.places.get(at).ok_or((None, Reason::Somewhere))?.as_deref().map_err(Clone::clone)
    }

    /// Where a command runs.
    pub(crate) fn place(&self, command: &Command<'_>) -> Result<&str, NotProven> {
        self.at(command.place).map_err(|(span, reason)| NotProven::new(span.unwrap_or(command.span), reason))
    }

    /// Asks the world about a part of the text.
    pub(crate) fn ask(&self, span: Span, question: Question<'_>) -> Result<Told, NotProven> {
        self.ask_on(&self.ground, span, question)
    }

    /// The same, where other directories count.
    pub(super) fn ask_on(&self, ground: &Ground<'_>, span: Span, question: Question<'_>) -> Result<Told, NotProven> {
        let changes = if question.is_about_names() { self.changes() } else { &[] };
        self.world.ask(ground, changes, question).map_err(NotProven::at(span))
    }

    /// The paths that the text and the one around it may write.
    fn changes(&self) -> &[String] {
        if matches!(self.world, World::Assumed) {
            return &[];
        }
        self.changes.get_or_init(|| [self.around.clone(), self.own_changes()].concat())
    }

    /// Whether the text of a path may be read.
    pub(super) fn may_read(&self, path: &str, span: Span) -> Result<(), NotProven> {
        self.ground.may_read(path).map_err(NotProven::at(span))
    }

    /// The command whose output another reads, if it is one.
    pub(super) fn before(&self, command: &Command<'_>) -> Option<&'s Command<'s>> {
        let (first, last) = command.input?;
        self.commands.get(first).filter(|_| first == last)
    }

    /// The files that the redirections of a command read; what they write goes nowhere.
    pub(crate) fn redirections(&self, command: &Command<'_>) -> Result<Vec<String>, NotProven> {
        let mut read = Vec::new();
        for redirection in &command.redirections {
            match &redirection.effect {
                Effect::Duplicate | Effect::Document(_) => {}
                Effect::Read(word) => {
                    let named = of_word(word, self.place(command)?, self.ground.home);
                    let path = named.map_err(NotProven::at(redirection.span))?.path;
                    self.may_read(&path, redirection.span)?;
                    self.ask(redirection.span, Question::Operand(&path))?;
                    read.push(path);
                }
                Effect::Write(word) => {
                    if !self.writes_judged && !matches!(word.literal(), Some("/dev/null" | "/dev/stderr")) {
                        return Err(NotProven::new(redirection.span, Reason::Writes));
                    }
                }
            }
        }
        Ok(read)
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
    /// Of a word that holds it; the shell starts where the command around it runs.
    pub(super) fn of(scene: &Scene<'_>, command: &Command<'_>, word: &Word<'_>) -> Result<Self, NotProven> {
        let cwd = scene.place(command)?.to_owned();
        Ok(Self { text: word.literal().unwrap_or("").to_owned(), cwd, span: word.span })
    }

    /// The word that holds it.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Where the shell starts.
    pub(super) fn cwd(&self) -> &str {
        &self.cwd
    }

    /// As the shell reads it. The start files of `-l` and of zsh may set options.
    ///
    /// # Errors
    ///
    /// When it is not plain.
    pub fn plain(&self, outer: &Scene<'_>) -> Result<Plain<'_>, NotProven> {
        let host = Host { options: Options::Unknown, home: Some(outer.ground.home), directory: Some(&self.cwd) };
        read(self.text.as_bytes(), &host).map_err(|not| NotProven::new(self.span, Reason::NotPlain(not)))
    }

    /// With the world around it.
    #[must_use]
    pub fn scene<'i>(&'i self, plain: &'i Plain<'i>, outer: &Scene<'i>) -> Scene<'i> {
        let scene = Scene::new(plain, outer.world, Ground { cwd: &self.cwd, ..outer.ground });
        Scene { writes_judged: outer.writes_judged, around: outer.changes().to_vec(), ..scene }
    }
}
