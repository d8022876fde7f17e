//! `byleave why`: one decision, stage by stage.

use std::io::Write;
use std::path::Path;

use byleave_gate::files::Disk;
use byleave_gate::record::{Entry, Reason};
use byleave_gate::{LEFT, Query, RAN, RejectMode, Scope, Store, agent_title, suggest};
use byleave_policy::grant::Breadth;
use byleave_policy::rules::shorthand;
use byleave_policy::{Stage, Verdict};
use jiff::Timestamp;
use serde_json::Value;

use super::arguments::WhyTask;
use super::list;
use super::open::{self, Numbered};
use super::screen::{Screen, duration, folded, padded, paint_of, painted, subject};
use crate::escape;
use crate::failure::Failure;
use crate::policy;
use crate::style;

/// How many rows are searched at once, from the newest back.
const PAGE: u64 = 2_000;

/// Explains a decision.
pub fn why(out: &mut dyn Write, screen: &Screen, store: &dyn Store, task: &WhyTask) -> Result<bool, Failure> {
    let which = task.which.as_str();
    let Some(one) = find(store, which)? else {
        let what = if which == "last" {
            open::NOTHING.to_owned()
        } else {
            format!("nothing on record has the id `{}`; `byleave audit tail` shows the last rows", escape::shown(which))
        };
        return Err(Failure::Absent(what));
    };
    if task.json {
        writeln!(out, "{}", list::to_json(&one)?)?;
        return Ok(true);
    }
    let ran = ran(store, &one)?;
    show(out, screen, &one, ran)?;
    if task.stages {
        depth(out, screen, &one, ran)?;
    }
    if let Some(command) = offered(&one.entry) {
        writeln!(out, "\nTo allow it without a question:\n  {}", escape::shown(&command))?;
    }
    Ok(true)
}

/// The command that would let such a call run, if it asked and rules can do that under the policy of today.
fn offered(entry: &Entry) -> Option<String> {
    if entry.verdict != Verdict::Ask.name() || entry.notice {
        return None;
    }
    let loaded = policy::load(Path::new(&entry.project), None).ok()?;
    shorthand::allow(&suggest::enough(entry, &loaded.policy, &Disk)?)
}

fn find(store: &dyn Store, which: &str) -> Result<Option<Numbered>, Failure> {
    if which == "last" {
        return open::last_call(store);
    }
    if let Ok(number) = which.trim_start_matches('#').parse::<u64>() {
        let query = Query { after: Some(number.saturating_sub(1)), ..Query::default() };
        let mut found = None;
        open::each(store, &query, |one| {
            found = Some(one).filter(|one| one.number == number);
            Ok(false)
        })?;
        return Ok(found);
    }
    let mut end = open::wait(store.head()).map_err(|error| open::failure(&error))?.count;
    let mut found = None;
    while end > 0 && found.is_none() {
        let start = end.saturating_sub(PAGE);
        open::each(store, &Query { after: Some(start), ..Query::default() }, |one| {
            let inside = one.number <= end;
            let entry = &one.entry;
            if inside && (entry.id == which || entry.call == which || entry.request.as_deref() == Some(which)) {
                found = Some(one);
            }
            Ok(inside)
        })?;
        end = start;
    }
    Ok(found)
}

/// When the agent said that a call ran, if it did.
fn ran(store: &dyn Store, one: &Numbered) -> Result<Option<Timestamp>, Failure> {
    let query = Query {
        after: Some(one.number),
        session: Some(one.entry.session.clone()),
        tool: Some(RAN.to_owned()),
        ..Query::default()
    };
    let mut at = None;
    open::each(store, &query, |told| {
        let same = told.entry.call == one.entry.call
            && told.entry.arguments.get("digest").and_then(Value::as_str) == Some(one.entry.digest.as_str());
        at = same.then_some(told.entry.timestamp);
        Ok(!same)
    })?;
    Ok(at)
}

/// A label and its value.
fn fact(out: &mut dyn Write, label: &str, value: &str) -> Result<(), Failure> {
    Ok(writeln!(out, "  {}  {value}", painted(style::LABEL, &padded(label, 8)))?)
}

/// What happened, in a sentence or two, and the call.
fn show(out: &mut dyn Write, screen: &Screen, one: &Numbered, ran: Option<Timestamp>) -> Result<(), Failure> {
    let entry = &one.entry;
    let words = folded(&sentence(entry, ran.is_some()), screen.width);
    writeln!(out, "{}", painted(paint_of(&entry.verdict), &words))?;
    writeln!(out)?;
    writeln!(out, "  {}", painted(style::NAME, &escape::shown(&entry.tool)))?;
    for line in subject(entry).lines().take(40) {
        writeln!(out, "    {}", escape::shown(line))?;
    }
    writeln!(out)?;
    fact(out, "when", &screen.whole_moment(entry.timestamp))?;
    fact(out, "where", &format!("{}  (project {})", escape::shown(&entry.cwd), escape::shown(&entry.project)))?;
    let agent =
        entry.agent.as_deref().map_or(String::new(), |agent| format!(", {}", escape::shown(agent_title(agent))));
    fact(out, "session", &format!("{}, turn {}{agent}", escape::shown(&entry.session), entry.turn))?;
    fact(out, "record", &format!("row {}; `byleave why {} --stages` shows every stage", one.number, one.number))
}

/// How it came to that: every stage, the people, and the place on record.
fn depth(out: &mut dyn Write, screen: &Screen, one: &Numbered, ran: Option<Timestamp>) -> Result<(), Failure> {
    let entry = &one.entry;
    stages(out, entry)?;
    people(out, entry)?;
    writeln!(out)?;
    fact(
        out,
        "decided",
        &format!(
            "in {} µs, profile {}, mode {}",
            entry.decided_us,
            escape::shown(&entry.profile),
            escape::shown(&entry.mode)
        ),
    )?;
    fact(out, "policy", &escape::shown(&entry.policy))?;
    if !entry.grants.is_empty() {
        fact(out, "grants", &escape::shown(&entry.grants.join(", ")))?;
    }
    fact(out, "record", &format!("row {}, {}", one.number, escape::shown(&entry.id)))?;
    fact(out, "hash", &one.hash)?;
    match ran {
        Some(at) => fact(out, "ran", &format!("{}, as the agent says", screen.whole_moment(at))),
        None => Ok(()),
    }
}

/// What became of a call and why, in words.
fn sentence(entry: &Entry, ran: bool) -> String {
    // Where nobody answered, the reason says that; why it asked stands with what was found.
    let asks = |one: &&Reason| one.verdict == entry.verdict && one.stage == entry.stage;
    let why = match entry.findings.iter().find(asks) {
        Some(found) if entry.findings.iter().all(|one| one.reason != entry.reason) => &found.reason,
        Some(_) | None => &entry.reason,
    };
    let why = escape::shown(why);
    if entry.notice {
        return format!("It is no call: {why}.");
    }
    let after = if ran { " It ran." } else { "" };
    let left = entry.cause.as_deref() == Some(LEFT);
    match entry.verdict.as_str() {
        "allow" if entry.approved => format!("It ran without a question: {why}."),
        "ask" if left => {
            let agent = entry.channel.as_deref().or(entry.agent.as_deref()).unwrap_or("the agent");
            let agent = escape::shown(agent_title(agent)).into_owned();
            format!("It asked because {why}; the prompt of {agent} decided.{after}")
        }
        "ask" => format!("It asked because {why}. {}{after}", answered(entry)),
        _ => format!("It was refused: {why}."),
    }
}

/// Who answered what, in a sentence.
fn answered(entry: &Entry) -> String {
    let who = match (entry.person.as_deref(), entry.channel.as_deref()) {
        (Some(person), _) => escape::shown(person).into_owned(),
        (None, Some("terminal")) => "The person at the terminal".to_owned(),
        (None, Some(channel)) => escape::shown(channel).into_owned(),
        (None, None) if entry.approved => return "It was approved.".to_owned(),
        (None, None) => return "Nobody was asked, so it did not run.".to_owned(),
    };
    match (&entry.answer, entry.approved) {
        (Some(answer), true) => {
            let (_, reach) = words(answer);
            format!("{who} said yes{reach}.")
        }
        (None, true) => format!("{who} said yes."),
        (Some(_), false) => format!("{who} said no, so it did not run."),
        (None, false) => format!("{who} gave no answer, so it did not run."),
    }
}

/// The stages with findings, and the parts of the command they are about.
fn stages(out: &mut dyn Write, entry: &Entry) -> Result<(), Failure> {
    let command = byleave_policy::read::command_text(&entry.tool, &entry.arguments).unwrap_or("");
    let stages = [Stage::Read, Stage::DenyFloor, Stage::HardAskFloor, Stage::NamedAskFloor, Stage::Layers];
    for (number, stage) in stages.into_iter().enumerate() {
        let found: Vec<&Reason> = entry.findings.iter().filter(|reason| reason.stage == stage.name()).collect();
        if found.is_empty() {
            continue;
        }
        writeln!(out, "\n{}", painted(style::HEADING, &format!("{}. {}", number + 1, stage.name())))?;
        for reason in found {
            finding(out, command, reason)?;
        }
    }
    Ok(())
}

fn finding(out: &mut dyn Write, command: &str, reason: &Reason) -> Result<(), Failure> {
    let verdict = painted(paint_of(&reason.verdict), &padded(&escape::shown(&reason.verdict), 5));
    let rule = reason.rule.as_ref().map_or(String::new(), |rule| format!("  [{}]", escape::shown(rule)));
    let place = reason.location.as_ref().map_or(String::new(), |place| format!("  {}", escape::shown(place)));
    writeln!(out, "  {verdict}  {}{rule}{}", escape::shown(&reason.reason), painted(style::LABEL, &place))?;
    let Some((start, end)) = reason.span else { return Ok(()) };
    let (start, end) = (start as usize, end as usize);
    let (Some(before), Some(part)) = (command.get(..start), command.get(start..end)) else { return Ok(()) };
    // The line where the part begins.
    let from = before.rfind('\n').map_or(0, |at| at + 1);
    let line = command.get(from..).and_then(|rest| rest.lines().next()).unwrap_or("");
    let part = part.lines().next().unwrap_or("");
    if part.is_empty() {
        return Ok(());
    }
    let indent = escape::columns(&escape::shown(before.get(from..).unwrap_or("")));
    let width = escape::columns(&escape::shown(part)).max(1);
    writeln!(out, "         {}", painted(style::LABEL, &escape::shown(line)))?;
    Ok(writeln!(out, "         {:indent$}{}", "", "^".repeat(width))?)
}

/// Who was asked, who answered what, and how long it took.
fn people(out: &mut dyn Write, entry: &Entry) -> Result<(), Failure> {
    if entry.request.is_none() && entry.person.is_none() && entry.channel.is_none() {
        return Ok(());
    }
    writeln!(out, "\n{}", painted(style::HEADING, "people"))?;
    let who = entry.person.as_deref().map_or(String::new(), |person| format!("{} ", escape::shown(person)));
    let place = place(entry.channel.as_deref());
    let waited = duration(entry.waited_ms);
    match &entry.answer {
        Some(answer) => {
            let (did, reach) = words(answer);
            writeln!(out, "  {who}{did}{place} after {waited}{reach}")?;
        }
        None => writeln!(out, "  no answer{place} after {waited}")?,
    }
    if let Some(feedback) = entry.answer.as_ref().and_then(|answer| answer.get("feedback")).and_then(Value::as_str) {
        writeln!(out, "  “{}”", escape::shown(feedback))?;
    }
    if let Some(edited) = &entry.edited {
        writeln!(out, "  with other arguments: {}", escape::shown(&Value::Object(edited.clone()).to_string()))?;
    }
    if let Some(request) = &entry.request {
        writeln!(out, "  {}", painted(style::LABEL, &escape::shown(request)))?;
    }
    Ok(())
}

/// Where a person, or a program, answered.
fn place(channel: Option<&str>) -> String {
    match channel {
        None => String::new(),
        Some(channel @ ("terminal" | "hub" | "editor")) => format!(" at the {channel}"),
        Some(other) => format!(" by {}", escape::shown(other)),
    }
}

/// What an answer did, and how far it reaches.
fn words(answer: &Value) -> (&'static str, String) {
    let text = |key: &str| answer.get(key).and_then(Value::as_str);
    if answer.get("approved").and_then(Value::as_bool) != Some(true) {
        return match text("mode").and_then(RejectMode::find) {
            Some(RejectMode::Soft) => ("refused it", "; the agent goes on".to_owned()),
            Some(RejectMode::Hard) => ("refused it", "; the agent stops until its user's next message".to_owned()),
            Some(RejectMode::Explain) => ("refused it", "; the agent has to explain the call".to_owned()),
            None => ("refused it", String::new()),
        };
    }
    let scope = match (text("scope").and_then(Scope::find), text("for"), answer.get("count")) {
        (Some(Scope::Turn), ..) => "until the turn ends".to_owned(),
        (Some(Scope::Session), ..) => "for the session".to_owned(),
        (Some(Scope::Project), ..) => "for the project".to_owned(),
        (Some(Scope::Always), ..) => "for good".to_owned(),
        (_, Some(time), _) => format!("for {}", escape::shown(time)),
        (_, None, Some(count)) => format!("for {} more calls", escape::shown(&count.to_string())),
        (Some(Scope::Once | Scope::For(_) | Scope::Count(_)) | None, None, None) => {
            return ("approved", ", for this call".to_owned());
        }
    };
    let breadth = match text("breadth").and_then(Breadth::find) {
        Some(Breadth::Exact) => ": exactly this call",
        Some(Breadth::Prefix) => ": this call and those that begin like it",
        Some(Breadth::Tool) => ": every call of this tool",
        None => "",
    };
    ("approved", format!(", {scope}{breadth}"))
}

#[cfg(test)]
mod tests {
    use super::{depth, find, show};
    use crate::record::sample;

    #[test]
    fn a_decision_is_found_by_any_of_its_names() {
        let store = sample::store();
        for (which, expected) in [
            ("last", Some(27)),
            ("3", Some(3)),
            ("#3", Some(3)),
            ("rec_10", Some(10)),
            ("call_11", Some(11)),
            ("ap_12", Some(12)),
            ("28", None),
            ("0", None),
            ("nobody", None),
        ] {
            let found = find(&store, which).expect("a look");
            assert_eq!(found.map(|one| one.number), expected, "{which}");
        }
    }

    #[test]
    fn a_decision_is_explained_from_end_to_end() {
        for (name, which) in [("why-refused", "21"), ("why-approved", "18"), ("why-denied", "25"), ("why-secret", "20")]
        {
            let store = sample::store();
            let one = find(&store, which).expect("a look").expect("an entry");
            sample::snapshot(name, 100, |out, screen| {
                show(out, screen, &one, None)?;
                depth(out, screen, &one, None)
            });
        }
    }
}
