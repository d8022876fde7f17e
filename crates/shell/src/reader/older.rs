//! Where bash before 4 finds the end of `$(…)`: it looks for the parenthesis without knowing here-documents.

/// What a search heeds; versions differ.
#[derive(Clone, Copy)]
struct Search {
    comments: bool,
    /// It looks into `$(…)`, `${…}` and `$[…]`, in double quotes too.
    nesting: bool,
}

/// How deep expansions are followed; beyond that the end is not told.
const DEEPEST: usize = 64;

/// Whether every search for the end of what begins at `from`, inside its parenthesis, ends at `end` or finds none at all,
/// in which case nothing runs.
pub(super) fn ends_there(text: &[u8], from: usize, end: usize) -> bool {
    let searches = [(false, false), (false, true), (true, false), (true, true)];
    searches.into_iter().all(|(comments, nesting)| match (Search { comments, nesting }).end(text, from) {
        Found::At(at) => at == end,
        Found::Nowhere => true,
        Found::TooDeep => false,
    })
}

enum Found {
    At(usize),
    Nowhere,
    TooDeep,
}

impl Search {
    fn end(self, text: &[u8], from: usize) -> Found {
        let mut at = from;
        // What closes each of the constructs that are open, the last one innermost.
        let mut open = vec![b')'];
        while let Some(byte) = text.get(at).copied() {
            let next = text.get(at.saturating_add(1)).copied();
            let innermost = open.last().copied().unwrap_or(b')');
            let quoted = innermost == b'"';
            let mut length = 1;
            if open.len() > DEEPEST {
                return Found::TooDeep;
            }
            match byte {
                b'\\' => length = 2,
                _ if byte == innermost => {
                    open.pop();
                    if open.is_empty() {
                        return Found::At(at);
                    }
                }
                b'$' if self.nesting
                    && let Some(closer) = next.and_then(closer) =>
                {
                    length = 2;
                    open.push(closer);
                }
                b'`' if !quoted || self.nesting => match after(text, at, b'`') {
                    Some(after) => length = after,
                    None => return Found::Nowhere,
                },
                _ if quoted => {}
                b'\'' => {
                    match text.get(at.saturating_add(1)..).and_then(|rest| rest.iter().position(|one| *one == b'\'')) {
                        Some(inside) => length = inside.saturating_add(2),
                        None => return Found::Nowhere,
                    }
                }
                b'"' => open.push(b'"'),
                b'(' if innermost == b')' => open.push(b')'),
                b'[' if innermost == b']' => open.push(b']'),
                b'#' if self.comments && begins_word(text, at) => {
                    let rest = text.get(at..).unwrap_or(&[]);
                    length = rest.iter().position(|one| *one == b'\n').unwrap_or(rest.len());
                }
                _ => {}
            }
            at = at.saturating_add(length.max(1));
        }
        Found::Nowhere
    }
}

/// What closes an expansion that begins with `$` and this.
const fn closer(opener: u8) -> Option<u8> {
    match opener {
        b'(' => Some(b')'),
        b'{' => Some(b'}'),
        b'[' => Some(b']'),
        _ => None,
    }
}

/// How long a quoted text is with its quotes, where a backslash keeps the next byte.
fn after(text: &[u8], start: usize, quote: u8) -> Option<usize> {
    let mut at = start.saturating_add(1);
    loop {
        match text.get(at).copied()? {
            b'\\' => at = at.saturating_add(2),
            byte if byte == quote => return at.saturating_add(1).checked_sub(start),
            _ => at = at.saturating_add(1),
        }
    }
}

fn begins_word(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.get(before)).copied();
    before.is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>'))
}

#[cfg(test)]
mod tests {
    use super::ends_there;

    #[test]
    fn a_body_may_hold_what_every_search_passes_over() {
        let cases = [
            ("plain text", true),
            ("a (b) \"c\" 'd' `e`", true),
            ("don't", true),
            ("don't (it's fine)", false),
            ("don't (it is fine)", true),
            ("a ) b", false),
            ("x ) \" ; touch MARK ; q \"", false),
            ("( open", true),
            ("# a ) b", false),
            ("a \" b", true),
            ("a \" ) b", true),
            ("\" ) \" )", false),
            ("${x)}", false),
            ("'a' ) 'b'", false),
            ("it's ) done's", true),
            ("it's a ) and it's", true),
        ];
        for (body, expected) in cases {
            let inside = format!("cat <<'E'\n{body}\nE\n");
            let text = format!("$({inside})\"");
            assert_eq!(ends_there(text.as_bytes(), 2, inside.len() + 2), expected, "{body}");
        }
    }
}
