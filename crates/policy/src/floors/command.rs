//! Floors on one command: bans, rules that refuse, what is high-risk, and words that nobody knows.

use std::cell::LazyCell;
use std::collections::HashSet;

use super::risks::risk;
use super::{CommandCall, rows};
use crate::budget::{Budget, OverBudget, cost};
use crate::command::{Count, Item, Simple, Usage, is_harmless_setting, is_harmless_variable, is_ordinary, is_unheeded};
use crate::findings::Findings;
use crate::paths::base_name;
use crate::programs::{self, Effect, Quirk, Wraps};
use crate::rules::{Applies, CommandPattern, Pattern, applies, denies};
use crate::{Finding, Reason};

/// Deny and ask rules, banned commands, and what is never literal enough.
pub(crate) fn commands(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage) -> Findings {
    let mut found = Findings::default();
    found.extend(rows::banned(simple, usage).map(|row| Finding::deny(Some(simple.span), row)));
    found.join(refused(call, simple, usage));
    if !simple.runs() {
        return found;
    }
    if let Some(first) = simple.items.first().filter(|first| first.text().is_none()) {
        found.add(Finding::hard_ask(Some(first.span), Reason::UnknownCommandWord));
    }
    for (name, span) in &simple.assignments {
        if rows::is_own_name(name) {
            found.add(Finding::deny(Some(*span), Reason::OwnVariable(name.to_string())));
        }
        // A variable of the script's own, or how one `read` splits its line.
        let own = simple.items.is_empty() && is_ordinary(name) || name == "IFS" && simple.name() == Some("read");
        let own = (own || usage.has(Quirk::PlainEnvironment) && is_unheeded(name)) && !call.policy.rules_only;
        let setting = || is_harmless_setting(span.of(call.commands.script.source()));
        if !own && !is_harmless_variable(name) && !setting() {
            found.add(Finding::unruled(Some(*span), Reason::SetsVariable(name.to_string())));
        }
    }
    found
}

/// What the rules that refuse say of a command, or of what it may become.
fn refused(call: &CommandCall<'_, '_>, simple: &Simple<'_>, usage: &Usage) -> Findings {
    let mut found = Findings::default();
    if call.policy.rules.is_empty() {
        return found;
    }
    let program = simple.likely_name().map_or("", base_name);
    let rules = call.policy.rules.refusing_command(program, simple, usage);
    // Many are compared as long as there is room.
    if compare(call.budget, rules.len(), simple).is_err() {
        return found;
    }
    for rule in rules.into_iter().filter(|rule| applies(rule, &call.context) == Applies::Yes) {
        let (about, may_be) = match &rule.pattern {
            Pattern::Command(pattern) => {
                let about = denies(pattern, simple, usage) || pattern.whole && pattern.text == call.whole;
                (about, !about && may_become(pattern, simple, usage))
            }
            Pattern::Tool(tool) => (tool == "bash" || tool == call.tool, false),
            Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => (false, false),
        };
        if about {
            found.join(Findings::refused(rule, Some(simple.span), None));
        } else if may_be {
            found.join(Findings::may_reach(rule, Some(simple.span)));
        }
    }
    found
}

/// Spends the cost of comparing a command with this many rules.
pub(super) fn compare(budget: &Budget, rules: usize, simple: &Simple<'_>) -> Result<(), OverBudget> {
    if rules <= cost::FEW_RULES && simple.items.len() <= cost::FEW_WORDS {
        return Ok(());
    }
    let signs: usize = simple.items.iter().map(|item| item.shown().len()).sum();
    let each = (simple.items.len() / cost::FEW_WORDS).saturating_add(signs / cost::SEARCHED).saturating_add(1);
    budget.spend((rules / 2).saturating_mul(each))
}

/// Whether words that are not known may make a command one that a rule is about: `git $x` may be `git push`.
fn may_become(pattern: &CommandPattern, simple: &Simple<'_>, usage: &Usage) -> bool {
    let named = &pattern.named;
    let open = |item: &Item<'_>| item.is_unknown();
    if named.path.first() != usage.path.first() || named.path.is_empty() || !simple.items.iter().skip(1).any(open) {
        return false;
    }
    let sub = usage.path.len() < named.path.len() && named.path.starts_with(&usage.path);
    let options = usage.path.starts_with(&named.path) && !named.options.is_empty();
    sub || options
}

/// The row, built in or of the policy, that makes a command ask in every mode, unless a rule spells it out.
pub(crate) fn high_risk<'j>(
    call: &CommandCall<'j, '_>,
    simple: &Simple<'_>,
    usage: &Usage,
    rule: Option<&CommandPattern>,
) -> Option<&'j str> {
    let spelt = |row: &CommandPattern| rule.is_some_and(|rule| rows::spells_out(rule, row));
    let built_in = rows::high_risk(simple, usage, spelt).map(|row| row.text.as_str());
    let built_in = built_in.filter(|_| !only_tells(simple, usage));
    let data = || rows::destroys_data(simple, usage).filter(|_| !rule.is_some_and(CommandPattern::is_exact));
    let more = || risk(call, simple, usage).filter(|_| !rule.is_some_and(CommandPattern::is_exact));
    let own = || {
        call.policy.high_risk.iter().find_map(|high| match &high.pattern {
            Pattern::Command(row) => (denies(row, simple, usage) && !spelt(row)).then_some(row.text.as_str()),
            Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => None,
        })
    };
    built_in.or_else(data).or_else(more).or_else(own)
}

/// Whether a command prints its help, or what it would do: `kubectl delete --help`, `git clean -n`. Something else still has to speak for it.
fn only_tells(simple: &Simple<'_>, usage: &Usage) -> bool {
    let Some(entry) = usage.entry else { return false };
    let words: Option<Vec<&str>> = simple.items.iter().map(Item::text).collect();
    let Some(words) = words.filter(|_| !simple.more_words) else { return false };
    let dry = entry.effect() == Effect::Read && entry.name().starts_with('-');
    let named = usage.path.len();
    let program = usage.path.first().and_then(|name| programs::find(name));
    dry || named.saturating_add(1) == words.len()
        && words.last().zip(program).is_some_and(|(last, row)| row.prints(last) || named > 1 && row.prints_after(last))
}

/// Words that are not known, given to a program that deletes, writes, sends or runs: where nothing but the mode or a rule on the whole
/// tool speaks for it, nobody has seen what it does.
pub(crate) fn open_words(simple: &Simple<'_>, usage: &Usage) -> Option<Finding> {
    // Without its sub-command, what `git` does is what the word says.
    let bare = usage.path.len() == 1 && usage.program.is_some_and(|program| !program.subs().is_empty());
    // What is added to the words of a wrapper may be the command that it runs: `xargs env`.
    let wraps = simple.more_words && usage.entry.is_some_and(|row| row.wraps() != Wraps::No);
    let acts =
        usage.program.is_some() && (bare || wraps || !matches!(usage.effect, Some(Effect::Read | Effect::State)));
    // Files of a list that are written are judged by where the list begins.
    let added = simple.more_words && (bare || wraps || usage.effect != Some(Effect::Write));
    // The value of a plain option, and text in quotes, mean nothing more than they say.
    let plain = || usage.options.iter().filter(|used| used.special.is_none()).filter_map(|used| Some(used.value?.at));
    let inert: LazyCell<HashSet<usize>, _> = LazyCell::new(|| plain().collect());
    // Of a program that reads, too, a word that it runs has to be known, and so has its sub-command: a pattern is none.
    let first = usage.operands.first().filter(|_| bare).map(|(at, _)| *at);
    let open = |at: usize, item: &Item<'_>| item.is_unknown() || first == Some(at) && item.count == Count::Names;
    let run = LazyCell::new(|| usage.run_words());
    let matters = |at: usize, item: &Item<'_>| {
        open(at, item) && (acts || run.contains(&at)) && !(item.count == Count::One && inert.contains(&at))
    };
    let mut words = simple.items.iter().enumerate().skip(1);
    let word = words.find(|(at, item)| matters(*at, item)).map(|(_, item)| item.span);
    let span = word.or((acts && added).then_some(simple.span))?;
    Some(Finding::hard_ask(Some(span), Reason::UnknownWords(usage.path.join(" "))))
}
