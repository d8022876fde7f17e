//! Commands that take a directory with all that lies in it: `grep -r`, `tar -c`, `cp -r`, `rm -r`.

use std::borrow::Cow;

use super::{FileUse, Usage, Used};
use crate::command::{Item, Simple, Value};
use crate::programs::{Arg, Entry, Quirk, Role};

/// How much of a directory a command takes.
#[derive(Clone, Debug, Default)]
pub struct Whole<'c> {
    /// It goes down into directories.
    pub deep: bool,
    /// It leaves out what is hidden.
    pub plain: bool,
    /// Only files with a name that fits one of these; all, if there is none.
    pub names: Vec<&'c str>,
    /// Files and directories of these names are left out.
    pub without: Vec<&'c str>,
    /// Files of these names are left out, directories are not.
    pub without_files: Vec<&'c str>,
}

impl Usage {
    /// Whether, and how much, a command takes of the directories it names.
    #[must_use]
    pub fn whole<'c>(&self, simple: &'c Simple<'_>) -> Option<Whole<'c>> {
        let program = self.program?;
        let sub = self.path.get(1).and_then(|sub| program.sub_command(sub));
        let takes = |row: Entry| {
            let mut options = row.whole();
            options.any(|option| option == "always" || self.gives(&[option]))
        };
        let deep = takes(program) || sub.is_some_and(takes);
        let told = || {
            let told = self.options.iter().filter(|used| is_named(used, "-d") || is_named(used, "--directories"));
            self.plays(Role::TakesDirectories) && told.into_iter().any(|used| used.text(&simple.items) != Some("skip"))
        };
        // A program by this name needs no option.
        let always = || simple.name().is_some_and(|name| name.ends_with("rgrep"));
        let inner = || self.path.len() > 2 && self.entry.is_some_and(takes);
        let names = self.plays(Role::BangLeavesOut) && self.gives(&["--files", "--type-list"]);
        (!names && (deep || told() || always() || inner())).then(|| self.filtered(simple))
    }

    /// What a command lists: as [`Self::whole`], for one that prints the names of files.
    #[must_use]
    pub fn listing<'c>(&self, simple: &'c Simple<'_>) -> Whole<'c> {
        self.filtered(simple)
    }

    /// The names and patterns that a command looks for.
    #[must_use]
    pub fn names_looked_for<'c>(&self, simple: &'c Simple<'_>) -> Vec<&'c str> {
        const LOOK: [&str; 14] = [
            "-name",
            "--name",
            "-iname",
            "--iname",
            "-path",
            "--path",
            "-wholename",
            "-ipath",
            "-regex",
            "-iregex",
            "-g",
            "--glob",
            "--iglob",
            "--include",
        ];
        let looked = self.options.iter().filter(|used| LOOK.contains(&used.key.as_ref()));
        let mut names: Vec<&str> = looked.filter_map(|used| used.text(&simple.items)).collect();
        // `fd pattern`
        if self.plays(Role::PatternOperand) {
            names.extend(self.operands.first().and_then(|(at, _)| simple.items.get(*at)).and_then(Item::text));
        }
        names
    }

    /// The part of what lies in a directory that options leave over.
    fn filtered<'c>(&self, simple: &'c Simple<'_>) -> Whole<'c> {
        let mut whole = Whole { deep: true, ..Whole::default() };
        let Some(program) = self.program else { return whole };
        let values = |key: &str| -> Vec<&'c str> {
            let names = || program.rare(key).unwrap_or("").split(' ');
            let used = self.options.iter().filter(|used| names().any(|name| is_named(used, name)));
            used.filter_map(|used| used.text(&simple.items)).collect()
        };
        whole.names = values("only");
        whole.without = values("without");
        whole.without_files = values("without-files");
        if let Some(hidden) = program.rare("hidden") {
            whole.plain = !hidden.split(' ').any(|option| self.gives(&[option]));
        }
        if self.plays(Role::BangLeavesOut) {
            let globs = std::mem::take(&mut whole.names).into_iter();
            let (without, names): (Vec<&str>, Vec<&str>) = globs.partition(|glob| glob.starts_with('!'));
            whole.names = names;
            whole.without = without.into_iter().filter_map(|glob| glob.strip_prefix('!')).collect();
            let unrestricted = |used: &&Used| is_named(used, "-u") || is_named(used, "--unrestricted");
            // What a glob asks for is looked at although it is hidden.
            whole.plain &= whole.names.is_empty() && self.options.iter().filter(unrestricted).count() < 2;
        }
        // A rule that takes something in again leaves nothing out for certain.
        if self.plays(Role::FilterRules) && self.gives(&["--include", "-f", "--filter"]) {
            whole.without = Vec::new();
        }
        if self.has(Quirk::Find) {
            let either = |item: &Item<'_>| matches!(item.text(), Some("-o" | "-or" | "!" | "-not" | ",") | None);
            // A file must fit all of them, so one is enough.
            whole.names.truncate(usize::from(!simple.items.iter().any(either)));
        }
        whole
    }

    /// Whether a file of a command is one it takes whole, rather than one it puts something into.
    #[must_use]
    pub fn takes_whole(&self, simple: &Simple<'_>, file: &FileUse<'_>) -> bool {
        // Where git looks without files.
        if self.has(Quirk::Git) && self.path.as_slice().get(1) == Some(&"grep") && file.at == 0 {
            return !self.operands.iter().any(|(_, arg)| *arg == Arg::Read);
        }
        if file.arg != Arg::Write {
            return true;
        }
        self.plays(Role::ChangesTrees) || self.plays(Role::LandsWhole) && self.lands_whole(simple, file)
    }

    /// Whether what lies in a source lands in the target by names of its own, rather than below the name of the source: where
    /// the target may be the copy itself, and where the source has no name.
    fn lands_whole(&self, simple: &Simple<'_>, file: &FileUse<'_>) -> bool {
        let target = file.path.as_ref();
        let there = matches!(target, "." | "..") || target.ends_with('/') && self.has(Quirk::Moves);
        let copy = file.at != 0 && self.operands.last().is_some_and(|(at, _)| *at == file.at) && !there;
        let nameless = |(at, _): &(usize, Arg)| {
            let Some(item) = simple.items.get(*at).filter(|_| *at != file.at) else { return false };
            let text = item.shown();
            !matches!(item.value, Value::Literal(_)) || matches!(text, "." | "..") || text.ends_with("/.")
        };
        copy || self.gives(&["-T", "--no-target-directory"]) || self.operands.iter().any(nameless)
    }

    /// The directory that files by names that the call does not say are put into: `tar -x`, `unzip`.
    #[must_use]
    pub fn unpacks_into<'c>(&self, simple: &'c Simple<'_>) -> Option<Cow<'c, str>> {
        if let ([_, only], Some(program)) = (simple.items.as_slice(), self.program)
            && only.text().is_some_and(|only| program.prints(only))
        {
            return None;
        }
        let into = self.rare("into")?;
        self.brings(simple)?;
        let used = self.options.iter().find(|used| into.split(' ').any(|name| is_named(used, name)));
        Some(Cow::Borrowed(used.and_then(|used| used.text(&simple.items)).unwrap_or(".")))
    }

    /// What a command unpacks, copies or applies: `archive`, `patch`, `series` or `tree`. A row says which of its options and first
    /// words make it do so, and unless which.
    #[must_use]
    pub fn brings(&self, simple: &Simple<'_>) -> Option<&'static str> {
        let said = self.rare("brings")?;
        let (kind, when) = said.split_once(' ').unwrap_or((said, ""));
        let (when, unless) = when.split_once("unless ").unwrap_or((when, ""));
        let first = simple.items.get(1).and_then(Item::text).unwrap_or("");
        let given = |word: &str| match word.strip_suffix('*') {
            _ if word.starts_with('-') => self.gives(&[word]),
            Some(start) => first.starts_with(start),
            None => first == word,
        };
        // What an abbreviation leaves out is not certain.
        let left_out = |word: &str| self.options.iter().any(|used| used.key == word);
        let does = when.trim().is_empty() || when.split_ascii_whitespace().any(given);
        (does && !unless.split(' ').any(left_out)).then_some(kind)
    }

    /// Whether one of these options is given.
    fn gives(&self, names: &[&str]) -> bool {
        self.options.iter().any(|used| names.iter().any(|name| is_named(used, name)))
    }
}

/// Whether an option is this one: a plain long one may be written shorter.
fn is_named(used: &Used, name: &str) -> bool {
    let key = used.key.as_ref();
    key == name || key.len() > 3 && key.starts_with("--") && name.starts_with(key)
}
