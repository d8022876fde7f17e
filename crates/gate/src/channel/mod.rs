//! Something that can answer a request.

pub(crate) mod callback;
pub(crate) mod race;

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use thiserror::Error;
use tokio::sync::watch;

use crate::answer::Answer;
use crate::request::Request;

/// The future of a channel's reply.
pub type Asking<'c> = Pin<Box<dyn Future<Output = Result<Reply, ChannelError>> + Send + 'c>>;

/// What a channel says.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// An answer.
    Answer {
        /// What it says.
        answer: Answer,
        /// Who gave it, if the channel knows.
        person: Option<String>,
    },
    /// It leaves the question to others.
    Abstain,
}

impl Reply {
    /// An answer of an unnamed person.
    #[must_use]
    pub const fn of(answer: Answer) -> Self {
        Self::Answer { answer, person: None }
    }
}

/// Why a channel has no answer. None of them lets a call run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChannelError {
    /// The connection to the approver is gone.
    #[error("connection closed")]
    Closed,
    /// An approver closed the question, which refuses the call.
    #[error("cancelled")]
    Cancelled,
    /// The question was closed here, by a person or by the program that shows it, and that is no answer: others may still give one.
    #[error("the question was closed without an answer")]
    Dismissed,
    /// The reply is not an answer.
    #[error("malformed answer: {0}")]
    Malformed(String),
    /// It did not work.
    #[error("{0}")]
    Failed(String),
}

/// Whether a channel is asked first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelKind {
    /// A program: the gate asks it before people, and it may abstain.
    Program,
    /// A channel to people: the gate asks all of them at once.
    People,
}

/// Something that can answer a request.
pub trait Channel: Send + Sync {
    /// Its name on record: `terminal`, `hub`, `callback`.
    fn name(&self) -> &str;

    /// Whether a program answers, or people.
    fn kind(&self) -> ChannelKind {
        ChannelKind::People
    }

    /// Asks. `settled` says when another channel has answered: close the prompt then.
    fn ask(&self, request: Arc<Request>, settled: Settled) -> Asking<'_>;

    /// Tells the approver who answered here that it was too late: another answer counts.
    fn late(&self, request: &Request, resolution: &Resolution) {
        let _ = (request, resolution);
    }
}

/// How a request ended, for the channels that did not answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// Whether it was approved.
    pub approved: bool,
    /// What ended it.
    pub by: EndedBy,
}

/// What ended a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndedBy {
    /// An answer.
    Answer {
        /// The channel it came by.
        channel: String,
        /// Who gave it, if the channel knows.
        person: Option<String>,
    },
    /// A grant that was given meanwhile.
    Grant,
    /// Its time was over.
    Timeout,
    /// The caller, which withdrew the question.
    Caller,
    /// The agent left.
    AgentLeft,
    /// No one answered: there was no one to ask, or the way to them failed.
    NoOne,
}

/// Says when a request has ended without this channel.
#[derive(Clone, Debug)]
pub struct Settled(watch::Receiver<Option<Resolution>>);

/// Ends a request for all channels.
#[derive(Debug)]
pub(crate) struct Settle(watch::Sender<Option<Resolution>>);

impl Settle {
    pub(crate) fn new() -> (Self, Settled) {
        let (sender, receiver) = watch::channel(None);
        (Self(sender), Settled(receiver))
    }

    pub(crate) fn end(&self, resolution: Resolution) {
        // That no channel listens any more is fine.
        let _ = self.0.send(Some(resolution));
    }
}

impl Settled {
    /// How the request ended, if it has. It has also ended if the gate is gone.
    #[must_use]
    pub fn now(&self) -> Option<Resolution> {
        let ended = self.0.borrow().clone();
        let gone = || Resolution { approved: false, by: EndedBy::AgentLeft };
        ended.or_else(|| self.0.has_changed().is_err().then(gone))
    }

    /// Waits until it has ended.
    pub async fn wait(&mut self) -> Resolution {
        loop {
            if let Some(resolution) = self.now() {
                return resolution;
            }
            // An error means that the gate is gone, which `now` tells.
            let _ = self.0.changed().await;
        }
    }
}

/// Asks a channel; a panic in it is a failure of the channel, not of the agent.
pub(crate) fn ask_guarded(channel: &dyn Channel, request: Arc<Request>, settled: Settled) -> Asking<'_> {
    let made = catch_unwind(AssertUnwindSafe(|| channel.ask(request, settled)));
    match made {
        Ok(asking) => Box::pin(Guarded(Some(asking))),
        Err(_) => Box::pin(std::future::ready(Err(panicked()))),
    }
}

/// The same for what it learns afterwards.
pub(crate) fn tell_late(channel: &dyn Channel, request: &Request, resolution: &Resolution) {
    // What counts stands in the store already.
    let _ = catch_unwind(AssertUnwindSafe(|| channel.late(request, resolution)));
}

struct Guarded<'c>(Option<Asking<'c>>);

impl Future for Guarded<'_> {
    type Output = Result<Reply, ChannelError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(asking) = self.0.as_mut() else { return Poll::Ready(Err(panicked())) };
        catch_unwind(AssertUnwindSafe(|| asking.as_mut().poll(context))).unwrap_or_else(|_| {
            // What panicked is not polled again.
            self.0 = None;
            Poll::Ready(Err(panicked()))
        })
    }
}

fn panicked() -> ChannelError {
    ChannelError::Failed("the channel panicked".to_owned())
}
