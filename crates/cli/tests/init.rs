//! `byleave init` and `byleave uninstall` on homes of every agent: nothing is lost, and every byte comes back.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod serving;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use serving::terminal::at_terminal;
use serving::{byleave, folder};

/// Settings as people have them: with comments, other hooks, odd indents, no end of line.
const SETTINGS: [(&str, &str); 6] = [
    (
        ".claude/settings.json",
        "{\n    \"model\": \"opus\",\n    \"hooks\": {\n        \"PreToolUse\": [\n            { \"matcher\": \"Bash\", \"hooks\": [{ \"type\": \"command\", \"command\": \"other-guard\" }] }\n        ]\n    },\n    \"env\": { \"A\": \"1\" }\n}",
    ),
    (".codex/hooks.json", "{\"hooks\":{}}\n"),
    (".codex/config.toml", "model = \"x\" # mine\n"),
    (".gemini/settings.json", "{\r\n\t// a comment\r\n\t\"theme\": \"dark\", /* and another */\r\n}\r\n"),
    (".cursor/hooks.json", "{\n  \"version\": 1,\n  \"hooks\": { \"stop\": [] }\n}\n"),
    (".codeium/windsurf/hooks.json", ""),
];

/// Files with MCP servers, below the home directory; the project is `work`.
const SERVERS: [(&str, &str); 8] = [
    (
        ".claude.json",
        "{\n  \"numStartups\": 3,\n  \"projects\": { \"/w\": { \"mcpServers\": { \"db\": { \"command\": \"db-mcp\" } } } },\n  \"mcpServers\": {\n    \"fs\": {\n      \"type\": \"stdio\",\n      \"command\": \"npx\",\n      \"args\": [\n        \"-y\",\n        \"server-fs\"\n      ],\n      \"env\": { \"KEY\": \"k\" }\n    },\n    \"docs\": { \"type\": \"http\", \"url\": \"https://mcp.example/mcp\" }\n  }\n}",
    ),
    (
        ".config/Claude/claude_desktop_config.json",
        "{\"mcpServers\":{\"my notes\":{\"command\":\"uvx\",\"args\":[\"notes\"]}}}",
    ),
    (".cursor/mcp.json", "{ \"mcpServers\": { /* mine */ \"git\": { \"command\": \"uvx\", \"args\": [ ] }, } }\n"),
    (".config/Code/User/mcp.json", "{\r\n\t\"servers\": {\r\n\t\t\"git\": { \"command\": \"uvx\" }\r\n\t}\r\n}\r\n"),
    (".codeium/windsurf/mcp_config.json", "{\"mcpServers\":{\"w\":{\"command\":\"w\"},\"odd\":{\"command\":7}}}"),
    (".config/opencode/opencode.json", "{\"mcp\":{\"o\":{\"type\":\"local\",\"command\":[\"bunx\",\"o\"]}}}"),
    ("work/.mcp.json", "{\n  \"mcpServers\": {\n    \"ours\": { \"command\": \"./serve\" }\n  }\n}\n"),
    ("work/.vscode/mcp.json", "{\"servers\":{\"v\":{\"type\":\"stdio\",\"command\":\"v\"}}}"),
];

/// A home with MCP servers in the files of every client.
fn home_with_servers(name: &str) -> PathBuf {
    let home = home(name);
    for (path, text) in SERVERS {
        let path = home.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let toml = home.join(".codex/config.toml");
    std::fs::write(toml, "model = \"x\" # mine\n\n[mcp_servers.cx]\ncommand = \"cx\" # go\nargs = [\"a\"]\n").unwrap();
    let gemini = "{\n  \"mcpServers\": { \"g\": { \"command\": \"g\", \"args\": [\"1\"] } },\n  \"theme\": \"dark\" // mine\n}\n";
    std::fs::write(home.join(".gemini/settings.json"), gemini).unwrap();
    home
}

fn home(name: &str) -> PathBuf {
    let home = folder(&format!("init-{name}"));
    for (path, text) in SETTINGS {
        let path = home.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    // With a project to work in: without one the repository of these tests would be it.
    for path in [".copilot", ".config/opencode", "Documents/Cline", "work/.git"] {
        std::fs::create_dir_all(home.join(path)).unwrap();
    }
    std::fs::set_permissions(home.join(".claude/settings.json"), std::fs::Permissions::from_mode(0o600)).unwrap();
    home
}

/// All files and folders but byleave's own, with their content and rights.
fn all(home: &Path) -> BTreeMap<PathBuf, (u32, Option<Vec<u8>>)> {
    let mut found = BTreeMap::new();
    let mut open = vec![home.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.ends_with(".local") {
                continue;
            }
            let mode = std::fs::metadata(&path).unwrap().permissions().mode();
            let content = path.is_file().then(|| std::fs::read(&path).unwrap());
            if path.is_dir() {
                open.push(path.clone());
            }
            found.insert(path, (mode, content));
        }
    }
    found
}

#[test]
fn every_byte_comes_back() {
    let home = home("back");
    let before = all(&home);
    let (code, shown) = at_terminal(&home, &["init"], "y");
    assert_eq!(code, 0, "{shown}");
    let during = all(&home);
    for (path, text) in SETTINGS {
        let now = std::fs::read_to_string(home.join(path)).unwrap();
        assert_eq!(now.contains("hook --agent"), path != ".codex/config.toml", "{path}: {now}");
        assert!(shown.contains(path) || path == ".codex/config.toml", "{path} is shown: {shown}");
        for line in text.lines().filter(|line| line.contains("comment") || line.contains("other-guard")) {
            assert!(now.contains(line.trim_end()), "{path} keeps `{line}`: {now}");
        }
    }
    assert!(home.join("Documents/Cline/Hooks/PreToolUse").metadata().unwrap().permissions().mode() & 0o100 != 0);
    assert!(home.join(".config/opencode/plugins/byleave.js").is_file());
    // Twice is once.
    let (code, shown) = at_terminal(&home, &["init"], "y");
    assert!(code == 0 && shown.contains("nothing to change"), "{shown}");
    assert_eq!(all(&home), during);
    let (code, shown) = at_terminal(&home, &["uninstall"], "y");
    assert_eq!(code, 0, "{shown}");
    assert_eq!(all(&home), before);
}

#[test]
fn a_file_that_others_get_with_the_project_is_a_question_of_its_own() {
    for (answers, own, shared, other) in
        [("y\nn\ny", true, false, true), ("y\ny\nn", true, true, false), ("n\ny\nn", false, true, false)]
    {
        let home = home_with_servers("shared");
        let (code, shown) = at_terminal(&home, &["init"], answers);
        assert_eq!(code, 0, "{shown}");
        let gated = |path: &str| std::fs::read_to_string(home.join(path)).unwrap().contains("--name");
        let found = (gated(".cursor/mcp.json"), gated("work/.mcp.json"), gated("work/.vscode/mcp.json"));
        assert_eq!(found, (own, shared, other), "{answers:?}: {shown}");
        assert!(shown.contains("which belongs to the project?"), "{shown}");
    }
    let home = home_with_servers("shared");
    let before = all(&home);
    let (code, shown) = at_terminal(&home, &["init"], "n");
    assert!(code == 1 && shown.contains("nothing was written"), "{shown}");
    assert_eq!(all(&home), before);
}

#[test]
fn mcp_servers_of_clients_go_behind_the_gate_and_every_byte_comes_back() {
    let home = home_with_servers("servers");
    let before = all(&home);
    let (code, shown) = at_terminal(&home, &["init"], "y\ny");
    assert_eq!(code, 0, "{shown}");
    let gate = |name: &str| format!("\"mcp\", \"--name\", \"{name}\", \"--\"");
    for (path, name) in [
        (".claude.json", "db"),
        (".config/Claude/claude_desktop_config.json", "my_notes"),
        (".cursor/mcp.json", "git"),
        (".config/Code/User/mcp.json", "git"),
        (".codeium/windsurf/mcp_config.json", "w"),
        (".config/opencode/opencode.json", "o"),
        (".codex/config.toml", "cx"),
        (".gemini/settings.json", "g"),
        ("work/.mcp.json", "ours"),
        ("work/.vscode/mcp.json", "v"),
    ] {
        let now = std::fs::read_to_string(home.join(path)).unwrap();
        assert!(now.contains(&gate(name)), "{path}: {now}");
        assert!(shown.contains(path), "{path} is shown: {shown}");
    }
    let claude = std::fs::read_to_string(home.join(".claude.json")).unwrap();
    assert!(
        claude.contains("\"--name\",\n        \"fs\",\n        \"--\",\n        \"npx\",\n        \"-y\""),
        "{claude}"
    );
    assert!(claude.contains("\"url\": \"https://mcp.example/mcp\""), "{claude}");
    let gemini = std::fs::read_to_string(home.join(".gemini/settings.json")).unwrap();
    assert!(gemini.contains("hook --agent gemini") && gemini.contains("// mine"), "{gemini}");
    for words in ["docs: a server over HTTP", "odd stays as it is", "my notes (in rules: my_notes)", "pins accept NAME"]
    {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let during = all(&home);
    let (code, shown) = at_terminal(&home, &["init"], "y");
    assert!(code == 0 && shown.contains("nothing to change"), "{shown}");
    assert_eq!(all(&home), during);
    let output = byleave(&home.join("work"), &["doctor", "--json"]).env("HOME", &home).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("MCP server fs") && told.contains("behind the gate"), "{told}");
    let (code, shown) = at_terminal(&home, &["uninstall"], "y");
    assert_eq!(code, 0, "{shown}");
    assert_eq!(all(&home), before);
}

#[test]
fn files_that_others_share_are_a_question_of_their_own() {
    let home = home_with_servers("servers-shared");
    let (code, shown) = at_terminal(&home, &["init"], "y\nn\nn");
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("Everyone who shares the project then needs byleave at "), "{shown}");
    for (path, text) in SERVERS {
        let now = std::fs::read_to_string(home.join(path)).unwrap();
        assert_eq!(now == text, path.starts_with("work/"), "{path}: {now}");
    }
}

#[test]
fn servers_of_a_file_that_was_changed_since_come_back_and_the_change_stays() {
    let home = home_with_servers("servers-changed");
    assert_eq!(at_terminal(&home, &["init"], "y").0, 0);
    // As clients do: the whole file written anew, with other values in it.
    let path = home.join(".claude.json");
    let text = std::fs::read_to_string(&path).unwrap().replace("\"numStartups\": 3", "\"numStartups\": 4");
    std::fs::write(&path, text).unwrap();
    let gemini = home.join(".gemini/settings.json");
    std::fs::write(&gemini, std::fs::read_to_string(&gemini).unwrap().replace("dark", "light")).unwrap();
    assert_eq!(at_terminal(&home, &["uninstall"], "y").0, 0);
    let expected = SERVERS[0].1.replace("\"numStartups\": 3", "\"numStartups\": 4");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
    let left = std::fs::read_to_string(&gemini).unwrap();
    assert!(left.contains("light") && left.contains("\"command\": \"g\"") && !left.contains("byleave"), "{left}");
}

#[test]
fn servers_stay_as_they_are_if_that_is_wanted_or_their_file_is_broken() {
    let home = home_with_servers("servers-no");
    let (code, shown) = at_terminal(&home, &["init", "--no-mcp"], "y");
    assert_eq!(code, 0, "{shown}");
    for (path, text) in SERVERS {
        assert_eq!(std::fs::read_to_string(home.join(path)).unwrap(), text, "{path}");
    }
    std::fs::write(home.join("work/.mcp.json"), "{ broken").unwrap();
    let (code, shown) = at_terminal(&home, &["init", "--agent", "claude"], "y");
    assert!(code == 0 && shown.contains(".mcp.json stay as they are"), "{shown}");
    assert!(std::fs::read_to_string(home.join(".claude.json")).unwrap().contains("--name"));
    assert!(!std::fs::read_to_string(home.join(".cursor/mcp.json")).unwrap().contains("--name"), "another agent's");
    // What is printed for a pipeline holds no tokens of servers.
    let output = byleave(&home.join("work"), &["init", "--for", "ci"]).env("HOME", &home).output().unwrap();
    assert!(!String::from_utf8_lossy(&output.stdout).contains("numStartups"));
}

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn one<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[usize::try_from(self.roll(texts.len() as u64)).unwrap()]
    }

    fn json(&mut self, depth: u64) -> String {
        let gap = self.gap();
        let inner = match self.roll(if depth > 3 { 3 } else { 6 }) {
            0 => self.one(&["null", "true", "-1.5e3", "0"]).to_owned(),
            1 | 2 => self.one(&["\"\"", "\"a // b\"", "\"\\\"*/ ü\"", "\"byleave\"", "\"{[,\""]).to_owned(),
            3 => self.list("[", "]", depth, false),
            _ => self.list("{", "}", depth, true),
        };
        format!("{gap}{inner}{}", self.gap())
    }

    fn list(&mut self, open: &str, close: &str, depth: u64, keyed: bool) -> String {
        let count = self.roll(4);
        let parts: Vec<String> = (0..count)
            .map(|at| {
                let key = if keyed { format!("{}\"k{at}\"{}:", self.gap(), self.gap()) } else { String::new() };
                format!("{key}{}", self.json(depth + 1))
            })
            .collect();
        let comma = if count > 0 && self.roll(3) == 0 { "," } else { "" };
        format!("{open}{}{comma}{}{close}", parts.join(","), self.gap())
    }

    fn gap(&mut self) -> &'static str {
        self.one(&["", "", " ", "\n", "\n  ", "\r\n\t", " // mine\n", "/* , } */", " /* ü */ "])
    }

    /// Settings with hooks of others in them, or without.
    fn settings(&mut self) -> String {
        let hooks = self.one(&[
            "",
            r#""hooks": {},"#,
            r#""hooks": { "PreToolUse": [ /* none */ ], "stop": [] },"#,
            r#""hooks": { "PreToolUse": [{"matcher":"*","hooks":[{"type":"command","command":"guard"}]},] },"#,
            "\"hooks\": { \"BeforeTool\": [{\"hooks\":[]}], // end\n },",
            r#""mcpServers": { "a": { "command": "x", "args": ["y",] }, "b": { "command": "z" /* , */ } },"#,
        ]);
        let mark = self.one(&["", "\u{feff}"]);
        let rest = self.json(0);
        format!("{mark}{}{{{hooks}{}\"x\":{rest}}}{}", self.gap(), self.gap(), self.gap())
    }

    fn toml(&mut self) -> String {
        let lines = [
            "# mine\n",
            "a = \"b # c\"\n",
            "[hooks]\n",
            "[[hooks.PreToolUse]]\r\n",
            "x = '[y]'\n",
            "[mcp_servers.a]\ncommand = 'x'\n",
            "\n",
        ];
        (0..self.roll(8)).map(|_| self.one(&lines)).collect()
    }
}

#[test]
fn every_byte_of_any_settings_comes_back() {
    for seed in 0..24 {
        let mut dice = Dice(seed);
        let home = home(&format!("any-{seed}"));
        for (path, _) in SETTINGS {
            let text = if path == ".codex/config.toml" { dice.toml() } else { dice.settings() };
            std::fs::write(home.join(path), text).unwrap();
        }
        let before = all(&home);
        let (code, shown) = at_terminal(&home, &["init"], "y");
        assert_eq!(code, 0, "{seed}: {shown}");
        assert_ne!(all(&home), before, "{seed}");
        let (code, shown) = at_terminal(&home, &["uninstall"], "y");
        assert_eq!(code, 0, "{seed}: {shown}");
        assert_eq!(all(&home), before, "{seed}");
    }
}

#[test]
fn what_agents_remember_is_shown_and_taken_back_with_a_copy() {
    let home = home("hosts");
    let claude = "{\n  // mine\n  \"permissions\": { \"allow\": [\"Bash(npm test:*)\", \"Bash(rm:*)\"] }\n}\n";
    let files = [
        ("work/.claude/settings.local.json", claude),
        (".codex/rules/default.rules", "prefix_rule(pattern=[\"git\", \"push\"], decision=\"allow\")\n# end\n"),
        (".copilot/permissions-config.json", r#"{"locations":{"/w":{"tool_approvals":[{"kind":"write"}]}}}"#),
        (".gemini/policies/auto-saved.toml", "[[rule]]\ntoolName = \"run_shell_command\"\ndecision = \"allow\"\n"),
        (".cursor/cli-config.json", r#"{"permissions":{"allow":["Shell(ls)"],"deny":["Shell(rm)"]}}"#),
    ];
    for (path, text) in files {
        let path = home.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let run = |words: &[&str]| byleave(&home.join("work"), words).env("HOME", &home).output().unwrap();
    let list = || -> Vec<serde_json::Value> {
        let output = run(&["grants", "list", "--hosts", "--json"]);
        let all: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
        all.into_iter().filter(|one| one["source"] == "agent").collect()
    };
    let found = list();
    let rules: Vec<&str> = found.iter().map(|one| one["pattern"].as_str().unwrap()).collect();
    let codex = "prefix_rule(pattern=[\"git\", \"push\"], decision=\"allow\")";
    let gemini = "toolName = \"run_shell_command\"";
    assert_eq!(rules, ["Bash(npm test:*)", "Bash(rm:*)", codex, gemini, "Shell(ls)", "write"]);
    let text = String::from_utf8(run(&["grants", "list", "--hosts"]).stdout).unwrap();
    assert!(rules.iter().all(|rule| text.contains(rule)) && text.contains("GitHub Copilot"), "{text}");
    assert!(!String::from_utf8(run(&["grants", "list"]).stdout).unwrap().contains("Bash(rm:*)"));
    let ids: Vec<&str> = found[1..].iter().map(|one| one["id"].as_str().unwrap()).collect();
    let words = [&["grants", "revoke"], &ids[..]].concat();
    // Without a person nothing is taken back, and all of them or none.
    assert_eq!(run(&words).status.code(), Some(2));
    let (code, shown) = at_terminal(&home, &["grants", "revoke", ids[0], "h_000000000000"], "");
    assert!(code == 2 && shown.contains("no agent remembers"), "{shown}");
    assert_eq!(list().len(), 6);
    let (code, shown) = at_terminal(&home, &words, "");
    assert_eq!(code, 0, "{shown}");
    assert_eq!(list().len(), 1, "{shown}");
    let left = std::fs::read_to_string(home.join("work/.claude/settings.local.json")).unwrap();
    assert_eq!(left, claude.replace(", \"Bash(rm:*)\"", ""), "every other byte stays");
    let kept = home.join(".local/state/byleave/backups");
    let copies: Vec<String> =
        std::fs::read_dir(kept).unwrap().map(|one| std::fs::read_to_string(one.unwrap().path()).unwrap()).collect();
    assert!(files.iter().all(|(_, text)| copies.iter().any(|copy| copy == text)), "{copies:?}");
}

#[test]
fn what_was_changed_since_stays_changed() {
    let home = home("changed");
    assert_eq!(at_terminal(&home, &["init", "--agent", "claude"], "y").0, 0);
    let path = home.join(".claude/settings.json");
    let text = std::fs::read_to_string(&path).unwrap().replace("opus", "haiku");
    std::fs::write(&path, text).unwrap();
    assert_eq!(at_terminal(&home, &["uninstall"], "y").0, 0);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("haiku") && text.contains("other-guard") && !text.contains("byleave"), "{text}");
}

#[test]
fn nothing_is_written_without_a_person_who_agrees() {
    let home = home("no");
    let before = all(&home);
    let (code, _) = at_terminal(&home, &["init"], "n");
    assert_eq!(code, 1);
    for words in
        [&["init"][..], &["init", "--dry-run"], &["init", "--for", "ci"], &["uninstall"], &["uninstall", "--dry-run"]]
    {
        let output = byleave(&home.join("work"), words).env("HOME", &home).output().unwrap();
        let refused = words == ["init"];
        assert_eq!(output.status.code(), Some(if refused { 2 } else { 0 }), "{words:?}: {output:?}");
        if words.contains(&"ci") || words.contains(&"--dry-run") && words.contains(&"init") {
            assert!(String::from_utf8_lossy(&output.stdout).contains("hook --agent claude"), "{words:?}");
        }
    }
    assert_eq!(all(&home), before);
}

#[test]
fn settings_that_cannot_be_read_stop_only_their_own_agent() {
    for (name, text, why) in [
        ("broken", "{\n  \"a\": broken\n}", "it is not JSON (line 2, column 8)"),
        ("a-list", "[1,2]", "the file is not an object (line 1, column 1)"),
        ("a-text", "{\"hooks\":\"none\"}", "`hooks` is not an object (line 1, column 10)"),
        ("twice", "{\"a\":1,\n\"a\":2}", "the key `a` stands twice (line 2, column 1)"),
    ] {
        let home = home(name);
        let path = home.join(".claude/settings.json");
        std::fs::write(&path, text).unwrap();
        let (code, shown) = at_terminal(&home, &["init"], "y");
        assert!(code == 1 && shown.contains(&format!("settings.json stays as it is: {why}")), "{name}: {shown}");
        assert!(shown.contains("`byleave init --agent claude`"), "{name}: {shown}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "{name}");
        for other in [".codex/hooks.json", ".gemini/settings.json", ".cursor/hooks.json"] {
            let now = std::fs::read_to_string(home.join(other)).unwrap();
            assert!(now.contains("hook --agent"), "{name}: {other}: {now}");
        }
        if name != "broken" {
            continue;
        }
        // The same for the way back.
        std::fs::write(home.join(".codex/hooks.json"), text).unwrap();
        let (code, shown) = at_terminal(&home, &["uninstall"], "y");
        assert!(code == 1 && shown.contains(".codex/hooks.json stays as it is"), "{name}: {shown}");
        assert_eq!(std::fs::read_to_string(home.join(".cursor/hooks.json")).unwrap(), SETTINGS[4].1, "{name}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_stops_only_its_own_agent() {
    let home = home("unwritable");
    // A folder that is a file cannot be written, by root neither.
    std::fs::remove_dir_all(home.join(".copilot")).unwrap();
    std::fs::create_dir(home.join(".copilot")).unwrap();
    std::fs::write(home.join(".copilot/hooks"), "").unwrap();
    let (code, shown) = at_terminal(&home, &["init"], "y");
    assert!(code == 1 && shown.contains("`byleave init --agent copilot`"), "{shown}");
    assert!(std::fs::read_to_string(home.join(".claude/settings.json")).unwrap().contains("hook --agent"));
    assert!(std::fs::read_to_string(home.join(".cursor/hooks.json")).unwrap().contains("hook --agent"));
    let registered = shown.lines().find(|line| line.contains("byleave is registered with")).unwrap();
    assert!(registered.contains("Claude Code") && !registered.contains("Copilot"), "{registered}");
}

/// What `byleave doctor` says of an agent in a directory: its exit code, and the lines of the hooks that decide.
fn doctor(home: &Path, cwd: &Path, agent: &str, variables: &[(&str, &str)]) -> (Option<i32>, Vec<(String, String)>) {
    let output = byleave(cwd, &["doctor", "--json", "--agent", agent])
        .env("HOME", home)
        .env("PATH", "/usr/bin:/bin")
        .env("SHELL", "/bin/sh")
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |one: &serde_json::Value, key: &str| one[key].as_str().unwrap().to_owned();
    let found = told["found"].as_array().unwrap().iter().filter(|one| text(one, "what").contains(" ("));
    (output.status.code(), found.map(|one| (text(one, "what"), text(one, "state"))).collect())
}

#[test]
fn the_doctor_sees_every_layer_that_switches_hooks_off() {
    let home = home("layers");
    assert_eq!(at_terminal(&home, &["init"], "y").0, 0);
    trust_codex(&home);
    let project = home.join("work");
    let below = project.join("a/b");
    std::fs::create_dir_all(&below).unwrap();
    for agent in ["claude", "codex", "gemini", "copilot"] {
        let (code, found) = doctor(&home, &below, agent, &[]);
        assert!(code == Some(0) && found.iter().all(|(_, state)| state == "enforced"), "{agent}: {found:?}");
    }
    let trust = format!("\n[projects.\"{}\"]\ntrust_level = \"trusted\"\n", project.display());
    let own = std::fs::read_to_string(home.join(".codex/config.toml")).unwrap();
    std::fs::write(home.join(".codex/config.toml"), format!("{own}{trust}")).unwrap();
    let files = [
        ("claude", "work/.claude/settings.json", r#"{"disableAllHooks": true}"#, "`disableAllHooks` is true"),
        ("claude", "work/.claude/settings.local.json", r#"{"disableAllHooks": true}"#, "`disableAllHooks` is true"),
        ("claude", "work/.claude/settings.json", "{", "it is not JSON"),
        ("codex", "work/.codex/config.toml", "[features]\nhooks = false\n", "`[features] hooks` is false"),
        (
            "gemini",
            "work/.gemini/settings.json",
            r#"{"hooksConfig":{"enabled":false}}"#,
            "`hooksConfig.enabled` is false",
        ),
        (
            "gemini",
            "work/.gemini/settings.json",
            r#"{"hooksConfig":{"disabled":["byleave"]}} // ours"#,
            "`hooksConfig.disabled` names byleave",
        ),
    ];
    for (agent, path, text, why) in files {
        let path = home.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        let (code, found) = doctor(&home, &below, agent, &[]);
        assert_eq!(code, Some(1), "{agent} {text}: {found:?}");
        for (what, state) in &found {
            assert!(state.starts_with("NOT ENFORCED"), "{agent} {text}: {what}: {state}");
            assert!(state.contains(why) && state.contains(path.to_str().unwrap()), "{agent} {text}: {what}: {state}");
        }
        let (_, shown) = at_terminal(&home, &["init", "--agent", agent], "y");
        // What the terminal repeats of the typed answers may come behind it.
        let last = shown.lines().map(str::trim).rfind(|line| line.len() > 1).unwrap();
        assert!(last.starts_with("STILL TO DO") && last.contains(why), "{agent} {text}: {shown}");
        std::fs::remove_file(&path).unwrap();
    }
    // A project that its user did not trust changes nothing for Codex; what a nearer layer takes back, neither.
    std::fs::write(home.join(".codex/config.toml"), own).unwrap();
    std::fs::create_dir_all(project.join(".codex")).unwrap();
    std::fs::write(project.join(".codex/config.toml"), "[features]\nhooks = false\n").unwrap();
    assert_eq!(doctor(&home, &below, "codex", &[]).0, Some(0));
    std::fs::write(project.join(".claude/settings.json"), r#"{"disableAllHooks": true}"#).unwrap();
    std::fs::write(project.join(".claude/settings.local.json"), r#"{"disableAllHooks": false}"#).unwrap();
    assert_eq!(doctor(&home, &project, "claude", &[]).0, Some(0));
    std::fs::remove_dir_all(project.join(".claude")).unwrap();
    // Settings that lie elsewhere, by a variable.
    for (agent, name) in [
        ("claude", "CLAUDE_CONFIG_DIR"),
        ("codex", "CODEX_HOME"),
        ("copilot", "COPILOT_HOME"),
        ("gemini", "GEMINI_CLI_HOME"),
    ] {
        let (code, found) = doctor(&home, &project, agent, &[(name, "/nowhere")]);
        assert!(code == Some(1) && found.iter().all(|(_, state)| state.contains(name)), "{agent}: {found:?}");
    }
    let (code, found) = doctor(&home, &project, "opencode", &[("OPENCODE_PURE", "1")]);
    assert!(code == Some(1) && found[0].1.contains("OPENCODE_PURE"), "{found:?}");
}

/// Has Codex trust the hooks that are registered, as its own `/hooks` does.
fn trust_codex(home: &Path) {
    let path = home.join(".codex/hooks.json");
    let hooks: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let mut text = std::fs::read_to_string(home.join(".codex/config.toml")).unwrap();
    for (event, key) in [("PreToolUse", "pre_tool_use"), ("PermissionRequest", "permission_request")] {
        let hook = &hooks["hooks"][event][0]["hooks"][0];
        let identity = serde_json::json!({ "event_name": key, "matcher": "*", "hooks": [{
            "async": false, "command": hook["command"], "timeout": 600, "type": "command" }] });
        let hash = byleave_gate::files::pin(identity.to_string().as_bytes());
        let name = path.display();
        writeln!(text, "\n[hooks.state.\"{name}:{key}:0:0\"]\ntrusted_hash = \"{hash}\"").unwrap();
    }
    std::fs::write(home.join(".codex/config.toml"), text).unwrap();
}

#[test]
fn the_doctor_and_init_tell_of_hooks_that_codex_does_not_trust() {
    let home = home("trust");
    let work = home.join("work");
    let todo = "start codex and trust byleave's hooks: enter /hooks";
    let (code, shown) = at_terminal(&home, &["init"], "y");
    assert!(code == 0 && shown.lines().last().unwrap().contains(todo), "{shown}");
    // A second run that changes nothing says so, too.
    let (_, shown) = at_terminal(&home, &["init"], "y");
    assert!(shown.contains("nothing to change") && shown.lines().last().unwrap().contains(todo), "{shown}");
    let (code, found) = doctor(&home, &work, "codex", &[]);
    assert!(code == Some(1) && found.iter().all(|(_, state)| state.contains("before you trust it")), "{found:?}");
    trust_codex(&home);
    let (code, found) = doctor(&home, &work, "codex", &[]);
    assert!(code == Some(0), "{found:?}");
    let (_, shown) = at_terminal(&home, &["init"], "y");
    assert!(!shown.contains("STILL TO DO"), "{shown}");
    // Any change ends the trust.
    let path = home.join(".codex/hooks.json");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("--wait 570", "--wait 560", 1)).unwrap();
    let (code, found) = doctor(&home, &work, "codex", &[]);
    assert!(code == Some(1) && found[0].1.contains("changed since you trusted it"), "{found:?}");
    assert_eq!(found[1].1, "enforced", "only the one that was changed");
    std::fs::write(&path, text).unwrap();
    // The user may switch a hook off.
    let config = home.join(".codex/config.toml");
    let own = std::fs::read_to_string(&config).unwrap();
    std::fs::write(&config, own.replace("trusted_hash", "enabled = false\ntrusted_hash")).unwrap();
    let (code, found) = doctor(&home, &work, "codex", &[]);
    assert!(code == Some(1) && found[0].1.contains("switched off"), "{found:?}");
}

#[test]
fn the_doctor_starts_codex_hooks_in_the_login_shell_as_codex_does() {
    let home = home("profile");
    assert_eq!(at_terminal(&home, &["init", "--agent", "codex"], "y").0, 0);
    trust_codex(&home);
    std::fs::write(home.join(".profile"), "echo welcome\n").unwrap();
    let (code, found) = doctor(&home, &home.join("work"), "codex", &[]);
    assert!(code == Some(0) && found.iter().all(|(_, state)| state == "enforced"), "{found:?}");
    // A shell that runs nothing.
    let (code, found) = doctor(&home, &home.join("work"), "codex", &[("SHELL", "/bin/true")]);
    assert!(code == Some(1) && found.iter().all(|(_, state)| state.contains("NOT ENFORCED")), "{found:?}");
}

#[test]
fn the_doctor_sees_that_a_hook_of_cline_is_no_program() {
    let home = home("cline");
    assert_eq!(at_terminal(&home, &["init", "--agent", "cline"], "y").0, 0);
    assert_eq!(doctor(&home, &home.join("work"), "cline", &[]).0, Some(0));
    let path = home.join("Documents/Cline/Hooks/PreToolUse");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(doctor(&home, &home.join("work"), "cline", &[]).0, Some(1));
}

#[test]
fn a_project_gets_a_policy_that_fits_and_reads() {
    let home = home("policy");
    let project = home.join("app");
    std::fs::create_dir_all(project.join(".git")).unwrap();
    std::fs::write(project.join("Cargo.toml"), "").unwrap();
    std::fs::write(project.join("package.json"), r#"{"scripts":{"test":"x","evil":"y"}}"#).unwrap();
    for (purpose, has, has_not) in [
        ("dev", &["Bash(cargo test *)", "Bash(npm test *)"][..], "evil"),
        ("prod", &["Bash(git push *)", "Bash(terraform apply *)"], "cargo"),
    ] {
        let output = byleave(&project, &["init", "--for", purpose, "--dry-run"]).env("HOME", &home).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let (_, policy) = text.rsplit_once(".byleave/policy.yaml").unwrap();
        assert!(has.iter().all(|rule| policy.contains(rule)) && !policy.contains(has_not), "{policy}");
        let lines = policy.lines().filter_map(|line| line.strip_prefix('+')).filter(|line| !line.starts_with("++"));
        let path = home.join(format!("{purpose}.yaml"));
        std::fs::write(&path, lines.collect::<Vec<_>>().join("\n")).unwrap();
        let read = byleave(&home, &["policy", "validate", path.to_str().unwrap()]).output().unwrap();
        assert!(read.status.success(), "{read:?}");
    }
}

#[test]
fn the_smaller_program_is_registered_if_it_is_of_the_same_version() {
    let home = home("smaller");
    let bin = home.join("bin");
    std::fs::create_dir_all(&bin).unwrap();
    let whole = bin.join("byleave");
    std::fs::copy(env!("CARGO_BIN_EXE_byleave"), &whole).unwrap();
    let beside = bin.join("byleave-hook");
    let shown = || {
        let words = ["init", "--agent", "claude", "--for", "ci"];
        let output = std::process::Command::new(&whole)
            .args(words)
            .current_dir(home.join("work"))
            .env("HOME", &home)
            .env("PATH", "/usr/bin:/bin")
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let says = |version: &str| {
        std::fs::write(&beside, format!("#!/bin/sh\necho byleave-hook {version}\n")).unwrap();
        std::fs::set_permissions(&beside, std::fs::Permissions::from_mode(0o755)).unwrap();
    };
    assert!(shown().contains("/byleave hook --agent claude"), "{}", shown());
    says("0.0.1");
    assert!(shown().contains("/byleave hook --agent claude"), "{}", shown());
    says(env!("CARGO_PKG_VERSION"));
    assert!(shown().contains("/byleave-hook hook --agent claude"), "{}", shown());
    // A program that does not start is none.
    std::fs::set_permissions(&beside, std::fs::Permissions::from_mode(0o644)).unwrap();
    assert!(shown().contains("/byleave hook --agent claude"), "{}", shown());
}

#[test]
fn the_doctor_hears_every_hook_refuse_and_misses_those_that_do_not() {
    let home = home("doctor");
    std::fs::remove_dir_all(home.join(".config/opencode")).unwrap();
    let doctor = |words: &[&str]| {
        let output = byleave(&home.join("work"), &[&["doctor", "--json"], words].concat())
            .env("HOME", &home)
            .env("PATH", "/usr/bin:/bin")
            .output()
            .unwrap();
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code(), told)
    };
    let state = |told: &serde_json::Value, what: &str| {
        let found = told["found"].as_array().unwrap();
        found.iter().find(|one| one["what"].as_str().unwrap().starts_with(what)).unwrap()["state"].to_string()
    };
    let (code, told) = doctor(&["--agent", "claude"]);
    assert!(code == Some(1) && state(&told, "Claude Code PreToolUse").contains("not covered"), "{told}");
    assert_eq!(at_terminal(&home, &["init"], "y").0, 0);
    trust_codex(&home);
    let (code, told) = doctor(&[]);
    assert_eq!(code, Some(0), "{told:#}");
    for what in [
        "Claude Code PreToolUse",
        "Codex PermissionRequest",
        "Gemini CLI BeforeTool",
        "Cursor beforeReadFile",
        "Windsurf pre_write_code",
        "Cline PreToolUse",
        "GitHub Copilot preToolUse",
    ] {
        assert_eq!(state(&told, what), "\"enforced\"", "{what}: {told:#}");
    }
    // A hook that is not asked.
    let path = home.join(".claude/settings.json");
    let text = std::fs::read_to_string(&path).unwrap().replace("out=$(", "exit 0; out=$(");
    std::fs::write(&path, text).unwrap();
    let (code, told) = doctor(&["--agent", "claude"]);
    assert!(code == Some(1) && state(&told, "Claude Code PreToolUse").contains("NOT ENFORCED"), "{told:#}");
}

#[test]
fn files_for_all_users_keep_what_is_in_them_and_every_byte_comes_back() {
    let home = home("managed");
    let image = home.join("image");
    let own: [(&str, &str, &str); 3] = [
        ("etc/claude-code/managed-settings.json", "{ \"model\": \"opus\" } // mine\n", "PreToolUse"),
        ("etc/codex/requirements.toml", "# mine\r\n[features]\r\nhooks = false\r\n", "hooks = true"),
        ("etc/gemini-cli/settings.json", "{\"hooksConfig\":{\"enabled\":false}}", "\"enabled\":true"),
    ];
    for (path, text, _) in own {
        let path = image.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let before = all(&image);
    let words = |more: &[&'static str]| [&["init", "--managed", "--root", "../image"][..], more].concat();
    let (code, shown) = at_terminal(&home, &words(&["--dry-run"]), "");
    assert!(code == 0 && shown.contains("+hooks = true") && all(&image) == before, "{shown}");
    let (code, shown) = at_terminal(&home, &words(&[]), "n");
    assert!(code == 1 && all(&image) == before, "{shown}");
    let (code, shown) = at_terminal(&home, &words(&[]), "y");
    assert_eq!(code, 0, "{shown}");
    for (path, text, with) in own {
        let now = std::fs::read_to_string(image.join(path)).unwrap();
        assert!(now.contains(with) && now.contains("mine") == text.contains("mine"), "{path}: {now}");
    }
    let codex = std::fs::read_to_string(image.join("etc/codex/hooks.json")).unwrap();
    assert!(
        codex.contains("remove its hook from /etc/codex/hooks.json"),
        "who repairs it reads where it stands: {codex}"
    );
    let gemini = std::fs::read_to_string(image.join("etc/gemini-cli/settings.json")).unwrap();
    let gemini: serde_json::Value = serde_json::from_str(&gemini).unwrap();
    let name = gemini["hooks"]["BeforeTool"][0]["hooks"][0]["name"].as_str().unwrap();
    assert!(name.len() > 20, "no project can know the name, or it switches the hook off: {name}");
    let during = all(&image);
    assert!(during.values().all(|(mode, content)| mode & 0o777 == if content.is_some() { 0o644 } else { 0o755 }));
    let (code, shown) = at_terminal(&home, &words(&[]), "y");
    assert!(code == 0 && shown.contains("nothing to change") && all(&image) == during, "twice is once: {shown}");
    let (code, shown) = at_terminal(&home, &["uninstall"], "y");
    assert_eq!(code, 0, "{shown}");
    assert_eq!(all(&image), before);
}

#[test]
fn files_for_all_users_are_written_by_root_for_agents_that_have_them() {
    let home = home("managed-refused");
    for (words, why) in [
        (&["init", "--managed", "--root", "x", "--agent", "cursor"][..], "use one of: claude, codex, gemini"),
        (&["init", "--root", "x"], "--managed"),
    ] {
        let output = byleave(&home.join("work"), words).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && told.contains(why), "{words:?}: {told}");
    }
    // Neither a broken file nor one that says something else is overwritten.
    for (agent, path, text) in [
        ("codex", "etc/codex/requirements.toml", "features = 1\n"),
        ("codex", "etc/codex/requirements.toml", "features.hooks = \"no\"\n"),
        ("gemini", "etc/gemini-cli/settings.json", "{\"hooksConfig\":{\"enabled\":\"no\"}}"),
        ("claude", "etc/claude-code/managed-settings.json", "{"),
    ] {
        let image = home.join("image");
        let _ = std::fs::remove_dir_all(&image);
        std::fs::create_dir_all(image.join(path).parent().unwrap()).unwrap();
        std::fs::write(image.join(path), text).unwrap();
        let (code, shown) = at_terminal(&home, &["init", "--managed", "--root", "../image", "--agent", agent], "y");
        assert!(code == 1 && shown.contains("FAIL"), "{text}: {shown}");
        assert_eq!(std::fs::read_to_string(image.join(path)).unwrap(), text);
    }
}

#[test]
fn the_starter_policy_is_of_the_whole_tree_and_counts_after_one_yes() {
    let home = home("starter");
    let work = home.join("work");
    for (path, text) in [
        ("core/Cargo.toml", ""),
        ("web/tsconfig.json", "{}"),
        ("web/pnpm-lock.yaml", ""),
        ("web/package.json", r#"{"scripts":{"test":"x","evil":"y"}}"#),
        ("services/api/manage.py", ""),
        ("services/api/pyproject.toml", "[tool.ruff]\n"),
        ("node_modules/x/deno.json", "{}"),
        ("a/b/c/d/e/f/g/mix.exs", ""),
    ] {
        let path = work.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    std::os::unix::fs::symlink("/", work.join("root")).unwrap();
    let (code, shown) = at_terminal(&home, &["init", "--agent", "claude", "--no-mcp"], "d\ny\nl");
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("policy") && shown.contains("count from now on") && shown.contains("+++"), "{shown}");
    let policy = std::fs::read_to_string(work.join(".byleave/policy.yaml")).unwrap();
    for rule in [
        "cargo test *",
        "npx tsc *",
        "pnpm run test *",
        "python services/api/manage.py test *",
        "ruff check *",
        "git commit *",
    ] {
        assert!(policy.contains(&format!("\"Bash({rule})\"")), "{rule}: {policy}");
    }
    for rule in ["evil", "npm run test\"", "deno", "mix ", "go test"] {
        assert!(!policy.contains(&format!("Bash({rule}")), "{rule}: {policy}");
    }
    // Trusted, and what no rule names is said: nobody is asked twice.
    let check = byleave(&work, &["check", "cargo test --lib"]).env("HOME", &home).output().unwrap();
    assert_eq!(check.status.code(), Some(0), "{check:?}");
    assert_eq!(std::fs::read_to_string(home.join(".config/byleave/policy.yaml")).unwrap(), "unnamed: leave\n");
    let (code, shown) = at_terminal(&home, &["init", "--agent", "codex", "--no-mcp"], "y");
    assert!(code == 0 && !shown.contains("Calls that no rule names"), "{shown}");
    let printed = byleave(&work, &["policy", "starter"]).env("HOME", &home).output().unwrap();
    assert_eq!(String::from_utf8(printed.stdout).unwrap(), policy);
}

#[test]
fn a_line_of_the_table_is_left_out_by_its_number() {
    let home = home("table");
    let (code, shown) = at_terminal(&home, &["init", "--no-mcp"], "1\ny");
    assert!(code == 0 && shown.contains("(left out)"), "{shown}");
    assert!(!std::fs::read_to_string(home.join(".claude/settings.json")).unwrap().contains("hook --agent"));
    assert!(std::fs::read_to_string(home.join(".gemini/settings.json")).unwrap().contains("hook --agent"));
}

#[test]
fn yes_writes_without_a_question_and_loosens_nothing() {
    let home = home("yes");
    let (code, shown) = at_terminal(&home, &["init", "--yes"], "");
    assert!(code == 0 && !shown.contains("[y]es"), "{shown}");
    assert!(std::fs::read_to_string(home.join(".claude/settings.json")).unwrap().contains("hook --agent"));
    assert!(
        !home.join(".local/state/byleave/trust.json").exists() && !home.join(".config/byleave/policy.yaml").exists()
    );
    let piped = byleave(&home, &["init", "--yes", "--agent", "codex"]).output().unwrap();
    assert_ne!(piped.status.code(), Some(0), "without a terminal nothing is written: {piped:?}");
}

#[test]
fn a_link_that_leads_nowhere_stays_one() {
    let home = home("dangling");
    let link = home.join(".codex/hooks.json");
    std::fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink("../dotfiles/hooks.json", &link).unwrap();
    std::fs::create_dir_all(home.join("dotfiles")).unwrap();
    assert_eq!(at_terminal(&home, &["init", "--agent", "codex", "--no-mcp"], "y").0, 0);
    assert!(
        link.is_symlink()
            && std::fs::read_to_string(home.join("dotfiles/hooks.json")).unwrap().contains("hook --agent")
    );
    assert_eq!(at_terminal(&home, &["uninstall"], "y").0, 0);
    assert!(link.is_symlink() && !home.join("dotfiles/hooks.json").exists());
}

#[test]
fn the_doctor_has_a_line_for_each_agent() {
    let home = home("doctor-lines");
    assert_eq!(at_terminal(&home, &["init", "--agent", "gemini", "--no-mcp"], "y").0, 0);
    let lines = || {
        let words = ["doctor", "--agent", "gemini", "--agent", "copilot"];
        let output = byleave(&home.join("work"), &words).env("HOME", &home).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let told = lines();
    let of = |title: &str| told.lines().filter(|line| line.contains(title)).map(str::to_owned).collect::<Vec<_>>();
    assert!(
        matches!(&of("Gemini CLI")[..], [line] if line.starts_with("✓ Gemini CLI") && line.contains("enforced")),
        "{told}"
    );
    assert!(matches!(&of("Copilot")[..], [line] if line.starts_with("✗ ") && line.contains("byleave init")), "{told}");
}
