//! A call of a tool that runs commands: what the floors find in each, what speaks for it, and the maximum of all.

use std::cell::{Cell, OnceCell};

use crate::budget::{Budget, cost, limit};
use crate::command::{Commands, Item, Simple, Usage};
use crate::findings::Findings;
use crate::floors::{self, CommandCall, Files, OnlyReads, Part};
use crate::grant::SessionGrants;
use crate::layers::{AllowedBy, Layers, PlainText, Speakers, no_layer, plain, scene};
use crate::paths::{Ground, Resolver, base_name};
use crate::programs::Effect;
use crate::read::{COMMANDS, Subject};
use crate::rules::auto::CommandFacts;
use crate::rules::{CommandPattern, Context};
use crate::tool;
use crate::{CallFacts, Decision, Finding, Mode, Policy, Profile, Reason};

pub(super) fn judge(
    call: &CallFacts,
    subject: &Subject<'_>,
    policy: &Policy,
    ground: &Ground<'_>,
    resolver: &dyn Resolver,
    (context, session): (Context<'_>, SessionGrants<'_>),
) -> Decision {
    let mut found = arguments(call);
    let read = match subject {
        Subject::Command(read) => read,
        Subject::Odd => {
            found.add(Finding::hard_ask(None, Reason::CommandNotText));
            return found.decision();
        }
        Subject::Missing | Subject::Named(_) => {
            found.add(Finding::hard_ask(None, Reason::NoCommand));
            return found.decision();
        }
    };
    let commands = read.commands();
    let text = commands.script.source();
    let small = plain(text, read.shells(), ground);
    let world = resolver.world();
    let scene = small.as_ref().map(|plain| (plain, scene(plain, &world, ground, policy)));
    let small = match &scene {
        Ok((plain, scene)) => Ok(PlainText::new(plain, scene)),
        Err(gap) => Err(*gap),
    };
    // What finding the commands left over is there for judging them.
    let budget = Budget::with(Budget::of(text.len()).left().saturating_add(commands.left / 2));
    let call = CommandCall {
        tool: tool::canonical(&call.tool),
        looks: Cell::new(0),
        policy,
        ground,
        context,
        session,
        budget: &budget,
        files: Files { ground, policy, resolver, context, budget: &budget },
        commands,
        whole: text.trim(),
        moves: OnceCell::new(),
        small,
    };
    run(&call, found).in_order().decision()
}

/// What stands beside the command.
fn arguments(call: &CallFacts) -> Findings {
    let mut found = Findings::default();
    let (mut commands, mut odd) = (Vec::new(), 0_usize);
    for (key, value) in &call.arguments {
        match key.as_str() {
            key if COMMANDS.contains(&key) || key == "command_b64" => commands.push(key),
            "timeout" if value.is_number() || value.is_null() => {}
            "timeout" => found.add(Finding::hard_ask(None, Reason::TimeoutNotNumber)),
            // They change nothing of what runs.
            "description" | "run_in_background" => {}
            _ => {
                odd = odd.saturating_add(1);
                if odd <= limit::ODD_ARGUMENTS {
                    found.add(Finding::hard_ask(None, Reason::ArgumentBeside(key.clone())));
                }
            }
        }
    }
    if odd > limit::ODD_ARGUMENTS {
        found.add(Finding::hard_ask(None, Reason::ArgumentsBeside(odd.saturating_sub(limit::ODD_ARGUMENTS))));
    }
    // Which of them the tool runs is its own affair, so none of them is proven.
    if let [first, second, ..] = commands.as_slice() {
        found.add(Finding::hard_ask(None, Reason::CommandTwice((*first).to_owned(), (*second).to_owned())));
    }
    found
}

/// Floors and layers over all that a text may run.
fn run(call: &CommandCall<'_, '_>, mut found: Findings) -> Findings {
    let Commands { simples, usages, .. } = call.commands;
    let facts = CommandFacts { whole: call.whole, commands: call.commands, usages, ground: call.ground };
    found.join(floors::text(call, &facts));
    let CommandCall { tool, policy, context, session, small, .. } = *call;
    found.reserve(simples.len().saturating_add(1));
    let layers = Layers { tool, policy, context, session, facts: &facts, plain: small };
    let (speakers, asks) = layers.speakers();
    found.extend(asks);
    // What other spellings of the commands come to.
    let mut others = Findings::default();
    // From the innermost command outwards.
    for (at, (simple, usage)) in call.commands.with_usages().enumerate().rev() {
        found.join(floors::commands(call, simple, usage));
        // Rules that refuse were looked at all the same; what is left over only decides whether to ask.
        if call.budget.spend(weight(simple)).is_err() {
            continue;
        }
        found.join(floors::runners(call, simple, usage));
        others.join(floors::unnamed(call, simple, usage));
        if simple.runs() {
            found.join(command(call, &speakers, at, (simple, usage)));
        } else {
            others.join(floors::possible(call, simple, usage));
        }
    }
    found.join(floors::net(call));
    for redirect in &call.commands.redirections {
        found.join(floors::redirect(call, redirect, &|| OnlyReads::No));
    }
    for test in &call.commands.tested {
        found.join(floors::tested(call, test));
    }
    let mut found = found.after(others);
    if call.budget.is_spent() {
        found.add(Finding::hard_ask(None, Reason::TooMuch));
    }
    if simples.is_empty() && found.is_empty() && !call.whole.is_empty() {
        found.extend(match call.small {
            Err(gap) => Some(Finding::unruled(Some(gap.span), gap.reason.clone())),
            Ok(_) if call.commands.script.nodes().count() > 1 => Some(AllowedBy::NoCommand.finding(None)),
            Ok(_) => None,
        });
    }
    found
}

/// A command of the text: what speaks for it, what it is by itself, and what it touches.
fn command(
    call: &CommandCall<'_, '_>,
    speakers: &Speakers<'_>,
    at: usize,
    (simple, usage): (&Simple<'_>, &Usage),
) -> Findings {
    let mut found = Findings::default();
    let span = Some(simple.span);
    let by = speakers.about(&call.commands.simples, at);
    // A rule that spells this very command out satisfies the floor; one on the whole tool does not.
    let rule = by.as_ref().ok().and_then(AllowedBy::pattern);
    // What a word becomes when the text runs, nobody has spelt out.
    let spelt = rule.is_some_and(CommandPattern::is_exact) && !simple.items.iter().any(Item::is_unknown);
    if let Some(first) = floors::high_risk(call, simple, usage, None) {
        found.high_risk = true;
        let left = if rule.is_none() { Some(first) } else { floors::high_risk(call, simple, usage, rule) };
        found.extend(left.map(|row| Finding::named_ask(span, Reason::HighRisk(row.to_owned()))));
    }
    let (allowed, proven) = (by.is_ok(), matches!(by, Ok(AllowedBy::Proof(_))));
    match (by, speakers) {
        (Ok(by), _) => {
            found.extend(by.is_for_any_text().then(|| floors::open_words(simple, usage)).flatten());
            for output in by.outputs() {
                found.extend(floors::write(call, output, span));
            }
            let mode_first = call.policy.profile == Profile::OriCore && call.policy.mode == Mode::Yolo;
            let by = if mode_first && !call.policy.rules_only { by.after_mode() } else { by };
            found.add(by.finding(span));
        }
        (Err(_), Speakers::NotPlain) => found.extend(effect(simple, usage)),
        (Err(gap), Speakers::All(_) | Speakers::Each(_)) => found.add(no_layer(gap, simple.span, simple.name())),
    }
    let mut touched = floors::touched(call, Part { simple, usage, allowed, spelt, proven });
    touched.outside |= floors::mentions_outside(call, simple, usage);
    // The files of another machine or of a container are not those of this one.
    touched.outside &= !call.runs_elsewhere(simple);
    found.join(touched);
    found
}

/// What a command of a text does that is not plain: the text asks as a whole, and this says which of its parts matter.
fn effect(simple: &Simple<'_>, usage: &Usage) -> Option<Finding> {
    let reason = if let Some(entry) = usage.entry {
        let effect = usage.effect.unwrap_or(usage.own_effect);
        let does = if entry.effect() == effect { entry.does() } else { effect.words() };
        (effect > Effect::Read).then(|| Reason::Does(usage.path.join(" "), does))
    } else {
        simple.name().map(|name| Reason::UnknownProgram(base_name(name).to_owned()))
    };
    reason.map(|reason| Finding::unruled(Some(simple.span), reason))
}

/// How many steps judging a command takes: its words are gone through, and of substitutions in each other all the text.
fn weight(simple: &Simple<'_>) -> usize {
    let open = simple.items.iter().filter(|item| item.is_unknown());
    let signs: usize = open.map(|item| item.shown().len()).sum();
    cost::COMMAND.saturating_add(simple.items.len() / cost::WORDS).saturating_add(signs / cost::SIGNS)
}
