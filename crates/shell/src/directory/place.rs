//! Paths of directories, joined without a look at the disk.

use super::Whereabouts;

/// `~`, `~/x`, `~user/x`; `~+` and `~-` depend on the shell's own variables.
pub(super) fn home(text: &str) -> Option<Whereabouts> {
    let (user, rest) = text.split_once('/').unwrap_or((text, ""));
    if matches!(user, "~+" | "~-") || user.bytes().any(|byte| byte == b'$') {
        return None;
    }
    Some(Whereabouts::Home(below(user, rest)))
}

pub(super) fn joined(here: &Whereabouts, path: &str) -> Whereabouts {
    if path.starts_with('/') {
        return Whereabouts::Absolute(normal("", path));
    }
    match here {
        Whereabouts::Relative(base) => Whereabouts::Relative(relative(base, path)),
        Whereabouts::Absolute(base) => Whereabouts::Absolute(normal(base, path)),
        Whereabouts::Home(base) => Whereabouts::Home(below(base, path)),
        Whereabouts::Unknown(span) => Whereabouts::Unknown(*span),
    }
}

/// An absolute path of `base` and `path`; `..` stops at the root.
fn normal(base: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in base.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// A relative path of `base` and `path`; `..` that leaves the beginning stays in front.
fn relative(base: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in base.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// A path below a home directory; one that leaves it keeps its `..`.
fn below(base: &str, path: &str) -> String {
    let (user, inside) = base.split_once('/').unwrap_or((base, ""));
    let inside = relative(inside, path);
    if inside.is_empty() { user.to_owned() } else { format!("{user}/{inside}") }
}
