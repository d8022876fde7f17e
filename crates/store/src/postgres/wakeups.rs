//! Notifies agents that wait on one node of an answer given on another.
//!
//! The rows are the truth; a notification only says when to look. Notifications are sent in bundles and outside the
//! transaction: inside it, they would let one answer through at a time. A lost notification is found by looking for
//! what later transactions wrote.

use std::collections::HashSet;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use byleave_gate::{Change, Commit, RequestState};
use deadpool_postgres::Client as Pooled;
use tokio::sync::{broadcast, mpsc};
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client};

use super::columns;
use super::fault::Fault;
use super::link::Link;

/// The channel between nodes.
const CHANNEL: &str = "byleave_change";

/// The time between two bundles.
const BUNDLE: Duration = Duration::from_millis(5);

/// The server accepts less than 8,000 bytes.
const LARGEST: usize = 7_500;

/// How often to look for lost notifications.
const LOOK: Duration = Duration::from_secs(2);

/// How many changes a listener may be behind before it has to read everything again.
const BEHIND: usize = 4_096;

/// Notifies the listeners of this node.
#[derive(Clone, Debug)]
pub struct Local {
    listeners: broadcast::Sender<Change>,
    /// What was notified since the last look.
    told: Arc<Mutex<HashSet<Change>>>,
}

impl Local {
    pub fn new() -> Self {
        Self { listeners: broadcast::Sender::new(BEHIND), told: Arc::default() }
    }

    pub fn listen(&self) -> broadcast::Receiver<Change> {
        self.listeners.subscribe()
    }

    fn tell(&self, change: Change) {
        if self.listeners.receiver_count() > 0 {
            self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(change.clone());
            // Without a listener, no one waits.
            drop(self.listeners.send(change));
        }
    }

    /// Notifies of what was not notified since the last look.
    fn catch_up(&self, found: Vec<Change>) {
        let told = std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner));
        for change in found.into_iter().filter(|change| !told.contains(change)) {
            drop(self.listeners.send(change));
        }
    }
}

/// Notifies the listeners of this node and of all others.
#[derive(Clone, Debug)]
pub struct Teller {
    local: Local,
    others: mpsc::UnboundedSender<Change>,
}

impl Teller {
    /// Returns also the task that notifies other nodes; it ends, with everything sent, when the last sender is dropped.
    pub fn new(local: Local, link: Link, node: String) -> (Self, impl Future<Output = ()> + Send) {
        let (others, bundle) = mpsc::unbounded_channel();
        (Self { local, others }, notify(link, node, bundle))
    }

    /// A change was made.
    pub fn made(&self, commit: &Commit) {
        for change in commit.changes() {
            drop(self.others.send(change.clone()));
            self.local.tell(change);
        }
    }
}

async fn notify(link: Link, node: String, mut waiting: mpsc::UnboundedReceiver<Change>) {
    let mut connection: Option<Client> = None;
    let mut bundle = Vec::new();
    while waiting.recv_many(&mut bundle, 1_000).await > 0 {
        let open = match connection.take().filter(|client| !client.is_closed()) {
            Some(client) => Ok(client),
            None => connect(&link).await,
        };
        // Without a connection the notification is lost: the other nodes look by themselves.
        if let Ok(client) = open {
            let mut sent = true;
            for payload in payloads(&node, &bundle) {
                let values: [&(dyn ToSql + Sync); 2] = [&CHANNEL, &payload];
                let said = client.execute("SELECT pg_notify($1, $2)", &values);
                sent = sent && matches!(tokio::time::timeout(LOOK, said).await, Ok(Ok(_)));
            }
            connection = sent.then_some(client);
        }
        bundle.clear();
        tokio::time::sleep(BUNDLE).await;
    }
}

async fn connect(link: &Link) -> Result<Client, tokio_postgres::Error> {
    let (client, connection) = link.config.connect(link.tls.clone()).await?;
    tokio::spawn(connection);
    // A notification need not survive a crash of the server.
    client.batch_execute("SET synchronous_commit = off; SET statement_timeout = '2s'").await?;
    Ok(client)
}

/// Bundles within the server's limit. A change that is too long is left out, and found by looking.
fn payloads(node: &str, changes: &[Change]) -> Vec<String> {
    let mut payloads = Vec::new();
    let mut bundle = Vec::new();
    let mut length = 0_usize;
    let mut seen = HashSet::new();
    let wrap = |bundle: &[(&str, &str)]| serde_json::to_string(&(node, bundle)).unwrap_or_default();
    let room = LARGEST.saturating_sub(node.len());
    for change in changes.iter().filter(|change| seen.insert(*change)) {
        let item = (change.request.as_str(), change.state.name());
        let size = serde_json::to_string(&item).map_or(usize::MAX, |text| text.len().saturating_add(1));
        if size > room {
            continue;
        }
        if length.saturating_add(size) > room {
            payloads.push(wrap(&bundle));
            bundle.clear();
            length = 0;
        }
        length = length.saturating_add(size);
        bundle.push(item);
    }
    if !bundle.is_empty() {
        payloads.push(wrap(&bundle));
    }
    payloads
}

/// The notification of another node. An unreadable one is ignored: it is only a hint.
fn read_payload(payload: &str, own: &str) -> Vec<Change> {
    let Ok((node, changes)) = serde_json::from_str::<(String, Vec<(String, String)>)>(payload) else {
        return Vec::new();
    };
    if node == own {
        return Vec::new();
    }
    let known = |(request, state): (String, String)| Some(Change { request, state: RequestState::find(&state)? });
    changes.into_iter().filter_map(known).collect()
}

/// Passes other nodes' notifications to the listeners of this node. Runs until the runtime ends. `ready` fires when it
/// is known from where to look, or that there is no server; then it looks from the moment there is one.
pub async fn listen(link: Link, node: String, local: Local, ready: std::sync::mpsc::Sender<()>) {
    let looking = look(&link, &local, ready);
    let hearing = async {
        loop {
            // Whatever ended it, the next try is a little later.
            drop(hear(&link, &node, &local).await);
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    };
    tokio::join!(looking, hearing);
}

async fn hear(link: &Link, node: &str, local: &Local) -> Result<(), tokio_postgres::Error> {
    let (client, mut connection) = link.config.connect(link.tls.clone()).await?;
    let hearing = async {
        while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(said) = message? {
                for change in read_payload(said.payload(), node) {
                    local.tell(change);
                }
            }
        }
        Ok(())
    };
    let listening = async {
        client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
        // The client keeps the connection open.
        std::future::pending::<Result<(), tokio_postgres::Error>>().await
    };
    tokio::select! { ended = hearing => ended, ended = listening => ended }
}

async fn look(link: &Link, local: &Local, ready: std::sync::mpsc::Sender<()>) {
    let mut since = link.with(|client| Box::pin(oldest_open(client))).await.ok();
    drop(ready);
    loop {
        match since {
            None => since = link.with(|client| Box::pin(oldest_open(client))).await.ok(),
            Some(begun) => {
                if let Ok((next, found)) = link.with(move |client| Box::pin(changed_since(client, begun))).await {
                    since = Some(next);
                    local.catch_up(found);
                }
            }
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// The oldest open transaction: all transactions before it are visible.
async fn oldest_open(client: &Pooled) -> Result<i64, Fault> {
    let row = client.query_one("SELECT pg_snapshot_xmin(pg_current_snapshot())::TEXT::BIGINT", &[]).await?;
    Ok(row.try_get(0)?)
}

/// What was written by transactions that were open at a moment, and the moment to look from next.
async fn changed_since(client: &Pooled, since: i64) -> Result<(i64, Vec<Change>), Fault> {
    let next = oldest_open(client).await?;
    // Rows from a restored copy of another server may have transaction numbers that are still in the future here.
    let statement = client
        .prepare_cached(
            "SELECT id, state FROM byleave.request WHERE writer >= $1::TEXT::XID8 \
             AND writer < pg_snapshot_xmax(pg_current_snapshot())",
        )
        .await?;
    let rows = client.query(&statement, &[&since.to_string()]).await?;
    Ok((next, rows.iter().map(columns::change).collect::<Result<_, _>>()?))
}

#[cfg(test)]
mod tests {
    use byleave_gate::{Change, RequestState};

    use super::{payloads, read_payload};

    #[test]
    fn bundles_come_back_and_fit() {
        let change = |id: &str| Change { request: id.to_owned(), state: RequestState::Decided };
        let mut all: Vec<Change> = (0..1000).map(|number| change(&format!("req_{number}\n\"'"))).collect();
        let bundles = {
            let mut doubled = all.clone();
            doubled.push(change("req_7\n\"'"));
            doubled.push(change(&"long".repeat(3000)));
            payloads("node", &doubled)
        };
        assert!(bundles.iter().all(|bundle| bundle.len() < 8_000));
        let mut back: Vec<Change> = bundles.iter().flat_map(|bundle| read_payload(bundle, "other")).collect();
        all.sort_by(|one, other| one.request.cmp(&other.request));
        back.sort_by(|one, other| one.request.cmp(&other.request));
        assert_eq!(back, all);
        assert!(bundles.iter().all(|bundle| read_payload(bundle, "node").is_empty()), "nobody hears itself");
    }

    #[test]
    fn what_nobody_of_us_said_is_nothing() {
        for payload in ["", "x", "[]", "{}", r#"["n",[["r","no such state"]]]"#, r#"["n",[["r"]]]"#] {
            assert_eq!(read_payload(payload, "own"), Vec::new(), "{payload}");
        }
    }
}
