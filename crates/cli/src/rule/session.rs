//! A rule for one session: a grant, as an approver gives it.

use std::io::Write;

use byleave_gate::{Commit, Gate, Owner, StoredGrant, ids};
use byleave_policy::grant::{Coverage, Grant};
use byleave_policy::rules::conditions::Expires;
use byleave_policy::{Policy, Source};
use jiff::Timestamp;
use serde_json::{Map, Value};

use super::Wish;
use crate::escape;
use crate::failure::Failure;
use crate::hub::freeze::me;
use crate::record::arguments::Place;
use crate::record::open;

/// The session that is meant: `last` is the one that did something last.
pub fn id(named: &str, place: &Place) -> Result<String, Failure> {
    let store = open::existing(place)?;
    let found = if named == "last" {
        open::last_call(&*store)?.map(|one| one.entry.session)
    } else {
        let known = open::wait(store.session(named)).map_err(|error| open::failure(&error))?;
        known.map(|session| session.id)
    };
    found.ok_or_else(|| {
        let named = escape::shown(named);
        Failure::Usage(format!("no session `{named}` on record; `byleave sessions` has them all"))
    })
}

/// Grants that nobody agreed to yet.
pub struct SessionGrant {
    session: String,
    grants: Vec<StoredGrant>,
    place: Place,
}

impl SessionGrant {
    pub fn new(session: &str, wish: &Wish<'_>) -> Self {
        let now = Timestamp::now();
        let reason = wish.reason.unwrap_or("approved for session");
        let grants = wish.rules.iter().map(|rule| StoredGrant {
            owner: Owner::Session(session.to_owned()),
            grant: Grant {
                id: ids::new("grant"),
                source: Source::User,
                reason: reason.to_owned(),
                coverage: Coverage::Rule(Box::new(rule.clone())),
                expires: Expires::SessionEnd,
                uses: None,
                people: 1,
            },
            turn: 0,
            given: now,
            by: me().person,
            ended: None,
        });
        Self { session: session.to_owned(), grants: grants.collect(), place: wish.record.clone() }
    }

    /// Where, in words.
    pub fn place(&self) -> String {
        format!("For session {}, until it ends:", escape::shown(&self.session))
    }

    /// Gives the grants; each is on record.
    pub fn keep(self, out: &mut dyn Write) -> Result<(), Failure> {
        let store = open::writing(&self.place)?;
        let gate = Gate::builder().policy(Policy::default()).session(self.session.clone()).build()?;
        for grant in self.grants {
            let patterns = Value::from(grant.grant.patterns());
            let arguments = Map::from_iter([
                ("grant".to_owned(), grant.grant.id.clone().into()),
                ("patterns".to_owned(), patterns),
            ]);
            let reason = format!("{} allowed it for the session", grant.by);
            let entry = gate.notice("byleave allow", arguments, reason, grant.given);
            let id = grant.grant.id.clone();
            let commit = Commit { grants: vec![grant], entry: Some(entry), ..Commit::at(Timestamp::now()) };
            open::wait(store.commit(commit)).map_err(|error| open::failure(&error))?;
            writeln!(out, "Given; it counts from the next call on. To take it back: byleave grants revoke {id}")?;
        }
        Ok(())
    }
}
