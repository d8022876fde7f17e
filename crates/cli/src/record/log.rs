//! `byleave log`: one line a call, and with `--follow` as it happens, so that a person sees an agent work.

use std::collections::HashMap;
use std::io::{self, IsTerminal as _, Write};
use std::time::Duration;

use anstyle::Style;
use byleave_gate::record::Entry;
use byleave_gate::{ALARM, Cause, LEFT, Query, RAN, RequestState, Store, StoredRequest, UNNAMED, agent_title};
use byleave_policy::{Stage, Verdict};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};

use super::arguments::LogTask;
use super::list;
use super::open::{self, Numbered};
use super::screen::{Screen, cut, outcome, padded, painted, reported, subject_of};
use crate::escape;
use crate::failure::Failure;
use crate::style;

/// A question that waits, for programs.
#[derive(Serialize)]
struct WaitingLine<'s> {
    state: &'static str,
    request: &'s str,
    timestamp: Timestamp,
    session: &'s str,
    agent: Option<&'s str>,
    tool: Option<&'s str>,
    arguments: &'s Map<String, Value>,
}

/// How long it sleeps between two looks.
const PAUSE: Duration = Duration::from_millis(200);

/// The width of the column of the agent: of the longest name that byleave knows.
const AGENT: usize = 14;

/// The width of the column of the verdict.
const VERDICT: usize = 7;

/// How many questions that wait are read at once.
const PAGE: usize = 200;

/// Shows the last calls, and new ones as they come if wanted.
pub fn log(out: &mut dyn Write, screen: &Screen, task: &LogTask) -> Result<bool, Failure> {
    let store = if task.follow { awaited(task)? } else { open::existing(&task.place)? };
    let query = Query { session: task.session.clone(), ..Query::default() };
    // Whatever stands below a `|` gets all of a line.
    let width = if io::stdout().is_terminal() { screen.width } else { usize::MAX };
    let mut log = Log { out, screen, width, json: task.json, left: HashMap::new() };
    // What comes after this one is new.
    let mut after = open::newest(&*store, &Query::default(), 1)?.pop().map_or(0, |one| one.number);
    let before = Query { before: Some(after.saturating_add(1)), ..query.clone() };
    for one in &open::newest(&*store, &before, task.lines)? {
        log.decided(one)?;
    }
    if !task.follow {
        return Ok(true);
    }
    let mut waited = None;
    loop {
        open::each(&*store, &Query { after: Some(after), ..query.clone() }, |one| {
            after = one.number;
            log.decided(&one)?;
            Ok(true)
        })?;
        log.waiting(&*store, task.session.as_deref(), &mut waited)?;
        log.out.flush()?;
        std::thread::sleep(PAUSE);
    }
}

/// The record, as soon as there is one: a person may look before the first call.
fn awaited(task: &LogTask) -> Result<open::Opened, Failure> {
    let mut told = false;
    loop {
        match open::reading(&task.place) {
            Ok(Some(store)) => return Ok(store),
            Ok(None) | Err(Failure::Absent(_)) => {}
            Err(failure) => return Err(failure),
        }
        if !told {
            told = true;
            // A failure to print this does not matter.
            let _ = writeln!(io::stderr(), "byleave: nothing is on record yet; waiting for the first call");
        }
        std::thread::sleep(PAUSE);
    }
}

struct Log<'l> {
    out: &'l mut dyn Write,
    screen: &'l Screen,
    width: usize,
    json: bool,
    /// The last question of each session that the agent's own prompt puts.
    left: HashMap<String, Left>,
}

/// A question that was left to the agent's own prompt.
struct Left {
    digest: String,
    tool: String,
    arguments: Map<String, Value>,
    /// Whether the agent told of it twice: before the tool, and before its prompt.
    twice: bool,
}

/// What a line says.
struct Line<'l> {
    at: Timestamp,
    word: &'static str,
    paint: Style,
    agent: &'l str,
    tool: &'l str,
    arguments: &'l Map<String, Value>,
    credit: String,
}

impl Log<'_> {
    /// A call that was decided.
    fn decided(&mut self, one: &Numbered) -> Result<(), Failure> {
        if self.json {
            return Ok(writeln!(self.out, "{}", list::to_json(one)?)?);
        }
        let entry = &one.entry;
        if entry.tool == RAN {
            return self.ran(entry);
        }
        if matches!(entry.cause.as_deref(), Some(LEFT | UNNAMED)) {
            if let Some(left) = self.left.get_mut(&entry.session)
                && left.digest == entry.digest
                && !left.twice
            {
                left.twice = true;
                return Ok(());
            }
            let (tool, arguments) = (entry.tool.clone(), entry.arguments.clone());
            let left = Left { digest: entry.digest.clone(), tool, arguments, twice: false };
            self.left.insert(entry.session.clone(), left);
        }
        let (word, paint) = became(entry);
        let (tool, arguments) = reported(entry).unwrap_or((&entry.tool, &entry.arguments));
        self.line(&Line {
            at: entry.timestamp,
            word,
            paint,
            agent: entry.agent.as_deref().unwrap_or("-"),
            tool,
            arguments,
            credit: list::credit(one),
        })
    }

    /// That a call ran is a line only if its agent decided on it: of the others it is known. `byleave why` tells it for all.
    fn ran(&mut self, entry: &Entry) -> Result<(), Failure> {
        let digest = entry.arguments.get("digest").and_then(Value::as_str);
        let Some(left) = self.left.remove(&entry.session).filter(|left| digest == Some(&*left.digest)) else {
            return Ok(());
        };
        self.line(&Line {
            at: entry.timestamp,
            word: "ran",
            paint: style::CHANGING,
            agent: entry.agent.as_deref().unwrap_or("-"),
            tool: &left.tool,
            arguments: &left.arguments,
            credit: "after the agent's own decision".to_owned(),
        })
    }

    /// The questions that wait since the last look.
    fn waiting(
        &mut self,
        store: &dyn Store,
        session: Option<&str>,
        seen: &mut Option<(Timestamp, String)>,
    ) -> Result<(), Failure> {
        loop {
            let look = store.requests_after(RequestState::Pending, seen.clone(), PAGE);
            let found = open::wait(look).map_err(|error| open::failure(&error))?;
            for stored in &found {
                *seen = Some((stored.created, stored.id.clone()));
                if session.is_none_or(|session| session == stored.session) {
                    self.waits(stored)?;
                }
            }
            if found.len() < PAGE {
                return Ok(());
            }
        }
    }

    /// A question that waits.
    fn waits(&mut self, stored: &StoredRequest) -> Result<(), Failure> {
        let text = |key: &str| stored.frame.get(key).and_then(Value::as_str);
        let nothing = Map::new();
        let arguments = stored.frame.get("arguments").and_then(Value::as_object).unwrap_or(&nothing);
        if self.json {
            let line = serde_json::to_value(WaitingLine {
                state: "pending",
                request: &stored.id,
                timestamp: stored.created,
                session: &stored.session,
                agent: text("agent"),
                tool: text("tool"),
                arguments,
            })
            .unwrap_or_default();
            return Ok(writeln!(self.out, "{line}")?);
        }
        self.line(&Line {
            at: stored.created,
            word: "waits",
            paint: style::CHANGING,
            agent: text("agent").unwrap_or("-"),
            tool: text("tool").unwrap_or("-"),
            arguments,
            credit: "for an approver".to_owned(),
        })
    }

    fn line(&mut self, line: &Line<'_>) -> Result<(), Failure> {
        let moment = line.at.to_zoned(self.screen.zone.clone()).strftime("%H:%M:%S").to_string();
        let agent = padded(&cut(agent_title(line.agent), AGENT), AGENT);
        let used = moment.len() + 2 + VERDICT + 2 + AGENT + 2;
        let room = self.width.saturating_sub(used).max(20);
        let credit = cut(&line.credit, room.saturating_mul(2) / 5);
        let call = format!("{} {}", line.tool, subject_of(line.tool, line.arguments));
        let call = cut(call.trim_end(), room.saturating_sub(escape::columns(&credit) + 2));
        let text = format!(
            "{}  {}  {}  {}  {}",
            painted(style::LABEL, &moment),
            painted(line.paint, &padded(line.word, VERDICT)),
            painted(style::NAME, &agent),
            call,
            painted(style::LABEL, &credit),
        );
        Ok(writeln!(self.out, "{text}")?)
    }
}

/// Whether nothing but the missing of a rule asked for a person.
fn is_unruled(entry: &Entry) -> bool {
    let asks = entry.findings.iter().filter(|finding| finding.verdict == Verdict::Ask.name());
    !entry.ask && asks.into_iter().all(|finding| finding.rule.is_none() && finding.stage == Stage::Layers.name())
}

/// What became of a call, in a word, and its colour.
fn became(entry: &Entry) -> (&'static str, Style) {
    match entry.cause.as_deref() {
        _ if entry.tool == ALARM => ("alarm", style::DANGER),
        // byleave has no opinion, or it had the agent ask.
        Some(UNNAMED) => ("left", style::CHANGING),
        Some(LEFT) if is_unruled(entry) => ("left", style::CHANGING),
        Some(LEFT) => ("prompt", style::CHANGING),
        Some(cause) if cause == Cause::Timeout.name() => ("timeout", style::CHANGING),
        Some(_) | None => outcome(entry),
    }
}
