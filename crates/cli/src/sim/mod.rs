//! `byleave sim`: a scripted agent at the real gate. Only its tools are simulated.

mod answers;
mod line;
mod remote;
mod script;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use byleave_gate::files::Trust;
use byleave_gate::{Authorization, Event, Gate, Refusal, Request, Skill, block_on};
use serde::Serialize;

use crate::arguments::SimTask;
use crate::failure::Failure;
use crate::opened;
use crate::style::Colour;
use line::Line;
use script::{Script, ScriptCall, Turn};

/// One JSON line for each event of any origin, in the order of the events.
#[derive(Clone)]
struct Lines(Arc<Mutex<io::Stdout>>);

impl Lines {
    /// Its fields are in alphabetical order.
    fn say(&self, line: &impl Serialize) {
        let value = serde_json::to_value(line).unwrap_or_default();
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A reader that closed the pipe has what it wanted.
        let _ = writeln!(out, "{value}").and_then(|()| out.flush());
    }
}

/// Runs a script through the gate. The exit code is 0 for every decision; 2 means that the script or the policy is
/// wrong.
pub fn run(task: &SimTask, color: Colour) -> Result<ExitCode, Failure> {
    let mut script = script::read(&task.script)?;
    if let Some(shells) = task.shell {
        script.run_by(shells);
    }
    let lines = Lines(Arc::new(Mutex::new(io::stdout())));
    if let Some(url) = &task.hub {
        return remote::run(task, url, &script, lines);
    }
    let gate = gate(task, &script, &lines, color)?;
    block_on(play(&gate, &script, &lines))?;
    Ok(ExitCode::SUCCESS)
}

fn gate(task: &SimTask, script: &Script, lines: &Lines, color: Colour) -> Result<Gate, Failure> {
    let said = opened::Place::under(&task.under);
    let place = opened::Place {
        profile: said
            .profile
            .map_or_else(|| script.profile.as_deref().map(opened::profile).transpose(), |one| Ok(Some(one)))?,
        mode: said.mode.map_or_else(|| script.mode.as_deref().map(opened::mode).transpose(), |one| Ok(Some(one)))?,
        cwd: task.cwd.as_deref(),
        ..said
    };
    let mut builder = opened::builder(&place);
    builder = match &task.store {
        Some(path) => builder.store(opened::store(Some(path))?),
        None => builder,
    };
    if let Some(session) = &script.session {
        builder = builder.session(session.clone());
    }
    if let Some(agent) = &script.agent {
        builder = builder.agent(agent.clone());
    }
    let teller = lines.clone();
    let asked = move |request: &Request| {
        let mut frame = request.to_json();
        if let Some(frame) = frame.as_object_mut() {
            frame.insert("event".to_owned(), "approval_needed".into());
        }
        teller.say(&frame);
    };
    if task.terminal {
        builder = builder.channel(opened::terminal(color));
    } else {
        builder = builder.channel(answers::Answers::new(script.answers.clone(), asked));
    }
    let watcher = lines.clone();
    let profile = place.profile.unwrap_or_default();
    builder = builder.watch(move |event| {
        if let Some(line) = shown(event) {
            watcher.say(&line);
        }
        if let Some(line) = event.log_line(profile) {
            // The sign is an emoji of two characters, one of them invisible.
            let (sign, rest) = line.strip_prefix("⚠️").map_or(("", line.as_str()), |rest| ("⚠️", rest));
            let _ = writeln!(io::stderr(), "{sign}{}", crate::escape::shown(rest));
        }
    });
    Ok(builder.build()?)
}

/// An event of the gate as a line.
fn shown(event: &Event) -> Option<Line<'_>> {
    match event {
        Event::Decided { call, tool, session, verdict, source, rule, reason } => Some(Line::Decision {
            call,
            tool,
            session,
            verdict: verdict.name(),
            source: source.name().into(),
            rule: rule.as_deref().into(),
            reason: reason.as_str().into(),
        }),
        Event::TurnBegan { turn, kept, skills, .. } if !skills.is_empty() => {
            Some(Line::Snapshot { turn: *turn, kept: *kept, skills })
        }
        Event::TurnEnded { turn, ended, .. } if !ended.is_empty() => {
            Some(Line::Restore { turn: *turn, ended: ended.len() })
        }
        Event::Warned(text) => Some(Line::Warning { text }),
        Event::Asked { .. }
        | Event::Approved { .. }
        | Event::Refused { .. }
        | Event::Failed { .. }
        | Event::TurnBegan { .. }
        | Event::TurnEnded { .. } => None,
    }
}

async fn play(gate: &Gate, script: &Script, lines: &Lines) -> Result<(), Failure> {
    for turn in &script.turns {
        let number = gate.begin_turn_with(&skills(turn, gate)?).await?;
        lines.say(&Line::TurnBegin { turn: number.into(), user: turn.user(), session: gate.session() });
        let mut stopped = None;
        for batch in turn.batches() {
            lines.say(&Line::LlmTurn { turn: number.into(), calls: batch.len() });
            stopped = one_batch(gate, batch, lines).await;
            if stopped.is_some() {
                break;
            }
        }
        if let Some(reason) = stopped {
            let stop_signal = gate.stop_signal().await?.into();
            lines.say(&Line::LoopStopped { turn: number.into(), stop_signal, reason: &reason });
        }
        gate.end_turn().await?;
        lines.say(&Line::TurnEnd { turn: number.into() });
    }
    Ok(())
}

/// The skill that the user started, if any.
fn skills(turn: &Turn, gate: &Gate) -> Result<Vec<Skill>, Failure> {
    let Some(name) = turn.skill() else { return Ok(Vec::new()) };
    let trust = Trust::load()?;
    let home = byleave_gate::files::home().unwrap_or_default();
    Ok(Skill::find(name, Path::new(gate.project()), &home, &trust)?.into_iter().collect())
}

/// Decides and runs the calls of a batch; returns the reason if it was stopped.
async fn one_batch(gate: &Gate, calls: &[ScriptCall], lines: &Lines) -> Option<String> {
    let mut batch = gate.batch(calls.iter().map(ScriptCall::call));
    let mut stopped = None;
    for call in calls {
        match batch.next().await? {
            Authorization::Approved(permit) => {
                let record = permit.record().to_owned();
                let ran = permit.run(|approved| {
                    lines.say(&Line::Executed {
                        tool: approved.tool(),
                        arguments: approved.arguments(),
                        call: approved.id(),
                        record: record.into(),
                    });
                    call.output.clone().unwrap_or_else(|| "ok".to_owned())
                });
                let waited_ms = Some(u64::try_from(ran.waited.as_millis()).unwrap_or(u64::MAX));
                lines.say(&Line::ToolResult { tool: &call.tool, ok: true, text: &ran.output, waited_ms });
            }
            Authorization::Rejected(refusal) => skipped(&refusal, lines),
            Authorization::Stopped(refusal) => {
                skipped(&refusal, lines);
                stopped.get_or_insert_with(|| refusal.reason());
            }
        }
    }
    stopped
}

fn skipped(refusal: &Refusal, lines: &Lines) {
    let (tool, text) = (refusal.tool.as_str(), refusal.to_model_text());
    lines.say(&Line::Skipped {
        tool,
        call: &refusal.call,
        cause: refusal.cause.name().into(),
        reason: &refusal.reason(),
        remedy: refusal.remedy.as_deref().into(),
    });
    lines.say(&Line::ToolResult { tool, ok: false, text: &text, waited_ms: None });
    lines.say(&Line::LlmMessage { tool, text: &text });
}
