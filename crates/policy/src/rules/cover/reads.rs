//! Commands that are proven to only read.

use byleave_shell::Span;

use super::operands::{inspected, operand_of};
use super::options::does;
use super::{Gap, Known, gap};
use crate::command::{Item, Simple, Usage, is_harmless_setting, is_harmless_variable, is_ordinary};
use crate::paths::plain_name;
use crate::programs::{self, Arg, Effect};
use crate::rules::oddities::oddities;

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
    let Some(entry) = usage.entry else {
        let program = plain_name(name);
        let what = if programs::find(program).is_some() { "sub-command" } else { "program" };
        return Err(gap(["the ", what, " of `", program, "` is not known"].concat(), simple.span));
    };
    for used in &usage.options {
        let span = simple.items.get(used.at).map_or(simple.span, |item| item.span);
        if !used.known {
            return Err(gap(format!("option `{}` is not known", used.key), span));
        }
        // A wrapped command is judged by itself.
        let wraps = used
            .special
            .is_some_and(|special| special.takes() == programs::Takes::Command || special.arg() == Arg::Shell);
        if let Some(special) = used.special
            && special.effect() > Effect::Read
            && !wraps
        {
            return Err(gap(format!("option `{}` {}", used.key, does(special.effect())), span));
        }
        if let Some(special) = used.special
            && matches!(special.arg(), Arg::Sed | Arg::Awk)
        {
            match used.text(&simple.items) {
                Some(text) => inspected(special.arg(), text, span)?,
                None => return Err(gap("a program that is not literal", span)),
            }
        }
    }
    if sets_ordinary_names(usage, simple) || exports_harmless_names(usage, simple) {
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
    // `pdftotext file -` prints.
    let printed = usage.path.first() == Some(&"pdftotext")
        && usage.operands.len() == 2
        && usage.operands.last().and_then(|(at, _)| simple.items.get(*at)).and_then(Item::text) == Some("-");
    let own = if queries || nowhere || printed { Effect::Read } else { usage.own_effect };
    if own > Effect::Read && !judged_inside {
        return Err(gap(described(usage, does(own)), simple.span));
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

/// A program with its sub-commands, and what it does. Put together in one go: a script of a build has a dozen of these.
fn described(usage: &Usage, does: &str) -> String {
    let mut text = String::with_capacity(64);
    text.push('`');
    for (at, name) in usage.path.iter().enumerate() {
        if at > 0 {
            text.push(' ');
        }
        text.push_str(name);
    }
    text.push_str("` ");
    text.push_str(does);
    text
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

/// `export LC_ALL=C`: as good as before a command.
fn exports_harmless_names(usage: &Usage, simple: &Simple<'_>) -> bool {
    let harmless = |item: &Item<'_>| {
        let text = item.text().and_then(|text| text.split_once('=').map(|(name, _)| (name, text)));
        text.is_some_and(|(name, text)| is_harmless_variable(name) || is_harmless_setting(text))
    };
    usage.path.first() == Some(&"export") && simple.items.len() > 1 && simple.items.iter().skip(1).all(harmless)
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
