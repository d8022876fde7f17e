//! What a rule does not cover, although its words fit.

use byleave_knowledge::reasons;

use crate::Span;
use crate::reason::Reason;

/// A command that fits a rule and that the rule does not cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotCovered {
    /// The part that it does not cover.
    pub span: Span,
    /// Why.
    pub gap: Gap,
}

reasons! {
    /// What the star of a rule does not stand for.
    Gap {
        UnknownSubCommand = "byleave does not know this sub-command",
        UnknownOption(option: String) = "byleave does not know the option `{option}`",
        Option(option: String, does: &'static str) = "`*` never stands for option `{option}`, which {does}",
        RunsValue(option: String) = "the value of `{option}` is run, and the rule does not spell it out",
        Effect(program: String, does: &'static str) = "`{program}` {does}, and the rule does not name it",
        ManyThings(program: String) = "`{program}` does many things, and the rule only names the program",
        Service(program: String) = "`{program}` may ask another service or print a secret",
        Runs(program: String) = "`*` never stands for a command that `{program}` runs",
        Written = "`*` never stands for a file that is written",
        Operand = "`*` never stands for something that is run",
        Outside = "works outside the project",
        Address = "an address that is not an ordinary one, or that may run a program",
        OtherAddress = "an address that the rule does not name",
        Word(word: String) = "`*` never stands for `{word}` here",
        Input(program: String) = "`{program}` runs what its input says",
        Several = "may be several words, or none",
        World(reason: Reason) = "{reason}",
    }
}
