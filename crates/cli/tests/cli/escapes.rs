//! Nothing a model controls reaches the terminal raw: not from the tool's name, the command, other arguments, keys or
//! the directory, and not from any command of byleave that shows them.

use serde_json::{Value, json};

use crate::common::{Home, Ran, finish};

/// Characters that act on a terminal, hide, or turn text around.
fn evil() -> Vec<char> {
    let ranges = [
        '\u{1}'..='\u{1f}',
        '\u{7f}'..='\u{9f}',
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2060}'..='\u{2064}',
        '\u{2066}'..='\u{206f}',
        '\u{e0001}'..='\u{e0001}',
        '\u{e0020}'..='\u{e007f}',
        '\u{fff9}'..='\u{fffb}',
    ];
    let single = ['\u{ad}', '\u{61c}', '\u{180e}', '\u{feff}', '\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];
    ranges.into_iter().flatten().chain(single).collect()
}

fn is_raw(one: char) -> bool {
    one != '\n' && evil().contains(&one)
}

/// The text without our own colours, and with every other escape sequence still in it.
fn without_colour(text: &str) -> String {
    let mut pieces = text.split("\x1b[");
    let mut out = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        match piece.split_once('m').filter(|(code, _)| code.chars().all(|one| one.is_ascii_digit() || one == ';')) {
            Some((_, rest)) => out.push_str(rest),
            None => out.extend(["\x1b[", piece]),
        }
    }
    out
}

/// Fails on any raw character, in what is printed and in what is complained.
fn is_clean(what: &str, ran: &Ran) {
    for (stream, text) in [("output", &ran.out), ("errors", &ran.err)] {
        let text = without_colour(text);
        let raw: Vec<String> = text.chars().filter(|one| is_raw(*one)).map(|one| format!("{one:?}")).collect();
        assert!(raw.is_empty(), "{what}: raw {raw:?} in the {stream}: {text:?}");
    }
    // 101 is a panic.
    assert!(matches!(ran.code, Some(0 | 2 | 3 | 4)), "{what}: {:?} {}", ran.code, ran.err);
}

/// Texts with all evil characters: bare, in quotes, and as an escape sequence that would clear the screen.
fn texts() -> Vec<String> {
    let all: String = evil().into_iter().collect();
    vec![
        format!("ls {all}"),
        format!("ls '{all}'"),
        format!("{all} x > {all}"),
        "cat \x1b[2J\x1b]0;title\x07 \u{9b}2J \u{202e}txt.exe".to_owned(),
        format!("echo \"$(rm {all})\" | sh -c 'x{all}'"),
        format!("git push {all}"),
        format!("cat src/{all}/a"),
        format!("sudo timeout 5 rm -rf /{all}"),
        format!("{all}=1 env A{all}=2 make"),
        format!("cat <<{all}\n$(x{all})\n{all}\n"),
    ]
}

/// Where no colour is wanted, whatever looks like an escape sequence is taken out on the way; so colour is tried too.
const WAYS: &[&[&str]] = &[
    &["--color", "always"],
    &["--explain", "--color", "always"],
    &["--explain", "--json"],
    &["--explain", "-p", "oricore", "-m", "yolo"],
];

fn check(home: &Home, tool: &str, arguments: &Value, more: &[&str]) -> Ran {
    let text = arguments.to_string();
    let mut command = home.byleave();
    command.env("COLUMNS", "40").args(["check", "--project", "project"]).args(more).args(["--", tool, &text]);
    finish(&mut command, b"")
}

#[test]
fn check_shows_no_raw_character_of_a_command() {
    let home = Home::new();
    for text in texts() {
        for way in WAYS {
            is_clean(&format!("{text:?} {way:?}"), &check(&home, "bash", &json!({ "command": text }), way));
        }
    }
}

#[test]
fn check_shows_no_raw_character_of_names_and_arguments() {
    let home = Home::new();
    for text in texts().into_iter().step_by(3) {
        for (tool, arguments) in [
            (text.as_str(), json!({})),
            (text.as_str(), json!({ "file_path": text })),
            ("write", json!({ "file_path": text })),
            ("read", json!({ "path": format!("/etc/{text}") })),
            ("edit", json!({ "file_path": "a", "path": text })),
            ("fetch", json!({ "url": format!("https://{text}/") })),
            ("fetch", json!({ "url": format!("http://localhost/{text}") })),
            ("mcp", json!({ "name": text })),
            ("apply_patch", json!({ "input": format!("*** Update File: {text}\n") })),
            ("bash", json!({ "command": "ls", text.as_str(): text })),
            ("bash", json!({ "command": [text] })),
            ("search", json!({ "query": text })),
        ] {
            for way in WAYS {
                is_clean(&format!("{tool:?} {arguments} {way:?}"), &check(&home, tool, &arguments, way));
            }
        }
        let mcp = format!("mcp__{text}__x");
        is_clean(&mcp, &check(&home, &mcp, &json!({}), &["--explain"]));
    }
}

#[test]
fn check_shows_no_raw_character_of_the_directory_or_of_broken_arguments() {
    let home = Home::new();
    for text in texts() {
        for way in WAYS {
            let directory = format!("/w/{text}");
            let places = [way, &["--cwd", &directory][..]].concat();
            is_clean("directory", &check(&home, "bash", &json!({ "command": "cat ../x > y; cd ..; cat a" }), &places));
            is_clean("directory", &check(&home, "write", &json!({ "file_path": "../x" }), &places));
        }
        for arguments in [
            text.clone(),
            format!("{{\"{text}"),
            format!("{{{}: 1, {}: 2}}", Value::from(text.as_str()), Value::from(text.as_str())),
            Value::from(text.as_str()).to_string(),
        ] {
            is_clean("arguments", &finish(home.byleave().args(["check", "--", "bash", &arguments]), b""));
        }
        for option in ["--profile", "--mode", "--now", "--config", "--project"] {
            let value = format!("{option}={text}");
            is_clean(option, &finish(home.byleave().args(["check", "bash", "{}", &value]), b""));
        }
    }
}

#[test]
fn the_other_commands_show_no_raw_character() {
    let home = Home::new();
    for text in texts() {
        for arguments in [
            &["prefix", "--", &text][..],
            &["tools", "show", "--", &text],
            &["tools", "show", "--", &format!("mcp__{text}__x")],
            &["--color=always", "prefix", "--", &text],
            &["--color=always", "tools", "show", "--", &text],
            &["--color=always", "parse", "--", &text],
            &["parse", "--json", "--", &text],
        ] {
            is_clean(&format!("{arguments:?}"), &finish(home.byleave().args(arguments), b""));
        }
        let line = json!({ "id": text, "tool": text, "args": { "command": text }, "rules": [text] }).to_string();
        for line in [line, json!({ "tool": "bash", "args": { "command": text } }).to_string(), text] {
            is_clean(&line, &finish(home.byleave().args(["check", "--batch"]), line.as_bytes()));
        }
    }
    is_clean("demo", &finish(home.byleave().args(["demo", "--color", "always"]), b""));
}

/// The words of a policy are the user's, but a cloned project's file is not.
#[test]
fn the_words_of_a_policy_are_spelt_out_too() {
    let home = Home::new();
    std::fs::create_dir_all(home.0.join("project/.byleave")).expect("a folder");
    for text in texts() {
        let rule = Value::from(format!("Bash(make {text})")).to_string();
        let reason = Value::from(text.as_str()).to_string();
        for policy in [
            format!("permissions: {{\"Bash(make *)\": {{allowed: false, reason: {reason}}}}}"),
            format!("permissions: {{{rule}: {{allowed: ask, reason: {reason}}}}}"),
            format!("permissions: {{{reason}: {{allowed: true, {reason}: 1}}}}"),
            format!("auto_approve_tools: {{bash: {{blocked_patterns: [{reason}]}}}}"),
            format!("{reason}: 1"),
        ] {
            home.write("project/.byleave/policy.yaml", &policy);
            for way in WAYS {
                let ran = check(&home, "bash", &json!({ "command": format!("make {text}") }), way);
                is_clean(&policy, &ran);
            }
        }
    }
}
