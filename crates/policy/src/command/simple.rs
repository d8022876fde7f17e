//! The list of everything a command text may run.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;

use byleave_shell::{Connector, Directory, Kind, NodeId, RedirectOperator, Script, Shells, Span};

use super::item::{Item, Value};
use super::usage::Usage;
use crate::Reason;

/// Everything a command text may run, at every depth.
#[derive(Debug)]
pub struct Commands<'a> {
    /// The text as read.
    pub script: Source<'a>,
    /// All simple commands: those of the text in source order, each followed by the commands that it runs.
    pub simples: Vec<Simple<'a>>,
    /// How each of them uses its program, in the same order.
    pub usages: Vec<Arc<Usage>>,
    /// Redirections on compound commands.
    pub redirections: Vec<Redirect<'a>>,
    /// Files that `[[ -f … ]]` and its kin look at, as if they were read from.
    pub tested: Vec<Redirect<'a>>,
    /// What is never automatic, even if the commands are allowed: text that byleave could not read, values that the
    /// shell evaluates.
    pub doubts: Vec<Doubt>,
    /// Texts that the call runs or writes and byleave does not follow: they are only searched.
    pub unread: Vec<(String, Span)>,
    /// How many steps finding them left over.
    pub left: usize,
    /// The shells that may run the text.
    pub shells: Shells,
}

/// The script that commands were found in.
#[derive(Debug)]
pub enum Source<'a> {
    /// Lent while a call is judged: nothing is copied.
    Lent(&'a Script<'a>),
    /// Its own, to be kept as long as the call.
    Own(Box<Script<'static>>),
}

impl<'a> Deref for Source<'a> {
    type Target = Script<'a>;

    fn deref(&self) -> &Script<'a> {
        match self {
            Self::Lent(script) => script,
            Self::Own(script) => script,
        }
    }
}

/// Something a person must see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// Its span.
    pub span: Span,
    /// What it is, in words.
    pub reason: Reason,
}

/// One simple command.
#[derive(Clone, Debug)]
pub struct Simple<'a> {
    /// Its words; the first is the command word. Empty for assignments or redirections alone.
    pub items: Vec<Item<'a>>,
    /// Variables set for it, or by it if it has no words.
    pub assignments: Vec<(Cow<'a, str>, Span)>,
    /// Its redirections.
    pub redirections: Vec<Redirect<'a>>,
    /// Where it runs.
    pub directory: Directory,
    /// Its span in the text of the call.
    pub span: Span,
    /// The wrapper that runs it, by its place in the list, if there is one.
    pub inside: Option<usize>,
    /// Its wrapper adds words at run time: `xargs`.
    pub more_words: bool,
    /// What it reads on standard input, if the text tells.
    pub input: Input<'a>,
    /// The command before it in its pipeline, by its place in the list.
    pub fed_by: Option<usize>,
    /// Its node, if it is a command of the text itself.
    pub node: Option<NodeId>,
    /// Whether it runs, or only counts against the call.
    pub standing: Standing,
    /// `find`, by its place in the list, if names that it finds are filled in for some of the words.
    pub found_by: Option<usize>,
}

/// Whether a command runs, as far as the text tells. What does not only counts against the call: nothing needs to allow it, but what is
/// ruled out stays ruled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It does.
    Runs,
    /// It is another spelling of one that does, or what that comes to: what asks in every mode asks for it too.
    OtherSpelling,
    /// It is read roughly, and may be no command at all.
    Guess,
}

impl Standing {
    /// How what a command comes to stands.
    #[must_use]
    pub const fn of_other(self) -> Self {
        match self {
            Self::Runs | Self::OtherSpelling => Self::OtherSpelling,
            Self::Guess => Self::Guess,
        }
    }

    /// How a command of a text stands that counts so.
    #[must_use]
    pub const fn of_inner(self, inner: Self) -> Self {
        match (self, inner) {
            (Self::Runs, inner) => inner,
            (Self::OtherSpelling, _) | (_, Self::OtherSpelling) => Self::OtherSpelling,
            (Self::Guess, Self::Runs | Self::Guess) => Self::Guess,
        }
    }
}

/// What a command reads on standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input<'a> {
    /// Whatever the caller gives.
    Inherited,
    /// Exactly this text.
    Text(Cow<'a, str>),
    /// Something the text does not tell.
    Unknown,
}

/// A redirection to or from a file.
#[derive(Clone, Debug)]
pub struct Redirect<'a> {
    /// Its operator.
    pub operator: RedirectOperator,
    /// The file.
    pub target: Item<'a>,
    /// The directory of its command.
    pub directory: Directory,
    /// Its span.
    pub span: Span,
    /// It sets a variable of the shell to a descriptor: `{v}>`.
    pub variable: bool,
    /// The text of a here-document in which variables are put in.
    pub expands: Option<Cow<'a, str>>,
}

impl<'a> Commands<'a> {
    /// How a command uses its program.
    #[must_use]
    pub fn usage(&self, index: usize) -> Option<&Usage> {
        self.usages.get(index).map(Arc::as_ref)
    }

    /// All commands, with how they use their programs.
    pub(crate) fn with_usages(&self) -> impl DoubleEndedIterator<Item = (&Simple<'a>, &Usage)> + ExactSizeIterator {
        self.simples.iter().zip(self.usages.iter().map(Arc::as_ref))
    }

    /// Without borrowing, with the script they were found in.
    pub(crate) fn into_owned(self) -> Commands<'static> {
        let script = match self.script {
            Source::Lent(script) => Source::Own(Box::new(script.clone().into_owned())),
            Source::Own(script) => Source::Own(script),
        };
        // Nodes of the text stay what they are: it is kept as well.
        let kept = |simple: Simple<'_>| Simple { node: simple.node, ..simple.into_owned() };
        Commands {
            script,
            simples: self.simples.into_iter().map(kept).collect(),
            usages: self.usages,
            redirections: self.redirections.into_iter().map(Redirect::into_owned).collect(),
            tested: self.tested.into_iter().map(Redirect::into_owned).collect(),
            doubts: self.doubts,
            unread: self.unread,
            left: self.left,
            shells: self.shells,
        }
    }

    /// The command whose output is all that a node prints: it itself, or the last of the only pipeline in it.
    pub(crate) fn printed_by(&self, node: NodeId) -> Option<usize> {
        let script = &*self.script;
        // The commands of the text come first in the list, in their order.
        let at = |node: NodeId| {
            let at = script.commands().binary_search_by_key(&node, |command| command.node).ok()?;
            self.simples.get(at).filter(|simple| simple.node == Some(node)).map(|_| at)
        };
        if matches!(script.node(node)?.kind, Kind::Simple(_)) {
            return at(node);
        }
        let mut last = None;
        for (child, inner) in script.children(node) {
            let piped = matches!(inner.connector, Connector::Pipe | Connector::PipeBoth | Connector::End);
            if !piped || !matches!(inner.kind, Kind::Simple(_)) {
                return None;
            }
            last = Some(child);
        }
        at(last?)
    }
}

impl Redirect<'_> {
    /// Whether it can create or change a file.
    #[must_use]
    pub const fn writes(&self) -> bool {
        match self.operator {
            RedirectOperator::Write
            | RedirectOperator::Append
            | RedirectOperator::Clobber
            | RedirectOperator::ReadWrite
            | RedirectOperator::WriteBoth
            | RedirectOperator::AppendBoth => true,
            RedirectOperator::Read
            | RedirectOperator::DuplicateIn
            | RedirectOperator::DuplicateOut
            | RedirectOperator::HereDocument
            | RedirectOperator::HereDocumentTabs
            | RedirectOperator::HereString => false,
        }
    }

    /// Whether it opens a file to read.
    #[must_use]
    pub const fn reads(&self) -> bool {
        matches!(self.operator, RedirectOperator::Read | RedirectOperator::ReadWrite)
    }

    /// Without borrowing.
    #[must_use]
    pub fn into_owned(self) -> Redirect<'static> {
        let Self { operator, target, directory, span, variable, expands } = self;
        let expands = expands.map(|text| Cow::Owned(text.into_owned()));
        Redirect { operator, target: target.into_owned(), directory, span, variable, expands }
    }
}

impl<'a> Simple<'a> {
    /// These words, with nothing else about them.
    #[must_use]
    pub const fn of_words(items: Vec<Item<'a>>, span: Span) -> Self {
        Self {
            items,
            assignments: Vec::new(),
            redirections: Vec::new(),
            directory: Directory::START,
            span,
            inside: None,
            more_words: false,
            input: Input::Inherited,
            fed_by: None,
            node: None,
            standing: Standing::Runs,
            found_by: None,
        }
    }

    /// Other words in its place: only its own words, directory and surroundings change.
    pub(super) fn instead(&self, items: Vec<Item<'a>>) -> Self {
        Self {
            directory: self.directory.clone(),
            inside: self.inside,
            more_words: self.more_words,
            input: self.input.clone(),
            fed_by: self.fed_by,
            node: self.node,
            standing: self.standing,
            found_by: self.found_by,
            ..Self::of_words(items, self.span)
        }
    }
}

impl Simple<'_> {
    /// Whether it is judged by itself.
    #[must_use]
    pub fn runs(&self) -> bool {
        self.standing == Standing::Runs
    }

    /// The command word, if it is literal.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.items.first().and_then(Item::text)
    }

    /// The command word as far as it is known: for a deny, `~/bin/rm` is `rm`. Never a proof.
    #[must_use]
    pub fn likely_name(&self) -> Option<&str> {
        let first = self.items.first()?;
        match &first.value {
            Value::Literal(text) | Value::Bounded { text, glob: false, .. } => Some(text),
            Value::Bounded { .. } | Value::Unknown { .. } => None,
        }
    }

    /// Without borrowing.
    #[must_use]
    pub fn into_owned(self) -> Simple<'static> {
        let owned = |(name, span): (Cow<'_, str>, Span)| (Cow::Owned(name.into_owned()), span);
        Simple {
            items: self.items.into_iter().map(Item::into_owned).collect(),
            assignments: self.assignments.into_iter().map(owned).collect(),
            redirections: self.redirections.into_iter().map(Redirect::into_owned).collect(),
            directory: self.directory,
            span: self.span,
            inside: self.inside,
            more_words: self.more_words,
            input: match self.input {
                Input::Inherited => Input::Inherited,
                Input::Text(text) => Input::Text(Cow::Owned(text.into_owned())),
                Input::Unknown => Input::Unknown,
            },
            fed_by: self.fed_by,
            node: None,
            standing: self.standing,
            found_by: self.found_by,
        }
    }
}
