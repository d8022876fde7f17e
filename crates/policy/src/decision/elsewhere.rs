//! Commands whose directory the agent did not tell.
//!
//! They are judged from the directory of the session, where most of them start. To take the directory for unknown would
//! ask about two of three commands that only read. So this looks for the directories that matter: those in which a word
//! of the command names a file that byleave or a rule refuses. The command is judged from there, too.

use std::collections::{BTreeMap, BTreeSet};

use byleave_shell::Whereabouts;

use super::{Situation, decide_in};
use crate::budget::limit;
use crate::command::{Commands, Item};
use crate::paths::{self, Ground, Listing, Look, Resolver};
use crate::programs::Arg;
use crate::read::{Subject, lent};
use crate::rules::{Pattern, is_kind, path_matches};
use crate::{CallFacts, Policy, Reason, Stage, Verdict, glob};

/// Why a rule might refuse a command if it starts in a directory that the agent did not name.
#[must_use]
pub fn refused_elsewhere(call: &CallFacts, policy: &Policy, situation: &Situation<'_>) -> Option<Reason> {
    let (names, length) = lent(call, policy, |reading| {
        let names = match reading.subject() {
            Subject::Command(read) => Names::of(read.commands()),
            Subject::Odd | Subject::Missing | Subject::Named(_) => Names::default(),
        };
        let length = reading.command().map_or(0, |commands| commands.script.source().len());
        (names, length)
    });
    let too_much = || Some(Reason::ElsewhereTooMuch);
    if names.named.patterns.len().max(names.copied.patterns.len()) > limit::ELSEWHERE_PATTERNS {
        return too_much();
    }
    let mut starts = BTreeSet::new();
    let ground = Ground::new(&call.project, &call.home, &call.cwd);
    for refused in refused(&ground, policy) {
        starts.extend(refused.starts(&names, &ground, situation.resolver));
    }
    starts.remove(ground.cwd.as_ref());
    if starts.len().saturating_mul(length) > limit::ELSEWHERE {
        return too_much();
    }
    starts.into_iter().find_map(|start| {
        let there = CallFacts { cwd: start, ..call.clone() };
        let decision = decide_in(&there, policy, situation);
        let refuses = |finding: &&crate::Finding| {
            finding.verdict == Verdict::Deny || finding.stage == Stage::HardAskFloor && finding.rule.is_some()
        };
        let why = decision.findings.iter().find(refuses)?;
        Some(Reason::ElsewhereRefused(there.cwd, Box::new(why.reason.clone())))
    })
}

/// What a command may call files, seen from where it starts, in lower case.
#[derive(Default)]
struct Names {
    /// Its words.
    named: Spellings,
    /// The last parts of its words: what is copied to `.` has its old name there.
    copied: Spellings,
}

/// Paths, found by their last part.
#[derive(Default)]
struct Spellings {
    plain: BTreeMap<String, BTreeSet<String>>,
    patterns: BTreeSet<String>,
}

impl Spellings {
    fn add(&mut self, name: String) {
        if name.contains(['*', '?', '[']) {
            self.patterns.insert(name);
        } else {
            self.plain.entry(paths::base_name(&name).to_owned()).or_default().insert(name);
        }
    }

    fn is_empty(&self) -> bool {
        self.plain.is_empty() && self.patterns.is_empty()
    }

    /// The directories from which one of them is this path.
    fn starts(&self, path: &str) -> impl Iterator<Item = String> {
        let plain = self.plain.get(&paths::base_name(path).to_lowercase()).into_iter().flatten();
        plain.chain(&self.patterns).filter_map(move |name| start(path, name))
    }
}

impl Names {
    fn of(commands: &Commands<'_>) -> Self {
        let mut names = Self::default();
        for simple in &commands.simples {
            let redirected = simple.redirections.iter().map(|redirect| (&redirect.target, &redirect.directory));
            let words = simple.items.iter().skip(1).map(|item| (item, &simple.directory));
            for (item, directory) in words.chain(redirected) {
                let Whereabouts::Relative(below) = &directory.place else { continue };
                for text in spellings(item) {
                    if let Some(name) = name(below, text) {
                        names.named.add(name);
                    }
                    if let Some(name) = name(below, paths::base_name(text)) {
                        names.copied.add(name);
                    }
                }
            }
        }
        names
    }
}

/// A word, and the text after `=` or a one-letter option in it.
fn spellings<'i>(item: &'i Item<'_>) -> impl Iterator<Item = &'i str> {
    let text = item.shown();
    let value = text.split_once('=').map(|(_, value)| value);
    let joined = text.strip_prefix('-').filter(|rest| !rest.starts_with('-')).and_then(|rest| rest.get(1..));
    [Some(text).filter(|text| !text.starts_with('-')), value, joined].into_iter().flatten()
}

fn name(below: &str, text: &str) -> Option<String> {
    if text.starts_with(['/', '~']) {
        return None;
    }
    let path = paths::normal(&paths::normal("/", below), text).to_lowercase();
    path.strip_prefix('/').filter(|path| !path.is_empty()).map(str::to_owned)
}

/// A file that is refused, or a directory of them.
struct Ban<'p> {
    /// Absolute and normal.
    path: String,
    /// Files below it are refused.
    tree: bool,
    /// Only changing it is refused.
    written: bool,
    /// The rule that refuses, if one does: of what lies below the path it may mean only a part.
    rule: Option<&'p str>,
}

/// What byleave refuses to be written, and what rules refuse or ask about.
fn refused<'p>(ground: &Ground<'_>, policy: &'p Policy) -> Vec<Ban<'p>> {
    let control = paths::refused_files(&ground.project, &ground.home).into_iter();
    let mut all: Vec<_> = control.map(|(path, tree)| Ban { path, tree, written: true, rule: None }).collect();
    for rule in policy.rules.refusing_files() {
        let Pattern::Subject { glob, tool } = &rule.pattern else { continue };
        let spelt: Vec<&str> = glob.split('/').take_while(|part| !part.contains(['*', '?', '[', '{'])).collect();
        // A pattern on names is met wherever the file lies.
        if spelt.is_empty() && !glob.trim_start_matches("**/").contains('/') {
            continue;
        }
        let path = spelt.join("/");
        let (base, rest) = match path.strip_prefix('~') {
            Some(rest) => (ground.home.as_ref(), rest.trim_start_matches('/')),
            None => (ground.project.as_ref(), path.as_str()),
        };
        let (path, written) = (paths::normal(base, rest), is_kind(tool, Arg::Write));
        // What a rule names may be a directory, and all of it is meant then.
        all.push(Ban { path, tree: true, written, rule: Some(glob) });
    }
    all
}

impl Ban<'_> {
    /// The directories from which one of the names leads to it.
    fn starts(&self, names: &Names, ground: &Ground<'_>, resolver: &dyn Resolver) -> Vec<String> {
        let all = || [Some(&names.named), self.written.then_some(&names.copied)].into_iter().flatten();
        let from = |path: &str| all().flat_map(|spelt| spelt.starts(path)).collect::<Vec<_>>();
        let mut found = from(&self.path);
        if self.tree && all().any(|spelt| !spelt.is_empty()) {
            let look = Look { root: &self.path, pattern: "", deep: true, follows: false, plain: false };
            let wanted = |path: &str, _: &str| {
                all().any(|spelt| spelt.starts(path).next().is_some())
                    && self.rule.is_none_or(|rule| path_matches(ground, rule, path, "", true))
            };
            match resolver.look(&look, &wanted) {
                // Nothing lies there, or nothing can be seen: only names that are known count.
                Listing::Unseen => {}
                // To ask wherever a large project is not seen whole would be to ask about every command in it.
                Listing::Some(files) | Listing::All(files) => {
                    found.extend(files.iter().flat_map(|(path, _)| from(path)));
                }
            }
        }
        found
    }
}

/// The directory from which a name, or what a pattern matches, is this path.
fn start(path: &str, name: &str) -> Option<String> {
    let parts = name.split('/').count();
    let cut = path.rmatch_indices('/').nth(parts.checked_sub(1)?).map(|(at, _)| at)?;
    let (before, tail) = (path.get(..cut)?, path.get(cut.saturating_add(1)..)?);
    let fits = glob::matches_path(name, &tail.to_lowercase());
    fits.then(|| if before.is_empty() { "/".to_owned() } else { before.to_owned() })
}
