//! Reading `tools`: what kind of tool each is, and which shells run its commands.

use byleave_shell::{Shell, Shells};

use super::document::DeclaredTool;
use super::node::{Entry, Node, Value};
use super::reader::Reader;
use byleave_policy::tools::{self, Category, Tool};

/// The keys of a tool that is a mapping.
pub(super) const TOOL: [&str; 2] = ["category", "shell"];

impl Reader<'_> {
    pub fn declared_tools(&mut self, node: &Node) -> Vec<DeclaredTool> {
        let mut found: Vec<DeclaredTool> = Vec::new();
        for entry in self.map("`tools`", node) {
            let Some(tool) = self.declared_tool(entry) else { continue };
            let other = found.iter().find(|other| other.name.eq_ignore_ascii_case(&tool.name) && is_bash(&tool.name));
            if let Some(other) = other.filter(|other| other.shells != tool.shells) {
                let message = format!("`{}` contradicts `{}`: both are the same tool", tool.name, other.name);
                self.error(&entry.place, message, "say once which shells run its commands".to_owned());
                continue;
            }
            found.push(tool);
        }
        found
    }

    fn declared_tool(&mut self, entry: &Entry) -> Option<DeclaredTool> {
        let (told, shells) = match &entry.node.value {
            Value::Map(entries) => self.details(entries)?,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => {
                (Some(self.choice("category", &entry.node, &Category::NAMES, Category::find)?), None)
            }
        };
        let known = tools::find(&entry.key);
        let Some(category) = told.or(known.map(|tool| tool.category)).or(shells.map(|_| Category::Command)) else {
            let help = "write what kind of tool it is, as in `category: command`".to_owned();
            self.error(&entry.place, format!("nothing is said of `{}`", entry.key), help);
            return None;
        };
        if let Some(tool) = known.filter(|tool| tool.category != category) {
            let message = format!("`{}` is a {} tool, and stays one", entry.key, tool.category.name());
            let help = "declare only tools that byleave does not know".to_owned();
            self.error(&entry.place, message, help);
            return None;
        }
        if shells.is_some() && !self.may_have_shells(entry, category, shells.unwrap_or_default()) {
            return None;
        }
        Some(DeclaredTool { name: entry.key.clone(), category, shells })
    }

    /// What a mapping says of a tool. `None` if something in it is wrong, which is noted then.
    fn details(&mut self, entries: &[Entry]) -> Option<(Option<Category>, Option<Shells>)> {
        let (mut kind, mut shells, mut right) = (None, None, true);
        for entry in entries {
            match entry.key.as_str() {
                "category" => {
                    kind = self.choice("category", &entry.node, &Category::NAMES, Category::find);
                    right &= kind.is_some();
                }
                "shell" => {
                    shells = self.shells(&entry.node);
                    right &= shells.is_some();
                }
                _ => {
                    self.unknown_key(entry, "a tool", &TOOL);
                    right = false;
                }
            }
        }
        right.then_some((kind, shells))
    }

    /// One name of a shell, or a list of them.
    fn shells(&mut self, node: &Node) -> Option<Shells> {
        let items = match &node.value {
            Value::List(items) => items.as_slice(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::Map(_) => {
                std::slice::from_ref(node)
            }
        };
        let mut shells = Some(Shells::NONE);
        for item in items {
            let shell = self.choice("shell", item, &shell_names(), |name| Shell::parse(name).ok());
            shells = shell.and_then(|shell| Some(shells?.and(shell.into())));
        }
        if items.is_empty() {
            self.error(
                &node.place,
                "`shell` names no shell",
                format!("it is one or more of: {}", shell_names().join(", ")),
            );
            return None;
        }
        shells
    }

    /// Whether a tool may have shells, and these.
    fn may_have_shells(&mut self, entry: &Entry, category: Category, shells: Shells) -> bool {
        if category != Category::Command {
            let message = format!("`{}` is a {} tool, which no shell runs", entry.key, category.name());
            self.error(&entry.place, message, "take `shell` away, or say `category: command`".to_owned());
            return false;
        }
        let own = tools::shells(&entry.key);
        if tools::is_shell(&entry.key) && !shells.without(own).is_empty() {
            let message = format!("`{}` is {own} by its name, and not {}", entry.key, shells.without(own));
            self.error(&entry.place, message, "give the tool another name, or take `shell` away".to_owned());
            return false;
        }
        true
    }
}

/// The shells, by the names that messages and the schema use.
pub(super) fn shell_names() -> [&'static str; 7] {
    Shell::ALL.map(Shell::name)
}

/// The argument that a tool is about.
pub(super) fn argument(tool: &str) -> &'static str {
    match tools::find(tool) {
        Some(Tool { runs: true, .. }) => "command",
        Some(Tool { category: Category::Network, .. }) => "url",
        Some(Tool { category: Category::Read | Category::Write, .. }) => "file_path",
        Some(Tool { category: Category::Command | Category::Ask, .. }) | None => "query",
    }
}

/// `bash` and `Bash` are one tool.
fn is_bash(name: &str) -> bool {
    name.eq_ignore_ascii_case("bash")
}
