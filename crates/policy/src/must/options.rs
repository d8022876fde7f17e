//! Options under a rule: which of them a `*` covers.

use super::operands::inspected;
use super::{Gap, Must, gap};
use crate::command::Used;
use crate::glob;
use crate::inspect::sql_danger;
use crate::programs::{self, Arg, Effect, Quirk, Texts};
use crate::rules::CommandPattern;

impl Must<'_, '_> {
    pub(super) fn option(&self, pattern: &CommandPattern, used: &Used, spelt: &[bool]) -> Result<(), Gap> {
        let span = self.span_of(used.at);
        // `wget -qO- *` speaks for writing to standard output, not for another `-O` among the words of the star.
        let text = self.value(used);
        let same_value = |wanted: &Option<String>| {
            let Some(wanted) = wanted.as_deref().filter(|_| used.value.is_some()) else { return true };
            text.is_some_and(|text| glob::matches(wanted, text))
        };
        let named = spelt.get(used.at).copied().unwrap_or(false)
            || pattern.named.options.iter().any(|(key, value)| *key == *used.key && same_value(value));
        if !used.known {
            return if named {
                Ok(())
            } else {
                Err(gap(format!("option `{}` is not known", self.written(used)), span))
            };
        }
        let Some(special) = used.special else { return Ok(()) };
        let bare = special.arg() == Arg::Setting && self.usage.has(Quirk::BareSettings);
        if bare && text.is_some_and(|text| !text.contains('=')) || self.is_plain(used) || self.is_covered(used) {
            return Ok(());
        }
        if special.effect() > Effect::Read && !named {
            return Err(gap(
                format!("`*` never stands for option `{}`, which {}", self.written(used), does(special.effect())),
                span,
            ));
        }
        if special.arg() == Arg::Read
            && !named
            && text.is_some_and(|text| text.contains("://") && !text.starts_with("file://"))
        {
            return Err(gap("contacts another machine", span));
        }
        let value_spelt = used.value.is_none_or(|given| spelt.get(given.at).copied().unwrap_or(false));
        match special.arg() {
            Arg::Code if !value_spelt && named && self.usage.has(Quirk::Sql) => match text {
                Some(text) => sql_danger(text).map_or(Ok(()), |what| Err(gap(what, span))),
                None => Err(gap("SQL that is not literal", span)),
            },
            Arg::Shell | Arg::Code | Arg::Program | Arg::Setting
                if !value_spelt && special.takes() != programs::Takes::Command =>
            {
                Err(gap(
                    format!("the value of `{}` is run, and the rule does not spell it out", self.written(used)),
                    span,
                ))
            }
            Arg::Sed | Arg::Awk if !value_spelt => match text {
                Some(text) => inspected(special.arg(), text, span),
                None => Err(gap("a program that is not literal", span)),
            },
            Arg::Text
            | Arg::Read
            | Arg::Write
            | Arg::Delete
            | Arg::Host
            | Arg::Shell
            | Arg::Code
            | Arg::Program
            | Arg::Sed
            | Arg::Awk
            | Arg::Setting => Ok(()),
        }
    }
}

impl Must<'_, '_> {
    /// Whether the value of an option makes it plain.
    pub(super) fn is_plain(&self, used: &Used) -> bool {
        self.usage.program.is_some_and(|program| self.is_listed(used, program.plain()))
    }

    /// Whether the value of an option, which with others writes or runs something, is one that a rule on the program covers.
    fn is_covered(&self, used: &Used) -> bool {
        self.usage.program.is_some_and(|program| self.is_listed(used, program.covered()))
    }

    fn is_listed(&self, used: &Used, mut lists: Texts) -> bool {
        let Some(text) = self.value(used) else { return false };
        lists.any(|list| {
            let mut words = list.split(' ');
            words.next().is_some_and(|option| is_called(used, option)) && is_one_of(text, words)
        })
    }
}

/// Whether an option is this one, by any of its names.
fn is_called(used: &Used, option: &str) -> bool {
    let name = option.trim_start_matches('-');
    used.key == option || used.special.is_some_and(|special| special.names().split(' ').any(|one| one == name))
}

/// Whether a value is one of those in a list: patterns, `!` before those that it must not fit, `within` for what lies in
/// the project, and `␣` for a blank.
fn is_one_of<'l>(text: &str, list: impl Iterator<Item = &'l str>) -> bool {
    let within = || !text.is_empty() && !text.starts_with(['/', '~', '-']) && !text.split('/').any(|part| part == "..");
    let (mut wanted, mut fits) = (false, false);
    for one in list {
        if let Some(unwanted) = one.strip_prefix('!') {
            if glob::matches(unwanted, text) {
                return false;
            }
            continue;
        }
        wanted = true;
        fits |= if one == "within" { within() } else { glob::matches(&one.replace('␣', " "), text) };
    }
    fits || !wanted
}

pub(super) const fn does(effect: Effect) -> &'static str {
    match effect {
        Effect::Read => "reads",
        Effect::Write => "writes",
        Effect::Code => "runs code of the project",
        Effect::State => "shows or changes variables and settings of the shell",
        Effect::Fetch => "asks another machine",
        Effect::Send => "sends",
        Effect::Delete => "deletes or overwrites",
        Effect::System => "changes the system",
        Effect::Run => "runs something",
    }
}
