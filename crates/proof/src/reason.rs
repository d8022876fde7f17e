//! Why a command is not proven, in words that a person understands.

use std::fmt;

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
}

/// What stands in the way of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It names no program.
    NoCommand,
    /// No table knows the program, or the sub-command.
    NotKnown,
    /// What it does is no core row's: nobody has audited that it only reads.
    NotCore,
    /// An option that is on no list of what only reads, or whose value is not what it takes.
    Option(String),
    /// An operand that the program writes, deletes, contacts or runs.
    Operand,
    /// A word that may be none or several where it matters which.
    Pattern,
    /// A program of a small language that does something else than print.
    Language(&'static str),
    /// It writes a file.
    Writes,
    /// It sets a variable that programs or shells heed.
    Assigns(String),
    /// It runs in one of several directories, or in one that the text does not tell.
    Somewhere,
    /// A `..` behind a directory, which may be a link.
    Parent,
    /// Words come from an input of which nobody knows what it prints.
    Input,
    /// A wrapper in a wrapper.
    Nested,
    /// The text that a shell is given is not plain.
    NotPlain(NotPlain),
    /// A path outside the project.
    Outside(String),
    /// A path that holds a secret, and which.
    Secret {
        /// Where it lies.
        path: String,
        /// What it is.
        what: &'static str,
    },
    /// A link that leads out of the project or to a secret.
    Link(String),
    /// A fact of the disk that nobody could see.
    Unseen(String),
    /// A directory that is entered and is not there.
    NoDirectory(String),
    /// A name on the disk that a pattern matches and that an option could be.
    NameWithDash(String),
    /// A name on the disk that is several words, or an option, to the program that it is handed to.
    OddName(String),
    /// A program of this name in a project's directory on `PATH`.
    ProjectProgram(String),
    /// A setting of a project that may run something.
    Setting(String),
    /// A variable of the environment that changes what the command does.
    Variable(String),
    /// What the record says stood in the way.
    Recorded(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCommand => f.write_str("it names no program"),
            Self::NotKnown => f.write_str("byleave does not know what this does"),
            Self::NotCore => f.write_str("that it only reads is on no list that was audited"),
            Self::Option(option) => write!(f, "the option `{option}` is on no list of what only reads"),
            Self::Operand => f.write_str("the program may do more than read this"),
            Self::Pattern => f.write_str("this may be none or several words"),
            Self::Language(language) => write!(f, "this part of {language} may do more than print"),
            Self::Writes => f.write_str("it writes a file"),
            Self::Assigns(name) => write!(f, "the variable `{name}` may change what programs do"),
            Self::Somewhere => f.write_str("the text does not tell in which directory it runs"),
            Self::Parent => f.write_str("`..` behind a directory leads elsewhere if that is a link"),
            Self::Input => f.write_str("it takes words from its input, and what that prints is not known"),
            Self::Nested => f.write_str("a wrapper in a wrapper"),
            Self::NotPlain(why) => write!(f, "the text for the shell is not plain: {why}"),
            Self::Outside(path) => write!(f, "`{path}` is outside the project"),
            Self::Secret { path, what } => write!(f, "`{path}` may hold a secret: {what}"),
            Self::Link(path) => write!(f, "`{path}` is a link that leads out of the project or to a secret"),
            Self::Unseen(path) => write!(f, "byleave cannot see `{path}`"),
            Self::NoDirectory(path) => write!(f, "`{path}` is no directory"),
            Self::NameWithDash(name) => {
                write!(f, "the pattern matches `{name}`, which the program takes for an option")
            }
            Self::OddName(path) => write!(f, "`{path}` is not one word to a program that takes names from its input"),
            Self::ProjectProgram(path) => write!(f, "`{path}` is a program of the project"),
            Self::Setting(setting) => write!(f, "the setting `{setting}` may run something"),
            Self::Recorded(text) => f.write_str(text),
            Self::Variable(name) => write!(f, "the variable `{name}` changes what the command does"),
        }
    }
}
