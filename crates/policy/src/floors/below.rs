//! Rules on paths against commands that take a directory as a whole: `grep -r x .` reads `.env` without naming it.
//!
//! If a command certainly reaches a path that a rule refuses, that rule decides. This module finds what a command may
//! reach: byleave asks about that and names the rule. Without a rule that refuses a path, this module does nothing.

use byleave_shell::Span;

use super::CommandCall;
use super::files::{Files, Touch, is_kind};
use crate::command::{FileUse, Item, Simple, Usage, Value, Whole};
use crate::findings::Outcome;
use crate::glob;
use crate::paths::{self, Ground, Place, is_below};
use crate::programs::{Arg, Entry, Role};
use crate::rules::{Applies, Pattern, Rule, applies};

/// How many commands of a pipeline are looked through for the one that lists files.
const MOST_FILTERS: u32 = 8;

/// What comparing a rule with all that lies below a directory takes.
const RULE: usize = 3;

/// Where a list of files begins.
struct Start<'l> {
    path: &'l str,
    simple: &'l Simple<'l>,
    whole: Whole<'l>,
}

impl CommandCall<'_, '_> {
    /// Asks if a command may reach, below the directories it takes, what a rule on paths refuses.
    pub(crate) fn taken_whole(
        &self,
        simple: &Simple<'_>,
        usage: &Usage,
        file: &FileUse<'_>,
        (touch, whole): (&Touch<'_>, Option<&Whole<'_>>),
        outcome: &mut Outcome,
    ) {
        let whole = whole.filter(|_| usage.takes_whole(simple, file));
        match (touch.path, whole) {
            (None, _) => self.listed_word(simple, usage, file, outcome),
            (Some(_), Some(whole)) => self.files.below(touch, whole, outcome),
            (Some(_), None) if touch.glob => self.files.below(touch, &Whole::default(), outcome),
            (Some(_), None) => {}
        }
    }

    /// As [`Self::taken_whole`], for files that no word of the command names.
    pub(crate) fn taken_unnamed(&self, simple: &Simple<'_>, usage: &Usage, outcome: &mut Outcome) {
        if let Some(directory) = usage.unpacks_into(simple) {
            let whole = Whole { deep: true, ..Whole::default() };
            self.files.below(&touch(&directory, simple, Arg::Write, simple.span), &whole, outcome);
        }
        self.listed_words(simple, usage, outcome);
    }

    /// Files that `xargs` adds or `find -exec` fills in.
    fn listed_words(&self, simple: &Simple<'_>, usage: &Usage, outcome: &mut Outcome) {
        // What the finder fills in has taken the place of `{}` already.
        let finder = simple.inside.filter(|at| self.usages.get(*at).is_some_and(|usage| usage.plays(Role::FindsNames)));
        let lister = finder.or(simple.fed_by.filter(|_| simple.more_words));
        if lister.is_none() && !simple.more_words || only_names(usage) {
            return;
        }
        let starts = lister.map_or_else(Vec::new, |at| self.starts(at, MOST_FILTERS));
        self.listed_from(&starts, kind(usage.entry), simple.span, outcome);
    }

    /// A word that a command prints: `cat $(git ls-files)`.
    fn listed_word(&self, simple: &Simple<'_>, usage: &Usage, file: &FileUse<'_>, outcome: &mut Outcome) {
        let Some(item) = simple.items.get(file.at).filter(|_| !only_names(usage)) else { return };
        self.printed(item, file.arg, outcome);
    }

    /// A file that only running the call tells.
    pub(crate) fn printed(&self, item: &Item<'_>, arg: Arg, outcome: &mut Outcome) {
        if !self.files.refuses() {
            return;
        }
        let nodes = match &item.value {
            Value::Unknown { nodes, other: false, led: false, .. } => nodes.as_slice(),
            Value::Unknown { .. } | Value::Literal(_) | Value::Bounded { .. } => &[],
        };
        let mut starts = Vec::new();
        for node in nodes {
            let found = self.commands.printed_by(*node).map_or_else(Vec::new, |at| self.starts(at, MOST_FILTERS));
            if found.is_empty() {
                starts.clear();
                break;
            }
            starts.extend(found);
        }
        self.listed_from(&starts, arg, item.span, outcome);
    }

    fn listed_from(&self, starts: &[Start<'_>], arg: Arg, span: Span, outcome: &mut Outcome) {
        for start in starts {
            self.files.below(&touch(start.path, start.simple, arg, span), &start.whole, outcome);
        }
        if starts.is_empty() {
            self.files.anywhere(arg, Some(span), outcome);
        }
    }

    /// Where the files that a command lists lie; empty if that is not known.
    fn starts(&self, at: usize, depth: u32) -> Vec<Start<'_>> {
        let (Some(simple), Some(usage)) = (self.commands.simples.get(at), self.usages.get(at)) else {
            return Vec::new();
        };
        let reads: Vec<usize> = usage.operands.iter().filter(|(_, arg)| *arg == Arg::Read).map(|(at, _)| *at).collect();
        let passes = usage.plays(Role::Picks) && reads.is_empty() && simple.fed_by.is_some();
        if passes {
            let before = simple.fed_by.filter(|before| depth > 0 && *before < at);
            return before.map_or_else(Vec::new, |before| self.starts(before, depth.saturating_sub(1)));
        }
        if !usage.acts_as(Role::ListsNames) {
            return Vec::new();
        }
        let whole = usage.listing(simple);
        if reads.is_empty() {
            return vec![Start { path: ".", simple, whole }];
        }
        let mut starts = Vec::new();
        for at in reads {
            let Some(path) = simple.items.get(at).and_then(Item::text) else { return Vec::new() };
            let mut whole = whole.clone();
            // `git ls-files '*.rs'` takes a pattern of its own.
            let mut path = path;
            if let Some(star) = path.find(['*', '?', '[', ':']) {
                if whole.names.is_empty() && !path.starts_with(':') {
                    whole.names.push(paths::base_name(path));
                }
                let before = path.get(..star).and_then(|before| before.rsplit_once('/'));
                path = before.map_or(".", |(directory, _)| directory);
            }
            starts.push(Start { path, simple, whole });
        }
        starts
    }
}

fn touch<'t>(path: &'t str, simple: &'t Simple<'_>, arg: Arg, span: Span) -> Touch<'t> {
    let span = Some(span);
    Touch { path: Some(path), tilde: false, glob: false, directory: &simple.directory, arg, span, spelt: false }
}

pub(crate) fn only_names(usage: &Usage) -> bool {
    usage.plays(Role::OnlyNames)
}

/// What a command does to files that are added to its words.
fn kind(entry: Option<Entry>) -> Arg {
    let rest = entry.map_or(Arg::Read, |entry| entry.operands().last.unwrap_or(entry.operands().rest));
    if matches!(rest, Arg::Write | Arg::Delete) { rest } else { Arg::Read }
}

impl Files<'_> {
    /// Whether some rule refuses a path.
    pub fn refuses(&self) -> bool {
        self.policy.rules.refusing_files().any(|rule| matches!(rule.pattern, Pattern::Subject { .. }))
    }

    /// Asks if what a rule refuses may lie below a path, or be what a pattern matches.
    fn below(&self, touch: &Touch<'_>, whole: &Whole<'_>, outcome: &mut Outcome) {
        let text = touch.path.unwrap_or(".");
        let Place::At { path, pattern } = self.ground.place(text, touch.tilde, touch.glob, touch.directory) else {
            self.anywhere(touch.arg, touch.span, outcome);
            return;
        };
        if pattern.is_empty() && (paths::is_device(&path) || self.resolver.is_file(&path)) {
            return;
        }
        let real = self.resolver.resolve(&path);
        self.refused(touch.arg, touch.span, outcome, |rule, glob| {
            let seen = |path: &str| {
                let certain = self.is_about(rule, path, pattern, touch.arg, true) || self.holds(rule, path, touch.arg);
                !certain && reaches(self.ground, glob, path, pattern, whole)
            };
            seen(&path) || real != path && seen(&real)
        });
    }

    /// Asks for every rule that refuses a path: the file may be any.
    pub(crate) fn anywhere(&self, arg: Arg, span: Option<Span>, outcome: &mut Outcome) {
        self.refused(arg, span, outcome, |_, _| true);
    }

    fn refused(&self, arg: Arg, span: Option<Span>, outcome: &mut Outcome, reaches: impl Fn(&Rule, &str) -> bool) {
        let found = self.policy.rules.refusing_files().find(|rule| {
            let Pattern::Subject { tool, glob } = &rule.pattern else { return false };
            self.budget.spend(RULE).is_ok()
                && is_kind(tool, arg)
                && rule.when.is_empty()
                && reaches(rule, glob)
                && applies(rule, &self.context) == Applies::Yes
        });
        if let Some(rule) = found {
            outcome.may_reach(rule, span);
        }
    }
}

/// Whether a path below this one, or one that the pattern after it matches, may be one that a rule is about.
///
/// A rule without a slash is about that name wherever it is named. Of trees it only speaks for the root of the project:
/// with `Read(.env)`, looking through `src` is no reason to ask; a rule for every directory says `**/.env` or
/// `*.pem`.
fn reaches(ground: &Ground<'_>, rule: &str, path: &str, pattern: &str, whole: &Whole<'_>) -> bool {
    let written = rule.strip_prefix("./").unwrap_or(rule);
    let rule = written.to_lowercase();
    let absolute = match rule.strip_prefix("~/") {
        Some(rest) => Some(format!("{}/{rest}", ground.home.to_lowercase())),
        None if rule.starts_with('/') => Some(rule.clone()),
        None => None,
    };
    let above = is_below(&ground.project, path) && path != ground.project;
    let relative = ground.relative(path);
    let (rule, start, pattern) = match (&absolute, relative) {
        (Some(absolute), _) => (absolute.as_str(), path, pattern),
        (None, Some(relative)) => (rule.as_str(), relative, pattern),
        // From above, the project is taken whole.
        (None, None) if above && whole.deep => (rule.as_str(), "", ""),
        (None, None) => return false,
    };
    let mut wanted: Vec<&str> = rule.split('/').filter(|part| !part.is_empty()).collect();
    if absolute.is_none() && !rule.contains('/') && rule.starts_with('*') {
        wanted.insert(0, "**");
    }
    let last = wanted.last().copied().unwrap_or("**");
    if last == "**" {
        // What lies below, not the directory itself: that is what a command without `-r` makes nothing of.
        wanted.push("*");
    }
    let fits = |name: &&str| may_be_same(last, paths::base_name(name));
    if !whole.names.is_empty() && last != "**" && !whole.names.iter().any(fits) {
        return false;
    }
    let left_out = |name: &&str| {
        let name = name.strip_prefix("./").unwrap_or(name).trim_end_matches('/');
        !name.is_empty() && written.split('/').any(|part| part == name)
    };
    if whole.without.iter().any(left_out) || whole.without_files.contains(&paths::base_name(written)) {
        return false;
    }
    let start = start.to_lowercase();
    let pattern = pattern.to_lowercase();
    let parts = |text| str::split(text, '/').filter(|part: &&str| !part.is_empty());
    let given: Vec<Part<'_>> = parts(&start).map(Part::Name).chain(parts(&pattern).map(Part::Pattern)).collect();
    meets(&wanted, &given, whole, 64)
}

/// A part of a path that a command names.
#[derive(Clone, Copy)]
enum Part<'p> {
    Name(&'p str),
    Pattern(&'p str),
}

/// Whether a path that begins with these parts may fit a rule's. `steps` bounds how often both ways are tried where `**`
/// leaves it open; what is left then counts as reached.
fn meets(wanted: &[&str], given: &[Part<'_>], whole: &Whole<'_>, steps: u32) -> bool {
    let Some(left) = steps.checked_sub(1) else { return true };
    match (wanted, given) {
        ([], []) => true,
        ([], _) => false,
        (rest, []) => {
            let hidden = |part: &&str| part.starts_with('.');
            whole.deep && !(whole.plain && rest.iter().any(hidden))
        }
        // Either `**` may stand for nothing or for one name more.
        (["**", rest @ ..], [_, after @ ..]) | ([_, rest @ ..], [Part::Pattern("**"), after @ ..]) => {
            meets(rest, given, whole, left / 2) || meets(wanted, after, whole, left / 2)
        }
        ([part, rest @ ..], [Part::Name(name), after @ ..]) => {
            glob::matches_path(part, name) && meets(rest, after, whole, left)
        }
        ([part, rest @ ..], [Part::Pattern(pattern), after @ ..]) => {
            may_be_same(part, pattern) && meets(rest, after, whole, left)
        }
    }
}

/// Whether two patterns on a name may match the same one.
fn may_be_same(one: &str, other: &str) -> bool {
    let open = |text: &str| text.contains(['*', '?', '[', '(', '{']);
    match (open(one), open(other)) {
        (true, true) => ends_alike(one, other),
        (true, false) => glob::matches_path(one, other),
        (false, true) => other.contains(['(', '{']) || glob::matches_path(other, one),
        (false, false) => one == other,
    }
}

/// `*.rs` and `*.pem` match no name together: what follows their last stars is different.
fn ends_alike(one: &str, other: &str) -> bool {
    let end = |text: &str| -> Option<String> {
        let plain = !text.contains(['?', '[', '(', '{']);
        text.rsplit_once('*').filter(|_| plain).map(|(_, end)| end.to_owned())
    };
    match (end(one), end(other)) {
        (Some(one), Some(other)) => one.ends_with(&other) || other.ends_with(&one),
        _ => true,
    }
}
