//! The forms of a pattern: `tool`, `Bash(…)`, `tool(glob)`, `WebFetch(domain:…)`, `mcp__server__*`.

use std::fmt;

use super::CommandPattern;
use crate::tool;

/// What a rule is about.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// Any call of a tool, by its canonical name.
    Tool(String),
    /// Simple commands of the shell tool.
    Command(CommandPattern),
    /// Calls of a tool whose subject matches a pattern: `write(src/**)`.
    Subject {
        /// The canonical name of the tool.
        tool: String,
        /// The pattern; on paths it is relative to the project unless it begins with `/` or `~`.
        glob: String,
    },
    /// Fetching from a host: `WebFetch(domain:docs.rs)`.
    Domain(String),
    /// MCP tools by name, with `*` allowed at the end.
    Mcp(String),
}

/// Why a pattern is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// Nothing at all.
    Empty,
    /// `Bash(` without its `)`.
    Unclosed,
    /// Blanks or control characters in a tool name.
    BadName(String),
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => {
                f.write_str("empty pattern; write a tool name such as `read_file` or a command as `Bash(git status)`")
            }
            Self::Unclosed => f.write_str("pattern without its closing `)`"),
            Self::BadName(name) => write!(f, "`{name}` is not a tool name"),
        }
    }
}

impl std::error::Error for PatternError {}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// If it has none of the known forms.
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(PatternError::Empty);
        }
        let Some((name, rest)) = text.split_once('(') else {
            return Self::bare(text);
        };
        let inside = rest.strip_suffix(')').ok_or(PatternError::Unclosed)?;
        let name = checked(name)?;
        let tool = tool::canonical(name).to_owned();
        if tool == "bash" {
            return Ok(Self::Command(CommandPattern::parse(inside)));
        }
        if let Some(domain) = inside.strip_prefix("domain:") {
            return Ok(Self::Domain(domain.trim_end_matches('.').to_ascii_lowercase()));
        }
        Ok(Self::Subject { tool, glob: inside.to_owned() })
    }

    fn bare(text: &str) -> Result<Self, PatternError> {
        let name = checked(text)?;
        if name.starts_with("mcp__") {
            return Ok(Self::Mcp(name.to_owned()));
        }
        Ok(Self::Tool(tool::canonical(name).to_owned()))
    }
}

fn checked(name: &str) -> Result<&str, PatternError> {
    let bad = name.is_empty() || name.chars().any(|one| one.is_whitespace() || one.is_control());
    if bad { Err(PatternError::BadName(name.to_owned())) } else { Ok(name) }
}
