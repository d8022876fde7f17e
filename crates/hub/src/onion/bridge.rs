//! Text between people and agents: `INPUT` goes to the agent that listens in a session, `OUTPUT` comes back.
//!
//! It is only in memory, and only within one hub: these messages decide nothing. An agent takes part by asking for
//! text, if it wants to.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::frames::{OnionError, OnionFrame};
use axum::extract::Path;
use axum::http::StatusCode;
use byleave_gate::{Call, ids};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::{Notify, broadcast};

use crate::server::{Body, JsonReply, Problem, Sender, fields, fine, intake, told};

/// An agent counts as listening for this long after it last asked for text.
const LISTENS: Duration = Duration::from_secs(30);

/// A session without a listening agent for this long loses its bridge.
const KEPT: Duration = Duration::from_mins(10);

/// An older turn does not count any more, ended or not: its agent, or the person who spoke, is gone.
const TURN: Duration = Duration::from_hours(1);

/// How many sessions have a bridge, how many texts wait in one, and how many outputs a slow client may be behind.
const SESSIONS: usize = 1000;
const TEXTS: usize = 16;
const BEHIND: usize = 256;

/// What a person said.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Spoken {
    /// The text.
    pub prompt: String,
    /// Who.
    pub by: String,
    /// As sent.
    pub images: Option<Value>,
    /// As sent.
    pub files: Option<Value>,
}

/// An agent's final reply.
#[derive(Debug)]
pub struct Output {
    /// The key whose text it answers.
    pub key: String,
    /// The session.
    pub session: String,
    /// Which text.
    pub input: String,
    result: Result<String, String>,
    took: Duration,
}

impl Output {
    /// As a frame, with the name by which the receiver knows the session.
    pub fn frame<'f>(&'f self, session: &'f str) -> OnionFrame<'f> {
        match &self.result {
            Ok(result) => OnionFrame::Output {
                result,
                input_id: &self.input,
                session_id: session,
                duration_ms: u64::try_from(self.took.as_millis()).unwrap_or(u64::MAX),
            },
            Err(message) => OnionFrame::Error(OnionError {
                message,
                code: Some("agent"),
                session_id: Some(session),
                ..OnionError::default()
            }),
        }
    }
}

#[derive(Debug)]
struct Turn {
    id: String,
    key: String,
    since: Instant,
    ended: Option<Arc<Output>>,
}

#[derive(Debug)]
struct Line {
    listens: usize,
    heard: Instant,
    texts: VecDeque<(String, Spoken)>,
    turn: Option<Turn>,
    wake: Arc<Notify>,
}

impl Line {
    fn new() -> Self {
        Self { listens: 0, heard: Instant::now(), texts: VecDeque::new(), turn: None, wake: Arc::default() }
    }

    fn is_open(&self) -> bool {
        self.listens > 0 || self.heard.elapsed() < LISTENS
    }

    fn counts(&self) -> Option<&Turn> {
        self.turn.as_ref().filter(|turn| turn.since.elapsed() < TURN)
    }

    fn runs(&self) -> Option<&Turn> {
        self.counts().filter(|turn| turn.ended.is_none())
    }
}

/// All bridges of a hub.
#[derive(Debug)]
pub struct Bridges {
    lines: Mutex<HashMap<String, Line>>,
    outputs: broadcast::Sender<Arc<Output>>,
}

impl Default for Bridges {
    fn default() -> Self {
        Self { lines: Mutex::default(), outputs: broadcast::channel(BEHIND).0 }
    }
}

impl Bridges {
    fn lines(&self) -> MutexGuard<'_, HashMap<String, Line>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Receives what agents say from now on.
    pub fn listen(&self) -> broadcast::Receiver<Arc<Output>> {
        self.outputs.subscribe()
    }

    /// Passes a text on. Returns the id of the text, and whether the agent was already working on another.
    pub fn say(&self, session: &str, key: &str, spoken: Spoken) -> Result<(String, bool), Problem> {
        let mut lines = self.lines();
        let line = lines.get_mut(session).filter(|line| line.is_open()).ok_or_else(no_bridge)?;
        if line.texts.len() >= TEXTS {
            return Err(Problem::too_many("the agent has not taken what was said before; wait"));
        }
        let id = ids::new("in");
        let during = line.runs().is_some();
        if !during {
            line.turn = Some(Turn { id: id.clone(), key: key.to_owned(), since: Instant::now(), ended: None });
        }
        line.texts.push_back((id.clone(), spoken));
        line.wake.notify_waiters();
        Ok((id, during))
    }

    /// The only session with a bridge among those that the caller may see.
    pub fn only_one(&self, sees: impl Fn(&str) -> bool) -> Result<String, Problem> {
        let lines = self.lines();
        let mut open = lines.iter().filter(|(id, line)| line.is_open() && sees(id));
        match (open.next(), open.next()) {
            (None, _) => Err(no_bridge()),
            (Some((id, _)), None) => Ok(id.clone()),
            (Some(_), Some(_)) => {
                let message = "several agents listen; connect with the `session_id` of the one that is meant";
                Err(Problem::new(StatusCode::CONFLICT, "which_session", message))
            }
        }
    }

    /// Whether a key has said something whose reply is still missing or undelivered.
    pub fn has_turn(&self, key: &str, sees: impl Fn(&str) -> bool) -> bool {
        self.lines().iter().any(|(id, line)| sees(id) && line.counts().is_some_and(|turn| turn.key == key))
    }

    /// What agents said to a key while it was not connected.
    pub fn waiting(&self, key: &str) -> Vec<Arc<Output>> {
        let lines = self.lines();
        let turns = lines.values().filter_map(Line::counts).filter(|turn| turn.key == key);
        turns.filter_map(|turn| turn.ended.clone()).collect()
    }

    /// The output was delivered.
    pub fn delivered(&self, output: &Output) {
        let mut lines = self.lines();
        if let Some(line) = lines.get_mut(&output.session)
            && line.turn.as_ref().is_some_and(|turn| turn.id == output.input && turn.ended.is_some())
        {
            line.turn = None;
        }
    }

    /// An agent begins to listen.
    fn open(&self, session: &str) -> Result<Listening<'_>, Problem> {
        let mut lines = self.lines();
        if lines.len() >= SESSIONS && !lines.contains_key(session) {
            lines.retain(|_, line| line.listens > 0 || line.heard.elapsed() < KEPT);
            if lines.len() >= SESSIONS {
                return Err(Problem::too_many("too many sessions take text already"));
            }
        }
        let line = lines.entry(session.to_owned()).or_insert_with(Line::new);
        line.listens = line.listens.saturating_add(1);
        Ok(Listening { bridges: self, session: session.to_owned(), wake: Arc::clone(&line.wake) })
    }

    fn take(&self, session: &str) -> Option<(String, Spoken)> {
        self.lines().get_mut(session)?.texts.pop_front()
    }

    fn end(&self, session: &str, input: &str, result: Result<String, String>) -> Result<(), Problem> {
        let output = {
            let mut lines = self.lines();
            let line = lines.get_mut(session).ok_or_else(|| Problem::missing("input"))?;
            let turn = line.turn.as_mut().filter(|turn| turn.id == input && turn.ended.is_none());
            let turn = turn.ok_or_else(|| Problem::missing("input"))?;
            let output = Arc::new(Output {
                key: turn.key.clone(),
                session: session.to_owned(),
                input: input.to_owned(),
                result,
                took: turn.since.elapsed(),
            });
            turn.ended = Some(Arc::clone(&output));
            output
        };
        // It is fine if no client listens: the output is kept until the client connects again.
        let _ = self.outputs.send(output);
        Ok(())
    }
}

/// An agent that listens, until this is dropped.
struct Listening<'b> {
    bridges: &'b Bridges,
    session: String,
    wake: Arc<Notify>,
}

impl Drop for Listening<'_> {
    fn drop(&mut self) {
        if let Some(line) = self.bridges.lines().get_mut(&self.session) {
            line.listens = line.listens.saturating_sub(1);
            line.heard = Instant::now();
        }
    }
}

fn no_bridge() -> Problem {
    let message = "this hub takes no chat messages: it only carries questions and answers; answer \
                   `approval_needed` with `APPROVAL_RESPONSE`. An agent takes text with `POST /v1/sessions/ID/input`";
    Problem::new(StatusCode::CONFLICT, "no_bridge", message)
}

/// `POST /v1/sessions/ID/input`: waits for the next text for the agent of a session.
pub async fn take(Sender { hub, caller }: Sender, Path(id): Path<String>, Body(body): Body) -> JsonReply {
    hub.require(&caller, caller.role().asks(), "take text for a session").await?;
    let Listen { wait } = fields::read(body)?;
    let wait = intake::wait(wait)?.unwrap_or(Duration::from_mins(1)).min(hub.limits.wait);
    let session = hub.session_of(&caller, Some(&id), &Call::new("", Value::Null), None).await?;
    let listening = hub.onion.bridges.open(&session)?;
    let mut stopping = hub.stopping.subscribe();
    let mut gone = caller.gone();
    let end = tokio::time::sleep(wait);
    tokio::pin!(end);
    loop {
        let woken = listening.wake.notified();
        tokio::pin!(woken);
        // Enable the signal before looking, or a text in between is missed.
        woken.as_mut().enable();
        if let Some((id, spoken)) = hub.onion.bridges.take(&session) {
            return told(&Heard { session, input: Some(Input { id, spoken }) });
        }
        tokio::select! {
            () = &mut woken => {}
            () = &mut end => break,
            _ = stopping.wait_for(|stopping| *stopping) => break,
            _ = gone.changed() => return Err(Problem::unknown_caller()),
        }
    }
    told(&Heard { session, input: None })
}

/// An agent waits for text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Listen {
    /// How many seconds; 60 if nothing is said.
    #[cfg_attr(test, schemars(range(min = 0, max = 1_000_000)))]
    wait: Option<f64>,
}

/// What an agent hears.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Heard {
    session: String,
    input: Option<Input>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Input {
    id: String,
    #[serde(flatten)]
    spoken: Spoken,
}

/// `POST /v1/sessions/ID/output`: the agent's final reply, or why it has none.
pub async fn give(Sender { hub, caller }: Sender, Path(id): Path<String>, Body(body): Body) -> JsonReply {
    hub.require(&caller, caller.role().asks(), "speak for a session").await?;
    let Reply { input_id: input, result, error } = fields::read(body)?;
    let said = match (result, error) {
        (Some(result), None) => Ok(result),
        (None, Some(error)) => Err(error),
        (None, None) | (Some(_), Some(_)) => return Err(Problem::bad("either `result` or `error` must be there")),
    };
    let session = hub.meant(&caller, Some(&id)).await?;
    if !session.exists {
        return Err(Problem::missing("session"));
    }
    hub.onion.bridges.end(&session.id, &input, said)?;
    fine()
}

/// What an agent replies to a text: either `result` or `error`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Reply {
    input_id: String,
    result: Option<String>,
    error: Option<String>,
}
