//! `byleave sim --hub`: the same scripted agent at a hub. The hub's policy decides, and its approvers answer.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use byleave_client::{HubChannel, Trouble};
use byleave_gate::{Call, block_on, files, ids, remaining};
use byleave_policy::read::shells_to_json;
use serde::Serialize;
use serde_json::{Map, Value};

use super::Lines;
use super::line::Line;
use super::script::{Script, ScriptCall};
use crate::arguments::SimTask;
use crate::escape;
use crate::failure::Failure;

/// The variable that can hold the token instead of a file.
const VARIABLE: &str = "BYLEAVE_TOKEN";

/// An agent at a hub.
struct Agent<'s> {
    hub: HubChannel,
    script: &'s Script,
    session: String,
    cwd: String,
    project: String,
    home: String,
    lines: Lines,
}

/// Plays a script at a hub.
pub fn run(task: &SimTask, url: &str, script: &Script, lines: Lines) -> Result<ExitCode, Failure> {
    let token = token(task.token_file.as_deref())?;
    let hub = HubChannel::connect(url, &token).map_err(|error| Failure::Usage(error.to_string()))?;
    let cwd = match &task.cwd {
        Some(cwd) => std::path::absolute(cwd)?,
        None => std::env::current_dir()?,
    };
    for (what, given) in [
        ("answers", !script.answers.is_empty()),
        ("profile", script.profile.is_some()),
        ("mode", script.mode.is_some()),
    ] {
        if given {
            let text = format!("the hub ignores `{what}` of the script: it has its own policy and approvers");
            lines.say(&Line::Warning { text: &text });
        }
    }
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let agent = Agent {
        hub,
        script,
        session: script.session.clone().unwrap_or_else(|| ids::new("sess")),
        project: text(&files::project_of(&cwd)),
        cwd: text(&cwd),
        home: text(&files::home().unwrap_or_default()),
        lines,
    };
    block_on(agent.play()).map_err(|trouble| Failure::Usage(trouble.to_string()))?;
    Ok(ExitCode::SUCCESS)
}

/// The token of an agent. Never from the command line: other users can see the arguments of a command.
fn token(file: Option<&Path>) -> Result<String, Failure> {
    if let Some(path) = file {
        let name = path.to_string_lossy();
        return std::fs::read_to_string(path)
            .map_err(|error| Failure::Usage(format!("cannot read {}: {error}", escape::shown(&name))));
    }
    std::env::var(VARIABLE).map_err(|_| {
        Failure::Usage(format!(
            "a token is needed: `--token-file FILE`, or the variable {VARIABLE}; make one with \
             `byleave hub token create --role agent --out FILE`"
        ))
    })
}

impl Agent<'_> {
    async fn play(&self) -> Result<(), Trouble> {
        for turn in &self.script.turns {
            let number = self.turn("begin").await?.get("turn").cloned().unwrap_or_default();
            let (user, session) = (turn.user(), self.session.as_str());
            self.lines.say(&Line::TurnBegin { turn: number.clone(), user, session });
            let mut stopped = None;
            for batch in turn.batches() {
                self.lines.say(&Line::LlmTurn { turn: number.clone(), calls: batch.len() });
                stopped = self.batch(batch).await?;
                if stopped.is_some() {
                    break;
                }
            }
            if let Some(reason) = stopped {
                let session = self.hub.get(&format!("/v1/sessions/{}", self.session)).await?;
                let stop_signal = session.get("stop_signal").cloned().unwrap_or_default();
                self.lines.say(&Line::LoopStopped { turn: number.clone(), stop_signal, reason: &reason });
            }
            self.turn("end").await?;
            self.lines.say(&Line::TurnEnd { turn: number });
        }
        Ok(())
    }

    async fn turn(&self, event: &str) -> Result<Value, Trouble> {
        self.hub.post(&format!("/v1/sessions/{}/turn", self.session), map(&[("event", event.into())])).await
    }

    /// One call after another; returns the reason if it was stopped.
    async fn batch(&self, batch: &[ScriptCall]) -> Result<Option<String>, Trouble> {
        let calls: Vec<Call> = batch.iter().map(ScriptCall::call).collect();
        let mut stopped = None;
        for (index, (script, call)) in batch.iter().zip(&calls).enumerate() {
            let after = remaining(calls.iter().skip(index.saturating_add(1)));
            let told = self.one(script, call, after).await?;
            if told.get("stop") == Some(&Value::Bool(true)) {
                let reason = told.get("reason").and_then(Value::as_str).unwrap_or_default().to_owned();
                stopped.get_or_insert(reason);
            }
        }
        Ok(stopped)
    }

    async fn one(&self, script: &ScriptCall, call: &Call, after: Vec<(String, String)>) -> Result<Value, Trouble> {
        let asked = Arc::new(AtomicBool::new(false));
        let (heard, teller) = (Arc::clone(&asked), self.teller(call));
        let since = Instant::now();
        let told = self.hub.call(self.body(call, after), move |pending| {
            heard.store(true, Ordering::Relaxed);
            teller(pending);
        });
        let told = match told.await {
            Ok(told) => told,
            // Whatever went wrong, the call does not run; without any hub the script cannot continue.
            Err(trouble @ (Trouble::Refused { .. } | Trouble::Gone(_) | Trouble::Malformed(_))) => {
                let reason = trouble.to_string().into();
                map(&[("approved", false.into()), ("cause", "system".into()), ("reason", reason)])
            }
            Err(trouble @ (Trouble::Unreachable(_) | Trouble::Ended)) => return Err(trouble),
        };
        let waited = if asked.load(Ordering::Relaxed) {
            since.elapsed()
        } else {
            self.lines.say(&self.decision(call, if approved(&told) { "allow" } else { "deny" }, &told));
            Duration::ZERO
        };
        if approved(&told) {
            self.executed(script, call, &told, waited).await?;
        } else {
            self.skipped(call, &told);
        }
        Ok(told)
    }

    fn body(&self, call: &Call, after: Vec<(String, String)>) -> Map<String, Value> {
        let body = Submitted {
            // In an existing session, an earlier run of the script has used its ids.
            id: if self.script.session.is_some() { ids::new("call") } else { call.id.clone() },
            tool: &call.tool,
            arguments: &call.arguments,
            session: &self.session,
            agent: self.script.agent.as_deref(),
            description: call.description.as_deref(),
            shell: call.shell.map(shells_to_json),
            cwd: &self.cwd,
            project: &self.project,
            home: &self.home,
            batch_remaining: after.into_iter().map(|(tool, arguments)| RemainingCall { tool, arguments }).collect(),
        };
        match serde_json::to_value(body) {
            Ok(Value::Object(body)) => body,
            // The hub refuses a call without a tool.
            Ok(_) | Err(_) => Map::new(),
        }
    }

    /// A decision as a line.
    fn decision<'l>(&'l self, call: &'l Call, verdict: &'static str, told: &Value) -> Line<'l> {
        decision(call, &self.session, verdict, told)
    }

    /// Prints that a person is asked.
    fn teller(&self, call: &Call) -> impl FnOnce(&Value) + Send + 'static {
        let (lines, call, session) = (self.lines.clone(), call.clone(), self.session.clone());
        move |pending| {
            lines.say(&decision(&call, &session, "ask", pending));
            let mut frame = pending.get("request").cloned().unwrap_or_default();
            if let Some(frame) = frame.as_object_mut() {
                frame.insert("event".to_owned(), "approval_needed".into());
                frame.insert("tool_call_id".to_owned(), call.id.as_str().into());
            }
            lines.say(&frame);
        }
    }

    async fn executed(&self, script: &ScriptCall, call: &Call, told: &Value, waited: Duration) -> Result<(), Trouble> {
        let arguments = told.get("arguments").and_then(Value::as_object).unwrap_or(&call.arguments);
        let record = told.get("record").cloned().unwrap_or_default();
        self.lines.say(&Line::Executed { tool: &call.tool, arguments, call: &call.id, record });
        if let Some(id) = told.get("id").and_then(Value::as_str) {
            self.hub.post(&format!("/v1/calls/{id}/done"), map(&[])).await?;
        }
        let text = script.output.as_deref().unwrap_or("ok");
        let waited_ms = Some(u64::try_from(waited.as_millis()).unwrap_or(u64::MAX));
        self.lines.say(&Line::ToolResult { tool: &script.tool, ok: true, text, waited_ms });
        Ok(())
    }

    fn skipped(&self, call: &Call, told: &Value) {
        let reason = told.get("reason").and_then(Value::as_str).unwrap_or_default();
        let text = told.get("model_text").and_then(Value::as_str);
        let text = text.map_or_else(|| format!("`{}` did not run: {reason}", call.tool), str::to_owned);
        let said = |key: &str| told.get(key).cloned().unwrap_or_default();
        let tool = call.tool.as_str();
        self.lines.say(&Line::Skipped { tool, call: &call.id, cause: said("cause"), reason, remedy: said("remedy") });
        self.lines.say(&Line::ToolResult { tool, ok: false, text: &text, waited_ms: None });
        self.lines.say(&Line::LlmMessage { tool, text: &text });
    }
}

/// A call as the hub takes it.
#[derive(Serialize)]
struct Submitted<'c> {
    id: String,
    tool: &'c str,
    arguments: &'c Map<String, Value>,
    session: &'c str,
    agent: Option<&'c str>,
    description: Option<&'c str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shell: Option<Value>,
    cwd: &'c str,
    project: &'c str,
    home: &'c str,
    batch_remaining: Vec<RemainingCall>,
}

#[derive(Serialize)]
struct RemainingCall {
    tool: String,
    arguments: String,
}

/// A small object.
fn map(fields: &[(&str, Value)]) -> Value {
    Value::Object(fields.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
}

/// Whether the call may run. Only this lets it.
fn approved(told: &Value) -> bool {
    told.get("approved") == Some(&Value::Bool(true))
}

fn decision<'l>(call: &'l Call, session: &'l str, verdict: &'static str, told: &Value) -> Line<'l> {
    let said = |key: &str| told.get(key).cloned();
    Line::Decision {
        call: &call.id,
        tool: &call.tool,
        session,
        verdict,
        source: said("source").unwrap_or_default(),
        rule: said("rule").unwrap_or_default(),
        reason: said("finding").or_else(|| said("reason")).unwrap_or_default(),
    }
}
