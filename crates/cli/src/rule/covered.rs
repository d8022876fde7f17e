//! What a rule would have covered on record.

use std::collections::HashMap;
use std::io::Write;

use byleave_gate::files::Disk;
use byleave_gate::record::Entry;
use byleave_gate::replay::Recorded;
use byleave_gate::{Cause, Query, RejectMode};
use byleave_policy::{Policy, Verdict};

use super::Wish;
use crate::failure::Failure;
use crate::record::open;
use crate::record::screen::{Screen, cut, painted, plural, subject};
use crate::style;

/// How far back it looks.
const SINCE: &str = "30d";
/// How many calls are shown.
const SHOWN: usize = 3;
/// Different calls beyond this number are not looked at: a person waits.
const MOST: usize = 5_000;

/// One call of the record, however often it came.
struct Seen {
    entry: Entry,
    times: usize,
    refused: usize,
    changes: bool,
}

/// Shows how many calls on record the rules would have decided otherwise, and some of them.
pub fn show(out: &mut dyn Write, screen: &Screen, wish: &Wish<'_>, in_force: &Policy) -> Result<(), Failure> {
    let mut seen = seen(screen, wish, in_force)?;
    let Some(all) = &mut seen else { return Ok(writeln!(out, "Nothing is on record to try it on.")?) };
    all.retain(|one| one.changes);
    all.sort_by_key(|one| std::cmp::Reverse(one.times));
    let times: usize = all.iter().map(|one| one.times).sum();
    let would = match wish.says {
        Verdict::Allow => "would have run unasked",
        Verdict::Ask => "would have asked",
        Verdict::Deny => "would have been refused",
    };
    if times == 0 {
        return Ok(writeln!(out, "On record (30 days): no call {would}.")?);
    }
    writeln!(out, "On record (30 days): {} {would}", plural(times, "call", "calls"))?;
    for one in all.iter().take(SHOWN) {
        writeln!(out, "  {:>4} × {}", one.times, cut(&subject(&one.entry), screen.width.saturating_sub(9)))?;
    }
    if all.len() > SHOWN {
        writeln!(out, "       … and {}", plural(all.len().saturating_sub(SHOWN), "other", "others"))?;
    }
    for one in all.iter().filter(|one| one.refused > 0 && wish.says == Verdict::Allow).take(SHOWN) {
        let times = plural(one.refused, "time", "times");
        let words = format!("  a person refused {times}: {}", subject(&one.entry));
        writeln!(out, "{}", painted(style::DANGER, &cut(&words, screen.width)))?;
    }
    Ok(())
}

/// The calls of the record; `None` if there is no record.
fn seen(screen: &Screen, wish: &Wish<'_>, in_force: &Policy) -> Result<Option<Vec<Seen>>, Failure> {
    let Some(store) = open::reading(wish.record)? else { return Ok(None) };
    let mut wider = in_force.clone();
    wider.rules.extend(wish.rules.iter().cloned());
    let query = Query { since: Some(screen.parse(SINCE)?), ..Query::default() };
    let project = wish.target.project().map(|path| path.to_string_lossy().into_owned());
    let mut all: HashMap<String, Seen> = HashMap::new();
    open::each(&*store, &query, |one| {
        let entry = one.entry;
        if entry.notice || project.as_ref().is_some_and(|project| *project != entry.project) {
            return Ok(true);
        }
        let refused = usize::from(entry.cause.as_deref() == Some(REFUSED));
        if let Some(known) = all.get_mut(&entry.digest) {
            known.times = known.times.saturating_add(1);
            known.refused = known.refused.saturating_add(refused);
        } else {
            let changes = changes(&entry, wish.says, in_force, &wider);
            all.insert(entry.digest.clone(), Seen { entry, times: 1, refused, changes });
        }
        Ok(all.len() < MOST)
    })?;
    Ok(Some(all.into_values().collect()))
}

/// What stands on record where a person said no.
const REFUSED: &str = Cause::Rejected { mode: RejectMode::Soft, feedback: None }.name();

/// Whether the rules change the verdict on a call to theirs.
fn changes(entry: &Entry, says: Verdict, in_force: &Policy, wider: &Policy) -> bool {
    let recorded = Recorded { grants: Vec::new(), stopped: None, frozen: None, ..Recorded::of(entry, &[]) };
    let verdict = |policy: &Policy| recorded.decide(policy, &Disk).verdict;
    verdict(wider) == says && verdict(in_force) != says
}
