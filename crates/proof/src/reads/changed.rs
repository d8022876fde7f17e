//! What a text itself may change: the world was looked at before any of its commands ran.
//!
//! `cp evil .venv/bin/ls; ls` starts what it copied, and `mkdir -p fix/objects; git -C fix status` obeys settings that nobody looked at. So no
//! file that the text may write counts as seen where a name alone decides what runs.

use byleave_knowledge::paths::normal;
use byleave_knowledge::programs::{Effect, Role};

use super::path::of_word;
use super::wrapper::words;
use super::{Inner, Scene};
use crate::usage::usage_of;
use crate::{Command, Effect as Redirected, Ground, Word};

impl Scene<'_> {
    /// The paths at or below which it may write. Of a command that stands alone only the redirections happen before it.
    pub(super) fn own_changes(&self) -> Vec<String> {
        let alone = self.commands.len() == 1;
        self.written(|command| if alone { Vec::new() } else { self.changed_by(command) })
    }

    /// By its redirections, and by its commands.
    fn written(&self, by: impl Fn(&Command<'_>) -> Vec<String>) -> Vec<String> {
        let mut found = Vec::new();
        for command in self.commands {
            let files = command.redirections.iter().filter_map(|redirection| match &redirection.effect {
                Redirected::Write(word) => Some(word),
                Redirected::Read(_) | Redirected::Duplicate | Redirected::Document(_) => None,
            });
            found.extend(files.flat_map(|word| self.paths(command, word)));
            found.extend(by(command));
        }
        found.retain(|path| path != "/dev/null");
        found
    }

    /// What a command changes, or what it starts.
    fn changed_by(&self, command: &Command<'_>) -> Vec<String> {
        let usage = usage_of(command);
        if usage.program.is_some_and(|program| program.plays(Role::PosixShell)) {
            return self.changed_inside(command).unwrap_or_else(|| vec![self.any()]);
        }
        words(command, &usage).map_or_else(|| self.named_by(command), |inner| self.named_by(&inner))
    }

    /// What the text of `bash -c TEXT` changes. Neither a wrapper nor a shell is allowed in there.
    fn changed_inside(&self, command: &Command<'_>) -> Option<Vec<String>> {
        let inner = Inner::of(self, command, command.words.last()?).ok()?;
        let plain = inner.plain(self).ok()?;
        let scene = Scene::new(&plain, self.world, Ground { cwd: inner.cwd(), ..self.ground });
        Some(scene.written(|command| scene.named_by(command)))
    }

    /// Whatever a command names that writes; what other rows do is no edit, and a rule answers for it.
    fn named_by(&self, command: &Command<'_>) -> Vec<String> {
        let usage = usage_of(command);
        let core = usage.row.filter(|row| row.proves().is_some());
        let writes = |effect: Effect| effect == Effect::Write;
        if core.is_some_and(|row| writes(row.effect()) || usage.options.iter().any(|used| writes(used.effect()))) {
            command.words.iter().skip(1).flat_map(|word| self.paths(command, word)).collect()
        } else {
            Vec::new()
        }
    }

    /// Where nobody can tell which: what only edits writes nothing outside the project.
    fn any(&self) -> String {
        self.ground.project.to_owned()
    }

    /// The paths that a word may name: its own, and of an option that of its value.
    fn paths(&self, command: &Command<'_>, word: &Word<'_>) -> Vec<String> {
        let Ok(place) = self.place(command) else { return vec![self.any()] };
        let whole = of_word(word, place, self.ground.home).map_or_else(|_| self.any(), |named| named.path);
        let option = word.literal().filter(|text| text.starts_with('-'));
        let values = option.map(|text| [text.get(2..), text.split_once('=').map(|(_, value)| value)]);
        let values =
            values.into_iter().flatten().flatten().filter(|value| !value.is_empty()).map(|value| normal(place, value));
        std::iter::once(whole).chain(values).collect()
    }
}
