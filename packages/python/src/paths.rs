//! Where a call is made.

use std::path::{Path, PathBuf};

use byleave::files;

/// The directory, the project and the home directory that count if a caller says nothing.
#[derive(Clone, Debug)]
pub struct Place {
    pub cwd: Option<PathBuf>,
    pub project: PathBuf,
    pub home: PathBuf,
}

impl Place {
    pub fn new(cwd: Option<PathBuf>, project: Option<PathBuf>, home: Option<PathBuf>) -> Self {
        let cwd = cwd.map(|cwd| std::path::absolute(&cwd).unwrap_or(cwd));
        let project = project.map(|project| std::path::absolute(&project).unwrap_or(project));
        let project = project.unwrap_or_else(|| files::project_of(&cwd.clone().unwrap_or_else(current)));
        let home = home.or_else(files::home).unwrap_or_else(|| PathBuf::from("/"));
        Self { cwd, project, home }
    }

    /// The directory of a call: its own, this place's, the process's.
    pub fn cwd(&self, own: Option<PathBuf>) -> String {
        let own = own.map(|own| std::path::absolute(&own).unwrap_or(own));
        text(&own.or_else(|| self.cwd.clone()).unwrap_or_else(current))
    }
}

/// The process's directory.
pub fn current() -> PathBuf {
    std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"))
}

/// A path as the engine takes it.
pub fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
