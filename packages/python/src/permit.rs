//! Leave to run one call, once.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value};

use crate::json::map_to_python;

/// Leave to run one call. It owns the approved arguments and gives them out once.
#[pyclass(frozen, module = "byleave")]
pub struct Permit {
    inner: Mutex<Option<byleave::Permit>>,
    tool: String,
    id: String,
    record: String,
    scope: &'static str,
    waited: f64,
    reason: String,
    source: &'static str,
    arguments: Map<String, Value>,
}

impl Permit {
    pub fn new(permit: byleave::Permit) -> Self {
        Self {
            tool: permit.tool().to_owned(),
            id: permit.id().to_owned(),
            record: permit.record().to_owned(),
            scope: permit.scope().name(),
            waited: permit.waited().as_secs_f64(),
            reason: permit.decision().reason.to_string(),
            source: permit.decision().source.name(),
            arguments: permit.arguments().clone(),
            inner: Mutex::new(Some(permit)),
        }
    }
}

#[pymethods]
impl Permit {
    /// The tool that may run.
    #[getter]
    fn tool(&self) -> &str {
        &self.tool
    }

    /// The id of the call.
    #[getter]
    fn id(&self) -> &str {
        &self.id
    }

    /// The entry of the record that tells of it.
    #[getter]
    fn record(&self) -> &str {
        &self.record
    }

    /// How far the approval goes: `once`, `turn`, `session` and so on.
    #[getter]
    const fn scope(&self) -> &'static str {
        self.scope
    }

    /// How long a person took, in seconds.
    #[getter]
    const fn waited(&self) -> f64 {
        self.waited
    }

    /// Why it may run, in words.
    #[getter]
    fn reason(&self) -> &str {
        &self.reason
    }

    /// Who is credited, as in `Decision.source`.
    #[getter]
    const fn source(&self) -> &'static str {
        self.source
    }

    /// The arguments that were approved; they may be others than the model gave. A copy: changing it changes nothing here.
    #[getter]
    fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        map_to_python(py, &self.arguments)
    }

    /// Whether it was used up.
    #[getter]
    fn used(&self) -> bool {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Uses it up and returns the approved arguments.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let taken = self.inner.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(permit) = taken else {
            return Err(PyRuntimeError::new_err(format!(
                "this permit for `{}` is used up: a permit runs one call once; authorize the call again",
                self.tool
            )));
        };
        permit.run(|call| map_to_python(py, call.arguments())).output
    }

    /// Uses it up: calls a function with the approved arguments as keywords, and returns what it returns.
    fn run<'py>(&self, py: Python<'py>, function: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let arguments = self.take(py)?;
        function.call((), Some(&arguments))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(pyo3::exceptions::PyTypeError::new_err(
            "a Permit cannot be pickled or copied: it is leave to run one call once",
        ))
    }

    fn __repr__(&self) -> String {
        let used = if self.used() { ", used" } else { "" };
        format!("<Permit {} {}{used}>", self.tool, self.id)
    }
}
