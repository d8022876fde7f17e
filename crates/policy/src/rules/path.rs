//! Rules on files: whether the pattern of one is about a path.

use super::{Pattern, Rule};
use crate::glob;
use crate::paths::{self, Ground};
use crate::programs::Arg;

/// Whether a rule on files is about a path, with the pattern behind it. For a deny, case is folded and a pattern that may match counts.
pub(crate) fn is_about(rule: &Rule, ground: &Ground<'_>, (path, pattern): (&str, &str), arg: Arg, deny: bool) -> bool {
    let Pattern::Subject { tool, glob } = &rule.pattern else { return false };
    is_kind(tool, arg) && rule.when.is_empty() && path_matches(ground, glob, path, pattern, deny)
}

/// Whether a rule on files below a directory is about deleting that directory, reading it as a whole or putting something into it.
pub(crate) fn holds(rule: &Rule, ground: &Ground<'_>, path: &str, arg: Arg) -> bool {
    let Pattern::Subject { glob, tool } = &rule.pattern else { return false };
    let below = glob.strip_suffix("/**").or_else(|| glob.strip_suffix("/*"));
    let Some(directory) = below.filter(|directory| !matches!(*directory, "" | "**")) else { return false };
    is_kind(tool, arg) && rule.when.is_empty() && path_matches(ground, directory, path, "", true)
}

/// Whether a tool does to files what is done here.
pub(crate) fn is_kind(tool: &str, arg: Arg) -> bool {
    match arg {
        Arg::Read => matches!(tool, "read" | "grep" | "glob" | "ls"),
        Arg::Write | Arg::Delete => matches!(tool, "write" | "edit" | "multi_edit" | "delete"),
        Arg::Text | Arg::Host | Arg::Shell | Arg::Code | Arg::Program | Arg::Sed | Arg::Awk | Arg::Setting => false,
    }
}

/// Whether a rule's pattern on paths matches an absolute path.
pub(crate) fn path_matches(ground: &Ground, rule: &str, path: &str, pattern: &str, deny: bool) -> bool {
    let fold = |text: &str| if deny { text.to_lowercase() } else { text.to_owned() };
    let rule = fold(rule.strip_prefix("./").unwrap_or(rule));
    let whole = fold(path);
    let absolute = match rule.strip_prefix("~/") {
        Some(rest) => Some(format!("{}/{rest}", fold(&ground.home))),
        None if rule.starts_with("//") => rule.strip_prefix('/').map(str::to_owned),
        None if rule.starts_with('/') => Some(rule.clone()),
        None => None,
    };
    if let Some(absolute) = absolute {
        return glob::matches_path(&absolute, &whole)
            || deny && (may_match(&absolute, &whole, pattern) || paths::is_below(&whole, &absolute));
    }
    let Some(relative) = ground.relative(path) else {
        // Outside the project a relative pattern never allows; a deny by name still holds.
        return deny && !rule.contains('/') && glob::matches_path(&rule, paths::base_name(&whole));
    };
    let relative = fold(relative);
    if relative.is_empty() && pattern.is_empty() {
        return false;
    }
    let by_name = !rule.contains('/') && glob::matches_path(&rule, paths::base_name(&relative));
    glob::matches_path(&rule, &relative) && !relative.is_empty()
        || by_name && !relative.is_empty()
        || deny && (may_match(&rule, &relative, pattern) || lies_in(&rule, &relative))
}

/// Whether a path is below the path that a rule names: that is then a directory, and the rule means all of it.
fn lies_in(rule: &str, path: &str) -> bool {
    if rule.contains('/') {
        return !rule.is_empty() && paths::is_below(path, rule);
    }
    let mut above = path.split('/').rev().skip(1);
    above.any(|part| part == rule)
}

/// Whether a path with a pattern may become one the rule is about.
fn may_match(rule: &str, path: &str, pattern: &str) -> bool {
    if pattern.is_empty() {
        return false;
    }
    let full = if path.is_empty() { pattern.to_owned() } else { format!("{path}/{pattern}") };
    glob::matches_path(&full.to_lowercase(), rule)
}
