//! Operands under a rule.

use byleave_knowledge::hosts::{host, is_here, is_internal};
use byleave_knowledge::programs::{Arg, Effect, Quirk, Role};
use byleave_knowledge::secrets::tells_secrets;

use super::outputs::is_output;
use super::{Fit, of_world};
use crate::reads::language;
use crate::reason::{Gap, NotCovered, refuse};
use crate::tables::services::{COMPILER_FLAGS, COMPILER_VARIABLES, ELSEWHERE};
use crate::usage::{Given, Operand, Used};
use crate::{Form, Word};

impl Fit<'_> {
    /// Whether the star covers the operands.
    pub(super) fn operands(&self) -> Result<(), NotCovered> {
        let kinds = self.row.operands();
        for (place, operand) in self.usage.operands.iter().enumerate() {
            let Some(word) = self.command.words.get(operand.word) else { continue };
            if self.is_spelt(operand.word) {
                continue;
            }
            let placed = kinds.last.is_some() || place == 0 && operand.kind != kinds.rest;
            let several = word.form != Form::Literal;
            // Which of several is read and which written would be for the disk to say: `uniq a*`.
            refuse(several && placed, || self.gap(operand.word, Gap::Several))?;
            if several && operand.may_be_option {
                self.reader().may_be_option(word).map_err(of_world)?;
            }
            self.operand(*operand, word)?;
        }
        Ok(())
    }

    fn operand(&self, operand: Operand, word: &Word<'_>) -> Result<(), NotCovered> {
        let gap = |gap: Gap| Err(self.gap(operand.word, gap));
        let text = word.literal();
        let writes = matches!(operand.kind, Arg::Write | Arg::Delete);
        if writes && self.row.effect() == Effect::Read && !self.names_writer(operand.kind) {
            // What an option makes of operands is looked at as outputs are.
            let made = |used: &Used<'_>| {
                used.special().is_some_and(is_output)
                    && used.special().is_some_and(|one| one.operands() == Some(Arg::Write))
            };
            return if self.usage.options.iter().any(made) { Ok(()) } else { gap(Gap::Written) };
        }
        if text.is_some_and(|text| self.is_plain_operand(operand.kind, text)) {
            return Ok(());
        }
        match operand.kind {
            // A row that calls its operands text does not say which of them are places that it works at.
            Arg::Text if matches!(self.row.effect(), Effect::Write | Effect::Code) && leads_out(&word.text) => {
                gap(Gap::Outside)
            }
            // A setting is `name=value`; a word without `=` only asks for one.
            Arg::Setting if text.is_some_and(|text| !text.contains('=')) => Ok(()),
            Arg::Shell | Arg::Code | Arg::Program | Arg::Setting => gap(Gap::Operand),
            Arg::Sed | Arg::Awk => self.language(operand.kind, text, operand.word),
            Arg::Read | Arg::Write if text.is_some_and(is_address) => gap(Gap::Address),
            // Also where it has no scheme: `curl 169.254.169.254`.
            Arg::Host if !text.is_some_and(|text| is_ordinary(text, self.program.has(Quirk::Pages))) => {
                gap(Gap::Address)
            }
            Arg::Read => self.reader().read(word, false).map_err(of_world),
            Arg::Text | Arg::Delete | Arg::Write | Arg::Host => Ok(()),
        }
    }

    /// Whether the rule names the option that turns operands into files that are written: `sed -i *`.
    fn names_writer(&self, kind: Arg) -> bool {
        let words = &self.command.words;
        let makes =
            self.usage.options.iter().filter(|used| used.special().is_some_and(|one| one.operands() == Some(kind)));
        makes.into_iter().any(|used| self.is_spelt(used.word) || self.pattern.names_option(used, words))
    }

    /// A script in a language that is looked into.
    pub(super) fn language(&self, kind: Arg, text: Option<&str>, at: usize) -> Result<(), NotCovered> {
        let text = text.ok_or_else(|| self.gap(at, Gap::Several))?;
        language(kind, text).map_err(|reason| self.gap(at, Gap::World(reason)))
    }

    /// Operands that would be run or set something, but only lead into the project or only switch something.
    fn is_plain_operand(&self, kind: Arg, text: &str) -> bool {
        let plays = |role: Role| self.program.plays(role) || self.row.plays(role);
        let among = |text: &str, more: &str| {
            !text.is_empty() && text.chars().all(|one| one.is_ascii_alphanumeric() || more.contains(one))
        };
        if kind == Arg::Code && plays(Role::RunsPackages) {
            let source = text.starts_with('.') || text.strip_suffix(".go").is_some();
            return source && !leads_out(text) && !text.contains('@');
        }
        if kind == Arg::Setting && plays(Role::Recipes) {
            const SWITCHES: [&str; 10] = ["yes", "no", "true", "false", "on", "off", "y", "n", "debug", "release"];
            return text.split_once('=').is_some_and(|(name, value)| {
                let number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
                let word = |list: &str, text: &str| list.split(' ').any(|one| one == text);
                let flags =
                    || word(COMPILER_VARIABLES, name) && value.split(' ').all(|flag| word(COMPILER_FLAGS, flag));
                among(name, "_") && (number || SWITCHES.contains(&value)) || flags()
            });
        }
        kind == Arg::Code && plays(Role::RunsNamedScripts) && among(text, "-_:")
    }
}

/// Whether a rule that names no more than the program covers a question to the service that the program is set up for.
pub(super) fn asks_its_service(fit: &Fit<'_>) -> Result<(), NotCovered> {
    let tells = |at: &usize| fit.literal(*at).is_some_and(tells_secrets);
    let told = fit.usage.subs.iter().any(tells).then_some(0);
    let option = fit.usage.options.iter().find(|used| {
        let elsewhere = || used.text(&fit.command.words).is_none_or(|text| leads_elsewhere(fit, Arg::Text, text));
        used.special().is_some_and(|special| special.arg() == Arg::Host)
            || ELSEWHERE.split(' ').any(|name| used.name.is(name))
            || used.given != Given::Nothing && elsewhere()
    });
    let operand = || {
        let elsewhere = |text: Option<&str>, kind| text.is_none_or(|text| leads_elsewhere(fit, kind, text));
        fit.usage.operands.iter().find(|operand| elsewhere(fit.literal(operand.word), operand.kind))
    };
    let at = told.or(option.map(|used| used.word)).or_else(|| operand().map(|operand| operand.word));
    at.map_or(Ok(()), |at| Err(fit.gap(at, Gap::Service(fit.called()))))
}

/// Whether a word may name another machine, or a file whose text is sent.
fn leads_elsewhere(fit: &Fit<'_>, kind: Arg, text: &str) -> bool {
    let address = text.contains("://") && !text.starts_with("s3://") && !text.starts_with("gs://");
    // `@scope/name` is a package.
    let file = text.starts_with('@') && !fit.program.plays(Role::Scopes) || text.starts_with("file:");
    // A remote by its name; anything else is an address or a path, and `ext::` runs a program.
    let remote = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    address
        || file
        || kind == Arg::Host && !remote(text)
        // `HOST/OWNER/REPO`
        || fit.program.plays(Role::HostSlashes) && !text.contains(' ') && text.matches('/').count() > 1
        // `git@host:x`, `npm:other`, `github:x/y`, `./dir`
        || fit.program.plays(Role::PackagePlaces) && (text.contains(':') || text.starts_with(['.', '/']))
}

/// Whether a word is written as a path that leads out of the directory it is seen from.
pub(super) fn leads_out(text: &str) -> bool {
    text == "~"
        || text.starts_with("~/")
        || text.starts_with('/') && text.len() > 1
        || text.split('/').any(|part| part == "..")
}

/// Whether a word is an address of another machine.
pub(super) fn is_address(text: &str) -> bool {
    text.contains("://") && !text.starts_with("file://")
}

/// Whether an address is that of an ordinary machine: not `ext::sh -c …` or `-oProxyCommand=…`, which run something, nor the service that
/// hands out credentials to every caller, the machine itself and its network.
fn is_ordinary(text: &str, page: bool) -> bool {
    let whole = if text.contains("://") { host(text) } else { host(&format!("http://{text}")) };
    let internal = whole.is_none_or(|host| is_internal(&host) && !is_here(&host));
    !(text.contains("::")
        || text.starts_with('-')
        || text.contains("://-")
        || (page || text.contains("://")) && internal)
}
