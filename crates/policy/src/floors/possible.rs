//! What a call may come to run or touch beyond what its text spells out: against the rules and floors that refuse, never for an allow.

use byleave_shell::Span;

use super::command::{compare, high_risk};
use super::files::Touch;
use super::touches::{holds_all, names_control_file};
use super::{CommandCall, OnlyReads, archives, redirect, rows};
use crate::budget::{cost, limit};
use crate::command::{Confidence, Input, Item, Simple, Standing, Usage, possible_names, unnamed_files, usage};
use crate::findings::Findings;
use crate::glob;
use crate::inspect::{awk_acts, sed_acts};
use crate::paths::base_name;
use crate::programs::{self, Arg, Effect, Role};
use crate::rules::{Applies, CommandPattern, Pattern, Rule, applies, denies};
use crate::{Finding, Reason, Stage, Verdict};

/// What a rule or a floor refuses, if what was read roughly is meant so.
fn as_question(mut one: Finding) -> Finding {
    if one.verdict != Verdict::Deny {
        return one;
    }
    let reason = one.rule.take().map_or(one.reason, Reason::MayReach);
    Finding { verdict: Verdict::Ask, stage: Stage::HardAskFloor, reason, ..one }
}

/// A command that is only another spelling of one that is judged by itself, or that may run: what floors and rules refuse.
pub(crate) fn possible(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage) -> Findings {
    let mut found = Findings::default();
    let guessed = simple.standing == Standing::Guess;
    for file in usage.files(simple) {
        let item = simple.items.get(file.at);
        if item.is_some_and(|item| item.is_unknown() && item.shown() == file.path) {
            continue;
        }
        let touch = Touch::of(&file.path, &simple.directory, file.arg, Some(simple.span));
        let judged = call.files.judge(&Touch { spelt: guessed, ..touch }).findings;
        // What is read roughly names a file only by a path: a pattern in it may be anything.
        let rough = guessed && touch.glob;
        found.join(judged.filter_map(|one| Some(if rough { as_question(one) } else { one })));
        if !guessed && file.arg == Arg::Delete && rows::takes_all(usage) && holds_all(call, &touch) {
            found.add(Finding::deny(Some(simple.span), Reason::TakesAll));
        }
    }
    for one in &simple.redirections {
        found.join(redirect::redirect(call, one, &|| OnlyReads::No));
    }
    let mut found = found.filter_map(|one| {
        let floor = match one.stage {
            Stage::DenyFloor | Stage::HardAskFloor => true,
            Stage::NamedAskFloor => !guessed,
            Stage::Read | Stage::Layers => false,
        };
        (floor && one.verdict > Verdict::Allow).then_some(Finding { span: Some(simple.span), ..one })
    });
    let around = simple.inside.and_then(|at| call.commands.usage(at)).and_then(|usage| usage.path.first().copied());
    if !guessed && around != usage.path.first().copied() {
        found.extend(archives::brought(call, simple, usage));
    }
    if let Some(row) = high_risk(call, simple, usage, None).filter(|_| !guessed) {
        found.high_risk = true;
        found.add(Finding::named_ask(Some(simple.span), Reason::HighRisk(row.to_owned())));
    }
    // Whether it leads out of the project is told by the command that it is a spelling of.
    found.outside = false;
    found
}

/// Files that a command may reach although no row says so.
pub(crate) fn unnamed(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage) -> Findings {
    // Of so many words each may be a file.
    if usage.entry.is_none() && simple.items.len() > limit::POSSIBLE_WORDS {
        return Finding::hard_ask(Some(simple.span), Reason::TooMuch).into();
    }
    let mut found = Findings::default();
    for file in unnamed_files(simple, usage) {
        let span = simple.items.get(file.at).map_or(simple.span, |item| item.span);
        let Some(path) = file.path.as_deref() else {
            if call.files.refuses() {
                found.join(call.files.anywhere(file.arg, Some(span)));
            }
            continue;
        };
        let touch = Touch::of(path, &simple.directory, file.arg, Some(span));
        let mut judged = call.files.judge(&touch);
        let findings = std::mem::take(&mut judged.findings);
        let nowhere = judged.outside && !is_special(call, judged.place.as_deref());
        found.join(findings.filter_map(|one| as_confidently(one, file.confidence, &touch, nowhere)));
    }
    found.join(possibly_named(call, simple, usage));
    found.outside = false;
    found
}

/// Words that may name a file which a rule refuses, whatever the program makes of them.
fn possibly_named(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage) -> Findings {
    let mut found = Findings::default();
    let names = if call.files.refuses() { possible_names(simple, usage) } else { Vec::new() };
    for (path, at) in names {
        let span = simple.items.get(at).filter(|_| at > 0).map_or(simple.span, |item| item.span);
        let touch = Touch::of(path, &simple.directory, Arg::Read, Some(span));
        found.join(call.files.ruled_out(&touch).filter_map(|one| Some(as_question(one))));
    }
    found
}

/// What was found of a file, as far as it is known that it is one. `nowhere`: it is outside the project, and nothing else is known of it.
fn as_confidently(mut one: Finding, confidence: Confidence, touch: &Touch<'_>, nowhere: bool) -> Option<Finding> {
    match confidence {
        Confidence::Certain => Some(one),
        // A pattern in what is read roughly may be no path at all: nobody could approve a deny.
        Confidence::Likely if one.rule.is_some() => Some(if touch.glob { as_question(one) } else { one }),
        // Being outside is nothing against a word of which nothing is known.
        Confidence::Likely if nowhere && one.stage == Stage::NamedAskFloor => None,
        Confidence::Likely => {
            let reason = Reason::MayTouch(touch.path.unwrap_or_default().to_owned(), Box::new(one.reason));
            Some(Finding { verdict: Verdict::Ask, stage: Stage::NamedAskFloor, reason, ..one })
        }
        Confidence::Possible => {
            let reason = Reason::MayReach(one.rule.take()?);
            Some(Finding { verdict: Verdict::Ask, stage: Stage::NamedAskFloor, reason, ..one })
        }
    }
}

/// Whether a place is a secret or a control file.
fn is_special(call: &CommandCall<'_, '_>, place: Option<&str>) -> bool {
    let home = &call.ground.home;
    place.is_some_and(|path| {
        crate::paths::sensitive(path, "", home).is_some() || crate::paths::control(path, home, false).is_some()
    })
}

/// Unknown programs, and those that run others, may run any of their words: each that a rule is about begins a command.
/// A command word that is known in part may be any program that fits.
pub(crate) fn runners(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage) -> Findings {
    let mut found = Findings::default();
    let rules = &call.policy.rules;
    let runs = usage.entry.is_none()
        || usage.own_effect == Effect::Run
        || usage.plays(Role::Runner)
        || usage.plays(Role::RunsAny);
    if simple.likely_name().is_none()
        && let Some(first) = simple.items.first()
    {
        let pattern = pattern_of(first);
        let name = base_name(&pattern);
        // Of a word that is all unknown nothing can be said: it asks as such.
        let told = name.contains(char::is_alphanumeric);
        let programs = rules.refused_programs().filter(|_| told);
        for program in programs.filter(|program| call.budget.spend(1).is_ok() && glob::matches(name, program)) {
            let named = Item::literal(program, first.span).into_owned();
            let rest = simple.items.iter().skip(1).cloned();
            found.join(ruled_out(call, std::iter::once(named).chain(rest).collect(), simple.span));
        }
    }
    for (at, item) in simple.items.iter().enumerate().skip(1).take(limit::POSSIBLE_WORDS).filter(|_| runs) {
        let word = base_name(item.shown());
        let disks = word.starts_with("mkfs") || programs::plays(word, Role::Disks);
        if item.is_unknown() || !(word == "byleave" || disks || rules.refuses_some_of(word)) {
            continue;
        }
        let rest = simple.items.get(at..).unwrap_or(&[]).to_vec();
        if call.budget.spend(rest.len()).is_err() {
            break;
        }
        found.join(ruled_out(call, rest, simple.span));
    }
    found
}

/// Deny and ask rules and bans against words that may be a command.
fn ruled_out(call: &CommandCall<'_, '_>, items: Vec<Item<'_>>, span: Span) -> Findings {
    let simple = Simple::of_words(items, span);
    let used = usage(&simple).unwrap_or_else(Usage::unknown);
    let mut found = Findings::default();
    found.extend(rows::banned(&simple, &used).map(|row| Finding::deny(Some(span), row)));
    let program = simple.likely_name().map_or("", base_name);
    let rules = call.policy.rules.refusing_command(program, &simple, &used);
    if compare(call.budget, rules.len(), &simple).is_err() {
        return found;
    }
    let denies = |rule: &&Rule| matches!(&rule.pattern, Pattern::Command(pattern) if denies(pattern, &simple, &used));
    for rule in rules.into_iter().filter(denies).filter(|rule| applies(rule, &call.context) == Applies::Yes) {
        found.join(Findings::refused(rule, Some(span), None));
    }
    found
}

/// Looks for the words of every rule that refuses in texts that something runs which is not followed: code of other
/// languages, what an unknown program is given, files that the text writes and runs.
pub(crate) fn net(call: &CommandCall<'_, '_>) -> Findings {
    let mut texts: Vec<(String, Span)> = call.commands.unread.clone();
    for (simple, usage) in call.commands.with_usages() {
        texts.extend(code_of(simple, usage).map(|text| (text, simple.span)));
    }
    let mut found = Findings::default();
    let control = texts.iter().filter(|(text, _)| names_control_file(text));
    found.extend(control.map(|(_, span)| Finding::named_ask(Some(*span), Reason::CodeOnControlFile)));
    texts.sort_unstable_by(|(one, _), (two, _)| one.cmp(two));
    texts.dedup_by(|(one, _), (two, _)| one == two);
    let refuses = call.policy.rules.iter().filter(|rule| rule.says != Verdict::Allow);
    let rules = refuses.filter_map(|rule| match &rule.pattern {
        Pattern::Command(pattern) => Some((rule, wanted(pattern)?)),
        Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => None,
    });
    let rules: Vec<(&Rule, Vec<&str>)> = rules.collect();
    for (text, span) in texts.into_iter().filter(|_| !rules.is_empty()) {
        let tokens: Vec<&str> = text.split(|one: char| !is_of_name(one)).filter(|token| !token.is_empty()).collect();
        let squashed: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        let quotes = text.contains(['"', '\'']);
        for (rule, wanted) in &rules {
            if call.budget.spend((text.len() / cost::SEARCHED).saturating_add(1)).is_err() {
                return found;
            }
            let mut rest = tokens.iter();
            let named = wanted.iter().all(|word| rest.any(|token| token == word));
            // `"gi" + "t pu" + "sh"`: a word in pieces.
            let whole: String = wanted.concat().chars().filter(char::is_ascii_alphanumeric).collect();
            let pieces = quotes && whole.len() > 5 && squashed.contains(&whole);
            // `system("r" + "m x")`: which of the refused ones it is, nothing tells.
            let made = || quotes && puts_together(&text);
            if (named || pieces || made()) && applies(rule, &call.context) == Applies::Yes {
                found.join(Findings::may_reach(rule, Some(span)));
            }
        }
    }
    found
}

/// The program that a rule names, and its sub-commands.
fn wanted(pattern: &CommandPattern) -> Option<Vec<&str>> {
    let count = pattern.named.path.len().max(1);
    let plain = pattern.tokens.iter().take(count).take_while(|token| !token.star && !token.text.starts_with('-'));
    let words: Vec<&str> = plain.map(|token| base_name(&token.text)).collect();
    (!words.is_empty()).then_some(words)
}

/// Whether code runs a command that it makes out of pieces.
fn puts_together(text: &str) -> bool {
    const RUNS: [&str; 9] =
        ["system(", "popen", "spawn", "subprocess", "child_process", "exec(", "execv", "qx", "getRuntime("];
    const MAKES: [&str; 16] = [
        "\"+",
        "'+",
        "\" +",
        "' +",
        "\".\"",
        "'.'",
        "\" . ",
        "' . ",
        "chr(",
        "fromCharCode",
        "join(",
        "b64",
        "decode(",
        "pack(",
        "[::-1]",
        "reverse",
    ];
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    has(&RUNS) && has(&MAKES)
}

fn is_of_name(one: char) -> bool {
    one.is_alphanumeric() || matches!(one, '_' | '-' | '+' | '.')
}

/// A word as a pattern: whatever comes in at run time is a star.
fn pattern_of(item: &Item<'_>) -> String {
    let mut out = String::new();
    let mut signs = item.shown().chars().peekable();
    while let Some(sign) = signs.next() {
        let close = match (sign, signs.peek()) {
            ('$', Some('{')) => '}',
            ('$', Some('(')) => ')',
            ('`', _) => '`',
            ('$', _) => {
                while signs.next_if(|one| one.is_alphanumeric() || *one == '_').is_some() {}
                out.push('*');
                continue;
            }
            (other, _) => {
                out.push(other);
                continue;
            }
        };
        // Of brackets in brackets the rest may be anything, too.
        signs.by_ref().find(|one| *one == close);
        out.push('*');
    }
    out
}

/// What a command is given that it may run and that is no shell text: code in its words and on its input.
fn code_of(simple: &Simple<'_>, usage: &Usage) -> Option<String> {
    let words = |from: usize| simple.items.iter().skip(from).map(Item::shown);
    let input = if let Input::Text(text) = &simple.input { text.as_ref() } else { "" };
    if usage.entry.is_none() {
        let text = words(1).chain([input]).collect::<Vec<_>>().join("\n");
        return simple.likely_name().filter(|_| !text.trim().is_empty()).map(|_| text);
    }
    let code = |arg: Arg| matches!(arg, Arg::Code | Arg::Awk | Arg::Sed | Arg::Program | Arg::Setting);
    let values = usage.options.iter().filter(|used| used.special.is_some_and(|special| code(special.arg())));
    let first = usage.program.and_then(|program| program.operands().first);
    // A program that only prints has nothing to be searched for.
    let inert = |text: &&str| match first {
        Some(Arg::Sed) => !sed_acts(text),
        Some(Arg::Awk) => !awk_acts(text),
        _ => false,
    };
    let operands = usage.operands.iter().filter(|(_, arg)| code(*arg)).filter_map(|(at, _)| simple.items.get(*at));
    let operands = operands.map(Item::shown);
    let values = values.filter_map(|used| used.text(&simple.items));
    let input = Some(input).filter(|_| usage.own_effect >= Effect::Code || usage.plays(Role::ReadsCode));
    let texts = operands.chain(values).filter(|text| !inert(text)).chain(input);
    let texts: Vec<&str> = texts.filter(|text| text.contains(|one: char| !is_of_name(one) && one != '/')).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}
