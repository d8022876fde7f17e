//! Prints what the tables know of programs, one JSON object a line, for tools that make commands out of it.
//!
//! `cargo run -p byleave-policy --example tables`. Used by `scripts/prove` and `scripts/compare-decisions`. An option is
//! `{names, takes, arg, effect}`; names of one letter are short ones. Sub-commands are in `subs`, in the same form.

use byleave_policy::programs::{Arg, Entry, Special, Takes, Wraps, all};
use serde_json::{Value, json};

fn main() {
    for entry in all() {
        println!("{}", program(entry, &mut Vec::new()));
    }
}

/// `seen` are the tables of sub-commands printed already: services of a cloud share theirs, and once is enough.
fn program(entry: Entry, seen: &mut Vec<u32>) -> Value {
    let below = entry.subs().place();
    let mut subs = Vec::new();
    if !seen.contains(&below) {
        seen.push(below);
        subs.extend(entry.subs().map(|sub| program(sub, seen)));
    }
    let letters = entry.flags().chars().map(|letter| plain(&letter.to_string(), Takes::Nothing));
    let valued = entry.values().chars().map(|letter| plain(&letter.to_string(), Takes::Value));
    let long = entry.long().map(|option| plain(option.name, option.takes));
    let special = entry.special().map(more);
    let operands = entry.operands();
    json!({
        "names": entry.names().collect::<Vec<_>>(),
        "effect": name(entry.effect()),
        "style": name(entry.style()),
        "options": letters.chain(valued).chain(long).chain(special).collect::<Vec<_>>(),
        "first": operands.first.map(name::<Arg>),
        "rest": name(operands.rest),
        "last": operands.last.map(name::<Arg>),
        "wraps": match entry.wraps() {
            Wraps::No => Value::Null,
            Wraps::Command(before) => json!({ "kind": "command", "before": before }),
            Wraps::Environment => json!({ "kind": "environment", "before": 0 }),
            Wraps::More => json!({ "kind": "more", "before": 0 }),
            Wraps::Shell(before) => json!({ "kind": "shell", "before": before }),
        },
        "transparent": entry.transparent(),
        "obeys": entry.obeys().collect::<Vec<_>>(),
        "subs": subs,
    })
}

fn plain(names: &str, takes: Takes) -> Value {
    json!({ "names": [names], "takes": name(takes), "arg": name(Arg::Text), "effect": "read", "plain": true })
}

fn more(special: Special) -> Value {
    json!({
        "names": special.names().split_whitespace().collect::<Vec<_>>(),
        "takes": name(special.takes()),
        "arg": name(special.arg()),
        "effect": name(special.effect()),
        "plain": false,
    })
}

/// The name of a variant, in lower case.
fn name<T: std::fmt::Debug>(value: T) -> String {
    format!("{value:?}").to_lowercase()
}
