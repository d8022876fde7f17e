//! `byleave audit verify` and `head`: whether the record is untouched.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use byleave_gate::Store;
use byleave_gate::record::Head;
use byleave_store::{Sqlite, VerifyError};

use super::open;
use super::screen::{count, painted, plural};
use crate::escape;
use crate::failure::Failure;
use crate::style;

/// Follows the chain; whether it is untouched.
pub fn verify(out: &mut dyn Write, store: &Sqlite, head: Option<&str>) -> Result<bool, Failure> {
    let expected = head.map(given).transpose()?;
    let told = io::stderr().is_terminal();
    let progress = |done: u64, all: u64| {
        if told && all > 20_000 {
            // Not being able to tell is fine.
            let _ = write!(io::stderr(), "\r{done} of {all} rows");
            if done == all {
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        }
    };
    match store.verify(expected, progress) {
        Ok(verified) => {
            let rows = usize::try_from(verified.head.count).unwrap_or(usize::MAX);
            writeln!(out, "{}  the chain of {} is whole", painted(style::HEADING, "ok"), plural(rows, "row", "rows"))?;
            writeln!(out, "  head {}", verified.head)?;
            match verified.anchor {
                Some(anchor) => {
                    writeln!(out, "  anchor agrees, at row {}", count(usize::try_from(anchor.count).unwrap_or(0)))?;
                }
                None if rows > 0 => writeln!(out, "  anchor missing: a cut tail would not be found without --head")?,
                None => {}
            }
            if expected.is_none() {
                writeln!(
                    out,
                    "{}",
                    painted(
                        style::LABEL,
                        "  whoever may write the file could write another chain; keep heads elsewhere"
                    )
                )?;
            }
            Ok(true)
        }
        Err(VerifyError::Store(error)) => Err(open::failure(&error)),
        Err(error) => {
            writeln!(out, "{}  {}", painted(style::DANGER, "broken"), escape::shown(&error.to_string()))?;
            Ok(false)
        }
    }
}

/// Prints the end of the chain.
pub fn head(out: &mut dyn Write, store: &Sqlite) -> Result<bool, Failure> {
    let head = open::wait(store.head()).map_err(|error| open::failure(&error))?;
    writeln!(out, "{head}")?;
    Ok(true)
}

/// A head that was kept: as it was printed, or a file with it.
fn given(text: &str) -> Result<Head, Failure> {
    let bad = |what: &str| {
        Failure::Usage(format!(
            "`{}` {what}; write what `byleave audit head` prints, or name a file with it",
            escape::shown(text)
        ))
    };
    if let Some(head) = Head::parse(text) {
        return Ok(head);
    }
    if !Path::new(text).is_file() {
        return Err(bad("is neither a head nor a file"));
    }
    let content = std::fs::read_to_string(text).map_err(|error| bad(&format!("cannot be read: {error}")))?;
    // The last line, so that heads can be appended to one file.
    content.lines().rev().find(|line| !line.trim().is_empty()).and_then(Head::parse).ok_or_else(|| bad("holds no head"))
}
