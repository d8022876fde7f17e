//! `auto_approve_tools` on shell commands.

use std::sync::Arc;

use byleave_shell::Span;

use super::predicate::Scene;
use super::{AutoApprove, BlockedMatch};
use crate::Reason;
use crate::command::{Commands, Item, Simple, Usage};
use crate::paths::{Ground, Place, is_below, is_device, normal};
use crate::programs::Effect;
use crate::rules::{CommandPattern, Pattern, Rule};

/// What a command is judged by.
#[derive(Clone, Copy)]
pub struct CommandFacts<'f, 'a> {
    /// The whole text of the call.
    pub whole: &'f str,
    /// Everything it may run.
    pub commands: &'f Commands<'a>,
    /// How each uses its program, in the same order.
    pub usages: &'f [Arc<Usage>],
    /// The places paths are compared with.
    pub ground: &'f Ground<'f>,
}

/// Something that may speak for a simple command.
#[derive(Clone, Debug)]
pub struct Leave<'p> {
    /// The rule to credit. Its conditions are still to be asked.
    pub rule: &'p Rule,
    /// What must also cover the command, as for `Bash(…)`; nothing if the whole text was spelt out or a predicate of the
    /// user's holds.
    pub covering: Option<CommandPattern>,
}

impl AutoApprove {
    /// What is never automatic: blocked patterns anywhere in the text or in any of its commands, requirements that are
    /// not met. All of it belongs on the hard ask floor.
    #[must_use]
    pub fn held(&self, facts: &CommandFacts<'_, '_>) -> Vec<BlockedMatch<'_>> {
        let mut held = Vec::new();
        for entry in self.of("bash") {
            for (expression, rule) in &entry.blocked_patterns {
                if let Found::At(span) = facts.find(|text| expression.is_found_in(text)) {
                    let reason = Reason::Blocked(expression.text().to_owned());
                    held.push(BlockedMatch { rule, span, reason });
                }
            }
            let Some((predicate, rule)) = &entry.require else { continue };
            for index in 0..facts.commands.simples.len() {
                if facts.scene(index, |scene| predicate.holds(scene)) != Some(true) {
                    let span = facts.commands.simples.get(index).map(|simple| simple.span);
                    let reason = Reason::Required(predicate.words());
                    held.push(BlockedMatch { rule, span, reason });
                    break;
                }
            }
        }
        held
    }

    /// The rule that spells out the whole text of the call, if one does: it speaks for every part.
    #[must_use]
    pub fn whole(&self, whole: &str) -> Option<&Rule> {
        if self.tools.is_empty() {
            return None;
        }
        let whole = whole.trim();
        if whole.is_empty() {
            return None;
        }
        self.of("bash").flat_map(|entry| &entry.commands).find(|(text, _)| text.trim() == whole).map(|(_, rule)| rule)
    }

    /// Everything that may speak for the simple command at `index`, in the order of attribution: exact texts, patterns,
    /// prefixes, the predicate.
    #[must_use]
    pub fn leaves(&self, facts: &CommandFacts<'_, '_>, index: usize) -> Vec<Leave<'_>> {
        let Some(simple) = facts.commands.simples.get(index) else { return Vec::new() };
        let mut leaves = Vec::new();
        let written = facts.written(simple);
        let texts = facts.texts(simple);
        for entry in self.of("bash") {
            for (text, rule) in &entry.commands {
                if written.is_some_and(|written| written.trim() == text.trim()) {
                    leaves.push(Leave { rule, covering: None });
                }
            }
            for (expression, rule) in &entry.patterns {
                let matches = texts.iter().any(|text| expression.matches_start(text));
                if matches && let Some(covering) = spelt(simple, |word| expression.names(word)) {
                    leaves.push(Leave { rule, covering: Some(covering) });
                }
            }
            for (_, rule) in &entry.safe_prefixes {
                if let Pattern::Command(pattern) = &rule.pattern {
                    leaves.push(Leave { rule, covering: Some(pattern.clone()) });
                }
            }
            if let Some((predicate, rule)) = &entry.validate
                && facts.scene(index, |scene| predicate.holds(scene)) == Some(true)
            {
                leaves.push(Leave { rule, covering: None });
            }
        }
        leaves
    }
}

/// Where something was found: in a command, or only in the text as a whole.
enum Found {
    At(Option<Span>),
    Nowhere,
}

impl CommandFacts<'_, '_> {
    /// Where a test holds: for the raw text, or for the words or the source of a command in it.
    fn find(&self, test: impl Fn(&str) -> bool) -> Found {
        for simple in &self.commands.simples {
            let shown = joined(simple.items.iter().map(Item::shown));
            if test(&shown) || self.written(simple).is_some_and(&test) {
                return Found::At(Some(simple.span));
            }
        }
        if test(self.whole) { Found::At(None) } else { Found::Nowhere }
    }

    /// The source of a simple command, if it stands in the text itself and not inside a word of another.
    fn written(&self, simple: &Simple<'_>) -> Option<&str> {
        simple.inside.is_none().then_some(())?;
        let (start, end) = (bytes(simple.span.start)?, bytes(simple.span.end)?);
        self.commands.script.source().get(start..end)
    }

    /// The texts an expression may look at: the words as they will be, and the source where it says the same. None if
    /// a word is not known beforehand.
    fn texts(&self, simple: &Simple<'_>) -> Vec<String> {
        let words: Option<Vec<&str>> = simple.items.iter().map(Item::settled).collect();
        let Some(words) = words else { return Vec::new() };
        let mut texts = vec![joined(words.into_iter())];
        if let Some(written) = self.plainly_written(simple)
            && !texts.contains(&written)
        {
            texts.push(written);
        }
        texts
    }

    /// The source of a command whose words are plain or quoted as a whole. Elsewhere quotes could hide from an expression
    /// what it forbids: `.'.'/secret` has no two dots in a row.
    fn plainly_written(&self, simple: &Simple<'_>) -> Option<String> {
        let source = self.commands.script.source();
        for item in &simple.items {
            let text = source.get(bytes(item.span.start)?..bytes(item.span.end)?)?;
            let value = item.text()?;
            let plain = text == value || text == format!("'{value}'") || text == format!("\"{value}\"");
            if !plain {
                return None;
            }
        }
        self.written(simple).map(str::to_owned)
    }

    /// Asks a predicate about one simple command.
    fn scene<T>(&self, index: usize, ask: impl Fn(&Scene<'_>) -> T) -> Option<bool>
    where
        T: Into<Option<bool>>,
    {
        let simple = self.commands.simples.get(index)?;
        let usage = self.usages.get(index)?;
        let texts = self.texts(simple);
        let under = |directory: &str| self.is_under(simple, usage, directory);
        let open = simple.items.iter().any(|item| item.text().is_none());
        ask(&Scene { whole: self.whole.trim(), texts: &texts, open, under: &under }).into()
    }

    /// Whether a command runs in a directory and touches files only there; `None` if that is not known.
    fn is_under(&self, simple: &Simple<'_>, usage: &Usage, directory: &str) -> Option<bool> {
        // What is sent, set up or given as code happens in no directory.
        if matches!(usage.effect, Some(Effect::Fetch | Effect::Send | Effect::System | Effect::Run)) {
            return None;
        }
        let root = root(self.ground, directory);
        let files = usage.files(simple);
        // A command that names no files works on the directory it runs in; of an unknown one that has to be assumed.
        let here = files.is_empty() || usage.entry.is_none();
        let mut inside = !here || is_below(&self.ground.directory(&simple.directory)?, &root);
        for file in files {
            let item = simple.items.get(file.at);
            item.is_none_or(|item| !item.is_unknown()).then_some(())?;
            inside &= self.leads_below(&file.path, simple, &root)?;
        }
        for redirect in &simple.redirections {
            inside &= self.leads_below(redirect.target.text()?, simple, &root)?;
        }
        // Of an unknown program, every word that looks like a path counts as one.
        if usage.entry.is_none() {
            for item in simple.items.iter().skip(1) {
                // `--dir=/etc`, `-C/etc`
                let text = item.settled()?;
                let attached = text.find(['/', '~']).filter(|_| text.starts_with('-')).and_then(|at| text.get(at..));
                for part in text.split(['=', ':', ',']).chain(attached) {
                    if part.contains('/') || part.starts_with('~') || part == ".." {
                        inside &= self.leads_below(part, simple, &root)?;
                    }
                }
            }
        }
        Some(inside)
    }

    fn leads_below(&self, path: &str, simple: &Simple<'_>, root: &str) -> Option<bool> {
        match self.ground.place(path, path.starts_with('~'), true, &simple.directory) {
            Place::At { path, pattern } => {
                let harmless = pattern.is_empty() && is_device(&path);
                let climbs = pattern.split('/').any(|part| part == "..");
                Some(harmless || is_below(&path, root) && !climbs)
            }
            Place::Unknown => None,
        }
    }
}

/// The directory that `under` names: `project`, or a path seen from it.
pub(super) fn root(ground: &Ground<'_>, directory: &str) -> String {
    match directory {
        "project" => ground.project.to_string(),
        "~" => ground.home.to_string(),
        _ => match directory.strip_prefix("~/") {
            Some(rest) => normal(&ground.home, rest),
            None => normal(&ground.project, directory),
        },
    }
}

fn bytes(at: u32) -> Option<usize> {
    usize::try_from(at).ok()
}

/// The words of a command with one blank between them; a word that holds blanks stands in quotes, so that it is not taken
/// for two.
fn joined<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let words: Vec<String> = words
        .map(|text| {
            let odd = text.is_empty() || text.contains(char::is_whitespace);
            if odd { format!("'{text}'") } else { text.to_owned() }
        })
        .collect();
    words.join(" ")
}

/// The command as a pattern: its program and the words that are named, `*` for the others.
fn spelt(simple: &Simple<'_>, names: impl Fn(&str) -> bool) -> Option<CommandPattern> {
    let mut tokens: Vec<String> = vec![quoted(simple.name()?)];
    for item in simple.items.iter().skip(1) {
        match item.text() {
            Some(text) if names(text) => tokens.push(quoted(text)),
            _ if tokens.last().is_some_and(|last| last == "*") => {}
            _ => tokens.push("*".to_owned()),
        }
    }
    if tokens.last().is_none_or(|last| last != "*") {
        tokens.push("*".to_owned());
    }
    Some(CommandPattern::parse(&tokens.join(" ")))
}

fn quoted(word: &str) -> String {
    let plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/' | b':' | b'=' | b'+');
    if !word.is_empty() && word.bytes().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
