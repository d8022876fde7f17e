//! `byleave mcp`: the gate between MCP clients and servers.

pub mod arguments;
mod name;
mod pins;
mod serve;
mod tools;

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use byleave_mcp::http::Address;
use byleave_mcp::pins::Pins;
use byleave_mcp::stdio::Leave;
use byleave_mcp::{Core, Desk, Options, Parent, Sealer, Talk};
use byleave_store::{Attended, Sqlite};

use self::arguments::{GateTask, McpSubTask, McpTask};
use crate::ending;
use crate::escape;
use crate::failure::Failure;
use crate::opened;
use crate::style::Colour;
use byleave_hook::SameStore;

/// Does what the command line says.
pub fn run(task: &McpTask, color: Colour) -> Result<ExitCode, Failure> {
    match &task.task {
        Some(McpSubTask::Pins(task)) => pins::run(task, color),
        Some(McpSubTask::Serve(options)) => serve::run(options),
        None => gate(&task.gate),
    }
}

/// Stands before a server.
fn gate(task: &GateTask) -> Result<ExitCode, Failure> {
    if let Some(url) = &task.http {
        let address = Address::parse(url).map_err(Failure::Usage)?;
        let core = core(task, url)?;
        let told = |at: &str| {
            // Without a reader the gate listens all the same.
            let _ = writeln!(io::stdout(), "{at}");
        };
        byleave_mcp::http::run(core, address, task.listen, told)
            .map_err(|error| Failure::Usage(format!("cannot listen on {}: {error}", task.listen)))?;
        return Ok(ExitCode::SUCCESS);
    }
    if task.command.is_empty() {
        let help = "name the server's command after `--`: byleave mcp --name fs -- npx -y @modelcontextprotocol/server-filesystem .";
        return Err(Failure::Usage(help.to_owned()));
    }
    let start = name::line(&task.command)?;
    let core = core(task, &start)?;
    let shown = escape::shown(&start).into_owned();
    let outside = |leave: Leave| {
        // Without it the gate still ends with its client's input.
        let _ = ending::watch(move || leave.now());
    };
    let ended = byleave_mcp::stdio::run(Talk::new(core, "stdio"), &task.command, io::stdin(), io::stdout(), outside)
        .map_err(|error| Failure::Usage(format!("the MCP server `{shown}` cannot be started: {error}")))?;
    Ok(ExitCode::from(u8::try_from(ended).unwrap_or(1)))
}

/// The gate with its policy, its store and its channels.
fn core(task: &GateTask, start: &str) -> Result<Arc<Core>, Failure> {
    let server = name::of(task.name.as_deref(), start)?;
    let path = match &task.store {
        Some(path) => path.clone(),
        None => Sqlite::default_path()?,
    };
    let desk = Desk::new(&server);
    let watching = desk.clone();
    let place = opened::Place { config: task.config.as_deref(), ..opened::Place::default() };
    let mut builder = opened::builder(&place)
        .store(opened::store(Some(Path::new(&path)))?)
        .agent(format!("byleave mcp {server}"))
        .channel(desk.clone())
        .channel(SameStore(Attended::beside(&path)))
        .longest(task.wait)
        .watch(move |event| watching.hear(event));
    if let Some(session) = &task.session {
        builder = builder.session(session.clone());
    }
    let options = Options {
        server,
        start: start.to_owned(),
        trust: task.trust.into(),
        unknown: task.unknown.into(),
        forms: !task.no_forms,
        // A client over HTTP did not start the gate.
        parent: task.http.is_none().then(|| Parent { session: std::env::var("CLAUDE_CODE_SESSION_ID").ok() }),
    };
    let pins = Pins::of_user().map_err(|error| Failure::Usage(error.to_string()))?;
    let sealer = Sealer::new().ok_or_else(|| Failure::Usage("this machine gives no random numbers".to_owned()))?;
    Ok(Core::new(builder.build()?, desk, options, pins, sealer))
}
