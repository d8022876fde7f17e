//! Files that a command may reach although no row says so: every word of an unknown program, names in code.

use std::collections::HashSet;

use super::item::Item;
use super::simple::{Input, Simple};
use super::usage::Usage;
use crate::inspect::{awk_acts, sed_acts, sed_files};
use crate::programs::{Arg, Effect, Entry, Role};

/// A file that a command may reach.
#[derive(Clone, Debug)]
pub struct UnnamedFile {
    /// Its path; `None` if the text does not tell.
    pub path: Option<String>,
    /// What is done with it.
    pub arg: Arg,
    /// The item it comes from.
    pub at: usize,
    /// How sure that is.
    pub confidence: Confidence,
}

/// How sure it is that a file is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confidence {
    /// It is.
    Certain,
    /// Nothing speaks against it: a word of an unknown program. A rule refuses it, a floor asks.
    Likely,
    /// The name is in code or among the words of a script. A rule asks.
    Possible,
}

use Confidence::{Certain, Likely, Possible};

struct Files(Vec<UnnamedFile>);

impl Files {
    fn add(&mut self, path: &str, arg: Arg, at: usize, confidence: Confidence) {
        if !path.is_empty() && path != "-" {
            self.0.push(UnnamedFile { path: Some(path.to_owned()), arg, at, confidence });
        }
    }

    fn both(&mut self, path: &str, at: usize, confidence: Confidence) {
        self.add(path, Arg::Read, at, confidence);
        self.add(path, Arg::Write, at, confidence);
    }

    /// The program does not tell which.
    fn any(&mut self, at: usize) {
        for arg in [Arg::Read, Arg::Write] {
            self.0.push(UnnamedFile { path: None, arg, at, confidence: Likely });
        }
    }

    /// Names in code: what looks like a path.
    fn code(&mut self, text: &str, at: usize, confidence: Confidence) {
        let named = |string: &&str| !string.is_empty() && string.len() < 512 && string.contains(['.', '/', '~']);
        let ends = ['"', '\'', '`', ' ', '\n', '\t', '(', ')', ',', ';', '|'];
        for string in text.split(ends).map(|string| string.trim_start_matches(['+', ':', '!', '>', '@'])).filter(named)
        {
            if !string.starts_with('-') {
                self.both(string, at, confidence);
            }
        }
    }
}

/// All such files of a command.
#[must_use]
pub fn unnamed_files(simple: &Simple<'_>, usage: &Usage) -> Vec<UnnamedFile> {
    let mut files = Files(Vec::new());
    if simple.likely_name().is_none() {
        return files.0;
    }
    let texts = || simple.items.iter().enumerate().skip(1).map(|(at, item)| (at, item.shown()));
    if usage.entry.is_none() {
        let known = |(_, item): &(usize, &Item<'_>)| !item.is_unknown();
        for (at, item) in simple.items.iter().enumerate().skip(1).filter(known) {
            let text = item.shown();
            files.both(value_of(text), at, Likely);
            if !text.starts_with('-') {
                files.both(text, at, Likely);
            }
        }
        return files.0;
    }
    programs(simple, usage, &mut files);
    patterns(simple, usage, &mut files);
    match usage.own_effect {
        _ if usage.plays(Role::RunsScripts) => {
            // The script that is run is read; what it is given it may do anything with.
            for (place, (at, _)) in usage.operands.iter().enumerate() {
                let Some(item) = simple.items.get(*at) else { continue };
                if place == 0 && usage.inner.is_empty() {
                    files.add(item.shown(), Arg::Read, *at, Certain);
                } else {
                    files.both(item.shown(), *at, Possible);
                }
            }
        }
        _ if usage.plays(Role::LoopsOverFiles) => {
            let loops = |word: &str| word.starts_with('-') && !word.starts_with("--") && word.contains(['p', 'n']);
            let loops = texts().any(|(_, word)| loops(word));
            for (at, word) in texts().filter(|(_, word)| !word.starts_with('-')) {
                files.add(word, Arg::Read, at, if loops { Likely } else { Possible });
                files.add(word, Arg::Write, at, Possible);
            }
        }
        _ if usage.plays(Role::EditsByCommands) => texts().for_each(|(at, word)| files.code(word, at, Likely)),
        // A row that says nothing of files does not say that there are none.
        Effect::State | Effect::Fetch | Effect::Send | Effect::System | Effect::Delete => {
            let led = |word: &str| ["/", "~", "./", "../"].iter().any(|start| word.starts_with(start));
            for (at, arg) in &usage.operands {
                let word = simple.items.get(*at).map_or("", Item::shown);
                if *arg == Arg::Read && matches!(usage.own_effect, Effect::System | Effect::Delete) {
                    files.add(word, Arg::Write, *at, Likely);
                }
                if *arg == Arg::Text && led(word) {
                    files.both(word, *at, Likely);
                }
            }
        }
        effect if effect >= Effect::Run && usage.inner.is_empty() => {
            texts().for_each(|(at, word)| files.both(value_of(word), at, Possible));
        }
        Effect::Read | Effect::Write | Effect::Code | Effect::Run => {}
    }
    if let Input::Text(text) = &simple.input
        && (usage.plays(Role::ReadsCode) || usage.plays(Role::EditsByCommands))
    {
        files.code(text, 0, if usage.plays(Role::EditsByCommands) { Likely } else { Possible });
    }
    files.0
}

/// Words, and pieces of words, of which no row says that they name files and which may do so all the same: `HEAD:.env`, `x=@.env`, `-f.env`,
/// lines of what a program reads on its input. Each with the item that it stands in.
#[must_use]
pub fn possible_names<'c>(simple: &'c Simple<'_>, usage: &Usage) -> Vec<(&'c str, usize)> {
    // These print their words, or tell no more of a file than its name.
    let tells = [Role::Echoes, Role::PrintsFormat, Role::TellsNames, Role::OnlyNames];
    // A row whose operands are files says of its other words that they are none: `grep .env README.md`.
    let knows = |row: Entry| row.operands().rest == Arg::Read;
    if usage.program.is_none() || tells.into_iter().any(|role| usage.plays(role)) || usage.entry.is_some_and(knows) {
        return Vec::new();
    }
    let files = |arg: Arg| matches!(arg, Arg::Read | Arg::Write | Arg::Delete);
    let operands = usage.operands.iter().filter(|(_, arg)| files(*arg)).map(|(at, _)| *at);
    let values = usage.options.iter().filter(|used| used.special.is_some_and(|special| files(special.arg())));
    let values = values.filter_map(|used| used.value.map(|given| given.at));
    let told: HashSet<usize> = operands.chain(values).chain(usage.named_at.iter().copied()).collect();
    let words = simple.items.iter().enumerate().filter(|(at, _)| !told.contains(at));
    let mut found: Vec<(&str, usize)> =
        words.flat_map(|(at, item)| pieces(item.shown()).map(move |one| (one, at))).collect();
    if let Input::Text(text) = &simple.input
        && !usage.plays(Role::CopiesInput)
        && !usage.plays(Role::Picks)
    {
        found.extend(text.split_ascii_whitespace().flat_map(pieces).map(|one| (one, 0)));
    }
    found
}

/// A word, what is glued to the letter of an option, and what stands between `=`, `:`, `@` and `%`.
fn pieces(word: &str) -> impl Iterator<Item = &str> {
    let signs = ['=', ':', '@', '%'];
    let glued = word.strip_prefix('-').filter(|rest| !rest.starts_with('-')).and_then(|rest| rest.get(1..));
    let whole = glued.unwrap_or(word);
    let split = whole.contains(signs).then(|| whole.split(signs)).into_iter().flatten();
    // What stands in an address is no file here.
    let fits = |one: &&str| !one.is_empty() && !one.starts_with('-') && !word.contains("://");
    std::iter::once(whole).chain(split).filter(move |one| fits(one))
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
    let looks_into = usage.program.is_some_and(|row| matches!(row.operands().first, Some(Arg::Sed | Arg::Awk)));
    for (at, arg, text) in operands.chain(values) {
        match (arg, text) {
            (Arg::Sed, Some(text)) if sed_acts(text) => {
                for (path, written) in sed_files(text) {
                    files.add(&path, if written { Arg::Write } else { Arg::Read }, at, Certain);
                }
            }
            (Arg::Awk, Some(text)) if awk_acts(text) => awk(text, at, files),
            // `sed -f prog`: nothing tells what the file says.
            (Arg::Code, _) if looks_into => files.any(at),
            (Arg::Code, Some(text)) => files.code(text, at, Possible),
            (Arg::Sed | Arg::Awk, None) => files.any(at),
            _ => {}
        }
    }
}

/// Strings of an awk program; a name that is worked out may be any.
fn awk(text: &str, at: usize, files: &mut Files) {
    let pieces: Vec<&str> = text.split('"').collect();
    let code = || pieces.iter().step_by(2);
    for (before, string) in code().zip(pieces.iter().skip(1).step_by(2)) {
        match before.trim_end().chars().next_back() {
            Some('>') => files.add(string, Arg::Write, at, Certain),
            Some('<') => files.add(string, Arg::Read, at, Certain),
            _ => files.both(string, at, Likely),
        }
    }
    let worked_out = |sign: &str| {
        let mut after = code().flat_map(|code| code.split(sign).skip(1)).map(str::trim_start);
        after.any(|after| after.starts_with(|one: char| matches!(one, '$' | '(') || one.is_ascii_alphabetic()))
    };
    if worked_out(">") || worked_out("<") && text.contains("getline") || text.contains("ARGV") {
        files.any(at);
    }
}

/// Patterns of files that are read: `grep -r --include=.env`, `rg -g .env`.
fn patterns(simple: &Simple<'_>, usage: &Usage, files: &mut Files) {
    let Some(keys) = usage.rare("reads-only") else { return };
    for used in usage.options.iter().filter(|used| keys.split(' ').any(|key| key == used.key)) {
        let (Some(text), Some(given)) = (used.text(&simple.items), used.value) else { continue };
        if !text.starts_with('!') {
            files.add(text.trim_start_matches("**/"), Arg::Read, given.at, Likely);
        }
    }
}
