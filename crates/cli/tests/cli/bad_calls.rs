//! Bad calls and bad policies: a clear error, or ask, or deny; never allow, never a panic, never a hang.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::common::{Home, Ran, bash, check, finish};

/// Exit code 2, nothing on standard output, and a complaint that holds some words.
fn is_told(what: &str, ran: &Ran, words: &str) {
    let what: String = what.chars().take(200).collect();
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{what}: {}", ran.err);
    assert!(ran.err.contains(words), "{what}: {}", ran.err);
    assert!(!ran.err.contains("panicked"), "{what}: {}", ran.err);
}

#[test]
fn arguments_that_are_no_object_are_told() {
    for (arguments, words) in [
        ("[]", "must be a JSON object"),
        ("null", "must be a JSON object"),
        ("7", "must be a JSON object"),
        ("\"ls\"", "must be a JSON object"),
        ("", "not JSON"),
        ("ls", "not JSON"),
        ("{", "not JSON"),
        ("{\"command\":\"ls\",}", "trailing comma"),
        ("{\"command\":\"ls\"} {\"command\":\"rm\"}", "trailing characters"),
        ("{\"command\":\"ls\",\"command\":\"rm\"}", "key `command` stands twice"),
        ("{\"command\":\"ls\",\"comman\\u0064\":\"rm\"}", "key `command` stands twice"),
        ("{\"command\":\"ls\",\"env\":{\"A\":1,\"A\":2}}", "key `A` stands twice"),
        ("{\"command\":\"\\ud800\"}", "not JSON"),
        ("{\"command\":\"ls\",\"timeout\":1e999}", "number out of range"),
        ("{\"command\":\"a\u{1}\"}", "control character"),
    ] {
        for way in [&[][..], &["--json"], &["--explain"]] {
            let all = [way, &["--", "bash", arguments]].concat();
            is_told(arguments, &check(&all, ""), words);
        }
    }
}

#[test]
fn a_command_that_is_missing_or_no_text_is_never_automatic() {
    for arguments in [
        json!({}),
        json!({ "command": null }),
        json!({ "command": 7 }),
        json!({ "command": true }),
        json!({ "command": ["ls", 7] }),
        json!({ "command": [] }),
        json!({ "command": { "command": "ls" } }),
        json!({ "command": "" }),
        json!({ "command": " \n\t" }),
        json!({ "command": null, "cmd": "ls" }),
        json!({ "command": "ls", "cmd": "rm -rf /" }),
        json!({ "command": "ls", "command_b64": "cm0gLXJmIC8=" }),
        json!({ "Command": "ls" }),
        json!({ "script": 7 }),
        json!({ "command": "ls", "cwd": "/" }),
        json!({ "command": "ls", "timeout": "soon" }),
    ] {
        for tool in ["bash", "Bash", "run_command"] {
            for more in [&[][..], &["-m", "yolo"], &["-p", "connectonion"], &["-p", "oricore", "-m", "yolo"]] {
                let text = arguments.to_string();
                for way in [&[][..], &["--explain"], &["--explain", "--json"]] {
                    let ran = check(&[&[tool, text.as_str()], more, way].concat(), "");
                    assert_eq!(ran.code, Some(3), "{tool} {text} {more:?}: {}{}", ran.out, ran.err);
                }
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_told() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let home = Home::new();
    for (tool, arguments) in [(&b"bash"[..], &b"{\"command\":\"ls \xff\"}"[..]), (b"ba\xffsh", b"{}")] {
        let mut command = home.byleave();
        command.arg("check").arg(OsStr::from_bytes(tool)).arg(OsStr::from_bytes(arguments));
        is_told("bytes", &finish(&mut command, b""), "UTF-8");
    }
}

#[test]
fn unknown_profiles_and_modes_are_told() {
    for (option, value, words) in [
        ("-p", "nobody", "unknown profile `nobody`; try one of: byleave"),
        ("-p", "", "unknown profile"),
        ("-p", "Byleave", "unknown profile"),
        ("-m", "wild", "unknown mode `wild`; try one of: default"),
        ("-m", "YOLO", "unknown mode"),
        ("--now", "soon", "not a time"),
        ("--now", "2026-13-45T99:00:00Z", "not a time"),
    ] {
        is_told(value, &check(&["bash", &bash("ls"), option, value], ""), words);
    }
}

#[test]
fn large_and_deep_calls_are_answered() {
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    let deep =
        |depth: usize| format!("{{\"tool\":\"deploy\",\"args\":{{\"x\":{}}},\"default_policy\":true}}", nested(depth));
    let large = 10 << 20;
    let line =
        |tool: &str, arguments: Value| json!({ "tool": tool, "args": arguments, "default_policy": true }).to_string();
    let keys: serde_json::Map<String, Value> = (0..100_000).map(|key| (key.to_string(), Value::Null)).collect();
    for (name, line, expected) in [
        ("10 MB of one word", line("bash", json!({ "command": format!("ls {}", "a".repeat(large)) })), "ask"),
        ("10 MB of a secret", line("deploy", json!({ "x": "AKIA".repeat(large / 4) })), "ask"),
        ("10 MB of text", line("write", json!({ "file_path": "a", "content": "x".repeat(large) })), "ask"),
        ("a path of 10 MB", line("read", json!({ "path": "../".repeat(large / 3) })), "ask"),
        ("100,000 keys", line("bash", Value::Object(keys)), "ask"),
        ("deep, read", deep(100), "ask"),
        ("deep, not read", deep(130), "deny"),
        ("very deep", deep(1_000_000), "deny"),
        ("deep without end", "[".repeat(1_000_000), "deny"),
        ("no object", "[]".to_owned(), "deny"),
        ("tool is no text", "{\"tool\":7,\"args\":{}}".to_owned(), "deny"),
        ("arguments are no object", "{\"tool\":\"bash\",\"args\":[]}".to_owned(), "deny"),
        ("bad base64", "{\"tool\":\"bash\",\"args\":{\"command_b64\":\"?\"}}".to_owned(), "deny"),
        ("bad rule", "{\"tool\":\"bash\",\"args\":{\"command\":\"ls\"},\"rules\":[\"Bash(ls\"]}".to_owned(), "deny"),
        ("rules are no list", "{\"tool\":\"bash\",\"args\":{\"command\":\"ls\"},\"rules\":{}}".to_owned(), "deny"),
    ] {
        let ran = check(&["--batch"], &line);
        let answer: Value = serde_json::from_str(&ran.out).expect("one line of JSON");
        assert_eq!((ran.code, answer["verdict"].as_str()), (Some(0), Some(expected)), "{name}: {}", ran.err);
    }
}

#[test]
fn a_line_without_end_is_refused_and_the_next_one_answered() {
    let ls = json!({ "id": 2, "tool": "bash", "args": { "command": "ls" }, "default_policy": true }).to_string();
    let ran = check(&["--batch"], &format!("{}\n{ls}\n", "x".repeat((64 << 20) + 5)));
    let verdicts: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let verdicts: Vec<&str> = verdicts.iter().filter_map(|answer| answer["verdict"].as_str()).collect();
    assert_eq!((ran.code, verdicts.as_slice()), (Some(0), &["deny", "allow"][..]), "{}", ran.err);
}

/// Runs a call that a broken policy may have been meant to allow.
fn under(policy: impl AsRef<[u8]>) -> Ran {
    let home = Home::new();
    home.write("policy.yaml", policy);
    home.check(&["bash", &bash("make"), "-c", "policy.yaml", "--project", "project", "--cwd", "project"])
}

#[test]
fn broken_policies_are_told() {
    let allow = "permissions: {\"Bash(make)\": {allowed: true}}";
    let laughs = (b'b'..b'k').fold("a: &a [x,x,x,x,x,x,x,x,x]\n".to_owned(), |mut text, name| {
        let before = char::from(name.saturating_sub(1));
        let _ = writeln!(text, "{0}: &{0} [{1}]", char::from(name), vec![format!("*{before}"); 9].join(","));
        text
    });
    for (policy, words) in [
        ("[]".to_owned(), "must be a mapping"),
        ("7".to_owned(), "must be a mapping"),
        (format!("{allow}\nprofile: nobody"), "unknown profile `nobody`"),
        (format!("{allow}\nmode: wild"), "unknown mode `wild`"),
        (format!("{allow}\n{allow}"), "duplicate key `permissions`"),
        ("permissions: {bash: {allowed: true}, bash: {allowed: false}}".to_owned(), "duplicate key `bash`"),
        (format!("{allow}\nmodes: default"), "unknown key `modes`"),
        ("permissions: {\"Bash(make\": {allowed: true}}".to_owned(), "closing `)`"),
        ("permissions: {\"Bash(make)\": {allowed: yes please}}".to_owned(), "allowed"),
        (format!("include: [policy.yaml]\n{allow}"), "includes itself"),
        (format!("include: [nothing.yaml]\n{allow}"), "cannot read `nothing.yaml`"),
        (format!("{laughs}{allow}"), "aliases repeat too much"),
        ("[".repeat(100_000), "limit"),
        (format!("{allow}\n\u{0}"), "policy.yaml"),
        ("#".repeat(20 << 20), "too large"),
        (format!("{allow}\n  - x: ]"), "policy.yaml:2"),
    ] {
        is_told(&policy, &under(&policy), words);
    }
    is_told("bytes", &under(b"permissions: \xff\xfe"), "not UTF-8");
}

#[test]
fn empty_policies_allow_nothing_more() {
    for policy in ["", "\n", "# nothing", "{}", "permissions:", "permissions: {}", "auto_approve_tools: []", "null"] {
        let ran = under(policy);
        assert_eq!(ran.code, Some(3), "{policy:?}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn circular_includes_are_told_at_any_length() {
    for length in [1, 2, 3, 70] {
        let home = Home::new();
        for index in 0..length {
            let next = (index + 1) % length;
            home.write(
                &format!("{index}.yaml"),
                format!("include: [{next}.yaml]\npermissions: {{bash: {{allowed: true}}}}\n"),
            );
        }
        let ran = home.check(&["bash", &bash("make"), "-c", "0.yaml"]);
        // A long circle is too many files before it closes.
        is_told(&length.to_string(), &ran, if length > 64 { "more than 64 files" } else { "includes itself" });
    }
}

#[test]
fn ten_thousand_rules_are_read_and_mean_what_they_say() {
    let mut text = "permissions:\n".to_owned();
    for index in 0..10_000 {
        let _ = writeln!(text, "  \"Bash(tool{index} sub *)\": {{allowed: true, match: [\"tool{index} sub x\"]}}");
    }
    text.push_str("  \"Bash(git push *)\": {allowed: false}\n");
    let home = Home::new();
    home.write("policy.yaml", &text);
    for (command, code) in
        [("tool9999 sub a", 0), ("tool9999 subs a", 3), ("tool10000 sub a", 3), ("git -C . push", 4), ("make", 3)]
    {
        let ran =
            home.check(&["bash", &bash(command), "-c", "policy.yaml", "--project", "project", "--cwd", "project"]);
        assert_eq!(ran.code, Some(code), "{command}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn expressions_that_would_explode_are_told_or_linear() {
    for expression in
        ["(a{1000}){1000}", "((((a{100}){100}){100}){100})", "(?=a)b", "(a)\\\\1", "(", "a{9999999999}", "[z-a]"]
    {
        for key in ["patterns", "blocked_patterns"] {
            let policy = format!("auto_approve_tools: {{bash: {{commands: [make], {key}: [\"{expression}\"]}}}}");
            is_told(&policy, &under(&policy), "Invalid regex pattern");
        }
        let policy = format!("auto_approve_tools: {{bash: {{validate: {{matches: \"{expression}\"}}}}}}");
        is_told(&policy, &under(&policy), "Invalid regex pattern");
    }
    let deep = format!("auto_approve_tools: {{bash: {{patterns: [\"{}a{}\"]}}}}", "(".repeat(5000), ")".repeat(5000));
    is_told("deep", &under(deep), "Invalid regex pattern");
    // The classic of backtracking engines, on the text that makes them explode.
    let home = Home::new();
    home.write("policy.yaml", "auto_approve_tools: {bash: {patterns: [\"^(a+)+$\", \"^(a|aa)+$\", \"^(.*a){20}$\"]}}");
    let ran = home.check(&["bash", &bash(&format!("{}!", "a".repeat(50_000))), "-c", "policy.yaml"]);
    assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_no_policy_and_nobody_waits_for_it() {
    let home = Home::new();
    let made = std::process::Command::new("mkfifo").arg(home.0.join("pipe")).status().expect("mkfifo is there");
    assert!(made.success());
    for path in ["pipe", "project", "/dev/zero", "/dev/null", "nothing.yaml"] {
        is_told(path, &home.check(&["bash", &bash("make"), "-c", path]), "cannot read");
    }
    // A cloned project may hold anything under that name.
    std::fs::create_dir_all(home.0.join("project/.byleave")).expect("a folder");
    std::fs::rename(home.0.join("pipe"), home.0.join("project/.byleave/policy.yaml")).expect("a pipe can be moved");
    is_told("project", &home.check(&["bash", &bash("ls"), "--project", "project"]), "not a regular file");
}
