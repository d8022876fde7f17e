//! Commands that do no more than write files of the project that they name: `mkdir -p out`, `cp a b`, `sed -i s/a/b/ f`. Where files may be
//! written they need no rule of their own.
//!
//! Only core rows, run in walls as they stand, with the options of their `proves-with:`, each before the operands, where all programs read
//! them alike. What they write is judged file by file: nothing outside, no secret, nothing that steers, no link that leads out.

use byleave_knowledge::paths::plain_name;
use byleave_knowledge::programs::{Arg, Effect, Quirk, Role, Wraps};

use super::outputs::is_output;
use super::{Covered, Fit, Gap, NotCovered, Pattern, of_world, uncovered};
use crate::reads::Scene;
use crate::usage::Usage;
use crate::{Command, Word};

/// What a command writes, if it does nothing else.
///
/// # Errors
///
/// What it may do beside that, if it is one that writes.
pub fn edits(scene: &Scene<'_>, command: &Command<'_>, usage: &Usage<'_>) -> Result<Option<Covered>, NotCovered> {
    let (Some(program), Some(row)) = (usage.program, usage.row) else { return Ok(None) };
    let makes = usage.options.iter().any(|used| used.special().is_some_and(is_output));
    let writes = row.effect() == Effect::Write || row.effect() == Effect::Read && makes;
    if !writes || row.proves().is_none() || row.wraps() != Wraps::No {
        return Ok(None);
    }
    let pattern = Pattern::parse(&[plain_name(command.name().unwrap_or("")), " *"].concat());
    let spelt = (0..command.words.len()).map(|at| at == 0).collect();
    let fit = Fit { scene, pattern: &pattern, command, usage, spelt, program, row };
    fit.reader().surroundings().map_err(of_world)?;
    for used in &usage.options {
        if !used.name.stands_in(row.proves_with()) || used.behind_operand {
            return Err(fit.gap(used.word, Gap::UnknownOption(used.name.to_string())));
        }
        fit.option(used)?;
    }
    fit.operands()?;
    fit.quirks()?;
    uncovered::check(&fit)?;
    let mut outputs = fit.outputs()?;
    if row.effect() == Effect::Write {
        outputs.extend(fit.written_operands()?);
    }
    Ok(Some(Covered { outputs }))
}

impl Fit<'_> {
    /// What no column of its row says. An allow list.
    fn quirks(&self) -> Result<(), NotCovered> {
        // `/dev/full` is no ordinary file, and what is moved away is a file: both are looked at below.
        const HARMLESS: [Quirk; 2] = [Quirk::Devices, Quirk::Moves];
        let first = || self.usage.operands.first().and_then(|first| self.literal(first.word));
        let fits = |quirk: Quirk| HARMLESS.contains(&quirk) || quirk == Quirk::Mode && first().is_some_and(is_mode);
        if !self.program.quirks().all(fits) {
            return Err(self.gap(0, Gap::Operand));
        }
        Ok(())
    }

    /// The files that operands name as written by the program itself, and where copies land.
    fn written_operands(&self) -> Result<Vec<String>, NotCovered> {
        let operands = &self.usage.operands;
        let mut written = Vec::new();
        for operand in operands {
            let word = self.command.words.get(operand.word).ok_or_else(|| self.gap(0, Gap::Written))?;
            match operand.kind {
                // What is moved away must be a file: a directory holds whatever it holds, and a link leads elsewhere from its new place.
                Arg::Delete => written.push(self.reader().moved(word).map_err(of_world)?),
                Arg::Write => written.extend(self.output(word)?),
                Arg::Read | Arg::Text => {}
                Arg::Host | Arg::Shell | Arg::Code | Arg::Program | Arg::Sed | Arg::Awk | Arg::Setting => {
                    return Err(self.gap(operand.word, Gap::Operand));
                }
            }
        }
        if !self.row.plays(Role::Lands) {
            return Ok(written);
        }
        // `cp a out` may be `out` or `out/a`.
        let Some((last, sources)) = operands.split_last() else { return Ok(written) };
        for source in sources {
            let no = || self.gap(source.word, Gap::Several);
            let name = |at: usize| self.command.words.get(at).filter(|word| !word.tilde).and_then(Word::literal);
            let (from, to) = name(source.word).zip(name(last.word)).ok_or_else(no)?;
            let base = from.trim_end_matches('/').rsplit('/').next().filter(|base| !matches!(*base, "" | "." | ".."));
            let landed = [to, "/", base.ok_or_else(no)?].concat();
            let span = self.command.words.get(last.word).map_or(self.command.span, |word| word.span);
            written.extend(self.output(&Word::written(span, landed))?);
        }
        Ok(written)
    }
}

/// Whether a mode lends nobody's rights and lets nobody else write: `+x`, `u+rw`, `755`.
fn is_mode(mode: &str) -> bool {
    let digits = mode.as_bytes();
    if let [b'0'..=b'7', rest @ ..] = digits {
        return rest.len() == 2 && rest.iter().all(|digit| matches!(digit, b'0' | b'1' | b'4' | b'5'));
    }
    let Some((who, what)) = mode.split_once('+') else { return false };
    let others = who.is_empty() || who.contains(['g', 'o', 'a']);
    who.chars().all(|one| "ugoa".contains(one))
        && !what.is_empty()
        && what.chars().all(|one| "rx".contains(one) || one == 'w' && !others)
}
