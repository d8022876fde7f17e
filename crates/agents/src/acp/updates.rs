//! What an agent tells its editor about a session: tools that start, and modes that change.

use std::sync::Arc;

use byleave_gate::{agent_title, block_on};
use byleave_policy::Verdict;
use serde_json::{Map, Value};

use super::broker::Inner;
use super::session::{Breach, Session, Started};
use crate::surroundings::Surroundings;

/// Takes an update of a session. Says whether the editor does not get it.
pub(super) fn is_withheld(broker: &Arc<Inner>, params: &Map<String, Value>) -> bool {
    let Some(session) = broker.session_of(params) else { return false };
    let Some(update) = params.get("update").and_then(Value::as_object) else { return false };
    let text = |key: &str| update.get(key).and_then(Value::as_str);
    match text("sessionUpdate") {
        Some("tool_call" | "tool_call_update") => {
            if let Some(id) = text("toolCallId") {
                started(broker, &session, id, update);
            }
            false
        }
        Some("current_mode_update") => text("currentModeId").is_some_and(|mode| {
            let name = session.mode_name(mode);
            let bypasses = broker.modes.bypasses(mode, name.as_deref(), broker.convention());
            session.set_mode(mode, bypasses);
            bypasses && hold_back(broker, &session, mode)
        }),
        Some("config_option_update") => {
            let options = update.get("configOptions");
            let mode = broker.modes.of_options(options, broker.convention());
            session.set_settings(options, mode.clone());
            mode.is_some_and(|mode| hold_back(broker, &session, &mode))
        }
        Some(_) | None => false,
    }
}

fn started(broker: &Arc<Inner>, session: &Arc<Session>, id: &str, update: &Map<String, Value>) {
    match session.update(id, update, broker.convention().starts_in_progress()) {
        Started::Quiet => {}
        Started::Ran(call) => broker.ran(Arc::clone(session), *call),
        Started::Alarm(breach, said) => {
            let call = broker.convention().call(&said, &session.cwd, &Surroundings::here());
            let verdict = alarm(broker, session, &call.told(&broker.name()), breach.words());
            if verdict == Verdict::Deny || breach == Breach::Refused {
                broker.tell("byleave cancels the turn: the agent does what the policy or a person refuses");
                broker.cancel_turn(session);
            }
        }
    }
}

/// Puts on record what the agent had no leave for, and gives the verdict of the policy. The operator hears of it unless the policy
/// would have allowed it.
fn alarm(broker: &Arc<Inner>, session: &Arc<Session>, call: &byleave_gate::Call, why: &str) -> Verdict {
    let verdict = session.gate.check(call).verdict;
    let allowed = !call.ask && verdict == Verdict::Allow;
    let what = call.description.as_deref().unwrap_or(&call.tool);
    let words = format!("{}: {why}: {what}", agent_title(&broker.name()));
    if !allowed {
        broker.tell(&format!("alarm: {words}"));
    }
    let (gate, call, teller) = (session.gate.clone(), call.clone(), Arc::clone(broker));
    broker.recorder.run(move || {
        if let Err(error) = block_on(gate.alarm(&call, &words)) {
            teller.tell(&format!("this alarm is not on record ({error}): {words}"));
        }
    });
    verdict
}

/// The agent switched to a mode in which it does not ask: it is sent back, its turn ends, and the editor does not show the
/// mode. Until the agent is back, the session takes no prompt.
fn hold_back(broker: &Arc<Inner>, session: &Arc<Session>, mode: &str) -> bool {
    let call = byleave_gate::Call::new("set_mode", Value::from_iter([("mode", mode)])).agent(broker.name());
    alarm(broker, session, &call, "it switched to a mode in which it does not ask");
    broker.cancel_turn(session);
    if let Some(safe) = session.safe_mode() {
        broker.send_back(session, &safe);
    }
    true
}
