//! Backticks. bash cuts out the text up to the next bare backtick, removes one level of backslashes, and reads the
//! result as a script when it runs; so an error inside stays inside.

use super::list::Until;
use super::word::Quoting;
use super::{Around, Parser, Read};
use crate::script::{Kind, PartKind, Place};
use crate::{Construct, Opaque, Reason, Span};

/// The text between backticks without one level of backslashes, and the original positions of its bytes.
pub(super) struct Copied<'s> {
    text: String,
    /// Where the text began in the text around it.
    start: usize,
    /// Positions in the copy before which one more byte was removed.
    left_out: Vec<usize>,
    around: Option<&'s Copied<'s>>,
}

impl Copied<'_> {
    /// The position in the original text of a position in the copy.
    pub(super) fn original(&self, at: usize) -> usize {
        let left_out = self.left_out.partition_point(|position| *position <= at);
        let outside = self.start.saturating_add(at).saturating_add(left_out);
        self.around.map_or(outside, |around| around.original(outside))
    }
}

impl<'s> Parser<'s, '_> {
    /// Reads `` `…` `` and makes one part of it.
    pub(super) fn backticks(&mut self, quoting: Quoting) -> Read<()> {
        self.deeper(|parser| parser.backticks_here(quoting))
    }

    fn backticks_here(&mut self, quoting: Quoting) -> Read<()> {
        let start = self.at;
        let inside = start.saturating_add(1);
        let Some(end) = self.closing_backtick(inside) else {
            return Err(self.stop(start, Reason::Unterminated(Construct::Backticks)));
        };
        let node = self.open(Kind::Script(Place::Backticks), start)?;
        let checkpoint = self.builder.checkpoint();
        let read = if self.slice(inside, end).contains('\\') {
            self.read_copy(inside, end, quoting)
        } else {
            self.read_in_place(inside, end)
        };
        self.at = end.saturating_add(1);
        match read {
            Ok(()) => {}
            Err(stop) if super::is_limit(stop.reason) => return Err(stop),
            Err(stop) => {
                let end = self.original(end);
                self.builder.close_open(&checkpoint, end);
                self.builder.opaque.push(Opaque { span: Span::new(stop.start.min(end), end), reason: stop.reason });
            }
        }
        self.close(node, self.at);
        self.push_part(self.span(start, self.at), PartKind::Substitution(node), quoting != Quoting::Bare)
    }

    fn closing_backtick(&self, from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            match self.byte(at) {
                0 => return None,
                b'`' => return Some(at),
                b'\\' => at = at.saturating_add(2),
                _ => at = at.saturating_add(1),
            }
        }
    }

    fn read_in_place(&mut self, inside: usize, end: usize) -> Read<()> {
        let pending = std::mem::take(&mut self.pending);
        let around = std::mem::replace(&mut self.around, Around::Nothing);
        self.at = inside;
        let read = self.within(end, |parser| parser.list(Until::END, None));
        self.pending = pending;
        self.around = around;
        read.map(|_| ())
    }

    fn read_copy(&mut self, inside: usize, end: usize, quoting: Quoting) -> Read<()> {
        let copied = self.copy(inside, end, quoting);
        let mut parser = Parser::new(&copied.text, self.builder);
        parser.copied = Some(&copied);
        parser.list(Until::END, None).map(|_| ())
    }

    fn copy(&self, inside: usize, end: usize, quoting: Quoting) -> Copied<'s> {
        let mut text = String::with_capacity(end.saturating_sub(inside));
        let mut left_out = Vec::new();
        let mut from = inside;
        let mut at = inside;
        while at < end {
            if self.byte(at) != b'\\' {
                at = at.saturating_add(1);
                continue;
            }
            let drops = match self.byte(at.saturating_add(1)) {
                b'$' | b'`' | b'\\' => true,
                b'"' => quoting == Quoting::Double,
                _ => false,
            };
            if drops {
                text.push_str(self.slice(from, at));
                left_out.push(text.len());
                from = at.saturating_add(1);
            }
            at = at.saturating_add(2);
        }
        text.push_str(self.slice(from, end));
        Copied { text, start: inside, left_out, around: self.copied }
    }
}
