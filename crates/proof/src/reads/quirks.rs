//! What single programs do with single words that no row can say.

use byleave_knowledge::programs::Quirk;

use super::{Reader, jq};
use crate::reason::Reason;
use crate::usage::Operand;
use crate::{NotProven, Value, Word};

impl<'r> Reader<'r> {
    pub(super) fn quirks(&mut self) -> Result<(), NotProven> {
        let Some(program) = self.usage.program else { return Ok(()) };
        program.quirks().try_for_each(|quirk| self.quirk(quirk))
    }

    /// An allow list: a quirk that stands on none of these lines is there for a reason, and nothing here says when it does no harm.
    fn quirk(&mut self, quirk: Quirk) -> Result<(), NotProven> {
        const HARMLESS: [Quirk; 6] = [
            Quirk::PlainEnvironment,
            Quirk::BuiltIn,
            Quirk::AnswersAlone,
            Quirk::LenientSubs,
            Quirk::Find,
            Quirk::Tests,
        ];
        if HARMLESS.contains(&quirk) {
            return Ok(());
        }
        if quirk == Quirk::Jq {
            let (word, text) = self.first_text().ok_or_else(|| self.no(Reason::Pattern))?;
            return jq::check(text).map_err(|reason| NotProven::new(word.span, reason));
        }
        // What does not begin with a plus sets the clock.
        if quirk == Quirk::Clock {
            return self.each_text(|text| text.starts_with('+'));
        }
        // `@file` holds options.
        if quirk == Quirk::AtFiles {
            return self.each_text(|text| !text.starts_with('@'));
        }
        if quirk == Quirk::Format {
            return self.format();
        }
        if quirk == Quirk::Git { self.git() } else { Err(self.no(Reason::NotCore)) }
    }

    fn first_text(&self) -> Option<(&'r Word<'r>, &'r str)> {
        let Operand { word, .. } = self.usage.operands.first()?;
        let word = self.command.words.get(*word)?;
        Some((word, word.literal()?))
    }

    fn each_text(&self, fits: impl Fn(&str) -> bool) -> Result<(), NotProven> {
        for operand in &self.usage.operands {
            let word = self.word(operand.word)?;
            if !word.literal().is_some_and(&fits) {
                return Err(NotProven::new(word.span, Reason::Operand));
            }
        }
        Ok(())
    }

    /// `printf FORMAT WORDS`: `%s`, `%b`, `%q`, `%c` and widths take any word. `%n` sets a variable, `%*d` and `%d` make zsh and mksh compute
    /// (`printf %d 'a[$(id)]'`), so only where each word is digits.
    fn format(&mut self) -> Result<(), NotProven> {
        let Some((word, format)) = self.first_text() else { return Err(self.no(Reason::Pattern)) };
        let mut rest = format;
        let mut computes = false;
        while let Some((_, after)) = rest.split_once('%') {
            let letter = after.trim_start_matches(|one: char| one.is_ascii_digit() || matches!(one, '-' | '.'));
            match letter.chars().next() {
                Some('%' | 's' | 'b' | 'q' | 'c') => {}
                Some('d' | 'i' | 'u' | 'x' | 'X' | 'o') => computes = true,
                _ => return Err(NotProven::new(word.span, Reason::Language("printf"))),
            }
            rest = letter.get(1..).unwrap_or("");
        }
        for operand in self.usage.operands.iter().skip(1) {
            let word = self.word(operand.word)?;
            let digits =
                |word: &Word<'_>| word.literal().is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
            if computes && !matches!(word.value, Value::Number) && !digits(word) {
                return Err(NotProven::new(word.span, Reason::Language("printf")));
            }
        }
        Ok(())
    }
}
