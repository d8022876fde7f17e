//! `byleave freeze` and `byleave thaw`, as processes.
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("freeze-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// What a command says without a terminal, and its exit code.
fn said(directory: &Path, arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_byleave"))
        .args(arguments)
        .current_dir(directory)
        .env("HOME", directory)
        .env("USER", "ann")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (String::from_utf8([output.stdout, output.stderr].concat()).unwrap(), output.status.code())
}

/// The same with a person at a terminal.
fn said_by_a_person(directory: &Path, arguments: &[&str]) -> String {
    let pair = native_pty_system().openpty(PtySize { rows: 24, cols: 100, pixel_width: 0, pixel_height: 0 }).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_byleave"));
    command.args(arguments);
    command.cwd(directory);
    command.env("HOME", directory);
    command.env("USER", "kim");
    command.env("TERM", "xterm");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut text = String::new();
    // The end of a pseudo-terminal is an error on Linux.
    let _ = reader.read_to_string(&mut text);
    child.wait().unwrap();
    text
}

#[test]
fn a_freeze_holds_for_every_process_with_the_store_until_a_person_ends_it() {
    let folder = folder("holds");
    let run = ["run", "--store", "record.db", "--", "echo", "ran"];
    let (before, _) = said(&folder, &run);
    assert!(before.contains("ran"), "{before}");
    let (text, code) = said(&folder, &["freeze", "odd pushes", "--store", "record.db"]);
    assert!(
        text.starts_with("automatic approvals are frozen: since ") && text.contains(" by ann: odd pushes"),
        "{text}"
    );
    assert_eq!(code, Some(0));
    let (text, code) = said(&folder, &run);
    assert!(text.contains("automatic approvals are frozen by ann: odd pushes") && code != Some(0), "{text}");
    let (text, _) = said(&folder, &["freeze", "me too", "--store", "sqlite:record.db"]);
    assert!(
        text.starts_with("automatic approvals were frozen already: since ") && text.contains("odd pushes"),
        "{text}"
    );
    let (text, _) = said(&folder, &["grants", "list", "--store", "record.db"]);
    assert!(text.starts_with("automatic approvals are frozen since "), "{text}");
    let (text, code) = said(&folder, &["thaw", "--store", "record.db"]);
    assert!(text.contains("`byleave thaw` needs a person at a terminal") && code == Some(2), "{text}");
    let text = said_by_a_person(&folder, &["thaw", "--store", "record.db"]);
    assert!(
        text.contains("automatic approvals are back; they were frozen since ") && text.contains("by ann"),
        "{text}"
    );
    assert!(said(&folder, &run).0.contains("ran"));
    let text = said_by_a_person(&folder, &["thaw", "--store", "record.db"]);
    assert!(text.contains("automatic approvals were not frozen"), "{text}");
    let (text, _) = said(&folder, &["audit", "query", "--json", "--tool", "byleave freeze", "--store", "record.db"]);
    assert!(text.contains("\"person\":\"kim\"") && text.contains("kim ended the freeze of ann"), "{text}");
    let (text, code) = said(&folder, &["audit", "verify", "--store", "record.db"]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn an_agent_cannot_end_a_freeze() {
    let folder = folder("agent");
    let (deny, ask) = (Some(4), Some(3));
    for (command, code) in
        [("byleave thaw", deny), ("byleave --color never thaw --store x", deny), ("byleave freeze", ask)]
    {
        let call = serde_json::json!({ "command": command }).to_string();
        let (text, said) = said(&folder, &["check", "bash", &call]);
        assert_eq!(said, code, "{command}: {text}");
    }
}
