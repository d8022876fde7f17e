//! `byleave run`: judges a person's command like an agent's, and then runs it.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::{Command, ExitCode};

use byleave_gate::{Approved, Authorization, Call, Cause, Shell, Shells, block_on};
use byleave_shell::quoted;
use serde_json::Value;

use crate::arguments::RunTask;
use crate::escape;
use crate::failure::Failure;
use crate::opened;
use crate::style::Colour;

/// The exit code of shells for a command that they may not run.
const REFUSED: u8 = 126;

/// Judges a command, asks if necessary, runs it, and exits with its code.
pub fn run(task: &RunTask, color: Colour) -> Result<ExitCode, Failure> {
    let text = text(&task.command)?;
    let place = opened::Place::under(&task.under);
    let store = opened::store(task.store.as_deref())?;
    let mut builder = opened::builder(&place).store(store).channel(opened::terminal(color)).agent("byleave run");
    if let Some(session) = &task.session {
        builder = builder.session(session.clone());
    }
    let gate = builder.build()?;
    let call = Call::new("bash", Value::from_iter([("command", text)])).shell(shells(task.shell));
    match block_on(gate.authorize(call)) {
        Authorization::Approved(permit) => permit.run(|call| execute(call, task.shell)).output,
        Authorization::Rejected(refusal) | Authorization::Stopped(refusal) => {
            let mut err = io::stderr().lock();
            writeln!(err, "byleave: not run: {}", escape::shown(&refusal.reason()))?;
            match &refusal.cause {
                Cause::NoChannel | Cause::Timeout | Cause::Unanswered | Cause::Closed => {
                    writeln!(err, "  it asks because: {}", escape::shown(&refusal.decision.reason.to_string()))?;
                }
                // The words of the profile do not say what broke, and the operator must know.
                Cause::System(error) => writeln!(err, "  {}", escape::shown(error))?,
                Cause::Policy | Cause::Rejected { .. } | Cause::Stopped | Cause::TooFew(_) | Cause::Changed(_) => {}
            }
            match (&refusal.allow, &refusal.remedy) {
                (Some(command), _) => {
                    writeln!(err, "  to allow it without a question: {}", escape::shown(command))?;
                }
                (None, Some(rule)) => {
                    writeln!(err, "  to allow it without a question, add to your policy: {}", escape::shown(rule))?;
                }
                (None, None) => {}
            }
            Ok(ExitCode::from(REFUSED))
        }
    }
}

/// One argument is a command line; several are the words of one command.
fn text(words: &[OsString]) -> Result<String, Failure> {
    let mut text = Vec::new();
    for word in words {
        let word = word
            .to_str()
            .ok_or_else(|| Failure::Usage(format!("{} is not UTF-8 text", escape::shown(&word.to_string_lossy()))))?;
        text.push(word);
    }
    match text.as_slice() {
        [only] => Ok((*only).to_owned()),
        words => Ok(words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")),
    }
}

/// What a shell may be. Some machines have bash for `sh`, in POSIX mode.
fn shells(shell: Shell) -> Shells {
    match shell {
        Shell::Sh => Shells::of(shell).and(Shell::PosixBash.into()),
        Shell::Bash | Shell::PosixBash | Shell::Zsh | Shell::Fish | Shell::PowerShell | Shell::Cmd => shell.into(),
    }
}

/// The program and the options that make a shell run a text. Start-up files stay unread where the shell can be told so.
const fn started(shell: Shell) -> (&'static str, &'static [&'static str]) {
    match shell {
        Shell::Bash => ("bash", &["--norc", "--noprofile", "-c"]),
        Shell::PosixBash => ("bash", &["--norc", "--noprofile", "--posix", "-c"]),
        Shell::Sh => ("sh", &["-c"]),
        Shell::Zsh => ("zsh", &["-f", "-c"]),
        Shell::Fish => ("fish", &["--no-config", "-c"]),
        Shell::PowerShell => ("pwsh", &["-NoProfile", "-Command"]),
        Shell::Cmd => ("cmd", &["/d", "/c"]),
    }
}

/// Variables by which the surroundings run code in a shell before its text or in it, or change what the text means. byleave judges the
/// text alone.
const MEDDLING: [&str; 8] =
    ["BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "PS4", "CDPATH", "GLOBIGNORE", "POSIXLY_CORRECT"];

/// With this begins the variable of a function that bash exports: it takes the place of a program.
const FUNCTION: &[u8] = b"BASH_FUNC_";

/// Whether a variable is kept from the shell.
fn meddles(name: &OsStr) -> bool {
    MEDDLING.iter().any(|known| name == *known) || name.as_encoded_bytes().starts_with(FUNCTION)
}

/// Runs the approved command on this terminal.
fn execute(call: Approved<'_>, shell: Shell) -> Result<ExitCode, Failure> {
    let command = call.command().unwrap_or_default();
    let (program, options) = started(shell);
    let mut started = Command::new(program);
    started.args(options).arg(command);
    for (name, _) in std::env::vars_os().filter(|(name, _)| meddles(name)) {
        started.env_remove(name);
    }
    let status = started.status();
    let status = status.map_err(|error| Failure::Usage(format!("cannot start {program}: {error}")))?;
    let code = status.code().or_else(|| signal_code(status)).unwrap_or(1);
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}

/// The exit code of a command that a signal ended, as shells report it.
#[cfg(unix)]
fn signal_code(status: std::process::ExitStatus) -> Option<i32> {
    use std::os::unix::process::ExitStatusExt;
    status.signal().map(|signal| signal.saturating_add(128))
}

#[cfg(not(unix))]
fn signal_code(_: std::process::ExitStatus) -> Option<i32> {
    None
}
