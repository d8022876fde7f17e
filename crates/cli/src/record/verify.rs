//! `byleave audit verify` and `head`: whether the record is intact.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use byleave_gate::Store;
use byleave_gate::record::Head;
use byleave_store::{BrokenChain, Postgres, Sqlite, VerifyError};

use super::open::{self, Opened};
use super::screen::{count, painted, plural};
use crate::escape;
use crate::failure::Failure;
use crate::style;

/// The number of chains of a record on a server.
const CHAINS: usize = 16;

/// Verifies the chain, or all of them; returns whether the record is intact.
pub fn verify(out: &mut dyn Write, store: &Opened, head: Option<&str>) -> Result<bool, Failure> {
    let told = match store {
        Opened::File(store) => verify_file(out, store, head),
        Opened::Server(store) => verify_server(out, store, head),
    };
    match told? {
        Ok(sound) => Ok(sound),
        Err(error) => {
            writeln!(out, "{}  {}", painted(style::DANGER, "broken"), escape::shown(&error))?;
            Ok(false)
        }
    }
}

/// Whether the record is intact, or what is wrong with it.
type Told = Result<Result<bool, String>, Failure>;

fn verify_file(out: &mut dyn Write, store: &Sqlite, head: Option<&str>) -> Told {
    let expected = head.map(given).transpose()?;
    let told = io::stderr().is_terminal();
    let progress = |done: u64, all: u64| {
        if told && all > 20_000 {
            // A failure to print this does not matter.
            let _ = write!(io::stderr(), "\r{done} of {all} rows");
            if done == all {
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        }
    };
    let verified = match store.verify(expected, progress) {
        Ok(verified) => verified,
        Err(VerifyError::Store(error)) => return Err(open::failure(&error)),
        Err(error) => return Ok(Err(error.to_string())),
    };
    let rows = usize::try_from(verified.head.count).unwrap_or(usize::MAX);
    // Without an anchor and without a given head, a cut tail cannot be detected.
    let unwitnessed = rows > 0 && verified.anchor.is_none() && expected.is_none();
    let word = if unwitnessed { painted(style::DANGER, "not sure") } else { painted(style::HEADING, "ok") };
    writeln!(out, "{word}  the chain of {} is whole", plural(rows, "row", "rows"))?;
    writeln!(out, "  head {}", verified.head)?;
    match verified.anchor {
        Some(anchor) => {
            writeln!(out, "  anchor agrees, at row {}", count(usize::try_from(anchor.count).unwrap_or(0)))?;
            let beyond = usize::try_from(verified.head.count.saturating_sub(anchor.count)).unwrap_or(usize::MAX);
            if beyond > 0 {
                writeln!(
                    out,
                    "  {} after it, of the same chain: byleave was killed before it wrote the anchor, could not write \
                     it, or is at work; the next decision brings the anchor to the end",
                    plural(beyond, "row", "rows")
                )?;
            }
        }
        None if rows > 0 => {
            let path = store.anchor_path();
            writeln!(out, "  the anchor is missing: {}", escape::shown(&path.to_string_lossy()))?;
        }
        None => {}
    }
    if unwitnessed {
        writeln!(
            out,
            "  Without it byleave cannot see whether rows were cut off at the end. Compare with a head that you kept on \
             another machine (`byleave audit verify --head HEAD`), find out who removed the file, and let byleave decide one call: that writes a new anchor."
        )?;
    } else if expected.is_none() {
        let note = "  a program that may write the file can write another chain; keep heads on another machine";
        writeln!(out, "{}", painted(style::LABEL, note))?;
    }
    Ok(Ok(!unwitnessed))
}

fn verify_server(out: &mut dyn Write, store: &Postgres, head: Option<&str>) -> Told {
    let expected = head.map(all_given).transpose()?.unwrap_or_default();
    let heads = match open::wait(store.verify(&expected)) {
        Ok(heads) => heads,
        Err(BrokenChain { error: VerifyError::Store(error), .. }) => return Err(open::failure(&error)),
        Err(error) => return Ok(Err(error.to_string())),
    };
    let rows = heads.iter().fold(0_u64, |sum, head| sum.saturating_add(head.count));
    let rows = plural(usize::try_from(rows).unwrap_or(usize::MAX), "row", "rows");
    writeln!(out, "{}  the {} chains of {rows} are whole", painted(style::HEADING, "ok"), heads.len())?;
    if expected.is_empty() {
        let note = "  a program that may write the database can write other chains; keep the output of `byleave audit head` on another machine";
        writeln!(out, "{}", painted(style::LABEL, note))?;
    }
    Ok(Ok(true))
}

/// Prints the head of the chain; with several chains, a line for each.
pub fn head(out: &mut dyn Write, store: &Opened) -> Result<bool, Failure> {
    let heads = match store {
        Opened::File(store) => open::wait(store.head()).map(|head| vec![head]),
        Opened::Server(store) => open::wait(store.heads()),
    };
    for head in heads.map_err(|error| open::failure(&error))? {
        writeln!(out, "{head}")?;
    }
    Ok(true)
}

/// The heads of all chains that were kept: a file with the output of `audit head`.
fn all_given(text: &str) -> Result<Vec<Head>, Failure> {
    let bad = |what: &str| {
        let name = escape::shown(text);
        Failure::Usage(format!(
            "`{name}` {what}; name a file with all that `byleave audit head` printed for this store"
        ))
    };
    let content = std::fs::read_to_string(text).map_err(|error| bad(&format!("cannot be read: {error}")))?;
    let heads: Option<Vec<Head>> = content.lines().filter(|line| !line.trim().is_empty()).map(Head::parse).collect();
    let heads = heads.ok_or_else(|| bad("holds something that is not a head"))?;
    if heads.len() == CHAINS { Ok(heads) } else { Err(bad(&format!("holds {} heads, not {CHAINS}", heads.len()))) }
}

/// A head that was kept: as printed, or a file with it.
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
