//! The load on a hub during a measurement.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::Value;
use tokio::task::JoinSet;

use super::client::Client;
use super::target::{HOME, PROJECT, Target};

/// The times of one kind of work.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// One time for each, sorted.
    pub each: Vec<Duration>,
    /// From the first to the last.
    pub whole: Duration,
    /// Processor time of the hub meanwhile.
    pub processor: Option<Duration>,
    /// Memory of the hub afterwards.
    pub memory: Option<u64>,
}

impl Taken {
    /// The time below which this many of a thousand are.
    pub fn at(&self, thousandths: usize) -> Duration {
        let last = self.each.len().saturating_sub(1);
        let at = last.saturating_mul(thousandths) / 1000;
        self.each.get(at.min(last)).copied().unwrap_or_default()
    }

    /// How many a second.
    pub fn rate(&self) -> f64 {
        let seconds = self.whole.as_secs_f64();
        let each = u32::try_from(self.each.len()).unwrap_or(u32::MAX);
        if seconds > 0.0 { f64::from(each) / seconds } else { 0.0 }
    }

    /// Processor time for each.
    pub fn processor_each(&self) -> Option<Duration> {
        self.processor?.checked_div(u32::try_from(self.each.len()).ok()?)
    }
}

/// Measures some work.
async fn measured(target: &Target, work: impl Future<Output = io::Result<Vec<Duration>>>) -> io::Result<Taken> {
    let (before, start) = (target.processor(), Instant::now());
    let mut each = work.await?;
    let whole = start.elapsed();
    each.sort_unstable();
    let processor = target.processor().zip(before).map(|(after, before)| after.saturating_sub(before));
    Ok(Taken { each, whole, processor, memory: target.memory() })
}

/// The first failure ends all.
async fn gathered(mut tasks: JoinSet<io::Result<Vec<Duration>>>) -> io::Result<Vec<Duration>> {
    let mut all = Vec::new();
    while let Some(done) = tasks.join_next().await {
        all.extend(done.map_err(io::Error::other)??);
    }
    Ok(all)
}

/// A call as the hub takes it.
#[derive(Serialize)]
struct CallBody<'c> {
    arguments: Arguments<'c>,
    cwd: &'static str,
    home: &'static str,
    project: &'static str,
    session: &'c str,
    tool: &'static str,
    wait: u32,
}

#[derive(Serialize)]
struct Arguments<'c> {
    command: &'c str,
}

fn call(command: &str, session: &str) -> String {
    let body = CallBody {
        arguments: Arguments { command },
        cwd: PROJECT,
        home: HOME,
        project: PROJECT,
        session,
        tool: "bash",
        wait: 0,
    };
    serde_json::to_string(&body).unwrap_or_default()
}

fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Calls that need no approver.
pub async fn decisions(target: &Target, connections: u16, time: Duration) -> io::Result<Taken> {
    measured(target, async {
        let end = Instant::now() + time;
        let mut tasks = JoinSet::new();
        for number in 0..connections {
            let mut client = Client::connect(target.address, target.agent(u32::from(number))).await?;
            let body = call("git status", &format!("bench-{number}"));
            tasks.spawn(async move {
                let mut times = Vec::new();
                while Instant::now() < end {
                    let start = Instant::now();
                    let reply = client.send("POST", "/v1/calls", &body).await?;
                    times.push(start.elapsed());
                    if times.len() == 1 && !reply.json(200)?.get("approved").is_some_and(|yes| *yes == true) {
                        return Err(io::Error::other("the policy of this machine does not allow `git status`"));
                    }
                    reply.check(200)?;
                }
                Ok(times)
            });
        }
        gathered(tasks).await
    })
    .await
}

/// Requests that are never answered.
pub async fn pending(target: &Target, connections: u16, number: u32) -> io::Result<Taken> {
    measured(target, async {
        let next = Arc::new(AtomicU32::new(0));
        let mut tasks = JoinSet::new();
        // The same number of connections for each token, so that none exceeds its limit of pending requests.
        let agents = u32::try_from(target.agents.len()).unwrap_or(1).max(1);
        let clients = u32::from(connections).div_ceil(agents).saturating_mul(agents);
        for client in 0..clients {
            let mut connection = Client::connect(target.address, target.agent(client)).await?;
            let next = Arc::clone(&next);
            let share = number / clients + u32::from(client < number % clients);
            tasks.spawn(async move {
                let mut times = Vec::new();
                for _ in 0..share {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let body = call(&format!("npm install package-{at}"), &format!("pending-{client}-{}", at % 1000));
                    let start = Instant::now();
                    connection.send("POST", "/v1/calls", &body).await?.check(202)?;
                    times.push(start.elapsed());
                }
                Ok(times)
            });
        }
        gathered(tasks).await
    })
    .await
}

/// Sessions that are connected and wait: the time from the answer to the agent.
pub async fn answers(target: &Target, sessions: u16) -> io::Result<Taken> {
    let mut waiting = Vec::new();
    for number in 0..sessions {
        let mut client = Client::connect(target.address, target.agent(u32::from(number))).await?;
        let body = call("npm install", &format!("wait-{number}"));
        let id = text(&client.send("POST", "/v1/calls", &body).await?.json(202)?, "id");
        let path = format!("/v1/calls/{id}?wait=600");
        let task = tokio::spawn(async move {
            let reply = client.send("GET", &path, "").await?;
            let now = Instant::now();
            reply.json(200).map(|told| (now, told.get("approved").is_some_and(|yes| *yes == true)))
        });
        waiting.push((id, task));
    }
    // Until all of them do nothing but wait.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut person = Client::connect(target.address, &target.approver).await?;
    measured(target, async {
        let mut times = Vec::new();
        for (id, task) in waiting {
            let start = Instant::now();
            person.send("POST", &format!("/v1/requests/{id}/answer"), r#"{"approved":true}"#).await?.check(200)?;
            let (now, approved) = task.await.map_err(io::Error::other)??;
            if !approved {
                return Err(io::Error::other("an answer came to the agent as another one"));
            }
            times.push(now.saturating_duration_since(start));
        }
        Ok(times)
    })
    .await
}
