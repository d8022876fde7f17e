//! As which shells a text is read.

use byleave_shell::{Dialect, Script, Shell, Shells, SwitchKind, differs, read_as, switches};

use crate::command::Budget;
use crate::programs;

/// A text as each of the shells that may run it reads it. Most texts mean the same to all of them, so there is no list
/// unless there is a second one.
#[derive(Debug)]
pub(crate) struct Readings<T> {
    pub first: T,
    pub others: Vec<T>,
}

impl<T> Readings<T> {
    /// Each of them by itself.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.first).chain(&self.others)
    }
}

impl<T> IntoIterator for Readings<T> {
    type Item = T;
    type IntoIter = std::iter::Chain<std::iter::Once<T>, std::vec::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        std::iter::once(self.first).chain(self.others)
    }
}

/// What reading a text once more takes: a step for so many signs, one for a word, and so many for a command. A long word is
/// read in no time, a short command is not.
const SIGNS: usize = 16;
const COMMAND: usize = 4;

/// The steps that reading a text takes, or finding what it runs.
pub(super) fn weight(script: &Script<'_>) -> usize {
    let words: usize = script.commands().iter().map(|command| command.words.len()).sum();
    let commands = script.commands().len().saturating_mul(COMMAND);
    (script.source().len() / SIGNS).saturating_add(words).saturating_add(commands)
}

/// Reads a text as each of the shells that may run it does. The first reading is there in any case; the others are as long
/// as the budget lasts, which says so if it does not.
pub(crate) fn readings<'t, T: AsRef<[u8]> + ?Sized>(
    text: &'t T,
    shells: Shells,
    budget: &Budget,
) -> Readings<Script<'t>> {
    let bash = read_as(text, Dialect::Bash);
    let mut others = if bash.opaque().is_empty() { differs(text.as_ref()) } else { Shells::READ };
    let mut wanted = shells;
    // `sh` is dash on one machine and a bash on another, and mksh has more of bash than of dash.
    if wanted.contains(Shell::Sh) {
        wanted = wanted.and(Shell::PosixBash.into());
    }
    // `set -o posix`: from there on the text is read otherwise.
    for switch in switches(&bash) {
        if let SwitchKind::Dialect(dialect) = switch.kind {
            wanted = wanted.and(Shell::from(dialect).into());
        }
    }
    others = others.both(wanted).without(Shells::BASH);
    let each = weight(&bash);
    let mut read = others.dialects().map_while(|dialect| {
        budget.spend(each).ok()?;
        Some(read_as(text, dialect))
    });
    // Where all that may run it read it as bash does, that reading is theirs.
    let as_bash = wanted.contains(Shell::Bash) || !wanted.without(others).both(Shells::READ).is_empty();
    let first = if as_bash { bash } else { read.next().unwrap_or(bash) };
    Readings { first, others: read.collect() }
}

/// The shells that may run the text which a program is given, by the program's name; `None` if it is the shell at hand.
pub(crate) fn shells_behind(program: &str, posix: bool) -> Option<Shells> {
    let sh = || Shells::of(Shell::Sh).and(Shell::PosixBash.into());
    match programs::find(program).and_then(|entry| entry.rare("shell")) {
        Some("here") => None,
        Some("bash") if posix => Some(Shell::PosixBash.into()),
        Some("bash") => Some(Shells::BASH),
        Some("zsh") => Some(Shell::Zsh.into()),
        Some("sh") => Some(Shell::Sh.into()),
        Some("fish") => Some(Shell::Fish.into()),
        Some("powershell") => Some(Shell::PowerShell.into()),
        Some("cmd") => Some(Shell::Cmd.into()),
        // The login shell of a user, here or on another machine.
        Some("login") => Some(Shells::POSIX),
        _ => Some(sh()),
    }
}

#[cfg(test)]
mod tests {
    use byleave_shell::{Shell, Shells};

    use super::{Readings, Script};
    use crate::command::Budget;

    fn readings(text: &str, shells: Shells) -> Readings<Script<'_>> {
        super::readings(text, shells, &Budget::of(text.len()))
    }

    #[test]
    fn a_usual_command_is_read_once_and_others_as_often_as_they_differ() {
        let count = |text: &str, shells: Shells| readings(text, shells).iter().count();
        assert_eq!(count("git status && ls", Shells::POSIX), 1);
        assert_eq!(count("echo hi &>/dev/null touch x", Shells::BASH), 1);
        assert!(count("echo hi &>/dev/null touch x", Shells::POSIX) > 1);
        let names = |shells: Shells| {
            let scripts = readings("echo hi &>/dev/null touch x", shells);
            scripts.iter().map(|script| script.commands().len()).max()
        };
        assert_eq!(names(Shells::BASH), Some(1));
        assert_eq!(names(Shell::Sh.into()), Some(2));
    }

    #[test]
    fn without_steps_for_another_reading_the_first_is_there_and_the_budget_is_spent() {
        let budget = Budget::with(1);
        let scripts = super::readings("echo hi &>/dev/null touch x", Shells::POSIX, &budget);
        assert_eq!((scripts.iter().count(), budget.is_spent()), (1, true));
    }
}
