//! What people accepted of servers and their tools, and what the servers say of themselves now.
//!
//! Two files for each server: what was seen, which gates write, and what was accepted, which only `byleave mcp pins accept`
//! writes, at a terminal. No gate can accept anything by mistake, and neither writer can overwrite the other's file.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use byleave_gate::files::state_directory;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::tool;

/// Larger files are no pins.
const LARGEST: u64 = 32 << 20;

/// More tools than this no server has.
pub const MOST_TOOLS: usize = 4096;

/// What is known of a server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// How it is started: its command line, or its address.
    #[serde(default)]
    pub start: Option<String>,
    /// The name and the version it gives itself.
    #[serde(default)]
    pub version: Option<String>,
    /// Its tools, as they were told.
    #[serde(default)]
    pub tools: BTreeMap<String, Value>,
}

/// Why pins cannot be used. Nothing is accepted then.
#[derive(Debug, Error)]
pub enum PinError {
    /// There is no place for them.
    #[error("there is no home directory: set `HOME` to an absolute path")]
    NoHome,
    /// A file is broken, or cannot be read or written.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
}

/// The directory of all pins.
#[derive(Clone, Debug)]
pub struct Pins {
    directory: PathBuf,
}

impl Pins {
    /// Where the user's pins are.
    ///
    /// # Errors
    ///
    /// If there is no home directory.
    pub fn of_user() -> Result<Self, PinError> {
        Ok(Self { directory: state_directory().ok_or(PinError::NoHome)?.join("mcp") })
    }

    /// Pins in a directory of their own.
    #[must_use]
    pub fn at(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into() }
    }

    fn path(&self, server: &str, kind: &str) -> PathBuf {
        self.directory.join(format!("{server}.{kind}.json"))
    }

    /// What people accepted of a server.
    ///
    /// # Errors
    ///
    /// If the file is broken, or others may write it.
    pub fn accepted(&self, server: &str) -> Result<Server, PinError> {
        read(&self.path(server, "accepted"))
    }

    /// The time of the last change of what people accepted, for gates that look again.
    #[must_use]
    pub fn changed(&self, server: &str) -> Option<std::time::SystemTime> {
        fs::metadata(self.path(server, "accepted")).and_then(|found| found.modified()).ok()
    }

    /// What a server last said of itself.
    ///
    /// # Errors
    ///
    /// If the file is broken, or others may write it.
    pub fn seen(&self, server: &str) -> Result<Server, PinError> {
        read(&self.path(server, "seen"))
    }

    /// Writes down what people accepted.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn accept(&self, server: &str, accepted: &Server) -> Result<(), PinError> {
        write(&self.directory, &self.path(server, "accepted"), accepted)
    }

    /// Writes down what a server says of itself.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn saw(&self, server: &str, seen: &Server) -> Result<(), PinError> {
        write(&self.directory, &self.path(server, "seen"), seen)
    }

    /// The servers that were seen.
    #[must_use]
    pub fn servers(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.directory).into_iter().flatten().filter_map(Result::ok);
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> =
            names.filter_map(|name| name.strip_suffix(".seen.json").map(str::to_owned)).collect();
        names.sort();
        names
    }

    /// The tools of other servers whose names may be taken for this one's, as `server: tool`.
    #[must_use]
    pub fn shadows(&self, server: &str, tool: &str) -> Vec<String> {
        let meant = tool::likeness(tool);
        let others = self.servers().into_iter().filter(|other| other != server);
        let mut found = Vec::new();
        for other in others {
            let Ok(seen) = self.seen(&other) else { continue };
            found.extend(
                seen.tools.keys().filter(|name| tool::likeness(name) == meant).map(|name| format!("{other}: {name}")),
            );
        }
        found
    }
}

/// What a tool is to the people who accept tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is as it was accepted.
    Accepted,
    /// No person accepted it yet.
    New,
    /// It is not as it was accepted.
    Changed,
    /// Its server is started otherwise than it was, or is another version.
    Moved(String),
}

impl Server {
    /// What a tool of this name is, as its server describes it now.
    #[must_use]
    pub fn standing(&self, now: &Self, name: &str, tool: &Map<String, Value>) -> Standing {
        let Some(accepted) = self.tools.get(name).and_then(Value::as_object) else { return Standing::New };
        if tool::hash(accepted) != tool::hash(tool) {
            return Standing::Changed;
        }
        match self.moved(now) {
            Some(how) => Standing::Moved(how),
            None => Standing::Accepted,
        }
    }

    /// What is different about the server itself.
    #[must_use]
    pub fn moved(&self, now: &Self) -> Option<String> {
        let said = |text: &Option<String>| crate::message::shown(text.as_deref().unwrap_or("nothing"));
        if self.start != now.start {
            return Some(format!("it was started as `{}` and now as `{}`", said(&self.start), said(&now.start)));
        }
        // A server that was not asked for its version yet has not changed it.
        if now.version.is_some() && self.version != now.version {
            return Some(format!("it called itself `{}` and now `{}`", said(&self.version), said(&now.version)));
        }
        None
    }
}

fn read(path: &Path) -> Result<Server, PinError> {
    let broken = |why: String| PinError::File { path: path.to_path_buf(), why };
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Server::default()),
        Err(error) => return Err(broken(error.to_string())),
        Ok(found) if !found.is_file() || found.len() > LARGEST => {
            return Err(broken("it is not a file of pins".to_owned()));
        }
        Ok(found) => check(path, &found)?,
    }
    let text = fs::read_to_string(path).map_err(|error| broken(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| broken(format!("it is broken: {error}; move it away to begin anew")))
}

#[cfg(unix)]
fn check(path: &Path, found: &fs::Metadata) -> Result<(), PinError> {
    use std::os::unix::fs::PermissionsExt as _;
    if found.permissions().mode() & 0o022 != 0 {
        let why = "others may write it; take that away with `chmod go-w`".to_owned();
        return Err(PinError::File { path: path.to_path_buf(), why });
    }
    Ok(())
}

#[cfg(not(unix))]
fn check(_: &Path, _: &fs::Metadata) -> Result<(), PinError> {
    Ok(())
}

fn write(directory: &Path, path: &Path, server: &Server) -> Result<(), PinError> {
    let broken = |error: io::Error| PinError::File { path: path.to_path_buf(), why: error.to_string() };
    create(directory).map_err(broken)?;
    let text = serde_json::to_string_pretty(server).map_err(io::Error::other).map_err(broken)?;
    let draft = path.with_extension(format!("{}.draft", byleave_gate::ids::new("pin")));
    let written = private(&draft).and_then(|mut file| file.write_all(text.as_bytes()));
    written.and_then(|()| fs::rename(&draft, path)).map_err(broken)
}

#[cfg(unix)]
fn create(directory: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(directory)
}

#[cfg(unix)]
fn private(path: &Path) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

#[cfg(not(unix))]
fn create(directory: &Path) -> io::Result<()> {
    fs::create_dir_all(directory)
}

#[cfg(not(unix))]
fn private(path: &Path) -> io::Result<fs::File> {
    fs::OpenOptions::new().write(true).create_new(true).open(path)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Server, Standing};

    fn server(start: &str, version: Option<&str>, tools: &Value) -> Server {
        let tools = tools.as_object().cloned().unwrap_or_default().into_iter().collect();
        Server { start: Some(start.to_owned()), version: version.map(str::to_owned), tools }
    }

    #[test]
    fn a_tool_counts_only_as_it_was_accepted_and_from_the_server_that_was_accepted() {
        let tool = json!({"name": "a", "description": "one"});
        let accepted = server("npx a", Some("a 1"), &json!({"a": tool}));
        let changed = json!({"name": "a", "description": "one."});
        for (now, name, seen, expected) in [
            (("npx a", Some("a 1")), "a", &tool, "accepted"),
            (("npx a", None), "a", &tool, "accepted"),
            (("npx a", Some("a 1")), "b", &tool, "new"),
            (("npx a", Some("a 1")), "a", &changed, "changed"),
            (("npx a -x", Some("a 1")), "a", &tool, "moved"),
            (("npx a", Some("a 2")), "a", &tool, "moved"),
        ] {
            let now = server(now.0, now.1, &json!({}));
            let standing = match accepted.standing(&now, name, seen.as_object().expect("a tool")) {
                Standing::Accepted => "accepted",
                Standing::New => "new",
                Standing::Changed => "changed",
                Standing::Moved(_) => "moved",
            };
            assert_eq!(standing, expected, "{now:?} {name} {seen}");
        }
    }
}
