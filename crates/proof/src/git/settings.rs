//! The settings of a repository, by a grammar that is a part of git's own: each line is empty, a comment, one header, or one plain key with
//! or without a value. git reads more (`[user] [core] fsmonitor = ./e` is a setting of `core`), and whatever it reads beyond this asks.
//!
//! ```text
//! line   = blanks ( nothing | ("#" | ";") anything | header | key [ blanks "=" value ] ) blanks
//! header = "[" name [ blanks '"' text without '"' and "\" '"' ] "]"  |  "[" name "." name "]"
//! key    = letter { letter | digit | "-" }
//! value  = text that does not end in "\", so that it does not go on in the next line
//! ```

use byleave_knowledge::git::{Values, harmless};

/// One setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting<'t> {
    section: String,
    named: bool,
    key: String,
    /// As it is written, without blanks around it; `None` for a key alone.
    value: Option<&'t str>,
}

/// What else a setting that is known names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place<'t> {
    /// Nothing.
    None,
    /// A directory of hooks.
    Hooks(&'t str),
    /// The directory whose files git looks at.
    Worktree(&'t str),
}

/// All settings of a text, in order; or the number of the first line that is not understood.
pub(super) fn read(text: &str) -> Result<Vec<Setting<'_>>, usize> {
    let mut settings = Vec::new();
    let (mut section, mut named) = (String::new(), false);
    for (at, line) in text.split('\n').enumerate() {
        let number = at.saturating_add(1);
        // A carriage return before the end of a line is none to git; anywhere else it is a character of the value.
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.chars().any(|one| one.is_control() && one != '\t' || matches!(one, '\u{feff}' | '\u{85}')) {
            return Err(number);
        }
        let line = line.trim_matches([' ', '\t']);
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if let Some(inside) = line.strip_prefix('[') {
            (section, named) = header(inside).ok_or(number)?;
            continue;
        }
        if section.is_empty() || line.ends_with('\\') {
            return Err(number);
        }
        let (key, value) = match line.split_once('=') {
            Some((key, value)) => (key.trim_matches([' ', '\t']), Some(value.trim_matches([' ', '\t']))),
            None => (line, None),
        };
        if !is_name(key) || !key.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return Err(number);
        }
        settings.push(Setting { section: section.clone(), named, key: key.to_ascii_lowercase(), value });
    }
    Ok(settings)
}

/// The section of a header, from after its bracket, and whether it has a name of its own.
fn header(inside: &str) -> Option<(String, bool)> {
    let inside = inside.strip_suffix(']')?;
    let (section, named) = match inside.split_once([' ', '\t']) {
        Some((section, name)) => {
            let name = name.trim_start_matches([' ', '\t']).strip_prefix('"')?.strip_suffix('"')?;
            if name.contains(['"', '\\']) {
                return None;
            }
            (section, true)
        }
        // `[remote.origin]` is an older way to write `[remote "origin"]`.
        None => match inside.split_once('.') {
            Some((section, name)) if !name.is_empty() && name.split('.').all(is_name) => (section, true),
            Some(_) => return None,
            None => (inside, false),
        },
    };
    is_name(section).then(|| (section.to_ascii_lowercase(), named))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

impl<'t> Setting<'t> {
    /// As `section.key`.
    pub(super) fn name(&self) -> String {
        format!("{}{}.{}", self.section, if self.named { ".*" } else { "" }, self.key)
    }

    /// What it names, if it is known to do no harm otherwise.
    pub(super) fn place(&self) -> Option<Place<'t>> {
        match harmless(&self.section, self.named, &self.key)? {
            Values::Any => Some(Place::None),
            Values::Switch => {
                let value = self.value.map(str::to_ascii_lowercase);
                let known = ["true", "false", "yes", "no", "on", "off", "0", "1"];
                value.is_none_or(|value| known.contains(&value.as_str())).then_some(Place::None)
            }
            Values::Number => {
                self.plain().is_some_and(|value| value.bytes().all(|byte| byte.is_ascii_digit())).then_some(Place::None)
            }
            Values::Hooks => self.plain().map(Place::Hooks),
            Values::Worktree => self.plain().map(Place::Worktree),
        }
    }

    /// Its value, if that is exactly what is written.
    fn plain(&self) -> Option<&'t str> {
        let value = self.value?;
        let value = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
        (!value.is_empty() && !value.contains(['"', '\\', '#', ';'])).then_some(value)
    }
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
