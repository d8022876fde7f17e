//! Operands under a rule: code, statements, settings and hosts that a `*` does not cover unseen.

use byleave_shell::Span;

use super::{Gap, gap};
use crate::command::{Item, Simple, Usage};
use crate::inspect::{awk_danger, sed_danger, sql_danger};
use crate::programs::Arg;
use crate::rules::CommandPattern;

/// Programs whose code is SQL, which is looked into.
pub(super) fn is_database(program: Option<&&'static str>) -> bool {
    matches!(program, Some(&("sqlite3" | "psql" | "mysql" | "mariadb" | "duckdb")))
}

/// Judges an operand; SQL is looked into.
pub(super) fn operand_of(usage: &Usage, arg: Arg, item: &Item<'_>) -> Result<(), Gap> {
    if arg == Arg::Code && is_database(usage.path.first()) {
        return match item.text() {
            Some(text) => sql_danger(text).map_or(Ok(()), |what| Err(gap(what, item.span))),
            None => Err(gap("SQL that is not literal", item.span)),
        };
    }
    if item.text().is_some_and(|text| is_plain_operand(usage, arg, text)) {
        return Ok(());
    }
    operand(arg, item)
}

/// Operands that would be run or set something, but only lead into the project or only switch something.
fn is_plain_operand(usage: &Usage, arg: Arg, text: &str) -> bool {
    let within = || !text.starts_with(['/', '~', '-']) && !text.split('/').any(|part| part == "..");
    match (usage.path.as_slice(), arg) {
        (["go", "run"], Arg::Code) => {
            within() && !text.contains('@') && (text.starts_with('.') || text.strip_suffix(".go").is_some())
        }
        (["bun", "run"], Arg::Code) => {
            !text.is_empty()
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':'))
        }
        (["make" | "gmake"], Arg::Setting) => text.split_once('=').is_some_and(|(name, value)| {
            let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            let switch =
                matches!(value, "yes" | "no" | "true" | "false" | "on" | "off" | "y" | "n" | "debug" | "release")
                    || !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            plain && switch
        }),
        _ => false,
    }
}

/// With a rule on addresses, such as `curl https://api.example/*`, every address must fit it.
pub(super) fn hosts(pattern: &CommandPattern, usage: &Usage, simple: &Simple<'_>) -> Result<(), Gap> {
    let Some(address) = pattern.tokens.iter().find(|token| token.star && token.text.contains("://")) else {
        return Ok(());
    };
    for (at, arg) in &usage.operands {
        let Some(item) = simple.items.get(*at).filter(|_| *arg == Arg::Host) else { continue };
        if !crate::glob::matches(&address.text, item.shown()) {
            return Err(gap("an address the rule does not name", item.span));
        }
    }
    Ok(())
}

fn operand(arg: Arg, item: &Item<'_>) -> Result<(), Gap> {
    match arg {
        // A setting is `name=value`; a word without `=` only asks for one.
        Arg::Setting if !item.is_unknown() && !item.shown().contains('=') => Ok(()),
        Arg::Shell | Arg::Code | Arg::Program | Arg::Setting => {
            Err(gap("`*` never stands for something that is run", item.span))
        }
        Arg::Sed | Arg::Awk => match item.text() {
            Some(text) => inspected(arg, text, item.span),
            None => Err(gap("a program that is not literal", item.span)),
        },
        Arg::Read | Arg::Write if item.shown().contains("://") && !item.shown().starts_with("file://") => {
            Err(gap("contacts another machine", item.span))
        }
        // `ext::sh -c …` and `-oProxyCommand=…` are addresses that run something.
        Arg::Host if item.shown().contains("::") || item.shown().starts_with('-') || item.shown().contains("://-") => {
            Err(gap("an address that may run a program", item.span))
        }
        Arg::Text | Arg::Read | Arg::Write | Arg::Delete | Arg::Host => Ok(()),
    }
}

pub(super) fn inspected(arg: Arg, text: &str, span: Span) -> Result<(), Gap> {
    let danger = if arg == Arg::Sed { sed_danger(text) } else { awk_danger(text) };
    danger.map_or(Ok(()), |what| Err(gap(what, span)))
}
