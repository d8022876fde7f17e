//! Errors inside the store, and their messages.

use std::error::Error as _;

use byleave_gate::StoreError;
use deadpool_postgres::PoolError;
use tokio_postgres::error::SqlState;

/// An error, before the server's name is added.
#[derive(Debug)]
pub enum Fault {
    /// An error of the database, or of the connection to it.
    Database(tokio_postgres::Error),
    /// There is no connection.
    Pool(PoolError),
    /// It took too long.
    Late,
    /// An error of our own.
    Refused(StoreError),
}

impl From<tokio_postgres::Error> for Fault {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Database(error)
    }
}

impl From<PoolError> for Fault {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) => Self::Database(error),
            PoolError::Timeout(_) => Self::Late,
            error @ (PoolError::Closed | PoolError::NoRuntimeSpecified | PoolError::PostCreateHook(_)) => {
                Self::Pool(error)
            }
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Refused(error)
    }
}

impl Fault {
    /// The error with the server's name.
    pub fn at(self, server: &str) -> StoreError {
        match self {
            Self::Refused(error) => error,
            Self::Late => StoreError::Busy,
            Self::Pool(error) => unusable(server, &error.to_string()),
            Self::Database(error) => name(&error, server),
        }
    }
}

/// The error for a server that cannot be used, with the reason and what to do next.
pub fn unusable(server: &str, why: &str) -> StoreError {
    StoreError::Unusable(format!("`{server}`: {why}"))
}

fn name(error: &tokio_postgres::Error, server: &str) -> StoreError {
    let Some(code) = error.code() else {
        let cause = error.source().map_or_else(String::new, |cause| format!(": {cause}"));
        let said = error.to_string();
        let said = if said.ends_with(&cause) { said } else { format!("{said}{cause}") };
        return unusable(server, &format!("{said}; look whether the server runs and can be reached from here"));
    };
    let is = |codes: &[SqlState]| codes.contains(code);
    let said = error.as_db_error().map_or_else(|| error.to_string(), |said| said.message().to_owned());
    if is(&[
        SqlState::LOCK_NOT_AVAILABLE,
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::QUERY_CANCELED,
        SqlState::TOO_MANY_CONNECTIONS,
    ]) {
        StoreError::Busy
    } else if is(&[SqlState::DATA_CORRUPTED, SqlState::INDEX_CORRUPTED, SqlState::UNDEFINED_TABLE]) {
        StoreError::Corrupt(format!("`{server}`: {said}; restore it from a copy"))
    } else if is(&[SqlState::DISK_FULL]) {
        unusable(server, "its disk is full; free some space")
    } else if is(&[SqlState::READ_ONLY_SQL_TRANSACTION]) {
        unusable(server, "it cannot be written, it may be a standby; name the primary")
    } else if is(&[SqlState::INVALID_PASSWORD, SqlState::INVALID_AUTHORIZATION_SPECIFICATION]) {
        unusable(server, &format!("{said}; look at the user and the password in the address"))
    } else if is(&[SqlState::INSUFFICIENT_PRIVILEGE]) {
        unusable(server, &format!("{said}; grant it to the user in the address"))
    } else {
        unusable(server, &said)
    }
}
