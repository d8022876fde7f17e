//! A whole policy file.

use std::collections::BTreeMap;

use byleave_shell::Shells;

use super::node::{self, Entry, Node, Value};
use super::problem::{Place, Problem, Problems, Severity};
use super::reader::{Kind, Reader, World};
use super::{inline_tests, node::Node as Tree};
use byleave_policy::paths::Root;
use byleave_policy::programs::{Taught, TaughtFile, Teacher};
use byleave_policy::rules::Rule;
use byleave_policy::rules::auto::AutoTool;
use byleave_policy::rules::conditions::{self, Limit};
use byleave_policy::tools::Category;
use byleave_policy::{Mode, Profile, Unattended, Unnamed, Verdict};

/// The keys of a policy file.
pub(super) const KEYS: [&str; 16] = [
    "profile",
    "mode",
    "ceiling",
    "roots",
    "unknown_tools",
    "unnamed",
    "permissions",
    "auto_approve_tools",
    "tools",
    "limits",
    "ask",
    "trust",
    "banned",
    "high_risk",
    "include",
    "programs",
];

pub(super) const ASK: [&str; 4] = ["timeout", "on_timeout", "approvals", "unattended"];
pub(super) const LIMITS: [&str; 1] = ["auto_approvals"];

/// A tool that a file says something of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredTool {
    /// Its name.
    pub name: String,
    /// What kind of tool it is.
    pub category: Category,
    /// The shells that may run its commands, if the file says so.
    pub shells: Option<Shells>,
}

/// What one file says, compiled.
#[derive(Clone, Debug, Default)]
pub struct PolicyFile {
    /// The file, as it was named.
    pub name: String,
    /// Whose shape it has.
    pub kind: Kind,
    /// `profile`
    pub profile: Option<Profile>,
    /// `mode`
    pub mode: Option<Mode>,
    /// `ceiling`
    pub ceiling: Option<Mode>,
    /// `roots`
    pub roots: Vec<Root>,
    /// `unknown_tools`
    pub unknown_tools: Option<Verdict>,
    /// `unnamed`
    pub unnamed: Option<Unnamed>,
    /// `permissions`, `banned`, and the tools that `auto_approve_tools` simply approves.
    pub rules: Vec<Rule>,
    /// The rest of `auto_approve_tools`.
    pub auto_approve: Vec<AutoTool>,
    /// `tools`
    pub tools: Vec<DeclaredTool>,
    /// `limits.auto_approvals`
    pub auto_approvals: Option<Limit>,
    /// `ask.timeout`
    pub ask_timeout_seconds: Option<u32>,
    /// `ask.approvals`
    pub ask_approvals: Option<u32>,
    /// `ask.unattended`
    pub ask_unattended: Option<Unattended>,
    /// `trust`: the modes of projects by their level.
    pub trust: BTreeMap<Level, Mode>,
    /// `high_risk`
    pub high_risk: Vec<Rule>,
    /// `include`: files to be read with this one, seen from it.
    pub include: Vec<(String, Place)>,
    /// `programs`: rows that teach byleave programs.
    pub programs: TaughtFile,
    /// `programs` as a list: files of such rows, seen from this one.
    pub program_files: Vec<(String, Place)>,
    /// Where the keys of the file stand.
    pub places: BTreeMap<String, Place>,
    /// What is probably not meant so.
    pub warnings: Vec<Problem>,
}

byleave_policy::named! {
    /// How far the user trusts a project.
    #[derive(Default, PartialOrd, Ord)]
    pub enum Level {
        /// Nothing was said of it.
        #[default]
        New = "new",
        /// The user works there.
        Trusted = "trusted",
        /// No person watches there.
        Automated = "automated",
    }
}

/// Reads a policy file from its text.
///
/// # Errors
///
/// Everything that is wrong with it, with the places.
pub fn read(name: &str, text: &str, kind: Kind, world: &World<'_>) -> Result<PolicyFile, Problems> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let tree = node::read(name, text)?;
    from_tree(name, text, &tree, kind, world)
}

fn from_tree(name: &str, text: &str, tree: &Tree, kind: Kind, world: &World<'_>) -> Result<PolicyFile, Problems> {
    let mut reader = Reader { text, ..Reader::new(name, kind, world) };
    let mut file = PolicyFile { name: name.to_owned(), kind, ..PolicyFile::default() };
    let mut tests = Vec::new();
    let entries = reader.map("a policy", tree);
    // Rules and their examples are read knowing the programs that the file teaches, wherever in it that stands.
    for entry in entries.iter().filter(|entry| kind == Kind::Policy && entry.key == "programs") {
        reader.programs(entry, &mut file);
    }
    let taught = Taught::of(&[(file.programs.clone(), Teacher::Person)]).unwrap_or_default();
    let _known = if taught.is_empty() { None } else { Some(taught.enter()) };
    for entry in entries {
        file.places.insert(entry.key.clone(), entry.place.clone());
        reader.top(entry, &mut file, &mut tests);
    }
    let problems = inline_tests::run(name, &tests);
    reader.problems.extend(problems);
    if reader.problems.iter().any(|problem| problem.severity == Severity::Error) {
        return Err(Problems(reader.problems));
    }
    file.warnings = reader.problems;
    Ok(file)
}

impl Reader<'_> {
    fn top(&mut self, entry: &Entry, file: &mut PolicyFile, tests: &mut Vec<inline_tests::Test>) {
        let node = &entry.node;
        let key = entry.key.as_str();
        // In ConnectOnion's file the other keys are ConnectOnion's: its `trust` is no map of modes.
        if self.kind == Kind::Host && !matches!(key, "permissions" | "auto_approve_tools") {
            return;
        }
        match key {
            "profile" => file.profile = self.choice("profile", node, &Profile::NAMES, Profile::find),
            "mode" => file.mode = self.choice("mode", node, &Mode::NAMES, Mode::find),
            "ceiling" => file.ceiling = self.choice("mode", node, &Mode::NAMES, Mode::find),
            "roots" => file.roots = self.roots(node),
            "unknown_tools" => file.unknown_tools = self.choice("verdict", node, &Verdict::NAMES, Verdict::find),
            "unnamed" => file.unnamed = self.choice("word", node, &Unnamed::NAMES, Unnamed::find),
            "permissions" => {
                for permission in self.permissions(node) {
                    tests.extend(inline_tests::of(&permission));
                    file.rules.push(permission.rule);
                }
            }
            "auto_approve_tools" => {
                let read = self.auto_approve_tools(node);
                file.rules.extend(read.rules);
                file.auto_approve.extend(read.tools);
            }
            "tools" => file.tools = self.declared_tools(node),
            "limits" => file.auto_approvals = self.limits(node),
            "ask" => self.asking(node, file),
            "trust" => file.trust = self.trust(node),
            "banned" => file.rules.extend(self.commands("banned", node, Verdict::Deny)),
            "high_risk" => file.high_risk = self.commands("high_risk", node, Verdict::Ask),
            "include" => file.include = self.texts("`include`", node),
            // Read before all others.
            "programs" => {}
            _ => self.unknown_key(entry, "a policy", &KEYS),
        }
    }

    /// Lists of commands, written without `Bash( )` or with it.
    fn commands(&mut self, what: &str, node: &Node, says: Verdict) -> Vec<Rule> {
        let mut rules = Vec::new();
        for (text, place) in self.texts(&format!("`{what}`"), node) {
            let inner = text.strip_prefix("Bash(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(&text).trim();
            if inner.is_empty() || inner == "*" {
                self.error(&place, format!("`{text}` in `{what}` covers every command"), None);
                continue;
            }
            match Rule::new(&format!("Bash({inner})"), says) {
                Ok(mut rule) => {
                    rule.location = self.location(&place);
                    rule.reason =
                        format!("{}: `{inner}`", if says == Verdict::Deny { "banned" } else { "high-risk command" });
                    rules.push(rule);
                }
                Err(error) => self.error(&place, error.to_string(), None),
            }
        }
        rules
    }

    /// Directories beside the project that calls may read.
    fn roots(&mut self, node: &Node) -> Vec<Root> {
        let mut roots = Vec::new();
        for (text, place) in self.texts("`roots`", node) {
            match Root::parse(&text) {
                Ok(root) => roots.push(root),
                Err(error) => self.error(&place, format!("`{text}` is no root: {error}"), None),
            }
        }
        roots
    }

    fn limits(&mut self, node: &Node) -> Option<Limit> {
        let mut limit = None;
        for entry in self.map("`limits`", node) {
            match entry.key.as_str() {
                "auto_approvals" => limit = self.limit(&entry.node),
                _ => self.unknown_key(entry, "`limits`", &LIMITS),
            }
        }
        limit
    }

    /// How long to wait for a person, and for how many.
    fn asking(&mut self, node: &Node, file: &mut PolicyFile) {
        for entry in self.map("`ask`", node) {
            match entry.key.as_str() {
                "timeout" => file.ask_timeout_seconds = self.timeout(&entry.node),
                "approvals" => file.ask_approvals = self.approvals(&entry.node),
                "unattended" => file.ask_unattended = self.unattended(&entry.node),
                "on_timeout" => {
                    let Some(text) = self.text("`on_timeout`", &entry.node) else { continue };
                    if text != "deny" {
                        let help = "without an answer byleave always denies; there is no other choice".to_owned();
                        self.error(&entry.node.place, format!("`on_timeout` must be deny, but it is `{text}`"), help);
                    }
                }
                _ => self.unknown_key(entry, "`ask`", &ASK),
            }
        }
    }

    fn timeout(&mut self, node: &Node) -> Option<u32> {
        let text = self.text("`timeout`", node)?;
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let timeout = if digits { text.parse().ok() } else { conditions::seconds(&text) };
        let help = "write it as `90s`, `10m` or `2h`".to_owned();
        if timeout.is_none_or(|seconds| seconds == 0) {
            self.error(&node.place, format!("`{text}` is not a length of time"), help);
        } else if timeout.is_some_and(|seconds| seconds > conditions::LONGEST) {
            self.error(
                &node.place,
                format!("`{text}` is longer than a year, and no person is waited for so long"),
                help,
            );
        }
        timeout
    }

    fn trust(&mut self, node: &Node) -> BTreeMap<Level, Mode> {
        let mut modes = BTreeMap::new();
        if !matches!(node.value, Value::Map(_) | Value::Null) {
            let help = "write it as `{ new: default, trusted: autoEdit, automated: yolo }`".to_owned();
            self.error(&node.place, format!("`trust` must be a mapping, but it is {}", node.value.kind()), help);
            return modes;
        }
        for entry in self.map("`trust`", node) {
            let Some(level) = Level::find(&entry.key) else {
                self.unknown_key(entry, "`trust`", &Level::NAMES);
                continue;
            };
            if let Some(mode) = self.choice("mode", &entry.node, &Mode::NAMES, Mode::find) {
                modes.insert(level, mode);
            }
        }
        modes
    }
}
