//! The files that a hub works by, its policy and its certificate: it loads them again when they change. A broken file
//! does not count. What was loaded before stays in force, and the hub says so wherever people look.

use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use byleave_gate::files::Sources;
use jiff::Timestamp;
use serde::Serialize;
use tokio::sync::Notify;

use crate::answer::frames::ApproverFrame;
use crate::hub::Hub;
use crate::server::Tls;

/// What is in force of the files.
#[derive(Debug)]
pub struct FilesInForce {
    policy: Mutex<InForce>,
    certificate: OnceLock<(Tls, Mutex<InForce>)>,
    /// An operator wants them to be loaded now.
    order: Notify,
}

/// One of them: when what counts was loaded, and why what is on the disk now does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InForce {
    /// When what is in force was loaded.
    pub loaded_at: Timestamp,
    /// Why what is on the disk now could not be loaded; null if nothing is wrong.
    pub problem: Option<String>,
}

/// Both, for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Files {
    policy: InForce,
    certificate: Option<InForce>,
}

/// Both in a word, for service managers: it says nothing of what is in them.
#[derive(Serialize)]
pub struct FilesInWords {
    policy: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'static str>,
}

fn lock(one: &Mutex<InForce>) -> MutexGuard<'_, InForce> {
    one.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FilesInForce {
    pub fn new() -> Self {
        Self { policy: Mutex::new(InForce::new()), certificate: OnceLock::new(), order: Notify::new() }
    }

    /// Sets the certificate that the hub serves with. Only the first call counts.
    pub fn serve_with(&self, tls: Option<Tls>) {
        if let Some(tls) = tls {
            let _ = self.certificate.set((tls, Mutex::new(InForce::new())));
        }
    }

    pub fn policy(&self) -> InForce {
        lock(&self.policy).clone()
    }

    fn certificate(&self) -> Option<InForce> {
        self.certificate.get().map(|(_, state)| lock(state).clone())
    }

    /// For people.
    pub fn told(&self) -> Files {
        Files { policy: self.policy(), certificate: self.certificate() }
    }

    /// For service managers.
    pub fn in_words(&self) -> FilesInWords {
        FilesInWords { policy: self.policy().word(), certificate: self.certificate().as_ref().map(InForce::word) }
    }

    /// Which of them are broken on the disk.
    pub fn broken(&self) -> [(&'static str, bool); 2] {
        let certificate = self.certificate().is_some_and(|one| one.problem.is_some());
        [("policy", self.policy().problem.is_some()), ("certificate", certificate)]
    }
}

impl InForce {
    fn new() -> Self {
        Self { loaded_at: byleave_gate::now(), problem: None }
    }

    const fn word(&self) -> &'static str {
        if self.problem.is_some() { "broken on disk; the one before is in force" } else { "loaded" }
    }
}

impl Hub {
    /// Loads the policy and the certificate again now, changed or not.
    pub fn reload(&self) {
        self.files.order.notify_one();
    }
}

/// What was seen of some files.
struct Watch {
    /// At the last attempt to load them.
    tried: Sources,
    /// At the last look, if that was something else.
    seen: Option<Sources>,
}

impl Watch {
    const fn new(tried: Sources) -> Self {
        Self { tried, seen: None }
    }

    /// Whether to load: editors write in pieces, and half a policy may be a looser one, so what is new must be the same
    /// at two looks.
    fn is_due(&mut self, now: Sources) -> bool {
        if now == self.tried {
            self.seen = None;
            return false;
        }
        let settled = self.seen.as_ref() == Some(&now);
        self.seen = Some(now);
        settled
    }
}

/// Looks at the files until the hub stops.
pub async fn keep(hub: Arc<Hub>) {
    let mut stopping = hub.stopping.subscribe();
    let mut policy = Watch::new(Sources::clone(&hub.gate.policy_sources()));
    let mut certificate = hub.files.certificate.get().map(|(tls, _)| Watch::new(tls.first()));
    while !*stopping.borrow_and_update() {
        let ordered = tokio::select! {
            () = tokio::time::sleep(hub.limits.poll) => false,
            () = hub.files.order.notified() => true,
            _ = stopping.changed() => continue,
        };
        let before = hub.files.told();
        policy = look_at_policy(&hub, policy, ordered).await;
        if let Some(watch) = certificate {
            certificate = Some(look_at_certificate(&hub, watch, ordered).await);
        }
        let now = hub.files.told();
        if now != before {
            hub.queue.tell_frame(None, &ApproverFrame::FilesChanged(now), None);
        }
    }
}

async fn look_at_policy(hub: &Arc<Hub>, mut watch: Watch, ordered: bool) -> Watch {
    let gate = hub.gate.clone();
    let looked = tokio::task::spawn_blocking(move || {
        if !watch.is_due(watch.tried.now()) && !ordered {
            return (watch, None);
        }
        let (refreshed, sources) = gate.refresh();
        (Watch::new(Sources::clone(&sources)), Some(refreshed))
    });
    let (watch, refreshed) = match looked.await {
        Ok(looked) => looked,
        Err(error) => {
            tracing::error!(%error, "the policy files could not be looked at");
            return Watch::new(Sources::clone(&hub.gate.policy_sources()));
        }
    };
    let Some(refreshed) = refreshed else { return watch };
    let other = *refreshed.as_ref().unwrap_or(&false);
    note("policy", &hub.files.policy, refreshed.map(drop));
    if other {
        tracing::info!(version = hub.gate.policy_version(), "another policy is in force");
        let hub = Arc::clone(hub);
        // What waits may be allowed or denied now; who waits stays connected.
        tokio::spawn(async move { hub.settle(None, "the policy").await });
    }
    watch
}

async fn look_at_certificate(hub: &Arc<Hub>, mut watch: Watch, ordered: bool) -> Watch {
    let Some((tls, state)) = hub.files.certificate.get() else { return watch };
    let (tls, first) = (tls.clone(), tls.first());
    let looked = tokio::task::spawn_blocking(move || {
        if !watch.is_due(watch.tried.now()) && !ordered {
            return (watch, None);
        }
        let tried = tls.sources();
        (Watch::new(tried), Some(tls.renew()))
    });
    match looked.await {
        Ok((watch, renewed)) => {
            if let Some(renewed) = renewed {
                note("certificate", state, renewed);
            }
            watch
        }
        Err(error) => {
            tracing::error!(%error, "the certificate could not be looked at");
            Watch::new(first)
        }
    }
}

/// Notes and logs how loading went.
fn note(what: &'static str, state: &Mutex<InForce>, loaded: Result<(), impl Display>) {
    match loaded {
        Ok(()) => {
            tracing::info!("the {what} was loaded again");
            *lock(state) = InForce::new();
        }
        Err(error) => {
            let problem = error.to_string();
            tracing::error!(problem, "the {what} on the disk is broken; the one that was loaded before stays in force");
            lock(state).problem = Some(problem);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use byleave_gate::files::Sources;

    use super::Watch;

    #[test]
    fn what_is_new_counts_when_it_was_the_same_twice() {
        let path = PathBuf::from(env!("OUT_DIR")).join("watched");
        let with = |text: &str| {
            std::fs::write(&path, text).expect("a file");
            Sources::of(&[&path])
        };
        let mut watch = Watch::new(with("deny"));
        for (text, due) in [
            ("deny", false),
            ("", false),
            ("de", false),
            ("deny", false),
            ("", false),
            ("allow", false),
            ("allow", true),
        ] {
            assert_eq!(watch.is_due(with(text)), due, "{text}");
        }
    }
}
