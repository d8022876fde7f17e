//! Commands that take a directory with all that lies in it: `grep -r`, `tar -c`, `cp -r`, `rm -r`.

use std::borrow::Cow;

use super::{FileUse, Usage, Used};
use crate::command::{Item, Simple, Value};
use crate::programs::{Arg, Entry};

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
            self.path.first() == Some(&"grep") && told.into_iter().any(|used| used.text(&simple.items) != Some("skip"))
        };
        // A program by this name needs no option.
        let always = || simple.name().is_some_and(|name| name.ends_with("rgrep"));
        let synced = || self.path.as_slice() == ["aws", "s3", "sync"];
        let names = self.path.first() == Some(&"rg") && self.gives(&["--files", "--type-list"]);
        (!names && (deep || told() || always() || synced())).then(|| self.filtered(simple))
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
        if self.path.first() == Some(&"fd") {
            names.extend(self.operands.first().and_then(|(at, _)| simple.items.get(*at)).and_then(Item::text));
        }
        names
    }

    /// The part of what lies in a directory that options leave over.
    fn filtered<'c>(&self, simple: &'c Simple<'_>) -> Whole<'c> {
        let mut whole = Whole { deep: true, ..Whole::default() };
        let values = |names: &[&str]| -> Vec<&'c str> {
            let used = self.options.iter().filter(|used| names.iter().any(|name| is_named(used, name)));
            used.filter_map(|used| used.text(&simple.items)).collect()
        };
        let program = self.path.first().copied().unwrap_or("");
        match program {
            "grep" => {
                whole.names = values(&["--include"]);
                whole.without = values(&["--exclude-dir"]);
                whole.without_files = values(&["--exclude"]);
            }
            "tar" | "rsync" if !self.gives(&["--include", "-f", "--filter"]) || program == "tar" => {
                whole.without = values(&["--exclude"]);
            }
            "rg" => {
                let globs = values(&["-g", "--glob"]);
                whole.without = globs.iter().filter_map(|glob| glob.strip_prefix('!')).collect();
                whole.names = globs.into_iter().filter(|glob| !glob.starts_with('!')).collect();
                let unrestricted = self.options.iter().filter(|used| is_named(used, "-u")).count()
                    + self.options.iter().filter(|used| is_named(used, "--unrestricted")).count();
                // What a glob asks for is looked at although it is hidden.
                whole.plain =
                    whole.names.is_empty() && unrestricted < 2 && !self.gives(&["--hidden", "-.", "--pre", "--iglob"]);
            }
            "ag" => whole.plain = !self.gives(&["--hidden", "-u", "--unrestricted"]),
            "fd" => whole.plain = !self.gives(&["--hidden", "-H", "-u", "--unrestricted"]),
            "ls" => whole.plain = !self.gives(&["-a", "-A", "-f", "--all", "--almost-all"]),
            "find" => {
                let either = |item: &Item<'_>| matches!(item.text(), Some("-o" | "-or" | "!" | "-not" | ",") | None);
                if !simple.items.iter().any(either) {
                    // A file must fit all of them, so one is enough.
                    whole.names = values(&["-name", "--name"]).into_iter().take(1).collect();
                }
            }
            _ => {}
        }
        whole
    }

    /// Whether a file of a command is one it takes whole, rather than one it puts something into.
    #[must_use]
    pub fn takes_whole(&self, simple: &Simple<'_>, file: &FileUse<'_>) -> bool {
        let program = self.path.first().copied().unwrap_or("");
        // Where git looks if it is told no files.
        if self.path.as_slice() == ["git", "grep"] && file.at == 0 {
            return !self.operands.iter().any(|(_, arg)| *arg == Arg::Read);
        }
        if file.arg != Arg::Write {
            return true;
        }
        match program {
            "chmod" | "chown" | "chgrp" | "setfacl" | "chattr" | "rsync" | "gzip" | "gunzip" | "black" | "isort"
            | "prettier" | "ruff" | "gofmt" | "rclone" => true,
            "cp" | "mv" => self.lands_whole(simple, file),
            _ => false,
        }
    }

    /// Whether what lies in a source lands in the target by names of its own, rather than below the name of the source: where
    /// the target may be the copy itself, and where the source has no name.
    fn lands_whole(&self, simple: &Simple<'_>, file: &FileUse<'_>) -> bool {
        let target = file.path.as_ref();
        let there = matches!(target, "." | "..") || target.ends_with('/') && self.path.first() == Some(&"mv");
        let copy = file.at != 0 && self.operands.last().is_some_and(|(at, _)| *at == file.at) && !there;
        let nameless = |(at, _): &(usize, Arg)| {
            let Some(item) = simple.items.get(*at).filter(|_| *at != file.at) else { return false };
            let text = item.shown().likely();
            !matches!(item.value, Value::Literal(_)) || matches!(text, "." | "..") || text.ends_with("/.")
        };
        copy || self.gives(&["-T", "--no-target-directory"]) || self.operands.iter().any(nameless)
    }

    /// The directory that files by names nobody told are put into: `tar -x`, `unzip`.
    #[must_use]
    pub fn unpacks_into<'c>(&self, simple: &'c Simple<'_>) -> Option<Cow<'c, str>> {
        if let ([_, only], Some(program)) = (simple.items.as_slice(), self.program)
            && only.text().is_some_and(|only| program.prints(only))
        {
            return None;
        }
        let into = |names: &[&str]| {
            let used = self.options.iter().find(|used| names.iter().any(|name| is_named(used, name)))?;
            Some(used.text(&simple.items).unwrap_or("."))
        };
        let directory = match self.path.first().copied()? {
            "tar" if self.gives(&["-x"]) && !self.gives(&["-O", "--to-stdout"]) => into(&["-C", "--directory"]),
            "unzip" if !self.gives(&["-l", "-p", "-t", "-v", "-Z", "-z"]) => into(&["-d"]),
            "7z" if simple.items.get(1).and_then(Item::text).is_some_and(|text| matches!(text, "x" | "e")) => None,
            "cpio" if self.gives(&["-i", "--extract"]) => into(&["-D", "--directory"]),
            "patch" if !self.gives(&["--dry-run"]) => into(&["-d", "--directory"]),
            _ => return None,
        };
        Some(Cow::Borrowed(directory.unwrap_or(".")))
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
