//! Tokens that give themselves away by their shape, wherever they stand.

use std::ops::Range;

/// What the body of a token is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Body {
    /// Letters and digits.
    Alnum,
    /// Capital letters and digits.
    Upper,
    /// Hexadecimal digits.
    Hex,
    /// Letters, digits and `_`.
    Word,
    /// Letters, digits, `_` and `-`.
    Dash,
    /// Letters, digits, `_`, `-`, `.` and `=`.
    Dots,
}

impl Body {
    const fn has(self, byte: u8) -> bool {
        match self {
            Self::Alnum => byte.is_ascii_alphanumeric(),
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Hex => byte.is_ascii_hexdigit(),
            Self::Word => byte.is_ascii_alphanumeric() || byte == b'_',
            Self::Dash => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Self::Dots => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'='),
        }
    }
}

/// Where a prefix counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// Anywhere: nothing else looks like it.
    Any,
    /// Not after a letter or digit.
    Start,
    /// Not after a letter or digit, and only if the body looks random: the prefix is also the beginning of plain words.
    Random,
}

/// The replacement must fit into the body, so no body is shorter than it.
const LEAST: usize = 16;
/// This much of a body shows whether it is a token.
const ENOUGH: usize = 128;
/// So long may the first part of a web token be.
const LONGEST_HEAD: usize = 1024;
/// Longer replacements than this say nothing more.
const LONGEST: usize = 64;

include!(concat!(env!("OUT_DIR"), "/tokens.rs"));

/// For each byte, where the shapes that begin with it stand.
const BY_BYTE: [(u8, u8); 256] = by_byte();

#[expect(
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "worked out by the compiler, which stops where an index is out of bounds; there are under 256 shapes"
)]
const fn by_byte() -> [(u8, u8); 256] {
    let mut found = [(0, 0); 256];
    let mut at = 0;
    while at < SHAPES.len() {
        let byte = SHAPES[at].0.as_bytes()[0] as usize;
        if found[byte].1 == 0 {
            found[byte].0 = at as u8;
        }
        found[byte].1 = at as u8 + 1;
        at += 1;
    }
    found
}

/// A token in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands.
    pub range: Range<usize>,
    /// How much of it stays: what says which kind it is.
    pub prefix: usize,
    /// Its replacement is in capitals.
    pub capitals: bool,
}

/// Whether a text may have a token in it: so many characters of one in a row, whatever quotes stand between them. Most texts have
/// not, and to look for each shape at each place of them takes long.
#[must_use]
pub fn may_have_token(text: &str) -> bool {
    let mut run = 0;
    for byte in text.bytes() {
        match byte {
            _ if Body::Dots.has(byte) => run += 1,
            b'\'' | b'"' | b'\\' | b'\n' => {}
            _ => run = 0,
        }
        if run >= LEAST {
            return true;
        }
    }
    false
}

/// All tokens in some bytes, in order. `glued` says whether the byte before a place belongs to the same word for a reader
/// of the original text.
#[must_use]
pub fn tokens(bytes: &[u8], glued: impl Fn(usize) -> bool) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        match token_at(rest, || glued(at)) {
            Some((prefix, length, capitals)) => {
                if !is_marker(rest.get(prefix..length).unwrap_or_default()) {
                    found.push(Token { range: at..at + length, prefix, capitals });
                }
                at += length;
            }
            None => at += 1,
        }
    }
    found
}

/// Prefix, whole length and whether it is in capitals, of the token that begins here.
fn token_at(rest: &[u8], glued: impl Fn() -> bool) -> Option<(usize, usize, bool)> {
    let first = *rest.first()?;
    let (from, to) = *BY_BYTE.get(usize::from(first))?;
    for (prefix, body, least, place, _) in SHAPES.get(usize::from(from)..usize::from(to)).unwrap_or_default() {
        let Some(tail) = rest.strip_prefix(prefix.as_bytes()) else { continue };
        if *place != At::Any && glued() {
            continue;
        }
        // The beginning tells; what is none must not be looked through to its end at every place in it.
        let length = tail.iter().take(ENOUGH).take_while(|byte| body.has(**byte)).count();
        let beginning = tail.get(..length).unwrap_or_default();
        let random = *place != At::Random || is_random(beginning) || is_marker(beginning);
        if length >= *least && random {
            let length = tail.iter().take_while(|byte| body.has(**byte)).count();
            return Some((prefix.len(), prefix.len() + length, *body == Body::Upper));
        }
    }
    match first {
        b'e' => web_token(rest).map(|length| (3, length, false)),
        b'0'..=b'9' if !glued() => bot_token(rest),
        b's' | b'a' => webhook(rest),
        _ => None,
    }
}

/// Whether a text holds what may be a token or a private key: enough to put it to a person, also for a stand-in.
#[must_use]
pub fn may_hold_secret(text: &str) -> bool {
    let bytes = text.as_bytes();
    let glued = |at: usize| at.checked_sub(1).and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphanumeric);
    let begins = |at: usize| {
        let rest = bytes.get(at..).unwrap_or_default();
        token_at(rest, || glued(at)).is_some() || is_likely(rest)
    };
    text.contains("-----BEGIN") && text.contains("PRIVATE KEY")
        || may_have_token(text) && (holds_stand_in(text) || (0..bytes.len()).any(begins))
}

/// Whether something begins here that has the length of a token and may lack its form.
fn is_likely(rest: &[u8]) -> bool {
    let shapes = rest.first().and_then(|first| BY_BYTE.get(usize::from(*first)));
    let shapes = shapes.and_then(|(from, to)| SHAPES.get(usize::from(*from)..usize::from(*to))).unwrap_or_default();
    shapes.iter().any(|(prefix, _, _, _, likely)| {
        let tail = rest.strip_prefix(prefix.as_bytes()).filter(|_| *likely > 0).unwrap_or_default();
        *likely > 0 && tail.iter().take(*likely).take_while(|byte| Body::Dash.has(**byte)).count() >= *likely
    })
}

/// `eyJ….eyJ….…`
fn web_token(rest: &[u8]) -> Option<usize> {
    rest.strip_prefix(b"eyJ")?;
    let part = |from: usize| {
        let tail = rest.get(from..).unwrap_or_default();
        tail.iter().take_while(|byte| Body::Dash.has(**byte)).count()
    };
    let head = rest.iter().take(LONGEST_HEAD).take_while(|byte| Body::Dash.has(**byte)).count();
    if rest.get(head) != Some(&b'.') {
        // What was replaced before has no parts.
        return is_marker(rest.get(3..head)?).then_some(head);
    }
    let payload = part(head + 1);
    if head < 12 || payload < 8 {
        return None;
    }
    let end = head + 1 + payload;
    Some(if rest.get(end) == Some(&b'.') { end + 1 + part(end + 1) } else { end })
}

/// `123456789:AA…` of Telegram.
fn bot_token(rest: &[u8]) -> Option<(usize, usize, bool)> {
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let tail = rest.get(digits..)?.strip_prefix(b":AA")?;
    let length = tail.iter().take_while(|byte| Body::Dash.has(**byte)).count();
    ((8..=10).contains(&digits) && (30..=36).contains(&length)).then_some((digits + 3, digits + 3 + length, false))
}

/// `…services/T…/B…/secret` of Slack and `api/webhooks/id/secret` of Discord: only the last part is secret.
fn webhook(rest: &[u8]) -> Option<(usize, usize, bool)> {
    let (head, parts) = if rest.starts_with(b"services/T") {
        (9, 2)
    } else if rest.starts_with(b"api/webhooks/") {
        (13, 1)
    } else {
        return None;
    };
    let mut at = head;
    for _ in 0..parts {
        let part = rest.get(at..)?.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        if part < 8 || rest.get(at + part) != Some(&b'/') {
            return None;
        }
        at += part + 1;
    }
    let length = rest.get(at..)?.iter().take_while(|byte| Body::Dash.has(**byte)).count();
    (length >= 20).then_some((at, at + length, false))
}

/// Whether a text is made of letters and digits as no word is.
#[must_use]
pub fn is_random(body: &[u8]) -> bool {
    let digits = body.iter().filter(|byte| byte.is_ascii_digit()).count();
    let letters = body.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let parts = body.split(|byte| matches!(byte, b'-' | b'_'));
    let mixed = parts.map(mixture).max().unwrap_or(0);
    digits > 0 && letters > 0 && mixed >= 2
}

/// How often letters and digits, or small and capital letters, follow each other; a first capital does not count.
fn mixture(part: &[u8]) -> usize {
    let kind = |byte: u8| match byte {
        b'0'..=b'9' => 0,
        b'A'..=b'Z' => 1,
        _ => 2,
    };
    let pairs = part.iter().zip(part.iter().skip(1)).skip(1);
    pairs.filter(|(one, other)| kind(**one) != kind(**other)).count()
}

/// Whether a body is a stand-in for a secret. Strict, so that a secret that looks like a stand-in does not stay.
fn is_marker(body: &[u8]) -> bool {
    let Some(rest) = body.strip_prefix(b"REDACTED") else { return false };
    let hash = rest.get(..8).is_some_and(|hash| hash.iter().all(u8::is_ascii_hexdigit));
    hash && rest.get(8..).is_some_and(|padding| padding.iter().all(|byte| matches!(byte, b'x' | b'X')))
}

/// Whether a text contains a stand-in for a token.
#[must_use]
pub fn holds_stand_in(text: &str) -> bool {
    text.match_indices("REDACTED").any(|(at, found)| {
        let hash = text.as_bytes().get(at + found.len()..at + found.len() + 8);
        at > 0 && hash.is_some_and(|hash| hash.iter().all(u8::is_ascii_hexdigit))
    })
}

/// The stand-in for a token. It has the same length, so that checks of the length give the same result.
#[must_use]
pub fn stand_in(token: &str, prefix: usize, capitals: bool, hash: &str) -> String {
    let kept = token.get(..prefix).unwrap_or("");
    let length = token.len().saturating_sub(prefix).clamp(LEAST, LONGEST);
    let body = format!("REDACTED{hash}{}", "x".repeat(length.saturating_sub(LEAST)));
    if capitals { format!("{kept}{}", body.to_ascii_uppercase()) } else { format!("{kept}{body}") }
}

/// One made-up token of each shape, from a source of random bytes: for tests.
#[must_use]
pub fn samples(random: &mut impl FnMut() -> u8) -> Vec<String> {
    let mut body = |body: Body, length: usize| -> String {
        let mut text: String = match body {
            Body::Hex => "0a1".to_owned(),
            Body::Upper => "0A1".to_owned(),
            Body::Alnum | Body::Word | Body::Dash | Body::Dots => "0a1Bc2".to_owned(),
        };
        while text.len() < length {
            let byte = random() & 0x7f;
            if byte.is_ascii_alphanumeric() && body.has(byte) {
                text.push(char::from(byte));
            }
        }
        text
    };
    let mut found: Vec<String> =
        SHAPES.iter().map(|(prefix, kind, least, ..)| format!("{prefix}{}", body(*kind, least + 6))).collect();
    found.push(format!("eyJ{}.eyJ{}.{}", body(Body::Dash, 20), body(Body::Dash, 40), body(Body::Dash, 43)));
    found.push(format!("123456789:AA{}", body(Body::Dash, 33)));
    found.push(format!("services/T01234567/B01234567/{}", body(Body::Alnum, 24)));
    found.push(format!("api/webhooks/123456789012345678/{}", body(Body::Dash, 60)));
    found
}

#[cfg(test)]
mod tests {
    use super::{LEAST, SHAPES, is_random, may_hold_secret, samples, stand_in, tokens};

    #[test]
    fn shapes_are_in_order_and_their_replacements_fit() {
        for pair in SHAPES.windows(2) {
            if let [one, other] = pair {
                assert!(one.0.as_bytes().first() <= other.0.as_bytes().first(), "{} {}", one.0, other.0);
                assert!(!other.0.starts_with(one.0), "{} is never found after {}", other.0, one.0);
            }
        }
        assert!(SHAPES.iter().all(|shape| shape.2 >= LEAST));
        assert!(SHAPES.len() >= 40, "{}", SHAPES.len());
    }

    #[test]
    fn what_may_have_no_token_has_none() {
        for (prefix, body, least, ..) in SHAPES {
            let one = (b'!'..=b'~').find(|byte| body.has(*byte) && byte.is_ascii_alphanumeric()).unwrap_or(b'A');
            let token = format!("{prefix}{}", char::from(one).to_string().repeat(*least));
            let quoted: String = token.chars().flat_map(|one| [one, '\'', '"']).collect();
            let split: String = token.chars().flat_map(|one| [one, '\\', '\n']).collect();
            for text in [&token, &quoted, &split, &format!("/a/b {token}/c")] {
                assert!(super::may_have_token(text), "{text}");
            }
        }
        for text in [
            "eyJhbGciOiJI.eyJzdWIi.x",
            "12345678:AAabcdefghijklmnopqrstuvwxyz0123",
            "services/Tabcdefgh/Babcdefgh/abcdefghijklmnopqrst",
        ] {
            assert!(!tokens(text.as_bytes(), |_| false).is_empty() && super::may_have_token(text), "{text}");
        }
        assert!(!super::may_have_token("cd src && git diff | grep -n todo | sort -u /home/me/app/.config/mise.toml"));
    }

    #[test]
    fn each_token_is_a_matter_for_a_question_and_so_is_its_stand_in() {
        let mut next = 7_u8;
        let mut random = || {
            next = next.wrapping_mul(141).wrapping_add(3);
            next
        };
        for token in samples(&mut random) {
            assert!(may_hold_secret(&format!("x: {token}.")), "{token}");
            let found = tokens(token.as_bytes(), |_| false);
            let one = found.first().expect("a token");
            let stood =
                stand_in(token.get(one.range.clone()).expect("its place"), one.prefix, one.capitals, "0123abcd");
            assert!(
                may_hold_secret(&token.replacen(token.get(one.range.clone()).expect("its place"), &stood, 1)),
                "{stood}"
            );
        }
        for text in
            ["src/task-handler-of-x.rs", "ghp_short", "a git diff of /home/me/some-project/main.rs", "AKIAEXAMPLE"]
        {
            assert!(!may_hold_secret(text), "{text}");
        }
    }

    #[test]
    fn plain_words_are_no_tokens() {
        for text in [
            "src/task-handler-for-the-new-feature-of-x.rs",
            "sk-learn-something-long-name-here-1",
            "secret_manager_service_account_of_production_cluster",
            "pypi-publish-workflow-for-all-of-our-packages-and-more-of-them",
            "hf_transformers_pipeline_for_text_generation",
            "ciocolata",
            "AKIAEXAMPLE",
            "ghp_short",
            "eyJustAName.of.a.thing",
            "12345:AAAA",
            "services/T1/B1/x",
            "SKIPPED",
            "SG.png",
        ] {
            let glued = |at: usize| text.as_bytes().get(at.wrapping_sub(1)).is_some_and(u8::is_ascii_alphanumeric);
            assert_eq!(tokens(text.as_bytes(), glued), [], "{text}");
        }
        assert!(is_random(b"a1B2c3D4e5F6"));
        assert!(!is_random(b"Hello-World-2024"));
    }
}
