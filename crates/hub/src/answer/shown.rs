//! What one connection was shown, and what an answer without an id means there.
//!
//! Such an answer says only yes or no, so it can only be about a request that its connection was shown. A client gives
//! at most one answer for each request, in the order in which it was shown them, and some clients answer one after
//! another, long after the requests have ended. So for each request that ended without an answer from this connection,
//! one may still come. That answer counts for nothing, least of all for the request that is pending now.

use std::collections::HashMap;

/// The requests that a connection was shown.
#[derive(Debug, Default)]
pub struct Shown {
    open: HashMap<String, Word>,
    /// How many requests ended without an answer from this connection: that many answers may still come.
    missed: usize,
    /// The one of them that ended last.
    last: Option<String>,
}

/// Whether this connection answered a pending request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// Not yet.
    Open,
    /// It did; the answer is on its way, more approvers must agree, or the end of the request is about to be announced.
    Said,
}

/// What an answer without an id means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeantRequest {
    /// The only request that it can be about.
    One(String),
    /// One of this many, or none.
    Unclear(usize),
    /// A request that has ended.
    Stale {
        /// The request that ended last.
        ended: Option<String>,
        /// The open request, if there is exactly one.
        open: Option<String>,
        /// How many more such answers may come.
        left: usize,
    },
}

impl Shown {
    /// Marks a request as shown; returns whether it was not shown before.
    pub fn add(&mut self, id: &str) -> bool {
        if self.open.contains_key(id) {
            return false;
        }
        self.open.insert(id.to_owned(), Word::Open);
        true
    }

    /// A request ended. Returns whether it was shown here and the client does not know yet.
    pub fn end(&mut self, id: &str) -> bool {
        match self.open.remove(id) {
            None => false,
            Some(Word::Said) => true,
            Some(Word::Open) => {
                self.missed = self.missed.saturating_add(1);
                self.last = Some(id.to_owned());
                true
            }
        }
    }

    /// This connection answered a request by its id: no other answer to it will come.
    pub fn said(&mut self, id: &str) {
        if let Some(word) = self.open.get_mut(id) {
            *word = Word::Said;
        }
    }

    /// What this connection answered was no answer, and the request still waits for one.
    pub fn unsaid(&mut self, id: &str) {
        if let Some(word) = self.open.get_mut(id) {
            *word = Word::Open;
        }
    }

    /// This connection answered a request without an id. Such a client gets no more frames about it.
    pub fn answered(&mut self, id: &str) {
        self.open.remove(id);
    }

    /// Whether a request was shown, and is pending as far as this connection knows.
    pub fn has(&self, id: &str) -> bool {
        self.open.contains_key(id)
    }

    /// The requests that are pending, as far as this connection knows.
    pub fn ids(&self) -> impl Iterator<Item = &String> {
        self.open.keys()
    }

    /// The only request that waits for an answer from here.
    pub fn only(&self) -> Option<String> {
        let mut open = self.waiting();
        open.next().filter(|_| open.next().is_none()).cloned()
    }

    fn waiting(&self) -> impl Iterator<Item = &String> {
        self.open.iter().filter(|(_, word)| **word == Word::Open).map(|(id, _)| id)
    }

    /// What an answer without an id means that comes now.
    pub fn meant(&mut self) -> MeantRequest {
        if let Some(left) = self.missed.checked_sub(1) {
            self.missed = left;
            return MeantRequest::Stale { ended: self.last.clone(), open: self.only(), left };
        }
        self.only().map_or_else(|| MeantRequest::Unclear(self.waiting().count()), MeantRequest::One)
    }
}

#[cfg(test)]
mod tests {
    use super::{MeantRequest, Shown};

    fn one(id: &str) -> MeantRequest {
        MeantRequest::One(id.to_owned())
    }

    fn stale(ended: &str, open: Option<&str>, left: usize) -> MeantRequest {
        MeantRequest::Stale { ended: Some(ended.to_owned()), open: open.map(str::to_owned), left }
    }

    #[test]
    fn an_answer_without_an_id_is_about_the_only_request_that_is_open() {
        let mut shown = Shown::default();
        assert_eq!(shown.meant(), MeantRequest::Unclear(0));
        assert!(shown.add("a") && !shown.add("a"), "it is shown once");
        assert_eq!(shown.meant(), one("a"));
        shown.add("b");
        assert_eq!(shown.meant(), MeantRequest::Unclear(2));
        shown.answered("a");
        assert_eq!(shown.meant(), one("b"));
        assert!(!shown.end("a"), "its client does not hear of it");
        assert_eq!(shown.meant(), one("b"));
    }

    #[test]
    fn for_each_request_that_ended_without_an_answer_one_answer_is_stale() {
        let mut shown = Shown::default();
        for id in ["a", "b"] {
            shown.add(id);
            assert!(shown.end(id));
        }
        shown.add("c");
        // A client that answers one after another says yes to `a`, then to `b`, then to `c`.
        assert_eq!([shown.meant(), shown.meant()], [stale("b", Some("c"), 1), stale("b", Some("c"), 0)]);
        assert_eq!(shown.meant(), one("c"));
    }

    #[test]
    fn one_that_was_shown_before_does_not_get_the_answer_to_one_that_ended() {
        let mut shown = Shown::default();
        shown.add("first");
        shown.add("second");
        shown.end("second");
        assert_eq!(shown.meant(), stale("second", Some("first"), 0));
        assert_eq!(shown.meant(), one("first"));
    }

    #[test]
    fn what_was_answered_by_its_id_leaves_no_answer_on_its_way() {
        let mut shown = Shown::default();
        shown.add("a");
        shown.said("a");
        assert_eq!(shown.meant(), MeantRequest::Unclear(0), "it has its answer");
        assert!(shown.end("a"), "its client hears of it");
        shown.add("b");
        assert_eq!(shown.meant(), one("b"));
    }
}
