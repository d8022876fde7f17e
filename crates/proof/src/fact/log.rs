//! What the world was asked, and what it told: the record keeps it, and a replay takes it for the world.

use std::cell::RefCell;

use crate::reason::Reason;

use super::At;

/// A question with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What was asked, about which path or name.
    pub question: String,
    /// What came of it.
    pub told: Told,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// Nothing stands in the way.
    Fine,
    /// Nothing stands in the way of this.
    There(At),
    /// This does.
    Refused(Reason),
}

impl Answer {
    /// The answer as words for the record.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let word = |word: &str| word.to_owned();
        match &self.told {
            Told::Fine => vec![word("fine")],
            Told::There(At::Nothing) => vec![word("nothing")],
            Told::There(At::File) => vec![word("file")],
            Told::There(At::Directory) => vec![word("directory")],
            Told::There(At::Link(target)) => vec![word("link"), target.clone()],
            Told::There(At::Other) => vec![word("other")],
            Told::There(At::Unreadable) => vec![word("unreadable")],
            Told::Refused(reason) => vec![word("refused"), reason.to_string()],
        }
    }

    /// An answer from the record; what is not understood refuses.
    #[must_use]
    pub fn from_words(question: &str, words: &[String]) -> Self {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let told = match words.as_slice() {
            ["fine"] => Told::Fine,
            ["nothing"] => Told::There(At::Nothing),
            ["file"] => Told::There(At::File),
            ["directory"] => Told::There(At::Directory),
            ["link", target] => Told::There(At::Link((*target).to_owned())),
            ["other"] => Told::There(At::Other),
            ["refused", reason] => Told::Refused(Reason::Recorded((*reason).to_owned())),
            _ => Told::Refused(Reason::Unseen(question.to_owned())),
        };
        Self { question: question.to_owned(), told }
    }
}

/// The answers of one decision, in the order of their questions.
#[derive(Debug, Default)]
pub struct Log(RefCell<Vec<Answer>>);

impl Log {
    /// All of them.
    #[must_use]
    pub fn into_answers(self) -> Vec<Answer> {
        self.0.into_inner()
    }

    /// What was told before; each question is asked once in a decision.
    pub(super) fn find(&self, question: &str) -> Option<Told> {
        find(&self.0.borrow(), question)
    }

    pub(super) fn note(&self, question: String, told: Told) {
        self.0.borrow_mut().push(Answer { question, told });
    }
}

/// What some answers tell of a question.
pub(super) fn find(answers: &[Answer], question: &str) -> Option<Told> {
    answers.iter().find(|answer| answer.question == question).map(|answer| answer.told.clone())
}
