//! Floors on the text of a command as a whole.

use byleave_shell::{Directory, Kind};

use super::CommandCall;
use super::rows::is_own_name;
use crate::budget::cost;
use crate::findings::{Findings, HARD_ASK};
use crate::rules::auto::CommandFacts;
use crate::{Finding, Reason};

/// What is never automatic in a text, whatever its commands are.
pub(crate) fn text(call: &CommandCall<'_, '_>, facts: &CommandFacts<'_, '_>) -> Findings {
    let mut found = Findings::default();
    let doubts = call.commands.doubts.iter();
    found.extend(doubts.map(|doubt| Finding::hard_ask(Some(doubt.span), doubt.reason.clone())));
    for held in call.policy.auto_approve.held(facts) {
        found.join(Findings::of_rule(held.rule, HARD_ASK, held.span, held.reason));
    }
    found.extend(own_functions(call));
    found.extend(missed(call));
    found
}

/// Functions that take the place of byleave.
fn own_functions(call: &CommandCall<'_, '_>) -> impl Iterator<Item = Finding> {
    let script = &call.commands.script;
    let own = script
        .nodes()
        .filter(|(_, node)| matches!(node.kind, Kind::Function { name } if is_own_name(script.text(name))));
    own.map(|(_, node)| Finding::deny(Some(node.span), Reason::OwnFunction))
}

/// Directories that a `cd` did not reach: what follows it runs where the shell was before.
fn missed(call: &CommandCall<'_, '_>) -> Vec<Finding> {
    let resolver = call.files.resolver;
    // Where the project is on another machine, what cannot be read there is no answer.
    if !resolver.sees() || resolver.exists(&call.ground.project) == Some(false) {
        return Vec::new();
    }
    let (mut found, mut seen): (Vec<Finding>, Vec<&Directory>) = (Vec::new(), Vec::new());
    for simple in call.commands.simples.iter().filter(|simple| simple.directory.uncertain && simple.runs()) {
        if seen.contains(&&simple.directory) {
            continue;
        }
        seen.push(&simple.directory);
        let Some(path) = call.ground.directory(&simple.directory) else { continue };
        // Each takes a look at the disk, and is compared with those before it.
        if call.budget.spend(cost::DIRECTORY.saturating_add(seen.len())).is_err() {
            break;
        }
        let real = resolver.resolve(&path);
        if resolver.is_file(&real) || resolver.exists(&real) != Some(true) {
            found.push(Finding::hard_ask(Some(simple.span), Reason::NoDirectory(path.into_owned())));
        }
    }
    found
}
