//! Ways to an answer.

use std::future::{Future, poll_fn};
use std::path::PathBuf;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use byleave::hub::HubChannel;
use byleave::{
    Answer, Approval, Asking, CallbackReply, ChannelError, ChannelKind, RejectMode, Reply, Request, Resolution, Settled,
};
use byleave_terminal::{Options, Style, TerminalChannel};
use napi_derive::napi;
use serde_json::Value;

use crate::bridge::{Bridge, Message, Queue};
use crate::error::{Result, wrong};

/// Any channel, shared by the gates that are made of the same parts.
pub struct Shared(pub Arc<dyn byleave::Channel>);

impl byleave::Channel for Shared {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn kind(&self) -> ChannelKind {
        self.0.kind()
    }

    fn ask(&self, request: Arc<Request>, settled: Settled) -> Asking<'_> {
        self.0.ask(request, settled)
    }

    fn late(&self, request: &Request, resolution: &Resolution) {
        self.0.late(request, resolution);
    }
}

/// Something that can answer.
#[napi]
pub struct Channel(Arc<dyn byleave::Channel>);

impl Channel {
    pub fn shared(&self) -> Arc<dyn byleave::Channel> {
        Arc::clone(&self.0)
    }
}

#[napi]
impl Channel {
    /// The approval box on this process's terminal.
    #[napi(factory, catch_unwind)]
    pub fn terminal(style: Option<String>) -> Result<Self> {
        // By default the process is its own: Node.js handles signals.
        let channel = TerminalChannel::new(Options::default());
        let channel = match style.as_deref() {
            None => channel,
            Some("byleave") => channel.style(Style::Byleave),
            Some("ollama") => channel.style(Style::Ollama),
            Some("plain") => channel.style(Style::Plain),
            Some(other) => return Err(wrong(format!("unknown style {other:?}; use one of: byleave, ollama, plain"))),
        };
        Ok(Self(Arc::new(channel)))
    }

    /// Asks the people at a hub.
    #[napi(factory, catch_unwind)]
    pub fn hub(
        url: String,
        token: String,
        patience: Option<f64>,
        certificates: Option<String>,
        in_the_clear: bool,
    ) -> Result<Self> {
        let connect = if in_the_clear { HubChannel::connect_in_the_clear } else { HubChannel::connect };
        let mut channel = connect(&url, token.trim()).map_err(wrong)?;
        if let Some(certificates) = certificates {
            channel = channel.trust(&PathBuf::from(certificates)).map_err(wrong)?;
        }
        if let Some(seconds) = patience {
            let time = Duration::try_from_secs_f64(seconds)
                .map_err(|_| wrong("patience must be a number of seconds, not below 0"))?;
            channel = channel.patience(time);
        }
        Ok(Self(Arc::new(channel)))
    }

    /// Code in JavaScript that answers; `number` is its name there.
    #[napi(factory, catch_unwind)]
    pub fn callback(bridge: &Bridge, number: u32, name: String, people: bool) -> Self {
        Self(Arc::new(Callback { queue: bridge.queue(), number, name, people }))
    }
}

struct Callback {
    queue: Arc<Queue>,
    number: u32,
    name: String,
    people: bool,
}

/// What JavaScript says to a question, before it is an answer.
pub enum Said {
    Value { value: Option<Value>, person: Option<String> },
    Failed(String),
    Malformed(String),
}

impl byleave::Channel for Callback {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> ChannelKind {
        if self.people { ChannelKind::People } else { ChannelKind::Program }
    }

    fn ask(&self, request: Arc<Request>, mut settled: Settled) -> Asking<'_> {
        let frame = request.to_json();
        let mut asked = self.queue.ask(|question| Message::Ask { channel: self.number, question, request: frame });
        let people = self.people;
        Box::pin(async move {
            let said = {
                let mut ended = pin!(settled.wait());
                poll_fn(|context| {
                    if let Poll::Ready(said) = Pin::new(&mut asked.said).poll(context) {
                        return Poll::Ready(Some(said));
                    }
                    ended.as_mut().poll(context).map(|_| None)
                })
                .await
            };
            match said {
                None => Ok(Reply::Abstain),
                Some(said) => reply(
                    said.map_err(|_| ChannelError::Failed("the callback ended without an answer".to_owned()))?,
                    &request,
                    people,
                ),
            }
        })
    }
}

/// Nothing but `true` approves, and a program answers one call: a grant is for people to give.
fn reply(said: Said, request: &Request, people: bool) -> std::result::Result<Reply, ChannelError> {
    let (value, person) = match said {
        Said::Failed(why) => return Err(ChannelError::Failed(why)),
        Said::Malformed(why) => return Err(ChannelError::Malformed(why)),
        Said::Value { value, person } => (value, person),
    };
    let answer = match &value {
        None | Some(Value::Null) if people => {
            return Err(ChannelError::Malformed("the callback returned nothing, which is no answer".to_owned()));
        }
        // A function that forgot to return says nothing; only `null` leaves the question to others.
        None => return Err(ChannelError::Malformed("the callback returned undefined, which is no answer".to_owned())),
        Some(Value::Null) => return Ok(Reply::Abstain),
        Some(Value::Bool(true)) => Answer::once(),
        Some(Value::Bool(false)) => Answer::soft(None),
        Some(value @ Value::Object(_)) => {
            if !people {
                CallbackReply::from_json(value)?;
            }
            Answer::from_json(value, RejectMode::Soft).map_err(|error| ChannelError::Malformed(error.to_string()))?
        }
        Some(value @ (Value::Number(_) | Value::String(_) | Value::Array(_))) => {
            return Err(ChannelError::Malformed(format!(
                "the callback returned {value}; it returns true, false or an object with `approved`"
            )));
        }
    };
    let answer = match answer {
        // Returning the arguments as they were is no edit.
        Answer::Approve(approval) => {
            let arguments = approval.arguments.filter(|arguments| *arguments != request.call.arguments);
            Answer::Approve(Approval { arguments, ..approval })
        }
        rejection @ Answer::Reject(_) => rejection,
    };
    Ok(Reply::Answer { answer, person })
}
