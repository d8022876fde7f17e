//! `byleave-hook` as a coding agent starts it. What it decides is tested with `byleave hook`, which is the same code.
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A home with a policy and a project, removed at the end.
struct Home(PathBuf);

impl Home {
    fn new(name: &str) -> Self {
        let home = std::env::temp_dir().join(format!("byleave-hook-{name}-{}", std::process::id()));
        std::fs::create_dir_all(home.join("app/.git")).unwrap();
        std::fs::create_dir_all(home.join(".config/byleave")).unwrap();
        let policy = "permissions:\n  \"Bash(git push *)\": { allowed: false, reason: people push }\n";
        std::fs::write(home.join(".config/byleave/policy.yaml"), policy).unwrap();
        Self(home)
    }

    fn runs(&self, words: &[&str], stdin: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_byleave-hook"));
        command.args(words).env_clear().env("HOME", &self.0).env("SHELL", "/bin/bash").env("PATH", "/usr/bin:/bin");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A program that refuses early does not read everything.
        let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
        child.wait_with_output().unwrap()
    }

    fn says(&self, command: &str) -> String {
        format!(
            r#"{{"session_id":"s1","cwd":"{}","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Bash","tool_input":{{"command":"{command}"}},"tool_use_id":"t1"}}"#,
            self.0.join("app").display()
        )
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[test]
fn it_allows_and_denies_as_byleave_hook_does_and_writes_the_record() {
    let home = Home::new("decides");
    for (command, decision) in [("git status", "\"allow\""), ("git push origin main", "\"deny\"")] {
        let output = home.runs(&["hook", "--agent", "claude"], &home.says(command));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains(decision), "{command}: {output:?}");
    }
    assert!(home.0.join(".local/state/byleave/record.head").is_file(), "two decisions are on record");
    let head = std::fs::read_to_string(home.0.join(".local/state/byleave/record.head")).unwrap();
    assert!(head.starts_with("2 "), "{head}");
}

#[test]
fn what_it_cannot_judge_does_not_run() {
    let home = Home::new("refuses");
    let whole = home.says("git status");
    let half = whole.get(..whole.len() / 2).unwrap();
    for (words, stdin) in [
        (["hook", "--agent", "claude"].as_slice(), ""),
        (&["hook", "--agent", "claude"], half),
        (&["hook", "--agent", "codex"], "[]"),
        (&["hook", "--agent", "clod"], whole.as_str()),
        (&["hook", "--wrong"], whole.as_str()),
        // As if an agent left out the first word.
        (&["--agent", "claude"], whole.as_str()),
        (&[], whole.as_str()),
    ] {
        let output = home.runs(words, stdin);
        let refused = output.status.code() == Some(2) || String::from_utf8_lossy(&output.stdout).contains("\"deny\"");
        assert!(refused, "{words:?} {stdin}: {output:?}");
        assert!(!output.stderr.is_empty() || !output.stdout.is_empty(), "{words:?}: it says why");
    }
}

#[test]
fn it_tells_its_version_and_where_the_help_is() {
    let home = Home::new("version");
    let version = concat!("byleave-hook ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(String::from_utf8_lossy(&home.runs(&["--version"], "").stdout), version);
    let helped = home.runs(&["hook", "--help"], "");
    assert!(String::from_utf8_lossy(&helped.stderr).contains("`byleave hook --help`"), "{helped:?}");
}

/// What starts for every call has no code for networks in it.
#[test]
fn it_has_no_network_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let words = ["tree", "--locked", "--offline", "--package", "byleave-hook", "--edges", "normal", "--prefix", "none"];
    let output = Command::new(env!("CARGO")).args(words).current_dir(root).output().unwrap();
    let tree = String::from_utf8_lossy(&output.stdout).into_owned();
    let crates: Vec<&str> = tree.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(crates.contains(&"byleave-agents"), "{output:?}");
    for name in ["byleave-net", "byleave-hub", "hyper", "axum", "rustls", "ring", "tokio-postgres", "mio", "socket2"] {
        assert!(!crates.contains(&name), "{name} is in byleave-hook");
    }
}
