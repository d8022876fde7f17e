//! Regions: text up to a closing byte in which only quotes and expansions matter, such as the operand of `${x:-…}`, a
//! subscript, or the inside of `@(…)`.

use super::word::Quoting;
use super::{Parser, Read};
use crate::{Construct, Reason};

/// How a region is read.
pub(super) struct Region {
    construct: Construct,
    /// Where the construct began, for the message if it is not closed.
    start: usize,
    close: u8,
    /// A byte that nests: each time it occurs in the region, it must be closed once more.
    nests: Option<u8>,
    single: Single,
    quoting: Quoting,
    /// Whether `<(…)` runs in it.
    process: bool,
}

/// What a single quote does in a region.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Single {
    /// It quotes.
    Quotes,
    /// It pairs with the next one, but the text between is still expanded: `"${x:-'$(cmd)'}"` runs `cmd`.
    Pairs,
}

impl Region {
    /// The operand of a parameter expansion, up to the first bare `}`.
    pub const fn operand(start: usize, single: Single, quoting: Quoting) -> Self {
        // In a pattern it runs even inside double quotes, but not in a here-document.
        let process = match quoting {
            Quoting::Bare => true,
            Quoting::Double => matches!(single, Single::Quotes),
            Quoting::HereDocument => false,
        };
        Self { construct: Construct::Parameter, start, close: b'}', nests: None, single, quoting, process }
    }

    /// `[…]` after a name; evaluated as arithmetic, where single quotes do not protect.
    pub const fn subscript(start: usize, quoting: Quoting) -> Self {
        Self {
            construct: Construct::Subscript,
            start,
            close: b']',
            nests: Some(b'['),
            single: Single::Pairs,
            quoting,
            process: matches!(quoting, Quoting::Bare),
        }
    }

    /// `$[…]`
    pub const fn old_arithmetic(start: usize) -> Self {
        let (single, quoting) = (Single::Pairs, Quoting::Double);
        Self {
            construct: Construct::Arithmetic,
            start,
            close: b']',
            nests: Some(b'['),
            single,
            quoting,
            process: false,
        }
    }

    /// `(…)` of an extended pattern or a regular expression.
    pub const fn pattern(start: usize) -> Self {
        let (single, quoting) = (Single::Quotes, Quoting::Bare);
        Self { construct: Construct::Pattern, start, close: b')', nests: Some(b'('), single, quoting, process: true }
    }
}

impl Parser<'_, '_> {
    /// Reads a region and its closing byte. The parts found in it are left on the stack of open parts.
    pub(super) fn region(&mut self, region: &Region) -> Read<()> {
        let mut open = 0u32;
        loop {
            let byte = self.peek();
            if byte == 0 {
                return Err(self.stop(region.start, Reason::Unterminated(region.construct)));
            }
            if byte == region.close {
                self.advance(1);
                if open == 0 {
                    return Ok(());
                }
                open = open.saturating_sub(1);
                continue;
            }
            if Some(byte) == region.nests {
                open = open.saturating_add(1);
            }
            if !self.region_special(byte, region.single, region.quoting, region.process)? {
                self.advance(1);
            }
        }
    }

    /// Reads a quote or an expansion inside a region; `false` if the current byte begins neither.
    pub(super) fn region_special(&mut self, byte: u8, single: Single, quoting: Quoting, process: bool) -> Read<bool> {
        match byte {
            b'\\' => {
                self.advance(1);
                self.advance(if self.at_end() { 0 } else { self.character_length() });
            }
            b'\'' if single == Single::Quotes => self.single_quotes()?,
            b'\'' => self.paired_quotes(quoting)?,
            b'"' => self.double_quotes()?,
            b'`' => self.backticks(quoting)?,
            b'$' if single == Single::Pairs && self.peek_second() == b'\'' => self.ansi_quotes_expanded()?,
            b'$' if self.begins_expansion(Quoting::Bare)? => {
                self.dollar(quoting_of_dollar(self.peek_second(), quoting))?;
            }
            b'<' | b'>' if process && self.peek_second() == b'(' => self.process_substitution()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads `$'…'` where bash decodes it first and then expands the result: `$(( $'\x24(a)' ))` runs `a`.
    fn ansi_quotes_expanded(&mut self) -> Read<()> {
        let start = self.at;
        self.ansi_quotes()?;
        if self.slice(start.saturating_add(1), self.at).contains(['\\', '$', '`']) {
            return Err(self.stop(start, Reason::QuoteReadTwice));
        }
        Ok(())
    }

    /// Reads from a `'` to the next one. bash pairs them as quotes but expands the text between as if double-quoted.
    fn paired_quotes(&mut self, quoting: Quoting) -> Read<()> {
        let start = self.at;
        let inside = start.saturating_add(1);
        let rest = self.bytes.get(inside..).unwrap_or(&[]);
        let Some(length) = rest.iter().position(|byte| *byte == b'\'') else {
            return Err(self.stop(start, Reason::Unterminated(Construct::SingleQuotes)));
        };
        let end = inside.saturating_add(length);
        self.at = inside;
        let quoting = if quoting == Quoting::Bare { Quoting::Double } else { quoting };
        let checkpoint = self.builder.checkpoint();
        let read = self.within(end, |parser| parser.quoted_text(0, quoting));
        self.at = end.saturating_add(1);
        match read {
            Ok(_) => Ok(()),
            Err(stop) if super::is_limit(stop.reason) => Err(stop),
            Err(_) => {
                self.builder.roll_back(&checkpoint);
                Err(self.stop(start, Reason::QuoteReadTwice))
            }
        }
    }
}

/// `$'…'` and `$"…"` quote inside an operand even where double quotes surround it.
const fn quoting_of_dollar(second: u8, quoting: Quoting) -> Quoting {
    if matches!(second, b'\'' | b'"') { Quoting::Bare } else { quoting }
}
