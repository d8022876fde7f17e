//! The channel of the gate that asks by the client: with a request where the protocol has one, or with an answer that the
//! client brought along.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use byleave_gate::{Asking, Channel, ChannelError, Event, Reply, Request, Settled};
use serde::Serialize;
use serde_json::{Map, Value};
use tokio::sync::oneshot;

use crate::message::{self, Kind, Message};
use crate::question::{self, About};

/// What the ids of byleave's own requests begin with.
pub const OWN: &str = "byleave-";

/// Sends a message to the client.
pub trait ToClient: Send + Sync {
    /// Whether it could be sent.
    fn send(&self, message: Vec<u8>) -> bool;
}

/// How the user of a client can be asked about a call.
pub enum Way {
    /// Not at all.
    None,
    /// The client has asked already, and brought this back for exactly this call.
    Answered(Map<String, Value>),
    /// By a request.
    Request(Arc<dyn ToClient>),
}

impl fmt::Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "None",
            Self::Answered(_) => "Answered",
            Self::Request(_) => "Request",
        })
    }
}

/// A call that is judged now.
#[derive(Debug)]
struct Seat {
    way: Way,
    tool: String,
    claims: Vec<&'static str>,
    asked: Option<oneshot::Sender<()>>,
}

#[derive(Debug, Default)]
struct State {
    seats: HashMap<String, Seat>,
    awaited: HashMap<String, oneshot::Sender<Message>>,
    /// The requests that were made for calls.
    requests: HashMap<String, String>,
}

/// Asks by the client. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Desk {
    server: Arc<str>,
    state: Arc<Mutex<State>>,
}

impl Desk {
    /// For the clients of a server.
    #[must_use]
    pub fn new(server: &str) -> Self {
        Self { server: server.into(), state: Arc::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an event of the gate: a reader that waits for a verdict continues once the gate asks a person.
    pub fn hear(&self, event: &Event) {
        let Event::Asked { call, request, .. } = event else { return };
        let mut state = self.state();
        state.requests.insert(call.clone(), request.clone());
        if let Some(asked) = state.seats.get_mut(call).and_then(|seat| seat.asked.take()) {
            // A reader that is gone needs no word.
            let _ = asked.send(());
        }
    }

    /// A call is judged no more: the request that people saw of it, if one was made.
    pub(crate) fn end(&self, call: &str) -> Option<String> {
        self.state().requests.remove(call)
    }

    /// A call is judged from now on until the seat is given back.
    pub(crate) fn sit(
        &self,
        call: &str,
        tool: &str,
        claims: Vec<&'static str>,
        way: Way,
        asked: Option<oneshot::Sender<()>>,
    ) -> Sitting {
        self.state().seats.insert(call.to_owned(), Seat { way, tool: tool.to_owned(), claims, asked });
        Sitting { desk: self.clone(), call: call.to_owned() }
    }

    /// Takes an answer of the client to a request of byleave's. Answers to requests that were never made, or were answered
    /// before, end here too: no server asked for them.
    pub(crate) fn take(&self, message: &Message) -> bool {
        let Kind::Response { id: Value::String(id) } = &message.kind else { return false };
        if !id.starts_with(OWN) {
            return false;
        }
        if let Some(waiting) = self.state().awaited.remove(id) {
            // If the question is settled meanwhile, the answer is late.
            let _ = waiting.send(message.clone());
        }
        true
    }

    /// The question about a call, as the client of its seat can put it.
    fn question(&self, request: &Request) -> Option<(Arc<dyn ToClient>, question::Params)> {
        let state = self.state();
        let seat = state.seats.get(&request.call.id)?;
        let Way::Request(client) = &seat.way else { return None };
        let insists = request.call.about.as_deref().and_then(|about| about.insists.as_deref());
        let reasons = question::reasons(request.asks(), insists.map(str::to_owned));
        let about = About {
            server: &self.server,
            tool: &seat.tool,
            arguments: &request.call.arguments,
            order: request.call.about.as_deref().map_or(&[], |about| about.order.as_slice()),
            reasons: &reasons,
            claims: &seat.claims,
        };
        Some((Arc::clone(client), question::params(&about)?))
    }
}

/// The seat of a call, given back when dropped.
#[derive(Debug)]
pub(crate) struct Sitting {
    desk: Desk,
    call: String,
}

impl Drop for Sitting {
    fn drop(&mut self) {
        self.desk.state().seats.remove(&self.call);
    }
}

/// The parameters that withdraw a question.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Withdrawn<'q> {
    request_id: &'q str,
    reason: &'static str,
}

/// A name for a request of byleave's that no other side can guess.
pub(crate) fn own_id() -> Option<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(format!("{OWN}{}", byleave_policy::hex(&bytes)))
}

impl Channel for Desk {
    fn name(&self) -> &'static str {
        "elicitation"
    }

    fn ask(&self, request: Arc<Request>, mut settled: Settled) -> Asking<'_> {
        let answered = match self.state().seats.get(&request.call.id).map(|seat| &seat.way) {
            Some(Way::Answered(result)) => Some(question::answer(result)),
            Some(Way::None | Way::Request(_)) | None => None,
        };
        if let Some(reply) = answered {
            return Box::pin(std::future::ready(reply));
        }
        let Some((client, params)) = self.question(&request) else {
            return Box::pin(std::future::ready(Ok(Reply::Abstain)));
        };
        Box::pin(async move {
            let failed = |what: &str| ChannelError::Failed(what.to_owned());
            let id = own_id().ok_or_else(|| failed("there is no randomness"))?;
            let (answers, answer) = oneshot::channel();
            self.state().awaited.insert(id.clone(), answers);
            if !client.send(message::request(&id, question::METHOD, &params)) {
                self.state().awaited.remove(&id);
                return Err(ChannelError::Closed);
            }
            tokio::select! {
                answer = answer => {
                    let answer = answer.map_err(|_| ChannelError::Closed)?;
                    match answer.result() {
                        Some(result) => question::answer(result),
                        None => Err(failed("the client answers with an error")),
                    }
                }
                _ = settled.wait() => {
                    self.state().awaited.remove(&id);
                    let withdrawn = Withdrawn { request_id: &id, reason: "the question was answered elsewhere" };
                    client.send(message::notification("notifications/cancelled", &withdrawn));
                    Err(ChannelError::Closed)
                }
            }
        })
    }
}
