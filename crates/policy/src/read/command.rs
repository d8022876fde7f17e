//! Under which argument the command of a call comes.

use std::borrow::Cow;

use byleave_knowledge::arguments::COMMANDS;
use serde_json::{Map, Value};

use crate::CallFacts;
use crate::command::quoted;
use crate::tool;

/// The command of a call.
#[derive(Debug, PartialEq, Eq)]
pub enum Command<'c> {
    /// Its text.
    Text(Cow<'c, [u8]>),
    /// It is neither text nor a list of texts.
    Odd,
    /// There is none.
    None,
}

/// The argument that holds the text of a command, so that places in the text are places in it. There is none if the command
/// is a list of words.
#[must_use]
pub fn argument(arguments: &Map<String, Value>) -> Option<&'static str> {
    let given = COMMANDS.iter().find_map(|key| Some((*key, arguments.get(*key)?)));
    given.filter(|(_, value)| value.is_string()).map(|(key, _)| key)
}

/// The command among the arguments of a tool that runs one, if it is text.
#[must_use]
pub fn command_text<'a>(tool: &str, arguments: &'a Map<String, Value>) -> Option<&'a str> {
    arguments.get(argument(arguments).filter(|_| tool::runs(tool))?)?.as_str()
}

impl Command<'_> {
    /// The command of a call, wherever it stands.
    #[must_use]
    pub fn of(call: &CallFacts) -> Command<'_> {
        if let Some(bytes) = &call.command_bytes {
            return Command::Text(Cow::Borrowed(bytes));
        }
        Self::among(&call.arguments)
    }

    /// The command among the arguments of a call.
    #[must_use]
    pub fn among(arguments: &Map<String, Value>) -> Command<'_> {
        match COMMANDS.iter().find_map(|key| arguments.get(*key)) {
            Some(Value::String(text)) => Command::Text(Cow::Borrowed(text.as_bytes())),
            // Words of a command, as they reach the program.
            Some(Value::Array(words)) if !words.is_empty() => {
                let words: Option<Vec<String>> = words.iter().map(|word| word.as_str().map(quoted)).collect();
                words.map_or(Command::Odd, |words| Command::Text(Cow::Owned(words.join(" ").into_bytes())))
            }
            Some(_) => Command::Odd,
            None => Command::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Command;

    #[test]
    fn a_command_is_found_under_every_name_it_comes_by() {
        for (arguments, text) in [
            (json!({"command": "ls"}), Some("ls")),
            (json!({"cmd": "ls"}), Some("ls")),
            (json!({"script": "ls"}), Some("ls")),
            (json!({"argv": ["rm", "a b"]}), Some("rm 'a b'")),
            (json!({"command": ["bash", "-lc", "ls; id"]}), Some("bash -lc 'ls; id'")),
            (json!({"command": ["ls", 1]}), None),
            (json!({"command": 7}), None),
            (json!({"path": "a"}), None),
        ] {
            let found = match Command::among(arguments.as_object().expect("an object")) {
                Command::Text(text) => Some(String::from_utf8_lossy(&text).into_owned()),
                Command::Odd | Command::None => None,
            };
            assert_eq!(found.as_deref(), text, "{arguments}");
        }
    }
}
