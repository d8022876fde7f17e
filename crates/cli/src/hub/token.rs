//! `byleave hub token`: for a person at a terminal.

use std::io::Write;
use std::path::{Path, PathBuf};

use byleave_gate::{Role, StoredToken, Workplace, block_on};
use byleave_hub::key;
use byleave_hub::token::{self, NewToken, Secret};
use byleave_policy::paths::normal;
use byleave_policy::rules::conditions::seconds;
use jiff::{SignedDuration, Timestamp};

use super::unattended;
use crate::escape;
use crate::failure::Failure;
use crate::policy::at_terminal;

/// What programs do instead.
const INSTEAD: &str = "give a program its token in a file";

/// The new token.
pub struct Asked<'a> {
    pub role: &'a str,
    pub name: Option<&'a str>,
    pub session: Option<&'a str>,
    pub projects: &'a [PathBuf],
    pub home: Option<&'a Path>,
    pub expires: Option<&'a str>,
    pub file: Option<&'a Path>,
}

/// Where an agent works, as people write it: here, from this directory.
fn workplace(role: Role, asked: &Asked<'_>) -> Result<Workplace, Failure> {
    if !role.asks() && (!asked.projects.is_empty() || asked.home.is_some()) {
        let why = "`--project` and `--home` say where an agent works; limit other roles with `--session`";
        return Err(Failure::Usage(why.to_owned()));
    }
    let place = |path: &Path| {
        let text =
            std::path::absolute(path).ok().and_then(|path| path.into_os_string().into_string().ok()).ok_or_else(
                || Failure::Usage(format!("`{}` is not a directory", escape::shown(&path.to_string_lossy()))),
            )?;
        Ok::<String, Failure>(normal("/", &text))
    };
    let projects = asked.projects.iter().map(|path| place(path)).collect::<Result<_, _>>()?;
    Ok(Workplace { projects, home: asked.home.map(place).transpose()? })
}

/// Creates a token and shows it once.
pub fn create(out: &mut dyn Write, asked: &Asked<'_>, store: Option<&str>) -> Result<(), Failure> {
    let Some(role) = Role::find(asked.role) else {
        let known = Role::NAMES.join(", ");
        return Err(Failure::Usage(format!("unknown role `{}`; try one of: {known}", escape::shown(asked.role))));
    };
    let now = Timestamp::now();
    let expires = asked.expires.map(|text| end(text, now)).transpose()?;
    let workplace = workplace(role, asked)?;
    attended(role, asked.file)?;
    let store = super::store(store)?;
    let name = asked.name.unwrap_or(role.name()).to_owned();
    let wanted = NewToken { name, role, session: asked.session.map(str::to_owned), expires, workplace };
    let (stored, secret) = token::make(wanted, now).map_err(|error| Failure::Usage(error.to_string()))?;
    let id = stored.id.clone();
    // The file first: a token that no one holds must not count.
    if let Some(path) = asked.file {
        keep(path, &secret)?;
    }
    block_on(store.put_token(stored))?;
    match asked.file {
        Some(path) => writeln!(out, "{id} is in {}", escape::shown(&path.to_string_lossy()))?,
        None => writeln!(out, "{}\n\n{id}; it is not shown again", secret.reveal())?,
    }
    Ok(())
}

/// Checks that a person asks, or that an operator allowed programs to. Without a person the token is not shown.
fn attended(role: Role, file: Option<&Path>) -> Result<(), Failure> {
    let Err(refused) = at_terminal("byleave hub token create", INSTEAD) else { return Ok(()) };
    match (unattended::may(role), file) {
        (Ok(()), Some(_)) => Ok(()),
        (Ok(()), None) => {
            Err(Failure::Usage("without a terminal a token is only written into a file; add `--out FILE`".to_owned()))
        }
        (Err(why), _) => Err(Failure::Usage(format!("{refused}; {why}"))),
    }
}

/// Writes a token into a new file that only the user can read.
fn keep(path: &Path, secret: &Secret) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        let name = path.to_string_lossy();
        Failure::Usage(format!("cannot write {}: {error}; name a file that is not there yet", escape::shown(&name)))
    };
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(failed)?;
    writeln!(file, "{}", secret.reveal()).map_err(failed)
}

/// When a token ends.
pub fn end(text: &str, now: Timestamp) -> Result<Timestamp, Failure> {
    let end = seconds(text).and_then(|seconds| now.checked_add(SignedDuration::from_secs(i64::from(seconds))).ok());
    end.ok_or_else(|| Failure::Usage(format!("`{}` is not a time; write 12h or 30d", escape::shown(text))))
}

/// Lists all tokens, without their secrets.
pub fn list(out: &mut dyn Write, store: Option<&str>) -> Result<(), Failure> {
    at_terminal("byleave hub token list", INSTEAD)?;
    let store = super::store(store)?;
    let now = Timestamp::now();
    for token in block_on(store.tokens())?.iter().filter(|token| key::is_token(token)) {
        line(out, &token.id, token, now)?;
    }
    Ok(())
}

/// One line of a list.
pub fn line(out: &mut dyn Write, called: &str, token: &StoredToken, now: Timestamp) -> Result<(), Failure> {
    let state = match (token.revoked, token.expires) {
        (Some(_), _) => "revoked".to_owned(),
        (None, Some(end)) if end <= now => "ended".to_owned(),
        (None, Some(end)) => format!("until {end}"),
        (None, None) => "no end".to_owned(),
    };
    let session = token.session.as_deref().map_or_else(String::new, |id| format!("  session {}", escape::shown(id)));
    let place = |what: &str, path: &String| format!("  {what} {}", escape::shown(path));
    let Workplace { projects, home } = &token.workplace;
    let places: String = projects.iter().map(|path| place("project", path)).collect();
    let home = home.as_ref().map_or_else(String::new, |path| place("home", path));
    let name = escape::shown(&token.name);
    writeln!(out, "{called}  {:<8}  {state}  {name}{session}{places}{home}", token.role.name())?;
    Ok(())
}

/// Revokes a token.
pub fn revoke(out: &mut dyn Write, id: &str, store: Option<&str>) -> Result<(), Failure> {
    at_terminal("byleave hub token revoke", INSTEAD)?;
    let store = super::store(store)?;
    block_on(store.revoke_token(id, Timestamp::now()))?;
    writeln!(
        out,
        "{} is revoked: no answer with it counts any more, and a running hub closes its connections within a second",
        escape::shown(id)
    )?;
    Ok(())
}
