//! `byleave serve`.

use std::io::{self, IsTerminal, Write};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

use byleave_hub::token::Secret;
use byleave_hub::{Hub, Limits, Server, Tls};
use tokio::signal::unix::{SignalKind, signal};

use super::arguments::ServeTask;
use crate::failure::Failure;
use crate::opened;

/// How many seconds a request waits for a person if the policy does not say.
const PATIENCE: u32 = 600;

/// Serves until it is told to stop.
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
        tracing::warn!("tokens and calls go over the network in the clear; use --tls-cert and --tls-key");
    }
    let place = opened::Place {
        config: task.policy.as_deref(),
        profile: task.profile.as_deref(),
        mode: task.mode.as_deref(),
        cwd: None,
    };
    let store = super::store(task.store.as_deref())?;
    let gate = opened::builder(&place)?.patience(PATIENCE).shared_store(Arc::clone(&store)).build()?;
    let limits = Limits { rate: task.rate, ..Limits::default() };
    let hub = Hub::new(gate, store, limits, tls.is_some()).await?;
    let stop = stop()?;
    let scheme = if tls.is_some() { "https" } else { "http" };
    let server = Server::bind(Arc::clone(&hub), task.listen, tls, &task.allow_host, &task.allow_origin).await;
    let server = server.map_err(usage)?;
    let secret = hub.first_visit().map_err(usage)?;
    let place = format!("{scheme}://{}/", server.address());
    announce(&place, &secret)?;
    if task.open {
        open(&place, &secret);
    }
    server.serve(stop).await;
    Ok(ExitCode::SUCCESS)
}

fn usage(error: impl std::fmt::Display) -> Failure {
    Failure::Usage(error.to_string())
}

/// The address, with what opens the page once. After the `#`, so that no browser sends it and no log has it.
fn announce(place: &str, secret: &Secret) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{place}#token={}", secret.reveal())?;
    out.flush()
}

/// Opens the page. The address goes through a file that only the user can read, because others see the words of a
/// command.
fn open(place: &str, secret: &Secret) {
    let page = format!(
        "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url={place}#token={}\">",
        secret.reveal()
    );
    let Some(folder) = byleave_gate::files::state_directory() else { return };
    let file = folder.join(format!("open-{}.html", std::process::id()));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&file).and_then(|mut handle| handle.write_all(page.as_bytes()));
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let started = written.and_then(|()| {
        Command::new(opener).arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    });
    if let Err(error) = started {
        tracing::warn!(%error, "no browser could be opened; open the address yourself");
    }
    std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_secs(20));
        let _ = std::fs::remove_file(file);
    });
}

/// Ends when somebody says stop: Ctrl-C, or whatever started us.
fn stop() -> Result<impl Future<Output = ()>, Failure> {
    let failed = |error: io::Error| Failure::Usage(format!("signals cannot be heard: {error}"));
    let mut interrupt = signal(SignalKind::interrupt()).map_err(failed)?;
    let mut terminate = signal(SignalKind::terminate()).map_err(failed)?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// The log goes to standard error; there is nothing in it that a caller keeps secret.
fn log(json: bool) {
    let builder = tracing_subscriber::fmt().with_writer(io::stderr).with_max_level(tracing::Level::INFO);
    if json {
        builder.json().init();
    } else {
        builder.with_ansi(io::stderr().is_terminal()).init();
    }
}
