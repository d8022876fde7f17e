//! How much a grant would cover: the calls on record that it would have allowed.

use byleave_policy::Verdict;
use byleave_policy::grant::Breadth;

use crate::entry::record::Entry;
use crate::entry::replay::Recorded;
use crate::gate::Gate;
use crate::grant::supposed;
use crate::request::StoredRequest;
use crate::store::StoreError;

impl Gate {
    /// The places in the list of those entries that ask under the current policy and would run with the grant that an
    /// answer of this breadth creates. The same code matches the grant later.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn radius(
        &self,
        stored: &StoredRequest,
        breadth: Option<Breadth>,
        entries: &[Entry],
    ) -> Result<Vec<usize>, StoreError> {
        let judged = self.judge_stored(stored).await?;
        let wanted = self.wanted(&judged, &judged.reading);
        let coverage = wanted.coverage(breadth.unwrap_or_else(|| wanted.default_breadth()));
        let coverage = self.inner.redactor.coverage(coverage, wanted.digest);
        // Of as many as must agree.
        let grant = supposed(coverage, judged.decision.approvals);
        let policy = self.inner.policy_in_force().policy(None);
        let resolver = self.inner.resolver.as_ref();
        let covers = |entry: &Entry| {
            let without = Recorded { stopped: None, ..Recorded::of(entry, &[]) };
            without.decide(&policy, resolver).verdict == Verdict::Ask && {
                let with = Recorded { grants: vec![grant.clone()], ..without };
                with.decide(&policy, resolver).verdict == Verdict::Allow
            }
        };
        Ok(entries.iter().enumerate().filter(|(_, entry)| covers(entry)).map(|(at, _)| at).collect())
    }
}
