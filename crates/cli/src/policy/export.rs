//! `byleave policy export claude|codex`: writes the rules that an agent can say as strictly into its own settings.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use byleave_agents::jsonc;
use byleave_config::{export_claude, export_codex};
use byleave_gate::files;
use byleave_policy::Policy;
use serde::Serialize;
use serde_json::Value;

use super::arguments::ExportTo;
use super::trust::at_terminal;
use crate::escape;
use crate::failure::Failure;
use crate::init;
use crate::rule::confirmed;
use crate::rule::place::{leads_out, shown};

/// A settings file as it shall be.
#[derive(Serialize)]
struct Draft {
    path: PathBuf,
    #[serde(skip)]
    before: Option<String>,
    #[serde(rename = "text")]
    after: String,
    /// What it cannot say.
    left_out: Vec<String>,
}

/// Whether to ask first, and how to show it.
#[derive(Clone, Copy, Debug)]
pub struct How {
    /// Write without a question.
    pub yes: bool,
    /// Only print what would be written.
    pub json: bool,
}

/// Shows the change and what is left out, asks, and writes.
pub fn run(out: &mut dyn Write, to: ExportTo, policy: &Policy, project: &Path, how: How) -> Result<(), Failure> {
    let draft = match to {
        ExportTo::Claude => claude(policy, project)?,
        ExportTo::Codex => codex(policy)?,
        ExportTo::Gemini => return gemini(out, policy),
    };
    if how.json {
        return Ok(writeln!(out, "{}", serde_json::to_string(&draft).map_err(io::Error::from)?)?);
    }
    let same = draft.before.as_deref() == Some(draft.after.as_str());
    if !same {
        init::show(&mut *out, &draft.path, draft.before.as_deref().map(str::as_bytes), Some(draft.after.as_bytes()))?;
    }
    for note in &draft.left_out {
        writeln!(out, "{}", escape::shown(note))?;
    }
    if same {
        return Ok(writeln!(out, "nothing to change in {}", shown(&draft.path))?);
    }
    if !how.yes {
        at_terminal("byleave policy export", "use --json to look, or --yes in a script that sets up a machine")?;
        if !confirmed(out, "Write it?")? {
            return Err(Failure::Unchanged);
        }
    }
    let failed = |error: io::Error| Failure::Usage(format!("cannot write {}: {error}", shown(&draft.path)));
    if content(&draft.path)? != draft.before {
        return Err(Failure::Usage(format!("{} changed meanwhile; start again", shown(&draft.path))));
    }
    init::write(&draft.path, draft.after.as_bytes(), Some(0o644)).map_err(failed)?;
    Ok(writeln!(out, "Written to {}. Export again after you change the policy.", shown(&draft.path))?)
}

/// What the file says; `None` if there is none.
fn content(path: &Path) -> Result<Option<String>, Failure> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::Usage(format!("cannot read {}: {error}; nothing changed", shown(path)))),
    }
}

/// The user's own settings of the project: the rules are those that hold there.
fn claude(policy: &Policy, project: &Path) -> Result<Draft, Failure> {
    let path = project.join(".claude/settings.local.json");
    if leads_out(project, &path) {
        let what = format!("{} is a link out of the project; nothing changed", shown(&path));
        return Err(Failure::Usage(what));
    }
    let said = export_claude(policy);
    let before = content(&path)?;
    let mut after = before.clone().unwrap_or_default();
    for (list, rule) in &said.rules {
        let put = jsonc::put(&after, &["permissions", list], &Value::from(rule.as_str()), &|one| one == rule);
        after = put.map_err(|error| Failure::Usage(format!("{}: {error}", shown(&path))))?;
    }
    Ok(Draft { path, before, after, left_out: said.notes })
}

/// A file of byleave's own among the user's rules.
fn codex(policy: &Policy) -> Result<Draft, Failure> {
    let own = std::env::var_os("CODEX_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let home = own.or_else(|| files::home().map(|home| home.join(".codex"))).ok_or(files::LoadError::NoHome)?;
    let path = home.join("rules/byleave.rules");
    let export = export_codex(policy);
    Ok(Draft { before: content(&path)?, path, after: export.text().to_owned(), left_out: export.notes().to_vec() })
}

/// Gemini CLI approves only by such a file, which users put where they want it.
fn gemini(out: &mut dyn Write, policy: &Policy) -> Result<(), Failure> {
    let exported = byleave_config::export_gemini(policy);
    for note in exported.notes() {
        writeln!(io::stderr(), "byleave: {}", escape::shown(note))?;
    }
    Ok(write!(out, "{}", exported.text())?)
}
