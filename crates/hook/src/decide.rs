//! From an agent's message to the reply: the gate judges the call, asks people and records everything.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use annotate_snippets::Renderer;
use byleave_agents::{Agent, HEARD, Hook, Moment, Prompt, Ruling, ToolCall};
use byleave_gate::files::project_of;
use byleave_gate::{Asks, Authorization, BuildError, Decision, Gate, Hosted, block_on};
use byleave_store::{Attended, Sqlite};
use byleave_terminal::{Colour, Process, TerminalChannel, Without, escape};

use crate::channels::SameStore;
use crate::deadline::Deadline;
use crate::options::Options;

/// The width of what a broken policy shows: the agent passes it on, and no one knows to which screen.
const WIDTH: usize = 100;

/// Judges what an agent says. An error means that the call does not run.
pub fn decide(hook: &Hook, options: &Options, deadline: &Deadline) -> Result<Ruling, String> {
    if hook.is_canary {
        return Ok(Ruling::deny(HEARD));
    }
    if hook.moment == Moment::Other {
        return Ok(Ruling::Silent);
    }
    let path = match &options.store {
        Some(path) => path.clone(),
        None => Sqlite::default_path().map_err(|error| error.to_string())?,
    };
    let attended = Attended::beside(&path);
    // It lives for one call: a thread for the store would cost more than the store.
    let store = Arc::new(Sqlite::open_without_thread(&path).map_err(|error| error.to_string())?);
    let gate = gate(hook, options, store.clone(), &attended).map_err(|error| told(&error))?;
    let ruling = rule(&gate, hook, options, &attended, deadline);
    if matches!(ruling, Ok(Ruling::Allow { edited: None, .. })) {
        deadline.end();
    }
    store.finish();
    // The process ends now: to free policy and session piece by piece would only take time.
    std::mem::forget(gate);
    ruling
}

fn rule(
    gate: &Gate,
    hook: &Hook,
    options: &Options,
    attended: &Attended,
    deadline: &Deadline,
) -> Result<Ruling, String> {
    let told = |error: byleave_gate::StoreError| error.to_string();
    match (hook.moment, &hook.call) {
        (Moment::TurnBegins, _) => block_on(gate.begin_turn()).map(|_| Ruling::Silent).map_err(told),
        (Moment::TurnEnds, _) => block_on(gate.end_turn()).map(|()| Ruling::Silent).map_err(told),
        (Moment::After, Some(call)) => {
            block_on(gate.ran(&call.told(hook.event.agent.name()))).map(|()| Ruling::Silent).map_err(told)
        }
        (Moment::Before | Moment::Permission, Some(call)) => {
            let asks_people = options.terminal || attended.is();
            Ok(judge(gate, hook, call, asks_people, deadline))
        }
        (Moment::Before | Moment::Permission, None) => {
            Err("the agent does not say which tool it wants to run".to_owned())
        }
        (Moment::After | Moment::Other, _) => Ok(Ruling::Silent),
    }
}

/// The gate of the agent's session, or of the session below it.
fn gate(hook: &Hook, options: &Options, store: Arc<Sqlite>, attended: &Attended) -> Result<Gate, BuildError> {
    let cwd = hook.cwd.as_deref().map(PathBuf::from).filter(|cwd| cwd.is_absolute());
    let mut builder = Gate::builder();
    if let Some(config) = &options.config {
        builder = builder.policy_file(config);
    }
    if let Some(cwd) = cwd {
        builder = builder.cwd(cwd);
    }
    builder = builder
        .shared_store(store)
        .session(hook.session.clone())
        .agent(hook.event.agent.name())
        .channel(SameStore(attended.clone()));
    if let Some(root) = hook.project.as_deref().map(Path::new).filter(|root| root.is_absolute()) {
        builder = builder.project(project_of(root));
    }
    if let Some(mode) = hook.mode {
        builder = builder.chosen_mode(mode);
    }
    if options.terminal {
        builder = builder.channel(terminal());
    }
    let wait = options.wait.unwrap_or_else(|| u32::try_from(hook.event.agent.patience().as_secs()).unwrap_or(u32::MAX));
    let gate = builder.longest(wait).build()?;
    Ok(match hook.child() {
        Some(child) => gate.below(&child, hook.sub_agent.as_deref().unwrap_or(hook.event.agent.name())),
        None => gate,
    })
}

/// The person at the terminal, if there is one.
fn terminal() -> TerminalChannel {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colour = if plain { Colour::Off } else { Colour::On };
    TerminalChannel::new(byleave_terminal::Options { colour, process: Process::Ours, without: Without::Fail })
}

/// Why there is no gate, with the lines at which a policy is broken.
fn told(error: &BuildError) -> String {
    match error {
        BuildError::Policy(error) => {
            escape::drawn(&error.render(&Renderer::plain().term_width(WIDTH)), escape::Styles::Spelt)
        }
        BuildError::TwoPolicies(_) => error.to_string(),
    }
}

/// Judges a call, and finds the channel that can ask.
fn judge(gate: &Gate, hook: &Hook, call: &ToolCall, asks_people: bool, deadline: &Deadline) -> Ruling {
    let agent = hook.event.agent;
    let leave = |asks: Asks<'_>| {
        let left = leaves(hook, call, asks, asks_people);
        if !left {
            // A person takes time to answer.
            deadline.watch();
        }
        left.then(|| agent.title())
    };
    match block_on(gate.authorize_or_leave(call.of_gate(gate, agent.name()), leave)) {
        Hosted::Left { decision, unruled, allow } => {
            let asks_by_itself = call.is_question || hook.moment == Moment::Permission || unruled && hook.asks_itself;
            if asks_by_itself { Ruling::Silent } else { Ruling::ask(question(&decision, allow.as_deref())) }
        }
        Hosted::Settled(authorization) => match *authorization {
            // To allow a question would be to answer it.
            Authorization::Approved(_) if call.is_question => Ruling::Silent,
            Authorization::Approved(permit) => {
                let edited = (*permit.arguments() != call.arguments).then(|| permit.arguments().clone());
                Ruling::Allow { reason: format!("byleave: {}", permit.decision().reason), edited }
            }
            Authorization::Rejected(refusal) | Authorization::Stopped(refusal) => {
                Ruling::deny(refusal.words_with_remedy())
            }
        },
    }
}

/// What a person reads in the agent's own prompt, and the model where there is no one to read it: then it has to say alone what
/// became of the call.
fn question(decision: &Decision, allow: Option<&str>) -> String {
    let rule = decision.rule.as_ref().map(|rule| format!("; rule: {rule}")).unwrap_or_default();
    let less = allow.map(|command| format!(". To be asked less: {command}")).unwrap_or_default();
    format!("byleave: {} (needs a person's approval{rule}; without one it does not run){less}", decision.reason)
}

/// Whether the agent's own prompt puts the question.
fn leaves(hook: &Hook, call: &ToolCall, asks: Asks<'_>, asks_people: bool) -> bool {
    if call.is_question {
        return true;
    }
    let own = asks.unruled && hook.asks_itself;
    // Claude Code asks its hook again before it asks its user, and its own rules may allow the call until then.
    if hook.event.agent == Agent::Claude && hook.moment == Moment::Before && own {
        return true;
    }
    // An operator who says what becomes of it while no approver is there does not count on the agent's own prompt.
    if asks_people || asks.decision.unattended.is_some() {
        return false;
    }
    match hook.prompt() {
        Prompt::Always => true,
        Prompt::Own => hook.moment == Moment::Permission || own,
        Prompt::Never => false,
    }
}
