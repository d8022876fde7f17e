//! YAML as a tree in which everything knows where it stands.
//!
//! serde alone would tell that a value is wrong, but not in our words and not with all places: a policy is read into this
//! tree first, and the tree into a policy.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{DuplicateKeyPolicy, Location, Spanned};

use super::problem::{Place, Problem, Problems, Severity};

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

/// Reads a text with one YAML document. An empty one is an empty mapping.
pub(super) fn read(file: &str, text: &str) -> Result<Node, Problems> {
    // Everything that a policy can need, and far below what could hurt.
    let options = serde_saphyr::options! {
        duplicate_keys: DuplicateKeyPolicy::Error,
        strict_booleans: true,
        with_snippet: false,
        budget: serde_saphyr::budget! {
            max_depth: 32,
            max_nodes: 2_000_000,
            max_events: 4_000_000,
            max_documents: 1,
            max_anchors: 1_000,
            max_aliases: 1_000,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: 100_000,
        },
    };
    let raw: Spanned<Raw> = serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        Problems(vec![Problem {
            severity: Severity::Error,
            code: "",
            file: file.to_owned(),
            place: error.location().map(|location| place(&location)).unwrap_or_default(),
            message: words(&error),
            help: None,
        }])
    })?;
    let mut node = node(raw);
    if node.value == Value::Null {
        node.value = Value::Map(Vec::new());
    }
    Ok(node)
}

/// The message without its place, which is shown apart.
fn words(error: &serde_saphyr::Error) -> String {
    let text = error.without_snippet().to_string();
    let cut = ["\n", " at line ", " (line "].iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    text.get(..cut).unwrap_or(&text).trim_end_matches([':', '.']).to_owned()
}

fn place(location: &Location) -> Place {
    let number = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
    let span = location.span();
    let start = number(span.byte_offset().unwrap_or(0));
    let length = number(span.byte_len().unwrap_or(0));
    Place {
        line: number(location.line()),
        column: number(location.column()),
        bytes: start..start.saturating_add(length),
    }
}

fn node(raw: Spanned<Raw>) -> Node {
    let at = if raw.referenced.line() == 0 { raw.defined } else { raw.referenced };
    let value = match raw.value {
        Raw::Null => Value::Null,
        Raw::Bool(value) => Value::Bool(value),
        Raw::Number(text) => Value::Number(text),
        Raw::Text(text) => Value::Text(text),
        Raw::List(items) => Value::List(items.into_iter().map(node).collect()),
        Raw::Map(entries) => Value::Map(
            entries
                .into_iter()
                .map(|(key, value)| Entry { place: place(&key.referenced), key: key.value, node: node(value) })
                .collect(),
        ),
    };
    Node { value, place: place(&at) }
}

/// As serde hands it over.
enum Raw {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<String>, Spanned<Raw>)>),
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Number(value.to_string()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Raw, E> {
        Ok(Raw::Number(value.to_string()))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Raw, E> {
        Ok(Raw::Number(value.to_string()))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Raw, E> {
        Ok(Raw::Number(value.to_string()))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Raw, E> {
        Ok(Raw::Number(value.to_string()))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Raw, E> {
        Ok(Raw::Text(value.to_owned()))
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<Raw, E> {
        Ok(Raw::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Raw, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Raw::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Raw, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Raw::Map(map))
    }
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
        ] {
            let problem = &read("p", &text).expect_err(name).0[0];
            assert!(!problem.message.is_empty(), "{name}");
            if line > 0 {
                assert_eq!(problem.place.line, line, "{name}: {problem}");
            }
        }
    }
}
