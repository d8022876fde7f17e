//! How a path that a model wrote may be read by a tool.

use byleave_knowledge::hosts::percent_decoded;

use crate::budget::limit;
use crate::paths;

/// One way to read a path.
pub(super) struct Reading {
    pub path: String,
    /// It may mean something else than it seems to.
    pub odd: Option<Oddity>,
}

/// Why a path may mean something else than it seems to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Oddity {
    /// It holds characters that do not show.
    Hidden,
    /// It begins as an option does.
    Option,
    /// A variable, an address, quotes: where it leads is not known.
    Unknown,
}

/// All ways to read a path: with the blanks around it and without, as the address of a file, with the other slashes.
pub(super) fn readings(text: &str) -> Vec<Reading> {
    let trimmed = text.trim();
    let mut readings = vec![Reading { path: text.to_owned(), odd: oddity(text) }];
    let parts = text.split([',', ';']).count();
    if text.len() > limit::PATH || parts > limit::PATHS_IN_TEXT {
        readings.push(Reading { path: String::new(), odd: Some(Oddity::Unknown) });
        return readings;
    }
    let mut add = |path: &str| {
        if !path.is_empty() && readings.iter().all(|reading| reading.path != path) {
            readings.push(Reading { path: path.to_owned(), odd: oddity(path) });
        }
    };
    let shown: String = trimmed.chars().filter(|one| !is_hidden(*one)).collect();
    let shown = shown.trim_matches(['"', '\'', '`']);
    add(shown);
    if shown.contains('%') {
        add(&percent_decoded(shown));
    }
    if let Some(path) = of_file_address(shown) {
        // Read as what it is; whatever hides behind percent signs stays unknown.
        readings.retain(|reading| reading.odd != Some(Oddity::Unknown));
        let decoded = percent_decoded(&path);
        readings.push(Reading { odd: oddity(&decoded), path: decoded });
        if path.contains('%') {
            readings.push(Reading { odd: Some(Oddity::Unknown), path });
        }
        return readings;
    }
    // Some tools take a mark before a path for a mention of it.
    if let Some(rest) = shown.strip_prefix('@').filter(|rest| rest.starts_with(['/', '~', '.'])) {
        add(rest);
    }
    for home in ["$HOME/", "${HOME}/", "%USERPROFILE%/"] {
        if let Some(rest) = shown.strip_prefix(home) {
            add(&format!("~/{rest}"));
        }
    }
    // A line of the file may be told after its name.
    if let Some((path, line)) = shown.rsplit_once(':').or_else(|| shown.rsplit_once("#L"))
        && !line.is_empty()
        && line.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'L'))
    {
        add(path);
    }
    if shown.contains('\\') {
        add(&shown.replace('\\', "/"));
    }
    for part in shown.split([',', ';']).map(str::trim) {
        if part.starts_with(['/', '~']) || part.starts_with("../") {
            add(part);
        }
    }
    readings
}

/// The path in an address of a file on this machine.
fn of_file_address(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let path = match rest.strip_prefix("//") {
        Some(rest) => rest.strip_prefix("localhost").unwrap_or(rest),
        None => rest,
    };
    path.starts_with('/').then(|| path.to_owned())
}

fn oddity(path: &str) -> Option<Oddity> {
    if path.chars().any(is_hidden) {
        return Some(Oddity::Hidden);
    }
    if path.starts_with('-') && path.len() > 1 {
        return Some(Oddity::Option);
    }
    let variable = path.starts_with('$') || path.contains("${") || path.contains("$(") || path.contains("/$HOME");
    let quoted = path.starts_with(['"', '\'', '`']);
    let drive = matches!(path.as_bytes(), [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic());
    // A tool that takes addresses undoes these.
    let lowered = path.to_ascii_lowercase();
    let encoded = ["%2e", "%2f", "%5c", "%00"].iter().any(|code| lowered.contains(code));
    (path.is_empty() || encoded || variable || quoted || drive || path.contains("://") || path.starts_with('%'))
        .then_some(Oddity::Unknown)
}

/// Whether a character is invisible, or moves others on the screen.
pub(super) fn is_hidden(one: char) -> bool {
    one.is_control()
        || matches!(one, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

/// The patterns that a pattern with braces means; `None` if there are too many.
pub(super) fn without_braces(pattern: &str) -> Option<Vec<String>> {
    let mut open = vec![pattern.to_owned()];
    let mut plain = Vec::new();
    let mut steps = 0_usize;
    while let Some(text) = open.pop() {
        steps = steps.saturating_add(1);
        if steps > limit::BRACES.saturating_mul(2) || open.len().saturating_add(plain.len()) > limit::BRACES {
            return None;
        }
        // The innermost braces first: they hold no others.
        let inner = text.find('}').and_then(|end| Some((text.get(..end)?.rfind('{')?, end)));
        let Some((start, end)) = inner else {
            plain.push(text);
            continue;
        };
        let (before, after) = (text.get(..start).unwrap_or(""), text.get(end.saturating_add(1)..).unwrap_or(""));
        let choices = text.get(start.saturating_add(1)..end).unwrap_or("");
        open.extend(choices.split(',').map(|choice| format!("{before}{choice}{after}")));
    }
    Some(plain)
}

/// Whether a text holds anything that a tool may expand to several paths.
pub(super) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

/// What secret a pattern below a directory names, if any. A bare star names none: it is how people look around.
pub(super) fn secret_of(directory: &str, pattern: &str, home: &str) -> Option<&'static str> {
    if let Some(what) = paths::sensitive(directory, pattern, home) {
        return Some(what);
    }
    if pattern.split('/').count() > limit::PATHS_IN_TEXT {
        return Some("more parts than can be looked at");
    }
    let mut places = vec![directory.to_owned()];
    for part in pattern.split('/').filter(|part| !part.is_empty() && *part != "**") {
        let lower = part.to_lowercase();
        let mut names: Vec<String> = ["", "x", "."].iter().map(|star| sample(&lower, star)).collect();
        if lower.starts_with('.') {
            // Directories whose names the pattern may stand for.
            names.extend(
                paths::secret_directories().filter(|name| crate::glob::matches(&lower, name)).map(str::to_owned),
            );
        }
        names.sort_unstable();
        names.dedup();
        let from = places.iter().take(64);
        let next: Vec<String> =
            from.flat_map(|place| names.iter().map(|name| paths::normal(place, name)).collect::<Vec<_>>()).collect();
        if let Some(what) = next.iter().find_map(|place| paths::sensitive(place, "", home)) {
            return Some(what);
        }
        places = next;
    }
    None
}

/// A name that a pattern matches: `star` for what is open, the first choice of a class.
fn sample(pattern: &str, star: &str) -> String {
    let mut name = String::new();
    let mut rest = pattern.chars();
    while let Some(one) = rest.next() {
        match one {
            '*' => name.push_str(star),
            '?' => name.push_str(if star.is_empty() { "x" } else { star }),
            '[' => {
                name.extend(rest.next());
                let _ = rest.by_ref().find(|one| *one == ']');
            }
            _ => name.push(one),
        }
    }
    name
}
