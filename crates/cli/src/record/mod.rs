//! The record, and all commands that read it. Only `grants revoke` changes anything.

pub mod arguments;
mod engine;
mod export;
mod grants;
mod hosts;
mod list;
mod log;
pub mod open;
pub mod plot;
mod replay;
#[cfg(test)]
mod sample;
pub mod screen;
mod sessions;
mod stats;
mod suggest;
mod verify;
mod why;

use std::io::{self, Write};
use std::process::ExitCode;

use byleave_gate::Query;

use arguments::{
    AuditTask, Filters, GrantsTask, LogTask, ReplayTask, SessionTask, SessionsTask, StatsTask, SuggestTask, WhyTask,
};
use screen::Screen;

use crate::failure::Failure;
use crate::policy;
use crate::style::{self, Colour};

/// Runs a command on standard output; the exit code is 1 if it returns false.
fn shown(
    colour: Colour,
    show: impl FnOnce(&mut dyn Write, &Screen) -> Result<bool, Failure>,
) -> Result<ExitCode, Failure> {
    let mut out = style::stream(io::stdout().lock(), colour);
    let yes = show(&mut *out, &Screen::here())?;
    out.flush()?;
    Ok(if yes { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs `audit`.
pub fn audit(task: &AuditTask, colour: Colour) -> Result<ExitCode, Failure> {
    shown(colour, |out, screen| match task {
        AuditTask::Verify { head, place } => verify::verify(out, &open::existing(place)?, head.as_deref()),
        AuditTask::Head { place } => verify::head(out, &open::existing(place)?),
        AuditTask::Query { filters, limit, json, place } => {
            let query = wanted(filters, screen)?;
            list::query(out, screen, &*open::existing(place)?, &query, *limit, *json)
        }
        AuditTask::Tail { follow, lines, json, place } => {
            list::tail(out, screen, &*open::existing(place)?, *lines, *follow, *json)
        }
        AuditTask::Export { format, filters, place } => {
            export::export(out, &*open::existing(place)?, &wanted(filters, screen)?, *format)
        }
    })
}

/// Runs `log`.
pub fn log(task: &LogTask, colour: Colour) -> Result<ExitCode, Failure> {
    shown(colour, |out, screen| log::log(out, screen, task))
}

/// Runs `why`.
pub fn why(task: &WhyTask, colour: Colour) -> Result<ExitCode, Failure> {
    shown(colour, |out, screen| why::why(out, screen, &*open::existing(&task.place)?, task))
}

/// Runs `grants`. Without a record there are still rules.
pub fn grants(task: &GrantsTask, colour: Colour) -> Result<ExitCode, Failure> {
    shown(colour, |out, screen| match task {
        GrantsTask::List { all, hosts, json, named, place } => {
            let loaded = policy::load(&policy::project_of(&policy::here()), named.config.as_deref())?;
            policy::warn(&loaded)?;
            let store = open::reading(place)?;
            let held = store.as_ref().map_or_else(|| Ok(Vec::new()), |store| grants::held(&**store, *all))?;
            if let Some(store) = store.as_ref().filter(|_| !json) {
                grants::warn_frozen(out, &**store)?;
            }
            if store.is_none() {
                // A failure to print this does not matter: the output is right.
                let _ = writeln!(io::stderr(), "byleave: {}", open::absent(place)?);
            }
            let remembered = if *hosts { hosts::held() } else { Vec::new() };
            grants::list(out, screen, &loaded.policy, &held, &remembered, *json)?;
            if *hosts && !json {
                grants::heading(out, "agents", "what they remember themselves, beside byleave")?;
                for one in &remembered {
                    one.show(out, screen)?;
                }
                if remembered.is_empty() {
                    writeln!(out, "  none")?;
                }
            }
            Ok(true)
        }
        GrantsTask::Revoke { ids, place } => {
            policy::person("byleave grants revoke")?;
            let (theirs, own): (Vec<&str>, Vec<&str>) =
                ids.iter().map(String::as_str).partition(|id| hosts::is_one(id));
            let theirs = hosts::find(&theirs)?;
            if !own.is_empty() {
                let own: Vec<String> = own.into_iter().map(str::to_owned).collect();
                grants::revoke(out, screen, &*open::writing(place)?, &own)?;
            }
            hosts::revoke(out, &theirs)?;
            Ok(true)
        }
    })
}

/// Runs `sessions`. Without a record there are none.
pub fn sessions(task: &SessionsTask, colour: Colour) -> Result<ExitCode, Failure> {
    shown(colour, |out, screen| match &task.task {
        Some(SessionTask::Show { id, json, place }) => sessions::show(out, screen, &*open::existing(place)?, id, *json),
        None => match open::reading(&task.place)? {
            Some(store) => sessions::list(out, screen, &*store, task.json),
            None if task.json => Ok(writeln!(out, "[]").map(|()| true)?),
            None => Ok(writeln!(out, "no sessions: {}", open::absent(&task.place)?).map(|()| true)?),
        },
    })
}

/// Runs `replay`.
pub fn replay(task: &ReplayTask, colour: Colour) -> Result<ExitCode, Failure> {
    shown(colour, |out, screen| {
        let query = Query { since: Some(screen.parse(&task.since)?), ..Query::default() };
        let policy = match &task.config {
            Some(policy) if !task.engine => policy,
            config => {
                let store = open::existing(&task.place)?;
                return engine::replay(out, screen, &*store, &query, config.as_deref(), task.json);
            }
        };
        let loaded = policy::load_only(policy)?;
        policy::warn(&loaded)?;
        replay::replay(out, screen, &*open::existing(&task.place)?, &query, &loaded.policy, task.json)
    })
}

/// Runs `suggest`.
pub fn suggest(task: &SuggestTask, colour: Colour) -> Result<ExitCode, Failure> {
    shown(colour, |out, screen| {
        let loaded = policy::load(&policy::project_of(&policy::here()), task.named.config.as_deref())?;
        policy::warn(&loaded)?;
        let query = Query { since: Some(screen.parse(&task.since)?), ..Query::default() };
        let store = open::existing(&task.place)?;
        if task.write {
            policy::person("byleave suggest --write")?;
        }
        let found = suggest::suggest(out, screen, &*store, &query, &loaded.policy, task.least, task.json)?;
        if task.write { suggest::write(out, screen, task, &found, loaded.policy).map(|()| true) } else { Ok(true) }
    })
}

/// Runs `stats`.
pub fn stats(task: &StatsTask, colour: Colour) -> Result<ExitCode, Failure> {
    shown(colour, |out, screen| {
        let loaded = policy::load(&policy::project_of(&policy::here()), task.named.config.as_deref())?;
        policy::warn(&loaded)?;
        let since = screen.parse(&task.since)?;
        let store = open::existing(&task.place)?;
        let counted = stats::Counted::of(&*store, since, screen.now)?;
        if task.json {
            writeln!(out, "{}", counted.to_json(&loaded.policy))?;
        } else {
            counted.show(out, screen, &loaded.policy)?;
        }
        Ok(true)
    })
}

/// Filters as a query.
pub fn wanted(filters: &Filters, screen: &Screen) -> Result<Query, Failure> {
    let time = |text: &Option<String>| text.as_deref().map(|text| screen.parse(text)).transpose();
    Ok(Query {
        since: time(&filters.since)?,
        until: time(&filters.until)?,
        session: filters.session.clone(),
        tool: filters.tool.clone(),
        verdict: filters.verdict.clone(),
        approved: (filters.approved || filters.refused).then_some(filters.approved),
        source: filters.source.clone(),
        rule: filters.rule.clone(),
        ..Query::default()
    })
}
