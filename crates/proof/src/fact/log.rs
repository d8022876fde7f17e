//! What the world was asked, and what it told: the record keeps it, and a replay takes it for the world.

use std::cell::RefCell;

use crate::reason::Reason;

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
    /// Nor of this directory.
    Directory,
    /// This does.
    Refused(Reason),
}

impl Answer {
    /// The answer as words for the record.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        match &self.told {
            Told::Fine => vec!["fine".to_owned()],
            Told::Directory => vec!["directory".to_owned()],
            Told::Refused(reason) => vec!["refused".to_owned(), reason.to_string()],
        }
    }

    /// An answer from the record; what is not understood refuses.
    #[must_use]
    pub fn from_words(question: &str, words: &[String]) -> Self {
        let told = match words {
            [word] if word == "fine" => Told::Fine,
            [word] if word == "directory" => Told::Directory,
            [word, reason] if word == "refused" => Told::Refused(Reason::Recorded(reason.clone())),
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

    pub(super) fn note(&self, question: String, told: Told) -> Told {
        self.0.borrow_mut().push(Answer { question, told: told.clone() });
        told
    }
}

/// What some answers tell of a question.
pub(super) fn find(answers: &[Answer], question: &str) -> Option<Told> {
    answers.iter().find(|answer| answer.question == question).map(|answer| answer.told.clone())
}
