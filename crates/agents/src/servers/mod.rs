//! The MCP servers in the settings of clients. Those that a client starts itself are started by `byleave mcp` instead; every
//! other byte of the settings stays.

mod edit;
mod json;
mod toml;

pub(crate) use self::toml::switch_on;

use std::ops::Range;

use crate::agent::Agent;
use crate::jsonc::BadSettings;

/// A file in which a client keeps its MCP servers.
#[derive(Clone, Copy, Debug)]
pub struct ServerFile {
    /// The agent it belongs to, for `--agent`.
    pub agent: Agent,
    /// The client, as people know it.
    pub client: &'static str,
    /// Where its path begins.
    pub place: Place,
    /// Where it is, seen from there.
    pub path: &'static str,
    shape: Shape,
}

/// Where a path begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At the home directory.
    Home,
    /// At the root of the project.
    Project,
}

/// How a file tells its servers.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// JSON with comments; the keys that lead to the map of the servers, `*` for each of a map.
    Json(&'static [&'static [&'static str]]),
    /// TOML, in `mcp_servers`.
    Toml,
}

/// A server as a file tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Its key.
    pub key: String,
    /// What it is called in rules.
    pub name: String,
    /// How it is reached.
    pub state: State,
}

/// How a server is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Through `byleave mcp`.
    Gated,
    /// Started by the client itself.
    Bare,
    /// At an address.
    Remote,
    /// Not as byleave understands it, and why.
    Odd(&'static str),
}

const MCP_SERVERS: Shape = Shape::Json(&[&["mcpServers"]]);

const fn file(agent: Agent, client: &'static str, place: Place, path: &'static str, shape: Shape) -> ServerFile {
    ServerFile { agent, client, place, path, shape }
}

/// All files that are known.
pub const SERVER_FILES: [ServerFile; 23] = {
    use Agent::{Claude, Cline, Codex, Copilot, Cursor, Gemini, OpenCode, VsCode, Windsurf};
    use Place::{Home, Project};
    const CLAUDE: Shape = Shape::Json(&[&["mcpServers"], &["projects", "*", "mcpServers"]]);
    const SERVERS: Shape = Shape::Json(&[&["servers"]]);
    const SETTINGS: Shape = Shape::Json(&[&["mcp", "servers"]]);
    const OPENCODE: Shape = Shape::Json(&[&["mcp"]]);
    [
        file(Claude, "Claude Code", Home, ".claude.json", CLAUDE),
        file(Claude, "Claude Code", Project, ".mcp.json", MCP_SERVERS),
        file(Claude, "Claude Desktop", Home, ".config/Claude/claude_desktop_config.json", MCP_SERVERS),
        file(
            Claude,
            "Claude Desktop",
            Home,
            "Library/Application Support/Claude/claude_desktop_config.json",
            MCP_SERVERS,
        ),
        file(Codex, "Codex", Home, ".codex/config.toml", Shape::Toml),
        file(Codex, "Codex", Project, ".codex/config.toml", Shape::Toml),
        file(Gemini, "Gemini CLI", Home, ".gemini/settings.json", MCP_SERVERS),
        file(Gemini, "Gemini CLI", Project, ".gemini/settings.json", MCP_SERVERS),
        file(Cursor, "Cursor", Home, ".cursor/mcp.json", MCP_SERVERS),
        file(Cursor, "Cursor", Project, ".cursor/mcp.json", MCP_SERVERS),
        file(Copilot, "GitHub Copilot", Home, ".copilot/mcp-config.json", MCP_SERVERS),
        file(VsCode, "VS Code", Home, ".config/Code/User/mcp.json", SERVERS),
        file(VsCode, "VS Code", Home, "Library/Application Support/Code/User/mcp.json", SERVERS),
        file(VsCode, "VS Code", Home, ".config/Code/User/settings.json", SETTINGS),
        file(VsCode, "VS Code", Project, ".vscode/mcp.json", SERVERS),
        file(
            Cline,
            "Cline",
            Home,
            ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            MCP_SERVERS,
        ),
        file(Cline, "Cline", Home, ".cline/data/settings/cline_mcp_settings.json", MCP_SERVERS),
        file(OpenCode, "opencode", Home, ".config/opencode/opencode.json", OPENCODE),
        file(OpenCode, "opencode", Home, ".config/opencode/opencode.jsonc", OPENCODE),
        file(OpenCode, "opencode", Project, "opencode.json", OPENCODE),
        file(OpenCode, "opencode", Project, "opencode.jsonc", OPENCODE),
        file(Windsurf, "Windsurf", Home, ".codeium/windsurf/mcp_config.json", MCP_SERVERS),
        file(Windsurf, "Windsurf", Home, ".codeium/mcp_config.json", MCP_SERVERS),
    ]
};

impl ServerFile {
    /// The servers that the file tells.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn servers(&self, text: &str) -> Result<Vec<Server>, BadSettings> {
        Ok(self.entries(text)?.iter().map(Entry::server).collect())
    }

    /// The file with `program` before every server that its client starts.
    ///
    /// # Errors
    ///
    /// If it cannot be read: then it stays as it is.
    pub fn with(&self, text: &str, program: &str) -> Result<String, BadSettings> {
        Ok(edit::wrapped(text, &self.entries(text)?, program))
    }

    /// The file without byleave before its servers, whatever else was changed in it since. Servers that stood behind byleave
    /// before stay behind it.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn without(&self, text: &str, before: Option<&str>) -> Result<String, BadSettings> {
        // What was there before is only looked at for help.
        let before = before.and_then(|text| self.entries(text).ok()).unwrap_or_default();
        Ok(edit::unwrapped(text, &self.entries(text)?, &before))
    }

    fn entries(&self, text: &str) -> Result<Vec<Entry>, BadSettings> {
        match self.shape {
            Shape::Json(paths) => json::entries(text, paths),
            Shape::Toml => toml::entries(text),
        }
    }
}

/// A server in a text, with the places where it is edited.
#[derive(Clone, Debug)]
struct Entry {
    /// The keys that lead to it.
    keys: Vec<String>,
    how: How,
}

/// How a server is reached.
#[derive(Clone, Debug)]
enum How {
    /// By a command, with its arguments in a list of their own.
    Apart {
        command: Word,
        /// What stands between the command and the first argument of a list that is not there.
        opening: String,
        arguments: Option<List>,
    },
    /// By a list of all words.
    Together(List),
    Remote,
    Odd(&'static str),
}

/// What a field of a server holds.
enum Field {
    Text(Word),
    Texts(List),
    Other,
}

impl How {
    /// By what the fields of a server hold. `opening` is only needed if it has no arguments.
    fn of(command: Option<Field>, arguments: Option<Field>, is_remote: bool, opening: impl FnOnce() -> String) -> Self {
        let command = match (command, is_remote) {
            (Some(command), false) => command,
            (Some(_), true) => return Self::Odd("it has a command and an address"),
            (None, true) => return Self::Remote,
            (None, false) => return Self::Odd("it has neither a command nor an address"),
        };
        let arguments = match arguments {
            None => None,
            Some(Field::Texts(list)) => Some(list),
            Some(Field::Text(_) | Field::Other) => return Self::Odd("its arguments are not a list of texts"),
        };
        match (command, arguments) {
            (Field::Text(command), arguments) if !command.text.is_empty() => {
                Self::Apart { command, opening: opening(), arguments }
            }
            (Field::Texts(list), None) if !list.words.is_empty() => Self::Together(list),
            (Field::Text(_) | Field::Other, _) => Self::Odd("its command is not a text"),
            (Field::Texts(_), None) => Self::Odd("its command is an empty list"),
            (Field::Texts(_), Some(_)) => Self::Odd("its command is a list and has arguments beside it"),
        }
    }
}

/// A text.
#[derive(Clone, Debug)]
struct Word {
    /// Where it stands, with its quotes.
    span: Range<usize>,
    text: String,
}

/// A list of texts.
#[derive(Clone, Debug)]
struct List {
    /// Behind its bracket.
    open: usize,
    words: Vec<Word>,
    /// Behind its last word, and behind a comma there.
    end: usize,
}

impl Entry {
    fn server(&self) -> Server {
        let key = self.keys.last().cloned().unwrap_or_default();
        let state = match (&self.how, edit::standing(self)) {
            (How::Remote, _) => State::Remote,
            (How::Odd(why), _) => State::Odd(why),
            (How::Apart { .. } | How::Together(_), edit::Standing::Bare) => State::Bare,
            (How::Apart { .. } | How::Together(_), edit::Standing::Ours | edit::Standing::ByHand) => State::Gated,
        };
        Server { name: rule_name(&key), key, state }
    }
}

/// What a server is called in rules: as the clients spell it in the names of tools, without second meanings.
fn rule_name(key: &str) -> String {
    let mut name = String::new();
    for one in key.chars().take(64) {
        let one = if one.is_ascii_alphanumeric() || one == '-' { one } else { '_' };
        if !(one == '_' && (name.is_empty() || name.ends_with('_'))) {
            name.push(one);
        }
    }
    let name = name.trim_end_matches('_');
    if name.is_empty() { "server".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::rule_name;

    #[test]
    fn names_in_rules_have_one_meaning() {
        for (key, name) in
            [("fs", "fs"), ("My Server", "My_Server"), ("a__b.c", "a_b_c"), ("_x_", "x"), ("文", "server"), ("-", "-")]
        {
            assert_eq!(rule_name(key), name, "{key}");
        }
    }
}
