//! Sets of shells as JSON: a name, or a list of names.

use std::fmt;

use byleave_shell::{Shell, Shells, UnknownShell};
use serde_json::Value;

/// Why a JSON value is no set of shells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotShells {
    /// A name is not that of a shell, or is missing.
    Unknown(UnknownShell),
    /// It is neither text nor a list of texts.
    Shape,
}

impl fmt::Display for NotShells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(error) => write!(f, "{error}"),
            Self::Shape => f.write_str("it must be the name of a shell, or a list of such names"),
        }
    }
}

impl std::error::Error for NotShells {}

impl From<UnknownShell> for NotShells {
    fn from(error: UnknownShell) -> Self {
        Self::Unknown(error)
    }
}

/// Reads a set of shells: `null` says nothing of them.
///
/// # Errors
///
/// If it is neither a name nor a list of names, names no shell at all, or an unknown one.
///
/// ```
/// use byleave_policy::read::shells_from_json;
/// use byleave_shell::Shells;
/// assert_eq!(shells_from_json(&"bash, sh zsh".into()), Ok(Some(Shells::POSIX)));
/// assert!(shells_from_json(&serde_json::json!([])).is_err());
/// ```
pub fn shells_from_json(value: &Value) -> Result<Option<Shells>, NotShells> {
    match value {
        Value::Null => Ok(None),
        Value::String(names) => Ok(Some(names.parse()?)),
        Value::Array(names) => {
            let names: Option<Vec<&str>> = names.iter().map(Value::as_str).collect();
            Ok(Some(names.ok_or(NotShells::Shape)?.join(" ").parse()?))
        }
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => Err(NotShells::Shape),
    }
}

/// A set of shells as a list of their names.
#[must_use]
pub fn shells_to_json(shells: Shells) -> Value {
    shells.iter().map(Shell::name).collect()
}
