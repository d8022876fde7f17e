//! Where paths lead.

use byleave_knowledge::paths::{is_below, normal};

use super::{At, Look};
use crate::reason::{Reason, refuse};

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
                    refuse(links > MOST_LINKS, unseen)?;
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

    /// What a path leads to, whose text may be read: that may be read too.
    pub(super) fn operand(self, path: &str) -> Result<At, Reason> {
        self.leads(path, |path| self.ground.may_read(path).is_ok())
    }

    /// What a path leads to, whose text may be written: a file, a directory, or nothing yet, which may be written too.
    pub(super) fn output(self, path: &str) -> Result<At, Reason> {
        let found = self.leads(path, |path| self.ground.may_write(path).is_ok())?;
        if found == At::Other { Err(Reason::Link(path.to_owned())) } else { Ok(found) }
    }

    fn leads(self, path: &str, may: impl Fn(&str) -> bool) -> Result<At, Reason> {
        let (real, found) = self.follow(path)?;
        if real == path || may(&real) {
            return Ok(found);
        }
        // `/home/dev/project` may be `/data/project`: what lies below the one is seen as if below the other.
        for root in std::iter::once(self.ground.project).chain(self.ground.roots.iter().map(String::as_str)) {
            let (behind, _) = self.follow(root)?;
            if behind != root
                && let Some(below) = real.strip_prefix(behind.as_str()).filter(|_| is_below(&real, &behind))
            {
                return if may(&format!("{root}{below}")) { Ok(found) } else { Err(Reason::Link(path.to_owned())) };
            }
        }
        Err(Reason::Link(path.to_owned()))
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
