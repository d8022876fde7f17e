//! `byleave serve`.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use byleave_hub::{Escalation, Hub, Limits, Server, Tls};
use byleave_store::Attended;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinHandle;

use super::arguments::ServeTask;
use super::browser::Door;
use crate::failure::Failure;
use crate::opened;

/// How many seconds a request waits for an answer if the policy does not say.
const PATIENCE: u32 = 600;

/// Serves until it is stopped.
pub fn serve(task: &ServeTask) -> Result<ExitCode, Failure> {
    log(task.json_log);
    super::raise_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Usage(format!("no threads can be started: {error}")))?;
    runtime.block_on(run(task))
}

async fn run(task: &ServeTask) -> Result<ExitCode, Failure> {
    let tls = match (&task.tls_cert, &task.tls_key) {
        (Some(certificate), Some(key)) => Some(Tls::read(certificate, key).map_err(usage)?),
        (Some(_), None) | (None, _) => None,
    };
    if tls.is_none() && !task.listen.ip().is_loopback() {
        if !task.insecure {
            return Err(Failure::Usage(format!(
                "tokens and calls would go over the network in the clear at {}; give a certificate with --tls-cert and \
                 --tls-key, listen on 127.0.0.1, or say --insecure if something else encrypts the connections",
                task.listen
            )));
        }
        tracing::warn!("tokens and calls go over the network in the clear, as --insecure says");
    }
    let place = opened::Place { config: task.config.as_deref(), profile: task.profile, mode: task.mode, cwd: None };
    let store = super::store(task.store.as_deref())?;
    let gate = opened::builder(&place).patience(PATIENCE).shared_store(Arc::clone(&store)).build()?;
    let limits = Limits { rate: task.rate, ..Limits::default() };
    let hub = Hub::new(gate, store, limits, tls.is_some()).await?;
    let stop = stop()?;
    let hangups = hearing(SignalKind::hangup())?;
    let scheme = if tls.is_some() { "https" } else { "http" };
    let server = Server::bind(Arc::clone(&hub), task.listen, tls, &task.allow_host, &task.allow_origin).await;
    let server = server.map_err(usage)?;
    let secret = hub.first_visit().map_err(usage)?;
    let named = task.allow_host.first().filter(|_| server.address().ip().is_unspecified());
    let host = named.cloned().unwrap_or_else(|| server.address().to_string());
    let place = format!("{scheme}://{host}/");
    if let Some(escalation) = escalation(task, scheme, &place)? {
        hub.escalate(escalation);
    }
    // The secret that opens the page once is after the `#`, so that no browser sends it and no log contains it.
    let address = format!("{place}#token={}", secret.reveal());
    announce(&address)?;
    let hangups = tokio::spawn(reload_on(hangups, Arc::clone(&hub)));
    let signs = super::file(task.store.as_deref())?.map(|file| tokio::spawn(tell(Arc::clone(&hub), file)));
    let door = if task.open { open(&address, hub) } else { None };
    server.serve(stop).await;
    hangups.abort();
    if let Some((signs, file)) = signs.zip(super::file(task.store.as_deref())?) {
        signs.abort();
        let _ = signs.await;
        Attended::beside(&file).clear();
    }
    if let Some(door) = door {
        door.abort();
        // Whether it ended by itself or not: the file is gone when this returns.
        let _ = door.await;
    }
    Ok(ExitCode::SUCCESS)
}

/// Tells hooks that live for a moment whether waiting for an answer makes sense.
async fn tell(hub: Arc<Hub>, file: PathBuf) {
    let attended = Attended::beside(&file);
    loop {
        if hub.approvers() > 0 {
            if let Err(error) = attended.touch() {
                tracing::warn!(%error, "hooks cannot learn that an approver is connected");
            }
        } else {
            attended.clear();
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Where to escalate requests that wait for too long, if that is set up.
fn escalation(task: &ServeTask, scheme: &str, place: &str) -> Result<Option<Escalation>, Failure> {
    let (Some(after), Some(url), Some(file)) = (&task.escalate_after, &task.escalate_url, &task.escalate_secret_file)
    else {
        return Ok(None);
    };
    let seconds = byleave_policy::rules::conditions::seconds(after).filter(|seconds| *seconds > 0);
    let seconds = seconds.ok_or_else(|| Failure::Usage(format!("`{after}` is not a length of time, such as 5m")))?;
    let unreadable = |error| Failure::Usage(format!("cannot read the secret in `{}`: {error}", file.display()));
    let secret = std::fs::read(file).map_err(unreadable)?;
    // People use the name of the hub.
    let page = task.allow_host.first().map_or_else(|| place.to_owned(), |host| format!("{scheme}://{host}/"));
    let after = Duration::from_secs(u64::from(seconds));
    let made = Escalation::new(after, url, secret.trim_ascii(), &page, task.escalate_ca.as_deref());
    made.map(Some).map_err(usage)
}

fn usage(error: impl std::fmt::Display) -> Failure {
    Failure::Usage(error.to_string())
}

fn announce(address: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{address}")?;
    out.flush()
}

/// Opens the page, and keeps the redirecting file until the page was opened.
fn open(address: &str, hub: Arc<Hub>) -> Option<JoinHandle<()>> {
    let Some(folder) = byleave_gate::files::state_directory() else {
        tracing::warn!("there is no place for the file that opens the page; open the address yourself");
        return None;
    };
    let failed = || tracing::warn!("the browser could not open the page; open the address yourself");
    match Door::open(&folder, address, failed) {
        Ok(door) => Some(tokio::spawn(async move { door.keep(&hub).await })),
        Err(error) => {
            tracing::warn!(%error, "no browser could be opened; open the address yourself");
            None
        }
    }
}

/// Loads the policy and the certificate again at every SIGHUP. The signal never ends the hub, also where a terminal that
/// closes sends it.
async fn reload_on(mut hangups: Signal, hub: Arc<Hub>) {
    while hangups.recv().await.is_some() {
        hub.reload();
    }
}

fn hearing(kind: SignalKind) -> Result<Signal, Failure> {
    signal(kind).map_err(|error| Failure::Usage(format!("signals cannot be heard: {error}")))
}

/// Ends on Ctrl-C or on a signal of the service manager.
pub fn stop() -> Result<impl Future<Output = ()>, Failure> {
    let mut interrupt = hearing(SignalKind::interrupt())?;
    let mut terminate = hearing(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// The log goes to standard error; it contains no secrets of callers.
fn log(json: bool) {
    // A log that cannot be written, as on a full disk, must not end the request that it is about: the subscriber would
    // report its own error to the same place, and panic there.
    let builder = tracing_subscriber::fmt().with_writer(io::stderr).log_internal_errors(false);
    let builder = builder.with_max_level(tracing::Level::INFO);
    if json {
        builder.json().init();
    } else {
        builder.with_ansi(io::stderr().is_terminal()).init();
    }
}
