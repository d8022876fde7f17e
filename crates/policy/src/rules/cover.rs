//! Allow: what a rule or the read-only layer covers of a command, and what it never covers.

use std::borrow::Cow;

use byleave_shell::{Connector, Kind, NodeId, Span, Unknown};

use super::CommandPattern;
use super::oddities::oddities;
use crate::command::{Commands, Inner, Item, Simple, Usage, Used, Value, is_ordinary};
use crate::inspect::{awk_danger, sed_danger, sql_danger};
use crate::paths::plain_name;
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
    pub usages: &'c [Usage],
}

pub(super) fn gap(reason: impl Into<Cow<'static, str>>, span: Span) -> Gap {
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
    let fits = pattern.fits(&simple.items, program).or_else(|| fits_by_usage(pattern, simple, usage, program));
    let Some(spelt) = fits else { return Ok(false) };
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
            let reader = entry.effect == Effect::Read || usage.path.last() == Some(&"json.tool");
            if reader && matches!(arg, Arg::Write | Arg::Delete) {
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

/// A rule that only names a program and sub-commands, `git diff *`, also fits with plain options before them:
/// `git --no-pager diff`.
fn fits_by_usage(pattern: &CommandPattern, simple: &Simple<'_>, usage: &Usage, program: &str) -> Option<Vec<bool>> {
    let named = &pattern.named;
    let (last, words) = pattern.tokens.split_last()?;
    let plain = last.text == "*" && last.star && words.iter().all(|token| !token.star);
    let only_path = plain && named.path.len() == words.len() && named.options.is_empty() && named.operands.is_empty();
    if !only_path || named.path.len() < 2 || words.first()?.text != program || !usage.path.starts_with(&named.path) {
        return None;
    }
    // The very words: one row may have names that are no synonyms.
    let word = |at: &usize| simple.items.get(*at).and_then(Item::text);
    let same = usage.named_at.iter().zip(words).skip(1).all(|(at, token)| word(at) == Some(token.text.as_str()));
    let sub = *usage.named_at.get(named.path.len().checked_sub(1)?).filter(|_| same)?;
    let before = |used: &&Used| used.at < sub;
    if !usage.options.iter().filter(before).all(|used| used.known && used.special.is_none()) {
        return None;
    }
    let mut spelt = vec![false; simple.items.len()];
    for at in usage.named_at.iter().take(named.path.len()) {
        *spelt.get_mut(*at)? = true;
    }
    Some(spelt)
}

fn sub_command(pattern: &CommandPattern, usage: &Usage, entry: &Entry, simple: &Simple<'_>) -> Result<(), Gap> {
    let named = pattern.named.path.starts_with(&usage.path) || reads_remotely(pattern, usage);
    let what = usage.path.join(" ");
    match entry.effect {
        Effect::Read | Effect::Write | Effect::Code => Ok(()),
        // `mount *` is about looking, as long as looking is all that `mount` alone does.
        Effect::System if usage.path.len() == 1 && pattern.is_open() && looks_without(usage) => {
            Err(gap(format!("`{what}` changes the system, and the rule only names the program"), simple.span))
        }
        Effect::Run
            if usage.path.len() == 1 && pattern.is_open() && !usage.operands.is_empty() && !is_judged(entry) =>
        {
            Err(gap(format!("`{what}` runs what it is given, and the rule does not spell it out"), simple.span))
        }
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

/// Sub-commands whose own sub-commands all only ask.
fn reads_remotely(pattern: &CommandPattern, usage: &Usage) -> bool {
    const ASKING: [[&str; 2]; 9] = [
        ["kubectl", "top"],
        ["kubectl", "explain"],
        ["helm", "get"],
        ["helm", "show"],
        ["helm", "search"],
        ["gh", "search"],
        ["docker", "search"],
        ["az", "account"],
        ["oc", "get"],
    ];
    ASKING.iter().any(|group| pattern.named.path == *group && usage.path.starts_with(group))
}

/// Whether a program of the system also has a form that only looks.
fn looks_without(usage: &Usage) -> bool {
    let program = usage.path.first().and_then(|name| programs::find(name));
    let plain =
        usage.path.first() == Some(&"kill") || usage.path.first() == Some(&"ifconfig") && usage.operands.len() == 1;
    let asked = matches!(
        usage.path.first(),
        Some(
            &("nmcli" | "iw" | "iwconfig" | "networksetup" | "scutil" | "zfs" | "zpool" | "btrfs" | "rfkill" | "brctl")
        )
    );
    !plain && (asked || program.is_some_and(|entry| entry.subs.iter().any(|sub| sub.effect == Effect::Read)))
}

/// Whether what a program runs is judged by itself or is a script of the project.
fn is_judged(entry: &Entry) -> bool {
    entry.wraps != programs::Wraps::No
        || matches!(entry.operands.first, Some(Arg::Code | Arg::Shell | Arg::Sed | Arg::Awk))
        || matches!(entry.operands.rest, Arg::Code | Arg::Shell)
}

fn option(pattern: &CommandPattern, used: &Used, spelt: &[bool], simple: &Simple<'_>) -> Result<(), Gap> {
    let span = simple.items.get(used.at).map_or(simple.span, |item| item.span);
    let named =
        spelt.get(used.at).copied().unwrap_or(false) || pattern.named.options.iter().any(|(key, _)| *key == *used.key);
    if !used.known {
        return if named { Ok(()) } else { Err(gap(format!("option `{}` is not known", used.key), span)) };
    }
    let Some(special) = used.special else { return Ok(()) };
    let text = used.text(&simple.items);
    let plain_settings = matches!(pattern.named.path.first(), Some(&("kubectl" | "oc" | "make" | "sysctl")));
    if special.arg == Arg::Setting && plain_settings && text.is_some_and(|text| !text.contains('=')) {
        return Ok(());
    }
    if text.is_some_and(|text| is_harmless(pattern.named.path.first().copied().unwrap_or(""), &used.key, text)) {
        return Ok(());
    }
    if special.effect > Effect::Read && !named {
        return Err(gap(format!("`*` never stands for option `{}`, which {}", used.key, does(special.effect)), span));
    }
    if special.arg == Arg::Read
        && !named
        && text.is_some_and(|text| text.contains("://") && !text.starts_with("file://"))
    {
        return Err(gap("contacts another machine", span));
    }
    let value_spelt = used.value.is_none_or(|given| spelt.get(given.at).copied().unwrap_or(false));
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
        Arg::Sed | Arg::Awk if !value_spelt => match text {
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

/// Values that make an option plain which with others writes or runs something.
fn is_harmless(program: &str, key: &str, text: &str) -> bool {
    let within = || !text.is_empty() && !text.starts_with(['/', '~', '-']) && !text.split('/').any(|part| part == "..");
    match (program, key) {
        ("curl", "-w") => !text.starts_with('@') && !text.contains("%output"),
        ("cmake", "-D") => {
            ["CMAKE_BUILD_TYPE=", "BUILD_TESTING=", "BUILD_SHARED_LIBS=", "CMAKE_EXPORT_COMPILE_COMMANDS="]
                .iter()
                .any(|start| text.starts_with(start))
        }
        ("go", "-compiler" | "--compiler") => text == "gc",
        ("curl", "-o") => text == "/dev/null" || text == "-",
        ("wget", "-O") => text == "-" || text == "/dev/null",
        ("curl", "-H") => {
            let name = text.split_once(':').map_or("", |(name, _)| name).to_ascii_lowercase();
            matches!(name.as_str(), "accept" | "accept-language" | "accept-encoding" | "content-type" | "cache-control")
        }
        ("pytest" | "python" | "uv" | "poetry", "--cov-report") => {
            matches!(text, "term" | "term-missing" | "term-missing:skip-covered")
        }
        ("npx" | "eslint" | "npm" | "yarn" | "pnpm", "-f" | "--format") => {
            matches!(
                text,
                "stylish" | "json" | "compact" | "unix" | "checkstyle" | "html" | "junit" | "tap" | "visualstudio"
            )
        }
        ("npx" | "vitest" | "yarn" | "pnpm", "--reporter") => {
            matches!(
                text,
                "default"
                    | "basic"
                    | "verbose"
                    | "dot"
                    | "json"
                    | "tap"
                    | "tap-flat"
                    | "junit"
                    | "github-actions"
                    | "list"
                    | "line"
            )
        }
        ("bundle" | "rspec", "-f" | "--format") => {
            matches!(text, "documentation" | "d" | "progress" | "p" | "json" | "j" | "doc")
        }
        ("go", "--ldflags" | "-ldflags") => text.split_ascii_whitespace().all(|flag| matches!(flag, "-s" | "-w")),
        ("mvn" | "mvnw", "-D" | "--define") => {
            let name = text.split_once('=').map_or(text, |(name, _)| name);
            matches!(
                name,
                "test"
                    | "skipTests"
                    | "maven.test.skip"
                    | "it.test"
                    | "surefire.failIfNoSpecifiedTests"
                    | "skipITs"
                    | "failIfNoTests"
            )
        }
        ("make" | "gmake" | "ninja", "-C" | "--directory")
        | ("cmake", "-B")
        | ("cargo", "--manifest-path")
        | ("docker" | "podman" | "nerdctl", "-f") => within(),
        ("kubectl" | "oc", "-o" | "--output") => {
            let kind = text.split_once('=').map_or(text, |(kind, _)| kind);
            matches!(kind, "jsonpath" | "jsonpath-as-json" | "custom-columns" | "go-template")
        }
        _ => false,
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
fn operand_of(usage: &Usage, arg: Arg, item: &Item<'_>) -> Result<(), Gap> {
    if arg == Arg::Code && is_database(usage.path.first()) {
        return match item.text() {
            Some(text) => sql_danger(text).map_or(Ok(()), |what| Err(gap(what, item.span))),
            None => Err(gap("SQL that is not literal", item.span)),
        };
    }
    if item.text().is_some_and(|text| is_plain_operand(usage, arg, text)) {
        return Ok(());
    }
    operand(arg, item)
}

/// Operands that would be run or set something, but only lead into the project or only switch something.
fn is_plain_operand(usage: &Usage, arg: Arg, text: &str) -> bool {
    let within = || !text.starts_with(['/', '~', '-']) && !text.split('/').any(|part| part == "..");
    match (usage.path.as_slice(), arg) {
        (["go", "run"], Arg::Code) => {
            within() && !text.contains('@') && (text.starts_with('.') || text.strip_suffix(".go").is_some())
        }
        (["bun", "run"], Arg::Code) => {
            !text.is_empty()
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':'))
        }
        (["make" | "gmake"], Arg::Setting) => text.split_once('=').is_some_and(|(name, value)| {
            let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            let switch =
                matches!(value, "yes" | "no" | "true" | "false" | "on" | "off" | "y" | "n" | "debug" | "release")
                    || !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            plain && switch
        }),
        _ => false,
    }
}

/// With a rule on addresses, such as `curl https://api.example/*`, every address must fit it.
fn hosts(pattern: &CommandPattern, usage: &Usage, simple: &Simple<'_>) -> Result<(), Gap> {
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
            match used.text(&simple.items) {
                Some(text) => inspected(special.arg, text, span)?,
                None => return Err(gap("a program that is not literal", span)),
            }
        }
    }
    if sets_ordinary_names(usage, simple) {
        return Ok(());
    }
    tells_secret(usage, simple)?;
    let judged_inside = usage.is_transparent();
    // A database that cannot be changed, asked questions that were looked into.
    let queries = usage.path.first() == Some(&"sqlite3")
        && usage.operands.len() > 1
        && usage.options.iter().any(|used| matches!(used.key.as_ref(), "-readonly" | "--readonly"));
    // What goes to a device goes nowhere.
    let nowhere = usage.path.first() == Some(&"tee")
        && usage
            .operands
            .iter()
            .all(|(at, _)| simple.items.get(*at).and_then(Item::text).is_some_and(crate::paths::is_device));
    let own = if queries || nowhere { Effect::Read } else { usage.own_effect };
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

/// `read -r line`, `mapfile -t lines`: variables that nothing but the script itself looks at.
fn sets_ordinary_names(usage: &Usage, simple: &Simple<'_>) -> bool {
    if !matches!(usage.path.first(), Some(&("read" | "mapfile"))) {
        return false;
    }
    let ordinary = |at: usize| simple.items.get(at).and_then(Item::text).is_some_and(is_ordinary);
    // The value of `read -a` is a name too.
    let options = usage.options.iter().all(|used| {
        let names = used.key == "-a" && used.value.is_some_and(|given| given.at != used.at && ordinary(given.at));
        used.special.is_none() && used.key != "-e" && used.key != "-i" || names
    });
    let names = usage.operands.iter().all(|(at, _)| ordinary(*at));
    let literal = simple.items.iter().all(|item| item.text().is_some());
    options && names && literal && !usage.operands.is_empty()
}

/// Printing a variable that holds a secret is more than reading.
fn tells_secret(usage: &Usage, simple: &Simple<'_>) -> Result<(), Gap> {
    let program = usage.path.first().copied().unwrap_or("");
    if program == "test" {
        return Ok(());
    }
    for item in simple.items.iter().chain(simple.redirections.iter().map(|one| &one.target)) {
        if item.is_unknown() && names_secret(item.shown()) {
            return Err(gap("tells what is in a variable that may hold a secret", item.span));
        }
    }
    Ok(())
}

/// Whether a text with parameters in it, as written, has one that may hold a secret. `${#x}` tells only a length.
fn names_secret(text: &str) -> bool {
    text.split('$').skip(1).any(|rest| {
        let rest = rest.strip_prefix('{').unwrap_or(rest);
        let rest = rest.strip_prefix('!').unwrap_or(rest);
        let end = rest.find(|one: char| !one.is_ascii_alphanumeric() && one != '_').unwrap_or(rest.len());
        // `${x:+set}` tells only that there is one.
        let hides = rest.get(end..).is_some_and(|after| after.starts_with(":+") || after.starts_with('+'));
        !hides && holds_secret(rest.get(..end).unwrap_or(""))
    })
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
        // What cuts names into pieces or changes their letters makes others of them.
        let cuts = match entry.names.first() {
            Some(&"tr") => !usage.operands.iter().all(|(at, _)| {
                let text = simple.items.get(*at).and_then(Item::text);
                matches!(text, Some("\\0" | "\\n" | "\\000" | " " | "\\t" | "\\r"))
            }),
            Some(&("head" | "tail")) => usage.options.iter().any(|used| matches!(used.key.as_ref(), "-c" | "--bytes")),
            Some(&"grep") => usage.options.iter().any(|used| matches!(used.key.as_ref(), "-o" | "--only-matching")),
            _ => false,
        };
        if filter && cuts {
            return false;
        }
        if filter && usage.operands.iter().all(|(_, arg)| *arg != Arg::Read) {
            return depth > 0 && simple.fed_by.is_some_and(|before| self.lists(before, depth.saturating_sub(1)));
        }
        let only_names = matches!(entry.names.first(), Some(&("grep" | "rg")))
            && usage.options.iter().any(|used| matches!(used.key.as_ref(), "-l" | "--files-with-matches" | "--files"));
        entry.lists || only_names
    }

    /// Whether a word becomes only paths of the project.
    #[must_use]
    pub fn is_listed(&self, item: &Item<'_>) -> bool {
        let Value::Unknown { nodes, other: false, led: false, .. } = &item.value else { return false };
        !nodes.is_empty() && nodes.iter().all(|node| self.lists_inside(*node))
    }

    /// Whether the commands in a node print only paths of the project.
    fn lists_inside(&self, node: NodeId) -> bool {
        self.printed_by(node).is_some_and(|last| self.lists(last, 8))
    }

    /// The command whose output is all that a node prints: it itself, or the last of the only pipeline in it.
    fn printed_by(&self, node: NodeId) -> Option<usize> {
        let script = self.commands.script;
        // The commands of the text come first in the list, in their order.
        let at = |node: NodeId| {
            let at = script.commands().binary_search_by_key(&node, |command| command.node).ok()?;
            self.commands.simples.get(at).filter(|simple| simple.node == Some(node)).map(|_| at)
        };
        if matches!(script.node(node)?.kind, Kind::Simple(_)) {
            return at(node);
        }
        let mut last = None;
        for (child, inner) in script.children(node) {
            let piped = matches!(inner.connector, Connector::Pipe | Connector::PipeBoth | Connector::End);
            if !piped || !matches!(inner.kind, Kind::Simple(_)) {
                return None;
            }
            last = Some(child);
        }
        at(last?)
    }

    /// Whether the commands in a node print one word that cannot be an option: a revision, a branch, a number.
    fn prints_token(&self, node: NodeId) -> bool {
        let Some(at) = self.printed_by(node) else { return false };
        let (Some(simple), Some(usage)) = (self.commands.simples.get(at), self.usages.get(at)) else { return false };
        let has = |names: &[&str]| usage.options.iter().any(|used| names.contains(&used.key.as_ref()));
        let spelt = simple.items.iter().all(|item| item.text().is_some());
        if !spelt || usage.effect != Some(Effect::Read) {
            return false;
        }
        let plain = |allowed: &[&str]| {
            simple.items.iter().skip(2).filter_map(Item::text).all(|text| {
                let name = text.split_once('=').map_or(text, |(name, _)| name);
                !text.starts_with('-') || allowed.contains(&name)
            })
        };
        match usage.path.as_slice() {
            ["git", "merge-base"] => plain(&["--fork-point", "--octopus"]),
            // It repeats options it does not know.
            ["git", "rev-parse"] => {
                plain(&["--short", "--verify", "-q", "--quiet", "--abbrev-ref", "--symbolic-full-name"])
            }
            ["git", "describe"] => plain(&["--tags", "--abbrev", "--always", "--long", "--exact-match", "--contains"]),
            ["git", "rev-list"] => plain(&["-n", "-1", "--max-count", "--tags", "--max-parents", "--count", "--all"]),
            ["git", "branch"] => has(&["--show-current"]),
            ["git", "symbolic-ref"] => plain(&["--short", "-q"]),
            ["nproc" | "wc" | "seq"] => !has(&["-s", "--separator", "-f", "--format"]),
            _ => false,
        }
    }

    /// Whether every word that may be anything stands where it can do no harm.
    fn unknown_words(&self, index: usize, entry: &Entry) -> Result<(), Gap> {
        let (Some(simple), Some(usage)) = (self.commands.simples.get(index), self.usages.get(index)) else {
            return Err(gap("no command", Span::default()));
        };
        let mut ended = false;
        for (at, item) in simple.items.iter().enumerate().skip(1) {
            ended |= item.text() == Some("--");
            let Value::Unknown { cause, nodes, other, led, shown } = &item.value else { continue };
            // `<(…)` becomes a path under /dev/fd, whatever the command inside prints.
            if *cause == Unknown::ProcessSubstitution && !other && nodes.len() == 1 {
                continue;
            }
            let value =
                usage.options.iter().find(|used| used.value.is_some_and(|given| given.at == at && used.at != at));
            let operand = usage.operands.iter().find(|(operand, _)| *operand == at).map(|(_, arg)| *arg);
            let arg = value.map(|used| used.special.map_or(Arg::Text, |special| special.arg)).or(operand);
            let fixed = item.one_word
                && (value.is_some() || ended || entry.style == Style::Bare || Self::is_after_options(usage, entry, at));
            if item.one_word && compares(simple, at) {
                continue;
            }
            if *cause == Unknown::BraceExpansion {
                return Err(gap("a brace expansion with too many results", item.span));
            }
            let output = !other && !nodes.is_empty();
            let listed = output && !led && nodes.iter().all(|node| self.lists_inside(*node));
            let token = output && !shown.starts_with('-') && nodes.iter().all(|node| self.prints_token(*node));
            if token && matches!(arg, Some(Arg::Text)) || is_compared(usage, simple, at) {
                continue;
            }
            // A revision stands where git also takes files.
            if token && usage.path.first() == Some(&"git") && matches!(arg, Some(Arg::Read)) {
                continue;
            }
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
    fn is_after_options(usage: &Usage, entry: &Entry, at: usize) -> bool {
        entry.style == Style::First && usage.operands.first().is_some_and(|(first, _)| *first < at)
    }
}

/// `[ "$x" = y ]`: with three operands, the middle one an operator, the outer ones are compared whatever they are.
fn is_compared(usage: &Usage, simple: &Simple<'_>, at: usize) -> bool {
    if usage.path.first() != Some(&"test") || !simple.items.iter().all(|item| item.one_word) {
        return false;
    }
    let words = match simple.items.get(1..).unwrap_or(&[]) {
        [words @ .., last] if last.text() == Some("]") => words,
        words => words,
    };
    let (words, skipped) = match words {
        [not, rest @ ..] if words.len() == 4 && not.text() == Some("!") => (rest, 2_usize),
        _ => (words, 1),
    };
    let [_, operator, _] = words else { return false };
    let compares = operator.text().is_some_and(|text| {
        matches!(text, "=" | "==" | "!=" | "<" | ">" | "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge")
    });
    compares && (at == skipped || at == skipped.saturating_add(2))
}

/// Whether a word is one side of `[ a = b ]`, which only compares texts.
fn compares(simple: &Simple<'_>, at: usize) -> bool {
    let words: Vec<Option<&str>> = simple.items.iter().map(Item::text).collect();
    match words.as_slice() {
        [Some("["), _, Some("=" | "==" | "!="), _, Some("]")] | [Some("test"), _, Some("=" | "==" | "!="), _] => {
            at == 1 || at == 3
        }
        _ => false,
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
