//! The narrowest rules for what people keep approving.
//!
//! byleave suggests a rule only if it works: it first decides every counted call with the rule. A suggestion never
//! contains wrappers, interpreters or unknown words, because they may get other arguments next time.

use std::collections::{BTreeMap, HashMap};

use byleave_policy::grant::{Covered, covered};
use byleave_policy::paths::Resolver;
use byleave_policy::rules::{Rule, Says, host};
use byleave_policy::tools::{self, Category, SUBJECTS};
use byleave_policy::{Policy, Verdict};
use serde_json::Value;

use crate::entry::record::Entry;
use crate::entry::replay::Recorded;
use crate::session::StoredGrant;

/// A rule that could be added.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// Its pattern.
    pub pattern: String,
    /// How often people approved what it would have allowed.
    pub approved: usize,
    /// The sessions in which they did.
    pub sessions: Vec<String>,
    /// The first of these calls that was looked at.
    pub example: Example,
    /// Refused calls that would run with it.
    pub against: Vec<Against>,
}

/// A call on record.
#[derive(Clone, Debug)]
pub struct Example {
    /// The number of its row.
    pub number: u64,
    /// The entry in that row.
    pub entry: Entry,
}

/// A call that speaks against a rule.
#[derive(Clone, Debug)]
pub struct Against {
    /// The call.
    pub call: Example,
    /// How often it was refused.
    pub count: usize,
}

/// Looks at one row of the record after the other.
pub struct Finder<'f> {
    policy: &'f Policy,
    resolver: &'f dyn Resolver,
    found: BTreeMap<String, Suggestion>,
    /// By the digest: the same call is looked at once.
    refused: BTreeMap<String, (Example, Recorded, usize)>,
    known: HashMap<String, Vec<String>>,
}

impl std::fmt::Debug for Finder<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Finder").field("found", &self.found).finish_non_exhaustive()
    }
}

impl<'f> Finder<'f> {
    /// For rules that a policy does not have yet.
    #[must_use]
    pub fn new(policy: &'f Policy, resolver: &'f dyn Resolver) -> Self {
        Self { policy, resolver, found: BTreeMap::new(), refused: BTreeMap::new(), known: HashMap::new() }
    }

    /// Takes a row into account. `grants` are all there ever were.
    pub fn take(&mut self, number: u64, entry: Entry, grants: &[StoredGrant]) {
        // Of the gate itself: there was no call.
        if entry.notice {
            return;
        }
        // Without what counted on that day alone: a rule has to do without it.
        let recorded = Recorded { grants: Vec::new(), stopped: None, frozen: None, ..Recorded::of(&entry, grants) };
        if !entry.approved {
            let digest = entry.digest.clone();
            let kept = self.refused.entry(digest).or_insert((Example { number, entry }, recorded, 0));
            kept.2 = kept.2.saturating_add(1);
            return;
        }
        if entry.verdict != "ask" || entry.person.is_none() || entry.edited.is_some() {
            return;
        }
        let (policy, resolver) = (self.policy, self.resolver);
        let patterns = self
            .known
            .entry(entry.digest.clone())
            .or_insert_with(|| needed(&recorded, policy, resolver).unwrap_or_default());
        for pattern in patterns.iter().cloned() {
            let suggestion = self.found.entry(pattern.clone()).or_insert_with(|| Suggestion {
                pattern,
                approved: 0,
                sessions: Vec::new(),
                example: Example { number, entry: entry.clone() },
                against: Vec::new(),
            });
            suggestion.approved = suggestion.approved.saturating_add(1);
            if !suggestion.sessions.contains(&entry.session) {
                suggestion.sessions.push(entry.session.clone());
            }
        }
    }

    /// The rules for what was approved at least so often, those that nothing speaks against first.
    #[must_use]
    pub fn end(self, least: usize) -> Vec<Suggestion> {
        let mut found: Vec<Suggestion> = self.found.into_values().filter(|one| one.approved >= least).collect();
        for suggestion in &mut found {
            let Some(wider) = with(self.policy, std::slice::from_ref(&suggestion.pattern)) else { continue };
            let runs = |recorded: &Recorded| recorded.decide(&wider, self.resolver).verdict == Verdict::Allow;
            let against = self.refused.values().filter(|(_, recorded, _)| runs(recorded));
            suggestion.against =
                against.map(|(call, _, count)| Against { call: call.clone(), count: *count }).collect();
            suggestion.against.sort_by_key(|one| (std::cmp::Reverse(one.count), one.call.number));
        }
        found.sort_by(|one, other| {
            let order = |one: &Suggestion| (!one.against.is_empty(), std::cmp::Reverse(one.approved));
            order(one).cmp(&order(other)).then_with(|| one.pattern.cmp(&other.pattern))
        });
        found
    }
}

/// A policy with more rules that allow; `None` if one of them is no rule.
#[must_use]
pub fn with(policy: &Policy, patterns: &[String]) -> Option<Policy> {
    let mut wider = policy.clone();
    for pattern in patterns {
        wider.rules.push(Rule::new(pattern, Says::Allow).ok()?);
    }
    Some(wider)
}

/// The rules that a call needs to run without a question, if rules can do that, and no others.
fn needed(recorded: &Recorded, policy: &Policy, resolver: &dyn Resolver) -> Option<Vec<String>> {
    let allows = |patterns: &[String]| {
        with(policy, patterns).is_some_and(|wider| recorded.decide(&wider, resolver).verdict == Verdict::Allow)
    };
    // What cannot be brought back is looked at each time.
    if recorded.decide(policy, resolver).high_risk {
        return None;
    }
    let mut patterns = candidates(recorded)?;
    // What was taken out of the record cannot be part of a rule.
    if patterns.iter().any(|pattern| pattern.contains("REDACTED")) || !allows(&patterns) || allows(&[]) {
        return None;
    }
    let mut at = 0;
    while at < patterns.len() {
        let mut fewer = patterns.clone();
        fewer.remove(at);
        if allows(&fewer) {
            patterns = fewer;
        } else {
            at = at.saturating_add(1);
        }
    }
    Some(patterns)
}

/// The narrowest pattern for each part of a call.
fn candidates(recorded: &Recorded) -> Option<Vec<String>> {
    let call = &recorded.call;
    let text = |key: &str| call.arguments.get(key).and_then(Value::as_str);
    let known = tools::find(&call.tool);
    if let Some(key) = known.and_then(|tool| tool.command) {
        let command = text(key)?;
        let parts = covered(command)?;
        let pattern = |part: &Covered| match part {
            Covered::SubCommand(text) | Covered::Exact(text) => Some(format!("Bash({text})")),
            // A directory is no pattern of a rule; what was read is.
            Covered::Directory(_) => None,
        };
        let narrow: Option<Vec<String>> = parts.iter().map(pattern).collect();
        return narrow.or_else(|| Some(vec![format!("Bash({command})")]).filter(|_| parts.len() == 1));
    }
    let name = known.map_or(call.tool.as_str(), |tool| tool.name);
    match known.map(|tool| tool.category) {
        Some(Category::Write) => {
            let path = SUBJECTS.iter().find_map(|key| text(key))?;
            let relative = path.strip_prefix(&call.project).map_or(path, |rest| rest.trim_start_matches('/'));
            // The directory, never the whole project.
            let glob = relative
                .rsplit_once('/')
                .map_or_else(|| relative.to_owned(), |(directory, _)| format!("{directory}/*"));
            Some(vec![format!("{name}({glob})")])
        }
        Some(Category::Network) => {
            let host = host(text("url")?)?;
            Some(vec![format!("WebFetch(domain:{host})")])
        }
        Some(Category::Read | Category::Command | Category::Ask) => None,
        None => Some(vec![name.to_owned()]),
    }
}
