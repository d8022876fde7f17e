//! A server that is reached over HTTP: the gate listens on this machine, and passes on what it does not judge.

mod events;
mod guard;
mod upstream;

use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use self::events::Events;
pub use self::upstream::Address;
use self::upstream::Lister;
use crate::core::Core;
use crate::desk::ToClient;
use crate::judging::{Judging, Outcome};
use crate::message::{INVALID, LARGEST, REFUSED, error};
use crate::talk::{Step, Talk};

/// The gate remembers at most this many sessions; it serves more, but remembers nothing about them.
const MOST_SESSIONS: usize = 10_000;

/// How long the head of a request may take.
const HEAD: Duration = Duration::from_secs(10);

/// The header that names a session.
const SESSION: &str = "mcp-session-id";

/// The code of a request whose headers say otherwise than its body.
const MISMATCH: i32 = -32020;

type Answer = Response<BoxBody<Bytes, Infallible>>;

/// Bytes that come bit by bit.
struct Pipe(mpsc::Receiver<Bytes>);

impl Body for Pipe {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}

/// The client of one call, while it waits for the answer.
struct Waiting(mpsc::Sender<Bytes>);

impl ToClient for Waiting {
    fn send(&self, message: Vec<u8>) -> bool {
        self.0.try_send(events::event(&message)).is_ok()
    }
}

/// The gate before a server that is reached over HTTP.
pub(crate) struct Http {
    core: Arc<Core>,
    address: Address,
    hosts: Vec<String>,
    talks: Mutex<HashMap<String, Arc<Talk>>>,
}

/// Listens until it is stopped.
///
/// # Errors
///
/// If it cannot listen.
pub fn run(core: Arc<Core>, address: Address, listen: SocketAddr, told: impl FnOnce(&str)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async move {
        let listener = TcpListener::bind(listen).await?;
        let local = listener.local_addr()?;
        told(&format!("http://{local}{}", address.path));
        let hosts = guard::hosts(local);
        let http = Arc::new(Http { core, address, hosts, talks: Mutex::default() });
        loop {
            let (stream, _) = listener.accept().await?;
            let _ = stream.set_nodelay(true);
            let http = Arc::clone(&http);
            tokio::spawn(async move {
                let service = service_fn(move |request| {
                    let http = Arc::clone(&http);
                    async move { Ok::<_, Infallible>(http.handle(request).await) }
                });
                let mut builder = hyper::server::conn::http1::Builder::new();
                builder.timer(TokioTimer::new()).header_read_timeout(HEAD);
                // A client that goes away ends its connection.
                let _ = builder.serve_connection(TokioIo::new(stream), service).await;
            });
        }
    })
}

impl Http {
    async fn handle(self: Arc<Self>, request: Request<Incoming>) -> Answer {
        if let Err(why) = guard::check(request.headers(), &self.hosts) {
            return refused(StatusCode::FORBIDDEN, &Value::Null, INVALID, why);
        }
        let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
        if path != self.address.path {
            return refused(StatusCode::NOT_FOUND, &Value::Null, INVALID, "there is nothing at this address");
        }
        let (parts, body) = request.into_parts();
        match parts.method {
            Method::POST => self.post(parts.headers, body).await,
            Method::GET | Method::DELETE => {
                let talk = self.talk(&parts.headers);
                if parts.method == Method::DELETE
                    && let Some(session) = text(&parts.headers, SESSION)
                {
                    self.talks().remove(&session);
                }
                match self.address.send(parts.method, &parts.headers, Vec::new()).await {
                    Ok(response) => relay(response, talk).await,
                    Err(why) => refused(StatusCode::BAD_GATEWAY, &Value::Null, REFUSED, &why),
                }
            }
            _ => refused(StatusCode::METHOD_NOT_ALLOWED, &Value::Null, INVALID, "use POST, GET or DELETE"),
        }
    }

    fn talks(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Talk>>> {
        self.talks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The talk that a request belongs to. Without a session, each request is a talk of its own, which knows what those
    /// before it of the same user have learnt about the server.
    fn talk(&self, headers: &HeaderMap) -> Arc<Talk> {
        let mut talks = self.talks();
        if let Some(session) = text(headers, SESSION)
            && let Some(talk) = talks.get(&session)
        {
            return Arc::clone(talk);
        }
        let user = text(headers, "authorization").unwrap_or_default();
        let user = format!("user {}", byleave_gate::files::pin(user.as_bytes()));
        if talks.len() > MOST_SESSIONS {
            talks.retain(|name, _| name.starts_with("user "));
        }
        let shared = talks.entry(user.clone()).or_insert_with(|| Arc::new(Talk::new(Arc::clone(&self.core), user)));
        Arc::new(Talk::beside(shared))
    }

    async fn post(self: Arc<Self>, headers: HeaderMap, body: Incoming) -> Answer {
        let kind = text(&headers, CONTENT_TYPE.as_str()).unwrap_or_default();
        if !kind.trim_start().to_ascii_lowercase().starts_with("application/json") {
            return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, &Value::Null, INVALID, "send application/json");
        }
        let Ok(body) = Limited::new(body, LARGEST).collect().await else {
            let why = "messages to the server are at most 16 MB";
            return refused(StatusCode::PAYLOAD_TOO_LARGE, &Value::Null, INVALID, why);
        };
        let bytes = body.to_bytes();
        if bytes.trim_ascii_start().starts_with(b"[") {
            return refused(StatusCode::BAD_REQUEST, &Value::Null, INVALID, "send one message at a time");
        }
        let talk = self.talk(&headers);
        let method = text(&headers, "mcp-method");
        match talk.from_client(bytes.trim_ascii()).pop() {
            None => empty(StatusCode::ACCEPTED),
            Some(Step::ToClient(bytes)) => told(StatusCode::OK, bytes),
            Some(Step::ToServer(bytes)) => {
                if method.is_some_and(|method| method.eq_ignore_ascii_case("tools/call")) {
                    return refused(StatusCode::BAD_REQUEST, &Value::Null, MISMATCH, "the header names another method");
                }
                self.forward(&headers, bytes, talk).await
            }
            Some(Step::Judge(judging)) => {
                let named = text(&headers, "mcp-name");
                if named.is_some_and(|name| name != judging.name())
                    || method.is_some_and(|name| name != judging.method())
                {
                    return refused(StatusCode::BAD_REQUEST, &judging.id, MISMATCH, "the headers name another call");
                }
                self.judge(headers, *judging, talk).await
            }
        }
    }

    async fn forward(self: &Arc<Self>, headers: &HeaderMap, bytes: Vec<u8>, talk: Arc<Talk>) -> Answer {
        match self.address.send(Method::POST, headers, bytes).await {
            Ok(response) => {
                if let Some(session) = text(response.headers(), SESSION) {
                    self.talks().entry(session).or_insert_with(|| Arc::clone(&talk));
                }
                relay(response, talk).await
            }
            Err(why) => refused(StatusCode::BAD_GATEWAY, &Value::Null, REFUSED, &why),
        }
    }

    /// Judges a call. If its user is asked by a request, the answer becomes a stream of events.
    async fn judge(self: Arc<Self>, headers: HeaderMap, judging: Judging, talk: Arc<Talk>) -> Answer {
        let streams = text(&headers, "accept").is_some_and(|accept| accept.contains("text/event-stream"));
        let (asks, mut asked) = mpsc::channel(16);
        let client: Option<Arc<dyn ToClient>> = if streams { Some(Arc::new(Waiting(asks))) } else { None };
        let http = Arc::clone(&self);
        let mut work = Box::pin(async move {
            let lister = Lister { http: Arc::clone(&http), headers: headers.clone() };
            let outcome = talk.judge(judging, &lister, client, None).await;
            match outcome {
                Outcome::ToServer(bytes) => http.forward(&headers, bytes, talk).await,
                Outcome::ToClient(bytes) => told(StatusCode::OK, bytes),
                Outcome::Dropped => empty(StatusCode::ACCEPTED),
            }
        });
        let first = tokio::select! {
            answer = &mut work => return answer,
            Some(first) = asked.recv() => first,
        };
        let (pipe, body) = mpsc::channel(16);
        tokio::spawn(async move {
            let mut event = Some(first);
            let answer = loop {
                if let Some(event) = event.take()
                    && pipe.send(event).await.is_err()
                {
                    // The client is gone, and its call with it.
                    return;
                }
                tokio::select! {
                    answer = &mut work => break answer,
                    Some(next) = asked.recv() => event = Some(next),
                    () = pipe.closed() => return,
                }
            };
            events::pour(answer, &pipe).await;
        });
        stream(body)
    }

    pub(crate) fn address(&self) -> &Address {
        &self.address
    }
}

/// What the server answers, as far as the client may see it.
async fn relay(response: Response<Incoming>, talk: Arc<Talk>) -> Answer {
    let (parts, mut body) = response.into_parts();
    let kind = text(&parts.headers, CONTENT_TYPE.as_str()).unwrap_or_default().to_ascii_lowercase();
    let mut answer = if kind.starts_with("text/event-stream") {
        let (pipe, receiver) = mpsc::channel(16);
        tokio::spawn(async move {
            let mut events = Events::default();
            while let Some(Ok(frame)) = body.frame().await {
                let Ok(bytes) = frame.into_data() else { continue };
                let Some(out) = events.take(&bytes, &talk) else { return };
                if !out.is_empty() && pipe.send(out.into()).await.is_err() {
                    return;
                }
            }
        });
        Response::new(Pipe(receiver).boxed())
    } else {
        let mut held = Vec::new();
        let mut large = None;
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else {
                return refused(StatusCode::BAD_GATEWAY, &Value::Null, REFUSED, "the server broke off");
            };
            if let Ok(bytes) = frame.into_data() {
                held.extend_from_slice(&bytes);
            }
            if held.len() > LARGEST {
                if !talk.lets_by() {
                    let why = "the answer of the server is larger than 16 MB, and the gate had to look at it";
                    return refused(StatusCode::BAD_GATEWAY, &Value::Null, REFUSED, why);
                }
                large = Some(std::mem::take(&mut held));
                break;
            }
        }
        match large {
            Some(begun) => {
                let (pipe, receiver) = mpsc::channel(16);
                tokio::spawn(async move {
                    let mut next = Some(Bytes::from(begun));
                    while let Some(bytes) = next.take() {
                        if pipe.send(bytes).await.is_err() {
                            return;
                        }
                        next = match body.frame().await {
                            Some(Ok(frame)) => Some(frame.into_data().unwrap_or_default()),
                            Some(Err(_)) | None => None,
                        };
                    }
                });
                Response::new(Pipe(receiver).boxed())
            }
            None if kind.starts_with("application/json") => {
                let out: Vec<u8> = talk.from_server(held.clone()).concat();
                // What comes with an error may be of those who let clients in, and no answer of the protocol.
                let out = if parts.status.is_success() { out } else { held };
                Response::new(Full::new(Bytes::from(out)).boxed())
            }
            None => Response::new(Full::new(Bytes::from(held)).boxed()),
        }
    };
    *answer.status_mut() = parts.status;
    for (name, value) in &parts.headers {
        if guard::passes_back(name.as_str()) {
            answer.headers_mut().append(name.clone(), value.clone());
        }
    }
    answer
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
}

fn told(status: StatusCode, bytes: Vec<u8>) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::from(bytes)).boxed());
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    answer
}

fn stream(body: mpsc::Receiver<Bytes>) -> Answer {
    let mut answer = Response::new(Pipe(body).boxed());
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    answer.headers_mut().insert("cache-control", HeaderValue::from_static("no-store"));
    answer
}

fn empty(status: StatusCode) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::new()).boxed());
    *answer.status_mut() = status;
    answer
}

fn refused(status: StatusCode, id: &Value, code: i32, why: &str) -> Answer {
    told(status, error(id, code, why))
}
