//! Where paths lead and what is there, looked up once for each decision.

use crate::budget::limit;
use std::borrow::Cow;
use std::cell::RefCell;

use super::resolver::{Listing, Look, Resolver};

/// A resolver for one decision: the commands of a chain start in the same directory and name the same files, and each step
/// of a path is a question to the disk.
pub(crate) struct Memory<'r> {
    disk: &'r dyn Resolver,
    known: RefCell<Vec<(String, String)>>,
    /// What is there and what is not, as it was told.
    there: RefCell<Vec<(String, Option<bool>)>>,
}

impl<'r> Memory<'r> {
    pub fn new(disk: &'r dyn Resolver) -> Self {
        Self { disk, known: RefCell::default(), there: RefCell::default() }
    }
}

impl Resolver for Memory<'_> {
    fn resolve<'p>(&self, path: &'p str) -> Cow<'p, str> {
        if !self.disk.sees() {
            return self.disk.resolve(path);
        }
        let mut known = self.known.borrow_mut();
        if let Some((_, real)) = known.iter().find(|(asked, _)| asked == path) {
            return if real == path { Cow::Borrowed(path) } else { Cow::Owned(real.clone()) };
        }
        let real = self.disk.resolve(path);
        if known.len() < limit::REMEMBERED {
            known.push((path.to_owned(), real.clone().into_owned()));
        }
        real
    }

    fn is_file(&self, path: &str) -> bool {
        self.disk.is_file(path)
    }

    fn sees(&self) -> bool {
        self.disk.sees()
    }

    fn world(&self) -> byleave_proof::World<'_> {
        self.disk.world()
    }

    fn exists(&self, path: &str) -> Option<bool> {
        let mut known = self.there.borrow_mut();
        if let Some((_, there)) = known.iter().find(|(asked, _)| asked == path) {
            return *there;
        }
        let there = self.disk.exists(path);
        if known.len() < limit::REMEMBERED {
            known.push((path.to_owned(), there));
        }
        there
    }

    fn reads_plain(&self, path: &str, plain: &dyn Fn(&str) -> bool) -> bool {
        self.disk.reads_plain(path, plain)
    }

    fn look(&self, look: &Look<'_>, wanted: &dyn Fn(&str, &str) -> bool) -> Listing {
        self.disk.look(look, wanted)
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::cell::Cell;

    use super::{Memory, Resolver, limit};

    /// Counts how often it is asked; whatever is in `/link` lies in `/real`, and only that is there.
    #[derive(Default)]
    struct Counting(Cell<usize>);

    impl Resolver for Counting {
        fn resolve<'p>(&self, path: &'p str) -> Cow<'p, str> {
            self.0.set(self.0.get() + 1);
            path.strip_prefix("/link").map_or(Cow::Borrowed(path), |rest| Cow::Owned(format!("/real{rest}")))
        }

        fn sees(&self) -> bool {
            true
        }

        fn exists(&self, path: &str) -> Option<bool> {
            self.0.set(self.0.get() + 1);
            Some(path.starts_with("/link"))
        }
    }

    #[test]
    fn what_is_there_is_asked_once() {
        let disk = Counting::default();
        let once = Memory::new(&disk);
        for _ in 0..3 {
            assert_eq!((once.exists("/link/a"), once.exists("/b")), (Some(true), Some(false)));
        }
        assert_eq!(disk.0.get(), 2);
    }

    #[test]
    fn a_path_is_followed_once_however_often_it_is_named() {
        let disk = Counting::default();
        let once = Memory::new(&disk);
        for _ in 0..3 {
            assert_eq!((once.resolve("/link/a"), once.resolve("/b")), ("/real/a".into(), "/b".into()));
        }
        assert_eq!(disk.0.get(), 2);
    }

    #[test]
    fn more_paths_than_are_remembered_lead_where_they_lead() {
        let disk = Counting::default();
        let once = Memory::new(&disk);
        for number in 0..2 * limit::REMEMBERED {
            assert_eq!(once.resolve(&format!("/link/{number}")), format!("/real/{number}"));
        }
        assert_eq!(disk.0.get(), 2 * limit::REMEMBERED);
    }
}
