//! Test cases for a policy: calls and what must come of them.

use serde_json::{Map, Value as Json};

use super::node::{self, Entry, Node, Value};
use super::problem::{Place, Problems, Severity};
use super::reader::{Kind, Reader, World};
use byleave_policy::Verdict;

/// The keys of a case.
const KEYS: [&str; 7] = ["name", "command", "tool", "args", "cwd", "expect", "rule"];

/// One call and what must come of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is called; the command or tool if it has no name.
    pub name: String,
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Json>,
    /// The directory it starts in, seen from the project.
    pub cwd: Option<String>,
    /// What must come of it.
    pub expect: Verdict,
    /// The rule that must be credited, if that matters.
    pub rule: Option<String>,
    /// Where it stands.
    pub place: Place,
}

/// Reads a file of cases: a list of `{command: …, expect: allow}` or `{tool: …, args: {…}, expect: ask}`.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn read_cases(name: &str, text: &str, world: &World<'_>) -> Result<Vec<Case>, Problems> {
    let tree = node::read(name, text)?;
    let mut reader = Reader::new(name, Kind::Policy, world);
    let mut cases = Vec::new();
    if matches!(&tree.value, Value::Map(entries) if entries.is_empty()) {
        reader.error(
            &tree.place,
            "there are no cases",
            "write a list of `- { command: ls, expect: allow }`".to_owned(),
        );
    } else {
        for item in reader.list("a file of cases", &tree) {
            cases.extend(reader.case(item));
        }
    }
    if reader.problems.iter().any(|problem| problem.severity == Severity::Error) {
        return Err(Problems(reader.problems));
    }
    Ok(cases)
}

impl Reader<'_> {
    fn case(&mut self, node: &Node) -> Option<Case> {
        let fields = self.map("a case", node);
        for field in fields.iter().filter(|field| !KEYS.contains(&field.key.as_str())) {
            self.unknown_key(field, "a case", &KEYS);
        }
        let find = |key: &str| fields.iter().find(|field| field.key == key);
        let text =
            |reader: &mut Self, key: &str| find(key).and_then(|field| reader.text(&format!("`{key}`"), &field.node));
        let Some(expect) = find("expect") else {
            let help = "add `expect: allow`, `expect: ask` or `expect: deny`".to_owned();
            self.error(&node.place, "the case does not say what to expect", help);
            return None;
        };
        let expect = self.choice("verdict", &expect.node, &Verdict::NAMES, Verdict::find)?;
        let command = text(self, "command");
        let (tool, arguments) = match (&command, text(self, "tool")) {
            (Some(command), None) => {
                ("bash".to_owned(), Map::from_iter([("command".to_owned(), Json::String(command.clone()))]))
            }
            (None, Some(tool)) => (tool, find("args").map_or_else(Map::new, |args| self.arguments(args))),
            (Some(_), Some(_)) | (None, None) => {
                self.error(&node.place, "a case has either a `command` or a `tool` with `args`", None);
                return None;
            }
        };
        let name =
            text(self, "name").or(command).unwrap_or_else(|| format!("{tool} {}", Json::Object(arguments.clone())));
        let (cwd, rule) = (text(self, "cwd"), text(self, "rule"));
        Some(Case { name, tool, arguments, cwd, expect, rule, place: node.place.clone() })
    }

    fn arguments(&mut self, field: &Entry) -> Map<String, Json> {
        self.map("`args`", &field.node);
        match json(&field.node) {
            Json::Object(map) => map,
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => Map::new(),
        }
    }
}

/// A tree as JSON. Its depth is bounded by the reader of the file.
fn json(node: &Node) -> Json {
    match &node.value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(*value),
        Value::Number(text) => text.parse().map_or_else(|_| Json::String(text.clone()), Json::Number),
        Value::Text(text) => Json::String(text.clone()),
        Value::List(items) => Json::Array(items.iter().map(json).collect()),
        Value::Map(entries) => entries.iter().map(|entry| (entry.key.clone(), json(&entry.node))).collect(),
    }
}
