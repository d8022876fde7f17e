//! The host of a URL, read strictly: an unusual URL has none.

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
    let decoded = undone(authority);
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
fn undone(text: &str) -> String {
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

/// Whether a host is this machine, by one of its plain names.
#[must_use]
pub fn is_loopback(host: &str) -> bool {
    matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

/// Whether a host is this machine, its network, or a service that hands out credentials to every caller from inside.
#[must_use]
pub fn is_internal(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    if let Ok(address) = address.parse::<std::net::IpAddr>() {
        return match address {
            std::net::IpAddr::V4(four) => {
                four.is_loopback()
                    || four.is_private()
                    || four.is_link_local()
                    || four.is_unspecified()
                    || four.is_broadcast()
            }
            std::net::IpAddr::V6(six) => {
                six.is_loopback()
                    || six.is_unspecified()
                    || six.is_unique_local()
                    || six.is_unicast_link_local()
                    || six.to_ipv4_mapped().is_some()
            }
        };
    }
    // Numbers that some resolvers read as addresses.
    if host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') || host.starts_with("0x") {
        return true;
    }
    matches!(host, "localhost" | "metadata" | "metadata.google.internal")
        || matches!(host.rsplit_once('.'), Some((_, "localhost" | "local" | "internal")))
}
