//! Why a text is not plain.

use std::fmt;

use crate::Span;

/// A text that some shell may read otherwise than another, or whose words are known only when it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotPlain {
    /// What is to blame.
    pub span: Span,
    /// Why.
    pub reason: Obstacle,
}

impl std::error::Error for NotPlain {}

impl fmt::Display for NotPlain {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(to)
    }
}

macro_rules! reasons {
    ($($name:ident = $words:literal,)*) => {
        /// What is not plain about a text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Obstacle {
            $(#[doc = $words] $name,)*
        }

        impl Obstacle {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The reason in words, with what to do about it.
            #[must_use]
            pub const fn words(self) -> &'static str {
                match self {
                    $(Self::$name => $words,)*
                }
            }

            /// Its name, for `--json` and tests.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }
        }
    };
}

reasons! {
    Ampersand = "`&` before anything but a blank means different things to different shells: put a blank behind it, or write `> file 2>&1`",
    Arithmetic = "`$((…))` is known only when it runs: write the number out",
    ArrayAssignment = "an array is not known to every shell: write the words out",
    Assignment = "`NAME=value` is plain only with a value that is written out, as a command of its own or before a command",
    AssignmentInLoop = "a variable that is set in a loop has several values: write the value out",
    AssignmentInPipeline = "whether a variable that is set in a pipeline lasts depends on the shell: set it before",
    Background = "how much of this runs in the background depends on the shell: leave out the `cd` or the variable, or put it before",
    Backquote = "a command in backquotes is known only when it runs: write the value out",
    Braces = "braces make several words in some shells and one in others: write the words out",
    Builtin = "this builtin changes or evaluates what no text tells beforehand",
    Bytes = "this is not valid UTF-8",
    Caret = "`^` at the beginning of a word is a pattern in some shells: quote it",
    Comment = "a shell that is typed into may take a comment as a command: leave it out",
    CommandName = "the command is not named by plain letters: write its name or path out, unquoted",
    Continuation = "a line break after `\\` is plain only between words",
    Control = "a control character is not plain",
    DirectoryInLoop = "a `cd` in a loop leads to several directories: put it in parentheses with what runs there",
    DirectoryInPipeline = "whether a `cd` in a pipeline lasts depends on the shell: put it before, with `&&`",
    DocumentBody = "some shells end this `$(cat <<…)` elsewhere: pass the text by a file or by `-F -` and a here-document",
    DocumentDelimiter = "a here-document is plain only with a quoted word as its delimiter, as in `<<'EOF'`",
    DocumentLetter = "dash loses a letter outside ASCII behind what a line has in common with the delimiter: use another delimiter",
    DocumentLine = "a line break in quotes, a loop or a second here-document on the line of a here-document is read in different ways",
    DocumentUnended = "this here-document has no end: its delimiter must stand alone on a line",
    Dollar = "this use of `$` is not known to every shell: write the value out",
    DotPattern = "a pattern behind a `.` matches `..` in some shells: write a letter behind the dot",
    Equals = "`=` at the beginning of a word, or behind `=` or `:`, is the path of a program in some shells: quote it",
    Escape = "`\\` is plain only before a printed character of ASCII",
    Expansion = "`${…}` with more than a name is known only when it runs: write the value out",
    Group = "this has to be followed by `;`, a line break, `|`, `&&`, `||` or a redirection of output",
    GroupInput = "the input of a group or loop is plain only from a pipe",
    Hash = "`#` within a word is plain only behind a letter or digit: quote it",
    Hidden = "a character that nobody sees is not plain",
    History = "`!` in a shell that is typed into stands for an earlier command: leave it out",
    Keyword = "this word of the shell's grammar is not plain here",
    Loop = "a loop is plain as `for NAME in words; do …; done`, with words that are written out",
    Missing = "a command is missing here",
    NotAscii = "letters outside ASCII are plain only in quotes",
    Nothing = "it runs nothing",
    Option = "of this builtin only some plain uses are: `export NAME=value`, `set -e`, `exit 1`, `command -v NAME`",
    Parenthesis = "a parenthesis is plain only as `( commands )` where a command may stand",
    Pattern = "a pattern is plain only as a word of a command or loop: write the name out",
    Pid = "`$!`, `$$`, `$@` and the like are known only when the text runs: write the value out",
    QuotedQuote = "a quote right behind a quoted text is read in different ways: put a blank between, or use double quotes",
    Redirection = "of redirections only `< file`, `> file`, `>> file`, `2>`, `2>>`, `2>&1` and `>&2` behind a command, with a blank before, are plain",
    RedirectedPipe = "a redirection beside a pipe sends the same output to both in some shells: leave one of them out",
    RedirectedTwice = "one stream redirected twice is written to both places in some shells: leave one of them out",
    Separator = "something has to stand between this and what is before it: `;` or a line break",
    SpecialVariable = "this variable means something to some shell: use another name",
    SquareBracket = "`[` is plain only around letters, digits, `.`, `_` and `-`, and `]` only alone: quote it",
    Split = "this value has blanks or signs that some shells split or expand: put the variable in double quotes",
    Subscript = "`[` or `:` behind a variable is a subscript or a modifier in zsh: write `\"${NAME}\"` and quote what follows, or write the value out",
    Substitution = "`$(…)` is known only when it runs: write the value out",
    Tab = "a tab that is typed completes words: use blanks",
    Tilde = "`~` is plain only as `~`, `~/…` or behind a letter or digit: quote it, or write the directory out",
    Time = "`time` is plain only before the name of a program at the beginning of a pipeline",
    TooDeep = "groups, branches and loops are nested too deeply",
    TooMuch = "this is more than is looked into at once: run it in smaller pieces",
    Unclosed = "a quote or group that begins here does not end",
    Unexpected = "this is not plain here",
    UnknownVariable = "the value of this variable is known only when the text runs: write it out",
}

impl fmt::Display for Obstacle {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.words())
    }
}
