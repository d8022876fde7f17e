//! Loop variables whose values the text tells.

use std::collections::{HashMap, HashSet};

use byleave_shell::{Class, Kind, Script, Span};

use super::item::Value;

/// The variables of `for` loops over known words, each with the span in which it has them.
#[derive(Debug, Default)]
pub(super) struct Variables<'a> {
    loops: HashMap<&'a str, Vec<(Span, Vec<Value<'a>>)>>,
}

impl<'a> Variables<'a> {
    pub(super) fn new(script: &'a Script<'_>) -> Self {
        let mut loops: HashMap<&'a str, Vec<(Span, Vec<Value<'a>>)>> = HashMap::new();
        if !script.nodes().any(|(_, node)| matches!(node.kind, Kind::For { .. })) {
            return Self { loops };
        }
        let changed = changed_otherwise(script);
        for (_, node) in script.nodes() {
            let Kind::For { variable, words, positional: false } = node.kind else { continue };
            let name = script.text(variable);
            let words = script.words(words);
            let known = words.iter().all(|word| matches!(word.class, Class::Literal | Class::Bounded));
            if !known || words.is_empty() || words.len() > 64 || changed.contains(name) {
                continue;
            }
            let values = words.iter().map(|word| {
                let text = script.shown(word).into();
                match word.class {
                    Class::Literal => Value::Literal(text),
                    Class::Bounded | Class::Unknown(_) => Value::Bounded { text, tilde: word.tilde, glob: word.glob },
                }
            });
            loops.entry(name).or_default().push((node.span, values.collect()));
        }
        Self { loops }
    }

    /// The values a variable can have at a place, if it is a loop variable there.
    pub(super) fn values(&self, name: &str, at: Span) -> Option<&[Value<'a>]> {
        let loops = self.loops.get(name)?;
        // The innermost loop around the place; loops are in source order.
        loops.iter().rev().find(|(span, _)| span.contains(at)).map(|(_, values)| values.as_slice())
    }
}

/// Names that something other than a loop may set: assignments, and builtins that take names.
fn changed_otherwise<'a>(script: &'a Script<'_>) -> HashSet<&'a str> {
    let mut names = HashSet::new();
    for command in script.commands() {
        names.extend(script.assignments(command.assignments).iter().map(|assignment| script.text(assignment.name)));
        let setting = script.name(command).is_none_or(|name| {
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
                    | "select"
            )
        });
        if setting {
            for word in script.words(command.words) {
                let shown = script.shown(word);
                names.insert(shown.split(['=', '[', '+']).next().unwrap_or(shown));
            }
        }
    }
    names
}
