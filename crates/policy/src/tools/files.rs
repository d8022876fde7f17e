//! Floors on the files that a call names.

use byleave_knowledge::tools::{Deed, deed};
use byleave_shell::{Directory, Whereabouts};

use super::judge::ToolCall;
use super::spelling::{Oddity, Reading, is_pattern, readings, secret_of, without_braces};
use crate::budget::limit;
use crate::findings::Findings;
use crate::floors::{FileFindings, Touch};
use crate::paths::{self, Place, Reach, is_below};
use crate::programs::Arg;
use crate::read::{Named, NamedPath, Role};
use crate::tools::Category;
use crate::{FileAccess, Finding, Reason};

/// Where the files lead that a call is about.
#[derive(Debug, Default)]
pub(super) struct Places {
    pub known: Vec<String>,
    /// It is unknown where some lead.
    pub unknown: bool,
}

impl Places {
    pub fn is_empty(&self) -> bool {
        self.known.is_empty() && !self.unknown
    }

    /// Whether a test holds for all places, or for a deny for one.
    pub fn hold(&self, deny: bool, test: impl Fn(&str) -> bool) -> bool {
        if deny {
            self.known.iter().any(|place| test(place))
        } else {
            !self.unknown && !self.known.is_empty() && self.known.iter().all(|place| test(place))
        }
    }
}

/// One way to touch one path.
#[derive(Clone, Copy)]
struct Use<'u> {
    path: &'u str,
    known: bool,
    directory: &'u Directory,
    arg: Arg,
}

impl ToolCall<'_> {
    /// Where the paths among some arguments lead.
    pub(super) fn places(&self, named: &Named) -> Places {
        let mut places = Places::default();
        let directories = self.directories();
        let subjects = named.paths.iter().filter(|path| match path.role {
            Role::Subject | Role::Path | Role::Source => true,
            Role::Base
            | Role::Pattern
            | Role::Attachment
            | Role::Address
            | Role::Text
            | Role::Surroundings
            | Role::Options
            | Role::Other => false,
        });
        for reading in subjects.filter(|path| !path.text.trim().is_empty()).flat_map(|path| readings(&path.text)) {
            for directory in seen_from(&reading.path, &directories) {
                match self.place(&reading, directory) {
                    Some(place) if !places.known.contains(&place) => places.known.push(place),
                    Some(_) => {}
                    None => places.unknown = true,
                }
            }
        }
        places
    }

    pub(super) fn place(&self, reading: &Reading, directory: &Directory) -> Option<String> {
        if reading.odd.is_some() {
            return None;
        }
        match self.ground.place(&reading.path, reading.path.starts_with('~'), false, directory) {
            Place::At { path, .. } => Some(path.into_owned()),
            Place::Unknown => None,
        }
    }

    /// The directories that relative paths may be seen from: where the call starts, and those it names.
    fn directories(&self) -> Vec<Directory> {
        let mut directories = vec![Directory::START];
        for text in self.named.bases().flat_map(readings) {
            if let Some(place) = self.place(&text, &Directory::START) {
                directories.push(Directory { place: Whereabouts::Absolute(place), uncertain: false });
            }
        }
        directories
    }

    /// The directories that a pattern may be seen from: also those that are searched.
    fn searched(&self) -> Vec<Directory> {
        let mut directories = self.directories();
        if self.named.paths.iter().all(|path| path.role != Role::Pattern) {
            return directories;
        }
        let places = self.named.paths.iter().filter(|path| matches!(path.role, Role::Subject | Role::Path));
        for place in
            places.flat_map(|path| readings(&path.text)).filter_map(|reading| self.place(&reading, &Directory::START))
        {
            directories.push(Directory { place: Whereabouts::Absolute(place), uncertain: false });
        }
        directories
    }

    /// Floors on every file that a tool on files names.
    pub(super) fn touch_files(&self) -> Findings {
        let mut found = Findings::default();
        let own = self.directories();
        let mut searched = self.searched();
        if searched.len() > limit::SEARCHED {
            found.add(Finding::hard_ask(None, Reason::TooManyPlaces));
            searched.truncate(limit::SEARCHED);
        }
        for named in self.named.paths.iter().filter(|path| !path.text.trim().is_empty()) {
            let directories = if named.role == Role::Pattern { &searched } else { &own };
            for reading in readings(&named.text) {
                found.extend(self.odd(&reading));
                for directory in seen_from(&reading.path, directories) {
                    for arg in self.uses(named) {
                        let touched = Use { path: &reading.path, known: reading.odd.is_none(), directory, arg: *arg };
                        found.join(self.touch(named.role, touched));
                    }
                }
            }
        }
        found
    }

    /// What a tool does with a path.
    fn uses(&self, named: &NamedPath) -> &'static [Arg] {
        let writes: &[Arg] = match named.role {
            Role::Source if self.kind.name == "copy_file" => &[Arg::Read],
            Role::Source => &[Arg::Read, Arg::Delete],
            Role::Subject | Role::Path | Role::Pattern if self.kind.name == "delete" => &[Arg::Delete],
            Role::Subject
            | Role::Path
            | Role::Base
            | Role::Pattern
            | Role::Attachment
            | Role::Address
            | Role::Text
            | Role::Surroundings
            | Role::Options
            | Role::Other => &[Arg::Write],
        };
        match self.category {
            Some(Category::Write) => writes,
            Some(Category::Read) if self.kind.name == "write_plan" => &[Arg::Write],
            Some(Category::Network) if named.role == Role::Attachment => &[Arg::Read],
            Some(Category::Network) => &[Arg::Read, Arg::Write],
            Some(Category::Read | Category::Command | Category::Ask) | None => &[Arg::Read],
        }
    }

    fn odd(&self, reading: &Reading) -> Option<Finding> {
        match reading.odd? {
            Oddity::Hidden => Some(Finding::hard_ask(None, Reason::PathHidden)),
            Oddity::Option if self.kind.is_about_files() => Some(Finding::hard_ask(None, Reason::PathAsOption)),
            Oddity::Unknown if self.category == Some(Category::Read) && self.kind.is_about_files() => {
                Some(Finding::named_ask(None, Reason::UnknownFile(FileAccess::Reads)))
            }
            Oddity::Option | Oddity::Unknown => None,
        }
    }

    fn touch(&self, role: Role, touched: Use<'_>) -> Findings {
        let mut found = Findings::default();
        let expands = role == Role::Pattern || touched.arg != Arg::Write && is_pattern(touched.path);
        if expands && touched.known {
            found.join(self.touch_pattern(touched));
        }
        if role == Role::Pattern && touched.known {
            return found;
        }
        let judged = self.judged(touched, false, &mut found);
        if touched.arg == Arg::Delete && self.is_project(&judged) {
            found.add(Finding::named_ask(None, Reason::WholeProject));
        }
        if matches!(self.kind.name, "grep" | "search") {
            found.extend(self.search(&judged));
        }
        found
    }

    fn touch_pattern(&self, touched: Use<'_>) -> Findings {
        let Some(patterns) = without_braces(touched.path) else {
            return Finding::hard_ask(None, Reason::PatternTooWide).into();
        };
        let mut found = Findings::default();
        for pattern in patterns {
            let judged = self.judged(Use { path: &pattern, ..touched }, true, &mut found);
            let everything = pattern.rsplit('/').take_while(|part| part.bytes().all(|byte| byte == b'*')).count() > 0;
            if touched.arg == Arg::Delete && self.is_project(&judged) && everything {
                found.add(Finding::named_ask(None, Reason::WholeProject));
            }
            let open = pattern.find(['*', '?', '[', '(']);
            let rest = open.and_then(|at| pattern.get(at..)).unwrap_or("");
            if rest.split('/').any(|part| part == "..") {
                found.add(Finding::hard_ask(None, Reason::PatternUpwards));
            }
            let place = self.ground.place(&pattern, pattern.starts_with('~'), true, touched.directory);
            if let Place::At { path, pattern } = place
                && let Some(what) = secret_of(&path, pattern, &self.ground.home)
            {
                found.add(Finding::named_ask(None, Reason::PatternForSecret(format!("{path}/{pattern}"), what)));
            }
            if self.kind.name == "read" && rest.contains("**") {
                found.extend(self.search(&judged));
            }
        }
        found
    }

    fn is_project(&self, judged: &FileFindings<'_>) -> bool {
        judged.place.as_ref() == Some(&self.ground.project)
    }

    fn judged<'u>(&'u self, touched: Use<'u>, glob: bool, found: &mut Findings) -> FileFindings<'u> {
        let Use { path, known, directory, arg } = touched;
        let tilde = path.starts_with('~');
        let touch = Touch { path: known.then_some(path), tilde, glob, directory, arg, span: None, spelt: false };
        let mut judged = self.files.judge(&touch);
        found.join(std::mem::take(&mut judged.findings));
        if judged.reach == Reach::Outside && arg == Arg::Read && self.policy.asks_outside() {
            let at = judged.place.as_deref().unwrap_or(path);
            found.add(Finding::unruled(None, Reason::ReadsOutside(at.to_owned())));
        }
        judged
    }

    /// What is searched as a whole shows the secrets in it.
    fn search(&self, judged: &FileFindings<'_>) -> Option<Finding> {
        let whole = judged.place.as_ref().is_some_and(|place| is_below(&self.ground.home, place));
        (whole && judged.outside).then(|| Finding::named_ask(None, Reason::SearchesHome))
    }

    /// Floors on the paths that a tool names which is not in the table: secrets, and control files unless it only looks.
    /// Whether a path lies outside says nothing there: it may be one on another machine.
    pub(super) fn guard_files(&self, name: &str) -> Vec<Finding> {
        let directories = self.directories();
        // What a person declared to be a reading tool is one, unless its name says that it writes.
        let deed = match (deed(name), self.category) {
            (Deed::Unknown, Some(Category::Read)) => Deed::Looks,
            (deed, _) => deed,
        };
        let readings: Vec<Reading> = self.named.paths.iter().flat_map(|path| readings(&path.text)).collect();
        let places = readings.iter().flat_map(|reading| {
            seen_from(&reading.path, &directories).iter().filter_map(|directory| self.place(reading, directory))
        });
        places.flat_map(|place| self.guard(&place, deed)).collect()
    }

    /// The same for one place.
    pub(super) fn guard(&self, place: &str, deed: Deed) -> Vec<Finding> {
        let home = &self.ground.home;
        let real = self.files.resolver.resolve(place);
        let mut found = Vec::new();
        for seen in [place, &*real] {
            let secret = paths::sensitive(seen, "", home);
            found.extend(secret.map(|what| Finding::named_ask(None, Reason::NamesSecret(seen.to_owned(), what))));
            let Some(control) = paths::control(seen, home, false) else { continue };
            let reason = Reason::MayWriteControl(seen.to_owned(), control.what);
            found.extend(match deed {
                Deed::Looks => None,
                Deed::Changes if control.denied => Some(Finding::deny(None, reason)),
                Deed::Unknown if control.denied => Some(Finding::hard_ask(None, reason)),
                Deed::Changes | Deed::Unknown => Some(Finding::named_ask(None, reason)),
            });
        }
        found
    }
}

/// The directories that matter for a path: an absolute one is the same from all of them.
fn seen_from<'d>(path: &str, directories: &'d [Directory]) -> &'d [Directory] {
    let count = if path.starts_with(['/', '~']) { 1 } else { directories.len() };
    directories.get(..count).unwrap_or(directories)
}
