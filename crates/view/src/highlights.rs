//! Marks in the text of a command: the files that it names and where they are, what the shell inserts at run time, and
//! which variables are set. They are for people to read; byleave decides nothing by them.

use std::collections::BTreeMap;

use byleave_policy::FileAccess;
use byleave_policy::command::{Commands, Item, Redirect, Simple, Usage, Value as Known};
use byleave_policy::paths::{Ground, Place, Resolver, is_device, is_program_directory};
use byleave_policy::programs::Arg;
use byleave_shell::{Directory, Kind, Place as Where, Script, Span};
use serde::Serialize;

/// At most this many marks; the rest are only counted.
const MOST: usize = 200;
/// At most this many places of one word: `{a,b,c}/x` may mean thousands.
const MOST_PLACES: usize = 8;

/// What paths are compared with.
pub struct Sight<'s> {
    /// The project, and where the call starts.
    pub ground: Ground<'s>,
    /// Follows links, as it did when the call was judged.
    pub resolver: &'s dyn Resolver,
}

/// Where something lies; what comes later weighs more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lies {
    /// A device that holds nothing.
    Device,
    Inside,
    /// The text does not tell.
    Unknown,
    Outside,
}

impl Lies {
    const fn name(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Inside => "inside",
            Self::Unknown => "unknown",
            Self::Outside => "outside",
        }
    }
}

/// What a stretch of the text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Substitution,
    Assignment,
    Path,
}

/// A file that a word names.
#[derive(Default)]
struct Named {
    /// `>` and its kin, where the word is the target of a redirection.
    operator: Option<&'static str>,
    places: Vec<String>,
    lies: Option<Lies>,
    /// Gravest last: read, write, delete.
    used: Option<&'static str>,
}

type Marks = BTreeMap<(u32, u32, Sort), Named>;

/// The marks of a text, and how many were left out.
pub fn highlights(script: &Script<'_>, commands: &Commands<'_>, sight: &Sight<'_>) -> Highlights {
    let mut marks = Marks::new();
    substitutions(script, &mut marks);
    for (index, (simple, usage)) in commands.simples.iter().zip(&commands.usages).enumerate() {
        if !simple.runs() || !crate::commands::is_written(script, simple) {
            continue;
        }
        assignments(script, simple, usage, &mut marks);
        if elsewhere(commands, index).is_none() {
            sight.files(simple, usage, &mut marks);
            simple.redirections.iter().for_each(|one| sight.redirect(one, &mut marks));
        }
    }
    commands.redirections.iter().for_each(|one| sight.redirect(one, &mut marks));
    commands.tested.iter().for_each(|one| sight.tested(script, one, &mut marks));
    let left_out = marks.len().saturating_sub(MOST);
    let marks = marks.into_iter().take(MOST).map(|(at, named)| mark(at, named)).collect();
    Highlights { marks, marks_left_out: (left_out > 0).then_some(left_out) }
}

/// What stands out in the text of a command.
#[derive(Serialize)]
pub struct Highlights {
    marks: Vec<Mark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    marks_left_out: Option<usize>,
}

#[derive(Serialize)]
struct Mark {
    span: (u32, u32),
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    operator: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lies: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<Vec<String>>,
    #[serde(rename = "use", skip_serializing_if = "Option::is_none")]
    used: Option<&'static str>,
}

fn mark((start, end, sort): (u32, u32, Sort), named: Named) -> Mark {
    let kind = match sort {
        Sort::Substitution => "substitution",
        Sort::Assignment => "assignment",
        Sort::Path if named.operator.is_some() => "redirect",
        Sort::Path => "path",
    };
    let Named { operator, places, lies, used, .. } = named;
    Mark { span: (start, end), kind, operator, lies: lies.map(Lies::name), places: lies.map(|_| places), used }
}

/// `$(…)`, backticks, `<(…)`: the commands inside run first.
fn substitutions(script: &Script<'_>, marks: &mut Marks) {
    for (_, node) in script.nodes() {
        let Kind::Script(place) = node.kind else { continue };
        match place {
            Where::Top => {}
            Where::Substitution
            | Where::Backticks
            | Where::BraceSubstitution
            | Where::ProcessInput
            | Where::ProcessOutput => {
                marks.entry((node.span.start, node.span.end, Sort::Substitution)).or_default();
            }
        }
    }
}

/// `A=1 make`, `env A=1 make`, `export A=1`.
fn assignments(script: &Script<'_>, simple: &Simple<'_>, usage: &Usage, marks: &mut Marks) {
    let sets = matches!(usage.path.first(), Some(&("export" | "declare" | "typeset" | "local" | "readonly")));
    let setting = |at: &usize| sets || usage.operands.iter().any(|(place, arg)| place == at && *arg == Arg::Setting);
    let words = simple.items.iter().enumerate().skip(1).filter(|(at, _)| setting(at)).filter_map(|(_, item)| {
        let (name, _) = item.shown().split_once('=').filter(|(name, _)| !name.starts_with('-'))?;
        Some((name, item.span))
    });
    let before = simple.assignments.iter().map(|(name, span)| (name.as_ref(), *span));
    for (name, span) in before.chain(words) {
        // Text that was read out of other text stands at the whole of it.
        let shown = span.of(script.source()).trim_start_matches(['\'', '"']);
        if shown.starts_with(name) {
            marks.entry((span.start, span.end, Sort::Assignment)).or_default();
        }
    }
}

/// The program that runs a command on another machine or in a container, if one does.
pub fn elsewhere<'c>(commands: &'c Commands<'_>, index: usize) -> Option<&'c str> {
    let outer = |at: &usize| commands.simples.get(*at).and_then(|simple| simple.inside);
    let mut outers = std::iter::successors(outer(&index), outer).take(64);
    let at = outers.find(|at| commands.usage(*at).is_some_and(Usage::runs_elsewhere))?;
    Some(commands.simples.get(at).and_then(Simple::name).unwrap_or("another program"))
}

impl Sight<'_> {
    fn files(&self, simple: &Simple<'_>, usage: &Usage, marks: &mut Marks) {
        if let Some(first) = simple.items.first().filter(|first| first.shown().contains('/')) {
            self.program(first, &simple.directory, marks);
        }
        for file in usage.files(simple).into_iter().chain(usage.mentions(simple)) {
            let Some(item) = simple.items.get(file.at).filter(|_| file.at > 0) else { continue };
            let unknown = item.is_unknown() && item.shown() == file.path;
            let (tilde, glob) = expanded(&item.value);
            let tilde = tilde || file.path.starts_with("~/") && item.shown() != file.path;
            let path = if usage.runs_elsewhere() { cut_volume(&file.path) } else { &file.path };
            let path = (!unknown).then_some((path, tilde, glob));
            file_at(item.span, marks).add(self.look(path, &simple.directory), Some(use_of(file.arg)));
        }
        // Nothing is known of an unknown program: a word that looks like a path may well be one.
        let unknown = simple.items.iter().skip(1).filter(|_| usage.path.is_empty());
        for item in unknown.filter(|item| looks_like_path(item)) {
            file_at(item.span, marks).add(self.look(as_path(item), &simple.directory), None);
        }
    }

    /// A command word with directories in it. Where programs of the system lie is no news.
    fn program(&self, item: &Item<'_>, directory: &Directory, marks: &mut Marks) {
        let (lies, place) = self.look(as_path(item), directory);
        let folder = place.as_deref().and_then(|place| place.rsplit_once('/'));
        if !folder.is_some_and(|(folder, _)| is_program_directory(folder)) {
            file_at(item.span, marks).add((lies, place), Some("run"));
        }
    }

    fn redirect(&self, one: &Redirect<'_>, marks: &mut Marks) {
        // Text that was read out of other text stands at the whole of it, operator and target alike.
        if !(one.reads() || one.writes()) || one.span == one.target.span {
            return;
        }
        let named = file_at(one.target.span, marks);
        named.operator = Some(one.operator.symbol());
        named.add(self.look(as_path(&one.target), &one.directory), Some(if one.writes() { "write" } else { "read" }));
    }

    /// What `[[ -f … ]]` looks at.
    fn tested(&self, script: &Script<'_>, one: &Redirect<'_>, marks: &mut Marks) {
        // Text that was read out of other text stands at the whole of it.
        if one.target.span.of(script.source()).trim_matches(['\'', '"']) != one.target.shown() {
            return;
        }
        file_at(one.target.span, marks).add(self.look(as_path(&one.target), &one.directory), Some("read"));
    }

    /// Where a path leads.
    fn look(&self, path: Option<Path<'_>>, directory: &Directory) -> (Lies, Option<String>) {
        let Some((text, tilde, glob)) = path else { return (Lies::Unknown, None) };
        let Place::At { path, pattern } = self.ground.place(text, tilde, glob, directory) else {
            return (Lies::Unknown, None);
        };
        if pattern.is_empty() && is_device(&path) {
            return (Lies::Device, Some(path.into_owned()));
        }
        let real = self.resolver.resolve(&path);
        let inside = self.ground.is_inside(&path) && self.ground.is_inside(&real);
        let slash = if pattern.is_empty() || real.ends_with('/') { "" } else { "/" };
        (if inside { Lies::Inside } else { Lies::Outside }, Some(format!("{real}{slash}{pattern}")))
    }
}

/// The file that a stretch of the text names.
fn file_at(span: Span, marks: &mut Marks) -> &mut Named {
    marks.entry((span.start, span.end, Sort::Path)).or_default()
}

impl Named {
    fn add(&mut self, (lies, place): (Lies, Option<String>), used: Option<&'static str>) {
        self.lies = self.lies.max(Some(lies));
        // What changes a file matters more than that it is read as well.
        if weight(used) > weight(self.used) {
            self.used = used;
        }
        if let Some(place) = place.filter(|_| self.places.len() < MOST_PLACES)
            && !self.places.contains(&place)
        {
            self.places.push(place);
        }
    }
}

fn weight(used: Option<&str>) -> Option<usize> {
    used.and_then(|used| ["read", "run", "write", "delete"].iter().position(|one| *one == used))
}

fn looks_like_path(item: &Item<'_>) -> bool {
    let text = item.shown();
    let (tilde, _) = expanded(&item.value);
    !item.is_unknown()
        && (text.starts_with('/') || text.starts_with("../") || text == ".." || text.contains("/../") || tilde)
}

/// The host side of a volume `host:container`.
fn cut_volume(path: &str) -> &str {
    path.split_once(':').map_or(path, |(host, _)| host)
}

fn use_of(arg: Arg) -> &'static str {
    match FileAccess::from(arg) {
        FileAccess::Writes => "write",
        FileAccess::Deletes => "delete",
        FileAccess::Reads => "read",
    }
}

/// A path, and whether a tilde and a pattern are expanded in it.
type Path<'p> = (&'p str, bool, bool);

/// A word as a path, if its value is known.
fn as_path<'i>(item: &'i Item<'_>) -> Option<Path<'i>> {
    let (tilde, glob) = expanded(&item.value);
    (!item.is_unknown()).then(|| (item.shown(), tilde, glob))
}

/// Whether a tilde and a pattern are expanded in a word.
fn expanded(value: &Known<'_>) -> (bool, bool) {
    match value {
        Known::Bounded { tilde, glob, .. } => (*tilde, *glob),
        Known::Literal(_) | Known::Unknown { .. } => (false, false),
    }
}
