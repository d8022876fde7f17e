//! TLS to the server: verified, or not at all.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use byleave_gate::{Store as _, block_on};
use byleave_store::Postgres;
use tokio_postgres::NoTls;

use crate::server::Database;
use crate::support::decided;

/// A server that is reached by TLS. It ends with its input, however this process ends.
struct Server {
    address: String,
    root: String,
    _child: Child,
}

impl Server {
    /// `None` where there is no server; whoever asks for a database is told so.
    fn start() -> Option<Self> {
        Database::new()?;
        let mut child = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/with-postgres"))
            .args(["sh", "-c", "echo \"$BYLEAVE_TEST_POSTGRES\"; echo \"$BYLEAVE_TEST_POSTGRES_ROOT\"; exec cat"])
            .env_remove("BYLEAVE_TEST_POSTGRES")
            .env("BYLEAVE_POSTGRES_TLS", "on")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("scripts/with-postgres");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let mut line = || lines.next().expect("a line").expect("a line");
        Some(Self { address: line(), root: line(), _child: child })
    }
}

#[test]
fn the_server_has_to_prove_its_name_or_nothing_is_sent_to_it() {
    let Some(Server { address, root, .. }) = &Server::start() else { return };
    let elsewhere = address.replace("host=localhost", "host=127.0.0.1");
    let no_root = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    for (address, settings, expected) in [
        (address, format!("sslmode=verify-full sslrootcert={root}"), None),
        (address, format!("sslmode=require sslrootcert={root}"), None),
        (&elsewhere, format!("sslmode=verify-full sslrootcert={root}"), Some("not valid for name")),
        (&elsewhere, format!("sslmode=require sslrootcert={root}"), Some("not valid for name")),
        (address, "sslmode=verify-full".to_owned(), Some("certificate")),
        (address, "sslmode=require".to_owned(), Some("certificate")),
        (address, format!("sslmode=verify-full sslrootcert={}", no_root.display()), Some("no certificate in it")),
        (address, format!("sslrootcert={root}"), Some("does nothing without")),
    ] {
        let connected = Postgres::connect(&format!("{address} {settings}"));
        match expected {
            None => {
                let store = connected.expect("a store");
                block_on(store.commit(decided("1", "s"))).expect("a record");
                drop(store.changes());
                assert_eq!(encrypted(address), (1, 0), "all connections, also the one that listens: {settings}");
            }
            Some(said) => {
                let refused = connected.map(drop).expect_err(&settings).to_string();
                assert!(refused.contains(said), "{settings}: {refused}");
            }
        }
    }
}

/// Whether some connections of the store are encrypted, and how many are not.
fn encrypted(address: &str) -> (i64, i64) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(address, NoTls).await.expect("a connection");
        tokio::spawn(connection);
        let count = "SELECT least(count(*) FILTER (WHERE ssl), 1), count(*) FILTER (WHERE NOT ssl) \
                     FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'byleave'";
        let row = client.query_one(count, &[]).await.expect("a count");
        (row.get(0), row.get(1))
    })
}

#[test]
fn a_server_that_does_not_speak_tls_is_not_spoken_to() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let heard = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        let mut asked = [0; 8];
        stream.read_exact(&mut asked).expect("the question");
        stream.write_all(b"N").expect("the answer");
        let mut more = Vec::new();
        stream.read_to_end(&mut more).map(|_| more).unwrap_or_default()
    });
    let settings = "sslmode=verify-full";
    let refused = Postgres::connect(&format!("host=127.0.0.1 port={port} user=me password=s3cret {settings}"));
    let refused = refused.map(drop).expect_err("no server").to_string();
    assert!(refused.contains("TLS"), "{refused}");
    assert_eq!(heard.join().expect("an end"), Vec::<u8>::new(), "not a word more, no name and no password");
}
