//! Whom byleave trusts to be the server that was named.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use thiserror::Error;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Why there is no one to trust.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadTrust {
    /// The machine has no list, or an empty one.
    #[error("this machine has no list of certificates that it trusts; name a file of them")]
    NoList,
    /// A file has none that can be used.
    #[error("`{path}`: {why}")]
    File {
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// The library refuses its own settings.
    #[error("TLS cannot be used: {0}")]
    Library(String),
}

/// The certificates by which a server proves its name.
#[derive(Clone)]
pub struct Trust(Arc<ClientConfig>);

impl fmt::Debug for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Trust")
    }
}

impl Trust {
    /// Those of a file in PEM and no others, or those that the machine trusts.
    ///
    /// # Errors
    ///
    /// If there are none.
    pub fn of(file: Option<&Path>) -> Result<Self, BadTrust> {
        file.map_or_else(Self::machine, Self::file)
    }

    /// Those that the machine trusts. Unreadable ones are skipped.
    ///
    /// # Errors
    ///
    /// If there are none.
    pub fn machine() -> Result<Self, BadTrust> {
        let mut roots = RootCertStore::empty();
        let (usable, _) = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if usable == 0 { Err(BadTrust::NoList) } else { Self::with(roots) }
    }

    /// Those of a file in PEM, and no others. A system's list may have some of kinds that are not supported any more.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or has none that can be used.
    pub fn file(path: &Path) -> Result<Self, BadTrust> {
        let wrong = |why: String| BadTrust::File { path: path.display().to_string(), why };
        let all = CertificateDer::pem_file_iter(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut roots = RootCertStore::empty();
        match roots.add_parsable_certificates(all.map_err(|error| wrong(error.to_string()))?) {
            (0, _) => Err(wrong("there is no certificate in it that can be used".to_owned())),
            _ => Self::with(roots),
        }
    }

    /// None: no server can prove its name.
    ///
    /// # Errors
    ///
    /// If the library refuses its own settings.
    pub fn none() -> Result<Self, BadTrust> {
        Self::with(RootCertStore::empty())
    }

    fn with(roots: RootCertStore) -> Result<Self, BadTrust> {
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| BadTrust::Library(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self(Arc::new(config)))
    }

    /// Encrypts connections to servers that prove their name.
    #[must_use]
    pub fn connector(&self) -> TlsConnector {
        TlsConnector::from(Arc::clone(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{BadTrust, Trust};

    #[test]
    fn a_file_without_certificates_trusts_no_one_and_is_named() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        for file in [here.join("Cargo.toml"), here.join("none.pem"), here.to_owned()] {
            let Err(BadTrust::File { path, .. }) = Trust::of(Some(&file)) else { panic!("{}", file.display()) };
            assert_eq!(Path::new(&path), file);
        }
        assert!(Trust::of(Some(&here.join("../hub/tests/tls/authority.pem"))).is_ok());
        assert!(Trust::none().is_ok());
    }
}
