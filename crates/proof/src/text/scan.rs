//! Where shells that do not know here-documents take the `)` of `"$(cat <<'X' … X )"` to be.
//!
//! bash 3.2 looks for it without knowing them, and *runs* `touch` in the body `x ) " ; touch MARK ; q "`. So whoever skips quotes and counts
//! brackets, in each way that a shell is known to, has to find the same `)` or none: then nothing runs.

/// How far behind a message a scan may go that has not found its end.
const BEYOND: usize = 1 << 12;
/// Brackets within brackets of a message.
const NESTED: usize = 64;

/// Where a scan begins a new level at `$(`, `${` and `$[`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nesting {
    Nowhere,
    Quoted,
    Everywhere,
}

/// Whether each scan of a text finds the `)` at `close`, or comes to the end of the text first.
pub(super) fn scans_agree(text: &[u8], close: usize) -> bool {
    let seen = text.get(..close.saturating_add(BEYOND)).unwrap_or(text);
    [Nesting::Nowhere, Nesting::Quoted, Nesting::Everywhere].into_iter().all(|nesting| {
        [false, true].into_iter().all(|comments| match closing(seen, nesting, comments) {
            Ok(Some(at)) => at == close,
            Ok(None) => seen.len() == text.len(),
            Err(TooDeep) => false,
        })
    })
}

/// Brackets are nested too deeply to tell.
struct TooDeep;

/// Skips quotes and counts brackets, up to the `)` that closes the first of them.
fn closing(text: &[u8], nesting: Nesting, comments: bool) -> Result<Option<usize>, TooDeep> {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let length = |from: usize, end: u8| text.iter().skip(from).take_while(|byte| **byte != end).count();
    let mut open = vec![b')'];
    let mut at = 0;
    while let (Some(level), true) = (open.last().copied(), at < text.len()) {
        let this = byte(at);
        let quoted = level == b'"';
        let nests = match nesting {
            Nesting::Nowhere => false,
            Nesting::Quoted => quoted,
            Nesting::Everywhere => level != b'`',
        };
        let deeper = match byte(at + 1) {
            b'(' => b')',
            b'{' => b'}',
            b'[' => b']',
            _ => 0,
        };
        match this {
            b'\\' => at += 1,
            _ if this == level => {
                open.pop();
                if open.is_empty() {
                    return Ok(Some(at));
                }
            }
            b'$' if nests && deeper != 0 => {
                open.push(deeper);
                at += 1;
            }
            _ if level == b'`' => {}
            b'`' => open.push(b'`'),
            _ if quoted => {}
            b'"' => open.push(b'"'),
            b'\'' => at += 1 + length(at + 1, b'\''),
            b'(' if level == b')' => open.push(b')'),
            b'[' if level == b']' => open.push(b']'),
            b'#' if comments && level == b')' && (at == 0 || matches!(byte(at - 1), b' ' | b'\t' | b'\n')) => {
                at += length(at, b'\n');
            }
            _ => {}
        }
        if open.len() > NESTED {
            return Err(TooDeep);
        }
        at += 1;
    }
    Ok(None)
}
