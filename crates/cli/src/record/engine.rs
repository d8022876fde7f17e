//! `byleave replay --engine`: what the engine of this byleave asks about that ran without a question, under the same policy.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::Path;

use byleave_gate::files::Disk;
use byleave_gate::replay::Recorded;
use byleave_gate::{Query, Store, policy_version_of};
use byleave_policy::paths::{Lexical, Resolver};
use byleave_policy::{GENERATION, Mode, Policy, Verdict};
use serde::Serialize;

use super::grants;
use super::open;
use super::screen::{Screen, count, cut, folded, painted, plural, subject};
use crate::escape;
use crate::failure::Failure;
use crate::policy;
use crate::style;

/// How many reasons, and how many calls of each, are listed.
const LISTED: usize = 40;
const EXAMPLES: usize = 3;

/// The result.
#[derive(Default, Serialize)]
struct Outcome {
    /// The generation of this engine.
    engine: u32,
    /// Calls that ran without a question then.
    allowed: usize,
    /// Those that still do.
    still: usize,
    /// Those that this engine asks about or denies, by reason, the most frequent first.
    reasons: Vec<Asked>,
    /// Calls that this engine itself decided: nothing differs there by the engine.
    own: usize,
    /// Calls of `reasons` whose policy was another one: it may be why.
    other_policy: usize,
}

/// Calls that ask now for one reason.
#[derive(Serialize)]
struct Asked {
    verdict: &'static str,
    reason: String,
    calls: usize,
    /// Each different call once, with how often it was made.
    commands: Vec<Repeated>,
}

/// How often each call was made, by tool and subject, and its last row.
type Calls = BTreeMap<(String, String), (usize, u64)>;

/// A call that was made more than once.
#[derive(Serialize)]
struct Repeated {
    tool: String,
    subject: String,
    calls: usize,
    /// The last one on record.
    row: u64,
}

/// The policies in force, by project and mode.
struct Policies<'c> {
    named: Option<&'c Path>,
    known: HashMap<(String, Mode), (Policy, String)>,
}

impl Policies<'_> {
    /// The policy of a project, with what names it on record.
    fn of(&mut self, project: &str, mode: Option<Mode>) -> Result<&(Policy, String), Failure> {
        let loaded = || policy::load(Path::new(project), self.named).map(|loaded| loaded.policy);
        let key = (project.to_owned(), mode.unwrap_or_default());
        let found = if let Some(known) = self.known.remove(&key) {
            known
        } else {
            let own = loaded()?;
            let version = policy_version_of(&own);
            (Policy { mode: mode.unwrap_or(own.mode), ..own }, version)
        };
        Ok(self.known.entry(key).or_insert(found))
    }
}

/// Decides again whatever ran without a question; returns true: that more asks is no failure.
pub fn replay(
    out: &mut dyn Write,
    screen: &Screen,
    store: &dyn Store,
    query: &Query,
    named: Option<&Path>,
    json: bool,
) -> Result<bool, Failure> {
    let outcome = again(store, query, Policies { named, known: HashMap::new() })?;
    if json {
        writeln!(out, "{:#}", serde_json::to_value(&outcome).unwrap_or_default())?;
    } else {
        show(out, screen, &outcome)?;
    }
    Ok(true)
}

fn again(store: &dyn Store, query: &Query, mut policies: Policies<'_>) -> Result<Outcome, Failure> {
    let grants = grants::held(store, true)?;
    let mut outcome = Outcome { engine: GENERATION, ..Outcome::default() };
    let mut asked: BTreeMap<(&'static str, String), Calls> = BTreeMap::new();
    open::each(store, query, |was| {
        let entry = &was.entry;
        if entry.notice || entry.verdict != Verdict::Allow.name() {
            return Ok(true);
        }
        outcome.allowed += 1;
        if entry.generation() == GENERATION {
            outcome.own += 1;
            outcome.still += 1;
            return Ok(true);
        }
        // An older engine did not put on record what this one looks at; the disk of today is the nearest to it.
        let recorded = Recorded { disk: None, ..Recorded::of(entry, &grants) };
        let resolver: &dyn Resolver = if Path::new(&entry.project).is_dir() { &Disk } else { &Lexical };
        let (policy, version) = policies.of(&entry.project, recorded.mode)?;
        let now = recorded.decide(policy, resolver);
        if now.verdict == Verdict::Allow {
            outcome.still += 1;
            return Ok(true);
        }
        outcome.other_policy += usize::from(*version != entry.policy);
        let calls = asked.entry((now.verdict.name(), now.reason.to_string())).or_default();
        let (times, row) = calls.entry((entry.tool.clone(), subject(entry))).or_default();
        *times += 1;
        *row = was.number;
        Ok(true)
    })?;
    outcome.reasons = asked.into_iter().map(|((verdict, reason), calls)| Asked::of(verdict, reason, calls)).collect();
    outcome.reasons.sort_by_key(|one| std::cmp::Reverse(one.calls));
    Ok(outcome)
}

impl Asked {
    fn of(verdict: &'static str, reason: String, calls: Calls) -> Self {
        let mut commands: Vec<Repeated> =
            calls.into_iter().map(|((tool, subject), (calls, row))| Repeated { tool, subject, calls, row }).collect();
        commands.sort_by_key(|one| std::cmp::Reverse(one.calls));
        Self { verdict, reason, calls: commands.iter().map(|one| one.calls).sum(), commands }
    }
}

fn show(out: &mut dyn Write, screen: &Screen, outcome: &Outcome) -> Result<(), Failure> {
    let mut say = |words: &str| writeln!(out, "{}", folded(words, screen.width));
    if outcome.own == outcome.allowed {
        return Ok(say(&format!(
            "{} ran without a question, all decided by this engine (generation {GENERATION}): nothing differs",
            plural(outcome.allowed, "call", "calls")
        ))?);
    }
    let asks = outcome.allowed - outcome.still;
    say(&format!(
        "{} ran without a question: {} still would, {} would not (engine of generation {GENERATION}, the policy in force, the disk as it \
         is now)",
        plural(outcome.allowed, "call", "calls"),
        count(outcome.still),
        count(asks)
    ))?;
    for one in outcome.reasons.iter().take(LISTED) {
        let words = format!("{} ×  {}: {}", count(one.calls), one.verdict, escape::shown(&one.reason));
        writeln!(out, "\n{}", painted(style::HEADING, &folded(&words, screen.width)))?;
        for call in one.commands.iter().take(EXAMPLES) {
            let lead = format!("  {} ×  {} ", count(call.calls), escape::shown(&call.tool));
            let room = screen.width.saturating_sub(escape::columns(&lead)).max(10);
            writeln!(out, "{lead}{}", cut(&escape::shown(&call.subject), room))?;
        }
        if one.commands.len() > EXAMPLES {
            writeln!(out, "  … and {} more; --json has them all", count(one.commands.len() - EXAMPLES))?;
        }
    }
    if outcome.reasons.len() > LISTED {
        writeln!(out, "… and {} more reasons; --json has them all", count(outcome.reasons.len() - LISTED))?;
    }
    if outcome.other_policy > 0 {
        let words = format!(
            "{} of these had another policy than the one in force now; there the policy may be why",
            plural(outcome.other_policy, "call", "calls")
        );
        writeln!(out, "\n{}", folded(&words, screen.width))?;
    }
    Ok(())
}
