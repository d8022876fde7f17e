//! What can be set about a hub.

use std::net::SocketAddr;
use std::time::Duration;

/// How much is taken at most. The defaults suit one machine with many agents.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a body or a frame of a socket.
    pub body: usize,
    /// Levels of nested JSON.
    pub depth: usize,
    /// Requests each second of one token; twice as many at once.
    pub rate: u32,
    /// Requests each second from one machine with a token that does not count; twice as many at once.
    pub wrong: u32,
    /// Requests of one token that wait for people.
    pub pending: usize,
    /// Calls of one token that are being decided at once.
    pub deciding: usize,
    /// Connections at once.
    pub connections: usize,
    /// Of the connections, those that only people may use: agents cannot keep them out.
    pub connections_kept: usize,
    /// Connections of one other machine.
    pub connections_each: usize,
    /// Sockets of approvers at once.
    pub sockets: usize,
    /// Of the sockets, those that only people who may answer may use.
    pub sockets_kept: usize,
    /// Sockets of one token.
    pub sockets_each: usize,
    /// How long the head of a request may take, and how long a connection may be idle.
    pub head: Duration,
    /// How long a body, a handshake or one frame to a slow client may take.
    pub body_time: Duration,
    /// A socket that says nothing for so long, not even that it is there, is closed.
    pub idle: Duration,
    /// How long an agent may wait in one request.
    pub wait: Duration,
    /// How often what other processes did is looked for.
    pub poll: Duration,
    /// How long requests in flight have to end when the hub stops.
    pub stopping: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 1 << 20,
            depth: 64,
            rate: 1000,
            wrong: 200,
            pending: 1000,
            deciding: 256,
            connections: 4096,
            connections_kept: 256,
            connections_each: 1024,
            sockets: 1024,
            sockets_kept: 64,
            sockets_each: 32,
            head: Duration::from_secs(30),
            body_time: Duration::from_secs(10),
            idle: Duration::from_secs(90),
            wait: Duration::from_mins(10),
            poll: Duration::from_secs(1),
            stopping: Duration::from_secs(10),
        }
    }
}

/// Names this hub is called by. Everything else is somebody's trick: a page that had its own name point here.
#[derive(Clone, Debug, Default)]
pub struct Names {
    hosts: Vec<String>,
    origins: Vec<String>,
    local: bool,
}

impl Names {
    /// The names of an address, with those that were allowed besides.
    #[must_use]
    pub fn of(address: SocketAddr, tls: bool, hosts: &[String], origins: &[String]) -> Self {
        let port = address.port();
        let mut known: Vec<String> = hosts.iter().map(|host| host.to_ascii_lowercase()).collect();
        // Browsers take 0.0.0.0 for this machine, and so would any page's request to it pass.
        if !address.ip().is_unspecified() {
            known.push(address.to_string());
        }
        if address.ip().is_loopback() {
            known.extend(["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")));
        }
        let scheme = if tls { "https" } else { "http" };
        let mut pages: Vec<String> = origins.iter().map(|origin| origin.trim_end_matches('/').to_lowercase()).collect();
        pages.extend(known.iter().map(|host| format!("{scheme}://{host}")));
        // Whoever allows another name has something before the hub that others reach.
        Self { hosts: known, origins: pages, local: address.ip().is_loopback() && hosts.is_empty() }
    }

    /// Whether it is only called from this machine.
    #[must_use]
    pub const fn is_local(&self) -> bool {
        self.local
    }

    /// Whether a `Host` means this hub.
    #[must_use]
    pub fn has_host(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        self.hosts.contains(&host)
    }

    /// Whether pages of an origin may speak to this hub. `null` is nobody's.
    #[must_use]
    pub fn has_origin(&self, origin: &str) -> bool {
        let origin = origin.to_ascii_lowercase();
        origin != "null" && self.origins.contains(&origin)
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn only_names_that_mean_this_hub_count() {
        let hosts = ["hub.example".to_owned()];
        let names = Names::of("127.0.0.1:7777".parse().expect("an address"), false, &hosts, &[]);
        for (host, fits) in [
            ("127.0.0.1:7777", true),
            ("LOCALHOST:7777", true),
            ("[::1]:7777", true),
            ("hub.example", true),
            ("hub.example:7777", false),
            ("localhost", false),
            ("localhost:7778", false),
            ("localhost.evil.example:7777", false),
            ("evil.example", false),
            ("", false),
        ] {
            assert_eq!(names.has_host(host), fits, "{host}");
        }
        for (origin, fits) in [
            ("http://127.0.0.1:7777", true),
            ("http://hub.example", true),
            ("https://127.0.0.1:7777", false),
            ("http://127.0.0.1:3000", false),
            ("http://evil.example", false),
            ("null", false),
            ("", false),
        ] {
            assert_eq!(names.has_origin(origin), fits, "{origin}");
        }
        let with_null = Names::of("127.0.0.1:1".parse().expect("an address"), false, &[], &["null".to_owned()]);
        assert!(!with_null.has_origin("null"), "not even if somebody allows it");
    }
}
