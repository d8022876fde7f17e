//! From a decision to its entry in the record, and back. The entry has everything that a decision depends on, so that
//! `byleave replay` can repeat it under the same policy or another one.

use byleave_policy::grant::{Grant, SessionGrants};
use byleave_policy::paths::Resolver;
use byleave_policy::proof::Proof;
use byleave_policy::read::Reading;
use byleave_policy::rules::conditions::{Bucket, Buckets};
use byleave_policy::tools::Category;
use byleave_policy::{CallFacts, Decision, Digest, Finding, GENERATION, Mode, Policy, Situation, Stage, decide_in};
use byleave_shell::Shells;
use jiff::Timestamp;

use crate::call::submit::{INSISTED, insist};
use crate::decision::disk_facts::{Fact, Recalled};
use crate::entry::record::{Entry, Reason};
use crate::entry::redact::{Redacted, Redactor};
use crate::gate::ids;
use crate::session::{Session, StoredGrant};

/// The record keeps at most this many reasons of one decision.
const MOST_FINDINGS: usize = 500;

/// A decision with everything it was made from.
#[derive(Clone, Copy, Debug)]
pub struct Decided<'d> {
    /// The call, as it was read and judged.
    pub reading: &'d Reading<'d>,
    /// Its id.
    pub call_id: &'d str,
    /// The hash of an MCP tool as its server describes it, if it is one.
    pub pin: Option<&'d str>,
    /// What the engine said.
    pub decision: &'d Decision,
    /// The session, as it was before the decision.
    pub session: &'d Session,
    /// Why it was stopped, it or a session above it.
    pub stopped: Option<&'d str>,
    /// Why nothing ran by itself, if nothing did.
    pub frozen: Option<&'d str>,
    /// The grants that were live.
    pub grants: &'d [Grant],
    /// What the tool said of itself.
    pub needs_approval: Option<bool>,
    /// What kind of tool it is.
    pub category: Option<Category>,
    /// The policy; its mode is the one that counted.
    pub policy: &'d Policy,
    /// What names the policy.
    pub policy_version: &'d str,
    /// What the disk told; `None` if none was looked at.
    pub disk: Option<&'d [Fact]>,
    /// When.
    pub now: Timestamp,
    /// How long deciding took, in microseconds.
    pub decided_us: u64,
}

/// The entry of a decision, without secrets and before an approver answered: `approved` is what the engine alone said.
#[must_use]
pub fn entry_of(decided: &Decided<'_>, redactor: &Redactor) -> Entry {
    let Decided { reading, decision, session, policy, .. } = decided;
    let call = reading.call();
    let redacted = redactor.redact_in(&call.tool, &call.arguments, Some(reading));
    let decisive = decisive(decision);
    let live = decided.grants.iter().filter(|grant| grant.is_live(Some(decided.now)));
    Entry {
        id: ids::new("rec"),
        timestamp: decided.now,
        session: session.id.clone(),
        parent: session.parent.clone(),
        turn: session.turn,
        agent: session.agent.clone(),
        call: decided.call_id.to_owned(),
        tool: call.tool.clone(),
        category: decided.category.map(|category| category.name().to_owned()),
        digest: reading.digest().to_string(),
        pin: decided.pin.map(str::to_owned),
        shell: call.shell.map(|shells| shells.to_string()),
        engine: Some(GENERATION),
        disk: decided.disk.map(|facts| facts.iter().map(|fact| clean_fact(fact, &redacted, redactor)).collect()),
        cwd: call.cwd.clone(),
        project: call.project.clone(),
        home: call.home.clone(),
        verdict: decision.verdict.name().to_owned(),
        approved: decision.verdict == byleave_policy::Verdict::Allow,
        source: decision.source.name().to_owned(),
        stage: decisive.map_or(Stage::Layers, |finding| finding.stage).name().to_owned(),
        rule: decision.rule.as_deref().map(|rule| clean(&redacted, redactor, rule)),
        location: decisive.and_then(|finding| finding.location.clone()),
        reason: clean(&redacted, redactor, &decision.reason.to_string()),
        decided_us: decided.decided_us,
        policy: decided.policy_version.to_owned(),
        profile: policy.profile.name().to_owned(),
        mode: policy.mode.name().to_owned(),
        grants: live.map(|grant| grant.id.clone()).collect(),
        limits: session.buckets.by_name.iter().map(|(name, bucket)| (name.clone(), bucket.used, bucket.at)).collect(),
        needs_approval: decided.needs_approval,
        frozen: decided.frozen.map(|why| clean(&redacted, redactor, why)),
        stopped: decided.stopped.map(|why| clean(&redacted, redactor, why)),
        findings: kept(decision).into_iter().map(|finding| reason(finding, &redacted, redactor)).collect(),
        findings_left_out: u64::try_from(decision.findings.len().saturating_sub(MOST_FINDINGS)).unwrap_or(u64::MAX),
        arguments: redacted.arguments,
        ..Entry::default()
    }
}

/// The reasons that go on record: all of them, or of too many those of the verdict first.
fn kept(decision: &Decision) -> Vec<&Finding> {
    let mut kept: Vec<&Finding> = decision.findings.iter().collect();
    if kept.len() > MOST_FINDINGS {
        kept.sort_by_key(|finding| finding.verdict != decision.verdict);
        kept.truncate(MOST_FINDINGS);
    }
    kept
}

/// A fact about the disk, with its paths as on record.
fn clean_fact(fact: &Fact, redacted: &Redacted, redactor: &Redactor) -> Fact {
    let clean = |text: &String| clean(redacted, redactor, text);
    Fact { asked: fact.asked, path: clean(&fact.path), told: fact.told.iter().map(clean).collect() }
}

/// A text about a call, without its secrets and without others.
fn clean(redacted: &Redacted, redactor: &Redactor, text: &str) -> String {
    redactor.text(&redacted.scrub(text)).into_owned()
}

/// The finding a decision is credited to.
fn decisive(decision: &Decision) -> Option<&Finding> {
    let gravest = |finding: &&Finding| {
        finding.verdict == decision.verdict
            && finding.source == decision.source
            && finding.rule == decision.rule
            && finding.reason == decision.reason
    };
    decision.findings.iter().find(gravest)
}

fn reason(finding: &Finding, redacted: &Redacted, redactor: &Redactor) -> Reason {
    Reason {
        verdict: finding.verdict.name().to_owned(),
        stage: finding.stage.name().to_owned(),
        source: finding.source.name().to_owned(),
        rule: finding.rule.as_deref().map(|rule| clean(redacted, redactor, rule)),
        location: finding.location.clone(),
        span: finding.span.map(|span| redacted.span((span.start, span.end))),
        code: Some(finding.reason.code().to_string()),
        reason: clean(redacted, redactor, &finding.reason.to_string()),
        proof: finding.proof.as_ref().and_then(Proof::row).into_iter().collect(),
    }
}

/// What a recorded decision was made from, as far as the record tells.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The call, without its secrets.
    pub call: CallFacts,
    /// The digest of the true call.
    pub digest: Option<Digest>,
    /// What the disk told then.
    pub disk: Option<Vec<Fact>>,
    /// When it was decided.
    pub now: Timestamp,
    /// The mode that counted.
    pub mode: Option<Mode>,
    /// What was used up of limits.
    pub buckets: Buckets,
    /// The grants that were live.
    pub grants: Vec<Grant>,
    /// Grants that were live and are not known any more.
    pub lost: usize,
    /// What the tool said of itself.
    pub needs_approval: Option<bool>,
    /// Whether the agent wanted a person to look at it.
    pub ask: bool,
    /// Why nothing ran by itself, if nothing did.
    pub frozen: Option<String>,
    /// Why the session was stopped.
    pub stopped: Option<String>,
}

impl Recorded {
    /// From an entry and all grants there ever were.
    #[must_use]
    pub fn of(entry: &Entry, grants: &[StoredGrant]) -> Self {
        let live = |id: &String| grants.iter().find(|held| held.grant.id == *id);
        let found: Vec<Grant> = entry.grants.iter().filter_map(live).map(|held| as_it_was(&held.grant)).collect();
        Self {
            call: CallFacts {
                tool: entry.tool.clone(),
                arguments: entry.arguments.clone(),
                command_bytes: None,
                // An unknown name may be any shell.
                shell: entry.shell.as_deref().map(|names| names.parse().unwrap_or(Shells::ALL)),
                cwd: entry.cwd.clone(),
                project: entry.project.clone(),
                home: entry.home.clone(),
            },
            digest: Digest::parse(&entry.digest),
            disk: entry.disk.clone(),
            now: entry.timestamp,
            mode: Mode::find(&entry.mode),
            buckets: Buckets {
                by_name: entry
                    .limits
                    .iter()
                    .map(|(name, used, at)| (name.clone(), Bucket { used: *used, at: *at }))
                    .collect(),
            },
            lost: entry.grants.len().saturating_sub(found.len()),
            grants: found,
            needs_approval: entry.needs_approval,
            ask: entry.ask,
            frozen: entry.frozen.clone(),
            stopped: entry.stopped.clone(),
        }
    }

    /// Decides it again, with what the disk told then; the resolver is asked only where the record does not say. The
    /// mode is the policy's: see [`Recorded::mode`].
    #[must_use]
    pub fn decide(&self, policy: &Policy, resolver: &dyn Resolver) -> Decision {
        let held = SessionGrants {
            grants: &self.grants,
            stopped: self.stopped.as_deref(),
            needs_approval: self.needs_approval,
        };
        let recalled = self.disk.as_deref().map(Recalled::new);
        let resolver = recalled.as_ref().map_or(resolver, |recalled| recalled as &dyn Resolver);
        let situation =
            Situation { now: Some(self.now), buckets: Some(&self.buckets), resolver, held, digest: self.digest };
        let mut decision = decide_in(&self.call, policy, &situation);
        if self.ask {
            insist(&mut decision, INSISTED);
        }
        if let Some(why) = &self.frozen {
            insist(&mut decision, why);
        }
        decision
    }
}

/// A grant that was live then had a use left, even if all are used up now.
fn as_it_was(grant: &Grant) -> Grant {
    Grant { uses: grant.uses.map(|uses| uses.max(1)), ..grant.clone() }
}
