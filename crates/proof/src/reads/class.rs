//! A regular expression between two signs, as `sed` and `awk` write them: only such whose end is the same to GNU, BSD and busybox.

use std::iter::Peekable;
use std::str::Chars;

/// Reads up to the sign that ends an expression; whether its end is beyond doubt.
pub(super) fn skip_expression(text: &mut Peekable<Chars<'_>>, end: char) -> bool {
    while let Some(one) = text.next() {
        match one {
            _ if one == end => return true,
            '\n' => return false,
            // `\cX` of GNU takes the next sign, which may be the end itself.
            '\\' if text.next().is_none_or(|next| next == '\n' || next == 'c') => return false,
            '[' if !skip_class(text, end) => return false,
            _ => {}
        }
    }
    false
}

/// Reads a class from after its bracket. Refused are `[]/]` and `[[:x:]/]`, which end at different places, the end of the expression
/// within a class, which ends it for BSD, and `\`, which is itself there for some.
fn skip_class(text: &mut Peekable<Chars<'_>>, end: char) -> bool {
    let _ = text.next_if_eq(&'^');
    if text.peek() == Some(&']') {
        return false;
    }
    while let Some(one) = text.next() {
        match one {
            ']' => return true,
            '[' => {
                // `[:space:]` and nothing else that begins with a bracket.
                if text.next() != Some(':') {
                    return false;
                }
                while text.next_if(char::is_ascii_lowercase).is_some() {}
                if text.next() != Some(':') || text.next() != Some(']') {
                    return false;
                }
            }
            '\\' | '\n' => return false,
            _ if one == end => return false,
            _ => {}
        }
    }
    false
}
