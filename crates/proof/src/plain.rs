//! What a plain text runs: commands whose words are known exactly before any of them runs.
//!
//! Only the reader makes a [`Plain`] or a [`Command`]: their fields are private to the crate, and there is no constructor outside it.

use std::borrow::Cow;

/// A range of bytes of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

/// A text that means the same in every shell that may run it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain<'t> {
    pub(crate) commands: Vec<Command<'t>>,
    /// The directories that its commands may run in, from number 1 on; 0 is the one where the text starts.
    pub(crate) places: Vec<Place<'t>>,
}

/// One simple command. A loop over written-out words has one for each turn. The redirections of a group, a branch or a loop are a command
/// of their own, behind those of the group, without words and assignments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command<'t> {
    pub(crate) span: Span,
    pub(crate) assignments: Vec<Assignment<'t>>,
    pub(crate) words: Vec<Word<'t>>,
    pub(crate) redirections: Vec<Redirection<'t>>,
    pub(crate) input: Option<(usize, usize)>,
    pub(crate) place: usize,
}

/// `NAME=literal`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment<'t> {
    /// All of it.
    pub span: Span,
    /// The variable.
    pub name: &'t str,
    /// Its value.
    pub value: Word<'t>,
}

/// A word after expansion, as far as it can be known beforehand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<'t> {
    /// Where it stands.
    pub span: Span,
    /// Without quotes.
    pub text: Cow<'t, str>,
    /// Whether the shell replaces the `~` that it begins with by the home directory.
    pub tilde: bool,
    /// How much the text says.
    pub form: Form,
}

/// How much the text of a word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// It is exactly this word.
    Literal,
    /// File names that match: any number of words, none among them, each of which begins with so many bytes of the text; or, where nothing
    /// matches, the text itself, or the command does not run. Hidden names may match too.
    Pattern(usize),
    /// One word that begins so; how it goes on is known only when the text runs: `"exit: $?"`, `"== $file"`.
    Open,
}

/// `2>&1`, `> file`, `<<'EOF'`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirection<'t> {
    /// The operator and what follows it; of a here-document only the operator and the delimiter.
    pub span: Span,
    /// What is redirected.
    pub stream: Stream,
    /// To or from what.
    pub effect: Effect<'t>,
}

/// A stream of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// What it reads.
    Input,
    /// What it prints.
    Output,
    /// Its messages.
    Errors,
}

/// What a redirection does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect<'t> {
    /// Reads a file.
    Read(Word<'t>),
    /// Writes a file, anew or at its end.
    Write(Word<'t>),
    /// Goes where the other of output and messages goes.
    Duplicate,
    /// A here-document: this text.
    Document(Cow<'t, str>),
}

/// A directory that commands run in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place<'t> {
    /// Where the text starts.
    Start,
    /// Where a `cd` leads that has happened wherever this place counts, if the directory is there.
    Entered {
        /// The place that the `cd` starts from.
        from: usize,
        /// Its operand.
        directory: Word<'t>,
    },
    /// One of several directories, or one that the text does not tell. Nothing is proven there.
    Unknown,
}

impl Span {
    /// The bytes from `start` up to `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }
}

impl<'t> Word<'t> {
    /// A word that is written out.
    pub(crate) fn written(span: Span, text: impl Into<Cow<'t, str>>) -> Self {
        Self { span, text: text.into(), tilde: false, form: Form::Literal }
    }

    /// Its text, if it is exactly that: no pattern, nothing open, no home directory.
    #[must_use]
    pub fn literal(&self) -> Option<&str> {
        (self.form == Form::Literal && !self.tilde).then_some(&self.text)
    }

    /// What the word begins with, whatever it expands to.
    pub(crate) fn beginning(&self) -> &str {
        match self.form {
            _ if self.tilde => "/",
            Form::Pattern(prefix) => self.text.get(..prefix).unwrap_or(""),
            // `"$file"` may begin with anything, a dash too.
            Form::Open if self.text.is_empty() => "-…",
            Form::Literal | Form::Open => &self.text,
        }
    }
}

impl<'t> Command<'t> {
    /// From its first part to its last.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.span
    }

    /// `NAME=literal` before the command word.
    #[must_use]
    pub fn assignments(&self) -> &[Assignment<'t>] {
        &self.assignments
    }

    /// The command word first. Empty where there are only redirections.
    #[must_use]
    pub fn words(&self) -> &[Word<'t>] {
        &self.words
    }

    /// In the order in which they stand.
    #[must_use]
    pub fn redirections(&self) -> &[Redirection<'t>] {
        &self.redirections
    }

    /// The first and the last command whose output it reads, unless a redirection says otherwise; `None` for the input of the text.
    #[must_use]
    pub const fn input(&self) -> Option<(usize, usize)> {
        self.input
    }

    /// Where it runs.
    #[must_use]
    pub const fn place(&self) -> usize {
        self.place
    }

    /// Its command word, if it has one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.words.first().and_then(Word::literal)
    }

    pub(crate) const fn new(span: Span, words: Vec<Word<'t>>, input: Option<(usize, usize)>, place: usize) -> Self {
        Self { span, assignments: Vec::new(), words, redirections: Vec::new(), input, place }
    }

    /// The command of these words that it starts where it runs: its redirections are judged with itself. `None` without words.
    pub(crate) fn starts(&self, words: Vec<Word<'t>>) -> Option<Self> {
        let span = Span::new(words.first()?.span.start, words.last()?.span.end);
        Some(Self::new(span, words, self.input, self.place))
    }
}

impl<'t> Plain<'t> {
    /// All that it may run, in the order in which it stands.
    #[must_use]
    pub fn commands(&self) -> &[Command<'t>] {
        &self.commands
    }

    /// One of its directories.
    #[must_use]
    pub fn place(&self, place: usize) -> &Place<'t> {
        place.checked_sub(1).map_or(&Place::Start, |at| self.places.get(at).unwrap_or(&Place::Unknown))
    }
}
