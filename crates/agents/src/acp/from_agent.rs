//! What the agent says: its requests, what it tells of a session, and its answers.

use std::sync::{Arc, PoisonError};

use byleave_gate::{Call, block_on};
use serde_json::{Map, Value};

use super::broker::{Held, Inner, Wanted};
use super::convention::Convention;
use super::frame::{self, Frame, Id, NOT_A_MESSAGE, REFUSED};
use super::judge::{self, Deed};
use super::session::{Session, is_name};
use super::updates;
use super::wire::{Of, ToMode};

/// At most this many questions are open at once.
const MOST_OPEN: usize = 128;

impl Inner {
    pub fn agent_says(self: &Arc<Self>, said: Frame, line: &[u8]) {
        match said {
            Frame::Request { id, method, params } => self.agent_asks(id, &method, params, line),
            Frame::Notice { method, params } => {
                let cancels =
                    || Id::of_request(params.get("requestId")?).filter(|id| self.cancel(id, "the agent cancelled it"));
                if method == "session/update" && updates::is_withheld(self, &params)
                    || method == "$/cancel_request" && cancels().is_some()
                {
                    return;
                }
                self.editor.relay(line);
            }
            Frame::Answer { id, result } => self.agent_answers(&id, &result, line),
            Frame::Complaint => self.editor.relay(line),
        }
    }

    fn agent_asks(self: &Arc<Self>, id: Id, method: &str, params: Map<String, Value>, line: &[u8]) {
        let deed = match method {
            "session/request_permission" => Some(Deed::Permission),
            "fs/read_text_file" => Some(Deed::Read),
            "fs/write_text_file" => Some(Deed::Write),
            "terminal/create" => Some(Deed::Terminal),
            "terminal/output" | "terminal/release" | "terminal/wait_for_exit" | "terminal/kill" => None,
            other if other.starts_with("fs/") || other.starts_with("terminal/") => {
                let why = format!("byleave does not know `{other}`, so it does not let it through");
                return self.agent.say(&frame::error(Some(&id), REFUSED, &why));
            }
            _ => None,
        };
        if self.state().from_agent.contains_key(&id) {
            // An answer could be taken for that to the other one, so neither gets a yes.
            self.cancel(&id, "the agent used its id for another request");
            self.tell("the agent used an id for two requests; both are refused");
            let why = "byleave: another request with this id is not answered yet";
            return self.agent.say(&frame::error(Some(&id), NOT_A_MESSAGE, why));
        }
        let Some(deed) = deed else {
            self.state().from_agent.insert(id, Held::Passed(None));
            return self.editor.relay(line);
        };
        let session = params.get("sessionId").and_then(Value::as_str).unwrap_or_default().to_owned();
        let call = deed.call_id(&params);
        let is_permission = matches!(deed, Deed::Permission);
        self.state().from_agent.insert(id.clone(), Held::Judging { session, call: call.clone(), is_permission });
        let begun = {
            let mut count = self.judging.0.lock().unwrap_or_else(PoisonError::into_inner);
            *count = count.saturating_add(1);
            *count <= MOST_OPEN
        };
        let (inner, line, asked) = (Arc::clone(self), line.to_vec(), id.clone());
        let work = move || {
            judge::judge(&inner, deed, &id, &call, &params, &line, begun);
            let (count, changed) = &inner.judging;
            let mut count = count.lock().unwrap_or_else(PoisonError::into_inner);
            *count = count.saturating_sub(1);
            changed.notify_all();
        };
        if !begun {
            return work();
        }
        if std::thread::Builder::new().name("byleave-judge".to_owned()).spawn(work).is_err() {
            self.tell("a question of the agent cannot be judged: no thread can be started");
            self.answer(&asked, &frame::error(Some(&asked), REFUSED, "byleave cannot judge this now"));
            let mut count = self.judging.0.lock().unwrap_or_else(PoisonError::into_inner);
            *count = count.saturating_sub(1);
        }
    }

    /// Answers a request of the agent that was judged, unless it was cancelled meanwhile.
    pub fn answer(&self, id: &Id, message: &Value) -> bool {
        let waits = {
            let mut state = self.state();
            let waits = matches!(state.from_agent.get(id), Some(Held::Judging { .. }));
            waits.then(|| state.from_agent.remove(id)).is_some()
        };
        if waits {
            self.agent.say(message);
        }
        waits
    }

    /// Hands a request of the agent to the editor, as it came, unless it was cancelled meanwhile.
    pub fn pass(&self, id: &Id, line: &[u8], session: Arc<Session>, call: Call) {
        {
            let mut state = self.state();
            if !matches!(state.from_agent.get(id), Some(Held::Judging { .. })) {
                return;
            }
            state.from_agent.insert(id.clone(), Held::Passed(Some(Box::new((session, call)))));
        }
        self.editor.relay(line);
    }

    fn agent_answers(&self, id: &Id, result: &Result<Value, Value>, line: &[u8]) {
        if let Id::Text(text) = id {
            let ours = self.state().ours.remove(text);
            if let Some((session, mode)) = ours {
                if result.is_ok() {
                    session.set_mode(&mode, false);
                }
                return;
            }
        }
        let Some(wanted) = self.state().from_editor.remove(id) else {
            return self.tell("the agent answered something that the editor did not ask; it is not relayed");
        };
        if let Err(why) = self.agent_answered(wanted, result) {
            return self.refuse_editor(id, REFUSED, &why);
        }
        self.editor.relay(line);
    }

    /// What an answer of the agent changes, or why the editor does not get it.
    fn agent_answered(&self, wanted: Wanted, result: &Result<Value, Value>) -> Result<(), String> {
        let none = Map::new();
        let told = result.as_ref().ok().map(|value| value.as_object().unwrap_or(&none));
        match wanted {
            Wanted::Initialize => {
                let Some(told) = told else { return Ok(()) };
                let name = told.get("agentInfo").and_then(|info| info.get("name")?.as_str());
                let mut state = self.state();
                state.version = told.get("protocolVersion").and_then(Value::as_u64).unwrap_or(1);
                if !state.is_named {
                    state.convention = Convention::of_name(name.unwrap_or(&self.program));
                    state.name = name.map(str::to_owned);
                }
                Ok(())
            }
            Wanted::Opens { gate, cwd, session } => {
                let Some(told) = told else {
                    if let Some(id) = session {
                        self.state().sessions.remove(&id);
                    }
                    return Ok(());
                };
                let id = told.get("sessionId").and_then(Value::as_str).map(str::to_owned).or_else(|| session.clone());
                let Some(id) = id.filter(|id| is_name(id)) else {
                    return Err("the agent opened a session without a short name".to_owned());
                };
                let opened = match self.session(&id).filter(|_| session.as_ref() == Some(&id)) {
                    Some(loaded) => loaded,
                    None => Arc::new(Session::new(&id, &cwd, gate.for_session(&id))),
                };
                opened.set_loading(false);
                opened.set_modes(told.get("modes"));
                opened.set_settings(told.get("configOptions"), None);
                if let Some(mode) = self.modes.of_session(told, self.convention()) {
                    self.state().sessions.remove(&id);
                    return Err(format!("the session starts in the mode `{mode}`, in which the agent does not ask"));
                }
                let current = told.get("modes").and_then(|modes| modes.get("currentModeId")?.as_str());
                if let Some(mode) = current {
                    opened.set_mode(mode, false);
                }
                self.state().sessions.insert(id, opened);
                Ok(())
            }
            Wanted::Prompt(session) => {
                session.end_turn();
                let gate = session.gate.clone();
                self.recorder.run(move || {
                    // What was granted for the turn ends at the next one at the latest.
                    let _ = block_on(gate.end_turn());
                });
                Ok(())
            }
            Wanted::Mode(session, mode) => {
                if told.is_some() {
                    session.set_mode(&mode, false);
                }
                Ok(())
            }
            Wanted::Setting(session) => {
                let options = told.and_then(|told| told.get("configOptions"));
                session.set_settings(options, self.modes.of_options(options, self.convention()));
                Ok(())
            }
            Wanted::Other => Ok(()),
        }
    }

    /// Sends a session back to a mode in which the agent asks.
    pub fn send_back(&self, session: &Arc<Session>, mode: &str) {
        let id = byleave_gate::ids::new("byleave");
        self.state().ours.insert(id.clone(), (Arc::clone(session), mode.to_owned()));
        let params = Of { session_id: &session.id, about: ToMode { mode_id: mode } };
        self.agent.say(&frame::request(&Id::Text(id), "session/set_mode", &params));
    }
}
