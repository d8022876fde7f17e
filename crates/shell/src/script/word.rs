//! Words, what they are made of, and where they stand: assignments and redirections.

use super::{NodeId, Range};
use crate::Span;

/// A piece of text: a slice of the source, or decoded and stored separately. See [`Script::text`](crate::Script::text).
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
    /// The value after quote removal is exactly [`Script::literal`](crate::Script::literal).
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
        }
    }
}

/// One part of a word, see [`Script::parts`](crate::Script::parts).
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
    /// The words of an array value. See [`Script::words`](crate::Script::words).
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
