//! A verdict with its reasons.

use byleave::policy;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::json::to_python;
use crate::told::{Decided, json_of};

/// What happens to a call, and why.
#[pyclass(frozen, module = "byleave")]
pub struct Decision {
    inner: policy::Decision,
    tool: String,
    /// The text of a shell command, that findings are about.
    command: Option<String>,
    remedy: Vec<String>,
}

impl Decision {
    pub fn new(inner: policy::Decision, tool: String, command: Option<String>, remedy: Vec<String>) -> Self {
        Self { inner, tool, command, remedy }
    }
}

#[pymethods]
impl Decision {
    /// `allow`, `ask` or `deny`.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.inner.verdict.name()
    }

    /// Whether it runs at once.
    #[getter]
    fn allowed(&self) -> bool {
        self.inner.verdict == policy::Verdict::Allow
    }

    /// Who is credited with the verdict: `safe`, `config`, `skill`, `user`, `mode`, `tool`, `floor`, or `none`.
    #[getter]
    fn source(&self) -> &'static str {
        self.inner.source.name()
    }

    /// The rule that decided, as written; `None` if none did.
    #[getter]
    fn rule(&self) -> Option<&str> {
        self.inner.rule.as_deref()
    }

    /// The decisive reason in words.
    #[getter]
    fn reason(&self) -> String {
        self.inner.reason.to_string()
    }

    /// Whether the call touches, or may touch, a path outside the project.
    #[getter]
    const fn outside(&self) -> bool {
        self.inner.outside
    }

    /// Whether some part of it is a high-risk command.
    #[getter]
    const fn high_risk(&self) -> bool {
        self.inner.high_risk
    }

    /// How many people must say yes if it asks.
    #[getter]
    const fn approvals(&self) -> u32 {
        self.inner.approvals
    }

    /// The tool that is called.
    #[getter]
    fn tool(&self) -> &str {
        &self.tool
    }

    /// The text of a shell command; `None` for other tools.
    #[getter]
    fn command(&self) -> Option<&str> {
        self.command.as_deref()
    }

    /// The rules that would allow exactly this call, tried out first.
    #[getter]
    fn remedy(&self) -> Vec<String> {
        self.remedy.clone()
    }

    /// All reasons, in the order they were found.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        let part = |finding: &policy::Finding| {
            let span = finding.span?;
            let (start, end) = (usize::try_from(span.start).ok()?, usize::try_from(span.end).ok()?);
            self.command.as_deref()?.get(start..end).map(str::to_owned)
        };
        let finding = |finding: &policy::Finding| Finding { inner: finding.clone(), part: part(finding) };
        self.inner.findings.iter().map(finding).collect()
    }

    /// As `byleave check --json` prints it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json_of(&Decided::from(&self.inner)))
    }

    /// Only what runs at once is true: `if decision:` must not let a question through.
    fn __bool__(&self) -> bool {
        self.allowed()
    }

    fn __str__(&self) -> String {
        match self.rule() {
            Some(rule) => format!("{}: {} ({rule})", self.verdict(), self.reason()),
            None => format!("{}: {}", self.verdict(), self.reason()),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Decision {}>", self.__str__())
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let render = py.import("byleave._html")?.getattr("decision")?;
        let kwargs = PyDict::new(py);
        kwargs.set_item("tool", &self.tool)?;
        kwargs.set_item("command", self.command())?;
        kwargs.set_item("remedy", self.remedy())?;
        render.call((self.to_dict(py)?,), Some(&kwargs))?.extract()
    }
}

/// One reason in a verdict.
#[pyclass(frozen, module = "byleave")]
pub struct Finding {
    inner: policy::Finding,
    part: Option<String>,
}

#[pymethods]
impl Finding {
    /// What it contributes: `allow`, `ask` or `deny`.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.inner.verdict.name()
    }

    /// Where it was found: `read`, `deny floor`, `ask floor (hard)`, `ask floor (named)` or `layers`.
    #[getter]
    fn stage(&self) -> &'static str {
        self.inner.stage.name()
    }

    /// Who is credited with it, as in `Decision.source`.
    #[getter]
    fn source(&self) -> &'static str {
        self.inner.source.name()
    }

    /// The rule or table row that speaks, as written.
    #[getter]
    fn rule(&self) -> Option<&str> {
        self.inner.rule.as_deref()
    }

    /// Where the rule stands, as `file:line`.
    #[getter]
    fn location(&self) -> Option<&str> {
        self.inner.location.as_deref()
    }

    /// The part of the command it is about, in bytes.
    #[getter]
    fn span(&self) -> Option<(u32, u32)> {
        self.inner.span.map(|span| (span.start, span.end))
    }

    /// The text of that part.
    #[getter]
    fn part(&self) -> Option<&str> {
        self.part.as_deref()
    }

    /// What the reason is called, whatever its words are: `no-rule`, `not-plain-group`.
    #[getter]
    fn code(&self) -> String {
        self.inner.reason.code().to_string()
    }

    /// The words for a person.
    #[getter]
    fn reason(&self) -> String {
        self.inner.reason.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Finding {}: {}>", self.verdict(), self.reason())
    }
}
