//! From an agent's message to the reply: the gate judges the call, asks people and records everything.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use annotate_snippets::Renderer;
use byleave_agents::{Agent, HEARD, Hook, Judge, Moment, Prompt, Ruling, ToolCall};
use byleave_gate::files::project_of;
use byleave_gate::{
    About, Asks, Authorization, BLOCKED, BuildError, Decision, Gate, Hosted, LeftTo, Origin, Unnamed, Verdict,
    block_on, ids,
};
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
        (Moment::Blocked, Some(call)) => Ok(again(gate, hook, call, attended.is(), deadline)),
        (Moment::Before | Moment::Permission, None) => {
            Err("the agent does not say which tool it wants to run".to_owned())
        }
        (Moment::Blocked | Moment::After | Moment::Other, _) => Ok(Ruling::Silent),
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
        let to = left_to(hook, call, asks, asks_people);
        if to.is_none() {
            // A person takes time to answer.
            deadline.watch();
        }
        to
    };
    let mut made = call.of_gate(gate, agent.name());
    if made.id == BLOCKED {
        // That is byleave's own name for another call.
        made.id = ids::new("call");
    }
    match block_on(gate.authorize_after(made, blocked_before(hook).as_ref(), leave)) {
        Hosted::Left { decision, unruled, allow, to } => match to {
            LeftTo::Agent(_) => Ruling::Silent,
            LeftTo::Prompt(_) => {
                let comes = call.is_question || hook.moment == Moment::Permission || unruled && asks_by_itself(hook);
                if comes { Ruling::Silent } else { Ruling::ask(question(&decision, allow.as_deref())) }
            }
        },
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

/// Puts a call that the agent's own classifier refused to the people at the hub. A yes has the model make it again, and then it runs once.
fn again(gate: &Gate, hook: &Hook, call: &ToolCall, asks_people: bool, deadline: &Deadline) -> Ruling {
    let agent = hook.event.agent;
    let mut made = call.of_gate(gate, agent.name());
    // What byleave refuses stays refused, and where it allows a call it has said so before.
    if !asks_people || gate.check(&made).verdict != Verdict::Ask {
        return Ruling::Silent;
    }
    let why = hook.blocked.as_deref().map(|why| format!(": {why}")).unwrap_or_default();
    let insists = format!("the classifier of {} blocked it{why}", agent.title());
    made.ask = true;
    BLOCKED.clone_into(&mut made.id);
    made.about = Some(Box::new(About { insists: Some(insists), ..About::default() }));
    deadline.watch();
    match block_on(gate.authorize(made)) {
        // Other arguments are another call, which the model does not know.
        Authorization::Approved(permit) if *permit.arguments() == call.arguments => {
            Ruling::allow("a person at the hub allows it once")
        }
        Authorization::Approved(_) | Authorization::Rejected(_) | Authorization::Stopped(_) => Ruling::Silent,
    }
}

/// The question that a person may have answered about this call, after the agent's classifier had blocked it.
fn blocked_before(hook: &Hook) -> Option<Origin> {
    let may_be = hook.moment == Moment::Before
        && match hook.judge {
            Judge::Machine => true,
            Judge::Person | Judge::Untold | Judge::Nobody => false,
        };
    may_be.then(|| Origin::blocked(hook.child().unwrap_or_else(|| hook.session.clone())))
}

/// What a person reads in the agent's own prompt, and the model where there is no one to read it: then it has to say alone what
/// became of the call.
fn question(decision: &Decision, allow: Option<&str>) -> String {
    let rule = decision.rule.as_ref().map(|rule| format!("; rule: {rule}")).unwrap_or_default();
    let less = allow.map(|command| format!(". To be asked less: {command}")).unwrap_or_default();
    format!("byleave: {} (needs a person's approval{rule}; without one it does not run){less}", decision.reason)
}

/// Whether the agent's own prompt comes without a word of its hook.
fn asks_by_itself(hook: &Hook) -> bool {
    match hook.judge {
        Judge::Person => true,
        Judge::Machine | Judge::Untold | Judge::Nobody => false,
    }
}

/// Who in the agent decides about a call that asks, if byleave leaves it to the agent.
fn left_to(hook: &Hook, call: &ToolCall, asks: Asks<'_>, asks_people: bool) -> Option<LeftTo<'static>> {
    let agent = hook.event.agent;
    let prompt = Some(LeftTo::Prompt(agent.title()));
    if call.is_question {
        return prompt;
    }
    let unnamed = asks.unruled && hook.moment == Moment::Before;
    let own = asks.unruled && asks_by_itself(hook);
    // Claude Code asks its hook again before it asks its user, and its own rules may allow the call until then.
    if unnamed && own && (agent == Agent::Claude || asks.unnamed == Some(Unnamed::Leave)) {
        return prompt;
    }
    // An operator who says what becomes of it while no approver is there does not count on the agent's own prompt.
    let elsewhere = asks_people || asks.decision.unattended.is_some();
    if unnamed && !own && is_the_agents(hook.judge, asks, elsewhere) {
        return Some(LeftTo::Agent(agent.title()));
    }
    if elsewhere {
        return None;
    }
    let asked = match hook.prompt() {
        Prompt::Always => true,
        Prompt::Own => hook.moment == Moment::Permission || own,
        Prompt::Never => false,
    };
    asked.then_some(LeftTo::Prompt(agent.title()))
}

/// Whether a call that no rule names is left to an agent that may not ask a person about it.
fn is_the_agents(judge: Judge, asks: Asks<'_>, elsewhere: bool) -> bool {
    match (asks.unnamed, judge) {
        (Some(Unnamed::Leave), _) => true,
        // No classifier stands for several people.
        (None, Judge::Machine) => asks.decision.approvals < 2,
        // Its own flow may be a prompt, and a person at the hub is as good.
        (None, Judge::Untold) => !elsewhere,
        (Some(Unnamed::Ask), _) | (None, Judge::Person | Judge::Nobody) => false,
    }
}
