//! Walking the tree of a file and noting what is wrong with it.

use jiff::tz::{TimeZone, TimeZoneDatabase};

use super::node::{Entry, Node, Value};
use super::problem::{Place, Problem, Severity};
use byleave_knowledge::suggest::nearest;

/// What reading a file needs to know about the machine. The engine has no clock and no disk, so the caller provides it.
#[derive(Clone, Debug)]
pub struct World<'w> {
    /// Knows time zones by name.
    pub zones: &'w TimeZoneDatabase,
    /// The zone of hours that name none.
    pub local: TimeZone,
}

/// Whose shape a file has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// byleave's own: every key is known.
    #[default]
    Policy,
    /// ConnectOnion's `host.yaml`: everything but its permissions belongs to ConnectOnion.
    Host,
}

/// Reads one file.
pub(super) struct Reader<'r> {
    pub file: &'r str,
    /// The whole file; empty where there is none.
    pub text: &'r str,
    pub kind: Kind,
    pub world: &'r World<'r>,
    pub problems: Vec<Problem>,
}

impl<'r> Reader<'r> {
    pub const fn new(file: &'r str, kind: Kind, world: &'r World<'r>) -> Self {
        Self { file, text: "", kind, world, problems: Vec::new() }
    }

    pub fn error(&mut self, place: &Place, message: impl Into<String>, help: impl Into<Option<String>>) {
        self.note(Severity::Error, "", place, message.into(), help.into());
    }

    pub fn warn(
        &mut self,
        code: &'static str,
        place: &Place,
        message: impl Into<String>,
        help: impl Into<Option<String>>,
    ) {
        self.note(Severity::Warning, code, place, message.into(), help.into());
    }

    fn note(&mut self, severity: Severity, code: &'static str, place: &Place, message: String, help: Option<String>) {
        let place = place.clone();
        self.problems.push(Problem { severity, code, file: self.file.to_owned(), place, message, help });
    }

    /// `file:line` of a place.
    pub fn location(&self, place: &Place) -> Option<String> {
        (place.line > 0).then(|| format!("{}:{}", self.file, place.line))
    }

    /// The value should have been something else.
    pub fn wrong_type(&mut self, what: &str, wanted: &str, node: &Node) {
        let found = node.value.kind();
        self.error(&node.place, format!("{what} must be {wanted}, but it is {found}"), None);
    }

    /// The entries of a mapping; a missing value counts as an empty one.
    pub fn map<'n>(&mut self, what: &str, node: &'n Node) -> &'n [Entry] {
        match &node.value {
            Value::Map(entries) => entries,
            Value::Null => &[],
            Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => {
                self.wrong_type(what, "a mapping", node);
                &[]
            }
        }
    }

    pub fn list<'n>(&mut self, what: &str, node: &'n Node) -> &'n [Node] {
        match &node.value {
            Value::List(items) => items,
            Value::Null => &[],
            Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::Map(_) => {
                self.wrong_type(what, "a list", node);
                &[]
            }
        }
    }

    /// A text; numbers and truth values without quotes count as what they look like.
    pub fn text(&mut self, what: &str, node: &Node) -> Option<String> {
        let text = node.scalar();
        if text.is_none() {
            self.wrong_type(what, "text", node);
        }
        text
    }

    pub fn texts(&mut self, what: &str, node: &Node) -> Vec<(String, Place)> {
        let items = self.list(what, node);
        items
            .iter()
            .filter_map(|item| Some((self.text(&format!("each of {what}"), item)?, item.place.clone())))
            .collect()
    }

    pub fn number(&mut self, what: &str, node: &Node) -> Option<usize> {
        let number = match &node.value {
            Value::Number(text) => text.parse().ok(),
            Value::Null | Value::Bool(_) | Value::Text(_) | Value::List(_) | Value::Map(_) => None,
        };
        if number.is_none() {
            self.wrong_type(what, "a whole number", node);
        }
        number
    }

    /// One of a few words.
    pub fn choice<T>(
        &mut self,
        what: &str,
        node: &Node,
        names: &[&'static str],
        find: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let text = self.text(what, node)?;
        let found = find(&text);
        if found.is_none() {
            let help = nearest(&text, names.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            let help = help.or_else(|| Some(format!("it is one of: {}", names.join(", "))));
            self.error(&node.place, format!("unknown {what} `{text}`"), help);
        }
        found
    }

    /// A key that does not belong here.
    pub fn unknown_key(&mut self, entry: &Entry, what: &str, known: &[&'static str]) {
        let help = match nearest(&entry.key, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keys here are: {}", known.join(", ")),
        };
        self.error(&entry.place, format!("unknown key `{}` in {what}", entry.key), help);
    }
}
