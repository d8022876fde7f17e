//! Variables whose values the text tells: of loops, of plain assignments, and of `read` from a listing.

use std::collections::{BTreeMap, BTreeSet};

use byleave_shell::{
    Class, Clause, Command, Connector, Evaluation, EvaluationKind, Kind, Node, NodeId, PartKind, RedirectOperator,
    Script, Span, Unknown, Word,
};

use super::item::Value;

/// What a variable holds in a part of a script.
#[derive(Debug)]
pub(super) enum Held<'a> {
    /// One of these values.
    Values(Vec<Value<'a>>),
    /// What the commands in these nodes print, whole or a line or a word of it.
    Output(Vec<NodeId>),
}

/// Variables with what they hold, each with the span in which it does.
#[derive(Debug, Default)]
pub(super) struct Variables<'a> {
    bindings: BTreeMap<&'a str, Vec<(Span, Held<'a>)>>,
    /// Variables that only ever hold numbers.
    numbers: BTreeSet<&'a str>,
    /// `IFS` is set somewhere.
    ifs: bool,
}

/// How many commands a text may have for its assignments to be followed.
const MOST_COMMANDS: usize = 2_000;

/// How many assignments, or uses of `read`, a text may have for its variables to be followed.
const MOST_SET: usize = 200;

/// Whether a builtin sets the variables it is given.
fn is_setter(name: &str) -> bool {
    matches!(
        name,
        "read"
            | "mapfile"
            | "readarray"
            | "declare"
            | "typeset"
            | "local"
            | "export"
            | "readonly"
            | "unset"
            | "printf"
            | "let"
            | "getopts"
            | "eval"
            | "source"
            | "."
            | "wait"
    )
}

impl<'a> Variables<'a> {
    pub(super) fn new(script: &'a Script<'_>) -> Self {
        let mut found = Self::default();
        let sets = |command: &Command| !command.assignments.is_empty() || script.name(command).is_some_and(is_setter);
        let loops = script
            .nodes()
            .any(|(_, node)| matches!(node.kind, Kind::For { .. } | Kind::Select { .. } | Kind::ArithmeticFor));
        if !loops && !script.commands().iter().any(sets) {
            return found;
        }
        // Where so much is set, nothing is followed.
        let assignments: usize =
            script.commands().iter().map(|command| script.assignments(command.assignments).len()).sum();
        let readers = || script.commands().iter().filter(|command| script.name(command) == Some("read")).count();
        if assignments > MOST_SET || script.commands().len() > MOST_SET && readers() > MOST_SET {
            return found;
        }
        let setters = setters(script);
        found.ifs = setters.contains_key("IFS") || script.nodes().any(|(_, node)| loops_over(script, node, "IFS"));
        if !script.evaluations().is_empty() {
            found.numbers = numbers(script, &setters);
        }
        for (id, node) in script.nodes() {
            if let Kind::For { variable, words, positional: false }
            | Kind::Select { variable, words, positional: false } = node.kind
            {
                let name = script.text(variable);
                let otherwise = setters.get(name).copied().unwrap_or(0) > 0;
                let mut held = held_by_loop(script, script.words(words));
                // What is typed may choose none of them.
                if let (Some(Held::Values(values)), Kind::Select { .. }) = (&mut held, node.kind) {
                    values.push(Value::Literal("".into()));
                }
                if let Some(held) = held.filter(|_| !otherwise) {
                    found.bindings.entry(name).or_default().push((node.span, held));
                }
            }
            if let Kind::Simple(command) = node.kind
                && script.commands().len() <= MOST_COMMANDS
                && let Some(command) = script.command(command)
            {
                found.assigned(script, id, node, command, &setters);
                found.read(script, id, command, &setters);
            }
        }
        found
    }

    /// Whether words may be split at other signs than blanks.
    pub(super) const fn splits_otherwise(&self) -> bool {
        self.ifs
    }

    /// Whether a variable only ever holds numbers.
    pub(super) fn is_number(&self, name: &str) -> bool {
        self.numbers.contains(name)
    }

    /// Whether an evaluation is arithmetic on numbers and on variables that only hold numbers.
    pub(super) fn only_counts(&self, script: &Script<'_>, one: &Evaluation) -> bool {
        let text = one.span.of(script.source());
        let text = text.strip_prefix("for").unwrap_or(text).trim_start();
        one.kind == EvaluationKind::Arithmetic
            && text.trim_start_matches('$').starts_with("((")
            && names_in(text).is_some_and(|names| names.iter().all(|name| self.is_number(name)))
    }

    /// What a variable holds at a place, if the text tells.
    pub(super) fn held(&self, name: &str, at: Span) -> Option<&Held<'a>> {
        let bindings = self.bindings.get(name)?;
        // The innermost loop around the place; loops are in source order.
        bindings.iter().rev().find(|(span, _)| span.contains(at)).map(|(_, held)| held)
    }

    /// `dir=src; …`: an assignment that surely ran before what follows it in its list, and is the only one.
    fn assigned(
        &mut self,
        script: &'a Script<'_>,
        id: NodeId,
        node: &Node,
        command: &Command,
        setters: &BTreeMap<&str, usize>,
    ) {
        if !command.words.is_empty() || command.assignments.is_empty() || !command.redirections.is_empty() {
            return;
        }
        for one in script.assignments(command.assignments) {
            let name = script.text(one.name);
            let plain = !one.append && !one.array && one.subscript.is_none() && is_ordinary(name);
            if !plain || setters.get(name) != Some(&1) {
                continue;
            }
            let held = match one.value.class {
                Class::Literal | Class::Bounded => Some(Held::Values(vec![known(script, &one.value)])),
                Class::Unknown(_) => only_substitution(script, &one.value).map(|inside| Held::Output(vec![inside])),
            };
            let looped = || script.nodes().any(|(_, node)| loops_over(script, node, name));
            let Some(held) = held.filter(|_| !looped()) else { continue };
            let Some(scope) = scope(script, id, node) else { return };
            self.bindings.entry(name).or_default().push((scope, held));
        }
    }

    /// `git ls-files | while read -r f; do …`: each line of what is piped or redirected into the loop.
    fn read(&mut self, script: &'a Script<'_>, id: NodeId, command: &Command, setters: &BTreeMap<&str, usize>) {
        if !script.is_called(command, "read") {
            return;
        }
        let words = script.words(command.words);
        let Some(name) = words.last().and_then(|word| script.literal(word)) else { return };
        let only = words.iter().rev().skip(1).all(|word| {
            script.literal(word).is_some_and(|text| matches!(text, "read" | "-r" | "-d" | "" | "-rd" | "-r -d"))
        });
        let looped = script.nodes().any(|(_, node)| loops_over(script, node, name));
        if !only || !is_ordinary(name) || looped || setters.get(name) != Some(&1) {
            return;
        }
        let Some((around, node)) = loop_around(script, id) else { return };
        let inputs = script.redirections(node.redirections).iter().filter(|one| {
            matches!(
                one.operator,
                RedirectOperator::Read
                    | RedirectOperator::ReadWrite
                    | RedirectOperator::DuplicateIn
                    | RedirectOperator::HereDocument
                    | RedirectOperator::HereDocumentTabs
                    | RedirectOperator::HereString
            )
        });
        let inputs: Vec<_> = inputs.collect();
        let source = match inputs.as_slice() {
            [] if node.piped => before(script, around),
            [one] if one.operator == RedirectOperator::Read || one.operator == RedirectOperator::HereString => {
                only_substitution(script, &one.target)
            }
            _ => None,
        };
        if let Some(source) = source {
            self.bindings.entry(name).or_default().push((node.span, Held::Output(vec![source])));
        }
    }
}

/// Whether a name is one that people choose for their own variables: setting it changes only the words that use it.
/// Neither the shell nor a program looks at it.
#[must_use]
pub fn is_ordinary(name: &str) -> bool {
    const SPECIAL: [&str; 16] = [
        "path",
        "cdpath",
        "fpath",
        "manpath",
        "mailpath",
        "module_path",
        "fignore",
        "psvar",
        "prompt",
        "argv",
        "status",
        "pipestatus",
        "histchars",
        "auto_resume",
        "watch",
        "signals",
    ];
    // Large letters are for what programs look at, but people write these so in scripts, and no program does.
    const COMMON: &[&str] = &[
        "ARG", "BAR", "BASE", "BAZ", "BRANCH", "BRANCHES", "COMMIT", "COMMITS", "COUNT", "CURRENT", "DIR", "DIRS",
        "DST", "FILE", "FILES", "FIRST", "FOLDER", "FOO", "FOUND", "HASH", "INDEX", "ITEM", "ITEMS", "LAST", "LINE",
        "MATCH", "MATCHES", "MSG", "NEW", "NOW", "NUM", "OLD", "PATTERN", "QUERY", "REPO", "RESULT", "RESULTS", "ROOT",
        "SHA", "SINCE", "SRC", "SUM", "TAG", "TAGS", "TEXT", "TODAY", "TOTAL", "UNTIL", "VALUE", "VAR", "WORD",
        "WORDS",
    ];
    let lower = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    let ordinary = lower && name.starts_with(|first: char| first.is_ascii_lowercase());
    let letter = name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_uppercase());
    let looked_at = SPECIAL.contains(&name) || name.ends_with("_proxy") || name.starts_with("npm_") || name == "_";
    (ordinary || letter || COMMON.contains(&name)) && !looked_at
}

/// The variables of an arithmetic text; `None` if it holds more than numbers, plain variables and operators.
fn names_in(text: &str) -> Option<Vec<&str>> {
    let plain = |one: char| one.is_ascii_alphanumeric() || one == '_';
    let operators = " \n\t+-*/%<>=!&|();?:,^~";
    let mut found = Vec::new();
    let mut rest = text.strip_prefix('$').unwrap_or(text);
    while let Some(first) = rest.chars().next() {
        let dollar = first == '$';
        let word = if dollar { rest.get(1..).unwrap_or("") } else { rest };
        let end = word.find(|one| !plain(one)).unwrap_or(word.len());
        let name = word.get(..end).unwrap_or("");
        if name.is_empty() {
            if dollar || !operators.contains(first) {
                return None;
            }
            rest = rest.get(first.len_utf8()..).unwrap_or("");
            continue;
        }
        let number = name.bytes().all(|byte| byte.is_ascii_digit());
        if number && dollar || !number && name.starts_with(|one: char| one.is_ascii_digit()) {
            return None;
        }
        if !number {
            found.push(name);
        }
        rest = word.get(end..).unwrap_or("");
    }
    Some(found)
}

/// Variables that are given a number and nothing but numbers.
fn numbers<'a>(script: &'a Script<'_>, setters: &BTreeMap<&'a str, usize>) -> BTreeSet<&'a str> {
    let is_number = |text: &str| !text.is_empty() && text.len() < 19 && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut counts: BTreeMap<&'a str, usize> = BTreeMap::new();
    let mut begun: BTreeSet<&'a str> = BTreeSet::new();
    let mut spoilt: BTreeSet<&'a str> = BTreeSet::new();
    for command in script.commands().iter().filter(|command| command.words.is_empty()) {
        for one in script.assignments(command.assignments) {
            let name = script.text(one.name);
            let given = script.literal(&one.value).is_some_and(is_number);
            let reckoned =
                matches!(script.parts(&one.value), [part] if matches!(part.kind, PartKind::Arithmetic { .. }));
            if (given || reckoned) && !one.array && !one.append && one.subscript.is_none() {
                let count = counts.entry(name).or_default();
                *count = count.saturating_add(1);
            }
            if given {
                begun.insert(name);
            }
        }
    }
    for (_, node) in script.nodes() {
        if let Kind::For { variable, words, .. } | Kind::Select { variable, words, .. } = node.kind {
            let words = script.words(words);
            let name = script.text(variable);
            let known = !words.is_empty() && words.iter().all(|word| script.literal(word).is_some_and(is_number));
            if known {
                begun.insert(name)
            } else {
                spoilt.insert(name)
            };
        }
    }
    // `for ((i=0; …`
    for one in script.evaluations() {
        let text = one.span.of(script.source());
        if let Some(rest) = text.strip_prefix("for").map(str::trim_start).and_then(|rest| rest.strip_prefix("((")) {
            let first = rest.split([';', ',']).next().unwrap_or("");
            if let Some((name, value)) = first.split_once('=')
                && is_number(value.trim())
            {
                begun.insert(name.trim());
            }
        }
    }
    begun.retain(|name| {
        let all = setters.get(name).copied().unwrap_or(0) == counts.get(name).copied().unwrap_or(0);
        all && is_ordinary(name) && !spoilt.contains(name)
    });
    begun
}

/// How often each name is set by something other than a loop: assignments, and builtins that take names.
fn setters<'a>(script: &'a Script<'_>) -> BTreeMap<&'a str, usize> {
    let mut names: BTreeMap<&'a str, usize> = BTreeMap::new();
    for command in script.commands() {
        for one in script.assignments(command.assignments) {
            let count = names.entry(script.text(one.name)).or_default();
            *count = count.saturating_add(1);
        }
        // A command word that is not known may be any of them.
        if script.name(command).is_none_or(is_setter) {
            for word in script.words(command.words) {
                let shown = script.shown(word);
                let end = shown.bytes().position(|byte| matches!(byte, b'=' | b'[' | b'+'));
                let name = end.and_then(|end| shown.get(..end)).unwrap_or(shown);
                let count = names.entry(name).or_default();
                *count = count.saturating_add(1);
            }
        }
    }
    names
}

fn loops_over(script: &Script<'_>, node: &Node, name: &str) -> bool {
    if let Kind::For { variable, .. } | Kind::Select { variable, .. } = node.kind {
        script.text(variable) == name
    } else {
        false
    }
}

/// What the variable of a loop over these words holds.
fn held_by_loop<'a>(script: &'a Script<'_>, words: &[Word]) -> Option<Held<'a>> {
    if words.is_empty() || words.len() > 64 {
        return None;
    }
    if words.iter().all(|word| matches!(word.class, Class::Literal | Class::Bounded)) {
        return Some(Held::Values(words.iter().map(|word| known(script, word)).collect()));
    }
    let inside: Option<Vec<NodeId>> = words.iter().map(|word| only_substitution(script, word)).collect();
    inside.map(Held::Output)
}

fn known<'a>(script: &'a Script<'_>, word: &Word) -> Value<'a> {
    let text = script.shown(word).into();
    match word.class {
        Class::Literal => Value::Literal(text),
        Class::Bounded | Class::Unknown(_) => Value::Bounded { text, tilde: word.tilde, glob: word.glob },
    }
}

/// The script inside a word that is one substitution and nothing else.
fn only_substitution(script: &Script<'_>, word: &Word) -> Option<NodeId> {
    let substituted = matches!(word.class, Class::Unknown(Unknown::Substitution | Unknown::ProcessSubstitution));
    let [one] = script.parts(word) else { return None };
    if let (PartKind::Substitution(inside), true) = (one.kind, substituted) { Some(inside) } else { None }
}

/// Where what an assignment sets is surely set: after it in its list, or in its `&&` chain if it may be skipped.
fn scope(script: &Script<'_>, id: NodeId, node: &Node) -> Option<Span> {
    if node.piped
        || node.negated
        || matches!(node.connector, Connector::Pipe | Connector::PipeBoth | Connector::Background)
    {
        return None;
    }
    let list = script.node(node.parent)?;
    if !matches!(list.kind, Kind::Script(_) | Kind::Subshell | Kind::Group | Kind::Clause(_)) {
        return None;
    }
    let mut joined = Connector::Sequence;
    let mut end = list.span.end;
    // It may be skipped: what follows it is sure only as long as `&&` joins it.
    let mut chained = false;
    let mut passed = false;
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

/// The loop whose condition a command is.
fn loop_around<'s>(script: &'s Script<'_>, id: NodeId) -> Option<(NodeId, &'s Node)> {
    let clause = script.node(id)?.parent;
    let condition = script.node(clause)?;
    if !matches!(condition.kind, Kind::Clause(Clause::Condition)) {
        return None;
    }
    let node = script.node(condition.parent)?;
    matches!(node.kind, Kind::While).then_some((condition.parent, node))
}

/// The command whose output is piped into a node.
fn before(script: &Script<'_>, id: NodeId) -> Option<NodeId> {
    let parent = script.node(id)?.parent;
    let mut previous = None;
    for (child, node) in script.children(parent) {
        if child == id {
            return previous;
        }
        previous = (node.connector == Connector::Pipe).then_some(child);
    }
    None
}
