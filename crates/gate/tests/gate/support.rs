//! A gate with everything around it in the hands of the test: people, clock, store, watcher.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use byleave_config::{Kind, Standing, Surroundings, World, merge, read};
use byleave_gate::record::{Entry, Row, Verifier};
use byleave_gate::{
    Answer, Asking, Authorization, Call, Channel, ChannelError, Clock, Event, Gate, GateBuilder, MemoryStore, Query,
    Refusal, RejectMode, Reply, Request, Resolution, Settled, Sleep, Store, block_on,
};
use byleave_policy::paths::Lexical;
use byleave_policy::rules::Layer;
use byleave_policy::{Policy, Profile};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};

pub const PROJECT: &str = "/w/app";
pub const HOME: &str = "/home/u";

/// A policy of nothing but a profile.
pub fn plain(profile: Profile) -> Policy {
    Policy { profile, ..Policy::default() }
}

/// The policy of a `host.yaml` that is trusted.
pub fn host_yaml(text: &str) -> Policy {
    let zones = TimeZoneDatabase::bundled();
    let world = World { zones: &zones, local: TimeZone::UTC };
    let file = read(".co/host.yaml", text, Kind::Host, &world).unwrap_or_else(|problems| panic!("{problems}"));
    merge(vec![Standing { layer: Layer::Given, trusted: true, file }], &Surroundings::default()).0
}

/// The same, under ConnectOnion's habits.
pub fn connectonion_yaml(text: &str) -> Policy {
    Policy { profile: Profile::ConnectOnion, ..host_yaml(text) }
}

pub fn bash(command: &str) -> Call {
    Call::new("bash", json!({ "command": command }))
}

pub fn write(path: &str) -> Call {
    Call::new("write", json!({ "file_path": path, "content": "x" }))
}

pub fn object(value: Value) -> Map<String, Value> {
    let Value::Object(map) = value else { panic!("{value} is no object") };
    map
}

/// A person who answers from a list, in the words of the wire.
#[derive(Clone, Default)]
pub struct Script(Arc<Mutex<Lines>>);

#[derive(Default)]
struct Lines {
    replies: VecDeque<Value>,
    asked: Vec<Arc<Request>>,
}

impl Script {
    pub fn new(replies: impl IntoIterator<Item = Value>) -> Self {
        let lines = Lines { replies: replies.into_iter().collect(), asked: Vec::new() };
        Self(Arc::new(Mutex::new(lines)))
    }

    pub fn add(&self, reply: Value) {
        self.0.lock().unwrap().replies.push_back(reply);
    }

    /// The frames that were shown.
    pub fn frames(&self) -> Vec<Value> {
        self.0.lock().unwrap().asked.iter().map(|request| request.to_json()).collect()
    }

    pub fn count(&self) -> usize {
        self.0.lock().unwrap().asked.len()
    }
}

impl Channel for Script {
    fn name(&self) -> &'static str {
        "script"
    }

    fn ask(&self, request: Arc<Request>, _: Settled) -> Asking<'_> {
        let mut lines = self.0.lock().unwrap();
        lines.asked.push(request);
        let reply = lines.replies.pop_front();
        Box::pin(async move {
            let reply = reply.ok_or(ChannelError::Closed)?;
            let answer = Answer::from_json(&reply, RejectMode::Hard);
            let answer = answer.map_err(|error| ChannelError::Malformed(error.to_string()))?;
            Ok(Reply::Answer { answer, person: Some("ann".to_owned()) })
        })
    }
}

/// A person with a screen: the test sees each question, answers it when it likes, and sees how it ended.
#[derive(Clone)]
pub struct Screen {
    name: &'static str,
    shared: Arc<Shown>,
}

#[derive(Default)]
struct Shown {
    open: Mutex<Vec<(Arc<Request>, tokio::sync::oneshot::Sender<Value>)>>,
    ended: Mutex<Vec<Resolution>>,
}

impl Screen {
    pub fn new(name: &'static str) -> Self {
        Self { name, shared: Arc::default() }
    }

    /// Waits until so many questions are open.
    pub fn wait_for(&self, count: usize) -> Vec<Arc<Request>> {
        loop {
            let open = self.shared.open.lock().unwrap();
            if open.len() >= count {
                return open.iter().map(|(request, _)| Arc::clone(request)).collect();
            }
            drop(open);
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Answers the question about this call; says whether anybody still listened.
    pub fn answer(&self, call: &str, reply: Value) -> bool {
        let mut open = self.shared.open.lock().unwrap();
        let place = open.iter().position(|(request, _)| request.call.id == call).unwrap();
        open.remove(place).1.send(reply).is_ok()
    }

    /// How questions ended that somebody else answered.
    pub fn ended(&self) -> Vec<Resolution> {
        self.shared.ended.lock().unwrap().clone()
    }
}

impl Channel for Screen {
    fn name(&self) -> &str {
        self.name
    }

    fn ask(&self, request: Arc<Request>, mut settled: Settled) -> Asking<'_> {
        let (sender, mut receiver) = tokio::sync::oneshot::channel();
        self.shared.open.lock().unwrap().push((request, sender));
        Box::pin(async move {
            let mut end = Box::pin(settled.wait());
            let reply = std::future::poll_fn(|context| {
                if let std::task::Poll::Ready(resolution) = end.as_mut().poll(context) {
                    self.shared.ended.lock().unwrap().push(resolution);
                    return std::task::Poll::Ready(Err(ChannelError::Closed));
                }
                std::pin::Pin::new(&mut receiver).poll(context).map_err(|_| ChannelError::Closed)
            });
            let answer = Answer::from_json(&reply.await?, RejectMode::Hard);
            Ok(Reply::of(answer.map_err(|error| ChannelError::Malformed(error.to_string()))?))
        })
    }
}

/// A clock that stands still until the test moves it. Waits of people end when the test says so, short ones at once.
#[derive(Clone)]
pub struct Hand(Arc<Mutex<Hands>>);

struct Hands {
    now: Timestamp,
    expired: bool,
}

impl Hand {
    pub fn new() -> Self {
        let now = "2026-11-15T10:00:00Z".parse().unwrap();
        Self(Arc::new(Mutex::new(Hands { now, expired: false })))
    }

    pub fn advance(&self, time: Duration) {
        let mut hands = self.0.lock().unwrap();
        hands.now = hands.now.checked_add(SignedDuration::try_from(time).unwrap()).unwrap();
    }

    /// From now on the time of every question is up at once.
    pub fn expire(&self) {
        self.0.lock().unwrap().expired = true;
    }
}

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        self.0.lock().unwrap().now
    }

    fn sleep(&self, time: Duration) -> Sleep {
        if time < Duration::from_secs(1) || self.0.lock().unwrap().expired {
            return Box::pin(std::future::ready(()));
        }
        Box::pin(std::future::pending())
    }
}

/// What a gate told.
#[derive(Clone, Default)]
pub struct Told(Arc<Mutex<Vec<Event>>>);

impl Told {
    pub fn watcher(&self) -> impl Fn(&Event) + Send + Sync + 'static {
        let told = self.clone();
        move |event| told.0.lock().unwrap().push(event.clone())
    }

    pub fn events(&self) -> Vec<Event> {
        self.0.lock().unwrap().clone()
    }

    pub fn log(&self, profile: Profile) -> Vec<String> {
        self.events().iter().filter_map(|event| event.log_line(profile)).collect()
    }

    /// `bash allow user`, one for each decision.
    pub fn decided(&self) -> Vec<String> {
        let line = |event: &Event| match event {
            Event::Decided { tool, verdict, source, .. } => {
                Some(format!("{tool} {} {}", verdict.name(), source.name()))
            }
            Event::Asked { .. }
            | Event::Approved { .. }
            | Event::Refused { .. }
            | Event::Failed { .. }
            | Event::TurnBegan { .. }
            | Event::TurnEnded { .. }
            | Event::Warned(_) => None,
        };
        self.events().iter().filter_map(line).collect()
    }
}

/// A gate with what is around it.
pub struct Stand {
    pub gate: Gate,
    pub people: Script,
    pub told: Told,
    pub store: Arc<MemoryStore>,
    pub clock: Hand,
    pub profile: Profile,
}

/// A builder with a project, a home and a clock of its own.
pub fn builder(policy: Policy, clock: &Hand) -> GateBuilder {
    let places = Gate::builder().policy(policy).cwd(PROJECT).project(PROJECT).home(HOME);
    places.resolver(Lexical).clock(clock.clone()).session("sess_a")
}

impl Stand {
    /// A gate whose people answer so, in this order.
    pub fn new(policy: Policy, replies: impl IntoIterator<Item = Value>) -> Self {
        Self::with(policy, replies, |builder| builder)
    }

    pub fn with(
        policy: Policy,
        replies: impl IntoIterator<Item = Value>,
        more: impl FnOnce(GateBuilder) -> GateBuilder,
    ) -> Self {
        let people = Script::new(replies);
        let person = people.clone();
        Self::built(policy, people, |builder| more(builder.channel(person)))
    }

    /// A gate that nobody answers.
    pub fn alone(policy: Policy, more: impl FnOnce(GateBuilder) -> GateBuilder) -> Self {
        Self::built(policy, Script::default(), more)
    }

    fn built(policy: Policy, people: Script, more: impl FnOnce(GateBuilder) -> GateBuilder) -> Self {
        let (clock, told, store, profile) =
            (Hand::new(), Told::default(), Arc::new(MemoryStore::new()), policy.profile);
        let builder = builder(policy, &clock).watch(told.watcher()).shared_store(Arc::clone(&store) as Arc<dyn Store>);
        Self { gate: more(builder).build().unwrap(), people, told, store, clock, profile }
    }

    pub fn authorize(&self, call: Call) -> Authorization {
        block_on(self.gate.authorize(call))
    }

    /// Whether a call may run.
    pub fn runs(&self, call: Call) -> bool {
        self.authorize(call).permit().is_ok()
    }

    pub fn refusal(&self, call: Call) -> Refusal {
        *self.authorize(call).permit().unwrap_err()
    }

    pub fn begin(&self) -> u64 {
        block_on(self.gate.begin_turn()).unwrap()
    }

    pub fn end(&self) {
        block_on(self.gate.end_turn()).unwrap();
    }

    pub fn stop_signal(&self) -> Option<String> {
        block_on(self.gate.stop_signal()).unwrap()
    }

    pub fn rows(&self) -> Vec<Row> {
        block_on(self.store.rows(&Query::default())).unwrap()
    }

    /// The record, proven to be whole.
    pub fn entries(&self) -> Vec<Entry> {
        let rows = self.rows();
        let mut verifier = Verifier::default();
        for row in &rows {
            verifier.take(row).unwrap_or_else(|broken| panic!("{broken}"));
        }
        assert_eq!(verifier.head(), block_on(self.store.head()).unwrap());
        rows.iter().map(|row| serde_json::from_str(&row.body).unwrap()).collect()
    }

    pub fn log(&self) -> Vec<String> {
        self.told.log(self.profile)
    }
}

/// A directory of its own, gone at the end.
pub struct Directory(PathBuf);

impl Directory {
    pub fn new() -> Self {
        let path = std::env::temp_dir().join(byleave_gate::ids::new("byleave-test"));
        std::fs::create_dir_all(&path).unwrap();
        Self(path.canonicalize().unwrap())
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const INSIDE: &str = "BYLEAVE_TEST_DIRECTORY";

/// Runs a test in a process of its own whose home directory is empty, so that no policy of the person who runs the tests
/// counts. The test gets a directory with `home` and `project` in it.
pub fn at_home(name: &str, test: impl FnOnce(&Path)) {
    if let Some(directory) = std::env::var_os(INSIDE) {
        return test(Path::new(&directory));
    }
    let directory = Directory::new();
    for part in ["home", "project"] {
        std::fs::create_dir(directory.path().join(part)).unwrap();
    }
    let mut itself = Command::new(std::env::current_exe().unwrap());
    itself.args([name, "--exact", "--nocapture"]).env("HOME", directory.path().join("home"));
    let output = itself.env(INSIDE, directory.path()).output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}
