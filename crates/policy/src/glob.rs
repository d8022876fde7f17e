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
                double = Some((back, at.saturating_add(1)));
                (p, t) = (back, at.saturating_add(1));
            }
            _ => return false,
        }
    }
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
    use super::{matches, matches_path};

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
