//! Where shells other than bash read differently; one function for each place in the reader.
//!
//! A difference that byleave does not follow is a doubt: an opaque stretch. Reading continues after it, so that later
//! commands are still found.

use super::class::{is_delimiter, is_name, is_name_start};
use super::compound::KEYWORDS;
use super::region::Single;
use super::word::{Mode, Quoting, plain_word};
use super::written::{
    Hexadecimal, after_empty_quotes, closes_braces, expands_behind_colon, has_bare, has_plain_braces, has_range,
    has_signs, is_range, mixes_quotes, odd_escapes, plain_tilde,
};
use super::{Parser, Read};
use crate::script::{Class, Connector, NodeId, Operator, PartKind, RedirectOperator, Unknown, Word};
use crate::{Dialect, Difference, Opaque, Reason, Span};

/// Longer words are treated as unknown.
const LONG: usize = 4096;

impl<const OTHER: bool> Parser<'_, '_, OTHER> {
    /// Marks a stretch that the current shell may read differently.
    pub(super) fn doubt(&mut self, start: usize, end: usize, difference: Difference) {
        let span = self.span(start, end.max(start));
        self.builder.opaque.push(Opaque { span, reason: Reason::Dialect(difference) });
    }

    pub(super) fn doubt_unless_bash(&mut self, start: usize, end: usize, difference: Difference) {
        if self.dialect() != Dialect::Bash {
            self.doubt(start, end, difference);
        }
    }

    /// What joins commands in another shell but not in bash; `None` where it is the same.
    pub(super) fn other_connector(&mut self) -> Option<Connector> {
        let start = self.at;
        match (self.dialect(), self.peek(), self.peek_second()) {
            (Dialect::Zsh, b'&', b'!' | b'|') => {
                self.advance(2);
                Some(Connector::Background)
            }
            // `{ a } always { b }`
            (Dialect::Zsh, b'a', _) if self.stands(b"always") => {
                self.advance(b"always".len());
                Some(Connector::Sequence)
            }
            (Dialect::Zsh | Dialect::Sh, b';', b'|') => Some(Connector::End),
            (Dialect::Sh, b'|', b'&') => {
                self.doubt(start, start.saturating_add(2), Difference::PipeBoth);
                None
            }
            _ => None,
        }
    }

    /// Whether `;|` ends an arm of `case` here.
    pub(super) fn arm_ends_by_bar(&self) -> bool {
        self.peek_second() == b'|' && matches!(self.dialect(), Dialect::Zsh | Dialect::Sh)
    }

    /// Whether the `time` here is a keyword. The program `time` takes other options.
    pub(super) fn time_is_keyword(&self) -> bool {
        let rest = self.bytes.get(self.at.saturating_add(b"time".len())..).unwrap_or(&[]);
        let next = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t')).copied().unwrap_or(0);
        match self.dialect() {
            Dialect::Bash | Dialect::Zsh => true,
            Dialect::PosixBash => next != b'-',
            Dialect::Sh => matches!(next, b'(' | b'{' | b'!'),
        }
    }

    /// Like [`Parser::begins_compound`], for shells other than bash.
    pub(super) fn begins_other_compound(&self) -> bool {
        let keyword = |word: &[u8]| match self.dialect() {
            Dialect::Bash | Dialect::PosixBash => true,
            Dialect::Sh => !matches!(word, b"[[" | b"coproc"),
            // A brace needs no blank after it.
            Dialect::Zsh => word != b"{",
        };
        self.peek() == b'('
            || KEYWORDS.iter().filter(|word| keyword(word)).any(|word| self.stands(word))
            || self.dialect() == Dialect::Zsh && self.begins_zsh_compound()
    }

    /// A compound command that bash reads differently, if there is one here.
    pub(super) fn other_compound(&mut self) -> Read<Option<NodeId>> {
        match self.dialect() {
            Dialect::Sh if self.follows(b"((") => {
                let start = self.at;
                self.doubt(start, start.saturating_add(2), Difference::DoubleParentheses);
                self.subshell().map(Some)
            }
            Dialect::Bash | Dialect::PosixBash | Dialect::Sh => Ok(None),
            Dialect::Zsh => self.zsh_compound(),
        }
    }

    /// Removes the words of a zsh command that only say how to run it, and marks a command word made by braces.
    pub(super) fn settle_command(&mut self, words: usize) {
        if self.dialect() == Dialect::Zsh {
            self.take_modifiers(words);
            self.doubt_late_keyword(words);
        }
        let made = self.builder.open_words.get(words).filter(|word| word.brace).map(|word| word.span);
        if let Some(span) = made.filter(|_| self.dialect() == Dialect::Sh) {
            self.builder.opaque.push(Opaque { span, reason: Reason::Dialect(Difference::Braces) });
        }
        if self.dialect() == Dialect::Sh {
            self.settle_brackets(words);
            self.settle_mixtures(words);
        }
    }

    /// `<a if [[ b ]] c`: where a command begins, a reserved word never comes this far.
    fn doubt_late_keyword(&mut self, words: usize) {
        let first = self.builder.open_words.get(words).filter(|word| !word.quoted).copied();
        let reserved = first.filter(|word| {
            let text = self.resolve(word.text).as_bytes();
            KEYWORDS.contains(&text) || matches!(text, b"repeat" | b"foreach" | b"time" | b"!")
        });
        if let Some(Word { span, .. }) = reserved {
            self.builder.opaque.push(Opaque { span, reason: Reason::Dialect(Difference::LateKeyword) });
        }
    }

    /// `$'a' $"b"` and `$'a' {b,c}`: busybox decodes the first as bash does and reads the second as dash does. Each alone is
    /// read in one of the two ways. So it is with `{a,b} {1..3}`: mksh expands the first alone.
    fn settle_mixtures(&mut self, words: usize) {
        let open = self.builder.open_words.get(words..).unwrap_or(&[]);
        let (Some(first), Some(last)) = (open.first(), open.last()) else { return };
        let span = Span::new(first.span.start, last.span.end);
        let braces = |sign: &str| {
            let has = |written: &str| written.contains('{') && written.contains(sign) && has_plain_braces(written);
            open.iter().any(|word| has(self.slice_of(word.span)))
        };
        let difference = if mixes_quotes(self.slice_of(span)) {
            Difference::AnsiQuotes
        } else if braces(",") && braces("..") {
            Difference::Braces
        } else {
            return;
        };
        self.builder.opaque.push(Opaque { span, reason: Reason::Dialect(difference) });
    }

    /// `[[` behind a command: busybox reads on to `]]`, whatever stands between. And mksh takes `=~` for a directory unless
    /// `[[` is the command.
    fn settle_brackets(&mut self, words: usize) {
        let open = self.builder.open_words.get(words..).unwrap_or(&[]);
        let is = |word: &Word, text: &str| !word.quoted && self.resolve(word.text) == text;
        if open.first().is_some_and(|first| is(first, "[[")) {
            return;
        }
        let bracket = open.iter().find(|word| is(word, "[[")).map(|word| word.span);
        let match_sign = open.iter().position(|word| is(word, "=~"));
        if let Some(span) = bracket {
            self.builder.opaque.push(Opaque { span, reason: Reason::Dialect(Difference::Brackets) });
        }
        let at = match_sign.map(|at| words.saturating_add(at));
        if let Some(word) = at.and_then(|at| self.builder.open_words.get_mut(at)) {
            word.class = Class::Unknown(Unknown::Dialect);
        }
    }

    /// `noglob`, `nocorrect` and `-`, which gives the program a name that makes a shell a login shell.
    fn take_modifiers(&mut self, words: usize) {
        let open = self.builder.open_words.get(words..).unwrap_or(&[]);
        let modifies = |word: &&Word| match self.resolve(word.text) {
            "noglob" | "-" => true,
            "nocorrect" => !word.quoted,
            _ => false,
        };
        // One that stands alone is the command itself.
        let count = open.iter().take_while(modifies).count().min(open.len().saturating_sub(1));
        if count == 0 {
            return;
        }
        let dash = open.iter().take(count).find(|word| self.resolve(word.text) == "-").copied();
        let assigned = open.get(count).filter(|next| self.resolve(next.text).contains('=')).copied();
        for Word { span, .. } in dash.into_iter().chain(assigned) {
            self.builder.opaque.push(Opaque { span, reason: Reason::Dialect(Difference::Modifier) });
        }
        drop(self.builder.open_words.drain(words..words.saturating_add(count)));
    }

    /// Reads one word as a shell other than bash does.
    pub(super) fn other_word(&mut self, mode: Mode) -> Read<()> {
        let start = self.at;
        let base = self.builder.open_words.len();
        let outer = std::mem::replace(&mut self.differs, false);
        let read = if self.dialect() == Dialect::Zsh && self.follows(b"=(") && mode != Mode::Regex {
            self.file_substitution()
        } else {
            self.word_here(mode)
        };
        let mut differs = std::mem::replace(&mut self.differs, outer);
        read?;
        let written = self.slice(start, self.at);
        // A word of plain letters has no parts to look at.
        let plain = !written.contains(['{', '\'', '"', '\\', '$', '`', '(']);
        if self.dialect() == Dialect::Zsh && !differs && plain && written.contains('}') {
            differs = true;
            self.doubt(start, self.at, Difference::ClosingBrace);
        }
        let written = self.slice(start, self.at);
        // Substitutions may nest a hundred deep: long words are not scanned again and again.
        let cause = if differs || written.len() > LONG || self.expands_otherwise(written, mode) {
            Some(Unknown::Dialect)
        } else if self.braces_otherwise(written) {
            Some(Unknown::BraceExpansion)
        } else {
            None
        };
        if cause == Some(Unknown::BraceExpansion) && self.builder.open_words.len() == base {
            // `{,}` is no word in bash, and one or two in other shells.
            let (span, text) = (self.span(start, self.at), self.text(start, self.at));
            return self
                .keep_word(Word { brace: true, ..plain_word(span, text, Class::Unknown(Unknown::BraceExpansion)) });
        }
        for word in self.builder.open_words.get_mut(base..).unwrap_or(&mut []) {
            let tilde = word.tilde && !plain_tilde(written);
            match (word.class, cause) {
                (Class::Unknown(_), _) => {}
                (_, Some(Unknown::BraceExpansion)) if !word.brace && !has_range(written) => {}
                (_, Some(cause)) => word.class = Class::Unknown(cause),
                _ if tilde => word.class = Class::Unknown(Unknown::Dialect),
                _ => {}
            }
        }
        Ok(())
    }

    /// A brace in a word without one before it that it closes: zsh ends the word there, and a group, and what follows are commands:
    /// `{ a b} always { c }`.
    pub(super) fn doubt_closed_group(&mut self, base: usize, start: usize) {
        if self.dialect() != Dialect::Zsh {
            return;
        }
        let mut open = 0_usize;
        let mut closes = false;
        for part in self.builder.open_parts.get(base..).unwrap_or(&[]).iter().filter(|part| !part.quoted) {
            let PartKind::Text(text) = part.kind else { continue };
            for byte in self.resolve(text).bytes() {
                match byte {
                    b'{' => open = open.saturating_add(1),
                    b'}' if open == 0 => closes = true,
                    b'}' => open = open.saturating_sub(1),
                    _ => {}
                }
            }
        }
        if closes {
            self.differs = true;
            self.doubt(start, self.at, Difference::ClosingBrace);
        }
    }

    /// Whether a word begins with what only zsh expands: `=ls` is the path of `ls`.
    fn expands_otherwise(&self, written: &str, mode: Mode) -> bool {
        let equals = |text: &str| text.len() > 1 && text.starts_with('=');
        // zsh ignores empty quotes at the beginning.
        let bare = after_empty_quotes(written);
        // And quotes and escapes behind a tilde: `~''` and `~\+` are directories.
        let quoted_tilde = |text: &str| {
            let name = text.strip_prefix('~').map(|rest| rest.split('/').next().unwrap_or(rest));
            name.is_some_and(|name| name.contains(['\'', '"', '$', '\\', '`']))
        };
        let tilde = has_bare(written, "~") && written.split(':').any(quoted_tilde);
        let begins = equals(bare) || bare.len() < written.len() && bare.starts_with('~') || tilde;
        // mksh takes `~` after every `=` for the home directory.
        if self.dialect() == Dialect::Sh {
            return written != "=~" && has_bare(written, "=~") && mode == Mode::Word;
        }
        self.dialect() == Dialect::Zsh
            && (begins
                || mode == Mode::Value && expands_behind_colon(written)
                || has_bare(written, "~[")
                || has_signs(written))
    }

    /// Whether the braces of a word are plain text to dash and busybox, and to mksh and a bash called `sh` what they are
    /// to bash. Those who ask for `sh` ask for bash's reading too.
    pub(super) fn keeps_braces(&self, written: &str) -> bool {
        // mksh knows no ranges: `{a,b}{1..3}` is read as none of the two read it.
        let mixed = written.contains("..") && written.contains(',');
        // It expands nothing between an open brace and the end of the word: `{a,b}{{c,d}` neither.
        self.dialect() == Dialect::Sh && has_plain_braces(written) && !mixed && closes_braces(written)
    }

    /// Whether the braces of a word may give another result than in bash.
    fn braces_otherwise(&self, written: &str) -> bool {
        // What `find` and `xargs` replace is plain everywhere.
        if written.contains("{}") && !written.replace("{}", "").contains(['{', '}']) {
            return false;
        }
        match self.dialect() {
            Dialect::Bash | Dialect::PosixBash => false,
            Dialect::Sh => has_bare(written, "{") && !self.keeps_braces(written),
            Dialect::Zsh => {
                // A word that begins with `=` is the path of a program.
                let odd = written.starts_with('=') || written.contains("..") && !is_range(written);
                has_bare(written, "{") && (odd || !has_plain_braces(written))
            }
        }
    }

    /// The file of a redirection. Shells other than bash expand no patterns in it, or more.
    pub(super) fn settle_target(&self, target: Word) -> Word {
        let has = |span: Span| self.slice_of(span).contains('{');
        let parts = self.builder.parts.get(target.parts.start as usize..target.parts.end as usize).unwrap_or(&[]);
        // Between quotes they are plain everywhere.
        let bare = || parts.is_empty() || parts.iter().any(|part| !part.quoted && has(part.span));
        let braces = self.dialect() != Dialect::PosixBash && has(target.span) && bare();
        if (target.glob || braces) && !matches!(target.class, Class::Unknown(_)) {
            return Word { class: Class::Unknown(Unknown::Dialect), ..target };
        }
        target
    }

    /// The written text of a span; empty in a copy, where spans are those of the original.
    fn slice_of(&self, span: Span) -> &str {
        if self.copied.is_some() { "{" } else { span.of(self.text) }
    }

    /// Whether a number of several digits before `<` or `>` is a descriptor.
    pub(super) fn takes_long_descriptor(&mut self, digits: usize) -> bool {
        match self.dialect() {
            Dialect::Bash | Dialect::PosixBash => true,
            Dialect::Zsh => false,
            Dialect::Sh => {
                self.doubt(self.at, self.at.saturating_add(digits), Difference::LongDescriptor);
                false
            }
        }
    }

    /// What follows an operator in zsh: `>!` and `>|` overwrite; `<1-9>` is not a redirection.
    pub(super) fn zsh_operator(&mut self, start: usize, operator: RedirectOperator) -> Read<()> {
        use RedirectOperator as Op;
        match operator {
            Op::Write | Op::Append | Op::DuplicateOut | Op::WriteBoth | Op::AppendBoth => {
                if matches!(self.peek(), b'!' | b'|') {
                    self.advance(1);
                }
            }
            Op::Read => {
                let rest = self.bytes.get(self.at..).unwrap_or(&[]);
                let end = rest.iter().position(|byte| !byte.is_ascii_digit() && *byte != b'-').unwrap_or(rest.len());
                if rest.get(end) == Some(&b'>') && rest.get(..end).is_some_and(|range| range.contains(&b'-')) {
                    return Err(self.stop(start, Reason::Dialect(Difference::NumberPattern)));
                }
            }
            Op::Clobber
            | Op::ReadWrite
            | Op::DuplicateIn
            | Op::HereDocument
            | Op::HereDocumentTabs
            | Op::HereString => {}
        }
        Ok(())
    }

    /// Reads what a `$` begins in another shell but not in bash; `false` if it is the same.
    pub(super) fn other_dollar(&mut self, quoting: Quoting) -> Read<bool> {
        match (self.dialect(), self.peek_second()) {
            (Dialect::Sh, b'\'') => {
                // dash has no such quotes: it reads a dollar, then plain quotes.
                let start = self.at;
                self.advance(1);
                self.bare_part(start)?;
                let quotes = self.at;
                self.single_quotes()?;
                // A shell with such quotes reads them as bash does, and those who ask for `sh` ask for that too. But
                // where they end must be no question.
                let inside = self.slice(quotes, self.at);
                // busybox and mksh decode some escapes in ways of their own.
                self.differs |= inside.contains("\\e") || odd_escapes(inside, Hexadecimal::Known);
                if self.slice(quotes, self.at).contains("\\'") {
                    self.doubt(start, self.at, Difference::AnsiQuotes);
                }
                Ok(true)
            }
            (Dialect::Sh | Dialect::Zsh, b'"') => {
                let start = self.at;
                self.differs = true;
                self.advance(1);
                self.bare_part(start)?;
                self.double_quotes()?;
                Ok(true)
            }
            (Dialect::Zsh, b'\'') => {
                let start = self.at;
                self.ansi_quotes()?;
                self.differs |= odd_escapes(self.slice(start, self.at), Hexadecimal::Odd);
                Ok(true)
            }
            (Dialect::Zsh, b'+' | b'^' | b'=' | b'~' | b'#' | b'0'..=b'9') => {
                let Some(end) = self.signed_parameter() else { return Ok(false) };
                self.simple_parameter(end, quoting)?;
                if let Some(part) = self.builder.open_parts.last_mut()
                    && let crate::PartKind::Parameter(parameter) = &mut part.kind
                {
                    parameter.operator = Operator::Other;
                }
                Ok(true)
            }
            (Dialect::Zsh, b'{') => self.zsh_braced(quoting),
            _ => Ok(false),
        }
    }

    /// The end of zsh's `$=x`, `$#x`, `$12` and similar forms, if there is one here.
    pub(super) fn signed_parameter(&self) -> Option<usize> {
        let mut at = self.at.saturating_add(1);
        let signs = at;
        while matches!(self.byte(at), b'+' | b'^' | b'=' | b'~' | b'#') {
            at = at.saturating_add(1);
        }
        let signed = at > signs;
        let rest = self.bytes.get(at..).unwrap_or(&[]);
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            // `$1` alone is the same as in bash.
            return (signed || digits > 1).then(|| at.saturating_add(digits));
        }
        if is_name_start(self.byte(at)) {
            return signed.then(|| self.name_end(at));
        }
        if signed && matches!(self.byte(at), b'@' | b'*' | b'?' | b'$' | b'!' | b'-' | b'{' | b'(' | b'[') {
            return Some(at);
        }
        None
    }

    /// What zsh does with a plain parameter followed by a subscript or modifiers: `$x[1]`, `$x:h`.
    pub(super) fn after_parameter(&mut self) -> Operator {
        match self.peek() {
            b'[' => {
                self.evaluated(self.at, self.at.saturating_add(1), crate::EvaluationKind::Subscript);
                Operator::Other
            }
            b':' if self.peek_second().is_ascii_alphabetic() || self.peek_second() == b'&' => Operator::Other,
            _ => Operator::Plain,
        }
    }

    /// Reads a quote that bash would pair inside an expansion; `false` if it is the same.
    pub(super) fn other_quote(&mut self, byte: u8, single: Single, quoting: Quoting) -> bool {
        let paired = match byte {
            b'\'' => single == Single::Pairs || quoting != Quoting::Bare,
            b'"' => quoting == Quoting::HereDocument || single == Single::Pairs && quoting == Quoting::Double,
            b'{' => self.dialect() == Dialect::Zsh,
            b'$' => single == Single::Pairs && matches!(self.peek_second(), b'\'' | b'"'),
            b'\\' => matches!(self.peek_second(), b'}' | b'\'' | b'"') && quoting != Quoting::Bare,
            _ => false,
        };
        if !paired {
            return false;
        }
        self.doubt(self.at, self.at.saturating_add(1), Difference::QuoteInExpansion);
        if matches!(byte, b'\'' | b'{')
            && !(byte == b'\'' && single == Single::Quotes && self.dialect() != Dialect::Zsh)
        {
            self.advance(1);
            return true;
        }
        false
    }

    /// Marks assignments that not every shell accepts as such.
    pub(super) fn settle_assignment(&mut self, start: usize, subscript: Option<(usize, usize)>, more: bool) {
        let blanks = |(from, to): (usize, usize)| self.slice(from, to).bytes().any(is_delimiter);
        if self.dialect() == Dialect::Sh && (subscript.is_some() || more) {
            self.doubt(start, self.at, Difference::Array);
        } else if self.dialect() == Dialect::Zsh && subscript.is_some_and(blanks) {
            self.doubt(start, self.at, Difference::OddAssignment);
        }
    }

    /// In zsh `1=x` and names with other letters are assignments.
    pub(super) fn odd_assignment(&mut self) -> Read<bool> {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        let length = rest.iter().take_while(|byte| is_name(**byte) || byte.is_ascii_digit() || **byte >= 128).count();
        let odd = match rest.get(length..) {
            Some([b'=' | b'[', ..] | [b'+', b'=', ..]) => length > 0,
            _ => false,
        };
        if !odd {
            return Ok(false);
        }
        let end = start.saturating_add(length);
        self.doubt(start, end, Difference::OddAssignment);
        if self.byte(end) != b'=' || !rest.get(..length).is_some_and(|name| name.iter().all(u8::is_ascii_digit)) {
            return Ok(false);
        }
        // The text after it may be the command.
        self.at = end.saturating_add(1);
        self.single_word(Mode::Value)?;
        Ok(true)
    }
}
