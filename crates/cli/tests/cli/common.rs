//! Runs the command with a known environment.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Stdio};

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
