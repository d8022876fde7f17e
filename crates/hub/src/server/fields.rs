//! What a caller sends, as a type.

use byleave_gate::Shells;
use byleave_shell::UnknownShell;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::server::Problem;

/// The type of a body or a frame. The error names the field, and what it must be. An unknown field is an error, too,
/// because the client meant something by it.
pub fn read<T: DeserializeOwned>(said: Map<String, Value>) -> Result<T, Problem> {
    serde_path_to_error::deserialize(Value::Object(said)).map_err(|error| {
        let field = error.path().to_string();
        let what = error.into_inner();
        // A field that is missing, or not known, is named by the words.
        let words = if field == "." { what.to_string() } else { format!("`{}`: {what}", field.escape_debug()) };
        Problem::bad(words)
    })
}

/// The shells that may run the command: a name, names with commas or blanks between them, or a list of names. `dash`,
/// `ash`, `busybox`, `ksh` and `mksh` are `sh`, `pwsh` is `powershell`. What one of them may read otherwise than bash asks.
#[derive(Debug, Default, Deserialize)]
#[serde(try_from = "ShellNames")]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Shells", with = "ShellNames"))]
pub struct SaidShells(pub Option<Shells>);

#[derive(Deserialize)]
#[serde(untagged, expecting = "it must be the name of a shell, or a list of such names")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
enum ShellNames {
    Text(String),
    List(#[cfg_attr(test, schemars(length(min = 1)))] Vec<String>),
    None,
}

impl TryFrom<ShellNames> for SaidShells {
    type Error = UnknownShell;

    fn try_from(said: ShellNames) -> Result<Self, UnknownShell> {
        Ok(Self(match said {
            ShellNames::Text(names) => Some(names.parse()?),
            ShellNames::List(names) => Some(names.join(" ").parse()?),
            ShellNames::None => None,
        }))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::read;
    use crate::call::submit::CallBody;

    #[test]
    fn an_error_names_the_field() {
        for (said, field) in [
            (json!({"tool": 7}), "`tool`"),
            (json!({"tool": "bash", "arguments": [1]}), "`arguments`"),
            (json!({"tool": "bash", "ask": "yes"}), "`ask`"),
            (json!({"tool": "bash", "wait": "long"}), "`wait`"),
            (json!({"tool": "bash", "shell": "tcsh"}), "`shell`"),
            (json!({"tool": "bash", "batch_remaining": {}}), "`batch_remaining`"),
            (json!({"tool": "bash", "batch_remaining": [1]}), "`batch_remaining[0]`"),
            (json!({"tool": "bash", "batch_remaining": [{}]}), "`tool`"),
            (json!({"tool": "bash", "Session": "work"}), "`Session`"),
            (json!({"tool": "bash", "nil": null}), "`nil`"),
        ] {
            let Value::Object(body) = said.clone() else { panic!("an object") };
            let problem = read::<CallBody>(body).err().expect("an error");
            assert!(problem.message.contains(field), "{said}: {}", problem.message);
        }
        let Value::Object(nothing) = json!({"tool": null, "ask": null, "shell": null, "wait": 3}) else { panic!() };
        assert!(read::<CallBody>(nothing).is_ok(), "null is nothing, and a number is a number");
    }
}
