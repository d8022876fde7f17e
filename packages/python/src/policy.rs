//! A policy, and what it says to a call.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use byleave::Shells;
use byleave::config::{Kind, PolicyFile, Standing, Surroundings, World};
use byleave::files::{self, Disk, DiskFrom, LoadError};
use byleave::policy::paths::Resolver;
use byleave::policy::read::{argument, read, shells_from_json};
use byleave::policy::remedy::{self, Remedy};
use byleave::policy::rules::Layer;
use byleave::policy::{self, Mode, Profile, Reads, Situation};
use jiff::tz::TimeZone;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::decision::Decision;
use crate::json::{from_python, map_from_python, to_python};
use crate::paths::{Place, text};
use crate::told::json_of;

create_exception!(byleave, PolicyError, PyValueError, "A policy is broken: nothing starts on it.");

/// A policy, ready to decide with.
#[pyclass(frozen, module = "byleave._native")]
pub struct Policy {
    pub inner: Arc<policy::Policy>,
    pub place: Place,
    warnings: Vec<String>,
    files: Vec<(PathBuf, bool)>,
}

fn broken(error: &LoadError) -> PyErr {
    PolicyError::new_err(error.to_string())
}

/// The profile of a name.
pub fn profile(name: Option<&str>) -> PyResult<Option<Profile>> {
    name.map(|name| {
        Profile::find(name).ok_or_else(|| {
            PyValueError::new_err(format!("unknown profile {name:?}; use one of: {}", Profile::NAMES.join(", ")))
        })
    })
    .transpose()
}

/// The mode of a name.
pub fn mode(name: Option<&str>) -> PyResult<Option<Mode>> {
    name.map(|name| {
        Mode::find(name).ok_or_else(|| {
            PyValueError::new_err(format!("unknown mode {name:?}; use one of: {}", Mode::NAMES.join(", ")))
        })
    })
    .transpose()
}

/// The reads of a name: an adapter's word, not a user's.
fn reads(name: Option<&str>) -> PyResult<Option<Reads>> {
    name.map(|name| Reads::find(name).ok_or_else(|| PyValueError::new_err(format!("unknown reads {name:?}"))))
        .transpose()
}

/// The shells that a caller names: `"zsh"`, `"bash, zsh"`, `["bash", "zsh"]`.
pub fn shells(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Shells>> {
    let Some(value) = value else { return Ok(None) };
    shells_from_json(&from_python(value, "shell")?).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn document(name: &str, content: &str) -> PyResult<PolicyFile> {
    let kind =
        if Path::new(name).file_name().is_some_and(|file| file == "host.yaml") { Kind::Host } else { Kind::Policy };
    let world = World { zones: jiff::tz::db(), local: TimeZone::system() };
    byleave::config::read(name, content, kind, &world).map_err(|problems| PolicyError::new_err(problems.to_string()))
}

/// The policy of one text, as if no other were there.
fn alone(name: &str, content: &str) -> PyResult<(policy::Policy, Vec<String>)> {
    let standing = Standing { layer: Layer::Given, trusted: true, file: document(name, content)? };
    let (policy, warnings) = byleave::config::merge(vec![standing], &Surroundings::default());
    Ok((policy, warnings.iter().map(ToString::to_string).collect()))
}

impl Policy {
    /// A decision, and the rules that would allow the call.
    fn with_remedy(&self, call: policy::CallFacts, situation: &Situation<'_>) -> (policy::Decision, Vec<String>) {
        let reading = read(call, &self.inner);
        let decision = policy::decide_read(&reading, &self.inner, situation);
        let rules = match remedy::find(&reading, &self.inner, situation, &decision) {
            Remedy::Rules(rules) => rules,
            Remedy::None | Remedy::Person | Remedy::TooMany | Remedy::Refused(_) | Remedy::BuiltIn => Vec::new(),
        };
        (decision, rules)
    }
}

#[pymethods]
impl Policy {
    /// Reads the text of a policy, YAML or JSON.
    #[staticmethod]
    #[pyo3(signature = (content, name, cwd=None, project=None, home=None))]
    fn parse(
        py: Python<'_>,
        content: &str,
        name: &str,
        cwd: Option<PathBuf>,
        project: Option<PathBuf>,
        home: Option<PathBuf>,
    ) -> PyResult<Self> {
        py.detach(|| {
            let (policy, warnings) = alone(name, content)?;
            let place = Place::new(cwd, project, home);
            Ok(Self { inner: Arc::new(policy), place, warnings, files: Vec::new() })
        })
    }

    /// Reads the files that count for a project: the machine's, the one that is named, the user's, the project's.
    #[staticmethod]
    #[pyo3(signature = (file=None, only=false, cwd=None, project=None, home=None))]
    fn load(
        py: Python<'_>,
        file: Option<PathBuf>,
        only: bool,
        cwd: Option<PathBuf>,
        project: Option<PathBuf>,
        home: Option<PathBuf>,
    ) -> PyResult<Self> {
        py.detach(|| {
            let place = Place::new(cwd, project, home);
            let loaded = match file.as_deref().filter(|_| only) {
                Some(file) => files::load_only(file),
                None => files::load(&place.project, file.as_deref()),
            };
            let loaded = loaded.map_err(|error| broken(&error))?;
            Ok(Self {
                inner: Arc::new(loaded.policy),
                place,
                warnings: loaded.warnings.iter().map(ToString::to_string).collect(),
                files: loaded.files.into_iter().map(|used| (used.path, used.trusted)).collect(),
            })
        })
    }

    /// The same policy with the rules of another text beside its own. Nothing but its rules counts.
    fn with_rules(&self, py: Python<'_>, content: &str, name: &str) -> PyResult<Self> {
        py.detach(|| {
            let (more, warnings) = alone(name, content)?;
            let mut inner = policy::Policy::clone(&self.inner);
            more.rules.iter().for_each(|rule| inner.rules.push(rule.clone()));
            inner.auto_approve.tools.extend(more.auto_approve.tools);
            Ok(Self {
                inner: Arc::new(inner),
                place: self.place.clone(),
                warnings: self.warnings.iter().cloned().chain(warnings).collect(),
                files: self.files.clone(),
            })
        })
    }

    /// The same policy with another profile or mode. `asks_unknown`: an unknown tool asks, unless a file said what
    /// happens to it, whatever the profile's habit is. `reads_without_rule`: which reads need no rule, whatever its habit is.
    /// `rules_only`: nothing but rules allows.
    #[pyo3(signature = (profile_name=None, mode_name=None, asks_unknown=false, reads_without_rule=None, rules_only=false))]
    fn with_choices(
        &self,
        profile_name: Option<&str>,
        mode_name: Option<&str>,
        asks_unknown: bool,
        reads_without_rule: Option<&str>,
        rules_only: bool,
    ) -> PyResult<Self> {
        let mut inner = policy::Policy::clone(&self.inner);
        inner.rules_only |= rules_only;
        inner.reads = reads(reads_without_rule)?.or(inner.reads);
        inner.profile = profile(profile_name)?.unwrap_or(inner.profile);
        inner.mode = mode(mode_name)?.unwrap_or(inner.mode);
        if asks_unknown {
            inner.unknown_tools = inner.unknown_tools.or(Some(policy::Verdict::Ask));
        }
        let (place, warnings, files) = (self.place.clone(), self.warnings.clone(), self.files.clone());
        Ok(Self { inner: Arc::new(inner), place, warnings, files })
    }

    #[getter]
    fn profile(&self) -> &'static str {
        self.inner.profile.name()
    }

    #[getter]
    fn mode(&self) -> &'static str {
        self.inner.mode.name()
    }

    #[getter]
    fn ceiling(&self) -> &'static str {
        self.inner.ceiling.0.name()
    }

    /// What byleave ignores, and what is probably a mistake.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// The files it comes from, strongest first, and whether each is trusted.
    #[getter]
    fn files(&self) -> Vec<(PathBuf, bool)> {
        self.files.clone()
    }

    #[getter]
    fn project(&self) -> String {
        text(&self.place.project)
    }

    #[getter]
    fn home(&self) -> String {
        text(&self.place.home)
    }

    /// All its rules in the shape of `session['permissions']`.
    fn permissions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json_of(&byleave::config::runtime(&self.inner)))
    }

    /// The category of a tool, if it is known.
    fn category(&self, tool: &str) -> Option<&'static str> {
        self.inner.category(tool).map(policy::tools::Category::name)
    }

    /// What would happen to a call: a dry run that asks no person.
    #[pyo3(signature = (tool, arguments=None, cwd=None, shell=None, remedy=false))]
    fn check(
        &self,
        py: Python<'_>,
        tool: &str,
        arguments: Option<&Bound<'_, PyAny>>,
        cwd: Option<PathBuf>,
        shell: Option<&Bound<'_, PyAny>>,
        remedy: bool,
    ) -> PyResult<Decision> {
        let arguments = map_from_python(arguments, "arguments")?;
        let shell = shells(shell)?;
        let decided = py.detach(|| {
            let here = if cwd.is_none() && self.place.cwd.is_none() { DiskFrom::here() } else { None };
            let directory = here.as_ref().map_or_else(|| self.place.cwd(cwd), |here| here.real().to_owned());
            let call = policy::CallFacts {
                tool: tool.to_owned(),
                arguments,
                command_bytes: None,
                shell,
                cwd: directory,
                project: text(&self.place.project),
                home: text(&self.place.home),
            };
            let disk: &dyn Resolver = here.as_ref().map_or(&Disk, |here| here);
            let situation = Situation { now: Some(byleave::now()), ..Situation::new(disk) };
            let (decision, rules) = if remedy {
                self.with_remedy(call.clone(), &situation)
            } else {
                (policy::decide_in(&call, &self.inner, &situation), Vec::new())
            };
            let command =
                argument(&call.arguments).and_then(|name| call.arguments.get(name)?.as_str().map(str::to_owned));
            Decision::new(decision, call.tool, command, rules)
        });
        Ok(decided)
    }

    fn __repr__(&self) -> String {
        let rules = self.inner.rules.iter().count();
        format!("<Policy {} {}: {rules} rules>", self.inner.profile.name(), self.inner.mode.name())
    }
}
