//! Trees, archives and patches: their files are known only when they are unpacked, and may be control files.

use super::CommandCall;
use super::lists::is_plain_directory;
use crate::command::{Input, Item, Simple, Usage};
use crate::programs::{Arg, Quirk, Role};
use crate::read::makes_link;
use crate::{Finding, Reason};

/// Asks for what puts files by names that the call does not say into the project.
pub(super) fn brought(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage) -> Option<Finding> {
    let what = brings(simple, usage)?;
    // Moving between commits of the repository itself brings nothing new.
    let own = simple
        .fed_by
        .and_then(|at| call.commands.usage(at))
        .is_some_and(|usage| usage.has(Quirk::Git) && usage.path.get(1) == Some(&"archive"));
    (!own).then(|| Finding::named_ask(Some(simple.span), Reason::BringsControlFiles(what)))
}

/// What a command unpacks, copies or applies, if that may be anything.
fn brings(simple: &Simple<'_>, usage: &Usage) -> Option<&'static str> {
    match usage.brings(simple)? {
        "tree" => tree(simple, usage),
        "patch" if is_known_patch(simple) => None,
        "patch" | "series" => Some("a patch"),
        _ => Some("an archive"),
    }
}

/// A patch that the text of the call holds, and which names no hidden file.
fn is_known_patch(simple: &Simple<'_>) -> bool {
    let Input::Text(text) = &simple.input else { return false };
    let files = simple.items.iter().skip(1).any(|item| !item.shown().starts_with('-'));
    let mut names = text.lines().filter_map(|line| line.strip_prefix("+++ ").or_else(|| line.strip_prefix("*** ")));
    !files
        && text.contains("+++ ")
        && !makes_link(text)
        && names.all(|name| {
            let name = name.split(['\t', ' ']).next().unwrap_or(name);
            name.split('/').all(|part| !part.starts_with('.'))
                && !name.starts_with('/')
                && !name.to_lowercase().ends_with(".md")
        })
}

/// A copy of directories: quiet from a plain directory of the project into a plain one below it, or out of it.
fn tree(simple: &Simple<'_>, usage: &Usage) -> Option<&'static str> {
    let into = usage.options.iter().find(|used| matches!(used.key.as_ref(), "-t" | "--target-directory"));
    let mut operands: Vec<Option<&str>> = usage
        .operands
        .iter()
        .filter(|(_, arg)| *arg != Arg::Text || !usage.plays(Role::Lands))
        .map(|(at, _)| simple.items.get(*at).and_then(Item::text))
        .collect();
    if operands.is_empty() {
        return None;
    }
    let target = match into {
        Some(used) => used.text(&simple.items),
        None => operands.pop().flatten(),
    };
    let remote = |path: &str| path.split_once(':').is_some_and(|(host, _)| !host.contains('/') && !host.is_empty());
    let Some(target) = target else { return Some("a tree") };
    if remote(target) {
        return None;
    }
    // Another directory than the project's is a matter of its own.
    if target.starts_with(['/', '~']) || target.starts_with("..") {
        return None;
    }
    let given_bare = usage.options.iter().any(|used| matches!(used.key.as_ref(), "-T" | "--no-target-directory"));
    let here = matches!(target.trim_end_matches('/'), "." | "");
    let plain = |source: Option<&str>| {
        source.is_some_and(|source| {
            let bare =
                given_bare || source.ends_with('/') && usage.plays(Role::SlashMeansInside) || source.ends_with("/.");
            is_plain_directory(source.strip_suffix("/.").unwrap_or(source)) && !(here && bare)
        })
    };
    let quiet =
        (here || is_plain_directory(target)) && !operands.is_empty() && operands.iter().all(|source| plain(*source));
    (!quiet).then_some("a tree")
}
