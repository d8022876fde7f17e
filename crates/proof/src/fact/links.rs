//! Where paths lead.

use byleave_knowledge::paths::{is_below, normal};

use super::{At, Look};
use crate::reason::Reason;

/// As many links as Linux follows; more is a circle, and opening it fails.
const MOST_LINKS: u32 = 40;

impl Look<'_> {
    /// Where a path leads, all links followed: an absolute, normal path, and what is there.
    pub(crate) fn follow(self, path: &str) -> Result<(String, At), Reason> {
        let unseen = || Reason::Unseen(path.to_owned());
        let mut real = String::new();
        let mut ahead: Vec<String> = path.split('/').rev().map(str::to_owned).collect();
        let (mut links, mut found) = (0_u32, At::Directory);
        while let Some(part) = ahead.pop() {
            match part.as_str() {
                "" | "." => continue,
                ".." => {
                    real.truncate(real.rfind('/').unwrap_or(0));
                    found = At::Directory;
                    continue;
                }
                _ => {}
            }
            // Below what is no directory nothing is.
            if found != At::Directory {
                let rest = ahead.iter().rev().map(String::as_str).collect::<Vec<_>>().join("/");
                return Ok((normal("/", &format!("{real}/{part}/{rest}")), At::Nothing));
            }
            let next = format!("{real}/{part}");
            found = self.disk.at(&next);
            match &found {
                At::Unreadable => return Err(unseen()),
                At::Link(target) => {
                    links = links.saturating_add(1);
                    if links > MOST_LINKS {
                        return Err(unseen());
                    }
                    if target.starts_with('/') {
                        real.clear();
                    }
                    ahead.extend(target.split('/').rev().map(str::to_owned));
                    found = At::Directory;
                }
                At::Nothing | At::File | At::Directory | At::Other => real = next,
            }
        }
        Ok((if real.is_empty() { "/".to_owned() } else { real }, found))
    }

    /// Whether what a path leads to may be read, where its text may: the project itself may lie behind a link.
    pub(super) fn operand(self, path: &str) -> Result<At, Reason> {
        let (real, found) = self.follow(path)?;
        if real == path || self.may(&real, |path| self.ground.may_read(path))? {
            Ok(found)
        } else {
            Err(Reason::Link(path.to_owned()))
        }
    }

    /// Whether what a path leads to may be written, where its text may: a file, a directory, or nothing yet.
    pub(super) fn output(self, path: &str) -> Result<At, Reason> {
        let (real, found) = self.follow(path)?;
        let ordinary = matches!(found, At::Nothing | At::File | At::Directory);
        if ordinary && (real == path || self.may(&real, |path| self.ground.may_write(path))?) {
            return Ok(found);
        }
        Err(Reason::Link(path.to_owned()))
    }

    /// Whether a real path may be read, or written.
    fn may(self, real: &str, may: impl Fn(&str) -> Result<(), Reason>) -> Result<bool, Reason> {
        if may(real).is_ok() {
            return Ok(true);
        }
        // `/home/dev/project` may be `/data/project`: what lies below the one is seen as if below the other.
        for root in std::iter::once(self.ground.project).chain(self.ground.roots.iter().map(String::as_str)) {
            let (behind, _) = self.follow(root)?;
            if behind != root
                && let Some(below) = real.strip_prefix(behind.as_str()).filter(|_| is_below(real, &behind))
            {
                return Ok(may(&format!("{root}{below}")).is_ok());
            }
        }
        Ok(false)
    }

    /// Whether a `cd` to a path ends there: each part below the project is a directory and no link.
    pub(super) fn entered(self, path: &str) -> Result<(), Reason> {
        let known = [self.ground.cwd, self.ground.project].into_iter().find(|known| is_below(path, known));
        let mut at = known.unwrap_or("").to_owned();
        if known.is_some() && !matches!(self.disk.at(&at), At::Directory | At::Link(_)) {
            return Err(Reason::NoDirectory(at));
        }
        for part in path.get(at.len()..).unwrap_or("").split('/').filter(|part| !part.is_empty()) {
            at.push('/');
            at.push_str(part);
            match self.found(&at)? {
                Some(At::Directory) => {}
                Some(At::Link(_)) => return Err(Reason::Link(at)),
                _ => return Err(Reason::NoDirectory(at)),
            }
        }
        Ok(())
    }
}
