//! `byleave-hook` as a coding agent starts it. What it decides is tested with `byleave hook`, which is the same code.
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::io::Write as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use byleave_agents::Agent;

/// What a program answers that is told all of this.
fn answered(command: &mut Command, stdin: &str) -> Output {
    let mut child = command.spawn().unwrap();
    // A program that refuses early does not read everything.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    child.wait_with_output().unwrap()
}

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

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("HOME", &self.0).env("SHELL", "/bin/bash").env("PATH", "/usr/bin:/bin");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn starts(&self, words: &[&str]) -> Child {
        self.command(env!("CARGO_BIN_EXE_byleave-hook")).args(words).spawn().unwrap()
    }

    fn runs(&self, words: &[&str], stdin: &str) -> Output {
        answered(self.command(env!("CARGO_BIN_EXE_byleave-hook")).args(words), stdin)
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

/// An agent that never finishes its message gets an answer all the same, in its own terms.
#[test]
fn it_answers_an_agent_that_goes_silent() {
    let home = Home::new("silent");
    for said in ["", "{\"session_id\":"] {
        let mut child = home.starts(&["hook", "--agent", "claude", "--event", "PreToolUse", "--wait", "1"]);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(said.as_bytes()).unwrap();
        // Standard input stays open until it has answered.
        let output = child.wait_with_output().unwrap();
        drop(stdin);
        let answer = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(answer.contains("\"deny\"") && answer.contains("it took too long"), "{said:?}: {output:?}");
    }
}

/// A disk that does not answer: the hook dies, and the line that `byleave init` registers refuses the call.
#[test]
fn a_hook_that_hangs_dies_and_its_registration_refuses() {
    let home = Home::new("hangs");
    std::fs::create_dir_all(home.0.join(".local/state/byleave")).unwrap();
    let hanging = home.0.join(".local/state/byleave/trust.json");
    assert!(Command::new("mkfifo").arg(&hanging).status().unwrap().success());
    let output = home.runs(&["hook", "--agent", "claude", "--wait", "1"], &home.says("git status"));
    assert_eq!((output.status.code(), output.status.signal()), (None, Some(14)), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");

    let parts = Agent::Claude.parts(env!("CARGO_BIN_EXE_byleave-hook"));
    let settings = parts.first().unwrap().with(None).unwrap();
    let settings: serde_json::Value = serde_json::from_str(&settings).unwrap();
    let line = settings.pointer("/hooks/PreToolUse/0/hooks/0/command").unwrap().as_str().unwrap();
    let line = line.replace("--wait 570", "--wait 1");
    let output = answered(home.command("/bin/sh").args(["-c", &line]), &home.says("git status"));
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(words.contains("byleave did not answer, so the call does not run"), "{words}");
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
