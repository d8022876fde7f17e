//! `byleave doctor`: sends a call that must be refused through each registered hook, as the agent would.

use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use byleave_agents::{Agent, Server, State};
use byleave_gate::files::{home, project_of};
use byleave_store::{Attended, Sqlite};
use serde::Serialize;

use super::arguments::DoctorTask;
use super::{is_here, named, program, servers};
use crate::escape;
use crate::failure::Failure;
use crate::policy;
use crate::style::{self, Colour};

/// What came of one check.
#[derive(Serialize)]
struct Found {
    what: String,
    /// What is true: `enforced`, `not covered`, `ok`, or what is wrong.
    state: String,
    fine: bool,
}

/// All checks, for programs.
#[derive(Serialize)]
struct Report<'f> {
    fine: bool,
    found: &'f [Found],
}

/// Looks through the agents, the policy and the store.
pub fn doctor(task: &DoctorTask, color: Colour) -> Result<ExitCode, Failure> {
    let home = home().ok_or_else(|| Failure::Usage("there is no home directory: set `HOME`".to_owned()))?;
    let named = named(&task.agents)?;
    let chosen = |agent: &Agent| if named.is_empty() { is_here(*agent, &home) } else { named.contains(agent) };
    let agents: Vec<Agent> = Agent::ALL.into_iter().filter(chosen).collect();
    let mut found = surroundings();
    for agent in agents {
        found.extend(hooks(agent, &home)?);
    }
    found.extend(gates(&home, &named));
    let fine = found.iter().all(|one| one.fine);
    if task.json {
        let report = serde_json::to_value(Report { fine, found: &found }).map_err(io::Error::from)?;
        writeln!(io::stdout().lock(), "{report:#}")?;
    } else {
        let mut out = style::stream(io::stdout().lock(), color);
        for one in &found {
            let mark = if one.fine { "ok  " } else { "FAIL" };
            writeln!(out, "{mark}  {}: {}", escape::shown(&one.what), escape::shown(&one.state))?;
        }
        out.flush()?;
    }
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Policy, store and hub.
fn surroundings() -> Vec<Found> {
    let cwd = std::env::current_dir().unwrap_or_default();
    let (state, fine) = match policy::load(&project_of(&cwd), None) {
        Ok(loaded) => (format!("{} files, {} rules", loaded.files.len(), loaded.policy.rules.len()), true),
        Err(failure) => (failure.to_string(), false),
    };
    let mut found = vec![Found { what: "policy".to_owned(), state, fine }];
    let opened = Sqlite::default_path().and_then(|path| Sqlite::open(&path).map(|store| (path, store.trouble())));
    let (state, fine) = match &opened {
        Ok((_, Some(trouble))) => (format!("the anchor of the record: {trouble}"), false),
        Ok((path, None)) => (path.to_string_lossy().into_owned(), true),
        Err(error) => (error.to_string(), false),
    };
    found.push(Found { what: "store".to_owned(), state, fine });
    let attended = opened.is_ok_and(|(path, _)| Attended::beside(&path).is());
    let state = if attended { "an approver is connected" } else { "no approver is connected; start `byleave serve`" };
    found.push(Found { what: "hub".to_owned(), state: state.to_owned(), fine: true });
    found
}

/// The hooks of an agent.
fn hooks(agent: Agent, home: &Path) -> Result<Vec<Found>, Failure> {
    let mut found = Vec::new();
    let parts = agent.parts(&program::hook(&program::whole()?));
    for (event, covers) in agent.gates() {
        let what = format!("{} {event} ({covers})", agent.title());
        // Where each event has a file of its own, the file has the name of the event.
        let own = parts.iter().find(|part| part.path.ends_with(event)).or_else(|| parts.first());
        let text = own.and_then(|part| std::fs::read_to_string(home.join(part.path)).ok()).unwrap_or_default();
        let (state, fine) = match agent.registered(event, &text) {
            None => ("not covered: run `byleave init`".to_owned(), false),
            Some(command) => match fire(agent, event, &command) {
                Ok(true) => ("enforced".to_owned(), true),
                Ok(false) => ("NOT ENFORCED: a call that must be refused was not".to_owned(), false),
                Err(error) => (format!("the hook does not start: {error}"), false),
            },
        };
        found.push(Found { what, state, fine });
    }
    for part in parts {
        let mode = std::fs::metadata(home.join(part.path)).map(|found| found.permissions().mode());
        if mode.is_ok_and(|mode| mode & 0o022 != 0) {
            let state = "other users may write it".to_owned();
            found.push(Found { what: format!("~/{}", part.path), state, fine: false });
        }
    }
    found.push(Found { what: agent.title().to_owned(), state: agent.asks().to_owned(), fine: true });
    Ok(found)
}

/// The MCP servers of clients. If a server is not behind a gate, the agent's hooks judge its tools, if the agent has
/// hooks.
fn gates(home: &Path, agents: &[Agent]) -> Vec<Found> {
    let project = project_of(&std::env::current_dir().unwrap_or_default());
    let (told, unread) = servers::told(home, &project, agents);
    let of_server = |one: &servers::Told, server: &Server| {
        let state = match server.state {
            State::Gated => "behind the gate".to_owned(),
            State::Bare => "not behind the gate: run `byleave init`".to_owned(),
            State::Remote => "reached over HTTP, not behind the gate: see `byleave mcp --http`".to_owned(),
            State::Odd(why) => format!("not behind the gate: {why}"),
        };
        let what = format!("{} MCP server {} ({})", one.file.client, server.key, one.path.display());
        Found { what, state, fine: true }
    };
    let mut found: Vec<Found> =
        told.iter().flat_map(|one| one.servers.iter().map(move |server| of_server(one, server))).collect();
    found.extend(unread.into_iter().map(|state| Found { what: "MCP servers".to_owned(), state, fine: false }));
    found
}

/// Sends the canary through a hook as the agent would, and says whether it was refused.
fn fire(agent: Agent, event: &str, command: &str) -> io::Result<bool> {
    let cwd = std::env::current_dir().unwrap_or_default();
    let said = agent.canary(event, &cwd.to_string_lossy());
    let mut child = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A hook that does not read is seen by its answer.
        let _ = stdin.write_all(said.to_string().as_bytes());
    }
    let output = child.wait_with_output()?;
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    Ok(agent.is_refused(event, &stdout, &stderr, output.status.code()))
}
