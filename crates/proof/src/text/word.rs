//! Words: pieces that stand for themselves, and the few that the reader knows the value of.

use std::borrow::Cow;

use super::bytes::{is_end, is_self, is_variable};
use super::{Options, Reader, Variable};
use crate::{Form, NotPlain, Obstacle, Word};

/// What is known of a word so far.
#[derive(Debug)]
pub(super) struct Draft<'t> {
    text: Cow<'t, str>,
    tilde: bool,
    form: Form,
}

impl<'t> Draft<'t> {
    /// Text that stands for itself. Behind something open nothing more is known.
    pub(super) fn push(&mut self, piece: impl Into<Cow<'t, str>>) {
        if self.form == Form::Open {
            return;
        }
        let piece = piece.into();
        if self.text.is_empty() { self.text = piece } else { self.text.to_mut().push_str(&piece) }
    }

    fn is_new(&self) -> bool {
        self.text.is_empty() && self.form == Form::Literal
    }

    /// What follows is known only when the text runs. The names of `*.$?` are of another pattern.
    fn open(&mut self) -> Result<(), Obstacle> {
        if matches!(self.form, Form::Pattern(_)) {
            return Err(Obstacle::Pattern);
        }
        self.form = Form::Open;
        Ok(())
    }

    /// A sign of a pattern, whose first one stands so many bytes before it. The file names that `$?*` matches have no known beginning.
    fn push_pattern(&mut self, piece: &'t str, back: usize) -> Result<(), Obstacle> {
        match self.form {
            Form::Literal => self.form = Form::Pattern(self.text.len().saturating_sub(back)),
            Form::Pattern(_) => {}
            Form::Open => return Err(Obstacle::Pattern),
        }
        self.push(piece);
        Ok(())
    }
}

impl<'t> Reader<'t, '_> {
    /// A word that begins here.
    pub(super) fn word(&mut self) -> Result<Word<'t>, NotPlain> {
        let start = self.at;
        self.at += self.run(start, is_self);
        if self.at > start && is_end(self.peek()) {
            return Ok(Word::written(self.span(start), self.slice(start, self.at)));
        }
        self.at = start;
        self.pieces()
    }

    fn pieces(&mut self) -> Result<Word<'t>, NotPlain> {
        let start = self.at;
        let mut draft = Draft { text: Cow::Borrowed(""), tilde: false, form: Form::Literal };
        self.beginning(&mut draft)?;
        // Up to where the word stands for itself, so that what depends on the byte before sees no quoted one.
        let mut bare = start;
        loop {
            let begins = self.at;
            match self.peek() {
                byte if is_self(byte) => {
                    self.at += self.run(begins, is_self);
                    draft.push(self.slice(begins, self.at));
                    continue;
                }
                byte if is_end(byte) => break,
                b'\'' => self.single(&mut draft, start)?,
                b'"' => self.double(&mut draft, start)?,
                b'$' => self.variable(&mut draft, false)?,
                b'\\' => self.escape(&mut draft)?,
                b'*' | b'?' => self.wildcard(&mut draft, begins + 1)?,
                b'[' => self.set_of_letters(&mut draft)?,
                _ => {
                    self.sign(&mut draft, bare)?;
                    continue;
                }
            }
            bare = self.at;
        }
        self.forbid(self.at == start, start, Obstacle::Missing)?;
        let Draft { text, tilde, form } = draft;
        let span = self.span(start);
        if tilde && form == Form::Open {
            return Err(NotPlain { span, reason: Obstacle::Tilde });
        }
        Ok(Word { span, text, tilde, form })
    }

    /// What is special only at the beginning of a word, or alone.
    fn beginning(&mut self, draft: &mut Draft<'t>) -> Result<(), NotPlain> {
        let start = self.at;
        let next = self.byte(start + 1);
        match self.peek() {
            // `~user` is an error in zsh if there is none, `~+` is known to three.
            b'~' if next == b'/' || is_end(next) => draft.tilde = true,
            b'~' => return self.fails(start, Obstacle::Tilde),
            // `q a]`: zsh has patterns there.
            b'!' | b']' if is_end(next) => {}
            // `[ a == b ]`, `echo ===`: zsh looks for a program `=` and stops; the others go on.
            b'=' => {
                self.at += self.run(start, |byte| byte == b'=') - 1;
                self.forbid(!is_end(self.byte(self.at + 1)), start, Obstacle::Equals)?;
            }
            _ => return Ok(()),
        }
        self.at += 1;
        draft.push(self.slice(start, self.at));
        Ok(())
    }

    /// A sign that stands for itself behind some bytes. `bare` is where the text that stands for itself begins.
    fn sign(&mut self, draft: &mut Draft<'t>, bare: usize) -> Result<(), NotPlain> {
        let at = self.at;
        let before = if at > bare { self.byte(at - 1) } else { 0 };
        let letter = before.is_ascii_alphanumeric();
        let wide = self.host.options == Options::Unknown;
        let sign = self.peek();
        let stands = match sign {
            // `=ls` is the path of ls in zsh; so are the last words of `a==ls` and `a=x:=ls` with `MAGIC_EQUAL_SUBST`.
            b'=' if before == b'=' => !wide,
            b'=' => letter || matches!(before, b'_' | b'-' | b'.' | b'/' | b'%' | b'+' | b'@' | b','),
            // `a=~/x` and `x:~/y` are expanded by bash and mksh.
            b'~' | b'^' => letter || matches!(before, b'@' | b'^' | b'~'),
            b'#' => letter,
            // `q {a,b}`: two words in bash, zsh and mksh; `q a}`: an error in zsh.
            b'{' => self.byte(at + 1) == b'}',
            _ => false,
        };
        if !stands {
            return self.fails(at, stranger(sign));
        }
        self.at += if sign == b'{' { 2 } else { 1 };
        let piece = self.slice(at, self.at);
        if matches!(sign, b'~' | b'^' | b'#') && wide {
            // `EXTENDED_GLOB`: `HEAD^` is every file that begins so, `a~b` is `a` if there is one, `x#` any number of x.
            return draft.push_pattern(piece, usize::from(sign == b'#')).or_else(|reason| self.fails(at, reason));
        }
        draft.push(piece);
        Ok(())
    }

    fn escape(&mut self, draft: &mut Draft<'t>) -> Result<(), NotPlain> {
        let start = self.at;
        let next = self.byte(start + 1);
        // `a\` newline `b` is one word, but nobody sees it; `q a\` at the end is `a\` in bash, dash and busybox, `a` in zsh and mksh.
        self.forbid(!next.is_ascii_graphic() && next != b' ', start, Obstacle::Escape)?;
        self.at += 2;
        draft.push(self.slice(start + 1, self.at));
        Ok(())
    }

    /// A sign of a pattern up to `end`.
    fn wildcard(&mut self, draft: &mut Draft<'t>, end: usize) -> Result<(), NotPlain> {
        let start = self.at;
        // `.*` is `.` and `..` as well in dash and busybox, `..*` is `..`. A quote before the pattern changes nothing.
        let dots = draft.text.strip_suffix('.').map(|rest| rest.strip_suffix('.').unwrap_or(rest));
        self.forbid(dots.is_some_and(|rest| rest.is_empty() || rest.ends_with('/')), start, Obstacle::DotPattern)?;
        self.at = end;
        draft.push_pattern(self.slice(start, end), 0).or_else(|reason| self.fails(start, reason))
    }

    /// `[abc]`. `[^a]` is the character `^` in dash and mksh, `[!a]` a history event where the text is typed; `a[b` is an error in zsh.
    fn set_of_letters(&mut self, draft: &mut Draft<'t>) -> Result<(), NotPlain> {
        let start = self.at;
        let inside = self.run(start + 1, |byte| is_variable(byte) || matches!(byte, b'.' | b'-'));
        let close = start + 1 + inside;
        self.forbid(inside == 0 || self.byte(close) != b']', start, Obstacle::SquareBracket)?;
        self.wildcard(draft, close + 1)
    }

    /// `$NAME`, `${NAME}`, `$?`, `$HOME`, `$PWD`, `${PIPESTATUS[0]}`.
    pub(super) fn variable(&mut self, draft: &mut Draft<'t>, quoted: bool) -> Result<(), NotPlain> {
        let start = self.at;
        let braced = self.byte(start + 1) == b'{';
        self.at = start + 1 + usize::from(braced);
        // dash and busybox stop at the second one, zsh says nothing there.
        for (status, known) in [("?", !braced), ("PIPESTATUS[0]}", braced && self.echoes)] {
            if known && self.sees(status) {
                self.at += status.len();
                self.behind_variable(start, braced, quoted)?;
                return draft.open().or_else(|reason| self.fails(start, reason));
            }
        }
        let begins = self.at;
        self.at += self.run(begins, is_variable);
        let name = self.slice(begins, self.at);
        if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) || braced && self.peek() != b'}' {
            let reason = match self.byte(begins) {
                b'(' => Obstacle::Substitution,
                _ if braced => Obstacle::Expansion,
                // `$'a'`, `$"a"` and `$[1+1]` are text in dash.
                _ => Obstacle::Dollar,
            };
            return self.fails(start, reason);
        }
        self.at += usize::from(braced);
        self.behind_variable(start, braced, quoted)?;
        let Some(variable) = self.known(name) else { return self.fails(start, Obstacle::UnknownVariable) };
        self.repeat(start, variable.value.text.len())?;
        self.put(draft, variable, quoted).or_else(|reason| self.fails(start, reason))
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

    fn known(&self, name: &'t str) -> Option<Variable<'t>> {
        let given = match name {
            "HOME" => self.host.home,
            // Behind a `cd` it is another one.
            "PWD" if self.place == 0 => self.host.directory,
            _ => return self.variables.iter().find(|variable| variable.name == name).cloned(),
        };
        let text = given.filter(|text| is_safe(text))?.to_owned();
        Some(Variable { name, value: Word::written(self.span(self.at), text), place: self.place })
    }

    /// The value of a variable becomes a part of a word.
    fn put(&self, draft: &mut Draft<'t>, variable: Variable<'t>, quoted: bool) -> Result<(), Obstacle> {
        let Variable { value, place, .. } = variable;
        if value.tilde && !draft.is_new() {
            return Err(Obstacle::Tilde);
        }
        match value.form {
            // `S='a b'; q $S`: one word in zsh, two elsewhere; `S='*.txt'`: zsh does not expand it; an empty one is no word.
            Form::Literal if !quoted && !is_safe(&value.text) => return Err(Obstacle::Split),
            Form::Literal => draft.push(value.text),
            // A name with a blank in it is two words, in zsh one.
            Form::Pattern(_) if !quoted => return Err(Obstacle::Split),
            Form::Pattern(prefix) => {
                let alone = draft.is_new() && self.peek() == b'"' && is_end(self.byte(self.at + 1));
                if alone && place == self.place {
                    (draft.text, draft.form) = (value.text, value.form);
                } else {
                    draft.push(value.text.get(..prefix).unwrap_or("").to_owned());
                    draft.open()?;
                }
            }
            Form::Open => return Err(Obstacle::UnknownVariable),
        }
        draft.tilde |= value.tilde;
        Ok(())
    }

    // `'…'` and `"…"`

    pub(super) fn single(&mut self, draft: &mut Draft<'t>, start: usize) -> Result<(), NotPlain> {
        let open = self.at;
        // `'a''b'` is `a'b` in zsh with RC_QUOTES; `'it'\''s'` is what it seems.
        let before = self.bytes.get(start..open.saturating_sub(1)).unwrap_or(&[]);
        let escaped = before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1;
        self.forbid(open > start && self.byte(open - 1) == b'\'' && !escaped, open, Obstacle::QuotedQuote)?;
        let end = open + 1 + self.run(open + 1, |byte| byte != b'\'');
        self.forbid(end >= self.bytes.len(), open, Obstacle::Unclosed)?;
        self.at = end;
        self.quoted(draft, open, open + 1)?;
        self.at += 1;
        Ok(())
    }

    /// Text in quotes up to here. `cat <<'E' "a` newline `b"`: the document begins behind the first line break, or behind the word.
    fn quoted(&mut self, draft: &mut Draft<'t>, open: usize, begins: usize) -> Result<(), NotPlain> {
        let inside = self.slice(begins, self.at);
        if inside.contains('\n') {
            self.broken = true;
            self.forbid(self.resume.is_some(), open, Obstacle::DocumentLine)?;
        }
        draft.push(inside);
        Ok(())
    }

    pub(super) fn double(&mut self, draft: &mut Draft<'t>, start: usize) -> Result<(), NotPlain> {
        let open = self.at;
        self.at += 1;
        if open == start && self.sees("$(cat") {
            return self.message(draft);
        }
        loop {
            let begins = self.at;
            self.at += self.run(begins, |byte| !matches!(byte, b'"' | b'\\' | b'$' | b'`'));
            self.quoted(draft, open, begins)?;
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                b'`' => return self.fails(self.at, Obstacle::Substitution),
                b'\\' => self.quoted_escape(draft)?,
                b'$' => self.quoted_dollar(draft)?,
                _ => {
                    self.at = open;
                    return self.fails(open, Obstacle::Unclosed);
                }
            }
        }
    }

    fn quoted_escape(&mut self, draft: &mut Draft<'t>) -> Result<(), NotPlain> {
        let start = self.at;
        let next = self.byte(start + 1);
        self.forbid(!(next.is_ascii_graphic() || next == b' '), start, Obstacle::Escape)?;
        self.at += 2;
        let drops = matches!(next, b'$' | b'`' | b'"' | b'\\');
        draft.push(self.slice(start + usize::from(drops), self.at));
        Ok(())
    }

    fn quoted_dollar(&mut self, draft: &mut Draft<'t>) -> Result<(), NotPlain> {
        let start = self.at;
        match self.byte(start + 1) {
            // It stands for itself. Not before `= ~ + ^ -`, which zsh takes for expansions.
            b'"' | b' ' | b'|' | b')' | b'\\' | b'.' | b'/' | b',' | b';' | b':' | b'%' | b'\'' | b']' | b'}'
            | b'>' | b'\n' => {
                self.at += 1;
                draft.push(self.slice(start, self.at));
                Ok(())
            }
            _ => self.variable(draft, true),
        }
    }
}

/// Why a byte cannot stand there.
const fn stranger(byte: u8) -> Obstacle {
    match byte {
        b'=' => Obstacle::Equals,
        b'~' => Obstacle::Tilde,
        b'^' => Obstacle::Caret,
        b'#' => Obstacle::Hash,
        b'{' | b'}' => Obstacle::Braces,
        b']' => Obstacle::SquareBracket,
        b'`' => Obstacle::Substitution,
        b'(' => Obstacle::Parenthesis,
        b'<' | b'>' => Obstacle::Redirection,
        b'!' => Obstacle::History,
        _ => Obstacle::NotAscii,
    }
}

/// No shell splits or expands it, whatever its options: `GLOB_SUBST` takes the value of a variable for a pattern.
fn is_safe(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_self)
}
