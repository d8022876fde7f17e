//! `byleave mcp pins`: what servers offer, and what people accepted of it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use byleave_mcp::pins::{Pins, Server, Standing};
use byleave_mcp::tool;
use serde::Serialize;
use serde_json::{Map, Value};
use similar::{ChangeTag, TextDiff};

use super::arguments::PinsTask;
use crate::escape;
use crate::failure::Failure;
use crate::policy::at_terminal;
use crate::style::{self, Colour};

/// Does what the command line says.
pub fn run(task: &PinsTask, color: Colour) -> Result<ExitCode, Failure> {
    let pins = Pins::of_user().map_err(failure)?;
    let mut out = style::stream(io::stdout().lock(), color);
    match task {
        PinsTask::List { server, json } => list(&mut *out, &pins, server.as_deref(), *json)?,
        PinsTask::Show { server, tool } => show(&mut *out, &pins, server, tool.as_deref())?,
        PinsTask::Accept { server, tools } => return accept(&mut *out, &pins, server, tools),
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
fn failure(error: byleave_mcp::pins::PinError) -> Failure {
    Failure::Usage(error.to_string())
}

/// A server that was seen, and what was accepted of it.
fn known(pins: &Pins, server: &str) -> Result<(Server, Server), Failure> {
    if !pins.servers().iter().any(|known| known == server) {
        let shown = escape::shown(server);
        return Err(Failure::Absent(format!(
            "no MCP server `{shown}` was seen; start it behind `byleave mcp --name {shown} -- COMMAND` once, and list its tools"
        )));
    }
    Ok((pins.seen(server).map_err(failure)?, pins.accepted(server).map_err(failure)?))
}

fn standing(seen: &Server, accepted: &Server, name: &str) -> &'static str {
    let Some(tool) = seen.tools.get(name).and_then(Value::as_object) else { return "gone" };
    match accepted.standing(seen, name, tool) {
        Standing::Accepted => "accepted",
        Standing::New => "new",
        Standing::Changed => "CHANGED",
        Standing::Moved(_) => "SERVER CHANGED",
    }
}

fn list(out: &mut dyn Write, pins: &Pins, only: Option<&str>, as_json: bool) -> Result<(), Failure> {
    let mut servers = pins.servers();
    if let Some(only) = only {
        known(pins, only)?;
        servers.retain(|server| server == only);
    }
    let mut all = BTreeMap::new();
    for server in &servers {
        let (seen, accepted) = known(pins, server)?;
        all.insert(server, ServerReport::of(&seen, &accepted));
    }
    if as_json {
        writeln!(out, "{}", serde_json::to_string_pretty(&all).map_err(io::Error::from)?)?;
        return Ok(());
    }
    if servers.is_empty() {
        writeln!(out, "no MCP server was seen yet; start one behind `byleave mcp -- COMMAND`")?;
    }
    for (server, report) in all {
        let server = escape::shown(server);
        let text = |text: Option<&str>| escape::shown(text.unwrap_or("?")).into_owned();
        writeln!(out, "{server}  {}  ({})", text(report.start.as_deref()), text(report.version.as_deref()))?;
        for (name, ToolReport { claims, state, .. }) in &report.tools {
            let claims = if claims.is_empty() { String::new() } else { format!("  claims: {}", claims.join(", ")) };
            writeln!(out, "  {state:<14}  mcp__{server}__{}{claims}", escape::shown(name))?;
        }
    }
    Ok(())
}

/// A server that was seen, for programs.
#[derive(Serialize)]
struct ServerReport {
    start: Option<String>,
    tools: BTreeMap<String, ToolReport>,
    version: Option<String>,
}

#[derive(Serialize)]
struct ToolReport {
    claims: Vec<&'static str>,
    hash: Option<String>,
    state: &'static str,
}

impl ServerReport {
    fn of(seen: &Server, accepted: &Server) -> Self {
        let tool = |(name, one): (&String, &Value)| {
            let report = ToolReport {
                claims: one.as_object().map(tool::claims).unwrap_or_default(),
                hash: one.as_object().map(tool::hash),
                state: standing(seen, accepted, name),
            };
            (name.clone(), report)
        };
        Self { start: seen.start.clone(), tools: seen.tools.iter().map(tool).collect(), version: seen.version.clone() }
    }
}

fn show(out: &mut dyn Write, pins: &Pins, server: &str, only: Option<&str>) -> Result<(), Failure> {
    let (seen, accepted) = known(pins, server)?;
    if only.is_some_and(|tool| !seen.tools.contains_key(tool) && !accepted.tools.contains_key(tool)) {
        let tool = escape::shown(only.unwrap_or_default());
        return Err(Failure::Absent(format!("the MCP server `{}` has no tool `{tool}`", escape::shown(server))));
    }
    started(out, &seen, &accepted)?;
    let names: BTreeSet<&String> = seen.tools.keys().chain(accepted.tools.keys()).collect();
    for name in names.into_iter().filter(|name| only.is_none_or(|only| only == name.as_str())) {
        one(out, pins, server, name, &seen, &accepted)?;
    }
    Ok(())
}

/// How the server is started, and what is different.
fn started(out: &mut dyn Write, seen: &Server, accepted: &Server) -> Result<(), Failure> {
    for (what, now, before) in
        [("started as", &seen.start, &accepted.start), ("calls itself", &seen.version, &accepted.version)]
    {
        let now = now.as_deref().unwrap_or("?");
        match before.as_deref().filter(|before| *before != now) {
            Some(before) => writeln!(out, "{what}: {}", words(before, now))?,
            None => writeln!(out, "{what}: {}", escape::shown(now))?,
        }
    }
    Ok(())
}

fn one(
    out: &mut dyn Write,
    pins: &Pins,
    server: &str,
    name: &str,
    seen: &Server,
    accepted: &Server,
) -> Result<(), Failure> {
    writeln!(out, "\n{}  {}", escape::shown(name), standing(seen, accepted, name))?;
    let empty = Map::new();
    let now = seen.tools.get(name).and_then(Value::as_object).unwrap_or(&empty);
    let before = accepted.tools.get(name).and_then(Value::as_object);
    if !now.is_empty() {
        writeln!(out, "  hash: {}", tool::hash(now))?;
    }
    let keys: BTreeSet<&String> = now.keys().chain(before.into_iter().flat_map(Map::keys)).collect();
    for key in keys {
        let text = |tool: &Map<String, Value>| match tool.get(key) {
            None => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(other) => format!("{other:#}"),
        };
        let shown = match before {
            Some(before) if text(before) != text(now) => words(&text(before), &text(now)),
            Some(_) | None => lines(&text(now)),
        };
        writeln!(out, "  {}: {}", escape::shown(key), shown.replace('\n', "\n    "))?;
    }
    for claim in tool::claims(now) {
        writeln!(out, "  the server claims that it {claim}; byleave does not rely on that")?;
    }
    for doubt in tool::doubts(now) {
        writeln!(out, "  WARNING: {doubt}")?;
    }
    for other in pins.shadows(server, name) {
        writeln!(out, "  WARNING: its name is like that of {}", escape::shown(&other))?;
    }
    Ok(())
}

/// A text with everything spelt out that does not show, but with its lines.
fn lines(text: &str) -> String {
    text.split('\n').map(escape::shown).collect::<Vec<_>>().join("\n")
}

/// The difference of two texts, word by word: `[-gone-]` and `{+new+}`.
fn words(before: &str, now: &str) -> String {
    let diff = TextDiff::from_words(before, now);
    let mut out = String::new();
    let mut last = ChangeTag::Equal;
    let close = |tag: ChangeTag| match tag {
        ChangeTag::Equal => "",
        ChangeTag::Delete => "-]",
        ChangeTag::Insert => "+}",
    };
    for change in diff.iter_all_changes() {
        if change.tag() != last {
            out.push_str(close(last));
            out.push_str(match change.tag() {
                ChangeTag::Equal => "",
                ChangeTag::Delete => "[-",
                ChangeTag::Insert => "{+",
            });
            last = change.tag();
        }
        out.push_str(&lines(change.value()));
    }
    out.push_str(close(last));
    out
}

fn accept(out: &mut dyn Write, pins: &Pins, server: &str, tools: &[String]) -> Result<ExitCode, Failure> {
    at_terminal(
        "byleave mcp pins accept",
        "without one, `byleave mcp --trust full` lets rules count for all tools of a server",
    )?;
    let (seen, mut accepted) = known(pins, server)?;
    if let Some(odd) = tools.iter().find(|tool| !seen.tools.contains_key(*tool)) {
        let odd = escape::shown(odd);
        return Err(Failure::Absent(format!("the MCP server `{}` offers no tool `{odd}`", escape::shown(server))));
    }
    started(out, &seen, &accepted)?;
    let is_meant = |name: &String| tools.is_empty() || tools.contains(name);
    let moved = accepted.start.is_some() && accepted.moved(&seen).is_some();
    let open: Vec<&String> =
        seen.tools.keys().filter(|name| is_meant(name) && standing(&seen, &accepted, name) != "accepted").collect();
    if open.is_empty() && !moved {
        writeln!(out, "everything is accepted already")?;
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    for name in &open {
        one(out, pins, server, name, &seen, &accepted)?;
    }
    write!(
        out,
        "\nAccept {} as {} now? Rules count for them until they change. [y/N] ",
        tools_in_words(open.len()),
        if open.len() == 1 { "it is" } else { "they are" }
    )?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(Failure::Input)?;
    if !matches!(answer.trim(), "y" | "Y" | "yes") {
        writeln!(out, "nothing was accepted")?;
        out.flush()?;
        return Ok(ExitCode::FAILURE);
    }
    if accepted.moved(&seen).is_some() {
        // The tools of another server of this name were not looked at.
        accepted.tools.retain(|name, _| is_meant(name));
    }
    accepted.start.clone_from(&seen.start);
    accepted.version = seen.version.clone().or(accepted.version);
    for name in open {
        if let Some(tool) = seen.tools.get(name) {
            accepted.tools.insert(name.clone(), tool.clone());
        }
    }
    pins.accept(server, &accepted).map_err(failure)?;
    writeln!(out, "accepted")?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn tools_in_words(count: usize) -> String {
    if count == 1 { "this tool".to_owned() } else { format!("these {count} tools") }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_change_is_shown_word_by_word_and_nothing_hides_in_it() {
        assert_eq!(words("reads a file", "reads any file"), "reads [-a-]{+any+} file");
        assert_eq!(words("reads a file", "reads a file and mails it"), "reads a file{+ and mails it+}");
        assert_eq!(words("a", "a\u{202e}"), "[-a-]{+a\\u{202e}+}");
    }
}
