//! The scripted approver: gives the answers of the script, then no more.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use byleave_gate::{Answer, Asking, Channel, ChannelError, RejectMode, Reply, Request, Settled};
use serde_json::Value;

/// Scripted answers.
pub struct Answers {
    left: Mutex<VecDeque<Value>>,
    told: Box<dyn Fn(&Request) + Send + Sync>,
}

impl Answers {
    /// These answers, one after another. `told` gets each request first.
    pub fn new(answers: VecDeque<Value>, told: impl Fn(&Request) + Send + Sync + 'static) -> Self {
        Self { left: Mutex::new(answers), told: Box::new(told) }
    }
}

impl Channel for Answers {
    fn name(&self) -> &'static str {
        "script"
    }

    fn ask(&self, request: Arc<Request>, _settled: Settled) -> Asking<'_> {
        (self.told)(&request);
        let next = self.left.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let reply = match next {
            None => Err(ChannelError::Closed),
            // On the wire a rejection without a mode is hard.
            Some(value) => Answer::from_json(&value, RejectMode::Hard)
                .map(Reply::of)
                .map_err(|error| ChannelError::Malformed(error.to_string())),
        };
        Box::pin(std::future::ready(reply))
    }
}
