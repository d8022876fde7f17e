//! Shells, and how each of them is read.
//!
//! The shell that runs a text decides what it means: `echo hi &>/dev/null touch x` is one command to bash and two to
//! dash. byleave reads bash, bash in POSIX mode, the small shells called `sh`, and zsh, each as a [`Dialect`]. For
//! other shells it knows only the texts that mean the same everywhere, see [`means_the_same_in`].

mod everywhere;
mod look;
mod shells;
mod switches;
mod words;

pub use everywhere::means_the_same_in;
pub use look::{differs, differs_when_typed};
pub use shells::{Shell, Shells, UnknownShell};
pub(crate) use switches::plain_command;
pub use switches::{Switch, SwitchKind, shebang, switches};
pub(crate) use words::counts;

/// How a text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dialect {
    /// bash 5.2 running a script.
    #[default]
    Bash,
    /// The same bash after `set -o posix`, or started with `--posix` or as `sh`.
    PosixBash,
    /// dash, busybox ash and mksh: the reading contains what any of them would run.
    Sh,
    /// zsh 5.9 running a script, with its default options.
    Zsh,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Bash, Self::PosixBash, Self::Sh, Self::Zsh];

    /// Its name, as [`Shell::name`] has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bash => Shell::Bash.name(),
            Self::PosixBash => Shell::PosixBash.name(),
            Self::Sh => Shell::Sh.name(),
            Self::Zsh => Shell::Zsh.name(),
        }
    }

    /// Whether an unquoted `$x` may become several words. In zsh it is one word, or none if it is empty.
    #[must_use]
    pub const fn splits_words(self) -> bool {
        !matches!(self, Self::Zsh)
    }

    /// Whether an assignment before a special builtin such as `:` outlives the builtin.
    #[must_use]
    pub const fn assignments_stay(self) -> bool {
        matches!(self, Self::PosixBash | Self::Sh)
    }
}
