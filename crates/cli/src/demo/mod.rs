//! `byleave demo`: an agent at work behind the gate, in a minute.

mod agent;
mod place;
pub mod reader;
mod script;
pub mod web;

use std::io::{self, IsTerminal, Write};
use std::process::Command;

use anstyle::Style;
use byleave_config::{Kind, Standing, Surroundings, World, merge, read};
use byleave_gate::{Authorization, Call, Cause, Gate, Refusal, block_on};
use byleave_policy::rules::Layer;
use byleave_policy::{Policy, Verdict};
use byleave_store::Sqlite;
use byleave_terminal::escape::columns;
use serde_json::{Map, Value};

use crate::check::layout::wrapped;
use crate::escape;
use crate::failure::Failure;
use crate::opened;
use crate::style::{self, CHANGING, Colour, DANGER, HEADING, LABEL, NAME};
use place::Place;
use script::{POLICY, STEPS, Step};

/// Words need this much room, also on a very narrow terminal.
const LEAST: usize = 20;

/// The result of one call, for the table at the end.
struct Row {
    call: String,
    verdict: Verdict,
    ran: bool,
    why: String,
}

/// Plays the demo. Without a terminal it denies every call that would ask.
pub fn run(out: &mut dyn Write, color: Colour) -> Result<(), Failure> {
    let place = Place::new()?;
    let store = Sqlite::open(place.store())?;
    let gate = gate(&place, Sqlite::open(place.store())?, color)?;
    writeln!(out, "{HEADING}An agent works on a small project. byleave judges each of its calls.{HEADING:#}")?;
    flow(out, "", LABEL, "Everything happens in a scratch folder that is removed afterwards. Its policy:")?;
    writeln!(out)?;
    for line in POLICY.lines() {
        writeln!(out, "  {LABEL}{line}{LABEL:#}")?;
    }
    if !has_terminal() {
        writeln!(out)?;
        flow(out, "", CHANGING, "There is no terminal to ask at, so byleave denies every call that asks.")?;
    }
    block_on(gate.begin_turn())?;
    let mut rows = Vec::new();
    for (step, number) in STEPS.iter().zip(1..) {
        rows.push(one(out, &gate, &place, step, number)?);
        if block_on(gate.stop_signal())?.is_some() {
            writeln!(out, "\n{CHANGING}You stopped the agent: it waits for you.{CHANGING:#}")?;
            break;
        }
    }
    table(out, &rows)?;
    record(out, &store)?;
    next(out)?;
    Ok(out.flush()?)
}

fn has_terminal() -> bool {
    io::stderr().is_terminal() && std::fs::File::open("/dev/tty").is_ok()
}

/// The gate of the demo, with the policy above and nothing from this machine.
fn gate(place: &Place, store: Sqlite, color: Colour) -> Result<Gate, Failure> {
    let mut builder =
        Gate::builder().policy(policy()?).project(place.project()).cwd(place.project()).agent("demo").store(store);
    if has_terminal() {
        builder = builder.channel(opened::terminal(color));
    }
    Ok(builder.build()?)
}

fn policy() -> Result<Policy, Failure> {
    let world = World { zones: jiff::tz::db(), local: jiff::tz::TimeZone::system() };
    let file = read("demo.yaml", POLICY, Kind::Policy, &world)
        .map_err(|problems| byleave_gate::files::LoadError::Broken { problems, text: POLICY.to_owned() })?;
    let standing = Standing { layer: Layer::Given, trusted: true, file };
    Ok(merge(vec![standing], &Surroundings::default()).0)
}

/// One call: shown, judged, run or not.
fn one(out: &mut dyn Write, gate: &Gate, place: &Place, step: &Step, number: usize) -> Result<Row, Failure> {
    let arguments = step.arguments();
    let shown = shown(&arguments);
    let call = Call::new(step.tool, Value::Object(arguments)).description(step.because);
    writeln!(out, "\n{NAME}{number:>2}. {}{NAME:#}", step.because)?;
    flow(out, &format!("    {} ", step.tool), Style::new(), &escape::shown(&shown))?;
    out.flush()?;
    let asks = gate.check(&call).verdict == Verdict::Ask;
    let row = match block_on(gate.authorize(call)) {
        Authorization::Approved(permit) => {
            let why = if asks { "you approved".to_owned() } else { permit.decision().reason.to_string() };
            flow(out, "    ✓ runs ", HEADING, &escape::shown(&why))?;
            let verdict = if asks { Verdict::Ask } else { Verdict::Allow };
            // The tools take the approved call, so they cannot run anything else.
            let ran = permit.run(|call| execute(call.tool(), call.arguments(), place));
            for line in ran.output.lines().take(4) {
                flow(out, "      │ ", Style::new(), &escape::shown(line))?;
            }
            Row { call: shown, verdict, ran: true, why }
        }
        Authorization::Rejected(refusal) | Authorization::Stopped(refusal) => {
            let why = refusal.reason();
            let what = if asks { "✗ not run" } else { "✗ denied" };
            flow(out, &format!("    {what} "), DANGER, &escape::shown(&why))?;
            told(out, &refusal)?;
            let verdict = if asks { Verdict::Ask } else { Verdict::Deny };
            Row { call: shown, verdict, ran: false, why }
        }
    };
    Ok(row)
}

/// More about a refusal.
fn told(out: &mut dyn Write, refusal: &Refusal) -> io::Result<()> {
    if refusal.cause == Cause::NoChannel {
        for finding in refusal.decision.findings.iter().filter(|finding| finding.verdict == Verdict::Ask) {
            flow(out, "      it asks because: ", LABEL, &escape::shown(&finding.reason.to_string()))?;
        }
    }
    match &refusal.allow {
        Some(command) => flow(out, "      to allow it without a question: ", LABEL, &escape::shown(command)),
        None => Ok(()),
    }
}

/// The most telling part of a call.
fn shown(arguments: &Map<String, Value>) -> String {
    let text = |key: &str| arguments.get(key).and_then(Value::as_str);
    text("command").or_else(|| text("file_path")).unwrap_or_default().to_owned()
}

/// The tools of the demo.
fn execute(tool: &str, arguments: &Map<String, Value>, place: &Place) -> String {
    let text = |key: &str| arguments.get(key).and_then(Value::as_str).unwrap_or_default();
    let done = match tool {
        "read" => place.read(text("file_path")),
        "write" => place.write(text("file_path"), text("content")).map(|()| "written".to_owned()),
        "edit" => place.read(text("file_path")).and_then(|before| {
            let after = before.replacen(text("old_string"), text("new_string"), 1);
            place.write(text("file_path"), &after).map(|()| "edited".to_owned())
        }),
        _ => Command::new("bash")
            .arg("-c")
            .arg(text("command"))
            .current_dir(place.project())
            .output()
            .map(|output| String::from_utf8_lossy(&output.stdout).into_owned()),
    };
    done.unwrap_or_else(|error| format!("failed: {error}"))
}

/// What happened, a line for each call.
fn table(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let width = style::width().clamp(40, 120);
    let call_width = width.saturating_sub(16) / 2;
    let why_width = width.saturating_sub(16).saturating_sub(call_width);
    writeln!(out, "\n{HEADING}What happened{HEADING:#}\n")?;
    writeln!(out, "  {LABEL} #  verdict  {:<call_width$}why{LABEL:#}", "call")?;
    for (row, number) in rows.iter().zip(1..) {
        let (paint, word) = match (row.verdict, row.ran) {
            (Verdict::Allow, _) => (HEADING, "allow"),
            (Verdict::Ask, true) => (CHANGING, "ask ✓"),
            (Verdict::Ask, false) => (CHANGING, "ask ✗"),
            (Verdict::Deny, _) => (DANGER, "deny"),
        };
        let call = cut(&escape::shown(&row.call), call_width.saturating_sub(2));
        let why = cut(&escape::shown(&row.why), why_width);
        let gap = call_width.saturating_sub(columns(&call));
        writeln!(out, "  {number:>2}  {paint}{word:<7}{paint:#}  {call}{:gap$}{why}", "")?;
    }
    Ok(())
}

/// Writes a text behind a lead, with line breaks between words: a terminal breaks lines inside of them.
fn flow(out: &mut dyn Write, lead: &str, paint: Style, text: &str) -> io::Result<()> {
    let indent = columns(lead);
    let room = style::width().saturating_sub(indent).max(LEAST);
    for (number, line) in wrapped(text, room).iter().enumerate() {
        if number == 0 {
            write!(out, "{lead}")?;
        } else {
            write!(out, "{:indent$}", "")?;
        }
        writeln!(out, "{paint}{line}{paint:#}")?;
    }
    Ok(())
}

/// The beginning of a text, with a mark if it was cut.
fn cut(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    for one in text.chars() {
        kept.push(one);
        if columns(&kept) >= width.saturating_sub(1) {
            break;
        }
    }
    kept.push('…');
    kept
}

/// Verifies the record, from its first row to its last.
fn record(out: &mut dyn Write, store: &Sqlite) -> Result<(), Failure> {
    match store.verify(None, |_, _| {}) {
        Ok(verified) => {
            let (count, head) = (verified.head.count, verified.head.hash.to_string());
            writeln!(out)?;
            let words =
                format!("The record is intact: {count} rows, each bound to the one before it; its head is {head:.16}…");
            flow(out, "✓ ", HEADING, &words)?;
        }
        Err(error) => return Err(Failure::Usage(format!("the record of the demo is not intact: {error}"))),
    }
    Ok(())
}

fn next(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{HEADING}Try it{HEADING:#}\n")?;
    for (command, what) in [
        ("byleave run 'ls | wc -l'", "a command of yours behind the same gate"),
        ("byleave check bash '{\"command\":\"…\"}' --explain", "what would happen, and why"),
        ("byleave why last", "why the last call ran, or did not"),
        ("byleave demo --web", "the same with the page, in your browser"),
        ("byleave demo reader", "what byleave reads out of a command"),
    ] {
        let gap = 48_usize.saturating_sub(columns(command));
        let lead = format!("  {command}{:gap$}", "");
        if columns(&lead).saturating_add(columns(what)) > style::width() {
            writeln!(out, "  {command}")?;
            flow(out, "      ", LABEL, what)?;
        } else {
            flow(out, &lead, LABEL, what)?;
        }
    }
    Ok(())
}
