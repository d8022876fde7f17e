//! The user's trust: pinned files and levels of projects.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use byleave_config::Level;
use byleave_policy::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::LoadError;
use super::places::state_directory;
use super::sources::Sources;

/// Larger files are no state and no policy.
pub const LARGEST: u64 = 16 << 20;

/// The user's trust. Paths are real and absolute.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Trust {
    /// Files and the hash of the content that is trusted.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// Projects and how far they are trusted.
    #[serde(default)]
    pub levels: BTreeMap<String, String>,
}

/// The hash that pins a content.
#[must_use]
pub fn pin(content: &[u8]) -> String {
    format!("sha256:{}", hex(&Sha256::digest(content)))
}

impl Trust {
    /// Reads the trust. Without a file there is no trust.
    ///
    /// # Errors
    ///
    /// If it is broken, or writable by others.
    pub fn load() -> Result<Self, LoadError> {
        Self::load_noting(&mut Sources::default())
    }

    /// The same, and remembers what was there.
    pub(super) fn load_noting(sources: &mut Sources) -> Result<Self, LoadError> {
        let Some(path) = state_directory().map(|directory| directory.join("trust.json")) else {
            return Ok(Self::default());
        };
        let read = fs::read_to_string(&path);
        sources.add(&path, read.as_ref().ok().map(|text| text.clone().into_bytes()));
        let text = match read {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(broken(&path, &error.to_string())),
        };
        check_owner(&path)?;
        serde_json::from_str(&text).map_err(|error| broken(&path, &error.to_string()))
    }

    /// Writes the trust, whole or not at all, for the user alone.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn save(&self) -> Result<(), LoadError> {
        let directory = state_directory().ok_or(LoadError::NoHome)?;
        create(&directory)?;
        let path = directory.join("trust.json");
        let draft = directory.join(format!("trust.json.{}", std::process::id()));
        let text = serde_json::to_string_pretty(self).map_err(|error| broken(&path, &error.to_string()))?;
        let written = write_private(&draft, text.as_bytes()).and_then(|()| fs::rename(&draft, &path));
        written.map_err(|error| broken(&path, &error.to_string()))
    }

    /// Whether exactly this content of this file is trusted.
    #[must_use]
    pub fn has(&self, path: &Path, content: &[u8]) -> bool {
        self.files.get(&key(path)).is_some_and(|pinned| *pinned == pin(content))
    }

    /// How far a project is trusted.
    #[must_use]
    pub fn level(&self, project: &Path) -> Level {
        // Most people set none, and to ask the disk for the real path takes time.
        if self.levels.is_empty() {
            return Level::default();
        }
        self.levels.get(&key(project)).and_then(|name| Level::find(name)).unwrap_or_default()
    }
}

/// The real path of a file, as far as there is one.
#[must_use]
pub fn key(path: &Path) -> String {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()).to_string_lossy().into_owned()
}

fn broken(path: &Path, why: &str) -> LoadError {
    LoadError::State { path: path.to_path_buf(), why: why.to_owned() }
}

#[cfg(unix)]
fn create(directory: &Path) -> Result<(), LoadError> {
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
    let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(directory);
    let private = made.and_then(|()| fs::set_permissions(directory, fs::Permissions::from_mode(0o700)));
    private.map_err(|error| broken(directory, &error.to_string()))
}

#[cfg(unix)]
fn write_private(path: &Path, content: &[u8]) -> io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(content)?;
    file.sync_all()
}

#[cfg(unix)]
fn check_owner(path: &Path) -> Result<(), LoadError> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(path).map_err(|error| broken(path, &error.to_string()))?.permissions().mode();
    if mode & 0o022 == 0 { Ok(()) } else { Err(broken(path, "others may write it")) }
}

#[cfg(not(unix))]
fn create(directory: &Path) -> Result<(), LoadError> {
    fs::create_dir_all(directory).map_err(|error| broken(directory, &error.to_string()))
}

#[cfg(not(unix))]
fn write_private(path: &Path, content: &[u8]) -> io::Result<()> {
    fs::write(path, content)
}

#[cfg(not(unix))]
fn check_owner(_: &Path) -> Result<(), LoadError> {
    Ok(())
}
