//! What the editor says: sessions, prompts, modes, and its answers.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use byleave_gate::{Call, block_on};
use serde_json::{Map, Value};

use super::broker::{Held, Inner, Wanted};
use super::frame::{self, Frame, Id, NOT_A_MESSAGE, REFUSED, WRONG_FIELDS};
use super::modes::in_meta;
use super::options::outcome;
use super::session::{Session, is_name};
use super::wire::{Of, Whole};

impl Inner {
    pub fn editor_says(self: &Arc<Self>, said: Frame, line: &[u8]) {
        match said {
            Frame::Request { id, method, params } => {
                if self.state().from_editor.contains_key(&id) {
                    return self.refuse_editor(&id, NOT_A_MESSAGE, "another request with this id is not answered yet");
                }
                match self.wanted(&method, &params) {
                    Ok(wanted) => {
                        self.state().from_editor.insert(id, wanted);
                        self.agent.relay(line);
                    }
                    Err((code, why)) => self.refuse_editor(&id, code, &why),
                }
            }
            Frame::Notice { method, params } => {
                if method == "session/cancel"
                    && let Some(session) = params.get("sessionId").and_then(Value::as_str)
                {
                    self.cancel_all(session, "the turn was cancelled in the editor");
                }
                self.agent.relay(line);
            }
            Frame::Answer { id, result } => self.editor_answers(&id, &result, line),
            Frame::Complaint => self.agent.relay(line),
        }
    }

    pub fn refuse_editor(&self, id: &Id, code: i64, why: &str) {
        self.tell(why);
        self.editor.say(&frame::error(Some(id), code, &format!("byleave: {why}")));
    }

    /// What the editor wants, or why the agent does not hear of it.
    fn wanted(&self, method: &str, params: &Map<String, Value>) -> Result<Wanted, (i64, String)> {
        let refused = |why: String| (REFUSED, why);
        match method {
            "initialize" => Ok(Wanted::Initialize),
            "session/new" | "session/load" | "session/resume" | "session/fork" => self.opens(method, params),
            "session/prompt" => {
                let Some(session) = self.session_of(params) else { return Ok(Wanted::Other) };
                if let Some(mode) = session.bypass() {
                    return Err(refused(format!(
                        "the session is in the mode `{mode}`, in which the agent does not ask; choose another mode first"
                    )));
                }
                let (gate, told) = (session.gate.clone(), Arc::new(Mutex::new(None)));
                let heard = Arc::clone(&told);
                self.recorder.run_now(move || {
                    if let Err(error) = block_on(gate.begin_turn()) {
                        *heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    }
                });
                if let Some(error) = told.lock().unwrap_or_else(PoisonError::into_inner).take() {
                    self.tell(&format!("a turn begins that is not on record: {error}"));
                }
                Ok(Wanted::Prompt(session))
            }
            "session/set_mode" => {
                let mode = params.get("modeId").and_then(Value::as_str);
                let mode = mode.ok_or_else(|| (WRONG_FIELDS, "`modeId` is not text".to_owned()))?;
                let session = self.session_of(params);
                let name = session.as_ref().and_then(|session| session.mode_name(mode));
                if self.modes.bypasses(mode, name.as_deref(), self.convention()) {
                    return Err(refused(held_back(mode)));
                }
                Ok(session.map_or(Wanted::Other, |session| Wanted::Mode(session, mode.to_owned())))
            }
            "session/set_config_option" => {
                let session = self.session_of(params);
                let id = params.get("configId").and_then(Value::as_str).unwrap_or_default();
                let known = session.as_ref().and_then(|session| session.setting(id));
                let option = known.unwrap_or_else(|| Value::from_iter([("id", id)]));
                let value = params.get("value").unwrap_or(&Value::Null);
                if let Some(mode) = self.modes.setting(&option, value, self.convention()) {
                    return Err(refused(held_back(&mode)));
                }
                Ok(session.map_or(Wanted::Other, Wanted::Setting))
            }
            _ => Ok(Wanted::Other),
        }
    }

    /// A session begins: its policy has to be readable first.
    fn opens(&self, method: &str, params: &Map<String, Value>) -> Result<Wanted, (i64, String)> {
        let cwd = params.get("cwd").and_then(Value::as_str).filter(|cwd| cwd.starts_with('/'));
        let cwd = cwd.ok_or_else(|| (WRONG_FIELDS, "`cwd` is not an absolute path".to_owned()))?;
        if let Some(mode) = params.get("_meta").and_then(in_meta)
            && !self.modes.let_through.iter().any(|known| known == mode)
        {
            return Err((REFUSED, held_back(mode)));
        }
        let gate = (self.open)(Path::new(cwd), &self.name(), self.asks.clone());
        let gate = gate.map_err(|why| (REFUSED, format!("no session can begin: {why}")))?;
        let session = params.get("sessionId").and_then(Value::as_str).filter(|_| method != "session/fork");
        if session.is_some_and(|id| !is_name(id)) {
            return Err((WRONG_FIELDS, "`sessionId` is not a short name".to_owned()));
        }
        if let Some(id) = session {
            // The agent tells what was before while it loads.
            let session = Session::new(id, cwd, gate.for_session(id));
            session.set_loading(true);
            self.state().sessions.insert(id.to_owned(), Arc::new(session));
        }
        Ok(Wanted::Opens { gate: Box::new(gate), cwd: cwd.to_owned(), session: session.map(str::to_owned) })
    }

    fn editor_answers(&self, id: &Id, result: &Result<Value, Value>, line: &[u8]) {
        if let Id::Text(id) = id
            && self.asks.answered(id, result)
        {
            return;
        }
        let passed = {
            let mut state = self.state();
            // What is being judged is not the editor's to answer.
            match state.from_agent.get(id) {
                Some(Held::Passed(_)) => state.from_agent.remove(id),
                Some(Held::Judging { .. }) | None => None,
            }
        };
        match passed {
            Some(Held::Passed(done)) => {
                if let (Some(done), Ok(_)) = (done, result) {
                    let (session, call) = *done;
                    self.ran(session, call);
                }
                self.agent.relay(line);
            }
            Some(Held::Judging { .. }) | None => {
                self.tell("the editor answered something that the agent did not ask; it is not relayed");
            }
        }
    }

    /// A call has run: that is on record beside the decision.
    pub fn ran(&self, session: Arc<Session>, call: Call) {
        self.recorder.run(move || {
            // The decision is on record; that it ran is only beside it.
            let _ = block_on(session.gate.ran(&call));
        });
    }

    /// Ends the turn of a session, as the editor does it.
    pub fn cancel_turn(&self, session: &Session) {
        self.cancel_all(&session.id, "byleave cancelled the turn");
        self.agent.say(&frame::notice("session/cancel", &Of { session_id: &session.id, about: Whole {} }));
    }

    /// A turn is stopped: open questions of the agent end.
    fn cancel_all(&self, session: &str, why: &str) {
        let open: Vec<Id> = {
            let state = self.state();
            let of_session = |held: &Held| matches!(held, Held::Judging { session: of, .. } if of == session);
            state.from_agent.iter().filter(|(_, held)| of_session(held)).map(|(id, _)| id.clone()).collect()
        };
        for id in open {
            self.cancel(&id, why);
        }
    }

    /// Ends a question that byleave is judging, as the protocol requires. A later decision does not count.
    pub fn cancel(&self, id: &Id, why: &str) -> bool {
        let held = {
            let mut state = self.state();
            match state.from_agent.get(id) {
                Some(Held::Judging { .. }) => state.from_agent.remove(id),
                Some(Held::Passed(_)) | None => None,
            }
        };
        let Some(Held::Judging { session, call, is_permission }) = held else { return false };
        self.asks.stop(&session, &call, why);
        self.agent.say(&if is_permission {
            frame::result(id, &outcome(None))
        } else {
            frame::error(Some(id), frame::CANCELLED, why)
        });
        true
    }
}

fn held_back(mode: &str) -> String {
    format!(
        "byleave blocks `{mode}`: the agent would stop asking in it; the operator can permit it with `--mode {mode}`"
    )
}
