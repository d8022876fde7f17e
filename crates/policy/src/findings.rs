//! Findings on their way to a decision.

use std::collections::HashSet;

use byleave_shell::Span;

use crate::grant::Grant;
use crate::policy::AUTO_APPROVALS;
use crate::rules::conditions::within;
use crate::rules::{Applies, Context, Rule};
use crate::{Decision, FileAccess, Finding, Policy, Reason, Source, Stage, Unattended, Verdict};

/// Collects findings.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub findings: Vec<Finding>,
    pub outside: bool,
    pub high_risk: bool,
    /// How many people the rules that ask want.
    pub approvals: u32,
    /// What the rules that ask want while no approver is there; the strictest of them.
    pub unattended: Option<Unattended>,
    /// What was added once.
    pub once: HashSet<(Verdict, Reason)>,
}

impl Outcome {
    pub fn add(&mut self, verdict: Verdict, stage: Stage, source: Source, span: Option<Span>, reason: Reason) {
        self.findings.push(Finding {
            verdict,
            stage,
            source,
            rule: None,
            location: None,
            span,
            reason,
            grant: None,
            proof: None,
        });
    }

    /// Adds what a rule says.
    pub fn add_rule(
        &mut self,
        verdict: Verdict,
        stage: Stage,
        rule: &Rule,
        span: Option<Span>,
        file: Option<(FileAccess, String)>,
    ) {
        self.add_for_rule(verdict, stage, rule, span, rule.says(file));
    }

    /// Adds what a rule leads to, with a reason of its own unless the rule gives one.
    pub fn add_for_rule(&mut self, verdict: Verdict, stage: Stage, rule: &Rule, span: Option<Span>, reason: Reason) {
        if verdict == Verdict::Ask {
            self.asks_by(rule);
        }
        let reason = if rule.reason.is_empty() { reason } else { rule.says(None) };
        self.findings.push(Finding {
            verdict,
            stage,
            source: rule.source,
            rule: Some(rule.text.clone()),
            location: rule.location.clone(),
            span,
            reason,
            grant: None,
            proof: None,
        });
    }

    /// Adds what a grant of the session allows.
    pub fn add_grant(&mut self, grant: &Grant, span: Option<Span>) {
        self.findings.push(Finding {
            verdict: Verdict::Allow,
            stage: Stage::Layers,
            source: grant.source,
            rule: Some(grant.patterns().join(", ")),
            location: None,
            span,
            reason: Reason::Grant(grant.reason.clone()),
            grant: Some(grant.id.clone()),
            proof: None,
        });
    }

    pub fn deny(&mut self, span: Option<Span>, reason: Reason) {
        self.add(Verdict::Deny, Stage::DenyFloor, Source::Floor, span, reason);
    }

    pub fn hard_ask(&mut self, span: Option<Span>, reason: Reason) {
        self.add(Verdict::Ask, Stage::HardAskFloor, Source::Floor, span, reason);
    }

    pub fn named_ask(&mut self, span: Option<Span>, reason: Reason) {
        self.add(Verdict::Ask, Stage::NamedAskFloor, Source::Floor, span, reason);
    }

    /// A part may do what a rule refuses, which is unknown beforehand.
    pub fn may_reach(&mut self, rule: &Rule, span: Option<Span>) {
        self.asks_by(rule);
        self.named_ask(span, Reason::MayReach(rule.text.clone()));
    }

    /// A rule asks: how many people it wants, and what becomes of the call without one.
    fn asks_by(&mut self, rule: &Rule) {
        self.approvals = self.approvals.max(rule.approvals);
        self.unattended = self.unattended.max(rule.unattended);
    }

    /// Nothing spoke for a part.
    pub fn unruled(&mut self, span: Option<Span>, reason: Reason) {
        self.add(Verdict::Ask, Stage::Layers, Source::None, span, reason);
    }

    pub fn allow(&mut self, source: Source, span: Option<Span>, reason: Reason) {
        self.add(Verdict::Allow, Stage::Layers, source, span, reason);
    }

    /// Adds a finding whose words nothing has said yet.
    pub fn add_once(&mut self, finding: Finding) {
        if self.once.is_empty() {
            self.once.extend(self.findings.iter().map(|one| (one.verdict, one.reason.clone())));
        }
        if self.once.insert((finding.verdict, finding.reason.clone())) {
            self.findings.push(finding);
        }
    }

    /// Keeps each finding once, even if it was found in several ways.
    fn say_once(&mut self) {
        if self.findings.len() < 2 {
            return;
        }
        // They come nearly sorted by place, which sorting makes use of; hashing a long list takes several times as long.
        let place = |one: &Finding| one.span.map(|span| (span.start, span.end));
        let order = |one: &Finding, other: &Finding| {
            place(one)
                .cmp(&place(other))
                .then_with(|| (one.stage, one.verdict).cmp(&(other.stage, other.verdict)))
                .then_with(|| one.reason.cmp(&other.reason))
                .then_with(|| one.rule.cmp(&other.rule))
                .then_with(|| one.grant.cmp(&other.grant))
        };
        let mut sorted: Vec<(usize, &Finding)> = self.findings.iter().enumerate().collect();
        sorted.sort_by(|(_, one), (_, other)| order(one, other));
        // Of equal ones the first stays: sorting keeps their order.
        let equal = sorted.windows(2).filter_map(|pair| match pair {
            [(_, one), (at, other)] if order(one, other).is_eq() => Some(*at),
            _ => None,
        });
        let mut again: Vec<usize> = equal.collect();
        if !again.is_empty() {
            again.sort_unstable();
            let (mut at, mut again) = (0_usize, again.into_iter().peekable());
            self.findings.retain(|_| {
                let stays = again.next_if_eq(&at).is_none();
                at = at.saturating_add(1);
                stays
            });
        }
    }

    /// The verdict is the maximum of all findings; without any, a person must be asked.
    pub fn decision(mut self) -> Decision {
        self.say_once();
        let verdict = self.findings.iter().map(|finding| finding.verdict).max().unwrap_or(Verdict::Ask);
        // The gravest reason speaks: a floor before a missing rule.
        let gravity = |finding: &&Finding| match finding.stage {
            Stage::DenyFloor => 0,
            Stage::HardAskFloor => 1,
            Stage::NamedAskFloor => 2,
            Stage::Read | Stage::Layers => 3,
        };
        let decisive = self.findings.iter().filter(|finding| finding.verdict == verdict).min_by_key(gravity);
        Decision {
            verdict,
            source: decisive.map_or(Source::None, |finding| finding.source),
            rule: decisive.and_then(|finding| finding.rule.clone()),
            reason: decisive.map_or(Reason::NothingToRun, |finding| finding.reason.clone()),
            outside: self.outside,
            high_risk: self.high_risk,
            approvals: self.approvals.max(1),
            unattended: self.unattended,
            findings: self.findings,
        }
    }
}

/// Puts a call that would run without a person to one if too many did lately.
pub(crate) fn limit_approvals(decision: &mut Decision, policy: &Policy, context: &Context<'_>) {
    let Some(limit) = policy.auto_approvals.as_ref().filter(|_| decision.verdict == Verdict::Allow) else { return };
    if let Applies::Asks(reason) = within(AUTO_APPROVALS, limit, context) {
        decision.verdict = Verdict::Ask;
        decision.source = Source::Floor;
        decision.rule = None;
        decision.reason = Reason::Condition(reason.clone());
        decision.findings.push(Finding {
            verdict: Verdict::Ask,
            stage: Stage::HardAskFloor,
            source: Source::Floor,
            rule: None,
            location: None,
            span: None,
            reason: Reason::Condition(reason),
            grant: None,
            proof: None,
        });
    }
}
