//! Shell commands: every part at every depth, each with its own findings.

use std::cell::{Cell, OnceCell};
use std::collections::{BTreeMap, HashMap};

use byleave_shell::{Directory, Kind, Span};

use crate::command::{
    Budget, Count, Item, Simple, Usage, is_harmless_setting, is_harmless_variable, is_ordinary, is_unheeded,
};
use crate::findings::Outcome;
use crate::floors::{self, CommandCall, Files, OnlyReads, Standing, compare, floor_of};
use crate::layers::{AllowedBy, Layers, PlainText, Speakers, no_layer, plain, scene, unruled};
use crate::paths::{Ground, Resolver, base_name};
use crate::programs::{self, Effect, Quirk, Wraps};
use crate::read::{COMMANDS, Subject};
use crate::rules::auto::CommandFacts;
use crate::rules::{Applies, CommandPattern, Context, Pattern, applies, denies};
use crate::tools;
use crate::{CallFacts, Decision, Finding, Mode, Policy, Profile, Reason, Source, Stage, Verdict};

/// How many arguments that do not belong there are named: one is enough to ask.
const MOST_ODD: usize = 16;

/// How many steps judging a command takes beside its words, and how many words and signs take a step.
const COMMAND: usize = 8;
const WORDS: usize = 4;
const SIGNS: usize = 32;

/// What looking for a directory takes.
const DIRECTORY: usize = 16;

pub(super) fn judge(
    call: &CallFacts,
    subject: &Subject<'_>,
    policy: &Policy,
    ground: &Ground<'_>,
    resolver: &dyn Resolver,
    context: Context<'_>,
) -> Decision {
    let mut outcome = Outcome::default();
    arguments(call, &mut outcome);
    let read = match subject {
        Subject::Command(read) => read,
        Subject::Odd => {
            outcome.hard_ask(None, Reason::CommandNotText);
            return outcome.decision();
        }
        Subject::Missing | Subject::Named(_) => {
            outcome.hard_ask(None, Reason::NoCommand);
            return outcome.decision();
        }
    };
    let commands = read.commands();
    let text = commands.script.source();
    let small = plain(text, read.shells(), ground);
    let world = resolver.world();
    let scene = small.as_ref().map(|plain| (plain, scene(plain, &world, ground, policy)));
    let small = match &scene {
        Ok((plain, scene)) => Ok(PlainText::new(plain, scene)),
        Err(gap) => Err(*gap),
    };
    // What finding the commands left over is there for judging them.
    let budget = Budget::with(Budget::of(text.len()).left().saturating_add(commands.left / 2));
    let judge = CommandCall {
        tool: tools::find(&call.tool).map_or(call.tool.as_str(), |tool| tool.name),
        looks: Cell::new(0),
        policy,
        ground,
        context,
        budget: &budget,
        files: Files { ground, policy, resolver, context, budget: &budget },
        commands,
        usages: &commands.usages,
        whole: text.trim(),
        moves: OnceCell::new(),
        small,
    };
    // Most commands have one finding.
    outcome.findings.reserve(commands.simples.len().saturating_add(1));
    judge.run(&mut outcome);
    outcome.decision()
}

/// What stands beside the command.
fn arguments(call: &CallFacts, outcome: &mut Outcome) {
    let mut odd = 0_usize;
    let mut commands = Vec::new();
    for (key, value) in &call.arguments {
        match key.as_str() {
            key if COMMANDS.contains(&key) || key == "command_b64" => commands.push(key),
            "timeout" if value.is_number() || value.is_null() => {}
            "timeout" => outcome.hard_ask(None, Reason::TimeoutNotNumber),
            // They change nothing of what runs.
            "description" | "run_in_background" => {}
            _ => {
                odd = odd.saturating_add(1);
                if odd <= MOST_ODD {
                    outcome.hard_ask(None, Reason::ArgumentBeside(key.clone()));
                }
            }
        }
    }
    if odd > MOST_ODD {
        outcome.hard_ask(None, Reason::ArgumentsBeside(odd.saturating_sub(MOST_ODD)));
    }
    // Which of them the tool runs is its own affair, so none of them is proven.
    if let [first, second, ..] = commands.as_slice() {
        outcome.hard_ask(None, Reason::CommandTwice((*first).to_owned(), (*second).to_owned()));
    }
}

/// A high-risk command that another one comes to when it is spelt out.
struct Hidden<'j> {
    span: Span,
    row: &'j str,
}

impl<'j> CommandCall<'j, '_> {
    fn run(&self, outcome: &mut Outcome) {
        for doubt in &self.commands.doubts {
            outcome.hard_ask(Some(doubt.span), doubt.reason.clone());
        }
        let facts =
            CommandFacts { whole: self.whole, commands: self.commands, usages: self.usages, ground: self.ground };
        for held in self.policy.auto_approve.held(&facts) {
            outcome.add_for_rule(Verdict::Ask, Stage::HardAskFloor, held.rule, held.span, held.reason);
        }
        self.functions(outcome);
        self.missed(outcome);
        let layers =
            Layers { tool: self.tool, policy: self.policy, context: self.context, facts: &facts, plain: self.small };
        let (speakers, asks) = layers.speakers();
        outcome.findings.extend(asks);
        let mode_first =
            self.policy.profile == Profile::OriCore && self.policy.mode == Mode::Yolo && !self.policy.rules_only;
        // One for each command is enough to ask.
        let mut hidden: BTreeMap<usize, Hidden<'j>> = BTreeMap::new();
        let mut owners: Option<HashMap<Span, usize>> = None;
        // From the innermost command outwards: a wrapper depends on what it wraps.
        for index in (0..self.commands.simples.len()).rev() {
            let (Some(simple), Some(usage)) = (self.commands.simples.get(index), self.usages.get(index)) else {
                continue;
            };
            self.floors(simple, usage, outcome);
            // Rules that refuse were looked at all the same; what is left over only decides whether to ask.
            if self.budget.spend(weight(simple)).is_err() {
                continue;
            }
            self.runners(simple, usage, outcome);
            self.unnamed(simple, usage, outcome);
            if simple.possible {
                self.possible(simple, usage, outcome);
                // Only another spelling of a command that is judged by itself.
                if simple.sure
                    && let Some(row) = self.high_risk(simple, usage, None)
                {
                    outcome.high_risk = true;
                    match self.spelt_by(index, &mut owners) {
                        Some(owner) => {
                            hidden.entry(owner).or_insert(Hidden { span: simple.span, row });
                        }
                        None => outcome.named_ask(Some(simple.span), Reason::HighRisk(row.to_owned())),
                    }
                }
                continue;
            }
            let by = speakers.about(&self.commands.simples, index);
            // A rule that spells this very command out satisfies the floor; one on the whole tool does not.
            let rule = by.as_ref().ok().and_then(AllowedBy::pattern);
            // What a word becomes when the text runs, nobody has spelt out.
            let known = || !simple.items.iter().any(Item::is_unknown);
            let spelt = rule.is_some_and(CommandPattern::is_exact) && known();
            if let Some(first) = self.high_risk(simple, usage, None) {
                outcome.high_risk = true;
                let left = if rule.is_none() { Some(first) } else { self.high_risk(simple, usage, rule) };
                if let Some(row) = left {
                    outcome.named_ask(Some(simple.span), Reason::HighRisk(row.to_owned()));
                }
            }
            if let Some(one) = hidden.get(&index).filter(|_| !spelt) {
                outcome.named_ask(Some(one.span), Reason::HighRisk(one.row.to_owned()));
            }
            if by.as_ref().is_ok_and(AllowedBy::is_for_any_text) {
                open_words(simple, usage, outcome);
            }
            let ok = by.is_ok();
            let proven = matches!(by, Ok(AllowedBy::Proof(_)));
            for output in by.iter().flat_map(AllowedBy::outputs) {
                self.write_allowed(Some(output), Some(simple.span), outcome);
            }
            let standing = Standing { allowed: ok, spelt, proven };
            outcome.findings.extend(match (by, &speakers) {
                (Ok(by), _) => Some(if mode_first { by.after_mode() } else { by }.finding(simple.span)),
                (Err(_), Speakers::NotPlain) => effect(simple, usage),
                (Err(gap), Speakers::All(_) | Speakers::Each(_)) => Some(no_layer(gap, simple.span, simple.name())),
            });
            let outside = outcome.outside;
            self.touched(simple, usage, standing, outcome);
            self.mentioned(simple, usage, outcome);
            if self.runs_elsewhere(simple) {
                outcome.outside = outside;
            }
        }
        self.net(outcome);
        for redirect in &self.commands.redirections {
            self.redirect(redirect, &|| OnlyReads::No, outcome);
        }
        for test in &self.commands.tested {
            self.tested(test, outcome);
        }
        if self.budget.is_spent() {
            outcome.hard_ask(None, Reason::TooMuch);
        }
        if self.commands.simples.is_empty() && outcome.findings.is_empty() && !self.whole.is_empty() {
            let words = self.commands.script.nodes().count() > 1;
            if let Err(gap) = self.small {
                outcome.unruled(Some(gap.span), gap.reason.clone());
            } else if words {
                outcome.allow(Source::Safe, None, Reason::RunsNoCommand);
            }
        }
        outcome.findings.reverse();
        outcome.findings.sort_by_key(|finding| finding.span.map_or(0, |span| span.start));
    }

    /// Directories that a `cd` did not reach: what follows it runs where the shell was before.
    fn missed(&self, outcome: &mut Outcome) {
        if !self.sees_project() {
            return;
        }
        let mut seen: Vec<&Directory> = Vec::new();
        let uncertain = self.commands.simples.iter().filter(|simple| simple.directory.uncertain && !simple.possible);
        for simple in uncertain {
            if seen.contains(&&simple.directory) {
                continue;
            }
            seen.push(&simple.directory);
            let Some(path) = self.ground.directory(&simple.directory) else { continue };
            // Each takes a look at the disk, and is compared with those before it.
            if self.budget.spend(DIRECTORY.saturating_add(seen.len())).is_err() {
                return;
            }
            let real = self.files.resolver.resolve(&path);
            if self.files.resolver.is_file(&real) || self.files.resolver.exists(&real) != Some(true) {
                outcome.hard_ask(Some(simple.span), Reason::NoDirectory(path.into_owned()));
            }
        }
    }

    /// Functions that take the place of byleave.
    fn functions(&self, outcome: &mut Outcome) {
        for (_, node) in self.commands.script.nodes() {
            if let Kind::Function { name } = node.kind
                && floors::is_own_name(self.commands.script.text(name))
            {
                outcome.deny(Some(node.span), Reason::OwnFunction);
            }
        }
    }

    /// The row, built in or of the policy, that makes a command ask in every mode, unless a rule spells it out.
    fn high_risk(&self, simple: &Simple<'_>, usage: &Usage, rule: Option<&CommandPattern>) -> Option<&'j str> {
        let spelt = |row: &CommandPattern| rule.is_some_and(|rule| floors::spells_out(rule, row));
        let built_in = floors::high_risk(simple, usage, spelt).map(|row| row.text.as_str());
        let built_in = built_in.filter(|_| !only_tells(simple, usage));
        let data = || floors::destroys_data(simple, usage).filter(|_| !rule.is_some_and(CommandPattern::is_exact));
        let more = || self.risk(simple, usage).filter(|_| !rule.is_some_and(CommandPattern::is_exact));
        let own = || {
            self.policy.high_risk.iter().find_map(|high| match &high.pattern {
                Pattern::Command(row) => (denies(row, simple, usage) && !spelt(row)).then_some(row.text.as_str()),
                Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => None,
            })
        };
        built_in.or_else(data).or_else(more).or_else(own)
    }

    /// Whether this is the machine the project is on, so that what cannot be read there is no answer.
    fn sees_project(&self) -> bool {
        self.files.resolver.sees() && self.files.resolver.exists(&self.ground.project) != Some(false)
    }

    /// The command that another spelling is one of.
    fn spelt_by(&self, index: usize, owners: &mut Option<HashMap<Span, usize>>) -> Option<usize> {
        let outer = |at: &usize| self.commands.simples.get(*at).and_then(|simple| simple.inside);
        let judged = |at: &usize| self.commands.simples.get(*at).is_some_and(|simple| !simple.possible);
        let around = std::iter::successors(Some(index), outer).take(64).find(judged);
        let span = self.commands.simples.get(index).map(|simple| simple.span)?;
        let owners = owners.get_or_insert_with(|| {
            let judged = self.commands.simples.iter().enumerate().filter(|(_, one)| !one.possible);
            // Of several, the first.
            judged.rev().map(|(at, one)| (one.span, at)).collect()
        });
        around.or_else(|| owners.get(&span).copied())
    }

    /// Deny and ask rules, banned commands, and what is never literal enough.
    fn floors(&self, simple: &Simple<'_>, usage: &Usage, outcome: &mut Outcome) {
        if let Some(row) = floors::banned(simple, usage) {
            outcome.deny(Some(simple.span), row);
        }
        let program = if self.policy.rules.is_empty() { None } else { simple.likely_name().map(base_name) };
        let rules = match program {
            _ if self.policy.rules.is_empty() => Vec::new(),
            program => self.policy.rules.refusing_command(program.unwrap_or(""), simple, usage),
        };
        // Many are compared as long as there is room.
        let compared = compare(self.budget, rules.len(), simple).is_ok();
        for rule in rules.into_iter().filter(|_| compared) {
            let about = match &rule.pattern {
                Pattern::Command(pattern) => {
                    denies(pattern, simple, usage) || pattern.whole && pattern.text == self.whole
                }
                Pattern::Tool(tool) => tool == "bash" || tool == self.tool,
                Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => false,
            };
            if applies(rule, &self.context) != Applies::Yes {
                continue;
            }
            if about {
                let (verdict, stage) = floor_of(rule.says);
                outcome.add_rule(verdict, stage, rule, Some(simple.span), None);
            } else if matches!(&rule.pattern, Pattern::Command(pattern) if may_become(pattern, simple, usage)) {
                outcome.may_reach(rule, Some(simple.span));
            }
        }
        if simple.possible {
            return;
        }
        if let Some(first) = simple.items.first()
            && first.text().is_none()
        {
            outcome.hard_ask(Some(first.span), Reason::UnknownCommandWord);
        }
        for (name, span) in &simple.assignments {
            if floors::is_own_name(name) {
                outcome.deny(Some(*span), Reason::OwnVariable(name.to_string()));
            }
            // A variable of the script's own, or how one `read` splits its line.
            let own = !self.policy.rules_only
                && (simple.items.is_empty() && is_ordinary(name) || name == "IFS" && simple.name() == Some("read"));
            let setting = || is_harmless_setting(span.of(self.commands.script.source()));
            let own = own || usage.has(Quirk::PlainEnvironment) && is_unheeded(name) && !self.policy.rules_only;
            if !own && !is_harmless_variable(name) && !setting() {
                outcome.unruled(Some(*span), Reason::SetsVariable(name.to_string()));
            }
        }
    }
}

/// Words that are not known, given to a program that deletes, writes, sends or runs: where nothing but the mode or a rule on the whole
/// tool speaks for it, nobody has seen what it does.
fn open_words(simple: &Simple<'_>, usage: &Usage, outcome: &mut Outcome) {
    // Without its sub-command, what `git` does is what the word says.
    let bare = usage.path.len() == 1 && usage.program.is_some_and(|program| !program.subs().is_empty());
    // What is added to the words of a wrapper may be the command that it runs: `xargs env`.
    let wraps = simple.more_words && usage.entry.is_some_and(|row| row.wraps() != Wraps::No);
    let acts =
        usage.program.is_some() && (bare || wraps || !matches!(usage.effect, Some(Effect::Read | Effect::State)));
    // Files of a list that are written are judged by where the list begins.
    let added = simple.more_words && (bare || wraps || usage.effect != Some(Effect::Write));
    // The value of a plain option, and text in quotes, mean nothing more than they say.
    let inert = |at: usize, item: &Item<'_>| {
        let value = || {
            usage.options.iter().any(|used| used.value.is_some_and(|given| given.at == at) && used.special.is_none())
        };
        item.count == Count::One && value()
    };
    // Of a program that reads, too, a word that it runs has to be known, and so has its sub-command: a pattern is none.
    let first = usage.operands.first().filter(|_| bare).map(|(at, _)| *at);
    let open = |at: usize, item: &Item<'_>| item.is_unknown() || first == Some(at) && item.count == Count::Names;
    let matters = |at: usize| acts || usage.runs_word(at);
    let mut words = simple.items.iter().enumerate().skip(1);
    let word = words.find(|(at, item)| open(*at, item) && matters(*at) && !inert(*at, item)).map(|(_, item)| item.span);
    if let Some(span) = word.or((acts && added).then_some(simple.span)) {
        let what = usage.path.join(" ");
        outcome.hard_ask(Some(span), Reason::UnknownWords(what));
    }
}

/// What a command of a text does that is not plain: the text asks as a whole, and this says which of its parts matter.
fn effect(simple: &Simple<'_>, usage: &Usage) -> Option<Finding> {
    let reason = if let Some(entry) = usage.entry {
        let effect = usage.effect.unwrap_or(usage.own_effect);
        let does = if entry.effect() == effect { entry.does() } else { effect.words() };
        (effect > Effect::Read).then(|| Reason::Does(usage.path.join(" "), does))
    } else {
        simple.name().map(|name| Reason::UnknownProgram(base_name(name).to_owned()))
    };
    reason.map(|reason| unruled(Some(simple.span), reason))
}

/// Whether a command prints its help, or what it would do: `kubectl delete --help`, `git clean -n`. Something else still has to speak for it.
fn only_tells(simple: &Simple<'_>, usage: &Usage) -> bool {
    let Some(entry) = usage.entry else { return false };
    let words: Option<Vec<&str>> = simple.items.iter().map(Item::text).collect();
    let Some(words) = words.filter(|_| !simple.more_words) else { return false };
    let dry = entry.effect() == Effect::Read && entry.name().starts_with('-');
    let named = usage.path.len();
    let program = usage.path.first().and_then(|name| programs::find(name));
    dry || named.saturating_add(1) == words.len()
        && words.last().zip(program).is_some_and(|(last, row)| row.prints(last) || named > 1 && row.prints_after(last))
}

/// How many steps judging a command takes: its words are gone through, and of substitutions in each other all the text.
fn weight(simple: &Simple<'_>) -> usize {
    let open = simple.items.iter().filter(|item| item.is_unknown());
    let signs: usize = open.map(|item| item.shown().len()).sum();
    COMMAND.saturating_add(simple.items.len() / WORDS).saturating_add(signs / SIGNS)
}

/// Whether words that are not known may make a command one that a rule is about: `git $x` may be `git push`.
fn may_become(pattern: &CommandPattern, simple: &Simple<'_>, usage: &Usage) -> bool {
    let named = &pattern.named;
    let open = |item: &Item<'_>| item.is_unknown();
    if named.path.first() != usage.path.first() || named.path.is_empty() || !simple.items.iter().skip(1).any(open) {
        return false;
    }
    let sub = usage.path.len() < named.path.len() && named.path.starts_with(&usage.path);
    let options = usage.path.starts_with(&named.path) && !named.options.is_empty();
    sub || options
}
