//! MCP servers in the settings of clients: those that a client starts go behind the gate, nothing else changes, twice is
//! once, and every byte comes back.
#![expect(clippy::expect_used, reason = "a test may fail")]

use byleave_agents::jsonc::{BadSettings, plain};
use byleave_agents::{SERVER_FILES, ServerFile, State};
use proptest::prelude::*;
use serde_json::{Value, json};

const PROGRAM: &str = "/usr/local/bin/byleave";

fn file(path: &str) -> ServerFile {
    *SERVER_FILES.iter().find(|file| file.path == path).expect("a file")
}

/// The states of the servers of a text.
fn states(file: ServerFile, text: &str) -> Vec<(String, State)> {
    file.servers(text).expect("settings").into_iter().map(|one| (one.key, one.state)).collect()
}

#[test]
fn a_server_that_a_client_starts_is_started_by_the_gate() {
    for (path, before, after) in [
        (
            ".cursor/mcp.json",
            r#"{"mcpServers":{"fs":{"command":"npx","args":["-y","x"],"env":{"A":"1"}}}}"#,
            r#"{"mcpServers":{"fs":{"command":"/usr/local/bin/byleave","args":["mcp", "--name", "fs", "--", "npx", "-y","x"],"env":{"A":"1"}}}}"#,
        ),
        (
            ".mcp.json",
            "{\n  \"mcpServers\": {\n    // mine\n    \"My Tools\": {\n      \"command\": \"uvx\", // here\n      \"args\": [\n        \"a\",\n        \"b\"\n      ]\n    },\n  }\n}\n",
            "{\n  \"mcpServers\": {\n    // mine\n    \"My Tools\": {\n      \"command\": \"/usr/local/bin/byleave\", // here\n      \"args\": [\n        \"mcp\",\n        \"--name\",\n        \"My_Tools\",\n        \"--\",\n        \"uvx\",\n        \"a\",\n        \"b\"\n      ]\n    },\n  }\n}\n",
        ),
        (
            ".vscode/mcp.json",
            "{\r\n\t\"inputs\": [],\r\n\t\"servers\": {\r\n\t\t\"s\": {\r\n\t\t\t\"type\": \"stdio\",\r\n\t\t\t\"command\": \"./s\"\r\n\t\t}\r\n\t}\r\n}",
            "{\r\n\t\"inputs\": [],\r\n\t\"servers\": {\r\n\t\t\"s\": {\r\n\t\t\t\"type\": \"stdio\",\r\n\t\t\t\"command\": \"/usr/local/bin/byleave\",\r\n\t\t\t\"args\": [\"mcp\", \"--name\", \"s\", \"--\", \"./s\"]\r\n\t\t}\r\n\t}\r\n}",
        ),
        (
            "opencode.json",
            r#"{"mcp":{"a":{"type":"local","command":["bun","x"],"enabled":false},"b":{"type":"remote","url":"https://b"}}}"#,
            r#"{"mcp":{"a":{"type":"local","command":["/usr/local/bin/byleave", "mcp", "--name", "a", "--", "bun","x"],"enabled":false},"b":{"type":"remote","url":"https://b"}}}"#,
        ),
        (
            ".claude.json",
            r#"{"projects":{"/a":{"mcpServers":{"x":{"command":"x","args":[]}}},"/b":{}},"mcpServers":{"y":{"command":"y \"q\""}}}"#,
            r#"{"projects":{"/a":{"mcpServers":{"x":{"command":"/usr/local/bin/byleave","args":["mcp", "--name", "x", "--", "x"]}}},"/b":{}},"mcpServers":{"y":{"command":"/usr/local/bin/byleave", "args": ["mcp", "--name", "y", "--", "y \"q\""]}}}"#,
        ),
        (
            ".codex/config.toml",
            "model = \"x\" # mine\n[mcp_servers.fs]\ncommand = 'npx' # it\nargs = [\n  \"-y\", # yes\n  'x',\n]\n[mcp_servers.fs.env]\nK = \"v\"\n\n  [mcp_servers.\"a b\"]\n  command = \"run\"\n[mcp_servers.web]\nurl = \"https://w\"\n[other]\ncommand = \"no\"\n",
            "model = \"x\" # mine\n[mcp_servers.fs]\ncommand = \"/usr/local/bin/byleave\" # it\nargs = [\n  \"mcp\",\n  \"--name\",\n  \"fs\",\n  \"--\",\n  'npx',\n  \"-y\", # yes\n  'x',\n]\n[mcp_servers.fs.env]\nK = \"v\"\n\n  [mcp_servers.\"a b\"]\n  command = \"/usr/local/bin/byleave\"\n  args = [\"mcp\", \"--name\", \"a_b\", \"--\", \"run\"]\n[mcp_servers.web]\nurl = \"https://w\"\n[other]\ncommand = \"no\"\n",
        ),
        (
            ".codex/config.toml",
            "mcp_servers.a.command = \"x\"\r\n[mcp_servers]\r\nb = { command = \"y\", env = { A = \"1\" } }\r\n",
            "mcp_servers.a.command = \"/usr/local/bin/byleave\"\r\nmcp_servers.a.args = [\"mcp\", \"--name\", \"a\", \"--\", \"x\"]\r\n[mcp_servers]\r\nb = { command = \"/usr/local/bin/byleave\", args = [\"mcp\", \"--name\", \"b\", \"--\", \"y\"], env = { A = \"1\" } }\r\n",
        ),
    ] {
        let file = file(path);
        let wrapped = file.with(before, PROGRAM).expect("settings");
        assert_eq!(wrapped, after, "{path}");
        assert_eq!(file.with(&wrapped, PROGRAM).expect("settings"), wrapped, "{path}: twice is once");
        assert_eq!(file.without(&wrapped, Some(before)).expect("settings"), before, "{path}: it comes back");
        assert!(states(file, &wrapped).iter().all(|(_, state)| *state != State::Bare), "{path}");
    }
}

#[test]
fn what_is_reached_otherwise_or_is_not_understood_stays_as_it_is() {
    for (path, text, expected) in [
        (".mcp.json", r#"{"mcpServers":{"a":{"type":"http","url":"https://a"}}}"#, State::Remote),
        (".gemini/settings.json", r#"{"mcpServers":{"a":{"httpUrl":"https://a"}}}"#, State::Remote),
        (".codeium/windsurf/mcp_config.json", r#"{"mcpServers":{"a":{"serverUrl":"https://a"}}}"#, State::Remote),
        (
            ".gemini/settings.json",
            r#"{"mcpServers":{"a":{"command":"x","url":"https://a"}}}"#,
            State::Odd("it has a command and an address"),
        ),
        (".mcp.json", r#"{"mcpServers":{"a":{}}}"#, State::Odd("it has neither a command nor an address")),
        (".mcp.json", r#"{"mcpServers":{"a":7}}"#, State::Odd("it is not a map")),
        (".mcp.json", r#"{"mcpServers":{"a":{"command":""}}}"#, State::Odd("its command is not a text")),
        (
            ".mcp.json",
            r#"{"mcpServers":{"a":{"command":"x","args":"-y"}}}"#,
            State::Odd("its arguments are not a list of texts"),
        ),
        (
            ".mcp.json",
            r#"{"mcpServers":{"a":{"command":"x","args":[1]}}}"#,
            State::Odd("its arguments are not a list of texts"),
        ),
        ("opencode.json", r#"{"mcp":{"a":{"command":[]}}}"#, State::Odd("its command is not a list of texts")),
        (
            ".codex/config.toml",
            "[mcp_servers.a]\ncommand = \"\"\"\nx\"\"\"\n",
            State::Odd("its command is not a text on one line"),
        ),
        // A gate that a person wrote, with options of its own, and byleave as a server.
        (
            ".mcp.json",
            r#"{"mcpServers":{"a":{"command":"byleave","args":["mcp","--trust","none","--","x"]}}}"#,
            State::Gated,
        ),
        (".mcp.json", r#"{"mcpServers":{"a":{"command":"/b/byleave","args":["mcp","serve"]}}}"#, State::Gated),
    ] {
        let file = file(path);
        assert_eq!(file.with(text, PROGRAM).expect("settings"), text);
        assert_eq!(file.without(text, None).expect("settings"), text);
        assert_eq!(states(file, text), [("a".to_owned(), expected)], "{text}");
    }
}

#[test]
fn a_gate_that_stood_there_before_stays_and_an_older_program_gives_way() {
    let file = file(".mcp.json");
    let own = r#"{"mcpServers":{"a":{"command":"/old/byleave","args":["mcp","--name","a","--","x"]}}}"#;
    let with = file.with(own, PROGRAM).expect("settings");
    assert_eq!(with, own.replace("/old/byleave", PROGRAM));
    assert_eq!(file.without(&with, Some(own)).expect("settings"), with);
    // Changed since: everything else stays as it is now.
    let before = r#"{"mcpServers":{"a":{"command":"x"}},"n":1}"#;
    let after = file.with(before, PROGRAM).expect("settings").replace("\"n\":1", "\"n\":2");
    assert_eq!(file.without(&after, Some(before)).expect("settings"), before.replace("\"n\":1", "\"n\":2"));
    let longer = after.replace("\"x\"]", "\"x\",]");
    assert_eq!(
        file.without(&longer, None).expect("settings"),
        r#"{"mcpServers":{"a":{"command":"x", "args": []}},"n":2}"#
    );
}

#[test]
fn what_cannot_be_read_is_left_alone() {
    for (path, text) in [(".mcp.json", "{"), (".mcp.json", r#"{"a":1,"a":2}"#)] {
        assert!(file(path).with(text, PROGRAM).is_err(), "{text}");
    }
    for text in
        ["[a", "a", "a = ", "a = \"x", "a = ['1' 2]", "[a]b", "a = {b = 1 c = 2}", "a = 'x\n'", "a = \"\"\"x", "= 1"]
    {
        assert!(matches!(file(".codex/config.toml").with(text, PROGRAM), Err(BadSettings::NotToml(_))), "{text}");
    }
    assert_eq!(file(".mcp.json").with("", PROGRAM), Ok(String::new()));
}

fn server() -> impl Strategy<Value = Value> {
    let word = "[a-z@/. \"\\\\é_-]{1,10}";
    prop_oneof![
        (word, prop::option::of(prop::collection::vec(word, 0..4))).prop_map(|(command, args)| match args {
            Some(args) => json!({ "command": command, "args": args, "env": { "A": "b" } }),
            None => json!({ "type": "stdio", "command": command }),
        }),
        prop::collection::vec(word, 1..4).prop_map(|command| json!({ "command": command })),
        Just(json!({ "url": "https://x" })),
        Just(json!(["odd"])),
    ]
}

/// The same value in another hand.
fn written(value: &Value, style: u8) -> String {
    match style % 4 {
        0 => value.to_string(),
        1 => format!("{value:#}\n"),
        2 => format!("{value:#}").replace("  ", "\t").replace('\n', "\r\n"),
        _ => format!("\u{feff}// mine\n{value:#}\n").replace("\n  ", "\n // c\n  ").replace("\"\n", "\", // last\n"),
    }
}

/// The words that start a server.
fn starts(server: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list =
        |value: &Value| value.as_array().map(|list| list.iter().map(text).collect::<Vec<_>>()).unwrap_or_default();
    match server["command"].as_str() {
        Some(command) => [vec![command.to_owned()], list(&server["args"])].concat(),
        None => list(&server["command"]),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_byte_of_any_servers_comes_back(
        servers in prop::collection::btree_map("[a-zA-Z _é.-]{1,8}", server(), 0..4),
        style in any::<u8>(),
    ) {
        for path in [".mcp.json", "opencode.json", ".vscode/mcp.json"] {
            let key = match path { "opencode.json" => "mcp", ".vscode/mcp.json" => "servers", _ => "mcpServers" };
            let value = json!({ "a": [1, "x"], key: servers, "z": null });
            let file = file(path);
            let styled = written(&value, style);
            // A style may spoil a text in a string.
            let read = serde_json::from_str::<Value>(&plain(&styled)).ok() == Some(value.clone());
            let before = if read && file.servers(&styled).is_ok() { styled } else { format!("{value:#}") };
            let after = file.with(&before, PROGRAM).expect("settings");
            prop_assert_eq!(file.with(&after, PROGRAM).expect("settings"), after.clone(), "twice is once");
            prop_assert_eq!(file.without(&after, Some(&before)).expect("settings"), before.clone(), "{}", after);
            let now: Value = serde_json::from_str(&plain(&after)).expect("settings");
            for (name, old) in value[key].as_object().expect("a map") {
                let (old, new) = (starts(old), starts(&now[key][name]));
                if old.is_empty() {
                    prop_assert_eq!(&now[key][name], &value[key][name]);
                } else {
                    prop_assert_eq!(&new[5..], &old[..]);
                    prop_assert_eq!([&new[0], &new[1], &new[2], &new[4]], [PROGRAM, "mcp", "--name", "--"]);
                }
            }
        }
    }

    #[test]
    fn every_byte_of_any_toml_comes_back(lines in prop::collection::vec(prop::sample::select(vec![
        "# mine\n", "\n", "a = \"b # c\"\n", "x = '[y]'\r\n", "[mcp_servers.a]\n", "[ mcp_servers . 'b c' ]\n", "command = \"npx\"\n",
        "  command = 'x' # c\n", "args = []\n", "args = [ 'a', # b\n \"]\", ]\n", "url = 'https://x'\n", "[mcp_servers.a.env]\n",
        "[[list]]\n", "d = 1979-05-27 07:32:00\n", "mcp_servers.e = { command = \"q\" }\n", "t = \"\"\"\n[mcp_servers.no]\n\"\"\"\n",
        "mcp_servers.f.command = \"g\"\n", "[mcp_servers]\n", "h = { args = ['i'], command = \"j\" }\n",
    ]), 0..10)) {
        let before: String = lines.concat();
        let file = file(".codex/config.toml");
        let after = file.with(&before, PROGRAM).expect("settings");
        prop_assert_eq!(file.with(&after, PROGRAM).expect("settings"), after.clone(), "twice is once");
        prop_assert_eq!(file.without(&after, Some(&before)).expect("settings"), before, "{}", after);
        prop_assert!(states(file, &after).iter().all(|(_, state)| *state != State::Bare));
    }

    #[test]
    fn any_text_is_edited_or_left_alone(text in "[ -~\\n\\t{}\\[\\]\",:/*='#.]{0,60}") {
        for file in SERVER_FILES {
            let _ = file.with(&text, PROGRAM).map(|after| file.without(&after, Some(&text)));
        }
    }
}
