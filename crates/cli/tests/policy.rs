//! Policy files on the disk, and the commands around them.
#![cfg(unix)]
#![expect(clippy::expect_used, reason = "a test that cannot even start the command has to fail loudly")]

mod world;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use world::World;

struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl World {
    fn run(&self, arguments: &[&str]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_byleave"));
        command.args(arguments).current_dir(self.root.join("project")).env("HOME", self.root.join("home"));
        command.env("NO_COLOR", "1").env("COLUMNS", "100").env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
        let output = command.output().expect("the command runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is text");
        Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Pins a file as `byleave trust` does after the user agreed.
    fn pin(&self, path: &Path) {
        let sum = Command::new("sha256sum").arg(path).output().expect("a checksum");
        let sum = String::from_utf8(sum.stdout).expect("text").split(' ').next().unwrap_or("").to_owned();
        let json = format!("{{\"files\":{{\"{}\":\"sha256:{sum}\"}},\"levels\":{{}}}}", path.display());
        let state = self.write("home/.local/state/byleave/trust.json", &json);
        fs::set_permissions(state, fs::Permissions::from_mode(0o600)).expect("permissions");
    }

    fn json(&self, arguments: &[&str]) -> serde_json::Value {
        let ran = self.run(arguments);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        serde_json::from_str(&ran.out).expect("the output is JSON")
    }
}

const SEED: &str = r#"
permissions:
  "read_file": {allowed: true, source: config, reason: safe read operation, expires: {type: never}}
  "Bash(git status)": {allowed: true, source: config, reason: safe git read, expires: {type: never}}
"#;

#[test]
fn broken_files_are_shown_with_line_caret_and_suggestion() {
    let world = World::new();
    world.write("project/bad.yaml", "permissions:\n  \"Bash(ls *)\": { allowed: true, reson: x }\n");
    let ran = world.run(&["policy", "validate", "bad.yaml"]);
    assert_eq!(ran.code, Some(2));
    for part in
        ["error: unknown key `reson` in `Bash(ls *)`", "--> bad.yaml:2:34", "^^^^^", "help: did you mean `reason`?"]
    {
        assert!(ran.err.contains(part), "{part}\n{}", ran.err);
    }
}

#[test]
fn r117_and_r118_are_literal() {
    let world = World::new();
    world.write("project/a.yaml", "auto_approve_tools: {bash: {command: [ls]}}\n");
    world.write("project/b.yaml", "auto_approve_tools: {bash: {patterns: [\"(\"]}}\n");
    let ran = world.run(&["policy", "validate", "a.yaml", "b.yaml"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("Unknown auto-approve keys for 'bash': {'command'}"), "{}", ran.err);
    assert!(ran.err.contains("Invalid regex pattern '(': unclosed group"), "{}", ran.err);
}

#[test]
fn approvals_are_validated_dumped_linted_and_explained() {
    let world = World::new();
    world.write(
        "project/p.yaml",
        "ask: { approvals: 2 }\npermissions:\n  \"Bash(npm publish *)\": { allowed: ask, approvals: 3 }\n",
    );
    assert_eq!(world.run(&["policy", "validate", "p.yaml"]).code, Some(0));
    world.write("project/wrong.yaml", "permissions:\n  \"Bash(npm publish *)\": { allowed: true, approvals: 3 }\n");
    let ran = world.run(&["policy", "validate", "wrong.yaml"]);
    assert!(ran.code == Some(2) && ran.err.contains("it never asks"), "{}", ran.err);
    let dump = world.json(&["policy", "dump", "-c", "p.yaml"]);
    assert_eq!(dump.pointer("/ask/approvals"), Some(&2.into()), "{dump}");
    assert_eq!(dump.pointer("/rules/0/approvals"), Some(&3.into()), "{dump}");
    let runtime = world.json(&["policy", "dump", "--runtime", "-c", "p.yaml"]);
    assert_eq!(runtime.pointer("/Bash(npm publish *)/approvals"), Some(&3.into()), "{runtime}");
    assert_eq!(world.run(&["policy", "lint", "-c", "p.yaml"]).code, Some(0));
    let schema = world.json(&["policy", "schema"]);
    assert_eq!(schema.pointer("/$defs/approvals/minimum"), Some(&1.into()));
    for (command, people) in [("npm publish", "3 different people"), ("npm install", "2 different people")] {
        let call = format!("{{\"command\":\"{command}\"}}");
        let ran = world.run(&["check", "bash", &call, "--explain", "-c", "p.yaml"]);
        let text = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(ran.code == Some(3) && text.contains(people), "{}", ran.out);
    }
}

#[test]
fn settings_with_comments_are_imported_with_a_report_and_exported_again() {
    let world = World::new();
    world.write(
        "project/opencode.jsonc",
        "{ // mine\n  \"permission\": { \"bash\": { \"*\": \"ask\", \"npm test\": \"allow\", /* no */ \"rm*\": \"deny\", }, },\n}\n",
    );
    let ran = world.run(&["policy", "import", "opencode", "opencode.jsonc"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.ends_with("permissions:\n  \"Bash(npm test)\": { allowed: true }\n"), "{}", ran.out);
    assert!(ran.err.contains("left out the command `rm*`"), "{}", ran.err);
    world.write("project/p.yaml", &ran.out);
    let ran = world.run(&["policy", "export", "gemini", "-c", "p.yaml"]);
    assert!(ran.out.contains("toolName = \"run_shell_command\"\ncommandPrefix = \"npm test\"\n"), "{}", ran.out);
    world.write("project/cursor.json", "{\"permissions\": {\"allow\": [\"Shell(git status)\"], \"deny\": []}} // end");
    assert!(world.run(&["policy", "import", "cursor", "cursor.json"]).out.contains("Bash(git status *)"));
    world.write("project/not.json", "[]");
    for agent in ["cursor", "copilot", "opencode"] {
        assert_eq!(world.run(&["policy", "import", agent, "not.json"]).code, Some(2), "{agent}");
    }
}

#[test]
fn what_becomes_of_a_question_without_an_approver_is_dumped_and_explained() {
    let world = World::new();
    world.write(
        "project/p.yaml",
        "ask: { unattended: deny }\npermissions:\n  \"Bash(npm publish *)\": { allowed: ask, unattended: escalate }\n",
    );
    let dump = world.json(&["policy", "dump", "-c", "p.yaml"]);
    assert_eq!(dump.pointer("/ask/unattended"), Some(&"deny".into()), "{dump}");
    assert_eq!(dump.pointer("/rules/0/unattended"), Some(&"escalate".into()), "{dump}");
    let schema = world.json(&["policy", "schema"]);
    assert_eq!(schema.pointer("/$defs/unattended/enum/1"), Some(&"wait".into()));
    for (command, words) in [("npm publish", "the hub escalates it at once"), ("npm install", "it is refused at once")]
    {
        let call = format!("{{\"command\":\"{command}\"}}");
        let ran = world.run(&["check", "bash", &call, "--explain", "-c", "p.yaml"]);
        let text = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(ran.code == Some(3) && text.contains(words), "{}", ran.out);
    }
}

#[test]
fn r144_and_r167_the_runtime_form() {
    let world = World::new();
    world.write("project/p.yaml", SEED);
    let dump = world.json(&["policy", "dump", "--runtime", "-c", "p.yaml"]);
    let expected = serde_json::json!({
        "allowed": true, "source": "config", "reason": "safe git read",
        "when": {"command": "git status"}, "expires": {"type": "never"}
    });
    assert_eq!(dump.get("bash"), Some(&expected));
}

#[test]
fn r087_every_way_of_writing_gives_the_same_policy() {
    let world = World::new();
    let ways = [
        "permissions: {\"Bash(git *)\": {allowed: true, reason: r}}",
        "permissions: {bash: {allowed: true, reason: r, when: {command: git *}}}",
        "{\"permissions\": {\"shell(git *)\": {\"allowed\": true, \"reason\": \"r\"}}}",
        "permissions:\n  Bash(git *):\n    reason: r\n    allowed: true\n    expires: never\n    source: config\n",
    ];
    let dumps: Vec<_> = ways
        .iter()
        .map(|way| {
            world.write("project/p.yaml", way);
            world.json(&["policy", "dump", "--runtime", "-c", "p.yaml"])
        })
        .collect();
    assert!(dumps.windows(2).all(|pair| matches!(pair, [one, other] if one == other)), "{dumps:#?}");
}

#[test]
fn a_project_only_tightens_until_its_file_is_trusted() {
    let world = World::new();
    let host = world.write("project/.co/host.yaml", &format!("{SEED}  \"Bash(npm publish *)\": {{allowed: false}}\n"));
    let patterns = |world: &World| {
        let dump = world.json(&["policy", "dump"]);
        let rules = dump.get("rules").and_then(|rules| rules.as_array()).cloned().unwrap_or_default();
        rules.iter().filter_map(|rule| rule.get("pattern")?.as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(patterns(&world), ["Bash(npm publish *)"]);
    let ran = world.run(&["policy", "dump"]);
    assert!(ran.err.contains("not trusted; ignored: 2 rules that allow"), "{}", ran.err);
    world.pin(&host);
    assert_eq!(patterns(&world), ["read_file", "Bash(git status)", "Bash(npm publish *)"]);
    assert_eq!(world.run(&["trusted", ".co/host.yaml"]).code, Some(0));
    fs::write(&host, format!("{SEED}# changed\n")).expect("a file");
    assert_eq!(patterns(&world), Vec::<String>::new());
    assert_eq!(world.run(&["trusted", ".co/host.yaml"]).code, Some(1));
}

#[test]
fn trust_needs_a_person_at_a_terminal() {
    let world = World::new();
    world.write("project/.byleave/policy.yaml", "mode: yolo\n");
    for arguments in [&["trust"][..], &["trust", "x.yaml"], &["untrust"], &["project", "level", ".", "automated"]] {
        let ran = world.run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}");
        assert!(ran.err.contains("needs a person at a terminal"), "{}", ran.err);
    }
    assert!(!world.root.join("home/.local").exists());
    let unknown = world.run(&["project", "level", ".", "best"]);
    assert!(unknown.err.contains("unknown level `best`; try one of: new, trusted, automated"), "{}", unknown.err);
}

#[test]
fn broken_trust_or_files_stop_everything() {
    let world = World::new();
    let state = world.write("home/.local/state/byleave/trust.json", "{}");
    fs::set_permissions(&state, fs::Permissions::from_mode(0o666)).expect("permissions");
    assert!(world.run(&["policy", "dump"]).err.contains("others may write it"));
    fs::set_permissions(&state, fs::Permissions::from_mode(0o600)).expect("permissions");
    fs::write(&state, "{\"files\": 3}").expect("a file");
    assert_eq!(world.run(&["policy", "dump"]).code, Some(2));
    fs::remove_file(&state).expect("a file");
    for (name, text) in [
        ("home/.config/byleave/policy.yaml", "mode: fast\n"),
        ("project/.byleave/policy.yaml", "permissions: {a: {allowed: false, x: 1}}\n"),
        ("project/.co/host.yaml", "permissions: [\n"),
    ] {
        let path = world.write(name, text);
        assert_eq!(world.run(&["policy", "dump"]).code, Some(2), "{name}");
        fs::remove_file(path).expect("a file");
    }
    for arguments in [
        &["policy", "dump", "-c", "missing.yaml"][..],
        &["policy", "dump", "-c", "."],
        &["policy", "dump", "-c", "/dev/zero"],
    ] {
        let ran = world.run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}");
        assert!(ran.err.contains("cannot read"), "{}", ran.err);
    }
    fs::write(world.root.join("project/raw.yaml"), b"mode: \xff").expect("a file");
    assert!(world.run(&["policy", "dump", "-c", "raw.yaml"]).err.contains("not UTF-8"));
}

#[test]
fn includes_are_followed_but_not_in_circles() {
    let world = World::new();
    world.write("project/a.yaml", "include: [sub/b.yaml]\npermissions: {one: {allowed: true}}\n");
    world.write("project/sub/b.yaml", "permissions: {two: {allowed: true}}\n");
    let dump = world.json(&["policy", "dump", "-c", "a.yaml"]);
    assert_eq!(dump.pointer("/rules/1/pattern"), Some(&serde_json::json!("two")));
    world.write("project/sub/b.yaml", "include: [../a.yaml]\n");
    let ran = world.run(&["policy", "dump", "-c", "a.yaml"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("`../a.yaml` includes itself"), "{}", ran.err);
    let secret = world.write("home/secret", "token: hunter2\n");
    world.write("project/.byleave/policy.yaml", &format!("include: [\"{}\"]\n", secret.display()));
    let ran = world.run(&["policy", "dump"]);
    assert!(ran.err.contains("is outside the project") && !ran.err.contains("hunter2"), "{}", ran.err);
}

#[test]
fn cases_are_run_and_reported() {
    let world = World::new();
    world.write("project/p.yaml", "permissions: {\"Bash(git push *)\": {allowed: false}}\n");
    world.write(
        "project/good.yaml",
        "- {command: git push, expect: deny, rule: Bash(git push *)}\n- {command: git status, expect: allow}\n",
    );
    let ran = world.run(&["policy", "test", "good.yaml", "-c", "p.yaml"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "2 passed, 0 failed\n"), "{}", ran.err);
    world.write(
        "project/bad.yaml",
        "- command: git push <&\"\n  expect: allow\n- {tool: write, args: {file_path: a}, expect: ask, rule: none}\n",
    );
    let ran = world.run(&["policy", "test", "bad.yaml", "-c", "p.yaml", "--junit", "out.xml"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("FAILED bad.yaml:1:3"), "{}", ran.out);
    assert!(ran.out.contains("expected the rule none, got no rule"), "{}", ran.out);
    let xml = fs::read_to_string(world.root.join("project/out.xml")).expect("a report");
    assert!(xml.contains("tests=\"2\" failures=\"2\"") && xml.contains("git push &lt;&amp;&quot;"), "{xml}");
    for (text, part) in [
        ("- {command: ls}", "does not say what to expect"),
        ("- {command: ls, tool: x, expect: ask}", "either a `command` or a `tool`"),
        ("- {command: ls, expects: ask, expect: ask}", "unknown key `expects` in a case"),
        ("- {command: ls, expect: maybe}", "unknown verdict `maybe`"),
        ("", "there are no cases"),
    ] {
        world.write("project/x.yaml", text);
        let ran = world.run(&["policy", "test", "x.yaml"]);
        assert_eq!(ran.code, Some(2), "{text}");
        assert!(ran.err.contains(part), "{text}: {}", ran.err);
    }
}

#[test]
fn r276_the_level_of_a_project_sets_its_mode() {
    let world = World::new();
    world.write("home/.config/byleave/policy.yaml", "trust: {new: default, trusted: autoEdit, automated: yolo}\n");
    let mode = |world: &World| world.json(&["policy", "dump"]).get("mode").cloned();
    assert_eq!(mode(&world), Some("default".into()));
    let project = world.root.join("project");
    let state = world.write(
        "home/.local/state/byleave/trust.json",
        &format!("{{\"levels\":{{\"{}\":\"trusted\"}}}}", project.display()),
    );
    fs::set_permissions(state, fs::Permissions::from_mode(0o600)).expect("permissions");
    assert_eq!(mode(&world), Some("autoEdit".into()));
}

#[test]
fn the_other_commands_answer() {
    let world = World::new();
    let schema = world.json(&["policy", "schema"]);
    assert!(schema.pointer("/$defs/entry/properties/allowed").is_some());
    let profiles = world.run(&["help", "profiles"]);
    assert_eq!(profiles.code, Some(0));
    for word in ["connectonion", "oricore", "ollama", "autoEdit", "yolo", "onToolApprove", "network"] {
        assert!(profiles.out.contains(word), "{word}");
    }
    world.write("project/p.yaml", "permissions: {\"Bash(python *)\": {allowed: true}}\n");
    let lint = world.run(&["policy", "lint", "-c", "p.yaml"]);
    assert_eq!(lint.code, Some(1));
    assert!(
        lint.out.contains("p.yaml:1: broad `Bash(python *)`: `python` runs any program that it is given"),
        "{}",
        lint.out
    );
    world.write("project/p.yaml", "permissions: {\"Bsh(ls)\": {allowed: true}, \"mine(ls)\": {allowed: true}}\n");
    let lint = world.run(&["policy", "lint", "-c", "p.yaml"]);
    assert!(lint.out.contains("unknown `Bsh(ls)`: byleave knows no tool"), "{}", lint.out);
    assert!(lint.out.contains("did you mean `bash`?"), "{}", lint.out);
    assert!(!lint.out.contains("mine(ls)"), "a tool of one's own: {}", lint.out);
    // A file is looked at before it is trusted: that is when one wants to know.
    world.write("project/.byleave/policy.yaml", "permissions: {\"Bash(python *)\": {allowed: true}}\n");
    let lint = world.run(&["policy", "lint"]);
    assert_eq!(lint.code, Some(1), "{}", lint.out);
    assert!(lint.out.contains("broad `Bash(python *)`"), "{}", lint.out);
    assert!(lint.out.contains("1 of them without effect until `byleave trust`, 1 to look at"), "{}", lint.out);
    std::fs::remove_file(world.write("project/.byleave/policy.yaml", "")).unwrap();
    for command in ["ls", "pwd", "make"] {
        let checked = world.run(&["check", command]);
        assert_eq!(checked.code, Some(if command == "make" { 3 } else { 0 }), "{command}: {}", checked.out);
    }
    world.write("project/s.json", "{\"permissions\":{\"allow\":[\"Bash(npm test:*)\"]}}");
    let import = world.run(&["policy", "import", "claude", "s.json"]);
    assert_eq!(import.out, "permissions:\n  \"Bash(npm test *)\": { allowed: true }\n");
    world.write("project/s.json", "nonsense");
    assert_eq!(world.run(&["policy", "import", "claude", "s.json"]).code, Some(2));
}

#[test]
fn rules_are_exported_into_the_settings_of_claude_and_codex() {
    let world = World::new();
    let own = world.write("own.yaml", "permissions:\n  Bash(make): { allowed: true }\n  Bash(cargo test *): { allowed: true }\n  Bash(git push *): { allowed: false, reason: people push }\n");
    let own = own.to_string_lossy().into_owned();
    let settings = world.write(
        "project/.claude/settings.local.json",
        "{\n  \"permissions\": { \"deny\": [\"Bash(rm:*)\"] },\n  \"model\": \"x\"\n}\n",
    );
    let asked = world.run(&["policy", "export", "claude", "-c", &own]);
    assert!(asked.code == Some(2) && asked.err.contains("needs a person at a terminal"), "{}", asked.err);
    let dry = world.json(&["policy", "export", "claude", "-c", &own, "--json"]);
    assert!(dry["left_out"][0].as_str().is_some_and(|note| note.contains("Bash(cargo test *)")), "{dry}");
    assert!(!fs::read_to_string(&settings).expect("settings").contains("make"), "neither of them wrote");
    let ran = world.run(&["policy", "export", "claude", "-c", &own, "--yes"]);
    assert!(ran.code == Some(0) && ran.out.contains("left out `Bash(cargo test *)`"), "{} {}", ran.out, ran.err);
    let text = fs::read_to_string(&settings).expect("settings");
    let written: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(written["permissions"]["deny"], serde_json::json!(["Bash(rm:*)", "Bash(git push:*)"]), "{text}");
    assert_eq!(
        (&written["permissions"]["allow"], &written["model"]),
        (&serde_json::json!(["Bash(make)"]), &serde_json::json!("x"))
    );
    let again = world.run(&["policy", "export", "claude", "-c", &own, "--yes"]);
    assert!(again.out.contains("nothing to change"), "{}", again.out);
    assert_eq!(fs::read_to_string(&settings).expect("settings"), text);
    let ran = world.run(&["policy", "export", "codex", "-c", &own, "--yes"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let rules = fs::read_to_string(world.root.join("home/.codex/rules/byleave.rules")).expect("rules");
    assert!(
        rules.contains(
            r#"prefix_rule(pattern = ["git","push"], decision = "forbidden", justification = "people push")"#
        ),
        "{rules}"
    );
    assert!(!rules.contains("make"), "{rules}");
    // A link out of the project is not followed.
    fs::remove_file(&settings).expect("it is there");
    std::os::unix::fs::symlink(world.root.join("elsewhere.json"), &settings).expect("a link");
    let ran = world.run(&["policy", "export", "claude", "-c", &own, "--yes"]);
    assert!(ran.code == Some(2) && ran.err.contains("link out of the project"), "{}", ran.err);
    assert!(!world.root.join("elsewhere.json").exists());
}
