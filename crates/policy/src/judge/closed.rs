//! The usual call: a plain text of commands that are all proven to only read, while nothing in the policy or the session is about them.
//!
//! Its commands start nothing else, so there is nothing that the full reader of `shell` could find beside them: the same few words are
//! what floors, rules and proofs look at, and none of them is about a core row in the project. A test judges every such text of the cases
//! by the full reader as well, and both decisions are the same. Whatever is not as usual is judged in full.

use std::borrow::Cow;

use byleave_proof::{Command, Effect, Form, Word, reads, usage_of};

use crate::layers::{AllowedBy, plain, scene, span_of};
use crate::paths::{Ground, Resolver, is_below, plain_name};
use crate::read::COMMANDS;
use crate::rules::Context;
use crate::{CallFacts, Decision, Finding, Mode, Policy, Profile, Source, Verdict};

/// A longer text is judged in full, within the budget that it has there.
const LONGEST: usize = 1 << 14;

/// The decision on a usual call; `None`: it is judged in full.
pub(super) fn decide(
    call: &CallFacts,
    policy: &Policy,
    resolver: &dyn Resolver,
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
        && context.held.live(context.now).next().is_none();
    let shells = policy.shells_for(call, crate::tools::find(&call.tool)).filter(|_| usual)?;
    let ground = Ground::new(&call.project, &call.home, &call.cwd);
    let plain = plain(text, shells, &ground).ok()?;
    // The turns of a loop stand in one place.
    let again =
        plain.commands().windows(2).any(|pair| matches!(pair, [one, next] if next.span().start <= one.span().start));
    if again || !plain.commands().iter().all(|command| stays_inside(command) && !is_named(policy, command)) {
        return None;
    }
    let world = resolver.world();
    let scene = scene(&plain, &world, &ground, policy);
    let mut findings = Vec::with_capacity(plain.commands().len());
    for command in plain.commands() {
        let by = if let Some(grammar) = command.grammar() {
            AllowedBy::Grammar(grammar)
        } else {
            let proof = reads(&scene, command, &usage_of(command)).ok()?;
            if proof.starts() || !proof.paths().iter().all(|path| is_below(path, &ground.project)) {
                return None;
            }
            AllowedBy::Proof(proof)
        };
        findings.push(by.finding(span_of(command.span())));
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
    text.filter(|text| text.len() <= LONGEST && call.command_bytes.is_none())
}

/// Whether no word of a command leads out of its directory, and nothing but its messages goes elsewhere.
fn stays_inside(command: &Command<'_>) -> bool {
    let stays = |word: &Word<'_>| match word.form {
        Form::Literal | Form::Pattern(_) => !word.tilde && !word.text.starts_with('/') && !word.text.contains(".."),
        Form::Open => false,
    };
    // `cd` alone leads to the home directory, `cd -` anywhere.
    let leads = command.name() != Some("cd") || command.words().get(1).is_some_and(|word| !word.text.starts_with('-'));
    leads
        && command.words().iter().all(stays)
        && command.assignments().is_empty()
        && command.redirections().iter().all(|one| matches!(one.effect, Effect::Duplicate))
}

/// Whether a rule is about the program of a command.
fn is_named(policy: &Policy, command: &Command<'_>) -> bool {
    policy.rules.about(command.name().map_or("", plain_name)).next().is_some()
}

/// All parts are allowed.
fn allowed(findings: Vec<Finding>) -> Option<Decision> {
    let first = findings.first()?;
    Some(Decision {
        verdict: Verdict::Allow,
        source: Source::Safe,
        rule: None,
        reason: Cow::clone(&first.reason),
        outside: false,
        high_risk: false,
        approvals: 1,
        unattended: None,
        findings,
    })
}
