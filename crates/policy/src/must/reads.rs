//! Commands that are proven to only read.

use super::operands::{inspected, operand_of};
use super::options::does;
use super::{Gap, Known, Must, Word, gap};
use crate::command::{Used, is_harmless_setting, is_harmless_variable, is_ordinary};
use crate::programs::{self, Arg, Effect, Quirk};

/// Whether the command at `index` is proven to only read. What it wraps is judged by itself, and whether all of that is
/// allowed is for the layers to ask.
///
/// # Errors
///
/// Why it is not.
pub fn reads_only(known: &Known<'_, '_>, index: usize) -> Result<(), Gap> {
    let must = Must::of(known, index)?;
    let (usage, program) = (must.usage, must.program());
    if program.contains('/') {
        return Err(gap(format!("runs `{program}`, a program byleave knows nothing about"), must.span()));
    }
    let Some(entry) = usage.entry else {
        let what = if programs::find(program).is_some() { "sub-command" } else { "program" };
        return Err(gap(["the ", what, " of `", program, "` is not known"].concat(), must.span()));
    };
    if must.only_prints() {
        return Ok(());
    }
    must.options_only_read()?;
    if must.sets_ordinary_names() || must.exports_harmless_names() {
        return Ok(());
    }
    must.tells_secret()?;
    let own = if must.only_looks() { Effect::Read } else { usage.own_effect };
    // `env` shows variables only without a command; what `nohup` writes it writes with any.
    let adds_nothing = usage.is_transparent() && (own == Effect::State || usage.runs_text());
    if own > Effect::Read && !adds_nothing {
        return Err(gap(must.described(does(own)), must.span()));
    }
    // The words after the text of `bash -c` are only its arguments.
    for (word, arg) in must.operands().filter(|_| !usage.runs_text()) {
        if arg == Arg::Host {
            return Err(gap("contacts another machine", word.span()));
        }
        operand_of(&must, arg, word)?;
    }
    must.quirks()?;
    must.certain(entry)
}

impl Must<'_, '_> {
    /// Whether every option is known, and none does more than read.
    fn options_only_read(&self) -> Result<(), Gap> {
        for used in &self.usage.options {
            let span = self.span_of(used.at);
            if !used.known {
                return Err(gap(format!("option `{}` is not known", self.written(used)), span));
            }
            self.shell_reads_as_usual(used)?;
            let Some(special) = used.special else { continue };
            // A wrapped command is judged by itself, if one was found.
            let judged = used.hands_over() && self.usage.inner_by.contains(&used.at);
            if self.is_plain(used) {
                continue;
            }
            if special.effect() > Effect::Read && !judged {
                return Err(gap(format!("option `{}` {}", self.written(used), does(special.effect())), span));
            }
            if matches!(special.arg(), Arg::Sed | Arg::Awk) {
                match self.value(used) {
                    Some(text) => inspected(special.arg(), text, span)?,
                    None => return Err(gap("a program that is not literal", span)),
                }
            }
            let elsewhere = |text: &str| text.contains("://") && !text.starts_with("file://");
            if special.arg() == Arg::Read && used.value.is_some() && self.value(used).is_some_and(elsewhere) {
                return Err(gap("contacts another machine", span));
            }
        }
        Ok(())
    }

    /// Options of a shell that change how its text is read, or what it runs before.
    fn shell_reads_as_usual(&self, used: &Used) -> Result<(), Gap> {
        if !self.usage.runs_text() {
            return Ok(());
        }
        let usual = match used.key.as_ref() {
            "-c" | "-l" | "-e" | "-u" | "-x" | "-v" | "-n" | "--login" | "--norc" | "--noprofile" | "--posix" => true,
            "-o" => self.value(used).is_some_and(|name| {
                matches!(name, "pipefail" | "errexit" | "nounset" | "xtrace" | "posix" | "verbose" | "noglob")
            }),
            _ => false,
        };
        let span = self.span_of(used.at);
        if usual { Ok(()) } else { Err(gap(format!("`{}` may change how the text is read", used.key), span)) }
    }

    /// Uses of programs that write or run otherwise.
    fn only_looks(&self) -> bool {
        let usage = self.usage;
        let exact = |at: usize| self.word(at).and_then(Word::exact);
        let last = || usage.operands.last().and_then(|(at, _)| exact(*at));
        // A database that cannot be changed, asked questions that were looked into.
        usage.has(Quirk::Readonly) && usage.operands.len() > 1 && self.gives(&["-readonly", "--readonly"])
            || usage.has(Quirk::Devices)
                && usage.operands.iter().all(|(at, _)| exact(*at).is_some_and(crate::paths::is_device))
            || usage.has(Quirk::DashPrints) && usage.operands.len() == 2 && last() == Some("-")
    }

    /// `read -r line`, `mapfile -t lines`: variables that nothing but the script itself looks at.
    fn sets_ordinary_names(&self) -> bool {
        let usage = self.usage;
        if !usage.has(Quirk::SetsNames) {
            return false;
        }
        let ordinary = |at: usize| self.word(at).and_then(Word::exact).is_some_and(is_ordinary);
        // The value of `read -a` is a name too.
        let options = usage.options.iter().all(|used| {
            let names = used.key == "-a" && used.value.is_some_and(|given| given.at != used.at && ordinary(given.at));
            used.special.is_none() && used.key != "-e" && used.key != "-i" || names
        });
        let names = usage.operands.iter().all(|(at, _)| ordinary(*at));
        let literal = self.words().all(|word| word.exact().is_some());
        options && names && literal && !usage.operands.is_empty()
    }

    /// `export LC_ALL=C`: as good as before a command.
    fn exports_harmless_names(&self) -> bool {
        let harmless = |word: Word<'_>| {
            let text = word.exact().and_then(|text| text.split_once('=').map(|(name, _)| (name, text)));
            text.is_some_and(|(name, text)| is_harmless_variable(name) || is_harmless_setting(text))
        };
        self.usage.has(Quirk::Exports) && self.len() > 1 && self.words().skip(1).all(harmless)
    }

    /// Printing a variable that holds a secret is more than reading.
    pub(super) fn tells_secret(&self) -> Result<(), Gap> {
        if self.usage.has(Quirk::Tests) {
            return Ok(());
        }
        for item in self.simple.items.iter().chain(self.simple.redirections.iter().map(|one| &one.target)) {
            // What is written there is looked at, whatever it becomes.
            let written = item.span.of(self.known.commands.script.source());
            if item.is_unknown() && (names_secret(item.shown().likely()) || names_secret(written)) {
                return Err(gap("tells what is in a variable that may hold a secret", item.span));
            }
        }
        for one in &self.simple.redirections {
            if one.expands.as_ref().is_some_and(|text| names_secret(text)) {
                return Err(gap("tells what is in a variable that may hold a secret", one.span));
            }
        }
        Ok(())
    }
}

/// Whether a text with parameters in it, as written, has one that may hold a secret. `${#x}` tells only a length.
fn names_secret(text: &str) -> bool {
    let mut left = text;
    while let Some(dollar) = left.bytes().position(|byte| byte == b'$') {
        left = left.get(dollar.saturating_add(1)..).unwrap_or("");
        let rest = left.strip_prefix('{').unwrap_or(left);
        let rest = rest.strip_prefix('!').unwrap_or(rest);
        let end = rest.bytes().position(|one| !one.is_ascii_alphanumeric() && one != b'_').unwrap_or(rest.len());
        // `${x:+set}` tells only that there is one.
        let hides = rest.get(end..).is_some_and(|after| after.starts_with(":+") || after.starts_with('+'));
        if !hides && holds_secret(rest.get(..end).unwrap_or("")) {
            return true;
        }
    }
    false
}

/// Whether a variable of the environment with this name is likely to hold a secret.
fn holds_secret(name: &str) -> bool {
    const PARTS: [&str; 18] = [
        "TOKEN",
        "TOKENS",
        "SECRET",
        "SECRETS",
        "PASSWORD",
        "PASSWD",
        "PASSPHRASE",
        "PASS",
        "PAT",
        "APIKEY",
        "KEY",
        "KEYS",
        "CREDENTIAL",
        "CREDENTIALS",
        "AUTH",
        "COOKIE",
        "DSN",
        "JWT",
    ];
    const WHOLE: [&str; 5] = ["DATABASE_URL", "REDIS_URL", "MONGO_URL", "MONGODB_URI", "MYSQL_PWD"];
    let own = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    own && (WHOLE.contains(&name) || name.split('_').any(|part| PARTS.contains(&part)))
}
