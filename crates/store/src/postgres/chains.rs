//! The record in several chains.
//!
//! With one chain, only one commit at a time could go through, on all machines together. All rows of a session are in
//! one chain, so a session is in order; the name of the session alone determines the chain.

use byleave_gate::Commit;
use byleave_gate::record::{Hash, Head};

/// How many chains there are. Fixed since the first version of the tables: another number would move sessions.
pub const CHAINS: u16 = 16;

/// The chain of a session.
pub fn of_session(session: &str) -> u16 {
    let [first, ..] = Hash::of(Hash::START, session).0;
    u16::from(first) % CHAINS
}

/// The number of a chain as a column.
pub fn column(chain: u16) -> i16 {
    i16::try_from(chain).unwrap_or(i16::MAX)
}

/// The queue that a change waits in. Changes of one session wait in one queue, so they are made in order.
pub fn queue(commit: &Commit) -> u16 {
    let entry = commit.entry.as_ref().map(|entry| &entry.session);
    let session = commit.session.as_ref().map(|session| &session.id);
    let request = commit.request.as_ref().map(|request| &request.session);
    let transition = commit.transition.as_ref().map(|change| &change.request);
    entry.or(session).or(request).or(transition).map_or(0, |name| of_session(name))
}

/// One head for all chains. For a single chain it is that chain's head. For several it is the count of all rows, and a
/// hash over the heads of the chains that have rows, in order. Use it only to compare; keep [`super::Postgres::heads`]
/// on another machine.
pub fn combined(heads: &[Head]) -> Head {
    let mut used = heads.iter().enumerate().filter(|(_, head)| head.count > 0);
    match (used.next(), used.next()) {
        (None, _) => Head::START,
        (Some((_, only)), None) => *only,
        (Some(_), Some(_)) => {
            let filled = heads.iter().enumerate().filter(|(_, head)| head.count > 0);
            filled.fold(Head::START, |all, (chain, head)| Head {
                count: all.count.saturating_add(head.count),
                hash: Hash::of(all.hash, &format!("{chain} {head}\n")),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use byleave_gate::record::{Hash, Head};

    use super::{CHAINS, combined, of_session};

    #[test]
    fn the_chain_of_a_session_never_changes() {
        for (session, chain) in [("", 6), ("s", 6), ("even", 5), ("odd", 12)] {
            assert_eq!(of_session(session), chain, "{session}");
        }
    }

    #[test]
    fn sessions_spread_over_all_chains() {
        let mut used = [0_u32; CHAINS as usize];
        for number in 0..1600 {
            *used.get_mut(usize::from(of_session(&format!("session-{number}")))).expect("a chain") += 1;
        }
        assert!(used.iter().all(|count| (50..200).contains(count)), "{used:?}");
    }

    #[test]
    fn every_chain_counts_for_the_one_end() {
        let head = |count| Head { count, hash: Hash([7; 32]) };
        let none = Head::START;
        assert_eq!(combined(&[none, none]), none);
        assert_eq!(combined(&[none, head(3)]), head(3));
        let all = combined(&[head(1), head(2)]);
        assert_eq!(all.count, 3);
        for other in [[head(2), head(1)], [head(1), Head { count: 2, hash: Hash([8; 32]) }]] {
            assert_ne!(combined(&other), all, "{other:?}");
        }
    }
}
