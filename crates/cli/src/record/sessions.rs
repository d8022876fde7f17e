//! `byleave sessions`: the sessions, their settings, and whether they were stopped.

use std::io::Write;

use byleave_gate::{Owner, Query, Session, Store, StoredGrant, agent_title};
use byleave_policy::Mode;
use serde::Serialize;
use serde_json::Value;

use super::open;
use super::screen::{Screen, cut, padded, painted};
use super::{grants, list};
use crate::escape;
use crate::failure::Failure;
use crate::style;

/// How many of the last decisions of a session are shown.
const LAST: u32 = 8;

fn of<'g>(session: &Session, held: &'g [StoredGrant]) -> Vec<&'g StoredGrant> {
    held.iter().filter(|one| one.owner == Owner::Session(session.id.clone())).collect()
}

/// All sessions, each under its parent.
pub fn list(out: &mut dyn Write, screen: &Screen, store: &dyn Store, json: bool) -> Result<bool, Failure> {
    let sessions = open::wait(store.sessions()).map_err(|error| open::failure(&error))?;
    let held = grants::held(store, false)?;
    if json {
        let all: Vec<Value> = sessions.iter().map(|session| to_json(session, &of(session, &held))).collect();
        let text = serde_json::to_string_pretty(&all).map_err(std::io::Error::from)?;
        writeln!(out, "{text}")?;
        return Ok(true);
    }
    if sessions.is_empty() {
        writeln!(out, "no sessions")?;
    }
    // Sessions whose parent is missing are at the top, so that none is left out.
    let known = |id: &str| sessions.iter().any(|session| session.id == id);
    let mut open: Vec<(&Session, usize)> = sessions
        .iter()
        .filter(|session| session.parent.as_deref().is_none_or(|parent| !known(parent)))
        .map(|session| (session, 0))
        .rev()
        .collect();
    let mut shown: Vec<&str> = Vec::new();
    while let Some((session, depth)) = open.pop() {
        if shown.contains(&session.id.as_str()) {
            continue;
        }
        shown.push(&session.id);
        row(out, screen, session, depth, &of(session, &held))?;
        let below = sessions.iter().filter(|other| other.parent.as_deref() == Some(&session.id));
        open.extend(below.map(|other| (other, depth + 1)).rev());
    }
    // A cycle of parents has no top.
    for session in sessions.iter().filter(|session| !shown.contains(&session.id.as_str())) {
        row(out, screen, session, 0, &of(session, &held))?;
    }
    Ok(true)
}

fn row(
    out: &mut dyn Write,
    screen: &Screen,
    session: &Session,
    depth: usize,
    held: &[&StoredGrant],
) -> Result<(), Failure> {
    let lead = if depth == 0 { String::new() } else { format!("{}└ ", "  ".repeat(depth - 1)) };
    let agent = session.agent.as_deref().map_or("", agent_title);
    let name = format!("{} {}", escape::shown(&session.id), escape::shown(agent));
    let seen = screen.ago(session.seen);
    let room = screen.width.saturating_sub(lead.chars().count() + seen.len() + 2);
    let name = cut(name.trim_end(), room);
    writeln!(
        out,
        "{lead}{}  {}",
        painted(style::NAME, &padded(&name, room.min(56_usize.saturating_sub(lead.chars().count())))),
        painted(style::LABEL, &seen)
    )?;
    let mut facts = vec![format!("turn {}", session.turn), format!("mode {}", mode(session))];
    if !held.is_empty() {
        facts.push(format!("grants: {}", grants::summary(held)));
    }
    facts.push(escape::shown(&session.project).into_owned());
    let indent = " ".repeat(lead.chars().count() + 2);
    let room = screen.width.saturating_sub(indent.len());
    writeln!(out, "{indent}{}", painted(style::LABEL, &cut(&facts.join(" · "), room)))?;
    if let Some(why) = &session.stop_signal {
        writeln!(out, "{indent}{}", painted(style::DANGER, &cut(&format!("stopped: {why}"), room)))?;
    }
    Ok(())
}

fn mode(session: &Session) -> &'static str {
    session.mode.map_or("of the policy", Mode::name)
}

/// A session, for programs.
#[derive(Serialize)]
struct SessionReport<'s> {
    id: &'s str,
    parent: Option<&'s str>,
    agent: Option<&'s str>,
    project: &'s str,
    started: String,
    seen: String,
    turn: u64,
    stop_signal: Option<&'s str>,
    mode: Option<&'static str>,
    version: u64,
    grants: Vec<Value>,
}

fn to_json(session: &Session, held: &[&StoredGrant]) -> Value {
    let report = SessionReport {
        id: &session.id,
        parent: session.parent.as_deref(),
        agent: session.agent.as_deref(),
        project: &session.project,
        started: session.started.to_string(),
        seen: session.seen.to_string(),
        turn: session.turn,
        stop_signal: session.stop_signal.as_deref(),
        mode: session.mode.map(Mode::name),
        version: session.version,
        grants: held.iter().map(|one| grants::stored(one)).collect(),
    };
    serde_json::to_value(report).unwrap_or_default()
}

/// One session.
pub fn show(out: &mut dyn Write, screen: &Screen, store: &dyn Store, id: &str, json: bool) -> Result<bool, Failure> {
    let session = open::wait(store.session(id)).map_err(|error| open::failure(&error))?;
    let Some(session) = session else {
        return Err(Failure::Absent(format!(
            "there is no session `{}`; `byleave sessions` lists them",
            escape::shown(id)
        )));
    };
    let counting = open::wait(store.grants_for(id, &session.project)).map_err(|error| open::failure(&error))?;
    if json {
        writeln!(out, "{:#}", to_json(&session, &counting.iter().collect::<Vec<_>>()))?;
        return Ok(true);
    }
    let mut fact = |label: &str, value: &str| writeln!(out, "{}  {}", painted(style::LABEL, &padded(label, 8)), value);
    fact("session", &painted(style::NAME, &escape::shown(&session.id)))?;
    if let Some(parent) = &session.parent {
        fact("below", &escape::shown(parent))?;
    }
    if let Some(agent) = &session.agent {
        fact("agent", &escape::shown(agent_title(agent)))?;
    }
    fact("project", &escape::shown(&session.project))?;
    fact("since", &screen.whole_moment(session.started))?;
    fact("seen", &screen.ago(session.seen))?;
    fact("turn", &session.turn.to_string())?;
    fact("mode", mode(&session))?;
    match &session.stop_signal {
        Some(why) => fact("stopped", &painted(style::DANGER, &escape::shown(why)))?,
        None => fact("stopped", "no")?,
    }
    writeln!(out, "\n{}", painted(style::HEADING, "grants that count for it"))?;
    for one in &counting {
        grants::show(out, screen, one)?;
    }
    if counting.is_empty() {
        writeln!(out, "  none")?;
    }
    writeln!(out, "\n{}", painted(style::HEADING, "last decisions"))?;
    let last = open::newest(store, &Query { session: Some(id.to_owned()), ..Query::default() }, LAST)?;
    let widest = last.last().map_or(0, |one| one.number);
    for one in &last {
        list::show(out, screen, one, widest, false)?;
    }
    if last.is_empty() {
        writeln!(out, "  none")?;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::{list, show};
    use crate::record::sample;

    #[test]
    fn sessions_fit_every_width() {
        for width in [40, 80, 120] {
            sample::snapshot("sessions", width, |out, screen| list(out, screen, &sample::store(), false).map(drop));
            sample::snapshot("session", width, |out, screen| {
                show(out, screen, &sample::store(), "s-sub", false).map(drop)
            });
        }
    }
}
