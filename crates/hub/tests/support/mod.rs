//! A real hub on a port of its own, and clients that know nothing of it but what goes over the wire.
#![expect(dead_code, reason = "every test file uses some of it")]

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use byleave_gate::{Gate, Role, Store, Workplace};
use byleave_hub::token::{self, NewToken};
use byleave_hub::{Escalation, Hub, Limits, Server, Tls};
use byleave_policy::paths::Resolver;
use byleave_policy::{Policy, Profile};
use byleave_store::Sqlite;
use futures_util::{SinkExt as _, StreamExt as _};
use jiff::Timestamp;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A directory of one test, removed afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hub-{name}-{}-{count}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What a hub of a test is like.
pub struct Wish {
    pub policy: Policy,
    pub limits: Limits,
    pub escalation: Option<Escalation>,
    pub disk: Disk,
}

/// A disk on which looking for some paths takes until it is let go.
#[derive(Clone, Default)]
pub struct Disk(Arc<(Mutex<bool>, Condvar)>);

impl Disk {
    /// Paths with this in them are slow.
    pub const SLOW: &str = "slow";

    pub fn hold(&self) {
        *self.0.0.lock().unwrap() = true;
    }

    pub fn let_go(&self) {
        *self.0.0.lock().unwrap() = false;
        self.0.1.notify_all();
    }
}

impl Resolver for Disk {
    fn resolve<'p>(&self, path: &'p str) -> Cow<'p, str> {
        if path.contains(Self::SLOW) {
            drop(self.0.1.wait_while(self.0.0.lock().unwrap(), |held| *held).unwrap());
        }
        byleave_gate::files::Disk.resolve(path)
    }

    fn is_file(&self, path: &str) -> bool {
        byleave_gate::files::Disk.is_file(path)
    }
}

impl Default for Wish {
    fn default() -> Self {
        Self {
            policy: Policy::default(),
            limits: Limits { poll: Duration::from_millis(100), ..Limits::default() },
            escalation: None,
            disk: Disk::default(),
        }
    }
}

pub fn connectonion() -> Wish {
    Wish { policy: Policy { profile: Profile::ConnectOnion, ..Policy::default() }, ..Wish::default() }
}

/// A hub that runs.
pub struct Running {
    pub hub: Arc<Hub>,
    pub store: Arc<dyn Store>,
    pub port: u16,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Running {
    pub async fn start(folder: &Folder, wish: Wish) -> Self {
        Self::start_at(folder, wish, 0).await
    }

    /// At a port it had before.
    pub async fn start_at(folder: &Folder, wish: Wish, port: u16) -> Self {
        Self::start_with(folder, wish, port, None).await
    }

    pub async fn start_with(folder: &Folder, wish: Wish, port: u16, tls: Option<Tls>) -> Self {
        let store: Arc<dyn Store> =
            Arc::new(Sqlite::open(folder.0.join("record.db")).unwrap().indexed().unwrap().at_hand(2).unwrap());
        let gate = Gate::builder()
            .policy(wish.policy)
            .shared_store(Arc::clone(&store))
            .resolver(wish.disk)
            .project("/w/app")
            .cwd("/w/app")
            .home("/home/dev")
            .build()
            .unwrap();
        let hub = Hub::new(gate, Arc::clone(&store), wish.limits, tls.is_some()).await.unwrap();
        if let Some(escalation) = wish.escalation {
            hub.escalate(escalation);
        }
        let address = format!("127.0.0.1:{port}").parse().unwrap();
        let server = Server::bind(Arc::clone(&hub), address, tls, &[], &[]).await.unwrap();
        let port = server.address().port();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(server.serve(async {
            let _ = stopped.await;
        }));
        Self { hub, store, port, stop: Some(stop), task }
    }

    /// Stops as on a signal.
    pub async fn stop(mut self) {
        drop(self.stop.take());
        self.task.await.unwrap();
    }

    /// Ends at once, as when it is killed: nothing is told, nothing is finished.
    pub async fn kill(self) {
        self.task.abort();
        let _ = self.task.await;
    }

    pub async fn token(&self, role: Role, session: Option<&str>) -> String {
        self.named(role, role.name(), session).await.1
    }

    /// The id of a new token, and its text.
    pub async fn named(&self, role: Role, name: &str, session: Option<&str>) -> (String, String) {
        let wanted = NewToken { session: session.map(str::to_owned), ..NewToken::new(name, role) };
        let (stored, secret) = token::make(wanted, Timestamp::now()).unwrap();
        let id = stored.id.clone();
        self.store.put_token(stored).await.unwrap();
        (id, secret.reveal().to_owned())
    }

    /// A token of an agent that works in some projects, and lives in a home directory.
    pub async fn agent(&self, projects: &[&str], home: Option<&str>) -> String {
        let projects = projects.iter().map(|path| (*path).to_owned()).collect();
        let workplace = Workplace { projects, home: home.map(str::to_owned) };
        let wanted = NewToken { workplace, ..NewToken::new("agent", Role::Agent) };
        let (stored, secret) = token::make(wanted, Timestamp::now()).unwrap();
        self.store.put_token(stored).await.unwrap();
        secret.reveal().to_owned()
    }

    pub async fn get(&self, path: &str, token: &str) -> Response {
        self.send("GET", path, &[("authorization", &format!("Bearer {token}"))], "").await
    }

    pub async fn post(&self, path: &str, token: &str, body: &Value) -> Response {
        let headers = [("authorization", format!("Bearer {token}")), ("content-type", "application/json".to_owned())];
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.send("POST", path, &headers, &body.to_string()).await
    }

    /// One request, written by hand. A `host` among the headers takes the place of the right one.
    pub async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            head.push_str(&format!("host: 127.0.0.1:{}\r\n", self.port));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !body.is_empty() || method == "POST" {
            head.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        self.raw(format!("{head}\r\n{body}").as_bytes()).await
    }

    pub async fn raw(&self, bytes: &[u8]) -> Response {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        // A hub that refuses early may close before it has read everything.
        let _ = stream.write_all(bytes).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        Response::read(&String::from_utf8_lossy(&answer))
    }

    /// Hands a call in, without waiting for a person.
    pub async fn call(&self, token: &str, command: &str) -> Response {
        let call = json!({"tool": "bash", "arguments": {"command": command}, "wait": 0});
        self.post("/v1/calls", token, &call).await
    }

    /// The id of a new request.
    pub async fn pending(&self, token: &str, command: &str) -> String {
        let response = self.call(token, command).await;
        assert_eq!(response.status, 202, "{response:?}");
        response.body["id"].as_str().unwrap().to_owned()
    }

    pub async fn socket(&self, token: &str) -> Socket {
        self.try_socket(&[("authorization", &format!("Bearer {token}"))]).await.unwrap()
    }

    /// A socket at another address than the usual one.
    pub async fn socket_at(&self, path: &str, token: &str) -> Socket {
        self.try_socket_at(path, &[("authorization", &format!("Bearer {token}"))]).await.unwrap()
    }

    pub async fn try_socket(&self, headers: &[(&str, &str)]) -> Result<Socket, u16> {
        self.try_socket_at("/ws", headers).await
    }

    /// The socket of an agent.
    pub async fn line(&self, token: &str) -> Socket {
        self.try_socket_at("/v1/agent", &[("authorization", &format!("Bearer {token}"))]).await.unwrap()
    }

    pub async fn try_socket_at(&self, path: &str, headers: &[(&str, &str)]) -> Result<Socket, u16> {
        let mut request = format!("ws://127.0.0.1:{}{path}", self.port).into_client_request().unwrap();
        for (name, value) in headers {
            let name: tokio_tungstenite::tungstenite::http::HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok((stream, _)) => Ok(Socket(stream)),
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }
}

/// An answer.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: Value,
    pub text: String,
}

impl Response {
    fn read(answer: &str) -> Self {
        let (head, text) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body = serde_json::from_str(text).unwrap_or(Value::Null);
        Self { status, head: head.to_owned(), body, text: text.to_owned() }
    }
}

/// The socket of an approver.
pub struct Socket(pub WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub async fn say(&mut self, text: &str) {
        self.0.send(Message::text(text.to_owned())).await.unwrap();
    }

    /// The next frame; `None` if the socket was closed.
    pub async fn frame(&mut self) -> Option<Value> {
        self.within(Duration::from_secs(20)).await.expect("a frame in time")
    }

    /// The next frame, if one comes in time.
    pub async fn within(&mut self, time: Duration) -> Option<Option<Value>> {
        let next = async {
            loop {
                match self.0.next().await {
                    Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                    Some(Ok(_)) => {}
                }
            }
        };
        tokio::time::timeout(time, next).await.ok()
    }

    /// The next frame of a kind; others are passed over.
    pub async fn next(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.frame().await.expect("an open socket");
            if frame["type"] == kind {
                return frame;
            }
        }
    }

    /// Nothing more comes.
    pub async fn is_quiet(&mut self) -> bool {
        self.within(Duration::from_millis(300)).await.is_none()
    }
}
