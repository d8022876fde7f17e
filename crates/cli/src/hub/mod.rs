//! `byleave serve` and `byleave hub`.

pub mod arguments;
pub mod browser;
pub mod freeze;
mod key;
mod serve;
mod token;
mod unattended;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use byleave_gate::Store;
use byleave_store::{Postgres, Sqlite};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use self::arguments::{HubTask, KeyTask, ServeTask, TokenTask};
pub use self::serve::stop;
use crate::failure::Failure;
use crate::opened;
use crate::style::{self, Colour};

/// How many callers can read a few rows of the store at once without waiting for the writing thread.
const AT_HAND: usize = 4;

/// Serves until a signal stops it.
pub fn serve(task: &ServeTask) -> Result<ExitCode, Failure> {
    serve::serve(task)
}

/// Manages tokens and keys.
pub fn run(task: &HubTask, color: Colour) -> Result<ExitCode, Failure> {
    let mut out = style::stream(std::io::stdout().lock(), color);
    match task {
        HubTask::Token(task) => token(&mut *out, task)?,
        HubTask::Key(task) => key(&mut *out, task)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn key(out: &mut dyn Write, task: &KeyTask) -> Result<(), Failure> {
    match task {
        KeyTask::Add { name, public_key, role, session, expires, store } => {
            let (session, expires) = (session.as_deref(), expires.as_deref());
            key::add(out, &key::Asked { name, public_key, role, session, expires }, store.as_deref())
        }
        KeyTask::List { store } => key::list(out, store.as_deref()),
        KeyTask::Revoke { key, store } => key::revoke(out, key, store.as_deref()),
    }
}

fn token(out: &mut dyn Write, task: &TokenTask) -> Result<(), Failure> {
    match task {
        TokenTask::Create { role, name, session, project, home, expires, store, out: file } => {
            let asked = token::Asked {
                role,
                name: name.as_deref(),
                session: session.as_deref(),
                projects: project,
                home: home.as_deref(),
                expires: expires.as_deref(),
                file: file.as_deref(),
            };
            token::create(out, &asked, store.as_deref())
        }
        TokenTask::List { store } => token::list(out, store.as_deref()),
        TokenTask::Revoke { id, store } => token::revoke(out, id, store.as_deref()),
    }
}

/// Whether a store is a `PostgreSQL` server.
pub fn is_postgres(store: &str) -> bool {
    store.starts_with("postgres:") || store.starts_with("postgresql:")
}

/// Raises the limit of open files to the system's maximum: every connection is one, and the default limit of a shell is
/// often lower than the hub's number of connections.
pub fn raise_files() {
    let limit = getrlimit(Resource::Nofile);
    if let (Some(most), Some(now)) = (limit.maximum, limit.current)
        && now < most
    {
        // If this fails, connections beyond the limit wait until others end.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum: Some(most) });
    }
}

/// The file of the store that is meant, if it is one.
pub fn file(named: Option<&str>) -> Result<Option<PathBuf>, Failure> {
    Ok(match named {
        None => Some(Sqlite::default_path()?),
        Some(text) if is_postgres(text) => None,
        Some(text) => Some(PathBuf::from(text.strip_prefix("sqlite:").unwrap_or(text))),
    })
}

/// The store that the command line names: a path, `sqlite:PATH`, `postgres://…`, or the user's.
pub fn store(named: Option<&str>) -> Result<Arc<dyn Store>, Failure> {
    match (file(named)?, named) {
        (None, Some(server)) => Ok(Arc::new(Postgres::connect(server)?)),
        (file, _) => Ok(Arc::new(opened::store(file.as_deref())?.indexed()?.at_hand(AT_HAND)?)),
    }
}
