//! MCP servers in the settings of clients: those that a client starts go behind the gate, nothing else changes, twice is
//! once, and every byte comes back.
#![expect(clippy::expect_used, reason = "a test may fail")]

use byleave_agents::jsonc::{BadSettings, Position, plain};
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
            "mcp_servers.a.command = \"x\"\r\nmcp_servers.b = { command = \"y\", env = { A = \"1\" } }\r\n",
            "mcp_servers.a.command = \"/usr/local/bin/byleave\"\r\nmcp_servers.a.args = [\"mcp\", \"--name\", \"a\", \"--\", \"x\"]\r\nmcp_servers.b = { command = \"/usr/local/bin/byleave\", args = [\"mcp\", \"--name\", \"b\", \"--\", \"y\"], env = { A = \"1\" } }\r\n",
        ),
        (
            ".codex/config.toml",
            "\u{feff}mcp_servers.a.command = 'x'",
            "\u{feff}mcp_servers.a.command = \"/usr/local/bin/byleave\"\nmcp_servers.a.args = [\"mcp\", \"--name\", \"a\", \"--\", 'x']",
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
        ("opencode.json", r#"{"mcp":{"a":{"command":[]}}}"#, State::Odd("its command is an empty list")),
        (
            "opencode.json",
            r#"{"mcp":{"a":{"command":["x"],"args":["y"]}}}"#,
            State::Odd("its command is a list and has arguments beside it"),
        ),
        (".codex/config.toml", "mcp_servers.a = 7", State::Odd("it is not a map")),
        (".codex/config.toml", "[[mcp_servers.a]]\ncommand = 'x'\n", State::Odd("it is not a map")),
        (".codex/config.toml", "mcp_servers.a.url = 'https://a'", State::Remote),
        (
            ".codex/config.toml",
            "[mcp_servers.a]\ncommand = 'x'\n[[mcp_servers.a.args]]\n",
            State::Odd("its arguments are not a list of texts"),
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
fn a_comma_that_a_person_put_behind_the_last_word_goes_with_it() {
    let file = file(".codex/config.toml");
    let with = file.with("[mcp_servers.a]\ncommand = 'x'\nargs = []\n", PROGRAM).expect("settings");
    let longer = with.replace("'x']", "'x' # mine,\n , ]");
    assert_ne!(with, longer);
    assert_eq!(file.without(&longer, None).expect("settings"), "[mcp_servers.a]\ncommand = 'x'\nargs = [ ]\n");
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
    let twice = "[mcp_servers.a]\ncommand = 'x'\n[mcp_servers.a]\ncommand = 'y'\n";
    assert_eq!(
        file(".codex/config.toml").with(twice, PROGRAM),
        Err(BadSettings::NotToml(Position { line: 3, column: 14 }))
    );
    assert!(file(".codex/config.toml").with(&format!("a = {}", "[".repeat(100_000)), PROGRAM).is_err());
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
    let command = &server["command"];
    command.as_str().map_or_else(|| list(command), |one| [vec![one.to_owned()], list(&server["args"])].concat())
}

/// How a file of Codex tells a server.
#[derive(Clone, Copy, Debug)]
enum Told {
    Header,
    OddHeader,
    Dotted,
    Inline,
}

/// A server in TOML: its command and its arguments as they are written, and which of the two stands first.
type Written = (Told, &'static str, Option<&'static str>, bool);

fn toml_server() -> impl Strategy<Value = Written> {
    let told = prop::sample::select(vec![Told::Header, Told::OddHeader, Told::Dotted, Told::Inline]);
    let command = prop::sample::select(vec![
        "\"npx\"",
        "'a b'",
        r#""q\"\\é\U0001F600\t# ]""#,
        "\"\"\"\nm\n\"\"\"",
        "'''[mcp_servers.no]'''",
    ]);
    let args = prop::sample::select(vec![
        "[]",
        "[ # none\n]",
        "['a']",
        "[ 'a', # b\n \"]\", ]",
        "[\n\t\"a\"\n\t, # ,\n]",
        "[\n    'a',\n    '''b\n''',\n]",
    ]);
    (told, command, prop::option::of(args), any::<bool>())
}

/// The fields of a server, with something before each and something between two of them.
fn told(server: &Written, before: &str, between: &str) -> String {
    let (_, command, args, first) = server;
    let mut fields = vec![format!("{before}command = {command}")];
    fields.extend(args.map(|args| format!("{before}args={args}")));
    if *first {
        fields.reverse();
    }
    fields.push(format!("{before}env . A = \"1\""));
    fields.join(between)
}

/// A file with servers and much else.
fn toml_file(servers: &[Written], whole: u8, end: u8) -> String {
    let inside = |at: usize, server: &Written| match server.0 {
        Told::Dotted => told(server, &format!("'s {at}' . "), ", "),
        Told::Inline | Told::Header | Told::OddHeader => format!("'s {at}' = {{ {} }}", told(server, "", ", ")),
    };
    let all = servers.iter().enumerate();
    // What stands before the first table, and what stands below it.
    let (above, below): (Vec<String>, Vec<String>) = match whole % 3 {
        0 => {
            let inside: Vec<String> = all.map(|(at, one)| inside(at, one)).collect();
            (vec![format!("mcp_servers = {{{}}}\n", inside.join(" , "))], Vec::new())
        }
        1 => {
            let line = |(at, one): (usize, &Written)| match one.0 {
                Told::Dotted => format!("{}\n", told(one, &format!("  \"s {at}\"."), "\n")),
                Told::Inline | Told::Header | Told::OddHeader => format!("\t{} # c\n", inside(at, one)),
            };
            (Vec::new(), std::iter::once("[mcp_servers] # all\n".to_owned()).chain(all.map(line)).collect())
        }
        _ => {
            let one = |(at, one): (usize, &Written)| match one.0 {
                Told::Header => format!("[mcp_servers.\"s {at}\"]\n{}\n", told(one, "", " # c\n\n")),
                Told::OddHeader => format!(" [ mcp_servers . 's {at}' ]#\n{}\n", told(one, "\t ", "\n")),
                Told::Dotted => format!("{}\n", told(one, &format!("mcp_servers . 's {at}'."), "\n")),
                Told::Inline => format!("mcp_servers.'s {at}' = {{{}}}\n", told(one, " ", " ,")),
            };
            all.map(one).partition(|text| text.starts_with("mcp_servers"))
        }
    };
    let (above, below) = (above.concat(), below.concat());
    let mine = "z.b = 1 # mine\ny = \"\"\"\n[mcp_servers.no]\ncommand = 'no'\n\"\"\"\nz.a = [{ command = 'no' }]\n";
    let top = if end & 8 == 0 { format!("{mine}{above}") } else { format!("{above}{mine}") };
    let text = format!(
        "{top}d = 1979-05-27 07:32:00\n[other.mcp_servers.no]\ncommand = 'no'\n[[list]]\n[[list]]\n[\"mcp_servers.no\"]\n\
         command='no'\n{below}\n[last]\nx = 1_0.0\n"
    );
    let text = if end & 1 == 0 { text } else { text.replace('\n', "\r\n") };
    let text = if end & 2 == 0 { text } else { text.trim_end().to_owned() };
    if end & 4 == 0 { text } else { format!("\u{feff}{text}") }
}

/// The words that start each server of a file of Codex.
fn toml_starts(text: &str) -> Vec<Vec<String>> {
    let root = toml::de::DeTable::parse(text).expect("TOML");
    let servers = root.get_ref().get("mcp_servers").and_then(|all| all.get_ref().as_table());
    let words = |server: &toml::Spanned<toml::de::DeValue<'_>>| {
        let command = server.get_ref().get("command").into_iter();
        let args = server.get_ref().get("args").and_then(|args| args.get_ref().as_array()).into_iter().flatten();
        command.chain(args).map(|word| word.get_ref().as_str().expect("text").to_owned()).collect()
    };
    servers.into_iter().flat_map(toml::map::Map::values).map(words).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_byte_of_any_toml_comes_back(
        servers in prop::collection::vec(toml_server(), 0..5),
        whole in any::<u8>(),
        end in any::<u8>(),
    ) {
        let file = file(".codex/config.toml");
        let before = toml_file(&servers, whole, end);
        prop_assert_eq!(states(file, &before).len(), servers.len(), "{}", before);
        let after = file.with(&before, PROGRAM).expect("settings");
        prop_assert_eq!(file.with(&after, PROGRAM).expect("settings"), after.clone(), "twice is once");
        prop_assert_eq!(file.without(&after, Some(&before)).expect("settings"), before.clone(), "{}", after);
        prop_assert!(states(file, &after).iter().all(|(_, state)| *state == State::Gated), "{}", after);
        for (at, (old, new)) in toml_starts(&before).into_iter().zip(toml_starts(&after)).enumerate() {
            let gate = [PROGRAM, "mcp", "--name", &format!("s_{at}"), "--"].map(str::to_owned);
            prop_assert_eq!(new, [gate.as_slice(), &old].concat(), "{}", after);
        }
    }

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
    fn every_byte_of_any_lines_of_toml_comes_back(lines in prop::collection::vec(prop::sample::select(vec![
        "# mine\n", "\n", "a = \"b # c\"\n", "x = '[y]'\r\n", "[mcp_servers.a]\n", "[ mcp_servers . 'b c' ]\n", "command = \"npx\"\n",
        "  command = 'x' # c\n", "args = []\n", "args = [ 'a', # b\n \"]\", ]\n", "url = 'https://x'\n", "[mcp_servers.a.env]\n",
        "[[list]]\n", "d = 1979-05-27 07:32:00\n", "mcp_servers.e = { command = \"q\" }\n", "t = \"\"\"\n[mcp_servers.no]\n\"\"\"\n",
        "mcp_servers.f.command = \"g\"\n", "[mcp_servers]\n", "h = { args = ['i'], command = \"j\" }\n",
    ]), 0..10)) {
        let before: String = lines.concat();
        let file = file(".codex/config.toml");
        // Many of them say something twice.
        let Ok(after) = file.with(&before, PROGRAM) else { return Ok(()) };
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
