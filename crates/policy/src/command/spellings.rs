//! Other spellings of what a command runs, for the rules that refuse: `python -m pip` is `pip`, `os.system("rm x")` is
//! `rm x`, an alias is its text.
//!
//! Nothing here can make a call allowed, and nothing needs to be exact: what is found too much only counts where a rule
//! refuses it.

use byleave_shell::{Shells, Unknown};

use super::budget::Budget;
use super::carriers;
use super::collect::{Input, Simple};
use super::item::{Item, Value};
use super::unwrap::copied;
use super::usage::{Inner, Usage};
use crate::paths::base_name;
use crate::programs::{self, Arg, Effect, Quirk, Role, Wraps};

/// One other spelling.
pub(super) enum Spelling<'a> {
    /// These words.
    Words(Vec<Item<'a>>),
    /// This shell text.
    Text(String),
    /// This text, in a script that one of these shells runs.
    Script(String, Shells),
}

/// Options after which programs of all kinds take a command.
const TAKES_COMMAND: [&str; 8] = ["-c", "-x", "-e", "-s", "--", "--command", "--exec", "--run"];

/// Copying alone takes a part of what looking at the copy does.
const COPIED: usize = 2;

/// How many places of a command are looked at for another here; [`super::may`] looks at all of them.
const MOST_PLACES: usize = 12;

/// How long a text may be in which commands are looked for here; [`super::may`] looks into longer ones.
const MOST_TEXT: usize = 8192;

/// All other spellings of what a command runs, each with whether it is sure to mean that: what only looks like a command
/// among the words is not.
pub(super) fn spellings<'a>(simple: &Simple<'a>, usage: &Usage, budget: &Budget) -> Vec<(Spelling<'a>, bool)> {
    let mut found = Vec::new();
    let mut sure = Vec::new();
    let base = base_of(simple);
    same_programs(simple, usage, base, &mut sure);
    parameters(simple, usage, &mut sure);
    aliases(simple, usage, &mut sure);
    inputs(simple, usage, &mut sure);
    carriers::variables(simple, usage, &mut sure);
    carriers::marked(simple, usage, &mut sure);
    if usage.plays(Role::EditsByCommands) {
        edited(simple, &mut sure);
    }
    let telling = has_telling_words(usage);
    if telling {
        code(simple, usage, &mut sure, &mut found);
    }
    if usage.entry.is_none() || usage.own_effect >= Effect::Code || !usage.inner.is_empty() || usage.effect.is_none() {
        commands_in_words(simple, usage, &mut found);
    }
    let runner = usage.plays(Role::RunsAny);
    if usage.own_effect == Effect::Run || runner {
        runners(simple, runner, &mut found, budget);
    }
    if telling || usage.has(Quirk::Git) {
        settings(simple, usage, &mut found);
    }
    if sure.is_empty() && found.is_empty() {
        return Vec::new();
    }
    sure.into_iter().map(|one| (one, true)).chain(found.into_iter().map(|one| (one, false))).collect()
}

/// Whether a row says that an operand or the value of an option is code or a setting, or that an option runs something.
/// Of most commands no row does, and they are spared the search for spellings in such words.
fn has_telling_words(usage: &Usage) -> bool {
    let tells = |arg: Arg| matches!(arg, Arg::Code | Arg::Awk | Arg::Sed | Arg::Setting);
    let special = usage.options.iter().filter_map(|used| used.special);
    usage.operands.iter().any(|(_, arg)| tells(*arg))
        || special.into_iter().any(|special| special.effect() == Effect::Run || tells(special.arg()))
}

/// Whether code among the words of a command can run commands itself. `"rm x" | getline` and `open(F, "rm x|")` do.
fn runs_commands(simple: &Simple<'_>, arg: Arg) -> bool {
    const WAYS: [&str; 14] = [
        "system",
        "popen",
        "exec",
        "spawn",
        "subprocess",
        "child_process",
        "`",
        "qx",
        "shell",
        "run(",
        "|\"",
        "\"|",
        "|'",
        "'|",
    ];
    let has = |item: &Item<'_>, way: &str| item.shown().likely().contains(way);
    let runs = |item: &Item<'_>| WAYS.iter().any(|way| has(item, way)) || arg == Arg::Awk && has(item, "|");
    simple.items.iter().skip(1).any(runs)
}

/// The first words, this many, and those from a place on.
fn words<'a>(simple: &Simple<'a>, first: usize, from: usize) -> Vec<Item<'a>> {
    let first = simple.items.get(..first).unwrap_or(&[]);
    let rest = simple.items.get(from..).unwrap_or(&[]);
    first.iter().chain(rest).cloned().collect()
}

/// The same program under another name.
fn same_programs<'a>(simple: &Simple<'a>, usage: &Usage, base: &str, found: &mut Vec<Spelling<'a>>) {
    stands_for(simple, usage, found);
    if usage.has(Quirk::Git) {
        same_in_git(simple, usage, found);
    }
    let destroys = usage.acts_as(Role::Destroys);
    if destroys && (has(simple, "-destroy") || has(simple, "--destroy")) {
        found.push(Spelling::Text(format!("{} destroy", simple.name().unwrap_or(""))));
    }
    // A word that may be anything may be nothing that matters: `git $(echo --no-pager) push`.
    let open = usage.entry.is_none() && simple.name().is_some() && simple.items.iter().any(Item::is_unknown);
    if open {
        found.push(Spelling::Words(simple.items.iter().filter(|item| !item.is_unknown()).cloned().collect()));
    }
    // `python3 -m pip install x`, `python3 -mpip install x`
    let module = || usage.path.get(1).is_some_and(|module| programs::plays(module, Role::IsModule));
    if let Some(at) = usage.named_at.get(1).filter(|_| usage.plays(Role::RunsModules) && module()) {
        found.push(Spelling::Words(words(simple, 0, *at)));
    }
    if usage.plays(Role::RunsModules)
        && let Some((at, module)) = simple.items.iter().enumerate().skip(1).find_map(|(at, item)| {
            item.text()?.strip_prefix("-m").filter(|module| !module.is_empty()).map(|module| (at, module))
        })
    {
        let mut items = words(simple, 0, at.saturating_add(1));
        items.insert(0, Item::literal(module, simple.span).into_owned());
        found.push(Spelling::Words(items));
    }
    // The names of programs on a Windows disk.
    if let Some(other) = base.strip_suffix(".exe") {
        let mut items = words(simple, 0, 1);
        items.insert(0, Item::literal(other, simple.span).into_owned());
        found.push(Spelling::Words(items));
    }
    if usage.has(Quirk::ToolChain) && simple.items.get(1).is_some_and(|item| item.shown().likely().starts_with('+')) {
        found.push(Spelling::Words(words(simple, 1, 2)));
    }
    if base.starts_with("ld-linux") || base.starts_with("ld-musl") || base.starts_with("ld.so") {
        let from = simple.items.iter().skip(1).take_while(|item| item.shown().likely().starts_with('-')).count();
        found.push(Spelling::Words(words(simple, 0, from.saturating_add(1))));
    }
}

/// The other names that rows give for programs and sub-commands: `docker image rm` is `docker rmi`, `docker-compose` is
/// `docker compose`, `uv pip` is `pip`. `%` is the program with its own options, `-` only the words after it.
fn stands_for<'a>(simple: &Simple<'a>, usage: &Usage, found: &mut Vec<Spelling<'a>>) {
    // What the innermost row says counts.
    let inner = usage.entry.filter(|_| usage.path.len() > 2);
    let rows = [(inner, usage.named_at.len().saturating_sub(1)), (usage.sub, 1), (usage.program, 0)];
    let told = rows.into_iter().find_map(|(row, depth)| Some((row?.rare("stands-for")?, depth)));
    let Some((stands, at)) = told.and_then(|(stands, depth)| Some((stands, *usage.named_at.get(depth)?))) else {
        return;
    };
    let mut items: Vec<Item<'a>> = Vec::new();
    for word in stands.split(' ').filter(|word| *word != "-") {
        if word == "%" {
            items = words(simple, usage.named_at.get(1).copied().unwrap_or(1), simple.items.len());
        } else {
            items.push(Item::literal(word, simple.span));
        }
    }
    items.extend(simple.items.iter().skip(at.saturating_add(1)).cloned());
    found.push(Spelling::Words(items));
}

/// Sub-commands of git that are others in disguise.
fn same_in_git<'a>(simple: &Simple<'a>, usage: &Usage, found: &mut Vec<Spelling<'a>>) {
    if is_other_push(simple) {
        found.push(Spelling::Words(named_push(simple, 1)));
    }
    match (usage.path.get(1), usage.named_at.get(1).copied()) {
        // All of these send commits to another repository.
        (Some(&("send-pack" | "http-push" | "remote-http" | "remote-https")), Some(at)) => {
            found.push(Spelling::Words(named_push(simple, at)));
        }
        (Some(&"for-each-repo"), Some(_)) => {
            if let Some((at, _)) = usage.operands.first() {
                found.push(Spelling::Words(words(simple, 1, *at)));
            }
        }
        // `git checkout -- file` is `git restore file`.
        (Some(&"checkout"), Some(at)) => {
            let dashes = simple.items.iter().position(|item| item.text() == Some("--"));
            let all = simple.items.iter().position(|item| matches!(item.text(), Some("." | ":/")));
            if let Some(from) = dashes.map(|dashes| dashes.saturating_add(1)).or(all)
                && from < simple.items.len()
            {
                let mut items = words(simple, at, from);
                items.insert(at.min(items.len()), Item::literal("restore", simple.span));
                found.push(Spelling::Words(items));
            }
        }
        _ => {}
    }
}

/// `git lfs push`, `git subtree push`: programs of their own that push.
fn is_other_push(simple: &Simple<'_>) -> bool {
    let mut words = simple.items.iter().skip(1).filter_map(Item::text);
    words.any(|word| matches!(word, "lfs" | "subtree" | "svn" | "p4" | "annex"))
        && words.any(|word| matches!(word, "push" | "dcommit" | "submit"))
}

/// `git push` with the words after a place.
fn named_push<'a>(simple: &Simple<'a>, at: usize) -> Vec<Item<'a>> {
    let mut items = words(simple, 1, at.saturating_add(1));
    items.insert(1.min(items.len()), Item::literal("push", simple.span));
    items
}

/// The program's name without directories.
fn base_of<'s>(simple: &'s Simple<'_>) -> &'s str {
    simple.name().map_or("", base_name)
}

fn has(simple: &Simple<'_>, word: &str) -> bool {
    simple.items.iter().any(|item| item.text() == Some(word))
}

/// Commands behind `-c`, `--` and the like of programs that may run something.
fn commands_in_words<'a>(simple: &Simple<'a>, usage: &Usage, found: &mut Vec<Spelling<'a>>) {
    let shell = usage.runs_text();
    // After `cargo test --` stands what the tests are given, no command.
    let builds = usage.entry.is_some() && usage.own_effect == Effect::Code && usage.inner.is_empty();
    for (at, item) in simple.items.iter().enumerate().skip(1) {
        let next = at.saturating_add(1);
        // `vim +'!rm x'`
        if let Some(text) = item.text().and_then(|text| text.strip_prefix('+')).filter(|text| text.contains(' ')) {
            found.push(Spelling::Text(text.trim_start_matches([':', '!', ' ']).to_owned()));
        }
        let glued = ["--command=", "--exec=", "--run="].iter().find_map(|start| item.text()?.strip_prefix(start));
        if let Some(text) = glued.filter(|text| text.len() < MOST_TEXT) {
            found.push(Spelling::Text(text.to_owned()));
        }
        if shell || !item.text().is_some_and(|text| TAKES_COMMAND.contains(&text)) {
            continue;
        }
        if builds && item.text() == Some("--") {
            return;
        }
        match simple.items.get(next).and_then(Item::text) {
            Some(text) if text.contains(' ') && text.len() < MOST_TEXT => {
                // `vim -c '!rm x'`, `expect -c 'spawn rm x'`
                let text = text.trim_start_matches([':', '!', ' ']);
                let text = text.strip_prefix("spawn ").unwrap_or(text);
                found.push(Spelling::Text(text.to_owned()));
            }
            Some(text) if !text.starts_with('-') => {
                found.push(Spelling::Words(words(simple, 0, next)));
                return;
            }
            _ => {}
        }
    }
}

/// The words after the text of `bash -c` are its parameters; what `$(echo …)` prints may be that text.
fn parameters<'a>(simple: &Simple<'a>, usage: &Usage, found: &mut Vec<Spelling<'a>>) {
    if let [Inner::Text(at) | Inner::Joined(at)] = usage.inner.as_slice()
        && simple.items.get(*at).is_some_and(Item::is_unknown)
        && let Some(text) = simple.printed.as_ref().filter(|text| text.len() < MOST_TEXT)
    {
        found.push(Spelling::Text(text.to_string()));
    }
    // `git $(echo push)`
    let substituted = |item: &Item<'_>| matches!(&item.value, Value::Unknown { cause: Unknown::Substitution, other: false, nodes, .. } if nodes.len() == 1);
    if let Some(at) = simple.items.iter().position(substituted)
        && let Some(text) = simple.printed.as_ref().filter(|text| text.len() < MOST_TEXT)
    {
        let mut items = simple.items.clone();
        let put = text.split_ascii_whitespace().map(|word| Item::literal(word, simple.span).into_owned());
        items.splice(at..at.saturating_add(1), put);
        found.push(Spelling::Words(items));
    }
    if let [Inner::Text(at)] = usage.inner.as_slice()
        && usage.runs_text()
        && let Some(text) = simple.items.get(*at).and_then(Item::text).filter(|text| text.len() < MOST_TEXT)
    {
        let rest: Option<Vec<&str>> = simple.items.iter().skip(at.saturating_add(1)).map(Item::text).collect();
        if let Some([zero, rest @ ..]) = rest.as_deref() {
            let text = text.replace("${0}", zero).replace("$0", zero);
            found.push(Spelling::Text(format!("set -- {}\n{text}", rest.join(" "))));
        }
    }
}

/// Among the words of a program that runs another, each known program may begin a command, or with `any` each word, and
/// a text with blanks is one.
fn runners<'a>(simple: &Simple<'a>, any: bool, found: &mut Vec<Spelling<'a>>, budget: &Budget) {
    for (at, item) in simple.items.iter().enumerate().skip(1) {
        let Some(text) = item.text().filter(|text| text.len() < MOST_TEXT) else { continue };
        let base = base_name(text);
        if at < MOST_PLACES
            && (any || programs::find(base).is_some())
            && budget.spend(copied(simple.items.len().saturating_sub(at)) / COPIED).is_ok()
        {
            found.push(Spelling::Words(words(simple, 0, at)));
        }
        if text.contains(' ') {
            found.push(Spelling::Text(text.to_owned()));
        }
        // `gnuplot -e 'system("rm x")'`, `emacs --eval '(shell-command "rm x")'`
        if text.contains('(') {
            let strings = strings(text);
            found.push(Spelling::Text(strings.join(" ")));
            found.extend(strings.into_iter().filter(|string| string.contains(' ')).map(Spelling::Text));
        }
    }
}

/// Strings in the code of other languages that read like commands.
fn code<'a>(simple: &Simple<'a>, usage: &Usage, sure: &mut Vec<Spelling<'a>>, found: &mut Vec<Spelling<'a>>) {
    let is_code = |arg: Arg| matches!(arg, Arg::Code | Arg::Awk | Arg::Sed);
    let values = usage.options.iter().filter_map(|used| Some((used.text(&simple.items)?, used.special?.arg())));
    let operands = usage.operands.iter().filter_map(|(at, arg)| Some((simple.items.get(*at)?.text()?, *arg)));
    let texts = values.chain(operands).filter(|(_, arg)| is_code(*arg));
    for (text, arg) in texts.filter(|(text, _)| text.len() < MOST_TEXT && text.contains([' ', '('])) {
        // `sed '1e rm -rf x'`
        if let Some((_, command)) = text.split_once("e ") {
            let list = if arg == Arg::Sed { &mut *sure } else { &mut *found };
            list.push(Spelling::Text(command.to_owned()));
        }
        let found = if runs_commands(simple, arg) { &mut *sure } else { &mut *found };
        let mut strings = strings(text);
        bracketed(text, &mut strings);
        for string in strings.iter().filter(|string| string.contains(' ')) {
            found.push(Spelling::Text(string.clone()));
        }
        // `['rm', '-rf', 'x']`: single words of a list are one command together.
        for from in 0..strings.len().min(MOST_PLACES) {
            found.push(Spelling::Text(strings.get(from..).unwrap_or(&[]).join(" ")));
        }
    }
}

/// `vim -c '!rm -rf x'`, `vim '+r !rm x'`, `vim -c 'call system("rm x")'`
fn edited(simple: &Simple<'_>, found: &mut Vec<Spelling<'_>>) {
    let before =
        simple.items.iter().map(|item| matches!(item.text(), Some("-c" | "--cmd" | "-eval" | "--eval" | "-e")));
    let words = simple.items.iter().skip(1).zip(before).filter_map(|(item, told)| Some((item.text()?, told)));
    let commands = words.filter_map(|(text, told)| {
        text.strip_prefix('+')
            .or_else(|| text.strip_prefix("-c"))
            .filter(|text| !text.is_empty())
            .or(told.then_some(text))
    });
    for command in commands.filter(|command| command.len() < MOST_TEXT) {
        if let Some((_, shell)) = command.split_once('!') {
            found.push(Spelling::Text(shell.to_owned()));
        }
        if command.contains("system") || command.contains("shell") {
            found.extend(strings(command).into_iter().map(Spelling::Text));
        }
    }
}

/// The contents of everything in quotes.
fn strings(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut characters = text.chars();
    while let Some(open) = characters.next() {
        if !matches!(open, '"' | '\'' | '`') {
            continue;
        }
        let mut inside = String::new();
        while let Some(one) = characters.next() {
            match one {
                '\\' => inside.extend(characters.next()),
                _ if one == open => break,
                _ => inside.push(one),
            }
        }
        found.push(inside);
    }
    found
}

/// The contents of `qw(…)`, `qx{…}` and `%x[…]`.
fn bracketed(text: &str, found: &mut Vec<String>) {
    for mark in ["qw", "qx", "%x", "%w"] {
        let after = text.match_indices(mark).filter_map(|(at, _)| text.get(at.saturating_add(mark.len())..));
        for rest in after.take(MOST_PLACES) {
            let mut letters = rest.trim_start().chars();
            let close = match letters.next() {
                Some('(') => ')',
                Some('{') => '}',
                Some('[') => ']',
                Some('<') => '>',
                Some(other) if other.is_ascii_punctuation() => other,
                _ => continue,
            };
            found.extend(letters.as_str().split_once(close).map(|(inside, _)| inside.to_owned()));
        }
    }
}

/// Settings that name a command: `alias x='rm -rf y'`, `git -c alias.x='!rm'`, `make SHELL=…`.
fn settings<'a>(simple: &Simple<'a>, usage: &Usage, found: &mut Vec<Spelling<'a>>) {
    let values = usage.options.iter().filter(|used| used.special.is_some_and(|special| special.arg() == Arg::Setting));
    let values = values.filter_map(|used| used.text(&simple.items));
    let operands = usage.operands.iter().filter(|(_, arg)| *arg == Arg::Setting);
    let operands = operands.filter_map(|(at, _)| simple.items.get(*at).and_then(Item::text));
    for text in values.chain(operands).filter(|text| text.len() < MOST_TEXT) {
        if let Some((name, value)) = text.split_once('=') {
            found.push(setting(name, value));
        }
    }
    let programs = usage.options.iter().filter(|used| {
        used.special
            .is_some_and(|special| special.effect() == Effect::Run && matches!(special.arg(), Arg::Program | Arg::Text))
    });
    for text in programs.filter_map(|used| used.text(&simple.items)) {
        let text = text.strip_prefix("exec=").unwrap_or(text);
        if text.len() < MOST_TEXT {
            found.push(Spelling::Text(text.to_owned()));
        }
    }
    if usage.has(Quirk::Git) && usage.path.get(1) == Some(&"config") {
        let texts: Vec<&str> = simple.items.iter().skip(2).filter_map(Item::text).collect();
        for pair in texts.windows(2) {
            if let [name, value] = pair
                && name.contains('.')
            {
                found.push(setting(name, value));
            }
        }
    }
}

/// What a name will mean: `alias x='rm -rf y'`, `git -c alias.x='!rm -rf y' x`.
fn aliases<'a>(simple: &Simple<'a>, usage: &Usage, found: &mut Vec<Spelling<'a>>) {
    let own = usage.plays(Role::Aliases);
    if !own && !usage.has(Quirk::Git) {
        return;
    }
    for text in simple.items.iter().skip(1).filter_map(Item::text).filter(|text| text.len() < MOST_TEXT) {
        if (own || text.starts_with("alias."))
            && let Some((name, value)) = text.split_once('=')
            && (own || name.starts_with("alias."))
        {
            found.push(setting(name, value));
        }
    }
}

fn setting<'a>(name: &str, value: &str) -> Spelling<'a> {
    match value.strip_prefix('!') {
        Some(command) => Spelling::Text(command.to_owned()),
        None if name.starts_with("alias.") => Spelling::Text(format!("git {value}")),
        None => Spelling::Text(value.to_owned()),
    }
}

/// What comes in on standard input: `echo '-rf x' | xargs rm`, `at now <<< 'rm x'`.
fn inputs<'a>(simple: &Simple<'a>, usage: &Usage, found: &mut Vec<Spelling<'a>>) {
    let Input::Text(text) = &simple.input else { return };
    if text.len() >= MOST_TEXT {
        return;
    }
    let more = usage.entry.is_some_and(|entry| entry.wraps() == Wraps::More);
    match usage.inner.as_slice() {
        [Inner::More(at)] if more => {
            let mut items = words(simple, 0, *at);
            items.extend(text.split_ascii_whitespace().map(|word| Item::literal(word, simple.span).into_owned()));
            found.push(Spelling::Words(items));
        }
        // Without a command, what they start is a shell.
        [] if usage.plays(Role::ShellByDefault) => {
            found.push(Spelling::Text(text.to_string()));
        }
        // A makefile from the input: its recipes.
        _ if usage.plays(Role::Recipes) && (has(simple, "-") || has(simple, "-f-") || has(simple, "/dev/stdin")) => {
            for line in text.split(['\n', ';']) {
                let line = line.trim_start_matches(['\t', ' ', '@', '-', '+']);
                let recipe = line.split_once(':').map_or(line, |(_, recipe)| recipe);
                found.push(Spelling::Text(line.to_owned()));
                found.push(Spelling::Text(recipe.to_owned()));
            }
        }
        _ if usage.plays(Role::Schedules) => {
            found.push(Spelling::Text(text.trim_start_matches(['*', ' ', '/', ',', '-']).to_owned()));
        }
        _ => {}
    }
}
