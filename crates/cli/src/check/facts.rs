//! The first stage in words: how byleave read a call.

use std::collections::HashSet;

use byleave_knowledge::arguments::FILES;
use byleave_policy::Digest;
use byleave_policy::command::{Commands, Redirect};
use byleave_policy::paths::{Ground, Place};
use byleave_policy::programs::Arg;
use byleave_policy::read::{Reading, Subject};
use byleave_policy::tools::Category;
use byleave_shell::{Directory, Whereabouts};

/// How byleave read a call.
pub struct Facts {
    /// The tool by its canonical name; an unknown one keeps its own.
    pub tool: String,
    /// Its category, if it is known.
    pub category: Option<Category>,
    /// The names of all commands that may run, in source order; `None` where the name is not known. Not for other tools.
    pub commands: Option<Vec<Option<String>>>,
    /// The files that the call names.
    pub paths: Vec<Named>,
    /// What an answer is bound to.
    pub digest: Digest,
    /// The files that are listed already.
    seen: HashSet<(String, &'static str)>,
}

/// A file that a call names.
pub struct Named {
    /// As written.
    pub path: String,
    /// What happens to it.
    pub does: &'static str,
    /// Whether it lies, or may lie, outside the project.
    pub outside: bool,
}

/// The text of a call's command, if it has one.
pub fn command_of<'r>(reading: &'r Reading<'_>) -> &'r str {
    reading.command().map_or("", |commands| commands.script.source())
}

/// Whether a call goes to a shell.
pub const fn is_command(reading: &Reading<'_>) -> bool {
    match reading.subject() {
        Subject::Command(_) | Subject::Odd | Subject::Missing => true,
        Subject::Named(_) => false,
    }
}

impl Facts {
    /// What was read in a call, for display.
    pub fn of(reading: &Reading<'_>) -> Self {
        let _known = reading.enter();
        let ground = reading.ground();
        let mut facts = Self {
            tool: reading.name().to_owned(),
            category: reading.category(),
            commands: is_command(reading).then(Vec::new),
            paths: Vec::new(),
            digest: reading.digest(),
            seen: HashSet::new(),
        };
        if let Some(commands) = reading.command() {
            facts.of_command(commands, &ground);
        } else if is_command(reading) {
            return facts;
        } else if let Some(category @ (Category::Read | Category::Write)) = facts.category {
            let arg = if category == Category::Write { Arg::Write } else { Arg::Read };
            let start = Directory { place: Whereabouts::Relative(String::new()), uncertain: false };
            for key in FILES {
                if let Some(path) = reading.call().arguments.get(*key).and_then(|value| value.as_str()) {
                    facts.name(&ground, path, arg, &start);
                }
            }
        }
        facts
    }

    fn of_command(&mut self, all: &Commands<'_>, ground: &Ground) {
        let both = || all.simples.iter().zip(&all.usages);
        let own = || both().filter(|(simple, _)| simple.runs() && !simple.items.is_empty());
        self.commands = Some(own().map(|(simple, _)| simple.name().map(str::to_owned)).collect());
        for (simple, usage) in own() {
            for file in usage.files(simple) {
                self.name(ground, &file.path, file.arg, &simple.directory);
            }
            simple.redirections.iter().for_each(|redirect| self.redirected(ground, redirect));
        }
        all.redirections.iter().for_each(|redirect| self.redirected(ground, redirect));
    }

    fn redirected(&mut self, ground: &Ground, redirect: &Redirect<'_>) {
        for (does, arg) in [(redirect.reads(), Arg::Read), (redirect.writes(), Arg::Write)] {
            if does {
                self.name(ground, redirect.target.shown(), arg, &redirect.directory);
            }
        }
    }

    fn name(&mut self, ground: &Ground, path: &str, arg: Arg, directory: &Directory) {
        let does = match arg {
            Arg::Read => "reads",
            Arg::Write => "writes",
            Arg::Delete => "deletes",
            Arg::Text | Arg::Host | Arg::Shell | Arg::Code | Arg::Program | Arg::Sed | Arg::Awk | Arg::Setting => {
                return;
            }
        };
        let outside = match ground.place(path, path.starts_with('~'), true, directory) {
            Place::At { path, .. } => !ground.is_inside(&path) && !byleave_policy::paths::is_device(&path),
            Place::Unknown => true,
        };
        if self.seen.insert((path.to_owned(), does)) {
            self.paths.push(Named { path: path.to_owned(), does, outside });
        }
    }
}
