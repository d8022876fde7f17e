//! `byleave replay`: decides recorded calls again under another policy.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

use byleave_gate::replay::Recorded;
use byleave_gate::{Query, Store};
use byleave_policy::paths::Resolver;
use byleave_policy::{Decision, GENERATION, Mode, Policy, Reason};
use serde::Serialize;
use serde_json::{Map, Value};

use super::grants;
use super::open::{self, Numbered};
use super::screen::{Screen, count, cut, folded, padded, paint_of, painted, plural, subject};
use crate::escape;
use crate::failure::Failure;
use crate::style;
use byleave_gate::files::Disk;

const VERDICTS: [&str; 3] = ["allow", "ask", "deny"];
/// How many kinds of changed calls are listed.
const LISTED: usize = 40;

/// A call whose verdict differs now.
struct Changed {
    was: Numbered,
    now: Decision,
}

/// The result.
#[derive(Default)]
struct Outcome {
    matrix: [[usize; 3]; 3],
    looser: Vec<Changed>,
    tighter: Vec<Changed>,
    /// Calls that used grants which are not known any more.
    unsure: usize,
    /// Calls that an engine of another generation decided.
    other_engine: usize,
}

impl Changed {
    /// Whether an engine of another generation decided it: the policy may not be why the verdict differs.
    fn is_of_another_engine(&self) -> bool {
        self.was.entry.generation() != GENERATION
    }
}

fn rank(verdict: &str) -> usize {
    VERDICTS.iter().position(|known| *known == verdict).unwrap_or(2)
}

/// Decides everything again; returns whether nothing became looser.
pub fn replay(
    out: &mut dyn Write,
    screen: &Screen,
    store: &dyn Store,
    query: &Query,
    policy: &Policy,
    json: bool,
) -> Result<bool, Failure> {
    let outcome = again(store, query, policy, &Disk)?;
    if json {
        writeln!(out, "{:#}", to_json(&outcome))?;
    } else {
        show(out, screen, &outcome)?;
    }
    Ok(outcome.looser.is_empty())
}

fn again(store: &dyn Store, query: &Query, policy: &Policy, resolver: &dyn Resolver) -> Result<Outcome, Failure> {
    let all = grants::held(store, true)?;
    // One policy for each mode: copying it for every call would take longer than deciding.
    let mut modes: BTreeMap<Mode, Policy> = BTreeMap::new();
    for mode in Mode::ALL {
        modes.insert(mode, Policy { mode, ..policy.clone() });
    }
    let mut outcome = Outcome::default();
    open::each(store, query, |was| {
        if was.entry.notice {
            return Ok(true);
        }
        let recorded = Recorded::of(&was.entry, &all);
        let policy = recorded.mode.and_then(|mode| modes.get(&mode)).unwrap_or(policy);
        let now = recorded.decide(policy, resolver);
        let (before, after) = (rank(&was.entry.verdict), rank(now.verdict.name()));
        if let Some(cell) = outcome.matrix.get_mut(before).and_then(|row| row.get_mut(after)) {
            *cell += 1;
        }
        outcome.unsure += usize::from(recorded.lost > 0);
        outcome.other_engine += usize::from(was.entry.generation() != GENERATION);
        match after.cmp(&before) {
            std::cmp::Ordering::Less => outcome.looser.push(Changed { was, now }),
            std::cmp::Ordering::Greater => outcome.tighter.push(Changed { was, now }),
            std::cmp::Ordering::Equal => {}
        }
        Ok(true)
    })?;
    Ok(outcome)
}

/// What changes, for programs. The matrix is by what a verdict was, then by what it is.
#[derive(Serialize)]
struct ReplayReport<'o> {
    matrix: BTreeMap<&'static str, BTreeMap<&'static str, usize>>,
    looser: Vec<ChangedCall<'o>>,
    tighter: Vec<ChangedCall<'o>>,
    lost_grants: usize,
    /// The generation of this engine, and how many calls one of another generation decided.
    engine: u32,
    other_engine: usize,
}

#[derive(Serialize)]
struct ChangedCall<'o> {
    number: u64,
    id: &'o str,
    /// The generation of the engine that decided then.
    engine: u32,
    tool: &'o str,
    arguments: &'o Map<String, Value>,
    was: &'o str,
    now: &'static str,
    rule: Option<&'o str>,
    location: Option<&'o str>,
    reason: &'o Reason,
}

impl<'o> From<&'o Changed> for ChangedCall<'o> {
    fn from(Changed { was, now }: &'o Changed) -> Self {
        Self {
            number: was.number,
            id: &was.entry.id,
            engine: was.entry.generation(),
            tool: &was.entry.tool,
            arguments: &was.entry.arguments,
            was: &was.entry.verdict,
            now: now.verdict.name(),
            rule: now.rule.as_deref(),
            location: location(now),
            reason: &now.reason,
        }
    }
}

fn to_json(outcome: &Outcome) -> Value {
    let row = |cells: &[usize; 3]| VERDICTS.into_iter().zip(cells.iter().copied()).collect();
    let report = ReplayReport {
        matrix: VERDICTS.into_iter().zip(outcome.matrix.iter().map(row)).collect(),
        looser: outcome.looser.iter().map(Into::into).collect(),
        tighter: outcome.tighter.iter().map(Into::into).collect(),
        lost_grants: outcome.unsure,
        engine: GENERATION,
        other_engine: outcome.other_engine,
    };
    serde_json::to_value(report).unwrap_or_default()
}

fn location(decision: &Decision) -> Option<&str> {
    let decisive = decision.findings.iter().find(|finding| finding.rule.is_some() && finding.rule == decision.rule);
    decisive.and_then(|finding| finding.location.as_deref())
}

fn show(out: &mut dyn Write, screen: &Screen, outcome: &Outcome) -> Result<(), Failure> {
    let all: usize = outcome.matrix.iter().flatten().sum();
    let same: usize = outcome.matrix.iter().enumerate().filter_map(|(at, row)| row.get(at)).sum();
    let summary = format!(
        "{} decided again: {} the same, {} looser, {} tighter",
        plural(all, "call", "calls"),
        count(same),
        count(outcome.looser.len()),
        count(outcome.tighter.len())
    );
    writeln!(out, "{}\n", folded(&summary, screen.width))?;
    let widest = outcome.matrix.iter().flatten().map(|cell| count(*cell).len()).max().unwrap_or(1).max(5);
    let heads: Vec<String> = VERDICTS.iter().map(|name| painted(paint_of(name), &format!("{name:>widest$}"))).collect();
    writeln!(out, "  {}  {}", painted(style::LABEL, "was ↓ now →"), heads.join("  "))?;
    for (at, (name, row)) in VERDICTS.iter().zip(&outcome.matrix).enumerate() {
        let cells: Vec<String> = row
            .iter()
            .enumerate()
            .map(|(to, cell)| {
                let text = if *cell == 0 { "·".to_owned() } else { count(*cell) };
                let text = format!("{}{text}", " ".repeat(widest.saturating_sub(text.chars().count())));
                match to.cmp(&at) {
                    _ if *cell == 0 => painted(style::LABEL, &text),
                    std::cmp::Ordering::Less => painted(style::DANGER, &text),
                    std::cmp::Ordering::Greater => painted(style::CHANGING, &text),
                    std::cmp::Ordering::Equal => text,
                }
            })
            .collect();
        writeln!(out, "  {}  {}", painted(paint_of(name), &padded(name, 11)), cells.join("  "))?;
    }
    for (title, list) in [("looser", &outcome.looser), ("tighter", &outcome.tighter)] {
        let (by_engine, by_policy): (Vec<&Changed>, Vec<&Changed>) =
            list.iter().partition(|one| one.is_of_another_engine());
        changed(out, screen, title, &by_policy)?;
        changed(out, screen, &format!("{title}, and another engine decided then"), &by_engine)?;
    }
    if outcome.other_engine > 0 {
        let verb = if outcome.other_engine == 1 { "was" } else { "were" };
        let words = format!(
            "{} {verb} decided by an engine of another generation than this one ({GENERATION}), so what differs there may be the \
             engine and not the policy: `byleave replay --engine` tells what the engine changes under your own policy",
            plural(outcome.other_engine, "call", "calls")
        );
        writeln!(out, "\n{}", folded(&words, screen.width))?;
    }
    if outcome.unsure > 0 {
        writeln!(
            out,
            "\n{} had grants that no longer exist; they count as calls without a grant",
            plural(outcome.unsure, "call", "calls")
        )?;
    }
    Ok(())
}

/// Changed calls, with similar ones on one line.
fn changed(out: &mut dyn Write, screen: &Screen, title: &str, list: &[&Changed]) -> Result<(), Failure> {
    if list.is_empty() {
        return Ok(());
    }
    let mut alike: Vec<(&Changed, usize)> = Vec::new();
    let mut places: HashMap<(&str, String, &str, &str), usize> = HashMap::new();
    for &one in list {
        let key = (
            one.was.entry.tool.as_str(),
            subject(&one.was.entry),
            one.was.entry.verdict.as_str(),
            one.now.verdict.name(),
        );
        let place = *places.entry(key).or_insert(alike.len());
        match alike.get_mut(place) {
            Some((_, number)) => *number += 1,
            None => alike.push((one, 1)),
        }
    }
    alike.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
    writeln!(out, "\n{}", painted(style::HEADING, title))?;
    let widest = alike.first().map_or(1, |(_, number)| count(*number).len());
    for (one, number) in alike.iter().take(LISTED) {
        let entry = &one.was.entry;
        let room = screen.width.saturating_sub(widest + 22).max(10);
        let tool = cut(&entry.tool, room / 3);
        let subject = cut(&subject(entry), room.saturating_sub(escape::columns(&tool) + 1));
        let now = one.now.verdict.name();
        let (was, now) = (padded(&entry.verdict, 5), padded(now, 5));
        let arrow = format!("{} → {}", painted(paint_of(&entry.verdict), &was), painted(paint_of(now.trim()), &now));
        let times = format!("{:>widest$} ×", count(*number));
        writeln!(out, "  {}  {arrow}  {} {subject}", painted(style::LABEL, &times), painted(style::NAME, &tool))?;
        // The usual reason names the rule already.
        let named = matches!(&one.now.reason, Reason::Rule(says) if says.why.is_empty());
        let rule = one.now.rule.as_deref().filter(|_| !named);
        let rule = rule.map_or(String::new(), |rule| format!(" [{rule}]"));
        let place = location(&one.now).map_or(String::new(), |place| format!(" {place}"));
        let why = format!("row {}: {}{rule}{place}", one.was.number, one.now.reason);
        let room = screen.width.saturating_sub(widest + 6);
        for line in folded(&escape::shown(&why), room).lines() {
            writeln!(out, "  {:widest$}    {}", "", painted(style::LABEL, &cut(line, room)))?;
        }
    }
    if alike.len() > LISTED {
        writeln!(out, "  … and {} more kinds; --json has them all", count(alike.len() - LISTED))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use byleave_gate::Query;
    use byleave_policy::paths::Lexical;
    use byleave_policy::rules::Rule;
    use byleave_policy::{Policy, Verdict};

    use super::{again, show};
    use crate::record::sample;

    fn policy(allow: &[&str], deny: &[&str]) -> Policy {
        let mut policy = Policy::default();
        for (list, says) in [(allow, Verdict::Allow), (deny, Verdict::Deny)] {
            for text in list {
                policy.rules.push(Rule::new(text, says).expect("a rule"));
            }
        }
        policy
    }

    #[test]
    fn i11_the_same_policy_changes_nothing() {
        let store = sample::store();
        let outcome = again(&store, &Query::default(), &Policy::default(), &Lexical).expect("a replay");
        let changed = outcome.looser.len() + outcome.tighter.len();
        assert_eq!((changed, outcome.unsure), (0, 0));
    }

    #[test]
    fn a_looser_and_a_tighter_policy_are_told_apart() {
        let store = sample::store();
        let outcome =
            again(&store, &Query::default(), &policy(&["Bash(git push *)"], &["Bash(cargo build *)"]), &Lexical)
                .expect("a replay");
        assert!(!outcome.looser.is_empty() && !outcome.tighter.is_empty());
        assert!(outcome.looser.iter().all(|one| one.was.entry.verdict == "ask" && one.now.verdict.name() == "allow"));
        assert!(outcome.tighter.iter().all(|one| one.now.verdict.name() == "deny"));
    }

    #[test]
    fn replay_fits_every_width() {
        for width in [40, 80, 120] {
            let store = sample::store();
            let policy = policy(&["Bash(git push *)"], &["Bash(cargo build *)"]);
            let outcome = again(&store, &Query::default(), &policy, &Lexical).expect("a replay");
            sample::snapshot("replay", width, |out, screen| show(out, screen, &outcome));
        }
    }
}
