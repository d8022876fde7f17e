//! The usual call: a plain text of commands that are all proven to only read, where nothing in the policy or the session may refuse them.
//!
//! Its commands start nothing else, so there is nothing that the full reader of `shell` could find beside them: the same few words are
//! what floors, rules and proofs look at, and no floor is about a core row in the project. A rule that allows one gets the credit. A test
//! judges every such text of the cases by the full reader as well, and both decisions are the same. Whatever is not as usual is judged in
//! full.

use byleave_proof::{Command, Effect, Form, Scene, Word, reads, usage_of};

use super::Situation;
use crate::budget::limit;
use crate::layers::{AllowedBy, by_rules, plain, scene, span_of, with_roots};
use crate::paths::{Ground, is_below, plain_name};
use crate::programs;
use crate::read::COMMANDS;
use crate::rules::{Context, Pattern, Rule};
use crate::{CallFacts, Decision, Finding, Mode, Policy, Profile, Verdict};

/// The decision on a usual call; `None`: it is judged in full.
pub(super) fn decide(
    call: &CallFacts,
    policy: &Policy,
    situation: &Situation<'_>,
    context: &Context<'_>,
) -> Option<Decision> {
    let text = command_alone(call)?;
    let usual = policy.allows_proven_reads()
        && policy.programs.is_empty()
        && policy.auto_approve.tools.is_empty()
        && policy.high_risk.is_empty()
        && policy.mode != Mode::Yolo
        && policy.profile == Profile::Byleave
        && policy.rules.general().next().is_none()
        && policy.rules.refusing_files().next().is_none()
        && situation.held.live(situation.now).next().is_none();
    let shells = policy.shells_for(call, crate::tools::find(&call.tool)).filter(|_| usual)?;
    let ground = with_roots(Ground::new(&call.project, &call.home, &call.cwd), policy, context);
    let plain = plain(text, shells, &ground).ok().filter(|_| ground.is_inside(&ground.cwd))?;
    // The turns of a loop stand in one place.
    let again =
        plain.commands().windows(2).any(|pair| matches!(pair, [one, next] if next.span().start <= one.span().start));
    if again || !plain.commands().iter().all(|command| stays_inside(command) && !may_be_refused(policy, command)) {
        return None;
    }
    let world = situation.resolver.world();
    let scene = scene(&plain, &world, &ground, policy);
    let mut findings = Vec::with_capacity(plain.commands().len());
    for command in plain.commands() {
        let by = match command.grammar(&scene) {
            Some(grammar) => AllowedBy::Grammar(grammar),
            None => by_rule_or_proof(policy, context, &scene, command)?,
        };
        findings.push(by.finding(Some(span_of(command.span()))));
    }
    allowed(findings)
}

/// The text of a command that stands alone in its arguments, beside words that change nothing of what runs.
fn command_alone(call: &CallFacts) -> Option<&str> {
    let mut text = None;
    for (key, value) in &call.arguments {
        match key.as_str() {
            key if COMMANDS.contains(&key) => {
                if text.replace(value.as_str()?).is_some() {
                    return None;
                }
            }
            "timeout" if value.is_number() || value.is_null() => {}
            "description" | "run_in_background" => {}
            _ => return None,
        }
    }
    text.filter(|text| text.len() <= limit::USUAL && call.command_bytes.is_none())
}

/// Whether no word of a command leads out of its directory, and nothing but its messages goes elsewhere.
fn stays_inside(command: &Command<'_>) -> bool {
    let stays = |word: &Word<'_>| match word.form {
        Form::Literal | Form::Pattern(_) => !word.tilde && !word.text.starts_with('/') && !has_dots(&word.text),
        Form::Open => false,
    };
    // `cd` alone leads to the home directory, `cd -` anywhere.
    let leads = command.name() != Some("cd") || command.words().get(1).is_some_and(|word| !word.text.starts_with('-'));
    // The redirections behind a group stand for no command in the full reading.
    leads
        && !command.words().is_empty()
        && command.words().iter().all(stays)
        && command.assignments().is_empty()
        && command.redirections().iter().all(|one| matches!(one.effect, Effect::Duplicate))
}

/// Whether two dots stand beside each other.
fn has_dots(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| pair == b"..")
}

/// What allows a command that is proven to only read in the project.
fn by_rule_or_proof<'p>(
    policy: &'p Policy,
    context: &Context<'_>,
    scene: &Scene<'_>,
    command: &Command<'_>,
) -> Option<AllowedBy<'p>> {
    let usage = usage_of(command);
    let proof = reads(scene, command, &usage).ok()?;
    if proof.starts() || !proof.paths().iter().all(|path| is_below(path, scene.project())) {
        return None;
    }
    let mut asks = Vec::new();
    let by = by_rules(policy, context, scene, (command, &usage), &mut None, &mut asks);
    asks.is_empty().then(|| by.unwrap_or(AllowedBy::Proof(proof)))
}

/// Whether a rule may refuse a command, or the text that it stands in.
fn may_be_refused(policy: &Policy, command: &Command<'_>) -> bool {
    let program = command.name().map_or("", plain_name);
    // A rule on a whole text says more than one on a command of it.
    let whole = |rule: &Rule| matches!(&rule.pattern, Pattern::Command(pattern) if pattern.whole);
    let refuses = |rule: &Rule| rule.says != Verdict::Allow && may_be_about(rule, program, command);
    policy.rules.about(program).any(|rule| whole(rule) || refuses(rule))
}

/// Whether a rule that names the program may be about a command: unless it names a sub-command that no word of the command is.
fn may_be_about(rule: &Rule, program: &str, command: &Command<'_>) -> bool {
    let Pattern::Command(pattern) = &rule.pattern else { return true };
    let sub_command = |name: &str| programs::find(program).and_then(|row| row.sub_command(name));
    let named = match pattern.tokens.as_slice() {
        [first, second, ..] if !first.star && !second.star => sub_command(&second.text),
        _ => None,
    };
    let may_be = |word: &Word<'_>| word.literal().is_none_or(|text| sub_command(text) == named);
    named.is_none() || command.words().iter().skip(1).any(may_be)
}

/// All parts are allowed.
fn allowed(findings: Vec<Finding>) -> Option<Decision> {
    let first = findings.first()?;
    Some(Decision {
        verdict: Verdict::Allow,
        source: first.source,
        rule: first.rule.clone(),
        reason: first.reason.clone(),
        outside: false,
        high_risk: false,
        approvals: 1,
        unattended: None,
        findings,
    })
}
