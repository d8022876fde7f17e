//! Operands under a rule: code, statements, settings and hosts that a `*` does not cover unseen.

use byleave_shell::Span;

use super::{Gap, Must, Word, gap};
use crate::command::Usage;
use crate::inspect::{awk_danger, sed_danger, sql_danger};
use crate::programs::{Arg, Effect, Quirk, Role};
use crate::rules::CommandPattern;

/// Judges an operand; SQL is looked into.
pub(super) fn operand_of(must: &Must<'_, '_>, arg: Arg, word: Word<'_>) -> Result<(), Gap> {
    if arg == Arg::Code && must.usage.has(Quirk::Sql) {
        return match word.exact() {
            Some(text) => sql_danger(text).map_or(Ok(()), |what| Err(gap(what, word.span()))),
            None => Err(gap("SQL that is not literal", word.span())),
        };
    }
    if word.exact().is_some_and(|text| is_plain_operand(must.usage, arg, text)) {
        return Ok(());
    }
    // A row that calls its operands text does not say which of them are places it works at.
    let works = must.usage.entry.is_some_and(|entry| matches!(entry.effect(), Effect::Write | Effect::Code));
    if works && arg == Arg::Text && word.exact_or_pattern().is_some_and(leads_out) && !must.only_prints() {
        return Err(gap("may work outside the project", word.span()));
    }
    operand(arg, word)
}

/// Whether a word is written as a path that leads out of the directory it is seen from.
pub(super) fn leads_out(text: &str) -> bool {
    text == "~"
        || text.starts_with("~/")
        || text.starts_with('/') && text.len() > 1
        || text.split('/').any(|part| part == "..")
}

/// Operands that would be run or set something, but only lead into the project or only switch something.
fn is_plain_operand(usage: &Usage, arg: Arg, text: &str) -> bool {
    let within = || !text.starts_with(['/', '~', '-']) && !text.split('/').any(|part| part == "..");
    let row = |role: Role| usage.acts_as(role);
    match arg {
        Arg::Code if row(Role::RunsPackages) => {
            within() && !text.contains('@') && (text.starts_with('.') || text.strip_suffix(".go").is_some())
        }
        Arg::Code if row(Role::RunsNamedScripts) => {
            !text.is_empty()
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':'))
        }
        Arg::Setting if row(Role::Recipes) => text.split_once('=').is_some_and(|(name, value)| {
            let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            let switch =
                matches!(value, "yes" | "no" | "true" | "false" | "on" | "off" | "y" | "n" | "debug" | "release")
                    || !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            plain && switch
        }),
        Arg::Text
        | Arg::Read
        | Arg::Write
        | Arg::Delete
        | Arg::Host
        | Arg::Shell
        | Arg::Code
        | Arg::Program
        | Arg::Sed
        | Arg::Awk
        | Arg::Setting => false,
    }
}

impl Must<'_, '_> {
    /// With a rule on addresses, such as `curl https://api.example/*`, every address must fit it.
    pub(super) fn hosts(&self, pattern: &CommandPattern) -> Result<(), Gap> {
        let Some(address) = pattern.tokens.iter().find(|token| token.star && token.text.contains("://")) else {
            return Ok(());
        };
        for (word, _) in self.operands().filter(|(_, arg)| *arg == Arg::Host) {
            if !word.exact().is_some_and(|text| crate::glob::matches(&address.text, text)) {
                return Err(gap("an address the rule does not name", word.span()));
            }
        }
        Ok(())
    }
}

fn operand(arg: Arg, word: Word<'_>) -> Result<(), Gap> {
    let (text, span) = (word.exact(), word.span());
    // A pattern or a path below the home directory is no address; what may be anything is judged as such elsewhere.
    let address = |text: &str| text.contains("://") && !text.starts_with("file://");
    match arg {
        // A setting is `name=value`; a word without `=` only asks for one.
        Arg::Setting if text.is_some_and(|text| !text.contains('=')) => Ok(()),
        Arg::Shell | Arg::Code | Arg::Program | Arg::Setting => {
            Err(gap("`*` never stands for something that is run", span))
        }
        Arg::Sed | Arg::Awk => match text {
            Some(text) => inspected(arg, text, span),
            None => Err(gap("a program that is not literal", span)),
        },
        Arg::Read | Arg::Write if text.is_some_and(address) => Err(gap("contacts another machine", span)),
        // `ext::sh -c …` and `-oProxyCommand=…` are addresses that run something.
        Arg::Host if text.is_none_or(|text| text.contains("::") || text.starts_with('-') || text.contains("://-")) => {
            Err(gap("an address that may run a program", span))
        }
        Arg::Text | Arg::Read | Arg::Write | Arg::Delete | Arg::Host => Ok(()),
    }
}

pub(super) fn inspected(arg: Arg, text: &str, span: Span) -> Result<(), Gap> {
    let danger = if arg == Arg::Sed { sed_danger(text) } else { awk_danger(text) };
    danger.map_or(Ok(()), |what| Err(gap(what, span)))
}
