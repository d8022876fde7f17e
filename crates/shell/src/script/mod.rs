//! What was read: the commands a script may run, and the structure around them.
//!
//! A [`Script`] is a handful of flat lists. Nodes, commands, words and parts refer to each other by small ids, so that
//! a typical command costs a few allocations, dropping a deep script cannot overflow the stack, and a failed attempt
//! (`$((` that was not arithmetic) is undone by truncating the lists.

mod node;
mod word;

use std::borrow::Cow;

pub use self::node::{Clause, Connector, Kind, Node, Origin, Place};
pub use self::word::{
    Assignment, Class, Descriptor, Evaluation, EvaluationKind, HereDocument, Operator, Parameter, Part, PartKind,
    RedirectOperator, Redirection, Text, Unknown, Word,
};
use crate::{Hidden, Opaque, Span};

/// Everything that was found in one text.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    /// The text itself. Bytes that are not text were replaced one for one by `\x1a`, so spans fit the original bytes.
    pub(crate) source: Cow<'a, str>,
    /// Decoded text of words that are not a slice of the source.
    pub(crate) buffer: String,
    pub(crate) nodes: Vec<Node>,
    pub(crate) commands: Vec<Command>,
    pub(crate) words: Vec<Word>,
    pub(crate) parts: Vec<Part>,
    pub(crate) assignments: Vec<Assignment>,
    pub(crate) redirections: Vec<Redirection>,
    pub(crate) evaluations: Vec<Evaluation>,
    pub(crate) opaque: Vec<Opaque>,
    pub(crate) hidden: Vec<Hidden>,
}

/// A range in one of the lists of a [`Script`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Range {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Range {
    fn get<T>(self, list: &[T]) -> &[T] {
        list.get(self.start as usize..self.end as usize).unwrap_or(&[])
    }

    /// How many items the range covers.
    #[must_use]
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether the range is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// Which node of a [`Script`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

/// Which simple command of a [`Script`], by its place in [`Script::commands`](crate::Script::commands).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CommandId(pub(crate) u32);

impl CommandId {
    /// The place in [`Script::commands`](crate::Script::commands).
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One simple command: what bash would run as one program or builtin, or a set of assignments or redirections alone.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// From its first to its last byte, here-document bodies not included.
    pub span: Span,
    /// Its node in the tree.
    pub node: NodeId,
    /// Its words after brace expansion; the first is the command word. See [`Script::words`](crate::Script::words).
    pub words: Range,
    /// The assignments before the command word. See [`Script::assignments`](crate::Script::assignments).
    pub assignments: Range,
    /// Its redirections. See [`Script::redirections`](crate::Script::redirections).
    pub redirections: Range,
    /// `false` if reading stopped inside it, so that words may be missing.
    pub complete: bool,
}

impl Script<'_> {
    /// The same, with a copy of the text of its own.
    #[must_use]
    pub fn into_owned(self) -> Script<'static> {
        Script {
            source: Cow::Owned(self.source.into_owned()),
            buffer: self.buffer,
            nodes: self.nodes,
            commands: self.commands,
            words: self.words,
            parts: self.parts,
            assignments: self.assignments,
            redirections: self.redirections,
            evaluations: self.evaluations,
            opaque: self.opaque,
            hidden: self.hidden,
        }
    }

    /// The text that was read. Bytes that are not text appear as `\x1a`, one for one.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether no word shows anything but ASCII, decoded escapes such as `$'\u2014'` included.
    #[must_use]
    pub fn is_ascii(&self) -> bool {
        self.source.is_ascii() && self.buffer.is_ascii()
    }

    /// Whether a command has exactly this name. Comparing lengths first is cheap and rules most names out.
    #[must_use]
    pub fn is_called(&self, command: &Command, name: &str) -> bool {
        let first = self.words(command.words).first();
        first.is_some_and(|word| word.text.span.len() as usize == name.len() && self.literal(word) == Some(name))
    }

    /// All simple commands, in source order, nested ones included.
    #[must_use]
    pub fn commands(&self) -> &[Command] {
        &self.commands
    }

    /// What could not be read, in source order. If this is not empty, the script may run more than [`Self::commands`].
    #[must_use]
    pub fn opaque(&self) -> &[Opaque] {
        &self.opaque
    }

    /// Characters that a person would not see or would misread, in source order.
    #[must_use]
    pub fn hidden(&self) -> &[Hidden] {
        &self.hidden
    }

    /// Where values are evaluated rather than only inserted, at any depth.
    #[must_use]
    pub fn evaluations(&self) -> &[Evaluation] {
        &self.evaluations
    }

    /// All redirections, those of compound commands included.
    #[must_use]
    pub fn all_redirections(&self) -> &[Redirection] {
        &self.redirections
    }

    /// The words of a range.
    #[must_use]
    pub fn words(&self, range: Range) -> &[Word] {
        range.get(&self.words)
    }

    /// The assignments of a range.
    #[must_use]
    pub fn assignments(&self, range: Range) -> &[Assignment] {
        range.get(&self.assignments)
    }

    /// The redirections of a range.
    #[must_use]
    pub fn redirections(&self, range: Range) -> &[Redirection] {
        range.get(&self.redirections)
    }

    /// The parts of a word. Empty for a word that is a single literal text.
    #[must_use]
    pub fn parts(&self, word: &Word) -> &[Part] {
        word.parts.get(&self.parts)
    }

    /// A piece of text.
    #[must_use]
    pub fn text(&self, text: Text) -> &str {
        text.span.of(if text.decoded { &self.buffer } else { &self.source })
    }

    /// The value of a word after quote removal, if nothing in it can change at run time.
    #[must_use]
    pub fn literal(&self, word: &Word) -> Option<&str> {
        matches!(word.class, Class::Literal).then(|| self.text(word.text))
    }

    /// Whether the value of a word is certain to be a decimal number, so that a shell which takes it for arithmetic runs
    /// nothing: `12`, `-1`, `1.5`, `$?`.
    #[must_use]
    pub fn is_number(&self, word: &Word) -> bool {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match word.class {
            Class::Literal => {
                let text = self.shown(word);
                let text = text.strip_prefix(['-', '+']).unwrap_or(text);
                let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
                digits(whole) && digits(fraction)
            }
            Class::Bounded if word.glob || word.tilde || word.brace => false,
            // Of parameters only those that are numbers leave a word bounded.
            Class::Bounded => {
                let parts = self.parts(word);
                let plain = |part: &Part| match part.kind {
                    PartKind::Text(text) => digits(self.text(text)),
                    PartKind::Parameter(_) => true,
                    PartKind::Substitution(_) | PartKind::Arithmetic { .. } | PartKind::Opaque => false,
                };
                !parts.is_empty() && parts.iter().all(plain)
            }
            Class::Unknown(_) => false,
        }
    }

    /// A word for people: its value if it is literal, else what is known of it with the rest as written (`src/*.rs`,
    /// `~/x`, `$dir/a`). Never a proof of what bash will see.
    #[must_use]
    pub fn shown(&self, word: &Word) -> &str {
        self.text(word.text)
    }

    /// The name of a command, if its command word is literal.
    #[must_use]
    pub fn name(&self, command: &Command) -> Option<&str> {
        self.words(command.words).first().and_then(|word| self.literal(word))
    }

    /// The node of the whole text.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// A node by its id; `None` only for an id of another script.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    /// A command by its id; `None` only for an id of another script.
    #[must_use]
    pub fn command(&self, id: CommandId) -> Option<&Command> {
        self.commands.get(id.0 as usize)
    }

    /// All nodes in source order, each before its children.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        (0u32..).map(NodeId).zip(&self.nodes)
    }

    /// The direct children of a node, in source order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = (NodeId, &Node)> {
        let end = self.node(id).map_or(0, |node| node.end);
        let mut next = id.0.saturating_add(1);
        std::iter::from_fn(move || {
            if next >= end {
                return None;
            }
            let child = NodeId(next);
            let node = self.node(child)?;
            next = node.end.max(next.saturating_add(1));
            Some((child, node))
        })
    }

    /// The commands inside a node, at any depth.
    #[must_use]
    pub fn commands_inside(&self, id: NodeId) -> &[Command] {
        let end = self.node(id).map_or(0, |node| node.end);
        // Commands and their nodes are made together, so both lists are in the same order.
        let from = self.commands.partition_point(|command| command.node <= id);
        let to = self.commands.partition_point(|command| command.node.0 < end);
        self.commands.get(from..to).unwrap_or(&[])
    }

    /// The only command inside a node, at any depth; `None` if there is none or more than one. Of nodes in each other not all
    /// are gone through.
    #[must_use]
    pub fn only_command_inside(&self, id: NodeId) -> Option<&Command> {
        let end = self.node(id)?.end as usize;
        let inside = self.nodes.get((id.0 as usize).saturating_add(1)..end).unwrap_or(&[]);
        let mut commands = inside.iter().filter_map(|node| match node.kind {
            Kind::Simple(command) => Some(command),
            Kind::Script(_)
            | Kind::Subshell
            | Kind::Group
            | Kind::If
            | Kind::While
            | Kind::Until
            | Kind::For { .. }
            | Kind::Select { .. }
            | Kind::ArithmeticFor
            | Kind::Case { .. }
            | Kind::Clause(_)
            | Kind::Function { .. }
            | Kind::Coproc { .. }
            | Kind::Arithmetic { .. }
            | Kind::Conditional { .. }
            | Kind::HereDocument => None,
        });
        let first = commands.next()?;
        if commands.next().is_some() { None } else { self.command(first) }
    }
}
