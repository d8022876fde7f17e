//! A row as text again, in the format of the tables.

use std::fmt;

use super::kinds::{Arg, Effect, Ends, Known, Missing, Style, Takes, Wraps};
use super::source::{Choice, Facts, Row};
use super::table::Entry;

/// Lines of options are not much longer than this.
const WIDE: usize = 100;

impl Entry {
    /// The row with all that stands below it, as it could stand in a table.
    #[must_use]
    pub fn to_table(self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write_row(&mut text, &self.unpacked(), 0);
        text
    }
}

fn write_row(out: &mut dyn fmt::Write, row: &Row, depth: usize) -> fmt::Result {
    let indent = "  ".repeat(depth);
    let with = if row.is_conditional() { "with " } else { "" };
    let names: Vec<&str> = row.names.iter().map(|name| if name.is_empty() { "nothing" } else { name }).collect();
    let head = format!("{indent}{with}{}", names.join(","));
    writeln!(out, "{head:<30}  {}", row.effect.word())?;
    let inside = "  ".repeat(depth.saturating_add(1));
    for line in facts(&row.facts, row.effect) {
        writeln!(out, "{inside}{line}")?;
    }
    row.facts.subs.iter().try_for_each(|sub| write_row(out, sub, depth.saturating_add(1)))
}

fn facts(facts: &Facts, effect: Effect) -> Vec<String> {
    let mut lines = Vec::new();
    let usual = Facts::of(effect);
    let mut say = |key: &str, value: &str| lines.push(format!("{key}: {value}"));
    if facts.style != Style::Gnu {
        say("style", facts.style.word());
    }
    if facts.ends != Ends::Dashes {
        say("ends", facts.ends.word());
    }
    if facts.operands.rest != usual.operands.rest {
        say("operands", facts.operands.rest.word());
    }
    let unless = |by: &[String]| {
        let by: Vec<String> = by.iter().map(|name| dashed(name, facts.style)).collect();
        if by.is_empty() { String::new() } else { format!(" unless {}", by.join(" ")) }
    };
    if let Some(first) = facts.operands.first {
        say("first", &(first.word().to_owned() + &unless(&facts.operands.first_by)));
    }
    if let Some(last) = facts.operands.last {
        say("last", &(last.word().to_owned() + &unless(&facts.operands.last_by)));
    }
    let counted = |word: &str, skip: u8| if skip == 0 { word.to_owned() } else { format!("{word} {skip}") };
    match facts.wraps {
        Wraps::No => {}
        Wraps::Command(skip) => say("wraps", &counted("command", skip)),
        Wraps::Shell(skip) => say("wraps", &counted("shell", skip)),
        Wraps::Environment => say("wraps", "environment"),
        Wraps::More => say("wraps", "more"),
    }
    for (key, is) in [("transparent", facts.transparent), ("lists", facts.lists)] {
        if is {
            say(key, "yes");
        }
    }
    for (key, known) in [("abbreviates", facts.abbreviates), ("inherits", facts.inherits)] {
        if known != Known::Unknown {
            say(key, known.word());
        }
    }
    if facts.missing != Missing::Unknown {
        say("missing", facts.missing.word());
    }
    let obeys = if facts.usual { "obeys-usually" } else { "obeys" };
    let lists = [("prints", &facts.prints), ("prints-after", &facts.prints_after), (obeys, &facts.obeys)];
    for (key, words) in lists.into_iter().chain([("whole", &facts.whole)]) {
        if !words.is_empty() {
            say(key, &words.join(" "));
        }
    }
    if !facts.quirks.is_empty() {
        let words: Vec<&str> = facts.quirks.iter().map(|quirk| quirk.word()).collect();
        say("quirks", &words.join(" "));
    }
    if !facts.roles.is_empty() {
        let words: Vec<&str> = facts.roles.iter().map(|role| role.word()).collect();
        say("roles", &words.join(" "));
    }
    for (key, words) in facts.rare.iter().filter_map(|line| line.split_once(' ')) {
        say(key, words);
    }
    if !facts.directory.is_empty() {
        let names: Vec<String> = facts.directory.iter().map(|name| dashed(name, facts.style)).collect();
        say("directory", &names.join(" "));
    }
    facts.same.iter().for_each(|same| say("same", same));
    facts.plain.iter().for_each(|plain| say("plain", plain));
    facts.covered.iter().for_each(|covered| say("covered", covered));
    plain(facts, &mut lines);
    lines.extend(facts.special.iter().map(|choice| special(choice, facts.style)));
    lines
}

/// Plain options, as many to a line as fit.
fn plain(facts: &Facts, lines: &mut Vec<String>) {
    let believed = |letter: char| if facts.believed.contains(letter) { "~" } else { "" };
    let flags = facts.flags.chars().map(|letter| format!("-{letter}"));
    let values = facts.values.chars().map(|letter| format!("-{letter}={}", believed(letter)));
    let long = facts.long.iter().map(|long| {
        let name = if long.name.chars().count() == 1 && facts.style != Style::Keys {
            format!("--{}", long.name)
        } else {
            dashed(&long.name, facts.style)
        };
        format!("{name}{}", arity(long.takes, long.believed))
    });
    let mut line = String::new();
    for option in flags.chain(values).chain(long) {
        if !line.is_empty() && line.len().saturating_add(option.len()) > WIDE {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&option);
    }
    if !line.is_empty() {
        lines.push(line);
    }
}

fn special(choice: &Choice, style: Style) -> String {
    let names: Vec<String> = choice.names.iter().map(|name| dashed(name, style)).collect();
    let arg = if choice.arg == Arg::Text { String::new() } else { format!(" {}", choice.arg.word()) };
    let operands = choice.operands.map(|made| format!(" operands={}", made.word())).unwrap_or_default();
    let spelt = format!("{}{}", names.join(","), arity(choice.takes, choice.believed));
    format!("{spelt:<28}  {}{arg}{operands}", choice.effect.word())
}

fn arity(takes: Takes, believed: bool) -> String {
    format!("{}{}", takes.word(), if believed { "~" } else { "" })
}

fn dashed(name: &str, style: Style) -> String {
    match (style, name.chars().count()) {
        _ if matches!(name, "+" | "@") => name.to_owned(),
        (Style::Keys, _) => name.to_owned(),
        (_, 1) | (Style::Single | Style::Find, _) => format!("-{name}"),
        _ => format!("--{name}"),
    }
}
