//! What variables hold: the one environment in which a text is read.
//!
//! [`Settled`] is what a variable certainly holds in a part of one script: the words of a loop, an assignment that ran before.
//! [`Known`] is what the call gives variables anywhere, at any depth. A command is also looked at with each of these values,
//! and that counts only against the call.

use std::collections::{BTreeMap, BTreeSet};

use crate::budget::limit;
use byleave_shell::{
    Class, Command, Connector, Evaluation, EvaluationKind, Kind, Node, NodeId, PartKind, Script, Span, Word,
};

use super::item::{Item, Value};

/// What is certain about the variables of one script.
#[derive(Debug, Default)]
pub(super) struct Settled<'a> {
    /// The values of a variable, each with the span in which it holds one of them.
    values: BTreeMap<&'a str, Vec<(Span, Vec<Value<'a>>)>>,
    /// Variables that only ever hold numbers.
    numbers: BTreeSet<&'a str>,
    /// `IFS` is set somewhere, so that words may be split at other signs than blanks.
    pub splits_otherwise: bool,
}

impl<'a> Settled<'a> {
    pub(super) fn of(script: &'a Script<'_>) -> Self {
        let mut found = Self::default();
        let sets = |command: &Command| !command.assignments.is_empty() || script.name(command).is_some_and(is_setter);
        let loops = script.nodes().any(|(_, node)| loop_of(script, node).is_some());
        if !loops && script.evaluations().is_empty() && !script.commands().iter().any(sets)
            || script.commands().len() > limit::COMMANDS_WITH_VARIABLES
        {
            return found;
        }
        let setters = setters(script);
        let once = |name: &str, times: usize| setters.get(name).copied().unwrap_or(0) == times;
        found.splits_otherwise = !once("IFS", 0);
        found.numbers = numbers(script, &setters);
        for (id, node) in script.nodes() {
            if let Some((name, words)) = loop_of(script, node)
                && once(name, 0)
                && !words.is_empty()
                && words.len() <= limit::WAYS
                && words.iter().all(|word| !matches!(word.class, Class::Unknown(_)))
            {
                let mut values: Vec<Value<'a>> = words.iter().map(|word| known(script, word)).collect();
                if matches!(node.kind, Kind::Select { .. }) {
                    // What is typed may choose none of them.
                    values.push(Value::Literal("".into()));
                }
                found.values.entry(name).or_default().push((node.span, values));
            }
            let Kind::Simple(command) = node.kind else { continue };
            let Some(command) = script.command(command).filter(|one| one.words.is_empty()) else { continue };
            for one in script.assignments(command.assignments) {
                let name = script.text(one.name);
                let plain = !one.append && !one.array && one.subscript.is_none() && is_ordinary(name);
                let looped = || script.nodes().any(|(_, node)| loop_of(script, node).is_some_and(|(of, _)| of == name));
                let open = matches!(one.value.class, Class::Unknown(_)) || !command.redirections.is_empty();
                if plain && !open && once(name, 1) && !looped() {
                    let Some(scope) = scope(script, id, node) else { continue };
                    found.values.entry(name).or_default().push((scope, vec![known(script, &one.value)]));
                }
            }
        }
        found
    }

    /// The values of which a variable certainly holds one at a place.
    pub(super) fn values(&self, name: &str, at: Span) -> Option<&[Value<'a>]> {
        // The innermost loop around the place; loops are in source order.
        let (_, values) = self.values.get(name)?.iter().rev().find(|(span, _)| span.contains(at))?;
        Some(values)
    }

    /// Whether a variable only ever holds numbers.
    pub(super) fn is_number(&self, name: &str) -> bool {
        self.numbers.contains(name)
    }

    /// Whether an evaluation is arithmetic on numbers and on variables that only hold numbers.
    pub(super) fn only_counts(&self, script: &Script<'_>, one: &Evaluation) -> bool {
        let text = one.span.of(script.source());
        let text = text.strip_prefix("for").unwrap_or(text).trim_start();
        let numbers = |name: &str| {
            name.is_empty()
                || name.bytes().all(|byte| byte.is_ascii_digit())
                || self.is_number(name.trim_start_matches('$'))
        };
        let mut names = text.split(|sign: char| !sign.is_ascii_alphanumeric() && !matches!(sign, '_' | '$'));
        one.kind == EvaluationKind::Arithmetic
            && text.trim_start_matches('$').starts_with("((")
            && !text.contains(['[', '`', '\'', '"', '{', '\\', '#', '@'])
            && !text.get(1..).unwrap_or("").contains("$(")
            && names.all(|name| name == "$" && text.starts_with("$((") || numbers(name))
    }
}

/// What the call gives variables, parameters and files, wherever it does.
#[derive(Debug, Default)]
pub(super) struct Known {
    values: BTreeMap<String, Vec<String>>,
    /// The words of each call of a function, of each text with parameters, and of `set --`.
    pub parameters: Vec<Vec<String>>,
    /// Files that the text writes, by their names without directories.
    files: BTreeMap<String, Content>,
    /// Some of it is not remembered.
    pub full: bool,
}

/// What a text writes to a file.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Text(String),
    Unknown,
}

impl Known {
    /// Takes note of all that a script gives a value.
    pub(super) fn note(&mut self, script: &Script<'_>) {
        for (_, node) in script.nodes() {
            for word in loop_of(script, node).into_iter().flat_map(|(_, words)| words) {
                let name = loop_of(script, node).map_or("", |(name, _)| name);
                script.literal(word).into_iter().for_each(|text| self.give(name, text));
            }
        }
        let functions: Vec<&str> = script
            .nodes()
            .filter_map(
                |(_, node)| if let Kind::Function { name } = node.kind { Some(script.text(name)) } else { None },
            )
            .collect();
        for command in script.commands() {
            for one in script.assignments(command.assignments) {
                let name = script.text(one.name);
                if one.array {
                    let words: Vec<&str> =
                        script.words(one.elements).iter().filter_map(|word| script.literal(word)).collect();
                    self.give(name, &words.join(" "));
                    for word in words {
                        self.give(name, word);
                    }
                } else if let Some(text) = script.literal(&one.value) {
                    let before = if one.append { self.values(name).to_vec() } else { Vec::new() };
                    for start in before {
                        self.give(name, &format!("{start}{text}"));
                    }
                    self.give(name, text);
                }
            }
            let mut words = script.words(command.words).iter().map(|word| script.literal(word));
            let Some(Some(name)) = words.next() else { continue };
            // `export X=rm`, `env X=rm sh`
            for (name, value) in words.clone().flatten().filter_map(|text| text.split_once('=')) {
                if is_name(name) {
                    self.give(name, value);
                }
            }
            let sets = name == "set";
            if sets || functions.contains(&name) {
                let words = words.map(|word| word.unwrap_or("").to_owned());
                let words = words.skip_while(|word| sets && word.starts_with(['-', '+']));
                self.call(std::iter::once(name.to_owned()).chain(words).collect());
            }
        }
    }

    fn give(&mut self, name: &str, value: &str) {
        if self.values(name).iter().any(|known| known == value) {
            return;
        }
        let many = self.values.len() >= limit::VARIABLES || self.values(name).len() >= limit::WAYS;
        if many || value.len() > limit::WAY_LENGTH {
            self.full = true;
            return;
        }
        self.values.entry(name.to_owned()).or_default().push(value.to_owned());
    }

    /// Words that a text or a function is given as `$0`, `$1` and so on.
    pub(super) fn call(&mut self, words: Vec<String>) {
        if words.is_empty() || self.parameters.contains(&words) {
            return;
        }
        if self.parameters.len() < limit::CALLS {
            self.parameters.push(words);
        } else {
            self.full = true;
        }
    }

    /// What a variable may hold.
    pub(super) fn values(&self, name: &str) -> &[String] {
        self.values.get(name).map_or(&[], Vec::as_slice)
    }

    /// Takes note of a file that the text writes, by its name without directories.
    pub(super) fn write(&mut self, name: &str, text: Option<&str>) {
        if name.is_empty() {
            return;
        }
        if self.files.len() >= limit::FILES && !self.files.contains_key(name) {
            self.full = true;
            return;
        }
        let file = self.files.entry(name.to_owned()).or_insert_with(|| Content::Text(String::new()));
        match (file, text) {
            // What is appended again and again would grow without end.
            (Content::Text(known), Some(text)) if !known.contains(text) && known.len() < limit::WRITTEN => {
                known.push_str(text);
                known.push('\n');
            }
            (Content::Text(known), Some(text)) => self.full |= !known.contains(text),
            (Content::Unknown, Some(_)) => {}
            (file, None) => *file = Content::Unknown,
        }
    }

    /// What the text writes to a file, if it writes it.
    pub(super) fn file(&self, name: &str) -> Option<&Content> {
        self.files.get(name)
    }

    /// All that the text writes and that is known.
    pub(super) fn written(&self) -> impl Iterator<Item = &str> {
        self.files.values().filter_map(|file| if let Content::Text(text) = file { Some(text.as_str()) } else { None })
    }

    pub(super) fn writes_files(&self) -> bool {
        !self.files.is_empty()
    }
}

/// Whether a text is the name of a variable.
pub(super) fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !text.is_empty() && text.bytes().all(plain) && !text.starts_with(|first: char| first.is_ascii_digit())
}

/// Whether a name is one that people choose for their own variables: setting it changes only the words that use it.
/// Neither the shell nor a program looks at it.
#[must_use]
pub fn is_ordinary(name: &str) -> bool {
    byleave_knowledge::variables::is_ordinary(name)
}

/// The variable of a loop, and the words it runs over.
fn loop_of<'s>(script: &'s Script<'_>, node: &Node) -> Option<(&'s str, &'s [Word])> {
    if let Kind::For { variable, words, .. } | Kind::Select { variable, words, .. } = node.kind {
        Some((script.text(variable), script.words(words)))
    } else {
        None
    }
}

/// Whether a builtin sets the variables it is given.
fn is_setter(name: &str) -> bool {
    const SETTERS: [&str; 16] = [
        "read",
        "mapfile",
        "readarray",
        "declare",
        "typeset",
        "local",
        "export",
        "readonly",
        "unset",
        "printf",
        "let",
        "getopts",
        "eval",
        "source",
        ".",
        "wait",
    ];
    SETTERS.contains(&name)
}

/// How often each name is set by something other than a loop: assignments, and builtins that take names.
fn setters<'a>(script: &'a Script<'_>) -> BTreeMap<&'a str, usize> {
    let mut names: BTreeMap<&'a str, usize> = BTreeMap::new();
    let mut count = |name: &'a str| {
        let count = names.entry(name).or_default();
        *count = count.saturating_add(1);
    };
    for command in script.commands() {
        script.assignments(command.assignments).iter().for_each(|one| count(script.text(one.name)));
        // A command word that is not known may be any of them.
        if script.name(command).is_none_or(is_setter) {
            for shown in script.words(command.words).iter().map(|word| script.shown(word)) {
                let end = shown.find(['=', '[', '+']).unwrap_or(shown.len());
                count(shown.get(..end).unwrap_or(shown));
            }
        }
    }
    names
}

/// Variables that are given a number and nothing but numbers.
fn numbers<'a>(script: &'a Script<'_>, setters: &BTreeMap<&'a str, usize>) -> BTreeSet<&'a str> {
    let is_number = |text: &str| !text.is_empty() && text.len() < 19 && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut begun: BTreeMap<&'a str, usize> = BTreeMap::new();
    let mut spoilt: BTreeSet<&'a str> = BTreeSet::new();
    for one in script.commands().iter().flat_map(|command| script.assignments(command.assignments)) {
        let reckoned = matches!(script.parts(&one.value), [part] if matches!(part.kind, PartKind::Arithmetic { .. }));
        if (reckoned || script.literal(&one.value).is_some_and(is_number)) && !one.append && one.subscript.is_none() {
            let count = begun.entry(script.text(one.name)).or_default();
            *count = count.saturating_add(1);
        }
    }
    for (name, words) in script.nodes().filter_map(|(_, node)| loop_of(script, node)) {
        if !words.is_empty() && words.iter().all(|word| script.literal(word).is_some_and(is_number)) {
            begun.entry(name).or_default();
        } else {
            spoilt.insert(name);
        }
    }
    // `for ((i=0; …`
    for one in script.evaluations() {
        let text = one.span.of(script.source()).strip_prefix("for").unwrap_or("").trim_start();
        let first = text.strip_prefix("((").and_then(|text| text.split([';', ',']).next());
        if let Some((name, value)) = first.and_then(|first| first.split_once('='))
            && is_number(value.trim())
        {
            begun.entry(name.trim()).or_default();
        }
    }
    let only = |(name, count): &(&'a str, usize)| {
        setters.get(name).copied().unwrap_or(0) == *count && is_ordinary(name) && !spoilt.contains(name)
    };
    begun.into_iter().filter(only).map(|(name, _)| name).collect()
}

fn known<'a>(script: &'a Script<'_>, word: &Word) -> Value<'a> {
    let text = script.shown(word).into();
    match word.class {
        Class::Literal => Value::Literal(text),
        Class::Bounded | Class::Unknown(_) => Value::Bounded { text, tilde: word.tilde, glob: word.glob },
    }
}

/// Where what an assignment sets is surely set: after it in its list, or in its `&&` chain if it may be skipped.
fn scope(script: &Script<'_>, id: NodeId, node: &Node) -> Option<Span> {
    let alone = matches!(node.connector, Connector::Pipe | Connector::PipeBoth | Connector::Background);
    let list = script.node(node.parent)?;
    let lists = matches!(list.kind, Kind::Script(_) | Kind::Subshell | Kind::Group | Kind::Clause(_));
    if node.piped || node.negated || alone || !lists {
        return None;
    }
    let mut joined = Connector::Sequence;
    let mut end = list.span.end;
    // It may be skipped: what follows it is sure only as long as `&&` joins it.
    let (mut chained, mut passed) = (false, false);
    let mut reached = node.span.end;
    for (child, sibling) in script.children(node.parent) {
        if child == id {
            match joined {
                Connector::Sequence | Connector::Background | Connector::End => {}
                Connector::And => chained = true,
                Connector::Or | Connector::Pipe | Connector::PipeBoth => return None,
            }
            passed = true;
        } else if passed && chained && joined != Connector::And {
            end = reached;
            break;
        }
        reached = sibling.span.end;
        joined = sibling.connector;
        if passed && joined == Connector::Background {
            // The whole chain runs in a shell of its own.
            end = reached;
            break;
        }
        if passed && !chained && matches!(joined, Connector::Sequence | Connector::End) {
            break;
        }
    }
    Some(Span::new(node.span.end, end.max(node.span.end)))
}

/// The words of a command that are text, as far as all of them are.
pub(super) fn texts(items: &[Item<'_>]) -> Option<Vec<String>> {
    items.iter().map(|item| item.text().map(str::to_owned)).collect()
}
