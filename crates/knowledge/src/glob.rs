//! Patterns on text and paths.

/// Whether a pattern with `*`, `?` and `[…]` matches a whole text; `*` crosses everything.
#[must_use]
pub fn matches(pattern: &str, text: &str) -> bool {
    run(pattern.as_bytes(), text.as_bytes(), Crossing::Anything)
}

/// Whether a pattern on a path matches a whole path: `*` and `?` stay within a component, `**` crosses components.
#[must_use]
pub fn matches_path(pattern: &str, path: &str) -> bool {
    run(pattern.as_bytes(), path.as_bytes(), Crossing::Components)
}

/// Whether some text matches both patterns. `*` crosses everything; a class counts as any byte.
#[must_use]
pub fn may_meet(one: &str, other: &str) -> bool {
    let (one, other) = (pieces(one.as_bytes()), pieces(other.as_bytes()));
    // For each beginning of `one`, whether it meets the beginning of `other` looked at so far.
    let mut row: Vec<bool> = Vec::with_capacity(one.len().saturating_add(1));
    let mut meets = true;
    row.push(meets);
    for piece in &one {
        meets &= *piece == Piece::Many;
        row.push(meets);
    }
    for right in &other {
        let mut next = Vec::with_capacity(row.len());
        let above = row.first().copied().unwrap_or(false);
        let mut before = above && *right == Piece::Many;
        next.push(before);
        for (left, pair) in one.iter().zip(row.windows(2)) {
            let &[diagonal, above] = pair else { continue };
            let same = match (left, right) {
                (Piece::Byte(left), Piece::Byte(right)) => left == right,
                _ => true,
            };
            let many = (*left == Piece::Many || *right == Piece::Many) && (before || above);
            before = diagonal && same || many;
            next.push(before);
        }
        row = next;
    }
    row.last().copied().unwrap_or(false)
}

/// A part of a pattern that stands for one byte or for any number of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Byte(u8),
    Any,
    Many,
}

fn pieces(pattern: &[u8]) -> Vec<Piece> {
    let mut found = Vec::with_capacity(pattern.len());
    let mut at = 0_usize;
    while let Some(byte) = pattern.get(at) {
        let next = at.saturating_add(1);
        let (piece, end) = match byte {
            b'*' => (Piece::Many, next),
            b'?' => (Piece::Any, next),
            b'[' => match class(pattern, next, 0) {
                Some((_, end)) => (Piece::Any, end),
                None => (Piece::Byte(b'['), next),
            },
            byte => (Piece::Byte(*byte), next),
        };
        found.push(piece);
        at = end;
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Crossing {
    Anything,
    Components,
}

/// Greedy matching with one point to go back to per kind of star, so the time stays within the product of the lengths.
fn run(pattern: &[u8], text: &[u8], crossing: Crossing) -> bool {
    let (mut p, mut t) = (0, 0);
    // Where to go on after the last `*` and the last `**` if what follows them does not fit.
    let mut star: Option<(usize, usize)> = None;
    let mut double: Option<(usize, usize)> = None;
    loop {
        let here = pattern.get(p);
        if here == Some(&b'*') {
            let stars = pattern.get(p..).unwrap_or(&[]).iter().take_while(|byte| **byte == b'*').count();
            if stars > 1 || crossing == Crossing::Anything {
                p = p.saturating_add(stars);
                // `**/` also matches nothing.
                if crossing == Crossing::Components && pattern.get(p) == Some(&b'/') {
                    p = p.saturating_add(1);
                }
                double = Some((p, t));
                star = None;
            } else {
                p = p.saturating_add(1);
                star = Some((p, t));
            }
            continue;
        }
        match (here, text.get(t)) {
            (None, None) => return true,
            (Some(_), Some(byte)) => {
                if let Some(next) = one(pattern, p, *byte, crossing) {
                    p = next;
                    t = t.saturating_add(1);
                    continue;
                }
            }
            _ => {}
        }
        if let Some((back, at)) = star
            && text.get(at).is_some_and(|byte| *byte != b'/' || crossing == Crossing::Anything)
        {
            star = Some((back, at.saturating_add(1)));
            (p, t) = (back, at.saturating_add(1));
            continue;
        }
        star = None;
        match double {
            Some((back, at)) if at < text.len() => {
                let next = begin(pattern.get(back), text, at.saturating_add(1));
                double = Some((back, next));
                (p, t) = (back, next);
            }
            _ => return false,
        }
    }
}

/// Where in a text, from a place on, what follows a star may begin: most bytes stand for themselves.
fn begin(piece: Option<&u8>, text: &[u8], from: usize) -> usize {
    let Some(wanted) = piece.filter(|byte| !matches!(byte, b'*' | b'?' | b'[')) else { return from };
    let rest = text.get(from..).unwrap_or(&[]);
    from.saturating_add(rest.iter().position(|byte| byte == wanted).unwrap_or(rest.len()))
}

/// Matches one byte against the pattern at `p`; returns where the pattern goes on.
fn one(pattern: &[u8], p: usize, byte: u8, crossing: Crossing) -> Option<usize> {
    let next = p.saturating_add(1);
    match pattern.get(p)? {
        b'?' => (byte != b'/' || crossing == Crossing::Anything).then_some(next),
        b'[' => match class(pattern, next, byte) {
            Some((true, end)) => Some(end),
            Some((false, _)) => None,
            None => (byte == b'[').then_some(next),
        },
        literal => (*literal == byte).then_some(next),
    }
}

/// Reads `[…]` from after its bracket: whether the byte is in it, and where it ends; `None` if it is not closed.
fn class(pattern: &[u8], from: usize, byte: u8) -> Option<(bool, usize)> {
    let rest = pattern.get(from..)?;
    let negated = matches!(rest.first(), Some(b'!' | b'^'));
    let mut at = usize::from(negated);
    let first = at;
    let mut found = false;
    loop {
        match rest.get(at)? {
            b']' if at > first => return Some((found != negated, from.saturating_add(at).saturating_add(1))),
            low => {
                let range = rest.get(at.saturating_add(1)) == Some(&b'-');
                match rest.get(at.saturating_add(2)) {
                    Some(high) if range && *high != b']' => {
                        found |= (*low..=*high).contains(&byte);
                        at = at.saturating_add(3);
                    }
                    _ => {
                        found |= *low == byte;
                        at = at.saturating_add(1);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{matches, matches_path, may_meet};

    #[test]
    fn two_patterns_meet_if_some_text_matches_both() {
        for (one, other, expected) in [
            (".e?v", ".env", true),
            (".[a-f]nv", ".env", true),
            ("*.[kp]ey", "*.key", true),
            ("*", "*.key", true),
            ("a?c", "a*d", false),
            ("a*", "*b", true),
            ("a*b", "*c*", true),
            ("?", "ab", false),
            ("", "*", true),
            ("x*", "y*", false),
            ("id_?sa", "id_rsa", true),
            ("*_[r]sa", "*private*key*", true),
            ("file?.txt", "*private*key*", false),
        ] {
            assert_eq!(may_meet(one, other), expected, "{one} {other}");
            assert_eq!(may_meet(other, one), expected, "{other} {one}");
        }
    }

    #[test]
    fn patterns_match_whole_texts() {
        for (pattern, text, expected) in [
            ("*", "", true),
            ("a*c", "abbc", true),
            ("a*c", "abbd", false),
            ("*.md", "a/b.md", true),
            ("[a-c]x", "bx", true),
            ("[!a-c]x", "bx", false),
            ("[", "[", true),
            ("a*b*c*d", "axbxcxd", true),
            ("a*b*c*d", "axbxcx", false),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
        for (pattern, path, expected) in [
            ("src/**", "src/a/b", true),
            ("src/**", "srcx/a", false),
            ("src/*", "src/a/b", false),
            ("**/x", "x", true),
            ("**/x", "a/b/x", true),
            ("docs/**/*.md", "docs/a.md", true),
            ("docs/**/*.md", "docs/a/b.md", true),
            (".env.*", ".env.production", true),
        ] {
            assert_eq!(matches_path(pattern, path), expected, "{pattern} {path}");
        }
    }
}
