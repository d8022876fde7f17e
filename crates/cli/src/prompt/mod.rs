//! `byleave prompt`: asks the person at the terminal about a call, as the gate would.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use byleave_gate::{Gate, block_on};
use byleave_policy::{CallFacts, Decision, Profile, Reason, Verdict};
use byleave_terminal::ollama::{format_approval_result, format_deny_result};
use byleave_terminal::{Options, Process, Question, Reply, Style, Subject, Terminal, Without};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::arguments::{CheckTask, PromptStyle, PromptTask};
use crate::check;
use crate::escape;
use crate::failure::Failure;
use crate::style::{self, Colour};

/// Asks, and prints the result.
pub fn run(task: &PromptTask, color: Colour) -> Result<ExitCode, Failure> {
    let check = CheckTask {
        tool: Some(task.tool.clone()),
        arguments: Some(task.arguments.clone()),
        under: task.under.clone(),
        now: None,
        place: task.place.clone(),
        json: task.json,
        explain: false,
        always: false,
        tree: false,
        assume: false,
        batch: false,
    };
    let call = check::call_of(&check)?;
    let policy = check::policy_of(&check, std::path::Path::new(&call.project))?;
    let (profile, timeout) = (policy.profile, policy.ask_timeout_seconds);
    let gate = Gate::builder().policy(policy).cwd(&call.cwd).project(&call.project).home(&call.home).build()?;
    let mut asked = byleave_gate::Call::new(call.tool.clone(), Value::Object(call.arguments.clone()));
    asked.shell = call.shell;
    let request = block_on(gate.preview(asked))?;
    if request.decision.verdict == Verdict::Deny {
        return refused(task, color, &request.decision);
    }
    // The person here counts as one, however often they press a key.
    if request.decision.verdict == Verdict::Ask && request.decision.approvals > 1 {
        let reason = Reason::ManyPeople(request.decision.approvals);
        return refused(task, color, &Decision { reason, ..request.decision });
    }
    let mut question = byleave_terminal::question(&request, style_of(task, profile));
    question.session.clone_from(&task.session);
    question.description.clone_from(&task.description);
    question.expires_in = task.timeout.or(timeout).map(|seconds| Duration::from_secs(seconds.into()));
    let reply = ask(&question, color)?;
    answer(task, color, &call, &question, &reply)?;
    Ok(ExitCode::from(if reply.approves() { 0 } else { 4 }))
}

fn style_of(task: &PromptTask, profile: Profile) -> Style {
    match (task.style, profile) {
        (Some(PromptStyle::Plain), _) | (None, Profile::OriCore) => Style::Plain,
        (Some(PromptStyle::Selector) | None, Profile::Ollama) => Style::Ollama,
        (Some(PromptStyle::Selector), Profile::OriCore)
        | (Some(PromptStyle::Selector) | None, Profile::Byleave | Profile::ConnectOnion) => Style::Byleave,
    }
}

fn ask(question: &Question, wanted: Colour) -> Result<Reply, Failure> {
    let colour =
        if style::is_wanted_on_terminal(wanted) { byleave_terminal::Colour::On } else { byleave_terminal::Colour::Off };
    let options = Options { colour, process: Process::Ours, without: Without::StandardInput };
    Ok(Terminal::new(options).ask(question, None)?)
}

/// Ollama's box, to look at and to try its keys.
pub fn show_selector(out: &mut dyn Write, warning: bool) -> Result<(), Failure> {
    let command = if warning { "cat /etc/passwd" } else { "cat src/main.go | head -50" };
    let arguments = Map::from_iter([("command".to_owned(), command.into())]);
    let question = Question {
        style: Style::Ollama,
        tool: "bash".to_owned(),
        subject: Subject::Command(command.to_owned()),
        arguments: arguments.clone(),
        outside: warning,
        ..Question::default()
    };
    let reply = ask(&question, Colour::Always)?;
    Ok(writeln!(out, "{}", format_approval_result("bash", &arguments, &reply))?)
}

/// A call that the policy denies is not asked about.
fn refused(task: &PromptTask, color: Colour, decision: &Decision) -> Result<ExitCode, Failure> {
    let stdout = io::stdout().lock();
    if task.json {
        let reason = decision.reason.to_string();
        let (reason, deny_reason) = (Some(reason.as_str()), Some(reason.as_str()));
        let reply = PromptReply { decision: "deny", reason, deny_reason, ..PromptReply::default() };
        writeln!(io::BufWriter::new(stdout), "{}", reply.to_json())?;
    } else {
        let mut out = style::stream(stdout, color);
        writeln!(out, "denied without asking: {}", escape::shown(&decision.reason.to_string()))?;
        out.flush()?;
    }
    Ok(ExitCode::from(4))
}

fn answer(
    task: &PromptTask,
    color: Colour,
    call: &CallFacts,
    question: &Question,
    reply: &Reply,
) -> Result<(), Failure> {
    let stdout = io::stdout().lock();
    if task.json {
        return Ok(writeln!(io::BufWriter::new(stdout), "{}", object(question, reply))?);
    }
    let mut out = style::stream(stdout, color);
    // The plain style has already shown it on the terminal.
    if question.style != Style::Plain {
        writeln!(out, "{}", format_approval_result(&call.tool, &call.arguments, reply))?;
        if let Some(reason) = reply.reason() {
            writeln!(out, "{}", escape::shown(&format_deny_result(&call.tool, reason)))?;
        }
    }
    Ok(out.flush()?)
}

fn object(question: &Question, reply: &Reply) -> Value {
    let covers = match reply {
        Reply::Always { choice } => question.covers.get(*choice),
        Reply::Once | Reply::Deny { .. } | Reply::Cancelled | Reply::Stop | Reply::Expired | Reply::Closed => None,
    };
    PromptReply {
        approved: reply.approves(),
        decision: match reply {
            Reply::Once => "once",
            Reply::Always { .. } => "always",
            Reply::Deny { .. } | Reply::Cancelled | Reply::Stop | Reply::Expired | Reply::Closed => "deny",
        },
        asked: true,
        reason: reply.reason(),
        deny_reason: (!reply.approves()).then_some("User denied"),
        stop: (!reply.approves()).then_some(*reply == Reply::Stop),
        scope: covers.map(|choice| choice.scope.name()),
        breadth: covers.map(|choice| choice.breadth.name()),
        covers: covers.map(|choice| choice.pattern.as_str()),
    }
    .to_json()
}

/// What a program reads about the answer. What was not said is left out.
#[derive(Default, Serialize)]
struct PromptReply<'r> {
    approved: bool,
    decision: &'static str,
    asked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'r str>,
    #[serde(rename = "denyReason", skip_serializing_if = "Option::is_none")]
    deny_reason: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    breadth: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    covers: Option<&'r str>,
}

impl PromptReply<'_> {
    fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}
