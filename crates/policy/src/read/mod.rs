//! From a call to the text that is judged: under which argument a command comes, and which shells may run it.

use std::borrow::Cow;

use byleave_shell::{Dialect, Script, Shell, Shells, SwitchKind, differs, read_as, switches};
use serde_json::{Map, Value};

use crate::Call;
use crate::command::quoted;

/// The arguments in which agents hand over a command, in the order they are looked for.
pub const COMMANDS: [&str; 4] = ["command", "cmd", "script", "argv"];

/// The command of a call.
#[derive(Debug, PartialEq, Eq)]
pub enum Command<'c> {
    /// Its text.
    Text(Cow<'c, [u8]>),
    /// It is neither text nor a list of texts.
    Odd,
    /// There is none.
    None,
}

impl Command<'_> {
    /// The command of a call, wherever it stands.
    #[must_use]
    pub fn of(call: &Call) -> Command<'_> {
        if let Some(bytes) = &call.command_bytes {
            return Command::Text(Cow::Borrowed(bytes));
        }
        Self::among(&call.arguments)
    }

    /// The command among the arguments of a call.
    #[must_use]
    pub fn among(arguments: &Map<String, Value>) -> Command<'_> {
        match COMMANDS.iter().find_map(|key| arguments.get(*key)) {
            Some(Value::String(text)) => Command::Text(Cow::Borrowed(text.as_bytes())),
            // Words of a command, as they reach the program.
            Some(Value::Array(words)) if !words.is_empty() => {
                let words: Option<Vec<String>> = words.iter().map(|word| word.as_str().map(quoted)).collect();
                words.map_or(Command::Odd, |words| Command::Text(Cow::Owned(words.join(" ").into_bytes())))
            }
            Some(_) => Command::Odd,
            None => Command::None,
        }
    }
}

/// A text as each of the shells that may run it reads it; most texts mean the same to all, and are read once.
pub(crate) fn readings<T: AsRef<[u8]> + ?Sized>(text: &T, shells: Shells) -> Vec<Script<'_>> {
    let first = read_as(text, Dialect::Bash);
    let mut read: Vec<Script<'_>> = Vec::with_capacity(1);
    let mut others = if first.opaque().is_empty() { differs(text.as_ref()) } else { Shells::READ };
    let mut wanted = shells;
    // `set -o posix`: from there on the text is read otherwise.
    for switch in switches(&first) {
        if let SwitchKind::Dialect(dialect) = switch.kind {
            wanted = wanted.and(Shell::from(dialect).into());
        }
    }
    others = others.both(wanted).without(Shells::BASH);
    // Where all that may run it read it as bash does, that reading is theirs.
    if wanted.contains(Shell::Bash) || !wanted.without(others).both(Shells::READ).is_empty() || others.is_empty() {
        read.push(first);
    }
    read.extend(others.dialects().map(|dialect| read_as(text, dialect)));
    read
}

/// The shells that may run the text which a program is given, by the program's name; `None` if it is the shell at hand.
pub(crate) fn shells_behind(program: &str, posix: bool) -> Option<Shells> {
    let sh = || Shells::of(Shell::Sh).and(Shell::PosixBash.into());
    match program {
        "eval" | "source" | "." | "trap" | "command" | "builtin" | "time" | "coproc" | "exec" => None,
        "bash" | "rbash" if posix => Some(Shell::PosixBash.into()),
        "bash" | "rbash" => Some(Shells::BASH),
        "zsh" | "rzsh" => Some(Shell::Zsh.into()),
        "dash" | "ash" | "busybox" | "ksh" | "mksh" | "yash" | "posh" | "toybox" => Some(Shell::Sh.into()),
        "fish" => Some(Shell::Fish.into()),
        "pwsh" | "powershell" => Some(Shell::PowerShell.into()),
        "cmd" | "cmd.exe" => Some(Shell::Cmd.into()),
        // The login shell of somebody, here or on another machine.
        "ssh" | "su" | "sudo" | "doas" | "script" | "tmux" | "screen" | "chsh" | "runuser" | "machinectl" => {
            Some(Shells::POSIX)
        }
        _ => Some(sh()),
    }
}

#[cfg(test)]
mod tests {
    use byleave_shell::{Shell, Shells};
    use serde_json::json;

    use super::{Command, readings};

    #[test]
    fn a_command_is_found_under_every_name_it_comes_by() {
        for (arguments, text) in [
            (json!({"command": "ls"}), Some("ls")),
            (json!({"cmd": "ls"}), Some("ls")),
            (json!({"script": "ls"}), Some("ls")),
            (json!({"argv": ["rm", "a b"]}), Some("rm 'a b'")),
            (json!({"command": ["bash", "-lc", "ls; id"]}), Some("bash -lc 'ls; id'")),
            (json!({"command": ["ls", 1]}), None),
            (json!({"command": 7}), None),
            (json!({"path": "a"}), None),
        ] {
            let found = match Command::among(arguments.as_object().expect("an object")) {
                Command::Text(text) => Some(String::from_utf8_lossy(&text).into_owned()),
                Command::Odd | Command::None => None,
            };
            assert_eq!(found.as_deref(), text, "{arguments}");
        }
    }

    #[test]
    fn a_usual_command_is_read_once_and_others_as_often_as_they_differ() {
        let count = |text: &str, shells: Shells| readings(text, shells).len();
        assert_eq!(count("git status && ls", Shells::POSIX), 1);
        assert_eq!(count("echo hi &>/dev/null touch x", Shells::BASH), 1);
        assert!(count("echo hi &>/dev/null touch x", Shells::POSIX) > 1);
        let names = |shells: Shells| {
            let scripts = readings("echo hi &>/dev/null touch x", shells);
            scripts.iter().map(|script| script.commands().len()).max()
        };
        assert_eq!(names(Shells::BASH), Some(1));
        assert_eq!(names(Shell::Sh.into()), Some(2));
    }
}
