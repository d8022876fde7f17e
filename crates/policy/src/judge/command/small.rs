//! What speaks for a command, by the small side: rules, grants, what is proven to only read, the mode.
//!
//! A proof, the star of a rule and a prefix need plain text (`byleave_proof`). A whole-tool allow, the mode, the tool itself and a rule on
//! exactly this text speak for any text, and lift no floor.
//!
//! Only [`Side::Small`](crate::Side) decides by this yet; a test compares both sides on every case.

use byleave_proof::{NotCovered, NotProven, Plain, Unwrapped, covers, leave, sets, unwrapped, usage_of};
use byleave_shell::Span;

use super::layers::{Spoken, said};
use super::proven::span_of;
use super::{Judge, Small, granted};
use crate::Mode;
use crate::command::Simple;
use crate::file::CommandFacts;
use crate::judge::outcome::Outcome;
use crate::must::Gap;
use crate::paths::plain_name;
use crate::rules::{Pattern, Rule, Says};

/// What speaks for the commands of a text.
pub(super) enum Layers<'r> {
    /// The text is plain: each of its commands by its place.
    Each(Vec<(Span, Spoken<'r>)>),
    /// It is not, or something speaks for all of it at once.
    All(Spoken<'r>),
}

impl<'r> Layers<'r> {
    /// What speaks for a command of the list: for it, or for the command that stands around it.
    pub(super) fn of(&self, simples: &[Simple<'_>], index: usize) -> Spoken<'r> {
        let each = match self {
            Self::All(spoken) => return spoken.clone(),
            Self::Each(each) => each,
        };
        let outer = |at: &usize| simples.get(*at).and_then(|simple| simple.inside);
        for at in std::iter::successors(Some(index), outer).take(64) {
            let Some(span) = simples.get(at).map(|simple| simple.span) else { break };
            let turns = || each.iter().filter(move |(place, _)| *place == span).map(|(_, spoken)| spoken);
            // Of a loop something has to speak for every turn.
            if let Some(first) = turns().find(|spoken| !spoken.speaks()).or_else(|| turns().next()) {
                return first.clone();
            }
        }
        // What stands inside a command of a plain text is a part of it: the `cat` of `"$(cat <<'EOF' …)"`.
        let span = simples.get(index).map(|simple| simple.span);
        let around = span.and_then(|span| {
            each.iter().filter(|(place, _)| place.contains(span)).min_by_key(|(place, _)| place.len())
        });
        around.map_or(Spoken::Nothing(None), |(_, spoken)| spoken.clone())
    }
}

fn of_rule(no: &NotCovered) -> Gap {
    Gap { reason: no.gap.to_string().into(), span: span_of(no.span) }
}

fn of_proof(no: &NotProven) -> Gap {
    Gap { reason: no.reason.to_string().into(), span: span_of(no.span) }
}

impl<'j> Judge<'j, '_> {
    /// What speaks for the commands of the text.
    pub(super) fn layers_by_proof(&self, facts: &CommandFacts<'_, '_>, outcome: &mut Outcome) -> Layers<'j> {
        if let Some(rule) = self.exact_rule(outcome) {
            return Layers::All(Spoken::Rule(rule));
        }
        let small = match self.small {
            Ok(small) => small,
            Err(gap) => return Layers::All(self.for_any_text(outcome, Some(gap.clone()))),
        };
        let mut each = Vec::with_capacity(small.plain.commands().len());
        for command in small.plain.commands() {
            let (span, spoken) = (span_of(command.span), self.speak(small, command, facts, &mut each, outcome));
            // Each command of the text asks, whatever else was found in its place.
            if let Spoken::Nothing(gap) = &spoken {
                nothing(gap.as_ref(), span, command.name(), outcome);
            }
            each.push((span, spoken));
        }
        Layers::Each(each)
    }

    /// A rule without a star on exactly this text, plain or not.
    fn exact_rule(&self, outcome: &mut Outcome) -> Option<&'j Rule> {
        let name = self.commands.simples.first().and_then(Simple::name).map_or("", plain_name);
        let exact = self.policy.rules.about(name).find(|rule| match &rule.pattern {
            Pattern::Command(pattern) => rule.says == Says::Allow && pattern.is_exact() && pattern.text == self.whole,
            Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => false,
        });
        let found = exact.or_else(|| self.policy.auto_approve.whole(self.whole));
        found.filter(|rule| self.counts(rule, None, outcome))
    }

    /// What speaks for a text whatever stands in it.
    fn for_any_text(&self, outcome: &mut Outcome, gap: Option<Gap>) -> Spoken<'j> {
        let whole_tool = self.policy.rules.general().filter(|rule| match &rule.pattern {
            Pattern::Tool(tool) => rule.says == Says::Allow && tool == self.tool && rule.when.is_empty(),
            Pattern::Command(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => false,
        });
        for rule in whole_tool {
            if self.counts(rule, None, outcome) {
                return Spoken::Rule(rule);
            }
        }
        let mut grants = self.context.held.live(self.context.now);
        if let Some(grant) = grants.find(|grant| granted::covers_tool(grant, self.tool)) {
            return Spoken::Grant(grant);
        }
        if !self.policy.rules_only && self.policy.mode == Mode::Yolo && self.policy.profile.has_modes() {
            return Spoken::Mode;
        }
        if self.context.held.needs_approval == Some(false) {
            return Spoken::Tool;
        }
        Spoken::Nothing(gap)
    }

    /// What speaks for one command of a plain text.
    fn speak(
        &self,
        small: Small<'_>,
        command: &byleave_proof::Command<'_>,
        facts: &CommandFacts<'_, '_>,
        each: &mut Vec<(Span, Spoken<'j>)>,
        outcome: &mut Outcome,
    ) -> Spoken<'j> {
        if command.words.is_empty() {
            return match sets(small.scene, command) {
                Ok(_) => Spoken::Safe("runs no program"),
                Err(no) => self.for_any_text(outcome, Some(of_proof(&no))),
            };
        }
        if self.is_grammar(small.plain, command) {
            return Spoken::Safe("part of the shell's grammar");
        }
        let usage = usage_of(command);
        let mut gap = None;
        if let Some(rule) = self.rule_for(small, command, &usage, facts, &mut gap, outcome) {
            return Spoken::Rule(rule);
        }
        for grant in self.context.held.live(self.context.now) {
            match granted::covers_command(grant, self.tool, small.scene, command, &usage) {
                Ok(true) => return Spoken::Grant(grant),
                Ok(false) => {}
                Err(no) => gap = gap.or(Some(of_rule(&no))),
            }
        }
        if let Some(inner) = unwrapped(command, &usage) {
            match self.started(small, command, inner, facts, each, outcome) {
                Ok(()) => return Spoken::Inside,
                Err(no) => gap = gap.or(no),
            }
        }
        if self.policy.allows_proven_reads() {
            match leave(small.scene, command) {
                Ok(_) => return Spoken::Safe("only reads"),
                Err(no) => gap = gap.or(Some(of_proof(&no))),
            }
        }
        self.for_any_text(outcome, gap)
    }

    /// `:`, `true`, `cd sub`: words of the shell that start nothing. In the other profiles a call made only of these still goes to a person,
    /// as every command does there.
    fn is_grammar(&self, plain: &Plain<'_>, command: &byleave_proof::Command<'_>) -> bool {
        let counts = self.policy.rules_only
            || self.policy.allows_proven_reads()
            || !plain.commands().iter().all(byleave_proof::Command::is_grammar);
        counts && command.is_grammar()
    }

    /// The rule that covers a command and counts now.
    fn rule_for(
        &self,
        small: Small<'_>,
        command: &byleave_proof::Command<'_>,
        usage: &byleave_proof::Usage<'_>,
        facts: &CommandFacts<'_, '_>,
        gap: &mut Option<Gap>,
        outcome: &mut Outcome,
    ) -> Option<&'j Rule> {
        let program = command.name().map_or("", plain_name);
        let mut covering: Vec<&'j Rule> = Vec::new();
        for rule in self.policy.rules.about(program).filter(|rule| rule.says == Says::Allow && rule.when.is_empty()) {
            let Pattern::Command(pattern) = &rule.pattern else { continue };
            match covers(small.scene, &pattern.plain, command, usage) {
                Ok(true) => covering.push(rule),
                Ok(false) => {}
                Err(no) => *gap = gap.take().or_else(|| Some(of_rule(&no))),
            }
        }
        // The one that says most about the command speaks for it, wherever it stands: what a floor wants spelt out may be spelt out by one
        // of several.
        covering.sort_by_key(|rule| std::cmp::Reverse(said(rule)));
        let span = span_of(command.span);
        if let Some(rule) = covering.into_iter().find(|rule| self.counts(rule, Some(span), outcome)) {
            return Some(rule);
        }
        if self.policy.auto_approve.tools.is_empty() {
            return None;
        }
        let index = self.commands.simples.iter().position(|simple| simple.span == span && !simple.possible)?;
        for leave in self.policy.auto_approve.leaves(facts, index) {
            let covered = match &leave.covering {
                Some(covering) => covers(small.scene, &covering.plain, command, usage),
                None => Ok(true),
            };
            match covered {
                Ok(true) if self.counts(leave.rule, Some(span), outcome) => return Some(leave.rule),
                Ok(_) => {}
                Err(no) => *gap = gap.take().or_else(|| Some(of_rule(&no))),
            }
        }
        None
    }

    /// Whether something speaks for all that a core wrapper starts.
    fn started(
        &self,
        small: Small<'_>,
        command: &byleave_proof::Command<'_>,
        inner: Unwrapped<'_, '_>,
        facts: &CommandFacts<'_, '_>,
        each: &mut Vec<(Span, Spoken<'j>)>,
        outcome: &mut Outcome,
    ) -> Result<(), Option<Gap>> {
        let asks = |spoken: Spoken<'j>| match spoken {
            Spoken::Nothing(gap) => Err(gap),
            Spoken::Rule(_) | Spoken::Safe(_) | Spoken::Grant(_) | Spoken::Mode | Spoken::Tool | Spoken::Inside => {
                Ok(())
            }
        };
        match inner {
            Unwrapped::Command(inner) => {
                let spoken = self.speak(small, &inner, facts, each, outcome);
                each.push((span_of(inner.span), spoken.clone()));
                asks(spoken)
            }
            Unwrapped::Text { word } => {
                let no = |no: NotProven| Some(of_proof(&no));
                let text = small.scene.text_of(command, word).map_err(no)?;
                let plain = text.plain(&self.ground.home).map_err(no)?;
                let scene = text.scene(&plain, small.scene);
                let inside = Small { plain: &plain, scene: &scene };
                // Where something stands in it is told by the word that holds it.
                let at_word = |gap: Option<Gap>| gap.map(|gap| Gap { span: span_of(word.span), ..gap });
                let mut inner = plain.commands().iter();
                inner.try_for_each(|one| {
                    let spoken = self.speak(inside, one, facts, each, outcome);
                    each.push((span_of(word.span), spoken.clone()));
                    asks(spoken).map_err(at_word)
                })
            }
        }
    }
}

/// Nothing speaks for a command.
fn nothing(gap: Option<&Gap>, span: Span, name: Option<&str>, outcome: &mut Outcome) {
    match gap {
        Some(gap) => outcome.unruled(Some(gap.span), gap.reason.clone()),
        None => outcome.unruled(Some(span), ["no rule allows `", name.unwrap_or("this command"), "`"].concat()),
    }
}
