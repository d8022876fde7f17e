//! One request, one response, over its own connection; repeated while the hub is out of reach.

use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use byleave_net::{BadTrust, Body, Endpoint, Trust};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderValue};
use hyper::{Method, Request};
use serde::Serialize;
use serde_json::Value;

use crate::address::Address;
use crate::trouble::{ConnectError, Trouble};

/// How long connecting to the hub may take.
const REACH: Duration = Duration::from_secs(5);

/// How long a response may take beyond the intended wait.
const SLACK: Duration = Duration::from_secs(15);

/// The first pause before another try, and the longest.
const PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(3);

/// No response of a hub is larger than this: twice the largest call.
const LARGEST: usize = 4 << 20;

/// The access to a hub.
#[derive(Clone)]
pub struct Wire {
    /// Its name and port, as requests say it.
    authority: String,
    token: HeaderValue,
    endpoint: Endpoint,
    /// How long the hub may be out of reach.
    pub patience: Duration,
}

impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wire").field("address", &self.authority).finish_non_exhaustive()
    }
}

impl Wire {
    /// With the certificates that the machine trusts.
    pub fn new(address: Address, token: &str, patience: Duration) -> Result<Self, ConnectError> {
        let token = token.trim();
        let fits = token.starts_with("byleave_") && token.bytes().all(|byte| byte.is_ascii_graphic());
        let mut token =
            HeaderValue::from_str(&format!("Bearer {token}")).ok().filter(|_| fits).ok_or(ConnectError::Token)?;
        token.set_sensitive(true);
        let Address { tls, host, port, authority } = address;
        // A machine that trusts no one may still be told whom to trust.
        let machine = || Trust::machine().or_else(|_| Trust::none());
        let trust =
            tls.then(machine).transpose().map_err(|error: BadTrust| ConnectError::Certificates(error.to_string()))?;
        Ok(Self { authority, token, endpoint: Endpoint { host, port, trust }, patience })
    }

    /// Trusts the certificates of a file, and no others.
    pub fn trust(&mut self, path: &Path) -> Result<(), ConnectError> {
        let trust = Trust::file(path).map_err(|error| ConnectError::Certificates(error.to_string()))?;
        self.endpoint.trust = self.endpoint.trust.take().map(|_| trust);
        Ok(())
    }

    /// Posts until there is a response, or the hub is out of reach for too long.
    pub async fn post(&self, path: &str, body: &impl Serialize) -> Result<Value, Trouble> {
        let body = serde_json::to_value(body).map_err(|error| Trouble::Malformed(error.to_string()))?;
        self.patiently(Method::POST, path, Some(&body), Duration::ZERO).await.map(|(_, told)| told)
    }

    /// Gets something, once.
    pub async fn get(&self, path: &str) -> Result<Value, Trouble> {
        let unreachable = |error: String| Trouble::Unreachable(error);
        match self.once(Method::GET, path, None, Duration::ZERO).await.map_err(unreachable)? {
            (200, told) => Ok(told),
            (status, told) => Err(Trouble::of(status, &told)),
        }
    }

    /// Repeats a request until the response has status 200 or 202.
    pub async fn patiently(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        wait: Duration,
    ) -> Result<(u16, Value), Trouble> {
        let mut lost: Option<Instant> = None;
        let mut pause = PAUSE;
        loop {
            let error = match self.once(method.clone(), path, body, wait).await {
                Ok((status @ (200 | 202), told)) => return Ok((status, told)),
                // The hub does not work now, or is overloaded; but a reply that refuses the call is final.
                Ok((status @ (408 | 429 | 500..=599), told)) if told.get("approved") != Some(&Value::Bool(false)) => {
                    format!("it says {status}")
                }
                Ok((status, told)) => return Err(Trouble::of(status, &told)),
                Err(error) => error,
            };
            let since = *lost.get_or_insert_with(Instant::now);
            if since.elapsed().saturating_add(pause) > self.patience {
                return Err(Trouble::Unreachable(error));
            }
            tokio::time::sleep(pause).await;
            pause = pause.saturating_mul(2).min(LONGEST_PAUSE);
        }
    }

    /// One request, one response. A response that is cut short or is not JSON is an error.
    async fn once(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        wait: Duration,
    ) -> Result<(u16, Value), String> {
        let reached = tokio::time::timeout(REACH, self.endpoint.connect()).await;
        let connection = reached.map_err(|_| "it does not react".to_owned())?.map_err(|error| error.to_string())?;
        let body = body.map(|body| Bytes::from(body.to_string())).unwrap_or_default();
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, &self.authority)
            .header(AUTHORIZATION, self.token.clone())
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(body))
            .map_err(|error| error.to_string())?;
        let answered =
            tokio::time::timeout(wait.saturating_add(SLACK), connection.exchange(request, Body::UpTo(LARGEST)));
        let reply = answered.await.map_err(|_| "it does not answer".to_owned())?.map_err(|error| error.to_string())?;
        let told = serde_json::from_slice(&reply.body).map_err(|error| error.to_string())?;
        Ok((reply.status, told))
    }
}
