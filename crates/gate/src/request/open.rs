//! A question that is open, as whoever takes an answer to it needs it.

use jiff::Timestamp;

use crate::answer::Answer;
use crate::answer::quorum::Given;
use crate::request::ask::Asked;
use crate::request::seal::Seal;
use crate::store::Approvals;

/// Who gave an answer if the channel does not know.
const ANYBODY: &str = "user";

/// A question that is open.
pub(crate) struct Question<'q> {
    /// Names it.
    pub id: &'q str,
    /// The files it is about, as they were when it was put.
    pub seals: &'q [Seal],
    /// Those who agreed before.
    pub given: &'q [Given],
    /// How many must agree, as those who answer were told.
    pub needed: u32,
    /// When escalated a request that waits for too long.
    pub escalated: Option<Timestamp>,
}

impl Question<'_> {
    /// All who agree, whoever answers now the last of them. Nobody is counted twice.
    pub fn people(&self, asked: &Asked) -> Vec<String> {
        let mut people: Vec<String> = self.given.iter().map(|given| given.person.clone()).collect();
        if let Asked::Answered { answer: Answer::Approve(_), person, .. } = asked {
            let person = person.as_deref().unwrap_or(ANYBODY);
            if !self.given.iter().any(|given| given.is_of(person)) {
                people.push(person.to_owned());
            }
        }
        people
    }

    /// All who agreed, for the record; nobody where one was enough.
    pub fn names(&self, asked: &Asked) -> Vec<String> {
        if self.needed > 1 { self.people(asked) } else { Vec::new() }
    }

    /// How the list of those who agreed changes with the last of them. With any other answer it stays.
    pub fn approvals(&self, asked: &Asked, now: Timestamp) -> Option<Approvals> {
        let Asked::Answered { answer: Answer::Approve(approval), person, channel } = asked else { return None };
        let person = person.as_deref().filter(|_| self.needed > 1)?;
        let before = self.given.to_vec();
        let mut all = before.clone();
        if !all.iter().any(|given| given.is_of(person)) {
            let approval = crate::Approval { arguments: None, ..approval.clone() };
            all.push(Given { person: person.to_owned(), channel: channel.clone(), approval, at: now });
        }
        Some(Approvals { before, now: all })
    }
}
