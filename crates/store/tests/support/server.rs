//! A `PostgreSQL` server for tests, and an empty database in it for each of them.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use byleave_store::Postgres;
use tokio::runtime::Runtime;
use tokio_postgres::{Client, NoTls};

/// Says where the server is: set by `scripts/with-postgres`.
const ADDRESS: &str = "BYLEAVE_TEST_POSTGRES";

/// What `scripts/with-postgres` says where there is no server.
const NOT_INSTALLED: i32 = 69;

static SERVER: LazyLock<Option<Server>> = LazyLock::new(start);

/// One for all tests of this process. It ends when its input does: with this process, however that ends.
struct Server {
    address: String,
    _child: Option<Child>,
}

fn start() -> Option<Server> {
    if let Ok(address) = std::env::var(ADDRESS) {
        return Some(Server { address, _child: None });
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/with-postgres");
    let mut child: Child = Command::new(script)
        .args(["sh", "-c", "echo \"$BYLEAVE_TEST_POSTGRES\"; exec cat"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("scripts/with-postgres");
    let mut address = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut address).expect("an address");
    if address.is_empty() {
        let code = child.wait().expect("its end").code();
        assert_eq!(code, Some(NOT_INSTALLED), "the server did not start");
        assert!(std::env::var_os("CI").is_none(), "there is no PostgreSQL here; run scripts/install-tools");
        return None;
    }
    Some(Server { address: address.trim().to_owned(), _child: Some(child) })
}

/// An empty database, removed afterwards.
pub struct Database {
    pub name: String,
    runtime: Runtime,
    server: &'static str,
}

impl Database {
    /// `None`, and a loud word, if there is no server on this machine.
    pub fn new() -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let Some(server) = SERVER.as_ref() else {
            let name = std::thread::current().name().unwrap_or("a test").to_owned();
            eprintln!("!!! SKIPPED: {name}: no PostgreSQL is installed here; run scripts/install-tools !!!");
            return None;
        };
        let name = format!("test_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let database = Self { name, runtime: runtime.expect("a runtime"), server: &server.address };
        database.server(&format!("CREATE DATABASE {}", database.name));
        Some(database)
    }

    /// The address of the database.
    pub fn address(&self) -> String {
        // What comes later counts.
        format!("{} dbname={}", self.server, self.name)
    }

    /// A node.
    pub fn open(&self) -> Postgres {
        Postgres::connect(&self.address()).expect("a store")
    }

    /// Runs a future to its end, on several threads.
    pub fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    /// A connection past the store.
    pub async fn client(address: &str) -> Client {
        let (client, connection) = tokio_postgres::connect(address, NoTls).await.expect("a connection");
        tokio::spawn(connection);
        client
    }

    /// Does something to the server.
    pub fn server(&self, text: &str) {
        self.wait(async { Self::client(self.server).await.batch_execute(text).await.expect("it is done") });
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let (name, server) = (&self.name, self.server);
        self.runtime.block_on(async {
            let dropped = Self::client(server).await.batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)")).await;
            drop(dropped);
        });
    }
}
