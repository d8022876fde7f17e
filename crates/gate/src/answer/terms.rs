//! The conditions for an answer to a request.

use jiff::Timestamp;

use crate::answer::Answer;
use crate::answer::quorum::{self, Agreement};
use crate::request::StoredRequest;
use crate::request::ask::AskOutcome;
use crate::request::seal::Seal;
use crate::store::Approvals;

/// The approver if the channel knows no name.
const UNNAMED: &str = "user";

/// The conditions for an answer to a request.
pub(crate) struct AnswerTerms<'q> {
    /// The request.
    pub id: &'q str,
    /// The files it is about, as they were when it was opened.
    pub seals: &'q [Seal],
    /// The approvals it has already.
    pub given: &'q [Agreement],
    /// How many approvers must agree, as the request says.
    pub needed: u32,
    /// When it was escalated because it waited for too long.
    pub escalated: Option<Timestamp>,
}

impl<'q> AnswerTerms<'q> {
    /// As the store has the request, with its files as the caller knows them.
    pub fn of(stored: &'q StoredRequest, seals: &'q [Seal]) -> Self {
        let StoredRequest { id, approvals, escalated, frame, .. } = stored;
        Self { id, seals, given: approvals, needed: quorum::needed(frame), escalated: *escalated }
    }

    /// All approvers who agree, the one who answers now last. None is counted twice.
    pub fn people(&self, asked: &AskOutcome) -> Vec<String> {
        let mut people: Vec<String> = self.given.iter().map(|given| given.person.clone()).collect();
        if let AskOutcome::Answered { answer: Answer::Approve(_), person, .. } = asked {
            let person = person.as_deref().unwrap_or(UNNAMED);
            if !self.given.iter().any(|given| given.is_of(person)) {
                people.push(person.to_owned());
            }
        }
        people
    }

    /// All approvers who agreed, for the record; none where one was enough.
    pub fn names(&self, asked: &AskOutcome) -> Vec<String> {
        if self.needed > 1 { self.people(asked) } else { Vec::new() }
    }

    /// How the list of approvals changes with the last of them. With any other answer it stays.
    pub fn approvals(&self, asked: &AskOutcome, now: Timestamp) -> Option<Approvals> {
        let AskOutcome::Answered { answer: Answer::Approve(approval), person, channel } = asked else { return None };
        let person = person.as_deref().filter(|_| self.needed > 1)?;
        let before = self.given.to_vec();
        let mut all = before.clone();
        if !all.iter().any(|given| given.is_of(person)) {
            let approval = crate::Approval { arguments: None, ..approval.clone() };
            all.push(Agreement { person: person.to_owned(), channel: channel.clone(), approval, at: now });
        }
        Some(Approvals { before, now: all })
    }
}
