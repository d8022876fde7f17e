//! The way from Rust to JavaScript: one list of messages for each thread of JavaScript, and one function that says that there are
//! some. Ten thousand questions in flight are then ten thousand entries, not as many thread-safe functions.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use napi::bindgen_prelude::Function;
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi_derive::napi;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::oneshot;

use crate::channel::Said;

/// What JavaScript is told.
#[derive(Serialize)]
#[serde(tag = "message", rename_all = "snake_case")]
pub enum Message {
    /// There is more to do for a piece of work.
    Wake { work: u32 },
    /// A channel in JavaScript shall answer.
    Ask { channel: u32, question: u32, request: Value },
    /// The answer is no longer wanted.
    Withdraw { question: u32 },
    /// A tool shall say whether this call of it needs approval.
    Needs { tool: u32, question: u32, context: Value },
    /// Something happened.
    Event { watcher: u32, event: Value },
}

/// Weak: that something could still be told keeps no process alive. `js/drive.js` does, while a promise waits.
type Notify = ThreadsafeFunction<(), (), (), napi::Status, false, true>;

/// Messages on their way, and answers that are waited for.
pub struct Queue {
    notify: Notify,
    messages: Mutex<Vec<Message>>,
    questions: Mutex<HashMap<u32, oneshot::Sender<Said>>>,
    next: AtomicU32,
}

impl Queue {
    /// A number that names something on both sides.
    pub fn number(&self) -> u32 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    pub fn tell(&self, message: Message) {
        let first = {
            let mut messages = self.messages.lock().unwrap_or_else(PoisonError::into_inner);
            messages.push(message);
            messages.len() == 1
        };
        if first {
            // A thread of JavaScript that has ended hears nothing; whoever waits for its answer is dropped with it.
            self.notify.call((), ThreadsafeFunctionCallMode::NonBlocking);
        }
    }

    /// Asks JavaScript something; the question is forgotten when what is returned is dropped.
    pub fn ask(self: &Arc<Self>, message: impl FnOnce(u32) -> Message) -> Question {
        let number = self.number();
        let (sender, said) = oneshot::channel();
        self.questions.lock().unwrap_or_else(PoisonError::into_inner).insert(number, sender);
        self.tell(message(number));
        Question { number, said, queue: Arc::clone(self) }
    }

    fn take(&self, question: u32) -> Option<oneshot::Sender<Said>> {
        self.questions.lock().unwrap_or_else(PoisonError::into_inner).remove(&question)
    }
}

/// A question that JavaScript shall answer.
pub struct Question {
    number: u32,
    pub said: oneshot::Receiver<Said>,
    queue: Arc<Queue>,
}

impl Drop for Question {
    fn drop(&mut self) {
        if self.queue.take(self.number).is_some() {
            self.queue.tell(Message::Withdraw { question: self.number });
        }
    }
}

/// One thread of JavaScript.
#[napi]
pub struct Bridge {
    queue: Arc<Queue>,
}

impl Bridge {
    pub fn queue(&self) -> Arc<Queue> {
        Arc::clone(&self.queue)
    }
}

#[napi]
impl Bridge {
    /// `notify` is called when there are messages.
    #[napi(constructor, catch_unwind)]
    pub fn new(notify: Function<(), ()>) -> napi::Result<Self> {
        let notify = notify.build_threadsafe_function().weak::<true>().build()?;
        let queue = Queue {
            notify,
            messages: Mutex::new(Vec::new()),
            questions: Mutex::new(HashMap::new()),
            next: AtomicU32::new(1),
        };
        Ok(Self { queue: Arc::new(queue) })
    }

    /// A number that names something on both sides.
    #[napi(catch_unwind)]
    pub fn number(&self) -> u32 {
        self.queue.number()
    }

    /// The messages, each once.
    #[napi(catch_unwind)]
    pub fn messages(&self) -> String {
        let taken = std::mem::take(&mut *self.queue.messages.lock().unwrap_or_else(PoisonError::into_inner));
        serde_json::to_string(&taken).unwrap_or_default()
    }

    /// What a question was answered with, once; later answers count for nothing. `undefined` is written as no text.
    #[napi(catch_unwind)]
    pub fn answer(&self, question: u32, said: Option<String>, person: Option<String>) -> crate::error::Result<()> {
        let value = said.as_deref().map(crate::error::value).transpose()?;
        self.say(question, Said::Value { value, person });
        Ok(())
    }

    /// Whoever was asked failed.
    #[napi(catch_unwind)]
    pub fn fail(&self, question: u32, why: String) {
        self.say(question, Said::Failed(why));
    }

    /// What was answered is no answer.
    #[napi(catch_unwind)]
    pub fn malformed(&self, question: u32, why: String) {
        self.say(question, Said::Malformed(why));
    }
}

impl Bridge {
    fn say(&self, question: u32, said: Said) {
        if let Some(sender) = self.queue.take(question) {
            // Who no longer waits does not hear it.
            let _ = sender.send(said);
        }
    }
}
