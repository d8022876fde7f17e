//! Looks into wrappers: the commands that `sudo`, `bash -c`, `xargs`, `find -exec`, `ssh` and similar programs run.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use crate::budget::{Budget, cost, limit};
use byleave_shell::{Shells, Span};

use super::collect::{Flat, flat, read_otherwise};
use super::embedded::embedded;
use super::env::{Known, texts};
use super::equivalents::equivalents;
use super::input::printed;
use super::item::{Count, Item, Shift, Value};
use super::quoted;
use super::simple::{Commands, Doubt, Input, Simple, Standing};
use super::usage::{Inner, Usage, usage};
use crate::Reason;
use crate::otherwise::shells_behind;
use crate::paths::base_name;
use crate::programs::{Arg, Effect, Quirk, Role};

/// Appends to the list all commands that commands of the list run, and finds out how each uses its program.
pub(super) fn unwrap_all(commands: &mut Commands<'_>, carried: Vec<(String, usize)>, known: Known, budget: &Budget) {
    let unknown = Arc::new(Usage::unknown());
    let mut work = Work { commands, known, texts: HashSet::new(), words: HashSet::new(), budget };
    for (text, at) in carried {
        work.carried(&text, at);
    }
    for redirect in work.commands.redirections.iter().filter(|one| one.writes()) {
        work.known.write(base_name(redirect.target.shown()), None);
    }
    let (mut index, mut executes) = (0, None);
    while let Some(simple) = work.commands.simples.get(index) {
        // What is over is not looked at any further, and it is said that it is not.
        let over = budget.spend(cost::EACH).is_err();
        let used = usage(simple).map_or_else(|| Arc::clone(&unknown), Arc::new);
        if used.entry.is_none() || used.own_effect >= Effect::Code {
            executes = executes.or(Some(simple.span));
        }
        work.commands.usages.push(Arc::clone(&used));
        if !over {
            work.look(index, &used);
        }
        index = index.saturating_add(1);
    }
    if work.known.full {
        let reason = Reason::TooMuch;
        work.commands.doubts.push(Doubt { span: Span::default(), reason });
    }
    // `make` reads a file that no word names.
    let written = work.known.written().map(str::to_owned).collect::<Vec<_>>();
    work.commands.unread.extend(executes.iter().flat_map(|span| written.iter().map(|text| (text.clone(), *span))));
}

/// The list while it grows.
pub(super) struct Work<'w, 'a> {
    pub(super) commands: &'w mut Commands<'a>,
    pub(super) known: Known,
    /// Texts that were read, with the place they run in: wrappers in wrappers come to the same ones again and again.
    texts: HashSet<(String, String, Standing)>,
    /// The words of commands that only may run.
    words: HashSet<(Vec<String>, String, Standing)>,
    budget: &'w Budget,
}

impl<'a> Work<'_, 'a> {
    /// Looks at one command of the list.
    fn look(&mut self, index: usize, used: &Usage) {
        let Some(simple) = self.commands.simples.get(index) else { return };
        if let Some(doubt) = foreign_text(simple, used).filter(|_| simple.standing != Standing::Guess) {
            self.commands.doubts.push(doubt);
        }
        let inner = inner_of(simple, used);
        let steps = cost::words(simple.items.len()).saturating_mul(inner.len());
        if self.budget.spend(steps.saturating_add(inner.len().saturating_mul(cost::FOUND))).is_err() {
            return;
        }
        let simple = simple.clone();
        self.files(&simple, used, index);
        if let [Inner::Text(at)] = inner.as_slice() {
            // The words after the text of `bash -c` are its parameters.
            self.known.call(texts(simple.items.get(at.saturating_add(1)..).unwrap_or(&[])).unwrap_or_default());
        }
        for inner in &inner {
            self.unwrap(&simple, index, inner);
        }
        let (others, all) = equivalents(&simple, used);
        self.known.full |= !all;
        for items in others {
            self.instead(&simple, index, items);
        }
        self.filled(&simple, used, index);
        if let Some(text) = in_directory(&simple, used) {
            self.read(&text, &simple, index, simple.standing.of_other(), None);
        }
        let (texts, all) = embedded(&simple, used);
        self.known.full |= !all;
        for (text, sure) in texts {
            let standing = if sure { simple.standing.of_other() } else { Standing::Guess };
            self.read(&text, &simple, index, standing, None);
        }
    }

    /// Adds a command in other words, which only counts against the call.
    pub(super) fn instead(&mut self, simple: &Simple<'a>, index: usize, items: Vec<Item<'a>>) {
        let standing = simple.standing.of_other();
        let other = Simple { standing, inside: Some(index), ..simple.instead(items) };
        self.push(other);
    }

    /// Adds a command, unless it only may run and is there already.
    fn push(&mut self, simple: Simple<'a>) {
        let steps = cost::words(simple.items.len()).saturating_add(cost::FOUND);
        if self.budget.spend(steps).is_err() {
            return;
        }
        if !simple.runs()
            && let Some(words) = texts(&simple.items)
            && simple.fed_by.is_none()
            && simple.found_by.is_none()
            && !self.words.insert((words, format!("{:?}", simple.directory), simple.standing))
        {
            return;
        }
        self.commands.simples.push(simple);
    }

    /// `GIT_EDITOR='rm -rf x' git commit`: what a variable holds that programs run.
    fn carried(&mut self, text: &str, at: usize) {
        if let Some(simple) = self.commands.simples.get(at).cloned() {
            let text = text.trim_start_matches(['|', '-', '!', ' ']);
            self.read(text, &simple, at, Standing::OtherSpelling, None);
        }
    }

    /// Reads a text that a command runs, and adds its commands.
    pub(super) fn read(
        &mut self,
        text: &str,
        simple: &Simple<'_>,
        index: usize,
        standing: Standing,
        place: Option<Span>,
    ) {
        if text.trim().is_empty() || self.budget.spend_bytes(text.len()).is_err() {
            return;
        }
        let key = || (text.to_owned(), format!("{:?}", simple.directory), standing);
        if standing != Standing::Runs && (!self.texts.insert(key()) || self.budget.spend_bytes(cost::READ).is_err()) {
            return;
        }
        let shift = place.map_or(Shift::To(simple.span), |span| self.shift_of(span, text));
        let script = byleave_shell::read(text);
        // What only looks like a command proves nothing.
        if standing != Standing::Guess {
            self.commands.doubts.extend(read_otherwise(&script, self.shells_of(simple), shift));
        }
        let found = flat(&script, shift, Some(&simple.directory), &mut self.known, self.budget);
        let Flat { simples, redirections, tested, doubts, carried } = found;
        // Places in the nested list become places in the whole list.
        let from = self.commands.simples.len();
        for inner in simples {
            let fed_by = inner.fed_by.map(|at| at.saturating_add(from));
            let standing = standing.of_inner(inner.standing);
            self.commands.simples.push(Simple { inside: Some(index), fed_by, standing, ..inner.into_owned() });
        }
        for redirect in redirections {
            if redirect.writes() {
                self.known.write(base_name(redirect.target.shown()), None);
            }
            self.commands.redirections.push(redirect.into_owned());
        }
        for (text, at) in carried {
            self.carried(&text, at.saturating_add(from));
        }
        match standing {
            Standing::Runs => {
                for test in tested {
                    self.commands.tested.push(test.into_owned());
                }
                self.commands.doubts.extend(doubts);
            }
            Standing::OtherSpelling => {
                let unread = script.opaque().first().map(|opaque| Reason::Unreadable(opaque.reason));
                self.commands.doubts.extend(unread.map(|reason| Doubt { span: simple.span, reason }));
            }
            Standing::Guess => {}
        }
    }

    /// What a wrapper runs.
    fn unwrap(&mut self, simple: &Simple<'a>, index: usize, inner: &Inner) {
        let end = simple.items.len();
        match *inner {
            // `flock file -c text`, `sg group -c text`
            Inner::Words(at) | Inner::Joined(at) if simple.items.get(at).and_then(Item::text) == Some("-c") => {
                self.unwrap(simple, index, &Inner::Text(at.saturating_add(1)));
            }
            Inner::Words(at) => self.push(part(simple, index, at, end)),
            Inner::More(at) => self.push(Simple { more_words: true, ..part(simple, index, at, end) }),
            Inner::Between(from, to) => {
                let inside = self.found(simple, index, from, to);
                self.push(inside);
            }
            Inner::Joined(at) => {
                let rest = simple.items.get(at..).unwrap_or(&[]);
                let text = texts(rest).map(|words| words.join(" "));
                self.nested(simple, index, text.as_deref(), rest.first().map_or(simple.span, |item| item.span));
            }
            Inner::Text(at) => {
                let item = simple.items.get(at);
                let standing = simple.standing.of_other();
                match item.map(|item| &item.value) {
                    // `find . -exec sh -c 'rm {}' \;`
                    Some(Value::Bounded { text, .. }) => self.read(text, simple, index, standing, None),
                    // `. <(echo rm x)`
                    Some(Value::Unknown { nodes, other: false, .. }) => {
                        let inside = nodes.first().and_then(|node| self.commands.script.only_command_inside(*node));
                        let text = inside.and_then(|only| printed(&self.commands.script, only));
                        self.read(&text.unwrap_or_default(), simple, index, standing, None);
                    }
                    Some(Value::Literal(_) | Value::Unknown { .. }) | None => {}
                }
                self.nested(simple, index, item.and_then(Item::text), item.map_or(simple.span, |item| item.span));
            }
            Inner::Attached(ref text) => self.nested(simple, index, Some(text), simple.span),
            Inner::Input => {
                let text = if let Input::Text(text) = &simple.input { Some(text.as_ref()) } else { None };
                self.nested(simple, index, text, simple.span);
            }
        }
    }

    /// The words of `find -exec`, with the names it finds filled in.
    fn found(&self, simple: &Simple<'a>, index: usize, from: usize, to: usize) -> Simple<'a> {
        let mut inside = part(simple, index, from, to);
        let many = simple.items.get(to).and_then(Item::text) == Some("+");
        let start = simple.items.get(1).map_or(".", Item::shown);
        let start = if start.starts_with('-') { "." } else { start };
        let parts = self.commands.usages.get(index).is_some_and(|usage| usage.plays(Role::FillsParts));
        // `;` runs it for each name, `+` for many at once.
        let count = if many || parts { Count::Names } else { Count::One };
        let start = if parts { "." } else { start };
        let found = |text: String| {
            let tilde = text.starts_with('~');
            Value::Bounded { text: Cow::Owned(text), tilde, glob: true }
        };
        let filled = |item: &Item<'_>| {
            let text = item.shown();
            let marks = ["{/}", "{//}", "{.}", "{/.}"];
            text.contains("{}") || parts && marks.iter().any(|mark| text.contains(mark))
        };
        for item in inside.items.iter_mut().filter(|item| filled(item)) {
            let text = item.shown();
            let shell = text.contains(' ') && text.contains("{}");
            item.value = found(if shell { text.replace("{}", start) } else { start.to_owned() });
            item.count = count;
            inside.found_by = Some(index);
        }
        // `fd -x wc` puts the names behind the words.
        if parts && inside.found_by.is_none() {
            inside.items.push(Item { span: simple.span, value: found(start.to_owned()), count });
            inside.found_by = Some(index);
        }
        inside
    }

    /// Reads shell text that a wrapper runs.
    fn nested(&mut self, simple: &Simple<'_>, index: usize, text: Option<&str>, span: Span) {
        match text {
            Some(text) => self.read(text, simple, index, simple.standing, Some(span)),
            // What only looks like a command proves nothing.
            None if simple.standing == Standing::Guess => {}
            None => {
                let reason = Reason::RunsUnknownText;
                self.commands.doubts.push(Doubt { span, reason });
            }
        }
    }

    /// The shells that may run the text a command is given: those that its program is, or those that run the command.
    fn shells_of(&self, simple: &Simple<'_>) -> Shells {
        let mut one = simple;
        // A wrapper stands around another one, as often as there are wrappers in the text.
        for _ in 0..limit::AROUND {
            let program = one.likely_name().map_or("", base_name);
            let posix = one.items.iter().any(|item| matches!(item.text(), Some("--posix" | "posix")))
                || one.assignments.iter().any(|(name, _)| name == "POSIXLY_CORRECT");
            if let Some(shells) = shells_behind(program, posix) {
                return shells;
            }
            match one.inside.and_then(|at| self.commands.simples.get(at)) {
                Some(outer) => one = outer,
                None => return self.commands.shells,
            }
        }
        Shells::ALL
    }

    /// The place of a nested text: exact, if the text of the call contains it literally or in plain quotes; otherwise the
    /// word that holds it.
    fn shift_of(&self, span: Span, text: &str) -> Shift {
        let whole = span.of(self.commands.script.source());
        let quoted = |quote: char| whole.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) == Some(text);
        if whole == text {
            Shift::By(span.start)
        } else if quoted('\'') || quoted('"') {
            Shift::By(span.start.saturating_add(1))
        } else {
            Shift::To(span)
        }
    }
}

/// `pwsh -c …`, `cmd.exe /c …`: text in a language that is no shell's here.
fn foreign_text(simple: &Simple<'_>, used: &Usage) -> Option<Doubt> {
    let shell = used.entry?.rare("shell").filter(|shell| matches!(*shell, "powershell" | "cmd"))?;
    let given = |item: &Item<'_>| {
        let text = item.shown();
        ["-c", "-C", "-e", "-E", "/c", "/C", "/k", "/K"].iter().any(|option| text.starts_with(option))
    };
    let text = simple.items.iter().skip(1).find(|item| given(item))?;
    let reason = Reason::ShellNotRead(shell.to_owned());
    Some(Doubt { span: text.span, reason })
}

/// What a command runs; `bash <(…)` and `sh /dev/stdin` run what comes that way.
fn inner_of(simple: &Simple<'_>, used: &Usage) -> Vec<Inner> {
    let script = used.operands.first().filter(|(_, arg)| *arg == Arg::Code && used.inner.is_empty());
    let shell = || used.plays(Role::PosixShell) || used.has(Quirk::Sources);
    let Some((at, item)) = script.filter(|_| shell()).and_then(|(at, _)| Some((*at, simple.items.get(*at)?))) else {
        return used.inner.clone();
    };
    let pipe = matches!(item.value, Value::Unknown { cause: byleave_shell::Unknown::ProcessSubstitution, .. });
    let text = item.shown();
    if pipe {
        vec![Inner::Text(at)]
    } else if text == "-"
        || text.starts_with("/dev/stdin")
        || text.starts_with("/dev/fd/")
        || text.starts_with("/proc/self/fd/")
    {
        vec![Inner::Input]
    } else {
        used.inner.clone()
    }
}

/// The words of a wrapper that are a command of their own.
fn part<'a>(simple: &Simple<'a>, index: usize, from: usize, to: usize) -> Simple<'a> {
    // `kubectl exec pod -- ls`: the dashes only end the options of the wrapper.
    let dashes = usize::from(simple.items.get(from).and_then(Item::text) == Some("--"));
    let from = from.saturating_add(dashes);
    let items: Vec<Item<'a>> = simple.items.get(from..to).unwrap_or(&[]).to_vec();
    let before = simple.items.get(1..from).unwrap_or(&[]);
    let assignments = before.iter().filter_map(|item| {
        let (name, _) = item.shown().split_once('=')?;
        // Any name will do: `env 'BASH_FUNC_ls%%=() { …; }' ls` makes a function of it.
        let given = !name.is_empty() && !name.starts_with('-');
        given.then(|| (Cow::Owned(name.to_owned()), item.span))
    });
    let end = items.last().map_or(simple.span.end, |item| item.span.end);
    let start = items.first().map_or(simple.span.start, |item| item.span.start);
    let span = Span::new(start, end.max(start));
    Simple { assignments: assignments.collect(), span, inside: Some(index), ..simple.instead(items) }
}

/// `git -C sub add x`, `make -C sub`: what a program does in another directory is seen from there.
fn in_directory(simple: &Simple<'_>, usage: &Usage) -> Option<String> {
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
    let told = usage.options.iter().find_map(|used| {
        let given = used.value.filter(|_| usage.is_directory(used))?;
        let text = used.text(&simple.items).or_else(|| simple.items.get(given.at).map(Item::shown))?;
        Some((text, used.at, given.at))
    });
    let long = || {
        simple.items.iter().enumerate().skip(1).find_map(|(at, item)| {
            let next = at.saturating_add(1);
            match item.shown().split_once('=') {
                Some((option, value)) if LONG.contains(&option) => Some((value, at, at)),
                None if LONG.contains(&item.shown()) => Some((simple.items.get(next)?.shown(), at, next)),
                Some(_) | None => None,
            }
        })
    };
    let (directory, from, to) = told.or_else(long).filter(|(directory, ..)| !directory.is_empty())?;
    let words = simple.items.iter().enumerate().filter(|(at, _)| *at < from || *at > to).map(|(_, item)| spelt(item));
    let words: Vec<String> = words.collect();
    let place = if directory.starts_with('~') { directory.to_owned() } else { quoted(directory) };
    Some(format!("cd {place}\n{}", words.join(" ")))
}

/// A word of a command as shell text.
fn spelt(item: &Item<'_>) -> String {
    match &item.value {
        Value::Literal(text) => quoted(text),
        Value::Bounded { text, .. } => {
            let plain = |one: char| one.is_ascii_alphanumeric() || "_./:=@%+,-*?[]~^!".contains(one);
            if text.chars().all(plain) { text.to_string() } else { quoted(text) }
        }
        Value::Unknown { .. } => "\"$_\"".to_owned(),
    }
}
