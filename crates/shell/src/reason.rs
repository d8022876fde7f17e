//! Why something could not be read, in words for a person.

use std::fmt;

use crate::Span;

/// A stretch of text whose meaning the reader does not claim to know.
///
/// Code that judges a script must treat an opaque stretch as "may run anything".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// The stretch.
    pub span: Span,
    /// Why it is opaque.
    pub reason: Reason,
}

/// Why a stretch is opaque.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// A token where the grammar does not allow it.
    Unexpected(Token),
    /// A construct is still open at the end of the text.
    Unterminated(Construct),
    /// A required part is missing.
    Missing(Construct),
    /// The substitution around a here-document ended before its body began.
    HereDocumentOpen,
    /// A here-document inside text that bash reads twice.
    HereDocumentReread,
    /// A backslash-newline splits an operator, a `$` from what follows, or a reserved word.
    SplitByContinuation,
    /// Text directly after the `)` of an array assignment.
    TextAfterArray,
    /// A single quote inside `"${x:-…}"` that bash pairs one way and expands another.
    QuoteReadTwice,
    /// Quoted text that a builtin or `[[` evaluates as arithmetic, including substitutions in subscripts.
    QuotedTextEvaluated,
    /// `!(…)` means a pattern or a negated subshell, and `x=(*(…))` a pattern or an error after which bash reads on, depending on `extglob`.
    DependsOnExtglob,
    /// `(esac)` as a pattern, which bash reads differently when it writes a substitution anew.
    PatternIsKeyword,
    /// A here-document whose end bash finds in one place and older versions of bash in another.
    HereDocumentEnd,
    /// More nesting than [`crate::Limits::depth`].
    TooDeep,
    /// More parts than [`crate::Limits::nodes`].
    TooManyNodes,
    /// More text than [`crate::Limits::bytes`].
    TooLong,
}

/// A token that was not expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Token {
    /// One character, as written.
    Byte(u8),
    /// A reserved word such as `then` or `}`.
    ReservedWord,
    /// An operator such as `&&` or `;;`.
    Operator,
    /// A line break.
    Newline,
    /// The end of the text.
    End,
}

/// A piece of bash grammar, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Construct {
    /// `'…'`
    SingleQuotes,
    /// `"…"`
    DoubleQuotes,
    /// `$'…'`
    AnsiQuotes,
    /// `` `…` ``
    Backticks,
    /// `$( … )`
    Substitution,
    /// `<( … )` or `>( … )`
    ProcessSubstitution,
    /// `${ …; }`
    BraceSubstitution,
    /// `${…}`
    Parameter,
    /// `$(( … ))`, `(( … ))` or `$[ … ]`
    Arithmetic,
    /// `[ … ]` after a name
    Subscript,
    /// `=( … )`
    Array,
    /// `@( … )` and similar patterns
    Pattern,
    /// `( … )`
    Subshell,
    /// `{ …; }`
    Group,
    /// `if … fi`
    If,
    /// `for`, `while`, `until` or `select`
    Loop,
    /// `case … esac`
    Case,
    /// `[[ … ]]`
    Conditional,
    /// `name() …`
    Function,
    /// `coproc …`
    Coproc,
    /// the word after `<`, `>` and similar operators
    RedirectTarget,
    /// `<<E … E`
    HereDocument,
    /// a command after `&&`, `|`, `then` …
    Command,
}

impl fmt::Display for Construct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SingleQuotes => "single quotes",
            Self::DoubleQuotes => "double quotes",
            Self::AnsiQuotes => "`$'` quotes",
            Self::Backticks => "backticks",
            Self::Substitution => "command substitution",
            Self::ProcessSubstitution => "process substitution",
            Self::BraceSubstitution => "`${ ` substitution",
            Self::Parameter => "parameter expansion",
            Self::Arithmetic => "arithmetic",
            Self::Subscript => "subscript",
            Self::Array => "array",
            Self::Pattern => "extended pattern",
            Self::Subshell => "subshell",
            Self::Group => "group",
            Self::If => "`if`",
            Self::Loop => "loop",
            Self::Case => "`case`",
            Self::Conditional => "`[[`",
            Self::Function => "function body",
            Self::Coproc => "`coproc` command",
            Self::RedirectTarget => "redirection target",
            Self::HereDocument => "here-document",
            Self::Command => "command",
        })
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Byte(byte) if byte.is_ascii_graphic() => write!(f, "`{}`", char::from(*byte)),
            Self::Byte(byte) => write!(f, "byte 0x{byte:02x}"),
            Self::ReservedWord => f.write_str("reserved word"),
            Self::Operator => f.write_str("operator"),
            Self::Newline => f.write_str("line break"),
            Self::End => f.write_str("end of text"),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected(token) => write!(f, "unexpected {token}"),
            Self::Unterminated(construct) => write!(f, "{construct} still open at the end of the text"),
            Self::Missing(construct) => write!(f, "{construct} missing"),
            Self::HereDocumentOpen => f.write_str("here-document still open when its substitution closes"),
            Self::HereDocumentReread => f.write_str("here-document inside text that bash reads twice"),
            Self::SplitByContinuation => f.write_str("line continuation inside an operator or reserved word"),
            Self::TextAfterArray => f.write_str("text directly after the `)` of an array"),
            Self::QuoteReadTwice => f.write_str("single quote inside double-quoted `${…}` that bash reads in two ways"),
            Self::QuotedTextEvaluated => f.write_str("quoted text that bash evaluates"),
            Self::DependsOnExtglob => f.write_str("`(` has another meaning or is an error, depending on `extglob`"),
            Self::PatternIsKeyword => f.write_str("`esac` as a pattern, which bash reads in two ways"),
            Self::HereDocumentEnd => f.write_str("here-document whose end versions of bash find in different ways"),
            Self::TooDeep => f.write_str("nested too deeply to read"),
            Self::TooManyNodes => f.write_str("too many parts to read"),
            Self::TooLong => f.write_str("too long to read"),
        }
    }
}
