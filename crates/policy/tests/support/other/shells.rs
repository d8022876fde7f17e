//! Real shells, run where they can do no harm, and what they ran.

use std::path::PathBuf;
use std::process::{Command as Process, Stdio};

use byleave_shell::{Command, PartKind, Script, Shell, Word, switches};

use super::machine::program;

/// A shell on this machine, and what byleave calls it.
pub struct Real {
    pub name: &'static str,
    pub shell: Shell,
    program: PathBuf,
    arguments: &'static [&'static str],
}

/// The shells that are there; each that is not is named on standard output.
pub fn all() -> Vec<Real> {
    let known: [(&'static str, Shell, &str, &'static [&'static str]); 5] = [
        ("posix-bash", Shell::PosixBash, "bash", &["--norc", "--noprofile", "--posix"]),
        ("dash", Shell::Sh, "dash", &[]),
        ("busybox", Shell::Sh, "busybox", &["sh"]),
        ("mksh", Shell::Sh, "mksh", &[]),
        ("zsh", Shell::Zsh, "zsh", &["-f"]),
    ];
    let mut found = Vec::new();
    for (name, shell, file, arguments) in known {
        match program(file) {
            Some(program) => found.push(Real { name, shell, program, arguments }),
            None => println!("SKIPPED: no {file} on this machine: apt-get install {file}"),
        }
    }
    found
}

/// Logs its name and words, and fails or succeeds as the seed says.
const STUB: &str =
    "#!/bin/sh\nprintf '%s\\0' \"${0##*/}\" \"$#\" \"$@\" >>\"$LOG\"\nexit $(( (SEED >> (${0##*[qx]} % 30)) & 1 ))\n";

/// A place to run scripts in, removed at the end.
pub struct Place {
    folder: PathBuf,
    timeout: PathBuf,
}

impl Place {
    /// Makes the stubs.
    pub fn new(name: &str) -> std::io::Result<Self> {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = std::env::temp_dir().join(format!("byleave-{name}-{}", std::process::id()));
        let bin = folder.join("bin");
        std::fs::create_dir_all(&bin)?;
        let stub = folder.join("stub");
        std::fs::write(&stub, STUB)?;
        std::fs::set_permissions(&stub, std::fs::Permissions::from_mode(0o755))?;
        for number in 0..130 {
            symlink(&stub, bin.join(format!("zq{number}")))?;
            symlink(&stub, bin.join(format!("nx{number}")))?;
        }
        let timeout = program("timeout").unwrap_or_else(|| PathBuf::from("timeout"));
        Ok(Self { folder, timeout })
    }

    /// Runs a text with a shell, as an argument or from a file; returns each call of a stub.
    pub fn calls(&self, shell: &Real, text: &str, at: usize, answers: usize) -> Vec<Vec<String>> {
        let place = self.folder.join(format!("{at}-{}", shell.name));
        let log = place.with_extension("log");
        let file = place.with_extension("sh");
        if std::fs::create_dir(&place).and_then(|()| std::fs::write(place.join("in1"), "")).is_err() {
            return Vec::new();
        }
        let mut command = Process::new(&self.timeout);
        command.args(["-k", "1", "2"]).arg(&shell.program).args(shell.arguments);
        if answers.is_multiple_of(2) && std::fs::write(&file, text).is_ok() {
            command.arg(&file);
        } else {
            command.args(["-c", text, "none"]);
        }
        let child = command
            .current_dir(&place)
            .env_clear()
            .env("PATH", self.folder.join("bin"))
            .env("HOME", &place)
            .env("LOG", &log)
            .env("SEED", answers.to_string())
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        if let Ok(mut child) = child {
            drop(child.wait());
            // What a script leaves behind would run on beside all that follow. `timeout` has made a group of its own for it.
            if text.contains('&') || text.contains("coproc") {
                let group = format!("kill -9 -{}", child.id());
                drop(Process::new("/bin/sh").args(["-c", &group]).stderr(Stdio::null()).status());
            }
        }
        let calls = logged(&std::fs::read(&log).unwrap_or_default());
        drop(std::fs::remove_dir_all(&place));
        drop(std::fs::remove_file(&file));
        drop(std::fs::remove_file(&log));
        calls
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

/// What the stubs logged: a name and its arguments each.
fn logged(log: &[u8]) -> Vec<Vec<String>> {
    let mut fields = log.split(|byte| *byte == 0).map(|field| String::from_utf8_lossy(field).into_owned());
    let mut calls = Vec::new();
    while let Some(name) = fields.next().filter(|name| !name.is_empty()) {
        let count = fields.next().and_then(|count| count.parse().ok()).unwrap_or(0);
        calls.push(std::iter::once(name).chain(fields.by_ref().take(count)).collect());
    }
    calls
}

/// Whether a reading says nothing certain: a part is opaque, a command word is not known, or what follows may be read
/// otherwise.
pub fn is_free(script: &Script<'_>) -> bool {
    let unknown = |command: &Command| script.name(command).is_none() && !script.words(command.words).is_empty();
    // What these run is text or an option to the reader; the policy follows them.
    let follows = |command: &Command| {
        let words = script.words(command.words);
        let is = |word: &Word, names: &[&str]| script.literal(word).is_some_and(|text| names.contains(&text));
        let option = |word: &Word| script.literal(word).is_some_and(|text| text.starts_with('-') && text != "-p");
        words.iter().any(|word| is(word, &["eval", "trap", "emulate"]))
            || words.first().is_some_and(|word| is(word, &["exec", "command", "builtin"]))
                && words.iter().skip(1).any(option)
    };
    // So does it follow arithmetic that evaluates a variable: a subscript in its value runs what is in it.
    let named =
        |word: &Word| script.parts(word).iter().any(|part| matches!(part.kind, PartKind::Arithmetic { names: true }));
    let evaluates = || {
        let in_words = script.commands().iter().any(|command| script.words(command.words).iter().any(named));
        script.source().contains('[') && (in_words || !script.evaluations().is_empty())
    };
    !script.opaque().is_empty()
        || evaluates()
        || script.commands().iter().any(|command| unknown(command) || follows(command))
        || !switches(script).is_empty()
}

/// Whether a call is one of those the reading announced. Words that only say how a command is run may stand before it.
pub fn is_announced(script: &Script<'_>, call: &[String]) -> bool {
    script.commands().iter().any(|command| {
        let mut words = script.words(command.words);
        let mut timed = false;
        while let [first, rest @ ..] = words
            && script.literal(first).is_some_and(|word| {
                // To mksh `time` is reserved in every place, and assignments may follow it.
                timed |= word == "time";
                matches!(word, "time" | "-p" | "command" | "exec" | "builtin" | "noglob" | "--")
                    || timed && word.contains('=')
            })
        {
            words = rest;
        }
        // After one of those the command word may be unknown; the reading says so by itself.
        if words.len() < script.words(command.words).len()
            && words.first().is_some_and(|word| script.literal(word).is_none())
        {
            return true;
        }
        let name = words.first().and_then(|word| script.literal(word));
        let values: Option<Vec<&str>> = words.iter().map(|word: &Word| script.literal(word)).collect();
        name == call.first().map(String::as_str) && values.is_none_or(|values| values == call)
    })
}
