//! Listens, with deadlines on everything, until it is stopped.

pub mod certificate;
pub mod counts;
#[cfg(test)]
pub mod described;
pub mod fields;
pub mod files_in_force;
pub mod guard;
pub mod intake;
pub mod metrics;
pub mod peers;
pub mod problem;
pub mod rate;
pub mod reply;
pub mod routes;
pub mod socket;

pub use certificate::Tls;
pub use fields::SaidShells;
pub use intake::{Body, OrderedBody, QueryString, Sender};
pub use problem::Problem;
pub use reply::{JsonReply, blocking, fine, frame_of, json_of, listed, told};

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::Extension;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use crate::config::Names;
use crate::hub::Hub;
use crate::request::background;
use crate::request::escalate;
use crate::server::peers::{Kept, Machine, Peers};

/// The largest head of a request, in bytes.
const HEAD: usize = 32 << 10;

/// How long the head of a request may take on a connection that is kept for people.
const HASTE: Duration = Duration::from_secs(2);

/// How many headers a request may have.
const HEADERS: usize = 64;

/// Why a server does not start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be used.
    #[error("cannot listen on {address}: {error}; is another hub running there?")]
    Listen {
        /// Which address.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// The certificate or its key cannot be used.
    #[error("cannot use the certificate: {0}")]
    Certificate(String),
}

/// A hub that has an address.
#[derive(Debug)]
pub struct Server {
    hub: Arc<Hub>,
    listener: TcpListener,
    address: SocketAddr,
    tls: Option<Tls>,
}

impl Server {
    /// Binds an address. It answers nothing yet.
    ///
    /// # Errors
    ///
    /// If the address cannot be used.
    pub async fn bind(
        hub: Arc<Hub>,
        address: SocketAddr,
        tls: Option<Tls>,
        hosts: &[String],
        origins: &[String],
    ) -> Result<Self, ServeError> {
        let failed = |error| ServeError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let names = Names::of(address, tls.is_some(), hosts, origins);
        *hub.names.write().unwrap_or_else(PoisonError::into_inner) = names;
        hub.files.serve_with(tls.clone());
        Ok(Self { hub, listener, address, tls })
    }

    /// The address it listens on.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` ends; then it finishes requests in flight and closes the sockets with a reason.
    pub async fn serve(self, stop: impl Future<Output = ()>) {
        let hub = self.hub;
        let app = routes::routes(Arc::clone(&hub));
        let keeper = tokio::spawn(background::keep(Arc::clone(&hub)));
        let telling = tokio::spawn(escalate::keep(Arc::clone(&hub)));
        let looking = tokio::spawn(files_in_force::keep(Arc::clone(&hub)));
        let peers = Arc::new(Peers::new(&hub.limits));
        // Every connection holds a sender; when the last is dropped, all connections have ended.
        let (alive, mut all_gone) = mpsc::channel::<()>(1);
        let mut stop = pin!(stop);
        loop {
            let accepted = tokio::select! {
                () = &mut stop => break,
                accepted = self.listener.accept() => accepted,
            };
            let (stream, from) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Probably out of file descriptors: other connections must close first.
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            let place = tokio::select! {
                () = &mut stop => break,
                place = peers.place(from.ip()) => place,
            };
            // This machine has too many connections.
            let Some(place) = place else { continue };
            let (hub, app, tls, alive) = (Arc::clone(&hub), app.clone(), self.tls.clone(), alive.clone());
            tokio::spawn(async move {
                let app = app.layer(Extension(Machine(from.ip())));
                let app = if place.kept { app.layer(Extension(Kept)) } else { app };
                let head = if place.kept { hub.limits.head.min(HASTE) } else { hub.limits.head };
                connection(&hub, app, tls, stream, head).await;
                drop((place, alive));
            });
        }
        drop(self.listener);
        tracing::info!("stopping");
        hub.stopping.send_replace(true);
        drop(alive);
        let ended = async {
            let _ = all_gone.recv().await;
            let _ = keeper.await;
            let _ = telling.await;
            let _ = looking.await;
            // Sockets do not count as connections any more; each returns its place when it closes.
            let all = u32::try_from(hub.limits.sockets).unwrap_or(u32::MAX);
            let _ = hub.sockets.acquire_many(all).await;
        };
        if tokio::time::timeout(hub.limits.stopping, ended).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
    }
}

async fn connection(hub: &Hub, app: axum::Router, tls: Option<Tls>, stream: TcpStream, head: Duration) {
    // Responses are small: waiting to fill a packet would only delay them.
    let _ = stream.set_nodelay(true);
    match tls {
        None => http(hub, app, stream, head).await,
        Some(tls) => {
            if let Ok(Ok(stream)) =
                tokio::time::timeout(hub.limits.body_time.min(head), tls.acceptor().accept(stream)).await
            {
                http(hub, app, stream, head).await;
            }
        }
    }
}

async fn http(
    hub: &Hub,
    app: axum::Router,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    head: Duration,
) {
    let mut stopping = hub.stopping.subscribe();
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(HEAD)
        .max_headers(HEADERS)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
        .with_upgrades();
    let mut connection = pin!(connection);
    let told = async { drop(stopping.wait_for(|stopping| *stopping).await) };
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = told => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "connection ended");
    }
}
