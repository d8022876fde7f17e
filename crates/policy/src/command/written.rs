//! What a text prepares for itself: variables that the shells it starts expand, scripts that it writes and then runs.
//!
//! As with all other spellings, only the rules that refuse look at what comes of it.

use std::borrow::Cow;

use byleave_shell::Script;

use super::collect::{Input, Simple};
use super::inputs::said;
use super::item::Item;
use super::spellings::Spelling;
use super::usage::{Inner, Usage};
use crate::paths::base_name;

/// How many scripts are remembered, and how many bytes of them and of variables.
const MOST_SCRIPTS: usize = 16;
const MOST_BYTES: usize = 8192;

/// How many texts are read again with variables before them.
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
    /// Remembers a script that a command writes: `echo 'rm -rf x' > s.sh`, `cat > s.sh <<'E'`, `tee s.sh`.
    pub(super) fn note(&mut self, simple: &Simple<'_>) {
        let tee = simple.name() == Some("tee");
        if simple.redirections.is_empty() && !tee {
            return;
        }
        let text = match if tee { simple.input.clone() } else { said(simple) } {
            Input::Text(text) => text,
            Input::Inherited | Input::Unknown => return,
        };
        let redirected = simple.redirections.iter().filter(|one| one.writes()).filter_map(|one| one.target.text());
        let named = simple.items.iter().skip(1).filter(|_| tee).filter_map(Item::text);
        for name in redirected.chain(named).filter(|name| !name.starts_with('-')).map(base_name) {
            let known: usize = self.scripts.iter().map(|(_, text)| text.len()).sum();
            if self.scripts.len() >= MOST_SCRIPTS || known.saturating_add(text.len()) > MOST_BYTES {
                return;
            }
            if let Some((_, before)) = self.scripts.iter_mut().find(|(of, _)| of == name) {
                before.push('\n');
                before.push_str(&text);
            } else {
                self.scripts.push((name.to_owned(), text.clone().into_owned()));
            }
        }
    }

    /// What a command comes to by what was prepared before it.
    pub(super) fn spellings<'a>(
        &mut self,
        script: &Script<'_>,
        simple: &Simple<'a>,
        usage: &Usage,
    ) -> Vec<Spelling<'a>> {
        let mut found = Vec::new();
        self.written(simple, usage, &mut found);
        for inner in &usage.inner {
            let text = shell_text(simple, inner);
            let Some(text) = text.filter(|text| text.contains('$') && self.used < MOST_TEXTS) else { continue };
            let variables = self.variables.get_or_insert_with(|| assignments(script));
            if !variables.is_empty() && text.len() < MOST_BYTES {
                self.used = self.used.saturating_add(1);
                found.push(Spelling::Text(format!("{variables}{text}")));
            }
        }
        found
    }

    /// A script that was written and is run: `sh s.sh`, `./s.sh`, `python s.py`.
    fn written<'a>(&self, simple: &Simple<'a>, usage: &Usage, found: &mut Vec<Spelling<'a>>) {
        if self.scripts.is_empty() {
            return;
        }
        let text_of = |word: &str| self.scripts.iter().find(|(name, _)| name == base_name(word)).map(|(_, text)| text);
        if let Some(text) = simple.likely_name().and_then(text_of) {
            found.push(Spelling::Text(text.clone()));
        }
        let option = match usage.path.first().copied() {
            Some("bash" | "sh" | "zsh" | "dash" | "ksh" | "fish" | "source" | "busybox") => None,
            Some("python") => Some("-c"),
            Some("node" | "perl" | "ruby") => Some("-e"),
            Some("php") => Some("-r"),
            _ => return,
        };
        let input = simple.redirections.iter().filter(|one| one.reads()).filter_map(|one| one.target.text());
        let words = simple.items.iter().skip(1).filter_map(Item::text).chain(input);
        for text in words.filter_map(text_of) {
            found.push(match (option, simple.items.first()) {
                (Some(option), Some(program)) => {
                    let mut code = Item::literal("", simple.span);
                    code.value = super::item::Value::Literal(Cow::Owned(text.clone()));
                    Spelling::Words(vec![program.clone(), Item::literal(option, simple.span), code])
                }
                _ => Spelling::Text(text.clone()),
            });
        }
    }
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
