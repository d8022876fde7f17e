//! `byleave check`: the verdict on a call, as a dry run.

mod batch;
mod explain;
mod facts;
pub mod layout;
mod report;
mod stages;
mod steps;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use byleave_gate::files::Disk;
use byleave_policy::paths::{Lexical, Resolver};
use byleave_policy::read::read;
use byleave_policy::{CallFacts, Decision, Policy, Situation, Verdict, decide, decide_read};
use serde_json::{Map, Value};

pub use byleave_gate::strict::Strict;

use self::stages::Way;
use crate::arguments::CheckTask;
use crate::failure::Failure;
use crate::parse;
use crate::policy;
use crate::prefix;
use crate::spell;
use crate::style::{self, Colour};

/// Judges one call, or one a line with `--batch`.
pub fn run(task: &CheckTask, color: Colour) -> Result<ExitCode, Failure> {
    if task.batch {
        let mut out = io::BufWriter::new(io::stdout().lock());
        // Each answer goes out at once: the caller may wait for it before it sends the next line.
        batch::answer_all(&mut io::stdin().lock(), task.assume, |answer| {
            spell::json(&mut out, &answer)?;
            out.flush()
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    if let (Some(command), true) = (&task.tool, task.always || task.tree) {
        return text(task, command, color);
    }
    let call = call_of(task)?;
    let policy = policy_of(task, Path::new(&call.project))?;
    let resolver: &dyn Resolver = if task.assume { &Lexical } else { &Disk };
    let situation = Situation { now: Some(now_of(task)?), ..Situation::new(resolver) };
    let reading = read(call, &policy);
    let decision = decide_read(&reading, &policy, &situation);
    let stdout = io::stdout().lock();
    if task.json {
        let mut out = io::BufWriter::new(stdout);
        let way = task.explain.then(|| Way::of(&reading, &policy, &situation, &decision));
        spell::json(&mut out, &report::Report::of(None, &decision, way.as_ref(), task.assume).to_json())?;
        out.flush()?;
    } else {
        let mut out = style::stream(stdout, color);
        if task.explain {
            let way = Way::of(&reading, &policy, &situation, &decision);
            explain::show(&mut *out, &reading, &decision, &way, style::width())?;
        } else {
            explain::line(&mut *out, &decision)?;
        }
        if task.assume {
            writeln!(
                out,
                "assumed: byleave did not look at the disk; links, settings and secrets there may change this verdict"
            )?;
        }
        out.flush()?;
    }
    Ok(exit_code(&decision))
}

/// What a text says, without a verdict.
fn text(task: &CheckTask, command: &str, color: Colour) -> Result<ExitCode, Failure> {
    let stdout = io::stdout().lock();
    let bytes = command.as_bytes();
    if task.json {
        let mut out = io::BufWriter::new(stdout);
        parse::json(&mut out, &byleave_shell::read(bytes), is_outside(bytes))?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = style::stream(stdout, color);
    if task.always {
        prefix::show(&mut *out, command)?;
    } else {
        parse::tree(&mut *out, &byleave_shell::read(bytes), bytes, style::width())?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Whether a command run here touches, or may touch, a path outside this directory.
pub fn is_outside(command: &[u8]) -> bool {
    let cwd = std::env::current_dir().map_or_else(|_| "/".to_owned(), |cwd| cwd.to_string_lossy().into_owned());
    let home = std::env::var("HOME").unwrap_or_else(|_| "/".to_owned());
    let command_bytes = Some(command.to_vec());
    let call = CallFacts { command_bytes, ..CallFacts::new("bash", Map::new(), &cwd, &home) };
    decide(&call, &Policy::default(), &Lexical).outside
}

/// One line with the verdict on a command under the default policy, in a project that need not exist.
pub fn sample(out: &mut dyn Write, command: &str) -> io::Result<()> {
    let call = CallFacts::bash(command, "/home/dev/project", "/home/dev");
    write!(out, "verdict: ")?;
    explain::line(out, &decide(&call, &Policy::default(), &Lexical))
}

/// 0 allow, 3 ask, 4 deny.
fn exit_code(decision: &Decision) -> ExitCode {
    ExitCode::from(match decision.verdict {
        Verdict::Allow => 0,
        Verdict::Ask => 3,
        Verdict::Deny => 4,
    })
}

/// The call that the command line names.
pub fn call_of(task: &CheckTask) -> Result<CallFacts, Failure> {
    let (tool, arguments) = named(task)?;
    let cwd = task.place.cwd.clone().or_else(|| std::env::current_dir().ok()).unwrap_or_else(|| PathBuf::from("/"));
    let home = std::env::var("HOME").unwrap_or_else(|_| "/".to_owned());
    let project = task.place.project.clone().unwrap_or_else(|| policy::project_of(&cwd));
    Ok(CallFacts {
        tool,
        arguments,
        command_bytes: None,
        shell: task.place.shell,
        cwd: cwd.to_string_lossy().into_owned(),
        project: project.to_string_lossy().into_owned(),
        home,
    })
}

/// The tool and its arguments. What stands alone is a command of `bash`, as `byleave run` takes it.
fn named(task: &CheckTask) -> Result<(String, Map<String, Value>), Failure> {
    match (&task.tool, &task.arguments) {
        (Some(command), None) => {
            let arguments = [("command".to_owned(), Value::from(command.as_str()))].into_iter().collect();
            Ok(("bash".to_owned(), arguments))
        }
        (Some(tool), Some(arguments)) => {
            let Strict(value) = serde_json::from_str(arguments).map_err(|error| {
                Failure::Usage(format!(
                    "the arguments are not JSON: {error}; write an object such as {{\"command\":\"ls\"}}"
                ))
            })?;
            let Value::Object(arguments) = value else {
                let why = "the arguments must be a JSON object such as {\"command\":\"ls\"}";
                return Err(Failure::Usage(why.to_owned()));
            };
            Ok((tool.clone(), arguments))
        }
        (None, None | Some(_)) => Err(Failure::Usage(
            "give a tool and its arguments, as in `byleave check bash '{\"command\":\"ls\"}'`, or a command, as in \
             `byleave check 'git status'`"
                .to_owned(),
        )),
    }
}

/// The policy of the files that count here, with the command line's settings on top.
pub fn policy_of(task: &CheckTask, project: &Path) -> Result<Policy, Failure> {
    let loaded = policy::load(project, task.under.config.as_deref())?;
    policy::warn(&loaded)?;
    let mut policy = loaded.policy;
    if let Some(profile) = task.under.profile {
        policy.profile = profile;
    }
    if let Some(mode) = task.under.mode {
        policy.mode = mode;
    }
    Ok(policy)
}

/// The time the call is judged at.
fn now_of(task: &CheckTask) -> Result<jiff::Timestamp, Failure> {
    let Some(text) = &task.now else { return Ok(jiff::Timestamp::now()) };
    let civil = || text.parse::<jiff::civil::DateTime>().and_then(|time| time.to_zoned(jiff::tz::TimeZone::system()));
    text.parse().or_else(|_| civil().map(|zoned| zoned.timestamp())).map_err(|_| {
        Failure::Usage(format!(
            "`{text}` is not a time; write 2026-11-15T09:30:00Z, or 2026-11-15T09:30 for local time"
        ))
    })
}
