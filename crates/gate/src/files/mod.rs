//! Policy files and trust on the disk.

mod disk;
mod disk_from;
mod facts;
mod load;
mod places;
mod sources;
mod trust;
mod walk;

use std::io;
use std::path::{Path, PathBuf};

use annotate_snippets::Renderer;
use byleave_config::Problems;
use thiserror::Error;

pub use disk::Disk;
pub use disk_from::DiskFrom;
pub use load::{Loaded, Used, content, load, load_from, load_only, project_files, read_content, read_file};
pub use places::{config_directory, home, state_directory};
pub use sources::Sources;
pub use trust::{LARGEST, Trust, key, pin};

/// Why byleave could not load a policy.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file is not text.
    #[error("{} is not UTF-8 text", .0.display())]
    NotText(PathBuf),
    /// A file is broken, so byleave does not start with it.
    #[error("{problems}")]
    Broken {
        /// All its mistakes.
        problems: Problems,
        /// Its text.
        text: String,
    },
    /// A file that byleave itself writes is broken.
    #[error("{}: {why}; repair or remove it", path.display())]
    State {
        /// Where.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// There is no home directory.
    #[error("`HOME` is not set")]
    NoHome,
}

impl LoadError {
    /// For people: with the lines a broken file is broken at.
    #[must_use]
    pub fn render(&self, renderer: &Renderer) -> String {
        match self {
            Self::Broken { problems, text } => {
                let shown: Vec<String> = problems.0.iter().map(|problem| problem.render(text, renderer)).collect();
                shown.join("\n\n")
            }
            Self::Unreadable { .. } | Self::NotText(_) | Self::State { .. } | Self::NoHome => self.to_string(),
        }
    }
}

pub(crate) fn unreadable(path: &Path, error: io::Error) -> LoadError {
    LoadError::Unreadable { path: path.to_path_buf(), error }
}

/// The nearest ancestor with `.git`, `.byleave` or `.co` that is neither the root nor the home directory, else the
/// directory itself.
#[must_use]
pub fn project_of(cwd: &Path) -> PathBuf {
    let home = home();
    let marks = [".git", ".byleave", ".co"];
    let marked = |path: &&Path| marks.iter().any(|mark| path.join(mark).exists());
    let possible = |path: &&Path| home.as_deref() != Some(*path) && path.parent().is_some();
    cwd.ancestors().filter(possible).find(marked).unwrap_or(cwd).to_path_buf()
}
