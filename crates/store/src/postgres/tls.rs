//! TLS to the server, by the rustls that the hub uses anyway.
//!
//! There are only two ways to connect: unencrypted, if the address does not mention TLS, and to a server that proved
//! its name. Elsewhere `sslmode=require` accepts any certificate; an attacker in between could then act as the store
//! and answer requests.

use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::task::{Context, Poll};

use byleave_net::{BadTrust, Trust};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;

/// What an address says about TLS.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Whether the server has to prove its name.
    pub verified: bool,
    /// The file of trusted certificates; the system's if there is none.
    pub roots: Option<PathBuf>,
}

impl Wish {
    /// Removes from an address what the client library does not know, and what we read differently.
    pub fn take(address: &str) -> Result<(String, Self), String> {
        let mut wish = Self::default();
        let is_url = address.starts_with("postgres:") || address.starts_with("postgresql:");
        let (base, settings, mark) = match address.split_once('?') {
            Some((base, query)) if is_url => (base, query, '&'),
            _ if is_url => return Ok((address.to_owned(), wish)),
            _ => ("", address, ' '),
        };
        let mut left = Vec::new();
        for setting in settings.split(mark) {
            match setting.split_once('=') {
                Some(("sslmode", mode)) => match mode {
                    "disable" => {}
                    "require" | "verify-full" => wish.verified = true,
                    "allow" | "prefer" | "verify-ca" => {
                        return Err(format!(
                            "`sslmode={mode}` is not supported: write `disable`, or `verify-full`, by which the server has to \
                             prove that it has the name in the address"
                        ));
                    }
                    _ => return Err("`sslmode` must be `disable`, `require` or `verify-full`".to_owned()),
                },
                Some(("sslrootcert", path)) => {
                    let path = if is_url { decoded(path) } else { Some(path.to_owned()) };
                    let path = path.ok_or("`sslrootcert` cannot be read; name a file")?;
                    wish.roots = Some(path).filter(|path| path != "system").map(PathBuf::from);
                }
                Some(_) | None => left.push(setting),
            }
        }
        if wish.roots.is_some() && !wish.verified {
            return Err("`sslrootcert` does nothing without `sslmode=verify-full`".to_owned());
        }
        let left = left.join(&mark.to_string());
        let address = match (is_url, left.is_empty()) {
            (true, true) => base.to_owned(),
            (true, false) => format!("{base}?{left}"),
            (false, _) => left,
        };
        Ok((address, wish))
    }
}

/// Text of an address with its percent-encoding decoded.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

/// Encrypts, if the address asks for it.
#[derive(Clone)]
pub struct Tls(Option<TlsConnector>);

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "Tls(on)" } else { "Tls(off)" })
    }
}

impl Tls {
    /// As the address asks.
    pub fn new(wish: &Wish) -> Result<Self, String> {
        if !wish.verified {
            return Ok(Self(None));
        }
        let trust = Trust::of(wish.roots.as_deref()).map_err(|error| match error {
            BadTrust::NoList => format!("{error} with `sslrootcert=FILE`"),
            BadTrust::File { .. } => format!("the certificates in {error}"),
            BadTrust::Library(_) => error.to_string(),
        })?;
        Ok(Self(Some(trust.connector())))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Tls {
    type Stream = Encrypted<S>;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, name: &str) -> io::Result<Handshake> {
        Ok(Handshake { connector: self.0.clone(), name: name.to_owned() })
    }
}

/// A connection before encryption.
pub struct Handshake {
    connector: Option<TlsConnector>,
    name: String,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Handshake {
    type Stream = Encrypted<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let connector = self.connector.ok_or_else(|| io::Error::other("TLS is not wanted"))?;
            let name = ServerName::try_from(self.name).map_err(io::Error::other)?;
            connector.connect(name, stream).await.map(Encrypted)
        })
    }
}

/// An encrypted connection.
pub struct Encrypted<S>(tokio_rustls::client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Encrypted<S> {
    /// Not used: the certificate is already checked against the name. Binding the password to it as well needs the hash
    /// algorithm of its signature, and so a certificate parser.
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Encrypted<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buf)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Encrypted<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::Wish;

    #[test]
    fn an_address_says_in_the_clear_or_verified_and_nothing_between() {
        let verified = |roots: Option<&str>| Wish { verified: true, roots: roots.map(Into::into) };
        for (address, left, wish) in [
            ("postgres://me@h/d", "postgres://me@h/d", Wish::default()),
            ("postgres://me@h/d?sslmode=disable", "postgres://me@h/d", Wish::default()),
            ("postgres://h/d?sslmode=require", "postgres://h/d", verified(None)),
            ("postgresql://h/d?a=b&sslmode=verify-full&c=d", "postgresql://h/d?a=b&c=d", verified(None)),
            (
                "postgres://h/d?sslmode=verify-full&sslrootcert=%2Fa%20b.pem",
                "postgres://h/d",
                verified(Some("/a b.pem")),
            ),
            ("postgres://h/d?sslmode=verify-full&sslrootcert=system", "postgres://h/d", verified(None)),
            ("host=h sslmode=verify-full user=me sslrootcert=/c.pem", "host=h user=me", verified(Some("/c.pem"))),
            ("host=h user=me", "host=h user=me", Wish::default()),
        ] {
            assert_eq!(Wish::take(address), Ok((left.to_owned(), wish)), "{address}");
        }
        for (address, said) in [
            ("postgres://h/d?sslmode=prefer", "verify-full"),
            ("postgres://h/d?sslmode=allow", "verify-full"),
            ("postgres://h/d?sslmode=verify-ca", "verify-full"),
            ("postgres://h/d?sslmode=REQUIRE", "must be"),
            ("postgres://h/d?sslmode=", "must be"),
            ("postgres://h/d?sslrootcert=/c.pem", "does nothing without"),
            ("postgres://h/d?sslmode=require&sslrootcert=%f", "cannot be read"),
            ("host=h sslmode=prefer", "verify-full"),
        ] {
            let refused = Wish::take(address).expect_err(address);
            assert!(refused.contains(said), "{address}: {refused}");
        }
    }
}
