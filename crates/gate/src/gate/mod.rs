//! The gate and its builder.

pub(crate) mod authorize;
pub(crate) mod clock;
pub(crate) mod event;
pub mod ids;
pub mod manager;

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use byleave_policy::paths::Resolver;
use byleave_policy::{Decision, Mode, Policy, Profile, Situation};
use thiserror::Error;
use tokio::sync::watch;

use crate::call::Call;
use crate::call::submit::insist_on;
use crate::call::tool::Tool;
use crate::channel::Channel;
use crate::decision::decider::Decider;
use crate::decision::policy_in_force::PolicyInForce;
use crate::entry::redact::Redactor;
use crate::files::{self, Disk, LoadError};
use crate::gate::clock::{Clock, SystemClock};
use crate::gate::event::{Event, Watchers};
use crate::store::Store;
use crate::store::memory::MemoryStore;

/// Takes the calls of an agent and returns permits or refusals.
///
/// Cheap to clone; clones share everything. [`Gate::sub_agent`] gives one for another session.
#[derive(Clone)]
pub struct Gate {
    pub(crate) inner: Arc<Inner>,
    pub(crate) session: Arc<str>,
    /// The gate above this one.
    pub(crate) parent: Option<Arc<Gate>>,
    pub(crate) agent: Option<Arc<str>>,
    /// What judges its calls, if not the caller's thread.
    pub(crate) decider: Option<Arc<dyn Decider>>,
}

/// Where the policy of a gate comes from.
pub(crate) enum PolicyFrom {
    /// It was made in code.
    Code,
    /// The policy files of this project, with one more if the caller named one.
    Files(Option<PathBuf>),
}

pub(crate) struct Inner {
    pub policy_in_force: RwLock<Arc<PolicyInForce>>,
    pub files: PolicyFrom,
    pub store: Arc<dyn Store>,
    pub channels: Vec<Arc<dyn Channel>>,
    pub clock: Arc<dyn Clock>,
    pub resolver: Box<dyn Resolver + Send + Sync>,
    pub redactor: Redactor,
    pub tools: HashMap<String, Arc<dyn Tool>>,
    pub watchers: Watchers,
    pub cwd: String,
    pub project: String,
    pub home: String,
    /// Counts changes of grants and stops, so that the gate checks pending requests again.
    pub grants: watch::Sender<u64>,
    choices: Choices,
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gate")
            .field("session", &self.session)
            .field("project", &self.inner.project)
            .finish_non_exhaustive()
    }
}

/// Why a gate could not be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The gate could not read the policy. No gate starts with a broken policy.
    #[error(transparent)]
    Policy(#[from] LoadError),
    /// There is a policy in code and a policy file, and only one of them can count.
    #[error("there is a policy in code and the policy file `{}`, and only one can count; leave one of them out", .0.display())]
    TwoPolicies(PathBuf),
}

impl Gate {
    /// Puts a gate together.
    #[must_use]
    pub fn builder() -> GateBuilder {
        GateBuilder::default()
    }

    /// The session this gate works in.
    #[must_use]
    pub fn session(&self) -> &str {
        &self.session
    }

    /// The root of the project it guards.
    #[must_use]
    pub fn project(&self) -> &str {
        &self.inner.project
    }

    /// The home directory that calls have if they name none.
    #[must_use]
    pub fn home(&self) -> &str {
        &self.inner.home
    }

    /// The same gate for another session.
    #[must_use]
    pub fn for_session(&self, id: &str) -> Self {
        Self { session: id.into(), parent: None, ..self.clone() }
    }

    /// The same gate for an agent below this one: it has this session's grants, but its own grants never reach this
    /// session.
    #[must_use]
    pub fn sub_agent(&self, agent: &str) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            session: ids::new("sess").into(),
            parent: Some(Arc::new(self.clone())),
            agent: Some(agent.into()),
            decider: self.decider.clone(),
        }
    }

    /// What would happen to a call: a dry run without a session.
    #[must_use]
    pub fn check(&self, call: &Call) -> Decision {
        let policy_in_force = self.inner.policy_in_force();
        let policy = policy_in_force.policy(None);
        let situation = Situation { now: Some(self.inner.clock.now()), ..Situation::new(self.inner.resolver.as_ref()) };
        let mut decision = byleave_policy::decide_in(&self.inner.facts(call), &policy, &situation);
        if call.ask {
            insist_on(call, &mut decision);
        }
        decision
    }

    /// Why byleave might refuse a command if it starts in another directory than the call says, for agents that do not
    /// name the directory.
    #[must_use]
    pub fn refused_elsewhere(&self, call: &Call) -> Option<String> {
        let policy = self.policy();
        let situation = Situation { now: Some(self.inner.clock.now()), ..Situation::new(self.inner.resolver.as_ref()) };
        byleave_policy::refused_elsewhere(&self.inner.facts(call), &policy, &situation).map(|why| why.to_string())
    }

    /// A call as the engine takes it; by default with the gate's own directory, project and home.
    #[must_use]
    pub fn facts(&self, call: &Call) -> byleave_policy::CallFacts {
        self.inner.facts(call)
    }

    /// The current policy, for a session without its own mode.
    #[must_use]
    pub fn policy(&self) -> Arc<Policy> {
        self.inner.policy_in_force().policy(None)
    }

    /// The highest mode that the current policy lets a session have. What is above it counts as this.
    #[must_use]
    pub fn highest_mode(&self) -> Mode {
        self.inner.policy_in_force().highest_mode()
    }

    /// The version of the current policy; the record has it beside every decision.
    #[must_use]
    pub fn policy_version(&self) -> String {
        self.inner.policy_in_force().version.clone()
    }

    /// The policy files that the current policy comes from, strongest first. None, if it was made in code.
    #[must_use]
    pub fn policy_files(&self) -> Arc<[files::Used]> {
        Arc::clone(&self.inner.policy_in_force().files)
    }

    /// What byleave read to make the current policy: every file that it looked at, as it was then.
    #[must_use]
    pub fn policy_sources(&self) -> Arc<files::Sources> {
        Arc::clone(&self.inner.policy_in_force().sources)
    }

    /// The current profile.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.inner.policy_in_force().policy(None).profile
    }

    /// Hides secrets, with the key of the store: the same secret has the same stand-in everywhere.
    #[must_use]
    pub fn redactor(&self) -> &Redactor {
        &self.inner.redactor
    }

    /// Reads the policy files again. If one is broken, the last good policy keeps denying and everything else asks.
    ///
    /// # Errors
    ///
    /// If a file is broken.
    pub fn reload(&self) -> Result<(), LoadError> {
        let (refreshed, _) = self.refresh();
        refreshed.map(drop).inspect_err(|_| {
            let inner = &self.inner;
            let mut policy_in_force = inner.policy_in_force.write().unwrap_or_else(PoisonError::into_inner);
            *policy_in_force = Arc::new(policy_in_force.tightened());
        })
    }

    /// Reads the policy files again, for a host with people who look after it: if one is broken, the policy stays as it
    /// is, and the host has to say so. Returns whether the policy is another one now, and every file it looked at.
    pub fn refresh(&self) -> (Result<bool, LoadError>, Arc<files::Sources>) {
        let inner = &self.inner;
        let PolicyFrom::Files(explicit) = &inner.files else { return (Ok(false), Arc::default()) };
        let (loaded, sources) = files::load_from(Path::new(&inner.project), explicit.as_deref());
        let sources = Arc::new(sources);
        let refreshed = loaded.map(|loaded| {
            for warning in &loaded.warnings {
                inner.tell(&Event::Warned(warning.to_string()));
            }
            let policy = with_tools(inner.choices.over(loaded.policy), &inner.tools);
            let new = Arc::new(PolicyInForce::new(policy, loaded.files.into(), Arc::clone(&sources)));
            let mut policy_in_force = inner.policy_in_force.write().unwrap_or_else(PoisonError::into_inner);
            let other = new.version != policy_in_force.version || policy_in_force.broken;
            *policy_in_force = new;
            other
        });
        (refreshed, sources)
    }
}

impl Inner {
    pub fn policy_in_force(&self) -> Arc<PolicyInForce> {
        Arc::clone(&self.policy_in_force.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn tell(&self, event: &Event) {
        self.watchers.tell(event);
    }

    /// How long a question waits at most, whatever the policy says.
    pub const fn longest(&self) -> Option<Duration> {
        self.choices.longest
    }

    /// Questions that wait are looked at again.
    pub fn grants_changed(&self) {
        self.grants.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// A call with everything the engine wants to know.
    pub fn facts(&self, call: &Call) -> byleave_policy::CallFacts {
        let place = |said: &Option<PathBuf>, own: &String| {
            said.as_ref().map_or_else(|| own.clone(), |path| path.to_string_lossy().into_owned())
        };
        byleave_policy::CallFacts {
            tool: call.tool.clone(),
            arguments: call.arguments.clone(),
            command_bytes: None,
            shell: call.shell,
            cwd: place(&call.cwd, &self.cwd),
            project: place(&call.project, &self.project),
            home: place(&call.home, &self.home),
        }
    }
}

/// Builds a gate. Every default is the value that asks more.
#[derive(Default)]
pub struct GateBuilder {
    policy: Option<Policy>,
    files: Option<PathBuf>,
    choices: Choices,
    session: Option<String>,
    agent: Option<String>,
    store: Option<Arc<dyn Store>>,
    channels: Vec<Arc<dyn Channel>>,
    clock: Option<Arc<dyn Clock>>,
    resolver: Option<Box<dyn Resolver + Send + Sync>>,
    tools: HashMap<String, Arc<dyn Tool>>,
    watchers: Watchers,
    cwd: Option<PathBuf>,
    project: Option<PathBuf>,
    home: Option<PathBuf>,
    secret: Option<[u8; 32]>,
}

impl fmt::Debug for GateBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GateBuilder").finish_non_exhaustive()
    }
}

impl GateBuilder {
    /// Decides by this policy alone, without reading any file.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = Some(policy);
        self
    }

    /// Decides by this file together with the managed, the user's and the project's.
    #[must_use]
    pub fn policy_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.files = Some(path.into());
        self
    }

    /// The profile, in place of the policy's.
    #[must_use]
    pub const fn profile(mut self, profile: Profile) -> Self {
        self.choices.profile = Some(profile);
        self
    }

    /// The mode, in place of the policy's.
    #[must_use]
    pub const fn mode(mut self, mode: Mode) -> Self {
        self.choices.mode = Some(mode);
        self
    }

    /// The mode that the caller's user chose there: it counts if it is above the policy's, but no further than projects may go
    /// ([`Ceiling`](byleave_policy::Ceiling)), and not where several people must agree to whatever asks.
    #[must_use]
    pub const fn chosen_mode(mut self, mode: Mode) -> Self {
        self.choices.chosen = Some(mode);
        self
    }

    /// How many seconds a question waits if the policy sets no time; without both it waits for ever.
    #[must_use]
    pub const fn patience(mut self, seconds: u32) -> Self {
        self.choices.patience = Some(seconds);
        self
    }

    /// How many seconds a question waits at most, even if the policy says more, because the agent does not wait longer.
    #[must_use]
    pub fn longest(self, seconds: u32) -> Self {
        self.longest_time(Duration::from_secs(seconds.into()))
    }

    /// The same for a time that need not be whole seconds.
    #[must_use]
    pub const fn longest_time(mut self, time: Duration) -> Self {
        self.choices.longest = Some(time);
        self
    }

    /// The session to work in; by default a new one.
    #[must_use]
    pub fn session(mut self, id: impl Into<String>) -> Self {
        self.session = Some(id.into());
        self
    }

    /// The agent that holds the gate.
    #[must_use]
    pub fn agent(mut self, agent: impl Into<String>) -> Self {
        self.agent = Some(agent.into());
        self
    }

    /// The store for sessions, grants and the record; by default in memory.
    #[must_use]
    pub fn store(mut self, store: impl Store + 'static) -> Self {
        self.store = Some(Arc::new(store));
        self
    }

    /// The same, for a store that other code uses too.
    #[must_use]
    pub fn shared_store(mut self, store: Arc<dyn Store>) -> Self {
        self.store = Some(store);
        self
    }

    /// A channel to ask. Without any, the gate denies what would ask.
    #[must_use]
    pub fn channel(mut self, channel: impl Channel + 'static) -> Self {
        self.channels.push(Arc::new(channel));
        self
    }

    /// Another clock.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Some(Arc::new(clock));
        self
    }

    /// Another resolver of links than the disk.
    #[must_use]
    pub fn resolver(mut self, resolver: impl Resolver + Send + Sync + 'static) -> Self {
        self.resolver = Some(Box::new(resolver));
        self
    }

    /// A tool of the host that describes itself.
    #[must_use]
    pub fn tool(mut self, tool: impl Tool + 'static) -> Self {
        self.tools.insert(tool.name().to_owned(), Arc::new(tool));
        self
    }

    /// A watcher, which gets every event.
    #[must_use]
    pub fn watch(mut self, watcher: impl Fn(&Event) + Send + Sync + 'static) -> Self {
        self.watchers.0.push(Box::new(watcher));
        self
    }

    /// Where calls start; by default the process's directory.
    #[must_use]
    pub fn cwd(mut self, cwd: impl Into<PathBuf>) -> Self {
        self.cwd = Some(cwd.into());
        self
    }

    /// The root of the project; by default found from the directory.
    #[must_use]
    pub fn project(mut self, project: impl Into<PathBuf>) -> Self {
        self.project = Some(project.into());
        self
    }

    /// The user's home directory.
    #[must_use]
    pub fn home(mut self, home: impl Into<PathBuf>) -> Self {
        self.home = Some(home.into());
        self
    }

    /// The key for hashes of secrets on record.
    #[must_use]
    pub const fn secret(mut self, secret: [u8; 32]) -> Self {
        self.secret = Some(secret);
        self
    }

    /// The gate.
    ///
    /// # Errors
    ///
    /// If a policy file is broken, or there is a policy in code beside one.
    pub fn build(self) -> Result<Gate, BuildError> {
        let cwd = self.cwd.or_else(|| std::env::current_dir().ok()).unwrap_or_else(|| PathBuf::from("/"));
        let project = self.project.unwrap_or_else(|| files::project_of(&cwd));
        let home = self.home.or_else(files::home).unwrap_or_else(|| PathBuf::from("/"));
        let (policy, files, used, sources) = match (self.policy, self.files) {
            (Some(_), Some(file)) => return Err(BuildError::TwoPolicies(file)),
            (Some(policy), None) => (policy, PolicyFrom::Code, Arc::default(), Arc::default()),
            (None, explicit) => {
                let (loaded, sources) = files::load_from(&project, explicit.as_deref());
                let loaded = loaded?;
                for warning in &loaded.warnings {
                    self.watchers.tell(&Event::Warned(warning.to_string()));
                }
                (loaded.policy, PolicyFrom::Files(explicit), loaded.files.into(), Arc::new(sources))
            }
        };
        let policy = with_tools(self.choices.over(policy), &self.tools);
        let store = self.store.unwrap_or_else(|| Arc::new(MemoryStore::new()));
        let inner = Inner {
            policy_in_force: RwLock::new(Arc::new(PolicyInForce::new(policy, used, sources))),
            files,
            store: Arc::clone(&store),
            channels: self.channels,
            clock: self.clock.unwrap_or_else(|| Arc::new(SystemClock)),
            resolver: self.resolver.unwrap_or_else(|| Box::new(Disk)),
            redactor: Redactor::new(self.secret.or_else(|| store.secret()).unwrap_or_else(any_secret)),
            tools: self.tools,
            watchers: self.watchers,
            cwd: cwd.to_string_lossy().into_owned(),
            project: project.to_string_lossy().into_owned(),
            home: home.to_string_lossy().into_owned(),
            grants: watch::channel(0).0,
            choices: self.choices,
        };
        let session = self.session.unwrap_or_else(|| ids::new("sess"));
        let agent = self.agent.map(Into::into);
        Ok(Gate { inner: Arc::new(inner), session: session.into(), parent: None, agent, decider: None })
    }
}

/// A key for the life of this process.
fn any_secret() -> [u8; 32] {
    use sha2::{Digest as _, Sha256};
    Sha256::new().chain_update(ids::new("key")).chain_update(ids::new("key")).finalize().into()
}

/// What the host chose, whatever the policy says.
#[derive(Clone, Copy, Default)]
struct Choices {
    profile: Option<Profile>,
    mode: Option<Mode>,
    /// What the caller's user chose.
    chosen: Option<Mode>,
    /// How many seconds questions wait if the policy does not say.
    patience: Option<u32>,
    /// How long they wait at most.
    longest: Option<Duration>,
}

impl Choices {
    fn over(self, mut policy: Policy) -> Policy {
        policy.profile = self.profile.unwrap_or(policy.profile);
        policy.mode = self.mode.unwrap_or(policy.mode);
        if let Some(chosen) = self.chosen.filter(|_| policy.ask_approvals <= 1) {
            policy.mode = policy.mode.max(chosen.min(policy.ceiling.0));
        }
        let waits = policy.ask_timeout_seconds.or(self.patience);
        // What is shown in whole seconds is never shorter than what counts.
        let longest = self.longest.map(|time| u32::try_from(time.as_millis().div_ceil(1_000)).unwrap_or(u32::MAX));
        policy.ask_timeout_seconds = waits.into_iter().chain(longest).min();
        policy
    }
}

/// The category that a tool states counts only if the policy says nothing about the tool.
fn with_tools(mut policy: Policy, tools: &HashMap<String, Arc<dyn Tool>>) -> Policy {
    for (name, tool) in tools {
        let known = byleave_policy::tools::find(name).is_some();
        if let Some(category) = tool.category().filter(|_| !known) {
            policy.tools.entry(name.clone()).or_insert(category);
        }
    }
    policy
}
