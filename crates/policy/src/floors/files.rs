//! Files that a call touches: floors on paths, and rules on reading and writing them.

use std::borrow::Cow;

use byleave_shell::{Directory, Span, Whereabouts};

use crate::command::Budget;
use crate::findings::Outcome;
use crate::paths::{self, Ground, Lies, Place, Resolver};
use crate::programs::Arg;
use crate::rules::{Applies, Context, Pattern, Rule, applies};
use crate::{Policy, Reason, Stage, Verdict, glob};

/// A file that is touched.
#[derive(Clone, Copy)]
pub(crate) struct Touch<'t> {
    /// The path as far as it is known; `None` if the text does not tell.
    pub path: Option<&'t str>,
    pub tilde: bool,
    pub glob: bool,
    pub directory: &'t Directory,
    /// [`Arg::Read`], [`Arg::Write`] or [`Arg::Delete`].
    pub arg: Arg,
    pub span: Option<Span>,
    /// A rule spells the command out to the letter, which satisfies the named floors.
    pub spelt: bool,
}

/// What judging a file found out.
pub(crate) struct Judged<'p> {
    /// Where it leads, if that is known.
    pub place: Option<Cow<'p, str>>,
    /// It lies outside the project, or may.
    pub outside: bool,
    /// Where it lies for who reads it.
    pub lies: Lies,
    /// It is a device that holds nothing.
    pub device: bool,
}

/// What looking at a file takes, and how many signs of its path take a step more.
const FILE: usize = 4;
const LETTERS: usize = 32;

/// Comparing this many rules on files with each path costs no steps.
const FEW: usize = 4;

/// What comparing a rule with a pattern takes: each may match what the other does.
const PATTERN: usize = 3;

pub(crate) struct Files<'f> {
    pub ground: &'f Ground<'f>,
    pub policy: &'f Policy,
    pub resolver: &'f dyn Resolver,
    pub context: Context<'f>,
    /// What may still be spent.
    pub budget: &'f Budget,
}

impl<'f> Files<'f> {
    /// Judges one file: deny rules, control files, secrets, writes outside the project.
    pub fn judge<'t>(&self, touch: &Touch<'t>, outcome: &mut Outcome) -> Judged<'t>
    where
        'f: 't,
    {
        // A path of ten thousand signs takes its time, and a command may name ten thousand paths.
        let length = touch.path.map_or(0, str::len);
        if self.budget.spend((length / LETTERS).saturating_add(FILE)).is_err() {
            return Judged { place: None, outside: true, lies: Lies::Outside, device: false };
        }
        let writes = matches!(touch.arg, Arg::Write | Arg::Delete);
        let place =
            touch.path.map_or(Place::Unknown, |path| self.ground.place(path, touch.tilde, touch.glob, touch.directory));
        let Place::At { path, pattern } = place else {
            // For a deny, a path whose directory is not known may well be seen from where the call starts.
            let start = Directory { place: Whereabouts::Relative(String::new()), uncertain: false };
            let likely =
                touch.path.map_or(Place::Unknown, |path| self.ground.place(path, touch.tilde, touch.glob, &start));
            if let Place::At { path, pattern } = likely {
                self.deny_rules(&path, pattern, touch, outcome);
                self.special(&path, pattern, touch, outcome);
            }
            outcome.outside = true;
            if writes && !touch.spelt {
                outcome.named_ask(touch.span, Reason::UnknownFile(touch.arg.into()));
            }
            return Judged { place: None, outside: true, lies: Lies::Outside, device: false };
        };
        if pattern.is_empty() && paths::is_device(&path) {
            return Judged { place: Some(path), outside: false, lies: Lies::Open, device: true };
        }
        // A program that is given `link/../x` goes through the link first.
        let physical = touch.path.filter(|_| self.resolver.sees());
        let physical = physical.and_then(|text| self.ground.physical(text, touch.tilde, touch.glob, touch.directory));
        let real = match &physical {
            Some(written) => self.resolver.resolve(written),
            None => self.resolver.resolve(&path),
        };
        let outside = !self.ground.is_inside(&path) || !self.ground.is_inside(&real);
        let lies = if outside { self.ground.lies(&path, &real) } else { Lies::Open };
        outcome.outside |= outside;
        for seen in [path.as_ref(), real.as_ref()].into_iter().take(if real == path { 1 } else { 2 }) {
            self.deny_rules(seen, pattern, touch, outcome);
            // Looking at the project itself is what most commands do.
            if touch.arg != Arg::Read || seen != self.ground.project || !pattern.is_empty() {
                self.special(seen, pattern, touch, outcome);
            }
        }
        drop(real);
        if writes && outside && !touch.spelt {
            outcome.named_ask(touch.span, Reason::OutsideProject(touch.arg.into(), path.to_string()));
        }
        Judged { place: Some(path), outside, lies, device: false }
    }

    /// What the rules that refuse say of a path, where nothing else is known of what is done with it.
    pub fn ruled_out(&self, touch: &Touch<'_>, outcome: &mut Outcome) {
        let length = touch.path.map_or(0, str::len);
        if self.policy.rules.is_empty() || self.budget.spend((length / LETTERS).saturating_add(FILE)).is_err() {
            return;
        }
        let place =
            touch.path.map_or(Place::Unknown, |path| self.ground.place(path, touch.tilde, touch.glob, touch.directory));
        let Place::At { path, pattern } = place else { return };
        let real = self.resolver.resolve(&path);
        self.deny_rules(&path, pattern, touch, outcome);
        if *real != *path {
            self.deny_rules(&real, pattern, touch, outcome);
        }
    }

    fn deny_rules(&self, path: &str, pattern: &str, touch: &Touch<'_>, outcome: &mut Outcome) {
        if self.policy.rules.is_empty() {
            return;
        }
        let rules = self.policy.rules.refusing_path(&path.to_lowercase(), !pattern.is_empty());
        // Many are compared as long as there is room; who asks at the end says so.
        let each = if pattern.is_empty() { 1 } else { PATTERN };
        if rules.len() > FEW && self.budget.spend(rules.len().saturating_mul(each)).is_err() {
            return;
        }
        for rule in rules {
            let about = self.is_about(rule, path, pattern, touch.arg, true) || self.holds(rule, path, touch.arg);
            if about && applies(rule, &self.context) == Applies::Yes {
                let (verdict, stage) = floor_of(rule.says);
                outcome.add_rule(verdict, stage, rule, touch.span, Some((touch.arg.into(), path.to_owned())));
            }
        }
    }

    /// Whether a rule on files below a directory is about deleting that directory, reading it as a whole or putting
    /// something into it.
    pub(crate) fn holds(&self, rule: &Rule, path: &str, arg: Arg) -> bool {
        let Pattern::Subject { glob, tool } = &rule.pattern else { return false };
        let below = glob.strip_suffix("/**").or_else(|| glob.strip_suffix("/*"));
        let Some(directory) = below.filter(|directory| !matches!(*directory, "" | "**")) else { return false };
        is_kind(tool, arg) && rule.when.is_empty() && path_matches(self.ground, directory, path, "", true)
    }

    /// Whether a rule on files is about this path. For a deny, case is folded and a pattern that may match counts.
    pub fn is_about(&self, rule: &Rule, path: &str, pattern: &str, arg: Arg, deny: bool) -> bool {
        let Pattern::Subject { tool, glob } = &rule.pattern else { return false };
        is_kind(tool, arg) && rule.when.is_empty() && path_matches(self.ground, glob, path, pattern, deny)
    }

    fn special(&self, path: &str, pattern: &str, touch: &Touch<'_>, outcome: &mut Outcome) {
        let homes = std::iter::once(self.ground.home.as_ref()).chain(self.ground.roots.iter().map(String::as_str));
        if !touch.spelt
            && let Some(what) = homes.into_iter().find_map(|home| paths::sensitive(path, pattern, home))
        {
            outcome.named_ask(
                touch.span,
                Reason::Secret(touch.arg.into(), format!("{path}{}{pattern}", slash(pattern)), what),
            );
        }
        if touch.arg == Arg::Read {
            return;
        }
        if !touch.spelt && paths::may_match_control(pattern) {
            outcome.named_ask(touch.span, Reason::ControlPattern(touch.arg.into()));
        }
        // A pattern or a deletion affects everything below.
        let whole = touch.arg == Arg::Delete || !pattern.is_empty();
        if let Some(control) = paths::control(path, &self.ground.home, whole) {
            let reason = Reason::ControlFile(touch.arg.into(), path.to_owned(), control.what);
            if control.denied {
                outcome.deny(touch.span, reason);
            } else if !touch.spelt {
                outcome.named_ask(touch.span, reason);
            }
        }
    }
}

/// Whether a tool does to files what is done here.
pub(crate) fn is_kind(tool: &str, arg: Arg) -> bool {
    match arg {
        Arg::Read => matches!(tool, "read" | "grep" | "glob" | "ls"),
        Arg::Write | Arg::Delete => matches!(tool, "write" | "edit" | "multi_edit" | "delete"),
        Arg::Text | Arg::Host | Arg::Shell | Arg::Code | Arg::Program | Arg::Sed | Arg::Awk | Arg::Setting => false,
    }
}

/// Whether a rule's pattern on paths matches an absolute path.
pub(crate) fn path_matches(ground: &Ground, rule: &str, path: &str, pattern: &str, deny: bool) -> bool {
    let fold = |text: &str| if deny { text.to_lowercase() } else { text.to_owned() };
    let rule = fold(rule.strip_prefix("./").unwrap_or(rule));
    let whole = fold(path);
    let absolute = match rule.strip_prefix("~/") {
        Some(rest) => Some(format!("{}/{rest}", fold(&ground.home))),
        None if rule.starts_with("//") => rule.strip_prefix('/').map(str::to_owned),
        None if rule.starts_with('/') => Some(rule.clone()),
        None => None,
    };
    if let Some(absolute) = absolute {
        return glob::matches_path(&absolute, &whole)
            || deny && (may_match(&absolute, &whole, pattern) || paths::is_below(&whole, &absolute));
    }
    let Some(relative) = ground.relative(path) else {
        // Outside the project a relative pattern never allows; a deny by name still holds.
        return deny && !rule.contains('/') && glob::matches_path(&rule, last(&whole));
    };
    let relative = fold(relative);
    if relative.is_empty() && pattern.is_empty() {
        return false;
    }
    let by_name = !rule.contains('/') && glob::matches_path(&rule, last(&relative));
    glob::matches_path(&rule, &relative) && !relative.is_empty()
        || by_name && !relative.is_empty()
        || deny && (may_match(&rule, &relative, pattern) || lies_in(&rule, &relative))
}

/// Whether a path is below the path that a rule names: that is then a directory, and the rule means all of it.
fn lies_in(rule: &str, path: &str) -> bool {
    if rule.contains('/') {
        return !rule.is_empty() && paths::is_below(path, rule);
    }
    let mut above = path.split('/').rev().skip(1);
    above.any(|part| part == rule)
}

/// Whether a path with a pattern may become one the rule is about.
fn may_match(rule: &str, path: &str, pattern: &str) -> bool {
    if pattern.is_empty() {
        return false;
    }
    let full = if path.is_empty() { pattern.to_owned() } else { format!("{path}/{pattern}") };
    glob::matches_path(&full.to_lowercase(), rule)
}

fn last(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, last)| last)
}

const fn slash(pattern: &str) -> &'static str {
    if pattern.is_empty() { "" } else { "/" }
}

/// Where a rule that does not allow belongs.
pub(crate) const fn floor_of(says: Verdict) -> (Verdict, Stage) {
    match says {
        Verdict::Deny => (Verdict::Deny, Stage::DenyFloor),
        Verdict::Ask | Verdict::Allow => (Verdict::Ask, Stage::HardAskFloor),
    }
}
