//! Words that mean the same to every shell, by the signs they are written with.

use byleave_shell::{Class, Part, PartKind, Unknown, Word};

use super::Look;

/// Where a word stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Around {
    /// It is the command word.
    Name,
    /// Behind the command word, or among the words of a loop.
    Command,
    /// It is the value of an assignment.
    Assignment,
    /// It is compared: in `case` and `[[`.
    Pattern,
    /// Behind `<` or `>`.
    Target,
}

/// A word on its way through [`Look::is_odd_word`].
struct Written<'w> {
    text: &'w [u8],
    at: usize,
    /// The last sign of the value so far, 0 before the first.
    last: u8,
    quoted: bool,
}

impl Written<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at.saturating_add(ahead)).copied().unwrap_or(0)
    }

    fn ends(&self, ahead: usize) -> bool {
        self.at.saturating_add(ahead) >= self.text.len()
    }

    fn take(&mut self, length: usize) {
        self.at = self.at.saturating_add(length);
        self.last = self.at.checked_sub(1).and_then(|at| self.text.get(at)).copied().unwrap_or(0);
    }

    /// What follows single quotes, or `None` if they are not closed.
    fn single(&mut self) -> Option<()> {
        let rest = self.text.get(self.at.saturating_add(1)..)?;
        let length = rest.iter().position(|byte| *byte == b'\'')?;
        if length > 0 {
            self.last = rest.get(length.saturating_sub(1)).copied()?;
        }
        self.at = self.at.saturating_add(length).saturating_add(2);
        Some(())
    }

    /// A sign between double quotes.
    fn quoted(&mut self) {
        match self.byte(0) {
            b'"' => {
                self.quoted = false;
                self.at = self.at.saturating_add(1);
            }
            b'\\' => self.take(2),
            _ => self.take(1),
        }
    }

    /// A sign outside quotes.
    fn bare(&mut self, around: Around) -> Option<()> {
        let (last, next) = (self.last, self.byte(1));
        let fine = match self.byte(0) {
            byte if is_plain(byte) => true,
            b'\'' => return self.single(),
            b'"' => {
                self.quoted = true;
                self.at = self.at.saturating_add(1);
                return Some(());
            }
            b'\\' if matches!(next, b' '..=b'~') => {
                self.take(2);
                return Some(());
            }
            b'*' | b'?' => around != Around::Target && around != Around::Name,
            // busybox reads on from `[[` to `]]`.
            b'[' if last == 0 && next == b'[' => false,
            b'[' | b']' => around != Around::Target && (around != Around::Name || self.text == b"["),
            b'!' => around != Around::Target || last != 0,
            b'^' | b'#' => last != 0,
            128.. => last != b'$',
            // To zsh `=ls` is the path of ls.
            b'=' if around == Around::Name => false,
            b'=' if around == Around::Assignment => last.is_ascii_alphanumeric() || matches!(last, b'-' | b'_' | b'.'),
            // Where the user has set so, also behind the sign of another word.
            b'=' => last != 0 && next != b'~' && (last != b'=' || next.is_ascii_digit()),
            b'~' if last == 0 && self.at == 0 => next == b'/' || self.ends(1),
            b'~' => !matches!(last, 0 | b':' | b'=') && next != b'[',
            // `{}` and `HEAD@{1}`
            b'{' if around == Around::Command => {
                let rest = self.text.get(self.at.saturating_add(1)..)?;
                let inside = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-')?;
                if rest.get(inside) != Some(&b'}') || inside > 0 && last != b'@' {
                    return None;
                }
                self.take(inside.saturating_add(2));
                return Some(());
            }
            _ => false,
        };
        self.take(1);
        fine.then_some(())
    }

    /// Goes to the end of an expansion; `None` where zsh may take what follows to it.
    fn expanded(&mut self, end: usize) -> Option<()> {
        self.at = end;
        self.last = b'$';
        (self.byte(0) != b'[').then_some(())
    }
}

impl Look<'_, '_> {
    /// Whether another shell may make something else of a word.
    pub(super) fn is_odd_word(&self, word: &Word, around: Around) -> bool {
        let text = self.written(word.span);
        if text.iter().all(|byte| is_plain(*byte)) {
            return false;
        }
        if matches!(word.class, Class::Unknown(Unknown::Opaque | Unknown::Unreadable | Unknown::BraceExpansion)) {
            return true;
        }
        if word.brace {
            // Before a command zsh takes a brace for a group.
            return self.sh || around == Around::Name || !has_plain_braces(text);
        }
        // `[ a == b ]`
        match text {
            b"=" | b"==" | b"!=" | b"!" if matches!(around, Around::Command | Around::Pattern) => return false,
            b"=~" => return around != Around::Pattern,
            _ => {}
        }
        let start = word.span.start as usize;
        let mut parts = self.script.parts(word).iter();
        let mut word = Written { text, at: 0, last: 0, quoted: false };
        while !word.ends(0) {
            let at = start.saturating_add(word.at);
            let part = |one: &&Part| one.span.start as usize == at && !matches!(one.kind, PartKind::Text(_));
            let step = match word.byte(0) {
                byte if matches!(byte, b'$' | b'`') || !word.quoted && matches!(byte, b'<' | b'>') => {
                    // Parts stand in the order of the text; most words have few.
                    let found = parts.as_slice().iter().position(|one| one.span.start as usize >= at);
                    parts.by_ref().take(found.unwrap_or(0)).for_each(drop);
                    let end = parts.as_slice().first().filter(part).map(|part| part.span.end as usize);
                    self.expansion(&mut word, end.map(|end| end.saturating_sub(start)))
                }
                _ if word.quoted => {
                    word.quoted();
                    Some(())
                }
                _ => word.bare(around),
            };
            if step.is_none() {
                return true;
            }
        }
        word.quoted
    }

    /// What `$`, a backtick, `<(` or `>(` begins; `end` is where the substitution or expansion ends, if it is one.
    fn expansion(&self, word: &mut Written<'_>, end: Option<usize>) -> Option<()> {
        match (word.byte(0), word.byte(1)) {
            (b'$', b'(') if word.byte(2) == b'(' => {
                let end = end?;
                let inside = word.text.get(word.at.saturating_add(3)..end.checked_sub(2)?)?;
                (!is_odd_arithmetic(inside)).then(|| word.expanded(end))?
            }
            (b'$', b'(') | (b'`' | b'<' | b'>', _) => word.expanded(end?),
            (b'$', b'\'') if !word.quoted => {
                let end = ansi_end(word.text.get(word.at..)?).filter(|_| !self.sh)?;
                word.take(end);
                Some(())
            }
            // Alone it is itself.
            (b'$', _) if word.ends(1) && !word.quoted => {
                word.take(1);
                Some(())
            }
            (b'$', b'"' | b' ' | b'/' | b'.' | b',' | b'|' | b')' | b';' | b'%' | b'\\' | b'\n') if word.quoted => {
                word.take(1);
                Some(())
            }
            _ => {
                let end = parameter_end(word.text.get(word.at..)?, !self.sh)?;
                word.expanded(word.at.saturating_add(end))
            }
        }
    }

    /// Whether zsh may read the words of `[[ … ]]` otherwise.
    pub(super) fn is_odd_condition(&self, words: &[Word]) -> bool {
        let sign = |word: &Word| {
            matches!(self.script.literal(word), Some("&&" | "||" | "(" | ")" | "<" | ">" | "!")) && !word.quoted
        };
        let terminal = words.windows(2).any(|pair| {
            matches!(pair, [before, word] if self.script.literal(before) == Some("-t") && !self.script.is_number(word))
        });
        terminal || words.iter().any(|word| !sign(word) && self.is_odd_word(word, Around::Pattern))
    }
}

/// Whether a byte stands for itself in every word.
const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b',' | b':' | b'@' | b'%' | b'+')
}

/// `{src,tests}/*.py`, which zsh expands as bash does.
fn has_plain_braces(text: &[u8]) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./,{}*".contains(byte);
    let odd = |pair: &[u8]| matches!(pair, [b'{' | b',', b','] | [b',', b'}'] | b"..");
    text.iter().all(plain) && !text.windows(2).any(odd)
}

/// The length of `$'…'` with no other escapes than those that every shell with such quotes decodes alike.
fn ansi_end(text: &[u8]) -> Option<usize> {
    let mut at = 2_usize;
    loop {
        match (text.get(at)?, text.get(at.saturating_add(1))) {
            (b'\'', _) => return at.checked_add(1),
            (b'\\', Some(b'n' | b't' | b'r' | b'\\' | b'\'' | b'"')) => at = at.saturating_add(2),
            (b'\\', _) => return None,
            _ => at = at.saturating_add(1),
        }
    }
}

/// The length of `$name`, `$1`, `$?`, `${name}`, `${name:-word}` and their kin; `None` where shells may differ.
fn parameter_end(text: &[u8], zsh_only: bool) -> Option<usize> {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let braced = byte(1) == b'{';
    let mut at = if braced { 2 } else { 1 };
    let length = braced && byte(at) == b'#' && (byte(3).is_ascii_alphabetic() || matches!(byte(3), b'_' | b'@' | b'*'));
    at = at.saturating_add(usize::from(length));
    let first = byte(at);
    let name = text.get(at..)?.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    at = match first {
        b'0'..=b'9' if name == 1 || !braced && !byte(at.saturating_add(1)).is_ascii_digit() => at.saturating_add(1),
        b'A'..=b'Z' | b'a'..=b'z' | b'_' => at.saturating_add(name),
        b'?' | b'@' | b'*' => at.saturating_add(1),
        b'$' | b'!' if !braced => at.saturating_add(1),
        // `$#x` is a length to zsh.
        b'#' | b'-' if !braced && !name_or_sign(byte(at.saturating_add(1))) => at.saturating_add(1),
        _ => return None,
    };
    if braced {
        let rest = text.get(at..)?;
        let operand = operand_length(rest, length, zsh_only)?;
        at = at.saturating_add(operand).saturating_add(1);
    }
    // In zsh `$x[1]` is a subscript, `$x:h` a modifier.
    let modified =
        byte(at) == b':' && (byte(at.saturating_add(1)).is_ascii_alphabetic() || byte(at.saturating_add(1)) == b'&');
    (byte(at) != b'[' && !modified && (braced || byte(at).is_ascii())).then_some(at)
}

const fn name_or_sign(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'{' | b'(' | b'@' | b'*' | b'?' | b'$' | b'!' | b'#' | b'-')
}

/// The length of an operator and its operand up to the brace.
fn operand_length(rest: &[u8], length: bool, zsh_only: bool) -> Option<usize> {
    let close = rest.iter().position(|byte| *byte == b'}')?;
    let inside = rest.get(..close)?;
    let plain = |byte: &u8| is_plain(*byte) || matches!(byte, b'*' | b'?' | b' ');
    let fine = match inside {
        [] => true,
        _ if length => false,
        // `${x:0:3}`
        [b':', b'0'..=b'9', ..] => zsh_only && inside.iter().all(|byte| byte.is_ascii_digit() || *byte == b':'),
        [b':', b'-' | b'+' | b'?', operand @ ..]
        | [b'#' | b'%', b'#' | b'%', operand @ ..]
        | [b'-' | b'+' | b'?' | b'#' | b'%', operand @ ..] => operand.iter().all(plain),
        _ => false,
    };
    fine.then_some(close)
}

/// Whether arithmetic has more than numbers, names and operators.
pub(super) fn is_odd_arithmetic(text: &[u8]) -> bool {
    let known = |byte: &u8| byte.is_ascii_alphanumeric() || b"_ \t\n+-*/%<>=!&|?:,().$~^".contains(byte);
    let odd = |pair: &[u8]| match pair {
        // A function of zsh.
        [name, b'('] => name.is_ascii_alphanumeric() || *name == b'_' || *name == b'$',
        [b'$', after] => !after.is_ascii_alphanumeric() && *after != b'_',
        _ => false,
    };
    !text.iter().all(known) || text.windows(2).any(odd)
}

/// Whether shells may make different texts of the body of a here-document.
pub(super) fn is_odd_body(body: &[u8], zsh: bool) -> bool {
    let mut at = 0_usize;
    while let Some(byte) = body.get(at).copied() {
        let rest = body.get(at..).unwrap_or(&[]);
        at = match (byte, rest.get(1)) {
            (b'`', _) | (b'\\', Some(b'\n') | None) | (b'$', Some(b'(' | b'\'' | b'"')) => return true,
            (b'\\', _) => at.saturating_add(2),
            (b'$', Some(b' ' | b'/' | b'.' | b',' | b')' | b'\n') | None) => at.saturating_add(1),
            (b'$', _) => match parameter_end(rest, zsh) {
                Some(length) => at.saturating_add(length),
                None => return true,
            },
            _ => at.saturating_add(1),
        };
    }
    false
}
