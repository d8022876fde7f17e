//! Errors inside the store, and their messages.

use std::path::Path;

use byleave_gate::StoreError;
use rusqlite::ErrorCode;

/// An error, before the file's name is added.
#[derive(Debug)]
pub enum Fault {
    /// An error of the database.
    Database(rusqlite::Error),
    /// An error of our own.
    Refused(StoreError),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Refused(error)
    }
}

impl Fault {
    /// The error with the file's name.
    pub fn at(self, path: &Path) -> StoreError {
        match self {
            Self::Refused(error) => error,
            Self::Database(error) => name(&error, path),
        }
    }
}

/// The error for a value in the database that byleave never writes.
pub fn damaged(what: impl Into<String>) -> Fault {
    Fault::Refused(StoreError::Corrupt(what.into()))
}

/// The error for a file that cannot be used, with the reason and what to do next.
pub fn unusable(path: &Path, why: &str) -> StoreError {
    StoreError::Unusable(format!("`{}`: {why}", path.display()))
}

fn name(error: &rusqlite::Error, path: &Path) -> StoreError {
    let shown = path.display();
    let Some(code) = error.sqlite_error_code() else {
        // Everything else is a value of a type or form that byleave never writes.
        return StoreError::Corrupt(format!("`{shown}`: {error}; run `byleave audit verify`"));
    };
    let is = |codes: &[ErrorCode]| codes.contains(&code);
    if is(&[ErrorCode::DatabaseBusy, ErrorCode::DatabaseLocked, ErrorCode::FileLockingProtocolFailed]) {
        StoreError::Busy
    } else if is(&[ErrorCode::DatabaseCorrupt, ErrorCode::NotADatabase]) {
        StoreError::Corrupt(format!("`{shown}`: {error}; move it and its side files away to begin a new record"))
    } else if is(&[ErrorCode::DiskFull]) {
        unusable(path, "the disk is full; free some space")
    } else if is(&[ErrorCode::ReadOnly]) {
        unusable(path, "it cannot be written; make it and its directory writable")
    } else if is(&[ErrorCode::CannotOpen, ErrorCode::PermissionDenied]) {
        unusable(path, &format!("{error}; look at the owner and the permissions of it and its directory"))
    } else {
        unusable(path, &error.to_string())
    }
}
