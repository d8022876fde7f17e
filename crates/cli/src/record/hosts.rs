//! `byleave grants … --hosts`: what the agents themselves remember, and taking it back.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use byleave_agents::{MEMORIES, Memory};
use byleave_gate::files::{home, pin, project_of, state_directory};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use super::screen::{Screen, cut, painted};
use crate::escape;
use crate::failure::Failure;
use crate::init::write;
use crate::policy;
use crate::style;

/// What the names of them begin with: those of byleave's own grants begin otherwise.
const PREFIX: &str = "h_";

/// How much of a hash a name has.
const LENGTH: usize = 12;

/// Something that an agent remembers, by a name.
pub struct Held {
    /// Names it, as long as it is there.
    pub id: String,
    memory: Memory,
    path: PathBuf,
    rule: String,
    place: Option<String>,
}

/// Whether a name is one of these.
pub fn is_one(id: &str) -> bool {
    id.starts_with(PREFIX)
}

/// All that the agents of this user remember, here.
pub fn held() -> Vec<Held> {
    let project = project_of(&policy::here());
    MEMORIES.iter().flat_map(|memory| files(memory, &project).into_iter().flat_map(|path| of(memory, &path))).collect()
}

/// The files of an agent.
fn files(memory: &Memory, project: &Path) -> Vec<PathBuf> {
    let Some(home) = home() else { return Vec::new() };
    // The project may be the home directory itself.
    if memory.of_project && project == home {
        return Vec::new();
    }
    let path = if memory.of_project { project.join(memory.path) } else { home.join(memory.path) };
    let Some(end) = path.file_name().and_then(OsStr::to_str).and_then(|name| name.strip_prefix('*')) else {
        return vec![path];
    };
    let folder = path.parent().and_then(|folder| fs::read_dir(folder).ok());
    let all = folder.into_iter().flatten().flatten().map(|file| file.path());
    let mut found: Vec<PathBuf> = all.filter(|path| path.to_string_lossy().ends_with(end)).collect();
    found.sort_unstable();
    found
}

/// The content of a file. If byleave cannot read it, it says so on standard error.
fn of(memory: &Memory, path: &Path) -> Vec<Held> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => return unreadable(path, &error),
    };
    match memory.read(&text) {
        Err(error) => unreadable(path, &error),
        Ok(found) => {
            let mut seen: HashMap<String, usize> = HashMap::new();
            let name =
                |rule: &str, place: Option<&str>| format!("{}\n{}\n{rule}", path.display(), place.unwrap_or_default());
            found
                .into_iter()
                .map(|one| {
                    let name = name(&one.rule, one.place.as_deref());
                    let count = seen.entry(name.clone()).or_default();
                    *count = count.saturating_add(1);
                    let hash = pin(format!("{name}\n{count}").as_bytes()).replace("sha256:", "");
                    let id = format!("{PREFIX}{}", hash.chars().take(LENGTH).collect::<String>());
                    Held { id, memory: *memory, path: path.to_path_buf(), rule: one.rule, place: one.place }
                })
                .collect()
        }
    }
}

fn unreadable(path: &Path, error: &dyn std::fmt::Display) -> Vec<Held> {
    // A failure to print this does not matter: the rest is right.
    let _ = writeln!(io::stderr(), "byleave: {} cannot be read: {error}", escape::shown(&path.to_string_lossy()));
    Vec::new()
}

/// What an agent remembers, for programs.
#[derive(Serialize)]
struct HeldReport<'h> {
    id: &'h str,
    source: &'static str,
    agent: &'static str,
    pattern: &'h str,
    directory: Option<&'h str>,
    path: Cow<'h, str>,
}

impl Held {
    /// For programs.
    pub fn to_json(&self) -> Value {
        let report = HeldReport {
            id: &self.id,
            source: "agent",
            agent: self.memory.agent.name(),
            pattern: &self.rule,
            directory: self.place.as_deref(),
            path: self.path.to_string_lossy(),
        };
        serde_json::to_value(report).unwrap_or_default()
    }

    /// One line, and below it where it stands.
    pub fn show(&self, out: &mut dyn Write, screen: &Screen) -> Result<(), Failure> {
        writeln!(out, "  {}", painted(style::NAME, &cut(&self.rule, screen.width.saturating_sub(2))))?;
        let place = self.place.as_ref().map_or_else(String::new, |place| format!(" · in {place}"));
        let words = format!("{} · {}{place} · {}", self.id, self.memory.agent.title(), self.path.display());
        Ok(writeln!(out, "    {}", painted(style::LABEL, &cut(&words, screen.width.saturating_sub(4))))?)
    }

    /// Takes it out of its file. What was there is kept.
    fn take(&self) -> Result<PathBuf, Failure> {
        let broken = |error: &dyn std::fmt::Display| {
            Failure::Usage(format!("{} stays as it is: {error}", escape::shown(&self.path.to_string_lossy())))
        };
        let text = fs::read_to_string(&self.path).map_err(|error| broken(&error))?;
        let found = self.memory.read(&text).map_err(|error| broken(&error))?;
        // It was read a moment ago; the agent may have written since.
        let at = of(&self.memory, &self.path).iter().position(|one| one.id == self.id);
        let Some(one) = at.and_then(|at| found.get(at)) else { return Err(broken(&"it was changed meanwhile")) };
        let mut left = text.clone();
        left.replace_range(one.cut.clone(), "");
        let backup = keep(&self.path, text.as_bytes()).map_err(|error| broken(&error))?;
        write(&self.path, left.as_bytes(), None).map_err(|error| broken(&error))?;
        Ok(backup)
    }
}

/// Keeps a copy of a file.
fn keep(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let folder = state_directory().ok_or_else(|| io::Error::other("there is no home directory: set `HOME`"))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let backup = folder.join("backups").join(format!("{name}.{}", Timestamp::now().as_nanosecond()));
    write(&backup, bytes, Some(0o600))
}

/// Those of some names: all, or an error.
pub fn find(ids: &[&str]) -> Result<Vec<Held>, Failure> {
    let mut all = held();
    ids.iter()
        .map(|id| match all.iter().position(|one| one.id == *id) {
            Some(at) => Ok(all.swap_remove(at)),
            None => Err(Failure::Usage(format!(
                "no agent remembers `{}`; `byleave grants list --hosts` has them all",
                escape::shown(id)
            ))),
        })
        .collect()
}

/// Takes them back.
pub fn revoke(out: &mut dyn Write, found: &[Held]) -> Result<(), Failure> {
    for one in found {
        let backup = one.take()?;
        let agent = one.memory.agent.title();
        let (rule, backup) = (escape::shown(&one.rule), backup.to_string_lossy().into_owned());
        writeln!(out, "{} is revoked at {agent}: {rule}", one.id)?;
        writeln!(out, "    {}", painted(style::LABEL, &format!("the file as it was: {}", escape::shown(&backup))))?;
    }
    if !found.is_empty() {
        writeln!(out, "an agent that runs may have it in memory: start it again")?;
    }
    Ok(())
}
