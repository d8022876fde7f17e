//! Something the gate works on. JavaScript does the work, step by step, on its own thread; whoever wakes it says so by a message.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

use napi_derive::napi;
use serde_json::Value;

use crate::bridge::{Message, Queue};
use crate::error::{Result, failed};
use crate::permit::Permit;

/// What came of it.
pub enum Outcome {
    Permit(Box<byleave::Permit>),
    Value(Value),
}

type Work = Pin<Box<dyn Future<Output = Result<Outcome>> + Send>>;

enum State {
    Working(Work),
    Done(Result<Outcome>),
    Taken,
}

/// Something the gate works on. Dropping it ends the work; a question is withdrawn then.
#[napi]
pub struct Pending {
    state: Mutex<State>,
    number: u32,
    waker: Waker,
}

struct Tell {
    queue: Arc<Queue>,
    work: u32,
}

impl Wake for Tell {
    fn wake(self: Arc<Self>) {
        self.queue.tell(Message::Wake { work: self.work });
    }
}

impl Pending {
    pub fn new(queue: Arc<Queue>, work: impl Future<Output = Result<Outcome>> + Send + 'static) -> Self {
        let number = queue.number();
        let waker = Waker::from(Arc::new(Tell { queue, work: number }));
        Self { state: Mutex::new(State::Working(Box::pin(work))), number, waker }
    }

    fn take(&self) -> State {
        std::mem::replace(&mut *self.state.lock().unwrap_or_else(PoisonError::into_inner), State::Taken)
    }

    fn put(&self, state: State) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }
}

#[napi]
impl Pending {
    /// What messages call it.
    #[napi(getter, catch_unwind)]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Works on it; whether it is done. If not, a message comes when there is more to do. After a panic it is gone: nothing came
    /// of it.
    #[napi(catch_unwind)]
    pub fn poll(&self) -> Result<bool> {
        let state = match self.take() {
            State::Working(mut work) => match work.as_mut().poll(&mut Context::from_waker(&self.waker)) {
                Poll::Ready(done) => State::Done(done),
                Poll::Pending => State::Working(work),
            },
            done @ State::Done(_) => done,
            State::Taken => return Err(failed("this work has ended")),
        };
        let done = matches!(state, State::Done(_));
        self.put(state);
        Ok(done)
    }

    /// What came of it, once: a permit, or JSON text.
    #[napi(catch_unwind)]
    pub fn result(&self) -> Result<napi::Either<Permit, String>> {
        match self.take() {
            State::Done(Ok(Outcome::Permit(permit))) => Ok(napi::Either::A(Permit::new(*permit))),
            State::Done(Ok(Outcome::Value(value))) => Ok(napi::Either::B(value.to_string())),
            State::Done(Err(error)) => Err(error),
            working @ State::Working(_) => {
                self.put(working);
                Err(failed("the work is not done yet"))
            }
            State::Taken => Err(failed("this work has ended")),
        }
    }

    /// Ends the work.
    #[napi(catch_unwind)]
    pub fn cancel(&self) {
        drop(self.take());
    }
}
