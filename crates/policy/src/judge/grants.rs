//! What the grants of a session allow. None of them lifts a floor, but for a person's grant of this very call.

use super::Situation;
use super::outcome::Outcome;
use crate::command::{Simple, Usage};
use crate::grant::{Coverage, Covered, Grant, Held, Prefix};
use crate::must::{Gap, Known, covers, reads_only};
use crate::paths::{Ground, Place, is_below, normal};
use crate::programs::{Arg, Effect};
use crate::read::Reading;
use crate::rules::{CommandPattern, Pattern};
use crate::{Decision, Finding, Source, Stage, Verdict};

/// Whether a grant covers one command of a call.
pub(super) fn covers_command(
    grant: &Grant,
    own: &str,
    ground: &Ground,
    known: &Known<'_, '_>,
    index: usize,
) -> Result<bool, Gap> {
    match &grant.coverage {
        Coverage::Tool(tool) => Ok(tool == own),
        Coverage::Rule(rule) => match &rule.pattern {
            Pattern::Tool(tool) => Ok(tool == own && rule.when.is_empty()),
            Pattern::Command(pattern) if rule.when.is_empty() => covers(pattern, known, index),
            Pattern::Command(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => Ok(false),
        },
        Coverage::Commands { parts, cwd } => {
            let mut gap = None;
            for part in parts {
                let covered = match part {
                    Covered::SubCommand(text) | Covered::Exact(text) => {
                        covers(&CommandPattern::parse(text), known, index)
                    }
                    Covered::Directory(prefix) => Ok(below(prefix, cwd, ground, known, index)),
                };
                match covered {
                    Ok(true) => return Ok(true),
                    Ok(false) => {}
                    Err(found) => gap = gap.or(Some(found)),
                }
            }
            gap.map_or(Ok(false), Err)
        }
        // A call is looked at whole, at the end.
        Coverage::Call(_) => Ok(false),
    }
}

/// Whether a command is this program, only reads, and every path of it lies below the directory.
fn below(prefix: &Prefix, cwd: &str, ground: &Ground, known: &Known<'_, '_>, index: usize) -> bool {
    let (Some(simple), Some(usage)) = (known.commands.simples.get(index), known.usages.get(index)) else {
        return false;
    };
    if simple.name() != Some(prefix.program.as_str())
        || usage.effect != Some(Effect::Read)
        || simple.more_words
        || simple.redirections.iter().any(crate::command::Redirect::writes)
        || reads_only(known, index).is_err()
    {
        return false;
    }
    let root = normal(cwd, &prefix.directory);
    let mut any = false;
    for path in paths(simple, usage, ground) {
        any = true;
        let inside = path.is_some_and(|path| match prefix.directory.as_str() {
            // `head:./` is about the files of one directory, as in Ollama.
            "./" => path.rsplit_once('/').is_some_and(|(directory, _)| directory == root) || path == root,
            _ => is_below(&path, &root),
        });
        if !inside {
            return false;
        }
    }
    any
}

/// The paths a command names, as far as they are known.
fn paths(simple: &Simple<'_>, usage: &Usage, ground: &Ground) -> Vec<Option<String>> {
    let files = usage.files(simple);
    let place = |file: &crate::command::FileUse<'_>| {
        let item = simple.items.get(file.at)?;
        let text = item.text()?;
        // A value inside an option, or a word that is expanded, is more than a path below a directory.
        let same = text == file.path && file.arg == Arg::Read;
        match ground.place(&file.path, false, false, &simple.directory) {
            Place::At { path, .. } if same => Some(path.into_owned()),
            Place::At { .. } | Place::Unknown => None,
        }
    };
    files.iter().map(place).collect()
}

/// Whether some grant lets a command write files by redirection, as if the `write` tool had been called.
pub(super) fn for_writing(held: Held<'_>, now: Option<jiff::Timestamp>) -> Option<&Grant> {
    held.live(now).find(|grant| grant.is_for_tool("write") || grant.is_for_tool("bash"))
}

/// Lets a call through that a person granted to the byte. Nothing lifts a deny.
pub(super) fn exact(decision: &mut Decision, reading: &Reading<'_>, situation: &Situation<'_>) {
    if decision.verdict != Verdict::Ask {
        return;
    }
    let mut exact = situation.held.live(situation.now).filter_map(|grant| match &grant.coverage {
        // Where several people are wanted, what fewer of them granted lets nothing through.
        Coverage::Call(digest) if grant.source == Source::User && grant.people >= decision.approvals => {
            Some((grant, digest))
        }
        Coverage::Call(_) | Coverage::Commands { .. } | Coverage::Tool(_) | Coverage::Rule(_) => None,
    });
    let Some(first) = exact.next() else { return };
    let digest = situation.digest.unwrap_or_else(|| reading.digest());
    let found = std::iter::once(first).chain(exact).find(|(_, granted)| **granted == digest);
    let Some((grant, _)) = found else { return };
    decision.verdict = Verdict::Allow;
    decision.source = Source::User;
    decision.rule = None;
    decision.reason = grant.reason.clone().into();
    decision.findings.push(Finding {
        verdict: Verdict::Allow,
        stage: Stage::Layers,
        source: Source::User,
        rule: None,
        location: None,
        span: None,
        reason: grant.reason.clone().into(),
        grant: Some(grant.id.clone()),
    });
}

/// Nothing runs after a stop until the user speaks again.
pub(super) fn stopped(held: Held<'_>) -> Option<Decision> {
    let reason = held.stopped?;
    let mut outcome = Outcome::default();
    outcome.deny(None, format!("stopped by the user: {reason}"));
    Some(outcome.decision())
}
