//! `byleave serve` and `byleave hub`.

pub mod arguments;
pub mod browser;
mod key;
mod serve;
mod token;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use byleave_gate::Store;
use byleave_store::Postgres;

use self::arguments::{HubTask, KeyTask, ServeTask, TokenTask};
pub use self::serve::stop;
use crate::failure::Failure;
use crate::opened;
use crate::style::{self, Colour};

/// Serves until a signal comes.
pub fn serve(task: &ServeTask) -> Result<ExitCode, Failure> {
    serve::serve(task)
}

/// Sees to tokens and keys.
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
        TokenTask::Create { role, name, session, expires, store, out: file } => {
            let asked = token::Asked {
                role,
                name: name.as_deref(),
                session: session.as_deref(),
                expires: expires.as_deref(),
                file: file.as_deref(),
            };
            token::create(out, &asked, store.as_deref())
        }
        TokenTask::List { store } => token::list(out, store.as_deref()),
        TokenTask::Revoke { id, store } => token::revoke(out, id, store.as_deref()),
    }
}

/// The store that is meant: a path, `sqlite:PATH`, `postgres://…`, or the user's.
fn store(named: Option<&str>) -> Result<Arc<dyn Store>, Failure> {
    let path = match named {
        None => None,
        Some(text) if text.starts_with("postgres:") || text.starts_with("postgresql:") => {
            return Ok(Arc::new(Postgres::connect(text)?));
        }
        Some(text) => Some(Path::new(text.strip_prefix("sqlite:").unwrap_or(text))),
    };
    Ok(Arc::new(opened::store(path)?))
}
