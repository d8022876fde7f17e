//! Hosts, as addresses name them, and those that pass for others.

use byleave_knowledge::hosts::{imitated, is_registry};

/// The host of an address, as programs read it: without scheme, user, port and path.
pub fn host_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    let authority = rest.get(..end).unwrap_or(rest);
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    if host.starts_with('[') {
        return host.split_once(']').map_or(host, |(inner, _)| inner.trim_start_matches('['));
    }
    host.split_once(':').map_or(host, |(name, _)| name)
}

/// The host of `user@host:path` and `rsync://host/path`; nothing for a path of this machine.
pub fn remote(text: &str) -> Option<&str> {
    if text.contains("://") {
        return Some(host_of(text));
    }
    let (host, _) = text.split_once(':').filter(|(host, _)| !host.is_empty() && !host.contains('/'))?;
    Some(host.rsplit_once('@').map_or(host, |(_, host)| host))
}

/// Why the host of an address may not be the one it looks like, in words.
pub fn disguise(address: &str) -> Option<String> {
    let host = host_of(address);
    let lower = host.to_lowercase();
    let labels: Vec<&str> = lower.split('.').filter(|label| !label.is_empty()).collect();
    if let Some(shown) = before_host(address) {
        return Some(format!("looks like `{shown}`, and leads to `{host}`"));
    }
    if !lower.is_ascii() || labels.iter().any(|label| label.starts_with("xn--")) {
        return Some(format!("`{host}` has letters that look like others"));
    }
    let name = registered(&labels)?;
    let folded = fold(name);
    if let Some(known) = imitated().iter().find(|known| fold(known) == folded && **known != name) {
        return Some(format!("`{host}` looks like `{known}`, and is not"));
    }
    // `paypal.com.evil.example`: the known name stands where any owner of a domain may put it.
    let inside =
        labels.windows(2).enumerate().find_map(|(at, pair)| match (pair, labels.get(at.saturating_add(2)..)) {
            (_, None | Some([])) => None,
            (_, Some([country])) if country.len() == 2 => None,
            ([known, end], Some(_)) if imitated().contains(known) && is_registry(end) => Some(*known),
            _ => None,
        });
    inside.map(|known| format!("`{host}` begins like `{known}`, and is not"))
}

/// The registered name: before the ending, or before both where a country has its own (`co.uk`).
fn registered<'l>(labels: &[&'l str]) -> Option<&'l str> {
    match labels {
        [.., name, "co" | "com" | "org" | "net" | "ac" | "gov", country] if country.len() == 2 => Some(name),
        [.., name, _] => Some(name),
        [] | [_] => None,
    }
}

/// A host in the place of the user name of an address: `https://github.com@evil.example/`.
fn before_host(address: &str) -> Option<&str> {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (user, _) = rest.get(..end)?.rsplit_once('@')?;
    let shown = user.split_once(':').map_or(user, |(shown, _)| shown);
    shown.contains('.').then_some(shown)
}

/// A name with what looks alike made the same.
fn fold(name: &str) -> String {
    let pairs = name.replace("rn", "m").replace("vv", "w").replace("cl", "d");
    pairs
        .chars()
        .filter(|one| *one != '-')
        .map(|one| match one {
            '0' => 'o',
            '1' | 'i' | '|' => 'l',
            '3' => 'e',
            '4' => 'a',
            '5' => 's',
            '7' => 't',
            '8' => 'b',
            '9' => 'g',
            other => other,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{disguise, host_of, remote};

    #[test]
    fn the_host_is_read_as_programs_read_it() {
        for (address, host) in [
            ("https://a.example/x?y@z", "a.example"),
            ("http://u:p@a.example:80", "a.example"),
            ("a.example:80/x", "a.example"),
            ("https://[::1]:8/x", "::1"),
            ("https://good.example@evil.example/", "evil.example"),
            ("https://evil.example#@good.example/", "evil.example"),
            ("", ""),
        ] {
            assert_eq!(host_of(address), host, "{address}");
        }
        for (text, host) in [
            ("mia@h.example:/x", Some("h.example")),
            ("h:x", Some("h")),
            ("rsync://h.example/m", Some("h.example")),
            ("./a:b", None),
            ("a", None),
            (":x", None),
        ] {
            assert_eq!(remote(text), host, "{text}");
        }
    }

    #[test]
    fn a_host_that_passes_for_another_is_told() {
        for address in [
            "https://paypa1.com/login",
            "https://www.paypai.co.uk/",
            "https://rnicrosoft.com",
            "https://g00gle.com",
            "https://git-hub.com/x",
            "https://раураl.com/x",
            "https://xn--pypal-4ve.com/",
            "paypal.com.evil.example",
            "https://login.github.com.evil.example/x",
            "https://github.com@evil.example/",
            "https://github.com:x@evil.example/",
        ] {
            assert!(disguise(address).is_some(), "{address}");
        }
        for address in [
            "https://paypal.com/",
            "https://www.paypal.com/x",
            "https://api.github.com/repos",
            "https://raw.githubusercontent.com/a",
            "https://docs.rs/",
            "https://crates.io",
            "https://example.com/github.com",
            "http://localhost:3000",
            "http://10.0.0.1/",
            "https://storage.googleapis.com/x",
            "https://google.co.uk/",
            "https://mirror.example/debian",
            "https://user@example.com/",
            "https://deb.debian.org/debian",
        ] {
            assert_eq!(disguise(address), None, "{address}");
        }
    }
}
