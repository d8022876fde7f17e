//! Files that a command changes without the text naming them: what `xargs` adds and what `find -exec` fills in.
//!
//! Such a file may be any below where the list of names begins, hidden ones and with them control files included. Only
//! where that is a plain directory of the project, or the lister leaves hidden files out, is it no concern.

use super::{CommandCall, Lister};
use crate::command::{Item, Simple, Usage};
use crate::programs::{Arg, Effect, Role};
use crate::{Finding, Reason};

/// Asks for changes to files that only a list made at run time names.
pub(super) fn listed_files(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage) -> Option<Finding> {
    if !simple.more_words && simple.inside.is_none() || !changes_files(usage) {
        return None;
    }
    let added = simple.more_words && !simple.fed_by.is_some_and(|at| lists_plain_files(call, at));
    let found = simple.inside.filter(|at| {
        let finder = call.commands.usage(*at).is_some_and(|usage| usage.plays(Role::FindsNames));
        finder && !lists_plain_files(call, *at)
    });
    let asks = added || found.is_some();
    asks.then(|| Finding::named_ask(Some(simple.span), Reason::UnknownFilesChanged))
}

/// Asks for code that another machine sends: `curl … | python3`.
pub(super) fn sent_code(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage) -> Option<Finding> {
    simple.fed_by?;
    // `python3 -m json.tool` only reads what it is sent. What a user's row says of `python3` itself takes nothing from this.
    let reads = usage.own_effect == Effect::Read && usage.path.len() > 1;
    let interpreter = usage.plays(Role::Interpreter) && !reads;
    let script = usage.operands.first().and_then(|(at, _)| simple.items.get(*at));
    let input = usage.options.iter().all(|used| used.special.is_none_or(|special| special.arg() != Arg::Code))
        && script.is_none_or(|item| matches!(item.text(), Some("-" | "/dev/stdin")));
    let sends = |usage: &Usage| matches!(usage.own_effect, Effect::Fetch | Effect::Send);
    let asks = interpreter && input && call.any_before(simple, |_, usage| sends(usage));
    asks.then(|| Finding::hard_ask(Some(simple.span), Reason::RunsWhatIsSent))
}

/// Whether the files a command lists can be no control files.
fn lists_plain_files(call: &CommandCall<'_, '_>, at: usize) -> bool {
    let Some(Lister { simple, usage, .. }) = call.lister(at) else { return false };
    let starts: Vec<Option<&str>> = usage
        .operands
        .iter()
        .filter(|(_, arg)| *arg == Arg::Read)
        .map(|(at, _)| simple.items.get(*at).and_then(Item::text))
        .collect();
    let below = !starts.is_empty() && starts.iter().all(|start| start.is_some_and(is_plain_directory));
    let shows_hidden = usage.options.iter().any(|used| {
        matches!(used.key.as_ref(), "-." | "-H" | "--hidden" | "-u" | "--unrestricted" | "--no-ignore" | "-I")
    });
    // What it only chooses from comes from elsewhere.
    let hides = usage.plays(Role::LeavesHidden) && !usage.plays(Role::Picks) && starts.is_empty() && !shows_hidden;
    hides || below && usage.acts_as(Role::ListsNames)
}

/// Whether a command changes what its operands name.
fn changes_files(usage: &Usage) -> bool {
    let changes = |arg: Arg| matches!(arg, Arg::Write | Arg::Delete);
    let by_row = usage.entry.is_some_and(|entry| {
        let operands = entry.operands();
        changes(operands.rest) || operands.last.is_some_and(changes) || operands.first.is_some_and(changes)
    });
    let by_option = usage.options.iter().filter_map(|used| used.special?.operands()).any(changes);
    by_row || by_option
}

/// `src`, `./docs/guide`: below the project, not hidden, not upwards.
pub(crate) fn is_plain_directory(path: &str) -> bool {
    let path = path.strip_prefix("./").unwrap_or(path).trim_end_matches('/');
    let plain = |part: &str| !part.is_empty() && !part.starts_with('.');
    !path.is_empty() && path.split('/').all(plain)
}
