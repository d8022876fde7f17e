//! A gate in one session.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use byleave::files::Trust;
use byleave::{Authorization, Call, Gate, MemoryStore, Query, Skill, Sqlite, StoreError, grant_json};
use napi_derive::napi;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::bridge::{Bridge, Message, Queue};
use crate::channel::{Channel, Shared};
use crate::error::{Result, broken, failed, map, not_stored, wrong};
use crate::paths::{Place, text};
use crate::pending::{Outcome, Pending};
use crate::policy::{Policy, Spot, mode, planted_panic, profile, shells, told};
use crate::told::{Happened, Refused, json_of};
use crate::tool::{self, Tool};

/// Where sessions, grants and the record are kept.
#[napi]
pub struct Store {
    inner: Arc<dyn byleave::Store>,
    path: Option<PathBuf>,
}

#[napi]
impl Store {
    /// Forgets everything with the process, and earlier the oldest of what is over: it keeps 2,000 rows of the record.
    #[napi(factory, catch_unwind)]
    pub fn memory() -> Self {
        Self { inner: Arc::new(MemoryStore::new()), path: None }
    }

    /// A file; the one that the `byleave` command reads if none is named.
    #[napi(factory, catch_unwind)]
    pub fn sqlite(path: Option<String>) -> Result<Self> {
        let path = path.map(PathBuf::from).map_or_else(Sqlite::default_path, Ok).map_err(|error| not_stored(&error))?;
        let store = Sqlite::open(&path).map_err(|error| not_stored(&error))?;
        Ok(Self { inner: Arc::new(store), path: Some(path) })
    }

    /// The file; none for a store in memory.
    #[napi(getter, catch_unwind)]
    pub fn path(&self) -> Option<String> {
        self.path.as_deref().map(text)
    }

    /// The newest records first, as `byleave audit query --json` prints them.
    #[napi(catch_unwind)]
    pub fn records(&self, bridge: &Bridge, limit: u32, session: Option<String>) -> Pending {
        let store = Arc::clone(&self.inner);
        let query = Query { session, limit: Some(limit), newest_first: true, ..Query::default() };
        Pending::new(bridge.queue(), async move {
            let rows = store.rows(&query).await.map_err(|error| not_stored(&error))?;
            let parsed = rows.iter().map(|row| serde_json::from_str(&row.body).unwrap_or(Value::Null));
            Ok(Outcome::Value(parsed.collect()))
        })
    }
}

/// What gates of other sessions and policies are made of too.
#[derive(Clone)]
struct Made {
    queue: Arc<Queue>,
    channels: Vec<Arc<dyn byleave::Channel>>,
    tools: Vec<Arc<Tool>>,
    store: Arc<dyn byleave::Store>,
    place: Place,
    session: Option<String>,
    agent: Option<String>,
    profile: Option<byleave::policy::Profile>,
    mode: Option<byleave::policy::Mode>,
    patience: Option<Duration>,
    watcher: Option<u32>,
}

impl Made {
    /// The gate; with no policy it reads the files that count here.
    fn build(self, policy: Option<byleave::policy::Policy>, file: Option<PathBuf>) -> Result<Gate> {
        let mut builder = Gate::builder().shared_store(self.store).project(&self.place.project).home(&self.place.home);
        if let Some(cwd) = &self.place.cwd {
            builder = builder.cwd(cwd);
        }
        for channel in self.channels {
            builder = builder.channel(Shared(channel));
        }
        for tool in self.tools {
            builder = builder.tool(tool::Shared(tool));
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
        if let Some(watcher) = self.watcher {
            let queue = self.queue;
            builder = builder
                .watch(move |event| queue.tell(Message::Event { watcher, event: json_of(&Happened::from(event)) }));
        }
        builder.build().map_err(broken)
    }
}

/// What a gate is made of, as JavaScript writes it.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Choices {
    cwd: Option<PathBuf>,
    project: Option<PathBuf>,
    home: Option<PathBuf>,
    file: Option<PathBuf>,
    session: Option<String>,
    agent: Option<String>,
    profile: Option<String>,
    mode: Option<String>,
    timeout: Option<f64>,
    watcher: Option<u32>,
}

/// A gate in the making.
#[napi]
pub struct Parts {
    made: Made,
    policy: Option<byleave::policy::Policy>,
    file: Option<PathBuf>,
    own_place: bool,
}

#[napi]
impl Parts {
    /// Without channels, in memory, under the policy files.
    #[napi(constructor, catch_unwind)]
    pub fn new(bridge: &Bridge, choices: String) -> Result<Self> {
        let choices: Choices = serde_json::from_str(&choices).map_err(wrong)?;
        let own_place = choices.cwd.is_some() || choices.project.is_some() || choices.home.is_some();
        let spot = Spot { cwd: choices.cwd, project: choices.project, home: choices.home };
        let made = Made {
            queue: bridge.queue(),
            channels: Vec::new(),
            tools: Vec::new(),
            store: Arc::new(MemoryStore::new()),
            place: spot.place(),
            session: choices.session,
            agent: choices.agent,
            profile: profile(choices.profile.as_deref())?,
            mode: mode(choices.mode.as_deref())?,
            patience: choices.timeout.map(seconds).transpose()?,
            watcher: choices.watcher,
        };
        Ok(Self { made, policy: None, file: choices.file, own_place })
    }

    /// Decides by this policy alone.
    #[napi(catch_unwind)]
    pub fn policy(&mut self, policy: &Policy) {
        if !self.own_place {
            self.made.place = policy.place().clone();
        }
        self.policy = Some(policy.inner());
    }

    /// Keeps everything there.
    #[napi(catch_unwind)]
    pub fn store(&mut self, store: &Store) {
        self.made.store = Arc::clone(&store.inner);
    }

    /// Asks there, too.
    #[napi(catch_unwind)]
    pub fn channel(&mut self, channel: &Channel) {
        self.made.channels.push(channel.shared());
    }

    /// A tool that describes itself; `number` names it where it is asked about each call.
    #[napi(catch_unwind)]
    pub fn tool(
        &mut self,
        name: String,
        category: Option<String>,
        description: Option<String>,
        number: Option<u32>,
    ) -> Result<()> {
        let category = category
            .map(|category| {
                tool::category(&category).ok_or_else(|| {
                    wrong(format!("unknown category {category:?}; use one of: read, write, command, network, ask"))
                })
            })
            .transpose()?;
        let asked = number.map(|number| (Arc::clone(&self.made.queue), number));
        self.made.tools.push(Arc::new(Tool { name, category, description, asked }));
        Ok(())
    }

    /// The gate.
    #[napi(catch_unwind)]
    pub fn build(&mut self) -> Result<Session> {
        let gate = self.made.clone().build(self.policy.take(), self.file.take())?;
        Ok(Session { gate, made: self.made.clone() })
    }
}

fn seconds(time: f64) -> Result<Duration> {
    let fits = (time > 0.0 && time <= f64::from(u32::MAX)).then(|| Duration::try_from_secs_f64(time).ok()).flatten();
    fits.ok_or_else(|| wrong("timeout must be a number of seconds above 0"))
}

/// A call, as JavaScript writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    tool: String,
    arguments: Map<String, Value>,
    id: Option<String>,
    description: Option<String>,
    cwd: Option<PathBuf>,
    shell: Option<Value>,
    #[serde(default)]
    ask: bool,
    #[serde(default)]
    remaining: Vec<Rest>,
}

/// A call after it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rest {
    tool: String,
    arguments: Map<String, Value>,
}

/// A gate in one session.
#[napi]
pub struct Session {
    gate: Gate,
    made: Made,
}

impl Session {
    fn work<F>(&self, work: impl FnOnce(Gate) -> F) -> Pending
    where
        F: Future<Output = std::result::Result<Value, StoreError>> + Send + 'static,
    {
        let work = work(self.gate.clone());
        Pending::new(Arc::clone(&self.made.queue), async move {
            work.await.map(Outcome::Value).map_err(|error| not_stored(&error))
        })
    }

    /// A call where this gate is.
    fn call(&self, tool: String, arguments: Map<String, Value>, cwd: Option<PathBuf>) -> Call {
        let place = &self.made.place;
        let mut call = Call::new(tool, arguments.into()).cwd(place.cwd(cwd));
        call.project = Some(place.project.clone());
        call.home = Some(PathBuf::from(text(&place.home)));
        call
    }
}

#[napi]
impl Session {
    /// The same session under another policy.
    #[napi(catch_unwind)]
    pub fn with_policy(&self, policy: &Policy) -> Result<Session> {
        let made = Made { session: Some(self.gate.session().to_owned()), ..self.made.clone() };
        let gate = made.clone().build(Some(policy.inner()), None)?;
        Ok(Self { gate, made })
    }

    /// Names the session.
    #[napi(getter, catch_unwind)]
    pub fn id(&self) -> String {
        self.gate.session().to_owned()
    }

    /// The root of the project that paths are seen from.
    #[napi(getter, catch_unwind)]
    pub fn project(&self) -> String {
        self.gate.project().to_owned()
    }

    /// Whose habits its policy follows.
    #[napi(getter, catch_unwind)]
    pub fn profile(&self) -> &'static str {
        self.gate.profile().name()
    }

    /// Another session of the same gate.
    #[napi(catch_unwind)]
    pub fn for_session(&self, id: String) -> Session {
        Self { gate: self.gate.for_session(&id), made: self.made.clone() }
    }

    /// A session for an agent below this one.
    #[napi(catch_unwind)]
    pub fn sub_agent(&self, name: String) -> Session {
        Self { gate: self.gate.sub_agent(&name), made: self.made.clone() }
    }

    /// The session of an agent below this one that already has a name.
    #[napi(catch_unwind)]
    pub fn below(&self, session: String, agent: String) -> Session {
        Self { gate: self.gate.below(&session, &agent), made: self.made.clone() }
    }

    /// Reads the policy files again.
    #[napi(catch_unwind)]
    pub fn reload(&self) -> Result<()> {
        self.gate.reload().map_err(broken)
    }

    /// Puts a call through the gate: a permit, or a refusal as JSON.
    #[napi(catch_unwind)]
    pub fn authorize(&self, call: String) -> Result<Pending> {
        let said: Said = serde_json::from_str(&call).map_err(wrong)?;
        let mut call = self.call(said.tool, said.arguments, said.cwd);
        call.shell = shells(said.shell.map(|shell| shell.to_string()).as_deref())?;
        call.ask = said.ask;
        call.description = said.description;
        if let Some(id) = said.id {
            call.id = id;
        }
        let planted = call.tool.clone();
        let rest = said.remaining.into_iter().map(|call| Call::new(call.tool, call.arguments.into()));
        let calls: Vec<Call> = std::iter::once(call).chain(rest).collect();
        let gate = self.gate.clone();
        Ok(Pending::new(Arc::clone(&self.made.queue), async move {
            planted_panic(&planted);
            match gate.batch(calls).next().await {
                Some(Authorization::Approved(permit)) => Ok(Outcome::Permit(Box::new(permit))),
                Some(Authorization::Rejected(refusal) | Authorization::Stopped(refusal)) => {
                    Ok(Outcome::Value(json_of(&Refused::from(&refusal))))
                }
                None => Err(failed("there was no call to decide")),
            }
        }))
    }

    /// What would happen to a call, without a session, as JSON: no grants count, and no person is asked.
    #[napi(catch_unwind)]
    pub fn check(&self, tool: String, arguments: String, cwd: Option<String>, shell: Option<String>) -> Result<String> {
        planted_panic(&tool);
        let mut call = self.call(tool, map(&arguments)?, cwd.map(PathBuf::from));
        call.shell = shells(shell.as_deref())?;
        let decision = self.gate.check(&call);
        Ok(told(&decision, &call.tool, call.arguments.get("command").and_then(Value::as_str), &[]))
    }

    /// Whether a call would run without a question, in this session and now.
    #[napi(catch_unwind)]
    pub fn would_run(
        &self,
        tool: String,
        arguments: String,
        cwd: Option<String>,
        shell: Option<String>,
    ) -> Result<Pending> {
        let mut call = self.call(tool, map(&arguments)?, cwd.map(PathBuf::from));
        call.shell = shells(shell.as_deref())?;
        Ok(self.work(move |gate| async move { gate.would_run(&call).await.map(Value::from) }))
    }

    /// The user said something: a new turn begins, and a stop ends. Skills are named as the user named them.
    #[napi(catch_unwind)]
    pub fn begin_turn(&self, skills: Vec<String>) -> Result<Pending> {
        let mut found = Vec::new();
        if !skills.is_empty() {
            let trust = Trust::load().map_err(broken)?;
            for name in skills {
                let place = &self.made.place;
                let skill = Skill::find(&name, &place.project, &place.home, &trust).map_err(broken)?;
                found.push(skill.ok_or_else(|| wrong(format!("there is no skill {name:?}")))?);
            }
        }
        Ok(self.work(move |gate| async move { gate.begin_turn_with(&found).await.map(Value::from) }))
    }

    /// The model has finished: the grants for the turn end.
    #[napi(catch_unwind)]
    pub fn end_turn(&self) -> Pending {
        self.work(|gate| async move { gate.end_turn().await.map(|()| Value::Null) })
    }

    /// The session is over.
    #[napi(catch_unwind)]
    pub fn end(&self) -> Pending {
        self.work(|gate| async move { gate.end_session().await.map(|()| Value::Null) })
    }

    /// No call runs until the user's next message.
    #[napi(catch_unwind)]
    pub fn stop(&self, reason: String) -> Pending {
        self.work(move |gate| async move { gate.stop(&reason).await.map(|()| Value::Null) })
    }

    /// Why the session is stopped, if it is.
    #[napi(catch_unwind)]
    pub fn stop_signal(&self) -> Pending {
        self.work(|gate| async move { gate.stop_signal().await.map(Value::from) })
    }

    /// The mode of the session; never above the ceiling of the policy.
    #[napi(catch_unwind)]
    pub fn set_mode(&self, name: Option<String>) -> Result<Pending> {
        let mode = mode(name.as_deref())?;
        Ok(self.work(move |gate| async move { gate.set_mode(mode).await.map(|()| Value::Null) }))
    }

    /// The grants that count in this session.
    #[napi(catch_unwind)]
    pub fn grants(&self) -> Pending {
        self.work(|gate| async move {
            let held = gate.grants().await?;
            Ok(held.iter().map(|held| grant_json::to_json(&held.grant)).collect())
        })
    }

    /// Revokes a grant.
    #[napi(catch_unwind)]
    pub fn revoke(&self, grant: String) -> Pending {
        self.work(move |gate| async move { gate.revoke(&grant).await.map(|()| Value::Null) })
    }

    /// The permissions of the session in the shape of `session['permissions']`.
    #[napi(catch_unwind)]
    pub fn permissions(&self) -> Pending {
        self.work(|gate| async move { Ok(json_of(&gate.permissions().await?)) })
    }
}
