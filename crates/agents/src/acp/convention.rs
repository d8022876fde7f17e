//! What the agents themselves put into a question. The protocol leaves it to them: a title, a kind and anything else.

use byleave_shell::Shells;
use serde_json::{Map, Value};

use crate::agent::Agent;
use crate::hook::ToolCall;
use crate::surroundings::Surroundings;
use crate::tools;
use crate::{claude, opencode, shells};

/// Whose habits an agent follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Convention {
    /// The name of the tool in `_meta`, its arguments in `rawInput`.
    Claude,
    /// A command and its directory in `rawInput`, edits as differences.
    Codex,
    /// No arguments: the title of a command is the command, edits are differences.
    Gemini,
    /// Commands and addresses in `rawInput`, edits as differences. It says that a tool is in progress before it asks.
    OpenCode,
    /// Commands and paths in `rawInput`; the difference of an edit only in the update before the question.
    Copilot,
    /// Whatever `name` and `rawInput` say.
    Unknown,
}

impl Convention {
    /// By the agent that the operator names.
    pub fn of_agent(agent: Agent) -> Self {
        match agent {
            Agent::Claude => Self::Claude,
            Agent::Codex => Self::Codex,
            Agent::Gemini => Self::Gemini,
            Agent::OpenCode => Self::OpenCode,
            Agent::Copilot => Self::Copilot,
            Agent::Cursor | Agent::VsCode | Agent::Cline | Agent::Windsurf => Self::Unknown,
        }
    }

    /// By what an agent calls itself.
    pub fn of_name(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        let known = [
            ("claude", Self::Claude),
            ("codex", Self::Codex),
            ("gemini", Self::Gemini),
            ("opencode", Self::OpenCode),
            ("copilot", Self::Copilot),
        ];
        known.into_iter().find(|(word, _)| name.contains(word)).map_or(Self::Unknown, |(_, found)| found)
    }

    /// The name on record, if it is known.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Claude => Some("claude"),
            Self::Codex => Some("codex"),
            Self::Gemini => Some("gemini"),
            Self::OpenCode => Some("opencode"),
            Self::Copilot => Some("copilot"),
            Self::Unknown => None,
        }
    }

    /// Whether a tool that is in progress has started. opencode says so of one about which it has yet to ask.
    pub const fn starts_in_progress(self) -> bool {
        match self {
            Self::Claude | Self::Codex | Self::Gemini | Self::Copilot | Self::Unknown => true,
            Self::OpenCode => false,
        }
    }

    /// The call that an agent describes. A question without arguments needs a person, even if the policy allows the
    /// call.
    pub fn call(self, said: &Map<String, Value>, cwd: &str, around: &Surroundings) -> ToolCall {
        let bound = match self {
            Self::Claude => claudes(said, cwd, around),
            Self::Codex => codexs(said, cwd).or_else(|| difference(said, cwd)),
            Self::Gemini => geminis(said, cwd),
            Self::OpenCode => opencodes(said, cwd, around),
            Self::Copilot => copilots(said, cwd),
            Self::Unknown => named(said, cwd),
        };
        let mut call = bound.unwrap_or_else(|| loose(said, cwd));
        call.id = text(said, "toolCallId").map(str::to_owned);
        call.description = text(said, "title").filter(|title| !title.is_empty()).map(str::to_owned);
        // A plan to agree to, or another mode: the answer is the person's.
        call.needs_person |= call.is_question || text(said, "kind") == Some("switch_mode");
        call
    }
}

fn text<'m>(map: &'m Map<String, Value>, key: &str) -> Option<&'m str> {
    map.get(key).and_then(Value::as_str)
}

fn input(said: &Map<String, Value>) -> Option<&Map<String, Value>> {
    said.get("rawInput").and_then(Value::as_object)
}

fn claudes(said: &Map<String, Value>, cwd: &str, around: &Surroundings) -> Option<ToolCall> {
    let named = said.get("_meta").and_then(|meta| meta.get("claudeCode")?.get("toolName")?.as_str());
    let name = named.or_else(|| text(said, "name"))?;
    let shells = shells::users(around, shells::bash_or_zsh());
    let mut call = tools::call(claude::TOOLS, name, input(said)?.clone(), shells, Some(cwd));
    // Its shell stays where the last command left it, and a broker does not hear of that.
    call.cwd_is_certain = call.shells.is_none();
    Some(call)
}

fn codexs(said: &Map<String, Value>, cwd: &str) -> Option<ToolCall> {
    if text(said, "kind") != Some("execute") {
        return None;
    }
    let given = input(said)?;
    let command = match given.get("command")? {
        Value::String(command) => command.clone(),
        Value::Array(words) => {
            let words: Option<Vec<&str>> = words.iter().map(Value::as_str).collect();
            words?.into_iter().map(byleave_shell::quoted).collect::<Vec<_>>().join(" ")
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => return None,
    };
    let there = text(given, "cwd").filter(|there| there.starts_with('/'));
    let mut call = command_in(&command, there.unwrap_or(cwd), Shells::POSIX);
    call.cwd_is_certain = there.is_some();
    Some(call)
}

fn geminis(said: &Map<String, Value>, cwd: &str) -> Option<ToolCall> {
    // Only its shell is of this kind; tools of MCP servers are `other`, whatever their title is.
    if text(said, "kind") == Some("execute") {
        let mut call = command_in(text(said, "title")?, cwd, Shells::BASH);
        // The model may choose another directory; then the first text begins with `[in `, whatever is in its name.
        let content =
            said.get("content").and_then(|list| list.as_array()?.first()?.get("content")?.get("text")?.as_str());
        call.cwd_is_certain = content.is_some_and(|text| text.starts_with("[current working directory "));
        return Some(call);
    }
    difference(said, cwd)
}

fn opencodes(said: &Map<String, Value>, cwd: &str, around: &Surroundings) -> Option<ToolCall> {
    let given = || input(said);
    match text(said, "kind")? {
        "execute" => {
            let shells = shells::users(around, opencode::SHELLS);
            let mut call = command_in(text(given()?, "command")?, cwd, shells);
            // The model may choose another directory, and the question does not tell it.
            call.cwd_is_certain = false;
            Some(call)
        }
        "edit" => difference(said, cwd),
        "read" => Some(read(text(given()?, "filePath").filter(|path| path.starts_with('/'))?, cwd)),
        "fetch" => Some(tools::call(&[], "fetch", one("url", text(given()?, "url")?), Shells::POSIX, Some(cwd))),
        _ => None,
    }
}

fn copilots(said: &Map<String, Value>, cwd: &str) -> Option<ToolCall> {
    let given = input(said)?;
    // Tools of MCP servers are `other`, whatever they are given.
    match text(said, "kind")? {
        "execute" => {
            let mut call = command_in(text(given, "command")?, cwd, Shells::BASH);
            // Its terminals stay open, and the question does not tell in which of them.
            call.cwd_is_certain = false;
            Some(call)
        }
        "edit" => {
            let (path, old, new) = one_difference(said)?;
            if text(given, "fileName") != Some(path) {
                return None;
            }
            if old.is_empty() {
                return Some(written(path, new, cwd));
            }
            // A part of the file, unlike what others show.
            let texts = [("file_path", path), ("old_string", old), ("new_string", new)];
            let texts = texts.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect();
            Some(tools::call(&[], "edit", texts, Shells::POSIX, Some(cwd)))
        }
        // It asks so about a search below a directory, too: nothing tells what that reads.
        "read" => {
            let path = text(given, "path").filter(|path| path.starts_with('/'))?;
            std::path::Path::new(path).is_file().then(|| read(path, cwd))
        }
        _ => None,
    }
}

/// An edit that is shown as what a single file will be.
fn difference(said: &Map<String, Value>, cwd: &str) -> Option<ToolCall> {
    if text(said, "kind") != Some("edit") {
        return None;
    }
    let (path, _, whole) = one_difference(said)?;
    Some(written(path, whole, cwd))
}

/// The file of the only difference, with what was there and what shall be.
fn one_difference(said: &Map<String, Value>) -> Option<(&str, &str, &str)> {
    let content = said.get("content").and_then(Value::as_array)?;
    let is_diff = |one: &&Value| one.get("type").and_then(Value::as_str) == Some("diff");
    let mut found = content.iter().filter(is_diff);
    let (Some(one), None) = (found.next(), found.next()) else { return None };
    let text = |key: &str| one.get(key).and_then(Value::as_str);
    let path = text("path").filter(|path| path.starts_with('/'))?;
    Some((path, text("oldText").unwrap_or_default(), text("newText")?))
}

fn named(said: &Map<String, Value>, cwd: &str) -> Option<ToolCall> {
    let name = text(said, "name").filter(|name| !name.is_empty())?;
    let mut call = tools::call(&[], name, input(said)?.clone(), Shells::POSIX, Some(cwd));
    call.shells = Some(Shells::POSIX);
    call.cwd_is_certain = false;
    Some(call)
}

/// What is known of a call that nothing binds to its arguments: enough to refuse it, never enough to let it run.
fn loose(said: &Map<String, Value>, cwd: &str) -> ToolCall {
    let kind = text(said, "kind").unwrap_or("other");
    let given = input(said);
    let command = given.and_then(|given| text(given, "command"));
    let place = said.get("locations").and_then(|list| list.as_array()?.first()?.get("path")?.as_str());
    let mut call = match (kind, command, place) {
        ("execute", Some(command), _) => command_in(command, cwd, Shells::POSIX),
        ("read", _, Some(path)) => tools::call(&[], "read", one("file_path", path), Shells::POSIX, Some(cwd)),
        ("edit" | "delete" | "move", _, Some(path)) => {
            tools::call(&[], "edit", one("file_path", path), Shells::POSIX, Some(cwd))
        }
        _ => {
            let title = text(said, "title").unwrap_or_default();
            let given = given.cloned().unwrap_or_else(|| one("title", title));
            let name = text(said, "name").filter(|name| !name.is_empty()).unwrap_or(kind);
            tools::call(&[], name, given, Shells::POSIX, Some(cwd))
        }
    };
    call.cwd_is_certain = false;
    call.needs_person = true;
    call
}

fn one(key: &str, value: &str) -> Map<String, Value> {
    Map::from_iter([(key.to_owned(), Value::from(value))])
}

/// A command that a shell runs.
pub(super) fn command_in(command: &str, cwd: &str, shells: Shells) -> ToolCall {
    let mut call = tools::call(&[], "bash", one("command", command), shells, Some(cwd));
    call.shells = Some(shells);
    call
}

/// A file that will have this content.
pub(super) fn written(path: &str, content: &str, cwd: &str) -> ToolCall {
    let given = Map::from_iter([("file_path".to_owned(), path.into()), ("content".to_owned(), content.into())]);
    tools::call(&[], "write", given, Shells::POSIX, Some(cwd))
}

/// A file that is read.
pub(super) fn read(path: &str, cwd: &str) -> ToolCall {
    tools::call(&[], "read", one("file_path", path), Shells::POSIX, Some(cwd))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Convention::{self, Claude, Codex, Copilot, Gemini, OpenCode, Unknown};
    use crate::surroundings::Surroundings;

    /// The tool, what is judged, and whether a person has to look.
    fn bound(convention: Convention, said: &Value) -> (String, Value, bool) {
        let call = convention.call(said.as_object().expect("an object"), "/p", &Surroundings::none());
        (call.tool, Value::Object(call.arguments), call.needs_person)
    }

    #[test]
    fn each_agent_binds_a_question_to_arguments_in_its_own_way() {
        let meta = |tool: &str| json!({ "claudeCode": { "toolName": tool } });
        let diff = |path: &str| json!({ "type": "diff", "path": path, "oldText": null, "newText": "n" });
        let command = |text: &str| json!({ "command": text });
        let write = json!({ "file_path": "/p/a", "content": "n" });
        for (convention, said, tool, arguments, person) in [
            (Claude, json!({ "_meta": meta("Bash"), "rawInput": command("ls") }), "bash", command("ls"), false),
            (
                Claude,
                json!({ "_meta": meta("mcp__a__b"), "rawInput": { "x": 1 } }),
                "mcp__a__b",
                json!({ "x": 1 }),
                false,
            ),
            (
                Claude,
                json!({ "_meta": meta("ExitPlanMode"), "kind": "switch_mode", "rawInput": { "plan": "p" } }),
                "exit_plan_mode",
                json!({ "plan": "p" }),
                true,
            ),
            (Claude, json!({ "title": "ls", "kind": "execute" }), "execute", json!({ "title": "ls" }), true),
            (
                Codex,
                json!({ "kind": "execute", "rawInput": { "command": ["a b", "c"], "cwd": "/q" } }),
                "bash",
                command("'a b' c"),
                false,
            ),
            (Codex, json!({ "kind": "other", "rawInput": { "command": "ls" } }), "other", command("ls"), true),
            (Codex, json!({ "kind": "edit", "content": [diff("/p/a")] }), "write", write.clone(), false),
            (Gemini, json!({ "kind": "execute", "title": "ls -l" }), "bash", command("ls -l"), false),
            (Gemini, json!({ "kind": "other", "title": "ls -l" }), "other", json!({ "title": "ls -l" }), true),
            (Gemini, json!({ "kind": "edit", "content": [diff("/p/a")] }), "write", write, false),
            (
                Gemini,
                json!({ "kind": "edit", "title": "t", "content": [diff("/p/a"), diff("/p/b")] }),
                "edit",
                json!({ "title": "t" }),
                true,
            ),
            (
                Gemini,
                json!({ "kind": "edit", "title": "t", "content": [diff("a")] }),
                "edit",
                json!({ "title": "t" }),
                true,
            ),
            (
                OpenCode,
                json!({ "kind": "execute", "title": "t", "rawInput": command("ls") }),
                "bash",
                command("ls"),
                false,
            ),
            (OpenCode, json!({ "kind": "other", "rawInput": command("ls") }), "other", command("ls"), true),
            (
                OpenCode,
                json!({ "kind": "read", "rawInput": { "filePath": "/p/a" } }),
                "read",
                json!({ "file_path": "/p/a" }),
                false,
            ),
            (OpenCode, json!({ "kind": "read", "rawInput": {} }), "read", json!({}), true),
            (
                OpenCode,
                json!({ "kind": "fetch", "rawInput": { "url": "http://h/", "format": "text" } }),
                "fetch",
                json!({ "url": "http://h/" }),
                false,
            ),
            (
                OpenCode,
                json!({ "kind": "edit", "content": [diff("/p/a")] }),
                "write",
                json!({ "file_path": "/p/a", "content": "n" }),
                false,
            ),
            (Unknown, json!({ "name": "bash", "rawInput": command("ls") }), "bash", command("ls"), false),
            (Unknown, json!({ "kind": "execute", "rawInput": command("ls") }), "bash", command("ls"), true),
            (
                Unknown,
                json!({ "kind": "read", "locations": [{ "path": "/p/.env" }] }),
                "read",
                json!({ "file_path": "/p/.env" }),
                true,
            ),
            (Unknown, json!({ "name": "bash" }), "bash", json!({ "title": "" }), true),
            (Unknown, json!({}), "other", json!({ "title": "" }), true),
        ] {
            assert_eq!(bound(convention, &said), (tool.to_owned(), arguments, person), "{convention:?} {said}");
        }
    }

    #[test]
    fn copilot_binds_a_question_by_its_kind_and_what_it_told_before() {
        let diff = |path: &str| json!({ "type": "diff", "path": path, "oldText": "", "newText": "n" });
        let command = |text: &str| json!({ "command": text });
        for (convention, said, tool, arguments, person) in [
            (
                Copilot,
                json!({ "kind": "execute", "rawInput": { "command": "ls", "commands": ["ls"] } }),
                "bash",
                command("ls"),
                false,
            ),
            (Copilot, json!({ "kind": "other", "rawInput": command("ls") }), "other", command("ls"), true),
            (
                Copilot,
                json!({ "kind": "edit", "rawInput": { "fileName": "/p/a" }, "content": [diff("/p/a")] }),
                "write",
                json!({ "file_path": "/p/a", "content": "n" }),
                false,
            ),
            // The difference is not of the file that it asks about.
            (
                Copilot,
                json!({ "kind": "edit", "rawInput": { "fileName": "/p/b" }, "content": [diff("/p/a")] }),
                "edit",
                json!({ "fileName": "/p/b" }),
                true,
            ),
            // It asks so before it searches below a directory.
            (Copilot, json!({ "kind": "read", "rawInput": { "path": "/" } }), "read", json!({ "path": "/" }), true),
        ] {
            assert_eq!(bound(convention, &said), (tool.to_owned(), arguments, person), "{convention:?} {said}");
        }
    }

    #[test]
    fn a_directory_is_certain_only_where_the_agent_tells_it() {
        let call = |convention: Convention, said: Value| {
            let call = convention.call(said.as_object().expect("an object"), "/p", &Surroundings::none());
            (call.cwd, call.cwd_is_certain)
        };
        let there = json!({ "kind": "execute", "rawInput": { "command": "ls", "cwd": "/q" } });
        assert_eq!(call(Codex, there), (Some("/q".to_owned()), true));
        assert_eq!(
            call(Codex, json!({ "kind": "execute", "rawInput": { "command": "ls" } })),
            (Some("/p".to_owned()), false)
        );
        assert_eq!(call(Gemini, json!({ "kind": "execute", "title": "ls" })), (Some("/p".to_owned()), false));
        for (text, certain) in
            [("[current working directory /p] (try)", true), ("[in [current working directory /p]]", false)]
        {
            let content = json!([{ "type": "content", "content": { "type": "text", "text": text } }]);
            let said = json!({ "kind": "execute", "title": "ls", "content": content });
            assert_eq!(call(Gemini, said), (Some("/p".to_owned()), certain), "{text}");
        }
    }
}
