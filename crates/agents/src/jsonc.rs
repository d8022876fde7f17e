//! Settings of agents as text: JSON with comments. byleave adds or removes entries and keeps every other byte.

use std::fmt;
use std::ops::Range;

use serde_json::Value;
use thiserror::Error;

/// Settings go no deeper.
const DEEPEST: usize = 64;

/// Why a text is left alone.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadSettings {
    /// It is not JSON, not even with comments.
    #[error("it is not JSON ({0})")]
    NotJson(Position),
    /// It is not TOML.
    #[error("byleave cannot read it as TOML ({0})")]
    NotToml(Position),
    /// It goes too deep.
    #[error("it is nested too deep ({0})")]
    TooDeep(Position),
    /// A duplicate key: programs differ in which one they take.
    #[error("the key `{0}` stands twice ({1})")]
    Twice(String, Position),
    /// Something is there already, and of another kind.
    #[error("{named} is not {1} ({2})", named = whole(.0))]
    Unlike(String, &'static str, Position),
}

/// Where a key leads, for people.
fn whole(path: &str) -> String {
    if path.is_empty() { "the file".to_owned() } else { format!("`{path}`") }
}

/// A place in a text, as editors count: from 1, and columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Position {
    /// The place of a byte.
    #[must_use]
    pub fn of(text: &str, at: usize) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let line = before.matches('\n').count().saturating_add(1);
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count().saturating_add(1);
        Self { line, column }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A value and where it stands.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) span: Range<usize>,
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Object(Vec<(String, Range<usize>, Node)>, Closing),
    Array(Vec<Node>, Closing),
    Text(String),
    Other,
}

/// Where something can be added behind the last part: after its comma, if it has one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closing {
    pub(crate) after: usize,
    comma: bool,
}

/// Adds an element to the list at `path`, making what is missing on the way. A list that has it, by `is_ours`, gets it in the
/// place of that one.
///
/// # Errors
///
/// If the text is not JSON, or something else stands where a list or an object should.
pub fn put(text: &str, path: &[&str], element: &Value, is_ours: &dyn Fn(&str) -> bool) -> Result<String, BadSettings> {
    below(text, path, &Value::Array(vec![element.clone()]), |node, unit, newline| {
        let Kind::Array(elements, closing) = &node.kind else {
            return Err(BadSettings::Unlike(path.join("."), "a list", Position::of(text, node.span.start)));
        };
        let indent = child_indent(text, node, elements.first().map(|first| first.span.start), unit);
        let written = pretty(element, &indent, unit, newline);
        match elements.iter().find(|element| holds(element, is_ours)) {
            Some(own) => Ok(replaced(text, &own.span, &written)),
            None => Ok(insert(text, node, *closing, elements.is_empty(), &indent, &written, newline)),
        }
    })
}

/// Sets the key at `path` to a value of one word, making what is missing on the way.
///
/// # Errors
///
/// If the text is not JSON, or something else stands where an object or a word should.
pub fn set(text: &str, path: &[&str], value: &Value) -> Result<String, BadSettings> {
    below(text, path, value, |node, _, _| match node.kind {
        Kind::Other => Ok(replaced(text, &node.span, &value.to_string())),
        Kind::Object(..) | Kind::Array(..) | Kind::Text(_) => {
            Err(BadSettings::Unlike(path.join("."), "true or false", Position::of(text, node.span.start)))
        }
    })
}

/// Changes what stands at `path`, or writes `fresh` there, making what is missing on the way.
fn below(
    text: &str,
    path: &[&str],
    fresh: &Value,
    change: impl FnOnce(&Node, &str, &str) -> Result<String, BadSettings>,
) -> Result<String, BadSettings> {
    let unit = unit(text);
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Ok(format!("{}{newline}", pretty(&nested(path, fresh), "", unit, newline)));
    }
    let root = read(text)?;
    let mut node = &root;
    for (depth, key) in path.iter().enumerate() {
        let Kind::Object(members, closing) = &node.kind else {
            let keys = path.get(..depth).unwrap_or_default().join(".");
            return Err(BadSettings::Unlike(keys, "an object", Position::of(text, node.span.start)));
        };
        if let Some((_, _, value)) = members.iter().find(|(name, ..)| name == key) {
            node = value;
            continue;
        }
        let rest = path.get(depth.saturating_add(1)..).unwrap_or_default();
        let first = members.first().map(|(_, span, _)| span.start);
        let indent = child_indent(text, node, first, unit);
        let written = format!("{}: {}", Value::from(*key), pretty(&nested(rest, fresh), &indent, unit, newline));
        return Ok(insert(text, node, *closing, members.is_empty(), &indent, &written, newline));
    }
    change(node, unit, newline)
}

/// The same without comments and without commas before a closing bracket, for readers that take neither. What is not JSON
/// stays none.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(one) = rest.next() {
        match (one, rest.peek()) {
            ('"', _) => {
                out.push(one);
                while let Some(inner) = rest.next() {
                    out.push(inner);
                    match inner {
                        '\\' => out.extend(rest.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            ('/', Some('/')) => while rest.next_if(|next| *next != '\n').is_some() {},
            ('/', Some('*')) => {
                let mut before = ' ';
                rest.next();
                for inner in rest.by_ref() {
                    if before == '*' && inner == '/' {
                        break;
                    }
                    before = inner;
                }
                out.push(' ');
            }
            (']' | '}', _) => {
                if out.trim_end().ends_with(',') {
                    let end = out.trim_end().len().saturating_sub(1);
                    out.truncate(end);
                }
                out.push(one);
            }
            (_, _) => out.push(one),
        }
    }
    out
}

/// A value below some keys.
fn nested(path: &[&str], value: &Value) -> Value {
    path.iter()
        .rev()
        .fold(value.clone(), |inner, key| Value::Object([((*key).to_owned(), inner)].into_iter().collect()))
}

/// Takes the elements that are ours out of every list below `key`. What is left empty by it stays.
///
/// # Errors
///
/// If the text is not JSON.
pub fn take(text: &str, key: &str, is_ours: &dyn Fn(&str) -> bool) -> Result<String, BadSettings> {
    let mut text = text.to_owned();
    // One at a time: every cut moves what comes behind it.
    loop {
        let root = read(&text)?;
        let Kind::Object(members, _) = &root.kind else { return Ok(text) };
        let below = members.iter().find(|(name, ..)| name == key).map(|(_, _, value)| value);
        let Some(span) = below.and_then(|node| cut(node, is_ours)) else { return Ok(text) };
        text = replaced(&text, &span, "");
    }
}

/// An element of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// What stood for each `*` of the path: a key, or the place in a list.
    pub keys: Vec<String>,
    /// What it is.
    pub value: Value,
    /// What is cut out to take it away, with its comma.
    pub cut: Range<usize>,
}

/// The elements of the lists at `path`, in which `*` stands for every key and every element. An empty text has none.
///
/// # Errors
///
/// If the text is not JSON.
pub fn elements(text: &str, path: &[&str]) -> Result<Vec<Element>, BadSettings> {
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Ok(Vec::new());
    }
    let root = read(text)?;
    let mut reached: Vec<(&Node, Vec<String>)> = vec![(&root, Vec::new())];
    for key in path {
        let mut next = Vec::new();
        for (node, keys) in reached {
            let with = |name: String| [keys.as_slice(), &[name]].concat();
            match &node.kind {
                Kind::Object(members, _) if *key == "*" => {
                    next.extend(members.iter().map(|(name, _, value)| (value, with(name.clone()))));
                }
                Kind::Array(elements, _) if *key == "*" => {
                    next.extend(elements.iter().enumerate().map(|(at, value)| (value, with(at.to_string()))));
                }
                Kind::Object(members, _) => {
                    let found = members.iter().find(|(name, ..)| name == key);
                    next.extend(found.map(|(_, _, value)| (value, keys.clone())));
                }
                Kind::Array(..) | Kind::Text(_) | Kind::Other => {}
            }
        }
        reached = next;
    }
    let mut all = Vec::new();
    for (node, keys) in reached {
        let Kind::Array(elements, closing) = &node.kind else { continue };
        for (at, element) in elements.iter().enumerate() {
            let value = text.get(element.span.clone()).map(plain).unwrap_or_default();
            let value = serde_json::from_str(&value)
                .map_err(|_| BadSettings::NotJson(Position::of(text, element.span.start)))?;
            let Some(cut) = cut_at(elements, at, *closing) else { continue };
            all.push(Element { keys: keys.clone(), value, cut });
        }
    }
    Ok(all)
}

/// The span of an element with its comma and the blanks before it.
fn cut_at(elements: &[Node], at: usize, closing: Closing) -> Option<Range<usize>> {
    let element = elements.get(at)?;
    let before = at.checked_sub(1).and_then(|before| elements.get(before));
    Some(match (before, elements.get(at.saturating_add(1))) {
        (Some(before), _) => before.span.end..element.span.end,
        (None, Some(next)) => element.span.start..next.span.start,
        (None, None) => element.span.start..closing.after,
    })
}

/// The first text at `path` that is ours.
///
/// # Errors
///
/// If the text is not JSON.
pub fn find(text: &str, path: &[&str], is_ours: &dyn Fn(&str) -> bool) -> Result<Option<String>, BadSettings> {
    let root = read(text)?;
    let mut node = &root;
    for key in path {
        let Kind::Object(members, _) = &node.kind else { return Ok(None) };
        let Some((_, _, value)) = members.iter().find(|(name, ..)| name == key) else { return Ok(None) };
        node = value;
    }
    Ok(ours(node, is_ours).map(str::to_owned))
}

fn ours<'n>(node: &'n Node, is_ours: &dyn Fn(&str) -> bool) -> Option<&'n str> {
    match &node.kind {
        Kind::Object(members, _) => members.iter().find_map(|(_, _, value)| ours(value, is_ours)),
        Kind::Array(elements, _) => elements.iter().find_map(|element| ours(element, is_ours)),
        Kind::Text(text) => is_ours(text).then_some(text),
        Kind::Other => None,
    }
}

/// The span of the first element that is ours, with its comma and the blanks before it.
fn cut(node: &Node, is_ours: &dyn Fn(&str) -> bool) -> Option<Range<usize>> {
    match &node.kind {
        Kind::Object(members, _) => members.iter().find_map(|(_, _, value)| cut(value, is_ours)),
        Kind::Array(elements, closing) => {
            let at = elements.iter().position(|element| holds(element, is_ours))?;
            let element = elements.get(at)?;
            // Others may share the element around it.
            if is_shared(element, is_ours) {
                return cut(element, is_ours);
            }
            cut_at(elements, at, *closing)
        }
        Kind::Text(_) | Kind::Other => None,
    }
}

/// Whether a list in it has something that is not ours.
fn is_shared(node: &Node, is_ours: &dyn Fn(&str) -> bool) -> bool {
    match &node.kind {
        Kind::Object(members, _) => members.iter().any(|(_, _, value)| is_shared(value, is_ours)),
        Kind::Array(elements, _) => elements.iter().any(|element| !holds(element, is_ours)),
        Kind::Text(_) | Kind::Other => false,
    }
}

fn holds(node: &Node, is_ours: &dyn Fn(&str) -> bool) -> bool {
    ours(node, is_ours).is_some()
}

fn replaced(text: &str, span: &Range<usize>, with: &str) -> String {
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    format!("{before}{with}{after}")
}

/// Puts something behind the last part of an object or a list.
fn insert(text: &str, node: &Node, closing: Closing, empty: bool, indent: &str, what: &str, newline: &str) -> String {
    let at = closing.after..closing.after;
    if empty {
        let outer = line_indent(text, node.span.start);
        return replaced(text, &at, &format!("{newline}{indent}{what}{newline}{outer}"));
    }
    let comma = if closing.comma { "" } else { "," };
    replaced(text, &at, &format!("{comma}{newline}{indent}{what}"))
}

/// The blanks a line begins with.
fn line_indent(text: &str, at: usize) -> &str {
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end.saturating_add(1));
    let line = text.get(start..).unwrap_or_default();
    let end = line.find(|one: char| one != ' ' && one != '\t').unwrap_or(line.len());
    line.get(..end).unwrap_or_default()
}

fn child_indent(text: &str, node: &Node, first: Option<usize>, unit: &str) -> String {
    let outer = line_indent(text, node.span.start);
    match first.map(|first| line_indent(text, first)) {
        Some(inner) if inner.len() > outer.len() => inner.to_owned(),
        Some(_) | None => format!("{outer}{unit}"),
    }
}

/// What one step to the right is in this text.
fn unit(text: &str) -> &'static str {
    let indented = text.lines().find(|line| line.starts_with([' ', '\t']));
    match indented {
        Some(line) if line.starts_with('\t') => "\t",
        Some(line) if line.starts_with("    ") => "    ",
        Some(_) | None => "  ",
    }
}

fn pretty(value: &Value, indent: &str, unit: &str, newline: &str) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    let mut lines = text.lines().map(|line| {
        let bare = line.trim_start();
        let steps = line.len().saturating_sub(bare.len()) / 2;
        format!("{}{bare}", unit.repeat(steps))
    });
    let first = lines.next().unwrap_or_default();
    lines.fold(first, |text, line| format!("{text}{newline}{indent}{line}"))
}

/// Reads a text whole.
pub(crate) fn read(text: &str) -> Result<Node, BadSettings> {
    let mut reader = Reader { text, at: 0 };
    if text.starts_with('\u{feff}') {
        reader.at = '\u{feff}'.len_utf8();
    }
    reader.blanks()?;
    let node = reader.value(0)?;
    reader.blanks()?;
    if reader.at == text.len() { Ok(node) } else { reader.wrong() }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn wrong<T>(&self) -> Result<T, BadSettings> {
        Err(BadSettings::NotJson(Position::of(self.text, self.at)))
    }

    fn skip(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes);
    }

    /// Blanks and comments.
    fn blanks(&mut self) -> Result<(), BadSettings> {
        loop {
            let rest = self.rest();
            let blank = rest.len().saturating_sub(rest.trim_start_matches([' ', '\t', '\n', '\r']).len());
            if blank > 0 {
                self.skip(blank);
            } else if rest.starts_with("//") {
                let end = rest.find('\n').unwrap_or(rest.len());
                self.skip(end);
            } else if rest.starts_with("/*") {
                let Some(end) = rest.find("*/") else { return self.wrong() };
                self.skip(end.saturating_add(2));
            } else {
                return Ok(());
            }
        }
    }

    fn takes(&mut self, one: char) -> bool {
        let found = self.rest().starts_with(one);
        if found {
            self.skip(one.len_utf8());
        }
        found
    }

    fn value(&mut self, depth: usize) -> Result<Node, BadSettings> {
        if depth > DEEPEST {
            return Err(BadSettings::TooDeep(Position::of(self.text, self.at)));
        }
        let start = self.at;
        let kind = match self.rest().chars().next() {
            Some('{') => self.object(depth)?,
            Some('[') => self.array(depth)?,
            Some('"') => Kind::Text(self.string()?),
            Some(_) => self.scalar()?,
            None => return self.wrong(),
        };
        Ok(Node { span: start..self.at, kind })
    }

    fn object(&mut self, depth: usize) -> Result<Kind, BadSettings> {
        self.skip(1);
        let mut members: Vec<(String, Range<usize>, Node)> = Vec::new();
        let mut closing = Closing { after: self.at, comma: false };
        loop {
            self.blanks()?;
            if self.takes('}') {
                return Ok(Kind::Object(members, closing));
            }
            if !members.is_empty() && !closing.comma {
                return self.wrong();
            }
            let start = self.at;
            let key = self.string()?;
            let span = start..self.at;
            self.blanks()?;
            if !self.takes(':') {
                return self.wrong();
            }
            self.blanks()?;
            let value = self.value(depth.saturating_add(1))?;
            if members.iter().any(|(known, ..)| *known == key) {
                return Err(BadSettings::Twice(key, Position::of(self.text, start)));
            }
            closing = self.closing(value.span.end)?;
            members.push((key, span, value));
        }
    }

    fn array(&mut self, depth: usize) -> Result<Kind, BadSettings> {
        self.skip(1);
        let mut elements: Vec<Node> = Vec::new();
        let mut closing = Closing { after: self.at, comma: false };
        loop {
            self.blanks()?;
            if self.takes(']') {
                return Ok(Kind::Array(elements, closing));
            }
            if !elements.is_empty() && !closing.comma {
                return self.wrong();
            }
            let value = self.value(depth.saturating_add(1))?;
            closing = self.closing(value.span.end)?;
            elements.push(value);
        }
    }

    /// What comes behind a part.
    fn closing(&mut self, end: usize) -> Result<Closing, BadSettings> {
        self.blanks()?;
        Ok(if self.takes(',') { Closing { after: self.at, comma: true } } else { Closing { after: end, comma: false } })
    }

    fn string(&mut self) -> Result<String, BadSettings> {
        let rest = self.rest();
        let mut escaped = false;
        let end = rest.char_indices().skip(1).find_map(|(at, one)| {
            let ends = one == '"' && !escaped;
            escaped = one == '\\' && !escaped;
            ends.then(|| at.saturating_add(1))
        });
        let literal = end.filter(|_| rest.starts_with('"')).and_then(|end| rest.get(..end));
        let Some(text) = literal.and_then(|literal| serde_json::from_str::<String>(literal).ok()) else {
            return self.wrong();
        };
        self.skip(end.unwrap_or_default());
        Ok(text)
    }

    fn scalar(&mut self) -> Result<Kind, BadSettings> {
        let rest = self.rest();
        let end = rest.find(|one: char| !one.is_ascii_alphanumeric() && !"+-.".contains(one)).unwrap_or(rest.len());
        let known = rest.get(..end).is_some_and(|word| serde_json::from_str::<Value>(word).is_ok());
        if !known {
            return self.wrong();
        }
        self.skip(end);
        Ok(Kind::Other)
    }
}
