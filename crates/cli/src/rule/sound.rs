//! Whether a rule does what its author means, before anything changes.

use byleave_config::lint;
use byleave_gate::files::Disk;
use byleave_policy::rules::{Pattern, Rule};
use byleave_policy::{CallFacts, Policy, Situation, Verdict, decide_in};
use jiff::Timestamp;

use super::Wish;
use crate::escape;
use crate::failure::Failure;
use crate::policy;

/// Marks the new rules among the others.
const HERE: &str = "the new rule";

/// What to know about the rules.
///
/// # Errors
///
/// If one covers everything, names what does not exist, or would have no effect.
pub fn checked(wish: &Wish<'_>, in_force: &Policy) -> Result<Vec<String>, Failure> {
    let mut wider = in_force.clone();
    for rule in wish.rules {
        if let Pattern::Command(pattern) = &rule.pattern
            && pattern.text.is_empty()
        {
            return Err(Failure::Usage("the rule names no command; write `byleave allow 'cargo test *'`".to_owned()));
        }
        wider.rules.push(Rule { location: Some(HERE.to_owned()), ..rule.clone() });
    }
    let now = Some(Timestamp::now());
    let before = lint(in_force, now);
    let mut notes = Vec::new();
    for found in lint(&wider, now) {
        let rule = escape::shown(&found.rule);
        let is_new = found.location.as_deref() == Some(HERE);
        match found.code {
            "broad" if is_new => {
                let instead = "name what it may run, as in `byleave allow 'cargo test *'`";
                return Err(Failure::Usage(format!("`{rule}`: {}; {instead}", found.message)));
            }
            "unknown" if is_new => return Err(Failure::Usage(found.message)),
            "dead" if is_new => {
                let first = "it wins over every allow, so change that first";
                return Err(Failure::Usage(format!("`{rule}` would have no effect: {}; {first}", found.message)));
            }
            "shadowed" if is_new => notes.push(format!("`{rule}` is nearly there: {}", found.message)),
            "dead" if !before.contains(&found) => {
                let place = found.location.as_deref().unwrap_or("the policy");
                notes.push(format!("`{rule}` ({}) allows nothing any more", escape::shown(place)));
            }
            _ => {}
        }
    }
    for rule in wish.rules.iter().filter(|rule| rule.says == Verdict::Allow) {
        notes.extend(still_held(rule, &wider)?);
    }
    Ok(notes)
}

/// Whether a floor holds what the rule names all the same.
fn still_held(rule: &Rule, wider: &Policy) -> Result<Option<String>, Failure> {
    let Pattern::Command(pattern) = &rule.pattern else { return Ok(None) };
    let command = pattern.text.replace(" *", "").replace('*', "x");
    let (cwd, home) = (policy::here(), std::env::var("HOME").unwrap_or_default());
    let project = policy::project_of(&cwd).to_string_lossy().into_owned();
    let call = CallFacts { cwd: cwd.to_string_lossy().into_owned(), ..CallFacts::bash(&command, &project, &home) };
    let decision = decide_in(&call, wider, &Situation { now: Some(Timestamp::now()), ..Situation::new(&Disk) });
    let why = decision.reason.to_string();
    let (command, why) = (escape::shown(&command), escape::shown(&why));
    match decision.verdict {
        Verdict::Allow => Ok(None),
        Verdict::Ask => Ok(Some(format!("`{command}` asks all the same: {why}"))),
        Verdict::Deny => Err(Failure::Usage(format!("no rule lets `{command}` run: {why}"))),
    }
}
