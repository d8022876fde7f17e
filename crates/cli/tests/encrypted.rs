//! `byleave serve --tls-cert --tls-key`: by TLS or not at all.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod serving;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use byleave_gate::Role;
use serving::{STORE, Serving, call, folder, raw, store, token};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

/// A certificate that signed itself, for this machine.
fn certificate(folder: &Path, name: &str) {
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"])
        .args([
            "-subj",
            "/CN=hub",
            "-addext",
            "basicConstraints=critical,CA:FALSE",
            "-addext",
            "subjectAltName=DNS:localhost,IP:127.0.0.1",
        ])
        .args(["-keyout", &format!("{name}.key"), "-out", &format!("{name}.pem")])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

fn by_tls(host: &str, root: &Path, name: &str, request: &str) -> std::io::Result<String> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(root).unwrap()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(name.to_owned()).unwrap();
    let connection = ClientConnection::new(Arc::new(config), name).unwrap();
    let mut stream = StreamOwned::new(connection, TcpStream::connect(host)?);
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    // The end may come without a word, after all that was said.
    let _ = stream.read_to_end(&mut answer);
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

#[test]
fn a_hub_with_a_certificate_speaks_tls_and_nothing_else() {
    let folder = folder("tls");
    certificate(&folder, "hub");
    certificate(&folder, "other");
    let agent = token(&store(&folder), Role::Agent, "builder");
    let hub = Serving::start(&folder, STORE, &["--tls-cert", "hub.pem", "--tls-key", "hub.key"]);
    let body = call("git status", "s", 0);
    let post = |host: &str| {
        format!(
            "POST /v1/calls HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {agent}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    let door = hub.host.rsplit(':').next().unwrap();
    for name in ["127.0.0.1", "localhost"] {
        let answer = by_tls(&hub.host, &folder.join("hub.pem"), name, &post(&format!("{name}:{door}"))).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(r#""approved":true"#), "{name}: {answer}");
    }
    for (root, name) in [("other.pem", "127.0.0.1"), ("hub.pem", "hub.example")] {
        let refused = by_tls(&hub.host, &folder.join(root), name, &post(&hub.host));
        assert!(refused.is_err(), "{root} {name}: {refused:?}");
    }
    let plain = raw(&hub.host, post(&hub.host).as_bytes(), Duration::from_secs(20));
    assert!(!plain.contains("HTTP/1.1"), "{plain}");
    let (key, certificate) = ("other.key", "hub.pem");
    let refused = Command::new(env!("CARGO_BIN_EXE_byleave"))
        .args(["serve", "--listen", "127.0.0.1:0", "--store", "sqlite:other/record.db"])
        .args(["--tls-cert", certificate, "--tls-key", key])
        .current_dir(&folder)
        .env("HOME", &folder)
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2), "a key of another certificate");
}
