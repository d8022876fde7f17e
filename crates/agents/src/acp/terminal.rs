//! The command of a new terminal. Some editors start the program themselves, some hand a line to a shell, and the protocol
//! does not say which: what would differ is judged both ways, and a person looks at it.

use byleave_shell::{Shells, quoted};
use serde_json::{Map, Value};

use super::convention::command_in;
use crate::hook::ToolCall;

/// What a new terminal may run: one call, or two where program and shell would do different things.
pub(super) fn calls(params: &Map<String, Value>, cwd: &str) -> Result<Vec<ToolCall>, &'static str> {
    let command = params.get("command").and_then(Value::as_str).ok_or("`command` is not text")?;
    let cwd = match params.get("cwd") {
        None | Some(Value::Null) => cwd,
        Some(Value::String(there)) if there.starts_with('/') => there.as_str(),
        Some(_) => return Err("`cwd` is not an absolute path"),
    };
    let before = environment(params.get("env"))?;
    let words = words(params.get("args"))?;
    let line = |text: &str| command_in(&format!("{before}{text}"), cwd, Shells::POSIX);
    // Without arguments it is a line for a shell: a program whose name has blanks in it is not what agents mean.
    if words.is_empty() {
        return Ok(vec![line(command)]);
    }
    let all = || std::iter::once(command).chain(words.iter().copied());
    let started = all().map(quoted).collect::<Vec<_>>().join(" ");
    let typed = all().collect::<Vec<_>>().join(" ");
    if started == typed {
        return Ok(vec![line(&started)]);
    }
    let mut both = vec![line(&started), line(&typed)];
    for call in &mut both {
        call.needs_person = true;
    }
    Ok(both)
}

fn words(args: Option<&Value>) -> Result<Vec<&str>, &'static str> {
    match args {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => {
            list.iter().map(Value::as_str).collect::<Option<_>>().ok_or("`args` is not a list of texts")
        }
        Some(_) => Err("`args` is not a list of texts"),
    }
}

/// The variables it gets, as a shell would be told.
fn environment(env: Option<&Value>) -> Result<String, &'static str> {
    const WRONG: &str = "`env` is not a list of names and values";
    let list = match env {
        None | Some(Value::Null) => return Ok(String::new()),
        Some(Value::Array(list)) => list,
        Some(_) => return Err(WRONG),
    };
    let mut set = String::new();
    for one in list {
        let text = |key: &str| one.get(key).and_then(Value::as_str).ok_or(WRONG);
        let (name, value) = (text("name")?, text("value")?);
        let mut letters = name.chars();
        let starts = letters.next().is_some_and(|letter| letter == '_' || letter.is_ascii_alphabetic());
        if !starts || !letters.all(|letter| letter == '_' || letter.is_ascii_alphanumeric()) {
            return Err("`env` has a name that is not valid");
        }
        for part in ["export ", name, "=", &quoted(value), "; "] {
            set.push_str(part);
        }
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::calls;

    fn lines(params: &Value) -> Result<Vec<(String, bool)>, &'static str> {
        let found = calls(params.as_object().expect("an object"), "/p")?;
        let line = |call: crate::ToolCall| {
            (call.arguments["command"].as_str().unwrap_or_default().to_owned(), call.needs_person)
        };
        Ok(found.into_iter().map(line).collect())
    }

    #[test]
    fn a_command_is_judged_as_a_program_and_as_a_line() {
        for (params, expected) in [
            (json!({ "command": "git status && ls" }), vec![("git status && ls", false)]),
            (json!({ "command": "git", "args": ["status"] }), vec![("git status", false)]),
            (
                json!({ "command": "git", "args": ["status"], "env": [{ "name": "A", "value": "b c" }] }),
                vec![("export A='b c'; git status", false)],
            ),
            (
                json!({ "command": "git", "args": ["status; rm -rf x"] }),
                vec![("git 'status; rm -rf x'", true), ("git status; rm -rf x", true)],
            ),
        ] {
            let expected = expected.into_iter().map(|(line, person)| (line.to_owned(), person)).collect();
            assert_eq!(lines(&params), Ok(expected), "{params}");
        }
    }

    #[test]
    fn a_terminal_that_cannot_be_read_is_none() {
        for bad in [
            json!({}),
            json!({ "command": ["ls"] }),
            json!({ "command": "ls", "args": "x" }),
            json!({ "command": "ls", "args": [1] }),
            json!({ "command": "ls", "env": { "A": "b" } }),
            json!({ "command": "ls", "env": [{ "name": "A" }] }),
            json!({ "command": "ls", "env": [{ "name": "A=b; rm x;", "value": "" }] }),
            json!({ "command": "ls", "env": [{ "name": "", "value": "" }] }),
            json!({ "command": "ls", "cwd": "sub" }),
            json!({ "command": "ls", "cwd": 7 }),
        ] {
            assert!(lines(&bad).is_err(), "{bad}");
        }
    }
}
