//! What a text prepares for itself: variables that the shells it starts expand, scripts that it writes and then runs.
//!
//! As with all other spellings, only the rules that refuse look at what comes of it.

use std::borrow::Cow;

use byleave_shell::{Script, Shell, Shells, shebang};

use super::collect::{Commands, Input, Simple};
use super::inputs::said;
use super::item::Item;
use super::spellings::Spelling;
use super::usage::{Inner, Usage};
use crate::paths::base_name;
use crate::programs::{Quirk, Role};
use crate::read::shells_behind;

/// How many scripts are remembered here, and how many bytes of them and of variables; [`super::may`] looks at all of them.
const MOST_SCRIPTS: usize = 16;
const MOST_BYTES: usize = 8192;

/// How many texts are read again with variables before them here; [`super::may`] reads all of them.
const MOST_TEXTS: u8 = 16;

/// What was prepared by the commands so far.
#[derive(Default)]
pub(super) struct Prepared {
    /// The names of files, without directories, with what is written to them.
    scripts: Vec<(String, String)>,
    /// The assignments of the text, as they are written.
    variables: Option<String>,
    /// How often they were put before a text.
    used: u8,
}

impl Prepared {
    /// What groups of commands write: `{ echo a; echo b; } > s.sh`.
    pub(super) fn new(commands: &Commands<'_>) -> Self {
        let mut prepared = Self::default();
        for redirect in commands.redirections.iter().filter(|one| one.writes()).take(MOST_SCRIPTS) {
            let Some(name) = redirect.target.text() else { continue };
            let before = commands.simples.iter().filter(|simple| simple.span.start < redirect.span.start);
            for text in before.take(MOST_SCRIPTS).filter_map(said_text) {
                prepared.add(base_name(name), &text);
            }
        }
        prepared
    }

    /// Remembers a script that a command writes: `echo 'rm -rf x' > s.sh`, `cat > s.sh <<'E'`, `tee s.sh`; and the new name
    /// of one: `mv s.sh t.sh`.
    pub(super) fn note(&mut self, script: &Script<'_>, simple: &Simple<'_>, usage: &Usage) {
        if !self.scripts.is_empty() && usage.plays(Role::Lands) {
            self.renamed(simple);
        }
        let tee = usage.plays(Role::Tees);
        if simple.redirections.is_empty() && !tee {
            return;
        }
        let text = match &simple.input {
            Input::Text(text) if tee => Some(text.clone()),
            Input::Text(_) | Input::Inherited | Input::Unknown => said_text(simple),
        };
        let Some(text) = text.or_else(|| here_text(script, simple, usage).map(|text| Cow::Owned(text.to_owned())))
        else {
            return;
        };
        let redirected = simple.redirections.iter().filter(|one| one.writes()).filter_map(|one| one.target.text());
        let named = simple.items.iter().skip(1).filter(|_| tee).filter_map(Item::text);
        for name in redirected.chain(named).filter(|name| !name.starts_with('-')) {
            self.add(base_name(name), &text);
        }
    }

    fn add(&mut self, name: &str, text: &str) {
        let known: usize = self.scripts.iter().map(|(_, text)| text.len()).sum();
        if self.scripts.len() >= MOST_SCRIPTS || known.saturating_add(text.len()) > MOST_BYTES {
            return;
        }
        if let Some((_, before)) = self.scripts.iter_mut().find(|(of, _)| of == name) {
            // A script that writes itself again would grow without end.
            if before.contains(text) {
                return;
            }
            before.push('\n');
            before.push_str(text);
        } else {
            self.scripts.push((name.to_owned(), text.to_owned()));
        }
    }

    fn renamed(&mut self, simple: &Simple<'_>) {
        let mut words = simple.items.iter().skip(1).filter_map(Item::text);
        let text = words.find_map(|word| self.text_of(word)).cloned();
        if let (Some(text), Some(name)) = (text, simple.items.last().and_then(Item::text)) {
            self.add(base_name(name), &text);
        }
    }

    fn text_of(&self, word: &str) -> Option<&String> {
        self.scripts.iter().find(|(name, _)| name == base_name(word)).map(|(_, text)| text)
    }

    /// What a command comes to by what was prepared before it.
    pub(super) fn spellings<'a>(
        &mut self,
        commands: &Commands<'_>,
        simple: &Simple<'a>,
        usage: &Usage,
    ) -> Vec<Spelling<'a>> {
        let mut found = Vec::new();
        self.written(commands, simple, usage, &mut found);
        for inner in &usage.inner {
            let text = shell_text(simple, inner);
            let Some(text) = text.filter(|text| text.contains('$') && self.used < MOST_TEXTS) else { continue };
            let variables = self.variables.get_or_insert_with(|| assignments(&commands.script));
            if text.contains('=') && variables.len() < MOST_BYTES && text.len() < MOST_BYTES {
                variables.push_str(&assignments(&byleave_shell::read(text.as_ref())));
            }
            if !variables.is_empty() && text.len() < MOST_BYTES {
                self.used = self.used.saturating_add(1);
                found.push(Spelling::Text(format!("{variables}{text}")));
            }
        }
        found
    }

    /// A script that was written and is run: `sh s.sh`, `./s.sh`, `python s.py`.
    fn written<'a>(&self, commands: &Commands<'_>, simple: &Simple<'a>, usage: &Usage, found: &mut Vec<Spelling<'a>>) {
        if self.scripts.is_empty() {
            return;
        }
        if let Some(text) = simple.likely_name().and_then(|name| self.text_of(name)) {
            found.push(Spelling::Script(text.clone(), shells_of(text, commands.shells)));
        }
        let option = match () {
            () if usage.plays(Role::RunsScripts) || usage.has(Quirk::Sources) => None,
            () if usage.plays(Role::CodeAfterC) => Some("-c"),
            () if usage.plays(Role::CodeAfterE) => Some("-e"),
            () if usage.plays(Role::CodeAfterR) => Some("-r"),
            () => return,
        };
        let input = simple.redirections.iter().filter(|one| one.reads()).filter_map(|one| one.target.text());
        // `cat s.sh | sh`
        let feeder = simple.fed_by.and_then(|at| commands.simples.get(at));
        let fed = feeder.into_iter().flat_map(|feeder| feeder.items.iter().skip(1)).filter_map(Item::text);
        let words = simple.items.iter().skip(1).filter_map(Item::text).chain(input).chain(fed);
        for text in words.filter_map(|word| self.text_of(word)) {
            let program = simple.items.first().zip(option);
            found.push(if let Some((program, option)) = program {
                let mut code = Item::literal("", simple.span);
                code.value = super::item::Value::Literal(Cow::Owned(text.clone()));
                Spelling::Words(vec![program.clone(), Item::literal(option, simple.span), code])
            } else {
                let program = simple.likely_name().map_or("", base_name);
                Spelling::Script(text.clone(), shells_behind(program, false).unwrap_or(commands.shells))
            });
        }
    }
}

/// The shells that may run a script which is started by its name: the one its first line names, else those at hand or `sh`. None
/// if it names something else.
fn shells_of(text: &str, at_hand: Shells) -> Shells {
    let first = text.lines().next().unwrap_or("");
    match shebang(first) {
        Some(shell) => shell.into(),
        None if first.starts_with("#!") => Shells::NONE,
        None => at_hand.and(Shell::Sh.into()),
    }
}

/// What a command prints, if the text tells.
fn said_text<'a>(simple: &Simple<'a>) -> Option<Cow<'a, str>> {
    match said(simple) {
        Input::Text(text) => Some(text),
        Input::Inherited | Input::Unknown => None,
    }
}

/// The here-document of a command as it is written: what is put into it only makes it more.
fn here_text<'s>(script: &'s Script<'_>, simple: &Simple<'_>, usage: &Usage) -> Option<&'s str> {
    if !usage.plays(Role::CopiesInput) {
        return None;
    }
    let at = script.commands().binary_search_by_key(&simple.node?, |command| command.node).ok()?;
    let command = script.commands().get(at)?;
    let mut here = script.redirections(command.redirections).iter().filter_map(|one| one.here_document);
    here.next().map(|here| here.body.of(script.source()))
}

/// The shell text that a wrapper runs, if the text tells.
fn shell_text<'s>(simple: &'s Simple<'_>, inner: &'s Inner) -> Option<Cow<'s, str>> {
    match inner {
        Inner::Text(at) => simple.items.get(*at)?.text().map(Cow::Borrowed),
        Inner::Attached(text) => Some(Cow::Borrowed(text)),
        Inner::Joined(at) => {
            let words: Option<Vec<&str>> = simple.items.get(*at..)?.iter().map(Item::text).collect();
            Some(Cow::Owned(words?.join(" ")))
        }
        Inner::Input => match &simple.input {
            Input::Text(text) => Some(Cow::Borrowed(text)),
            Input::Inherited | Input::Unknown => None,
        },
        Inner::Words(_) | Inner::More(_) | Inner::Between(..) => None,
    }
}

/// All variables that a text sets with known values, before commands and as words: `X=rm sh`, `env X=rm sh`, `export X=rm`.
fn assignments(script: &Script<'_>) -> String {
    let mut found = String::new();
    let mut add = |text: &str| {
        if found.len().saturating_add(text.len()) < MOST_BYTES {
            found.push_str(text);
            found.push('\n');
        }
    };
    for command in script.commands() {
        for one in script.assignments(command.assignments).iter().filter(|one| script.literal(&one.value).is_some()) {
            add(one.span.of(script.source()));
        }
        for word in script.words(command.words).iter().skip(1) {
            let name = script.literal(word).and_then(|text| text.split_once('=')).map_or("", |(name, _)| name);
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
            if !name.is_empty() && name.bytes().all(plain) && !name.starts_with(|one: char| one.is_ascii_digit()) {
                add(word.span.of(script.source()));
            }
        }
    }
    found
}
