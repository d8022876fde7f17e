//! YAML as a tree in which everything knows where it stands.
//!
//! serde would tell that a value is wrong, but not in our words and not with all places, and carrying the places through
//! it takes three times as long as reading: the tree is made from the parser's events.

use std::collections::{HashMap, HashSet};

use granit_parser::{Event, Marker, Options, Parser, ScalarStyle, Span, Tag};

use super::problem::{Place, Problem, Problems};

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub value: Value,
    pub place: Place,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    /// As text: a number is only ever compared with text or read again.
    Number(String),
    Text(String),
    List(Vec<Node>),
    Map(Vec<Entry>),
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub key: String,
    pub place: Place,
    pub node: Node,
}

impl Value {
    /// What it is, in words.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Text(_) => "text",
            Self::List(_) => "a list",
            Self::Map(_) => "a mapping",
        }
    }
}

impl Node {
    /// The text of a scalar: numbers and truth values count, because YAML makes them out of unquoted text.
    pub fn scalar(&self) -> Option<String> {
        match &self.value {
            Value::Text(text) | Value::Number(text) => Some(text.clone()),
            Value::Bool(value) => Some(value.to_string()),
            Value::Null | Value::List(_) | Value::Map(_) => None,
        }
    }
}

/// Deeper files are refused.
const DEEPEST: usize = 32;
/// Mappings with fewer keys are looked through.
const FEW: usize = 16;
/// Values that aliases may add.
const MOST_REPEATED: usize = 100_000;

/// Reads a text with one YAML document. An empty one is an empty mapping.
pub(super) fn read(file: &str, text: &str) -> Result<Node, Problems> {
    let mut tree = Tree::default();
    let mut options = Options::default();
    options.emit_comments = false;
    options.flow_nesting_limit = DEEPEST.saturating_mul(2);
    options.block_nesting_limit = DEEPEST.saturating_mul(2);
    let mut parser = Parser::new_from_str_with_options(text, options);
    let problem = |place, message: String| Problems(vec![Problem::error(file, place, message)]);
    while let Some(next) = parser.next_event() {
        let (event, span) = next.map_err(|error| problem(at(error.marker(), error.marker()), words(&error)))?;
        tree.take(event, &span).map_err(|message| problem(at(&span.start, &span.end), message))?;
    }
    let empty = Node { value: Value::Null, place: Place { line: 1, column: 1, bytes: 0..0 } };
    let mut root = tree.root.unwrap_or(empty);
    if root.value == Value::Null {
        root.value = Value::Map(Vec::new());
    }
    Ok(root)
}

/// The message without its place, which is shown apart.
fn words(error: &granit_parser::ScanError) -> String {
    let text = error.to_string();
    let cut = ["\n", " at line ", " at byte "].iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    text.get(..cut).unwrap_or(&text).trim_end_matches([':', '.']).to_owned()
}

fn at(start: &Marker, end: &Marker) -> Place {
    let first = start.byte_offset().unwrap_or(0);
    let last = end.byte_offset().unwrap_or(first).max(first);
    Place { line: start.line(), column: start.col().saturating_add(1), bytes: first..last }
}

/// The tree while it grows.
#[derive(Default)]
struct Tree {
    /// What is open, outermost first.
    open: Vec<Open>,
    /// Values that have a name.
    anchors: HashMap<usize, Node>,
    /// Values that aliases added.
    repeated: usize,
    root: Option<Node>,
}

/// A list or mapping that is not complete.
struct Open {
    anchor: usize,
    place: Place,
    inside: Inside,
}

enum Inside {
    List(Vec<Node>),
    Map {
        entries: Vec<Entry>,
        /// All keys, once there are too many to look through.
        seen: HashSet<String>,
        /// The key that waits for its value.
        key: Option<(String, Place)>,
        /// Mappings that are merged in with `<<`.
        merged: Vec<Node>,
    },
}

impl Tree {
    fn take(&mut self, event: Event<'_>, span: &Span) -> Result<(), String> {
        let place = at(&span.start, &span.end);
        match event {
            Event::DocumentStart(..) if self.root.is_some() => return Err("a second document in the file".to_owned()),
            Event::Scalar(text, style, anchor, tag) => {
                let node = Node { value: scalar(&text, style, tag.as_deref())?, place };
                self.close(node, anchor, style == ScalarStyle::Plain)?;
            }
            Event::SequenceStart(_, anchor, tag) => {
                untagged(tag.as_deref())?;
                self.begin(Open { anchor, place, inside: Inside::List(Vec::new()) })?;
            }
            Event::MappingStart(_, anchor, tag) => {
                untagged(tag.as_deref())?;
                let inside = Inside::Map { entries: Vec::new(), seen: HashSet::new(), key: None, merged: Vec::new() };
                self.begin(Open { anchor, place, inside })?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(open) = self.open.pop() {
                    let anchor = open.anchor;
                    let node = Node { place: open.place, value: complete(open.inside) };
                    self.close(node, anchor, false)?;
                }
            }
            Event::Alias(anchor) => {
                let target = self.anchors.get(&anchor).ok_or("an alias inside its own definition")?;
                // Aliases in aliases could otherwise be deeper than anything that is written.
                if self.open.len().saturating_add(depth(target)) > DEEPEST {
                    return Err("nested too deeply".to_owned());
                }
                self.repeated = self.repeated.saturating_add(count(target));
                if self.repeated > MOST_REPEATED {
                    return Err("aliases repeat too much".to_owned());
                }
                let node = Node { value: target.value.clone(), place };
                self.close(node, 0, false)?;
            }
            Event::UnresolvedAlias(name) => return Err(format!("unknown alias `{name}`")),
            Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(..)
            | Event::DocumentEnd
            | Event::Anchor(..) => {}
            _ => return Err("something of YAML that a policy has no use for".to_owned()),
        }
        Ok(())
    }

    fn begin(&mut self, open: Open) -> Result<(), String> {
        if self.open.len() >= DEEPEST {
            return Err("nested too deeply".to_owned());
        }
        self.open.push(open);
        Ok(())
    }

    /// Puts a complete value where it belongs.
    fn close(&mut self, node: Node, anchor: usize, plain: bool) -> Result<(), String> {
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        match &mut open.inside {
            Inside::List(items) => items.push(node),
            Inside::Map { entries, seen, key, merged } => match key.take() {
                Some((name, _)) if name == "<<" => match node.value {
                    Value::Map(_) => merged.push(node),
                    Value::List(items) => merged.extend(items),
                    Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) => {
                        return Err("`<<` needs a mapping".to_owned());
                    }
                },
                Some((name, place)) => entries.push(Entry { key: name, place, node }),
                None => {
                    let name = node.scalar().ok_or("a key must be a text")?;
                    let merge = plain && name == "<<";
                    if !merge && is_known(&name, entries, seen) {
                        return Err(format!("duplicate key `{name}`"));
                    }
                    *key = Some((name, node.place));
                }
            },
        }
        Ok(())
    }
}

/// Whether a mapping has a key already; the key is remembered.
fn is_known(name: &str, entries: &[Entry], seen: &mut HashSet<String>) -> bool {
    if entries.len() < FEW {
        return entries.iter().any(|entry| entry.key == name);
    }
    if seen.is_empty() {
        seen.extend(entries.iter().map(|entry| entry.key.clone()));
    }
    !seen.insert(name.to_owned())
}

/// What was open, with what is merged in: a key of its own wins, then that of the mapping named first.
fn complete(inside: Inside) -> Value {
    match inside {
        Inside::List(items) => Value::List(items),
        Inside::Map { mut entries, merged, .. } => {
            let more = merged.into_iter().filter_map(|node| match node.value {
                Value::Map(more) => Some(more),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => None,
            });
            let mut seen: HashSet<String> = HashSet::new();
            for entry in more.flatten() {
                if !is_known(&entry.key, &entries, &mut seen) {
                    entries.push(entry);
                }
            }
            Value::Map(entries)
        }
    }
}

/// How deep a value is.
fn depth(node: &Node) -> usize {
    let inner = match &node.value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) => return 0,
        Value::List(items) => items.iter().map(depth).max(),
        Value::Map(entries) => entries.iter().map(|entry| depth(&entry.node)).max(),
    };
    inner.unwrap_or(0).saturating_add(1)
}

/// How many values a value holds, itself included.
fn count(node: &Node) -> usize {
    let inner: usize = match &node.value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) => 0,
        Value::List(items) => items.iter().map(count).sum(),
        Value::Map(entries) => entries.iter().map(|entry| count(&entry.node)).sum(),
    };
    inner.saturating_add(1)
}

/// A scalar by YAML 1.2: unquoted text may be nothing, a truth value or a number. `no` stays text.
fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Result<Value, String> {
    let forced = tag.is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix() == "str");
    if !forced {
        untagged(tag)?;
    }
    if style != ScalarStyle::Plain || forced {
        return Ok(Value::Text(text.to_owned()));
    }
    Ok(match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ if is_number(text) => Value::Number(text.to_owned()),
        _ => Value::Text(text.to_owned()),
    })
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let all = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    all(whole) && all(part)
}

fn untagged(tag: Option<&Tag>) -> Result<(), String> {
    if tag.is_none() { Ok(()) } else { Err("tags mean nothing in a policy".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::{Value, read};

    #[test]
    fn everything_knows_where_it_stands() {
        let node = read("p", "a: 1\nb:\n  - x\n  - {c: true}\n").expect("it is YAML");
        let Value::Map(entries) = &node.value else { panic!("a mapping") };
        let b = &entries[1];
        assert_eq!((b.key.as_str(), b.place.line, b.place.column), ("b", 2, 1));
        let Value::List(items) = &b.node.value else { panic!("a list") };
        assert_eq!((items[0].place.line, items[0].place.column, items[0].place.bytes.clone()), (3, 5, 12..13));
        let Value::Map(inner) = &items[1].value else { panic!("a mapping") };
        assert_eq!((inner[0].node.value.clone(), inner[0].node.place.line), (Value::Bool(true), 4));
        assert_eq!(read("p", "").expect("empty").value, Value::Map(Vec::new()));
        assert_eq!(read("p", "# only a comment\n").expect("empty").value, Value::Map(Vec::new()));
    }

    #[test]
    fn what_is_no_good_yaml_is_refused_with_its_place() {
        let bomb = (0..30).fold("a0: &a0 [x, x]\n".to_owned(), |text, n| {
            format!("{text}a{}: &a{} [*a{n}, *a{n}, *a{n}, *a{n}]\n", n + 1, n + 1)
        });
        for (name, text, line) in [
            ("duplicate key", "a: 1\na: 2\n".to_owned(), 2),
            ("nested duplicate key", "p:\n  x: 1\n  x: 2\n".to_owned(), 3),
            ("unclosed", "a: [1, 2\n".to_owned(), 0),
            ("tab", "a:\n\tb: 1\n".to_owned(), 0),
            ("two documents", "a: 1\n---\nb: 2\n".to_owned(), 0),
            ("alias bomb", bomb, 0),
            ("unknown alias", "a: *b\n".to_owned(), 1),
            ("deep", format!("a: {}", "[".repeat(100_000)), 0),
            ("NUL", "a: \0".to_owned(), 0),
            ("tag", "a: !include x\n".to_owned(), 1),
            ("alias in itself", "a: &x [*x]\n".to_owned(), 1),
            ("list as key", "? [a]\n: 1\n".to_owned(), 1),
            ("merge of a text", "a: {<<: x}\n".to_owned(), 1),
        ] {
            let problem = &read("p", &text).expect_err(name).0[0];
            assert!(!problem.message.is_empty(), "{name}");
            if line > 0 {
                assert_eq!(problem.place.line, line, "{name}: {problem}");
            }
        }
    }

    #[test]
    fn anchors_merges_and_plain_values() {
        let node =
            read("p", "x: &x {a: 1, b: no}\ny: {<<: *x, b: 2}\nz: *x\nt: !!str 5\nn: [~, 1.50, -3, 0x1, 'true']\n");
        let Value::Map(entries) = node.expect("it is YAML").value else { panic!("a mapping") };
        let shown: Vec<String> =
            entries.iter().map(|entry| format!("{}={}", entry.key, show(&entry.node.value))).collect();
        assert_eq!(
            shown,
            ["x={a:#1 b:no }", "y={b:#2 a:#1 }", "z={a:#1 b:no }", "t=5", "n=[null #1.50 #-3 0x1 true ]"]
        );
    }

    fn show(value: &Value) -> String {
        match value {
            Value::Null => "null".to_owned(),
            Value::Bool(value) => format!("?{value}"),
            Value::Number(text) => format!("#{text}"),
            Value::Text(text) => text.clone(),
            Value::List(items) => format!("[{}]", items.iter().map(|item| show(&item.value) + " ").collect::<String>()),
            Value::Map(entries) => {
                let pairs = entries.iter().map(|entry| format!("{}:{} ", entry.key, show(&entry.node.value)));
                format!("{{{}}}", pairs.collect::<String>())
            }
        }
    }
}
