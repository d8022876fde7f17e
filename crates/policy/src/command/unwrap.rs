//! Looks into wrappers: the commands that `sudo`, `bash -c`, `xargs`, `find -exec`, `ssh` and similar programs run.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use crate::budget::{Budget, cost, limit};
use byleave_shell::{RedirectOperator, Shells, Span};

use super::collect::{Flat, flat, read_otherwise};
use super::embedded::embedded;
use super::env::{Content, Known, texts};
use super::equivalents::equivalents;
use super::input::{printed, said};
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
struct Work<'w, 'a> {
    commands: &'w mut Commands<'a>,
    known: Known,
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
        for items in equivalents(&simple, used) {
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
    fn instead(&mut self, simple: &Simple<'a>, index: usize, items: Vec<Item<'a>>) {
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
    fn read(&mut self, text: &str, simple: &Simple<'_>, index: usize, standing: Standing, place: Option<Span>) {
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

    /// Words that are put together when the call runs: those that `xargs` adds and `parallel` fills in.
    fn filled(&mut self, simple: &Simple<'a>, usage: &Usage, index: usize) {
        let input = if let Input::Text(text) = &simple.input { text.as_ref() } else { "" };
        let inner = usage.inner.iter().find_map(|inner| match inner {
            Inner::More(at) => Some((*at, true)),
            Inner::Words(at) => Some((*at, false)),
            Inner::Between(..) | Inner::Joined(_) | Inner::Text(_) | Inner::Attached(_) | Inner::Input => None,
        });
        if usage.plays(Role::Multiplies) {
            self.multiplied(simple, index, input);
            return;
        }
        let Some((at, more)) = inner else { return };
        let own = simple.items.get(at..).unwrap_or(&[]);
        if usage.plays(Role::AddsWords) && !input.is_empty() {
            let word = |text: &str| text.replace(['\'', '"', '\\'], "");
            let literal = |text: &str| Item::literal(text, simple.span).into_owned();
            if let Some(mark) = mark_of(simple, at) {
                for line in input.lines().take(limit::STRINGS) {
                    let put = |item: &Item<'a>| match item.text() {
                        Some(text) if text.contains(&mark) => literal(&text.replace(&mark, line.trim())),
                        _ => item.clone(),
                    };
                    self.instead(simple, index, own.iter().map(put).collect());
                }
            } else if more {
                let words = input.split([' ', '\t', '\n', '\0', ',', ':', ';']).filter(|text| !text.is_empty());
                let added = words.map(|text| literal(&word(text)));
                self.instead(simple, index, own.iter().cloned().chain(added).collect());
            }
        }
    }

    /// `parallel`: a template and what is put into it, from its words or from the input. How many words its options take is not
    /// known, so the template may begin at each of two.
    fn multiplied(&mut self, simple: &Simple<'a>, index: usize, input: &str) {
        let words: Vec<&str> = simple.items.iter().skip(1).map(Item::shown).collect();
        let stands = |word: &&&str| !word.starts_with(":::");
        let template: Vec<&str> = words.iter().take_while(stands).copied().collect();
        let given = words.iter().skip(template.len()).filter(stands).copied().chain(input.lines());
        let given: Vec<&str> = given.take(limit::STRINGS).collect();
        let all = given.join(" ");
        let options = template.iter().take_while(|word| word.starts_with('-')).count();
        for from in [options, options.saturating_add(1)].into_iter().take(if options > 0 { 2 } else { 1 }) {
            let line = template.get(from..).unwrap_or(&[]).join(" ");
            for value in given.iter().copied().chain([all.as_str()]) {
                let marks = ["{}", "{.}", "{/}", "{//}", "{/.}", "{1}", "{2}"];
                let put = marks.iter().fold(line.clone(), |line, mark| line.replace(mark, value));
                let text = if put == line { format!("{line} {value}") } else { put };
                self.read(&text, simple, index, Standing::OtherSpelling, None);
            }
        }
    }

    /// Files that the text writes, and commands that run one of them.
    fn files(&mut self, simple: &Simple<'a>, usage: &Usage, index: usize) {
        let standing = simple.standing.of_other();
        if self.known.writes_files() {
            self.runs_written(simple, usage, index, standing);
        }
        let name = |item: &Item<'_>| base_name(item.shown()).to_owned();
        let here = simple
            .redirections
            .iter()
            .any(|one| matches!(one.operator, RedirectOperator::HereDocument | RedirectOperator::HereDocumentTabs));
        let text = match said(simple) {
            Input::Text(text) => Some(text.into_owned()),
            Input::Inherited | Input::Unknown if here && usage.plays(Role::CopiesInput) => {
                simple.redirections.iter().find_map(|one| one.expands.as_ref()).map(|text| text.clone().into_owned())
            }
            Input::Inherited | Input::Unknown => match &simple.input {
                Input::Text(text) if usage.plays(Role::Tees) => Some(text.clone().into_owned()),
                Input::Inherited | Input::Text(_) | Input::Unknown => None,
            },
        };
        let redirected = simple.redirections.iter().filter(|one| one.writes()).map(|one| name(&one.target));
        // A mode is no content.
        let written = usage.operands.iter().filter(|(_, arg)| *arg == Arg::Write && !usage.has(Quirk::Mode));
        let options = usage.options.iter().filter(|used| used.special.is_some_and(|one| one.arg() == Arg::Write));
        let values = options.filter_map(|used| used.text(&simple.items)).map(|text| base_name(text).to_owned());
        let written = written.filter_map(|(at, _)| simple.items.get(*at)).map(name);
        let all: Vec<String> = redirected.chain(written).chain(values).filter(|name| name != "null").collect();
        for name in all {
            self.known.write(&name, text.as_deref());
        }
    }

    /// `sh s.sh`, `./s.sh`, `python s.py`, where the text writes that file.
    fn runs_written(&mut self, simple: &Simple<'a>, usage: &Usage, index: usize, standing: Standing) {
        let script = usage.plays(Role::PosixShell) || usage.has(Quirk::Sources) || usage.plays(Role::Shell);
        let code = usage.entry.is_none() || usage.own_effect >= Effect::Code || usage.plays(Role::ReadsCode);
        let named = simple.likely_name().filter(|name| name.contains('/'));
        let read = simple.redirections.iter().filter(|one| one.reads()).map(|one| one.target.shown());
        let feeder = simple.fed_by.and_then(|at| self.commands.simples.get(at)).filter(|_| script);
        let fed = feeder.into_iter().flat_map(|feeder| feeder.items.iter().skip(1)).map(Item::shown);
        let words = simple.items.iter().skip(1).filter(|_| script || code).map(Item::shown);
        let words: Vec<String> = named
            .into_iter()
            .chain(words)
            .chain(read.filter(|_| script || code))
            .chain(fed)
            .map(str::to_owned)
            .collect();
        for (at, word) in words.iter().enumerate() {
            let Some(content) = self.known.file(base_name(word)).cloned() else { continue };
            let runs = script || named.is_some() && at == 0;
            match content {
                Content::Text(text) if runs => {
                    self.read(&text, simple, index, standing, None);
                    self.commands.unread.push((text, simple.span));
                }
                Content::Text(text) => self.commands.unread.push((text, simple.span)),
                Content::Unknown if runs && standing == Standing::OtherSpelling => {
                    let reason = Reason::RunsWrittenFile;
                    self.commands.doubts.push(Doubt { span: simple.span, reason });
                }
                Content::Unknown => {}
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

/// The mark that `xargs` puts input in for.
fn mark_of(simple: &Simple<'_>, end: usize) -> Option<String> {
    let mut words = simple.items.get(1..end).unwrap_or(&[]).iter().filter_map(Item::text);
    while let Some(word) = words.next() {
        if let Some(mark) = word.strip_prefix("--replace") {
            return Some(mark.strip_prefix('=').unwrap_or("{}").to_owned());
        }
        let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-')).unwrap_or("");
        if let Some(at) = letters.find(['I', 'J', 'i']) {
            let rest = letters.get(at.saturating_add(1)..).unwrap_or("");
            let next = if letters.contains('i') { None } else { words.next() };
            return Some(if rest.is_empty() { next.unwrap_or("{}") } else { rest }.to_owned());
        }
    }
    None
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
