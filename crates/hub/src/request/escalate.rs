//! Escalates a request that waits for too long: one signed message to an address that the operator chose.
//!
//! The message says that a request waits, never what it contains: its reader has to open the page. Nothing in the
//! response counts as an answer.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, Request, Uri, header};
use byleave_gate::{RequestState, StoredRequest};
use byleave_net::{BadTrust, Body, Endpoint, NetError, Trust};
use byleave_policy::hex;
use http_body_util::Full;
use hyper::body::Bytes;
use jiff::{SignedDuration, Timestamp};
use ring::hmac;
use serde::Serialize;
use serde_json::Value;
use thiserror::Error;
use tokio::task::JoinSet;

use crate::hub::Hub;
use crate::server::frame_of;

/// The header that proves the sender and the time: `t=SECONDS,v1=HMAC-SHA256 of "SECONDS.BODY"`.
const SIGNATURE: &str = "x-byleave-signature";

/// How often the hub looks for requests that wait too long.
const TICK: Duration = Duration::from_millis(500);

/// How long one attempt may take.
const ATTEMPT: Duration = Duration::from_secs(10);

/// How many messages are sent at once.
const AT_ONCE: usize = 16;

/// The seconds before the next attempt; the last value repeats.
const BACK_OFF: [u64; 6] = [1, 5, 15, 60, 120, 300];

/// Why escalation cannot be set up.
#[derive(Debug, Error)]
pub enum BadEscalation {
    /// The address is invalid.
    #[error("`{0}` is no address for escalations; write it as https://host/path, without a name or password")]
    Address(String),
    /// The secret is too short.
    #[error("the secret must have at least 16 bytes; make one with `openssl rand -hex 32`")]
    Secret,
    /// There are no certificates to trust.
    #[error("no certificates to trust are found; name a file of them with --escalate-ca")]
    NoCertificates,
    /// A file of certificates cannot be used.
    #[error("cannot use the certificates: {0}")]
    Certificates(String),
}

/// Why an attempt failed, for the log.
#[derive(Debug, Error)]
enum Untold {
    #[error("it takes longer than {} seconds", ATTEMPT.as_secs())]
    Late,
    #[error("{0}; --escalate-ca names whose signature counts")]
    Unproven(NetError),
    #[error("{0}")]
    Lost(NetError),
    #[error("no message can be made for this address: {0}")]
    Message(#[from] axum::http::Error),
    #[error("the server answered {0} instead of 2xx")]
    Status(u16),
}

/// Where to escalate to, and when.
pub struct Escalation {
    after: Duration,
    address: Uri,
    endpoint: Endpoint,
    secret: Vec<u8>,
    page: String,
}

impl std::fmt::Debug for Escalation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Escalation")
            .field("after", &self.after)
            .field("host", &self.endpoint.host)
            .finish_non_exhaustive()
    }
}

impl Escalation {
    /// Sends a message about each request that waits for longer than this. `page` is the address of the hub's page.
    /// `certificates` are the trusted certificates in PEM; the default is those of the system.
    ///
    /// # Errors
    ///
    /// If the address, the secret or the certificates cannot be used.
    pub fn new(
        after: Duration,
        address: &str,
        secret: &[u8],
        page: &str,
        certificates: Option<&Path>,
    ) -> Result<Self, BadEscalation> {
        let wrong = || BadEscalation::Address(address.to_owned());
        let uri: Uri = address.trim().parse().map_err(|_| wrong())?;
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@')).ok_or_else(wrong)?;
        let encrypted = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            Some(_) | None => return Err(wrong()),
        };
        if secret.len() < 16 {
            return Err(BadEscalation::Secret);
        }
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = authority.port_u16().unwrap_or(if encrypted { 443 } else { 80 });
        let trust = encrypted.then(|| Trust::of(certificates)).transpose().map_err(|error| match error {
            BadTrust::NoList => BadEscalation::NoCertificates,
            error @ (BadTrust::File { .. } | BadTrust::Library(_)) => BadEscalation::Certificates(error.to_string()),
        })?;
        let page = page.trim_end_matches('/').to_owned();
        Ok(Self { after, address: uri, endpoint: Endpoint { host, port, trust }, secret: secret.to_vec(), page })
    }

    /// Where it escalates to and when, for roles that watch. Not the whole address: with many services its path is a
    /// secret.
    pub(crate) fn shown(&self) -> EscalationBody<'_> {
        let Endpoint { host, trust, .. } = &self.endpoint;
        EscalationBody { after_seconds: self.after.as_secs(), host, encrypted: trust.is_some() }
    }

    /// The message about a request.
    fn message(&self, stored: &StoredRequest, now: Timestamp) -> String {
        frame_of(&WaitsMessage {
            kind: "approval_waits",
            id: &stored.id,
            risk: stored.frame.get("risk").and_then(|risk| risk.get("level")),
            session: &stored.session,
            created_at: stored.created,
            age_seconds: now.duration_since(stored.created).as_secs(),
            expires_at: stored.expires,
            approvals: stored.frame.get("approvals"),
            link: format!("{}/#/queue/{}", self.page, stored.id),
        })
    }

    /// One attempt.
    async fn send(&self, body: &str, now: Timestamp) -> Result<(), Untold> {
        let path = self.address.path_and_query().map_or("/", |path| path.as_str());
        let host = self.address.authority().map_or("", |authority| authority.as_str());
        let request = Request::builder()
            .method(Method::POST)
            .uri(path)
            .header(header::HOST, host)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::USER_AGENT, concat!("byleave/", env!("CARGO_PKG_VERSION")))
            .header(SIGNATURE, signature(&self.secret, now.as_second(), body))
            .body(Full::new(Bytes::copy_from_slice(body.as_bytes())))?;
        // The response is no answer to the request, so it is not read.
        let attempt = async { self.endpoint.connect().await?.exchange(request, Body::Ignored).await };
        let reply = tokio::time::timeout(ATTEMPT, attempt).await.map_err(|_| Untold::Late)?;
        let status = reply.map_err(Untold::from)?.status;
        // A redirect does not count: the operator chose this address.
        if (200..300).contains(&status) { Ok(()) } else { Err(Untold::Status(status)) }
    }
}

impl From<NetError> for Untold {
    fn from(error: NetError) -> Self {
        match error {
            NetError::Unproven(_) => Self::Unproven(error),
            NetError::Unreachable(_) | NetError::Broken(_) | NetError::Reply(_) => Self::Lost(error),
        }
    }
}

/// Where and when a hub escalates.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "EscalationSetup"))]
pub(crate) struct EscalationBody<'e> {
    after_seconds: u64,
    host: &'e str,
    encrypted: bool,
}

/// A request that waits for too long.
#[derive(Serialize)]
struct WaitsMessage<'s> {
    #[serde(rename = "type")]
    kind: &'static str,
    id: &'s str,
    risk: Option<&'s Value>,
    session: &'s str,
    created_at: Timestamp,
    age_seconds: i64,
    expires_at: Option<Timestamp>,
    approvals: Option<&'s Value>,
    link: String,
}

/// Escalates until the hub stops.
pub async fn keep(hub: Arc<Hub>) {
    let mut stopping = hub.stopping.subscribe();
    let Some(escalation) = hub.escalation.get() else { return };
    let Ok(after) = SignedDuration::try_from(escalation.after) else { return };
    let mut on_the_way = JoinSet::new();
    while !*stopping.borrow_and_update() {
        while on_the_way.try_join_next().is_some() {}
        let room = u32::try_from(AT_ONCE.saturating_sub(on_the_way.len())).unwrap_or(0);
        let now = hub.now();
        if room > 0
            && let Ok(before) = now.checked_sub(after)
        {
            match hub.store().escalate(before, now, room).await {
                Ok(waiting) => {
                    for stored in waiting {
                        on_the_way.spawn(tell(Arc::clone(&hub), stored));
                    }
                }
                Err(error) => tracing::error!(%error, "cannot escalate the requests that wait"),
            }
        }
        let room = AT_ONCE.saturating_sub(on_the_way.len());
        for stored in urgent(&hub, room).await {
            on_the_way.spawn(tell(Arc::clone(&hub), stored));
        }
        tokio::select! {
            () = tokio::time::sleep(TICK) => {}
            _ = stopping.changed() => {}
        }
    }
}

/// The requests whose rule wants them to be escalated at once, as long as no approver is connected here.
async fn urgent(hub: &Hub, room: usize) -> Vec<StoredRequest> {
    let mut taken = Vec::new();
    if hub.approvers() > 0 {
        return taken;
    }
    for id in hub.queue.take_urgent(room) {
        match hub.store().escalate_one(&id, hub.now()).await {
            Ok(stored) => taken.extend(stored),
            // It is escalated when it has waited for long enough.
            Err(error) => tracing::error!(%error, "cannot escalate a request at once"),
        }
    }
    taken
}

/// Sends the message about one request, again and again, until it arrives or the request is answered or ends.
async fn tell(hub: Arc<Hub>, stored: StoredRequest) {
    let Some(escalation) = hub.escalation.get() else { return };
    for attempt in 0.. {
        let now = hub.now();
        if stored.expires.is_some_and(|end| now >= end) {
            return;
        }
        match hub.store().request(&stored.id).await {
            Ok(Some(now)) if now.state == RequestState::Pending => {}
            Ok(_) => return,
            // Nothing is known about the answer; one message too many does no harm.
            Err(_) => {}
        }
        let body = escalation.message(&stored, now);
        match escalation.send(&body, now).await {
            Ok(()) => {
                tracing::info!(request = %stored.id, attempt, "escalated a request that waits");
                return;
            }
            Err(error) => {
                tracing::warn!(request = %stored.id, attempt, %error, "could not escalate a request that waits");
            }
        }
        let wait = BACK_OFF.get(attempt).or(BACK_OFF.last()).copied().unwrap_or(300);
        tokio::time::sleep(Duration::from_secs(wait)).await;
    }
}

/// The signature that proves the sender and the time of a message.
fn signature(secret: &[u8], seconds: i64, body: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
    let code = hmac::sign(&key, format!("{seconds}.{body}").as_bytes());
    format!("t={seconds},v1={}", hex(code.as_ref()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Escalation, signature};

    #[test]
    fn the_signature_is_the_hmac_of_the_time_and_the_body() {
        // As `printf '7.{}' | openssl dgst -sha256 -hmac Jefe` says it.
        let expected = "t=7,v1=fab47a0bfa9f75f6455e6e0d75f29f95b3118d10f700dec268f191bdcba9b6b7";
        assert_eq!(signature(b"Jefe", 7, "{}"), expected);
        assert_ne!(signature(b"Jefe", 8, "{}").replace("t=8", "t=7"), expected, "the time is part of it");
    }

    #[test]
    fn only_plain_addresses_and_real_secrets_are_taken() {
        let secret = b"0123456789abcdef".as_slice();
        let make = |address: &str, secret: &[u8]| {
            Escalation::new(Duration::from_mins(5), address, secret, "http://127.0.0.1:7777/", None).is_ok()
        };
        for (address, fine) in [
            ("http://127.0.0.1:9/hook", true),
            ("http://[::1]:9/hook?x=1", true),
            ("http://name:secret@host/hook", false),
            ("ftp://host/hook", false),
            ("/hook", false),
            ("host:80", false),
            ("", false),
        ] {
            assert_eq!(make(address, secret), fine, "{address}");
        }
        assert!(!make("http://host/", b"short"));
    }
}
