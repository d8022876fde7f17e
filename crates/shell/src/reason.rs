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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// The current shell reads or runs it differently, in a way that byleave does not follow.
    Dialect(Difference),
    /// More nesting than [`crate::Limits::depth`].
    TooDeep,
    /// More parts than [`crate::Limits::nodes`].
    TooManyNodes,
    /// More text than [`crate::Limits::bytes`].
    TooLong,
}

/// What a shell other than bash reads or runs in a way that byleave does not follow; see [`crate::Dialect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Difference {
    /// `&>` in sh: one command in some shells, two in others.
    AmpersandRedirection,
    /// `|&` in sh: an error in some shells, a coprocess in others.
    PipeBoth,
    /// `$'…'` with a backslash in sh, which ends in different places.
    AnsiQuotes,
    /// A quote or brace inside `${…}` or arithmetic, which shells pair in different ways.
    QuoteInExpansion,
    /// `{a,b}` as a command word in sh.
    Braces,
    /// `((…))` in sh: arithmetic in some shells, a subshell in others.
    DoubleParentheses,
    /// An array, a subscript or `+=` in sh.
    Array,
    /// `function` in sh: a keyword in some shells, a command in others.
    FunctionKeyword,
    /// A number of several digits before `<` or `>` in sh.
    LongDescriptor,
    /// `(…)` in a word of zsh: a pattern, or qualifiers that may run commands.
    Qualifiers,
    /// `${(e)x}`, `${=x}`, `${${x}}` and similar forms in zsh.
    ExpansionFlags,
    /// A redirection without a command: zsh runs `$NULLCMD` or `$READNULLCMD`.
    NullCommand,
    /// A parameter that zsh ties to its own state, such as `path` or `functions`.
    ShellState,
    /// A word that zsh may take as an assignment.
    OddAssignment,
    /// An alias, which bash does not follow in a script and other shells do.
    Alias,
    /// An option or module that changes how the rest is read.
    Option,
    /// An assignment that persists, because a special builtin follows it.
    LastingAssignment,
    /// A function with the name of a special builtin.
    BuiltinName,
    /// A here-document whose delimiter or end is found in different ways.
    HereDocument,
    /// Arguments of an anonymous function, or several names for one.
    Function,
    /// A word before zsh's command word that changes how the command is run.
    Modifier,
    /// `<1-9>`: a pattern to zsh.
    NumberPattern,
    /// A backslash between backticks.
    Backticks,
    /// `[[` behind a command in sh.
    Brackets,
    /// A reserved word after a redirection or an assignment, which begins a command of zsh.
    LateKeyword,
    /// `}` at the end of a word of zsh, which ends a group.
    ClosingBrace,
    /// `${ …}` in sh, which mksh runs.
    BlankInBraces,
    /// `[ 'a[$(b)]' -eq 1 ]` in sh, which mksh evaluates; `read -n 'a[$(b)]'` in zsh.
    Evaluated,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AmpersandRedirection => "`&>`, which ends the command in some shells",
            Self::PipeBoth => "`|&`, which starts a coprocess in some shells",
            Self::AnsiQuotes => "`$'` quotes, which not every `sh` knows",
            Self::QuoteInExpansion => "quote or brace inside an expansion, which shells pair in different ways",
            Self::Braces => "brace expansion, which not every `sh` does",
            Self::DoubleParentheses => "`((`, which is a subshell in some shells",
            Self::Array => "array or `+=`, which not every `sh` knows",
            Self::FunctionKeyword => "`function`, which is not a keyword in some shells",
            Self::LongDescriptor => "descriptor of several digits, which is a word in some shells",
            Self::Qualifiers => "parentheses in a word, which zsh reads as a pattern that may run commands",
            Self::ExpansionFlags => "expansion that only zsh knows and that may run what is in a value",
            Self::NullCommand => "redirection without a command, for which zsh runs a program",
            Self::ShellState => "parameter that zsh ties to its own state",
            Self::OddAssignment => "word that zsh takes as an assignment",
            Self::Alias => "alias, which this shell follows",
            Self::Option => "option that changes how what follows is read",
            Self::LastingAssignment => "assignment that stays after a special builtin",
            Self::BuiltinName => "function named as a special builtin",
            Self::HereDocument => "here-document whose end shells find in different ways",
            Self::Function => "function with several names or with arguments of its own",
            Self::Modifier => "word that changes how zsh runs the command after it",
            Self::NumberPattern => "`<…>`, which is a pattern to zsh",
            Self::Backticks => "backslash between backticks, which shells take off in different ways",
            Self::Brackets => "`[[` behind a command, after which some shells read on to `]]`",
            Self::LateKeyword => "reserved word behind a redirection, which begins a command in zsh",
            Self::ClosingBrace => "`}` in a word, which ends a group in zsh",
            Self::BlankInBraces => "`${` and a blank, between which and `}` some shells run commands",
            Self::Evaluated => "text that some shells evaluate, which runs what is in a subscript",
        })
    }
}

/// A token that was not expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
            Self::Dialect(difference) => difference.fmt(f),
            Self::TooDeep => f.write_str("nested too deeply to read"),
            Self::TooManyNodes => f.write_str("too many parts to read"),
            Self::TooLong => f.write_str("too long to read"),
        }
    }
}
