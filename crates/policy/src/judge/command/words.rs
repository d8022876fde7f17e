//! The commands that were looked at, by their words: a text that comes to one of them tells nothing new.

use std::collections::HashMap;

use byleave_shell::Script;

use crate::command::{Input, Item, Simple};

/// Commands of more words are looked at anew: putting them together takes as long.
const MOST: usize = 96;

/// Commands that run where the call starts, with nothing else about them, and whether they are sure to run.
#[derive(Default)]
pub(super) struct Words(HashMap<String, bool>);

impl Words {
    /// Takes note of a command that is looked at.
    pub(super) fn add(&mut self, simple: &Simple<'_>, sure: bool) {
        // Variables that are set for it can only make it more.
        let plain = simple.items.len() <= MOST
            && simple.redirections.is_empty()
            && simple.input == Input::Inherited
            && simple.fed_by.is_none()
            && simple.found_by.is_none()
            && !simple.more_words
            && simple.directory.is_start();
        let Some(words) = plain.then(|| joined(simple.items.iter().map(Item::text))).flatten() else { return };
        let known = self.0.entry(words).or_default();
        *known |= sure;
    }

    /// Whether a text is nothing but one of them, which counted for no less.
    pub(super) fn has(&self, script: &Script<'_>, sure: bool) -> bool {
        let [only] = script.commands() else { return false };
        // The text itself, its list, and the command.
        let plain = only.words.len() <= MOST
            && script.nodes().nth(2).is_none()
            && only.assignments.is_empty()
            && only.redirections.is_empty()
            && only.complete
            && script.opaque().is_empty();
        let words = || joined(script.words(only.words).iter().map(|word| script.literal(word)));
        plain && words().and_then(|words| self.0.get(&words).copied()).is_some_and(|known| known || !sure)
    }
}

/// Words that are all known, as one text that no other words come to.
fn joined<'w>(words: impl Iterator<Item = Option<&'w str>>) -> Option<String> {
    let mut text = String::new();
    for word in words {
        text.push_str(word?);
        text.push('\0');
    }
    Some(text)
}
