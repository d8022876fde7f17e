//! What speaks for a file that a command writes by a redirection, or by an option that names its output.

use byleave_shell::Span;

use super::{AllowedBy, counts};
use crate::grant::SessionGrants;
use crate::paths::Ground;
use crate::programs::Arg;
use crate::rules::{Context, Pattern, Rule, is_about};
use crate::{Finding, Mode, Policy, Reason, Verdict};

/// It is written as the `write` tool would write it: that needs a rule, a mode or a grant of its own.
pub(crate) fn writing(
    policy: &Policy,
    (context, session): (&Context<'_>, SessionGrants<'_>),
    ground: &Ground<'_>,
    place: &str,
    span: Option<Span>,
) -> Vec<Finding> {
    let about = |rule: &&Rule| {
        rule.says == Verdict::Allow
            && match &rule.pattern {
                Pattern::Tool(tool) => tool == "write" && rule.when.is_empty(),
                Pattern::Subject { .. } => is_about(rule, ground, (place, ""), Arg::Write, false),
                Pattern::Command(_) | Pattern::Domain(_) | Pattern::Mcp(_) => false,
            }
    };
    let mut found = Vec::new();
    let rule = policy.rules.on_files().filter(about).find(|rule| counts(rule, context, span, &mut found));
    let mode = !policy.rules_only && policy.mode != Mode::Default && policy.profile.has_modes();
    let grant = || session.live(context.now).find(|grant| grant.is_for_tool("write") || grant.is_for_tool("bash"));
    let by = match rule {
        Some(rule) => Some(AllowedBy::Call(rule)),
        None if mode => Some(AllowedBy::Mode(policy.mode)),
        None => grant().map(AllowedBy::ToolGrant),
    };
    let shown = || ground.relative(place).unwrap_or(place).to_owned();
    found.push(by.map_or_else(|| Finding::unruled(span, Reason::WritesFile(shown())), |by| by.finding(span)));
    found
}
