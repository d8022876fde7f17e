//! What a call may come to run or touch beyond what its text spells out: against the rules and floors that refuse, never for an allow.

use byleave_shell::Span;

use super::touches::names_control_file;
use super::{CommandCall, OnlyReads, rows as floors};
use crate::command::{Budget, Confidence, Input, Item, Simple, Spent, Usage, possible_names, unnamed_files, usage};
use crate::findings::Outcome;
use crate::floors::files::{Touch, floor_of};
use crate::glob;
use crate::inspect::{awk_acts, sed_acts};
use crate::paths::base_name;
use crate::programs::{self, Arg, Effect, Role};
use crate::rules::{Applies, CommandPattern, Pattern, Rule, applies, denies};
use crate::{Finding, Reason, Stage, Verdict};

/// How many words of a command of which nothing is known are looked at, as files and as the beginnings of commands.
const MOST_WORDS: usize = 2048;

/// Comparing this many rules with each command, and this many words with a rule, costs no steps.
const FEW_RULES: usize = 4;
const FEW_WORDS: usize = 8;

/// Searching is faster than reading: this many bytes count as a step.
const SEARCHED: usize = 64;

/// Spends the cost of comparing a command with this many rules.
pub(crate) fn compare(budget: &Budget, rules: usize, simple: &Simple<'_>) -> Result<(), Spent> {
    if rules <= FEW_RULES && simple.items.len() <= FEW_WORDS {
        return Ok(());
    }
    let signs: usize = simple.items.iter().map(|item| item.shown().len()).sum();
    let each = (simple.items.len() / FEW_WORDS).saturating_add(signs / SEARCHED).saturating_add(1);
    budget.spend((rules / 2).saturating_mul(each))
}

/// What a rule or a floor refuses, if what was read roughly is meant so.
fn as_question(mut finding: Finding) -> Finding {
    if finding.verdict == Verdict::Deny {
        finding.verdict = Verdict::Ask;
        finding.stage = Stage::HardAskFloor;
        if let Some(rule) = finding.rule.take() {
            finding.reason = Reason::MayReach(rule);
        }
    }
    finding
}

impl CommandCall<'_, '_> {
    /// A command that is only another spelling of one that is judged by itself, or that may run: what floors and rules refuse.
    pub(crate) fn possible(&self, simple: &Simple<'_>, usage: &Usage, outcome: &mut Outcome) {
        // What is read roughly names a file only by a path: a pattern in it may be anything.
        let (mut scratch, mut rough) = (Outcome::default(), Outcome::default());
        for file in usage.files(simple) {
            let item = simple.items.get(file.at);
            if item.is_some_and(|item| item.is_unknown() && item.shown() == file.path) {
                continue;
            }
            let touch = Touch {
                path: Some(&file.path),
                tilde: file.path.starts_with('~'),
                glob: file.path.contains(['*', '?', '[']),
                directory: &simple.directory,
                arg: file.arg,
                span: Some(simple.span),
                spelt: !simple.sure,
            };
            self.files.judge(&touch, if simple.sure || !touch.glob { &mut scratch } else { &mut rough });
            if simple.sure && file.arg == Arg::Delete && floors::takes_all(usage) && self.holds_all(&touch) {
                scratch.deny(Some(simple.span), Reason::TakesAll);
            }
        }
        for redirect in &simple.redirections {
            self.redirect(redirect, &|| OnlyReads::No, &mut scratch);
        }
        let floor = |stage: Stage| {
            matches!(stage, Stage::DenyFloor | Stage::HardAskFloor) || simple.sure && stage == Stage::NamedAskFloor
        };
        let found = scratch.findings.into_iter().chain(rough.findings.into_iter().map(as_question));
        for mut finding in found.filter(|one| one.verdict > Verdict::Allow && floor(one.stage)) {
            finding.span = Some(simple.span);
            outcome.add_once(finding);
        }
        if simple.sure {
            let around = simple.inside.and_then(|at| self.usages.get(at)).and_then(|usage| usage.path.first().copied());
            if around != usage.path.first().copied() {
                self.brought(simple, usage, outcome);
            }
        }
    }

    /// Files that a command may reach although no row says so.
    pub(crate) fn unnamed(&self, simple: &Simple<'_>, usage: &Usage, outcome: &mut Outcome) {
        // Of so many words each may be a file.
        if usage.entry.is_none() && simple.items.len() > MOST_WORDS {
            outcome.hard_ask(Some(simple.span), Reason::TooMuch);
            return;
        }
        for file in unnamed_files(simple, usage) {
            let span = simple.items.get(file.at).map_or(simple.span, |item| item.span);
            let Some(path) = file.path.as_deref() else {
                if self.files.refuses() {
                    self.files.anywhere(file.arg, Some(span), outcome);
                }
                continue;
            };
            let mut scratch = Outcome::default();
            let touch = Touch {
                path: Some(path),
                tilde: path.starts_with('~'),
                glob: path.contains(['*', '?', '[']),
                directory: &simple.directory,
                arg: file.arg,
                span: Some(span),
                spelt: false,
            };
            let judged = self.files.judge(&touch, &mut scratch);
            for mut finding in scratch.findings {
                match file.confidence {
                    Confidence::Certain => {}
                    // A pattern in what is read roughly may be no path at all: nobody could approve a deny.
                    Confidence::Likely if finding.rule.is_some() && touch.glob => finding = as_question(finding),
                    Confidence::Likely if finding.rule.is_some() => {}
                    // Being outside is nothing against a word of which nothing is known.
                    Confidence::Likely
                        if judged.outside
                            && finding.stage == Stage::NamedAskFloor
                            && !self.is_special(judged.place.as_deref()) =>
                    {
                        continue;
                    }
                    Confidence::Likely => {
                        finding.verdict = Verdict::Ask;
                        finding.stage = Stage::NamedAskFloor;
                        finding.reason = Reason::MayTouch(path.to_owned(), Box::new(finding.reason));
                    }
                    Confidence::Possible => {
                        let Some(rule) = finding.rule.take() else { continue };
                        finding.verdict = Verdict::Ask;
                        finding.stage = Stage::NamedAskFloor;
                        finding.reason = Reason::MayReach(rule);
                    }
                }
                outcome.add_once(finding);
            }
        }
        self.possibly_named(simple, usage, outcome);
    }

    /// Words that may name a file which a rule refuses, whatever the program makes of them.
    fn possibly_named(&self, simple: &Simple<'_>, usage: &Usage, outcome: &mut Outcome) {
        if !self.files.refuses() {
            return;
        }
        for (path, at) in possible_names(simple, usage) {
            let touch = Touch {
                path: Some(path),
                tilde: path.starts_with('~'),
                glob: path.contains(['*', '?', '[']),
                directory: &simple.directory,
                arg: Arg::Read,
                span: Some(simple.items.get(at).filter(|_| at > 0).map_or(simple.span, |item| item.span)),
                spelt: false,
            };
            let mut scratch = Outcome::default();
            self.files.ruled_out(&touch, &mut scratch);
            scratch.findings.into_iter().map(as_question).for_each(|finding| outcome.add_once(finding));
        }
    }

    /// Whether a place is a secret or a control file.
    fn is_special(&self, place: Option<&str>) -> bool {
        let home = &self.ground.home;
        place.is_some_and(|path| {
            crate::paths::sensitive(path, "", home).is_some() || crate::paths::control(path, home, false).is_some()
        })
    }

    /// Unknown programs, and those that run others, may run any of their words: each that a rule is about begins a command.
    /// A command word that is known in part may be any program that fits.
    pub(crate) fn runners(&self, simple: &Simple<'_>, usage: &Usage, outcome: &mut Outcome) {
        let runs = usage.entry.is_none()
            || usage.own_effect == Effect::Run
            || usage.plays(Role::Runner)
            || usage.plays(Role::RunsAny);
        let span = Some(simple.span);
        if simple.likely_name().is_none()
            && let Some(first) = simple.items.first()
        {
            let pattern = pattern_of(first);
            let name = base_name(&pattern);
            // Of a word that is all unknown nothing can be said: it asks as such.
            let told = name.contains(char::is_alphanumeric);
            let programs = self.policy.rules.refused_programs().filter(|_| told);
            for program in programs.filter(|program| self.budget.spend(1).is_ok() && glob::matches(name, program)) {
                let named = Item::literal(program, first.span).into_owned();
                let rest = simple.items.iter().skip(1).cloned();
                self.ruled_out(std::iter::once(named).chain(rest).collect(), span, outcome);
            }
        }
        if !runs {
            return;
        }
        for (at, item) in simple.items.iter().enumerate().skip(1).take(MOST_WORDS) {
            let word = base_name(item.shown());
            let disks = word.starts_with("mkfs") || programs::plays(word, Role::Disks);
            if item.is_unknown() || !(word == "byleave" || disks || self.policy.rules.refuses_some_of(word)) {
                continue;
            }
            let rest = simple.items.get(at..).unwrap_or(&[]).to_vec();
            if self.budget.spend(rest.len()).is_err() {
                return;
            }
            self.ruled_out(rest, span, outcome);
        }
    }

    /// Deny and ask rules and bans against words that may be a command.
    fn ruled_out(&self, items: Vec<Item<'_>>, span: Option<Span>, outcome: &mut Outcome) {
        let simple = Simple::of_words(items, span.unwrap_or_default());
        let used = usage(&simple).unwrap_or_else(Usage::unknown);
        if let Some(row) = floors::banned(&simple, &used) {
            outcome.deny(span, row);
        }
        let program = simple.likely_name().map_or("", base_name);
        let rules = self.policy.rules.refusing_command(program, &simple, &used);
        if compare(self.budget, rules.len(), &simple).is_err() {
            return;
        }
        for rule in rules.into_iter().filter(|rule| applies(rule, &self.context) == Applies::Yes) {
            if matches!(&rule.pattern, Pattern::Command(pattern) if denies(pattern, &simple, &used)) {
                let (verdict, stage) = floor_of(rule.says);
                outcome.add_rule(verdict, stage, rule, span, None);
            }
        }
    }

    /// Looks for the words of every rule that refuses in texts that something runs which is not followed: code of other
    /// languages, what an unknown program is given, files that the text writes and runs.
    pub(crate) fn net(&self, outcome: &mut Outcome) {
        let mut texts: Vec<(String, Span)> = self.commands.unread.clone();
        for (simple, usage) in self.commands.with_usages() {
            texts.extend(code_of(simple, usage).map(|text| (text, simple.span)));
        }
        for (_, span) in texts.iter().filter(|(text, _)| names_control_file(text)) {
            outcome.named_ask(Some(*span), Reason::CodeOnControlFile);
        }
        texts.sort_unstable_by(|(one, _), (two, _)| one.cmp(two));
        texts.dedup_by(|(one, _), (two, _)| one == two);
        let refuses = self.policy.rules.iter().filter(|rule| rule.says != Verdict::Allow);
        let rules = refuses.filter_map(|rule| match &rule.pattern {
            Pattern::Command(pattern) => Some((rule, wanted(pattern)?)),
            Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => None,
        });
        let rules: Vec<(&Rule, Vec<&str>)> = rules.collect();
        for (text, span) in texts.into_iter().filter(|_| !rules.is_empty()) {
            let tokens: Vec<&str> =
                text.split(|one: char| !is_of_name(one)).filter(|token| !token.is_empty()).collect();
            let squashed: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
            let quotes = text.contains(['"', '\'']);
            for (rule, wanted) in &rules {
                if self.budget.spend((text.len() / SEARCHED).saturating_add(1)).is_err() {
                    return;
                }
                let mut rest = tokens.iter();
                let named = wanted.iter().all(|word| rest.any(|token| token == word));
                // `"gi" + "t pu" + "sh"`: a word in pieces.
                let whole: String = wanted.concat().chars().filter(char::is_ascii_alphanumeric).collect();
                let pieces = quotes && whole.len() > 5 && squashed.contains(&whole);
                // `system("r" + "m x")`: which of the refused ones it is, nothing tells.
                let made = || quotes && puts_together(&text);
                if (named || pieces || made()) && applies(rule, &self.context) == Applies::Yes {
                    outcome.may_reach(rule, Some(span));
                }
            }
        }
    }
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
