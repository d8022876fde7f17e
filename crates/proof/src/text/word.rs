//! Words: pieces that stand for themselves, and the few that the reader knows the value of.

use std::borrow::Cow;

use crate::text::bytes::{is_end, is_self, is_variable};
use crate::text::{Options, Reader};
use crate::{NotPlain, Obstacle, PlaceId, Value, Word};

/// What is known of a word so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Literal,
    /// File names; the sign stands behind so many bytes.
    Pattern(usize),
    /// One of the file names that match, alone in its word: a variable of a loop.
    Name(usize),
    Number,
    /// The text is only the beginning of the word.
    Beginning,
}

/// A word that is being read.
#[derive(Debug)]
pub(super) struct Draft<'t> {
    text: Cow<'t, str>,
    tilde: bool,
    kind: Kind,
}

impl<'t> Draft<'t> {
    pub(super) const fn new() -> Self {
        Self { text: Cow::Borrowed(""), tilde: false, kind: Kind::Literal }
    }

    /// Text that stands for itself.
    pub(super) fn push(&mut self, piece: &'t str) {
        if !piece.is_empty() {
            self.narrow();
        }
        if self.kind == Kind::Beginning {
            return;
        }
        if self.text.is_empty() {
            self.text = Cow::Borrowed(piece);
        } else {
            self.text.to_mut().push_str(piece);
        }
    }

    fn push_owned(&mut self, piece: &str) {
        self.narrow();
        if self.kind != Kind::Beginning {
            self.text.to_mut().push_str(piece);
        }
    }

    /// Something follows: a number or a file name is no longer the whole word.
    fn narrow(&mut self) {
        let prefix = match self.kind {
            Kind::Number => 0,
            Kind::Name(prefix) => prefix,
            Kind::Literal | Kind::Pattern(_) | Kind::Beginning => return,
        };
        self.text = Cow::Owned(self.text.get(..prefix).unwrap_or("").to_owned());
        self.kind = Kind::Beginning;
    }

    fn is_new(&self) -> bool {
        self.text.is_empty() && self.kind == Kind::Literal
    }

    /// Digits, or nothing at all.
    fn push_number(&mut self) -> Result<(), Obstacle> {
        match self.kind {
            Kind::Literal if self.text.is_empty() => self.kind = Kind::Number,
            Kind::Literal => self.kind = Kind::Beginning,
            Kind::Number | Kind::Name(_) | Kind::Beginning => self.narrow(),
            // `*.$?`
            Kind::Pattern(_) => return Err(Obstacle::Pattern),
        }
        Ok(())
    }

    /// A sign of a pattern. The file names that `$?*` matches have no known beginning, and those of `"$file"*` are of another pattern.
    fn push_pattern(&mut self, piece: &'t str, back: usize) -> Result<(), Obstacle> {
        match self.kind {
            Kind::Literal => self.kind = Kind::Pattern(self.text.len().saturating_sub(back)),
            Kind::Pattern(_) => {}
            Kind::Name(_) | Kind::Number | Kind::Beginning => return Err(Obstacle::Pattern),
        }
        self.push(piece);
        Ok(())
    }

    fn value(self) -> Result<Value<'t>, Obstacle> {
        let Self { text, tilde, kind } = self;
        match kind {
            Kind::Literal => Ok(Value::Literal { text, tilde }),
            Kind::Pattern(prefix) | Kind::Name(prefix) => Ok(Value::Pattern { text, prefix, tilde }),
            Kind::Number => Ok(Value::Number),
            Kind::Beginning if tilde => Err(Obstacle::Tilde),
            Kind::Beginning => Ok(Value::Beginning(text)),
        }
    }
}

impl<'t> Reader<'t, '_> {
    /// A word that begins here.
    pub(super) fn word(&mut self) -> Result<Word<'t>, NotPlain> {
        let start = self.at;
        self.letters();
        if self.at > start && is_end(self.peek()) {
            let text = Cow::Borrowed(self.slice(start, self.at));
            return Ok(Word { span: self.span(start), value: Value::Literal { text, tilde: false } });
        }
        self.at = start;
        self.pieces()
    }

    fn letters(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        self.at += rest.iter().position(|byte| !is_self(*byte)).unwrap_or(rest.len());
    }

    fn pieces(&mut self) -> Result<Word<'t>, NotPlain> {
        let start = self.at;
        let mut draft = Draft::new();
        self.beginning(&mut draft)?;
        // Up to where the word stands for itself, so that what depends on the byte before sees no quoted one.
        let mut bare = start;
        loop {
            let begins = self.at;
            let byte = self.peek();
            let done = match byte {
                _ if is_self(byte) => {
                    self.letters();
                    draft.push(self.slice(begins, self.at));
                    continue;
                }
                _ if is_end(byte) => break,
                b'\'' => self.single(&mut draft, start),
                b'"' => self.double(&mut draft, start),
                b'$' => self.dollar(&mut draft),
                b'\\' => self.escape(&mut draft),
                b'*' | b'?' => self.wildcard(&mut draft, begins, begins + 1),
                b'[' => self.set_of_letters(&mut draft),
                _ => {
                    self.sign(&mut draft, start, bare)?;
                    continue;
                }
            };
            done?;
            bare = self.at;
        }
        if self.at == start {
            return self.fails(start, Obstacle::Missing);
        }
        let span = self.span(start);
        let value = draft.value().map_err(|reason| NotPlain { span, reason })?;
        Ok(Word { span, value })
    }

    /// What is special only at the beginning of a word, or alone.
    fn beginning(&mut self, draft: &mut Draft<'t>) -> Result<(), NotPlain> {
        let start = self.at;
        let next = self.byte(start + 1);
        match self.peek() {
            // `~user` is an error in zsh if there is none, `~+` is known to three.
            b'~' if next == b'/' || is_end(next) => draft.tilde = true,
            b'~' => return self.fails(start, Obstacle::Tilde),
            // `q a]`: zsh has patterns there; `!x` is a history event where the text is typed.
            b'!' | b']' if is_end(next) => {}
            // `[ a == b ]`, `echo ===`: zsh looks for a program `=` and stops; the others go on.
            b'=' => {
                while self.byte(self.at + 1) == b'=' {
                    self.at += 1;
                }
                if !is_end(self.byte(self.at + 1)) {
                    return self.fails(start, Obstacle::Equals);
                }
            }
            _ => return Ok(()),
        }
        self.at += 1;
        draft.push(self.slice(start, self.at));
        Ok(())
    }

    /// A sign that stands for itself behind some bytes. `bare` is where the text that stands for itself begins.
    fn sign(&mut self, draft: &mut Draft<'t>, start: usize, bare: usize) -> Result<(), NotPlain> {
        let at = self.at;
        let before = if at > bare { self.byte(at - 1) } else { 0 };
        let wide = self.host.options == Options::Unknown;
        let stands = match self.peek() {
            // `=ls` is the path of ls in zsh; so are the last words of `a==ls` and `a=x:=ls` with `MAGIC_EQUAL_SUBST`.
            b'=' if before == b'=' => !wide || self.is_version(at + 1),
            b'=' => {
                before.is_ascii_alphanumeric()
                    || matches!(before, b'_' | b'-' | b'.' | b'/' | b'%' | b'+' | b'@' | b',')
            }
            // `a=~/x` and `x:~/y` are expanded by bash and mksh.
            b'~' | b'^' => before.is_ascii_alphanumeric() || matches!(before, b'@' | b'^' | b'~'),
            b'#' => before.is_ascii_alphanumeric(),
            b'{' => return self.empty_braces(draft, start),
            _ => false,
        };
        if !stands {
            return self.fails(at, self.stranger());
        }
        self.at += 1;
        let piece = self.slice(at, self.at);
        if self.byte(at) != b'=' && wide {
            // `EXTENDED_GLOB`: `HEAD^` is every file that begins so, `a~b` is `a` if there is one, `x#` any number of x.
            let back = usize::from(self.byte(at) == b'#');
            return draft.push_pattern(piece, back).or_else(|reason| self.fails(start, reason));
        }
        draft.push(piece);
        Ok(())
    }

    /// The rest of the word is the number of a version, as in `numpy==1.26.4`: no program has such a name.
    fn is_version(&self, at: usize) -> bool {
        let rest = self.bytes.get(at..).unwrap_or(&[]);
        let length = rest.iter().position(|byte| !byte.is_ascii_digit() && *byte != b'.').unwrap_or(rest.len());
        length > 0 && self.byte(at).is_ascii_digit() && is_end(self.byte(at + length))
    }

    /// Why a byte cannot stand there.
    fn stranger(&self) -> Obstacle {
        match self.peek() {
            b'=' => Obstacle::Equals,
            b'~' => Obstacle::Tilde,
            b'^' => Obstacle::Caret,
            b'#' => Obstacle::Hash,
            b'!' => Obstacle::History,
            b'}' => Obstacle::Braces,
            b']' => Obstacle::SquareBracket,
            b'`' => Obstacle::Backquote,
            b'(' => Obstacle::Parenthesis,
            b'<' | b'>' => Obstacle::Redirection,
            _ => Obstacle::NotAscii,
        }
    }

    /// `{}` and `HEAD@{1}`. `q {a,b}`: two words in bash, zsh and mksh; `q a}`: an error in zsh.
    fn empty_braces(&mut self, draft: &mut Draft<'t>, start: usize) -> Result<(), NotPlain> {
        let open = self.at;
        let rest = self.bytes.get(open + 1..).unwrap_or(&[]);
        let inside = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let close = open + 1 + inside;
        let reflog = inside > 0 && open > start && self.byte(open - 1) == b'@';
        // `BRACE_CCL` makes `@1` of `@{1}`.
        if self.byte(close) != b'}' || inside > 0 && (!reflog || self.host.options == Options::Unknown) {
            return self.fails(open, Obstacle::Braces);
        }
        self.at = close + 1;
        draft.push(self.slice(open, self.at));
        Ok(())
    }

    fn escape(&mut self, draft: &mut Draft<'t>) -> Result<(), NotPlain> {
        let start = self.at;
        match self.byte(start + 1) {
            // `a\` newline `b` is one word, but nobody sees it; `q a\` at the end is `a\` in bash, dash and busybox, `a` in zsh and mksh.
            0 | b'\n' => self.fails(start, Obstacle::Continuation),
            byte if byte.is_ascii_graphic() || byte == b' ' => {
                self.at += 2;
                draft.push(self.slice(start + 1, self.at));
                Ok(())
            }
            _ => self.fails(start, Obstacle::Escape),
        }
    }

    fn wildcard(&mut self, draft: &mut Draft<'t>, start: usize, end: usize) -> Result<(), NotPlain> {
        // `.*` is `.` and `..` as well in dash and busybox, `..*` is `..`. A quote before the pattern changes nothing.
        let dots = draft.text.strip_suffix('.').map(|rest| rest.strip_suffix('.').unwrap_or(rest));
        if dots.is_some_and(|rest| rest.is_empty() || rest.ends_with('/')) {
            return self.fails(start, Obstacle::DotPattern);
        }
        self.at = end;
        draft.push_pattern(self.slice(start, end), 0).or_else(|reason| self.fails(start, reason))
    }

    /// `[abc]`. `[^a]` is the character `^` in dash and mksh, `[!a]` an event where the text is typed, `a[b` an error in zsh.
    fn set_of_letters(&mut self, draft: &mut Draft<'t>) -> Result<(), NotPlain> {
        let start = self.at;
        let rest = self.bytes.get(start + 1..).unwrap_or(&[]);
        let inside =
            rest.iter().position(|byte| !is_variable(*byte) && !matches!(byte, b'.' | b'-')).unwrap_or(rest.len());
        let close = start + 1 + inside;
        if inside == 0 || self.byte(close) != b']' {
            return self.fails(start, Obstacle::SquareBracket);
        }
        self.wildcard(draft, start, close + 1)
    }

    /// `$NAME` and the like, unquoted.
    fn dollar(&mut self, draft: &mut Draft<'t>) -> Result<(), NotPlain> {
        self.variable(draft, false)
    }

    /// `$NAME`, `${NAME}`, `$?`, `$HOME`, `$PWD`, `${PIPESTATUS[0]}`.
    pub(super) fn variable(&mut self, draft: &mut Draft<'t>, quoted: bool) -> Result<(), NotPlain> {
        let start = self.at;
        let braced = self.byte(start + 1) == b'{';
        let begins = start + 1 + usize::from(braced);
        self.at = begins;
        if self.sees("?") && !braced {
            self.at += 1;
            self.behind_variable(start, false, quoted)?;
            return draft.push_number().or_else(|reason| self.fails(start, reason));
        }
        // dash and busybox stop there, zsh says nothing.
        if braced && self.echoes && self.sees("PIPESTATUS[0]}") {
            self.at += "PIPESTATUS[0]}".len();
            self.behind_variable(start, true, quoted)?;
            return draft.push_number().or_else(|reason| self.fails(start, reason));
        }
        while is_variable(self.peek()) {
            self.at += 1;
        }
        let name = self.slice(begins, self.at);
        if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
            let reason = self.strange_dollar(begins);
            return self.fails(start, reason);
        }
        if braced && self.peek() != b'}' {
            return self.fails(start, Obstacle::Expansion);
        }
        self.at += usize::from(braced);
        self.behind_variable(start, braced, quoted)?;
        let Some((value, place)) = self.known(name) else { return self.fails(start, Obstacle::UnknownVariable) };
        self.repeat(start, value.len())?;
        self.put(draft, start, &value, place, quoted)
    }

    fn strange_dollar(&self, begins: usize) -> Obstacle {
        match self.byte(begins) {
            b'(' if self.byte(begins + 1) == b'(' => Obstacle::Arithmetic,
            b'(' => Obstacle::Substitution,
            _ if begins > 0 && self.byte(begins - 1) == b'{' => Obstacle::Expansion,
            b'$' | b'!' | b'@' | b'*' | b'#' | b'-' | b'0'..=b'9' => Obstacle::Pid,
            // `$'a'`, `$"a"` and `$[1+1]` are text in dash.
            _ => Obstacle::Dollar,
        }
    }

    /// `$S:h`, `"$S:t"`, `$S[1]`, `"$S[1]"` and `${S}[1]` mean something to zsh, and letters outside ASCII belong to the name there.
    fn behind_variable(&self, start: usize, braced: bool, quoted: bool) -> Result<(), NotPlain> {
        let next = self.byte(self.at + 1);
        match self.peek() {
            b'[' => self.fails(start, Obstacle::Subscript),
            b':' if !quoted || !matches!(next, b' ' | b'"') => self.fails(start, Obstacle::Subscript),
            byte if !byte.is_ascii() && !braced => self.fails(start, Obstacle::NotAscii),
            _ => Ok(()),
        }
    }

    fn known(&self, name: &str) -> Option<(Value<'t>, PlaceId)> {
        let given = match name {
            "HOME" => self.host.home,
            // Behind a `cd` it is another one.
            "PWD" if self.place == PlaceId(0) => self.host.directory,
            _ => return self.variables.get(name).map(|(value, place)| (value.clone(), place)),
        };
        let text = given.filter(|text| is_safe(text))?;
        Some((Value::Literal { text: Cow::Owned(text.to_owned()), tilde: false }, self.place))
    }

    fn put(
        &self,
        draft: &mut Draft<'t>,
        start: usize,
        value: &Value<'t>,
        place: PlaceId,
        quoted: bool,
    ) -> Result<(), NotPlain> {
        let done = match value {
            // `S='a b'; q $S`: one word in zsh, two elsewhere; `S='*.txt'`: zsh does not expand it; an empty one is no word.
            Value::Literal { text, .. } if !quoted && !is_safe(text) => Err(Obstacle::Split),
            Value::Literal { tilde: true, .. } if !draft.is_new() => Err(Obstacle::Tilde),
            Value::Literal { text, tilde } => {
                draft.tilde |= tilde;
                draft.push_owned(text);
                Ok(())
            }
            // A name with a blank in it is two words, in zsh one.
            Value::Pattern { .. } if !quoted => Err(Obstacle::Split),
            Value::Pattern { tilde: true, .. } if !draft.is_new() => Err(Obstacle::Tilde),
            Value::Pattern { text, prefix, tilde } if draft.is_new() && place == self.place => {
                (draft.text, draft.tilde, draft.kind) = (text.clone(), *tilde, Kind::Name(*prefix));
                Ok(())
            }
            Value::Pattern { text, prefix, tilde } => {
                draft.tilde |= tilde;
                draft.push_owned(text.get(..*prefix).unwrap_or(""));
                draft.push_number()
            }
            Value::Number => draft.push_number(),
            Value::Beginning(text) => {
                draft.push_owned(text);
                draft.push_number()
            }
        };
        done.or_else(|reason| self.fails(start, reason))
    }
}

/// No shell splits or expands it, whatever its options: `GLOB_SUBST` takes the value of a variable for a pattern.
fn is_safe(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_self)
}
