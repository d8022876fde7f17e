//! One request of the agent, from its fields to its answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use byleave_gate::{Authorization, Call, Hosted, LeftTo, block_on, ids};
use serde_json::{Map, Value};

use super::broker::Inner;
use super::convention::{self, command_in};
use super::editor::Prepared;
use super::frame::{self, Id, REFUSED, WRONG_FIELDS};
use super::options::{Choices, Kind, outcome};
use super::session::{Leave, Session};
use super::terminal;
use super::wire::{Asked, Content, Of, Subject, Update};
use crate::hook::ToolCall;
use crate::reply::{json_of, make_instead, shown};
use crate::surroundings::Surroundings;

/// Under this name a call is on record that was approved a moment before as a tool call.
const BEFORE: &str = "the question before it";

/// What an agent wants of its editor that is judged.
#[derive(Clone, Copy, Debug)]
pub(super) enum Deed {
    /// A permission to run one of the agent's own tools.
    Permission,
    /// A file's text.
    Read,
    /// A file to be written.
    Write,
    /// A command to be run.
    Terminal,
}

impl Deed {
    /// What names the call on record: the agent's own name for it, where it has one.
    pub fn call_id(self, params: &Map<String, Value>) -> String {
        let of = |call: &Value| call.get("toolCallId").and_then(Value::as_str).map(str::to_owned);
        let named = match self {
            Self::Permission => subject(params).and_then(of).filter(|id| !id.is_empty() && id.len() <= 256),
            Self::Read | Self::Write | Self::Terminal => None,
        };
        named.unwrap_or_else(|| ids::new("call"))
    }
}

/// What became of a request.
enum Ruling {
    /// It may go on.
    Go(Box<Call>),
    /// It may not, for this reason.
    No(String),
}

/// Judges a request and answers it. Whatever goes wrong, it is refused.
pub(super) fn judge(
    broker: &Arc<Inner>,
    deed: Deed,
    id: &Id,
    call: &str,
    params: &Map<String, Value>,
    line: &[u8],
    has_room: bool,
) {
    let done = catch_unwind(AssertUnwindSafe(|| {
        if !has_room {
            return refuse(broker, deed, id, params, "too many questions are open at once");
        }
        let Some(session) = broker.session_of(params) else {
            return refuse(broker, deed, id, params, "the editor opened no session of this id");
        };
        match deed {
            Deed::Permission => permission(broker, &session, id, call, params),
            Deed::Read | Deed::Write | Deed::Terminal => deputy(broker, &session, deed, id, call, params, line),
        }
    }));
    if done.is_err() {
        refuse(broker, deed, id, params, "byleave stopped unexpectedly");
    }
}

fn refuse(broker: &Inner, deed: Deed, id: &Id, params: &Map<String, Value>, why: &str) {
    let message = match deed {
        Deed::Permission => {
            let choices = Choices::read(params.get("options"), &broker.modes, broker.convention());
            frame::result(id, &outcome(choices.first(Kind::RejectOnce)))
        }
        Deed::Read | Deed::Write | Deed::Terminal => frame::error(Some(id), REFUSED, &format!("byleave: {why}")),
    };
    broker.tell(why);
    broker.answer(id, &message);
}

/// What a question for leave is about: the tool call of version 1, or the subject of version 2.
fn subject(params: &Map<String, Value>) -> Option<&Value> {
    let call = params.get("toolCall");
    call.or_else(|| {
        let subject = params.get("subject")?;
        subject.get("toolCall").or(Some(subject))
    })
}

/// Leave to run a tool of the agent's own.
fn permission(broker: &Arc<Inner>, session: &Arc<Session>, id: &Id, name: &str, params: &Map<String, Value>) {
    let convention = broker.convention();
    let choices = Choices::read(params.get("options"), &broker.modes, convention);
    let none = Map::new();
    let said = subject(params).and_then(Value::as_object).unwrap_or(&none);
    let (told, announced) = session.asks(name, said);
    let mut call = match command(params) {
        Some((command, cwd)) => command_in(command, cwd, byleave_shell::Shells::POSIX),
        None => convention.call(&told, &session.cwd, &Surroundings::here()),
    };
    call.id = Some(name.to_owned());
    // Where "allow" can mean several things, a person chooses.
    call.needs_person |= choices.is_a_choice();
    let Some(question) = broker.asks.prepare(&session.id, name, Prepared::new(params.clone(), choices.clone())) else {
        return refuse(broker, Deed::Permission, id, params, "a question about the same tool call is open");
    };
    let ruling = decide(broker, session, &call, |_| None);
    broker.asks.forget(&session.id, name);
    let chosen = question.chosen();
    let ruling = match ruling {
        Ruling::Go(call) => match chosen
            .clone()
            .filter(|one| one.kind == Kind::AllowOnce)
            .or_else(|| choices.first(Kind::AllowOnce).cloned())
        {
            Some(choice) => Ok((call, choice)),
            None => Err("the agent offers no way to allow it only once".to_owned()),
        },
        Ruling::No(why) => Err(why),
    };
    match ruling {
        Ok((call, choice)) => {
            session.settle(name, Leave::Given(call));
            if !announced {
                announce(broker, session, name, &told, None);
            }
            broker.answer(id, &frame::result(id, &outcome(Some(&choice))));
        }
        Err(why) => {
            session.settle(name, Leave::Refused);
            announce(broker, session, name, &told, Some((&why, announced)));
            let no = chosen.filter(|one| one.kind != Kind::AllowOnce);
            let no = no.or_else(|| choices.first(Kind::RejectOnce).cloned());
            broker.answer(id, &frame::result(id, &outcome(no.as_ref())));
        }
    }
}

/// The command of a question in version 2, with its directory.
fn command(params: &Map<String, Value>) -> Option<(&str, &str)> {
    let subject = params.get("subject").filter(|_| !params.contains_key("toolCall"))?;
    if subject.get("type")?.as_str()? != "command" {
        return None;
    }
    let cwd = subject.get("cwd")?.as_str().filter(|cwd| cwd.starts_with('/'))?;
    Some((subject.get("command")?.as_str()?, cwd))
}

/// Shows the editor a tool call whose question it did not get: a refused one with the reason.
fn announce(broker: &Inner, session: &Session, id: &str, told: &Map<String, Value>, refused: Option<(&str, bool)>) {
    session.announce(id);
    let mut update = if refused.is_some_and(|(_, announced)| announced) { Map::new() } else { told.clone() };
    update.entry("toolCallId").or_insert_with(|| id.into());
    // Version 2 has one kind of update for what is new and what is known.
    let known = refused.is_some_and(|(_, announced)| announced) || broker.version() > 1;
    let kind = if known { "tool_call_update" } else { "tool_call" };
    update.insert("sessionUpdate".to_owned(), kind.into());
    if !known {
        update.entry("title").or_insert_with(|| id.into());
    }
    match refused {
        Some((why, _)) => {
            update.insert("status".to_owned(), "failed".into());
            let content = [Content::text(format!("byleave refused it: {}", shown(why)))];
            update.insert("content".to_owned(), json_of(&content));
        }
        None => drop(update.insert("status".to_owned(), "pending".into())),
    }
    let params = Of { session_id: &session.id, about: Update { update } };
    broker.editor.say(&frame::notice("session/update", &params));
}

/// What the editor does for the agent: a file, a terminal. It gets the request only if it may.
fn deputy(
    broker: &Arc<Inner>,
    session: &Arc<Session>,
    deed: Deed,
    id: &Id,
    name: &str,
    params: &Map<String, Value>,
    line: &[u8],
) {
    let calls = match wanted(deed, params, &session.cwd) {
        Ok(calls) => calls,
        Err(why) => {
            broker.answer(id, &frame::error(Some(id), WRONG_FIELDS, &format!("byleave: {why}")));
            return;
        }
    };
    // Where it may be one of two things, the graver one is judged.
    let graver = calls.into_iter().max_by_key(|call| session.gate.check(&call.told("")).verdict);
    let Some(mut call) = graver else { return refuse(broker, deed, id, params, "it wants nothing") };
    call.id = Some(name.to_owned());
    let question = Prepared::new(question(session, deed, name, &call), Choices::own());
    if broker.asks.prepare(&session.id, name, question).is_none() {
        return refuse(broker, deed, id, params, "a question about the same call is open");
    }
    // What was approved as a tool call a moment ago is not asked about twice.
    let ruling = decide(broker, session, &call, |call| session.follows(call).then_some(BEFORE));
    broker.asks.forget(&session.id, name);
    match ruling {
        Ruling::Go(call) => broker.pass(id, line, Arc::clone(session), *call),
        Ruling::No(why) => {
            broker.answer(id, &frame::error(Some(id), REFUSED, &shown(&why)));
        }
    }
}

fn wanted(deed: Deed, params: &Map<String, Value>, cwd: &str) -> Result<Vec<ToolCall>, &'static str> {
    let path = || {
        let path = params.get("path").and_then(Value::as_str).filter(|path| path.starts_with('/'));
        path.ok_or("`path` is not an absolute path")
    };
    match deed {
        Deed::Read => Ok(vec![convention::read(path()?, cwd)]),
        Deed::Write => {
            let content = params.get("content").and_then(Value::as_str).ok_or("`content` is not text")?;
            Ok(vec![convention::written(path()?, content, cwd)])
        }
        Deed::Terminal => terminal::calls(params, cwd),
        Deed::Permission => Ok(Vec::new()),
    }
}

/// The question that the editor shows for something it is to do itself.
fn question(session: &Session, deed: Deed, name: &str, call: &ToolCall) -> Map<String, Value> {
    let text = |key: &str| call.arguments.get(key).and_then(Value::as_str).unwrap_or_default();
    let path = text("file_path");
    let (kind, title, content) = match deed {
        Deed::Read => ("read", format!("Read {path}"), Vec::new()),
        Deed::Write => {
            let old_text = std::fs::read_to_string(path).ok();
            ("edit", format!("Write {path}"), vec![Content::Diff { path, old_text, new_text: text("content") }])
        }
        Deed::Terminal | Deed::Permission => ("execute", format!("Run {}", text("command")), Vec::new()),
    };
    let raw_input = &call.arguments;
    let tool_call = Subject { tool_call_id: name, title, kind, status: "pending", content, raw_input };
    match json_of(&Of { session_id: &session.id, about: Asked { tool_call } }) {
        Value::Object(params) => params,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}

/// Judges a call at the session's gate, under the policy as it is now.
fn decide<'h>(broker: &Inner, session: &Session, call: &ToolCall, leave: impl Fn(&Call) -> Option<&'h str>) -> Ruling {
    if let Err(error) = session.gate.reload() {
        // Until it is mended nothing runs by itself, and what was denied stays denied.
        broker.tell(&error.to_string());
    }
    let call = call.of_gate(&session.gate, &broker.name());
    match block_on(session.gate.authorize_or_leave(call.clone(), |_| leave(&call).map(LeftTo::Prompt))) {
        Hosted::Left { .. } => Ruling::Go(Box::new(call)),
        Hosted::Settled(authorization) => match *authorization {
            Authorization::Approved(permit) if *permit.arguments() == call.arguments => Ruling::Go(Box::new(call)),
            Authorization::Approved(permit) => Ruling::No(make_instead(permit.arguments())),
            Authorization::Rejected(refusal) | Authorization::Stopped(refusal) => {
                Ruling::No(refusal.words_with_remedy())
            }
        },
    }
}
