//! A scratch folder for the demo, removed after it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::script::FILES;

/// The folder. Dropping it removes it.
pub struct Place {
    root: PathBuf,
}

impl Place {
    /// Makes the folder and the project in it.
    pub fn new() -> io::Result<Self> {
        let name = byleave_gate::ids::new("byleave");
        let root = std::env::temp_dir()
            .join(format!("byleave-{}", name.get(name.len().saturating_sub(8)..).unwrap_or("demo")));
        // The name is new, and creation fails if it exists: an existing folder may be a trap.
        create_private(&root)?;
        let place = Self { root };
        for (path, content) in FILES {
            place.write(path, content)?;
        }
        make_runnable(&place.project().join("check"))?;
        Ok(place)
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.root
    }

    /// The project.
    pub fn project(&self) -> PathBuf {
        self.root.join("weather")
    }

    /// The record of the demo.
    pub fn store(&self) -> PathBuf {
        self.root.join("state/record.db")
    }

    /// Writes a file of the project.
    pub fn write(&self, path: &str, content: &str) -> io::Result<()> {
        let path = self.project().join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, content)
    }

    /// Reads a file of the project.
    pub fn read(&self, path: &str) -> io::Result<String> {
        fs::read_to_string(self.project().join(path))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // If it cannot be removed, it stays in the directory for temporary files; there is no one to tell.
        let _ = fs::remove_dir_all(&self.root);
    }
}

#[cfg(unix)]
fn create_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(path)
}

#[cfg(unix)]
fn make_runnable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn create_private(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

#[cfg(not(unix))]
fn make_runnable(_: &Path) -> io::Result<()> {
    Ok(())
}
