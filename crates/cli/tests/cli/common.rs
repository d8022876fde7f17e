//! Runs the command with a known environment.

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

/// What came of one run.
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// The command, with nothing of the surroundings that could change its output.
pub fn byleave() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_byleave"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.env("COLUMNS", "80").env("TERM", "xterm").stdin(Stdio::null());
    command
}

/// Runs a prepared command with `input` on standard input.
pub fn finish(command: &mut Command, input: &[u8]) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || {
        // The command may stop reading early; that is its right.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the command ends");
    feeder.join().expect("the input is written");
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("the output is text"),
        err: String::from_utf8(output.stderr).expect("the errors are text"),
    }
}

/// Runs `byleave` with arguments.
pub fn run<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Ran {
    finish(byleave().args(arguments), b"")
}

/// The tree of a text.
pub fn tree(text: &str) -> String {
    let ran = run(["parse", "--", text]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{text:?}");
    ran.out
}

/// The JSON of a text.
pub fn json(text: &str) -> Value {
    let ran = run(["parse", "--json", "--", text]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{text:?}");
    serde_json::from_str(&ran.out).expect("the output is JSON")
}

/// The names of all commands of a text, `?` where the name is not literal.
pub fn names(text: &str) -> Vec<String> {
    let json = json(text);
    let commands = json.get("commands").and_then(Value::as_array).expect("there is a list of commands");
    let name = |command: &Value| command.get("name").and_then(Value::as_str).unwrap_or("?").to_owned();
    commands.iter().map(name).collect()
}

/// A home of its own with an empty project in it, gone afterwards: no policy of this machine counts.
pub struct Home(pub PathBuf);

impl Home {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("byleave-cli-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(path.join("project/.git")).expect("a folder can be made");
        Self(path)
    }

    /// Writes a file of the home.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.0.join(name), text).expect("a file can be written");
    }

    /// The command, run from the home.
    pub fn byleave(&self) -> Command {
        let mut command = byleave();
        command.env("HOME", &self.0).current_dir(&self.0);
        command
    }

    /// Runs `check` with arguments.
    pub fn check(&self, arguments: &[&str]) -> Ran {
        finish(self.byleave().arg("check").args(arguments), b"")
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs `check` in an empty project of its own.
pub fn check(arguments: &[&str], input: &str) -> Ran {
    let home = Home::new();
    finish(home.byleave().arg("check").args(arguments), input.as_bytes())
}

/// The arguments of a shell tool.
pub fn bash(command: &str) -> String {
    serde_json::json!({ "command": command }).to_string()
}
