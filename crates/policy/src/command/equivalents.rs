//! Other words for what a command runs: `python -m pip` is `pip`, `docker image rm` is `docker rmi`.
//!
//! Nothing here can make a call allowed, and nothing needs to be exact: what is found too much only counts where a rule
//! refuses it.

use super::item::Item;
use super::simple::Simple;
use super::usage::{Inner, Usage};
use crate::budget::limit;
use crate::paths::base_name;
use crate::programs::{self, Quirk, Role};

/// All other words for a command that certainly mean the same; `false` if there are too many.
pub(super) fn equivalents<'a>(simple: &Simple<'a>, usage: &Usage) -> (Vec<Vec<Item<'a>>>, bool) {
    let mut found = Vec::new();
    let base = simple.likely_name().map_or("", base_name);
    found.extend(stands_for(simple, usage));
    if usage.has(Quirk::Git) {
        found.extend(in_git(simple, usage));
    }
    if usage.acts_as(Role::Destroys) && (has(simple, "-destroy") || has(simple, "--destroy")) {
        let mut items = words(simple, usize::MAX, 1);
        items.push(Item::literal("destroy", simple.span));
        found.push(items);
    }
    // A word that may be anything may be nothing that matters: `git $(echo --no-pager) push`.
    if usage.entry.is_none() && simple.name().is_some() && simple.items.iter().any(Item::is_unknown) {
        found.push(simple.items.iter().filter(|item| !item.is_unknown()).cloned().collect());
    }
    if usage.plays(Role::RunsModules) {
        found.extend(module(simple, usage));
    }
    // The names of programs on a Windows disk.
    let named = |name: &str, more: Option<&str>, from: usize| {
        let names = [Some(name), more].into_iter().flatten();
        let names = names.map(|name| Item::literal(name, simple.span).into_owned());
        names.chain(words(simple, from, 0)).collect()
    };
    if let Some(other) = base.strip_suffix(".exe") {
        found.push(named(other, None, 1));
    }
    // `git-push`, `/usr/libexec/git-core/git-push`, `cargo-publish`
    if usage.program.is_none()
        && let Some((program, sub)) = base.split_once('-').filter(|(program, sub)| is_known(program) && !sub.is_empty())
    {
        found.push(named(program, Some(sub), 1));
    }
    if usage.has(Quirk::ToolChain) && simple.items.get(1).is_some_and(|item| item.shown().starts_with('+')) {
        found.push(words(simple, 2, 1));
    }
    if base.starts_with("ld-linux") || base.starts_with("ld-musl") || base.starts_with("ld.so") {
        let options = simple.items.iter().skip(1).take_while(|item| item.shown().starts_with('-')).count();
        found.push(words(simple, options.saturating_add(1), 0));
    }
    let behind = behind_unknown_option(simple, usage);
    let all = behind.len() <= limit::STRINGS;
    found.extend(behind.into_iter().map(|at| words(simple, at, 1)));
    found.extend(named_by_option(simple, usage));
    if usage.has(Quirk::Chains) {
        found.extend(chained(simple));
    }
    (found, all)
}

/// `exec -a ls git push`, `jobs -x git push`, `coreutils --coreutils-prog=rm x`, `nix run nixpkgs#git -- push`,
/// `docker run --entrypoint git image push`: the program is named in a place of its own.
fn named_by_option<'a>(simple: &Simple<'a>, usage: &Usage) -> Option<Vec<Item<'a>>> {
    let word = |at: usize| simple.items.get(at).map_or("", Item::shown);
    let after = |text: &str| (1..simple.items.len()).find(|at| word(*at).starts_with(text));
    let named = |name: &str, from: usize| {
        let mut items = words(simple, from, 0);
        items.insert(0, Item::literal(name, simple.span).into_owned());
        items
    };
    let letter = |sign: char| {
        (1..simple.items.len()).find(|at| word(*at).strip_prefix('-').is_some_and(|letters| letters.ends_with(sign)))
    };
    match () {
        () if usage.plays(Role::Argv0) => {
            // What it calls itself may say what it does: `exec -a git-push git`.
            let at = letter('a').or_else(|| after("--argv0"))?;
            let attached = word(at).split_once('=').map(|(_, name)| name);
            let name = attached.unwrap_or_else(|| word(at.saturating_add(1)));
            let from = at.saturating_add(if attached.is_some() { 1 } else { 2 });
            let dashed = base_name(name).split_once('-').filter(|(program, _)| is_known(program));
            let Some((program, sub)) = dashed else { return Some(words(simple, from, 0)) };
            let mut items = named(sub, from.saturating_add(1));
            items.insert(0, Item::literal(program, simple.span).into_owned());
            Some(items)
        }
        () if usage.plays(Role::RunsAfterX) => Some(words(simple, letter('x')?.saturating_add(1), 0)),
        () if usage.plays(Role::ProgramOption) => {
            let at = (1..simple.items.len()).find(|at| word(*at).contains("-prog="))?;
            Some(named(word(at).split_once('=')?.1, at.saturating_add(1)))
        }
        () if usage.plays(Role::RunsFragments) => {
            let at = (1..simple.items.len()).find(|at| word(*at).contains('#'))?;
            let dashes = usize::from(word(at.saturating_add(1)) == "--");
            Some(named(word(at).split_once('#')?.1, at.saturating_add(1).saturating_add(dashes)))
        }
        () if usage.plays(Role::Container) => {
            let at = after("--entrypoint")?;
            let name = word(at).split_once('=').map_or_else(|| word(at.saturating_add(1)), |(_, name)| name);
            let inner =
                usage.inner.iter().find_map(|inner| if let Inner::Words(at) = inner { Some(*at) } else { None });
            let image = usage.operands.iter().map(|(at, _)| at.saturating_add(1)).next();
            Some(named(name, inner.or(image)?))
        }
        () => None,
    }
}

/// `tmux ls \\; run-shell x`: the commands of one command line.
fn chained<'a>(simple: &Simple<'a>) -> Vec<Vec<Item<'a>>> {
    let mut found = Vec::new();
    let mut list = words(simple, usize::MAX, 1);
    for item in simple.items.iter().skip(1) {
        let Some((before, next)) = item.shown().split_once(';') else {
            list.push(item.clone());
            continue;
        };
        let word = |text: &str| (!text.is_empty()).then(|| Item::literal(text, simple.span).into_owned());
        list.extend(word(before));
        found.push(std::mem::replace(&mut list, words(simple, usize::MAX, 1)));
        list.extend(word(next));
    }
    if found.is_empty() {
        return found;
    }
    found.push(list);
    found
}

fn is_known(program: &str) -> bool {
    programs::find(program).is_some()
}

/// The first words, this many, and those from a place on.
fn words<'a>(simple: &Simple<'a>, from: usize, first: usize) -> Vec<Item<'a>> {
    let first = simple.items.get(..first).unwrap_or(&[]);
    let rest = simple.items.get(from..).unwrap_or(&[]);
    first.iter().chain(rest).cloned().collect()
}

fn has(simple: &Simple<'_>, word: &str) -> bool {
    simple.items.iter().any(|item| item.text() == Some(word))
}

/// `python3 -m pip install x`, `python3 -mpip install x`
fn module<'a>(simple: &Simple<'a>, usage: &Usage) -> Option<Vec<Item<'a>>> {
    let is_module = |name: &&str| programs::plays(name, Role::IsModule);
    if let Some(at) = usage.named_at.get(1).filter(|_| usage.path.get(1).is_some_and(is_module)) {
        return Some(words(simple, *at, 0));
    }
    let attached = |item: &Item<'_>| item.text()?.strip_prefix("-m").filter(|name| !name.is_empty()).map(str::to_owned);
    let (at, name) = simple.items.iter().enumerate().skip(1).find_map(|(at, item)| Some((at, attached(item)?)))?;
    let mut items = words(simple, at.saturating_add(1), 0);
    items.insert(0, Item::literal(&name, simple.span).into_owned());
    Some(items)
}

/// The other names that rows give for programs and sub-commands: `docker image rm` is `docker rmi`, `docker-compose` is
/// `docker compose`, `uv pip` is `pip`. `%` is the program with its own options, `-` only the words after it.
fn stands_for<'a>(simple: &Simple<'a>, usage: &Usage) -> Option<Vec<Item<'a>>> {
    // What the innermost row says counts.
    let inner = usage.entry.filter(|_| usage.path.len() > 2);
    let rows = [(inner, usage.named_at.len().saturating_sub(1)), (usage.sub, 1), (usage.program, 0)];
    let (stands, depth) = rows.into_iter().find_map(|(row, depth)| Some((row?.rare("stands-for")?, depth)))?;
    let at = *usage.named_at.get(depth)?;
    let mut items: Vec<Item<'a>> = Vec::new();
    for word in stands.split(' ').filter(|word| *word != "-") {
        if word == "%" {
            items = words(simple, simple.items.len(), usage.named_at.get(1).copied().unwrap_or(1));
        } else {
            items.push(Item::literal(word, simple.span));
        }
    }
    items.extend(words(simple, at.saturating_add(1), 0));
    Some(items)
}

/// Sub-commands of git that are others in disguise.
fn in_git<'a>(simple: &Simple<'a>, usage: &Usage) -> Option<Vec<Item<'a>>> {
    let named = |name: &'static str, from: usize, first: usize| {
        let mut items = words(simple, from, first);
        items.insert(first.min(items.len()), Item::literal(name, simple.span));
        items
    };
    let at = usage.named_at.get(1).copied();
    match (usage.path.get(1).copied(), at) {
        // All of these send commits to another repository.
        (Some("send-pack" | "http-push" | "remote-http" | "remote-https"), Some(at)) => {
            Some(named("push", at.saturating_add(1), 1))
        }
        (Some("for-each-repo"), _) => usage.operands.first().map(|(at, _)| words(simple, *at, 1)),
        // `git checkout -- file` is `git restore file`.
        (Some("checkout"), Some(at)) => {
            let dashes = simple.items.iter().position(|item| item.text() == Some("--"));
            let all = simple.items.iter().position(|item| matches!(item.text(), Some("." | ":/")));
            let from = dashes.map(|dashes| dashes.saturating_add(1)).or(all)?;
            (from < simple.items.len()).then(|| named("restore", from, at))
        }
        // `git lfs push`, `git subtree push`: programs of their own that push.
        _ => {
            let mut texts = simple.items.iter().skip(1).filter_map(Item::text);
            let pushes = texts.any(|word| matches!(word, "lfs" | "subtree" | "svn" | "p4" | "annex"))
                && texts.any(|word| matches!(word, "push" | "dcommit" | "submit"));
            pushes.then(|| named("push", 2, 1))
        }
    }
}

/// Where a sub-command may stand behind options of which it is unknown whether they take the next word: `git --unknown x push`.
fn behind_unknown_option(simple: &Simple<'_>, usage: &Usage) -> Vec<usize> {
    let Some(program) = usage.program.filter(|program| !program.subs().is_empty()) else { return Vec::new() };
    let sub = usage.named_at.get(1).copied().unwrap_or(usize::MAX);
    let unknown = usage.options.iter().filter(|used| !used.known && used.at < sub).map(|used| used.at).min();
    let odd = simple.items.iter().position(|item| item.shown().starts_with('-'));
    let Some(from) = unknown.or(odd.filter(|_| usage.entry.is_none())) else { return Vec::new() };
    let named = |at: &usize| {
        let word = simple.items.get(*at).map_or("", Item::shown);
        *at != sub && !word.starts_with('-') && program.sub_command(word).is_some()
    };
    (from.saturating_add(1)..simple.items.len()).filter(named).take(limit::STRINGS.saturating_add(1)).collect()
}
