//! Words that a row takes out of what the star stands for: `uncovered: operand *:* !file:*`.

use byleave_knowledge::glob;
use byleave_knowledge::programs::{Arg, Effect, Entry, Wraps};

use super::Fit;
use crate::reason::{Gap, NotCovered, refuse};
use crate::usage::Given;
use crate::{Command, Stream, Word};

/// Whether no word is one that a row takes out.
pub(super) fn check(fit: &Fit<'_>) -> Result<(), NotCovered> {
    refuse(runs_input(fit), || fit.gap(0, Gap::Input(fit.called())))?;
    for line in rows(fit).into_iter().flat_map(Entry::uncovered) {
        let (kind, patterns) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(at) = found(fit, kind, patterns).filter(|at| !fit.is_spelt(*at) || *at == 0) {
            let word = fit.command.words.get(at).map_or(String::new(), |word| word.text.to_string());
            return Err(fit.gap(at, if at == 0 { Gap::Input(fit.called()) } else { Gap::Word(word) }));
        }
    }
    Ok(())
}

/// Whether it runs what it is fed, as no word of it says what to run: `cat a | irb`. `-` says so.
fn runs_input(fit: &Fit<'_>) -> bool {
    let code = |arg: Arg| matches!(arg, Arg::Code | Arg::Shell | Arg::Program | Arg::Sed | Arg::Awk);
    let names = fit.usage.operands.iter().any(|operand| code(operand.kind))
        || fit.usage.options.iter().any(|used| used.special().is_some_and(|special| code(special.arg())))
        || fit.command.words.iter().any(|word| word.literal() == Some("-"));
    let runs = fit.row.effect() == Effect::Run && fit.row.wraps() == Wraps::No;
    is_fed(fit.command) && runs && !names && !fit.only_prints()
}

/// The rows that speak of a command: of its program, of its sub-commands, and of the use that its options make it.
fn rows(fit: &Fit<'_>) -> Vec<Entry> {
    let mut rows = vec![fit.program];
    for at in &fit.usage.subs {
        rows.extend(rows.last().copied().and_then(|above| above.sub_command(fit.literal(*at)?)));
    }
    if !rows.contains(&fit.row) {
        rows.push(fit.row);
    }
    rows
}

/// The first word of a kind that patterns take out; the command word where they take out the command.
fn found(fit: &Fit<'_>, kind: &str, patterns: &str) -> Option<usize> {
    let words = &fit.command.words;
    let operands = || fit.usage.operands.iter().map(|operand| operand.word);
    let taken = |at: &usize| words.get(*at).is_some_and(|word| is_taken(word, patterns));
    match kind {
        "word" => (1..words.len()).find(taken),
        "operand" => operands().find(taken),
        "first" => operands().next().filter(taken),
        "later" => operands().skip(1).find(taken),
        "passed-on" => {
            let dashes = fit.usage.dashes.or_else(|| words.iter().position(|word| word.literal() == Some("--")))?;
            (dashes.saturating_add(1)..words.len()).find(taken)
        }
        "input" => is_fed(fit.command).then_some(0),
        "bare" => (fit.usage.operands.is_empty() && !fit.pattern.is_exact()).then_some(0),
        "fed" => {
            let given = fit.usage.options.iter().any(|used| used.special().is_some());
            (fit.usage.operands.is_empty() && is_fed(fit.command) && !given && !fit.only_prints()).then_some(0)
        }
        option => fit.usage.options.iter().find_map(|used| {
            let is = option == "value" && used.given != Given::Nothing || used.is_also(option);
            // `tar tf *` spells the letters out, not the archive.
            let at = if patterns.is_empty() { used.word } else { used.value_word() };
            let fitting = || used.given != Given::Nothing && used.text(words).is_none_or(|text| fits(text, patterns));
            (is && (patterns.is_empty() || fitting())).then_some(at)
        }),
    }
}

/// Whether something is piped in, or comes from a file or a here-document.
pub(super) fn is_fed(command: &Command<'_>) -> bool {
    command.input.is_some() || command.redirections.iter().any(|one| one.stream == Stream::Input)
}

/// Whether patterns take a word out. What is not known may be anything.
fn is_taken(word: &Word<'_>, patterns: &str) -> bool {
    word.literal().is_none_or(|text| fits(text, patterns))
}

/// Whether a text fits one of the patterns and none of those with `!`; where there are only such, whether it fits none. Capitals do not
/// matter to what is taken out.
fn fits(text: &str, patterns: &str) -> bool {
    let (mut taken, mut only_spared) = (false, true);
    for pattern in patterns.split(' ') {
        match pattern.strip_prefix('!') {
            Some(spared) if glob::matches(spared, text) => return false,
            Some(_) => {}
            None => {
                only_spared = false;
                taken |= glob::matches(&pattern.to_lowercase(), &text.to_lowercase()) || glob::matches(pattern, text);
            }
        }
    }
    taken || only_spared
}
