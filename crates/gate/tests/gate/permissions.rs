//! ConnectOnion's permissions page: one dictionary of permissions, skills that come and go, approvals that stay.

use std::path::PathBuf;

use byleave_config::read_skill;
use byleave_gate::files::{Trust, key, pin};
use byleave_gate::{Call, Cause, Event, Skill, block_on};
use byleave_policy::{Mode, Policy, Profile};
use serde_json::{Value, json};

use crate::support::{Directory, Stand, bash, connectonion_yaml, plain, write};

/// A skill with these tools, in YAML.
pub fn skill(name: &str, tools: &str, pinned: bool) -> Skill {
    let text = format!("---\nname: {name}\ndescription: does it\ntools: {tools}\n---\nDo it.\n");
    let manifest = read_skill("SKILL.md", &text).unwrap_or_else(|problems| panic!("{problems}"));
    let path = PathBuf::from(format!("/w/app/.co/skills/{name}/SKILL.md"));
    Skill { name: name.to_owned(), description: manifest.description, tools: manifest.tools, path, pinned }
}

fn commit() -> Skill {
    skill("commit", "[Bash(git *)]", true)
}

fn connectonion(replies: impl IntoIterator<Item = Value>) -> Stand {
    Stand::new(plain(Profile::ConnectOnion), replies)
}

fn start(stand: &Stand, skills: &[Skill]) -> u64 {
    block_on(stand.gate.begin_turn_with(skills)).unwrap()
}

fn permission(stand: &Stand, key: &str) -> Option<String> {
    let permissions = block_on(stand.gate.permissions()).unwrap();
    permissions.get(key).map(|permission| serde_json::to_string(permission).unwrap())
}

/// All of `session['permissions']`.
fn permissions(stand: &Stand) -> Value {
    serde_json::to_value(block_on(stand.gate.permissions()).unwrap()).unwrap()
}

fn would(stand: &Stand, call: &Call) -> bool {
    block_on(stand.gate.would_run(call)).unwrap()
}

fn session() -> Value {
    json!({"approved": true, "scope": "session"})
}

const WRITE: &str =
    r#"{"allowed":true,"source":"user","reason":"approved for session","expires":{"type":"session_end"}}"#;
const BASH: &str = r#"{"allowed":true,"source":"skill","reason":"commit skill (turn 5)","when":{"command":"git *"},"expires":{"type":"turn_end"}}"#;
const READ: &str = r#"{"allowed":true,"source":"safe","reason":"read-only operation","expires":{"type":"never"}}"#;
const STATUS: &str = r#"{"allowed":true,"source":"config","reason":"safe git read","when":{"command":"git status"},"expires":{"type":"never"}}"#;

/// R-156, R-172…R-182 in one story, as the document tells it.
#[test]
fn r172_the_story_of_the_second_document() {
    let stand = connectonion([session()]);
    // Turns 1 and 2, then turn 3: the user approves `write` for the session.
    for turn in 1..=3 {
        assert_eq!(stand.begin(), turn);
        if turn == 3 {
            assert!(stand.runs(write("foo.txt")));
        }
        stand.end();
    }
    assert_eq!(permission(&stand, "write").as_deref(), Some(WRITE));
    stand.begin();
    stand.end();
    // Turn 5: `/commit`.
    assert_eq!(start(&stand, &[commit()]), 5);
    assert_eq!(permission(&stand, "read_file").as_deref(), Some(READ));
    assert_eq!(permission(&stand, "bash").as_deref(), Some(BASH));
    assert_eq!(permission(&stand, "write").as_deref(), Some(WRITE));
    assert!(stand.runs(bash("git status")));
    assert!(stand.runs(write("foo.txt")));
    assert_eq!(stand.people.count(), 1);
    stand.people.add(json!({"approved": false, "mode": "reject_soft"}));
    assert!(!stand.runs(bash("pytest")));
    stand.end();
    // Turn 6: `write` still works, `bash` asks again.
    assert_eq!(stand.begin(), 6);
    assert!(stand.runs(write("foo.txt")));
    assert_eq!(permission(&stand, "write").as_deref(), Some(WRITE));
    assert_eq!(permission(&stand, "bash"), None);
    stand.people.add(json!({"approved": false, "mode": "reject_soft"}));
    assert!(!stand.runs(bash("git status")));
    assert_eq!(stand.people.count(), 3);
    let decided = stand.told.decided();
    let expected = [
        "write ask none",
        "bash allow skill",
        "write allow user",
        "bash ask none",
        "write allow user",
        "bash ask none",
    ];
    assert_eq!(decided, expected);
}

#[test]
fn r137_safe_config_skill_and_user_stand_in_one_dictionary() {
    let yaml = "permissions: {\"Bash(git status)\": {allowed: true, reason: safe git read}}";
    let stand = Stand::new(connectonion_yaml(yaml), [session()]);
    assert!(stand.runs(write("a")));
    start(&stand, &[skill("release", "[edit]", true)]);
    let all = permissions(&stand);
    let mut sources: Vec<&str> =
        all.as_object().unwrap().values().map(|entry| entry["source"].as_str().unwrap()).collect();
    sources.sort_unstable();
    sources.dedup();
    assert_eq!(sources, ["config", "safe", "skill", "user"]);
}

#[test]
fn r138_to_r140_safe_tools_are_always_there_and_never_expire() {
    let stand = connectonion([]);
    for tool in ["read_file", "glob", "grep"] {
        assert!(stand.runs(Call::new(tool, json!({}))), "{tool}");
        assert_eq!(permission(&stand, tool).as_deref(), Some(READ), "{tool}");
    }
    assert_eq!(stand.told.decided(), ["read_file allow safe", "glob allow safe", "grep allow safe"]);
}

#[test]
fn r141_to_r144_config_entries_are_stored_as_config_and_never_expire() {
    let yaml = r#"permissions: {"Bash(git status)": {allowed: true, reason: safe git read}, "write(*.md)": {allowed: true, reason: docs}}"#;
    let stand = Stand::new(connectonion_yaml(yaml), []);
    assert!(stand.runs(bash("git status")) && stand.runs(write("a/README.md")));
    assert_eq!(stand.told.decided(), ["bash allow config", "write allow config"]);
    assert_eq!(permission(&stand, "bash").as_deref(), Some(STATUS));
    let write = permissions(&stand);
    let write = write.as_object().unwrap().iter().find(|(key, _)| key.starts_with("write(")).unwrap().1;
    assert_eq!((&write["source"], &write["expires"]), (&json!("config"), &json!({"type": "never"})));
}

#[test]
fn r145_to_r147_a_skill_gives_for_one_turn() {
    let stand = connectonion([]);
    let turn = start(&stand, &[commit()]);
    assert!(stand.runs(bash("git status")));
    let entry: Value = serde_json::from_str(&permission(&stand, "bash").unwrap()).unwrap();
    assert_eq!((&entry["source"], &entry["expires"]), (&json!("skill"), &json!({"type": "turn_end"})));
    assert_eq!(entry["reason"], json!(format!("commit skill (turn {turn})")));
    stand.end();
    assert!(!would(&stand, &bash("git status")));
}

#[test]
fn r149_to_r151_approving_one_command_for_the_session_approves_them_all() {
    let stand = connectonion([session()]);
    assert!(stand.runs(bash("npm install")));
    for command in ["pytest", "npm build", "git commit -m x", "make && make install > log.txt"] {
        assert!(stand.runs(bash(command)), "{command}");
    }
    assert_eq!(permission(&stand, "bash").as_deref(), Some(WRITE), "the entry is the same as that of `write`");
    // C-07: but never what a floor holds back.
    for command in ["sudo ls", "rm -rf /", "cat ~/.ssh/id_rsa", "$x", "echo x > /etc/passwd"] {
        assert!(!would(&stand, &bash(command)), "{command}");
    }
    assert_eq!(stand.people.count(), 1);
}

#[test]
fn r152_and_r153_what_no_permission_speaks_for_asks() {
    for profile in Profile::ALL {
        for call in [bash("npm install"), Call::new("edit", json!({"file_path": "a"})), write("a")] {
            let stand = Stand::new(plain(profile), [json!({"approved": true})]);
            assert!(stand.runs(call.clone()));
            assert_eq!(stand.people.count(), 1, "{profile:?} {call:?}");
        }
    }
}

#[test]
fn r154_and_r155_skills_and_approval_work_together() {
    let stand = connectonion([]);
    start(&stand, &[commit(), skill("review", "[Bash(npm test)]", true)]);
    assert!(stand.runs(Call::new("read_file", json!({"path": "README.md"}))));
    assert!(stand.runs(bash("git status")) && stand.runs(bash("npm test")));
    assert_eq!(stand.people.count(), 0);
}

#[test]
fn r156_git_is_automatic_for_the_turn_of_the_order_and_cleared_after_it() {
    let stand = connectonion([]);
    start(&stand, &[commit()]);
    assert!(stand.runs(bash("git add a && git commit -m x")));
    stand.end();
    stand.begin();
    assert!(!would(&stand, &bash("git add a && git commit -m x")));
}

#[test]
fn r157_to_r161_every_entry_has_four_fields_and_perhaps_a_condition() {
    let yaml = r#"permissions: {"Bash(git status)": {allowed: true}, write: {allowed: false, reason: no}, "Bash(make *)": {allowed: ask}}"#;
    let stand = Stand::new(connectonion_yaml(yaml), [session(), session()]);
    assert!(stand.runs(Call::new("edit", json!({"file_path": "a"}))));
    start(&stand, &[commit(), skill("docs", "[\"multi_edit(*.md)\"]", true)]);
    let all = permissions(&stand);
    for (key, entry) in all.as_object().unwrap() {
        let entry = entry.as_object().unwrap();
        let mut fields: Vec<&str> = entry.keys().map(String::as_str).filter(|field| *field != "when").collect();
        fields.sort_unstable();
        assert_eq!(fields, ["allowed", "expires", "reason", "source"], "{key}");
        assert!(entry["allowed"].is_boolean() || entry["allowed"] == "ask", "{key}");
        assert!(["safe", "config", "skill", "user"].contains(&entry["source"].as_str().unwrap()), "{key}");
        assert!(entry["reason"].is_string(), "{key}");
        let expires = entry["expires"]["type"].as_str().unwrap();
        assert!(["never", "turn_end", "session_end"].contains(&expires), "{key}");
    }
}

#[test]
fn r158_and_c08_what_is_not_allowed_is_denied_and_no_approver_is_asked() {
    let yaml = "permissions: {write: {allowed: false, reason: people write}}";
    let stand = Stand::new(Policy { mode: Mode::Yolo, ..connectonion_yaml(yaml) }, [session()]);
    let refusal = stand.refusal(write("a"));
    assert_eq!(refusal.cause, Cause::Policy);
    assert_eq!(refusal.to_model_text(), "Tool 'write' denied by policy: people write");
    assert_eq!(stand.people.count(), 0);
}

#[test]
fn r160_every_entry_has_a_reason_for_people() {
    let stand = connectonion([session()]);
    assert!(stand.runs(write("a")));
    start(&stand, &[commit()]);
    for (key, entry) in permissions(&stand).as_object().unwrap() {
        assert!(!entry["reason"].as_str().unwrap().is_empty(), "{key}");
    }
}

#[test]
fn r162_to_r164_and_r167_the_entries_of_the_document_byte_for_byte() {
    let yaml = "permissions: {\"Bash(git status)\": {allowed: true, reason: safe git read}}";
    let config = Stand::new(connectonion_yaml(yaml), []);
    assert_eq!(permission(&config, "bash").as_deref(), Some(STATUS));
    let stand = connectonion([session()]);
    assert!(stand.runs(write("a")));
    for _ in 0..4 {
        stand.begin();
    }
    start(&stand, &[commit()]);
    for (key, entry) in [("read_file", READ), ("bash", BASH), ("write", WRITE)] {
        assert_eq!(permission(&stand, key).as_deref(), Some(entry));
    }
}

#[test]
fn r165_and_r169_without_a_condition_an_entry_is_for_all_calls_of_its_tool() {
    let all = Stand::new(connectonion_yaml("permissions: {write: {allowed: true}}"), []);
    let some = Stand::new(connectonion_yaml("permissions: {write: {allowed: true, when: {file_path: \"*.md\"}}}"), []);
    for (path, matches) in [("a.rs", false), ("README.md", true), ("docs/a.md", true)] {
        assert!(would(&all, &write(path)), "{path}");
        assert_eq!(would(&some, &write(path)), matches, "{path}");
    }
}

#[test]
fn c17_two_entries_for_one_tool_do_not_collide() {
    let yaml = r#"permissions: {"Bash(git status)": {allowed: true}, "Bash(git diff *)": {allowed: true}}"#;
    let stand = Stand::new(connectonion_yaml(yaml), []);
    assert!(would(&stand, &bash("git status")) && would(&stand, &bash("git diff a")));
    assert!(permission(&stand, "bash").is_some());
    assert!(permission(&stand, "Bash(git status)").is_some());
}

#[test]
fn r173_to_r176_a_turn_says_what_it_kept_and_what_it_gave() {
    let stand = connectonion([session()]);
    assert!(stand.runs(write("a")));
    start(&stand, &[commit()]);
    let events = stand.told.events();
    let began = Event::TurnBegan { session: "sess_a".to_owned(), turn: 1, kept: 1, skills: vec!["commit".to_owned()] };
    assert!(events.contains(&began), "{events:?}");
    assert!(would(&stand, &write("a")) && would(&stand, &bash("git status")));
}

#[test]
fn r177_to_r179_and_c10_in_the_turn_of_a_skill_the_rest_still_asks() {
    let stand = connectonion([session()]);
    assert!(stand.runs(write("a")));
    start(&stand, &[commit()]);
    for (call, runs) in [(bash("git status"), true), (write("foo.txt"), true), (bash("pytest"), false)] {
        assert_eq!(would(&stand, &call), runs, "{call:?}");
    }
    stand.people.add(json!({"approved": true}));
    assert!(stand.runs(bash("pytest")), "blocked means asked: a person may");
}

#[test]
fn r180_to_r182_the_end_of_a_turn_ends_what_was_given_for_it_and_says_so() {
    let stand = connectonion([session()]);
    assert!(stand.runs(write("a")));
    start(&stand, &[commit()]);
    let given: Vec<String> = block_on(stand.gate.grants())
        .unwrap()
        .into_iter()
        .filter(|held| held.by == "commit")
        .map(|held| held.grant.id)
        .collect();
    stand.end();
    let ended = Event::TurnEnded { session: "sess_a".to_owned(), turn: 1, ended: given };
    assert_eq!(stand.told.events().last(), Some(&ended));
    assert!(would(&stand, &write("a")) && !would(&stand, &bash("git status")));
}

#[test]
fn r183_and_r184_a_skill_adds_and_never_replaces() {
    let stand = connectonion([session()]);
    assert!(stand.runs(bash("npm install")));
    let before = permissions(&stand);
    start(&stand, &[commit()]);
    assert!(would(&stand, &bash("npm install")) && would(&stand, &bash("git status")));
    assert_eq!(permission(&stand, "bash").as_deref(), Some(WRITE), "the broadest keeps its key");
    assert!(permission(&stand, "Bash(git *)").is_some());
    stand.end();
    assert_eq!(permissions(&stand), before);
    assert!(would(&stand, &bash("npm install")));
}

#[test]
fn r185_and_c18_what_people_decide_during_the_turn_of_a_skill_survives_it() {
    let stand = connectonion([session(), session()]);
    assert!(stand.runs(write("a")));
    start(&stand, &[commit()]);
    let edit = || Call::new("edit", json!({"file_path": "a"}));
    assert!(stand.runs(edit()));
    // What is taken back during the turn stays taken back.
    let held = block_on(stand.gate.grants()).unwrap();
    let of_write = held.iter().find(|held| held.grant.is_for_tool("write")).unwrap();
    block_on(stand.gate.revoke(&of_write.grant.id)).unwrap();
    stand.end();
    assert!(would(&stand, &edit()) && !would(&stand, &write("a")) && !would(&stand, &bash("git status")));
}

#[test]
fn r186_and_i8_nothing_of_a_skill_is_left_after_its_turn_even_if_it_never_ended() {
    for ends in [true, false] {
        let stand = connectonion([]);
        start(&stand, &[commit(), skill("deploy", "[post, Bash(make deploy)]", true)]);
        if ends {
            stand.end();
        } else {
            // The process died, and the next message begins a turn.
            stand.begin();
        }
        let left = permissions(&stand);
        assert!(left.as_object().unwrap().values().all(|entry| entry["source"] != "skill"), "{left}");
        assert!(block_on(stand.gate.grants()).unwrap().is_empty());
    }
}

#[test]
fn r187_to_r189_more_names_of_safe_tools() {
    let stand = connectonion([]);
    for (tool, arguments) in [
        ("FileTools.read_file", json!({"path": "main.py"})),
        ("FileTools.glob", json!({"pattern": "**/*.py"})),
        ("FileTools.grep", json!({"pattern": "x"})),
        ("ls", json!({})),
        ("list_directory", json!({})),
        ("tree", json!({})),
    ] {
        assert!(stand.runs(Call::new(tool, arguments)), "{tool}");
        assert_eq!(permission(&stand, tool).as_deref(), Some(READ), "{tool}");
    }
}

#[test]
fn r190_a_grant_of_a_skill_names_its_turn() {
    let stand = connectonion([]);
    for turn in 1..=3 {
        assert_eq!(start(&stand, &[commit()]), turn);
        let held = block_on(stand.gate.grants()).unwrap();
        assert_eq!(held.len(), 1);
        assert_eq!((held[0].turn, held[0].by.as_str()), (turn, "commit"));
        assert_eq!(held[0].grant.reason, format!("commit skill (turn {turn})"));
    }
}

#[test]
fn r192_approved_once_for_the_session_later_calls_are_automatic() {
    let stand = connectonion([session()]);
    for turn in 0..3 {
        stand.begin();
        assert!(stand.runs(bash(&format!("npm run step{turn}"))));
        stand.end();
    }
    assert_eq!(stand.people.count(), 1);
}

#[test]
fn r193_and_c11_safe_tools_run_in_every_mode_but_not_on_secrets() {
    for profile in Profile::ALL {
        for mode in Mode::ALL {
            let stand = Stand::alone(Policy { mode, ..plain(profile) }, |builder| builder);
            assert!(stand.runs(Call::new("read_file", json!({"path": "src/a.rs"}))), "{profile:?} {mode:?}");
            assert!(
                !stand.runs(Call::new("read_file", json!({"path": "/home/u/.ssh/id_rsa"}))),
                "{profile:?} {mode:?}"
            );
        }
    }
}

#[test]
fn a_manifest_that_is_not_pinned_grants_nothing_and_says_why() {
    let stand = connectonion([]);
    start(&stand, &[skill("commit", "[Bash(git *)]", false)]);
    assert!(!would(&stand, &bash("git status")));
    let warned = stand.told.events().into_iter().find_map(|event| event.log_line(Profile::ConnectOnion)).unwrap();
    assert!(warned.contains("`commit` grants nothing") && warned.contains("byleave trust"), "{warned}");
}

#[test]
fn c26_a_skill_the_model_calls_grants_nothing() {
    let stand = connectonion([]);
    assert!(stand.runs(Call::new("skill", json!({"name": "commit"}))));
    assert!(!would(&stand, &bash("git commit -m x")));
}

#[test]
fn a_skill_lifts_no_floor() {
    let stand = connectonion([]);
    start(&stand, &[skill("all", "[bash, write, read_file]", true)]);
    assert!(would(&stand, &bash("npm install")));
    for call in [bash("sudo ls"), write("/etc/passwd"), write(".co/host.yaml"), bash("byleave trust"), bash("cat .env")]
    {
        assert!(!would(&stand, &call), "{call:?}");
    }
}

#[test]
fn manifests_on_the_disk_count_while_exactly_their_content_is_pinned() {
    let directory = Directory::new();
    let place = directory.path().join(".co/skills/commit");
    std::fs::create_dir_all(&place).unwrap();
    let path = place.join("SKILL.md");
    let text = "---\nname: commit\ntools:\n  - Bash(git *)\n---\nCommit.\n";
    std::fs::write(&path, text).unwrap();
    let mut trust = Trust::default();
    let find = |name: &str, trust: &Trust| Skill::find(name, directory.path(), directory.path(), trust);
    assert!(!find("commit", &trust).unwrap().unwrap().pinned);
    trust.files.insert(key(&path), pin(text.as_bytes()));
    let found = find("commit", &trust).unwrap().unwrap();
    assert!(found.pinned);
    assert_eq!((found.name.as_str(), found.tools.len()), ("commit", 1));
    std::fs::write(&path, format!("{text} ")).unwrap();
    assert!(!find("commit", &trust).unwrap().unwrap().pinned);
    std::fs::write(&path, "---\ntools: [1]\n---\n").unwrap();
    assert!(find("commit", &trust).is_err());
    for name in ["", "../commit", "commit/../commit", "nothing", "/etc"] {
        assert!(find(name, &trust).unwrap().is_none(), "{name}");
    }
}
