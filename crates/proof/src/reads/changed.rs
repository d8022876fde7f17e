//! What a text itself may change: the world was looked at before any of its commands ran.
//!
//! `cp evil .venv/bin/ls; ls` starts what it copied, and `mkdir -p fix/objects; git -C fix status` obeys settings that nobody looked at. So no
//! file that the text may write counts as seen where a name alone decides what runs.

use byleave_knowledge::paths::normal;
use byleave_knowledge::programs::{Effect, Role};

use super::path::of_word;
use super::wrapper::words;
use super::{Inner, Scene};
use crate::usage::{Usage, usage_of};
use crate::{Command, Effect as Redirected, Ground, Word};

/// Every path: nobody can tell which.
const ANY: &str = "/";

impl Scene<'_> {
    /// The paths at or below which it may write. Of a command that stands alone only the redirections happen before it.
    pub(super) fn own_changes(&self) -> Vec<String> {
        self.written(self.commands.len() > 1)
    }

    /// By its redirections, and by its commands too.
    fn written(&self, by_commands: bool) -> Vec<String> {
        let mut found = Vec::new();
        for command in self.commands {
            let files = command.redirections.iter().filter_map(|redirection| match &redirection.effect {
                Redirected::Write(word) => Some(word),
                Redirected::Read(_) | Redirected::Duplicate | Redirected::Document(_) => None,
            });
            found.extend(files.flat_map(|word| self.paths(command, word)));
            if by_commands {
                self.changed_by(command, &mut found);
            }
        }
        found.retain(|path| path != "/dev/null");
        found
    }

    /// What a command changes, or what it starts; a wrapper in a wrapper is never allowed.
    fn changed_by(&self, command: &Command<'_>, found: &mut Vec<String>) {
        let usage = usage_of(command);
        match words(command, &usage) {
            Some(inner) => self.named_by(&inner, &usage_of(&inner), found),
            None => self.named_by(command, &usage, found),
        }
    }

    /// Whatever it names, if it writes; what other rows do is no edit, and a rule answers for it.
    fn named_by(&self, command: &Command<'_>, usage: &Usage<'_>, found: &mut Vec<String>) {
        let Some(row) = usage.row.filter(|row| row.proves().is_some()) else { return };
        if usage.program.is_some_and(|program| program.plays(Role::PosixShell)) {
            return found.extend(self.inside(command).unwrap_or_else(|| vec![ANY.to_owned()]));
        }
        if row.effect() == Effect::Write || usage.options.iter().any(|used| used.effect() == Effect::Write) {
            found.extend(command.words.iter().skip(1).flat_map(|word| self.paths(command, word)));
        }
    }

    /// What the text of `bash -c TEXT` changes.
    fn inside(&self, command: &Command<'_>) -> Option<Vec<String>> {
        let inner = Inner::of(self, command, command.words.last()?).ok()?;
        let plain = inner.plain(self).ok()?;
        // Deeper shells are proven to do nothing.
        Some(Scene::new(&plain, self.world, Ground { cwd: inner.cwd(), ..self.ground }).written(true))
    }

    /// The paths that a word may name: its own, and of an option that of its value.
    fn paths(&self, command: &Command<'_>, word: &Word<'_>) -> Vec<String> {
        let Ok(place) = self.place(command) else { return vec![ANY.to_owned()] };
        let whole = of_word(word, place, self.ground.home).map_or_else(|_| ANY.to_owned(), |named| named.path);
        let option = word.literal().filter(|text| text.starts_with('-'));
        let values = option.map(|text| [text.get(2..), text.split_once('=').map(|(_, value)| value)]);
        let values =
            values.into_iter().flatten().flatten().filter(|value| !value.is_empty()).map(|value| normal(place, value));
        std::iter::once(whole).chain(values).collect()
    }
}
