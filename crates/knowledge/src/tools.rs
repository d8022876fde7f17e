//! Tools: their names and categories, and what a name says that a tool does.

crate::named! {
    /// What kind of thing a tool does.
    pub enum Category {
        /// Looks at files or state.
        Read = "read",
        /// Changes files.
        Write = "write",
        /// Runs a command.
        Command = "command",
        /// Talks to other machines.
        Network = "network",
        /// Puts a question to the user.
        Ask = "ask",
    }
}

include!(concat!(env!("OUT_DIR"), "/tools.rs"));

/// Whether a rule that lets one tool write files speaks for another one too, by their canonical names: who may write may edit.
#[must_use]
pub fn speaks_for(ruled: &str, name: &str) -> bool {
    ruled == "write" && EDITS.contains(&name)
}

/// A tool the engine knows.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The name used by the engine.
    pub name: &'static str,
    /// Its category.
    pub category: Category,
    /// Whether it runs the shell command it is given.
    pub runs: bool,
    /// Names other agents and documents give it. Compared exactly: `BASH` is not `Bash`.
    pub aliases: &'static [&'static str],
}

/// All tools of the source documents and of the coding agents byleave speaks to.
pub fn all() -> impl Iterator<Item = Tool> {
    TOOLS.iter().map(|(name, category, runs, aliases)| Tool { name, category: *category, runs: *runs, aliases })
}

/// Finds a tool by its name or an alias of it.
#[must_use]
pub fn find(name: &str) -> Option<Tool> {
    all().find(|tool| tool.name == name || tool.aliases.contains(&name))
}

/// Whether a tool runs the shell command it is given.
#[must_use]
pub fn runs(name: &str) -> bool {
    find(name).is_some_and(|tool| tool.runs)
}

/// The name by which the engine knows a tool.
#[must_use]
pub fn canonical(name: &str) -> &str {
    find(name).map_or(name, |tool| tool.name)
}

/// The names of the shells that a tool says by its own name, and whether it can be nothing else.
#[must_use]
pub fn shells(name: &str) -> Option<(&'static str, bool)> {
    SHELLS.iter().find(|(tool, ..)| *tool == name).map(|(_, sure, shells)| (*shells, *sure))
}

/// Whether a name is that of an MCP tool, as `mcp__server__tool`, and well formed.
#[must_use]
pub fn is_mcp(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("mcp__") else { return false };
    let plain = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
    };
    rest.split_once("__").is_some_and(|(server, tool)| plain(server) && plain(tool) && !tool.contains("__"))
}

/// Whether a tool of this name and category is about files, so that anything that looks like a path is one.
#[must_use]
pub fn is_about_files(name: &str, category: Option<Category>) -> bool {
    matches!(category, Some(Category::Read | Category::Write)) && !ASIDE.contains(&name)
}

/// Whether the name of a tool says that it runs what it is given.
#[must_use]
pub fn says_runs(tool: &str) -> bool {
    tool.to_lowercase().split(['_', '-', '.']).any(|word| RUNS.contains(&word))
}

/// Whether the name of a tool says that it asks a database.
#[must_use]
pub fn says_database(tool: &str) -> bool {
    let lower = tool.to_lowercase();
    DATABASES.iter().any(|word| lower.contains(word))
}

/// What a tool does to the files it is given, as far as its name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It looks at them.
    Looks,
    /// It changes them.
    Changes,
    /// The name does not tell.
    Unknown,
}

/// What a tool says by its name that it does.
#[must_use]
pub fn deed(name: &str) -> Deed {
    let own = last(name.rsplit("__").next().unwrap_or(name));
    let lower = own.to_lowercase();
    let first = lower.split(['_', '-']).next().unwrap_or("");
    let by_name = |words: &[&str]| words.contains(&first);
    match find(own).map(|tool| tool.category) {
        Some(Category::Read) => Deed::Looks,
        Some(Category::Write) => Deed::Changes,
        None if by_name(LOOKS) => Deed::Looks,
        None if by_name(CHANGES) => Deed::Changes,
        Some(Category::Command | Category::Network | Category::Ask) | None => Deed::Unknown,
    }
}

/// A name without the module or class before it.
#[must_use]
pub fn last(name: &str) -> &str {
    name.rsplit(['.', '/', ':']).next().unwrap_or(name)
}
