//! Something the gate works on: waited for by a thread, or by an event loop.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often a waiting main thread looks for signals such as Ctrl+C.
const TICK: Duration = Duration::from_millis(50);

/// What came of the work, still to be made into a Python object.
pub type Done = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send>;
/// Work on its way.
pub type Work = Pin<Box<dyn Future<Output = Done> + Send>>;

enum State {
    Working(Work),
    Done(Done),
    Taken,
}

/// Something the gate works on. Dropping it ends the work; a question is withdrawn then.
#[pyclass(frozen, module = "byleave._native")]
pub struct Pending {
    state: Mutex<State>,
}

impl Pending {
    pub fn new(work: impl Future<Output = Done> + Send + 'static) -> Self {
        Self { state: Mutex::new(State::Working(Box::pin(work))) }
    }

    fn take(&self) -> State {
        std::mem::replace(&mut *self.state.lock().unwrap_or_else(PoisonError::into_inner), State::Taken)
    }

    fn put(&self, state: State) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }
}

fn taken() -> PyErr {
    PyRuntimeError::new_err("this work is waited for elsewhere, or its result was taken")
}

/// Wakes a thread.
struct Unpark {
    thread: thread::Thread,
    woken: AtomicBool,
}

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.woken.store(true, Ordering::Release);
        self.thread.unpark();
    }
}

/// Tells an event loop. The work is never polled or dropped by a thread that holds the interpreter, so waiting for it here
/// cannot block one that waits for the work.
struct Tell(Py<PyAny>);

impl Wake for Tell {
    fn wake(self: Arc<Self>) {
        // Not while the interpreter ends: no loop runs any more.
        let _ = Python::try_attach(|py| {
            if let Err(error) = self.0.call0(py) {
                // A loop that is closed meanwhile.
                error.write_unraisable(py, None);
            }
        });
    }
}

#[pymethods]
impl Pending {
    /// Waits on this thread. Other threads of Python run meanwhile; on the main thread signals are handled.
    fn wait(&self, py: Python<'_>, signals: bool) -> PyResult<Py<PyAny>> {
        let mut work = match self.take() {
            State::Working(work) => work,
            State::Done(done) => return done(py),
            State::Taken => return Err(taken()),
        };
        let unpark = Arc::new(Unpark { thread: thread::current(), woken: AtomicBool::new(true) });
        let waker = Waker::from(Arc::clone(&unpark));
        loop {
            let step = || {
                let mut context = Context::from_waker(&waker);
                if unpark.woken.swap(false, Ordering::AcqRel)
                    && let Poll::Ready(done) = work.as_mut().poll(&mut context)
                {
                    return Some(done);
                }
                if !unpark.woken.load(Ordering::Acquire) {
                    if signals { thread::park_timeout(TICK) } else { thread::park() }
                }
                None
            };
            if let Some(done) = py.detach(step) {
                return done(py);
            }
            if signals && let Err(interrupted) = py.check_signals() {
                py.detach(|| drop(work));
                return Err(interrupted);
            }
        }
    }

    /// Works on it. If it is not done, `wake` is called, from any thread, when there is more to do.
    fn poll(&self, py: Python<'_>, wake: Py<PyAny>) -> PyResult<bool> {
        let mut work = match self.take() {
            State::Working(work) => work,
            done @ State::Done(_) => {
                self.put(done);
                return Ok(true);
            }
            State::Taken => return Err(taken()),
        };
        let waker = Waker::from(Arc::new(Tell(wake)));
        let polled = py.detach(|| {
            let mut context = Context::from_waker(&waker);
            match work.as_mut().poll(&mut context) {
                Poll::Ready(done) => State::Done(done),
                Poll::Pending => State::Working(work),
            }
        });
        let done = matches!(polled, State::Done(_));
        self.put(polled);
        Ok(done)
    }

    /// What came of it, once.
    fn result(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self.take() {
            State::Done(done) => done(py),
            working @ State::Working(_) => {
                self.put(working);
                Err(PyRuntimeError::new_err("the work is not done yet"))
            }
            State::Taken => Err(taken()),
        }
    }

    /// Ends the work.
    fn cancel(&self, py: Python<'_>) {
        let state = self.take();
        py.detach(|| drop(state));
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        // Whoever drops it holds the interpreter; what the work holds may wait for a thread that wants it.
        let state = self.take();
        let _ = Python::try_attach(|py| py.detach(|| drop(state)));
    }
}
