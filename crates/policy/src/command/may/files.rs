//! Files that a command may reach although no row says so: names in the programs of sed and awk, scripts that a shell
//! reads, patterns of files that options name, and every word of an unknown program.

use super::super::collect::{Input, Simple};
use super::super::item::{Item, Value};
use super::super::usage::Usage;
use crate::inspect::{awk_danger, sed_danger, sed_files};
use crate::programs::{Arg, Effect, Role};

/// How sure it is that a file is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sure {
    /// It is.
    Certain,
    /// Nothing speaks against it: a word of an unknown program. A rule refuses it, a floor asks.
    Likely,
    /// The name is in code or among the words of a script. A rule asks.
    Possible,
}

/// A file that a command may reach.
#[derive(Clone, Debug)]
pub struct MayFile {
    /// Its path; `None` if the text does not tell.
    pub path: Option<String>,
    /// The path is a pattern.
    pub glob: bool,
    /// What is done with it.
    pub arg: Arg,
    /// The item it comes from.
    pub at: usize,
    /// How sure that is.
    pub sure: Sure,
}

struct Files(Vec<MayFile>);

impl Files {
    fn add(&mut self, path: &str, arg: Arg, at: usize, sure: Sure) {
        if !path.is_empty() && path != "-" {
            let glob = path.contains(['*', '?', '[']);
            self.0.push(MayFile { path: Some(path.to_owned()), glob, arg, at, sure });
        }
    }

    fn both(&mut self, path: &str, at: usize, sure: Sure) {
        self.add(path, Arg::Read, at, sure);
        self.add(path, Arg::Write, at, sure);
    }

    fn unknown(&mut self, arg: Arg, at: usize) {
        self.0.push(MayFile { path: None, glob: false, arg, at, sure: Sure::Likely });
    }
}

/// All such files of a command.
#[must_use]
pub fn may_files(simple: &Simple<'_>, usage: &Usage) -> Vec<MayFile> {
    let mut files = Files(Vec::new());
    if simple.likely_name().is_none() {
        return files.0;
    }
    if usage.entry.is_none() {
        words(simple, &mut files);
        return files.0;
    }
    programs(simple, usage, &mut files);
    patterns(simple, usage, &mut files);
    match () {
        () if usage.plays(Role::RunsScripts) => {
            // The script that is run is read; what it is given it may do anything with.
            for (place, (at, _)) in usage.operands.iter().enumerate() {
                let Some(item) = simple.items.get(*at) else { continue };
                if place == 0 && usage.inner.is_empty() {
                    files.add(item.shown().likely(), Arg::Read, *at, Sure::Certain);
                } else {
                    files.both(item.shown().likely(), *at, Sure::Possible);
                }
            }
        }
        () if usage.plays(Role::LoopsOverFiles) => {
            let script = usage.options.iter().any(|used| matches!(used.key.as_ref(), "-e" | "-E"));
            let loops = simple
                .items
                .iter()
                .skip(1)
                .map(|item| item.shown().likely())
                .any(|word| word.starts_with('-') && !word.starts_with("--") && word.contains(['p', 'n']));
            for (at, item) in
                simple.items.iter().enumerate().skip(1).filter(|(_, item)| !item.shown().likely().starts_with('-'))
            {
                if script || loops {
                    files.add(item.shown().likely(), Arg::Read, at, if loops { Sure::Likely } else { Sure::Possible });
                } else {
                    files.both(item.shown().likely(), at, Sure::Possible);
                }
            }
        }
        () if usage.plays(Role::EditsByCommands) => editor(simple, &mut files),
        // A row that says nothing of files does not say that there are none.
        () if matches!(
            usage.own_effect,
            Effect::State | Effect::Fetch | Effect::Send | Effect::System | Effect::Delete
        ) =>
        {
            for (at, arg) in &usage.operands {
                let word = simple.items.get(*at).map_or("", |item| item.shown().likely());
                if *arg == Arg::Read && matches!(usage.own_effect, Effect::System | Effect::Delete) {
                    files.add(word, Arg::Write, *at, Sure::Likely);
                }
                if *arg == Arg::Text && is_led(word) {
                    files.both(word, *at, Sure::Likely);
                }
            }
        }
        () if usage.own_effect >= Effect::Run && usage.inner.is_empty() => {
            for (at, item) in simple.items.iter().enumerate().skip(1) {
                files.both(value_of(item.shown().likely()), at, Sure::Possible);
            }
        }
        () => {}
    }
    if usage.plays(Role::ReadsCode)
        && let Input::Text(text) = &simple.input
    {
        code(text, 0, &mut files);
    }
    files.0
}

/// Every word of an unknown program.
fn words(simple: &Simple<'_>, files: &mut Files) {
    for (at, item) in simple.items.iter().enumerate().skip(1) {
        match &item.value {
            Value::Unknown { .. } => {}
            Value::Literal(text) | Value::Bounded { text, .. } => {
                files.both(value_of(text), at, Sure::Likely);
                if !text.starts_with('-') {
                    files.both(text, at, Sure::Likely);
                }
            }
        }
    }
}

/// Whether a word is written as a path that leads somewhere.
fn is_led(word: &str) -> bool {
    word.starts_with(['/', '~']) || word.starts_with("./") || word.starts_with("../")
}

/// The text after `=`, or the word itself; nothing for an option alone.
fn value_of(word: &str) -> &str {
    match word.split_once('=') {
        Some((_, value)) => value,
        None if word.starts_with('-') => "",
        None => word.trim_start_matches('@'),
    }
}

/// The programs of sed and awk, and code in words.
fn programs(simple: &Simple<'_>, usage: &Usage, files: &mut Files) {
    let operands = usage.operands.iter().map(|(at, arg)| (*at, *arg, simple.items.get(*at).and_then(Item::text)));
    let values = usage.options.iter().filter_map(|used| {
        let special = used.special?;
        Some((used.value?.at, special.arg(), used.text(&simple.items)))
    });
    for (at, arg, text) in operands.chain(values) {
        match (arg, text) {
            (Arg::Sed, Some(text)) if sed_danger(text).is_some() => {
                for (path, written) in sed_files(text) {
                    files.add(&path, if written { Arg::Write } else { Arg::Read }, at, Sure::Certain);
                }
            }
            (Arg::Awk, Some(text)) if awk_danger(text).is_some() => awk(text, at, files),
            // `sed -f prog`: nothing tells what the file says.
            (Arg::Code, _) if looks_into(usage) => {
                files.unknown(Arg::Read, at);
                files.unknown(Arg::Write, at);
            }
            (Arg::Code, Some(text)) => code(text, at, files),
            (Arg::Sed | Arg::Awk, None) => {
                files.unknown(Arg::Read, at);
                files.unknown(Arg::Write, at);
            }
            _ => {}
        }
    }
}

/// Whether byleave looks into the programs that it is given: a file of one it cannot see.
fn looks_into(usage: &Usage) -> bool {
    usage.program.is_some_and(|program| matches!(program.operands().first, Some(Arg::Sed | Arg::Awk)))
}

/// Strings of an awk program: after `>` one is written, after `<` one is read, and others may become either.
fn awk(text: &str, at: usize, files: &mut Files) {
    let mut before = "";
    for (place, piece) in text.split('"').enumerate() {
        if place % 2 == 1 {
            match before.trim_end().chars().next_back() {
                Some('>') => files.add(piece, Arg::Write, at, Sure::Certain),
                Some('<') => files.add(piece, Arg::Read, at, Sure::Certain),
                _ => files.both(piece, at, Sure::Likely),
            }
        } else {
            before = piece;
            // A name that is worked out when it runs.
            let rest = piece.split_once("getline").map_or("", |(_, rest)| rest);
            if rest.split_once('<').is_some_and(|(_, name)| !name.trim().is_empty()) {
                files.unknown(Arg::Read, at);
            }
        }
    }
    if text.contains("ARGV") {
        files.unknown(Arg::Read, at);
    }
    let worked_out = |sign: &str| {
        text.match_indices(sign).any(|(place, _)| {
            let after = text.get(place.saturating_add(sign.len())..).unwrap_or("").trim_start();
            after.starts_with(|one: char| one == '$' || one == '(' || one.is_ascii_alphabetic())
        })
    };
    if awk_danger(text) == Some("its awk program writes a file") && worked_out(">") {
        files.unknown(Arg::Write, at);
    }
}

/// Strings in code that may be names of files.
fn code(text: &str, at: usize, files: &mut Files) {
    let named = |string: &&str| !string.is_empty() && string.len() < 512 && !string.contains(['\n', ' ', '(', ';']);
    for string in text.split(['"', '\'', '`', ' ', '(', ')', ',']).filter(named) {
        if string.contains(['.', '/', '~']) {
            files.both(string, at, Sure::Possible);
        }
    }
}

/// `vim -c 'w /etc/y'`: names among the commands of an editor.
fn editor(simple: &Simple<'_>, files: &mut Files) {
    let input = match &simple.input {
        Input::Text(text) => Some((0, text.as_ref())),
        Input::Inherited | Input::Unknown => None,
    };
    let words = simple.items.iter().enumerate().skip(1).map(|(at, item)| (at, item.shown().likely()));
    for (at, text) in words.chain(input) {
        for token in text
            .split([' ', '\n', '|', '\t', '"', '\'', '(', ')'])
            .map(|token| token.trim_start_matches(['+', ':', '!', '>']))
        {
            if !token.starts_with('-') && token.contains(['/', '.', '~']) {
                files.both(token, at, Sure::Likely);
            }
        }
    }
}

/// Patterns of files that are read: `grep -r --include=.env`, `rg -g .env`.
fn patterns(simple: &Simple<'_>, usage: &Usage, files: &mut Files) {
    let Some(keys) = usage.rare("reads-only") else { return };
    for used in usage.options.iter().filter(|used| keys.split(' ').any(|key| key == used.key)) {
        let (Some(text), Some(given)) = (used.text(&simple.items), used.value) else { continue };
        if !text.starts_with('!') {
            files.add(text.trim_start_matches("**/"), Arg::Read, given.at, Sure::Certain);
        }
    }
}
