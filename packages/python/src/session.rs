//! A gate in one session.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use byleave::files::Trust;
use byleave::policy::read::argument;
use byleave::{Authorization, Call, Channel, Event, Gate, MemoryStore, Query, Skill, Sqlite, StoreError, grant_json};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde_json::Value;

use crate::channel::{self, Shared};
use crate::decision::Decision;
use crate::json::{map_from_python, to_python};
use crate::paths::{Place, text};
use crate::pending::{Done, Pending};
use crate::permit::Permit;
use crate::policy::{Policy, PolicyError, mode, profile, shells};
use crate::told::{Happened, Refused, json_of};

/// Where sessions, grants and the record are kept.
#[pyclass(frozen, module = "byleave")]
pub struct Store {
    inner: Arc<dyn byleave::Store>,
    path: Option<PathBuf>,
    process: u32,
}

#[pymethods]
impl Store {
    /// Forgets everything with the process, and earlier the oldest of what is over: it keeps 2,000 rows of the record.
    #[staticmethod]
    fn memory() -> Self {
        Self { inner: Arc::new(MemoryStore::new()), path: None, process: std::process::id() }
    }

    /// A file; the one that the `byleave` command reads if none is named.
    #[staticmethod]
    #[pyo3(signature = (path=None))]
    fn sqlite(py: Python<'_>, path: Option<PathBuf>) -> PyResult<Self> {
        let opened = py.detach(|| {
            let path = path.map_or_else(Sqlite::default_path, Ok)?;
            Sqlite::open(&path).map(|store| (store, path))
        });
        let (store, path) = opened.map_err(|error| failed(&error))?;
        Ok(Self { inner: Arc::new(store), path: Some(path), process: std::process::id() })
    }

    /// The file; `None` for a store in memory.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.path.clone()
    }

    /// The newest records first, as `byleave audit query --json` prints them.
    #[pyo3(signature = (limit, session=None))]
    fn records(&self, limit: u32, session: Option<String>) -> PyResult<Pending> {
        same_process(self.process)?;
        let store = Arc::clone(&self.inner);
        let query = Query { session, limit: Some(limit), newest_first: true, ..Query::default() };
        Ok(Pending::new(async move {
            let rows = store.rows(&query).await;
            done(move |py| {
                let rows = rows.map_err(|error| failed(&error))?;
                let parsed = rows.iter().map(|row| serde_json::from_str(&row.body).unwrap_or(Value::Null));
                Ok(to_python(py, &parsed.collect())?.unbind())
            })
        }))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a Store cannot be pickled or copied: open it again by its path in the other process"))
    }
}

/// Whether a skill of the project may grant: `None` if the project has none of this name.
#[pyfunction]
pub fn skill_standing(name: &str, project: PathBuf) -> PyResult<Option<(PathBuf, bool)>> {
    let broken = |error: byleave::files::LoadError| PolicyError::new_err(error.to_string());
    let trust = Trust::load().map_err(broken)?;
    // Only the project's: it has no other home here.
    let found = Skill::find(name, &project, &project, &trust).map_err(broken)?;
    Ok(found.map(|skill| (skill.path, skill.pinned)))
}

fn done(make: impl FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send + 'static) -> Done {
    Box::new(make)
}

fn failed(error: &StoreError) -> PyErr {
    PyRuntimeError::new_err(format!("the store failed: {error}; nothing runs that is not on record"))
}

/// Threads do not live on in a forked child, and what they were about to write would be written twice.
fn same_process(made: u32) -> PyResult<()> {
    if made == std::process::id() {
        return Ok(());
    }
    Err(PyRuntimeError::new_err(
        "this gate was made before a fork and works only in the process that made it; make a new Gate in the child",
    ))
}

/// What gates of other sessions and policies are made of too.
#[derive(Clone)]
struct Parts {
    channels: Vec<Arc<dyn Channel>>,
    store: Arc<dyn byleave::Store>,
    place: Place,
    session: Option<String>,
    agent: Option<String>,
    profile: Option<byleave::policy::Profile>,
    mode: Option<byleave::policy::Mode>,
    patience: Option<Duration>,
    on_event: Option<Arc<Py<PyAny>>>,
    process: u32,
}

impl Parts {
    /// The gate; with no policy it reads the files that count here.
    fn build(self, policy: Option<byleave::policy::Policy>, file: Option<&Path>) -> PyResult<Gate> {
        let mut builder = Gate::builder().shared_store(self.store).project(&self.place.project).home(&self.place.home);
        if let Some(cwd) = &self.place.cwd {
            builder = builder.cwd(cwd);
        }
        for channel in self.channels {
            builder = builder.channel(Shared(channel));
        }
        if let Some(policy) = policy {
            builder = builder.policy(policy);
        }
        if let Some(file) = file {
            builder = builder.policy_file(file);
        }
        if let Some(session) = self.session {
            builder = builder.session(session);
        }
        if let Some(agent) = self.agent {
            builder = builder.agent(agent);
        }
        if let Some(profile) = self.profile {
            builder = builder.profile(profile);
        }
        if let Some(mode) = self.mode {
            builder = builder.mode(mode);
        }
        if let Some(time) = self.patience {
            builder = builder.longest_time(time);
        }
        if let Some(on_event) = self.on_event {
            builder = builder.watch(move |event| tell(&on_event, event));
        }
        builder.build().map_err(|error| PolicyError::new_err(error.to_string()))
    }
}

/// Tells a Python function what happened. What it raises changes nothing.
fn tell(on_event: &Py<PyAny>, event: &Event) {
    let value = json_of(&Happened::from(event));
    let _ = Python::try_attach(|py| {
        let told = to_python(py, &value).and_then(|value| on_event.call1(py, (value,)));
        if let Err(error) = told {
            error.write_unraisable(py, None);
        }
    });
}

/// A gate in one session.
#[pyclass(frozen, module = "byleave._native")]
pub struct Session {
    gate: Gate,
    parts: Parts,
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (
        *, policy=None, file=None, channels=Vec::new(), store=None, session=None, agent=None, cwd=None, project=None,
        home=None, profile_name=None, mode_name=None, timeout=None, on_event=None,
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords, and one place in Python gives them all")]
    fn new(
        policy: Option<&Bound<'_, Policy>>,
        file: Option<PathBuf>,
        channels: Vec<Bound<'_, PyAny>>,
        store: Option<&Bound<'_, Store>>,
        session: Option<String>,
        agent: Option<String>,
        cwd: Option<PathBuf>,
        project: Option<PathBuf>,
        home: Option<PathBuf>,
        profile_name: Option<&str>,
        mode_name: Option<&str>,
        timeout: Option<f64>,
        on_event: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let patience = timeout.map(seconds).transpose()?;
        if let Some(store) = store {
            same_process(store.get().process)?;
        }
        let place = match policy {
            Some(policy) if cwd.is_none() && project.is_none() && home.is_none() => policy.get().place.clone(),
            Some(_) | None => Place::new(cwd, project, home),
        };
        let parts = Parts {
            channels: channels.iter().map(channel::of).collect::<PyResult<_>>()?,
            store: store.map_or_else(|| Arc::new(MemoryStore::new()) as Arc<_>, |store| Arc::clone(&store.get().inner)),
            place,
            session,
            agent,
            profile: profile(profile_name)?,
            mode: mode(mode_name)?,
            patience,
            on_event: on_event.map(Arc::new),
            process: std::process::id(),
        };
        let policy = policy.map(|policy| byleave::policy::Policy::clone(&policy.get().inner));
        let gate = parts.clone().build(policy, file.as_deref())?;
        Ok(Self { gate, parts })
    }

    /// The same session under another policy.
    fn with_policy(&self, policy: &Bound<'_, Policy>) -> PyResult<Self> {
        same_process(self.parts.process)?;
        let parts = Parts { session: Some(self.gate.session().to_owned()), ..self.parts.clone() };
        let gate = parts.clone().build(Some(byleave::policy::Policy::clone(&policy.get().inner)), None)?;
        Ok(Self { gate, parts })
    }

    #[getter]
    fn id(&self) -> &str {
        self.gate.session()
    }

    #[getter]
    fn project(&self) -> &str {
        self.gate.project()
    }

    #[getter]
    fn profile(&self) -> &'static str {
        self.gate.profile().name()
    }

    fn for_session(&self, id: &str) -> PyResult<Self> {
        same_process(self.parts.process)?;
        Ok(Self { gate: self.gate.for_session(id), parts: self.parts.clone() })
    }

    fn sub_agent(&self, name: &str) -> PyResult<Self> {
        same_process(self.parts.process)?;
        Ok(Self { gate: self.gate.sub_agent(name), parts: self.parts.clone() })
    }

    fn reload(&self, py: Python<'_>) -> PyResult<()> {
        same_process(self.parts.process)?;
        py.detach(|| self.gate.reload()).map_err(|error| PolicyError::new_err(error.to_string()))
    }

    /// Puts a call through the gate: a permit, or a dictionary that says why not. `remaining` are the calls after it.
    #[pyo3(signature = (
        tool, arguments=None, *, id=None, description=None, cwd=None, shell=None, ask=false, remaining=Vec::new(),
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords, and one place in Python gives them all")]
    fn authorize(
        &self,
        tool: &str,
        arguments: Option<&Bound<'_, PyAny>>,
        id: Option<String>,
        description: Option<String>,
        cwd: Option<PathBuf>,
        shell: Option<&Bound<'_, PyAny>>,
        ask: bool,
        remaining: Vec<(String, Bound<'_, PyAny>)>,
    ) -> PyResult<Pending> {
        same_process(self.parts.process)?;
        let mut call = call(tool, arguments, &self.parts.place, cwd, shell)?;
        call.ask = ask;
        call.description = description;
        if let Some(id) = id {
            call.id = id;
        }
        let mut calls = vec![call];
        for (tool, arguments) in &remaining {
            let arguments = map_from_python(Some(arguments), "the arguments of a remaining call")?;
            calls.push(Call::new(tool, arguments.into()));
        }
        let gate = self.gate.clone();
        Ok(Pending::new(async move {
            let authorization = gate.batch(calls).next().await;
            done(move |py| match authorization {
                Some(Authorization::Approved(permit)) => Ok(Py::new(py, Permit::new(permit))?.into_any()),
                Some(Authorization::Rejected(refusal) | Authorization::Stopped(refusal)) => {
                    Ok(to_python(py, &json_of(&Refused::from(&refusal)))?.unbind())
                }
                None => Err(PyRuntimeError::new_err("there was no call to decide")),
            })
        }))
    }

    /// What would happen to a call, without a session: no grants count, and no person is asked.
    #[pyo3(signature = (tool, arguments=None, *, cwd=None, shell=None))]
    fn check(
        &self,
        py: Python<'_>,
        tool: &str,
        arguments: Option<&Bound<'_, PyAny>>,
        cwd: Option<PathBuf>,
        shell: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Decision> {
        let call = call(tool, arguments, &self.parts.place, cwd, shell)?;
        let command = argument(&call.arguments).and_then(|name| call.arguments.get(name)?.as_str().map(str::to_owned));
        let decision = py.detach(|| self.gate.check(&call));
        Ok(Decision::new(decision, tool.to_owned(), command, Vec::new()))
    }

    /// Whether a call would run without a question, in this session and now.
    #[pyo3(signature = (tool, arguments=None, *, cwd=None, shell=None))]
    fn would_run(
        &self,
        tool: &str,
        arguments: Option<&Bound<'_, PyAny>>,
        cwd: Option<PathBuf>,
        shell: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Pending> {
        same_process(self.parts.process)?;
        let call = call(tool, arguments, &self.parts.place, cwd, shell)?;
        self.work(move |gate| async move { gate.would_run(&call).await.map(Value::from) })
    }

    /// The user said something: a new turn begins, and a stop ends. Skills are named as the user named them.
    fn begin_turn(&self, skills: Vec<String>) -> PyResult<Pending> {
        same_process(self.parts.process)?;
        let mut found = Vec::new();
        if !skills.is_empty() {
            let broken = |error: byleave::files::LoadError| PolicyError::new_err(error.to_string());
            let trust = Trust::load().map_err(broken)?;
            for name in skills {
                let skill =
                    Skill::find(&name, &self.parts.place.project, &self.parts.place.home, &trust).map_err(broken)?;
                found.push(skill.ok_or_else(|| PyValueError::new_err(format!("there is no skill {name:?}")))?);
            }
        }
        self.work(move |gate| async move { gate.begin_turn_with(&found).await.map(Value::from) })
    }

    fn end_turn(&self) -> PyResult<Pending> {
        self.work(|gate| async move { gate.end_turn().await.map(|()| Value::Null) })
    }

    fn end(&self) -> PyResult<Pending> {
        self.work(|gate| async move { gate.end_session().await.map(|()| Value::Null) })
    }

    fn stop(&self, reason: String) -> PyResult<Pending> {
        self.work(move |gate| async move { gate.stop(&reason).await.map(|()| Value::Null) })
    }

    fn stop_signal(&self) -> PyResult<Pending> {
        self.work(|gate| async move { gate.stop_signal().await.map(Value::from) })
    }

    #[pyo3(signature = (name))]
    fn set_mode(&self, name: Option<&str>) -> PyResult<Pending> {
        let mode = mode(name)?;
        self.work(move |gate| async move { gate.set_mode(mode).await.map(|()| Value::Null) })
    }

    fn grants(&self) -> PyResult<Pending> {
        self.work(|gate| async move {
            let held = gate.grants().await?;
            Ok(held.iter().map(|held| grant_json::to_json(&held.grant)).collect())
        })
    }

    fn revoke(&self, grant: String) -> PyResult<Pending> {
        self.work(move |gate| async move { gate.revoke(&grant).await.map(|()| Value::Null) })
    }

    /// The permissions of the session in the shape of `session['permissions']`.
    fn permissions(&self) -> PyResult<Pending> {
        self.work(|gate| async move {
            let permissions = gate.permissions().await?;
            Ok(json_of(&permissions))
        })
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a Gate cannot be pickled or copied: make a new one in the other process"))
    }
}

impl Session {
    fn work<F>(&self, work: impl FnOnce(Gate) -> F) -> PyResult<Pending>
    where
        F: Future<Output = Result<Value, StoreError>> + Send + 'static,
    {
        same_process(self.parts.process)?;
        let work = work(self.gate.clone());
        Ok(Pending::new(async move {
            let value = work.await;
            done(move |py| Ok(to_python(py, &value.map_err(|error| failed(&error))?)?.unbind()))
        }))
    }
}

fn seconds(time: f64) -> PyResult<Duration> {
    let wrong = || PyValueError::new_err("timeout must be a number of seconds above 0");
    if time <= 0.0 || time > f64::from(u32::MAX) {
        return Err(wrong());
    }
    Duration::try_from_secs_f64(time).map_err(|_| wrong())
}

fn call(
    tool: &str,
    arguments: Option<&Bound<'_, PyAny>>,
    place: &Place,
    cwd: Option<PathBuf>,
    shell: Option<&Bound<'_, PyAny>>,
) -> PyResult<Call> {
    let mut call = Call::new(tool, map_from_python(arguments, "arguments")?.into()).cwd(place.cwd(cwd));
    call.project = Some(place.project.clone());
    call.home = Some(PathBuf::from(text(&place.home)));
    call.shell = shells(shell)?;
    Ok(call)
}
