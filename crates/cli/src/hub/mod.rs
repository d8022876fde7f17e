//! `byleave serve` and `byleave hub`.

pub mod arguments;
pub mod browser;
mod serve;
mod token;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use byleave_gate::Store;
use byleave_store::Postgres;

use self::arguments::{HubTask, ServeTask, TokenTask};
pub use self::serve::stop;
use crate::failure::Failure;
use crate::opened;
use crate::style::{self, Colour};

/// Serves until a signal comes.
pub fn serve(task: &ServeTask) -> Result<ExitCode, Failure> {
    serve::serve(task)
}

/// Sees to tokens.
pub fn run(task: &HubTask, color: Colour) -> Result<ExitCode, Failure> {
    let mut out = style::stream(std::io::stdout().lock(), color);
    let HubTask::Token(task) = task;
    match task {
        TokenTask::Create { role, name, session, expires, store, out: file } => {
            let asked = token::Asked {
                role,
                name: name.as_deref(),
                session: session.as_deref(),
                expires: expires.as_deref(),
                file: file.as_deref(),
            };
            token::create(&mut *out, &asked, store.as_deref())?;
        }
        TokenTask::List { store } => token::list(&mut *out, store.as_deref())?,
        TokenTask::Revoke { id, store } => token::revoke(&mut *out, id, store.as_deref())?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
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
