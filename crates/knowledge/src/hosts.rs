//! The host of a URL, read strictly: an unusual URL has none. And which hosts are no place of the internet.

use std::net::IpAddr;

/// The host of an `http` or `https` URL, lower-cased and without a trailing dot.
///
/// Anything a fetcher might read differently has no host here: user names, percent signs, non-ASCII letters, backslashes,
/// blanks, control characters.
#[must_use]
pub fn host(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
        return None;
    }
    let authority = rest.split(['/', '?', '#']).next()?;
    let odd = |byte: u8| !byte.is_ascii_graphic() || matches!(byte, b'@' | b'%' | b'\\' | b'"' | b'<' | b'>');
    if authority.is_empty()
        || authority.bytes().any(odd)
        || rest.bytes().any(|byte| byte == b'\\' || byte.is_ascii_control())
    {
        return None;
    }
    let (name, port) = match authority.rsplit_once(':') {
        Some((name, port)) if !authority.ends_with(']') => (name, Some(port)),
        _ => (authority, None),
    };
    if port.is_some_and(|port| port.is_empty() || !port.bytes().all(|byte| byte.is_ascii_digit())) {
        return None;
    }
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let plain = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'[' | b']' | b':'));
    (plain && !name.is_empty()).then_some(name)
}

/// All hosts that some fetcher might read in a URL: for a deny, never to allow. Blanks around it and line breaks in it are
/// dropped, backslashes are slashes, percent signs are undone, wide letters and other full stops are the plain ones, and
/// each side of an `@` counts.
#[must_use]
pub fn hosts_meant(url: &str) -> Vec<String> {
    let kept = url.trim().chars().filter(|one| {
        !one.is_control() && !matches!(one, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    });
    let plain: String = kept.map(|one| if one == '\\' { '/' } else { plain_letter(one) }).collect();
    let rest = match plain.split_once(':') {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http") => rest,
        _ => plain.as_str(),
    };
    let authority = rest.trim_start_matches('/').split(['/', '?', '#']).next().unwrap_or("");
    let decoded = percent_decoded(authority);
    let named = decoded.split(['@', ' ', ',']).map(|name| {
        let name = name
            .rsplit_once(':')
            .filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()))
            .map_or(name, |(name, _)| name);
        name.trim_matches('.').to_lowercase()
    });
    named.filter(|name| !name.is_empty()).collect()
}

/// The plain letter that a wide one or another full stop stands for.
fn plain_letter(one: char) -> char {
    match one {
        '\u{3002}' | '\u{ff0e}' | '\u{ff61}' | '\u{2024}' => '.',
        '\u{ff01}'..='\u{ff5e}' => u32::from(one).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(one),
        _ => one,
    }
}

/// A text with its percent signs undone.
#[must_use]
pub fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let byte = code.filter(|_| *first == b'%').and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { after.get(2..).unwrap_or(&[]) } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether a URL names another port than the usual ones.
#[must_use]
pub fn has_other_port(url: &str) -> bool {
    let authority = url.split_once("://").and_then(|(_, rest)| rest.split(['/', '?', '#']).next()).unwrap_or("");
    let port = authority.rsplit_once(':').filter(|_| !authority.ends_with(']')).map(|(_, port)| port);
    port.is_some_and(|port| !matches!(port, "80" | "443"))
}

/// A network: the address it begins with, the bits of it that count, and whether it is one of the newer kind.
struct Network {
    text: &'static str,
    base: u128,
    mask: u128,
    six: bool,
}

include!(concat!(env!("OUT_DIR"), "/hosts.rs"));

/// Whether a host is this machine, by one of its plain names.
#[must_use]
pub fn is_here(host: &str) -> bool {
    HERE.contains(&host.trim_start_matches('[').trim_end_matches(']'))
}

/// Whether a host is this machine, its network, or a service that hands out credentials to every caller from inside.
#[must_use]
pub fn is_internal(host: &str) -> bool {
    place(host).is_some()
}

/// What kind of place a host is that is none of the internet, in words. Whatever only some fetchers read as an address counts as
/// one of these.
#[must_use]
pub fn place(host: &str) -> Option<&'static str> {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let address = match host.trim_start_matches('[').trim_end_matches(']').parse() {
        Ok(IpAddr::V4(four)) => (u128::from(four.to_bits()), false),
        Ok(IpAddr::V6(six)) => (six.to_bits(), true),
        Err(_) => return place_by_name(&host),
    };
    let (bits, six) = address;
    let holds = |network: &Network| network.six == six && bits & network.mask == network.base;
    NETWORKS.iter().find(|(network, _)| holds(network)).map(|(_, words)| *words)
}

fn place_by_name(host: &str) -> Option<&'static str> {
    let Some((_, last)) = host.rsplit_once('.') else { return Some("a name without a domain: a machine nearby") };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if digits(last) || last.starts_with("0x") || host.starts_with("0x") || host.starts_with('[') {
        return Some("an address in an unusual spelling");
    }
    let is_of = |name: &str| host.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    NAMES.iter().find(|(name, _)| is_of(name)).map(|(_, words)| *words)
}

/// All networks and endings of names that are no place of the internet, each with what one reads of it.
pub fn places() -> impl Iterator<Item = (&'static str, &'static str)> {
    NETWORKS.iter().map(|(network, words)| (network.text, *words)).chain(NAMES.iter().copied())
}

/// Names that others like to pass for.
#[must_use]
pub fn imitated() -> &'static [&'static str] {
    IMITATED
}

/// Whether anyone can register a name below this ending.
#[must_use]
pub fn is_registry(ending: &str) -> bool {
    REGISTRIES.contains(&ending)
}

#[cfg(test)]
mod tests {
    use super::{host, is_here, is_internal};

    #[test]
    fn every_spelling_of_what_is_no_place_of_the_internet_is_known() {
        for url in [
            "http://2852039166/",
            "http://0xA9FEA9FE/",
            "http://0251.0376.0251.0376/",
            "http://169.254.43518/",
            "http://169.254.169.0xfe/",
            "http://metadata.google.internal./",
            "http://METADATA/",
            "http://192.168.1.1/",
            "http://100.100.100.200/",
            "http://192.0.0.192/",
            "http://168.63.129.16/",
            "http://100.127.255.254/",
            "http://instance-data/latest",
            "http://ip6-localhost/",
            "http://localhost.localdomain/",
            "http://[::127.0.0.1]/",
            "http://[::ffff:8.8.8.8]/",
            "http://[64:ff9b::7f00:1]/",
            "http://[64:ff9b:1::1]/",
            "http://[fd00:ec2::254]/",
            "http://[::]/",
            "http://0.0.0.0/",
            "http://255.255.255.255/",
            "http://127.0.0.1.nip.io/",
            "http://intranet/",
            "http://a.b.localhost:3000/",
        ] {
            assert!(is_internal(&host(url).expect("a host")), "{url}");
        }
        for url in [
            "https://example.com",
            "https://8.8.8.8/",
            "http://100.128.0.1/",
            "http://[2606:4700::1111]/",
            "https://mylocal.dev",
        ] {
            assert!(!is_internal(&host(url).expect("a host")), "{url}");
        }
        assert!(is_here("localhost") && is_here("[::1]") && is_here("::1") && is_here("127.0.0.1"));
        assert!(!is_here("localhost.evil.example") && !is_here("0.0.0.0") && !is_here("2130706433"));
    }
}
