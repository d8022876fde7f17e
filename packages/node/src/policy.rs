//! A policy, and what it says to a call.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use byleave::Shells;
use byleave::config::{self, Kind, PolicyFile, Standing, Surroundings, World};
use byleave::files::{self, Disk, DiskFrom};
use byleave::policy::paths::Resolver;
use byleave::policy::read::{read, shells_from_json};
use byleave::policy::remedy::{self, Remedy};
use byleave::policy::rules::Layer;
use byleave::policy::{self, Finding, Mode, Profile, Situation};
use jiff::tz::TimeZone;
use napi_derive::napi;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Result, broken, map, value, wrong};
use crate::paths::{Place, text};
use crate::told::{Decided, json_of};

/// Where a policy is at home.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    pub cwd: Option<PathBuf>,
    pub project: Option<PathBuf>,
    pub home: Option<PathBuf>,
}

impl Spot {
    pub fn read(json: &str) -> Result<Self> {
        serde_json::from_str(json).map_err(wrong)
    }

    pub fn place(self) -> Place {
        Place::new(self.cwd, self.project, self.home)
    }
}

/// The profile of a name.
pub fn profile(name: Option<&str>) -> Result<Option<Profile>> {
    name.map(|name| {
        Profile::find(name).ok_or_else(|| {
            wrong(format!("unknown profile {name:?}; use one of: byleave, connectonion, oricore, ollama"))
        })
    })
    .transpose()
}

/// The mode of a name.
pub fn mode(name: Option<&str>) -> Result<Option<Mode>> {
    name.map(|name| {
        Mode::find(name).ok_or_else(|| wrong(format!("unknown mode {name:?}; use one of: default, autoEdit, yolo")))
    })
    .transpose()
}

/// The shells that a caller names: `"zsh"`, `"bash, zsh"`, `["bash", "zsh"]`, as JSON.
pub fn shells(json: Option<&str>) -> Result<Option<Shells>> {
    let Some(json) = json else { return Ok(None) };
    shells_from_json(&value(json)?).map_err(wrong)
}

fn document(name: &str, content: &str) -> Result<PolicyFile> {
    let kind =
        if Path::new(name).file_name().is_some_and(|file| file == "host.yaml") { Kind::Host } else { Kind::Policy };
    let world = World { zones: jiff::tz::db(), local: TimeZone::system() };
    config::read(name, content, kind, &world).map_err(broken)
}

/// The policy of one text, as if no other were there.
fn alone(name: &str, content: &str) -> Result<(policy::Policy, Vec<String>)> {
    let standing = Standing { layer: Layer::Given, trusted: true, file: document(name, content)? };
    let (policy, warnings) = config::merge(vec![standing], &Surroundings::default());
    Ok((policy, warnings.iter().map(ToString::to_string).collect()))
}

/// What there is to know of a policy.
#[derive(Serialize)]
struct Facts<'p> {
    profile: &'static str,
    mode: &'static str,
    ceiling: &'static str,
    project: String,
    home: String,
    warnings: &'p [String],
    files: &'p [(PathBuf, bool)],
    rules: usize,
}

/// A decision, with what a person wants to see of it.
#[derive(Serialize)]
struct Told<'d> {
    #[serde(flatten)]
    decided: Decided<'d>,
    high_risk: bool,
    approvals: u32,
    tool: &'d str,
    command: Option<&'d str>,
    remedy: &'d [String],
    /// The text that each finding is about.
    parts: Vec<Option<&'d str>>,
}

/// A decision as JSON. `command` is what the spans of its findings are about.
pub fn told(decision: &policy::Decision, tool: &str, command: Option<&str>, remedy: &[String]) -> String {
    let part = |finding: &Finding| {
        let span = finding.span?;
        command?.get(usize::try_from(span.start).ok()?..usize::try_from(span.end).ok()?)
    };
    let told = Told {
        decided: decision.into(),
        high_risk: decision.high_risk,
        approvals: decision.approvals,
        tool,
        command,
        remedy,
        parts: decision.findings.iter().map(part).collect(),
    };
    serde_json::to_string(&told).unwrap_or_default()
}

/// A policy, ready to decide with.
#[napi]
pub struct Policy {
    inner: Arc<policy::Policy>,
    place: Place,
    warnings: Vec<String>,
    files: Vec<(PathBuf, bool)>,
}

impl Policy {
    pub fn inner(&self) -> policy::Policy {
        policy::Policy::clone(&self.inner)
    }

    pub const fn place(&self) -> &Place {
        &self.place
    }

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

#[napi]
impl Policy {
    /// Reads the text of a policy, YAML or JSON.
    #[napi(factory, catch_unwind)]
    pub fn parse(content: String, name: String, home: String) -> Result<Self> {
        let (policy, warnings) = alone(&name, &content)?;
        Ok(Self { inner: Arc::new(policy), place: Spot::read(&home)?.place(), warnings, files: Vec::new() })
    }

    /// Reads the files that count for a project: the machine's, the one that is named, the user's, the project's.
    #[napi(factory, catch_unwind)]
    pub fn load(file: Option<String>, only: bool, home: String) -> Result<Self> {
        let place = Spot::read(&home)?.place();
        let file = file.map(PathBuf::from);
        let loaded = match file.as_deref().filter(|_| only) {
            Some(file) => files::load_only(file),
            None => files::load(&place.project, file.as_deref()),
        };
        let loaded = loaded.map_err(broken)?;
        Ok(Self {
            inner: Arc::new(loaded.policy),
            place,
            warnings: loaded.warnings.iter().map(ToString::to_string).collect(),
            files: loaded.files.into_iter().map(|used| (used.path, used.trusted)).collect(),
        })
    }

    /// The same policy with the rules of another text beside its own. Nothing but its rules counts.
    #[napi(catch_unwind)]
    pub fn with_rules(&self, content: String, name: String) -> Result<Self> {
        let (more, warnings) = alone(&name, &content)?;
        let mut inner = policy::Policy::clone(&self.inner);
        more.rules.iter().for_each(|rule| inner.rules.push(rule.clone()));
        inner.auto_approve.tools.extend(more.auto_approve.tools);
        Ok(Self {
            inner: Arc::new(inner),
            place: self.place.clone(),
            warnings: self.warnings.iter().cloned().chain(warnings).collect(),
            files: self.files.clone(),
        })
    }

    /// The same policy with another profile or mode.
    #[napi(catch_unwind)]
    pub fn with_choices(&self, profile_name: Option<String>, mode_name: Option<String>) -> Result<Self> {
        let mut inner = policy::Policy::clone(&self.inner);
        inner.profile = profile(profile_name.as_deref())?.unwrap_or(inner.profile);
        inner.mode = mode(mode_name.as_deref())?.unwrap_or(inner.mode);
        let (place, warnings, files) = (self.place.clone(), self.warnings.clone(), self.files.clone());
        Ok(Self { inner: Arc::new(inner), place, warnings, files })
    }

    /// What there is to know of it, as JSON.
    #[napi(catch_unwind)]
    pub fn facts(&self) -> String {
        let facts = Facts {
            profile: self.inner.profile.name(),
            mode: self.inner.mode.name(),
            ceiling: self.inner.ceiling.0.name(),
            project: text(&self.place.project),
            home: text(&self.place.home),
            warnings: &self.warnings,
            files: &self.files,
            rules: self.inner.rules.iter().count(),
        };
        serde_json::to_string(&facts).unwrap_or_default()
    }

    /// All its rules in the shape of `session['permissions']`.
    #[napi(catch_unwind)]
    pub fn permissions(&self) -> String {
        json_of(&config::runtime(&self.inner)).to_string()
    }

    /// The category of a tool, if it is known.
    #[napi(catch_unwind)]
    pub fn category(&self, tool: String) -> Option<&'static str> {
        self.inner.category(&tool).map(policy::tools::Category::name)
    }

    /// What would happen to a call, as JSON: a dry run that asks no person.
    #[napi(catch_unwind)]
    pub fn check(
        &self,
        tool: String,
        arguments: String,
        cwd: Option<String>,
        shell: Option<String>,
        remedy: bool,
    ) -> Result<String> {
        planted_panic(&tool);
        let arguments = map(&arguments)?;
        let shell = shells(shell.as_deref())?;
        let cwd = cwd.map(PathBuf::from);
        let here = if cwd.is_none() && self.place.cwd.is_none() { DiskFrom::here() } else { None };
        let directory = here.as_ref().map_or_else(|| self.place.cwd(cwd), |here| here.real().to_owned());
        let mut call = policy::CallFacts {
            tool,
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
        let command = match call.arguments.remove("command") {
            Some(Value::String(text)) => Some(text),
            Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) | None => None,
        };
        Ok(told(&decision, &call.tool, command.as_deref(), &rules))
    }
}

/// For the test of what comes of a panic, in an addon that is built for it.
pub fn planted_panic(tool: &str) {
    #[cfg(feature = "planted-panic")]
    assert!(tool != "planted panic", "planted");
    #[cfg(not(feature = "planted-panic"))]
    let _ = tool;
}
