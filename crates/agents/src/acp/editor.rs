//! The person at the editor, as a channel of the gate.

use std::collections::HashMap;
use std::fmt;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use byleave_gate::{Answer, Approval, Asking, Channel, ChannelError, Offer, Reply, Request, Scope, Settled, ids};
use byleave_policy::grant::Breadth;
use serde_json::{Map, Value};

use super::frame::{self, Id};
use super::options::{Choice, Choices, Kind, selected};
use super::side::Side;
use super::wire::{Answerable, Content, Withdrawn};
use crate::reply::json_of;

/// The id of the answer that byleave remembers for the session. The agent reads "once".
const FOR_SESSION: &str = "byleave_session";

/// Asks at the editor, in the protocol's own way. The broker makes it, and the code that opens a gate puts it in.
#[derive(Clone)]
pub struct EditorChannel(Arc<Shared>);

struct Shared {
    editor: Side,
    /// Questions that the gate may put, by session and call.
    prepared: Mutex<HashMap<(String, String), Arc<Prepared>>>,
    /// Questions that the editor shows, by the id of the message.
    shown: Mutex<HashMap<String, Arc<Prepared>>>,
}

/// A question, ready to be put to the editor.
pub(super) struct Prepared {
    /// The fields of the message but for the answers and the reason.
    pub params: Map<String, Value>,
    pub choices: Choices,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    reply: Option<Result<Reply, ChannelError>>,
    waker: Option<Waker>,
    /// What the person chose, for the agent.
    chosen: Option<Choice>,
    /// What byleave offers to remember.
    offer: Option<Offer>,
    /// Why no answer is wanted any more.
    stopped: Option<String>,
}

impl fmt::Debug for EditorChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EditorChannel").finish_non_exhaustive()
    }
}

impl Prepared {
    pub fn new(params: Map<String, Value>, choices: Choices) -> Self {
        Self { params, choices, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the person at the editor chose, if that person answered.
    pub fn chosen(&self) -> Option<Choice> {
        self.state().chosen.clone()
    }

    fn reply(&self, reply: Result<Reply, ChannelError>) {
        let mut state = self.state();
        state.reply.get_or_insert(reply);
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    }

    /// No one needs an answer any more: this rejects the question, for the other channels too.
    fn stop(&self, why: &str) {
        self.state().stopped.get_or_insert_with(|| why.to_owned());
        self.reply(Ok(Reply::of(Answer::soft(Some(why.to_owned())))));
    }

    /// An answer of the editor. It counts only if it is clearly one of the offered answers.
    fn answered(&self, result: &Result<Value, Value>) {
        let malformed = |what: &str| Err(ChannelError::Malformed(what.to_owned()));
        let reply = match result {
            Err(_) => Err(ChannelError::Failed("the editor answered with an error".to_owned())),
            Ok(result) => match selected(result) {
                Err(what) => malformed(what),
                Ok(None) => Ok(Reply::of(Answer::soft(Some("cancelled in the editor".to_owned())))),
                Ok(Some(id)) => self.choose(id).map_or_else(|| malformed("it was not offered that"), Ok),
            },
        };
        self.reply(reply);
    }

    fn choose(&self, id: &str) -> Option<Reply> {
        let mut state = self.state();
        if let Some(offer) = state.offer.as_ref().filter(|_| id == FOR_SESSION) {
            let approval = Approval { scope: Scope::Session, breadth: Some(offer.breadth), arguments: None };
            return Some(Reply::of(Answer::Approve(approval)));
        }
        let choice = self.choices.find(id)?;
        state.chosen = Some(choice.clone());
        Some(Reply::of(match choice.kind {
            Kind::AllowOnce => Answer::once(),
            Kind::RejectOnce | Kind::RejectAlways => Answer::soft(None),
        }))
    }

    /// The message, with why byleave asks, and what it offers to remember.
    fn message(&self, id: &str, request: &Request) -> Value {
        let reasons: Vec<String> = request.asks().collect();
        let why = format!("byleave asks: {}", reasons.join("; "));
        let mut params = self.params.clone();
        if let Some(Value::Object(call)) = params.get_mut("toolCall") {
            let block = json_of(&Content::text(why));
            match call.get_mut("content") {
                Some(Value::Array(content)) => content.push(block),
                Some(_) | None => drop(call.insert("content".to_owned(), vec![block].into())),
            }
        } else {
            let before = params.get("description").and_then(Value::as_str);
            let told = before.map_or_else(|| why.clone(), |before| format!("{before}\n\n{why}"));
            params.insert("description".to_owned(), told.into());
        }
        let mut options: Vec<Answerable<'_>> = self.choices.0.iter().map(Answerable::Offered).collect();
        if let Some(offer) = remembers(request) {
            let name = format!("Allow this session: {}", offer.words);
            let own = Answerable::Remembered { option_id: FOR_SESSION, name, kind: "allow_always" };
            options.insert(1.min(options.len()), own);
            self.state().offer = Some(offer);
        }
        params.insert("options".to_owned(), json_of(&options));
        frame::request(&Id::Text(id.to_owned()), "session/request_permission", &params)
    }
}

/// What byleave can remember for the session: never a whole tool, and nothing where a person is to look each time.
fn remembers(request: &Request) -> Option<Offer> {
    let narrow = |offer: &&Offer| offer.scope == Scope::Session && offer.breadth != Breadth::Tool;
    request.offers.iter().rev().find(narrow).filter(|_| !request.call.ask).cloned()
}

impl EditorChannel {
    pub(super) fn new(editor: Side) -> Self {
        Self(Arc::new(Shared { editor, prepared: Mutex::default(), shown: Mutex::default() }))
    }

    fn prepared(&self) -> MutexGuard<'_, HashMap<(String, String), Arc<Prepared>>> {
        self.0.prepared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shown(&self) -> MutexGuard<'_, HashMap<String, Arc<Prepared>>> {
        self.0.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a question ready in case the gate asks. `None` if one about the same call is open.
    pub(super) fn prepare(&self, session: &str, call: &str, question: Prepared) -> Option<Arc<Prepared>> {
        let question = Arc::new(question);
        let mut prepared = self.prepared();
        let key = (session.to_owned(), call.to_owned());
        if prepared.contains_key(&key) {
            return None;
        }
        prepared.insert(key, Arc::clone(&question));
        Some(question)
    }

    /// The gate has decided.
    pub(super) fn forget(&self, session: &str, call: &str) {
        self.prepared().remove(&(session.to_owned(), call.to_owned()));
    }

    /// No answer to a question is wanted any more.
    pub(super) fn stop(&self, session: &str, call: &str, why: &str) {
        let question = self.prepared().get(&(session.to_owned(), call.to_owned())).cloned();
        if let Some(question) = question {
            question.stop(why);
        }
    }

    /// No answer to any question is wanted any more.
    pub(super) fn stop_all(&self, why: &str) {
        let all: Vec<Arc<Prepared>> = self.prepared().values().cloned().collect();
        for question in all {
            question.stop(why);
        }
    }

    /// Takes an answer of the editor, if it is one to a question of the gate.
    pub(super) fn answered(&self, id: &str, result: &Result<Value, Value>) -> bool {
        let question = self.shown().remove(id);
        if let Some(question) = &question {
            question.answered(result);
        }
        question.is_some()
    }
}

/// A question on the editor's screen. If it goes away unanswered, the editor takes it off.
struct Shown<'c> {
    channel: &'c EditorChannel,
    id: String,
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if self.channel.shown().remove(&self.id).is_some() {
            self.channel.0.editor.say(&frame::notice("$/cancel_request", &Withdrawn { request_id: &self.id }));
        }
    }
}

impl Channel for EditorChannel {
    fn name(&self) -> &'static str {
        "editor"
    }

    fn ask(&self, request: Arc<Request>, mut settled: Settled) -> Asking<'_> {
        Box::pin(async move {
            // An operator who says what becomes of a question while no approver is there does not count on the agent's
            // side of the line.
            if request.decision.unattended.is_some() {
                return Ok(Reply::Abstain);
            }
            let key = (request.session.clone(), request.call.id.clone());
            let Some(question) = self.prepared().get(&key).cloned() else { return Ok(Reply::Abstain) };
            let stopped = question.state().stopped.clone();
            if let Some(why) = stopped {
                return Ok(Reply::of(Answer::soft(Some(why))));
            }
            let shown = Shown { channel: self, id: ids::new("byleave") };
            self.shown().insert(shown.id.clone(), Arc::clone(&question));
            self.0.editor.say(&question.message(&shown.id, &request));
            let mut ended = pin!(settled.wait());
            poll_fn(|context| {
                let mut state = question.state();
                if let Some(reply) = state.reply.take() {
                    return Poll::Ready(reply);
                }
                state.waker = Some(context.waker().clone());
                drop(state);
                ended.as_mut().poll(context).map(|_| Ok(Reply::Abstain))
            })
            .await
        })
    }
}
