//! Commands whose output is certain to be names of files of the project, or one plain word.

use byleave_shell::{Connector, Kind, NodeId};

use super::Known;
use crate::command::{Item, Value};
use crate::programs::{Arg, Effect, Role};

impl Known<'_, '_> {
    /// Whether a command prints only paths of the project, itself or through filters.
    pub(super) fn lists(&self, at: usize, depth: u32) -> bool {
        // In every way it may turn out.
        self.lists_so(at, depth) && self.commands.ways_of(at).all(|other| self.lists_so(other, depth))
    }

    fn lists_so(&self, at: usize, depth: u32) -> bool {
        let (Some(simple), Some(usage)) = (self.commands.simples.get(at), self.usages.get(at)) else { return false };
        let Some(entry) = usage.entry else { return false };
        let free_text =
            usage.options.iter().any(|used| matches!(used.key.as_ref(), "-printf" | "--printf" | "--format"));
        if usage.effect != Some(Effect::Read) || free_text {
            return false;
        }
        let filter = entry.plays(Role::Picks);
        // What cuts names into pieces or changes their letters makes others of them.
        let blank = |(at, _): &(usize, Arg)| {
            let text = simple.items.get(*at).and_then(Item::text);
            matches!(text, Some("\\0" | "\\n" | "\\000" | " " | "\\t" | "\\r"))
        };
        let cuts = entry.plays(Role::Translates) && !usage.operands.iter().all(blank)
            || entry
                .rare("cuts")
                .is_some_and(|cuts| usage.options.iter().any(|used| cuts.split(' ').any(|option| option == used.key)));
        if filter && cuts {
            return false;
        }
        if filter && usage.operands.iter().all(|(_, arg)| *arg != Arg::Read) {
            return depth > 0 && simple.fed_by.is_some_and(|before| self.lists(before, depth.saturating_sub(1)));
        }
        let only_names = entry.plays(Role::SearchesText)
            && usage.options.iter().any(|used| matches!(used.key.as_ref(), "-l" | "--files-with-matches" | "--files"));
        entry.lists() || only_names
    }

    /// Whether a word becomes only paths of the project.
    #[must_use]
    pub fn is_listed(&self, item: &Item<'_>) -> bool {
        let Value::Unknown { nodes, other: false, led: false, .. } = &item.value else { return false };
        !nodes.is_empty() && nodes.iter().all(|node| self.lists_inside(*node))
    }

    /// Whether the commands in a node print only paths of the project.
    pub(super) fn lists_inside(&self, node: NodeId) -> bool {
        self.printed_by(node).is_some_and(|last| self.lists(last, 8))
    }

    /// The command whose output is all that a node prints: it itself, or the last of the only pipeline in it.
    pub(crate) fn printed_by(&self, node: NodeId) -> Option<usize> {
        let script = &*self.commands.script;
        // The commands of the text come first in the list, in their order.
        let at = |node: NodeId| {
            let at = script.commands().binary_search_by_key(&node, |command| command.node).ok()?;
            self.commands.simples.get(at).filter(|simple| simple.node == Some(node)).map(|_| at)
        };
        if matches!(script.node(node)?.kind, Kind::Simple(_)) {
            return at(node);
        }
        let mut last = None;
        for (child, inner) in script.children(node) {
            let piped = matches!(inner.connector, Connector::Pipe | Connector::PipeBoth | Connector::End);
            if !piped || !matches!(inner.kind, Kind::Simple(_)) {
                return None;
            }
            last = Some(child);
        }
        at(last?)
    }

    /// Whether the commands in a node print one word that cannot be an option: a revision, a branch, a number.
    pub(super) fn prints_token(&self, node: NodeId) -> bool {
        let Some(at) = self.printed_by(node) else { return false };
        let (Some(simple), Some(usage)) = (self.commands.simples.get(at), self.usages.get(at)) else { return false };
        let has = |names: &[&str]| usage.options.iter().any(|used| names.contains(&used.key.as_ref()));
        let spelt = simple.items.iter().all(|item| item.text().is_some());
        if !spelt || usage.effect != Some(Effect::Read) {
            return false;
        }
        let plain = |allowed: &[&str]| {
            simple.items.iter().skip(2).filter_map(Item::text).all(|text| {
                let name = text.split_once('=').map_or(text, |(name, _)| name);
                !text.starts_with('-') || allowed.contains(&name)
            })
        };
        if usage.plays(Role::PrintsWord) {
            return !has(&["-s", "--separator", "-f", "--format"]);
        }
        // With these options alone, and one of those with a star if there are such, it prints one word.
        let Some(told) = usage.rare("one-word").filter(|_| usage.path.len() == 2) else { return false };
        let needed: Vec<&str> = told.split(' ').filter_map(|option| option.strip_suffix('*')).collect();
        if needed.is_empty() { plain(&told.split(' ').collect::<Vec<_>>()) } else { has(&needed) }
    }
}
