//! `byleave sim`: the stories of the first two documents, from outside.
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// What a script led to: the events, and the log.
struct Played {
    events: Vec<Value>,
    log: String,
}

impl Played {
    fn of(&self, event: &str) -> Vec<&Value> {
        self.events.iter().filter(|one| one["event"] == event).collect()
    }

    /// The events in order, each as `event tool`.
    fn story(&self) -> Vec<String> {
        let told = ["executed", "skipped", "loop_stopped", "turn_end", "llm_turn", "snapshot", "restore"];
        let wanted = self.events.iter().filter(|one| told.iter().any(|name| one["event"] == **name));
        wanted
            .map(|one| {
                let event = one["event"].as_str().unwrap();
                one["tool"].as_str().map_or_else(|| event.to_owned(), |tool| format!("{event} {tool}"))
            })
            .collect()
    }
}

fn play(directory: &Path, script: &Value, arguments: &[&str]) -> Played {
    let mut child = Command::new(env!("CARGO_BIN_EXE_byleave"))
        .args(["sim", "-"])
        .args(arguments)
        .current_dir(directory)
        .env("HOME", directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(script.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{log}");
    let events = String::from_utf8(output.stdout).unwrap();
    Played { events: events.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), log }
}

fn folder(name: &str) -> std::path::PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sim-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn batch() -> Value {
    json!([
        {"tool": "bash", "arguments": {"command": "npm install"}},
        {"tool": "write", "arguments": {"file_path": "config.json", "content": "{}"}},
        {"tool": "bash", "arguments": {"command": "npm build"}},
    ])
}

fn s0(answers: &Value) -> Played {
    let script = json!({"profile": "connectonion", "answers": answers, "turns": [{"user": "Install dependencies", "calls": batch()}, {"user": "go on", "calls": [{"tool": "read", "arguments": {}}]}]});
    play(&folder("s0"), &script, &[])
}

#[test]
fn r005_to_r026_the_example_of_the_first_document() {
    let played = s0(&json!([
        {"approved": true, "scope": "session"},
        {"approved": false, "mode": "reject_soft", "feedback": "Don't write that file"},
    ]));
    assert_eq!(
        played.story(),
        [
            "llm_turn",
            "executed bash",
            "skipped write",
            "executed bash",
            "turn_end",
            "llm_turn",
            "executed read",
            "turn_end"
        ]
    );
    assert!(played.log.contains("✓ bash approved (session)"), "R-006: {}", played.log);
    let asked = played.of("approval_needed");
    assert_eq!(asked.len(), 2, "R-019: exactly two questions");
    assert_eq!(asked[0]["type"], "approval_needed");
    assert_eq!(asked[0]["tool"], "bash");
    assert_eq!(asked[0]["arguments"], json!({"command": "npm install"}));
    let remaining: Vec<&str> =
        asked[0]["batch_remaining"].as_array().unwrap().iter().map(|one| one["tool"].as_str().unwrap()).collect();
    assert_eq!(remaining, ["write", "bash"], "R-012");
    assert_eq!(
        asked[1]["batch_remaining"],
        json!([{"tool": "bash", "arguments": "{\"command\": \"npm build\"}"}]),
        "R-013, R-014"
    );
    assert_eq!(played.of("decision").len(), 4, "R-009: one decision for each call");
    assert_eq!(played.of("tool_result").len(), 4, "R-020");
    let text = played.of("llm_message")[0]["text"].as_str().unwrap();
    let begin = "User rejected tool 'write'. Feedback: Don't write that file\n\n[System reminder: Ask the user";
    assert!(text.starts_with(begin), "R-025: {text}");
    assert_eq!(played.of("executed")[0]["arguments"], json!({"command": "npm install"}), "R-016");
}

#[test]
fn r027_to_r033_a_hard_rejection_stops_until_the_user_speaks() {
    for answer in [
        json!({"approved": false, "mode": "reject_hard", "feedback": "Wrong approach entirely"}),
        json!({"approved": false}),
        json!({}),
    ] {
        let played = s0(&json!([answer]));
        assert_eq!(
            played.story(),
            [
                "llm_turn",
                "skipped bash",
                "skipped write",
                "skipped bash",
                "loop_stopped",
                "turn_end",
                "llm_turn",
                "executed read",
                "turn_end"
            ],
            "{answer}"
        );
        assert_eq!(played.of("approval_needed").len(), 1, "R-030: nobody is asked about the rest");
        let signal = played.of("loop_stopped")[0]["stop_signal"].as_str().unwrap();
        let expected = answer["feedback"].as_str().unwrap_or("User rejected tool 'bash'.");
        assert_eq!(signal, expected, "R-029, U-07");
        let rest = played.of("llm_message")[1]["text"].as_str().unwrap();
        assert_eq!(rest, "User rejected this batch of tools. They want to provide input for the correct direction.");
    }
}

#[test]
fn i5_without_an_answer_nothing_runs() {
    for (answers, reason) in [
        (json!([]), "Connection closed while waiting for approval of 'bash'"),
        (json!([{"approved": "yes"}]), "Approval system error"),
        (json!([true]), "Approval system error"),
        (json!([{"approved": true, "scope": "forever"}]), "Approval system error"),
    ] {
        let script = json!({"profile": "connectonion", "answers": answers, "turns": [[{"tool": "bash", "arguments": {"command": "npm install"}}]]});
        let played = play(&folder("unanswered"), &script, &[]);
        assert_eq!(played.of("executed").len(), 0, "{answers}");
        assert_eq!(played.of("skipped")[0]["reason"], reason, "{answers}");
    }
}

#[test]
fn r084_once_is_once_and_a_new_session_asks_again() {
    let call = json!({"tool": "bash", "arguments": {"command": "npm install"}});
    let folder = folder("scopes");
    let once = json!({"approved": true, "scope": "once"});
    let script = json!({"profile": "connectonion", "session": "a", "answers": [once, once], "turns": [[call, call]]});
    assert_eq!(play(&folder, &script, &["--store", "record.db"]).of("approval_needed").len(), 2);
    let session = json!({"approved": true, "scope": "session"});
    let script = json!({"profile": "connectonion", "session": "a", "answers": [session], "turns": [[call, call]]});
    assert_eq!(play(&folder, &script, &["--store", "record.db"]).of("approval_needed").len(), 1);
    // The same session goes on in another process; another one asks.
    let again = json!({"profile": "connectonion", "session": "a", "turns": [[call]]});
    assert_eq!(play(&folder, &again, &["--store", "record.db"]).of("executed").len(), 1);
    let other = json!({"profile": "connectonion", "session": "b", "turns": [[call]]});
    assert_eq!(play(&folder, &other, &["--store", "record.db"]).of("executed").len(), 0);
}

#[test]
fn r275_edited_arguments_run_and_what_is_denied_stays_denied() {
    let edited = |command: &str| json!([{"approved": true, "arguments": {"command": command}}]);
    let script = |answers: Value| json!({"answers": answers, "turns": [[{"tool": "bash", "arguments": {"command": "npm install"}}]]});
    let played = play(&folder("edited"), &script(edited("npm ci")), &[]);
    assert_eq!(played.of("executed")[0]["arguments"], json!({"command": "npm ci"}));
    let played = play(&folder("edited"), &script(edited("byleave trust")), &[]);
    assert_eq!(played.of("executed").len(), 0);
    assert_eq!(played.of("skipped")[0]["cause"], "policy");
}

#[test]
fn r145_to_r186_a_skill_counts_only_if_its_manifest_is_trusted_and_the_user_started_it() {
    let folder = folder("skill");
    let manifest = folder.join(".co/skills/commit/SKILL.md");
    std::fs::create_dir_all(manifest.parent().unwrap()).unwrap();
    std::fs::write(&manifest, "---\nname: commit\ntools:\n  - Bash(git *)\n---\n").unwrap();
    let calls = json!([{"tool": "bash", "arguments": {"command": "git status"}}, {"tool": "bash", "arguments": {"command": "pytest"}}]);
    let script = json!({"profile": "connectonion", "turns": [
        {"user": "/commit", "calls": calls},
        {"user": "thanks", "calls": calls},
        {"user": "hello", "calls": [{"tool": "skill", "arguments": {"name": "commit"}}, {"tool": "bash", "arguments": {"command": "git status"}}]},
    ]});
    let played = play(&folder, &script, &[]);
    assert_eq!(played.of("executed").iter().filter(|one| one["tool"] == "bash").count(), 0, "nobody trusts it yet");
    assert!(played.log.contains("byleave trust"), "{}", played.log);
    // What `byleave trust` writes after a person has said yes.
    let content = std::fs::read(&manifest).unwrap();
    let state = folder.join(".local/state/byleave");
    std::fs::create_dir_all(&state).unwrap();
    let real = std::fs::canonicalize(&manifest).unwrap();
    let trust = json!({"files": {real.to_string_lossy(): byleave_gate::files::pin(&content)}, "levels": {}});
    std::fs::write(state.join("trust.json"), trust.to_string()).unwrap();
    let played = play(&folder, &script, &[]);
    assert_eq!(
        played.story(),
        [
            "snapshot",
            "llm_turn",
            "executed bash",
            "skipped bash",
            "restore",
            "turn_end",
            "llm_turn",
            "skipped bash",
            "skipped bash",
            "turn_end",
            "llm_turn",
            "executed skill",
            "skipped bash",
            "turn_end"
        ],
        "git runs in the turn of /commit, pytest does not, and afterwards neither does"
    );
    assert_eq!(played.of("decision")[0]["source"], "skill");
    assert_eq!(played.of("decision")[0]["reason"], "commit skill (turn 1)");
}

#[test]
fn scripts_that_are_none_say_so() {
    for (script, part) in [
        ("{", "is not a script: EOF"),
        ("{\"turns\": 1}", "is not a script"),
        ("{\"turns\": [], \"answer\": []}", "unknown field `answer`"),
        ("[[{\"arguments\": {}}]]", "is not a script"),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_byleave"))
            .args(["sim", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{script}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(part), "{script}: {error}");
    }
}
