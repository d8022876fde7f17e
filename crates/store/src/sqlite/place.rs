//! The place of the file, and the check that no other user can write it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use byleave_gate::StoreError;

use super::fault::unusable;

/// The default place.
pub fn default() -> Result<PathBuf, StoreError> {
    let own = byleave_gate::files::state_directory().ok_or_else(|| {
        StoreError::Unusable("there is no home directory: set `HOME` to an absolute path, or name a file".to_owned())
    })?;
    Ok(own.join("record.db"))
}

/// The anchor file, beside the database.
pub fn anchor(database: &Path) -> PathBuf {
    database.with_extension("head")
}

/// What to do if there is no file yet.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    /// Create it, with its directory.
    Make,
    /// Return an error.
    Fail,
}

/// The smallest database is one page of this size.
const SMALLEST: u64 = 512;

/// Checks the place, creates what is missing, and returns the real path.
pub fn prepare(path: &Path, absent: Absent) -> Result<PathBuf, StoreError> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(unusable(path, "it names no file"));
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if anchor(path) == path {
        return Err(unusable(path, "a name that ends in `.head` is kept for the head of the chain; choose another"));
    }
    if absent == Absent::Make {
        make_folder(folder).map_err(|error| unusable(folder, &format!("cannot be made: {error}")))?;
    }
    let missing = || StoreError::Missing(format!("record at `{}`", path.display()));
    check_folder(folder, absent)?.ok_or_else(missing)?;
    // The database refuses links anywhere in a path; links above the folder are the user's own choice.
    let folder = fs::canonicalize(folder).map_err(|error| unusable(folder, &error.to_string()))?;
    let path = folder.join(name);
    if absent == Absent::Make {
        make_file(&path).map_err(|error| unusable(&path, &format!("cannot be made: {error}")))?;
    }
    let found = check_file(&path, absent)?.ok_or_else(missing)?;
    // The database takes a file that is too short for its header as an empty one, and would overwrite it.
    if (1..SMALLEST).contains(&found.len()) {
        let shown = path.display();
        return Err(StoreError::Corrupt(format!(
            "`{shown}`: it is not a database; move it away to begin a new record"
        )));
    }
    for side in ["-wal", "-shm"] {
        let mut beside = path.clone().into_os_string();
        beside.push(side);
        check_file(Path::new(&beside), Absent::Fail)?;
    }
    check_file(&anchor(&path), Absent::Fail)?;
    Ok(path)
}

/// What is known of a path itself, without following a link.
fn look(path: &Path) -> Result<Option<fs::Metadata>, StoreError> {
    match fs::symlink_metadata(path) {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unusable(path, &error.to_string())),
    }
}

fn check_folder(path: &Path, absent: Absent) -> Result<Option<()>, StoreError> {
    let Some(found) = look(path)? else { return Ok(None) };
    if found.is_symlink() {
        // The engine's floors know the place by its name; a link would lead to a place they do not know.
        return Err(unusable(path, "it is a symbolic link; use the directory itself"));
    }
    if !found.is_dir() {
        return Err(unusable(path, "it is not a directory"));
    }
    check_mode(path, &found, absent).map(Some)
}

fn check_file(path: &Path, absent: Absent) -> Result<Option<fs::Metadata>, StoreError> {
    let Some(found) = look(path)? else { return Ok(None) };
    if !found.is_file() {
        return Err(unusable(path, "it is a link or not a regular file; remove it"));
    }
    check_links(path, &found)?;
    check_mode(path, &found, absent)?;
    Ok(Some(found))
}

#[cfg(unix)]
fn make_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Creates the file if there is none, for the user alone: the database creates its side files with the same mode.
#[cfg(unix)]
fn make_file(path: &Path) -> io::Result<()> {
    match create_private(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made.map(drop),
    }
}

/// Creates a file that only the user may read and write. If anything exists there, even a link, it is an error.
#[cfg(unix)]
pub fn create_private(path: &Path) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

#[cfg(unix)]
fn check_mode(path: &Path, found: &fs::Metadata, absent: Absent) -> Result<(), StoreError> {
    use std::os::unix::fs::PermissionsExt;
    let mode = found.permissions().mode();
    if mode & 0o022 != 0 {
        return Err(unusable(path, "others may write it; take that away with `chmod go-w`"));
    }
    // Checked here, because for root the database would not fail.
    if absent == Absent::Make && mode & 0o200 == 0 {
        return Err(unusable(path, "it is read-only; make it writable for yourself with `chmod u+w`"));
    }
    Ok(())
}

#[cfg(unix)]
fn check_links(path: &Path, found: &fs::Metadata) -> Result<(), StoreError> {
    use std::os::unix::fs::MetadataExt;
    if found.nlink() > 1 {
        return Err(unusable(
            path,
            "it has a second name (hard link), by which it could be changed unseen; remove that",
        ));
    }
    Ok(())
}

#[cfg(not(unix))]
fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

#[cfg(not(unix))]
fn make_file(path: &Path) -> io::Result<()> {
    fs::OpenOptions::new().append(true).create(true).open(path).map(drop)
}

/// Creates a file. If anything exists there, it is an error.
#[cfg(not(unix))]
pub fn create_private(path: &Path) -> io::Result<fs::File> {
    fs::OpenOptions::new().write(true).create_new(true).open(path)
}

#[cfg(not(unix))]
fn check_mode(path: &Path, found: &fs::Metadata, absent: Absent) -> Result<(), StoreError> {
    if absent == Absent::Make && found.permissions().readonly() {
        return Err(unusable(path, "it is read-only; make it writable"));
    }
    Ok(())
}

#[cfg(not(unix))]
fn check_links(_: &Path, _: &fs::Metadata) -> Result<(), StoreError> {
    Ok(())
}
