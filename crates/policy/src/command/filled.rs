//! Commands that the call puts together when it runs: words that `xargs` adds and `parallel` fills in, files that the text writes and runs.

use byleave_shell::RedirectOperator;

use super::env::Content;
use super::input::said;
use super::item::Item;
use super::simple::{Doubt, Input, Simple, Standing};
use super::unwrap::Work;
use super::usage::{Inner, Usage};
use crate::Reason;
use crate::budget::limit;
use crate::paths::base_name;
use crate::programs::{Arg, Effect, Quirk, Role};

impl<'a> Work<'_, 'a> {
    /// Words that are put together when the call runs: those that `xargs` adds and `parallel` fills in.
    pub(super) fn filled(&mut self, simple: &Simple<'a>, usage: &Usage, index: usize) {
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
    pub(super) fn files(&mut self, simple: &Simple<'a>, usage: &Usage, index: usize) {
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
