//! Where shells differ about a word, by the text as it is written. Each answer may say yes where it is no: then byleave doubts.

/// Whether `$~`, `$=` or another sign of zsh stands in a word, not between single quotes. Without a name after it such a
/// sign stands for nothing.
pub(super) fn has_signs(written: &str) -> bool {
    // Quotes with escapes of their own are not followed here.
    if written.contains("$'") {
        return ["$^", "$=", "$~", "$+"].iter().any(|sign| written.contains(sign));
    }
    let (mut single, mut double, mut before) = (false, false, 0);
    for byte in written.bytes() {
        match (before, byte) {
            (b'\\', _) if !single => {
                before = 0;
                continue;
            }
            (_, b'\'') if !double => single = !single,
            (_, b'"') if !single => double = !double,
            (b'$', b'^' | b'=' | b'~' | b'+') if !single => return true,
            _ => {}
        }
        before = byte;
    }
    false
}

/// Whether every tilde of a word is `~` or `~/…`, and the first begins the word.
pub(super) fn plain_tilde(written: &str) -> bool {
    let Some(rest) = written.strip_prefix('~') else { return false };
    (rest.is_empty() || rest.starts_with('/')) && !rest.contains('~')
}

/// How a shell takes `\x41`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hexadecimal {
    /// As bash does, if there are two digits and the letter is in ASCII.
    Known,
    /// Perhaps otherwise.
    Odd,
}

/// Whether zsh, busybox or mksh may decode `$'…'` differently from bash.
pub(super) fn odd_escapes(quotes: &str, hexadecimal: Hexadecimal) -> bool {
    let mut rest = quotes.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = match (byte, after) {
            (b'\\', [b'n' | b't' | b'r' | b'\\' | b'\'' | b'"' | b'a' | b'b' | b'e' | b'f' | b'v', after @ ..]) => {
                after
            }
            // mksh takes as many digits as there are, and no digit for the letter.
            (b'\\', [b'x', high @ b'0'..=b'7', low, after @ ..])
                if hexadecimal == Hexadecimal::Known
                    && (*high, *low) != (b'0', b'0')
                    && low.is_ascii_hexdigit()
                    && !after.first().is_some_and(u8::is_ascii_hexdigit) =>
            {
                after
            }
            (b'\\', _) => return true,
            _ => after,
        };
    }
    false
}

/// The text after the empty quotes at the beginning of a word.
pub(super) fn after_empty_quotes(written: &str) -> &str {
    let mut rest = written;
    while let Some(after) = ["''", "\"\"", "$''", "\\\n"].iter().find_map(|empty| rest.strip_prefix(empty)) {
        rest = after;
    }
    rest
}

/// Whether the words of a command have both `$'…'` and `$"…"` or braces. Where substitutions make it hard to say which quotes are
/// open, the letters count.
pub(super) fn mixes_quotes(text: &str) -> bool {
    // What `find` and `xargs` replace is plain everywhere.
    let letters = || text.contains("$\"") || text.replace("{}", "").contains('{');
    if !text.contains("$'") || !letters() {
        return false;
    }
    if text.contains("$(") || text.contains('`') {
        return true;
    }
    let (mut ansi, mut other) = (false, false);
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = match (byte, after) {
            (b'\\', [_, after @ ..]) | (b'{', [b'}', after @ ..]) => after,
            (b'$', [b'\'', after @ ..]) => {
                ansi = true;
                behind_quotes(after, b'\'', true)
            }
            (b'$', [b'"', after @ ..]) => {
                other = true;
                behind_quotes(after, b'"', true)
            }
            (b'\'', _) => behind_quotes(after, b'\'', false),
            (b'"', _) => behind_quotes(after, b'"', true),
            (b'{', _) => {
                other = true;
                after
            }
            _ => after,
        };
    }
    ansi && other
}

/// What follows quotes, whose text begins here.
fn behind_quotes(mut text: &[u8], quote: u8, escapes: bool) -> &[u8] {
    while let [byte, rest @ ..] = text {
        text = match rest {
            [_, after @ ..] if escapes && *byte == b'\\' => after,
            _ if *byte == quote => return rest,
            _ => rest,
        };
    }
    text
}

/// Whether a sign stands outside quotes and escapes. Where it is hard to say which quotes are open, the letters count.
pub(super) fn has_bare(written: &str, sign: &str) -> bool {
    if !written.contains(sign) {
        return false;
    }
    if written.contains("$'") || written.contains(['`', '(']) && !plain_parentheses(written) {
        return true;
    }
    let mut rest = written.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = match (byte, after) {
            _ if rest.starts_with(sign.as_bytes()) => return true,
            (b'\\', [_, after @ ..]) => after,
            (b'\'', _) => behind_quotes(after, b'\'', false),
            (b'"', _) => behind_quotes(after, b'"', true),
            _ => after,
        };
    }
    false
}

/// Whether zsh expands something behind a colon of a value: `a:=ls`, and with quotes around the colon or behind it `a':'~`, too.
pub(super) fn expands_behind_colon(written: &str) -> bool {
    let letters = written.replace(['\'', '"', '\\', '$'], "");
    has_bare(written, "=") && letters.contains(":=")
        || has_bare(written, "~") && letters.contains(":~") && letters.len() < written.len()
}

/// Whether no parenthesis or backtick of a word begins a substitution.
fn plain_parentheses(written: &str) -> bool {
    !written.contains('`') && !["$(", "<(", ">(", "=("].iter().any(|begins| written.contains(begins))
}

/// Whether braces hold nothing but plain text, and nothing empty, on which shells differ.
pub(super) fn has_plain_braces(written: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./,{}*?=".contains(&byte);
    let odd = ["{,", ",,", ",}", "{=", ",="].iter().any(|odd| written.contains(odd));
    !odd && written.bytes().all(plain)
}

/// Whether each brace that is opened is closed.
pub(super) fn closes_braces(written: &str) -> bool {
    let open = written.bytes().fold(0u32, |open, byte| match byte {
        b'{' => open.saturating_add(1),
        b'}' => open.saturating_sub(1),
        _ => open,
    });
    open == 0
}

/// Whether a word may have a range in it. zsh sees one between quotes and escapes, too: `{a.\.c}` is `a b c`.
pub(super) fn has_range(written: &str) -> bool {
    let mut dots = 0;
    for byte in written.bytes().filter(|byte| !matches!(byte, b'\\' | b'\'' | b'"')) {
        dots = if byte == b'.' { dots + 1 } else { 0 };
        if dots == 2 {
            return true;
        }
    }
    false
}

/// Whether a word has one pair of braces with a plain range in it, such as `{1..5}`.
pub(super) fn is_range(written: &str) -> bool {
    let inside = written.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
    let number =
        |text: &str| text.len() < 5 && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    inside.is_some_and(|(inside, rest)| {
        !rest.contains(['{', '}'])
            && inside
                .split_once("..")
                .is_some_and(|(from, to)| !from.is_empty() && !to.is_empty() && number(from) && number(to))
    })
}
