//! What one connection was shown, and what an answer without an id is about there.
//!
//! Such an answer says nothing but yes or no, so it can only be about what its connection was shown. A client gives at most
//! one for each request, in the order in which it was shown them, and some go through theirs one after another, long after the
//! requests have ended. So each request that ended without an answer from here may still get one: that answer is about
//! nothing any more, least of all about the request that waits now.

use std::collections::HashMap;

/// The requests a connection was shown.
#[derive(Debug, Default)]
pub struct Shown {
    open: HashMap<String, Word>,
    /// How many ended here without an answer from here: as many answers may still be on their way.
    missed: usize,
    /// The one of them that ended last.
    last: Option<String>,
}

/// Whether a request that waits was answered here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// Not yet.
    Open,
    /// It was; others must agree too, or its end is about to be told.
    Said,
}

/// What an answer without an id is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// The only request it can be about.
    One(String),
    /// Any of so many, or none.
    Unclear(usize),
    /// A request that has ended.
    Stale {
        /// The one that ended last.
        ended: Option<String>,
        /// What is open, if it is one.
        open: Option<String>,
        /// How many such answers may still come.
        left: usize,
    },
}

impl Shown {
    /// A request is to be shown; whether it was not yet.
    pub fn add(&mut self, id: &str) -> bool {
        if self.open.contains_key(id) {
            return false;
        }
        self.open.insert(id.to_owned(), Word::Open);
        true
    }

    /// A request waits no more; whether it was shown here and its client does not know that yet.
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

    /// A request was answered here by its id: no other answer to it is on its way.
    pub fn said(&mut self, id: &str) {
        if let Some(word) = self.open.get_mut(id) {
            *word = Word::Said;
        }
    }

    /// A request was answered here without an id. Who does that wants to hear nothing more of it.
    pub fn answered(&mut self, id: &str) {
        self.open.remove(id);
    }

    /// Those that wait, as far as this connection knows.
    pub fn ids(&self) -> impl Iterator<Item = &String> {
        self.open.keys()
    }

    /// The only request that waits for a word from here.
    pub fn only(&self) -> Option<String> {
        let mut open = self.waiting();
        open.next().filter(|_| open.next().is_none()).cloned()
    }

    fn waiting(&self) -> impl Iterator<Item = &String> {
        self.open.iter().filter(|(_, word)| **word == Word::Open).map(|(id, _)| id)
    }

    /// What an answer without an id is about that comes now.
    pub fn meant(&mut self) -> Meant {
        if let Some(left) = self.missed.checked_sub(1) {
            self.missed = left;
            return Meant::Stale { ended: self.last.clone(), open: self.only(), left };
        }
        self.only().map_or_else(|| Meant::Unclear(self.waiting().count()), Meant::One)
    }
}

#[cfg(test)]
mod tests {
    use super::{Meant, Shown};

    fn one(id: &str) -> Meant {
        Meant::One(id.to_owned())
    }

    fn stale(ended: &str, open: Option<&str>, left: usize) -> Meant {
        Meant::Stale { ended: Some(ended.to_owned()), open: open.map(str::to_owned), left }
    }

    #[test]
    fn an_answer_without_an_id_is_about_the_only_request_that_is_open() {
        let mut shown = Shown::default();
        assert_eq!(shown.meant(), Meant::Unclear(0));
        assert!(shown.add("a") && !shown.add("a"), "it is shown once");
        assert_eq!(shown.meant(), one("a"));
        shown.add("b");
        assert_eq!(shown.meant(), Meant::Unclear(2));
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
        // A client that goes through them one after another says yes to `a`, then to `b`, then to `c`.
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
        assert_eq!(shown.meant(), Meant::Unclear(0), "it has its answer");
        assert!(shown.end("a"), "its client hears of it");
        shown.add("b");
        assert_eq!(shown.meant(), one("b"));
    }
}
