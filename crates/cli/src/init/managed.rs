//! `byleave init --managed`: byleave before the agents of every user, in the files of the administrator.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use byleave_agents::Agent;
use byleave_gate::ids;

use super::arguments::{InitTask, Purpose};
use super::kept::Kept;
use super::{Change, Stop, agrees, change, named, program, show};
use crate::escape;
use crate::failure::Failure;
use crate::policy::at_terminal;
use crate::style::{self, Colour};

/// Registers byleave with agents for all users.
pub fn init(task: &InitTask, color: Colour) -> Result<ExitCode, Failure> {
    let mut out = style::stream(io::stdout().lock(), color);
    let root = task.root.as_deref().unwrap_or(Path::new("/"));
    let prints = task.purpose == Purpose::Ci;
    let writes = !task.dry_run && !prints;
    if writes && task.root.is_none() && !rustix::process::geteuid().is_root() {
        let what = "`byleave init --managed` writes files for all users: run it as root, or look with --dry-run";
        return Err(Failure::Usage(what.to_owned()));
    }
    let program = program::whole()?;
    let hook = program::hook(&program);
    if writes && task.root.is_none() {
        startable(Path::new(&hook)).map_err(|why| Failure::Usage(format!("{}: {why}", escape::shown(&hook))))?;
    }
    let agents = chosen(&task.agents)?;
    let mut kept = Kept::load()?;
    let (mut changes, mut stopped): (Vec<Change>, Vec<Stop>) = (Vec::new(), Vec::new());
    for agent in agents {
        let parts = agent.managed_parts(&hook, &gemini_name(root));
        let one = parts.iter().map(|part| change(agent, below(root, part.path), Some(part), None, &program, &kept));
        match one.collect::<Result<Vec<_>, _>>() {
            Ok(all) => changes.extend(all.into_iter().flatten()),
            Err(error) => stopped.push(Stop { agent: Some(agent), why: error.to_string() }),
        }
    }
    for change in &changes {
        if prints {
            writeln!(out, "# {}\n{}", escape::shown(&change.path.to_string_lossy()), change.after)?;
        } else {
            show(&mut *out, &change.path, change.now.as_deref(), Some(change.after.as_bytes()))?;
        }
    }
    if changes.is_empty() && stopped.is_empty() {
        writeln!(out, "nothing to change: byleave is registered for all users")?;
    } else if writes && !changes.is_empty() {
        at_terminal("byleave init --managed", "use --dry-run to look, or --for ci to print the files")?;
        if !agrees(&mut *out, "Write these files for all users of this machine?")? {
            writeln!(out, "nothing was written")?;
            out.flush()?;
            return Ok(ExitCode::FAILURE);
        }
        for change in &changes {
            if let Err(error) = put(&mut kept, change) {
                stopped.push(Stop { agent: change.agent, why: error.to_string() });
            }
        }
        if stopped.is_empty() {
            writeln!(out, "byleave is registered for all users; `byleave uninstall`, as root, restores everything")?;
        }
    }
    for stop in &stopped {
        writeln!(out, "FAIL: {}", escape::shown(&stop.to_string()))?;
    }
    out.flush()?;
    Ok(if stopped.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Where a file of the administrator lies.
fn below(root: &Path, path: &str) -> PathBuf {
    root.join(path.trim_start_matches('/'))
}

fn chosen(given: &[String]) -> Result<Vec<Agent>, Failure> {
    let has_files = |agent: &Agent| !agent.managed_parts("byleave", "byleave").is_empty();
    let wanted = named(given)?;
    if let Some(agent) = wanted.iter().find(|agent| !has_files(agent)) {
        let all: Vec<&str> = Agent::ALL.iter().filter(|agent| has_files(agent)).map(|agent| agent.name()).collect();
        let what = "byleave knows no file with which an administrator registers it with";
        return Err(Failure::Usage(format!("{what} {}; use one of: {}", agent.title(), all.join(", "))));
    }
    Ok(if wanted.is_empty() { Agent::ALL.into_iter().filter(has_files).collect() } else { wanted })
}

/// What Gemini CLI calls the hook: the name that it has, or one that nobody else knows, because a project switches off hooks by name.
fn gemini_name(root: &Path) -> String {
    let path = Agent::Gemini.managed().first().map(|path| below(root, path));
    let text = path.and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
    let known = text.split('"').find(|word| word.starts_with("byleave_") && !word.contains(char::is_whitespace));
    known.map_or_else(|| ids::new("byleave"), str::to_owned)
}

/// Writes a file that every user can read.
fn put(kept: &mut Kept, change: &Change) -> Result<(), Failure> {
    let agent = change.agent.map_or("policy", Agent::name);
    kept.put(agent, &change.path, change.before.as_deref(), change.after.as_bytes(), change.mode)?;
    for folder in kept.find(&change.path).into_iter().flat_map(|file| &file.made) {
        // Whatever the umask of root is.
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
            .map_err(|error| Failure::Usage(format!("{}: {error}", folder.display())))?;
    }
    Ok(())
}

/// Whether every user can start a program, and none but root can change it: agents refuse every call if their hook does not
/// start, and whoever changes it decides for all.
fn startable(program: &Path) -> Result<(), String> {
    let program = fs::canonicalize(program).map_err(|error| error.to_string())?;
    for path in program.ancestors() {
        let found = fs::metadata(path).map_err(|error| error.to_string())?;
        let mode = found.permissions().mode();
        let place = path.display();
        if mode & 0o001 == 0 {
            return Err(format!(
                "not every user can start it ({place}); install byleave in /usr/local/bin, for example"
            ));
        }
        // In a folder such as /tmp others cannot replace what is root's.
        let is_sticky = found.is_dir() && mode & 0o1000 != 0;
        if mode & 0o022 != 0 && !is_sticky {
            return Err(format!(
                "users other than root may change it ({place}); install byleave in /usr/local/bin, for example"
            ));
        }
    }
    Ok(())
}
