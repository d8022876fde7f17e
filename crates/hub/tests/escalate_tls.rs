//! Telling somebody over TLS: only a server that proves who it is hears anything. By itself in a file, because a process has
//! one log.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use byleave_gate::Role;
use byleave_hub::Escalation;
use support::{Folder, Running, Wish};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Kept {
    /// The first line about something, once it is there.
    async fn line(&self, about: &str) -> String {
        for _ in 0..1000 {
            let log = String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned();
            if let Some(line) = log.lines().find(|line| line.contains(about) && line.contains("a request that waits")) {
                return line.to_owned();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        String::new()
    }
}

fn pem(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls").join(name)
}

/// A server that takes one message; what it could read of it.
async fn receiver(certificate: &str, key: &str) -> (u16, tokio::task::JoinHandle<String>) {
    let chain = CertificateDer::pem_file_iter(pem(certificate)).unwrap().collect::<Result<Vec<_>, _>>().unwrap();
    let key = PrivateKeyDer::from_pem_file(pem(key)).unwrap();
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config.with_no_client_auth().with_single_cert(chain, key).unwrap()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let task = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let Ok(mut stream) = acceptor.accept(stream).await else { return String::new() };
        let (mut text, mut bytes) = (String::new(), [0; 4096]);
        while !text.ends_with('}') {
            match stream.read(&mut bytes).await {
                Ok(0) | Err(_) => return text,
                Ok(count) => text.push_str(&String::from_utf8_lossy(&bytes[..count])),
            }
        }
        let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await;
        let _ = stream.shutdown().await;
        text
    });
    (port, task)
}

#[tokio::test(flavor = "multi_thread")]
async fn over_tls_only_a_server_that_is_trusted_is_told_and_the_log_says_why_not() {
    let kept = Kept::default();
    let writer = kept.clone();
    tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).init();
    let (own, own_key) = ("certificate.pem", "key.pem");
    let (signed, signed_key) = ("signed.pem", "signed-key.pem");
    for (certificate, key, trusted, host, said) in [
        (signed, signed_key, "authority.pem", "127.0.0.1", "escalated a request"),
        (own, own_key, own, "127.0.0.1", "escalated a request"),
        // Signed by somebody else, by nobody, and for another name.
        (signed, signed_key, own, "127.0.0.1", "nothing was sent: invalid peer certificate"),
        (own, own_key, "authority.pem", "127.0.0.1", "nothing was sent: invalid peer certificate"),
        (signed, signed_key, "authority.pem", "localhost", "nothing was sent: invalid peer certificate"),
    ] {
        let case = format!("{certificate} by {trusted} at {host}");
        let folder = Folder::new("escalate-tls");
        let (port, receiving) = receiver(certificate, key).await;
        let address = format!("https://{host}:{port}/hook");
        let secret = b"0123456789abcdef0123456789abcdef";
        let after = Duration::from_millis(1);
        let escalation = Escalation::new(after, &address, secret, "https://hub.example", Some(&pem(trusted))).unwrap();
        let hub = Running::start(&folder, Wish { escalation: Some(escalation), ..Wish::default() }).await;
        let agent = hub.token(Role::Agent, None).await;
        let id = hub.pending(&agent, "npm install").await;
        let line = kept.line(&id).await;
        assert!(line.contains(said), "{case}: {line}");
        let got = receiving.await.unwrap();
        if said == "escalated a request" {
            assert!(got.starts_with("POST /hook HTTP/1.1\r\n") && got.contains(&id), "{case}: {got}");
        } else {
            assert!(line.contains("--escalate-ca"), "{case}: {line}");
            assert_eq!(got, "", "{case}");
        }
        hub.stop().await;
    }
}

#[test]
fn a_file_without_certificates_is_refused_at_the_start() {
    let secret = b"0123456789abcdef0123456789abcdef";
    for name in ["key.pem", "nothing.pem"] {
        let made = Escalation::new(Duration::from_mins(1), "https://h/", secret, "https://hub", Some(&pem(name)));
        assert!(made.unwrap_err().to_string().contains(name), "{name}");
    }
}
