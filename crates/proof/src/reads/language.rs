//! Programs in small languages that stand in one word, and the expressions in them: only such whose end is the same to GNU, BSD and busybox.

use std::iter::Peekable;
use std::str::Chars;

use byleave_knowledge::programs::Arg;

use super::{awk, sed};
use crate::reason::Reason;

/// A program of which something is left.
pub(super) type Rest<'t> = Peekable<Chars<'t>>;

/// Whether a program only prints.
pub(crate) fn language(kind: Arg, text: &str) -> Result<(), Reason> {
    let (prints, name) = match kind {
        Arg::Sed => (sed::prints(text), "sed"),
        Arg::Awk => (awk::prints(text), "awk"),
        Arg::Text
        | Arg::Read
        | Arg::Write
        | Arg::Delete
        | Arg::Host
        | Arg::Shell
        | Arg::Code
        | Arg::Program
        | Arg::Setting => return Err(Reason::Operand),
    };
    if prints { Ok(()) } else { Err(Reason::Language(name)) }
}

/// Reads up to the sign that ends an expression; whether its end is beyond doubt.
pub(super) fn expression(text: &mut Rest<'_>, end: char) -> bool {
    while let Some(one) = text.next() {
        match one {
            _ if one == end => return true,
            '\n' => return false,
            // `\cX` of GNU takes the next sign, which may be the end itself.
            '\\' if text.next().is_none_or(|next| next == '\n' || next == 'c') => return false,
            '[' if !class(text, end) => return false,
            _ => {}
        }
    }
    false
}

/// Reads a class from after its bracket. Refused are `[]/]` and `[[:x:]/]`, which end at different places, the end of the expression
/// within a class, which ends it for BSD, and `\`, which is itself there for some.
fn class(text: &mut Rest<'_>, end: char) -> bool {
    let _ = text.next_if_eq(&'^');
    if text.peek() == Some(&']') {
        return false;
    }
    while let Some(one) = text.next() {
        match one {
            ']' => return true,
            '[' => {
                // `[:space:]` and nothing else that begins with a bracket.
                let opens = text.next() == Some(':');
                while text.next_if(char::is_ascii_lowercase).is_some() {}
                if !opens || text.next() != Some(':') || text.next() != Some(']') {
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
