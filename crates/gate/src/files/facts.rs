//! What proofs rest on, as raw values: what is at a path, what a file holds, what lies in a directory, and the variables of the process.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::LazyLock;

use byleave_policy::proof::{At, Disk as Facts, Environment, Kind};

use super::Disk;
use super::trust::Trust;

/// The variables that a command inherits from this process. One that is no text is left out: no name that matters is such.
pub(super) fn environment() -> &'static Environment {
    static ENVIRONMENT: LazyLock<Environment> = LazyLock::new(|| {
        let text = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.to_string_lossy().into_owned())));
        text.collect()
    });
    &ENVIRONMENT
}

impl Facts for Disk {
    fn at(&self, path: &str) -> At {
        let found = match fs::symlink_metadata(path) {
            Ok(found) => found.file_type(),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return At::Nothing,
            Err(_) => return At::Unreadable,
        };
        if found.is_dir() {
            At::Directory
        } else if found.is_file() {
            At::File
        } else if found.is_symlink() {
            let target = fs::read_link(path).ok().and_then(|target| target.into_os_string().into_string().ok());
            target.map_or(At::Unreadable, At::Link)
        } else {
            At::Other
        }
    }

    fn bytes(&self, path: &str, limit: usize) -> Option<Vec<u8>> {
        read(path, limit)
    }

    fn names(&self, directory: &str, limit: usize) -> Option<Vec<(String, Kind)>> {
        list(directory, limit)
    }

    fn is_trusted(&self, path: &str, bytes: &[u8]) -> bool {
        Trust::load().is_ok_and(|trust| trust.has(Path::new(path), bytes))
    }
}

/// The bytes of an ordinary file that has at most so many. The kind is looked at first: opening a pipe may wait for ever.
fn read(path: &str, limit: usize) -> Option<Vec<u8>> {
    let found = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file)?;
    let length = usize::try_from(found.len()).ok().filter(|length| *length <= limit)?;
    let mut bytes = Vec::with_capacity(length);
    let most = u64::try_from(limit).ok()?.saturating_add(1);
    fs::File::open(path).ok()?.take(most).read_to_end(&mut bytes).ok()?;
    (bytes.len() <= limit).then_some(bytes)
}

fn list(directory: &str, limit: usize) -> Option<Vec<(String, Kind)>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory).ok()? {
        let entry = entry.ok()?;
        let kind = entry.file_type().ok()?;
        let kind = match kind {
            kind if kind.is_dir() => Kind::Directory,
            kind if kind.is_symlink() => Kind::Link,
            _ => Kind::File,
        };
        if names.len() >= limit {
            return None;
        }
        names.push((entry.file_name().into_string().ok()?, kind));
    }
    Some(names)
}
