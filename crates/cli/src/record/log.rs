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
use super::suggest;
use crate::escape;
use crate::failure::Failure;
use crate::policy;
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

/// How many rows are read at once.
const AT_ONCE: u32 = 500;

/// How many questions that wait are read at once.
const PAGE: usize = 200;

/// Shows the last calls, and new ones as they come if wanted.
pub fn log(out: &mut dyn Write, screen: &Screen, task: &LogTask) -> Result<bool, Failure> {
    let store = if task.follow { awaited(task)? } else { open::existing(&task.place)? };
    let chosen = super::wanted(&task.filters, screen)?;
    // That a call ran is on record without its verdict, so the filters are applied here.
    let query = Query { session: chosen.session.clone(), since: chosen.since, until: chosen.until, ..Query::default() };
    // Whatever stands below a `|` gets all of a line.
    let width = if io::stdout().is_terminal() { screen.width } else { usize::MAX };
    let mut log = Log { out, screen, width, json: task.json, wanted: chosen, left: HashMap::new() };
    // What comes after this one is new.
    let mut after = open::newest(&*store, &Query::default(), 1)?.pop().map_or(0, |one| one.number);
    let before = Query { before: Some(after.saturating_add(1)), ..query.clone() };
    if after == 0 && !task.follow && !task.json {
        return Err(Failure::Absent(open::NOTHING.to_owned()));
    }
    log.earlier(&*store, &before, task.lines)?;
    if !task.follow {
        if !task.json && io::stdout().is_terminal() {
            habits(log.out, screen, &*store)?;
        }
        return Ok(true);
    }
    let mut waited = None;
    loop {
        open::each(&*store, &Query { after: Some(after), ..query.clone() }, |one| {
            after = one.number;
            log.decided(&one)?;
            Ok(true)
        })?;
        log.waiting(&*store, task.filters.session.as_deref(), &mut waited)?;
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

/// What people always say yes to, with the command that makes it ask no more.
fn habits(out: &mut dyn Write, screen: &Screen, store: &dyn Store) -> Result<(), Failure> {
    let loaded = policy::load(&policy::project_of(&policy::here()), None)?;
    for (times, command) in suggest::habits(store, screen, &loaded.policy)? {
        let words = format!("{times} yes to calls of one kind, and no no: ");
        writeln!(out, "{}{}", painted(style::LABEL, &words), escape::shown(&command))?;
    }
    Ok(())
}

struct Log<'l> {
    out: &'l mut dyn Write,
    screen: &'l Screen,
    width: usize,
    json: bool,
    /// What to show.
    wanted: Query,
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

/// A call on record, with its end.
struct Past {
    one: Numbered,
    ran: bool,
}

/// Whether two entries are about one call.
fn is_same(one: &Entry, other: &Entry) -> bool {
    (&one.session, &one.digest) == (&other.session, &other.digest)
}

impl Log<'_> {
    /// The last calls on record, each once and with its end.
    fn earlier(&mut self, store: &dyn Store, before: &Query, most: u32) -> Result<(), Failure> {
        if self.json {
            let query = Query { before: before.before, newest_first: true, ..self.wanted.clone() };
            for one in &open::newest(store, &query, most)? {
                writeln!(self.out, "{}", list::to_json(one)?)?;
            }
            return Ok(());
        }
        let most = most as usize;
        let mut calls: Vec<Past> = Vec::new();
        let mut end = before.before;
        // Backwards, until there are enough: two rows of a question and the one that it ran make one line.
        while calls.len() < most && end.is_some() {
            let page = open::newest(store, &Query { before: end, ..before.clone() }, AT_ONCE)?;
            end = page.first().map(|one| one.number);
            let mut found = folded(page);
            found.retain(|past| self.wanted.wants(past.one.number, &past.one.entry));
            found.append(&mut calls);
            calls = found;
        }
        let skipped = calls.len().saturating_sub(most);
        for past in calls.into_iter().skip(skipped) {
            if past.one.entry.cause.as_deref() == Some(LEFT) && !past.ran {
                self.remember(&past.one.entry);
            }
            self.shown(&past.one, past.ran)?;
        }
        Ok(())
    }

    /// A call that was decided.
    fn decided(&mut self, one: &Numbered) -> Result<(), Failure> {
        let entry = &one.entry;
        if entry.tool == RAN && !self.json {
            return self.ran(entry);
        }
        if !self.wanted.wants(one.number, entry) {
            return Ok(());
        }
        if self.json {
            return Ok(writeln!(self.out, "{}", list::to_json(one)?)?);
        }
        if matches!(entry.cause.as_deref(), Some(LEFT | UNNAMED)) {
            if let Some(left) = self.left.get_mut(&entry.session)
                && left.digest == entry.digest
                && !left.twice
            {
                left.twice = true;
                return Ok(());
            }
            self.remember(entry);
        }
        self.shown(one, false)
    }

    /// That a question was left to the agent.
    fn remember(&mut self, entry: &Entry) {
        let (tool, arguments) = (entry.tool.clone(), entry.arguments.clone());
        let left = Left { digest: entry.digest.clone(), tool, arguments, twice: false };
        self.left.insert(entry.session.clone(), left);
    }

    /// The line of a call.
    fn shown(&mut self, one: &Numbered, ran: bool) -> Result<(), Failure> {
        let entry = &one.entry;
        let (word, paint) = became(entry);
        let (tool, arguments) = reported(entry).unwrap_or((&entry.tool, &entry.arguments));
        self.line(&Line {
            at: entry.timestamp,
            word,
            paint,
            agent: entry.agent.as_deref().unwrap_or("-"),
            tool,
            arguments,
            credit: credited(one, ran),
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

/// Rows of the record as calls: a question that the agent told of twice is one, and that it ran is its end.
fn folded(rows: Vec<Numbered>) -> Vec<Past> {
    let mut calls: Vec<Past> = Vec::new();
    for one in rows {
        let entry = &one.entry;
        if entry.tool == RAN {
            let digest = entry.arguments.get("digest").and_then(Value::as_str);
            let is_it =
                |past: &&mut Past| past.one.entry.session == entry.session && digest == Some(&*past.one.entry.digest);
            if let Some(past) = calls.iter_mut().rev().find(is_it) {
                past.ran = true;
            }
            continue;
        }
        let again = calls.iter().rev().find(|past| past.one.entry.session == entry.session);
        let is_again = again
            .is_some_and(|past| !past.ran && left(&past.one.entry) && left(entry) && is_same(&past.one.entry, entry));
        if !is_again {
            calls.push(Past { one, ran: false });
        }
    }
    calls
}

/// Whether the agent's own prompt decided.
fn left(entry: &Entry) -> bool {
    entry.cause.as_deref() == Some(LEFT)
}

/// Who decided; of what was left to an agent also whether it ran.
fn credited(one: &Numbered, ran: bool) -> String {
    let credit = list::credit(one);
    match (left(&one.entry), ran) {
        (true, true) => format!("{credit}'s prompt → ran"),
        (true, false) => format!("{credit}'s prompt"),
        (false, _) => credit,
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
        Some(LEFT) => ("asked", style::CHANGING),
        Some(cause) if cause == Cause::Timeout.name() => ("timeout", style::CHANGING),
        Some(_) | None => outcome(entry),
    }
}
