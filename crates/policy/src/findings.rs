//! What the rooms find, and how it becomes a decision: the strictest finding decides.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};

use byleave_shell::Span;

use crate::rules::Rule;
use crate::{Decision, FileAccess, Finding, Reason, Source, Stage, Unattended, Verdict};

/// What was found in a call or in a part of it. An empty one takes no place on the heap.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: Vec<Finding>,
    /// It touches, or may touch, something outside the project.
    pub outside: bool,
    /// It is a high-risk command, or holds one.
    pub high_risk: bool,
    /// How many people the rules that ask want.
    approvals: u32,
    /// What the rules that ask want while no approver is there; the strictest of them.
    unattended: Option<Unattended>,
}

impl Findings {
    /// Nothing but that it is outside the project, or may be.
    pub fn outside(outside: bool) -> Self {
        Self { outside, ..Self::default() }
    }

    /// What a rule leads to, with a reason of its own unless the rule gives one.
    pub fn of_rule(rule: &Rule, (verdict, stage): (Verdict, Stage), span: Option<Span>, reason: Reason) -> Self {
        let reason = if rule.reason.is_empty() { reason } else { rule.says(None) };
        let by = Finding {
            rule: Some(rule.text.clone()),
            location: rule.location.clone(),
            ..Finding::new(verdict, stage, rule.source, span, reason)
        };
        Self { list: vec![by], ..if verdict == Verdict::Ask { Self::wanted_by(rule) } else { Self::default() } }
    }

    /// What a rule says that refuses, of a file if it is about one.
    pub fn refused(rule: &Rule, span: Option<Span>, file: Option<(FileAccess, String)>) -> Self {
        Self::of_rule(rule, floor_of(rule.says), span, rule.says(file))
    }

    /// A part may do what a rule refuses, which is unknown beforehand.
    pub fn may_reach(rule: &Rule, span: Option<Span>) -> Self {
        let finding = Finding::named_ask(span, Reason::MayReach(rule.text.clone()));
        Self { list: vec![finding], ..Self::wanted_by(rule) }
    }

    /// A rule asks: how many people it wants, and what becomes of the call without one.
    fn wanted_by(rule: &Rule) -> Self {
        Self { approvals: rule.approvals, unattended: rule.unattended, ..Self::default() }
    }

    /// Makes room for what most commands come to.
    pub fn reserve(&mut self, count: usize) {
        self.list.reserve(count);
    }

    pub fn add(&mut self, finding: Finding) {
        self.list.push(finding);
    }

    /// Takes what was found elsewhere.
    pub fn join(&mut self, mut other: Self) {
        self.outside |= other.outside;
        self.high_risk |= other.high_risk;
        self.approvals = self.approvals.max(other.approvals);
        self.unattended = self.unattended.max(other.unattended);
        if self.list.capacity() == 0 {
            self.list = other.list;
        } else if !other.list.is_empty() {
            self.list.append(&mut other.list);
        }
    }

    /// The same with each finding changed, or left out.
    pub fn filter_map(mut self, change: impl FnMut(Finding) -> Option<Finding>) -> Self {
        self.list = self.list.into_iter().filter_map(change).collect();
        self
    }

    /// Puts what other spellings come to before it, unless it says the same of the commands themselves.
    pub fn after(self, others: Self) -> Self {
        let mut all = others;
        if !all.list.is_empty() {
            let weight = |one: &Finding| (one.verdict, one.stage);
            let mut said: HashSet<((Verdict, Stage), &Reason)> =
                self.list.iter().map(|one| (weight(one), &one.reason)).collect();
            let new: Vec<bool> = all.list.iter().map(|one| said.insert((weight(one), &one.reason))).collect();
            let mut new = new.into_iter();
            all.list.retain(|_| new.next().unwrap_or(true));
        }
        all.join(self);
        all
    }

    /// Puts them in the order of the text: of two in one place the one of the outer command first, which was looked at last.
    pub fn in_order(mut self) -> Self {
        self.list.reverse();
        self.list.sort_by_key(|finding| finding.span.map_or(0, |span| span.start));
        self
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The verdict is the maximum of all findings; without any, a person must be asked.
    pub fn decision(mut self) -> Decision {
        self.say_once();
        let verdict = self.list.iter().map(|finding| finding.verdict).max().unwrap_or(Verdict::Ask);
        // The gravest reason speaks: a floor before a missing rule.
        let gravity = |finding: &&Finding| match finding.stage {
            Stage::DenyFloor => 0,
            Stage::HardAskFloor => 1,
            Stage::NamedAskFloor => 2,
            Stage::Read | Stage::Layers => 3,
        };
        let decisive = self.list.iter().filter(|finding| finding.verdict == verdict).min_by_key(gravity);
        Decision {
            verdict,
            source: decisive.map_or(Source::None, |finding| finding.source),
            rule: decisive.and_then(|finding| finding.rule.clone()),
            reason: decisive.map_or(Reason::NothingToRun, |finding| finding.reason.clone()),
            outside: self.outside,
            high_risk: self.high_risk,
            approvals: self.approvals.max(1),
            unattended: self.unattended,
            findings: self.list,
        }
    }

    /// Keeps each finding once, even if it was found in several ways.
    fn say_once(&mut self) {
        if self.list.len() < 2 {
            return;
        }
        // They come nearly sorted by place, which sorting makes use of; hashing a long list takes several times as long.
        let mut sorted: Vec<(usize, &Finding)> = self.list.iter().enumerate().collect();
        sorted.sort_by(|(_, one), (_, other)| compared(one, other));
        // Of equal ones the first stays: sorting keeps their order.
        let equal = sorted.windows(2).filter_map(|pair| match pair {
            [(_, one), (at, other)] if compared(one, other).is_eq() => Some(*at),
            _ => None,
        });
        let again: BTreeSet<usize> = equal.collect();
        if !again.is_empty() {
            let mut places = 0..self.list.len();
            self.list.retain(|_| places.next().is_none_or(|at| !again.contains(&at)));
        }
    }
}

impl From<Finding> for Findings {
    fn from(finding: Finding) -> Self {
        Self { list: vec![finding], ..Self::default() }
    }
}

impl Extend<Finding> for Findings {
    fn extend<I: IntoIterator<Item = Finding>>(&mut self, findings: I) {
        self.list.extend(findings);
    }
}

/// By what two findings are the same one.
fn compared(one: &Finding, other: &Finding) -> Ordering {
    let place = |one: &Finding| one.span.map(|span| (span.start, span.end));
    let order = place(one).cmp(&place(other)).then_with(|| (one.stage, one.verdict).cmp(&(other.stage, other.verdict)));
    let order = order.then_with(|| one.reason.cmp(&other.reason)).then_with(|| one.rule.cmp(&other.rule));
    order.then_with(|| one.grant.cmp(&other.grant))
}

/// Where a rule that does not allow belongs.
pub(crate) const fn floor_of(says: Verdict) -> (Verdict, Stage) {
    match says {
        Verdict::Deny => (Verdict::Deny, Stage::DenyFloor),
        Verdict::Ask | Verdict::Allow => HARD_ASK,
    }
}

/// Where what is never automatic belongs, whatever else the rule allows that says so.
pub(crate) const HARD_ASK: (Verdict, Stage) = (Verdict::Ask, Stage::HardAskFloor);
