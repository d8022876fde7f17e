//! Why a command is not proven.

use crate::words::reasons;
use crate::{NotPlain, Span};

/// A command of which nobody has shown that it only reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotProven {
    /// The part of the text that stands in the way.
    pub span: Span,
    /// Why it does.
    pub reason: Reason,
}

impl NotProven {
    pub(crate) const fn new(span: Span, reason: Reason) -> Self {
        Self { span, reason }
    }

    /// What a reason is to a part of the text.
    pub(crate) fn at(span: Span) -> impl Fn(Reason) -> Self {
        move |reason| Self { span, reason }
    }
}

reasons! {
    /// What stands in the way of a proof.
    Reason {
        NoCommand = "it names no program",
        NotKnown(program: String) = "byleave does not know `{program}`",
        NotCore(program: String) = "`{program}` reads, as far as byleave knows, but is not on the audited list",
        Does(program: String, does: &'static str) = "`{program}` {does}",
        Starts(program: String) = "`{program}` runs another command",
        Option(option: String) = "option `{option}` is not on the audited list of those that only read",
        OptionDoes(option: String, does: &'static str) = "option `{option}` {does}",
        Operand = "the program may do more than read this",
        Pattern = "this may be none or several words",
        Language(language: &'static str) = "this part of {language} may do more than print",
        Writes = "it writes a file",
        Assigns(name: String) = "the variable `{name}` may change what programs do",
        Somewhere = "the text does not tell in which directory it runs",
        Parent = "`..` behind a directory leads elsewhere if that is a link",
        Input = "it takes words from its input, and what that prints is not known",
        Nested = "a wrapper in a wrapper",
        NotPlain(why: NotPlain) = "the text for the shell is not plain: {why}",
        Outside(path: String) = "`{path}` is outside the project",
        Secret(path: String, what: &'static str) = "`{path}` may hold a secret: {what}",
        Control(path: String, what: &'static str) = "`{path}` steers what runs: {what}",
        Link(path: String) = "`{path}` is a link that leads out of the project or to a secret",
        Unseen(path: String) = "byleave cannot see `{path}`",
        NoDirectory(path: String) = "`{path}` is no directory",
        NameWithDash(name: String) = "the pattern matches `{name}`, which the program takes for an option",
        OddName(path: String) = "`{path}` is not one word to a program that takes names from its input",
        ProjectProgram(path: String) = "`{path}` is a program of the project",
        Shim(path: String) = "`{path}` runs what a file of the project may name",
        Setting(setting: String) = "the setting `{setting}` may run something",
        Variable(name: String) = "the variable `{name}` changes what the command does",
        Recorded(text: String) = "{text}",
    }
}
