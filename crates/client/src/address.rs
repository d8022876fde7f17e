//! The address of a hub.

use crate::trouble::ConnectError;

/// An address: only scheme, host and port. A path, a query or a user name before an `@` is a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Whether it is encrypted.
    pub tls: bool,
    /// The name or number of the machine, without brackets.
    pub host: String,
    /// The port.
    pub port: u16,
    /// What `Host` says.
    pub authority: String,
}

impl Address {
    /// Reads `http://host:port` or `https://host:port`, with or without a slash at the end.
    pub fn parse(url: &str) -> Result<Self, ConnectError> {
        let wrong = || ConnectError::Address(url.chars().filter(|letter| !letter.is_control()).take(80).collect());
        let (scheme, rest) = url.trim().split_once("://").ok_or_else(wrong)?;
        let tls = match scheme.to_ascii_lowercase().as_str() {
            "http" => false,
            "https" => true,
            _ => return Err(wrong()),
        };
        let authority = rest.strip_suffix('/').unwrap_or(rest).to_ascii_lowercase();
        let (host, port) = if let Some(rest) = authority.strip_prefix('[') {
            let (host, port) = rest.split_once(']').ok_or_else(wrong)?;
            host.parse::<std::net::Ipv6Addr>().map_err(|_| wrong())?;
            (host.to_owned(), port)
        } else {
            let end = authority.find(':').unwrap_or(authority.len());
            let (host, port) = authority.split_at_checked(end).ok_or_else(wrong)?;
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
            if host.is_empty() || !host.bytes().all(plain) {
                return Err(wrong());
            }
            (host.to_owned(), port)
        };
        let port = match port.strip_prefix(':') {
            Some(digits) => digits.parse().map_err(|_| wrong())?,
            None if port.is_empty() => {
                if tls {
                    443
                } else {
                    80
                }
            }
            None => return Err(wrong()),
        };
        Ok(Self { tls, host, port, authority })
    }

    /// Whether it is this machine.
    pub fn is_this_machine(&self) -> bool {
        byleave_knowledge::hosts::is_here(&self.host)
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn an_address_is_scheme_host_and_port_and_nothing_else() {
        for (url, read) in [
            ("http://127.0.0.1:7777", Some((false, "127.0.0.1", 7777, true))),
            ("http://127.0.0.1:7777/", Some((false, "127.0.0.1", 7777, true))),
            (" http://LOCALHOST:7777\n", Some((false, "localhost", 7777, true))),
            ("http://[::1]:7777", Some((false, "::1", 7777, true))),
            ("https://hub.example", Some((true, "hub.example", 443, false))),
            ("http://hub_1.example:80", Some((false, "hub_1.example", 80, false))),
            ("http://localhost.evil.example:7777", Some((false, "localhost.evil.example", 7777, false))),
            ("http://127.0.0.1:7777/v1", None),
            ("http://127.0.0.1:7777?x", None),
            ("http://127.0.0.1:7777#token=x", None),
            ("http://user@127.0.0.1:7777", None),
            ("http://localhost:7777@evil.example", None),
            ("http://127.0.0.1:77777", None),
            ("http://127.0.0.1:", None),
            ("http://", None),
            ("http://a b", None),
            ("http://[::1", None),
            ("http://[evil]:1", None),
            ("ws://127.0.0.1:7777", None),
            ("127.0.0.1:7777", None),
            ("", None),
        ] {
            let found = Address::parse(url).ok();
            let found = found.as_ref().map(|a| (a.tls, a.host.as_str(), a.port, a.is_this_machine()));
            assert_eq!(found, read, "{url}");
        }
    }
}
