//! What a rule does not cover, although its words fit.

use std::fmt;

use byleave_knowledge::programs::Effect;

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

/// What the star of a rule does not stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// A sub-command that no row knows.
    UnknownSubCommand,
    /// An option that the row does not know.
    UnknownOption(String),
    /// An option that does this.
    Option(String, Effect),
    /// What this option names is run.
    RunsValue(String),
    /// What this program does.
    Effect(String, Effect),
    /// This program does many things.
    ManyThings(String, Effect),
    /// This program may ask another service, or print what it keeps secret.
    Service(String),
    /// A command that this program runs.
    Runs(String),
    /// A file that is written or deleted.
    Written,
    /// An operand that is run, or that sets something.
    Operand,
    /// A word that works outside the project.
    Outside,
    /// An address.
    Address,
    /// An address beside the one of the rule.
    OtherAddress,
    /// A word that the row of the program takes out.
    Word(String),
    /// A program in a language, and what is wrong with it.
    Language(Reason),
    /// What the disk or the environment tells.
    World(Reason),
    /// A pattern or a number where one word has to stand.
    Several,
    /// The program takes what it runs from its input.
    Input(String),
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownSubCommand => f.write_str("byleave does not know this sub-command"),
            Self::UnknownOption(option) => write!(f, "byleave does not know the option `{option}`"),
            Self::Option(option, effect) => {
                write!(f, "`*` never stands for option `{option}`, which {}", does(*effect))
            }
            Self::RunsValue(option) => write!(f, "the value of `{option}` is run, and the rule does not spell it out"),
            Self::Effect(program, effect) => write!(f, "`{program}` {}, and the rule does not name it", does(*effect)),
            Self::ManyThings(program, _) => {
                write!(f, "`{program}` does many things, and the rule only names the program")
            }
            Self::Service(program) => write!(f, "`{program}` may ask another service or print a secret"),
            Self::Runs(program) => write!(f, "`*` never stands for a command that `{program}` runs"),
            Self::Written => f.write_str("`*` never stands for a file that is written"),
            Self::Operand => f.write_str("`*` never stands for something that is run"),
            Self::Outside => f.write_str("works outside the project"),
            Self::Address => f.write_str("an address that is not an ordinary one, or that may run a program"),
            Self::OtherAddress => f.write_str("an address that the rule does not name"),
            Self::Word(word) => write!(f, "`*` never stands for `{word}` here"),
            Self::Language(reason) | Self::World(reason) => write!(f, "{reason}"),
            Self::Several => f.write_str("may be several words, or none"),
            Self::Input(program) => write!(f, "`{program}` runs what its input says"),
        }
    }
}

const fn does(effect: Effect) -> &'static str {
    match effect {
        Effect::Read => "reads",
        Effect::Write => "writes",
        Effect::Code => "runs code of the project",
        Effect::State => "changes settings of the shell",
        Effect::Fetch => "asks another machine",
        Effect::Send => "sends to another machine",
        Effect::Delete => "deletes or overwrites",
        Effect::System => "changes the system",
        Effect::Run => "runs something",
    }
}
