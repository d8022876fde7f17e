//! `byleave freeze` and `byleave thaw`.

use std::io::Write;
use std::process::ExitCode;

use byleave_gate::{AnsweredBy, Freeze, Gate, StoreError, block_on};
use byleave_policy::Policy;

use crate::escape;
use crate::failure::Failure;
use crate::policy::at_terminal;
use crate::style::{self, Colour};

/// From now on every call asks.
pub fn begin(reason: Option<&str>, store: Option<&str>, color: Colour) -> Result<ExitCode, Failure> {
    let (gate, by) = (gate(store)?, me());
    let before = block_on(gate.frozen())?;
    let freeze = block_on(gate.freeze(&by, reason))?;
    let mut out = style::stream(std::io::stdout().lock(), color);
    let said =
        if before.is_some() { "automatic approvals were frozen already" } else { "automatic approvals are frozen" };
    writeln!(out, "{said}: {}", told(&freeze))?;
    writeln!(out, "every call needs a person's approval until `byleave thaw`")?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The policy counts again.
pub fn end(store: Option<&str>, color: Colour) -> Result<ExitCode, Failure> {
    at_terminal("byleave thaw", "only a person may end a freeze")?;
    let ended = block_on(gate(store)?.thaw(&me()))?;
    let mut out = style::stream(std::io::stdout().lock(), color);
    match ended {
        Some(freeze) => writeln!(out, "automatic approvals are back; they were frozen {}", told(&freeze))?,
        None => writeln!(out, "automatic approvals were not frozen")?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Since when, by whom and why.
pub fn told(freeze: &Freeze) -> String {
    let since = freeze.since.strftime("%Y-%m-%d %H:%M:%S UTC");
    let why = freeze.reason.as_ref().map(|reason| format!(": {}", escape::shown(reason))).unwrap_or_default();
    format!("since {since} by {}{why}", escape::shown(&freeze.by))
}

/// A gate that decides nothing: a broken policy must not prevent a freeze.
fn gate(store: Option<&str>) -> Result<Gate, Failure> {
    let store = super::store(store)?;
    Gate::builder()
        .policy(Policy::default())
        .shared_store(store)
        .build()
        .map_err(|error| Failure::Usage(StoreError::Unusable(error.to_string()).to_string()))
}

/// Who sits at this terminal.
pub fn me() -> AnsweredBy {
    let name = ["USER", "LOGNAME"].iter().find_map(|name| std::env::var(name).ok().filter(|name| !name.is_empty()));
    AnsweredBy { person: name.unwrap_or_else(|| "operator".to_owned()), channel: "command line".to_owned() }
}
