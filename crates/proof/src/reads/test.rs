//! `test` and `[`: one comparison, in a form that every shell reads alike.
//!
//! Not on it: `-t`, `-v`, `-R`, `-o NAME` (zsh and bash evaluate the operand: `test -t 'a[$(id)]'`), `-a`, `-o` and parentheses (read by the number
//! of words), comparisons of numbers with anything but digits (`[ 'HOME[$(id)]' -eq 1 ]` runs `id` in zsh and mksh), `==`, `=~`, `<`.

use super::Reader;
use crate::reason::Reason;
use crate::{NotProven, Value, Word};

impl<'r> Reader<'r> {
    /// The words behind `test` or `[`.
    pub(super) fn test(&mut self, words: &'r [Word<'r>]) -> Result<(), NotProven> {
        let bracket = self.command.words.first().and_then(Word::literal) == Some("[");
        let words = match words.split_last() {
            Some((last, words)) if bracket && last.literal() == Some("]") => words,
            _ if bracket => return Err(self.no(Reason::Language("test"))),
            _ => words,
        };
        let words = match words {
            [not, rest @ ..] if not.literal() == Some("!") => rest,
            words => words,
        };
        match words {
            [one] if is_text(one) => Ok(()),
            [test, one] => match test.literal() {
                Some("-n" | "-z") if is_text(one) || matches!(one.value, Value::Number) => Ok(()),
                Some("-e" | "-f" | "-d" | "-r" | "-w" | "-x" | "-s" | "-L" | "-h") => self.look(one),
                _ => Err(self.no(Reason::Language("test"))),
            },
            [left, test, right] => match test.literal() {
                Some("=" | "!=") if is_text(left) && is_text(right) => Ok(()),
                Some("=" | "!=" | "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge")
                    if is_number(left) && is_number(right) =>
                {
                    Ok(())
                }
                Some("-nt" | "-ot" | "-ef") => {
                    self.look(left)?;
                    self.look(right)
                }
                _ => Err(self.no(Reason::Language("test"))),
            },
            _ => Err(self.no(Reason::Language("test"))),
        }
    }
}

/// Text that is no operator.
fn is_text(word: &Word<'_>) -> bool {
    word.literal().is_some_and(|text| !text.starts_with(['-', '(', ')', '!']))
}

/// Digits, or the number of an outcome.
fn is_number(word: &Word<'_>) -> bool {
    let digits = |text: &str| text.len() < 10 && text.bytes().all(|byte| byte.is_ascii_digit());
    matches!(word.value, Value::Number) || word.literal().is_some_and(digits)
}
