//! Operands under a rule.

use byleave_knowledge::hosts::{host, is_internal, is_loopback};
use byleave_knowledge::programs::{Arg, Effect, Quirk, Role};

use super::{Fit, Gap, NotCovered, of_world, sql};
use crate::reads::language;
use crate::usage::Operand;
use crate::{Value, Word};

/// Options that choose whom to talk to, or as whom.
const ELSEWHERE: [&str; 14] = [
    "context",
    "kube-context",
    "cluster",
    "user",
    "profile",
    "endpoint",
    "endpoint-url",
    "host",
    "hostname",
    "tls-server-name",
    "registry",
    "proxy",
    "https-proxy",
    "account",
];

/// Parts of the names of sub-commands that print what is kept secret, or settings that often hold secrets.
const TELLS_SECRETS: [&str; 9] = [
    "secret",
    "vault",
    "credential",
    "token",
    "password",
    "appsettings",
    "connection-string",
    "parameter",
    "get-function",
];

impl Fit<'_> {
    /// Whether the star covers the operands.
    pub(super) fn operands(&self) -> Result<(), NotCovered> {
        let kinds = self.row.operands();
        for (place, operand) in self.usage.operands.iter().enumerate() {
            let placed = kinds.last.is_some() || place == 0 && operand.kind != kinds.rest;
            if self.is_spelt(operand.word) {
                continue;
            }
            let Some(word) = self.command.words.get(operand.word) else { continue };
            let several = !matches!(word.value, Value::Literal { .. });
            // Which of several is read and which written would be for the disk to say: `uniq a*`.
            if several && placed {
                return Err(self.gap(operand.word, Gap::Several));
            }
            if several && operand.may_be_option {
                self.files().no_option(word).map_err(of_world)?;
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
            return gap(Gap::Written);
        }
        if operand.kind == Arg::Code && self.program.has(Quirk::Sql) {
            return if text.is_some_and(sql::only_asks) { Ok(()) } else { gap(Gap::Operand) };
        }
        if text.is_some_and(|text| self.is_plain_operand(operand.kind, text)) {
            return Ok(());
        }
        match operand.kind {
            // A row that calls its operands text does not say which of them are places that it works at.
            Arg::Text if matches!(self.row.effect(), Effect::Write | Effect::Code) && !self.only_prints() => {
                if leads_out(word.shown()) {
                    gap(Gap::Outside)
                } else {
                    Ok(())
                }
            }
            // A setting is `name=value`; a word without `=` only asks for one.
            Arg::Setting if text.is_some_and(|text| !text.contains('=')) => Ok(()),
            Arg::Shell | Arg::Code | Arg::Program | Arg::Setting => gap(Gap::Operand),
            Arg::Sed | Arg::Awk => self.language(operand.kind, text, operand.word),
            Arg::Read | Arg::Write if text.is_some_and(is_address) => gap(Gap::Address),
            Arg::Read => self.files().may_read(word).map_err(of_world),
            Arg::Text | Arg::Delete | Arg::Write => Ok(()),
            Arg::Host => match text {
                // `ext::sh -c …` and `-oProxyCommand=…` are addresses that run something.
                Some(text) if text.contains("::") || text.starts_with('-') || text.contains("://-") => {
                    gap(Gap::Address)
                }
                // The service that hands out credentials to every caller, the machine itself and its network.
                Some(text)
                    if text.contains("://")
                        && host(text).is_none_or(|host| is_internal(&host) && !is_loopback(&host)) =>
                {
                    gap(Gap::Address)
                }
                Some(_) => Ok(()),
                None => gap(Gap::Address),
            },
        }
    }

    /// Whether the rule names the option that turns operands into files that are written: `sed -i *`.
    fn names_writer(&self, kind: Arg) -> bool {
        let words = &self.command.words;
        self.usage.options.iter().enumerate().any(|(at, used)| {
            let makes = match used.known {
                crate::usage::Known::Special(special) => special.operands() == Some(kind),
                crate::usage::Known::Plain | crate::usage::Known::Unknown => false,
            };
            makes && (self.is_spelt(used.word) || self.pattern.names_option(self.usage, at, words))
        })
    }

    /// A script in a language that is looked into.
    pub(super) fn language(&self, kind: Arg, text: Option<&str>, at: usize) -> Result<(), NotCovered> {
        let text = text.ok_or_else(|| self.gap(at, Gap::Several))?;
        language(kind, text).map_err(|reason| self.gap(at, Gap::Language(reason)))
    }

    /// Operands that would be run or set something, but only lead into the project or only switch something.
    fn is_plain_operand(&self, kind: Arg, text: &str) -> bool {
        let plays = |role: Role| self.program.plays(role) || self.row.plays(role);
        match kind {
            Arg::Code if plays(Role::RunsPackages) => {
                let source = text.starts_with('.') || text.strip_suffix(".go").is_some();
                source && !leads_out(text) && !text.contains('@')
            }
            Arg::Code if plays(Role::RunsNamedScripts) => {
                let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':');
                !text.is_empty() && text.bytes().all(plain)
            }
            Arg::Setting if plays(Role::Recipes) => text.split_once('=').is_some_and(|(name, value)| {
                let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                let word =
                    matches!(value, "yes" | "no" | "true" | "false" | "on" | "off" | "y" | "n" | "debug" | "release");
                plain && (word || !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()))
            }),
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
            | Arg::Setting => false,
        }
    }
}

/// Whether a rule that names no more than the program covers a question to the service that the program is set up for.
pub(super) fn asks_its_service(fit: &Fit<'_>) -> Result<(), NotCovered> {
    let gap = |at: usize| Err(fit.gap(at, Gap::Service(fit.called())));
    let subs = fit.usage.subs.iter().filter_map(|at| fit.command.words.get(*at).and_then(Word::literal));
    if subs.clone().any(|name| TELLS_SECRETS.iter().any(|part| name.contains(part))) {
        return gap(0);
    }
    for used in &fit.usage.options {
        let host = match used.known {
            crate::usage::Known::Special(special) => special.arg() == Arg::Host,
            crate::usage::Known::Plain | crate::usage::Known::Unknown => false,
        };
        let text = used.text(&fit.command.words);
        let given = used.given != crate::usage::Given::Nothing;
        if host
            || ELSEWHERE.iter().any(|name| used.is(name))
            || given && text.is_none_or(|text| leads_elsewhere(fit, Arg::Text, text))
        {
            return gap(used.word);
        }
    }
    for operand in &fit.usage.operands {
        let text = fit.command.words.get(operand.word).and_then(Word::literal);
        if text.is_none_or(|text| leads_elsewhere(fit, operand.kind, text)) {
            return gap(operand.word);
        }
    }
    Ok(())
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
