//! Which parts of a command a rule covers, and what its `*` never covers.

use super::operands::operand_of;
use super::{Gap, Known, Must, gap};
use crate::command::{Inner, Usage, Used};
use crate::programs::{self, Arg, Effect, Entry, Quirk};
use crate::rules::CommandPattern;

/// Whether an allow rule covers the command at `index`.
///
/// # Errors
///
/// What is not covered, if the words fit the rule's words at all.
pub fn covers(pattern: &CommandPattern, known: &Known<'_, '_>, index: usize) -> Result<bool, Gap> {
    let Ok(must) = Must::of(known, index) else { return Ok(false) };
    let usage = must.usage;
    let fits = pattern.covers(&must).or_else(|| fits_by_usage(pattern, &must));
    let Some(spelt) = fits else { return Ok(false) };
    if must.simple.more_words {
        must.more_words()?;
    }
    if pattern.is_exact() {
        return Ok(true);
    }
    let Some(entry) = usage.entry else {
        if programs::find(must.program()).is_some() {
            return Err(gap("the sub-command is not known", must.span()));
        }
        // Nothing is known of the program: the star covers whatever is spelt out.
        return match must.simple.items.iter().find(|item| item.is_unknown()) {
            Some(item) => Err(gap("a word that may be anything", item.span)),
            None => Ok(true),
        };
    };
    sub_command(pattern, entry, &must, &spelt)?;
    for used in &usage.options {
        must.option(pattern, used, &spelt)?;
    }
    for (at, arg) in &usage.operands {
        let spelt = spelt.get(*at).copied().unwrap_or(false);
        if !spelt && let Some(word) = must.word(*at) {
            let reader = entry.effect() == Effect::Read || usage.path.last() == Some(&"json.tool");
            if reader && matches!(arg, Arg::Write | Arg::Delete) && !is_made_by_rule(pattern, usage, *arg) {
                return Err(gap("`*` never stands for a file that is written", word.span()));
            }
            operand_of(&must, *arg, word)?;
        }
    }
    must.hosts(pattern)?;
    must.tells_secret()?;
    must.quirks()?;
    must.certain(entry)?;
    let spelt_inside = usage.inner.iter().all(|inner| match inner {
        // A rule that spells the inner program out is about it too; that one is judged by itself.
        Inner::Words(at) | Inner::More(at) => spelt.get(*at).copied().unwrap_or(false),
        Inner::Between(..) | Inner::Joined(_) | Inner::Text(_) | Inner::Attached(_) | Inner::Input => false,
    });
    if !usage.inner.is_empty() && !usage.is_transparent() && !spelt_inside {
        return Err(gap(format!("`*` never stands for a command that `{}` runs", must.program()), must.span()));
    }
    Ok(true)
}

/// Whether the rule names the option that turns operands into files that are written: `sed -i *`.
fn is_made_by_rule(pattern: &CommandPattern, usage: &Usage, arg: Arg) -> bool {
    let makes = |used: &Used| used.special.is_some_and(|special| special.operands() == Some(arg));
    let named = |used: &Used| pattern.named.options.iter().any(|(key, _)| *key == *used.key);
    usage.options.iter().any(|used| makes(used) && named(used))
}

/// A rule that only names a program and sub-commands, `git diff *`, also fits with plain options before them:
/// `git --no-pager diff`.
fn fits_by_usage(pattern: &CommandPattern, must: &Must<'_, '_>) -> Option<Vec<bool>> {
    let (named, usage) = (&pattern.named, must.usage);
    let (last, words) = pattern.tokens.split_last()?;
    let plain = last.text == "*" && last.star && words.iter().all(|token| !token.star);
    let only_path = plain && named.path.len() == words.len() && named.options.is_empty() && named.operands.is_empty();
    let program = must.program();
    if !only_path || named.path.len() < 2 || words.first()?.text != program || !usage.path.starts_with(&named.path) {
        return None;
    }
    // The very words: one row may have names that are no synonyms.
    let word = |at: &usize| must.word(*at).and_then(super::Word::exact);
    let same = usage.named_at.iter().zip(words).skip(1).all(|(at, token)| word(at) == Some(token.text.as_str()));
    let sub = *usage.named_at.get(named.path.len().checked_sub(1)?).filter(|_| same)?;
    let before = |used: &&Used| used.at < sub;
    if !usage.options.iter().filter(before).all(|used| used.known && used.special.is_none()) {
        return None;
    }
    let mut spelt = vec![false; must.len()];
    for at in usage.named_at.iter().take(named.path.len()) {
        *spelt.get_mut(*at)? = true;
    }
    Some(spelt)
}

fn sub_command(pattern: &CommandPattern, entry: Entry, must: &Must<'_, '_>, spelt: &[bool]) -> Result<(), Gap> {
    let usage = must.usage;
    // `gcloud * list *` leaves open what is listed, not that it is listed.
    let last = usage
        .named_at
        .last()
        .filter(|_| usage.path.len() > 1 && matches!(entry.effect(), Effect::Fetch | Effect::Send));
    let named = pattern.named.path.starts_with(&usage.path)
        || reads_remotely(pattern, usage)
        || last.is_some_and(|at| spelt.get(*at).copied().unwrap_or(false));
    // `node --version` runs nothing.
    if must.only_prints() {
        return Ok(());
    }
    let what = must.called();
    let span = must.span();
    match entry.effect() {
        Effect::Read | Effect::Write | Effect::Code | Effect::State => Ok(()),
        Effect::System | Effect::Send if usage.path.len() == 1 && pattern.is_open() && usage.has(Quirk::ManyThings) => {
            Err(gap(format!("`{what}` does many things, and the rule only names the program"), span))
        }
        // `mount *` is about looking, as long as looking is all that `mount` alone does.
        Effect::System if usage.path.len() == 1 && pattern.is_open() && looks_without(usage) => {
            Err(gap(format!("`{what}` changes the system, and the rule only names the program"), span))
        }
        Effect::Run
            if usage.path.len() == 1 && pattern.is_open() && !usage.operands.is_empty() && !is_judged(entry) =>
        {
            Err(gap(format!("`{what}` runs what it is given, and the rule does not spell it out"), span))
        }
        Effect::Run if entry.wraps() == programs::Wraps::No && !named => {
            Err(gap(format!("`{what}` runs what it is given"), span))
        }
        Effect::Fetch | Effect::Send | Effect::Delete | Effect::System | Effect::Run if named => Ok(()),
        Effect::Fetch => must.asks_its_service(pattern),
        Effect::Send => Err(gap(format!("`{what}` talks to another machine, and the rule does not name it"), span)),
        Effect::Delete => Err(gap(format!("`{what}` deletes, and the rule does not name it"), span)),
        Effect::System => Err(gap(format!("`{what}` changes the system, and the rule does not name it"), span)),
        Effect::Run => Err(gap(format!("`{what}` runs what it is given"), span)),
    }
}

/// Whether a rule names a sub-command whose own sub-commands all only ask.
fn reads_remotely(pattern: &CommandPattern, usage: &Usage) -> bool {
    let [_, sub] = pattern.named.path.as_slice() else { return false };
    let asks = usage.program.and_then(|program| program.sub_command(sub)).is_some_and(|sub| sub.has(Quirk::Asks));
    asks && usage.path.starts_with(&pattern.named.path)
}

/// Whether a program of the system also has a form that only looks.
fn looks_without(usage: &Usage) -> bool {
    // The interface alone is looked at.
    let plain = usage.has(Quirk::NeverLooks) || usage.has(Quirk::Configures) && usage.operands.len() == 1;
    let told = |program: Entry| program.subs().any(|sub| sub.effect() == Effect::Read);
    !plain && (usage.has(Quirk::LooksToo) || usage.program.is_some_and(told))
}

/// Whether what a program runs is judged by itself or is a script of the project.
fn is_judged(entry: Entry) -> bool {
    entry.wraps() != programs::Wraps::No
        || matches!(entry.operands().first, Some(Arg::Code | Arg::Shell | Arg::Sed | Arg::Awk))
        || matches!(entry.operands().rest, Arg::Code | Arg::Shell)
}
