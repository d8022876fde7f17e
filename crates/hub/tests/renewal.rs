//! A certificate that is renewed while the hub serves.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use byleave_hub::Tls;
use support::{Folder, Running, Wish};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

fn pem(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls").join(name)
}

/// What `/readyz` says to a client that trusts only the authority; nothing if the certificate is not signed by it.
async fn ready(port: u16) -> Option<String> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(pem("authority.pem")).unwrap()).unwrap();
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    let name = ServerName::try_from("127.0.0.1").unwrap();
    let mut stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await.ok()?;
    let head = format!("GET /readyz HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    Some(String::from_utf8_lossy(&answer).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_certificate_counts_for_new_connections_and_a_broken_one_for_none() {
    let folder = Folder::new("renewal");
    let [chain, key] = ["chain.pem", "key.pem"].map(|name| folder.0.join(name));
    fs::copy(pem("certificate.pem"), &chain).unwrap();
    fs::copy(pem("key.pem"), &key).unwrap();
    let tls = Tls::read(&chain, &key).unwrap();
    let hub = Running::start_with(&folder, Wish::default(), 0, Some(tls)).await;
    assert_eq!(ready(hub.port).await, None, "the first one is signed by itself");
    // The chain first, as programs do that renew them: until its key is there too, the one before is used.
    fs::copy(pem("signed.pem"), &chain).unwrap();
    hub.hub.reload();
    fs::copy(pem("signed-key.pem"), &key).unwrap();
    let told = until(hub.port, |told| told.contains(r#""certificate":"loaded""#)).await;
    assert!(told.contains(r#""ready":true"#), "{told}");
    fs::write(&chain, "-----BEGIN CERTIFICATE-----").unwrap();
    let told = until(hub.port, |told| told.contains("broken")).await;
    assert!(told.contains(r#""certificate":"broken on disk; the one before is in force""#), "{told}");
    fs::copy(pem("signed.pem"), &chain).unwrap();
    until(hub.port, |told| told.contains(r#""certificate":"loaded""#)).await;
    hub.stop().await;
}

/// Waits until the hub says something; a test that waits for ever has failed.
async fn until(port: u16, said: impl Fn(&str) -> bool) -> String {
    loop {
        if let Some(told) = ready(port).await.filter(|told| said(told)) {
            return told;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
