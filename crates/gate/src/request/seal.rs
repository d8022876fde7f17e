//! The files that a call would run or write, as they were when the request was made.
//!
//! An approver who approves `./deploy.sh` means that file as it is now. If it has changed by the time the call may run,
//! no approver has approved the new one. Between the last check and the start of the program there is still a moment;
//! only a sandbox closes that gap.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use byleave_knowledge::arguments::FILES;
use byleave_policy::command::{Item, Simple, Usage};
use byleave_policy::paths::{Ground, Place, Resolver, is_device};
use byleave_policy::programs::{Arg, Effect};
use byleave_policy::read::Reading;
use byleave_policy::tools::Category;
use byleave_shell::{Directory, Whereabouts};
use serde::{Deserialize, Serialize};

use crate::files::pin;

/// The gate checks at most this many files of one call.
const MOST_FILES: usize = 16;

/// For larger files the gate compares size, inode number and time of the last change.
const LARGEST: u64 = 1 << 20;

/// A file as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// Where its path leads.
    pub leads: String,
    /// The file, as the call names it, made absolute.
    pub path: String,
    /// What was there: a hash of its content, or what else it was. `None` if only where it leads counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
}

impl Seal {
    fn new(path: String, content: bool, resolver: &dyn Resolver) -> Self {
        let leads = resolver.resolve(&path).into_owned();
        let was = content.then(|| state(Path::new(&leads)));
        Self { leads, path, was }
    }

    /// Whether the file is still the same.
    #[must_use]
    pub fn holds(&self, resolver: &dyn Resolver) -> bool {
        Self::new(self.path.clone(), self.was.is_some(), resolver) == *self
    }
}

/// The files of a call, as they are now.
pub(crate) fn seals(reading: &Reading<'_>, resolver: &dyn Resolver) -> Vec<Seal> {
    let _known = reading.enter();
    let ground = reading.ground();
    let mut found: Vec<(String, bool)> = Vec::new();
    if let Some(commands) = reading.command() {
        for (simple, usage) in commands.simples.iter().zip(&commands.usages) {
            of_command(simple, usage, &ground, &mut found);
        }
    } else if reading.category() == Some(Category::Write) {
        let start = Directory { place: Whereabouts::Relative(String::new()), uncertain: false };
        for name in FILES {
            if let Some(text) = reading.call().arguments.get(*name).and_then(serde_json::Value::as_str) {
                found.extend(place(&ground, text, &start).map(|path| (path, true)));
            }
        }
    }
    found.sort();
    // Of the same file twice the stricter look stays.
    found.reverse();
    found.dedup_by(|later, first| later.0 == first.0);
    found.truncate(MOST_FILES);
    found.into_iter().map(|(path, content)| Seal::new(path, content, resolver)).collect()
}

/// The first file that is no longer as it was.
pub(crate) fn changed<'s>(seals: &'s [Seal], resolver: &dyn Resolver) -> Option<&'s Seal> {
    seals.iter().find(|seal| !seal.holds(resolver))
}

/// What one command runs and writes, as far as its text tells.
fn of_command(simple: &Simple<'_>, usage: &Usage, ground: &Ground<'_>, found: &mut Vec<(String, bool)>) {
    let mut add = |item: Option<&str>, content: bool| {
        found.extend(item.and_then(|text| place(ground, text, &simple.directory)).map(|path| (path, content)));
    };
    // A program that is named by its path, not one that is looked for.
    add(simple.items.first().and_then(Item::text).filter(|text| text.contains('/')), true);
    for (at, arg) in &usage.operands {
        let runs = matches!(arg, Arg::Code | Arg::Program | Arg::Shell);
        add(simple.items.get(*at).and_then(Item::text).filter(|_| runs), true);
    }
    let runs = usage.effect.is_none_or(|effect| effect == Effect::Run);
    for redirection in &simple.redirections {
        let (writes, target) = (redirection.writes(), redirection.target.text());
        add(target.filter(|_| writes || runs), !writes);
    }
    for file in usage.files(simple) {
        add(Some(&*file.path).filter(|_| matches!(file.arg, Arg::Write | Arg::Delete)), false);
    }
}

fn place(ground: &Ground<'_>, text: &str, directory: &Directory) -> Option<String> {
    // Text of a language is no path; nothing that is one is this long.
    if text.is_empty() || text.len() > 4096 || text.contains(['\n', '\0']) {
        return None;
    }
    match ground.place(text, true, false, directory) {
        Place::At { path, .. } if !is_device(&path) => Some(path.into_owned()),
        Place::At { .. } | Place::Unknown => None,
    }
}

/// What is at a path from which no link leads on.
fn state(path: &Path) -> String {
    let Ok(about) = fs::symlink_metadata(path) else { return "nothing".to_owned() };
    if about.is_dir() {
        return "a directory".to_owned();
    }
    if !about.is_file() {
        return "no file".to_owned();
    }
    if about.len() > LARGEST {
        return format!("large {}", identity(&about));
    }
    let hashed = open(path).and_then(|file| {
        // What was opened, not what was looked at before.
        if identity(&file.metadata()?) != identity(&about) {
            return Ok("swapped".to_owned());
        }
        let mut content = Vec::new();
        file.take(LARGEST.saturating_add(1)).read_to_end(&mut content)?;
        Ok(pin(&content))
    });
    hashed.unwrap_or_else(|_| "unreadable".to_owned())
}

/// Opens a file. If it became a pipe since it was looked at, the gate does not wait for a writer.
fn open(path: &Path) -> io::Result<File> {
    let mut options = fs::OpenOptions::new();
    options.read(true);
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, O_NONBLOCK);
    options.open(path)
}

/// As the system's headers have it.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
const O_NONBLOCK: i32 = 0o4000;

/// The size, the number on the disk and the last change of a file.
#[cfg(unix)]
fn identity(about: &fs::Metadata) -> String {
    use std::os::unix::fs::MetadataExt as _;
    // Not the time that programs may set as they like.
    format!("{} {}:{} {}.{}", about.len(), about.dev(), about.ino(), about.ctime(), about.ctime_nsec())
}

#[cfg(not(unix))]
fn identity(about: &fs::Metadata) -> String {
    let changed = about.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    format!("{} {}", about.len(), changed.map_or(0, |time| time.as_nanos()))
}
