//! What a policy was read from, so that a long-lived process notices when that changes.

use std::path::{Path, PathBuf};

use super::content;

/// Every file that byleave looked at for a policy, with its content then; also the files that were not there.
///
/// The content and not the time of the last change: two changes within one tick of a file system's clock are two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources(Vec<(PathBuf, Option<Vec<u8>>)>);

impl Sources {
    /// Some files, as they are now.
    #[must_use]
    pub fn of(paths: &[&Path]) -> Self {
        Self(paths.iter().map(|path| (path.to_path_buf(), content(path).ok())).collect())
    }

    pub(super) fn add(&mut self, path: &Path, content: Option<Vec<u8>>) {
        self.0.push((path.to_path_buf(), content));
    }

    /// The same files as they are now.
    #[must_use]
    pub fn now(&self) -> Self {
        Self(self.0.iter().map(|(path, _)| (path.clone(), content(path).ok())).collect())
    }

    /// The files that have another content now, that are gone, or that are new.
    #[must_use]
    pub fn changed(&self) -> Vec<PathBuf> {
        let other = |(path, before): &&(PathBuf, Option<Vec<u8>>)| content(path).ok() != *before;
        self.0.iter().filter(other).map(|(path, _)| path.clone()).collect()
    }

    /// The content of a file, as it was read.
    #[must_use]
    pub fn content(&self, path: &Path) -> Option<&[u8]> {
        let (_, content) = self.0.iter().find(|(one, _)| one == path)?;
        content.as_deref()
    }
}
