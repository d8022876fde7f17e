//! `byleave doctor`: whether the agents start byleave's hooks here, and whether each hook refuses a call that must be refused.

mod real;

use std::collections::HashSet;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use byleave_agents::{Agent, Content, Ground, Obstacle, Part, Server, State, Surroundings};
use byleave_gate::files::{home, project_of};
use byleave_store::{Attended, Sqlite};
use serde::Serialize;

use self::real::Canary;
use super::arguments::DoctorTask;
use super::{for_all_users, is_here, named, program, servers};
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
    /// The agent it is about.
    #[serde(skip)]
    agent: Option<Agent>,
    /// It works, but something waits for a person.
    #[serde(skip)]
    waits: bool,
}

impl Found {
    fn new(what: impl Into<String>, state: impl Into<String>, fine: bool) -> Self {
        Self { what: what.into(), state: state.into(), fine, agent: None, waits: false }
    }
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
        found.extend(hooks(agent, &home)?.into_iter().map(|one| Found { agent: Some(agent), ..one }));
    }
    found.extend(gates(&home, &named));
    let fine = found.iter().all(|one| one.fine);
    if task.json {
        let report = serde_json::to_value(Report { fine, found: &found }).map_err(io::Error::from)?;
        writeln!(io::stdout().lock(), "{report:#}")?;
    } else {
        let mut out = style::stream(io::stdout().lock(), color);
        for line in lines(&found) {
            writeln!(out, "{}", escape::shown(&line))?;
        }
        out.flush()?;
    }
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A line for each agent, and for whatever else was looked at.
fn lines(found: &[Found]) -> Vec<String> {
    let groups = found.chunk_by(|one, next| one.agent.is_some() && one.agent == next.agent);
    let lines: Vec<_> = groups.filter_map(of_group).collect();
    let width = lines.iter().map(|(_, name, _)| name.chars().count()).max().unwrap_or_default();
    lines.into_iter().map(|(mark, name, words)| format!("{mark} {name:<width$}  {words}")).collect()
}

/// Its mark, its name, and what is to be said of it.
fn of_group(group: &[Found]) -> Option<(char, &str, String)> {
    let first = group.first()?;
    let fine = group.iter().all(|one| one.fine);
    let mut seen = HashSet::new();
    // Where something is wrong, nothing else matters.
    let told = group.iter().filter(|one| one.fine == fine && seen.insert(&*one.state));
    let words = told.map(|one| &*one.state).collect::<Vec<_>>().join("; ");
    let mark = match (fine, first.waits) {
        (false, _) => '✗',
        (true, true) => '!',
        (true, false) => '✓',
    };
    let name: &str = match first.agent {
        Some(agent) => agent.title(),
        None => &first.what,
    };
    Some((mark, name, words))
}

/// Policy, store and hub.
fn surroundings() -> Vec<Found> {
    let cwd = std::env::current_dir().unwrap_or_default();
    let (state, fine, waits) = match policy::load(&project_of(&cwd), None) {
        Ok(loaded) => {
            let untrusted = loaded.files.iter().filter(|file| !file.trusted).map(|file| file.path.to_string_lossy());
            let untrusted: Vec<_> = untrusted.collect();
            let state = format!("{} files, {} rules in force", loaded.files.len(), loaded.policy.rules.len());
            match untrusted.as_slice() {
                [] => (state, true, false),
                names => {
                    let names = names.join(", ");
                    (format!("{state}; not trusted, so they allow nothing until `byleave trust`: {names}"), true, true)
                }
            }
        }
        Err(failure) => (failure.to_string(), false, false),
    };
    let mut found = vec![Found { waits, ..Found::new("policy", state, fine) }];
    let opened = Sqlite::default_path().and_then(|path| Sqlite::open(&path).map(|store| (path, store.trouble())));
    let (state, fine) = match &opened {
        Ok((_, Some(trouble))) => (format!("the anchor of the record: {trouble}"), false),
        Ok((path, None)) => (path.to_string_lossy().into_owned(), true),
        Err(error) => (error.to_string(), false),
    };
    found.push(Found::new("store", state, fine));
    let attended = opened.is_ok_and(|(path, _)| Attended::beside(&path).is());
    let state = if attended { "an approver is connected" } else { "no approver is connected; start `byleave serve`" };
    found.push(Found::new("hub", state, true));
    found
}

/// The hooks of an agent.
fn hooks(agent: Agent, home: &Path) -> Result<Vec<Found>, Failure> {
    let mut found = Vec::new();
    let cwd = std::env::current_dir().unwrap_or_default();
    let project = project_of(&cwd);
    let parts = agent.parts(&program::hook(&program::whole()?));
    let around = Surroundings::here();
    let mut obstacles = agent.obstacles(&Ground::of(home, &cwd, &project, &around));
    let registered: Vec<_> = agent
        .gates()
        .iter()
        .map(|(event, covers)| (*event, *covers, registered(agent, event, &parts, home, &project)))
        .collect();
    let is_registered = registered.iter().any(|(_, _, command)| command.is_some());
    if is_registered {
        found.extend(asked(agent, &cwd, &mut obstacles));
    }
    let for_all = for_all_users(agent);
    for (event, covers, command) in registered {
        let what = format!("{} {event} ({covers})", agent.title());
        let off = obstacles.iter().find(|obstacle| obstacle.concerns(event));
        let (state, fine) = match (command, off) {
            (None, _) if agent == Agent::VsCode => (
                "not covered: `byleave init` writes no file for it; docs/agents/vscode.md has the line".to_owned(),
                false,
            ),
            (None, _) => ("not covered: run `byleave init`".to_owned(), false),
            (Some(_), Some(off)) => (format!("NOT ENFORCED: {}: {}; {}", off.place, off.why, off.remedy), false),
            (Some(command), None) => match fire(agent, event, &command) {
                Ok(true) if for_all.is_some() => ("enforced, for all users of this machine".to_owned(), true),
                Ok(true) => ("enforced".to_owned(), true),
                Ok(false) => ("NOT ENFORCED: a call that must be refused was not".to_owned(), false),
                Err(error) => (format!("the hook does not start: {error}"), false),
            },
        };
        found.push(Found::new(what, state, fine));
    }
    found.extend(parts.iter().flat_map(|part| rights(agent, part, home)));
    found.extend(for_all.and_then(|place| of_all_users(agent, place, &parts, home)));
    found.push(Found::new(agent.title(), agent.asks(), true));
    if !agent.refuses_when_its_hook_dies() {
        let state =
            "if byleave is missing or killed, the call runs, unless the line is the one of docs/agents/vscode.md";
        found.push(Found::new(agent.title(), state, true));
    }
    Ok(found)
}

/// The command that an agent would start for an event: of the user, or of the administrator.
fn registered(agent: Agent, event: &str, parts: &[Part], home: &Path, project: &Path) -> Option<String> {
    // Where each event has a file of its own, the file has the name of the event.
    let own = parts.iter().find(|part| part.path.ends_with(event)).or_else(|| parts.first());
    let own = own.map(|part| home.join(part.path));
    // VS Code has files in projects only.
    let own = own.or_else(|| (agent == Agent::VsCode).then(|| project.join(".github/hooks/byleave.json")));
    let managed = agent.managed().iter().map(PathBuf::from);
    let mut texts = own.into_iter().chain(managed).filter_map(|path| std::fs::read_to_string(path).ok());
    texts.find_map(|text| agent.registered(event, &text))
}

/// What the agent itself says, where it can be asked without a network. What it says counts for more than what its files tell.
fn asked(agent: Agent, cwd: &Path, obstacles: &mut Vec<Obstacle>) -> Option<Found> {
    let program = real::program(agent.name())?;
    let what = format!("{} itself, started here", agent.title());
    let (state, fine) = match agent {
        Agent::Codex => match real::codex(&program, cwd) {
            Ok(told) => {
                let starts = told.is_empty();
                // Files that switch hooks off explain what it says; of trust it knows more.
                obstacles.retain(|obstacle| obstacle.event.is_none());
                let explained = !obstacles.is_empty();
                if starts {
                    obstacles.clear();
                } else if !explained {
                    obstacles.extend(told);
                }
                let state = if starts { "it starts byleave's hooks" } else { "IT DOES NOT START byleave's hooks" };
                (state.to_owned(), starts)
            }
            Err(why) => (format!("it could not be asked: {why}"), true),
        },
        // It would only say once more what its files do.
        Agent::Claude if !obstacles.is_empty() => return None,
        Agent::Claude => match real::claude(&program) {
            Canary::Heard => ("it starts byleave's hooks".to_owned(), true),
            Canary::Unheard => ("IT DOES NOT START byleave's hooks: its model was asked first".to_owned(), false),
            Canary::Unproven(why) => (format!("it could not be asked: {why}"), true),
        },
        Agent::Gemini
        | Agent::Cursor
        | Agent::Copilot
        | Agent::VsCode
        | Agent::Cline
        | Agent::OpenCode
        | Agent::Windsurf => return None,
    };
    Some(Found::new(what, state, fine))
}

/// What is wrong with the administrator's file: who may write it decides for all. And a hook at home beside it, which asks again.
fn of_all_users(agent: Agent, place: &str, parts: &[Part], home: &Path) -> Option<Found> {
    let found = |state: String, fine| Some(Found::new(place, state, fine));
    if std::fs::metadata(place).is_ok_and(|found| found.permissions().mode() & 0o022 != 0) {
        return found("users other than root may write it".to_owned(), false);
    }
    let has = |part: &&Part| {
        let text = std::fs::read_to_string(home.join(part.path)).unwrap_or_default();
        agent.gates().iter().any(|(event, _)| agent.registered(event, &text).is_some())
    };
    let twice = parts.iter().find(has)?;
    let own = format!(
        "byleave is also in ~/{}, so each question may come twice: `byleave uninstall --agent {agent}` takes it out there",
        twice.path
    );
    found(own, true)
}

/// What is wrong with the rights of a file.
fn rights(agent: Agent, part: &Part, home: &Path) -> Vec<Found> {
    let Ok(found) = std::fs::metadata(home.join(part.path)) else { return Vec::new() };
    let mode = found.permissions().mode();
    let mut wrong = Vec::new();
    let mut tell = |state: String| wrong.push(Found::new(format!("~/{}", part.path), state, false));
    if mode & 0o022 != 0 {
        tell("other users may write it".to_owned());
    }
    if matches!(part.content, Content::Whole { runs: true, .. }) && mode & 0o100 == 0 {
        tell(format!("NOT ENFORCED: it is no program, so {} does not start it: chmod +x", agent.title()));
    }
    wrong
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
        Found::new(what, state, true)
    };
    let mut found: Vec<Found> =
        told.iter().flat_map(|one| one.servers.iter().map(move |server| of_server(one, server))).collect();
    found.extend(unread.into_iter().map(|state| Found::new("MCP servers", state, false)));
    found
}

/// Sends the canary through a hook as the agent would, and says whether it was refused.
fn fire(agent: Agent, event: &str, command: &str) -> io::Result<bool> {
    let cwd = std::env::current_dir().unwrap_or_default();
    let said = agent.canary(event, &cwd.to_string_lossy());
    let mut shell = match agent {
        // It starts hooks in the user's login shell, whose profile may print something.
        Agent::Codex => {
            let mut shell = Command::new(std::env::var_os("SHELL").unwrap_or_else(|| "/bin/sh".into()));
            shell.arg("-lc");
            shell
        }
        Agent::Claude
        | Agent::Gemini
        | Agent::Cursor
        | Agent::Copilot
        | Agent::VsCode
        | Agent::Cline
        | Agent::OpenCode
        | Agent::Windsurf => {
            let mut shell = Command::new("sh");
            shell.arg("-c");
            shell
        }
    };
    let mut child = shell.arg(command).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A hook that does not read is seen by its answer.
        let _ = stdin.write_all(said.to_string().as_bytes());
    }
    let output = child.wait_with_output()?;
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    Ok(agent.is_refused(event, &stdout, &stderr, output.status.code()))
}
