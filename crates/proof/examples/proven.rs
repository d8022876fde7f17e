//! Reads commands, one JSON string a line, and prints for each `proven`, with the files that it writes behind tabs, or why it is not: `not plain`, `not proven`, a tab, the reason, and
//! the part of the text that stands in the way.
//!
//! Without arguments files count as ordinary and settings as absent. With `PROJECT HOME [CWD]` it looks at the disk and at its environment.

use std::env;
use std::io::{self, BufRead, Write};
use std::path::Path;

use byleave_proof::{
    Environment, Ground, Host, Log, NotProven, Options, Plain, Scene, World, edits, read, reads, usage_of,
};

#[path = "../tests/support/mod.rs"]
mod support;

use support::{Real, prove};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let given: Vec<String> = env::args().skip(1).collect();
    let environment: Environment = env::vars().collect();
    let (project, home, cwd) = match given.as_slice() {
        [] => ("/home/dev/project", "/home/dev", "/home/dev/project"),
        [project, home] => (project.as_str(), home.as_str(), project.as_str()),
        [project, home, cwd, ..] => (project.as_str(), home.as_str(), cwd.as_str()),
        [_] => return Err(io::Error::other("give a project and a home directory, or nothing")),
    };
    let ground = Ground { project, home, cwd, roots: &[] };
    if !Path::new(project).is_absolute() {
        return Err(io::Error::other("the project must be an absolute path"));
    }
    for line in io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?)?;
        let log = Log::default();
        let world = if given.is_empty() { World::Assumed } else { World::Seen(&Real, &environment, Some(&log)) };
        let part = |start: usize, end: usize| text.get(start..end).unwrap_or("").escape_debug().to_string();
        match read(text.as_bytes(), &Host { options: Options::Default, home: Some(home), directory: Some(cwd) }) {
            Err(not) => writeln!(out, "not plain\t{:?}\t{}", not.reason, part(not.span.start, not.span.end))?,
            Ok(plain) => match prove(&plain, &world, ground) {
                Ok(()) => writeln!(out, "proven")?,
                Err(not) => match written(&plain, &world, ground) {
                    Ok(files) => writeln!(out, "proven\t{}", files.join("\t"))?,
                    Err(_) => writeln!(out, "not proven\t{}\t{}", not.reason, part(not.span.start, not.span.end))?,
                },
            },
        }
        out.flush()?;
    }
    Ok(())
}

/// What a text writes, if each of its commands does no more than read, or write files of the project that it names.
fn written(plain: &Plain<'_>, world: &World<'_>, ground: Ground<'_>) -> Result<Vec<String>, NotProven> {
    let scene = Scene::new(plain, world, ground);
    let mut written = Vec::new();
    for command in plain.commands() {
        let usage = usage_of(command);
        match edits(&scene, command, &usage) {
            Ok(Some(covered)) => written.extend_from_slice(covered.outputs()),
            Ok(None) | Err(_) => drop(reads(&scene, command, &usage)?),
        }
    }
    Ok(written)
}
