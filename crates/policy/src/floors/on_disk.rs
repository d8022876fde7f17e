//! Files that no word of a command names: matched by a pattern, recursed into, found and handed over by another command.
//!
//! A floor is on the file, however it is reached. Where a disk can be seen it tells which files those are; only the ones
//! that some floor or rule is about are looked at further.

use byleave_knowledge::secrets::may_be_among;
use byleave_shell::{Directory, Span};

use super::below::only_names;
use super::files::{FileFindings, Touch};
use super::{CommandCall, Lister};
use crate::budget::limit;
use crate::command::{FileUse, Simple, Usage, Value, Whole};
use crate::findings::Findings;
use crate::glob;
use crate::paths::{self, Look, Place, base_name, is_device, is_harmless};
use crate::programs::{Arg, Entry, Role};
use crate::rules::{Pattern, is_about};
use crate::{Finding, Reason};

/// Directories of what was fetched or made: secrets in them are those of examples and tests.
const FETCHED: [&str; 10] =
    ["node_modules", "target", ".venv", "venv", "site-packages", "vendor", ".tox", ".nox", ".gradle", ".cache"];

/// Files that were found on the disk, with what was found of each.
pub(super) type FilesOnDisk = Vec<(String, FileFindings<'static>)>;

/// Judges the files that a pattern matches, or that lie in a directory which a command takes whole.
pub(super) fn looked(
    call: &CommandCall<'_, '_>,
    (simple, usage): (&Simple<'_>, &Usage),
    file: &FileUse<'_>,
    touch: &Touch<'_>,
) -> (Findings, FilesOnDisk) {
    let ground = call.ground;
    let nothing = (Findings::default(), FilesOnDisk::new());
    let Some(text) = touch.path.filter(|_| !touch.spelt && call.files.resolver.sees()) else { return nothing };
    let Place::At { path, pattern } = ground.place(text, touch.tilde, touch.glob, touch.directory) else {
        return nothing;
    };
    // What is taken away or changed as a whole is judged by where it lies.
    let whole = usage.whole(simple).filter(|_| touch.arg == Arg::Read && usage.takes_whole(simple, file));
    let named = pattern.is_empty();
    if named && (whole.is_none() || call.files.resolver.is_file(&path)) || !ground.is_reachable(&path) {
        return nothing;
    }
    let deep = whole.is_some();
    let whole = whole.unwrap_or_default();
    let look = Look { root: &path, pattern, deep, follows: follows_links(usage), plain: whole.plain };
    each(call, &look, &Selection { whole: &whole, names: &[], opens: !named, leaving: false }, touch.arg, touch.span)
}

/// Judges the files that `find -exec` and `xargs` hand over, and those that `$(find …)` names.
pub(super) fn looked_listed(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage) -> (Findings, FilesOnDisk) {
    let mut all = (Findings::default(), FilesOnDisk::new());
    if !call.files.resolver.sees() || only_names(usage) {
        return all;
    }
    let handed = simple.found_by.or(simple.fed_by.filter(|_| simple.more_words));
    let read = usage.operands.iter().filter(|(_, arg)| *arg == Arg::Read);
    let printed = read.filter_map(|(at, _)| simple.items.get(*at)).flat_map(|item| match &item.value {
        Value::Unknown { nodes, .. } => nodes.as_slice(),
        Value::Literal(_) | Value::Bounded { .. } => &[],
    });
    let mut listers: Vec<usize> = printed.filter_map(|node| call.commands.printed_by(*node)).collect();
    listers.extend(handed);
    listers.sort_unstable();
    listers.dedup();
    for lister in listers.into_iter().filter_map(|at| call.lister(at)) {
        let (found, seen) = listed_by(call, &lister, simple.span);
        all.0.join(found);
        all.1.extend(seen);
    }
    all
}

/// Judges the files that a command lists, as far as they may be among those that are read.
fn listed_by(call: &CommandCall<'_, '_>, by: &Lister<'_>, span: Span) -> (Findings, FilesOnDisk) {
    let (lister, lists) = (by.simple, by.usage);
    let mut all = (Findings::default(), FilesOnDisk::new());
    let finds = lists.plays(Role::FindsNames) || lists.plays(Role::ListsDirectories);
    // What searches texts passes links over, unless it is told to follow them.
    if !finds && !lists.entry.is_some_and(Entry::lists) && !follows_links(lists) {
        return all;
    }
    let words = |word: &str| lister.items.iter().any(|item| item.text() == Some(word));
    let narrowing = ["-regex", "-iregex", "-newer", "-size", "-mtime", "-empty", "-user", "-perm"];
    let mut narrowed = by.narrowed || !finds || narrowing.into_iter().any(words);
    // Expressions are no patterns: `fd .` finds everything.
    let expression = lists.plays(Role::PatternOperand) && !words("-g") && !words("--glob");
    let open = expression || words("!") || words("-not");
    let names = if open { Vec::new() } else { lists.names_looked_for(lister) };
    // An expression that names something is as good as a filter.
    narrowed |= expression && !lists.names_looked_for(lister).iter().all(|name| matches!(*name, "." | ""));
    let whole = Whole { names: Vec::new(), ..lists.listing(lister) };
    let reads = lists.operands.iter().filter(|(_, arg)| *arg == Arg::Read);
    let starts = reads.filter_map(|(at, _)| lister.items.get(*at)).filter_map(|item| match &item.value {
        Value::Literal(text) => Some((text.as_ref(), false)),
        Value::Bounded { text, tilde: false, glob } => Some((text.as_ref(), *glob)),
        Value::Bounded { .. } | Value::Unknown { .. } => None,
    });
    let mut starts: Vec<(&str, bool)> = starts.collect();
    if starts.is_empty() {
        starts.push((".", false));
    }
    let deep = !lists.plays(Role::ListsDirectories) || words("-R");
    let taken = Selection { whole: &whole, names: &names, opens: true, leaving: narrowed };
    for (start, glob) in starts {
        let Place::At { path, pattern } = call.ground.place(start, false, glob, &lister.directory) else { continue };
        if !call.ground.is_reachable(&path) {
            continue;
        }
        let look = Look { root: &path, pattern, deep, follows: follows_links(lists), plain: whole.plain };
        let (found, seen) = each(call, &look, &taken, Arg::Read, Some(span));
        all.0.join(found);
        all.1.extend(seen);
    }
    all
}

fn each(
    call: &CommandCall<'_, '_>,
    look: &Look<'_>,
    taken: &Selection<'_>,
    arg: Arg,
    span: Option<Span>,
) -> (Findings, FilesOnDisk) {
    let (root, follows) = (look.root, look.follows);
    call.looks.set(call.looks.get().saturating_add(1));
    if call.looks.get() > limit::LOOKS {
        return (Finding::named_ask(span, Reason::TooManyFiles).into(), FilesOnDisk::new());
    }
    let wanted = |path: &str, real: &str| {
        let below = path.strip_prefix(root).unwrap_or(path);
        let link = path != real;
        let met = !link || taken.opens || follows;
        met && taken.has(below) && (link || !is_fetched(below)) && concerns(call, path, real, arg, taken.leaving)
    };
    let mut found = Findings::default();
    let files = match call.files.resolver.look(look, &wanted) {
        paths::Listing::Unseen => return (found, FilesOnDisk::new()),
        paths::Listing::Some(files) => {
            // Through links it may come anywhere.
            if follows {
                found.add(Finding::named_ask(span, Reason::TooManyLinks(root.to_owned())));
            }
            files
        }
        paths::Listing::All(files) => files,
    };
    let judge = |(path, _): (String, String)| {
        let FileFindings { findings, outside, reach, device, .. } =
            call.files.judge(&Touch::exact(&path, &Directory::START, arg, span));
        found.join(findings);
        (path, FileFindings { findings: Findings::default(), place: None, outside, reach, device })
    };
    let seen = files.into_iter().map(judge).collect();
    (found, seen)
}

/// Whether some floor or rule is about a file, by its own path or by where it leads; `leaving`: only whether it leads out
/// of the project.
fn concerns(call: &CommandCall<'_, '_>, path: &str, real: &str, arg: Arg, leaving: bool) -> bool {
    let files = &call.files;
    let home = files.ground.home.as_ref();
    let leaves = !files.ground.is_reachable(real) && !is_device(real) && !is_harmless(real, home);
    let special = |path: &str| {
        let secret = paths::sensitive(path, "", home).is_some() && !holds_no_secret(call, path);
        secret || arg != Arg::Read && paths::control(path, home, false).is_some()
    };
    let refused = |path: &str| {
        let mut rules = files.policy.rules.refusing_files();
        rules.any(|rule| {
            matches!(rule.pattern, Pattern::Subject { .. }) && is_about(rule, files.ground, (path, ""), arg, true)
        })
    };
    leaves || !leaving && [path, real].into_iter().any(|path| special(path) || refused(path))
}

/// Settings that may hold a token, and do not.
fn holds_no_secret(call: &CommandCall<'_, '_>, path: &str) -> bool {
    let plain = |text: &str| !may_be_among(text);
    matches!(base_name(path), ".npmrc" | ".yarnrc.yml") && call.files.resolver.reads_plain(path, &plain)
}

/// Which of the files that are met a command takes.
struct Selection<'t> {
    whole: &'t Whole<'t>,
    /// Names and patterns of which one must fit; any will do if there is none.
    names: &'t [&'t str],
    /// A link is opened where it leads, and not passed over.
    opens: bool,
    /// Something else chooses among them, so only what leads out of the project counts: a clone may bring such a link under any
    /// name.
    leaving: bool,
}

impl Selection<'_> {
    /// Whether a file below the root is among them.
    fn has(&self, below: &str) -> bool {
        let name = base_name(below);
        let relative = below.trim_start_matches('/');
        let fits = |pattern: &&str| {
            let pattern = pattern.to_lowercase();
            if pattern.contains('/') {
                glob::matches(pattern.trim_start_matches("./"), &relative.to_lowercase())
            } else {
                glob::matches(&pattern, &name.to_lowercase())
            }
        };
        let left_out = |pattern: &&str| relative.split('/').any(|part| glob::matches(pattern.trim_matches('/'), part));
        (self.whole.names.is_empty() || self.whole.names.iter().any(fits))
            && (self.names.is_empty() || self.names.iter().any(fits))
            && !self.whole.without.iter().any(left_out)
            && !self.whole.without_files.iter().any(|pattern| glob::matches(pattern, name))
    }
}

fn is_fetched(below: &str) -> bool {
    below.split('/').any(|part| FETCHED.contains(&part))
}

/// Whether a command goes through the links that it meets below a directory.
fn follows_links(usage: &Usage) -> bool {
    let given = |names: &str| usage.options.iter().any(|used| names.split(' ').any(|name| name == used.key));
    usage.rare("follows").is_some_and(|said| match said.strip_prefix("unless ") {
        Some(options) => !given(options),
        None => given(said),
    })
}
