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

use crate::Environment;

/// One setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting<'t> {
    section: String,
    named: bool,
    key: String,
    /// As it is written, without blanks around it; `None` for a key alone.
    value: Option<&'t str>,
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

/// Whether a variable is one of those that hand settings to git.
pub(crate) fn hands_setting(variable: &str) -> bool {
    ["GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"].iter().any(|begin| variable.starts_with(begin))
}

/// Whether the settings that the environment hands to git do no harm: `GIT_CONFIG_COUNT` pairs of `GIT_CONFIG_KEY_n` and `GIT_CONFIG_VALUE_n`,
/// each judged as one of a file is.
pub(crate) fn are_harmless(variables: &Environment) -> bool {
    const MOST: u16 = 64;
    let given = |name: &str| variables.get(name).map(String::as_str);
    let count = given("GIT_CONFIG_COUNT").and_then(|count| count.parse().ok()).filter(|count| *count <= MOST);
    count.is_some_and(|count| {
        (0..count).all(|at| {
            let pair = given(&format!("GIT_CONFIG_KEY_{at}")).zip(given(&format!("GIT_CONFIG_VALUE_{at}")));
            let setting = pair.and_then(|(name, value)| Setting::handed(name, value));
            setting.is_some_and(|setting| setting.wants() == Some(Values::Any))
        })
    })
}

impl<'t> Setting<'t> {
    /// One by its whole name: `core.quotepath`, `remote.origin.url`.
    fn handed(name: &str, value: &'t str) -> Option<Self> {
        let (section, rest) = name.split_once('.')?;
        let (named, key) = rest.rsplit_once('.').map_or((false, rest), |(_, key)| (true, key));
        let [section, key] = [section, key].map(str::to_ascii_lowercase);
        (is_name(&section) && is_name(&key)).then_some(Self { section, named, key, value: Some(value) })
    }

    /// As `section.key`.
    pub(super) fn name(&self) -> String {
        format!("{}{}.{}", self.section, if self.named { ".*" } else { "" }, self.key)
    }

    /// What its value has to be so that it does no harm: anything, if it does none as it is; `None` if it is not known.
    pub(super) fn wants(&self) -> Option<Values> {
        let values = harmless(&self.section, self.named, &self.key)?;
        let known = ["true", "false", "yes", "no", "on", "off", "0", "1"];
        let fits = match values {
            Values::Any => true,
            Values::Switch => self.value.is_none_or(|value| known.contains(&value.to_ascii_lowercase().as_str())),
            Values::Number => self.plain()?.bytes().all(|byte| byte.is_ascii_digit()),
            Values::Hooks | Values::Worktree => return Some(values),
        };
        fits.then_some(Values::Any)
    }

    /// Its value, if that is exactly what is written.
    pub(super) fn plain(&self) -> Option<&'t str> {
        let value = self.value?;
        let value = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
        (!value.is_empty() && !value.contains(['"', '\\', '#', ';'])).then_some(value)
    }
}

#[cfg(test)]
#[path = "settings_tests.rs"]
mod tests;
