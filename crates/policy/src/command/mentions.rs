//! Files a command reaches beside its plain operands: scripts it runs, local addresses, `@file` values, mounts, and the
//! directory it runs in. This only says whether a call leaves the project; other modules judge what it may do.

use std::borrow::Cow;

use super::item::Item;
use super::simple::Simple;
use super::usage::{FileUse, Usage, Used};
use crate::inspect::{awk_acts, sed_acts, sql_danger};
use crate::programs::{self, Arg, Effect, Quirk, Role, Special};

impl Usage {
    /// Whether a command works on the directory it runs in without saying so.
    #[must_use]
    pub fn works_here(&self, simple: &Simple<'_>) -> bool {
        if self.program.is_none() {
            return !simple.items.is_empty();
        }
        let asks_itself = matches!(
            simple.items.get(1).and_then(Item::text),
            Some("--version" | "--help" | "-V" | "-v" | "version" | "help" | "env")
        );
        if asks_itself && simple.items.len() == 2 {
            return false;
        }
        if self.has(Quirk::Git) {
            return !self.options.iter().any(|used| matches!(used.key.as_ref(), "-C" | "--git-dir"))
                && !matches!(self.path.get(1), Some(&("clone" | "init")));
        }
        if self.operands.iter().any(|(_, arg)| matches!(arg, Arg::Read | Arg::Write | Arg::Delete)) {
            return false;
        }
        let recursive =
            || self.plays(Role::LooksWithR) && self.options.iter().any(|used| matches!(used.key.as_ref(), "-r" | "-R"));
        let looks = self.plays(Role::LooksHere) || recursive();
        let piped = simple.fed_by.is_some() && self.plays(Role::LooksAtInput);
        let works = self.effect.is_none_or(|effect| effect > Effect::Read) && self.acts_as(Role::WorksHere);
        looks && !piped || works
    }

    /// Paths a command mentions where its row tells no file: see the head of this module.
    #[must_use]
    pub fn mentions<'c>(&self, simple: &'c Simple<'_>) -> Vec<FileUse<'c>> {
        let shown = |at: usize| simple.items.get(at).map_or("", Item::shown);
        let mut found: Vec<(usize, &str)> = Vec::new();
        // The words after a script are for the script to read as it likes.
        let scripted = self.operands.first().is_some_and(|(at, _)| self.is_script(*at));
        let runs = self.inner.is_empty() && matches!(self.effect, Some(Effect::Code | Effect::State | Effect::Run));
        let named = runs && !scripted || self.plays(Role::LocalPackages);
        for (at, arg) in &self.operands {
            if *arg == Arg::Code && self.is_script(*at) {
                found.push((*at, shown(*at)));
            } else if *arg != Arg::Text || named {
                found.extend(self.pieces(*arg, shown(*at)).map(|path| (*at, path)));
            }
        }
        for used in &self.options {
            // `a -nt b` has a file on either side.
            if self.has(Quirk::Tests) && matches!(used.key.as_ref(), "-nt" | "-ot" | "-ef" | "--nt" | "--ot" | "--ef") {
                let before = used.at.saturating_sub(1);
                found.push((before, shown(before)));
            }
            let Some(at) = used.value.map(|given| given.at) else { continue };
            let text = used.text(&simple.items).unwrap_or_else(|| shown(at));
            let arg = used.special.map_or(Arg::Text, Special::arg);
            if arg == Arg::Text || used.key == "--mount" {
                found.extend(self.sent(used, text).map(|path| (at, path)));
            } else {
                found.extend(self.pieces(arg, text).map(|path| (at, path)));
            }
        }
        let given = |names: &[&str]| self.options.iter().any(|used| names.contains(&used.key.as_ref()));
        let temporary = || self.operands.is_empty() && !given(&["-p", "--tmpdir"]) || given(&["-t"]);
        if self.plays(Role::MakesTemporary) && temporary() {
            found.push((0, "/tmp"));
        }
        if self.has(Quirk::Git) && self.path.get(1) == Some(&"config") && given(&["--global", "--system"]) {
            found.push((0, "/etc/gitconfig"));
        }
        let file = |(at, path)| FileUse { path: Cow::Borrowed(path), at, arg: Arg::Read };
        let attached = simple.items.iter().enumerate().skip(1).filter_map(|(at, item)| self.attached(at, item));
        found.into_iter().map(file).chain(attached).collect()
    }

    /// What looks like a path in a word that is no file by its row: all of it, what follows `=`, and the names in code that reads or
    /// writes files.
    fn pieces<'t>(&self, arg: Arg, text: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
        let inside = match arg {
            Arg::Sed => sed_acts(text),
            Arg::Awk => awk_acts(text),
            // `.read /tmp/x`, `attach '/tmp/x.db'`
            Arg::Code => self.has(Quirk::Sql) && sql_danger(text).is_some(),
            Arg::Setting => self.plays(Role::PathSettings),
            Arg::Text | Arg::Read | Arg::Write | Arg::Delete | Arg::Host | Arg::Shell | Arg::Program => false,
        };
        let whole = matches!(arg, Arg::Text | Arg::Code | Arg::Host | Arg::Program | Arg::Setting);
        let ends = |one: char| one.is_whitespace() || matches!(one, '"' | '\'' | ';' | '}' | '>' | '<' | '=');
        let words = inside.then(|| text.split(ends)).into_iter().flatten();
        let address = text.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("file://"));
        let text = if address { text.get(7..).unwrap_or("") } else { text.trim_start_matches("file:") };
        whole.then_some(text).into_iter().chain(words).filter(|word| looks_local(word))
    }

    /// `@file`, `name=@file`, `name=<file` of curl, the file of a cookie; `type=bind,source=/etc,target=/e`.
    fn sent<'t>(&self, used: &Used, text: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
        let signs: &[char] = match used.key.as_ref() {
            "--data-raw" => &[],
            "--mount" => &[','],
            _ if self.plays(Role::SendsFiles) => &['@', '<', ';'],
            _ => &[],
        };
        let cookie = signs.contains(&'@') && matches!(used.key.as_ref(), "-b" | "--cookie");
        let pieces =
            text.split(signs).skip(usize::from(signs.contains(&'@') && !cookie)).filter(move |_| !signs.is_empty());
        let source =
            |piece: &'t str| piece.strip_prefix("source=").or_else(|| piece.strip_prefix("src=")).unwrap_or(piece);
        pieces.map(source).filter(|path| looks_local(path))
    }

    /// `--dir=$HOME/x`, where the option takes a file; of an unknown program, `--any=../x`.
    fn attached<'c>(&self, at: usize, item: &'c Item<'_>) -> Option<FileUse<'c>> {
        let (name, value) = item.shown().strip_prefix('-')?.split_once('=')?;
        let file = |path: Cow<'c, str>| Some(FileUse { path, at, arg: Arg::Read });
        if self.entry.is_none() && looks_local(value) {
            return file(Cow::Borrowed(value));
        }
        let name = name.trim_start_matches('-');
        let top = self.path.first().and_then(|program| programs::find(program));
        let special = self.entry.into_iter().chain(top).flat_map(programs::Entry::special);
        let mut files = special.filter(|special| matches!(special.arg(), Arg::Read | Arg::Write | Arg::Delete));
        if !item.is_unknown() || !files.any(|special| special.names().split_ascii_whitespace().any(|one| one == name)) {
            return None;
        }
        let here = ["$PWD", "${PWD}", "$(pwd)"].iter().find_map(|start| value.strip_prefix(start));
        let known = here.filter(|rest| !rest.contains(['$', '`']));
        file(known.map_or(Cow::Borrowed("/"), |rest| Cow::Owned(format!("./{rest}"))))
    }

    /// Whether an operand is the file of a script that is run.
    fn is_script(&self, at: usize) -> bool {
        let text_given = || {
            !self.inner.is_empty()
                || self.options.iter().any(|used| matches!(used.key.as_ref(), "-c" | "-e" | "-m" | "--eval" | "-p"))
        };
        let first = self.operands.first().is_some_and(|(first, _)| *first == at);
        let takes = self.entry.is_some_and(|entry| entry.operands().first == Some(Arg::Code));
        first && takes && !text_given()
    }
}

/// Whether a word is written as a path that leads somewhere.
fn looks_local(text: &str) -> bool {
    let path = ["/", "./", "../", "~/"].iter().any(|start| text.starts_with(start)) || matches!(text, ".." | "~");
    path && !text.contains([' ', '(', '\n', '|'])
}
