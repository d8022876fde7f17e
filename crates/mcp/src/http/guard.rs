//! Who may speak to the gate, and which headers go on.

use std::net::SocketAddr;

use hyper::header::{HOST, HeaderMap, ORIGIN};

/// The names by which the gate is called: its address, and `localhost` if it listens on this machine alone.
pub fn hosts(local: SocketAddr) -> Vec<String> {
    let mut hosts = vec![local.to_string()];
    if local.ip().is_loopback() {
        hosts.push(format!("localhost:{}", local.port()));
    }
    hosts
}

/// Whether the gate accepts a request. It refuses pages of other origins, under any name of this machine.
pub fn check(headers: &HeaderMap, hosts: &[String]) -> Result<(), &'static str> {
    let mut names = headers.get_all(HOST).iter();
    let host = names.next().and_then(|host| host.to_str().ok()).map(str::to_ascii_lowercase);
    if names.next().is_some() || !host.is_some_and(|host| hosts.contains(&host)) {
        return Err("this is not a name of the gate");
    }
    for origin in headers.get_all(ORIGIN) {
        let own = origin.to_str().is_ok_and(|origin| {
            origin.to_ascii_lowercase().strip_prefix("http://").is_some_and(|host| hosts.iter().any(|own| own == host))
        });
        if !own {
            return Err("the gate accepts no requests from pages of that origin");
        }
    }
    Ok(())
}

/// Headers that are about one connection, or that the gate writes itself.
const OWN: [&str; 13] = [
    "connection",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "content-length",
    "host",
    "expect",
    "accept-encoding",
];

/// Whether the gate forwards a header of the client to the server. The origin concerns only this machine.
pub fn passes_on(name: &str) -> bool {
    !OWN.contains(&name) && !matches!(name, "origin" | "referer" | "cookie") && !name.starts_with("sec-")
}

/// Whether a header of the server goes back to the client.
pub fn passes_back(name: &str) -> bool {
    !OWN.contains(&name)
}

#[cfg(test)]
mod tests {
    use hyper::header::{HeaderMap, HeaderName, HeaderValue};

    use super::{check, hosts};

    #[test]
    fn only_who_calls_the_gate_by_its_name_comes_in() {
        let hosts = hosts("127.0.0.1:7411".parse().expect("an address"));
        for (headers, comes_in) in [
            (vec![("host", "127.0.0.1:7411")], true),
            (vec![("host", "LOCALHOST:7411")], true),
            (vec![("host", "127.0.0.1:7411"), ("origin", "http://127.0.0.1:7411")], true),
            (vec![], false),
            (vec![("host", "evil.example:7411")], false),
            (vec![("host", "127.0.0.1")], false),
            (vec![("host", "127.0.0.1:7411"), ("host", "evil.example")], false),
            (vec![("host", "127.0.0.1:7411"), ("origin", "https://evil.example")], false),
            (vec![("host", "127.0.0.1:7411"), ("origin", "null")], false),
            (vec![("host", "127.0.0.1:7411"), ("origin", "http://127.0.0.1:7411"), ("origin", "http://x")], false),
        ] {
            let mut map = HeaderMap::new();
            for (name, value) in &headers {
                map.append(HeaderName::from_static(name), HeaderValue::from_static(value));
            }
            assert_eq!(check(&map, &hosts).is_ok(), comes_in, "{headers:?}");
        }
    }
}
