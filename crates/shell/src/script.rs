//! What was read: the commands a script may run, and the structure around them.
//!
//! A [`Script`] is a handful of flat lists. Nodes, commands, words and parts refer to each other by small ids, so that
//! a typical command costs a few allocations, dropping a deep script cannot overflow the stack, and a failed attempt
//! (`$((` that was not arithmetic) is undone by truncating the lists.

use std::borrow::Cow;

use crate::{Dialect, Hidden, Opaque, Span};

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
    pub(crate) dialect: Dialect,
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

/// Which simple command of a [`Script`], by its place in [`Script::commands`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CommandId(pub(crate) u32);

impl CommandId {
    /// The place in [`Script::commands`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece of text: a slice of the source, or decoded and stored separately. See [`Script::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    pub(crate) span: Span,
    pub(crate) decoded: bool,
}

impl Text {
    pub(crate) const EMPTY: Self = Self { span: Span::new(0, 0), decoded: false };

    pub(crate) const fn source(span: Span) -> Self {
        Self { span, decoded: false }
    }
}

/// One simple command: what bash would run as one program or builtin, or a set of assignments or redirections alone.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// From its first to its last byte, here-document bodies not included.
    pub span: Span,
    /// Its node in the tree.
    pub node: NodeId,
    /// Its words after brace expansion; the first is the command word. See [`Script::words`].
    pub words: Range,
    /// The assignments before the command word. See [`Script::assignments`].
    pub assignments: Range,
    /// Its redirections. See [`Script::redirections`].
    pub redirections: Range,
    /// `false` if reading stopped inside it, so that words may be missing.
    pub complete: bool,
}

/// One word after brace expansion and quote removal.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "five independent facts about one word, each with its own reader")]
pub struct Word {
    /// As written in the source, with quotes. The words of one brace expansion share it.
    pub span: Span,
    pub(crate) text: Text,
    /// What is known about its value at run time.
    pub class: Class,
    pub(crate) parts: Range,
    /// It begins with an unquoted tilde, or has one where an assignment value begins.
    pub tilde: bool,
    /// It has unquoted pattern characters.
    pub glob: bool,
    /// It is a result of a brace expansion.
    pub brace: bool,
    /// Some part of it was quoted or escaped.
    pub quoted: bool,
    /// It contains a line continuation, so its unquoted text is not a slice of the source.
    pub(crate) continued: bool,
}

/// What is known about a word's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// The value after quote removal is exactly [`Script::literal`].
    Literal,
    /// Only file names, a home directory or a small number can appear at run time: globs, `~`, `$?`, `$#`, `$$`, `$!`.
    Bounded,
    /// Anything may appear at run time.
    Unknown(Unknown),
}

/// What makes a word's value unknown. The first cause in the word is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unknown {
    /// `$x`, `${x…}`
    Parameter,
    /// `$(…)`, backticks, `${ …; }`
    Substitution,
    /// `<(…)`, `>(…)`: a path under `/dev/fd` at run time
    ProcessSubstitution,
    /// `$((…))`, `$[…]`
    Arithmetic,
    /// A brace expansion with too many results
    BraceExpansion,
    /// Bytes that are not text
    Unreadable,
    /// Part of the word is opaque
    Opaque,
    /// The current shell treats it differently from bash: `=ls` and `~name` in zsh, `$'…'` in sh
    Dialect,
}

impl Unknown {
    /// The cause in words, as in "not literal: command substitution".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Parameter => "parameter expansion",
            Self::Substitution => "command substitution",
            Self::ProcessSubstitution => "process substitution",
            Self::Arithmetic => "arithmetic",
            Self::BraceExpansion => "brace expansion with too many results",
            Self::Unreadable => "bytes that are not text",
            Self::Opaque => "could not be read",
            Self::Dialect => "an expansion of another shell",
        }
    }
}

/// One part of a word, see [`Script::parts`].
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// As written in the source.
    pub span: Span,
    /// What it is.
    pub kind: PartKind,
    /// Inside double or single quotes, so not split and not a pattern.
    pub quoted: bool,
}

/// What one part of a word is.
#[derive(Clone, Copy, Debug)]
pub enum PartKind {
    /// Literal text; unquoted, it may contain a tilde or pattern characters, see [`Word::tilde`] and [`Word::glob`].
    Text(Text),
    /// `$x`, `${x…}`.
    Parameter(Parameter),
    /// `$(…)`, backticks, `${ …; }`, `<(…)`, `>(…)`; the node holds the script inside.
    Substitution(NodeId),
    /// `$((…))`, `$[…]`.
    Arithmetic {
        /// A name or parameter is evaluated, so its value is read as an expression in turn.
        names: bool,
    },
    /// Could not be read.
    Opaque,
}

/// A parameter expansion.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name, a number, or one of `@ * # ? - $ !`.
    pub name: Text,
    /// What is done to the value.
    pub operator: Operator,
    /// It has a subscript other than `@` or `*`, which bash evaluates as arithmetic.
    pub subscript: bool,
}

/// What a parameter expansion does to its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `$x`, `${x}`
    Plain,
    /// `${#x}`
    Length,
    /// `${!x}` and `${!x…}` with any operator: the name of what is expanded is itself a value
    Indirect,
    /// `${!x*}`, `${!x@}`, `${!x[@]}`
    Names,
    /// `${x-w}`, `${x:-w}`
    Default,
    /// `${x=w}`, `${x:=w}`: assigns
    Assign,
    /// `${x?w}`, `${x:?w}`
    Error,
    /// `${x+w}`, `${x:+w}`
    Alternate,
    /// `${x:o:l}`: evaluates arithmetic
    Substring,
    /// `${x#p}`, `${x##p}`
    TrimPrefix,
    /// `${x%p}`, `${x%%p}`
    TrimSuffix,
    /// `${x/p/s}`
    Replace,
    /// `${x^p}`, `${x,,p}`, `${x~p}`
    Case,
    /// `${x@Q}` and similar operators; `P` expands the value as a prompt and so runs what is in it
    Transform(u8),
    /// What shells other than bash do: a subscript or modifiers of zsh after `$x`, `$=x`, `${(f)x}`
    Other,
}

/// A place where bash does more with a value than insert it: text from elsewhere may run there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The expansion or command.
    pub span: Span,
    /// What is done.
    pub kind: EvaluationKind,
}

/// What bash does with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EvaluationKind {
    /// `${x@P}`: expands it as a prompt, substitutions included.
    Prompt,
    /// `${!x}`: takes it as the name of what to expand, subscript included.
    Indirect,
    /// A subscript that names a variable: evaluated as an expression, whose subscripts run substitutions.
    Subscript,
    /// Arithmetic that names a variable: its value is evaluated as an expression in turn.
    Arithmetic,
    /// `${x:=w}`: assigns.
    Assign,
}

impl EvaluationKind {
    /// What is done, in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Prompt => "expands a value as a prompt, which runs what is in it",
            Self::Indirect => "takes a value as the name of what to expand",
            Self::Subscript => "evaluates a subscript that is not a number",
            Self::Arithmetic => "evaluates a variable as arithmetic, which runs what is in it",
            Self::Assign => "assigns a variable while expanding",
        }
    }
}

/// An assignment before a command word, or standing alone.
#[derive(Clone, Copy, Debug)]
pub struct Assignment {
    /// From the name to the end of the value.
    pub span: Span,
    /// The variable.
    pub name: Text,
    /// `+=` rather than `=`.
    pub append: bool,
    /// The text between `[` and `]`, which bash evaluates as arithmetic.
    pub subscript: Option<Span>,
    /// The value; for an array, the whole `(…)`, and [`Assignment::elements`] has its words.
    pub value: Word,
    /// The words of an array value. See [`Script::words`].
    pub elements: Range,
    /// The value is an array.
    pub array: bool,
}

/// A redirection.
#[derive(Clone, Copy, Debug)]
pub struct Redirection {
    /// From the descriptor or operator to the end of the target word.
    pub span: Span,
    /// Which descriptor is redirected, if it is spelt out.
    pub descriptor: Descriptor,
    /// The operator.
    pub operator: RedirectOperator,
    /// The word after the operator; for a here-document, its delimiter with quotes removed.
    pub target: Word,
    /// The here-document, if it is one.
    pub here_document: Option<HereDocument>,
}

/// The body of a here-document.
#[derive(Clone, Copy, Debug)]
pub struct HereDocument {
    /// Its lines, the delimiter line not included.
    pub body: Span,
    /// The delimiter was quoted, so nothing in the body is expanded.
    pub quoted: bool,
}

/// What comes before a redirection operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descriptor {
    /// Nothing: the operator's own descriptor.
    Default,
    /// `2>`
    Number(u32),
    /// `{name}>`: bash picks a descriptor and assigns it to the variable.
    Variable(Text),
}

/// A redirection operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RedirectOperator {
    /// `<`
    Read,
    /// `>`
    Write,
    /// `>>`
    Append,
    /// `>|`
    Clobber,
    /// `<>`
    ReadWrite,
    /// `<&`
    DuplicateIn,
    /// `>&` followed by a descriptor, `-`, or text that is not known
    DuplicateOut,
    /// `&>`, and `>&` followed by a file name
    WriteBoth,
    /// `&>>`
    AppendBoth,
    /// `<<`
    HereDocument,
    /// `<<-`
    HereDocumentTabs,
    /// `<<<`
    HereString,
}

impl RedirectOperator {
    /// As written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Read => "<",
            Self::Write => ">",
            Self::Append => ">>",
            Self::Clobber => ">|",
            Self::ReadWrite => "<>",
            Self::DuplicateIn => "<&",
            Self::DuplicateOut => ">&",
            Self::WriteBoth => "&>",
            Self::AppendBoth => "&>>",
            Self::HereDocument => "<<",
            Self::HereDocumentTabs => "<<-",
            Self::HereString => "<<<",
        }
    }
}

/// One node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// From its first to its last byte.
    pub span: Span,
    /// The parent node; the root is its own parent.
    pub parent: NodeId,
    /// One past its last descendant.
    pub(crate) end: u32,
    /// What joins it to the next node of the same list.
    pub connector: Connector,
    /// Preceded by an odd number of `!`.
    pub negated: bool,
    /// Preceded by `time`.
    pub timed: bool,
    /// Reads from the pipe of the command before it.
    pub piped: bool,
    /// Redirections on a compound command; those of a simple command are on the command.
    pub redirections: Range,
}

/// What joins a command to the next one of its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connector {
    /// Nothing: the last one.
    End,
    /// `;` or a line break
    Sequence,
    /// `&`
    Background,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `|`
    Pipe,
    /// `|&`
    PipeBoth,
}

impl Connector {
    /// As written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::End => "",
            Self::Sequence => ";",
            Self::Background => "&",
            Self::And => "&&",
            Self::Or => "||",
            Self::Pipe => "|",
            Self::PipeBoth => "|&",
        }
    }
}

/// The kind of a node. The children of lists (`Script`, `Subshell`, `Group`, `Clause`) are commands joined by their
/// [`Node::connector`]; substitutions in words are children of the command that contains them.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A list that bash reads as a separate script.
    Script(Place),
    /// A simple command.
    Simple(CommandId),
    /// `( … )`
    Subshell,
    /// `{ …; }`
    Group,
    /// `if`; its children are clauses.
    If,
    /// `while`; its children are clauses.
    While,
    /// `until`; its children are clauses.
    Until,
    /// `for x in …`; its child is the body.
    For {
        /// The variable.
        variable: Text,
        /// The words it runs over; see [`Script::words`].
        words: Range,
        /// No `in`: it runs over the positional parameters.
        positional: bool,
    },
    /// `select x in …`; its child is the body.
    Select {
        /// The variable.
        variable: Text,
        /// The words to choose from; see [`Script::words`].
        words: Range,
        /// No `in`: it runs over the positional parameters.
        positional: bool,
    },
    /// `for ((…;…;…))`; its child is the body.
    ArithmeticFor,
    /// `case`; its children are arms.
    Case {
        /// The one word that is compared; see [`Script::words`].
        subject: Range,
    },
    /// A list inside an `if`, a loop or a `case`.
    Clause(Clause),
    /// A function definition; its child is the body.
    Function {
        /// The name.
        name: Text,
    },
    /// `coproc`; its child is the command.
    Coproc {
        /// The name, if one is given.
        name: Option<Text>,
    },
    /// `(( … ))`
    Arithmetic {
        /// A name or parameter is evaluated, so its value is read as an expression in turn.
        names: bool,
    },
    /// `[[ … ]]`
    Conditional {
        /// Its words and operators in order; see [`Script::words`].
        words: Range,
    },
    /// The body of an unquoted here-document; its children are the substitutions in it.
    HereDocument,
}

/// The place of a nested script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The whole text.
    Top,
    /// `$( … )`
    Substitution,
    /// `` `…` ``
    Backticks,
    /// `${ …; }` of bash 5.3
    BraceSubstitution,
    /// `<( … )`
    ProcessInput,
    /// `>( … )`
    ProcessOutput,
}

/// Which list of a compound command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clause {
    /// After `if`, `elif`, `while`, `until`.
    Condition,
    /// After `then` or `do`.
    Body,
    /// After `else`.
    Else,
    /// One arm of a `case`.
    Arm {
        /// Its patterns; see [`Script::words`].
        patterns: Range,
    },
}

/// Where a command was found, from [`Script::origins`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Part of a pipeline.
    Pipeline,
    /// `( … )`
    Subshell,
    /// `{ …; }`
    Group,
    /// The condition of `if`, `while` or `until`.
    Condition,
    /// A branch of `if`.
    Branch,
    /// The body of a loop.
    Loop,
    /// An arm of a `case`, or its subject or patterns.
    Case,
    /// A function body.
    Function,
    /// A coprocess.
    Coproc,
    /// `(( … ))`
    Arithmetic,
    /// `[[ … ]]`
    Conditional,
    /// The body of a here-document.
    HereDocument,
    /// `$( … )`
    Substitution,
    /// `` `…` ``
    Backticks,
    /// `${ …; }`
    BraceSubstitution,
    /// `<( … )` or `>( … )`
    ProcessSubstitution,
}

impl Origin {
    /// The name used in JSON and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pipeline => "pipeline",
            Self::Subshell => "subshell",
            Self::Group => "group",
            Self::Condition => "condition",
            Self::Branch => "branch",
            Self::Loop => "loop",
            Self::Case => "case",
            Self::Function => "function",
            Self::Coproc => "coproc",
            Self::Arithmetic => "arithmetic",
            Self::Conditional => "conditional",
            Self::HereDocument => "here-document",
            Self::Substitution => "substitution",
            Self::Backticks => "backticks",
            Self::BraceSubstitution => "brace-substitution",
            Self::ProcessSubstitution => "process-substitution",
        }
    }
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
            dialect: self.dialect,
        }
    }

    /// The shell as whose text it was read.
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
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

    /// The constructs around a node, from the outermost to the innermost; empty at the top of the text.
    #[must_use]
    pub fn origins(&self, id: NodeId) -> Vec<Origin> {
        let mut found = Vec::new();
        let mut current = id;
        while let Some(node) = self.node(current) {
            if node.piped || matches!(node.connector, Connector::Pipe | Connector::PipeBoth) {
                found.push(Origin::Pipeline);
            }
            let Some(parent) = self.node(node.parent).filter(|_| node.parent != current) else { break };
            found.extend(self.origin_below(parent));
            current = node.parent;
        }
        found.reverse();
        found.dedup();
        found
    }

    /// The origin of a command below `parent`.
    fn origin_below(&self, parent: &Node) -> Option<Origin> {
        match parent.kind {
            Kind::Script(Place::Top)
            | Kind::Simple(_)
            | Kind::If
            | Kind::While
            | Kind::Until
            | Kind::For { .. }
            | Kind::Select { .. }
            | Kind::ArithmeticFor => None,
            Kind::Script(Place::Substitution) => Some(Origin::Substitution),
            Kind::Script(Place::Backticks) => Some(Origin::Backticks),
            Kind::Script(Place::BraceSubstitution) => Some(Origin::BraceSubstitution),
            Kind::Script(Place::ProcessInput | Place::ProcessOutput) => Some(Origin::ProcessSubstitution),
            Kind::Subshell => Some(Origin::Subshell),
            // The braces of a function body are part of the definition.
            Kind::Group => match self.node(parent.parent).map(|node| node.kind) {
                Some(Kind::Function { .. }) => None,
                _ => Some(Origin::Group),
            },
            Kind::Clause(Clause::Condition) => Some(Origin::Condition),
            Kind::Clause(Clause::Else) => Some(Origin::Branch),
            Kind::Clause(Clause::Body) => match self.node(parent.parent).map(|node| node.kind) {
                Some(Kind::If) => Some(Origin::Branch),
                _ => Some(Origin::Loop),
            },
            Kind::Case { .. } | Kind::Clause(Clause::Arm { .. }) => Some(Origin::Case),
            Kind::Function { .. } => Some(Origin::Function),
            Kind::Coproc { .. } => Some(Origin::Coproc),
            Kind::Arithmetic { .. } => Some(Origin::Arithmetic),
            Kind::Conditional { .. } => Some(Origin::Conditional),
            Kind::HereDocument => Some(Origin::HereDocument),
        }
    }
}
