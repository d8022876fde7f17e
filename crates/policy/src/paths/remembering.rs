//! Where paths lead and what is there, looked up once for each decision.

use std::borrow::Cow;
use std::cell::RefCell;

use super::resolver::{Look, Obeyed, Resolver, Seen};

/// It remembers at most this many paths. A call that looks at more spends its time on the disk anyway.
const MOST: usize = 32;

/// A resolver for one decision: the commands of a chain start in the same directory and name the same files, and each step
/// of a path is a question to the disk.
pub(crate) struct Remembering<'r> {
    disk: &'r dyn Resolver,
    known: RefCell<Vec<(String, String)>>,
    /// What is there and what is not, as it was told.
    there: RefCell<Vec<(String, Option<bool>)>>,
    /// Files that programs would obey, and that are not there. What is there depends on who asks.
    absent: RefCell<Vec<String>>,
    /// Which of the names that were asked for a directory holds.
    among: RefCell<Vec<Among>>,
}

/// A directory, the names that were asked for, and those that are there.
type Among = (String, Vec<&'static str>, Option<Vec<&'static str>>);

impl<'r> Remembering<'r> {
    pub fn new(disk: &'r dyn Resolver) -> Self {
        Self {
            disk,
            known: RefCell::default(),
            there: RefCell::default(),
            absent: RefCell::default(),
            among: RefCell::default(),
        }
    }
}

impl Resolver for Remembering<'_> {
    fn resolve<'p>(&self, path: &'p str) -> Cow<'p, str> {
        if !self.disk.sees() {
            return self.disk.resolve(path);
        }
        let mut known = self.known.borrow_mut();
        if let Some((_, real)) = known.iter().find(|(asked, _)| asked == path) {
            return if real == path { Cow::Borrowed(path) } else { Cow::Owned(real.clone()) };
        }
        let real = self.disk.resolve(path);
        if known.len() < MOST {
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
        if known.len() < MOST {
            known.push((path.to_owned(), there));
        }
        there
    }

    fn among(&self, directory: &str, names: &[&'static str]) -> Option<Vec<&'static str>> {
        let mut known = self.among.borrow_mut();
        if let Some((.., found)) = known.iter().find(|(asked, for_these, _)| asked == directory && for_these == names) {
            return found.clone();
        }
        let found = self.disk.among(directory, names);
        if known.len() < MOST {
            known.push((directory.to_owned(), names.to_vec(), found.clone()));
        }
        found
    }

    fn obeyed(&self, path: &str, harmless: &dyn Fn(&str) -> bool) -> Obeyed {
        if self.absent.borrow().iter().any(|absent| absent == path) {
            return Obeyed::Absent;
        }
        let found = self.disk.obeyed(path, harmless);
        let mut absent = self.absent.borrow_mut();
        if found == Obeyed::Absent && absent.len() < MOST {
            absent.push(path.to_owned());
        }
        found
    }

    fn submodules(&self, index: &str) -> Option<Vec<String>> {
        self.disk.submodules(index)
    }

    fn gitdir(&self, file: &str) -> Option<String> {
        self.disk.gitdir(file)
    }

    fn secret(&self, path: &str, harmless: &dyn Fn(&str) -> bool) -> Obeyed {
        self.disk.secret(path, harmless)
    }

    fn look(&self, look: &Look<'_>, wanted: &dyn Fn(&str, &str) -> bool) -> Seen {
        self.disk.look(look, wanted)
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::cell::Cell;

    use super::{MOST, Obeyed, Remembering, Resolver};

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

        fn obeyed(&self, path: &str, harmless: &dyn Fn(&str) -> bool) -> Obeyed {
            self.0.set(self.0.get() + 1);
            match path.starts_with("/link") {
                true if harmless("text") => Obeyed::Harmless,
                true => Obeyed::There,
                false => Obeyed::Absent,
            }
        }
    }

    #[test]
    fn what_is_there_is_asked_once() {
        let disk = Counting::default();
        let once = Remembering::new(&disk);
        for _ in 0..3 {
            assert_eq!((once.exists("/link/a"), once.exists("/b")), (Some(true), Some(false)));
            assert_eq!(once.obeyed("/b", &|_| true), Obeyed::Absent);
        }
        assert_eq!(disk.0.get(), 3);
    }

    #[test]
    fn names_in_a_directory_are_asked_for_once_and_not_where_their_own_directory_is_not() {
        let disk = Counting::default();
        let once = Remembering::new(&disk);
        for _ in 0..3 {
            assert_eq!(once.among("/link", &["a", "b/c", "b/d"]), Some(vec!["a", "b/c", "b/d"]));
            assert_eq!(once.among("/none", &["a", "b/c", "b/d"]), Some(vec![]));
        }
        // All three names and `b`; then `a` and `b`.
        assert_eq!(disk.0.get(), 4 + 2);
    }

    #[test]
    fn what_a_program_obeys_is_asked_for_each_program() {
        let disk = Counting::default();
        let once = Remembering::new(&disk);
        assert_eq!(once.obeyed("/link/a", &|_| true), Obeyed::Harmless);
        assert_eq!(once.obeyed("/link/a", &|_| false), Obeyed::There);
    }

    #[test]
    fn a_path_is_followed_once_however_often_it_is_named() {
        let disk = Counting::default();
        let once = Remembering::new(&disk);
        for _ in 0..3 {
            assert_eq!((once.resolve("/link/a"), once.resolve("/b")), ("/real/a".into(), "/b".into()));
        }
        assert_eq!(disk.0.get(), 2);
    }

    #[test]
    fn more_paths_than_are_remembered_lead_where_they_lead() {
        let disk = Counting::default();
        let once = Remembering::new(&disk);
        for number in 0..2 * MOST {
            assert_eq!(once.resolve(&format!("/link/{number}")), format!("/real/{number}"));
        }
        assert_eq!(disk.0.get(), 2 * MOST);
    }
}
