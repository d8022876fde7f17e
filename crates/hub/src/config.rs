//! Settings of a hub.

use std::net::SocketAddr;
use std::time::Duration;

/// Upper limits. The defaults suit one machine with many agents.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a body or a frame of a socket.
    pub body: usize,
    /// Levels of nested JSON.
    pub depth: usize,
    /// Requests of one token each second; twice as many at once.
    pub rate: u32,
    /// Requests without a valid token from one machine each second; twice as many at once.
    pub wrong: u32,
    /// Pending requests of one token.
    pub pending: usize,
    /// Calls of one token under decision at once.
    pub deciding: usize,
    /// Connections at once.
    pub connections: usize,
    /// Connections kept for roles that watch or answer, so that agents cannot lock people out.
    pub connections_kept: usize,
    /// Connections from one other machine.
    pub connections_each: usize,
    /// Sockets of approvers at once.
    pub sockets: usize,
    /// Sockets kept for roles that may answer.
    pub sockets_kept: usize,
    /// Sockets of one token.
    pub sockets_each: usize,
    /// How long the head of a request may take, and how long a connection may be idle.
    pub head: Duration,
    /// How long a body, a handshake or one frame to a slow client may take.
    pub body_time: Duration,
    /// A socket that sends nothing for this long, not even a pong, is closed.
    pub idle: Duration,
    /// How long an agent may wait within one HTTP request.
    pub wait: Duration,
    /// How often the hub looks for what other processes did.
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

/// The names of this hub. Any other name is an attack: a page whose own name resolves to this address.
#[derive(Clone, Debug, Default)]
pub struct Names {
    hosts: Vec<String>,
    origins: Vec<String>,
    local: bool,
}

impl Names {
    /// The names of an address, and the names that the operator allowed.
    pub fn of(address: SocketAddr, tls: bool, hosts: &[String], origins: &[String]) -> Self {
        let port = address.port();
        let mut known: Vec<String> = hosts.iter().map(|host| host.to_ascii_lowercase()).collect();
        // Browsers take 0.0.0.0 for this machine, so a request from any page to it would pass.
        if !address.ip().is_unspecified() {
            known.push(address.to_string());
        }
        if address.ip().is_loopback() {
            known.extend(["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{port}")));
        }
        let scheme = if tls { "https" } else { "http" };
        let mut pages: Vec<String> = origins.iter().map(|origin| origin.trim_end_matches('/').to_lowercase()).collect();
        pages.extend(known.iter().map(|host| format!("{scheme}://{host}")));
        // An operator who allows another name has a proxy before the hub that other machines reach.
        Self { hosts: known, origins: pages, local: address.ip().is_loopback() && hosts.is_empty() }
    }

    /// Whether only this machine can reach it.
    pub const fn is_local(&self) -> bool {
        self.local
    }

    /// Whether a `Host` means this hub.
    pub fn has_host(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        self.hosts.contains(&host)
    }

    /// Whether pages of an origin may use this hub. `null` never may.
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
