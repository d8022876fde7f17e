//! What a rule that allows never covers: tried, not told.

use std::io::Write;

use byleave_policy::paths::Lexical;
use byleave_policy::programs::{Effect, Style, Takes};
use byleave_policy::rules::{Pattern, Rule};
use byleave_policy::{CallFacts, Policy, Verdict, decide};

use crate::failure::Failure;
use crate::record::screen::{Screen, cut, folded};

/// More words of a kind are only counted.
const MOST: usize = 6;

/// Shows what asks, or is refused, in spite of the rules.
pub fn show(out: &mut dyn Write, screen: &Screen, rules: &[Rule], in_force: &Policy) -> Result<(), Failure> {
    let mut kinds: Vec<String> = Vec::new();
    for rule in rules {
        if let Pattern::Command(pattern) = &rule.pattern
            && let Some(before) = pattern.text.strip_suffix(" *")
        {
            kinds.extend(exceptions(before, rule, in_force));
        }
    }
    let commands = rules.iter().any(|rule| matches!(rule.pattern, Pattern::Command(_)));
    writeln!(out, "It never covers")?;
    if commands {
        kinds.push("what else stands on the line, such as `| sh`, `; rm x` or `> file`".to_owned());
        kinds.push("words that are only known when it runs, such as `$(cat list)`".to_owned());
    }
    kinds.push("files that hold secrets, byleave's own files, and what a deny or ask rule names".to_owned());
    for kind in kinds {
        let kind = crate::escape::shown(&kind).into_owned();
        let words = folded(&kind, screen.width.saturating_sub(4)).replace('\n', "\n    ");
        writeln!(out, "  - {words}")?;
    }
    Ok(())
}

/// Options and sub-commands that the rule does not let run, by what they do.
fn exceptions(before: &str, rule: &Rule, in_force: &Policy) -> Vec<String> {
    let words: Vec<&str> = before.split(' ').collect();
    let Some((program, subs)) = words.split_first() else { return Vec::new() };
    let Some(mut row) = in_force.programs.find(program) else { return Vec::new() };
    for sub in subs {
        match row.sub_command(sub) {
            Some(found) => row = found,
            None => break,
        }
    }
    let mut wider = in_force.clone();
    wider.rules.push(rule.clone());
    let asks = |command: &str| {
        let call = CallFacts::bash(command, "/home/dev/project", "/home/dev");
        decide(&call, &wider, &Lexical).verdict != Verdict::Allow
    };
    let mut found: Vec<(Effect, Vec<String>)> = Vec::new();
    let mut add = |effect: Effect, word: String| match found.iter_mut().find(|(known, _)| *known == effect) {
        Some((_, words)) => words.push(word),
        None => found.push((effect, vec![word])),
    };
    for option in row.special() {
        let Some(name) = option.names().split(' ').max_by_key(|name| name.len()) else { continue };
        let single = name.chars().count() == 1 || matches!(row.style(), Style::Single | Style::Find);
        let word = format!("{}{name}", if single { "-" } else { "--" });
        let value = if option.takes() == Takes::Nothing { "" } else { " x" };
        if option.effect() != Effect::Read && asks(&format!("{before} {word}{value}")) {
            add(option.effect(), word);
        }
    }
    for sub in row.subs() {
        if sub.effect() != Effect::Read && asks(&format!("{before} {}", sub.name())) {
            add(sub.effect(), sub.name().to_owned());
        }
    }
    found.sort_by_key(|(effect, _)| std::cmp::Reverse(*effect));
    found.into_iter().map(|(effect, words)| listed(effect, &words)).collect()
}

/// Words of one kind: "what writes: `--target-dir`, 2 more".
fn listed(effect: Effect, words: &[String]) -> String {
    let mut shown: Vec<String> = words.iter().take(MOST).map(|word| format!("`{}`", cut(word, 30))).collect();
    if words.len() > MOST {
        shown.push(format!("{} more", words.len().saturating_sub(MOST)));
    }
    format!("what {}: {}", effect.words(), shown.join(", "))
}
