//! `byleave init` and `byleave uninstall`: byleave before the agents of this user and their MCP servers, and away again.

pub mod arguments;
mod doctor;
mod kept;
mod managed;
mod program;
mod servers;
pub mod starter;
mod table;
mod unnamed;

use std::collections::HashSet;
use std::fmt;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use byleave_agents::{Agent, Content, Ground, Part, ServerFile, Surroundings};
use byleave_gate::files::{Trust, home, key, pin, project_of};
use similar::TextDiff;

use self::arguments::{InitTask, Purpose, UninstallTask};
pub use self::doctor::doctor;
pub use self::kept::write;
use self::kept::{Kept, Written};
pub use self::unnamed::unnamed;
use crate::escape;
use crate::failure::Failure;
use crate::policy::at_terminal;
use crate::style::{self, Colour};

/// A file that would change.
struct Change {
    agent: Option<Agent>,
    path: PathBuf,
    /// What is there now.
    now: Option<Vec<u8>>,
    /// What `uninstall` puts back.
    before: Option<Vec<u8>>,
    after: String,
    mode: Option<u32>,
}

/// Registers byleave with agents.
pub fn init(task: &InitTask, color: Colour) -> Result<ExitCode, Failure> {
    if task.managed {
        return managed::init(task, color);
    }
    let mut out = style::stream(io::stdout().lock(), color);
    let home = home().ok_or_else(|| Failure::Usage("there is no home directory: set `HOME`".to_owned()))?;
    let named = named(&task.agents)?;
    let here = || Agent::ALL.into_iter().filter(|agent| is_here(*agent, &home)).collect();
    let agents: Vec<Agent> = if named.is_empty() { here() } else { named.clone() };
    // Two hooks of byleave's would ask twice.
    let (for_all, agents): (Vec<Agent>, Vec<Agent>) =
        agents.into_iter().partition(|agent| task.purpose != Purpose::Ci && for_all_users(*agent).is_some());
    let mut kept = Kept::load()?;
    let project = project_of(&std::env::current_dir().unwrap_or_default());
    // Files with servers hold tokens, too: they are not printed into the logs of a pipeline.
    let (told, unread) = if task.no_mcp || task.purpose == Purpose::Ci {
        (Vec::new(), Vec::new())
    } else {
        servers::told(&home, &project, &named)
    };
    let (mut changes, mut stopped) = changes(&agents, &told, &home, &kept)?;
    let offers = offers(task.purpose);
    changes.extend(policy(&offers));
    if task.purpose == Purpose::Ci {
        for change in &changes {
            writeln!(out, "# {}\n{}", escape::shown(&change.path.to_string_lossy()), change.after)?;
        }
        out.flush()?;
        for stop in &stopped {
            eprintln!("byleave: {}", escape::shown(&stop.to_string()));
        }
        return Ok(if stopped.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    for (agent, place) in for_all.iter().filter_map(|agent| Some((agent, for_all_users(*agent)?))) {
        writeln!(
            out,
            "note: {} has byleave for all users, by {place}; at home there is nothing to write",
            agent.title()
        )?;
    }
    if agents.is_empty() && for_all.is_empty() && told.is_empty() {
        writeln!(out, "no agent was found in {}; name one with --agent", escape::shown(&home.to_string_lossy()))?;
    }
    let lines: Vec<table::Told> = changes.iter().map(|change| table::line(change, &home, &told)).collect();
    let lines: Vec<_> = lines.into_iter().map(|line| (line, true)).collect();
    table::print(&mut *out, &lines)?;
    if task.dry_run {
        for change in &changes {
            show(&mut *out, &change.path, change.now.as_deref(), Some(change.after.as_bytes()))?;
        }
    }
    starter::show(&mut *out, &offers)?;
    servers::report(&mut *out, &told)?;
    for note in &unread {
        writeln!(out, "note: {}", escape::shown(note))?;
    }
    let all: Vec<Agent> = for_all.iter().chain(&agents).copied().collect();
    if changes.is_empty() && stopped.is_empty() {
        writeln!(out, "nothing to change: byleave is registered with {}", titles(&all, &told))?;
    } else if !changes.is_empty() && !task.dry_run {
        at_terminal("byleave init", "use --dry-run to look, or --for ci to print the files")?;
        let lines = lines.into_iter().map(|(line, _)| line).collect();
        let chosen = table::choose(&mut *out, changes, lines, &told, task.yes)?;
        let meant = meant(&mut *out, chosen, &told, task.yes)?;
        if meant.is_empty() {
            writeln!(out, "nothing was written")?;
            out.flush()?;
            return Ok(ExitCode::FAILURE);
        }
        for change in &meant {
            let agent = change.agent.map_or("policy", Agent::name);
            let put = kept.put(agent, &change.path, change.before.as_deref(), change.after.as_bytes(), change.mode);
            stopped.extend(put.err().map(|error| Stop { agent: change.agent, why: error.to_string() }));
        }
        if !task.yes {
            trust(&mut *out, &meant)?;
            unnamed::ask(&mut *out, &mut kept)?;
        }
        let whole: Vec<Agent> = agents.iter().copied().filter(|agent| !stops(&stopped, *agent)).collect();
        if !whole.is_empty() || agents.is_empty() {
            writeln!(
                out,
                "byleave is registered with {}; `byleave uninstall` restores everything",
                titles(&whole, &told)
            )?;
        }
    }
    for stop in &stopped {
        writeln!(out, "FAIL: {}", escape::shown(&stop.to_string()))?;
    }
    let around = Surroundings::here();
    let cwd = std::env::current_dir().unwrap_or_default();
    let ground = Ground::of(&home, &cwd, &project, &around);
    for line in still_to_do(&all, &ground) {
        writeln!(out, "{}", escape::shown(&line))?;
    }
    out.flush()?;
    Ok(if stopped.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The changes that the person agrees to.
fn meant(out: &mut dyn Write, changes: Vec<Change>, told: &[servers::Told], yes: bool) -> Result<Vec<Change>, Failure> {
    let (shared, mut meant): (Vec<Change>, Vec<Change>) =
        changes.into_iter().partition(|change| servers::is_shared(&change.path, told));
    // What others of the project get with it is a decision of its own: the path of byleave is this machine's.
    let program = program::whole()?;
    for change in shared {
        let path = escape::shown(&change.path.to_string_lossy()).into_owned();
        let question = format!(
            "Also write {path}, which belongs to the project? Everyone who shares the project then needs byleave at {}.",
            escape::shown(&program)
        );
        if !yes && agrees(out, &question)? {
            meant.push(change);
        } else {
            writeln!(out, "{path} stays as it is; its servers are not behind byleave")?;
        }
    }
    Ok(meant)
}

/// Trusts the policy that was written: who was shown its rules and said yes to them meant them.
fn trust(out: &mut dyn Write, written: &[Change]) -> Result<(), Failure> {
    for change in written.iter().filter(|change| change.agent.is_none()) {
        let mut trust = Trust::load()?;
        trust.files.insert(key(&change.path), pin(change.after.as_bytes()));
        trust.save()?;
        let path = change.path.to_string_lossy();
        writeln!(out, "the rules of {} count from now on; a change to the file ends that", escape::shown(&path))?;
    }
    Ok(())
}

/// Why one agent is left as it is.
struct Stop {
    agent: Option<Agent>,
    why: String,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        match self.agent {
            Some(agent) => write!(
                f,
                "; {} is left alone, the others are not. Repair the file, then `byleave init --agent {agent}`",
                agent.title()
            ),
            None => Ok(()),
        }
    }
}

fn stops(stopped: &[Stop], agent: Agent) -> bool {
    stopped.iter().any(|stop| stop.agent == Some(agent))
}

/// What the user still has to do before the hooks count, agent by agent.
fn still_to_do(agents: &[Agent], ground: &Ground<'_>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for agent in agents {
        lines.extend(agent.note().map(|note| format!("note: {note}")));
        let todo = agent.obstacles(ground).into_iter();
        lines.extend(todo.map(|off| {
            // Several hooks of one file have one remedy.
            let what = if off.event.is_some() { String::new() } else { format!(" ({}: {})", off.place, off.why) };
            format!("STILL TO DO: {} does not start byleave's hooks yet{what}: {}", agent.title(), off.remedy)
        }));
    }
    let mut seen = HashSet::new();
    lines.retain(|line| seen.insert(line.clone()));
    // What is left to do stands last.
    lines.sort_by_key(|line| line.starts_with("STILL"));
    lines
}

/// Puts the files of agents back.
pub fn uninstall(task: &UninstallTask, color: Colour) -> Result<ExitCode, Failure> {
    let mut out = style::stream(io::stdout().lock(), color);
    let named = named(&task.agents)?;
    let mut kept = Kept::load()?;
    // The policy of a project is the user's own by now: it goes only with everything else, and only unchanged.
    let is_meant = |name: &str| named.is_empty() || named.iter().any(|agent| agent.name() == name);
    let files = kept.of(is_meant);
    if files.is_empty() {
        writeln!(out, "there is nothing to remove")?;
    }
    let (mut backs, mut stopped) = (Vec::new(), Vec::new());
    for file in files {
        let now = std::fs::read(&file.path).ok();
        let back = match back(&file, now.as_deref()) {
            Ok(back) => back,
            Err(error) => {
                stopped.push(error);
                continue;
            }
        };
        show(&mut *out, &file.path, now.as_deref(), back.as_deref())?;
        backs.push((file, back));
    }
    if !task.dry_run && !backs.is_empty() {
        at_terminal("byleave uninstall", "use --dry-run to look")?;
        if !agrees(&mut *out, "Put these files back?")? {
            writeln!(out, "nothing was changed")?;
            out.flush()?;
            return Ok(ExitCode::FAILURE);
        }
        for (file, back) in &backs {
            stopped.extend(kept.restore(file, back.as_deref()).err());
        }
        writeln!(out, "byleave is removed from these files")?;
    }
    for stop in &stopped {
        writeln!(out, "FAIL: {}; repair the file and run this once more", escape::shown(&stop.to_string()))?;
    }
    out.flush()?;
    Ok(if stopped.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What a file shall be without byleave: the bytes from before, or, if it was changed since, what it is now without what is
/// byleave's.
fn back(file: &Written, now: Option<&[u8]>) -> Result<Option<Vec<u8>>, Failure> {
    let Some(now) = now else { return Ok(None) };
    if pin(now) == file.after {
        return Kept::before(file);
    }
    let (Ok(agent), Ok(text)) = (file.agent.parse::<Agent>(), std::str::from_utf8(now)) else {
        return Ok(Some(now.to_vec()));
    };
    let home = home().unwrap_or_default();
    let managed = || agent.managed_parts("byleave", "byleave").into_iter();
    let managed = || managed().find(|part| file.path.ends_with(part.path.trim_start_matches('/')));
    let part = agent.parts("byleave").into_iter().find(|part| home.join(part.path) == file.path).or_else(managed);
    let without = match part {
        Some(part) => part.without(text).map_err(|error| unreadable(&file.path, &error))?,
        None => Some(text.to_owned()),
    };
    let (Some(text), Some(servers)) = (&without, servers::at(&file.path, &home)) else {
        return Ok(without.map(String::into_bytes));
    };
    let before = Kept::before(file)?.and_then(|bytes| String::from_utf8(bytes).ok());
    let text = servers.without(text, before.as_deref()).map_err(|error| unreadable(&file.path, &error))?;
    Ok(Some(text.into_bytes()))
}

fn unreadable(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Usage(format!("{} stays as it is: {error}", escape::shown(&path.to_string_lossy())))
}

/// All that changes in the files of agents and in those of servers; a file may be both. What cannot be read stops its own agent.
fn changes(
    agents: &[Agent],
    told: &[servers::Told],
    home: &Path,
    kept: &Kept,
) -> Result<(Vec<Change>, Vec<Stop>), Failure> {
    let program = program::whole()?;
    let hook = program::hook(&program);
    let (mut changes, mut stopped) = (Vec::new(), Vec::new());
    let mut done = Vec::new();
    for agent in agents {
        let one = agent.parts(&hook).into_iter().map(|part| {
            let path = home.join(part.path);
            let file = told.iter().find(|told| told.path == path).map(|told| told.file);
            done.push(path.clone());
            change(*agent, path, Some(&part), file, &program, kept)
        });
        match one.collect::<Result<Vec<_>, _>>() {
            Ok(all) => changes.extend(all.into_iter().flatten()),
            Err(error) => stopped.push(Stop { agent: Some(*agent), why: error.to_string() }),
        }
    }
    for told in told.iter().filter(|told| !done.contains(&told.path)) {
        match change(told.file.agent, told.path.clone(), None, Some(told.file), &program, kept) {
            Ok(one) => changes.extend(one),
            Err(error) => stopped.push(Stop { agent: None, why: error.to_string() }),
        }
    }
    Ok((changes, stopped))
}

/// What changes in a file, if something does: the hooks in it, and the servers in it.
fn change(
    agent: Agent,
    path: PathBuf,
    part: Option<&Part>,
    servers: Option<ServerFile>,
    program: &str,
    kept: &Kept,
) -> Result<Option<Change>, Failure> {
    let now = match std::fs::read(&path) {
        Ok(bytes) => Some(bytes),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => None,
        Err(error) => return Err(unreadable(&path, &error)),
    };
    let text = now.as_deref().map(std::str::from_utf8).transpose().map_err(|error| unreadable(&path, &error))?;
    let wrong = |error: &dyn std::fmt::Display| unreadable(&path, error);
    let mut after = match part {
        Some(part) => part.with(text).map_err(|error| wrong(&error))?,
        None => text.unwrap_or_default().to_owned(),
    };
    if let Some(servers) = servers {
        after = servers.with(&after, program).map_err(|error| wrong(&error))?;
    }
    if text.unwrap_or_default() == after && (text.is_some() || part.is_none()) {
        return Ok(None);
    }
    let before = match kept.find(&path) {
        Some(file) => back(file, now.as_deref())?,
        None => now.clone(),
    };
    let runs = part.is_some_and(|part| matches!(part.content, Content::Whole { runs: true, .. }));
    Ok(Some(Change { agent: Some(agent), path, now, before, after, mode: runs.then_some(0o755) }))
}

/// The rules that this project is offered, if it has no policy.
fn offers(purpose: Purpose) -> Vec<starter::Offer> {
    let project = project_of(&std::env::current_dir().unwrap_or_default());
    if project.join(POLICY).exists() || !project.join(".git").exists() {
        return Vec::new();
    }
    starter::offers(&project, purpose)
}

/// The policy file of a project, seen from it.
const POLICY: &str = ".byleave/policy.yaml";

/// The starter policy of this project.
fn policy(offers: &[starter::Offer]) -> Option<Change> {
    if offers.is_empty() {
        return None;
    }
    let path = project_of(&std::env::current_dir().ok()?).join(POLICY);
    Some(Change { agent: None, path, now: None, before: None, after: starter::policy(offers), mode: None })
}

/// The administrator's file in which byleave is registered with an agent for all users, if it is.
fn for_all_users(agent: Agent) -> Option<&'static str> {
    let all_in = |text: String| agent.gates().iter().all(|(event, _)| agent.registered(event, &text).is_some());
    let is_there = |path: &&&str| std::fs::read_to_string(path).is_ok_and(all_in);
    agent.managed().iter().find(is_there).copied()
}

fn named(names: &[String]) -> Result<Vec<Agent>, Failure> {
    names.iter().map(|name| name.parse().map_err(|error| Failure::Usage(format!("{error}")))).collect()
}

fn is_here(agent: Agent, home: &Path) -> bool {
    let program = match agent {
        Agent::VsCode | Agent::Windsurf => None,
        Agent::Cursor => Some("cursor-agent"),
        Agent::Claude | Agent::Codex | Agent::Gemini | Agent::Copilot | Agent::Cline | Agent::OpenCode => {
            Some(agent.name())
        }
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = program.is_some_and(|name| std::env::split_paths(&path).any(|folder| folder.join(name).is_file()));
    home.join(agent.folder()).is_dir() || found
}

fn titles(agents: &[Agent], told: &[servers::Told]) -> String {
    let mut titles: Vec<&str> = agents.iter().map(|agent| agent.title()).collect();
    for told in told {
        if !titles.contains(&told.file.client) {
            titles.push(told.file.client);
        }
    }
    titles.join(", ")
}

/// A path as people write it.
fn relative(path: &Path, home: &Path) -> String {
    let below = path.strip_prefix(home).ok().map(|rest| format!("~/{}", rest.to_string_lossy()));
    below.unwrap_or_else(|| path.to_string_lossy().into_owned())
}

/// The difference, line by line.
pub fn show(out: &mut dyn Write, path: &Path, now: Option<&[u8]>, after: Option<&[u8]>) -> io::Result<()> {
    let text = |bytes: Option<&[u8]>| String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned();
    let name = path.to_string_lossy();
    let (old, new) = (text(now), text(after));
    let header = |is_there: bool| if is_there { escape::shown(&name).into_owned() } else { "/dev/null".to_owned() };
    let diff = TextDiff::from_lines(&old, &new);
    let shown = diff.unified_diff().header(&header(now.is_some()), &header(after.is_some())).to_string();
    for line in shown.lines() {
        writeln!(out, "{}", escape::shown(line))?;
    }
    Ok(())
}

fn agrees(out: &mut dyn Write, question: &str) -> Result<bool, Failure> {
    write!(out, "{question} [y/N] ")?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(Failure::Input)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
