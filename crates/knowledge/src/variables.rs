//! Variables that a command may set without a question.

/// Variables that only change how output looks or where a run reports.
const VARIABLES: &[&str] = &[
    "LC_ALL",
    "LANG",
    "LC_CTYPE",
    "LC_COLLATE",
    "LC_NUMERIC",
    "LC_MESSAGES",
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "FORCE_COLOR",
    "CI",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "TZ",
    "COLUMNS",
    "LINES",
    "TERM",
    "CARGO_TERM_COLOR",
    "PYTHONUNBUFFERED",
    "PYTHONDONTWRITEBYTECODE",
    "NODE_ENV",
    "RAILS_ENV",
    "RACK_ENV",
    "MIX_ENV",
    "APP_ENV",
    "NO_UPDATE_NOTIFIER",
    "COLORTERM",
    "GIT_TERMINAL_PROMPT",
    "GIT_OPTIONAL_LOCKS",
];

/// Variables that name programs, with values that only keep these from being started.
const SETTINGS: &[&str] = &[
    "PAGER=cat",
    "PAGER=",
    "GIT_PAGER=cat",
    "GIT_PAGER=",
    "MANPAGER=cat",
    "SYSTEMD_PAGER=cat",
    "SYSTEMD_PAGER=",
    "GH_PAGER=cat",
    "GH_PAGER=",
    "AWS_PAGER=",
    "AWS_PAGER=cat",
    "GIT_EDITOR=true",
    "GIT_EDITOR=:",
    "GIT_SEQUENCE_EDITOR=true",
    "GIT_SEQUENCE_EDITOR=:",
    "EDITOR=true",
];

/// Beginnings of the names of variables that the loader, the C library or a shell heeds in any program, or that say which
/// program is run.
const HEEDED: &[&str] = &[
    "LD_",
    "DYLD_",
    "GLIBC",
    "GCONV",
    "LOC",
    "NLSPATH",
    "MALLOC",
    "RES_",
    "HOSTALIASES",
    "GETCONF",
    "TZDIR",
    "TMP",
    "TEMP",
    "POSIX",
    "_POSIX",
    "PATH",
    "IFS",
    "ENV",
    "BASH",
    "SHELL",
    "PS",
    "PROMPT",
    "HOME",
    "PWD",
    "OLDPWD",
    "CDPATH",
    "FPATH",
    "ZDOTDIR",
    "BYLEAVE",
    "HIST",
    "OPT",
    "LESS",
    "PAGER",
    "EDITOR",
    "VISUAL",
    "BROWSER",
];

/// Whether a variable is nothing to a program that only heeds those of the loader and of the C library.
#[must_use]
pub fn is_unheeded(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(plain)
        && !HEEDED.iter().any(|begin| name.starts_with(begin))
}

/// Whether a variable may have any value.
#[must_use]
pub fn is_harmless_variable(name: &str) -> bool {
    VARIABLES.contains(&name)
}

/// Whether `NAME=value`, as it is written, may stand before a command. What is quoted or nested is another text, but for
/// the quotes of an empty value.
#[must_use]
pub fn is_harmless_setting(text: &str) -> bool {
    let text = text.strip_suffix("\"\"").or_else(|| text.strip_suffix("''")).unwrap_or(text);
    SETTINGS.contains(&text)
}
