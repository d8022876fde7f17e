//! Registering byleave in an agent's settings: nothing else in them changes, twice is once, and it can be taken out again.
#![expect(clippy::indexing_slicing, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use byleave_agents::jsonc::{BadSettings, Position, put, take};
use byleave_agents::{Agent, Content, Part};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const PROGRAM: &str = "/usr/local/bin/byleave";

fn settings() -> Vec<(Agent, Part)> {
    let parts =
        Agent::ALL.into_iter().flat_map(|agent| agent.parts(PROGRAM).into_iter().map(move |part| (agent, part)));
    parts.filter(|(_, part)| matches!(part.content, Content::Settings { .. })).collect()
}

/// A text without its comments, as the agents read it.
fn plain(text: &str) -> Value {
    let mut out = String::new();
    let mut rest = text.trim_start_matches('\u{feff}').chars().peekable();
    let mut in_text = false;
    while let Some(one) = rest.next() {
        match (one, rest.peek()) {
            ('\\', _) if in_text => {
                out.push(one);
                out.extend(rest.next());
            }
            ('"', _) => {
                in_text = !in_text;
                out.push(one);
            }
            ('/', Some('/')) if !in_text => while rest.next_if(|one| *one != '\n').is_some() {},
            ('/', Some('*')) if !in_text => {
                let mut last = ' ';
                rest.next();
                while !(last == '*' && rest.peek() == Some(&'/')) {
                    last = rest.next().expect("an end");
                }
                rest.next();
            }
            _ => out.push(one),
        }
    }
    // A comma before the end of a list or an object.
    let mut clean = String::new();
    let mut in_text = false;
    let chars: Vec<char> = out.chars().collect();
    for (at, one) in chars.iter().enumerate() {
        let escaped = chars[..at].iter().rev().take_while(|one| **one == '\\').count() % 2 == 1;
        in_text ^= *one == '"' && !escaped;
        let next = chars[at + 1..].iter().find(|one| !one.is_whitespace());
        if !(*one == ',' && !in_text && matches!(next, Some(']' | '}'))) {
            clean.push(*one);
        }
    }
    serde_json::from_str(&clean).unwrap_or_else(|error| panic!("{error}: {clean}"))
}

/// What is left when everything of byleave's is taken out of the lists of hooks.
fn foreign(mut value: Value) -> Value {
    if let Some(hooks) = value.get_mut("hooks").and_then(Value::as_object_mut) {
        for list in hooks.values_mut().filter_map(Value::as_array_mut) {
            list.retain(|element| !element.to_string().contains("byleave hook --agent"));
        }
        hooks.retain(|_, list| list.as_array().is_none_or(|list| !list.is_empty()));
    }
    if value["hooks"] == json!({}) {
        value.as_object_mut().expect("an object").remove("hooks");
    }
    value
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[ -~é\\n\"/*,]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-zA-Z _/]{1,8}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Settings of some agent with hooks of others in them, or without.
fn some_settings() -> impl Strategy<Value = Value> {
    let event = prop::sample::select(vec!["PreToolUse", "BeforeTool", "pre_run_command", "stop", "Stop"]);
    let other = json!({ "hooks": [{ "type": "command", "command": "other-guard" }] });
    let hooks = prop::collection::btree_map(event, prop::collection::vec(Just(other), 0..3), 0..4);
    (prop::collection::btree_map("[a-z]{1,6}", json_value(), 0..4), prop::option::of(hooks)).prop_map(
        |(rest, hooks)| {
            let mut map: Map<String, Value> = rest.into_iter().filter(|(key, _)| key != "hooks").collect();
            map.extend(hooks.map(|hooks| ("hooks".to_owned(), json!(hooks))));
            Value::Object(map)
        },
    )
}

/// The same value in another hand: other indents, ends of lines, comments, commas at the end.
fn written(value: &Value, style: u8) -> String {
    let text = match style % 4 {
        0 => value.to_string(),
        1 => format!("{value:#}\n"),
        2 => format!("{value:#}").replace("  ", "\t").replace('\n', "\r\n"),
        _ => {
            let text = format!("// mine\n{value:#}\n/* the end */\n");
            text.replace("{\n", "{ // begins\n").replace("\n}", ", // last\n}").replacen("\n, // last\n}", "\n}", 1)
        }
    };
    // Only what is JSON with comments is of use here; a style may spoil a text in a string.
    if put(&text, &["hooks", "X"], &json!(1), &|_| false).is_ok() { text } else { format!("{value:#}") }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn registering_keeps_what_is_there_and_twice_is_once(value in some_settings(), style in any::<u8>()) {
        let before = written(&value, style);
        for (agent, part) in settings() {
            let after = part.with(Some(&before)).expect("settings");
            prop_assert_eq!(foreign(plain(&after)), foreign(plain(&before)), "{}: {}", agent, after);
            prop_assert_eq!(part.with(Some(&after)).expect("settings"), after.clone(), "twice is once");
            for line in before.lines().filter(|line| line.contains("mine") || line.contains("begins")) {
                prop_assert!(after.contains(line), "a comment is lost: {}", line);
            }
            let gone = part.without(&after).expect("settings").expect("a file");
            prop_assert_eq!(foreign(plain(&gone)), foreign(plain(&before)), "{}: {}", agent, gone);
            prop_assert!(!gone.contains("byleave hook"), "{}", gone);
        }
    }

    #[test]
    fn any_text_is_edited_or_left_alone(text in "[ -~\\n\\t{}\\[\\]\",:/*]{0,60}") {
        if let Ok(after) = put(&text, &["hooks", "X"], &json!({ "command": "byleave" }), &|_| false) {
            prop_assert!(plain(&after)["hooks"]["X"].is_array());
        }
        let _ = take(&text, "hooks", &|_| true);
    }
}

#[test]
fn a_file_that_is_empty_or_missing_becomes_one() {
    for (agent, part) in settings() {
        for before in [None, Some(""), Some(" \n"), Some("{}")] {
            let after = part.with(before).expect("settings");
            let value: Value = serde_json::from_str(&after).expect("plain JSON");
            assert!(value["hooks"].as_object().is_some_and(|hooks| hooks.len() > 2), "{agent}: {after}");
        }
    }
}

#[test]
fn each_agent_reads_a_hook_in_its_own_shape() {
    let line = |agent: &str, event: &str| format!("/b hook --agent {agent} --event {event} --wait 570");
    let claude =
        |agent: &str| json!([{ "hooks": [{ "type": "command", "command": line(agent, "Stop"), "timeout": 600 }] }]);
    for (agent, event, expected) in [
        (Agent::Claude, "Stop", claude("claude")),
        (Agent::Codex, "Stop", claude("codex")),
        (
            Agent::Gemini,
            "AfterTool",
            json!([{
                "matcher": "*",
                "hooks": [{
                    "name": "byleave",
                    "type": "command",
                    "command": line("gemini", "AfterTool"),
                    "timeout": 600_000,
                }],
            }]),
        ),
        (Agent::Cursor, "stop", json!([{ "command": line("cursor", "stop") }])),
        (
            Agent::Windsurf,
            "pre_user_prompt",
            json!([{ "command": line("windsurf", "pre_user_prompt"), "show_output": true }]),
        ),
        (
            Agent::Copilot,
            "postToolUse",
            json!([{ "type": "command", "bash": line("copilot", "postToolUse"), "timeoutSec": 600 }]),
        ),
    ] {
        let text = agent.parts("/b").remove(0).with(None).expect("settings");
        assert_eq!(plain(&text)["hooks"][event], expected, "{agent}");
    }
    let cursor = plain(&Agent::Cursor.parts("/b").remove(0).with(None).expect("settings"));
    for (event, asks, matches) in [("beforeReadFile", true, false), ("preToolUse", true, true), ("stop", false, false)]
    {
        let hook = &cursor["hooks"][event][0];
        assert_eq!((hook["failClosed"] == true, hook["timeout"] == 600), (asks, asks), "{hook}");
        assert_eq!(hook["matcher"].is_string(), matches, "{hook}");
    }
}

#[test]
fn an_older_registration_gives_way_to_the_new_one() {
    let part = Agent::Codex.parts("/old/byleave").remove(0);
    let old = part.with(None).expect("settings");
    let new = Agent::Codex.parts(PROGRAM).remove(0).with(Some(&old)).expect("settings");
    assert!(new.contains(PROGRAM) && !new.contains("/old/"), "{new}");
    assert_eq!(plain(&new)["hooks"]["PreToolUse"].as_array().map(Vec::len), Some(1));
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    let part = Agent::Claude.parts(PROGRAM).remove(0);
    let start = Position { line: 1, column: 1 };
    let wrong = |text: &str| part.with(Some(text)).expect_err("wrong");
    assert!(matches!(wrong("{"), BadSettings::NotJson(_)));
    assert!(matches!(wrong("{} {}"), BadSettings::NotJson(_)));
    assert_eq!(wrong(r#"{"a":1,"a":2}"#), BadSettings::Twice("a".to_owned(), Position { line: 1, column: 8 }));
    assert_eq!(wrong("[]"), BadSettings::Unlike(String::new(), "an object", start));
    assert_eq!(
        wrong(r#"{"hooks":[]}"#),
        BadSettings::Unlike("hooks".to_owned(), "an object", Position { line: 1, column: 10 })
    );
    assert_eq!(
        wrong(r#"{"hooks":{"PreToolUse":{}}}"#),
        BadSettings::Unlike("hooks.PreToolUse".to_owned(), "a list", Position { line: 1, column: 24 })
    );
    assert_eq!(wrong("{\n  \"é\": x }").to_string(), "it is not JSON (line 2, column 8)");
    assert_eq!(wrong("[1]").to_string(), "the file is not an object (line 1, column 1)");
}

#[test]
fn a_program_with_blanks_in_its_path_is_quoted() {
    for (agent, part) in Agent::ALL
        .into_iter()
        .flat_map(|agent| agent.parts("/a b/bye'leave/byleave").into_iter().map(move |part| (agent, part)))
    {
        let text = part.with(None).expect("a file");
        let expected =
            if agent == Agent::OpenCode { r"/a b/bye'leave/byleave" } else { r"'/a b/bye'\\''leave/byleave'" };
        let found = text.contains(expected) || text.contains(&expected.replace(r"\\", r"\"));
        assert!(found, "{agent}: {text}");
    }
}

/// A program in a folder of its own, with a name that a shell must quote.
fn program(name: &str, text: &str) -> String {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("it's byleave");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a program");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("rights");
    path.to_str().expect("UTF-8").to_owned()
}

/// What comes of the line that is registered for an event, as the agent starts it.
fn started(agent: Agent, event: &str, program: &str) -> std::process::Output {
    let parts = agent.parts(program);
    let part = parts.iter().find(|part| part.path.ends_with(event)).unwrap_or(&parts[0]);
    let line = agent.registered(event, &part.with(None).expect("settings")).expect("a line");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &line]).stdin(std::process::Stdio::null()).output().expect("a shell")
}

#[test]
fn a_hook_that_is_missing_killed_or_says_nothing_refuses_at_every_agent() {
    let killed = program("killed", "#!/bin/sh\nkill -KILL $$\n");
    let silent = program("silent", "#!/bin/sh\nexit 0\n");
    let fails = program("fails", "#!/bin/sh\necho '{}'\nexit 1\n");
    // VS Code has no file at home; the plug-in of opencode refuses by itself.
    for agent in Agent::ALL.into_iter().filter(|agent| !matches!(agent, Agent::VsCode | Agent::OpenCode)) {
        for (event, _) in agent.gates() {
            for bad in ["/nowhere/byleave", &killed, &silent, &fails] {
                let output = started(agent, event, bad);
                let [out, err] =
                    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
                assert!(agent.is_refused(event, &out, &err, output.status.code()), "{agent} {event} {bad}: {output:?}");
                assert!(
                    format!("{out}{err}").contains(agent.settings()),
                    "{agent} {event} {bad}: where it is registered"
                );
            }
        }
    }
}

#[test]
fn what_byleave_answers_reaches_the_agent_as_it_is() {
    let passes = program("passes", "#!/bin/sh\nprintf '{\"a\":\"$x `y`\"}'\n");
    let refuses = program("refuses", "#!/bin/sh\nprintf '{\"a\":\"no\"}'\necho why >&2\nexit 2\n");
    for agent in Agent::ALL.into_iter().filter(|agent| !matches!(agent, Agent::VsCode | Agent::OpenCode)) {
        for (event, _) in agent.gates() {
            let output = started(agent, event, &passes);
            // Windsurf shows what a hook prints.
            let expected = if agent == Agent::Windsurf { "" } else { "{\"a\":\"$x `y`\"}" };
            assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{agent} {event}");
            assert!(output.status.success() && output.stderr.is_empty(), "{agent} {event}: {output:?}");
            let output = started(agent, event, &refuses);
            assert_eq!(String::from_utf8_lossy(&output.stdout), "{\"a\":\"no\"}", "{agent} {event}");
            assert_eq!((output.status.code(), &*output.stderr), (Some(2), &b"why\n"[..]), "{agent} {event}");
        }
    }
}
