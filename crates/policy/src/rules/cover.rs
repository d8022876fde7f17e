//! Allow: what a rule or the read-only layer covers of a command, and what it never covers.

use std::borrow::Cow;

use byleave_shell::{NodeId, Span, Unknown};

use super::CommandPattern;
use crate::command::{Commands, Inner, Item, Simple, Usage, Used, Value};
use crate::inspect::{awk_danger, sed_danger, sql_danger};
use crate::paths::is_program_directory;
use crate::programs::{self, Arg, Effect, Entry, Style};

/// Why something is not covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// In words.
    pub reason: Cow<'static, str>,
    /// The part to blame.
    pub span: Span,
}

/// Everything known of the commands of a call, one usage per command.
#[derive(Debug)]
pub struct Known<'c, 'a> {
    /// The commands.
    pub commands: &'c Commands<'a>,
    /// How each uses its program, in the same order.
    pub usages: &'c [Usage<'c>],
}

fn gap(reason: impl Into<Cow<'static, str>>, span: Span) -> Gap {
    Gap { reason: reason.into(), span }
}

/// Whether an allow rule covers the command at `index`.
///
/// # Errors
///
/// What is not covered, if the words fit the rule's words at all.
pub fn covers(pattern: &CommandPattern, known: &Known<'_, '_>, index: usize) -> Result<bool, Gap> {
    let (Some(simple), Some(usage)) = (known.commands.simples.get(index), known.usages.get(index)) else {
        return Ok(false);
    };
    let Some(name) = simple.name() else { return Ok(false) };
    let program = plain_name(name);
    let Some(spelt) = pattern.fits(&simple.items, program) else { return Ok(false) };
    if simple.more_words {
        known.more_words(index)?;
    }
    if pattern.is_exact() {
        return Ok(true);
    }
    let Some(entry) = usage.entry else {
        if programs::find(program).is_some() {
            return Err(gap("the sub-command is not known", simple.span));
        }
        // Nothing is known of the program: the star covers whatever is spelt out.
        return match simple.items.iter().find(|item| item.is_unknown()) {
            Some(item) => Err(gap("a word that may be anything", item.span)),
            None => Ok(true),
        };
    };
    sub_command(pattern, usage, entry, simple)?;
    for used in &usage.options {
        option(pattern, used, &spelt, simple)?;
    }
    for (at, arg) in &usage.operands {
        let spelt = spelt.get(*at).copied().unwrap_or(false);
        if !spelt && let Some(item) = simple.items.get(*at) {
            if entry.effect == Effect::Read && matches!(arg, Arg::Write | Arg::Delete) {
                return Err(gap("`*` never stands for a file that is written", item.span));
            }
            operand_of(usage, *arg, item)?;
        }
    }
    hosts(pattern, usage, simple)?;
    oddities(usage, simple)?;
    known.unknown_words(index, entry)?;
    let spelt_inside = usage.inner.iter().all(|inner| match inner {
        // A rule that spells the inner program out is about it too; that one is judged by itself.
        Inner::Words(at) | Inner::More(at) => spelt.get(*at).copied().unwrap_or(false),
        Inner::Between(..) | Inner::Joined(_) | Inner::Text(_) | Inner::Attached(_) | Inner::Input => false,
    });
    if !usage.inner.is_empty() && !usage.is_transparent() && !spelt_inside {
        return Err(gap(format!("`*` never stands for a command that `{program}` runs"), simple.span));
    }
    Ok(true)
}

/// What a command word counts as: its name, without the directories system programs live in.
fn plain_name(name: &str) -> &str {
    match name.rsplit_once('/') {
        Some((directory, base)) if is_program_directory(directory) => base,
        _ => name,
    }
}

fn sub_command(pattern: &CommandPattern, usage: &Usage<'_>, entry: &Entry, simple: &Simple<'_>) -> Result<(), Gap> {
    let named = pattern.named.path.len() >= usage.path.len();
    let what = usage.path.join(" ");
    match entry.effect {
        Effect::Read | Effect::Write | Effect::Code => Ok(()),
        Effect::Run if entry.wraps == programs::Wraps::No && !named => {
            Err(gap(format!("`{what}` runs what it is given"), simple.span))
        }
        Effect::Send | Effect::Delete | Effect::System | Effect::Run if named => Ok(()),
        Effect::Send => {
            Err(gap(format!("`{what}` talks to another machine, and the rule does not name it"), simple.span))
        }
        Effect::Delete => Err(gap(format!("`{what}` deletes, and the rule does not name it"), simple.span)),
        Effect::System => Err(gap(format!("`{what}` changes the system, and the rule does not name it"), simple.span)),
        Effect::Run => Err(gap(format!("`{what}` runs what it is given"), simple.span)),
    }
}

fn option(pattern: &CommandPattern, used: &Used<'_>, spelt: &[bool], simple: &Simple<'_>) -> Result<(), Gap> {
    let span = simple.items.get(used.at).map_or(simple.span, |item| item.span);
    let named =
        spelt.get(used.at).copied().unwrap_or(false) || pattern.named.options.iter().any(|(key, _)| *key == *used.key);
    if !used.known {
        return if named { Ok(()) } else { Err(gap(format!("option `{}` is not known", used.key), span)) };
    }
    let Some(special) = used.special else { return Ok(()) };
    let text = used.value.as_ref().and_then(|(_, text)| text.as_deref());
    let plain_settings = matches!(pattern.named.path.first(), Some(&("kubectl" | "oc" | "make" | "sysctl")));
    if special.arg == Arg::Setting && plain_settings && text.is_some_and(|text| !text.contains('=')) {
        return Ok(());
    }
    if special.effect > Effect::Read && !named {
        return Err(gap(format!("`*` never stands for option `{}`, which {}", used.key, does(special.effect)), span));
    }
    let value = used.value.as_ref();
    let value_spelt = value.is_none_or(|(at, _)| spelt.get(*at).copied().unwrap_or(false));
    match special.arg {
        Arg::Code if !value_spelt && named && is_database(pattern.named.path.first()) => match text {
            Some(text) => sql_danger(text).map_or(Ok(()), |what| Err(gap(what, span))),
            None => Err(gap("SQL that is not literal", span)),
        },
        Arg::Shell | Arg::Code | Arg::Program | Arg::Setting
            if !value_spelt && special.takes != programs::Takes::Command =>
        {
            Err(gap(format!("the value of `{}` is run, and the rule does not spell it out", used.key), span))
        }
        Arg::Sed | Arg::Awk if !value_spelt => match value.and_then(|(_, text)| text.as_deref()) {
            Some(text) => inspected(special.arg, text, span),
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

const fn does(effect: Effect) -> &'static str {
    match effect {
        Effect::Read => "reads",
        Effect::Write => "writes",
        Effect::Code => "runs code of the project",
        Effect::Send => "sends",
        Effect::Delete => "deletes or overwrites",
        Effect::System => "changes the system",
        Effect::Run => "runs something",
    }
}

/// Programs whose code is SQL, which is looked into.
fn is_database(program: Option<&&'static str>) -> bool {
    matches!(program, Some(&("sqlite3" | "psql" | "mysql" | "mariadb" | "duckdb")))
}

/// Judges an operand; SQL is looked into.
fn operand_of(usage: &Usage<'_>, arg: Arg, item: &Item<'_>) -> Result<(), Gap> {
    if arg == Arg::Code && is_database(usage.path.first()) {
        return match item.text() {
            Some(text) => sql_danger(text).map_or(Ok(()), |what| Err(gap(what, item.span))),
            None => Err(gap("SQL that is not literal", item.span)),
        };
    }
    operand(arg, item)
}

/// With a rule on addresses, such as `curl https://api.example/*`, every address must fit it.
fn hosts(pattern: &CommandPattern, usage: &Usage<'_>, simple: &Simple<'_>) -> Result<(), Gap> {
    let Some(address) = pattern.tokens.iter().find(|token| token.star && token.text.contains("://")) else {
        return Ok(());
    };
    for (at, arg) in &usage.operands {
        let Some(item) = simple.items.get(*at).filter(|_| *arg == Arg::Host) else { continue };
        if !crate::glob::matches(&address.text, item.shown()) {
            return Err(gap("an address the rule does not name", item.span));
        }
    }
    Ok(())
}

fn operand(arg: Arg, item: &Item<'_>) -> Result<(), Gap> {
    match arg {
        // A setting is `name=value`; a word without `=` only asks for one.
        Arg::Setting if !item.is_unknown() && !item.shown().contains('=') => Ok(()),
        Arg::Shell | Arg::Code | Arg::Program | Arg::Setting => {
            Err(gap("`*` never stands for something that is run", item.span))
        }
        Arg::Sed | Arg::Awk => match item.text() {
            Some(text) => inspected(arg, text, item.span),
            None => Err(gap("a program that is not literal", item.span)),
        },
        Arg::Read if item.shown().contains("://") && !item.shown().starts_with("file://") => {
            Err(gap("contacts another machine", item.span))
        }
        // `ext::sh -c …` and `-oProxyCommand=…` are addresses that run something.
        Arg::Host if item.shown().contains("::") || item.shown().starts_with('-') || item.shown().contains("://-") => {
            Err(gap("an address that may run a program", item.span))
        }
        Arg::Text | Arg::Read | Arg::Write | Arg::Delete | Arg::Host => Ok(()),
    }
}

fn inspected(arg: Arg, text: &str, span: Span) -> Result<(), Gap> {
    let danger = if arg == Arg::Sed { sed_danger(text) } else { awk_danger(text) };
    danger.map_or(Ok(()), |what| Err(gap(what, span)))
}

/// Whether the command at `index` is proven to only read.
///
/// # Errors
///
/// Why it is not.
pub fn reads_only(known: &Known<'_, '_>, index: usize) -> Result<(), Gap> {
    let (Some(simple), Some(usage)) = (known.commands.simples.get(index), known.usages.get(index)) else {
        return Err(gap("no command", Span::default()));
    };
    let Some(name) = simple.name() else {
        return Err(gap("the command word is not literal", simple.span));
    };
    if name.contains('/') && plain_name(name).contains('/') {
        return Err(gap("a program of the project or of elsewhere", simple.span));
    }
    let program = plain_name(name);
    let Some(entry) = usage.entry else {
        let what = if programs::find(program).is_some() { "sub-command" } else { "program" };
        return Err(gap(format!("the {what} of `{program}` is not known"), simple.span));
    };
    for used in &usage.options {
        let span = simple.items.get(used.at).map_or(simple.span, |item| item.span);
        if !used.known {
            return Err(gap(format!("option `{}` is not known", used.key), span));
        }
        // A wrapped command is judged by itself.
        let wraps =
            used.special.is_some_and(|special| special.takes == programs::Takes::Command || special.arg == Arg::Shell);
        if let Some(special) = used.special
            && special.effect > Effect::Read
            && !wraps
        {
            return Err(gap(format!("option `{}` {}", used.key, does(special.effect)), span));
        }
        if let Some(special) = used.special
            && matches!(special.arg, Arg::Sed | Arg::Awk)
        {
            match used.value.as_ref().and_then(|(_, text)| text.as_deref()) {
                Some(text) => inspected(special.arg, text, span)?,
                None => return Err(gap("a program that is not literal", span)),
            }
        }
    }
    let judged_inside = usage.is_transparent();
    // A database that cannot be changed, asked questions that were looked into.
    let queries = usage.path.first() == Some(&"sqlite3")
        && usage.operands.len() > 1
        && usage.options.iter().any(|used| matches!(used.key.as_ref(), "-readonly" | "--readonly"));
    let own = if queries { Effect::Read } else { usage.own_effect };
    if own > Effect::Read && !judged_inside {
        return Err(gap(format!("`{}` {}", usage.path.join(" "), does(own)), simple.span));
    }
    for (at, arg) in &usage.operands {
        // The words after the text of `bash -c` are only its arguments.
        if let Some(item) = simple.items.get(*at)
            && !usage.runs_text()
        {
            operand_of(usage, *arg, item)?;
        }
    }
    oddities(usage, simple)?;
    if simple.more_words {
        known.more_words(index)?;
    }
    known.unknown_words(index, entry)
}

/// What single programs do with single words that no row can say.
fn oddities(usage: &Usage<'_>, simple: &Simple<'_>) -> Result<(), Gap> {
    let program = usage.path.first().copied().unwrap_or("");
    let operands = || usage.operands.iter().filter_map(|(at, arg)| simple.items.get(*at).map(|item| (item, *arg)));
    match program {
        // The environment and other files are within reach of these languages.
        "jq" | "yq" | "jaq" | "gojq" => {
            let reaches = ["env", "ENV", "import", "include", "load", "input_filename", "system", "exec"];
            let found = operands().find(|(item, _)| {
                let text = item.shown();
                text.split(|one: char| !one.is_ascii_alphanumeric() && one != '_')
                    .any(|word| reaches.contains(&word) || word.starts_with("load_"))
            });
            found.map_or(Ok(()), |(item, _)| Err(gap("its program reaches beyond its input", item.span)))
        }
        "date" => {
            let found = operands().find(|(item, _)| !item.shown().starts_with('+'));
            found.map_or(Ok(()), |(item, _)| Err(gap("sets the clock", item.span)))
        }
        // What a package script is given after `--` reaches a program nobody named.
        "npm" | "pnpm" | "yarn" | "bun" => {
            let passed = simple.items.iter().skip_while(|item| item.text() != Some("--")).skip(1);
            let changes = [
                "--fix",
                "--write",
                "-w",
                "-u",
                "--update",
                "--updateSnapshot",
                "--config",
                "-c",
                "--plugin",
                "--output",
                "-o",
                "--out",
                "--eval",
                "-e",
                "--require",
                "-r",
                "--exec",
                "--rulesdir",
            ];
            let found = passed.into_iter().find(|item| {
                let text = item.shown();
                changes.contains(&text.split_once('=').map_or(text, |(name, _)| name))
            });
            found.map_or(Ok(()), |item| Err(gap("passes on an option that may write or run something", item.span)))
        }
        "git" if usage.path.get(1) == Some(&"config") => {
            let secret = operands().find(|(item, _)| {
                let key = item.shown().to_ascii_lowercase();
                ["extraheader", "password", "token", "secret"].iter().any(|word| key.contains(word))
            });
            secret.map_or(Ok(()), |(item, _)| Err(gap("prints a credential", item.span)))
        }
        "tar" | "cpio" | "mt" => {
            let remote = usage.options.iter().filter(|used| matches!(used.key.as_ref(), "-f" | "-F")).find(|used| {
                let value = used.value.as_ref().and_then(|(_, text)| text.as_deref()).unwrap_or("");
                value.split_once(':').is_some_and(|(host, _)| !host.is_empty() && !host.contains('/'))
            });
            remote.map_or(Ok(()), |_| Err(gap("the archive lies on another machine", simple.span)))
        }
        _ => Ok(()),
    }
}

impl Known<'_, '_> {
    /// Whether the words that `xargs` adds can do no harm: files of the project for a program without dangerous options.
    fn more_words(&self, index: usize) -> Result<(), Gap> {
        let (Some(simple), Some(usage)) = (self.commands.simples.get(index), self.usages.get(index)) else {
            return Err(gap("no command", Span::default()));
        };
        let listed = simple.fed_by.is_some_and(|at| self.lists(at, 8));
        let Some(entry) =
            usage.entry.filter(|entry| if listed { !is_dangerous_for_names(entry) } else { !is_dangerous(entry) })
        else {
            return Err(gap("words from the input may be options", simple.span));
        };
        match entry.operands.rest {
            Arg::Text => Ok(()),
            Arg::Read if listed => Ok(()),
            Arg::Read => Err(gap("reads files that the input names", simple.span)),
            Arg::Write
            | Arg::Delete
            | Arg::Host
            | Arg::Shell
            | Arg::Code
            | Arg::Program
            | Arg::Sed
            | Arg::Awk
            | Arg::Setting => Err(gap("words from the input are more than files to read", simple.span)),
        }
    }

    /// Whether a command prints only paths of the project, itself or through filters.
    fn lists(&self, at: usize, depth: u32) -> bool {
        let (Some(simple), Some(usage)) = (self.commands.simples.get(at), self.usages.get(at)) else { return false };
        let Some(entry) = usage.entry else { return false };
        let free_text =
            usage.options.iter().any(|used| matches!(used.key.as_ref(), "-printf" | "--printf" | "--format"));
        if usage.effect != Some(Effect::Read) || free_text {
            return false;
        }
        let filter =
            matches!(entry.names.first(), Some(&("head" | "tail" | "sort" | "uniq" | "grep" | "tac" | "shuf" | "tr")));
        if filter && usage.operands.iter().all(|(_, arg)| *arg != Arg::Read) {
            return depth > 0 && simple.fed_by.is_some_and(|before| self.lists(before, depth.saturating_sub(1)));
        }
        let only_names = matches!(entry.names.first(), Some(&("grep" | "rg")))
            && usage.options.iter().any(|used| matches!(used.key.as_ref(), "-l" | "--files-with-matches" | "--files"));
        entry.lists || only_names
    }

    /// Whether a substitution prints only paths of the project.
    fn lists_inside(&self, node: NodeId) -> bool {
        let inside = self.commands.script.commands_inside(node);
        let last = inside
            .last()
            .and_then(|last| self.commands.simples.iter().position(|simple| simple.node == Some(last.node)));
        last.is_some_and(|last| self.lists(last, 8))
    }

    /// Whether every word that may be anything stands where it can do no harm.
    fn unknown_words(&self, index: usize, entry: &Entry) -> Result<(), Gap> {
        let (Some(simple), Some(usage)) = (self.commands.simples.get(index), self.usages.get(index)) else {
            return Err(gap("no command", Span::default()));
        };
        let mut ended = false;
        for (at, item) in simple.items.iter().enumerate().skip(1) {
            ended |= item.text() == Some("--");
            let Value::Unknown { cause, nodes, other, .. } = &item.value else { continue };
            // `<(…)` becomes a path under /dev/fd, whatever the command inside prints.
            if *cause == Unknown::ProcessSubstitution && !other && nodes.len() == 1 {
                continue;
            }
            let value = usage
                .options
                .iter()
                .find(|used| used.value.as_ref().is_some_and(|(value, _)| *value == at && used.at != at));
            let operand = usage.operands.iter().find(|(operand, _)| *operand == at).map(|(_, arg)| *arg);
            let arg = value.map(|used| used.special.map_or(Arg::Text, |special| special.arg)).or(operand);
            let fixed = item.one_word
                && (value.is_some() || ended || entry.style == Style::Bare || Self::is_after_options(usage, entry, at));
            if *cause == Unknown::BraceExpansion {
                return Err(gap("a brace expansion with too many results", item.span));
            }
            let listed = !other && !nodes.is_empty() && nodes.iter().all(|node| self.lists_inside(*node));
            let dangerous = if listed { is_dangerous_for_names(entry) } else { is_dangerous(entry) };
            if !fixed && dangerous && entry.style != Style::Bare {
                return Err(gap("a word that may be anything, options included", item.span));
            }
            match arg {
                Some(Arg::Text) => {}
                Some(Arg::Read) if listed => {}
                Some(Arg::Read) => return Err(gap("reads a file that is not known beforehand", item.span)),
                _ => return Err(gap("a word that may be anything", item.span)),
            }
        }
        Ok(())
    }

    /// Whether options are over before an item: programs whose first operand ends them.
    fn is_after_options(usage: &Usage<'_>, entry: &Entry, at: usize) -> bool {
        entry.style == Style::First && usage.operands.first().is_some_and(|(first, _)| *first < at)
    }
}

/// Whether a file of the project whose name looks like an option could do harm to a program.
fn is_dangerous_for_names(entry: &Entry) -> bool {
    entry.special.iter().any(|special| special.effect > Effect::Read && special.effect != Effect::Code)
}

/// Whether some option of a program does more than read.
fn is_dangerous(entry: &Entry) -> bool {
    entry.special.iter().any(|special| special.effect > Effect::Read)
}
