//! `byleave sim --hub`: the same scripted agent at a hub. The hub's policy decides, and its approvers answer.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use byleave_client::{HubChannel, Trouble};
use byleave_gate::{Call, block_on, files, ids, remaining};
use byleave_policy::read::shells_to_json;
use serde_json::{Map, Value, json};

use super::Lines;
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
            let text = format!("`{what}` of the script counts for nothing here: the hub has its own policy and people");
            lines.say(&json!({ "event": "warning", "text": text }));
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
            self.lines
                .say(&json!({ "event": "turn_begin", "turn": number, "user": turn.user(), "session": self.session }));
            let mut stopped = None;
            for batch in turn.batches() {
                self.lines.say(&json!({ "event": "llm_turn", "turn": number, "calls": batch.len() }));
                stopped = self.batch(batch).await?;
                if stopped.is_some() {
                    break;
                }
            }
            if let Some(reason) = stopped {
                let session = self.hub.get(&format!("/v1/sessions/{}", self.session)).await?;
                let signal = session.get("stop_signal").cloned().unwrap_or_default();
                self.lines
                    .say(&json!({ "event": "loop_stopped", "turn": number, "stop_signal": signal, "reason": reason }));
            }
            self.turn("end").await?;
            self.lines.say(&json!({ "event": "turn_end", "turn": number }));
        }
        Ok(())
    }

    async fn turn(&self, event: &str) -> Result<Value, Trouble> {
        self.hub.post(&format!("/v1/sessions/{}/turn", self.session), json!({ "event": event })).await
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
                json!({ "approved": false, "cause": "system", "reason": trouble.to_string() })
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
        let after = after.into_iter().map(|(tool, arguments)| json!({ "tool": tool, "arguments": arguments }));
        // In an existing session, an earlier run of the script has used its ids.
        let id = if self.script.session.is_some() { ids::new("call") } else { call.id.clone() };
        let mut body = Map::new();
        let mut put = |key: &str, value: Value| body.insert(key.to_owned(), value);
        put("id", id.into());
        put("tool", call.tool.as_str().into());
        put("arguments", Value::Object(call.arguments.clone()));
        put("session", self.session.as_str().into());
        put("agent", json!(self.script.agent));
        put("description", json!(call.description));
        if let Some(shells) = call.shell {
            put("shell", shells_to_json(shells));
        }
        put("cwd", self.cwd.as_str().into());
        put("project", self.project.as_str().into());
        put("home", self.home.as_str().into());
        put("batch_remaining", after.collect());
        body
    }

    /// A decision as a line.
    fn decision(&self, call: &Call, verdict: &str, told: &Value) -> Value {
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
        let own = Value::Object(call.arguments.clone());
        let edited = told.get("arguments").filter(|arguments| arguments.is_object());
        self.lines.say(&json!({
            "event": "executed", "tool": call.tool, "arguments": edited.unwrap_or(&own),
            "call": call.id, "record": told.get("record"),
        }));
        if let Some(id) = told.get("id").and_then(Value::as_str) {
            self.hub.post(&format!("/v1/calls/{id}/done"), json!({})).await?;
        }
        self.lines.say(&json!({
            "event": "tool_result", "tool": script.tool, "ok": true,
            "text": script.output.as_deref().unwrap_or("ok"),
            "waited_ms": u64::try_from(waited.as_millis()).unwrap_or(u64::MAX),
        }));
        Ok(())
    }

    fn skipped(&self, call: &Call, told: &Value) {
        let reason = told.get("reason").and_then(Value::as_str).unwrap_or_default();
        let text = told.get("model_text").and_then(Value::as_str);
        let text = text.map_or_else(|| format!("`{}` did not run: {reason}", call.tool), str::to_owned);
        self.lines.say(&json!({
            "event": "skipped", "tool": call.tool, "call": call.id, "cause": told.get("cause"),
            "reason": reason, "remedy": told.get("remedy"),
        }));
        self.lines.say(&json!({ "event": "tool_result", "tool": call.tool, "ok": false, "text": text }));
        self.lines.say(&json!({ "event": "llm_message", "tool": call.tool, "text": text }));
    }
}

/// Whether the call may run. Only this lets it.
fn approved(told: &Value) -> bool {
    told.get("approved") == Some(&Value::Bool(true))
}

fn decision(call: &Call, session: &str, verdict: &str, told: &Value) -> Value {
    json!({
        "event": "decision", "call": call.id, "tool": call.tool, "session": session, "verdict": verdict,
        "source": told.get("source"), "rule": told.get("rule"), "reason": told.get("finding").or_else(|| told.get("reason")),
    })
}
