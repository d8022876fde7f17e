//! What speaks for a simple command: rules, what is proven to only read, the mode.

use crate::command::{Simple, Usage};
use crate::file::CommandFacts;
use crate::grant::Grant;
use crate::judge::grants;
use crate::judge::outcome::Outcome;
use crate::must::{Gap, Proof, covers, only_prints, reads_only};
use crate::paths::plain_name;
use crate::rules::{CommandPattern, Pattern, Rule, Says};
use crate::{Mode, Profile, Source, Stage, Verdict};

use super::Judge;
use super::reached::compare;

/// Whether a command is grammar rather than a program.
fn is_free(name: &str) -> bool {
    matches!(name, ":" | "true" | "false" | "break" | "continue" | "wait")
}

/// What speaks for one simple command.
#[derive(Clone)]
pub(super) enum Spoken<'r> {
    Rule(&'r Rule),
    Safe(&'static str),
    Grant(&'r Grant),
    Mode,
    /// The tool says of itself that it needs no approval.
    Tool,
    /// A transparent wrapper around commands that are allowed.
    Inside,
    Nothing(Option<Gap>),
}

impl<'r> Spoken<'r> {
    /// The rule on commands that speaks.
    pub(super) const fn command_rule(&self) -> Option<&'r CommandPattern> {
        match self {
            Self::Rule(Rule { pattern: Pattern::Command(pattern), .. }) => Some(pattern),
            Self::Rule(_)
            | Self::Safe(_)
            | Self::Grant(_)
            | Self::Mode
            | Self::Tool
            | Self::Inside
            | Self::Nothing(_) => None,
        }
    }
}

impl Spoken<'_> {
    pub(super) const fn speaks(&self) -> bool {
        !matches!(self, Self::Nothing(_))
    }
}

impl<'j> Judge<'j, '_> {
    pub(super) fn spoken(
        &self,
        index: usize,
        simple: &Simple<'_>,
        proofs: &[Option<Proof>],
        facts: &CommandFacts<'_, '_>,
        outcome: &mut Outcome,
    ) -> Spoken<'j> {
        if simple.items.is_empty() {
            return Spoken::Safe("runs no program");
        }
        let plain = || simple.items.iter().skip(1).all(|item| item.text().is_some_and(|text| !text.starts_with('-')));
        let free = |simple: &Simple<'_>| simple.name().is_some_and(is_free);
        // In the other profiles a call made only of these still goes to a person, as every command does there.
        let counts =
            self.policy.rules_only || self.policy.allows_proven_reads() || !self.commands.simples.iter().all(free);
        if counts && free(simple) && plain() {
            return Spoken::Safe("part of the shell's grammar");
        }
        let mut first_gap = None;
        let mut covering: Vec<&'j Rule> = Vec::new();
        let rules = if self.policy.rules.is_empty() { Vec::new() } else { self.rules_about(index, simple) };
        let compared = compare(self.budget, rules.len().saturating_mul(2), simple).is_ok();
        for rule in rules.into_iter().filter(|rule| compared && rule.says == Says::Allow) {
            let verdict = match &rule.pattern {
                Pattern::Tool(tool) if tool == self.tool && rule.when.is_empty() => Ok(true),
                Pattern::Command(pattern) if rule.when.is_empty() => self.rule_covers(pattern, index, simple),
                Pattern::Tool(_)
                | Pattern::Command(_)
                | Pattern::Subject { .. }
                | Pattern::Domain(_)
                | Pattern::Mcp(_) => Ok(false),
            };
            match verdict {
                Ok(true) => covering.push(rule),
                Ok(false) => {}
                Err(gap) => first_gap = first_gap.or(Some(gap)),
            }
        }
        // The one that says most about the command speaks for it, wherever it stands: what a floor wants spelt out may be
        // spelt out by one of several.
        covering.sort_by_key(|rule| std::cmp::Reverse(said(rule)));
        for rule in covering {
            if self.counts(rule, Some(simple.span), outcome) {
                return Spoken::Rule(rule);
            }
        }
        let leaves = if self.policy.auto_approve.tools.is_empty() {
            Vec::new()
        } else {
            self.policy.auto_approve.leaves(facts, index)
        };
        for leave in leaves {
            let covered = leave.covering.as_ref().map_or(Ok(true), |covering| covers(covering, &self.known, index));
            match covered {
                Ok(true) if self.counts(leave.rule, Some(simple.span), outcome) => return Spoken::Rule(leave.rule),
                Ok(_) => {}
                Err(gap) => first_gap = first_gap.or(Some(gap)),
            }
        }
        for grant in self.context.held.live(self.context.now) {
            match grants::covers_command(grant, self.tool, self.ground, &self.known, index) {
                Ok(true) => return Spoken::Grant(grant),
                Ok(false) => {}
                Err(gap) => first_gap = first_gap.or(Some(gap)),
            }
        }
        let proven = self.policy.allows_proven_reads();
        let wraps = self.wraps_allowed(index, proofs);
        let reads = reads_only(&self.known, index);
        let reads = match (self.usages.get(index), reads) {
            (Some(usage), Ok(())) if proven => self.obeys_nothing(simple, usage, only_prints(&self.known, index)),
            (_, reads) => reads,
        };
        match reads {
            Ok(()) if proven && wraps != Some(false) => return Spoken::Safe("only reads"),
            Ok(()) if wraps == Some(true) && self.is_transparent(index) => return Spoken::Inside,
            Ok(()) => {}
            Err(gap) => first_gap = first_gap.or(Some(gap)),
        }
        if !self.policy.rules_only && self.policy.mode == Mode::Yolo && self.policy.profile.has_modes() {
            return Spoken::Mode;
        }
        if self.context.held.needs_approval == Some(false) {
            return Spoken::Tool;
        }
        Spoken::Nothing(first_gap)
    }

    /// Who gets the credit: in OriCore's order the mode comes before rules, grants and what tools say of themselves.
    pub(super) fn credited<'r>(&self, spoken: Spoken<'r>) -> Spoken<'r> {
        let first =
            self.policy.profile == Profile::OriCore && self.policy.mode == Mode::Yolo && !self.policy.rules_only;
        if first && matches!(spoken, Spoken::Rule(_) | Spoken::Grant(_) | Spoken::Tool) { Spoken::Mode } else { spoken }
    }

    /// The rules that may be about a command: by its own name, by that of the wrapper around it, and the general ones.
    fn rules_about(&self, index: usize, simple: &Simple<'_>) -> Vec<&'j Rule> {
        let own = simple.name().map_or("", plain_name);
        let Some(usage) = self.usages.get(index) else { return Vec::new() };
        let mut rules = self.policy.rules.about_command(own, simple, usage);
        let around = simple.inside.and_then(|outer| self.commands.simples.get(outer)).and_then(Simple::name);
        if let Some(outer) = around.map(plain_name).filter(|outer| *outer != own) {
            rules.extend(self.policy.rules.about_command(outer, simple, usage));
        }
        rules
    }

    /// Whether a rule covers a command, or covers the wrapper around it and spells the command out there.
    fn rule_covers(&self, pattern: &CommandPattern, index: usize, simple: &Simple<'_>) -> Result<bool, Gap> {
        if covers(pattern, &self.known, index)? {
            return Ok(true);
        }
        let Some(outer) = simple.inside else { return Ok(false) };
        let Some(name) = simple.name() else { return Ok(false) };
        let around = self.commands.simples.get(outer).and_then(Simple::name);
        let Some((first, rest)) = pattern.tokens.split_first() else { return Ok(false) };
        if around != Some(first.text.as_str()) {
            return Ok(false);
        }
        let Some(at) = rest.iter().position(|token| !token.star && token.text == name) else { return Ok(false) };
        let inner: Vec<&str> = rest.iter().skip(at).map(|token| token.text.as_str()).collect();
        covers(&CommandPattern::parse(&inner.join(" ")), &self.known, index)
    }

    fn is_transparent(&self, index: usize) -> bool {
        self.usages.get(index).is_some_and(|usage| usage.is_transparent())
    }

    /// Whether everything a wrapper runs is allowed; `None` if it is no wrapper. Each thing it runs must have come to a
    /// command, and each of its commands must have a proof.
    fn wraps_allowed(&self, index: usize, proofs: &[Option<Proof>]) -> Option<bool> {
        let usage = self.usages.get(index).filter(|usage| !usage.inner.is_empty())?;
        let (from, to) = self.commands.inside.get(index).copied()?;
        let inside = || (from..to).filter_map(|at| self.commands.simples.get(at).map(|simple| (at, simple)));
        let runs = |number: usize| {
            let mut of = inside().filter(|(_, simple)| simple.inner == Some(number) && !simple.possible);
            of.any(|(_, simple)| !simple.items.is_empty())
        };
        let proven =
            |(at, simple): (usize, &Simple<'_>)| simple.possible || proofs.get(at).is_some_and(Option::is_some);
        Some((0..usage.inner.len()).all(runs) && inside().all(proven))
    }
}

/// What speaks for a command, as a finding.
pub(super) fn report(simple: &Simple<'_>, spoken: Spoken<'_>, outcome: &mut Outcome) {
    let span = Some(simple.span);
    match spoken {
        Spoken::Rule(rule) => {
            outcome.add_rule(Verdict::Allow, Stage::Layers, rule, span, format!("allowed by `{}`", rule.text));
        }
        Spoken::Safe(reason) => outcome.allow(Source::Safe, span, reason),
        Spoken::Grant(grant) => outcome.add_grant(grant, span),
        Spoken::Tool => outcome.allow(Source::Tool, span, "the tool says that it needs no approval"),
        Spoken::Mode => outcome.allow(Source::Mode, span, "mode yolo"),
        Spoken::Inside => outcome.allow(Source::Safe, span, "adds nothing to what it wraps"),
        Spoken::Nothing(Some(gap)) => outcome.unruled(Some(gap.span), gap.reason),
        Spoken::Nothing(None) => {
            let name = simple.name().unwrap_or("this command");
            outcome.unruled(span, ["no rule allows `", name, "`"].concat());
        }
    }
}

impl Usage {
    /// Whether a wrapper adds nothing to what it runs: by its row, or a shell that is given text.
    #[must_use]
    pub fn is_transparent(&self) -> bool {
        !self.inner.is_empty() && self.entry.is_some_and(crate::programs::Entry::transparent) || self.runs_text()
    }
}

/// How much a rule says about a command: whether all of it, and how many of its words.
pub(super) fn said(rule: &Rule) -> (bool, usize) {
    match &rule.pattern {
        Pattern::Command(pattern) => (pattern.is_exact(), pattern.tokens.iter().filter(|token| !token.star).count()),
        Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => (false, 0),
    }
}
