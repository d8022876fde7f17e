//! The files of a project, as far as they show what it is built with.

use std::fs;
use std::path::{Path, PathBuf};

use super::kits::PASSED_OVER;

/// Folders below the project that are looked into, at most so deep.
const DEEPEST: usize = 6;

/// More entries than this are not looked at: a person waits.
const MOST: usize = 50_000;

/// More of a file is not read.
const LONGEST: u64 = 256 << 10;

/// A file of the tree.
pub struct Found {
    /// Its name.
    pub name: String,
    /// Where it is, as seen from the project.
    pub place: String,
}

/// The names of a project's files, those nearest to its root first.
pub struct Tree {
    root: PathBuf,
    files: Vec<Found>,
}

impl Tree {
    /// Looks through a project. Links are not followed: what they lead to is another project's.
    pub fn of(root: &Path) -> Self {
        let (mut files, mut left) = (Vec::new(), MOST);
        let mut level = vec![root.to_path_buf()];
        for _ in 0..=DEEPEST {
            let mut below = Vec::new();
            for folder in &level {
                let Ok(entries) = fs::read_dir(folder) else { continue };
                let mut entries: Vec<_> = entries.flatten().take(left).collect();
                left = left.saturating_sub(entries.len());
                entries.sort_by_key(fs::DirEntry::file_name);
                for entry in entries {
                    let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else { continue };
                    if kind.is_dir() && !name.starts_with('.') && !PASSED_OVER.contains(&&*name) {
                        below.push(entry.path());
                    } else if kind.is_file() {
                        let path = entry.path();
                        let place = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
                        files.push(Found { name, place });
                    }
                }
            }
            level = below;
        }
        Self { root: root.to_path_buf(), files }
    }

    /// All files.
    pub fn files(&self) -> impl Iterator<Item = &Found> {
        self.files.iter()
    }

    /// Whether a file is at a path, seen from the root.
    pub fn has(&self, path: &str) -> bool {
        fs::symlink_metadata(self.root.join(path)).is_ok_and(|found| found.is_file())
    }

    /// Whether git has a remote at GitHub.
    pub fn is_on_github(&self) -> bool {
        fs::read_to_string(self.root.join(".git/config")).is_ok_and(|text| text.contains("github.com"))
    }

    /// What a file says, if it is text and not too long.
    pub fn text(&self, file: &Found) -> String {
        let path = self.root.join(&file.place);
        let is_short = fs::metadata(&path).is_ok_and(|found| found.len() <= LONGEST);
        if is_short { fs::read_to_string(&path).unwrap_or_default() } else { String::new() }
    }
}
