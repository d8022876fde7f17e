//! Other names for a program, and options that other spellings of a command hide behind.

use super::put::{line, quoted, spelt};
use super::{Looked, Reached};
use crate::command::collect::Simple;
use crate::command::usage::Usage;
use crate::paths::base_name;
use crate::programs::{self, Quirk, Role};

/// Names that the call itself made, names with a dash, and names that are given beside the program.
pub(super) fn names(looked: &Looked<'_, '_>, found: &mut Reached<'_>) {
    let Looked { simple, usage, store, .. } = looked;
    let Some(first) = simple.likely_name() else { return };
    let base = base_name(first);
    let rest = || line(simple.items.get(1..).unwrap_or(&[]));
    if let Some(stands) = store.stands_for(first).filter(|stands| *stands != base) {
        found.tell_at(simple, &format!("{stands} {}", rest()), true);
    }
    // `git-push`, `/usr/libexec/git-core/git-push`, `cargo-publish`
    if usage.entry.is_none()
        && let Some((program, sub)) = base.split_once('-')
        && programs::find(program).is_some()
        && !sub.is_empty()
    {
        found.tell_at(simple, &format!("{program} {sub} {}", rest()), true);
    }
    let words = || -> Vec<&str> { simple.items.iter().map(|item| item.shown().likely()).collect() };
    let after = |at: usize| line(simple.items.get(at..).unwrap_or(&[]));
    match () {
        () if usage.plays(Role::Argv0) => {
            let words = words();
            for (at, word) in words.iter().enumerate().skip(1) {
                let (name, next) = match word.split_once('=') {
                    Some(("--argv0", name)) => (Some(name), at.saturating_add(1)),
                    _ if matches!(*word, "-a" | "--argv0" | "-ca" | "-la" | "-cla" | "-lca") => {
                        (words.get(at.saturating_add(1)).copied(), at.saturating_add(2))
                    }
                    _ => (word.strip_prefix("-a").filter(|name| !name.is_empty()), at.saturating_add(1)),
                };
                if let Some(name) = name {
                    found.tell_at(simple, &after(next), true);
                    found.tell_at(simple, &format!("{} {}", quoted(name), after(next.saturating_add(1))), true);
                    break;
                }
            }
            split_string(simple, found);
        }
        () if usage.plays(Role::RunsAfterX) => {
            if let Some(at) = words().iter().position(|word| word.starts_with('-') && word.contains('x')) {
                found.tell_at(simple, &after(at.saturating_add(1)), true);
            }
        }
        () if usage.plays(Role::ProgramOption) => {
            if let Some(program) = words().iter().find_map(|word| word.strip_prefix("--coreutils-prog=")) {
                found.tell_at(simple, &format!("{} {}", quoted(program), after(2)), true);
            }
        }
        () if usage.plays(Role::ManyTools) => found.tell_at(simple, &after(1), true),
        // `test -v 'a[$(rm x)]'`: a subscript is evaluated.
        () if usage.plays(Role::Subscripts) => {
            for word in words().iter().skip(1).filter(|word| word.contains("$(") || word.contains('`')) {
                found.tell_at(simple, &format!(": \"{}\"", word.replace(['"', '\\'], "")), true);
            }
        }
        () => {}
    }
}

/// `tmux ls \\; run-shell x`: the commands of one command line.
pub(super) fn chained(simple: &Simple<'_>, usage: &Usage, found: &mut Reached<'_>) {
    let Some(name) = simple.likely_name().filter(|_| usage.has(Quirk::Chains)) else { return };
    let mut words = Vec::new();
    for item in simple.items.get(1..).unwrap_or(&[]) {
        let word = item.shown().likely();
        let Some((first, next)) = word.split_once(';') else {
            words.push(spelt(item));
            continue;
        };
        words.extend((!first.is_empty()).then(|| quoted(first)));
        found.tell_at(simple, &format!("{} {}", quoted(name), words.join(" ")), true);
        words = vec![next.to_owned()];
    }
    found.tell_at(simple, &format!("{} {}", quoted(name), words.join(" ")), true);
}

/// Options that make a program work in another directory: what it does then is seen from there.
pub(super) fn directories(simple: &Simple<'_>, usage: &Usage, found: &mut Reached<'_>) {
    let told = usage.options.iter().find_map(|used| {
        let given = used.value.filter(|_| usage.is_directory(used))?;
        let text = used.text(&simple.items).or_else(|| simple.items.get(given.at).map(|item| item.shown().likely()))?;
        let rest = simple
            .items
            .get(used.at)
            .and_then(|item| without_letter(item.shown().likely(), &used.key, given.at == used.at));
        Some((text.to_owned(), used.at, given.at.saturating_add(1), rest))
    });
    let Some((directory, at, after, rest)) = told.or_else(|| long_directory(simple)) else { return };
    if directory.is_empty() {
        return;
    }
    let mut words: Vec<String> = simple.items.get(..at).unwrap_or(&[]).iter().map(spelt).collect();
    words.extend(rest);
    words.extend(simple.items.get(after..).unwrap_or(&[]).iter().map(spelt));
    let place = if directory.starts_with('~') { directory } else { quoted(&directory) };
    found.tell_at(simple, &format!("cd {place}\n{}", words.join(" ")), true);
}

/// What is left of `-xC` without its `C`.
fn without_letter(word: &str, key: &str, attached: bool) -> Option<String> {
    let letter = key.strip_prefix('-').filter(|letter| letter.len() == 1)?;
    let letters = word.trim_start_matches('-').split(letter).next().filter(|letters| !letters.is_empty())?;
    let more = if attached { "" } else { word.rsplit(letter).next().unwrap_or("") };
    (!word.starts_with("--")).then(|| format!("-{letters}{more}"))
}

/// Long options that mean a directory to most programs, known or not.
fn long_directory(simple: &Simple<'_>) -> Option<(String, usize, usize, Option<String>)> {
    const LONG: [&str; 8] = [
        "--chdir",
        "--directory",
        "--cwd",
        "--work-tree",
        "--working-directory",
        "--wd",
        "--prefix",
        "--project-directory",
    ];
    simple.items.iter().enumerate().skip(1).find_map(|(at, item)| {
        let next = at.saturating_add(1);
        match item.shown().likely().split_once('=') {
            Some((option, value)) if LONG.contains(&option) => Some((value.to_owned(), at, next, None)),
            None if LONG.contains(&item.shown().likely()) => {
                Some((simple.items.get(next)?.shown().likely().to_owned(), at, next.saturating_add(1), None))
            }
            Some(_) | None => None,
        }
    })
}

/// `env -S 'A=1 prog' rest`: the text is taken apart, and the words after it belong to it.
fn split_string(simple: &Simple<'_>, found: &mut Reached<'_>) {
    for (at, item) in simple.items.iter().enumerate().skip(1) {
        let word = item.shown().likely();
        let attached =
            word.strip_prefix("--split-string").map(|rest| rest.strip_prefix('=').unwrap_or(rest)).or_else(|| {
                let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-'))?;
                let at = letters.find('S')?;
                letters.get(..at).filter(|before| before.chars().all(|one| matches!(one, 'i' | 'v' | '0')))?;
                letters.get(at.saturating_add(1)..)
            });
        let Some(attached) = attached else { continue };
        let (text, next) = if attached.is_empty() {
            let next = at.saturating_add(1);
            (simple.items.get(next).map_or("", |item| item.shown().likely()), next.saturating_add(1))
        } else {
            (attached, at.saturating_add(1))
        };
        let text = text.replace("\\_", " ").replace("\\t", " ").replace("\\n", " ").replace("\\c", "");
        let rest = line(simple.items.get(next..).unwrap_or(&[]));
        found.tell_at(simple, &format!("env {text} {rest}"), true);
        found.tell_at(simple, &format!("{text} {rest}"), true);
        // The others are found when that is looked at.
        return;
    }
}

/// Options of which it is unknown whether they take the next word: every reading counts. And words of options that name a
/// command.
pub(super) fn options(simple: &Simple<'_>, usage: &Usage, found: &mut Reached<'_>) {
    let Some(name) = simple.likely_name().map(base_name) else { return };
    let Some(entry) = programs::find(name) else { return };
    texts_in_options(simple, usage, found);
    if entry.subs().is_empty() {
        return;
    }
    let sub = usage.named_at.get(1).copied().unwrap_or(usize::MAX);
    let unknown = usage.options.iter().filter(|used| !used.known && used.at < sub).map(|used| used.at).min();
    let odd = simple.items.iter().position(|item| item.shown().likely().starts_with('-'));
    let Some(from) = unknown.or(odd.filter(|_| usage.entry.is_none())) else { return };
    for (at, item) in simple.items.iter().enumerate().skip(from.saturating_add(1)) {
        let word = item.shown().likely();
        if at == sub || word.starts_with('-') || entry.sub_command(word).is_none() {
            continue;
        }
        if found.is_full() {
            return;
        }
        found.tell_at(simple, &format!("{name} {}", line(simple.items.get(at..).unwrap_or(&[]))), true);
    }
}

/// `ssh -o ProxyCommand='rm x'`, `make --eval='a:;rm x'`, `tar -cI 'rm x'`, `rsync --rsh='rm x'`.
fn texts_in_options(simple: &Simple<'_>, usage: &Usage, found: &mut Reached<'_>) {
    let span = simple.span;
    let mut items = simple.items.iter().skip(1).peekable();
    while let Some(item) = items.next() {
        let word = item.shown().likely();
        let next = || items.clone().next().map(|item| item.shown().likely());
        match () {
            () if usage.plays(Role::SshOptions) => {
                if let Some((_, command)) = word.split_once("Command=").or_else(|| word.split_once("Command ")) {
                    found.tell_at(simple, command, true);
                }
                let shell = word.strip_prefix("--rsh=").or_else(|| word.strip_prefix("--rsync-path="));
                let shell = shell.or_else(|| word.strip_prefix("-e").filter(|rest| !rest.is_empty()));
                let short = word.starts_with('-') && !word.starts_with("--") && word.ends_with('e');
                let short = short && usage.plays(Role::RemoteShell);
                let given = if matches!(word, "--rsh" | "--rsync-path" | "-S") || short { next() } else { shell };
                if let Some(command) = given {
                    found.tell_at(simple, command, true);
                }
            }
            () if usage.plays(Role::Recipes) => {
                let text =
                    word.strip_prefix("--eval=").or_else(|| word.strip_prefix("-E").filter(|rest| !rest.is_empty()));
                let text = text.or_else(|| if matches!(word, "--eval" | "-E") { next() } else { None });
                if let Some(text) = text {
                    super::langs::code(text, span, found);
                }
            }
            () if usage.plays(Role::ExtractsMembers) => {
                let long = [
                    "--use-compress-program",
                    "--to-command",
                    "--checkpoint-action",
                    "--info-script",
                    "--new-volume-script",
                    "--rsh-command",
                    "--rmt-command",
                    "--use-compress-prog",
                ];
                let attached = word
                    .split_once('=')
                    .filter(|(name, _)| long.iter().any(|one| one.starts_with(name) && name.len() > 5));
                let alone = word.starts_with("--") && long.iter().any(|one| one.starts_with(word)) && word.len() > 5;
                let cluster = !word.starts_with("--") && word.starts_with('-') && word.contains(['I', 'F']);
                if let Some((_, value)) = attached {
                    found.tell_at(simple, value.trim_start_matches("exec="), true);
                }
                if let Some(value) = next().filter(|_| alone || cluster) {
                    found.tell_at(simple, value.trim_start_matches("exec="), true);
                }
                if let Some((_, value)) = word.split_once('I').filter(|(_, value)| cluster && !value.is_empty()) {
                    found.tell_at(simple, value, true);
                }
            }
            // `--entrypoint git IMAGE push`: which word is the image is not told, so each may be the last before the words.
            () if usage.plays(Role::Container) => {
                let Some((_, given)) = word.split_once("--entrypoint") else { continue };
                let given = given.strip_prefix('=').or_else(next);
                let words: Vec<String> = items.clone().map(spelt).collect();
                for at in 0..words.len().min(MOST_IMAGES) {
                    let rest = words.get(at..).unwrap_or(&[]).join(" ");
                    found.tell_at(simple, &format!("{} {rest}", quoted(given.unwrap_or_default())), true);
                }
                found.too_much |= words.len() > MOST_IMAGES;
            }
            // `nix run nixpkgs#git -- push`
            () if usage.plays(Role::RunsFragments) => {
                let Some((_, program)) = word.split_once('#') else { continue };
                let words: Vec<String> =
                    items.clone().filter(|item| item.shown().likely() != "--").map(spelt).collect();
                found.tell_at(simple, &format!("{} {}", quoted(program), words.join(" ")), true);
            }
            () => return,
        }
    }
}

/// How many words after the program of a container may be its image.
const MOST_IMAGES: usize = 24;
