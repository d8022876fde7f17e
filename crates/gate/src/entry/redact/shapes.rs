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

/// One shape: prefix, body, its least length, where it counts.
struct Shape(&'static str, Body, usize, At);

/// The replacement must fit into the body, so no body is shorter than it.
pub(super) const LEAST: usize = 16;
/// This much of a body shows whether it is a token.
const ENOUGH: usize = 128;
/// So long may the first part of a web token be.
const LONGEST_HEAD: usize = 1024;
/// Longer replacements than this say nothing more.
const LONGEST: usize = 64;

/// All shapes, ordered by their first byte so that they are found by it; longer prefixes before their beginnings.
const SHAPES: &[Shape] = &[
    Shape("ABIA", Body::Upper, 16, At::Start),
    Shape("ACCA", Body::Upper, 16, At::Start),
    Shape("AGE-SECRET-KEY-1", Body::Upper, 40, At::Any),
    Shape("AIza", Body::Dash, 30, At::Any),
    Shape("AKCp", Body::Alnum, 60, At::Start),
    Shape("AKIA", Body::Upper, 16, At::Any),
    Shape("ASIA", Body::Upper, 16, At::Any),
    Shape("ATATT3", Body::Dots, 60, At::Any),
    Shape("ATBB", Body::Dots, 24, At::Start),
    Shape("CCIPAT_", Body::Word, 30, At::Any),
    Shape("CFPAT-", Body::Dash, 40, At::Any),
    Shape("CLOJARS_", Body::Alnum, 40, At::Any),
    Shape("EAACEdEose0cBA", Body::Alnum, 20, At::Any),
    Shape("EZAK", Body::Alnum, 50, At::Start),
    Shape("EZTK", Body::Alnum, 50, At::Start),
    Shape("FlyV1 fm2_", Body::Dots, 40, At::Any),
    Shape("GOCSPX-", Body::Dash, 20, At::Any),
    Shape("HRKU-", Body::Dash, 30, At::Any),
    Shape("NRAK-", Body::Upper, 20, At::Any),
    Shape("PMAK-", Body::Dash, 40, At::Any),
    Shape("SG.", Body::Dots, 40, At::Start),
    Shape("SK", Body::Hex, 32, At::Start),
    Shape("aio_", Body::Alnum, 24, At::Start),
    Shape("bkua_", Body::Hex, 32, At::Any),
    Shape("cio", Body::Alnum, 32, At::Random),
    Shape("dapi", Body::Hex, 32, At::Start),
    Shape("dckr_oat_", Body::Dash, 20, At::Any),
    Shape("dckr_pat_", Body::Dash, 20, At::Any),
    Shape("doo_v1_", Body::Hex, 40, At::Any),
    Shape("dop_v1_", Body::Hex, 40, At::Any),
    Shape("dor_v1_", Body::Hex, 40, At::Any),
    Shape("dp.ct.", Body::Alnum, 40, At::Start),
    Shape("dp.pt.", Body::Alnum, 40, At::Start),
    Shape("dp.st.", Body::Dots, 40, At::Start),
    Shape("dt0c01.", Body::Dots, 40, At::Any),
    Shape("figd_", Body::Dash, 30, At::Any),
    Shape("fm2_", Body::Dots, 40, At::Start),
    Shape("gho_", Body::Alnum, 30, At::Any),
    Shape("ghp_", Body::Alnum, 30, At::Any),
    Shape("ghr_", Body::Alnum, 30, At::Any),
    Shape("ghs_", Body::Alnum, 30, At::Any),
    Shape("ghu_", Body::Alnum, 30, At::Any),
    Shape("github_pat_", Body::Word, 22, At::Any),
    Shape("glc_", Body::Dots, 32, At::Start),
    Shape("glcbt-", Body::Dash, 20, At::Any),
    Shape("gldt-", Body::Dash, 20, At::Any),
    Shape("glft-", Body::Dash, 20, At::Any),
    Shape("gloas-", Body::Dash, 40, At::Any),
    Shape("glpat-", Body::Dots, 20, At::Any),
    Shape("glptt-", Body::Dash, 20, At::Any),
    Shape("glrt-", Body::Dots, 20, At::Any),
    Shape("glsa_", Body::Word, 32, At::Any),
    Shape("glsoat-", Body::Dash, 20, At::Any),
    Shape("gsk_", Body::Alnum, 40, At::Start),
    Shape("hf_", Body::Alnum, 30, At::Random),
    Shape("hvb.", Body::Dash, 24, At::Start),
    Shape("hvs.", Body::Dash, 24, At::Start),
    Shape("key-", Body::Hex, 32, At::Start),
    Shape("lin_api_", Body::Alnum, 30, At::Any),
    Shape("lin_oauth_", Body::Alnum, 30, At::Any),
    Shape("lsv2_pt_", Body::Word, 32, At::Any),
    Shape("lsv2_sk_", Body::Word, 32, At::Any),
    Shape("nfp_", Body::Alnum, 30, At::Start),
    Shape("npm_", Body::Alnum, 30, At::Any),
    Shape("ntn_", Body::Alnum, 40, At::Start),
    Shape("ops_eyJ", Body::Dash, 60, At::Any),
    Shape("oy2", Body::Alnum, 43, At::Random),
    Shape("pplx-", Body::Alnum, 40, At::Start),
    Shape("pscale_oauth_", Body::Dots, 30, At::Any),
    Shape("pscale_pw_", Body::Dots, 30, At::Any),
    Shape("pscale_tkn_", Body::Dots, 30, At::Any),
    Shape("pul-", Body::Hex, 40, At::Start),
    Shape("pypi-", Body::Dash, 50, At::Random),
    Shape("r8_", Body::Alnum, 36, At::Start),
    Shape("rk_live_", Body::Alnum, 20, At::Any),
    Shape("rk_test_", Body::Alnum, 20, At::Any),
    Shape("rubygems_", Body::Hex, 40, At::Any),
    Shape("sbp_", Body::Hex, 40, At::Start),
    Shape("secret_", Body::Alnum, 40, At::Random),
    Shape("shpat_", Body::Hex, 32, At::Any),
    Shape("shpca_", Body::Hex, 32, At::Any),
    Shape("shppa_", Body::Hex, 32, At::Any),
    Shape("shpss_", Body::Hex, 32, At::Any),
    Shape("sk-ant-", Body::Dash, 20, At::Any),
    Shape("sk-or-", Body::Dash, 20, At::Start),
    Shape("sk-proj-", Body::Dash, 20, At::Any),
    Shape("sk-", Body::Dash, 20, At::Random),
    Shape("sk_live_", Body::Alnum, 20, At::Any),
    Shape("sk_test_", Body::Alnum, 20, At::Any),
    Shape("sntrys_", Body::Dots, 40, At::Any),
    Shape("sntryu_", Body::Hex, 40, At::Any),
    Shape("sq0atp-", Body::Dash, 20, At::Any),
    Shape("sq0csp-", Body::Dash, 30, At::Any),
    Shape("sqa_", Body::Hex, 40, At::Start),
    Shape("sqp_", Body::Hex, 40, At::Start),
    Shape("squ_", Body::Hex, 40, At::Start),
    Shape("tfp_", Body::Dots, 40, At::Start),
    Shape("tskey-", Body::Dash, 20, At::Any),
    Shape("whsec_", Body::Dots, 24, At::Any),
    Shape("xai-", Body::Alnum, 60, At::Start),
    Shape("xapp-", Body::Dash, 20, At::Any),
    Shape("xoxa-", Body::Dash, 20, At::Any),
    Shape("xoxb-", Body::Dash, 20, At::Any),
    Shape("xoxe-", Body::Dash, 20, At::Any),
    Shape("xoxo-", Body::Dash, 20, At::Any),
    Shape("xoxp-", Body::Dash, 20, At::Any),
    Shape("xoxr-", Body::Dash, 20, At::Any),
    Shape("xoxs-", Body::Dash, 20, At::Any),
    Shape("ya29.", Body::Dash, 30, At::Any),
];

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
pub(super) struct Token {
    /// Where it stands.
    pub range: Range<usize>,
    /// How much of it stays: what says which kind it is.
    pub prefix: usize,
    /// Its replacement is in capitals.
    pub capitals: bool,
}

/// Whether a text may have a token in it: so many characters of one in a row, whatever quotes stand between them. Most texts have
/// not, and to look for each shape at each place of them takes long.
pub(super) fn may_have_token(text: &str) -> bool {
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
pub(super) fn tokens(bytes: &[u8], glued: impl Fn(usize) -> bool) -> Vec<Token> {
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
    for Shape(prefix, body, least, place) in SHAPES.get(usize::from(from)..usize::from(to)).unwrap_or_default() {
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
pub(super) fn is_random(body: &[u8]) -> bool {
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
pub(super) fn holds_stand_in(text: &str) -> bool {
    text.match_indices("REDACTED").any(|(at, found)| {
        let hash = text.as_bytes().get(at + found.len()..at + found.len() + 8);
        at > 0 && hash.is_some_and(|hash| hash.iter().all(u8::is_ascii_hexdigit))
    })
}

/// The stand-in for a token. It has the same length, so that checks of the length give the same result.
pub(super) fn stand_in(token: &str, prefix: usize, capitals: bool, hash: &str) -> String {
    let kept = token.get(..prefix).unwrap_or("");
    let length = token.len().saturating_sub(prefix).clamp(LEAST, LONGEST);
    let body = format!("REDACTED{hash}{}", "x".repeat(length.saturating_sub(LEAST)));
    if capitals { format!("{kept}{}", body.to_ascii_uppercase()) } else { format!("{kept}{body}") }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Body, LEAST, SHAPES, Shape, is_random, tokens};

    /// One made-up token of each shape, from a source of random bytes.
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
            SHAPES.iter().map(|Shape(prefix, kind, least, _)| format!("{prefix}{}", body(*kind, least + 6))).collect();
        found.push(format!("eyJ{}.eyJ{}.{}", body(Body::Dash, 20), body(Body::Dash, 40), body(Body::Dash, 43)));
        found.push(format!("123456789:AA{}", body(Body::Dash, 33)));
        found.push(format!("services/T01234567/B01234567/{}", body(Body::Alnum, 24)));
        found.push(format!("api/webhooks/123456789012345678/{}", body(Body::Dash, 60)));
        found
    }

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
        for Shape(prefix, body, least, _) in SHAPES {
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
