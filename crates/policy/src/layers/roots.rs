//! The directories beside the project that a policy lets calls read.

use crate::paths::{Ground, Root};
use crate::rules::{Applies, Context, Pattern, Rule, applies};
use crate::{Policy, Verdict};

/// The ground of a call with its roots: those of the policy, and those that a rule on reading names, as `Read(~/src/other/**)` does. A rule
/// with a limit speaks only for the calls that it is counted for.
pub(crate) fn with_roots<'g>(ground: Ground<'g>, policy: &Policy, context: &Context<'_>) -> Ground<'g> {
    let ruled = policy.rules.on_files().filter_map(|rule| named(rule).filter(|_| counts(rule, context)));
    let all = policy.roots.iter().cloned().chain(ruled);
    let roots = all.filter_map(|root| root.directory(&ground.home)).collect();
    ground.with_roots(roots)
}

fn named(rule: &Rule) -> Option<Root> {
    match &rule.pattern {
        Pattern::Subject { tool, glob } if tool == "read" => Root::parse(glob.strip_suffix("/**")?).ok(),
        Pattern::Subject { .. } | Pattern::Tool(_) | Pattern::Command(_) | Pattern::Domain(_) | Pattern::Mcp(_) => None,
    }
}

fn counts(rule: &Rule, context: &Context<'_>) -> bool {
    let allows = rule.says == Verdict::Allow && rule.trusted && rule.when.is_empty();
    allows && rule.conditions.limit.is_none() && applies(rule, context) == Applies::Yes
}
