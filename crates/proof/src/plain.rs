//! What a plain text runs: commands whose words are known exactly before any of them runs.
//!
//! Only the reader makes these values: the fields are private to the crate, and there is no constructor outside it.

use std::borrow::Cow;

use crate::Span;

/// A text that means the same in every shell that may run it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain<'t> {
    pub(crate) text: Cow<'t, str>,
    pub(crate) commands: Vec<Command<'t>>,
    /// The directories that its commands may run in; the first is the one where the text starts.
    pub(crate) places: Vec<Place<'t>>,
}

/// A command of a plain text, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandId(pub(crate) usize);

/// A directory of a plain text, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaceId(pub(crate) usize);

/// One simple command. A loop over written-out words has one for each turn. The redirections of a group, a branch or a loop are a command
/// of their own, behind those of the group, without words and assignments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command<'t> {
    /// From its first word, assignment or redirection to its last.
    pub span: Span,
    /// What its environment has from the text: `NAME=literal` before the command word, and what an earlier `export` has set; the
    /// last of a name counts.
    ///
    /// A command without words sets variables of the shell itself. Whether the programs behind it see them depends on whether the shell
    /// has inherited a variable of that name, so each of them has to be harmless to every program of the text.
    pub assignments: Vec<Assignment<'t>>,
    /// The command word first. Empty where there are only assignments.
    pub words: Vec<Word<'t>>,
    /// In the order in which they stand.
    pub redirections: Vec<Redirection<'t>>,
    /// What it reads from, unless a redirection says otherwise.
    pub input: Input,
    /// Where it runs.
    pub place: PlaceId,
}

/// `NAME=literal`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment<'t> {
    /// Both and the sign between them.
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
    /// What it is.
    pub value: Value<'t>,
}

/// What a word is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'t> {
    /// Exactly this word.
    Literal {
        /// Without quotes.
        text: Cow<'t, str>,
        /// Whether the shell replaces the `~` that it begins with by the home directory.
        tilde: bool,
    },
    /// File names that match: any number of words, none among them, each of which begins with the text before the pattern; or, where
    /// nothing matches, the text itself, or the command does not run. Hidden names may match too.
    Pattern {
        /// The word without quotes.
        text: Cow<'t, str>,
        /// How many bytes of it stand before the first sign of the pattern.
        prefix: usize,
        /// Whether the shell replaces the `~` that it begins with by the home directory.
        tilde: bool,
    },
    /// Nothing but digits, or nothing at all.
    Number,
    /// One word that begins so; how it goes on is known only when the text runs: `"exit: $?"`, `"== $file"`.
    Beginning(Cow<'t, str>),
}

/// `2>&1`, `> file`, `<<'EOF'`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirection<'t> {
    /// The operator and what follows it; of a here-document only the operator and the delimiter.
    pub span: Span,
    /// What is redirected.
    pub descriptor: Descriptor,
    /// To or from what.
    pub effect: Effect<'t>,
}

/// A stream of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descriptor {
    /// Its input.
    Input,
    /// Its output.
    Output,
    /// Its messages.
    Errors,
}

/// What a redirection does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect<'t> {
    /// Reads a file.
    Read(Word<'t>),
    /// Writes a file anew.
    Write(Word<'t>),
    /// Writes to the end of a file.
    Append(Word<'t>),
    /// Goes where the other of output and messages goes.
    Duplicate(Descriptor),
    /// A here-document: this text.
    Document(Cow<'t, str>),
}

/// What a command reads from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// What the text as a whole reads from.
    Inherited,
    /// What these commands print, from the first to the last: all of a group, where the group stands before the pipe.
    Pipe {
        /// The first of them.
        first: CommandId,
        /// The last of them, which may be the first.
        last: CommandId,
    },
}

/// A directory that commands run in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place<'t> {
    /// Where the text starts.
    Start,
    /// Where a `cd` leads that has happened wherever this place counts: `cd DIR && …`, up to the end of the chain.
    Entered {
        /// Where the `cd` starts from.
        from: PlaceId,
        /// Its operand.
        directory: Word<'t>,
    },
    /// Where a `cd` leads that has happened if the directory is there: behind `cd DIR; …`, where nothing but other such `cd`s stands
    /// before it in its chain. It says nothing where an earlier command of the text may make, move or remove the directory.
    EnteredIfThere {
        /// Where the `cd` starts from.
        from: PlaceId,
        /// Its operand.
        directory: Word<'t>,
    },
    /// One of several directories, or one that the text does not tell. Nothing is proven there.
    Unknown,
}

impl Value<'_> {
    /// The length of what is known of it, in bytes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Literal { text, .. } | Self::Pattern { text, .. } | Self::Beginning(text) => text.len(),
            Self::Number => 0,
        }
    }
}

impl CommandId {
    /// Its number among the commands of its text.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0
    }
}

impl Command<'_> {
    /// Its command word, if it has one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.words.first().and_then(Word::literal)
    }

    /// Whether it is a word of the shell that starts nothing and changes nothing: `:`, `true`, `exit 1`.
    #[must_use]
    pub fn is_grammar(&self) -> bool {
        let word = |word: &Word<'_>| word.literal().is_some_and(|text| !text.starts_with('-'));
        let free = self.name().is_some_and(|name| matches!(name, ":" | "true" | "false" | "wait" | "exit"));
        free && self.words.iter().skip(1).all(word) && self.assignments.is_empty() && self.redirections.is_empty()
    }
}

impl<'t> Plain<'t> {
    /// The text itself.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What a list of words runs that no shell ever sees: plain by construction. `None` if there are none.
    ///
    /// Its text is the words joined by blanks, for display.
    #[must_use]
    pub fn of_words(words: &'t [String]) -> Option<Self> {
        let mut start = 0;
        let of = |word: &'t String| {
            let span = Span::new(start, start.saturating_add(word.len()));
            start = span.end.saturating_add(1);
            Word { span, value: Value::Literal { text: Cow::Borrowed(word), tilde: false } }
        };
        let list: Vec<Word<'t>> = words.iter().map(of).collect();
        let span = Span::new(0, list.last()?.span.end);
        let command = Command {
            span,
            assignments: Vec::new(),
            words: list,
            redirections: Vec::new(),
            input: Input::Inherited,
            place: PlaceId(0),
        };
        Some(Self { text: Cow::Owned(words.join(" ")), commands: vec![command], places: vec![Place::Start] })
    }

    /// All that it may run, in the order in which it stands.
    #[must_use]
    pub fn commands(&self) -> &[Command<'t>] {
        &self.commands
    }

    /// One of its directories.
    #[must_use]
    pub fn place(&self, place: PlaceId) -> &Place<'t> {
        self.places.get(place.0).unwrap_or(&Place::Unknown)
    }
}
