//! Variables that may be set without anybody being asked.

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
