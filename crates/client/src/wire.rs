//! One request, one response, over its own connection; repeated while the hub is out of reach.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderValue};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

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
    address: Address,
    token: HeaderValue,
    tls: Option<Arc<ClientConfig>>,
    /// How long the hub may be out of reach.
    pub patience: Duration,
}

impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wire").field("address", &self.address).finish_non_exhaustive()
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
        let tls = if address.tls { Some(Arc::new(config(machine_roots())?)) } else { None };
        Ok(Self { address, token, tls, patience })
    }

    /// Trusts the certificates of a file, and no others.
    pub fn trust(&mut self, path: &Path) -> Result<(), ConnectError> {
        let wrong = || ConnectError::Certificates(format!("`{}`", path.display()));
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_file_iter(path).map_err(|_| wrong())? {
            roots.add(certificate.map_err(|_| wrong())?).map_err(|_| wrong())?;
        }
        if roots.is_empty() {
            return Err(wrong());
        }
        if self.address.tls {
            self.tls = Some(Arc::new(config(roots)?));
        }
        Ok(())
    }

    /// Posts until there is a response, or the hub is out of reach for too long.
    pub async fn post(&self, path: &str, body: &Value) -> Result<Value, Trouble> {
        self.patiently(Method::POST, path, Some(body), Duration::ZERO).await.map(|(_, told)| told)
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
        let reached = tokio::time::timeout(REACH, self.reach()).await;
        let stream = reached.map_err(|_| "it does not react".to_owned())??;
        let body = body.map(|body| Bytes::from(body.to_string())).unwrap_or_default();
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, &self.address.authority)
            .header(AUTHORIZATION, self.token.clone())
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(body))
            .map_err(|error| error.to_string())?;
        let answered = async {
            let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(|e| e.to_string())?;
            let exchange = async {
                let response = sender.send_request(request).await.map_err(|error| error.to_string())?;
                let status = response.status().as_u16();
                let body = Limited::new(response.into_body(), LARGEST).collect().await.map_err(|e| e.to_string())?;
                let told = serde_json::from_slice(&body.to_bytes()).map_err(|error| error.to_string())?;
                Ok::<_, String>((status, told))
            };
            tokio::pin!(connection, exchange);
            tokio::select! {
                told = &mut exchange => told,
                ended = &mut connection => match ended {
                    // The rest of the response may have arrived already.
                    Ok(()) => exchange.await,
                    Err(error) => Err(error.to_string()),
                },
            }
        };
        tokio::time::timeout(wait.saturating_add(SLACK), answered).await.map_err(|_| "it does not answer".to_owned())?
    }

    async fn reach(&self) -> Result<Box<dyn Stream>, String> {
        let place = (self.address.host.as_str(), self.address.port);
        let stream = TcpStream::connect(place).await.map_err(|error| error.to_string())?;
        let _ = stream.set_nodelay(true);
        let Some(tls) = &self.tls else { return Ok(Box::new(stream)) };
        let name = ServerName::try_from(self.address.host.clone()).map_err(|error| error.to_string())?;
        let stream = TlsConnector::from(Arc::clone(tls)).connect(name, stream).await;
        Ok(Box::new(stream.map_err(|error| error.to_string())?))
    }
}

/// A connection, encrypted or not.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

/// The certificates that the machine trusts. Unreadable ones are skipped.
fn machine_roots() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    let _ = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    roots
}

fn config(roots: RootCertStore) -> Result<ClientConfig, ConnectError> {
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| ConnectError::Certificates(error.to_string()))?;
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}
