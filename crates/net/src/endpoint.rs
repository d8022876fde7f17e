//! One request, one reply, over a connection of its own.

use std::io;

use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::trust::Trust;

/// Why there is no reply.
#[derive(Debug, Error)]
pub enum NetError {
    /// No connection.
    #[error("the address cannot be reached: {0}")]
    Unreachable(io::Error),
    /// Another server may be there: nothing was sent.
    #[error("the server did not prove that it is the one that was named, so nothing was sent: {0}")]
    Unproven(io::Error),
    /// The connection broke before the reply was whole.
    #[error("the connection broke: {0}")]
    Broken(#[from] hyper::Error),
    /// The reply is larger than expected, or was cut short.
    #[error("the reply cannot be read: {0}")]
    Reply(Box<dyn std::error::Error + Send + Sync>),
}

/// What is wanted of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// Its status only: the body is not read.
    Ignored,
    /// All of it, up to so many bytes.
    UpTo(usize),
}

/// A reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Its HTTP status.
    pub status: u16,
    /// Its body; empty if that is ignored.
    pub body: Bytes,
}

/// A server.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// The name or address of its machine; over TLS it has to prove this name.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Whose signature counts; `None` is a connection in the clear.
    pub trust: Option<Trust>,
}

/// A connection, encrypted or not.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

/// A connection that nothing was sent on.
pub struct Connection(Box<dyn Stream>);

impl Endpoint {
    /// Connects. Over TLS the server has proved its name by then.
    ///
    /// # Errors
    ///
    /// If it cannot be reached, or does not prove its name.
    pub async fn connect(&self) -> Result<Connection, NetError> {
        let stream = TcpStream::connect((self.host.as_str(), self.port)).await.map_err(NetError::Unreachable)?;
        let _ = stream.set_nodelay(true);
        let Some(trust) = &self.trust else { return Ok(Connection(Box::new(stream))) };
        let name = ServerName::try_from(self.host.clone()).map_err(io::Error::other).map_err(NetError::Unproven)?;
        let stream = trust.connector().connect(name, stream).await.map_err(NetError::Unproven)?;
        Ok(Connection(Box::new(stream)))
    }
}

impl Connection {
    /// Sends a request, and gives the response as soon as its head is there: its body may be a stream without an end. Needs
    /// the runtime of tokio.
    ///
    /// # Errors
    ///
    /// If the connection breaks.
    pub async fn send(self, request: Request<Full<Bytes>>) -> Result<Response<Incoming>, NetError> {
        let (mut sender, connection) = http1::handshake(TokioIo::new(self.0)).await?;
        tokio::spawn(async move {
            // How it ends shows in the body.
            let _ = connection.await;
        });
        Ok(sender.send_request(request).await?)
    }

    /// Sends a request and waits for the reply. The connection is closed then.
    ///
    /// # Errors
    ///
    /// If the connection breaks, or the reply is cut short or too large.
    pub async fn exchange(self, request: Request<Full<Bytes>>, wanted: Body) -> Result<Reply, NetError> {
        let (mut sender, connection) = http1::handshake(TokioIo::new(self.0)).await?;
        let exchange = async {
            let response = sender.send_request(request).await?;
            let status = response.status().as_u16();
            let body = match wanted {
                Body::Ignored => Bytes::new(),
                Body::UpTo(most) => {
                    let body = Limited::new(response.into_body(), most).collect().await;
                    body.map_err(NetError::Reply)?.to_bytes()
                }
            };
            Ok(Reply { status, body })
        };
        tokio::pin!(connection, exchange);
        tokio::select! {
            reply = &mut exchange => reply,
            ended = &mut connection => match ended {
                // The rest of the reply may have arrived already.
                Ok(()) => exchange.await,
                Err(error) => Err(error.into()),
            },
        }
    }
}
