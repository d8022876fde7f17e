//! Judging again what is on record.

use byleave_gate::StoredGrant;
use byleave_gate::record::Entry;
use byleave_policy::grant::{Grant, SessionGrants};
use byleave_policy::paths::Lexical;
use byleave_policy::rules::conditions::{Bucket, Buckets};
use byleave_policy::{CallFacts, Mode, Policy, Situation, decide_in};

/// The verdict of an entry's inputs under a policy, by name. `grants` are all there ever were.
pub fn verdict(entry: &Entry, policy: &Policy, grants: &[StoredGrant]) -> &'static str {
    // Edited arguments that were refused are what the verdict is about.
    let arguments = entry.edited.as_ref().filter(|_| !entry.approved).unwrap_or(&entry.arguments);
    let call = CallFacts {
        cwd: entry.cwd.clone(),
        ..CallFacts::new(&entry.tool, arguments.clone(), &entry.project, &entry.home)
    };
    let policy = Policy { mode: Mode::find(&entry.mode).unwrap(), ..policy.clone() };
    assert_eq!(policy.profile.name(), entry.profile);
    // A grant that is named had a use left, whatever is left of it now.
    let named = |id: &String| grants.iter().find(|held| held.grant.id == *id).map(|held| held.grant.clone());
    let live = |grant: Grant| Grant { uses: grant.uses.map(|uses| uses.max(1)), ..grant };
    let grants: Vec<Grant> = entry.grants.iter().map(|id| live(named(id).unwrap())).collect();
    let bucket = |(name, used, at): &(String, u64, jiff::Timestamp)| (name.clone(), Bucket { used: *used, at: *at });
    let buckets = Buckets { by_name: entry.limits.iter().map(bucket).collect() };
    let held =
        SessionGrants { grants: &grants, stopped: entry.stopped.as_deref(), needs_approval: entry.needs_approval };
    let situation = Situation { now: Some(entry.timestamp), buckets: Some(&buckets), held, ..Situation::new(&Lexical) };
    decide_in(&call, &policy, &situation).verdict.name()
}
