//! The MCP servers of installed clients: which files tell them, and what `byleave init` says of them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use byleave_agents::{Agent, Place, SERVER_FILES, Server, ServerFile, State};

use crate::escape;

/// A file of servers that is there.
pub struct Told {
    pub file: ServerFile,
    pub path: PathBuf,
    pub servers: Vec<Server>,
}

/// The files of servers of some agents that are there, and notes on those that cannot be read. A client without its agent
/// counts as well: what matters is whether it has servers.
pub fn told(home: &Path, project: &Path, agents: &[Agent]) -> (Vec<Told>, Vec<String>) {
    let (mut found, mut notes): (Vec<Told>, Vec<String>) = (Vec::new(), Vec::new());
    for file in SERVER_FILES.into_iter().filter(|file| agents.is_empty() || agents.contains(&file.agent)) {
        let path = match file.place {
            Place::Home => home.join(file.path),
            Place::Project => project.join(file.path),
        };
        if found.iter().any(|known| known.path == path) {
            continue;
        }
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => continue,
            Err(error) => {
                notes.push(left_alone(&path, &error));
                continue;
            }
        };
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                notes.push(left_alone(&path, &error));
                continue;
            }
        };
        match file.servers(&text) {
            Ok(servers) if servers.is_empty() => {}
            Ok(servers) => found.push(Told { file, path, servers }),
            Err(error) => notes.push(left_alone(&path, &error)),
        }
    }
    (found, notes)
}

/// Whether a file is one of servers that belongs to the project.
pub fn is_shared(path: &Path, told: &[Told]) -> bool {
    told.iter().any(|one| one.file.place == Place::Project && one.path == path)
}

fn left_alone(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("the MCP servers in {} stay as they are: {error}", path.to_string_lossy())
}

/// The file of servers at a path.
pub fn at(path: &Path, home: &Path) -> Option<ServerFile> {
    let at_home = |file: &&ServerFile| file.place == Place::Home && home.join(file.path) == path;
    let in_project = |file: &&ServerFile| file.place == Place::Project && path.ends_with(file.path);
    SERVER_FILES.iter().find(at_home).or_else(|| SERVER_FILES.iter().find(in_project)).copied()
}

/// What becomes of the servers, for the person who is asked.
pub fn report(out: &mut dyn Write, told: &[Told]) -> io::Result<()> {
    let mut any = false;
    for one in told {
        let shown = |meant: &dyn Fn(&Server) -> bool| -> String {
            let servers = one.servers.iter().filter(|server| meant(server));
            let names = servers.map(|server| {
                let key = escape::shown(&server.key);
                if *key == server.name { key.into_owned() } else { format!("{key} (in rules: {})", server.name) }
            });
            names.collect::<Vec<_>>().join(", ")
        };
        let place = escape::shown(&one.path.to_string_lossy()).into_owned();
        let gated = shown(&|server| matches!(server.state, State::Gated | State::Bare));
        if !gated.is_empty() {
            any = true;
            writeln!(out, "MCP servers of {} behind `byleave mcp` ({place}): {gated}", one.file.client)?;
        }
        let remote = shown(&|server| server.state == State::Remote);
        if !remote.is_empty() {
            writeln!(
                out,
                "note: {place}: {remote}: a server over HTTP, so byleave is not in front of it; `byleave mcp --http URL` can be"
            )?;
        }
        for server in &one.servers {
            if let State::Odd(why) = server.state {
                writeln!(out, "note: {place}: {} stays as it is: {why}", escape::shown(&server.key))?;
            }
        }
        if one.file.place == Place::Project && !gated.is_empty() {
            writeln!(
                out,
                "note: {place} belongs to the project: everyone who shares it needs byleave at the same path"
            )?;
        }
    }
    if any {
        writeln!(
            out,
            "note: rules count for MCP tools once you accept them: start the client, then `byleave mcp pins show NAME` \
             and `byleave mcp pins accept NAME`"
        )?;
    }
    Ok(())
}
