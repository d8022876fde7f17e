//! What patterns match and what directories hold.

use byleave_knowledge::glob;
use byleave_knowledge::paths::is_below;

use super::{At, Kind, Links, Look, Tree};
use crate::Ground;
use crate::reason::{Reason, refuse};

/// How many names one question looks at; with more, nobody has seen them all.
const MOST_NAMES: usize = 20_000;

impl Look<'_> {
    /// The names in a directory, as long as some are left.
    fn names(self, directory: &str, left: &mut usize) -> Result<Vec<(String, Kind)>, Reason> {
        let directory = if directory.is_empty() { "/" } else { directory };
        let unseen = || Reason::Unseen(directory.to_owned());
        let names = self.disk.names(directory, *left).ok_or_else(unseen)?;
        *left = left.checked_sub(names.len()).ok_or_else(unseen)?;
        Ok(names)
    }

    /// See `Question::Matched`. Whether the shell leaves hidden names out is an option of it.
    pub(super) fn matched(self, directory: &str, pattern: &str, may_be_option: bool) -> Result<(), Reason> {
        let mut left = MOST_NAMES;
        let mut places = vec![directory.trim_end_matches('/').to_owned()];
        let mut first = true;
        for part in pattern.split('/').filter(|part| !part.is_empty()) {
            // It also stands for no directory, or for several where an option of the shell says so.
            refuse(part == "**", || Reason::Unseen(directory.to_owned()))?;
            let mut next = Vec::new();
            for place in places {
                if !part.contains(['*', '?', '[']) {
                    next.push(format!("{place}/{part}"));
                    continue;
                }
                // Nothing matches below what is no directory.
                if !matches!(self.disk.at(&place), At::Directory | At::Link(_)) && !place.is_empty() {
                    continue;
                }
                for (name, _) in self.names(&place, &mut left)?.into_iter().filter(|(name, _)| may_match(part, name)) {
                    refuse(first && may_be_option && name.starts_with('-'), || Reason::NameWithDash(name.clone()))?;
                    next.push(format!("{place}/{name}"));
                }
            }
            places = next;
            first = false;
        }
        for path in &places {
            self.ground.may_read(path)?;
            self.operand(path)?;
        }
        Ok(())
    }

    /// See `Question::Tree`.
    pub(super) fn tree(self, tree: Tree<'_>) -> Result<(), Reason> {
        let mut left = MOST_NAMES;
        let mut ahead = vec![tree.root.trim_end_matches('/').to_owned()];
        while let Some(place) = ahead.pop() {
            for (name, kind) in self.names(&place, &mut left)? {
                let path = format!("{place}/{name}");
                if tree.words && (name.starts_with('-') || name.contains([' ', '\t', '\n', '\'', '"', '\\'])) {
                    return Err(Reason::OddName(path));
                }
                let taken = || tree.only.is_none_or(|only| only.iter().any(|pattern| glob::matches(pattern, &name)));
                match kind {
                    // Nobody formats or edits what a repository keeps for itself.
                    Kind::Directory if tree.links == Links::Written && name == ".git" => {}
                    Kind::Directory if tree.deep => ahead.push(path),
                    // It may lead to a directory, whose names are not looked at here.
                    Kind::Link if tree.links == Links::Followed => return Err(Reason::Link(path)),
                    // `find . -exec cat {} +` prints what a link leads to; `grep -r x LINK` goes down there.
                    Kind::Link if tree.links == Links::Opened && taken() => {
                        self.ground.may_read(&path)?;
                        refuse(self.operand(&path)? == At::Directory, || Reason::Link(path))?;
                    }
                    Kind::Link if tree.links == Links::Written => {
                        if tree.only.is_none_or(|only| only.iter().any(|pattern| may_match(pattern, &name))) {
                            self.output(&path)?;
                        }
                    }
                    Kind::File if tree.links != Links::Written && taken() => self.ground.may_read(&path)?,
                    Kind::Directory | Kind::Link | Kind::File => {}
                }
            }
        }
        Ok(())
    }

    /// See `Question::Obeyed`.
    pub(super) fn absent(self, directory: &str, file: &str) -> Result<(), Reason> {
        for place in upwards(self.ground, directory) {
            let path = format!("{place}/{file}");
            refuse(self.found(&path)?.is_some(), || Reason::Setting(path))?;
        }
        Ok(())
    }
}

/// A directory and those above it, up to the root of the project; outside of it up to the root of the disk.
pub(crate) fn upwards<'d>(ground: &Ground<'_>, directory: &'d str) -> impl Iterator<Item = &'d str> {
    let project = ground.project.to_owned();
    let inside = is_below(directory, &project);
    std::iter::successors(Some(directory), move |path| {
        let above = path.rsplit_once('/').map(|(above, _)| above)?;
        (!inside || is_below(above, &project)).then_some(above)
    })
}

/// Whether a name is one that a pattern may match: whichever class stands in brackets, and whatever the shell says of capitals.
fn may_match(part: &str, name: &str) -> bool {
    let (before, class) = part.split_once('[').map_or((part, false), |(before, _)| (before, true));
    let pattern = format!("{}{}", before.to_lowercase(), if class { "*" } else { "" });
    glob::matches(&pattern, &name.to_lowercase())
}
