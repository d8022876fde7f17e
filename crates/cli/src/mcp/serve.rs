//! `byleave mcp serve`: byleave itself as an MCP server. Agents ask what would happen to a call, and why something happened;
//! Claude Code asks whether a call may run (`--permission-prompt-tool mcp__byleave__permission_prompt`).

use std::io::{self, BufReader, Write};
use std::path::Path;
use std::process::ExitCode;

use byleave_gate::record::Entry;
use byleave_gate::{Authorization, Call, Gate, Query, Store as _, block_on};
use byleave_mcp::serving::{Answer, Lines, Request};
use byleave_store::{Attended, Sqlite};
use serde::Serialize;
use serde_json::{Map, Value};

use super::arguments::ServeOptions;
use super::tools::{Answered, Checked, Explained, Initialized, Nothing, Offers, Permission, Why};
use crate::failure::Failure;
use crate::opened;
use byleave_hook::SameStore;

/// The versions of the protocol that are spoken, newest first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// How many rows of the record `why` looks through.
const ROWS: u32 = 200;

/// What the tools need.
struct Server {
    gate: Gate,
    path: std::path::PathBuf,
}

/// Answers until the client is gone.
pub fn run(options: &ServeOptions) -> Result<ExitCode, Failure> {
    let path = match &options.store {
        Some(path) => path.clone(),
        None => Sqlite::default_path()?,
    };
    let place = opened::Place { config: options.config.as_deref(), ..opened::Place::default() };
    let gate = opened::builder(&place)
        .store(opened::store(Some(Path::new(&path)))?)
        .agent("byleave mcp serve")
        .channel(SameStore(Attended::beside(&path)))
        .longest(options.wait)
        .build()?;
    let server = Server { gate, path };
    let mut out = io::stdout().lock();
    let mut lines = Lines::new(BufReader::new(io::stdin().lock()));
    while let Some(request) = lines.next_request()? {
        let answer = match request {
            Request::Broken(answer) => Some(answer),
            Request::Told => None,
            Request::Asked { id, method, params } => Some(match server.answer(&method, &params) {
                Ok(result) => Answer::result(&id, &result),
                Err((code, why)) => Answer::error(&id, code, &why),
            }),
        };
        if let Some(Answer(bytes)) = answer {
            out.write_all(&bytes)?;
            out.write_all(b"\n")?;
            out.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

impl Server {
    fn answer(&self, method: &str, params: &Map<String, Value>) -> Result<Value, (i32, String)> {
        match method {
            "initialize" => {
                let wanted = params.get("protocolVersion").and_then(Value::as_str);
                let version = VERSIONS.into_iter().find(|version| Some(*version) == wanted).unwrap_or("2025-11-25");
                Ok(json_of(&Initialized::new(version)))
            }
            "ping" => Ok(json_of(&Nothing {})),
            "tools/list" => Ok(json_of(&Offers::all())),
            "tools/call" => {
                let name = params.get("name").and_then(Value::as_str).unwrap_or_default();
                let none = Map::new();
                let arguments = params.get("arguments").and_then(Value::as_object).unwrap_or(&none);
                let told = match name {
                    "check" => self.check(arguments, false),
                    "explain" => self.check(arguments, true),
                    "why" => self.why(arguments),
                    "permission_prompt" => self.permission(arguments),
                    _ => {
                        return Err((
                            -32602,
                            format!("there is no tool `{name}`; use check, explain, why or permission_prompt"),
                        ));
                    }
                };
                Ok(json_of(&Answered::from(told)))
            }
            _ => Err((-32601, format!("`{method}` is not spoken here"))),
        }
    }

    /// The verdict on a call, as a dry run.
    fn check(&self, arguments: &Map<String, Value>, explains: bool) -> Result<String, String> {
        let decision = self.gate.check(&call(arguments, "tool", "arguments")?);
        let policy = self.gate.policy_version();
        let explained = explains.then(|| Explained {
            findings: &decision.findings,
            high_risk: decision.high_risk,
            outside_project: decision.outside,
            policy: &policy,
        });
        text_of(&Checked {
            explained,
            reason: &decision.reason,
            rule: decision.rule.as_deref(),
            source: decision.source,
            verdict: decision.verdict,
        })
    }

    /// Why the last calls ran, or did not.
    fn why(&self, arguments: &Map<String, Value>) -> Result<String, String> {
        let store = Sqlite::open_read_only(&self.path).map_err(|error| error.to_string())?;
        let query = Query { newest_first: true, limit: Some(ROWS), ..Query::default() };
        let rows = block_on(store.rows(&query)).map_err(|error| error.to_string())?;
        let text = |key: &str| arguments.get(key).and_then(Value::as_str);
        let entries = rows.iter().filter_map(|row| serde_json::from_str::<Entry>(&row.body).ok());
        let wanted = entries.filter(|entry| {
            !entry.notice
                && text("id").is_none_or(|id| entry.id == id || entry.call == id)
                && text("tool").is_none_or(|tool| entry.tool == tool)
        });
        let count = arguments.get("count").and_then(Value::as_u64).unwrap_or(1).clamp(1, 20);
        let told: Vec<Entry> = wanted.take(usize::try_from(count).unwrap_or(1)).collect();
        if told.is_empty() {
            return Err("there is no such call among the last ones on record".to_owned());
        }
        text_of(&told.iter().map(Why::from).collect::<Vec<_>>())
    }

    /// What Claude Code asks before it runs a tool that none of its own rules covers.
    fn permission(&self, arguments: &Map<String, Value>) -> Result<String, String> {
        let mut call = call(arguments, "tool_name", "input")?.agent("claude");
        if let Some(id) = arguments.get("tool_use_id").and_then(Value::as_str) {
            call = call.id(id);
        }
        text_of(&match block_on(self.gate.authorize(call)) {
            Authorization::Approved(permit) => {
                Permission::Allow { updated_input: permit.run(|call| call.arguments().clone()).output }
            }
            Authorization::Rejected(refusal) | Authorization::Stopped(refusal) => {
                Permission::Deny { message: format!("byleave: {}", refusal.words_with_remedy()) }
            }
        })
    }
}

fn json_of(body: &impl Serialize) -> Value {
    serde_json::to_value(body).unwrap_or_default()
}

/// What a tool tells, as text.
fn text_of(told: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(told).map_err(|error| error.to_string())
}

/// The call that some arguments describe.
fn call(arguments: &Map<String, Value>, tool: &str, input: &str) -> Result<Call, String> {
    let name = arguments.get(tool).and_then(Value::as_str).filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| format!("`{tool}` must name a tool"))?;
    match arguments.get(input) {
        None => Ok(Call::new(name, Value::Null)),
        Some(map @ Value::Object(_)) => Ok(Call::new(name, map.clone())),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => {
            Err(format!("`{input}` must be a map of names and values"))
        }
    }
}
