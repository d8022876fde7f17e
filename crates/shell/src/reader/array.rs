//! Assignments: `a=1`, `a+=1`, `a[i]=1`, `a=(…)`.

use super::class::{is_name, is_name_start};
use super::region::Region;
use super::word::{Mode, Quoting, plain_word};
use super::{Parser, Read};
use crate::script::{Assignment, Class, EvaluationKind, Range};
use crate::{Construct, Reason};

impl Parser<'_, '_> {
    /// Reads an assignment if there is one here.
    pub(super) fn assignment(&mut self) -> Read<bool> {
        let start = self.at;
        let name_end = self.name_end(start);
        if name_end == start {
            return Ok(false);
        }
        let subscript = match self.byte(name_end) {
            b'=' => None,
            b'+' if self.byte(name_end.saturating_add(1)) == b'=' => None,
            b'+' if self.byte(name_end.saturating_add(1)) == b'\\' => {
                return self.check_name_not_split(name_end.saturating_add(1)).map(|()| false);
            }
            b'[' => match self.assigned_subscript(name_end)? {
                Some(end) => Some((name_end.saturating_add(1), end)),
                None => return Ok(false),
            },
            b'\\' => return self.check_name_not_split(name_end).map(|()| false),
            _ => return Ok(false),
        };
        let name = self.text(start, name_end);
        self.at = subscript.map_or(name_end, |(_, end)| end.saturating_add(1));
        let append = self.peek() == b'+';
        self.advance(if append { 2 } else { 1 });
        self.check_not_split(b"(")?;
        let value_start = self.at;
        let array = self.peek() == b'(';
        let (value, elements) = if array {
            let elements = self.array(start)?;
            let text = self.text(value_start, self.at);
            let known = self.builder.words.get(elements.start as usize..).unwrap_or(&[]);
            let class = known.iter().map(|word| word.class).find(|class| *class != Class::Literal);
            (plain_word(self.span(value_start, self.at), text, class.unwrap_or(Class::Literal)), elements)
        } else {
            (self.single_word(Mode::Value)?, Range::default())
        };
        if let Some((from, to)) = subscript {
            self.check_subscript(from, to);
        }
        let subscript = subscript.map(|(from, to)| self.span(from, to));
        let span = self.span(start, self.at);
        self.count()?;
        let assignment = Assignment { span, name, append, subscript, value, elements, array };
        self.builder.open_assignments.push(assignment);
        Ok(true)
    }

    /// Refuses an assignment whose name or `=` is split by a line continuation; a word that only ends in one is fine.
    fn check_name_not_split(&self, from: usize) -> Read<()> {
        let mut at = from;
        loop {
            if self.byte(at) == b'\\' && self.byte(at.saturating_add(1)) == b'\n' {
                at = at.saturating_add(2);
            } else if is_name(self.byte(at)) {
                at = at.saturating_add(1);
            } else {
                break;
            }
        }
        let continued = self.slice(from, at).contains('\n');
        if continued && matches!(self.byte(at), b'=' | b'+' | b'[') {
            return Err(self.stop(from, Reason::SplitByContinuation));
        }
        Ok(())
    }

    /// Reads `[…]` after a name if `=` follows it; returns the position of the `]`. Otherwise consumes nothing.
    fn assigned_subscript(&mut self, bracket: usize) -> Read<Option<usize>> {
        let start = self.at;
        let parts = self.builder.open_parts.len();
        let read = self.attempt(|parser| {
            parser.at = bracket.saturating_add(1);
            parser.region(&Region::subscript(bracket, Quoting::Bare))
        })?;
        // Without a `]` bash searches to the end of the text, and reports an error.
        let end = self.at;
        self.at = start;
        read?;
        self.builder.open_parts.truncate(parts);
        if self.byte(end) == b'\\' {
            self.at = end;
            self.check_name_not_split(end)?;
            self.at = start;
        }
        if self.byte(end) == b'=' || self.byte(end) == b'+' && self.byte(end.saturating_add(1)) == b'=' {
            return Ok(Some(end.saturating_sub(1)));
        }
        // A pattern such as `file[ab]`, read again as a word. bash keeps blanks inside the brackets in one word; no
        // real command needs that.
        if self.slice(bracket, end).contains([' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')', '$', '`']) {
            return Err(self.stop(bracket, Reason::Unterminated(Construct::Subscript)));
        }
        Ok(None)
    }

    /// Notes a subscript that names a variable.
    fn check_subscript(&mut self, from: usize, to: usize) {
        if self.slice(from, to).bytes().any(|byte| is_name_start(byte) || byte == b'$' || byte == b'`') {
            self.evaluated(from, to, EvaluationKind::Subscript);
        }
    }

    /// Reads `(…)` of an array.
    fn array(&mut self, start: usize) -> Read<Range> {
        let words = self.builder.open_words.len();
        let read = self.deeper(|parser| parser.elements(start));
        if read.is_err() {
            // The parts read so far are not words of the command.
            self.builder.open_words.truncate(words);
        }
        read?;
        Ok(self.builder.keep_words(words))
    }

    /// Reads the array of an argument such as `declare a=(…)` and leaves its parts on the stack of open parts. Returns
    /// the common class of its elements.
    pub(super) fn array_argument(&mut self, start: usize) -> Read<Class> {
        let words = self.builder.open_words.len();
        let read = self.deeper(|parser| parser.elements(start));
        if read.is_err() {
            self.builder.open_words.truncate(words);
        }
        read?;
        let elements = self.builder.keep_words(words);
        for index in elements.start..elements.end {
            let Some(parts) = self.builder.words.get(index as usize).map(|word| word.parts) else { break };
            for part in parts.start..parts.end {
                if let Some(part) = self.builder.parts.get(part as usize).copied() {
                    self.push_part(part.span, part.kind, part.quoted)?;
                }
            }
        }
        let known = self.builder.words.get(elements.start as usize..elements.end as usize).unwrap_or(&[]);
        let classes = || known.iter().map(|word| word.class);
        let unknown = classes().find(|class| matches!(class, Class::Unknown(_)));
        let bounded = classes().find(|class| *class == Class::Bounded);
        Ok(unknown.or(bounded).unwrap_or(Class::Literal))
    }

    fn elements(&mut self, start: usize) -> Read<()> {
        self.advance(1);
        // Until this level ends; one below begins without it.
        self.in_array = true;
        loop {
            self.skip_blanks_and_comment();
            match self.peek() {
                0 => return Err(self.stop(start, Reason::Unterminated(Construct::Array))),
                b'\n' if self.pending.is_empty() => self.advance(1),
                b'\n' => return Err(self.stop(start, Reason::HereDocumentOpen)),
                b')' => break,
                b'[' => self.subscripted_element()?,
                _ => self.word(Mode::Word)?,
            }
        }
        self.advance(1);
        if super::class::is_delimiter(self.peek()) && self.peek() != b'(' {
            return Ok(());
        }
        Err(self.stop(self.at, Reason::TextAfterArray))
    }

    /// Refuses the parenthesis here in an element. Unless `extglob` is on, it is an error, after which bash goes on with the next line,
    /// be that between quotes or in the array.
    pub(super) fn check_element(&self) -> Read<()> {
        if self.in_array {
            return Err(self.stop(self.at, Reason::DependsOnExtglob));
        }
        Ok(())
    }

    /// `[i]=x` inside an array, or a word that begins with a bracket.
    fn subscripted_element(&mut self) -> Read<()> {
        let start = self.at;
        let parts = self.builder.open_parts.len();
        let read = self.attempt(|parser| {
            parser.advance(1);
            parser.region(&Region::subscript(start, Quoting::Bare))?;
            parser.check_subscript(start.saturating_add(1), parser.at.saturating_sub(1));
            let append = usize::from(parser.peek() == b'+');
            if parser.byte(parser.at.saturating_add(append)) != b'=' {
                return Err(parser.unexpected());
            }
            parser.advance(append.saturating_add(1));
            Ok(())
        })?;
        self.builder.open_parts.truncate(parts);
        if read.is_err() {
            return self.word(Mode::Word);
        }
        let value = self.single_word(Mode::Value)?;
        self.builder.open_words.push(value);
        Ok(())
    }
}
