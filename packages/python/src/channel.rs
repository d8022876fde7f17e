//! Ways to an answer.

use std::future::{Future, poll_fn};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use byleave::hub::HubChannel;
use byleave::{
    Answer, Approval, Asking, CallbackReply, Channel, ChannelError, ChannelKind, RejectMode, Reply, Request,
    Resolution, Settled,
};
use byleave_terminal::{Options, Style, TerminalChannel};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;
use tokio::sync::oneshot;

use crate::json::{from_python, to_python};

/// Any channel, shared by the gates that are made of the same parts.
pub struct Shared(pub Arc<dyn Channel>);

impl Channel for Shared {
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

/// The channel behind a Python object.
pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Arc<dyn Channel>> {
    if let Ok(terminal) = object.cast::<Terminal>() {
        return Ok(Arc::clone(&terminal.get().0));
    }
    if let Ok(hub) = object.cast::<Hub>() {
        return Ok(Arc::clone(&hub.get().0));
    }
    if let Ok(callback) = object.cast::<Callback>() {
        return Ok(Arc::clone(&callback.get().0));
    }
    let kind = object.get_type().name()?;
    Err(PyTypeError::new_err(format!("a channel is a Terminal, a Hub or a Callback, not {kind}")))
}

/// The approval box on this process's terminal.
#[pyclass(frozen, module = "byleave")]
pub struct Terminal(Arc<dyn Channel>);

#[pymethods]
impl Terminal {
    #[new]
    #[pyo3(signature = (*, style=None))]
    fn new(style: Option<&str>) -> PyResult<Self> {
        // By default the process is its own: the interpreter handles signals.
        let channel = TerminalChannel::new(Options::default());
        let channel = match style {
            None => channel,
            Some("byleave") => channel.style(Style::Byleave),
            Some("ollama") => channel.style(Style::Ollama),
            Some("plain") => channel.style(Style::Plain),
            Some(other) => {
                let message = format!("unknown style {other:?}; use one of: byleave, ollama, plain");
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(Self(Arc::new(channel)))
    }
}

/// Asks the people at a hub.
#[pyclass(frozen, module = "byleave")]
pub struct Hub(Arc<dyn Channel>);

#[pymethods]
impl Hub {
    #[new]
    #[pyo3(signature = (url, token, *, patience=None, certificates=None, in_the_clear=false))]
    fn new(
        url: &str,
        token: &str,
        patience: Option<f64>,
        certificates: Option<PathBuf>,
        in_the_clear: bool,
    ) -> PyResult<Self> {
        let wrong = |error: byleave::hub::ConnectError| PyValueError::new_err(error.to_string());
        let connect = if in_the_clear { HubChannel::connect_in_the_clear } else { HubChannel::connect };
        let mut channel = connect(url, token.trim()).map_err(wrong)?;
        if let Some(certificates) = certificates {
            channel = channel.trust(&certificates).map_err(wrong)?;
        }
        if let Some(seconds) = patience {
            let time = Duration::try_from_secs_f64(seconds)
                .map_err(|_| PyValueError::new_err("patience must be a number of seconds, not below 0"))?;
            channel = channel.patience(time);
        }
        Ok(Self(Arc::new(channel)))
    }
}

/// Python code that answers.
#[pyclass(frozen, subclass, module = "byleave._native")]
pub struct Callback(Arc<dyn Channel>);

#[pymethods]
impl Callback {
    /// `start(request, answerer)` begins to ask and returns at once: `None`, or what to call if the answer is no longer wanted.
    #[new]
    #[pyo3(signature = (start, name, people))]
    fn new(start: Py<PyAny>, name: String, people: bool) -> Self {
        Self(Arc::new(PythonChannel { start, name, people }))
    }
}

struct PythonChannel {
    start: Py<PyAny>,
    name: String,
    people: bool,
}

/// What a Python callback says, before it is an answer.
enum Said {
    Value { value: Value, person: Option<String> },
    Failed(ChannelError),
}

impl Channel for PythonChannel {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> ChannelKind {
        if self.people { ChannelKind::People } else { ChannelKind::Program }
    }

    fn ask(&self, request: Arc<Request>, mut settled: Settled) -> Asking<'_> {
        let (sender, mut receiver) = oneshot::channel();
        let started = Python::try_attach(|py| {
            let frame = to_python(py, &request.to_json())?;
            let answerer = Py::new(py, Answerer { sender: Mutex::new(Some(sender)) })?;
            self.start.call1(py, (frame, answerer)).map(|cancel| (!cancel.is_none(py)).then_some(cancel))
        });
        let cancel = match started {
            Some(Ok(cancel)) => Cancel(cancel),
            Some(Err(error)) => return Box::pin(std::future::ready(Err(ChannelError::Failed(error.to_string())))),
            None => return Box::pin(std::future::ready(Err(ChannelError::Closed))),
        };
        let people = self.people;
        Box::pin(async move {
            let mut cancel = cancel;
            let said = {
                let mut ended = pin!(settled.wait());
                poll_fn(|context| {
                    if let Poll::Ready(said) = std::pin::Pin::new(&mut receiver).poll(context) {
                        return Poll::Ready(Some(said));
                    }
                    ended.as_mut().poll(context).map(|_| None)
                })
                .await
            };
            match said {
                None => Ok(Reply::Abstain),
                Some(said) => {
                    cancel.0 = None;
                    let said =
                        said.map_err(|_| ChannelError::Failed("the callback ended without an answer".to_owned()))?;
                    reply(said, &request, people)
                }
            }
        })
    }
}

/// An answer that is no longer wanted is told so.
struct Cancel(Option<Py<PyAny>>);

impl Drop for Cancel {
    fn drop(&mut self) {
        let Some(cancel) = self.0.take() else { return };
        let _ = Python::try_attach(|py| {
            if let Err(error) = cancel.call0(py) {
                error.write_unraisable(py, None);
            }
        });
    }
}

/// Nothing but `true` approves, and a program answers one call: a grant is for people to give.
fn reply(said: Said, request: &Request, people: bool) -> Result<Reply, ChannelError> {
    let (value, person) = match said {
        Said::Failed(error) => return Err(error),
        Said::Value { value, person } => (value, person),
    };
    let answer = match &value {
        Value::Null if people => {
            return Err(ChannelError::Malformed("the callback returned None, which is no answer".to_owned()));
        }
        Value::Null => return Ok(Reply::Abstain),
        Value::Bool(true) => Answer::once(),
        Value::Bool(false) => Answer::soft(None),
        Value::Object(_) => {
            if !people {
                CallbackReply::from_json(&value)?;
            }
            Answer::from_json(&value, RejectMode::Soft).map_err(|error| ChannelError::Malformed(error.to_string()))?
        }
        Value::Number(_) | Value::String(_) | Value::Array(_) => {
            return Err(ChannelError::Malformed(format!(
                "the callback returned {value}; it returns True, False or a dict with 'approved'"
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

/// Takes the answer of a callback, once. Later ones count for nothing.
#[pyclass(frozen, module = "byleave._native")]
pub struct Answerer {
    sender: Mutex<Option<oneshot::Sender<Said>>>,
}

impl Answerer {
    fn say(&self, said: Said) {
        let sender = self.sender.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(sender) = sender {
            // Who no longer waits does not hear it.
            let _ = sender.send(said);
        }
    }
}

#[pymethods]
impl Answerer {
    /// What the callback returned: `True`, `False`, a dict, or `None` to leave the question to others.
    fn answer(&self, py: Python<'_>, value: &Bound<'_, PyAny>) {
        let (value, person) = match without_person(value) {
            Ok(parts) => parts,
            Err(error) => return py.detach(|| self.say(Said::Failed(ChannelError::Malformed(error.to_string())))),
        };
        let said = match from_python(&value, "the answer") {
            Ok(value) => Said::Value { value, person },
            Err(error) => Said::Failed(ChannelError::Malformed(error.value(py).to_string())),
        };
        py.detach(|| self.say(said));
    }

    /// The callback failed.
    fn fail(&self, py: Python<'_>, why: String) {
        py.detach(|| self.say(Said::Failed(ChannelError::Failed(why))));
    }

    /// Whoever would answer is gone.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.say(Said::Failed(ChannelError::Closed)));
    }
}

/// Who answered stands beside the answer.
fn without_person<'py>(value: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
    let Ok(dict) = value.cast::<PyDict>() else { return Ok((value.clone(), None)) };
    let Some(person) = dict.get_item("person")? else { return Ok((value.clone(), None)) };
    let copy = dict.copy()?;
    copy.del_item("person")?;
    Ok((copy.into_any(), person.extract()?))
}

/// Restores the terminal if a box is open: for the end of the process.
#[pyfunction]
pub fn restore_terminal() {
    byleave_terminal::restore();
}
