//! What `byleave init` wrote, and what was there before: enough to put every byte back.

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use byleave_gate::files::{pin, state_directory};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// All files that were written.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    files: Vec<Written>,
}

/// A file that was written.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// For this agent.
    pub agent: String,
    /// Where.
    pub path: PathBuf,
    /// The name of the backup; none if there was no file.
    pub backup: Option<String>,
    /// The hash of what was written.
    pub after: String,
    /// Folders that were made for it, the outermost first.
    pub made: Vec<PathBuf>,
}

fn folder() -> Result<PathBuf, Failure> {
    state_directory().ok_or_else(|| Failure::Usage("there is no home directory: set `HOME`".to_owned()))
}

fn broken(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Usage(format!("{}: {error}", path.display()))
}

impl Kept {
    /// What is kept.
    pub fn load() -> Result<Self, Failure> {
        let path = folder()?.join("agents.json");
        match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| broken(&path, &error)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(broken(&path, &error)),
        }
    }

    /// Keeps it.
    fn save(&self) -> Result<(), Failure> {
        let path = folder()?.join("agents.json");
        let bytes = serde_json::to_vec_pretty(self).map_err(|error| broken(&path, &error))?;
        write(&path, &bytes, Some(0o600)).map(|_| ()).map_err(|error| broken(&path, &error))
    }

    /// What was written to a file.
    pub fn find(&self, path: &Path) -> Option<&Written> {
        self.files.iter().find(|file| file.path == path)
    }

    /// What was written for agents, the last first: the first made the folders that the others are in.
    pub fn of(&self, is_meant: impl Fn(&str) -> bool) -> Vec<Written> {
        self.files.iter().rev().filter(|file| is_meant(&file.agent)).cloned().collect()
    }

    /// Writes a file, and keeps what `uninstall` is to put back first.
    pub fn put(
        &mut self,
        agent: &str,
        path: &Path,
        before: Option<&[u8]>,
        after: &[u8],
        mode: Option<u32>,
    ) -> Result<(), Failure> {
        let folder = folder()?.join("backups");
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder).map_err(|error| broken(&folder, &error))?;
        let backup = match before {
            None => None,
            Some(bytes) => {
                let name = pin(path.to_string_lossy().as_bytes()).replace("sha256:", "");
                write(&folder.join(&name), bytes, Some(0o600)).map_err(|error| broken(&folder, &error))?;
                Some(name)
            }
        };
        let old = self.find(path).map(|file| file.made.clone()).unwrap_or_default();
        let folders = if old.is_empty() { missing(path) } else { old };
        self.files.retain(|file| file.path != path);
        let (agent, path_kept, after_pin) = (agent.to_owned(), path.to_owned(), pin(after));
        self.files.push(Written { agent, path: path_kept, backup, after: after_pin, made: folders });
        // On record before the file changes: a crash in between leaves a backup of what is still there.
        self.save()?;
        write(path, after, mode).map(|_| ()).map_err(|error| broken(path, &error))
    }

    /// The bytes that were there before.
    pub fn before(file: &Written) -> Result<Option<Vec<u8>>, Failure> {
        let Some(name) = &file.backup else { return Ok(None) };
        let path = folder()?.join("backups").join(name);
        fs::read(&path).map(Some).map_err(|error| broken(&path, &error))
    }

    /// Puts a file back as it shall be, and forgets it.
    pub fn restore(&mut self, file: &Written, content: Option<&[u8]>) -> Result<(), Failure> {
        if let Some(bytes) = content {
            write(&file.path, bytes, None).map(|_| ()).map_err(|error| broken(&file.path, &error))?;
        } else {
            // Of a link that led nowhere, what byleave made goes, and the link stays.
            match fs::remove_file(behind(&file.path)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(broken(&file.path, &error)),
                Ok(()) | Err(_) => {}
            }
            for folder in file.made.iter().rev() {
                // One that is in use by now stays.
                let _ = fs::remove_dir(folder);
            }
        }
        self.files.retain(|known| known.path != file.path);
        self.save()
    }
}

/// The folders that a file needs and that are not there, the outermost first.
fn missing(path: &Path) -> Vec<PathBuf> {
    let mut missing: Vec<PathBuf> =
        path.ancestors().skip(1).take_while(|folder| !folder.exists()).map(Path::to_path_buf).collect();
    missing.reverse();
    missing
}

/// What a path leads to, also where nothing is there yet.
fn behind(path: &Path) -> PathBuf {
    let mut real = path.to_path_buf();
    // As many links as systems follow.
    for _ in 0..40 {
        let Ok(target) = fs::read_link(&real) else { break };
        real = real.parent().unwrap_or(Path::new("/")).join(target);
    }
    fs::canonicalize(&real).unwrap_or(real)
}

/// Writes a file whole or not at all, through a link if it is one, with the rights it had.
pub fn write(path: &Path, bytes: &[u8], mode: Option<u32>) -> io::Result<PathBuf> {
    let real = behind(path);
    let folder = real.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(folder)?;
    let had = fs::metadata(&real).ok().map(|found| found.permissions().mode() & 0o7777);
    let mode = had.or(mode).unwrap_or(0o644);
    let name = real.file_name().unwrap_or_default().to_string_lossy();
    let draft = folder.join(format!(".{name}.byleave-{}", std::process::id()));
    let written = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft).and_then(|mut file| {
        file.write_all(bytes)?;
        file.set_permissions(fs::Permissions::from_mode(mode))?;
        file.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&draft, &real));
    if done.is_err() {
        let _ = fs::remove_file(&draft);
    }
    done.map(|()| real)
}
