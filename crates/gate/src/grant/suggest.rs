//! The narrowest rules for what people keep approving.
//!
//! byleave suggests a rule only if it works: it first decides every counted call with the rule. A suggestion never
//! contains wrappers, interpreters or unknown words, because they may get other arguments next time.

use std::collections::{BTreeMap, HashMap};

use byleave_knowledge::arguments::subjects;
use byleave_policy::grant::{GrantPart, covered, covered_by};
use byleave_policy::paths::Resolver;
use byleave_policy::read::Reading;
use byleave_policy::rules::{Rule, host};
use byleave_policy::tools::{self, Category};
use byleave_policy::{CallFacts, Decision, Policy, Situation, Verdict, decide_read};
use serde_json::Value;

use crate::answer::handover::HANDED_OVER;
use crate::decision::hosted::{LEFT, RAN};
use crate::entry::record::Entry;
use crate::entry::replay::Recorded;
use crate::permit::refusal::Cause;
use crate::session::StoredGrant;

/// A rule that could be added.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// Its pattern.
    pub pattern: String,
    /// How often people approved what it would have allowed.
    pub approved: usize,
    /// How many of these byleave left to the agent and its own prompt, and they ran afterwards. It does not see who let them run.
    pub left_to_agent: usize,
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

/// What was counted, whether or not a rule could do it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// How many approvals, and calls that were left to an agent and ran.
    pub approvals: usize,
    /// How often one call, or what one rule would have allowed, was approved at most.
    pub most: usize,
    /// Calls that byleave left to an agent, and nobody said whether they ran.
    pub open: usize,
}

/// Channels on record whose people have no names. Other channels without a name are programs.
const PEOPLE: [&str; 3] = ["terminal", "editor", "elicitation"];

/// Looks at one row of the record after the other.
pub struct Finder<'f> {
    policy: &'f Policy,
    resolver: &'f dyn Resolver,
    found: BTreeMap<String, Suggestion>,
    /// What was left to the prompt of the agent and has not run, by session and digest.
    left: BTreeMap<(String, String), (u64, Entry)>,
    /// How often each call was approved, by its digest.
    approved: HashMap<String, usize>,
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
        Self {
            policy,
            resolver,
            found: BTreeMap::new(),
            left: BTreeMap::new(),
            approved: HashMap::new(),
            refused: BTreeMap::new(),
            known: HashMap::new(),
        }
    }

    /// Takes a row into account. `grants` are all there ever were.
    pub fn take(&mut self, number: u64, entry: Entry, grants: &[StoredGrant]) {
        if entry.tool == RAN && entry.notice {
            let digest = entry.arguments.get("digest").and_then(Value::as_str).unwrap_or_default();
            if let Some((number, left)) = self.left.remove(&(entry.session, digest.to_owned())) {
                self.approve(number, &left, grants, true);
            }
            return;
        }
        // Of the gate itself: there was no call.
        if entry.notice {
            return;
        }
        match Ending::of(&entry) {
            Ending::Approved => self.approve(number, &entry, grants, false),
            Ending::Left => drop(self.left.insert((entry.session.clone(), entry.digest.clone()), (number, entry))),
            Ending::Refused => {
                let recorded = recorded(&entry, grants);
                let digest = entry.digest.clone();
                let kept = self.refused.entry(digest).or_insert((Example { number, entry }, recorded, 0));
                kept.2 = kept.2.saturating_add(1);
            }
            Ending::Other => {}
        }
    }

    /// A person approved a call.
    fn approve(&mut self, number: u64, entry: &Entry, grants: &[StoredGrant], left_to_agent: bool) {
        let recorded = recorded(entry, grants);
        let count = self.approved.entry(entry.digest.clone()).or_default();
        *count = count.saturating_add(1);
        let (policy, resolver) = (self.policy, self.resolver);
        let patterns = self
            .known
            .entry(entry.digest.clone())
            .or_insert_with(|| needed(&recorded, policy, resolver).unwrap_or_default());
        for pattern in patterns.iter().cloned() {
            let suggestion = self.found.entry(pattern.clone()).or_insert_with(|| Suggestion {
                pattern,
                approved: 0,
                left_to_agent: 0,
                sessions: Vec::new(),
                example: Example { number, entry: entry.clone() },
                against: Vec::new(),
            });
            suggestion.approved = suggestion.approved.saturating_add(1);
            suggestion.left_to_agent = suggestion.left_to_agent.saturating_add(usize::from(left_to_agent));
            if !suggestion.sessions.contains(&entry.session) {
                suggestion.sessions.push(entry.session.clone());
            }
        }
    }

    /// What was counted so far.
    #[must_use]
    pub fn counted(&self) -> Counted {
        let of_rules = self.found.values().map(|one| one.approved);
        Counted {
            approvals: self.approved.values().sum(),
            most: self.approved.values().copied().chain(of_rules).max().unwrap_or_default(),
            open: self.left.len(),
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

/// How a call on record ended, for rules.
enum Ending {
    /// A person let it run.
    Approved,
    /// A person or the policy said no.
    Refused,
    /// The agent's own prompt was to ask.
    Left,
    /// It ran without a question, or nobody answered.
    Other,
}

impl Ending {
    fn of(entry: &Entry) -> Self {
        let nobody = [Cause::NoChannel, Cause::Timeout, Cause::Unanswered, Cause::Closed];
        match (entry.approved, entry.cause.as_deref()) {
            (false, Some(LEFT)) => Self::Left,
            (false, Some(cause)) if nobody.iter().any(|one| one.name() == cause) => Self::Other,
            (false, _) => Self::Refused,
            (true, _) => {
                let named = entry.person.is_some() || entry.channel.as_deref().is_some_and(|it| PEOPLE.contains(&it));
                // What a hook handed over is on record there.
                let once = entry.channel.as_deref() != Some(HANDED_OVER);
                let counts = entry.verdict == Verdict::Ask.name() && named && once && entry.edited.is_none();
                if counts { Self::Approved } else { Self::Other }
            }
        }
    }
}

/// A call without what counted on its day alone: a rule has to do without it.
fn recorded(entry: &Entry, grants: &[StoredGrant]) -> Recorded {
    Recorded { grants: Vec::new(), stopped: None, frozen: None, ..Recorded::of(entry, grants) }
}

/// The narrowest rules that let a call on record run without a question, if rules can do that.
#[must_use]
pub fn enough(entry: &Entry, policy: &Policy, resolver: &dyn Resolver) -> Option<Vec<String>> {
    needed(&recorded(entry, &[]), policy, resolver)
}

/// The narrowest rules about a call on record.
#[must_use]
pub fn about(entry: &Entry) -> Option<Vec<String>> {
    candidates(&recorded(entry, &[]).call, covered)
        .filter(|found| !found.iter().any(|pattern| pattern.contains("REDACTED")))
}

/// A policy with more rules that allow; `None` if one of them is no rule.
#[must_use]
pub fn with(policy: &Policy, patterns: &[String]) -> Option<Policy> {
    let mut wider = policy.clone();
    for pattern in patterns {
        wider.rules.push(Rule::new(pattern, Verdict::Allow).ok()?);
    }
    Some(wider)
}

/// The rules that let calls of this kind run without a question: `cargo test *` for `cargo test --lib`. `None` if rules cannot do
/// that, or if what the call does cannot be brought back: that is looked at each time.
pub(crate) fn of_kind(
    reading: &Reading<'_>,
    policy: &Policy,
    situation: &Situation<'_>,
    decision: &Decision,
) -> Option<Vec<String>> {
    let allows = |patterns: &[String]| {
        with(policy, patterns).is_some_and(|wider| decide_read(reading, &wider, situation).verdict == Verdict::Allow)
    };
    // The commands that were read already.
    let parts = |_: &str| reading.command().and_then(covered_by);
    if decision.high_risk { None } else { fewest(candidates(reading.call(), parts)?, allows) }
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
    fewest(candidates(&recorded.call, covered)?, allows)
}

/// The patterns without those that are not necessary; `None` if they are not enough, or none is necessary.
fn fewest(mut patterns: Vec<String>, allows: impl Fn(&[String]) -> bool) -> Option<Vec<String>> {
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
fn candidates(call: &CallFacts, covered: impl FnOnce(&str) -> Option<Vec<GrantPart>>) -> Option<Vec<String>> {
    let text = |key: &str| call.arguments.get(key).and_then(Value::as_str);
    let known = tools::find(&call.tool);
    if known.is_some_and(|tool| tool.runs) {
        let command = byleave_policy::read::command_text(&call.tool, &call.arguments)?;
        let parts = covered(command)?;
        let pattern = |part: &GrantPart| match part {
            GrantPart::SubCommand(text) | GrantPart::Exact(text) => Some(format!("Bash({text})")),
            // A directory is no pattern of a rule; what was read is.
            GrantPart::Directory(_) => None,
        };
        let narrow: Option<Vec<String>> = parts.iter().map(pattern).collect();
        return narrow.or_else(|| Some(vec![format!("Bash({command})")]).filter(|_| parts.len() == 1));
    }
    let name = known.map_or(call.tool.as_str(), |tool| tool.name);
    match known.map(|tool| tool.category) {
        Some(Category::Write) => {
            let path = subjects().find_map(text)?;
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
