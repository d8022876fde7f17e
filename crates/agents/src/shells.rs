//! Which shells may run a command.

use std::path::Path;

use byleave_shell::{Shell, Shells};

use crate::surroundings::Surroundings;

/// The user's shell, of those that an agent would take; all of those if it is not one of them.
pub(crate) fn users(around: &Surroundings, possible: Shells) -> Shells {
    named(around.variable("SHELL").as_deref(), possible).unwrap_or(possible)
}

/// The shell at a path, if the agent would take it and it is there: otherwise the agent takes another one.
pub(crate) fn named(path: Option<&str>, possible: Shells) -> Option<Shells> {
    let path = Path::new(path?);
    let name = path.file_name()?.to_str()?;
    let shell = Shell::parse(name).ok()?;
    (path.is_file() && possible.contains(shell)).then(|| shell.into())
}

/// bash or zsh: what Claude Code and most editors look for.
pub(crate) fn bash_or_zsh() -> Shells {
    Shells::BASH.and(Shell::Zsh.into())
}
