//! A command word that is known in part: `/bin/r?`, `r${x}m`, `$HOME/bin/rm`. It may be any program that fits, so each one
//! that a rule refuses is held against it.

use std::collections::HashSet;

use super::Judge;
use crate::command::{Item, Reached, words_from};
use crate::glob;
use crate::paths::base_name;

/// How many words of such a command are looked at.
const WORDS: usize = 256;

impl Judge<'_, '_> {
    /// The commands that a word known in part may come to, as text to be read again.
    pub(super) fn guessed(&self, found: &mut Reached<'_>) {
        let mut seen: HashSet<(&str, String)> = HashSet::new();
        for simple in self.commands.simples.iter().filter(|simple| simple.likely_name().is_none()) {
            let Some(first) = simple.items.first() else { continue };
            if self.budget.spend_bytes(first.shown().likely().len() / 4).is_err() {
                return;
            }
            let pattern = pattern(first);
            let name = base_name(&pattern);
            // Of a word that is all unknown nothing can be said: it asks as such.
            if !name.contains(|one: char| one.is_alphanumeric()) {
                continue;
            }
            for program in self.policy.rules.refused_programs() {
                if self.budget.spend(1).is_err() {
                    return;
                }
                if !glob::matches(name, program) {
                    continue;
                }
                let rest = words_from(simple, 1, WORDS);
                found.too_much |= simple.items.len() > WORDS;
                if seen.insert((program, rest.clone())) {
                    found.tell(format!("{program} {rest}"), simple.span, false);
                }
            }
        }
    }
}

/// A word as a pattern: whatever comes in at run time is a star.
fn pattern(item: &Item<'_>) -> String {
    let mut out = String::new();
    let mut signs = item.shown().likely().chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '$' => {
                out.push('*');
                match signs.peek() {
                    Some('{') => skip(&mut signs, '{', '}'),
                    Some('(') => skip(&mut signs, '(', ')'),
                    Some(one) if one.is_alphabetic() || *one == '_' => {
                        while signs.next_if(|one| one.is_alphanumeric() || *one == '_').is_some() {}
                    }
                    Some(_) | None => {
                        signs.next();
                    }
                }
            }
            '`' => {
                out.push('*');
                for inner in signs.by_ref() {
                    if inner == '`' {
                        break;
                    }
                }
            }
            other => out.push(other),
        }
    }
    out
}

/// Passes over a pair of brackets and all between.
fn skip(signs: &mut impl Iterator<Item = char>, open: char, close: char) {
    let mut depth = 0_usize;
    for sign in signs {
        if sign == open {
            depth = depth.saturating_add(1);
        } else if sign == close {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return;
            }
        }
    }
}
