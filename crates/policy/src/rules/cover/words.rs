//! Words that are not known beforehand: where they may stand, and what of them is known all the same.

use byleave_shell::{Connector, Kind, NodeId, Span, Unknown};

use super::{Gap, Known, gap};
use crate::command::{Item, Simple, Usage, Value};
use crate::programs::{Arg, Effect, Entry, Style};

impl Known<'_, '_> {
    /// Whether the words that `xargs` adds can do no harm: files of the project for a program without dangerous options.
    pub(super) fn more_words(&self, index: usize) -> Result<(), Gap> {
        let (Some(simple), Some(usage)) = (self.commands.simples.get(index), self.usages.get(index)) else {
            return Err(gap("no command", Span::default()));
        };
        let listed = simple.fed_by.is_some_and(|at| self.lists(at, 8));
        let Some(entry) =
            usage.entry.filter(|entry| if listed { !is_dangerous_for_names(*entry) } else { !is_dangerous(*entry) })
        else {
            return Err(gap("words from the input may be options", simple.span));
        };
        match entry.operands().rest {
            Arg::Text => Ok(()),
            Arg::Read if listed => Ok(()),
            Arg::Read => Err(gap("reads files that the input names", simple.span)),
            Arg::Write
            | Arg::Delete
            | Arg::Host
            | Arg::Shell
            | Arg::Code
            | Arg::Program
            | Arg::Sed
            | Arg::Awk
            | Arg::Setting => Err(gap("words from the input are more than files to read", simple.span)),
        }
    }

    /// Whether a command prints only paths of the project, itself or through filters.
    fn lists(&self, at: usize, depth: u32) -> bool {
        let (Some(simple), Some(usage)) = (self.commands.simples.get(at), self.usages.get(at)) else { return false };
        let Some(entry) = usage.entry else { return false };
        let free_text =
            usage.options.iter().any(|used| matches!(used.key.as_ref(), "-printf" | "--printf" | "--format"));
        if usage.effect != Some(Effect::Read) || free_text {
            return false;
        }
        let filter =
            matches!(entry.names().first(), Some("head" | "tail" | "sort" | "uniq" | "grep" | "tac" | "shuf" | "tr"));
        // What cuts names into pieces or changes their letters makes others of them.
        let cuts = match entry.names().first() {
            Some("tr") => !usage.operands.iter().all(|(at, _)| {
                let text = simple.items.get(*at).and_then(Item::text);
                matches!(text, Some("\\0" | "\\n" | "\\000" | " " | "\\t" | "\\r"))
            }),
            Some("head" | "tail") => usage.options.iter().any(|used| matches!(used.key.as_ref(), "-c" | "--bytes")),
            Some("grep") => usage.options.iter().any(|used| matches!(used.key.as_ref(), "-o" | "--only-matching")),
            _ => false,
        };
        if filter && cuts {
            return false;
        }
        if filter && usage.operands.iter().all(|(_, arg)| *arg != Arg::Read) {
            return depth > 0 && simple.fed_by.is_some_and(|before| self.lists(before, depth.saturating_sub(1)));
        }
        let only_names = matches!(entry.names().first(), Some("grep" | "rg"))
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
    fn lists_inside(&self, node: NodeId) -> bool {
        self.printed_by(node).is_some_and(|last| self.lists(last, 8))
    }

    /// The command whose output is all that a node prints: it itself, or the last of the only pipeline in it.
    pub(crate) fn printed_by(&self, node: NodeId) -> Option<usize> {
        let script = self.commands.script;
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
    fn prints_token(&self, node: NodeId) -> bool {
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
        match usage.path.as_slice() {
            ["git", "merge-base"] => plain(&["--fork-point", "--octopus"]),
            // It repeats options it does not know.
            ["git", "rev-parse"] => {
                plain(&["--short", "--verify", "-q", "--quiet", "--abbrev-ref", "--symbolic-full-name"])
            }
            ["git", "describe"] => plain(&["--tags", "--abbrev", "--always", "--long", "--exact-match", "--contains"]),
            ["git", "rev-list"] => plain(&["-n", "-1", "--max-count", "--tags", "--max-parents", "--count", "--all"]),
            ["git", "branch"] => has(&["--show-current"]),
            ["git", "symbolic-ref"] => plain(&["--short", "-q"]),
            ["nproc" | "wc" | "seq"] => !has(&["-s", "--separator", "-f", "--format"]),
            _ => false,
        }
    }

    /// Whether every word that may be anything stands where it can do no harm.
    pub(super) fn unknown_words(&self, index: usize, entry: Entry) -> Result<(), Gap> {
        let (Some(simple), Some(usage)) = (self.commands.simples.get(index), self.usages.get(index)) else {
            return Err(gap("no command", Span::default()));
        };
        let mut ended = false;
        for (at, item) in simple.items.iter().enumerate().skip(1) {
            ended |= item.text() == Some("--");
            let Value::Unknown { cause, nodes, other, led, shown } = &item.value else { continue };
            // `<(…)` becomes a path under /dev/fd, whatever the command inside prints.
            if *cause == Unknown::ProcessSubstitution && !other && nodes.len() == 1 {
                continue;
            }
            let value =
                usage.options.iter().find(|used| used.value.is_some_and(|given| given.at == at && used.at != at));
            let operand = usage.operands.iter().find(|(operand, _)| *operand == at).map(|(_, arg)| *arg);
            let arg = value.map(|used| used.special.map_or(Arg::Text, crate::programs::Special::arg)).or(operand);
            let fixed = item.one_word
                && (value.is_some()
                    || ended
                    || entry.style() == Style::Bare
                    || Self::is_after_options(usage, entry, at));
            if item.one_word && compares(simple, at) {
                continue;
            }
            if *cause == Unknown::BraceExpansion {
                return Err(gap("a brace expansion with too many results", item.span));
            }
            let output = !other && !nodes.is_empty();
            let listed = output && !led && nodes.iter().all(|node| self.lists_inside(*node));
            let token = output && !shown.starts_with('-') && nodes.iter().all(|node| self.prints_token(*node));
            if token && matches!(arg, Some(Arg::Text)) || is_compared(usage, simple, at) {
                continue;
            }
            // A revision stands where git also takes files.
            if token && usage.path.first() == Some(&"git") && matches!(arg, Some(Arg::Read)) {
                continue;
            }
            let dangerous = if listed { is_dangerous_for_names(entry) } else { is_dangerous(entry) };
            if !fixed && dangerous && entry.style() != Style::Bare {
                return Err(gap("a word that may be anything, options included", item.span));
            }
            match arg {
                Some(Arg::Text) => {}
                Some(Arg::Read) if listed => {}
                Some(Arg::Read) => return Err(gap("reads a file that is not known beforehand", item.span)),
                _ => return Err(gap("a word that may be anything", item.span)),
            }
        }
        Ok(())
    }

    /// Whether options are over before an item: programs whose first operand ends them.
    fn is_after_options(usage: &Usage, entry: Entry, at: usize) -> bool {
        entry.style() == Style::First && usage.operands.first().is_some_and(|(first, _)| *first < at)
    }
}

/// `[ "$x" = y ]`: with three operands, the middle one an operator, the outer ones are compared whatever they are.
fn is_compared(usage: &Usage, simple: &Simple<'_>, at: usize) -> bool {
    if usage.path.first() != Some(&"test") || !simple.items.iter().all(|item| item.one_word) {
        return false;
    }
    let words = match simple.items.get(1..).unwrap_or(&[]) {
        [words @ .., last] if last.text() == Some("]") => words,
        words => words,
    };
    let (words, skipped) = match words {
        [not, rest @ ..] if words.len() == 4 && not.text() == Some("!") => (rest, 2_usize),
        _ => (words, 1),
    };
    let [_, operator, _] = words else { return false };
    let compares = operator.text().is_some_and(|text| {
        matches!(text, "=" | "==" | "!=" | "<" | ">" | "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge")
    });
    compares && (at == skipped || at == skipped.saturating_add(2))
}

/// Whether a word is one side of `[ a = b ]`, which only compares texts.
fn compares(simple: &Simple<'_>, at: usize) -> bool {
    let operator = match simple.items.as_slice() {
        [open, _, operator, _, close] if open.text() == Some("[") && close.text() == Some("]") => operator,
        [test, _, operator, _] if test.text() == Some("test") => operator,
        _ => return false,
    };
    matches!(operator.text(), Some("=" | "==" | "!=")) && (at == 1 || at == 3)
}

/// Whether a file of the project whose name looks like an option could do harm to a program.
fn is_dangerous_for_names(entry: Entry) -> bool {
    entry
        .special()
        .any(|special| special.effect() > Effect::Read && !matches!(special.effect(), Effect::Code | Effect::State))
}

/// Whether some option of a program does more than read.
fn is_dangerous(entry: Entry) -> bool {
    entry.special().any(|special| special.effect() > Effect::Read)
}
