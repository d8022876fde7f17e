//! `byleave unnamed`: who decides about calls that no rule names.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use byleave_config::with_unnamed;
use byleave_gate::Unnamed;
use byleave_gate::files::{config_directory, project_of};

use super::agrees;
use super::arguments::UnnamedWord;
use super::kept::Kept;
use crate::escape;
use crate::failure::Failure;
use crate::policy::{self, at_terminal};
use crate::style::{self, Colour};

/// Shows what counts, or changes it.
pub fn unnamed(word: Option<UnnamedWord>, color: Colour) -> Result<ExitCode, Failure> {
    let mut out = style::stream(io::stdout().lock(), color);
    let Some(word) = word else {
        writeln!(out, "{}", words(in_force()?))?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    };
    at_terminal("byleave unnamed", "programs name a policy that has `unnamed:` in it with `-c FILE`")?;
    let said = match word {
        UnnamedWord::Leave => Unnamed::Leave,
        UnnamedWord::Ask => Unnamed::Ask,
    };
    let (path, text) = own()?;
    let after = edited(&path, text.as_deref(), said)?;
    let place = escape::shown(&path.to_string_lossy()).into_owned();
    if text.as_deref() == Some(&*after) {
        writeln!(out, "{place} has `unnamed: {}` already", said.name())?;
    } else {
        writeln!(out, "{place}\n  unnamed: {}", said.name())?;
        if !agrees(&mut *out, "Write this line?")? {
            writeln!(out, "nothing was written")?;
            out.flush()?;
            return Ok(ExitCode::FAILURE);
        }
        super::write(&path, after.as_bytes(), None)?;
    }
    let counts = in_force()?;
    writeln!(out, "{}", words(counts))?;
    if counts != Some(said) {
        writeln!(out, "the managed policy of this machine says so, and it is stronger")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Asks once who decides about calls that no rule names, and writes the answer. Whoever has answered is not asked again.
pub fn ask(out: &mut dyn Write, kept: &mut Kept) -> Result<(), Failure> {
    if in_force()?.is_some() {
        return Ok(());
    }
    write!(
        out,
        "Calls that no rule names: [l]eave them to the agent, or [a]sk you each time? (Enter: the agent where something in it judges \
         them, you where nothing does) "
    )?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(Failure::Input)?;
    let said = match answer.trim() {
        "l" | "L" | "leave" => Unnamed::Leave,
        "a" | "A" | "ask" => Unnamed::Ask,
        _ => return Ok(writeln!(out, "not set; `byleave unnamed` changes it")?),
    };
    let (path, text) = own()?;
    let after = edited(&path, text.as_deref(), said)?;
    kept.put("policy", &path, text.as_deref().map(str::as_bytes), after.as_bytes(), None)?;
    Ok(writeln!(out, "{}; `byleave unnamed` changes it", words(Some(said)))?)
}

/// The user's own policy file, and its text.
fn own() -> Result<(PathBuf, Option<String>), Failure> {
    let folder =
        config_directory().ok_or_else(|| Failure::Usage("there is no home directory: set `HOME`".to_owned()))?;
    let path = folder.join("policy.yaml");
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok((path, Some(text))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((path, None)),
        Err(error) => Err(Failure::Usage(format!("{}: {error}", path.display()))),
    }
}

/// The text of the user's policy with a word about calls that no rule names.
fn edited(path: &Path, text: Option<&str>, said: Unnamed) -> Result<String, Failure> {
    with_unnamed(&path.to_string_lossy(), text.unwrap_or_default(), said)
        .map_err(|error| Failure::Usage(error.to_string()))
}

/// What counts in this directory.
fn in_force() -> Result<Option<Unnamed>, Failure> {
    Ok(policy::load(&project_of(&policy::here()), None)?.policy.unnamed)
}

/// What counts, in a sentence.
fn words(said: Option<Unnamed>) -> &'static str {
    match said {
        Some(Unnamed::Leave) => "leave: the agent itself decides about calls that no rule names",
        Some(Unnamed::Ask) => "ask: a person decides about calls that no rule names",
        None => {
            "not set: byleave leaves calls that no rule names to an agent that asks you or whose classifier, sandbox or mode judges \
             them, and asks where nobody would"
        }
    }
}
