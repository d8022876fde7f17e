//! `byleave check`: what would happen to a call, without anything happening.

mod batch;
mod explain;
mod report;
mod strict;

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use byleave_policy::paths::Lexical;
use byleave_policy::{Call, Decision, Policy, Verdict, decide};

pub use strict::Strict;

use crate::arguments::CheckTask;
use crate::failure::Failure;
use crate::style::{self, Colour};

/// Judges one call, or one a line with `--batch`.
pub fn run(task: &CheckTask, color: Colour) -> Result<ExitCode, Failure> {
    if task.batch {
        let mut out = io::BufWriter::new(io::stdout().lock());
        for line in io::stdin().lock().split(b'\n') {
            let line = line.map_err(Failure::Input)?;
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            writeln!(out, "{}", batch::answer(&line))?;
        }
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let call = call_of(task)?;
    let policy = policy_of(task)?;
    let decision = decide(&call, &policy, &Lexical);
    let stdout = io::stdout().lock();
    if task.json {
        let mut out = io::BufWriter::new(stdout);
        writeln!(out, "{}", report::json(None, &decision))?;
        out.flush()?;
    } else {
        let mut out = style::stream(stdout, color);
        if task.explain {
            explain::show(&mut *out, &call, &decision)?;
        } else {
            explain::line(&mut *out, &decision)?;
        }
        out.flush()?;
    }
    Ok(exit_code(&decision))
}

/// 0 allow, 3 ask, 4 deny.
fn exit_code(decision: &Decision) -> ExitCode {
    ExitCode::from(match decision.verdict {
        Verdict::Allow => 0,
        Verdict::Ask => 3,
        Verdict::Deny => 4,
    })
}

fn call_of(task: &CheckTask) -> Result<Call, Failure> {
    let (Some(tool), Some(arguments)) = (&task.tool, &task.arguments) else {
        return Err(Failure::Usage(
            "give a tool and its arguments, as in `byleave check bash '{\"command\":\"ls\"}'`".to_owned(),
        ));
    };
    let Strict(value) = serde_json::from_str(arguments).map_err(|error| {
        Failure::Usage(format!("the arguments are not JSON: {error}; write an object such as {{\"command\":\"ls\"}}"))
    })?;
    let serde_json::Value::Object(arguments) = value else {
        return Err(Failure::Usage("the arguments must be a JSON object such as {\"command\":\"ls\"}".to_owned()));
    };
    let cwd = task.cwd.clone().or_else(|| std::env::current_dir().ok()).unwrap_or_else(|| PathBuf::from("/"));
    let home = std::env::var("HOME").unwrap_or_else(|_| "/".to_owned());
    let project = task.project.clone().unwrap_or_else(|| project_of(&cwd, Path::new(&home)));
    Ok(Call {
        tool: tool.clone(),
        arguments,
        command_bytes: None,
        cwd: cwd.to_string_lossy().into_owned(),
        project: project.to_string_lossy().into_owned(),
        home,
    })
}

/// The nearest ancestor with `.git`, `.byleave` or `.co` that is neither the root nor the home directory, else the
/// directory itself.
fn project_of(cwd: &Path, home: &Path) -> PathBuf {
    let marks = [".git", ".byleave", ".co"];
    let marked = |path: &&Path| marks.iter().any(|mark| path.join(mark).exists());
    let found = cwd.ancestors().filter(|path| *path != home && path.parent().is_some()).find(marked);
    found.unwrap_or(cwd).to_path_buf()
}

fn policy_of(task: &CheckTask) -> Result<Policy, Failure> {
    let profile = match &task.profile {
        None => byleave_policy::Profile::default(),
        Some(name) => byleave_policy::Profile::find(name).ok_or_else(|| {
            Failure::Usage(format!("unknown profile `{name}`; try one of: byleave, connectonion, oricore, ollama"))
        })?,
    };
    let mode = match &task.mode {
        None => byleave_policy::Mode::default(),
        Some(name) => byleave_policy::Mode::find(name)
            .ok_or_else(|| Failure::Usage(format!("unknown mode `{name}`; try one of: default, autoEdit, yolo")))?,
    };
    Ok(Policy { profile, mode, ..Policy::default() })
}
