//! GitHub Copilot as it speaks: the messages are those of the CLI 1.0.102.

use serde_json::{Value, json};

use crate::stage::{Stage, asking, standard};

/// A tool of Copilot: what it tells of it, and then its question.
fn begins(stage: &mut Stage, told: &Value, question: &Value) {
    let of = |more: &Value| {
        let mut whole = json!({ "toolCallId": "call_1", "status": "pending" });
        whole.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        whole
    };
    let mut update = of(told);
    update["sessionUpdate"] = "tool_call".into();
    stage.updates(&update);
    stage.agent.says(&asking(0, of(question), &standard()));
}

fn command(line: &str) -> [Value; 2] {
    [
        json!({ "title": "try", "kind": "execute", "rawInput": { "command": line, "description": "try" } }),
        json!({ "title": "try", "kind": "execute", "rawInput": { "command": line, "commands": [line] } }),
    ]
}

fn edit(path: &str, old: &str) -> [Value; 2] {
    let places = json!([{ "path": path }]);
    let diff = json!([{ "type": "diff", "path": path, "oldText": old, "newText": "n" }]);
    [
        json!({ "title": "Editing", "kind": "edit", "rawInput": { "path": path, "old_str": old, "new_str": "n" },
            "locations": places, "content": diff }),
        json!({ "title": "Edit file", "kind": "edit", "rawInput": { "fileName": path, "diff": "@@" }, "locations": places }),
    ]
}

fn path(path: &str) -> [Value; 2] {
    let said = |title: &str| json!({ "title": title, "kind": "read", "rawInput": { "path": path }, "locations": [{ "path": path }] });
    [said("Viewing"), said("Access paths outside trusted directories")]
}

#[test]
fn the_policy_answers_what_copilot_asks() {
    for ([told, question], expected) in [
        (command("make"), "once"),
        (command("git push x"), "no"),
        (edit("/w/app/out.txt", ""), "once"),
        (edit("/w/app/changed.txt", "o"), "once"),
        (edit("/w/app/kept.txt", ""), "no"),
        (edit("/w/app/kept.txt", "o"), "no"),
        (path("/w/app/.env"), "no"),
    ] {
        let mut stage = Stage::open("Copilot");
        begins(&mut stage, &told, &question);
        if expected == "no" {
            assert_eq!(stage.editor.hears()["params"]["update"]["status"], "failed", "{question}");
        }
        assert_eq!(stage.leave(0), expected, "{question}");
        let record = stage.ends();
        assert!(record.iter().all(|row| row["tool"] != "byleave alarm"), "{record:?}");
        assert_eq!(record[0]["agent"], "copilot");
    }
}

#[test]
fn what_copilot_does_not_tell_of_a_call_asks_a_person() {
    let [told, mut other_file] = edit("/w/app/out.txt", "o");
    other_file["rawInput"]["fileName"] = "/w/app/other.txt".into();
    let tool = json!({ "title": "mark", "kind": "other", "rawInput": { "command": "make", "commands": ["make"] } });
    for (told, question) in [
        (told, other_file),
        // An MCP tool, whatever its arguments are called.
        (tool.clone(), tool),
        // A search below a directory asks for the directory.
        (path("/").into_iter().next().unwrap(), path("/").into_iter().next_back().unwrap()),
    ] {
        let mut stage = Stage::open("Copilot");
        begins(&mut stage, &told, &question);
        let (id, _) = stage.shown();
        stage.chooses(&id, "no");
    }
}
