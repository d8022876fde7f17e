//! The files a command touches.

use std::borrow::Cow;

use super::{FileUse, Given, Usage, Used};
use crate::command::{Item, Simple, Value};
use crate::paths::base_name;
use crate::programs::{Arg, Effect, Quirk, Role, Takes};

impl Usage {
    /// Whether it makes links to what it reads.
    #[must_use]
    pub fn links(&self) -> bool {
        let said = self.rare("links");
        let given = |option: &str| option == "always" || self.options.iter().any(|used| used.key == option);
        said.is_some_and(|said| said.split(' ').any(given))
    }

    /// What a relative target of `ln -s` is seen from the directory of the call: it counts from where the link lies.
    #[must_use]
    pub fn link_target(&self, simple: &Simple<'_>, at: usize, path: &str) -> Option<String> {
        let symbolic = self.plays(Role::LinksFrom) && self.options.iter().any(|used| used.key == "-s");
        if !symbolic {
            return None;
        }
        let counted = self.options.iter().any(|used| matches!(used.key.as_ref(), "-r" | "--relative" | "-t"));
        let (last, _) = self.operands.last().filter(|(last, _)| *last != at)?;
        if counted || self.operands.len() != 2 || path.starts_with(['/', '~']) {
            return None;
        }
        let link = simple.items.get(*last)?.text()?;
        let directory = link.strip_suffix('/').or_else(|| link.rsplit_once('/').map(|(directory, _)| directory))?;
        Some(format!("{directory}/{path}"))
    }

    /// Whether the archive that `tar -f` names is written.
    fn writes_archive(&self, key: &str) -> bool {
        let writes = |used: &Used| matches!(used.key.as_ref(), "-c" | "-r" | "-u" | "-A" | "-o");
        self.plays(Role::Archiver) && matches!(key, "-f" | "-F") && self.options.iter().any(writes)
    }

    /// The files a command touches through its operands and option values.
    #[must_use]
    pub fn files<'c>(&self, simple: &'c Simple<'_>) -> Vec<FileUse<'c>> {
        let mut files = Vec::new();
        for (at, arg) in &self.operands {
            if matches!(arg, Arg::Read | Arg::Write | Arg::Delete)
                && let Some(item) = simple.items.get(*at)
            {
                push_paths(&mut files, item, *at, *arg, None);
            }
        }
        for (at, _) in self.operands.iter().filter(|(_, arg)| *arg == Arg::Host) {
            if let Some(item) = simple.items.get(*at).filter(|item| item.shown().starts_with("file://")) {
                push_paths(&mut files, item, *at, Arg::Read, None);
            }
        }
        for used in &self.options {
            let Some(special) = used.special else { continue };
            if !matches!(special.arg(), Arg::Read | Arg::Write | Arg::Delete) {
                continue;
            }
            if let Some(Given { at, .. }) = used.value
                && let Some(item) = simple.items.get(at)
            {
                let arg = if self.writes_archive(&used.key) { Arg::Write } else { special.arg() };
                let text = used.text(&simple.items);
                push_paths(&mut files, item, at, arg, text);
                // `--set-file key=path`
                let keyed = text.and_then(|text| text.split_once('=')).filter(|(key, _)| !key.contains('/'));
                if let Some((_, path)) = keyed {
                    files.push(FileUse { path: Cow::Borrowed(path), at, arg });
                }
                let first = at.saturating_sub(1);
                if special.takes() == Takes::Two
                    && let Some(item) = simple.items.get(first)
                {
                    push_paths(&mut files, item, first, arg, None);
                }
            }
        }
        self.more_files(simple, &mut files);
        // Hardly any path has a colon, which is looked for sooner than three signs.
        let address = |path: &str| path.contains(':') && path.contains("://") && !path.starts_with("file://");
        files.retain(|file| !address(&file.path));
        files
    }
}

impl Usage {
    /// The directory of `cp -t`, and where it stands.
    fn target_directory<'c>(&self, simple: &'c Simple<'_>) -> Option<(&'c str, usize)> {
        let used = self.options.iter().find(|used| matches!(used.key.as_ref(), "-t" | "--target-directory"))?;
        Some((used.text(&simple.items)?, used.value?.at))
    }

    /// Files that follow from what a program does rather than from a row: a copy lands below a directory, what is moved
    /// or edited is read, `curl -d @file` sends a file.
    fn more_files<'c>(&self, simple: &'c Simple<'_>, files: &mut Vec<FileUse<'c>>) {
        let sub = self.path.get(1).copied().filter(|_| self.has(Quirk::Git));
        match sub {
            _ if self.plays(Role::Lands) => self.landed(simple, files),
            // Members that are named are written by these names.
            _ if self.plays(Role::ExtractsMembers) && self.options.iter().any(|used| used.key == "-x") => {
                let into = self.options.iter().find(|used| used.key == "-C");
                let into = into.and_then(|used| used.text(&simple.items)).unwrap_or(".");
                for (at, _) in self.operands.iter().filter(|(_, arg)| *arg == Arg::Text) {
                    if let Some(member) = simple.items.get(*at).and_then(Item::text) {
                        files.push(FileUse { path: Cow::Owned(format!("{into}/{member}")), at: *at, arg: Arg::Write });
                    }
                }
            }
            Some("config") if self.effect != Some(Effect::Read) => files.extend(self.settings(simple)),
            Some("show" | "cat-file" | "diff" | "blame" | "archive" | "log" | "whatchanged") => {
                self.revisions(simple, files);
            }
            _ if self.plays(Role::Edits) || self.has(Quirk::Sources) => {
                let read = |arg: Arg| arg == Arg::Write || arg == Arg::Code && self.has(Quirk::Sources);
                for (at, _) in self.operands.iter().filter(|(_, arg)| read(*arg)) {
                    if let Some(item) = simple.items.get(*at) {
                        push_paths(files, item, *at, Arg::Read, None);
                    }
                }
            }
            _ if self.plays(Role::SendsFiles) => self.sent_files(simple, files),
            _ => {}
        }
    }

    /// `cp a b dir`, `mv -t dir a b`: each source lands below the directory by its name.
    fn landed<'c>(&self, simple: &'c Simple<'_>, files: &mut Vec<FileUse<'c>>) {
        let last = || {
            let ((at, arg), sources) = self.operands.split_last()?;
            let target = simple.items.get(*at).filter(|_| *arg == Arg::Write)?;
            Some((target.text(), *at, sources))
        };
        let into = self.target_directory(simple);
        let into = into.map(|(directory, place)| (Some(directory), place, self.operands.as_slice()));
        let Some((directory, place, sources)) = into.or_else(last) else { return };
        for (at, arg) in sources {
            let Some(source) = simple.items.get(*at).filter(|item| item.text().is_some()) else { continue };
            let name = base_name(source.shown().trim_end_matches('/'));
            if let Some(directory) = directory.filter(|_| !matches!(name, "" | "." | "..")) {
                let path = format!("{}/{name}", directory.trim_end_matches('/'));
                files.push(FileUse { path: Cow::Owned(path), at: place, arg: Arg::Write });
            }
            if *arg == Arg::Delete {
                push_paths(files, source, *at, Arg::Read, None);
            }
        }
    }

    /// The file that `git config` writes: what it sets may name programs.
    fn settings(&self, simple: &Simple<'_>) -> Option<FileUse<'static>> {
        let value = |key: &str| self.options.iter().find(|used| used.key == key)?.text(&simple.items);
        let given = |keys: &[&str]| self.options.iter().any(|used| keys.contains(&used.key.as_ref()));
        let path = match value("-C") {
            _ if given(&["--global"]) => "~/.gitconfig".to_owned(),
            _ if given(&["--system"]) => "/etc/gitconfig".to_owned(),
            Some(directory) => format!("{directory}/.git/config"),
            None => ".git/config".to_owned(),
        };
        (!given(&["-f", "--file"])).then_some(FileUse { path: Cow::Owned(path), at: 0, arg: Arg::Write })
    }

    /// `HEAD:path` is a file of the project as it was, and `..` there never leads out of it. So is `-L1,9:path`.
    fn revisions(&self, simple: &Simple<'_>, files: &mut Vec<FileUse<'_>>) {
        let lines = self.options.iter().filter(|used| used.key == "-L").filter_map(|used| used.value);
        for at in self.operands.iter().map(|(at, _)| *at).chain(lines.map(|given| given.at)) {
            let text = simple.items.get(at).and_then(Item::text).unwrap_or("");
            let path = text.split_once(':').map(|(_, path)| path.trim_start_matches("../"));
            if let Some(path) = path.filter(|path| !path.is_empty() && !path.starts_with(['/', '(', '!', '^'])) {
                files.push(FileUse { path: Cow::Owned(path.to_owned()), at, arg: Arg::Read });
            }
        }
    }

    /// `curl -d @file`, `curl -F a=@file`, `curl -F a=<file`
    fn sent_files<'c>(&self, simple: &'c Simple<'_>, files: &mut Vec<FileUse<'c>>) {
        for used in &self.options {
            let sends = used.special.is_some_and(|special| special.effect() == Effect::Send);
            let (Some(given), Some(text)) = (used.value, used.text(&simple.items).filter(|_| sends)) else { continue };
            let file = text.strip_prefix('@').or_else(|| text.split_once("=@").map(|(_, file)| file));
            let file = file.or_else(|| text.split_once("=<").map(|(_, file)| file));
            if let Some(file) = file.filter(|file| !file.is_empty() && *file != "-") {
                let file = file.split_once(';').map_or(file, |(file, _)| file);
                files.push(FileUse { path: Cow::Borrowed(file), at: given.at, arg: Arg::Read });
            }
        }
    }
}

fn push_paths<'c>(files: &mut Vec<FileUse<'c>>, item: &'c Item<'_>, at: usize, arg: Arg, text: Option<&'c str>) {
    if let Some(text) = text {
        files.push(FileUse { path: Cow::Borrowed(text), at, arg });
        return;
    }
    match &item.value {
        // `<(…)` is a pipe, not a file.
        Value::Unknown { cause: byleave_shell::Unknown::ProcessSubstitution, other: false, .. } => {}
        Value::Literal(_) | Value::Bounded { .. } | Value::Unknown { .. } => {
            files.push(FileUse { path: Cow::Borrowed(item.shown()), at, arg });
        }
    }
}
