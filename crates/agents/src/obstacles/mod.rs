//! What keeps an agent from starting the hooks that are registered: the layers of its settings, in the order in which they win.
//!
//! A registered hook that refuses when it is started proves nothing if the agent does not start it. Every agent has settings that
//! switch hooks off, and most of them read some of these settings from the project: a repository that was cloned may bring them.

mod claude;
pub(crate) mod codex;
mod copilot;
mod gemini;

pub(crate) use self::gemini::NAME as GEMINI_HOOK;

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::agent::Agent;
use crate::jsonc;
use crate::surroundings::Surroundings;

/// Something that keeps an agent from starting a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The file or the variable that says so.
    pub place: String,
    /// What it says.
    pub why: String,
    /// What the user does about it.
    pub remedy: String,
    /// The event whose hook does not start; none for all of them.
    pub event: Option<&'static str>,
}

/// Where an agent is started.
#[derive(Debug)]
pub struct Ground<'g> {
    /// The user's home directory.
    pub home: &'g Path,
    /// The directory in which the agent is started, and those above it up to the root of the project.
    pub folders: Vec<PathBuf>,
    /// What the administrator's settings lie below: `/`.
    pub root: &'g Path,
    /// The environment.
    pub around: &'g Surroundings,
}

impl Obstacle {
    fn new(place: impl Into<String>, why: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { place: place.into(), why: why.into(), remedy: remedy.into(), event: None }
    }

    fn at(path: &Path, why: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(path.to_string_lossy(), why, remedy)
    }

    /// Whether it is about the hook of this event.
    #[must_use]
    pub fn concerns(&self, event: &str) -> bool {
        self.event.is_none_or(|only| only == event)
    }
}

impl<'g> Ground<'g> {
    /// The ground of an agent that is started in `cwd`, in a project.
    #[must_use]
    pub fn of(home: &'g Path, cwd: &Path, project: &Path, around: &'g Surroundings) -> Self {
        let inside = cwd.ancestors().take_while(|folder| folder.starts_with(project)).map(Path::to_path_buf);
        let mut folders: Vec<PathBuf> = inside.collect();
        if folders.is_empty() {
            folders.push(cwd.to_path_buf());
        }
        Self { home, folders, root: Path::new("/"), around }
    }

    /// A file of the administrator's.
    fn system(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }
}

impl Agent {
    /// What keeps this agent from starting its hooks here, as far as files and variables tell.
    #[must_use]
    pub fn obstacles(self, ground: &Ground<'_>) -> Vec<Obstacle> {
        let mut found = match self {
            Self::Claude => claude::obstacles(ground),
            Self::Codex => codex::obstacles(ground),
            Self::Gemini => gemini::obstacles(ground),
            Self::Copilot => copilot::obstacles(ground),
            Self::OpenCode => variable(ground, "OPENCODE_PURE", "opencode loads no plug-ins").into_iter().collect(),
            // No file and no variable that byleave knows of switches their hooks off; settings of editors are their own.
            Self::Cursor | Self::VsCode | Self::Cline | Self::Windsurf => Vec::new(),
        };
        found.extend(moved(self, ground));
        found.dedup();
        found
    }

    /// The administrator's files in which this agent's hooks may be registered for all users.
    #[must_use]
    pub const fn managed(self) -> &'static [&'static str] {
        match self {
            Self::Claude if cfg!(target_os = "macos") => &[
                "/Library/Application Support/ClaudeCode/managed-settings.json",
                "/etc/claude-code/managed-settings.json",
            ],
            Self::Claude => &["/etc/claude-code/managed-settings.json"],
            Self::Codex => &["/etc/codex/hooks.json"],
            Self::Gemini if cfg!(target_os = "macos") => &["/Library/Application Support/GeminiCli/settings.json"],
            Self::Gemini => &["/etc/gemini-cli/settings.json"],
            Self::Cursor => &["/etc/cursor/hooks.json"],
            Self::Copilot | Self::VsCode | Self::Cline | Self::OpenCode | Self::Windsurf => &[],
        }
    }
}

/// Settings in another folder than the one in which byleave is registered.
fn moved(agent: Agent, ground: &Ground<'_>) -> Option<Obstacle> {
    let (name, settings) = match agent {
        Agent::Claude => ("CLAUDE_CONFIG_DIR", "settings.json"),
        Agent::Codex => ("CODEX_HOME", "hooks.json"),
        Agent::Gemini => ("GEMINI_CLI_HOME", ".gemini/settings.json"),
        Agent::Copilot => ("COPILOT_HOME", "hooks/byleave.json"),
        Agent::Cursor | Agent::VsCode | Agent::Cline | Agent::OpenCode | Agent::Windsurf => return None,
    };
    let there = Path::new(&ground.around.variable(name)?).join(settings);
    let is_there = std::fs::read_to_string(&there).is_ok_and(|text| crate::line::is_ours(&text));
    let why = format!("{} then reads {}, in which byleave is not registered", agent.title(), there.display());
    (!is_there).then(|| {
        Obstacle::new(format!("the variable {name}"), why, format!("unset {name}, or copy byleave's hooks there"))
    })
}

/// A variable that switches hooks off.
fn variable(ground: &Ground<'_>, name: &str, why: &str) -> Option<Obstacle> {
    let value = ground.around.variable(name)?;
    let off = ["0", "false"].contains(&value.as_str());
    (!off).then(|| Obstacle::new(format!("the variable {name}"), why, format!("unset {name}")))
}

/// One layer of settings.
struct Layer {
    path: PathBuf,
    says: Value,
}

/// The layers that are there, and those that cannot be read: an agent may then not read them either, or read them otherwise.
fn layers(paths: impl IntoIterator<Item = PathBuf>) -> (Vec<Layer>, Vec<Obstacle>) {
    let (mut there, mut broken) = (Vec::new(), Vec::new());
    for path in paths {
        match read(&path) {
            Ok(Some(says)) => there.push(Layer { path, says }),
            Ok(None) => {}
            Err(why) => broken.push(Obstacle::at(&path, why, "repair the file")),
        }
    }
    (there, broken)
}

/// What a file of settings says; none if there is none.
fn read(path: &Path) -> Result<Option<Value>, String> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(format!("it cannot be read: {error}")),
    };
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Ok(None);
    }
    if path.extension().is_some_and(|end| end == "toml") {
        return codex::toml(&text).map(Some);
    }
    serde_json::from_str(&jsonc::plain(&text)).map(Some).map_err(|error| format!("it is not JSON: {error}"))
}

/// The layer that wins for a switch, if it is set to this.
fn winner<'l>(layers: &'l [Layer], pointer: &str, to: bool) -> Option<&'l Layer> {
    let set = |layer: &&Layer| layer.says.pointer(pointer).is_some_and(Value::is_boolean);
    let last = layers.iter().rfind(set)?;
    (last.says.pointer(pointer).and_then(Value::as_bool) == Some(to)).then_some(last)
}
