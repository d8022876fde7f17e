//! Policy files on the disk, and their commands.

pub mod arguments;
mod export;
pub mod profiles;
mod test;
mod trust;

pub use trust::at_terminal;

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use byleave_agents::jsonc;
use byleave_gate::files;
use byleave_policy::rules::Rule;
use byleave_policy::rules::auto::AutoTool;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

pub use byleave_gate::files::{Loaded, project_of};
pub use trust::person;

use crate::escape;
use crate::failure::Failure;
use crate::init::arguments::Purpose;
use crate::init::starter;
use crate::style::{self, Colour};
use arguments::{ImportFrom, PolicyTask, ProjectTask};

/// Reads all policy files that count for a project.
pub fn load(project: &Path, explicit: Option<&Path>) -> Result<Loaded, Failure> {
    Ok(files::load(project, explicit)?)
}

/// Reads one policy file and its includes, as if there were no other.
pub fn load_only(path: &Path) -> Result<Loaded, Failure> {
    Ok(files::load_only(path)?)
}

pub fn here() -> PathBuf {
    std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"))
}

/// Runs a command on policies. The exit code is 1 if tests or lints found something, 2 if a file is broken.
pub fn run(task: &PolicyTask, colour: Colour) -> Result<ExitCode, Failure> {
    let mut out = style::stream(io::stdout().lock(), colour);
    let fine = match task {
        PolicyTask::Validate { files } => {
            validate(&mut *out, files)?;
            true
        }
        PolicyTask::Starter => {
            let offers = starter::offers(&project_of(&here()), Purpose::Dev);
            out.write_all(starter::policy(&offers).as_bytes())?;
            true
        }
        PolicyTask::Schema => {
            out.write_all(byleave_config::SCHEMA.as_bytes())?;
            true
        }
        PolicyTask::Dump { runtime, named } => {
            let loaded = load(&project_of(&here()), named.config.as_deref())?;
            warn(&loaded)?;
            if *runtime {
                writeln!(out, "{}", pretty(&byleave_config::runtime(&loaded.policy))?)?;
            } else {
                writeln!(out, "{:#}", with_files(byleave_config::dump(&loaded.policy), &loaded))?;
            }
            true
        }
        PolicyTask::Test { file, junit, named } => {
            let project = project_of(&here());
            let loaded = load(&project, named.config.as_deref())?;
            test::run(&mut *out, &loaded.policy, &project, file, junit.as_deref())?
        }
        PolicyTask::Lint { named } => lint(&mut *out, named.config.as_deref())?,
        PolicyTask::Import { from, file } => {
            import(&mut *out, *from, file)?;
            true
        }
        PolicyTask::Export { to, named, yes, json } => {
            let project = project_of(&here());
            let loaded = load(&project, named.config.as_deref())?;
            warn(&loaded)?;
            export::run(&mut *out, *to, &loaded.policy, &project, export::How { yes: *yes, json: *json })?;
            true
        }
    };
    out.flush()?;
    Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs `trust`, `untrust` and `trusted`.
pub fn run_trust(task: &arguments::TrustTask, colour: Colour) -> Result<ExitCode, Failure> {
    let mut out = style::stream(io::stdout().lock(), colour);
    let project = project_of(&here());
    let yes = match task {
        arguments::TrustTask::Trust(files) => trust::trust(&mut *out, &project, files).map(|()| true)?,
        arguments::TrustTask::Untrust(files) => trust::untrust(&mut *out, &project, files).map(|()| true)?,
        arguments::TrustTask::Trusted(file) => trust::trusted(&mut *out, file.as_deref())?,
        arguments::TrustTask::Level(directory, level) => {
            trust::level(&mut *out, directory.as_deref().unwrap_or(&project), *level).map(|()| true)?
        }
    };
    out.flush()?;
    Ok(if yes { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs `project level`.
pub fn run_project(task: &ProjectTask, colour: Colour) -> Result<ExitCode, Failure> {
    let mut out = style::stream(io::stdout().lock(), colour);
    match task {
        ProjectTask::Level { directory, level } => trust::level(&mut *out, directory, *level)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn pretty(report: &impl Serialize) -> io::Result<String> {
    serde_json::to_string_pretty(report).map_err(io::Error::from)
}

/// A dump with the files it comes from.
fn with_files(mut dump: Value, loaded: &Loaded) -> Value {
    let files = loaded.files.iter().map(|file| FileReport {
        path: file.path.to_string_lossy(),
        layer: file.layer.name(),
        trusted: file.trusted,
    });
    if let Some(map) = dump.as_object_mut() {
        let files = serde_json::to_value(files.collect::<Vec<_>>()).unwrap_or_default();
        map.insert("files".to_owned(), files);
    }
    dump
}

/// A policy file that counts, for programs.
#[derive(Serialize)]
struct FileReport<'f> {
    path: Cow<'f, str>,
    layer: &'static str,
    trusted: bool,
}

/// Prints what was ignored or looks wrong, on standard error.
pub fn warn(loaded: &Loaded) -> io::Result<()> {
    for warning in &loaded.warnings {
        warn_of(warning)?;
    }
    Ok(())
}

fn warn_of(warning: &byleave_config::Problem) -> io::Result<()> {
    let code = if warning.code.is_empty() { String::new() } else { format!(" [{}]", warning.code) };
    writeln!(io::stderr(), "byleave: warning{code}: {}", escape::shown(&warning.to_string()))?;
    match &warning.help {
        Some(help) => writeln!(io::stderr(), "  {}", escape::shown(help)),
        None => Ok(()),
    }
}

/// Reads each file and reports all broken ones, not only the first.
fn validate(out: &mut dyn Write, files: &[PathBuf]) -> Result<(), Failure> {
    let mut wrong = Vec::new();
    for path in files {
        match files::read_file(path).map_err(Failure::from) {
            Ok(read) => {
                for warning in &read.warnings {
                    warn_of(warning)?;
                }
                let rules = read.rules.len().saturating_add(read.auto_approve.iter().flat_map(AutoTool::rules).count());
                writeln!(out, "{}: valid, {rules} rules", escape::shown(&path.to_string_lossy()))?;
            }
            Err(failure) => wrong.push(failure.to_string()),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure::Policy(wrong.join("\n\n"))) }
}

fn lint(out: &mut dyn Write, config: Option<&Path>) -> Result<bool, Failure> {
    let loaded = load(&project_of(&here()), config)?;
    warn(&loaded)?;
    let now = Some(Timestamp::now());
    let mut lints = byleave_config::lint(&loaded.policy, now);
    // What a file would do is of interest before it is trusted.
    let mut apart: usize = 0;
    for used in loaded.files.iter().filter(|used| !used.trusted) {
        let alone = load_only(&used.path)?;
        let known = lints.clone();
        lints.extend(byleave_config::lint(&alone.policy, now).into_iter().filter(|lint| !known.contains(lint)));
        let counts =
            |one: &Rule| loaded.policy.rules.iter().any(|rule| (&rule.text, rule.says) == (&one.text, one.says));
        let ignored = alone.policy.rules.iter().filter(|rule| !counts(rule));
        apart = apart.saturating_add(ignored.count());
    }
    for lint in &lints {
        let place = lint.location.as_deref().unwrap_or("built in");
        let (place, rule) = (escape::shown(place), escape::shown(&lint.rule));
        writeln!(out, "{place}: {} `{rule}`: {}", lint.code, escape::shown(&lint.message))?;
    }
    let rules = loaded.policy.rules.len().saturating_add(apart);
    let ignored =
        if apart == 0 { String::new() } else { format!(", {apart} of them without effect until `byleave trust`") };
    writeln!(out, "{rules} rules in {} files{ignored}, {} to look at", loaded.files.len(), lints.len())?;
    Ok(lints.is_empty())
}

/// The content of a file that was named.
fn content(path: &Path) -> Result<Vec<u8>, Failure> {
    files::content(path)
        .map_err(|error| Failure::from(files::LoadError::Unreadable { path: path.to_path_buf(), error }))
}

fn import(out: &mut dyn Write, from: ImportFrom, path: &Path) -> Result<(), Failure> {
    let bytes = content(path)?;
    let name = path.to_string_lossy();
    let text =
        String::from_utf8(bytes).map_err(|_| Failure::Usage(format!("{} is not UTF-8 text", escape::shown(&name))))?;
    let origin = match from {
        ImportFrom::Claude => byleave_config::Origin::Claude,
        ImportFrom::Codex => byleave_config::Origin::Codex,
        ImportFrom::Gemini => byleave_config::Origin::Gemini,
        ImportFrom::Cursor => byleave_config::Origin::Cursor,
        ImportFrom::Copilot => byleave_config::Origin::Copilot,
        ImportFrom::Opencode => byleave_config::Origin::OpenCode,
    };
    // These take comments in their settings.
    let text = match from {
        ImportFrom::Cursor | ImportFrom::Copilot | ImportFrom::Opencode => jsonc::plain(&text),
        ImportFrom::Claude | ImportFrom::Codex | ImportFrom::Gemini => text,
    };
    let imported = byleave_config::import(origin, &text, &project_of(&here()).to_string_lossy())
        .map_err(|error| Failure::Usage(format!("{}: {}", escape::shown(&name), escape::shown(&error))))?;
    for note in imported.notes() {
        writeln!(io::stderr(), "byleave: {}", escape::shown(note))?;
    }
    write!(out, "{}", imported.to_yaml())?;
    Ok(())
}
