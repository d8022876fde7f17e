//! TLS, with a certificate that may be renewed while the hub runs.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use byleave_gate::files::Sources;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use crate::server::ServeError;

/// Encrypts connections.
#[derive(Clone)]
pub struct Tls(Arc<Certificate>);

struct Certificate {
    chain: PathBuf,
    key: PathBuf,
    /// Its files as they were when it was first read.
    first: Sources,
    acceptor: RwLock<TlsAcceptor>,
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tls(..)")
    }
}

impl Tls {
    /// Reads a chain of certificates and their key, both in PEM.
    ///
    /// # Errors
    ///
    /// If one of them cannot be read or they do not belong together.
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, ServeError> {
        // Before it is read: a change in between is noticed later.
        let first = Sources::of(&[certificate, key]);
        let acceptor = RwLock::new(acceptor(certificate, key)?);
        let (chain, key) = (certificate.to_path_buf(), key.to_path_buf());
        Ok(Self(Arc::new(Certificate { chain, key, first, acceptor })))
    }

    /// Its files, as they were when it was first read.
    pub(super) fn first(&self) -> Sources {
        self.0.first.clone()
    }

    /// Its files, as they are now.
    pub(super) fn sources(&self) -> Sources {
        Sources::of(&[&self.0.chain, &self.0.key])
    }

    /// Reads the files again, for connections from now on. If they are broken, the certificate before stays.
    pub(super) fn renew(&self) -> Result<(), ServeError> {
        let new = acceptor(&self.0.chain, &self.0.key)?;
        *self.0.acceptor.write().unwrap_or_else(PoisonError::into_inner) = new;
        Ok(())
    }

    /// What encrypts a new connection.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        self.0.acceptor.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn acceptor(certificate: &Path, key: &Path) -> Result<TlsAcceptor, ServeError> {
    let wrong =
        |path: &Path, error: &dyn std::fmt::Display| ServeError::Certificate(format!("`{}`: {error}", path.display()));
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect)
        .map_err(|error| wrong(certificate, &error))?;
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| wrong(key, &error))?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(certificate, &error))?
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .map_err(|error| wrong(certificate, &error))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}
