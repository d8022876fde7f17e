//! Commands in the arguments and on the input of programs that run what they are given: `os.system("rm x")`, `vim -c '!rm x'`,
//! `git -c alias.x='!rm y'`, a recipe on the input of `make`.
//!
//! Found by their marks, and only to count against the call: no language but the shell's is read here.

use crate::budget::limit;
use byleave_knowledge::variables::is_run;

use super::env::is_name;
use super::item::Item;
use super::simple::{Input, Simple};
use super::usage::Usage;
use crate::programs::{Arg, Effect, Quirk, Role};

/// Text in an argument, and whether a shell certainly runs it: what only looks like a command is not certain.
pub(super) type Embedded = (String, bool);

/// Words after which programs of all kinds take a command.
const MARKS: [&str; 20] = [
    "!", "\\!", "shell ", "system ", ".shell ", ".system ", "spawn ", "exec ", "exec=", "program ", "pipe ", "make ",
    "EXEC:", "SYSTEM:", "SHELL:", "Command=", "Command ", "e ", ":", "|",
];

/// Options after which programs of all kinds take a command.
const TAKES_COMMAND: [&str; 7] = ["-c", "-x", "-e", "-s", "--command", "--exec", "--run"];

/// How code says that a shell or another program is to run.
const CALLS: [&str; 10] =
    ["system", "popen", "exec", "spawn", "subprocess", "child_process", "`", "qx", "shell", "run("];

/// All texts among the arguments and on the input of a command that may be commands themselves; `false` if there are too many.
pub(super) fn embedded(simple: &Simple<'_>, usage: &Usage) -> (Vec<Embedded>, bool) {
    let mut found: Vec<Embedded> = Vec::new();
    let mut all = true;
    let mut add = |text: &str, sure: bool| {
        let text = text.trim_matches([' ', '\t', '\n']);
        if text.is_empty() || found.iter().any(|(known, by)| known == text && *by >= sure) {
            return;
        }
        all &= found.len() < limit::EMBEDDED;
        if all {
            found.push((text.to_owned(), sure));
        }
    };
    let marked = [
        Role::Pager,
        Role::ConnectsCommands,
        Role::TestsArchives,
        Role::Debugger,
        Role::Client,
        Role::EditsByCommands,
        Role::SshOptions,
    ];
    let marked = marked.into_iter().any(|role| usage.plays(role));
    let names = usage.plays(Role::Aliases) || usage.has(Quirk::Git);
    let sets = usage.plays(Role::SetsVariables) || usage.plays(Role::HandsVariables);
    let runs = usage.entry.is_none()
        || matches!(usage.own_effect, Effect::Code | Effect::Run) && !usage.runs_text()
        || usage.plays(Role::RunsAny)
        || usage.plays(Role::Runner);
    let takes = runs || usage.own_effect >= Effect::Code || !usage.inner.is_empty() || usage.effect.is_none();
    split_string(simple, usage, &mut add);
    for (at, arg) in told(simple, usage) {
        let Some(text) = simple.items.get(at).map(Item::shown) else { continue };
        match arg {
            Arg::Code | Arg::Awk | Arg::Sed => code(text, arg, &mut add),
            // `make install`: a word alone sets nothing.
            Arg::Setting if !text.contains(['=', ' ']) && !usage.has(Quirk::Git) => {}
            Arg::Setting | Arg::Program | Arg::Text => setting(text, usage.has(Quirk::Git), &mut add),
            Arg::Read | Arg::Write | Arg::Delete | Arg::Host | Arg::Shell => {}
        }
    }
    let mut option = "";
    for text in simple.items.iter().skip(1).map(Item::shown) {
        // `gcloud compute ssh box --command='rm x'`, `capsh -- -c 'rm x'`
        let (name, value) = text.split_once('=').unwrap_or((option, text));
        if takes && TAKES_COMMAND.contains(&name) && value.contains(' ') {
            add(value, false);
        }
        option = text;
        if marked {
            let starts = MARKS.iter().filter_map(|mark| text.split_once(mark).map(|(_, after)| after));
            for after in starts {
                add(after.trim_start_matches([':', '!', '|', '+', '-']).trim_matches(['\'', '"']), true);
            }
        }
        match text.split_once('=') {
            Some((name, _)) if names && (name.starts_with("alias.") || is_name(name)) => {
                setting(text, usage.has(Quirk::Git), &mut |text, _| add(text, true));
            }
            Some((name, value)) if sets && is_run(name) => add(value.trim_start_matches(['|', '-', '!']), true),
            Some(_) | None => {}
        }
        if usage.plays(Role::TestsArchives) && text.contains(' ') {
            add(text, true);
        }
        if runs && text.contains(' ') {
            add(text.trim_start_matches([':', '!', '+', '|']), false);
            if text.contains(['(', '"', '\'', '`']) {
                code(text, Arg::Text, &mut |text, _| add(text, false));
            }
        }
    }
    if let Input::Text(text) = &simple.input {
        input(text, usage, runs, &mut add);
    }
    (found, all)
}

/// The operands and values of options of which a row says that they are code, or a program that is run.
fn told<'u>(simple: &'u Simple<'_>, usage: &'u Usage) -> impl Iterator<Item = (usize, Arg)> + 'u {
    let operands = usage.operands.iter().copied();
    let values = usage.options.iter().filter_map(|used| {
        let special = used.special?;
        let program = special.effect() == Effect::Run && matches!(special.arg(), Arg::Program | Arg::Text);
        let tells = program || matches!(special.arg(), Arg::Code | Arg::Awk | Arg::Sed | Arg::Setting);
        Some((used.value.filter(|_| tells)?.at, special.arg()))
    });
    let git = usage.has(Quirk::Git) && usage.path.get(1) == Some(&"config");
    let config = (2..simple.items.len()).filter(move |_| git).map(|at| (at, Arg::Setting));
    operands.filter(|(_, arg)| *arg != Arg::Text && *arg != Arg::Program).chain(values).chain(config)
}

/// Strings in the code of other languages that read like commands.
fn code(text: &str, arg: Arg, add: &mut impl FnMut(&str, bool)) {
    let sure = CALLS.iter().any(|way| text.contains(way)) || text.contains(['|']) && arg == Arg::Awk;
    // `sed '1e rm -rf x'`, `s/x/rm y/e`
    if arg == Arg::Sed {
        text.split_once("e ").into_iter().for_each(|(_, command)| add(command, true));
        let mark = text.find('s').and_then(|at| text.get(at.saturating_add(1)..)?.chars().next());
        let mut parts = mark.into_iter().flat_map(|mark| text.split(mark).skip(1));
        let put = parts.nth(1);
        if let Some(put) = put
            && parts.next().is_some_and(|flags| flags.contains('e'))
        {
            add(put, true);
        }
    }
    let strings = strings(text);
    for (from, string) in strings.iter().enumerate() {
        if string.contains(' ') {
            add(string, sure);
        }
        // `['rm', '-rf', 'x']`: single words of a list are one command together.
        if from < limit::STRINGS {
            add(&strings.get(from..).unwrap_or(&[]).join(" "), sure && strings.len() > 1);
        }
    }
    // Behind the first each may begin one.
    if strings.len() > limit::STRINGS {
        add(&format!("_ {}", strings.join(" ")), false);
    }
}

/// The contents of everything in quotes, and in brackets after `qw`, `qx` and their kin.
fn strings(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut signs = text.chars();
    let mut before = ' ';
    while let Some(open) = signs.next() {
        let close = match open {
            '"' | '\'' | '`' => Some(open),
            '(' if matches!(before, 'w' | 'x') => Some(')'),
            '{' if matches!(before, 'w' | 'x') => Some('}'),
            '[' if matches!(before, 'w' | 'x') => Some(']'),
            _ => None,
        };
        before = open;
        let Some(close) = close else { continue };
        let mut inside = String::new();
        while let Some(one) = signs.next() {
            match one {
                '\\' => inside.extend(signs.next()),
                _ if one == close => break,
                _ => inside.push(one),
            }
        }
        found.push(inside);
    }
    found
}

/// `env -S 'A=1 prog' rest`: the text is taken apart, and the words after it belong to it.
fn split_string(simple: &Simple<'_>, usage: &Usage, add: &mut impl FnMut(&str, bool)) {
    if !usage.plays(Role::Argv0) {
        return;
    }
    for (at, item) in simple.items.iter().enumerate().skip(1) {
        let word = item.shown();
        let letters = || {
            let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-'))?;
            let (before, after) = letters.split_once('S')?;
            before.chars().all(|one| matches!(one, 'i' | 'v' | '0')).then_some(after)
        };
        let long = word.strip_prefix("--split-string").map(|rest| rest.strip_prefix('=').unwrap_or(rest));
        let Some(attached) = long.or_else(letters) else { continue };
        let next = at.saturating_add(1);
        let given = usize::from(attached.is_empty());
        let text = if given == 1 { simple.items.get(next).map_or("", Item::shown) } else { attached };
        let text = text.replace("\\_", " ").replace("\\t", " ").replace("\\n", " ").replace("\\c", "");
        let rest = simple.items.get(next.saturating_add(given)..).unwrap_or(&[]);
        let rest: Vec<String> = rest.iter().map(|item| super::quoted(item.shown())).collect();
        add(&format!("{text} {}", rest.join(" ")), true);
        add(&format!("env {text} {}", rest.join(" ")), true);
        return;
    }
}

/// Settings that name a command: `alias x='rm -rf y'`, `git -c alias.x='!rm'`, `make SHELL=…`.
fn setting(text: &str, git: bool, add: &mut impl FnMut(&str, bool)) {
    let (name, value) = text.split_once('=').unwrap_or(("", text));
    match value.strip_prefix('!') {
        Some(command) => add(command, git),
        None if git && (name.is_empty() || name.starts_with("alias.")) => {
            add(&format!("git {value}"), !name.is_empty());
        }
        None => add(value.trim_start_matches("exec="), false),
    }
}

/// What comes in on standard input.
fn input(text: &str, usage: &Usage, runs: bool, add: &mut impl FnMut(&str, bool)) {
    // Without a command, what they start is a shell.
    if usage.inner.is_empty() && usage.plays(Role::ShellByDefault) {
        add(text, true);
    } else if usage.plays(Role::Schedules) || usage.plays(Role::Recipes) {
        for line in text.split(['\n', ';']) {
            let line = line.trim_start_matches(['\t', ' ', '@', '-', '+', '*', '/', ',']);
            add(line, true);
            line.split_once(':').into_iter().for_each(|(_, recipe)| add(recipe, true));
        }
    } else if runs || usage.plays(Role::ReadsCode) {
        // What a shell reads in its own way must not hide the next line.
        let lines = text.replace(['"', '\'', '`', '(', ')', '{', '}', '<', '>', '#', '\\'], " ");
        let lines: Vec<&str> = lines.lines().map(|line| line.trim_start_matches(['!', ':', '|', ' '])).collect();
        add(&lines.join("\n"), false);
        code(text, Arg::Code, add);
    }
}
