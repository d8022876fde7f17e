//! What a call may come to run beyond its own text, against the rules that refuse; and a net under all of it.
//!
//! If a call runs something that byleave does not follow (an interpreter, a script that the call writes, an unknown
//! program), byleave looks for the words of each rule in every text of the call that may get there. After a hit it asks
//! and names the rule.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use byleave_shell::{Kind, Shells, Span, Unknown};

use super::words::Words;
use super::{Judge, OnlyReads};
use crate::command::{
    Budget, Input, Item, Reached, Simple, Spent, Sure, Told, Usage, Used, Value, collect_within, may_files, reached,
    words_from,
};
use crate::inspect::{awk_danger, sed_danger};
use crate::judge::files::{Files, Touch, fate_of, floor_of};
use crate::judge::floors;
use crate::judge::outcome::Outcome;
use crate::paths::base_name;
use crate::programs::{self, Arg, Effect, Quirk, Role, Wraps};
use crate::rules::{Applies, CommandPattern, Pattern, Rule, applies, denies};
use crate::{Stage, Verdict};

/// How many steps a command costs beside its words: rules, files and other spellings are looked up for it.
const COMMAND: usize = 40;

/// How many bytes a text counts for beside its length.
const EACH: usize = 200;

/// How many words of a command that may begin anywhere are looked at.
const WORDS: usize = 256;

/// Joining this many words as text takes about the time of a step.
const PUT: usize = 4;

/// How many words of a command that nothing is known of are looked at as files.
const MOST_FILES: usize = 2048;

/// Comparing this many rules with each command costs no steps.
pub(super) const FEW: usize = 4;

/// Comparing this many words with a rule takes about the time of a step.
const COMPARED: usize = 8;

/// Spends the cost of comparing a command with this many rules.
pub(super) fn compare(budget: &Budget, rules: usize, simple: &Simple<'_>) -> Result<(), Spent> {
    if rules <= FEW && simple.items.len() <= COMPARED {
        return Ok(());
    }
    let signs: usize = simple.items.iter().map(|item| item.shown().likely().len()).sum();
    let each = (simple.items.len() / COMPARED).saturating_add(signs / SEARCHED).saturating_add(1);
    budget.spend((rules / 2).saturating_mul(each))
}

/// Searching is faster than reading: this many bytes count as a step.
const SEARCHED: usize = 64;

impl Judge<'_, '_> {
    /// Looks at all that a call may come to run.
    pub(super) fn reached(&self, outcome: &mut Outcome) {
        if self.commands.simples.iter().zip(self.usages).all(|(simple, usage)| is_plain(simple, usage)) {
            return;
        }
        for (simple, usage) in self.commands.different() {
            self.may_reach_files(simple, usage, simple.span, outcome);
        }
        let budget = self.budget;
        let mut found = reached(self.commands, budget);
        self.runners(&mut found);
        self.guessed(&mut found);
        let mut seen: HashSet<String> = HashSet::from([self.whole.to_owned()]);
        let mut known = Words::default();
        let mut queue = found.texts;
        let mut places: Vec<(u32, u32, usize)> = Vec::new();
        if !queue.is_empty() {
            let all = self.commands.simples.iter().enumerate();
            places.extend(all.map(|(at, simple)| (simple.span.start, simple.span.end, at)));
            places.sort_unstable();
            // What is judged as itself is looked at as closely as what it may come to.
            let judged = self.commands.simples.iter().filter(|simple| !simple.possible);
            judged.for_each(|simple| known.add(simple, true));
        }
        let mut loose = found.loose;
        let mut too_much = found.too_much;
        while let Some(told) = queue.pop() {
            if !seen.insert(told.text.clone()) {
                continue;
            }
            if budget.spend_bytes(told.text.len().saturating_add(EACH)).is_err() {
                break;
            }
            let script = byleave_shell::read(told.text.as_bytes());
            if known.has(&script, told.sure) {
                continue;
            }
            let commands = collect_within(&script, Shells::BASH, budget);
            commands.simples.iter().for_each(|simple| known.add(simple, told.sure));
            // What it came to costs as well.
            let words: usize = commands.simples.iter().map(|simple| simple.items.len().saturating_add(COMMAND)).sum();
            if budget.spend(words).is_err() {
                break;
            }
            let Files { ground, policy, resolver, context, .. } = self.files;
            let inner = Judge {
                tool: self.tool,
                looks: self.looks.clone(),
                policy: self.policy,
                ground: self.ground,
                context: self.context,
                budget,
                files: Files { ground, policy, resolver, context, budget },
                commands: &commands,
                usages: &commands.usages,
                whole: self.whole,
                moves: OnceCell::new(),
                small: self.small,
            };
            // What the command itself was asked about already is not asked again.
            let (start, end) = (told.span.start, told.span.end);
            let owner = places.get(places.partition_point(|(from, to, _)| (*from, *to) < (start, end)));
            let owner = owner.filter(|(from, to, _)| (*from, *to) == (start, end));
            let owner = owner.and_then(|(_, _, at)| self.usages.get(*at)).and_then(|usage| usage.path.first().copied());
            inner.told(&told, owner, outcome);
            let mut more = reached(&commands, budget);
            inner.runners(&mut more);
            inner.guessed(&mut more);
            too_much |= more.too_much;
            let of_it = |one: Told| Told { span: told.span, sure: one.sure && told.sure, ..one };
            queue.extend(more.texts.into_iter().map(of_it));
            loose.extend(more.loose.into_iter().map(of_it));
        }
        self.net(&loose, outcome);
        if too_much {
            outcome.hard_ask(None, Budget::TOO_MUCH);
        }
    }

    /// The commands of a text that the call may run.
    fn told(&self, told: &Told, owner: Option<&str>, outcome: &mut Outcome) {
        if let Some(doubt) = self.commands.doubts.iter().find(|doubt| told.sure && doubt.unknown_text) {
            outcome.hard_ask(Some(told.span), doubt.reason.clone());
        }
        for (simple, usage) in self.commands.different() {
            self.ruled_out(simple, usage, told, outcome);
            if told.sure
                && let Some(row) = self.high_risk(simple, usage, None)
                && !self.is_spelt(simple)
            {
                outcome.high_risk = true;
                outcome.named_ask(Some(told.span), format!("high-risk command: `{row}`"));
            }
            self.told_files(simple, usage, told, outcome);
            if told.sure && owner != usage.path.first().copied() && !self.is_spelt(simple) {
                self.brought(simple, usage, outcome);
            }
        }
    }

    /// Deny and ask rules, and what is banned.
    fn ruled_out(&self, simple: &Simple<'_>, usage: &Usage, told: &Told, outcome: &mut Outcome) {
        let span = Some(told.span);
        if let Some(row) = floors::banned(simple, usage) {
            outcome.deny(span, row);
        }
        let program = simple.likely_name().map_or("", base_name);
        let rules = self.policy.rules.refusing_command(program, simple, usage);
        if compare(self.budget, rules.len(), simple).is_err() {
            return;
        }
        for rule in rules {
            let about = match &rule.pattern {
                Pattern::Command(pattern) => denies(pattern, simple, usage),
                Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => false,
            };
            if about && applies(rule, &self.context) == Applies::Yes {
                let (verdict, stage) = floor_of(rule.says);
                outcome.add_rule(verdict, stage, rule, span, format!("`{}` {}", rule.text, fate_of(rule.says)));
            }
        }
    }

    /// Whether a rule of the policy allows exactly these words.
    fn is_spelt(&self, simple: &Simple<'_>) -> bool {
        let words: Option<Vec<&str>> = simple.items.iter().map(Item::text).collect();
        let Some(line) = words.map(|words| words.join(" ")) else { return false };
        let exact = |rule: &Rule| match &rule.pattern {
            Pattern::Command(pattern) => pattern.is_exact() && pattern.text == line,
            Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => false,
        };
        let program = simple.likely_name().map_or("", base_name);
        self.policy.rules.about(program).any(|rule| rule.says == Verdict::Allow && rule.trusted && exact(rule))
    }

    /// Files of such a command, against the rules that refuse and the floors on control files.
    fn told_files(&self, simple: &Simple<'_>, usage: &Usage, told: &Told, outcome: &mut Outcome) {
        let mut scratch = Outcome::default();
        for file in usage.files(simple) {
            let item = simple.items.get(file.at);
            let unknown = item.is_some_and(|item| item.is_unknown() && item.shown().likely() == file.path);
            let touch = Touch {
                path: (!unknown).then_some(&file.path),
                tilde: file.path.starts_with('~'),
                glob: file.path.contains(['*', '?', '[']),
                directory: &simple.directory,
                arg: file.arg,
                span: Some(told.span),
                spelt: !told.sure,
            };
            if !unknown {
                self.files.judge(&touch, &mut scratch);
                if told.sure && file.arg == Arg::Delete && floors::takes_all(usage) && self.holds_all(&touch) {
                    scratch.deny(Some(told.span), "banned: takes the whole project, home or system away");
                }
            }
        }
        for redirect in simple.redirections.iter().chain(&self.commands.redirections) {
            self.redirect(redirect, &|| OnlyReads::No, &mut scratch);
        }
        let floor = |stage: Stage| {
            matches!(stage, Stage::DenyFloor | Stage::HardAskFloor) || told.sure && stage == Stage::NamedAskFloor
        };
        for mut finding in scratch.findings.into_iter().filter(|one| one.verdict > Verdict::Allow && floor(one.stage)) {
            finding.span = Some(told.span);
            outcome.add_once(finding);
        }
        self.may_reach_files(simple, usage, told.span, outcome);
    }

    /// Files that a command may reach although no row says so.
    fn may_reach_files(&self, simple: &Simple<'_>, usage: &Usage, span: Span, outcome: &mut Outcome) {
        // Of so many words each may be a file.
        if usage.entry.is_none() && simple.items.len() > MOST_FILES {
            outcome.hard_ask(Some(simple.span), Budget::TOO_MUCH);
            return;
        }
        if !simple.items.is_empty() && self.budget.spend(1).is_err() {
            return;
        }
        for file in may_files(simple, usage) {
            let span =
                if span == simple.span { simple.items.get(file.at).map_or(span, |item| item.span) } else { span };
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
                glob: file.glob,
                directory: &simple.directory,
                arg: file.arg,
                span: Some(span),
                spelt: false,
            };
            self.files.judge(&touch, &mut scratch);
            for mut finding in scratch.findings {
                let ruled = finding.rule.is_some();
                let outside = finding.stage == Stage::NamedAskFloor && finding.reason.starts_with("writes outside");
                match file.sure {
                    Sure::Certain => {}
                    Sure::Likely if outside => continue,
                    Sure::Likely if ruled => {}
                    Sure::Likely => {
                        finding.verdict = Verdict::Ask;
                        finding.stage = Stage::NamedAskFloor;
                        finding.reason = format!("may touch {path}: {}", finding.reason).into();
                    }
                    Sure::Possible => {
                        let Some(rule) = finding.rule.take() else { continue };
                        finding.verdict = Verdict::Ask;
                        finding.stage = Stage::NamedAskFloor;
                        finding.reason = format!("may reach what `{rule}` rules out").into();
                    }
                }
                outcome.add_once(finding);
            }
        }
    }

    /// Unknown programs may run any of their words: each that a rule names begins a command. What they are given is
    /// searched beside that.
    fn runners(&self, found: &mut Reached<'_>) {
        let script = &*self.commands.script;
        let functions: HashSet<&str> = script
            .nodes()
            .filter_map(|(_, node)| match node.kind {
                Kind::Function { name } => Some(script.text(name)),
                Kind::Script(_)
                | Kind::Simple(_)
                | Kind::Subshell
                | Kind::Group
                | Kind::If
                | Kind::While
                | Kind::Until
                | Kind::For { .. }
                | Kind::Select { .. }
                | Kind::ArithmeticFor
                | Kind::Case { .. }
                | Kind::Clause(_)
                | Kind::Coproc { .. }
                | Kind::Arithmetic { .. }
                | Kind::Conditional { .. }
                | Kind::HereDocument => None,
            })
            .collect();
        for (simple, usage) in self.commands.different() {
            let Some(name) = simple.likely_name() else { continue };
            // A word that became too many to be listed.
            let braces = |item: &Item<'_>| matches!(item.value, Value::Unknown { cause: Unknown::BraceExpansion, .. });
            if simple.items.iter().any(braces) && self.is_of_interest(base_name(name)) {
                found.too_much = true;
            }
            if let Some(text) = code_words(simple, usage) {
                found.loosen(text, simple.span);
            }
            // Other spellings look at the first words of a runner only.
            let long = usage.own_effect == Effect::Run && simple.items.len() > 12;
            if usage.entry.is_some() && !usage.plays(Role::Runner) && !long || functions.contains(name) {
                continue;
            }
            if usage.entry.is_none() && simple.items.len() > 1 {
                let words: Vec<&str> = simple.items.iter().skip(1).map(|item| item.shown().likely()).collect();
                found.loosen(words.join(" "), simple.span);
            }
            // What is put in at run time is the name of no program; of substitutions in each other all would be gone through.
            let put_in = |item: &Item<'_>| item.is_unknown() && item.shown().likely().contains(['$', '`']);
            for (at, item) in simple.items.iter().enumerate().skip(1).filter(|(_, item)| !put_in(item)) {
                let word = item.shown().likely();
                let text = if word.contains(char::is_whitespace) && item.text().is_some() {
                    word.to_owned()
                } else if self.is_of_interest(base_name(word)) {
                    let rest = simple.items.len().saturating_sub(at);
                    found.too_much |= rest > WORDS;
                    // Putting them together takes most of it, told before or not.
                    if self.budget.spend(rest.min(WORDS) / PUT).is_err() {
                        return;
                    }
                    words_from(simple, at, WORDS)
                } else {
                    continue;
                };
                found.tell(text, simple.span, false);
                if self.budget.is_spent() {
                    return;
                }
            }
        }
    }

    /// Whether a rule refuses something of a program, or the program runs others.
    fn is_of_interest(&self, base: &str) -> bool {
        let entry = programs::find(base);
        let disks = base.starts_with("mkfs") || entry.is_some_and(|entry| entry.plays(Role::Disks));
        if base == "byleave" || disks {
            return true;
        }
        if self.policy.rules.refuses_some_of(base) {
            return true;
        }
        let wraps =
            |entry: programs::Entry| entry.wraps() != Wraps::No || entry.special().any(|one| one.arg() == Arg::Shell);
        entry.is_some_and(wraps)
    }

    /// Looks for the words of every rule that refuses in texts that something runs which is not followed.
    fn net(&self, loose: &[Told], outcome: &mut Outcome) {
        let mut rules = self
            .policy
            .rules
            .iter()
            .filter(|rule| rule.says != Verdict::Allow)
            .filter_map(|rule| match &rule.pattern {
                Pattern::Command(pattern) => Some((rule, wanted(pattern)?)),
                Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => None,
            })
            .peekable();
        if loose.is_empty() || rules.peek().is_none() {
            return;
        }
        let rules: Vec<(&Rule, Vec<&str>)> = rules.collect();
        // A thousand rules are found by the first word they name.
        let mut first: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, (_, wanted)) in rules.iter().enumerate() {
            first.entry(wanted.first().copied().unwrap_or("")).or_default().push(index);
        }
        let mut hit: BTreeSet<usize> = BTreeSet::new();
        let mut seen: HashSet<&str> = HashSet::new();
        for told in loose.iter().filter(|told| seen.insert(&told.text)) {
            if self.budget.spend_bytes(told.text.len()).is_err() {
                return;
            }
            let tokens: Vec<&str> =
                told.text.split(|one: char| !is_of_name(one)).filter(|token| !token.is_empty()).collect();
            let set: HashSet<&str> = tokens.iter().copied().collect();
            let mut named: Vec<usize> = set.iter().filter_map(|token| first.get(token)).flatten().copied().collect();
            named.sort_unstable();
            for index in named {
                let Some((rule, wanted)) = rules.get(index).filter(|_| !hit.contains(&index)) else { continue };
                let all = wanted.iter().all(|word| set.contains(word)) && in_order(&tokens, wanted);
                if all && applies_now(rule, self) {
                    hit.insert(index);
                    outcome.may_reach(rule, Some(told.span));
                }
            }
            if !told.text.contains(['"', '\'']) {
                continue;
            }
            // `system("r" + "m x")`: which of the refused ones it is, nothing tells.
            if let Some((rule, _)) = rules.first().filter(|_| puts_together(&told.text)) {
                outcome.may_reach(rule, Some(told.span));
            }
            // `"gi" + "t pu" + "sh"`: a word in pieces.
            let squashed: String = told.text.chars().filter(char::is_ascii_alphanumeric).collect();
            for (index, (rule, wanted)) in rules.iter().enumerate().filter(|(_, (_, wanted))| wanted.len() > 1) {
                if hit.contains(&index) {
                    continue;
                }
                if self.budget.spend((squashed.len() / SEARCHED).saturating_add(1)).is_err() {
                    return;
                }
                let whole: String = wanted.concat().chars().filter(char::is_ascii_alphanumeric).collect();
                if whole.len() > 5 && squashed.contains(&whole) && applies_now(rule, self) {
                    hit.insert(index);
                    outcome.may_reach(rule, Some(told.span));
                }
            }
        }
    }
}

fn applies_now(rule: &Rule, judge: &Judge<'_, '_>) -> bool {
    applies(rule, &judge.context) == Applies::Yes
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
    const RUNS: [&str; 10] =
        ["system(", "popen", "spawn", "subprocess", "child_process", "exec(", "execv", "execSync", "qx", "getRuntime("];
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

/// Whether words stand in a text one after the other, however far apart.
fn in_order(tokens: &[&str], wanted: &[&str]) -> bool {
    let mut tokens = tokens.iter();
    wanted.iter().all(|word| tokens.any(|token| token == word))
}

/// Whether a command can come to nothing but itself: a known program that only reads, every word of it known, nothing put
/// into files or variables, no other directory. Most commands are such.
fn is_plain(simple: &Simple<'_>, usage: &Usage) -> bool {
    let reads = |arg: Arg| matches!(arg, Arg::Text | Arg::Read);
    let option = |used: &Used| {
        used.known
            && used.special.is_none_or(|special| special.effect() == Effect::Read && reads(special.arg()))
            && !matches!(
                used.key.as_ref(),
                "-C" | "-D" | "-d" | "--chdir" | "--directory" | "--cwd" | "--work-tree" | "--prefix"
            )
    };
    let word = |item: &Item<'_>| !item.is_unknown();
    !simple.possible
        && simple.inside.is_none()
        && simple.assignments.is_empty()
        && usage.inner.is_empty()
        && usage.effect == Some(Effect::Read)
        && usage.own_effect == Effect::Read
        && !usage.has(Quirk::Chains)
        && simple.name().is_some_and(|name| !name.contains('/'))
        && simple.input != Input::Unknown
        && !matches!(simple.input, Input::Text(_))
        && simple
            .redirections
            .iter()
            .all(|one| !one.writes() && one.expands.is_none() || one.target.text() == Some("/dev/null"))
        && simple.items.iter().all(word)
        && usage.operands.iter().all(|(_, arg)| reads(*arg))
        && usage.options.iter().all(option)
        && usage.names_looked_for(simple).is_empty()
}

/// The code that a command is given by word: strings of interpreters, programs, settings.
fn code_words(simple: &Simple<'_>, usage: &Usage) -> Option<String> {
    let code = |arg: Arg| matches!(arg, Arg::Code | Arg::Awk | Arg::Sed | Arg::Program | Arg::Setting);
    if usage.own_effect < Effect::Code
        && !usage.options.iter().any(|used| used.special.is_some_and(|special| code(special.arg())))
    {
        let sed = usage.operands.iter().any(|(_, arg)| matches!(arg, Arg::Awk | Arg::Sed));
        if !sed {
            return None;
        }
    }
    // A program that only prints has nothing to be searched for.
    let first = usage.program.and_then(|program| program.operands().first);
    let inert = |text: &&str| match first {
        Some(Arg::Sed) => sed_danger(text).is_none(),
        Some(Arg::Awk) => awk_danger(text).is_none(),
        _ => false,
    };
    let operands = usage.operands.iter().filter(|(_, arg)| code(*arg));
    let operands = operands.filter_map(|(at, _)| simple.items.get(*at)).map(|item| item.shown().likely());
    let values = usage.options.iter().filter(|used| used.special.is_some_and(|special| code(special.arg())));
    let values = values.filter_map(|used| used.text(&simple.items));
    let texts: Vec<&str> = operands
        .chain(values)
        .filter(|text| !inert(text))
        .filter(|text| text.contains(|one: char| !is_of_name(one) && one != '/'))
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}
