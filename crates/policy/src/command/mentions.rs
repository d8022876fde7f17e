//! Files a command reaches beside its plain operands: scripts it runs, local addresses, `@file` values, mounts, and the
//! directory it runs in. This only says whether a call leaves the project; other modules judge what it may do.

use std::borrow::Cow;

use super::item::{Item, Value};
use super::simple::Simple;
use super::usage::{FileUse, Given, Usage};
use crate::inspect::{awk_acts, sed_acts, sql_danger};
use crate::programs::{self, Arg, Effect, Quirk, Role};

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
        let mut found = Found { simple, files: Vec::new() };
        // The words after a script are for the script to read as it likes.
        let scripted = self.operands.first().is_some_and(|(at, _)| self.is_script(*at));
        let runs = self.inner.is_empty() && matches!(self.effect, Some(Effect::Code | Effect::State | Effect::Run));
        for (at, item) in simple.items.iter().enumerate().skip(1) {
            found.attached(at, item, self);
        }
        for (at, arg) in &self.operands {
            let Some(item) = simple.items.get(*at) else { continue };
            match arg {
                Arg::Code if self.is_script(*at) => found.word(*at),
                Arg::Code | Arg::Program | Arg::Host if is_local(item) => found.word(*at),
                Arg::Host if item.shown().get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:")) => {
                    found.text(*at, item.shown().get(5..).unwrap_or("").trim_start_matches("//"));
                }
                Arg::Text if is_local(item) && (runs && !scripted || self.plays(Role::LocalPackages)) => {
                    found.text(*at, item.shown().trim_start_matches("file:"));
                }
                Arg::Setting if self.plays(Role::PathSettings) => found.setting(*at, item.shown()),
                Arg::Sed => found.program(*at, item.shown(), sed_acts(item.shown())),
                // `.read /tmp/x`, `attach '/tmp/x.db'`
                Arg::Code if self.has(Quirk::Sql) => {
                    found.program(*at, item.shown(), sql_danger(item.shown()).is_some());
                }
                Arg::Awk => found.program(*at, item.shown(), awk_acts(item.shown())),
                Arg::Text
                | Arg::Read
                | Arg::Write
                | Arg::Delete
                | Arg::Host
                | Arg::Shell
                | Arg::Code
                | Arg::Program
                | Arg::Setting => {}
            }
        }
        for used in &self.options {
            let Some(Given { at, .. }) = used.value else { continue };
            let Some(item) = simple.items.get(at) else { continue };
            let text = used.text(&simple.items).unwrap_or_else(|| item.shown());
            let arg = used.special.map_or(Arg::Text, crate::programs::Special::arg);
            match arg {
                Arg::Code | Arg::Program | Arg::Host if looks_local(text) || at != used.at && is_local(item) => {
                    found.text(at, text);
                }
                Arg::Sed => found.program(at, text, sed_acts(text)),
                Arg::Awk => found.program(at, text, awk_acts(text)),
                Arg::Setting if looks_local(text) => found.text(at, text),
                Arg::Setting if self.plays(Role::PathSettings) => found.setting(at, text),
                _ if self.plays(Role::SendsFiles) && used.key != "--data-raw" => found.sent(at, text, &used.key),
                _ if used.key == "--mount" => found.mount(at, text),
                Arg::Text
                | Arg::Read
                | Arg::Write
                | Arg::Delete
                | Arg::Host
                | Arg::Shell
                | Arg::Code
                | Arg::Program
                | Arg::Setting => {}
            }
            // `a -nt b` has a file on either side.
            if self.has(Quirk::Tests) && matches!(used.key.as_ref(), "-nt" | "-ot" | "-ef" | "--nt" | "--ot" | "--ef") {
                found.word(used.at.saturating_sub(1));
            }
        }
        let given = |names: &[&str]| self.options.iter().any(|used| names.contains(&used.key.as_ref()));
        if self.plays(Role::MakesTemporary)
            && (self.operands.is_empty() && !given(&["-p", "--tmpdir"]) || given(&["-t"]))
        {
            found.text(0, "/tmp");
        }
        if self.has(Quirk::Git) && self.path.get(1) == Some(&"config") && given(&["--global", "--system"]) {
            found.text(0, "/etc/gitconfig");
        }
        found.files
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

struct Found<'c, 'i> {
    simple: &'c Simple<'i>,
    files: Vec<FileUse<'c>>,
}

impl Found<'_, '_> {
    fn word(&mut self, at: usize) {
        if let Some(item) = self.simple.items.get(at) {
            self.files.push(FileUse { path: Cow::Borrowed(item.shown()), at, arg: Arg::Read });
        }
    }

    fn text(&mut self, at: usize, text: &str) {
        self.files.push(FileUse { path: Cow::Owned(text.to_owned()), at, arg: Arg::Read });
    }

    /// `DESTDIR=/tmp/x`
    fn setting(&mut self, at: usize, text: &str) {
        if let Some((_, value)) = text.split_once('=')
            && looks_local(value)
        {
            self.text(at, value);
        }
    }

    /// `--dir=$HOME/x`, where the option takes a file; of an unknown program, `--any=../x`.
    fn attached(&mut self, at: usize, item: &Item<'_>, usage: &Usage) {
        let Some((name, value)) =
            Some(item.shown()).filter(|text| text.starts_with('-')).and_then(|text| text.split_once('='))
        else {
            return;
        };
        if usage.entry.is_none() && looks_local(value) {
            self.text(at, value);
        }
        if !item.is_unknown() {
            return;
        }
        let name = name.trim_start_matches('-');
        let top = usage.path.first().and_then(|program| programs::find(program));
        let special = usage.entry.into_iter().chain(top).flat_map(crate::programs::Entry::special);
        let file = special
            .filter(|special| matches!(special.arg(), Arg::Read | Arg::Write | Arg::Delete))
            .any(|special| special.names().split_ascii_whitespace().any(|one| one == name));
        if !file {
            return;
        }
        let here = ["$PWD", "${PWD}", "$(pwd)"].iter().find_map(|start| value.strip_prefix(start));
        let known = here.filter(|rest| !rest.contains(['$', '`']));
        match known {
            Some(rest) => self.text(at, &format!("./{rest}")),
            None => self.text(at, "/"),
        }
    }

    /// Files that a sed or awk program names, if it reads or writes any.
    fn program(&mut self, at: usize, text: &str, danger: bool) {
        if !danger {
            return;
        }
        for word in text.split(|one: char| one.is_whitespace() || matches!(one, '"' | '\'' | ';' | '}' | '>' | '<')) {
            if looks_local(word) {
                self.text(at, word);
            }
        }
    }

    /// `@file`, `name=@file`, `name=<file` of curl; a cookie without `=` is a file too.
    fn sent(&mut self, at: usize, text: &str, key: &str) {
        let value = text.split_once('=').map_or(text, |(_, value)| value);
        let named = || text.split_once('@').map(|(_, file)| file).filter(|_| key == "--data-urlencode");
        let file = text.strip_prefix('@').or_else(|| value.strip_prefix(['@', '<'])).or_else(named);
        match file {
            Some(file) if file != "-" => self.text(at, file.split(';').next().unwrap_or(file)),
            None if matches!(key, "-b" | "--cookie") && !text.contains('=') => self.text(at, text),
            _ => {}
        }
    }

    /// `type=bind,source=/etc,target=/e`
    fn mount(&mut self, at: usize, text: &str) {
        let source = text.split(',').filter_map(|part| part.split_once('='));
        for (_, value) in source.filter(|(name, _)| matches!(*name, "source" | "src")) {
            if looks_local(value) {
                self.text(at, value);
            }
        }
    }
}

/// Whether a word is written as a path that leads somewhere.
fn is_local(item: &Item<'_>) -> bool {
    let tilde = match &item.value {
        Value::Bounded { tilde, .. } => *tilde,
        Value::Literal(_) | Value::Unknown { .. } => false,
    };
    tilde || looks_local(item.shown())
}

fn looks_local(text: &str) -> bool {
    let text = text.strip_prefix("file:").unwrap_or(text);
    let path = text.starts_with('/') || text.starts_with("./") || text.starts_with("../") || text.starts_with("~/");
    (path || text == ".." || text == "~") && !text.contains([' ', '(', '\n', '|'])
}
