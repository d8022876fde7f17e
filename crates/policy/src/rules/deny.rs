//! Deny: a rule holds against a command in every spelling of it.

use super::CommandPattern;
use super::command_pattern::Token;
use crate::command::{Item, Simple, Usage};
use crate::glob;
use crate::paths::base_name;
use crate::programs::Quirk;

/// Whether a deny or ask rule on commands is about this command.
///
/// An over-approximation: the program by its base name, options in any order and spelling, more options than the rule
/// names, operands anywhere among others if the rule ends in `*`.
#[must_use]
pub fn denies(pattern: &CommandPattern, simple: &Simple<'_>, usage: &Usage) -> bool {
    let Some(name) = simple.likely_name() else { return false };
    by_words(pattern, simple, base_name(name)) || by_usage(pattern, simple, usage)
}

/// As written: word by word, the command word by its base name.
fn by_words(pattern: &CommandPattern, simple: &Simple<'_>, base: &str) -> bool {
    let Some((first, rest)) = pattern.tokens.split_first() else { return false };
    // Most rules on a program are about another of its sub-commands. Where a star names the program, words may stand
    // anywhere.
    let other = |second: &Token| !second.star && simple.items.get(1).is_none_or(|item| item.shown() != second.text);
    if !first.star && rest.first().is_some_and(other) {
        return false;
    }
    let program = base.trim_start_matches('\\');
    // A star never stands for the beginning of a program's name.
    if first.star && !crate::paths::begins_alike(&first.text, program) && !first.text.starts_with(['*', '?', '[']) {
        return false;
    }
    if first.star && first.text.len() > 1 && glob::matches(&first.text, program) {
        return pattern.tokens.len() == 1 || pattern.fits_after_program(&simple.items) || among(pattern, simple);
    }
    if first.text == "*" && pattern.tokens.len() == 1 {
        return true;
    }
    pattern.may_fit(&simple.items, program)
}

/// By meaning: same program and sub-commands, at least the options, the operands.
fn by_usage(pattern: &CommandPattern, simple: &Simple<'_>, usage: &Usage) -> bool {
    let named = &pattern.named;
    let Some((last, _)) = named.path.split_last() else { return false };
    // The last name first: all rules on one program begin alike.
    if usage.path.get(named.path.len().saturating_sub(1)) != Some(last) || !usage.path.starts_with(&named.path) {
        return false;
    }
    let options = named.options.iter().all(|(key, value)| {
        usage.options.iter().any(|used| {
            *used.key == *key
                && value.as_ref().is_none_or(|wanted| {
                    used.value.is_some() && used.text(&simple.items).is_none_or(|text| glob::matches(wanted, text))
                })
        })
    });
    if !options {
        return false;
    }
    // Operands of the command beyond its sub-commands, as far as the rule's path goes.
    let skip = named.path.len();
    // Gone through for each rule, so they are not put into a list.
    let mut texts = usage
        .named_at
        .iter()
        .skip(skip)
        .copied()
        .chain(usage.operands.iter().map(|(at, _)| *at))
        .filter_map(|at| simple.items.get(at).map(Item::shown));
    let mut passed = 0_usize;
    for operand in &named.operands {
        let found = texts.by_ref().any(|text| {
            passed = passed.saturating_add(1);
            let same = if operand.star { glob::matches(&operand.text, text) } else { text == operand.text };
            same || usage.has(Quirk::Mode) && grants(&operand.text, text)
        });
        if !found {
            return false;
        }
    }
    // Without a star the rule is about exactly these operands.
    !pattern.is_exact() || passed == named.operands.len() && texts.next().is_none() && !simple.more_words
}

/// `mkfs* /dev/*`: where the program is only named by a pattern, the words of the rule may stand anywhere among others.
fn among(pattern: &CommandPattern, simple: &Simple<'_>) -> bool {
    let mut items = simple.items.iter().skip(1);
    let mut wanted = pattern.tokens.iter().skip(1).filter(|token| token.text != "*");
    pattern.tokens.last().is_some_and(|last| last.text.ends_with('*'))
        && wanted.all(|token| {
            items.any(
                |item| {
                    if token.star { glob::matches(&token.text, item.shown()) } else { item.shown() == token.text }
                },
            )
        })
}

/// Whether a mode of `chmod` grants what a rule's mode names: `0777`, `a+rwx`, `u=rwx,go=rwx` for `777`.
fn grants(wanted: &str, given: &str) -> bool {
    let Some(wanted) = mode(wanted) else { return false };
    mode(given).is_some_and(|given| given & 0o777 == wanted & 0o777 && given & wanted == wanted)
}

/// The rights a mode grants, if it is one.
fn mode(text: &str) -> Option<u32> {
    if !text.is_empty() && text.bytes().all(|byte| (b'0'..=b'7').contains(&byte)) {
        return u32::from_str_radix(text, 8).ok();
    }
    let mut granted = 0;
    for clause in text.split(',') {
        let at = clause.find(['+', '='])?;
        let (who, what) = clause.split_at_checked(at)?;
        let bits = what.get(1..)?.chars().try_fold(0_u32, |bits, one| match one {
            'r' => Some(bits | 0o4),
            'w' => Some(bits | 0o2),
            'x' | 'X' => Some(bits | 0o1),
            _ => None,
        })?;
        let all = who.is_empty() || who.contains('a');
        for (letter, shift) in [('u', 6), ('g', 3), ('o', 0)] {
            if all || who.contains(letter) {
                granted |= bits << shift;
            }
        }
    }
    Some(granted)
}
