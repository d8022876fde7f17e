//! The first stage in words: how byleave read a call.

use std::collections::HashSet;

use byleave_policy::command::{Redirect, collect, usage};
use byleave_policy::paths::{Ground, Place};
use byleave_policy::programs::Arg;
use byleave_policy::tools::{self, Category, SUBJECTS};
use byleave_policy::{Call, Digest, Policy};
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
pub fn command_of(call: &Call) -> &str {
    let text = |key: &str| call.arguments.get(key).and_then(|value| value.as_str());
    text("command").or_else(|| text("cmd")).unwrap_or("")
}

/// Whether a call goes to a shell.
pub fn is_command(call: &Call) -> bool {
    tools::find(&call.tool).is_some_and(|tool| tool.command.is_some())
}

impl Facts {
    /// Reads a call as the engine does, for display.
    pub fn of(call: &Call, policy: &Policy) -> Self {
        let known = tools::find(&call.tool);
        let ground = Ground::new(&call.project, &call.home, &call.cwd);
        let mut facts = Self {
            tool: known.map_or(call.tool.as_str(), |tool| tool.name).to_owned(),
            category: policy.tools.get(&call.tool).copied().or_else(|| known.map(|tool| tool.category)),
            commands: None,
            paths: Vec::new(),
            digest: Digest::of(call),
            seen: HashSet::new(),
        };
        if is_command(call) {
            facts.read_command(call, &ground);
        } else if let Some(category @ (Category::Read | Category::Write)) = facts.category {
            let arg = if category == Category::Write { Arg::Write } else { Arg::Read };
            let start = Directory { place: Whereabouts::Relative(String::new()), uncertain: false };
            for key in SUBJECTS.iter().filter(|key| !matches!(**key, "url" | "query" | "pattern")) {
                if let Some(path) = call.arguments.get(*key).and_then(|value| value.as_str()) {
                    facts.name(&ground, path, arg, &start);
                }
            }
        }
        facts
    }

    fn read_command(&mut self, call: &Call, ground: &Ground) {
        let script = byleave_shell::read(command_of(call));
        let all = collect(&script);
        let own = || all.simples.iter().filter(|simple| !simple.possible && !simple.items.is_empty());
        self.commands = Some(own().map(|simple| simple.name().map(str::to_owned)).collect());
        for simple in own() {
            for file in usage(simple).files(simple) {
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
