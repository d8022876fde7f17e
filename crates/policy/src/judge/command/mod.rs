//! Shell commands: every part at every depth, each with its own findings.

mod layers;
mod redirect;
mod touches;

use byleave_shell::Span;
use serde_json::Value as Json;

use self::layers::{Spoken, report};
use super::files::{Files, floor_of};
use super::floors;
use super::outcome::Outcome;
use crate::command::{Commands, Few, Simple, Usage, collect, is_ordinary};
use crate::file::CommandFacts;
use crate::paths::{Ground, Resolver, base_name};
use crate::rules::{Applies, Context, Known, Pattern, Rule, Says, applies, denies};
use crate::{Call, Decision, Policy, Source, Stage, Verdict};

/// Arguments beside the command that change nothing of what runs.
const NEUTRAL: [&str; 6] = ["command", "cmd", "command_b64", "description", "timeout", "run_in_background"];

/// Variables that only change how output looks or where a run reports.
const HARMLESS_VARIABLES: &[&str] = &[
    "LC_ALL",
    "LANG",
    "LC_CTYPE",
    "LC_COLLATE",
    "LC_NUMERIC",
    "LC_MESSAGES",
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "FORCE_COLOR",
    "CI",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "TZ",
    "COLUMNS",
    "LINES",
    "TERM",
    "CARGO_TERM_COLOR",
    "PYTHONUNBUFFERED",
    "PYTHONDONTWRITEBYTECODE",
    "NODE_ENV",
    "RAILS_ENV",
    "RACK_ENV",
    "MIX_ENV",
    "APP_ENV",
    "NO_UPDATE_NOTIFIER",
    "COLORTERM",
];

pub(super) fn judge(
    call: &Call,
    policy: &Policy,
    ground: &Ground<'_>,
    resolver: &dyn Resolver,
    context: Context<'_>,
) -> Decision {
    let mut outcome = Outcome::default();
    for key in call.arguments.keys().filter(|key| !NEUTRAL.contains(&key.as_str())) {
        outcome.hard_ask(None, format!("argument `{key}` beside the command may change what runs"));
    }
    if call.arguments.get("timeout").is_some_and(|timeout| !timeout.is_number() && !timeout.is_null()) {
        outcome.hard_ask(None, "the timeout is not a number");
    }
    // Which of them the tool runs is its own affair, so none of them is proven.
    if ["command", "cmd", "command_b64"].iter().filter(|key| call.arguments.contains_key(**key)).count() > 1 {
        outcome.hard_ask(None, "the command is given twice");
    }
    let text = match (&call.command_bytes, call.arguments.get("command").or_else(|| call.arguments.get("cmd"))) {
        (Some(bytes), _) => bytes.as_slice(),
        (None, Some(Json::String(text))) => text.as_bytes(),
        (None, Some(_)) => {
            outcome.hard_ask(None, "the command is not text");
            return outcome.decision();
        }
        (None, None) => {
            outcome.hard_ask(None, "no command is given");
            return outcome.decision();
        }
    };
    let script = byleave_shell::read(text);
    let commands = collect(&script);
    let judge = Judge {
        policy,
        ground,
        context,
        files: Files { ground, policy, resolver, context },
        known: Known { commands: &commands, usages: &commands.usages },
        commands: &commands,
        usages: &commands.usages,
        whole: script.source().trim(),
    };
    judge.run(&mut outcome);
    outcome.decision()
}

struct Judge<'j, 'a> {
    policy: &'j Policy,
    ground: &'j Ground<'j>,
    context: Context<'j>,
    files: Files<'j>,
    known: Known<'j, 'a>,
    commands: &'j Commands<'a>,
    usages: &'j [Usage],
    /// The whole command text, for rules on exactly that.
    whole: &'j str,
}

/// How a command stands when its files are judged.
#[derive(Clone, Copy)]
struct Standing {
    /// Something allows it.
    allowed: bool,
    /// A rule spells it out to the letter.
    spelt: bool,
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
        let whole = self.whole_rule(outcome);
        let mut allowed: Few<bool, 16> = Few::new(false);
        self.commands.simples.iter().for_each(|_| allowed.push(false));
        // From the innermost command outwards: a wrapper depends on what it wraps.
        for index in (0..self.commands.simples.len()).rev() {
            let (Some(simple), Some(usage)) = (self.commands.simples.get(index), self.usages.get(index)) else {
                continue;
            };
            self.floors(simple, usage, outcome);
            if simple.possible {
                // Only another spelling of a command that is judged by itself.
                if let Some(slot) = allowed.get_mut(index) {
                    *slot = true;
                }
                continue;
            }
            let spoken = match whole {
                Some(rule) => Spoken::Rule(rule),
                None => self.spoken(index, simple, &allowed, &facts, outcome),
            };
            // A rule on this very command satisfies the floor; one on the whole tool does not.
            let named = matches!(&spoken, Spoken::Rule(rule) if matches!(rule.pattern, Pattern::Command(_)));
            let spelt = matches!(&spoken, Spoken::Rule(rule) if matches!(&rule.pattern, Pattern::Command(pattern) if pattern.is_exact()));
            let risky = self.high_risk(simple, usage);
            outcome.high_risk |= risky.is_some();
            if let (Some(row), false) = (risky, named) {
                outcome.named_ask(Some(simple.span), format!("high-risk command: `{row}`"));
            }
            let ok = !matches!(spoken, Spoken::Nothing(_));
            if let Some(slot) = allowed.get_mut(index) {
                *slot = ok;
            }
            report(simple, spoken, outcome);
            let outside = outcome.outside;
            self.touched(simple, usage, Standing { allowed: ok, spelt }, outcome);
            self.mentioned(simple, usage, outcome);
            if self.runs_elsewhere(simple) {
                outcome.outside = outside;
            }
        }
        for redirect in &self.commands.redirections {
            self.redirect(redirect, outcome);
        }
        for test in &self.commands.tested {
            self.tested(test, outcome);
        }
        if self.commands.simples.is_empty() && outcome.findings.is_empty() && !self.whole.is_empty() {
            let words = self.commands.script.nodes().count() > 1;
            if words {
                outcome.allow(Source::Safe, None, "runs no command");
            }
        }
        outcome.findings.reverse();
        outcome.findings.sort_by_key(|finding| finding.span.map_or(0, |span| span.start));
    }

    /// The row, built in or of the policy, that makes a command ask in every mode.
    fn high_risk(&self, simple: &Simple<'_>, usage: &Usage) -> Option<&'j str> {
        let own = self.policy.high_risk.iter().find(|rule| match &rule.pattern {
            Pattern::Command(pattern) => denies(pattern, simple, usage),
            Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => false,
        });
        floors::high_risk(simple, usage).or_else(|| own.map(|rule| rule.text.as_str()))
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
        let program = simple.likely_name().map_or("", base_name);
        for rule in self.policy.rules.about(program).filter(|rule| rule.says != Says::Allow) {
            let about = match &rule.pattern {
                Pattern::Command(pattern) => {
                    denies(pattern, simple, usage) || pattern.whole && pattern.text == self.whole
                }
                Pattern::Tool(tool) => tool == "bash",
                Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => false,
            };
            if about && applies(rule, &self.context) == Applies::Yes {
                let (verdict, stage) = floor_of(rule.says);
                outcome.add_rule(verdict, stage, rule, Some(simple.span), format!("`{}` is ruled out", rule.text));
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
            // A variable of the script's own, or how one `read` splits its line.
            let own = !self.policy.rules_only
                && (simple.items.is_empty() && is_ordinary(name) || name == "IFS" && simple.name() == Some("read"));
            if !own && !HARMLESS_VARIABLES.contains(&name.as_ref()) {
                outcome.unruled(Some(*span), format!("sets the variable `{name}`"));
            }
        }
    }
}
