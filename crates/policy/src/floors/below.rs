//! Rules on paths against commands that take a directory as a whole: `grep -r x .` reads `.env` without naming it.
//!
//! If a command certainly reaches a path that a rule refuses, that rule decides. This module finds what a command may
//! reach: byleave asks about that and names the rule. Without a rule that refuses a path, this module does nothing.

use byleave_shell::Span;

use super::files::{Files, Touch};
use super::{CommandCall, Lister};
use crate::budget::cost;
use crate::command::{FileUse, Item, Simple, Usage, Value, Whole};
use crate::findings::Findings;
use crate::glob;
use crate::paths::{self, Ground, Place, is_below};
use crate::programs::{Arg, Entry, Role};
use crate::rules::{Applies, Pattern, Rule, applies, holds, is_about, is_kind};

/// Where a list of files begins.
struct Start<'l> {
    path: &'l str,
    simple: &'l Simple<'l>,
    whole: Whole<'l>,
}

/// Asks if a command may reach, below a directory it takes or by a word that is not known, what a rule on paths refuses.
pub(super) fn taken_whole(
    call: &CommandCall<'_, '_>,
    (simple, usage): (&Simple<'_>, &Usage),
    file: &FileUse<'_>,
    touch: &Touch<'_>,
    whole: Option<&Whole<'_>>,
) -> Findings {
    let whole = whole.filter(|_| usage.takes_whole(simple, file));
    match (touch.path, whole) {
        // A word that a command prints: `cat $(git ls-files)`.
        (None, _) if only_names(usage) => Findings::default(),
        (None, _) => simple.items.get(file.at).map_or_else(Findings::default, |item| printed(call, item, file.arg)),
        (Some(_), Some(whole)) => call.files.below(touch, whole),
        (Some(_), None) if touch.glob => call.files.below(touch, &Whole::default()),
        (Some(_), None) => Findings::default(),
    }
}

/// The same for files that no word of the command names: unpacked, added by `xargs`, filled in by `find -exec`.
pub(super) fn taken_unnamed(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage) -> Findings {
    let mut found = Findings::default();
    if let Some(directory) = usage.unpacks_into(simple) {
        let whole = Whole { deep: true, ..Whole::default() };
        let touch = Touch::exact(&directory, &simple.directory, Arg::Write, Some(simple.span));
        found.join(call.files.below(&touch, &whole));
    }
    // What the finder fills in has taken the place of `{}` already.
    let finder = simple.inside.filter(|at| call.commands.usage(*at).is_some_and(|usage| usage.plays(Role::FindsNames)));
    let lister = finder.or(simple.fed_by.filter(|_| simple.more_words));
    if (lister.is_some() || simple.more_words) && !only_names(usage) {
        let starts = lister.map_or_else(Vec::new, |at| starts(call, at));
        found.join(listed_from(call, &starts, kind(usage.entry), simple.span));
    }
    found
}

/// A file that only running the call tells.
fn printed(call: &CommandCall<'_, '_>, item: &Item<'_>, arg: Arg) -> Findings {
    if !call.files.refuses() {
        return Findings::default();
    }
    let nodes = match &item.value {
        Value::Unknown { nodes, other: false, led: false, .. } => nodes.as_slice(),
        Value::Unknown { .. } | Value::Literal(_) | Value::Bounded { .. } => &[],
    };
    let each = nodes.iter().map(|node| {
        let found = starts(call, call.commands.printed_by(*node)?);
        (!found.is_empty()).then_some(found)
    });
    let starts: Option<Vec<Vec<Start<'_>>>> = each.collect();
    listed_from(call, &starts.unwrap_or_default().into_iter().flatten().collect::<Vec<_>>(), arg, item.span)
}

fn listed_from(call: &CommandCall<'_, '_>, starts: &[Start<'_>], arg: Arg, span: Span) -> Findings {
    if starts.is_empty() {
        return call.files.anywhere(arg, Some(span));
    }
    let mut found = Findings::default();
    for start in starts {
        found.join(call.files.below(&Touch::exact(start.path, &start.simple.directory, arg, Some(span)), &start.whole));
    }
    found
}

/// Where the files that a command lists lie; empty if that is not known.
fn starts<'l>(call: &'l CommandCall<'_, '_>, at: usize) -> Vec<Start<'l>> {
    let Some(Lister { simple, usage, .. }) = call.lister(at) else { return Vec::new() };
    let reads: Vec<usize> = usage.operands.iter().filter(|(_, arg)| *arg == Arg::Read).map(|(at, _)| *at).collect();
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
        self.policy.rules.refuses_paths()
    }

    /// Asks if what a rule refuses may lie below a path, or be what a pattern matches.
    fn below(&self, touch: &Touch<'_>, whole: &Whole<'_>) -> Findings {
        let text = touch.path.unwrap_or(".");
        let Place::At { path, pattern } = self.ground.place(text, touch.tilde, touch.glob, touch.directory) else {
            return self.anywhere(touch.arg, touch.span);
        };
        if pattern.is_empty() && (paths::is_device(&path) || self.resolver.is_file(&path)) {
            return Findings::default();
        }
        let real = self.resolver.resolve(&path);
        self.reached(touch.arg, touch.span, |rule, glob| {
            let seen = |path: &str| {
                let certain = is_about(rule, self.ground, (path, pattern), touch.arg, true)
                    || holds(rule, self.ground, path, touch.arg);
                !certain && reaches(self.ground, glob, path, pattern, whole)
            };
            seen(&path) || real != path && seen(&real)
        })
    }

    /// Asks for every rule that refuses a path: the file may be any.
    pub(super) fn anywhere(&self, arg: Arg, span: Option<Span>) -> Findings {
        self.reached(arg, span, |_, _| true)
    }

    fn reached(&self, arg: Arg, span: Option<Span>, reaches: impl Fn(&Rule, &str) -> bool) -> Findings {
        let found = self.policy.rules.refusing_files().find(|rule| {
            let Pattern::Subject { tool, glob } = &rule.pattern else { return false };
            self.budget.spend(cost::BELOW).is_ok()
                && is_kind(tool, arg)
                && rule.when.is_empty()
                && reaches(rule, glob)
                && applies(rule, &self.context) == Applies::Yes
        });
        found.map_or_else(Findings::default, |rule| Findings::may_reach(rule, span))
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
