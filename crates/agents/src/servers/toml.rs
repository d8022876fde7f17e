//! Servers in TOML: just enough of it to find them, and what is not understood leaves the file alone.

use std::ops::Range;

use super::{Entry, How, List, Word};
use crate::jsonc::BadSettings;

/// Nothing is nested deeper.
const DEEPEST: usize = 64;

/// The table of the servers.
const TABLE: &str = "mcp_servers";

#[derive(Debug)]
struct Node {
    span: Range<usize>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Text(String),
    /// With the place behind its last element and a comma there.
    List(Vec<Node>, usize),
    Table(Vec<(Vec<String>, Node)>),
    /// Numbers, dates, texts over several lines.
    Other,
}

/// A value with the keys that lead to it, and what would stand before a list beside it.
#[derive(Debug)]
struct Leaf {
    keys: Vec<String>,
    node: Node,
    opening: String,
}

/// The servers of a text.
pub(super) fn entries(text: &str) -> Result<Vec<Entry>, BadSettings> {
    let mut leaves = Reader { text, at: 0 }.document()?;
    leaves.retain(|leaf| leaf.keys.first().is_some_and(|key| key == TABLE));
    let mut names: Vec<&String> = Vec::new();
    for name in leaves.iter().filter_map(|leaf| leaf.keys.get(1)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let entry = |name: &String| {
        let own: Vec<&Leaf> = leaves.iter().filter(|leaf| leaf.keys.get(1) == Some(name)).collect();
        Entry { keys: vec![TABLE.to_owned(), name.clone()], how: how(&own) }
    };
    Ok(names.into_iter().map(entry).collect())
}

fn how(leaves: &[&Leaf]) -> How {
    let get = |key: &str| {
        let mut found = leaves.iter().filter(|leaf| leaf.keys.get(2..).is_some_and(|rest| rest == [key]));
        (found.next(), found.next())
    };
    let remote = get("url").0.is_some();
    let (command, arguments) = match (get("command"), get("args")) {
        ((_, Some(_)), _) | (_, (_, Some(_))) => return How::Odd("it stands twice"),
        ((None, _), _) if remote => return How::Remote,
        ((None, _), _) => return How::Odd("it has neither a command nor an address"),
        _ if remote => return How::Odd("it has a command and an address"),
        ((Some(command), None), (arguments, None)) => (command, arguments),
    };
    let Some(word) = word(&command.node) else { return How::Odd("its command is not a text on one line") };
    let arguments = match arguments {
        None => None,
        Some(leaf) => match list(&leaf.node) {
            Some(list) => Some(list),
            None => return How::Odd("its arguments are not a list of texts"),
        },
    };
    How::Apart { command: word, opening: command.opening.clone(), arguments }
}

fn word(node: &Node) -> Option<Word> {
    match &node.kind {
        Kind::Text(text) => Some(Word { span: node.span.clone(), text: text.clone() }),
        Kind::List(..) | Kind::Table(_) | Kind::Other => None,
    }
}

fn list(node: &Node) -> Option<List> {
    let Kind::List(elements, end) = &node.kind else { return None };
    let words = elements.iter().map(word).collect::<Option<_>>()?;
    Some(List { open: node.span.start.saturating_add(1), words, end: *end })
}

/// All values below a value, with their keys.
fn spread(keys: &[String], node: Node, opening: String, leaves: &mut Vec<Leaf>) {
    match node.kind {
        Kind::Table(members) if !members.is_empty() => {
            for (more, inner) in members {
                let before = more.split_last().map(|(_, before)| before).unwrap_or_default();
                let prefix = before
                    .iter()
                    .fold(String::new(), |out, key| format!("{out}{}.", serde_json::Value::from(key.as_str())));
                spread(&[keys, &more].concat(), inner, format!(", {prefix}args = ["), leaves);
            }
        }
        Kind::Table(_) | Kind::Text(_) | Kind::List(..) | Kind::Other => {
            leaves.push(Leaf { keys: keys.to_vec(), node, opening });
        }
    }
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
        Err(BadSettings::NotToml(self.at))
    }

    fn skip(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes);
    }

    fn takes(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.skip(sign.len());
        }
        found
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.skip(rest.len().saturating_sub(rest.trim_start_matches([' ', '\t']).len()));
    }

    /// Blanks, comments and ends of lines.
    fn gap(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len().saturating_sub(rest.trim_start_matches([' ', '\t', '\r', '\n']).len());
            if blank > 0 {
                self.skip(blank);
            } else if rest.starts_with('#') {
                self.skip(rest.find('\n').unwrap_or(rest.len()));
            } else {
                return;
            }
        }
    }

    /// The end of a line, with a comment before it.
    fn line_ends(&mut self) -> Result<(), BadSettings> {
        self.blanks();
        let rest = self.rest();
        if rest.starts_with('#') {
            self.skip(rest.find('\n').unwrap_or(rest.len()));
        }
        if self.rest().is_empty() || self.takes("\n") || self.takes("\r\n") { Ok(()) } else { self.wrong() }
    }

    fn document(mut self) -> Result<Vec<Leaf>, BadSettings> {
        if self.text.starts_with('\u{feff}') {
            self.skip('\u{feff}'.len_utf8());
        }
        let mut leaves = Vec::new();
        let mut table: Vec<String> = Vec::new();
        loop {
            self.gap();
            if self.rest().is_empty() {
                return Ok(leaves);
            }
            let start = self.at;
            if self.takes("[[") {
                let (keys, _) = self.keys()?;
                if !self.takes("]]") {
                    return self.wrong();
                }
                // The elements of a list have no names.
                table = vec![String::new()];
                table.extend(keys);
                self.line_ends()?;
            } else if self.takes("[") {
                table = self.keys()?.0;
                if !self.takes("]") {
                    return self.wrong();
                }
                self.line_ends()?;
            } else {
                let (keys, last) = self.keys()?;
                let prefix = self.text.get(start..last).unwrap_or_default().to_owned();
                if !self.takes("=") {
                    return self.wrong();
                }
                self.blanks();
                let node = self.value(0)?;
                let opening = format!("{}{prefix}args = [", self.line_before(start));
                self.line_ends()?;
                spread(&[table.as_slice(), &keys].concat(), node, opening, &mut leaves);
            }
        }
    }

    /// An end of line, and the blanks that the line at hand begins with.
    fn line_before(&self, start: usize) -> String {
        let newline = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
        let before = self.text.get(..start).unwrap_or_default();
        let bare = before.trim_end_matches([' ', '\t']);
        format!("{newline}{}", before.get(bare.len()..).unwrap_or_default())
    }

    /// Keys with dots between them, and where the last one begins.
    fn keys(&mut self) -> Result<(Vec<String>, usize), BadSettings> {
        let mut keys = Vec::new();
        loop {
            self.blanks();
            let start = self.at;
            let rest = self.rest();
            let bare =
                rest.find(|one: char| !one.is_ascii_alphanumeric() && !matches!(one, '_' | '-')).unwrap_or(rest.len());
            if bare > 0 {
                keys.push(rest.get(..bare).unwrap_or_default().to_owned());
                self.skip(bare);
            } else {
                match self.text()? {
                    Kind::Text(key) => keys.push(key),
                    Kind::List(..) | Kind::Table(_) | Kind::Other => return self.wrong(),
                }
            }
            self.blanks();
            if !self.takes(".") {
                return Ok((keys, start));
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, BadSettings> {
        if depth > DEEPEST {
            return Err(BadSettings::TooDeep(self.at));
        }
        let start = self.at;
        let kind = match self.rest().chars().next() {
            Some('[') => self.list(depth)?,
            Some('{') => self.table(depth)?,
            Some('"' | '\'') => self.text()?,
            Some(_) => self.scalar()?,
            None => return self.wrong(),
        };
        Ok(Node { span: start..self.at, kind })
    }

    fn list(&mut self, depth: usize) -> Result<Kind, BadSettings> {
        self.skip(1);
        let mut elements = Vec::new();
        let mut end = self.at;
        loop {
            self.gap();
            if self.takes("]") {
                return Ok(Kind::List(elements, end));
            }
            if !elements.is_empty() && !self.text.get(..end).is_some_and(|before| before.ends_with(',')) {
                return self.wrong();
            }
            elements.push(self.value(depth.saturating_add(1))?);
            end = self.at;
            self.gap();
            if self.takes(",") {
                end = self.at;
            }
        }
    }

    fn table(&mut self, depth: usize) -> Result<Kind, BadSettings> {
        self.skip(1);
        let mut members = Vec::new();
        let mut comma = true;
        loop {
            self.gap();
            if self.takes("}") {
                return Ok(Kind::Table(members));
            }
            if !comma {
                return self.wrong();
            }
            let (keys, _) = self.keys()?;
            if !self.takes("=") {
                return self.wrong();
            }
            self.blanks();
            members.push((keys, self.value(depth.saturating_add(1))?));
            self.gap();
            comma = self.takes(",");
        }
    }

    fn text(&mut self) -> Result<Kind, BadSettings> {
        for quotes in ["\"\"\"", "'''"] {
            if self.takes(quotes) {
                return self.long_text(quotes);
            }
        }
        if self.takes("'") {
            let rest = self.rest();
            let Some(end) =
                rest.find(['\'', '\n']).filter(|end| rest.get(*end..).is_some_and(|end| end.starts_with('\'')))
            else {
                return self.wrong();
            };
            let text = rest.get(..end).unwrap_or_default().to_owned();
            self.skip(end.saturating_add(1));
            return Ok(Kind::Text(text));
        }
        let rest = self.rest();
        let mut escaped = false;
        let end = rest.char_indices().skip(1).take_while(|(_, one)| *one != '\n').find_map(|(at, one)| {
            let ends = one == '"' && !escaped;
            escaped = one == '\\' && !escaped;
            ends.then(|| at.saturating_add(1))
        });
        let Some(literal) = end.filter(|_| rest.starts_with('"')).and_then(|end| rest.get(..end)) else {
            return self.wrong();
        };
        // What JSON does not know stays unread: some escapes, and a tab that is written as it is.
        let kind = serde_json::from_str(literal).map_or(Kind::Other, Kind::Text);
        self.skip(end.unwrap_or_default());
        Ok(kind)
    }

    fn long_text(&mut self, quotes: &str) -> Result<Kind, BadSettings> {
        let escapes = quotes.starts_with('"');
        loop {
            let rest = self.rest();
            if rest.starts_with(quotes) {
                // Up to two quotes may stand before those that end it.
                let one = quotes.get(..1).unwrap_or_default();
                self.skip(quotes.len());
                let _ = self.takes(one) && self.takes(one);
                return Ok(Kind::Other);
            }
            let mut signs = rest.chars();
            match signs.next() {
                Some('\\') if escapes => self.skip(signs.next().map_or(1, |next| next.len_utf8().saturating_add(1))),
                Some(one) => self.skip(one.len_utf8()),
                None => return self.wrong(),
            }
        }
    }

    fn scalar(&mut self) -> Result<Kind, BadSettings> {
        let rest = self.rest();
        let end = rest.find([',', ']', '}', '#', '\r', '\n']).unwrap_or(rest.len());
        let word = rest.get(..end).unwrap_or_default().trim_end_matches([' ', '\t']);
        let known = |one: char| one.is_ascii_alphanumeric() || "+-._: ".contains(one);
        if word.is_empty() || !word.chars().all(known) {
            return self.wrong();
        }
        let bytes = word.len();
        self.skip(bytes);
        Ok(Kind::Other)
    }
}
