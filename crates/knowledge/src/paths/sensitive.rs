//! Paths that hold secrets: keys, tokens, passwords.

use std::sync::LazyLock;

use super::rows::{ByByte, Places, first_bytes};
use crate::glob;

include!(concat!(env!("OUT_DIR"), "/secret-files.rs"));

/// Whether a name is one of a pattern. Its fixed ends rule most names out before the pattern is looked at.
fn is_name(pattern: &str, name: &str) -> bool {
    // A star stands for nothing at least.
    if pattern.len() > name.len().saturating_add(pattern.bytes().filter(|byte| *byte == b'*').count()) {
        return false;
    }
    let ends = pattern.bytes().rposition(|byte| byte == b'*');
    let Some(tail) = ends.and_then(|star| pattern.get(star.saturating_add(1)..)) else { return pattern == name };
    let begins =
        || pattern.bytes().zip(name.bytes()).take_while(|(one, _)| *one != b'*').all(|(one, other)| one == other);
    name.ends_with(tail) && begins() && glob::matches(pattern, name)
}

/// The name of what a copy was made of: `.env~`, `.env.bak`, `#.env#`.
fn without_copy_marks(name: &str) -> &str {
    // Most names have none, and one look at their ends tells.
    let marked = |byte: &u8| matches!(byte, b'~' | b'#' | b'k' | b'd' | b'g' | b'e' | b'p' | b'y');
    if !name.starts_with(['#', '.']) && !name.as_bytes().last().is_some_and(marked) {
        return name;
    }
    let name = name.trim_end_matches('~').trim_matches('#');
    let name = name.strip_prefix(".#").unwrap_or(name);
    [".bak", ".old", ".orig", ".save", ".swp", ".backup", ".copy", "-old", "_old", "-backup", "_backup"]
        .iter()
        .find_map(|mark| name.strip_suffix(mark))
        .filter(|rest| !rest.is_empty())
        .unwrap_or(name)
}

/// Whether a name says that it is the public half of a key, made to be shared, or code about such things.
fn is_public(name: &str) -> bool {
    const ENDS: [&str; 6] = [".pub", ".example", ".sample", ".template", ".dist", ".md"];
    const CODE: [&str; 15] = [
        ".rs", ".go", ".py", ".js", ".ts", ".tsx", ".jsx", ".java", ".kt", ".swift", ".c", ".h", ".cpp", ".rb", ".html",
    ];
    let ends = |list: &[&str]| list.iter().any(|end| name.ends_with(end));
    ends(&ENDS) || !name.starts_with('.') && ends(&CODE)
}

/// What secret an absolute, normal path holds or leads to, if any. `pattern` is what follows the path and may match more.
/// Case is folded: some file systems do.
#[must_use]
pub fn sensitive(path: &str, pattern: &str, home: &str) -> Option<&'static str> {
    // The root of a process is the root.
    if let Some(rest) = path.strip_prefix("/proc/").and_then(|rest| rest.split_once("/root/")).map(|(_, rest)| rest) {
        return sensitive(&format!("/{rest}"), pattern, home);
    }
    let folded = super::folded(path);
    let home = super::folded(home);
    let name = super::base_name(&folded);
    if pattern.is_empty() {
        let name = without_copy_marks(name);
        // `.key` alone is an expression of a query, no key.
        if name.strip_prefix('.').is_some_and(|rest| rest.rsplit('.').next() == Some("key")) {
            return None;
        }
        let found = with_ends_of(name).find(|(secret, _)| is_name(secret, name));
        if let Some((_, what)) = found.filter(|_| !SHARED.contains(&name) && !is_public(name)) {
            return Some(what);
        }
    } else {
        let last = pattern.rsplit_once('/').map_or(pattern, |(_, last)| last).to_lowercase();
        // Only a pattern that spells the beginning of a secret's name counts: `*` alone does not match hidden files.
        let begins = last.split(['*', '?', '[', '(']).next().unwrap_or("");
        let found = NAMES.iter().find(|(secret, _)| {
            (begins == "." || begins.len() > 1) && !secret.contains('*') && glob::matches(&last, secret)
        });
        if let Some((_, what)) = found {
            return Some(what);
        }
        // `*_rsa`: what the pattern ends with is what the names of secrets end with.
        let tail = last.rsplit_once('*').map_or("", |(_, tail)| tail);
        let alike = |secret: &str| {
            let end = secret.strip_prefix('*').filter(|end| !end.contains('*'));
            end.is_some_and(|end| end.len() > 3 && tail.ends_with(end))
        };
        if !tail.contains(['?', '['])
            && let Some((_, what)) = NAMES.iter().find(|(secret, _)| alike(secret))
        {
            return Some(what);
        }
        // `certs/*`: where keys are kept, every file may be one.
        let kept =
            matches!(name, "certs" | "cert" | "keys" | "secrets" | "private" | "credentials" | ".secrets" | "tokens");
        if kept && last.trim_matches('*').is_empty() {
            return Some("may be private keys");
        }
        // `*.key`: all that the pattern matches are keys.
        let ends = last.strip_prefix('*').filter(|end| end.starts_with('.') && !end.contains(['*', '?', '[']));
        if ends.is_some_and(|end| {
            matches!(end, ".pem" | ".key" | ".p12" | ".pfx" | ".jks" | ".keystore" | ".kdbx" | ".ppk")
        }) {
            return Some("private key");
        }
    }
    if folded.starts_with("/proc/") && (folded.ends_with("/environ") || folded.ends_with("/mem")) {
        return Some("environment of a process");
    }
    // Most paths lie in no secret place: looking at what follows the home directory is enough.
    let in_home = folded.strip_prefix(home.as_ref()).and_then(|rest| rest.strip_prefix('/'));
    let found = in_home.and_then(|rest| below(IN_HOME, BEGIN_IN_HOME, rest)).or_else(|| {
        // All begin with a slash.
        let rest = folded.strip_prefix('/')?;
        below(ABSOLUTE, BEGIN_AFTER_ROOT, rest)
    });
    found.map(|(_, what)| *what)
}

/// The directories right below a home directory that are secret or hold a secret.
pub fn secret_directories() -> impl Iterator<Item = &'static str> {
    IN_HOME.iter().filter_map(|(path, _)| path.split('/').next()).filter(|name| name.starts_with('.'))
}

/// What secret a pattern on names could match, if it has signs that stand for one byte: `.e?v`, `id_[r]sa`. A hidden name counts as matched,
/// since the options of the shell are not known. Of a pattern that has only `*` its spelling tells, see [`sensitive`]: `*` itself
/// could match everything.
#[must_use]
pub fn could_match_secret(pattern: &str) -> Option<&'static str> {
    let last = super::base_name(pattern).to_lowercase();
    let tail = last.rsplit(['*', '?', ']']).next().unwrap_or("");
    // `[a-z]*.rs` is code, whatever stands before the dot.
    let public = tail.starts_with('.') && is_public(&format!("x{tail}"));
    if !last.contains(['?', '[']) || !last.starts_with('.') && public {
        return None;
    }
    let found = NAMES.iter().find(|(secret, _)| glob::may_meet(&last, secret));
    found.map(|(_, what)| *what)
}

/// The first bytes of [`IN_HOME`], and of [`ABSOLUTE`].
const BEGIN_IN_HOME: u128 = first_bytes(IN_HOME);
const BEGIN_AFTER_ROOT: u128 = first_bytes(ABSOLUTE);

/// The row of a table that a path lies below.
fn below<'t>(table: &'t [(&str, &str)], begins: u128, path: &str) -> Option<&'t (&'t str, &'t str)> {
    let first = *path.as_bytes().first()?;
    if begins & super::rows::bit(first) == 0 {
        return None;
    }
    table.iter().find(|(secret, _)| super::begins_alike(secret, path) && super::is_below(path, secret))
}

const _: () = assert!(NAMES.len() <= ByByte::MOST);

/// The rows of [`NAMES`] that begin and end as a name does. Every path is compared with all of them, which was an eighth
/// of the time a chain of commands takes.
fn with_ends_of(name: &str) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    static BY_FIRST: LazyLock<ByByte> =
        LazyLock::new(|| ByByte::new(NAMES.iter().map(|(name, _)| name.bytes().next())));
    static BY_LAST: LazyLock<ByByte> = LazyLock::new(|| ByByte::new(NAMES.iter().map(|(name, _)| name.bytes().last())));
    let bytes = name.as_bytes();
    let both = BY_FIRST.or_star(bytes.first()) & BY_LAST.or_star(bytes.last());
    Places(both).filter_map(|row| NAMES.get(row))
}

#[cfg(test)]
mod tests {
    use super::{ABSOLUTE, IN_HOME, NAMES, could_match_secret, is_name, sensitive, with_ends_of};
    use crate::glob;

    #[test]
    fn a_sign_for_one_byte_hides_no_secret() {
        for pattern in [".e?v", "?env", "[.]env", "src/.en[v]", "id_[r]sa", "*.ke[y]", "????", "cred*[s]"] {
            assert!(could_match_secret(pattern).is_some(), "{pattern}");
        }
        for pattern in ["*.rs", "file?.txt", "[a-z]*.rs", "x?.md", "*"] {
            assert_eq!(could_match_secret(pattern), None, "{pattern}");
        }
    }

    /// What the stars of a pattern may stand for.
    const FILLINGS: [&str; 6] = ["", "x", ".", "a.b", "-key", "private"];

    #[test]
    fn a_look_at_the_ends_of_a_name_never_hides_a_pattern() {
        let names = NAMES.iter().flat_map(|(secret, _)| FILLINGS.map(|filling| secret.replace('*', filling)));
        for name in names.chain(["", "main.rs", "key", "pem", "env", "é.key"].map(str::to_owned)) {
            for (secret, _) in NAMES {
                let looked = with_ends_of(&name).any(|(seen, _)| seen == secret) && is_name(secret, &name);
                assert_eq!(looked, glob::matches(secret, &name), "`{secret}` on `{name}`");
            }
        }
    }

    #[test]
    fn every_secret_place_is_found_below_the_home_directory_and_the_root() {
        let homely = IN_HOME.iter().map(|(secret, _)| format!("/home/u/{secret}"));
        for place in homely.chain(ABSOLUTE.iter().map(|(secret, _)| format!("/{secret}"))) {
            for path in [place.clone(), format!("{place}/x"), place.to_uppercase(), format!("/proc/1/root{place}")] {
                assert!(sensitive(&path, "", "/home/u").is_some(), "`{path}`");
            }
        }
    }
}
