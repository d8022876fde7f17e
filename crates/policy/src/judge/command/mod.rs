//! Shell commands: every part at every depth, each with its own findings.

mod copies;
mod granted;
mod guessed;
mod layers;
mod obeyed;
mod proven;
mod reached;
mod redirect;
mod shadows;
mod small;
mod touches;
mod words;

use std::cell::{Cell, OnceCell};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock};

use byleave_proof::{Plain, Scene};
use byleave_shell::{Directory, Kind, Span, means_the_same_in};

use self::copies::Copies;
use self::layers::{Spoken, report};
use self::proven::{plain, scene};
use self::reached::compare;

use self::touches::Moves;
use super::files::{Files, fate_of, floor_of};
use super::floors;
use super::outcome::Outcome;
use crate::command::{
    Budget, Commands, Few, Item, Simple, Usage, is_harmless_setting, is_harmless_variable, is_ordinary, is_unheeded,
};
use crate::file::CommandFacts;
use crate::must::{Gap, Known, Proof, only_prints, reads_only};
use crate::paths::{Ground, Resolver, base_name};
use crate::programs::{Effect, Quirk};
use crate::read::{COMMANDS, Subject};
use crate::rules::{Applies, CommandPattern, Context, Pattern, Rule, Says, applies, denies};
use crate::tools;
use crate::{CallFacts, Decision, Policy, Side, Source, Stage, Verdict};

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
    side: Side,
) -> Decision {
    let mut outcome = Outcome::default();
    arguments(call, &mut outcome);
    let read = match subject {
        Subject::Command(read) => read,
        Subject::Odd => {
            outcome.hard_ask(None, "the command is not text");
            return outcome.decision();
        }
        Subject::Missing | Subject::Named(_) => {
            outcome.hard_ask(None, "no command is given");
            return outcome.decision();
        }
    };
    let unread = read.unread();
    let readings = read.texts().count().max(1);
    let text = read.first().script.source();
    let small = match side {
        Side::Small => plain(text, read.shells(), ground),
        Side::Old => Err(Gap { reason: "".into(), span: Span::default() }),
    };
    let world = resolver.world();
    let roots = if policy.asks_outside() { &[][..] } else { ANYWHERE.as_slice() };
    let scene = small.as_ref().map(|plain| (plain, scene(plain, &world, ground, roots)));
    let small = match &scene {
        Ok((plain, scene)) => Ok(Small { plain, scene }),
        Err(gap) => Err(*gap),
    };
    for commands in read.texts() {
        if !means_the_same_in(&commands.script, unread) {
            outcome.hard_ask(None, format!("may mean something else in {unread}"));
        }
        // What finding the commands left over is there for judging them; several readings share it.
        let budget = Budget::of(commands.script.source().len()).left().saturating_add(commands.left / 2);
        let budget = Budget::with(budget.checked_div(readings).unwrap_or(budget));
        let judge = Judge {
            tool: tools::find(&call.tool).map_or(call.tool.as_str(), |tool| tool.name),
            looks: Cell::new(0),
            policy,
            ground,
            context,
            budget: &budget,
            files: Files { ground, policy, resolver, context, budget: &budget },
            known: Known { commands, usages: &commands.usages },
            commands,
            usages: &commands.usages,
            whole: commands.script.source().trim(),
            moves: OnceCell::new(),
            side,
            small,
        };
        // Most commands have one finding.
        outcome.findings.reserve(commands.simples.len().saturating_add(1));
        judge.run(&mut outcome);
    }
    outcome.decision()
}

/// What stands beside the command.
fn arguments(call: &CallFacts, outcome: &mut Outcome) {
    let mut odd = 0_usize;
    let mut commands = 0_usize;
    for (key, value) in &call.arguments {
        match key.as_str() {
            key if COMMANDS.contains(&key) || key == "command_b64" => commands = commands.saturating_add(1),
            "timeout" if value.is_number() || value.is_null() => {}
            "timeout" => outcome.hard_ask(None, "the timeout is not a number"),
            // They change nothing of what runs.
            "description" | "run_in_background" => {}
            _ => {
                odd = odd.saturating_add(1);
                if odd <= MOST_ODD {
                    outcome.hard_ask(None, format!("argument `{key}` beside the command may change what runs"));
                }
            }
        }
    }
    if odd > MOST_ODD {
        outcome.hard_ask(None, format!("{} other arguments beside the command", odd.saturating_sub(MOST_ODD)));
    }
    // Which of them the tool runs is its own affair, so none of them is proven.
    if commands > 1 {
        outcome.hard_ask(None, "the command is given twice");
    }
}

pub(super) struct Judge<'j, 'a> {
    /// The tool, by the name that rules and grants on whole tools use.
    tool: &'j str,
    /// How often the disk was looked at for files that no word names.
    pub(super) looks: Cell<u32>,
    policy: &'j Policy,
    ground: &'j Ground<'j>,
    context: Context<'j>,
    /// What may still be spent on judging the call.
    pub(super) budget: &'j Budget,
    pub(super) files: Files<'j>,
    pub(super) known: Known<'j, 'a>,
    pub(super) commands: &'j Commands<'a>,
    pub(super) usages: &'j [Arc<Usage>],
    /// The whole command text, for rules on exactly that.
    whole: &'j str,
    /// What changes the directory, once it is asked for.
    moves: OnceCell<Moves>,
    /// Which side says yes.
    side: Side,
    /// The text as the small side reads it, or why it is not plain.
    small: Result<Small<'j>, &'j Gap>,
}

/// A plain text with the world around it.
#[derive(Clone, Copy)]
pub(super) struct Small<'j> {
    plain: &'j Plain<'j>,
    scene: &'j Scene<'j>,
}

/// Where profiles that do not ask about reading outside the project read.
static ANYWHERE: LazyLock<[String; 1]> = LazyLock::new(|| ["/".to_owned()]);

/// How a command stands when its files are judged.
#[derive(Clone, Copy)]
struct Standing {
    /// Something allows it.
    allowed: bool,
    /// A rule spells it out to the letter.
    spelt: bool,
}

/// A high-risk command that another one comes to when it is spelt out.
struct Hidden<'j> {
    span: Span,
    row: &'j str,
}

impl<'j> Judge<'j, '_> {
    fn run(&self, outcome: &mut Outcome) {
        for doubt in &self.commands.doubts {
            outcome.hard_ask(Some(doubt.span), doubt.reason.clone());
        }
        let facts =
            CommandFacts { whole: self.whole, commands: self.commands, usages: self.usages, ground: self.ground };
        for held in self.policy.auto_approve.held(&facts) {
            outcome.add_rule(Verdict::Ask, Stage::HardAskFloor, held.rule, held.span, held.reason);
        }
        self.functions(outcome);
        self.missed(outcome);
        let layers = match self.side {
            Side::Small => Some(self.layers_by_proof(&facts, outcome)),
            Side::Old => None,
        };
        let whole = if layers.is_none() { self.whole_rule(outcome) } else { None };
        // One for each command is enough to ask.
        let mut hidden: BTreeMap<usize, Hidden<'j>> = BTreeMap::new();
        let mut owners: Option<HashMap<Span, usize>> = None;
        let mut proofs: Few<Option<Proof>, 64> = Few::new(None);
        self.commands.simples.iter().for_each(|_| proofs.push(None));
        let mut copies = Copies::of(self.commands);
        // From the innermost command outwards: a wrapper depends on what it wraps.
        for index in (0..self.commands.simples.len()).rev() {
            let (Some(simple), Some(usage)) = (self.commands.simples.get(index), self.usages.get(index)) else {
                continue;
            };
            // What is found of one counts for all that are the same; the first of them comes last here.
            if self.commands.same_as(index).is_some() {
                continue;
            }
            copies.begin(outcome);
            self.floors(simple, usage, outcome);
            // Rules that refuse were looked at all the same; what is left over only decides whether to ask.
            if self.budget.spend(weight(simple)).is_err() {
                continue;
            }
            if simple.possible {
                // Only another spelling of a command that is judged by itself.
                if simple.sure
                    && let Some(row) = self.high_risk(simple, usage, None)
                {
                    outcome.high_risk = true;
                    match self.spelt_by(index, &mut owners) {
                        Some(owner) => {
                            hidden.entry(owner).or_insert(Hidden { span: simple.span, row });
                        }
                        None => outcome.named_ask(Some(simple.span), format!("high-risk command: `{row}`")),
                    }
                }
                continue;
            }
            let spoken = match (&layers, whole) {
                (Some(layers), _) => layers.of(&self.commands.simples, index),
                (None, Some(rule)) => Spoken::Rule(rule),
                (None, None) => self.spoken(index, simple, &proofs, &facts, outcome),
            };
            // A rule that spells this very command out satisfies the floor; one on the whole tool does not.
            let rule = spoken.command_rule();
            let spelt = rule.is_some_and(CommandPattern::is_exact);
            if let Some(first) = self.high_risk(simple, usage, None) {
                outcome.high_risk = true;
                let left = if rule.is_none() { Some(first) } else { self.high_risk(simple, usage, rule) };
                if let Some(row) = left {
                    outcome.named_ask(Some(simple.span), format!("high-risk command: `{row}`"));
                }
            }
            if let Some(one) = hidden.get(&index).filter(|_| !spelt) {
                outcome.named_ask(Some(one.span), format!("high-risk command: `{}`", one.row));
            }
            let ok = !matches!(spoken, Spoken::Nothing(_));
            if let Some(slot) = proofs.get_mut(index) {
                *slot = ok.then(Proof::given);
            }
            report(simple, self.credited(spoken), outcome);
            let outside = outcome.outside;
            self.touched(simple, usage, Standing { allowed: ok, spelt }, outcome);
            self.mentioned(simple, usage, outcome);
            if self.runs_elsewhere(simple) {
                outcome.outside = outside;
            }
            for (_, copy) in copies.end(index, self.commands, outcome) {
                if let Some(slot) = proofs.get_mut(*copy) {
                    *slot = ok.then(Proof::given);
                }
            }
        }
        self.reached(outcome);
        for redirect in &self.commands.redirections {
            self.redirect(redirect, outcome);
        }
        for test in &self.commands.tested {
            self.tested(test, outcome);
        }
        if self.budget.is_spent() {
            outcome.hard_ask(None, Budget::TOO_MUCH);
        }
        if self.commands.simples.is_empty() && outcome.findings.is_empty() && !self.whole.is_empty() {
            let words = self.commands.script.nodes().count() > 1;
            if let (Side::Small, Err(gap)) = (self.side, self.small) {
                outcome.unruled(Some(gap.span), gap.reason.clone());
            } else if words {
                outcome.allow(Source::Safe, None, "runs no command");
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
                let reason = format!("the directory {path} is not there, so this may run somewhere else");
                outcome.hard_ask(Some(simple.span), reason);
            }
        }
    }

    /// Functions that take the place of byleave.
    fn functions(&self, outcome: &mut Outcome) {
        for (_, node) in self.commands.script.nodes() {
            if let Kind::Function { name } = node.kind
                && floors::is_own_name(self.commands.script.text(name))
            {
                outcome.deny(Some(node.span), "a function in place of byleave");
            }
        }
    }

    /// The row, built in or of the policy, that makes a command ask in every mode, unless a rule spells it out.
    fn high_risk(&self, simple: &Simple<'_>, usage: &Usage, rule: Option<&CommandPattern>) -> Option<&'j str> {
        let spelt = |row: &CommandPattern| rule.is_some_and(|rule| floors::spells_out(rule, row));
        let built_in = floors::high_risk(simple, usage, spelt).map(|row| row.text.as_str());
        let built_in = built_in.filter(|_| !self.only_tells(simple, usage));
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

    /// Whether a command is certain to print its help, or what it would do: `kubectl delete --help`, `git clean -n`.
    fn only_tells(&self, simple: &Simple<'_>, usage: &Usage) -> bool {
        let Some(index) = self.place_of(simple) else { return false };
        let dry = usage.entry.is_some_and(|entry| entry.effect() == Effect::Read && entry.name().starts_with('-'));
        only_prints(&self.known, index) || dry && reads_only(&self.known, index).is_ok()
    }

    /// The place of a command in the list: by where it lies, since looking for it costs too much in a long list.
    fn place_of(&self, simple: &Simple<'_>) -> Option<usize> {
        let all = &self.commands.simples;
        let bytes = std::ptr::from_ref(simple).addr().checked_sub(all.as_ptr().addr())?;
        let index = bytes.checked_div(size_of::<Simple<'_>>())?;
        all.get(index).is_some_and(|one| std::ptr::eq(one, simple)).then_some(index)
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

    /// Whether a rule that matches counts now; one that would, but not by itself now, puts the call to a person.
    fn counts(&self, rule: &Rule, span: Option<Span>, outcome: &mut Outcome) -> bool {
        if !rule.trusted {
            return false;
        }
        match applies(rule, &self.context) {
            Applies::Yes => true,
            Applies::No(_) => false,
            Applies::Asks(reason) => {
                outcome.hard_ask(span, reason);
                false
            }
        }
    }

    /// A rule without wildcard on exactly this text, such as `Bash(pwd && ls)`.
    fn whole_rule(&self, outcome: &mut Outcome) -> Option<&'j Rule> {
        let exact = self.policy.rules.general().find(|rule| match &rule.pattern {
            Pattern::Command(pattern) => rule.says == Says::Allow && pattern.whole && pattern.text == self.whole,
            Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => false,
        });
        let found = exact.or_else(|| self.policy.auto_approve.whole(self.whole));
        found.filter(|rule| self.counts(rule, None, outcome))
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
                outcome.add_rule(
                    verdict,
                    stage,
                    rule,
                    Some(simple.span),
                    format!("`{}` {}", rule.text, fate_of(rule.says)),
                );
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
            outcome.hard_ask(Some(first.span), "the command word is not literal");
        }
        for (name, span) in &simple.assignments {
            if floors::is_own_name(name) {
                outcome.deny(Some(*span), format!("sets `{name}`, a variable of byleave"));
            }
            // A variable of the script's own, or how one `read` splits its line.
            let own = !self.policy.rules_only
                && (simple.items.is_empty() && is_ordinary(name) || name == "IFS" && simple.name() == Some("read"));
            let setting = || is_harmless_setting(span.of(self.commands.script.source()));
            let own = own || usage.has(Quirk::PlainEnvironment) && is_unheeded(name) && !self.policy.rules_only;
            if !own && !is_harmless_variable(name) && !setting() {
                outcome.unruled(Some(*span), format!("sets the variable `{name}`"));
            }
        }
    }
}

/// How many steps judging a command takes: its words are gone through, and of substitutions in each other all the text.
fn weight(simple: &Simple<'_>) -> usize {
    let open = simple.items.iter().filter(|item| item.is_unknown());
    let signs: usize = open.map(|item| item.shown().likely().len()).sum();
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
