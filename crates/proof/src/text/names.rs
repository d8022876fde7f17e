//! Names that mean something to a shell.

use crate::Obstacle;
use crate::tables::shells::{BUILTINS, KEYWORDS, PREFIXES, VARIABLES};

/// What the name of a command is to the shells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A program, or a builtin that does what the program of that name does: `pwd`, `true`, `type` …
    Program,
    /// The one command that may be given `${PIPESTATUS[0]}`.
    Echo,
    /// `cd`.
    Cd,
    /// `command`, which runs a program unless it is asked for one.
    Command,
    /// `exit`, `kill`, `wait`: `exit 'HOME[$(touch x)]'` runs `touch` in zsh, so nothing but numbers.
    Numbers,
    /// `test` and `[`, which evaluate some operands.
    Test,
    /// `:`, whose assignments last in dash, busybox and mksh.
    Colon,
}

/// What a command of that name is. Not plain are words of some shell's grammar, and builtins that evaluate their words, change what later
/// words mean, or are known to some shells only.
///
/// # Errors
///
/// Why no command of that name is plain.
pub fn role(name: &str) -> Result<Role, Obstacle> {
    let first = name.bytes().next().unwrap_or(0);
    let among = |table: &[(u8, &[&str])]| table.iter().any(|(letter, names)| *letter == first && names.contains(&name));
    match name {
        "echo" => Ok(Role::Echo),
        "cd" => Ok(Role::Cd),
        "command" => Ok(Role::Command),
        "exit" | "kill" | "wait" => Ok(Role::Numbers),
        "test" | "[" => Ok(Role::Test),
        ":" => Ok(Role::Colon),
        _ if among(KEYWORDS) => Err(Obstacle::Keyword),
        _ if among(BUILTINS) => Err(Obstacle::Builtin),
        _ => Ok(Role::Program),
    }
}

/// The variable means something to a shell: `path=x; q` finds no program in zsh, `status=1` is an error there, `UID=5` in bash too; zsh and
/// mksh *evaluate* what is assigned to their integers (`COLUMNS='a[$(touch x)]'`).
#[must_use]
pub fn is_special(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || name.len() > 1 && VARIABLES.split_ascii_whitespace().any(|one| one == name)
}

/// No program heeds a variable of that name, if the shell has inherited one: lower case, no `http_proxy`, no `npm_config_x`.
pub(super) fn is_quiet(name: &str) -> bool {
    let lower = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    let lower = name.starts_with(|first: char| first.is_ascii_lowercase()) && name.bytes().all(lower);
    name.len() == 1 || lower && !name.ends_with("_proxy") && !name.starts_with("npm_")
}
