//! What speaks for a command: rules, grants, the proof that it only reads, the mode. The only room in which a command is allowed.
//!
//! A proof, the star of a rule and a prefix need plain text (`byleave_proof`). A whole-tool allow, the mode, the tool itself and a rule on
//! exactly this text speak for any text, and lift no floor.

mod allowed_by;
mod gap;
mod grants;
mod plain;
mod roots;
mod writing;

use byleave_proof::{Command, Scene, Started, Usage, covers, edits, reads, same_as, started, usage_of};
use byleave_shell::Span;

pub(crate) use allowed_by::AllowedBy;
pub(crate) use gap::Gap;
pub(crate) use plain::{PlainText, plain, scene, span_of};
pub(crate) use roots::with_roots;
pub(crate) use writing::writing;

use self::grants::{by_grant, covers_tool};
use crate::command::Simple;
use crate::grant::SessionGrants;
use crate::paths::plain_name;
use crate::programs::Arg;
use crate::rules::auto::CommandFacts;
use crate::rules::{Applies, Context, Pattern, Rule, applies, is_kind};
use crate::{Finding, Mode, Policy, Profile, Reason, Verdict};

/// A text, and whatever may speak for it.
pub(crate) struct Layers<'j, 'f, 'a> {
    /// The tool, by the name that rules and grants on whole tools use.
    pub tool: &'j str,
    pub policy: &'j Policy,
    pub context: Context<'j>,
    pub session: SessionGrants<'j>,
    /// What `shell` read, for the predicates of the policy.
    pub facts: &'f CommandFacts<'f, 'a>,
    /// The text as the small side reads it, or why it is not plain.
    pub plain: Result<PlainText<'j>, &'j Gap>,
}

/// What speaks for the commands of a text.
pub(crate) enum Speakers<'r> {
    /// The text is plain: each of its commands by its place.
    Each(Vec<(Span, Backing<'r>)>),
    /// Something speaks for all of it at once.
    All(AllowedBy<'r>),
    /// The text is not plain, and nothing speaks for it.
    NotPlain,
}

/// How many wrappers stand around a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// None.
    Outer,
    /// One.
    Inner,
}

/// What was found on the way: what allows each command, and what asks.
struct Trail<'r> {
    each: Vec<(Span, Backing<'r>)>,
    asks: Vec<Finding>,
}

/// Something speaks for a command, or this is in the way; nothing is, if no rule is about it.
pub(crate) type Backing<'r> = Result<AllowedBy<'r>, Option<Gap>>;

impl<'r> Speakers<'r> {
    /// What speaks for a command of the list: for it, or for the command that stands around it.
    pub(crate) fn about(&self, simples: &[Simple<'_>], index: usize) -> Backing<'r> {
        let each = match self {
            Self::All(by) => return Ok(by.clone()),
            Self::NotPlain => return Err(None),
            Self::Each(each) => each,
        };
        let outer = |at: &usize| simples.get(*at).and_then(|simple| simple.inside);
        for at in std::iter::successors(Some(index), outer).take(64) {
            let Some(span) = simples.get(at).map(|simple| simple.span) else { break };
            let turns = || each.iter().filter(move |(place, _)| *place == span).map(|(_, by)| by);
            // Of a loop something has to speak for every turn.
            if let Some(first) = turns().find(|by| by.is_err()).or_else(|| turns().next()) {
                return first.clone();
            }
        }
        // What stands inside a command of a plain text is a part of it: the `cat` of `"$(cat <<'EOF' …)"`.
        let Some(span) = simples.get(index).map(|simple| simple.span) else { return Err(None) };
        let around = each.iter().filter(|(place, _)| place.contains(span)).min_by_key(|(place, _)| place.len());
        around.map_or(Err(None), |(_, by)| by.clone())
    }
}

impl<'j> Layers<'j, '_, '_> {
    /// What speaks for the commands of the text, and what asks all the same.
    pub(crate) fn speakers(&self) -> (Speakers<'j>, Vec<Finding>) {
        let mut trail = Trail { each: Vec::new(), asks: Vec::new() };
        if let Some(rule) = self.whole_text(&mut trail.asks) {
            return (Speakers::All(AllowedBy::WholeText(rule)), trail.asks);
        }
        let text = match self.plain {
            Ok(text) => text,
            Err(gap) => {
                if let Some(by) = self.for_any_text(&mut trail.asks) {
                    return (Speakers::All(by), trail.asks);
                }
                trail.asks.push(Finding::unruled(Some(gap.span), gap.reason.clone()));
                return (Speakers::NotPlain, trail.asks);
            }
        };
        trail.each.reserve(text.plain.commands().len());
        for command in text.plain.commands() {
            let span = span_of(command.span());
            let by = self.speak(text, command, Depth::Outer, &mut trail);
            // Each command of the text asks, whatever else was found in its place.
            if let Err(gap) = &by {
                trail.asks.push(no_layer(gap.clone(), span, command.name()));
            }
            trail.each.push((span, by));
        }
        (Speakers::Each(trail.each), trail.asks)
    }

    /// A rule without a star on exactly this text, plain or not.
    fn whole_text(&self, asks: &mut Vec<Finding>) -> Option<&'j Rule> {
        let whole = self.facts.whole;
        let name = self.facts.commands.simples.first().and_then(Simple::name).map_or("", plain_name);
        let exact = self.policy.rules.about(name).find(|rule| match &rule.pattern {
            Pattern::Command(pattern) => rule.says == Verdict::Allow && pattern.is_exact() && pattern.text == whole,
            Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => false,
        });
        let found = exact.or_else(|| self.policy.auto_approve.whole(whole));
        found.filter(|rule| self.counts(rule, None, asks))
    }

    /// A rule that allows the tool itself.
    fn whole_tool(&self, asks: &mut Vec<Finding>) -> Option<&'j Rule> {
        let mut about = self.policy.rules.general().filter(|rule| match &rule.pattern {
            Pattern::Tool(tool) => rule.says == Verdict::Allow && tool == self.tool && rule.when.is_empty(),
            Pattern::Command(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => false,
        });
        about.find(|rule| self.counts(rule, None, asks))
    }

    /// What speaks for a text whatever stands in it.
    fn for_any_text(&self, asks: &mut Vec<Finding>) -> Option<AllowedBy<'j>> {
        if let Some(rule) = self.whole_tool(asks) {
            return Some(AllowedBy::WholeTool(rule));
        }
        let mut grants = self.session.live(self.context.now);
        if let Some(grant) = grants.find(|grant| covers_tool(grant, self.tool)) {
            return Some(AllowedBy::ToolGrant(grant));
        }
        if !self.policy.rules_only && self.policy.mode == Mode::Yolo && self.policy.profile.has_modes() {
            return Some(AllowedBy::Mode(Mode::Yolo));
        }
        (self.session.needs_approval == Some(false)).then_some(AllowedBy::Tool)
    }

    /// What speaks for one command of a plain text. A wrapper speaks for what it starts, a wrapper in a wrapper does not.
    fn speak(&self, text: PlainText<'_>, command: &Command<'_>, depth: Depth, trail: &mut Trail<'j>) -> Backing<'j> {
        if let Some(grammar) = command.grammar(text.scene).filter(|_| self.grammar_is_free(text)) {
            return Ok(AllowedBy::Grammar(grammar));
        }
        let usage = usage_of(command);
        let mut gap = None;
        if let Some(by) = self.by_rule(text, command, &usage, &mut gap, &mut trail.asks) {
            return Ok(by);
        }
        if let Some(same) = same_as(command, &usage) {
            let usage = usage_of(&same);
            if let Some(by) = self.by_rule(text, &same, &usage, &mut gap, &mut trail.asks) {
                return Ok(by);
            }
        }
        if let Some(rule) = self.whole_tool(&mut trail.asks) {
            return Ok(AllowedBy::WholeTool(rule));
        }
        for grant in self.session.live(self.context.now) {
            match by_grant(grant, self.tool, text.scene, command, &usage) {
                Ok(Some(by)) => return Ok(by),
                Ok(None) => {}
                Err(no) => gap = gap.or(Some(no)),
            }
        }
        if depth == Depth::Outer {
            match self.started(text, command, &usage, trail) {
                Ok(true) => return Ok(AllowedBy::Wrapper),
                Ok(false) => {}
                Err(no) => gap = gap.or(no),
            }
        }
        if self.lets_write() {
            match edits(text.scene, command, &usage) {
                Ok(Some(covered)) => return Ok(AllowedBy::Edit(covered)),
                Ok(None) => {}
                Err(no) => gap = gap.or(Some(Gap::from(no))),
            }
        }
        // The redirections behind a group run no program.
        if self.policy.allows_proven_reads() || command.words().is_empty() {
            match reads(text.scene, command, &usage) {
                Ok(proof) => return Ok(AllowedBy::Proof(proof)),
                Err(no) => gap = gap.or(Some(Gap::from(no))),
            }
        }
        self.for_any_text(&mut trail.asks).ok_or(gap)
    }

    /// Whether anything lets files be written: the mode, or a rule or a grant for the tool that writes. Which files, is judged for each.
    fn lets_write(&self) -> bool {
        let mode = || self.policy.mode != Mode::Default;
        let rule = |rule: &Rule| match &rule.pattern {
            Pattern::Tool(tool) | Pattern::Subject { tool, .. } => {
                rule.says == Verdict::Allow && is_kind(tool, Arg::Write)
            }
            Pattern::Command(_) | Pattern::Domain(_) | Pattern::Mcp(_) => false,
        };
        let granted = || self.session.live(self.context.now).any(|grant| grant.is_for_tool("write"));
        // The documents of the other profiles put each command that writes to a person, also where files may be edited.
        self.policy.profile == Profile::Byleave
            && self.policy.allows_proven_reads()
            && (mode() || self.policy.rules.on_files().any(rule) || granted())
    }

    /// Whether `:`, `true`, `exit 1` need no rule. In the other profiles a call made only of these still goes to a person, as every command
    /// does there.
    fn grammar_is_free(&self, text: PlainText<'_>) -> bool {
        let all = || text.plain.commands().iter().all(|command| command.grammar(text.scene).is_some());
        self.policy.rules_only || self.policy.allows_proven_reads() || !all()
    }

    /// The rule or predicate that covers a command and counts now.
    fn by_rule(
        &self,
        text: PlainText<'_>,
        command: &Command<'_>,
        usage: &Usage<'_>,
        gap: &mut Option<Gap>,
        asks: &mut Vec<Finding>,
    ) -> Option<AllowedBy<'j>> {
        by_rules(self.policy, &self.context, text.scene, (command, usage), gap, asks)
            .or_else(|| self.by_predicate(text, command, usage, gap, asks))
    }

    /// What `auto_approve_tools` says of a command.
    fn by_predicate(
        &self,
        text: PlainText<'_>,
        command: &Command<'_>,
        usage: &Usage<'_>,
        gap: &mut Option<Gap>,
        asks: &mut Vec<Finding>,
    ) -> Option<AllowedBy<'j>> {
        if self.policy.auto_approve.tools.is_empty() {
            return None;
        }
        let span = span_of(command.span());
        let index = self.facts.commands.simples.iter().position(|simple| simple.span == span && simple.runs())?;
        for leave in self.policy.auto_approve.leaves(self.facts, index) {
            let by = match &leave.covering {
                Some(covering) => match covers(text.scene, &covering.plain, command, usage) {
                    Ok(covered) => covered.map(|covered| AllowedBy::Rule(leave.rule, covered)),
                    Err(no) => {
                        *gap = gap.take().or_else(|| Some(Gap::from(no)));
                        None
                    }
                },
                None => Some(AllowedBy::Predicate(leave.rule)),
            };
            if by.is_some() && self.counts(leave.rule, Some(span), asks) {
                return by;
            }
        }
        None
    }

    /// Whether it is a core wrapper, and something speaks for all that it starts.
    fn started(
        &self,
        text: PlainText<'_>,
        command: &Command<'_>,
        usage: &Usage<'_>,
        trail: &mut Trail<'j>,
    ) -> Result<bool, Option<Gap>> {
        let no = |no: byleave_proof::NotProven| Some(Gap::from(no));
        match started(text.scene, command, usage).map_err(no)? {
            None => Ok(false),
            Some(Started::Command(inner)) => {
                let by = self.speak(text, &inner, Depth::Inner, trail);
                trail.each.push((span_of(inner.span()), by.clone()));
                by.map(|_| true)
            }
            Some(Started::Text(nested)) => {
                let plain = nested.plain(text.scene).map_err(no)?;
                let scene = nested.scene(&plain, text.scene);
                let inside = PlainText::new(&plain, &scene);
                // Where something stands in it is told by the word that holds it.
                let span = span_of(nested.span());
                plain.commands().iter().try_for_each(|one| {
                    let by = self.speak(inside, one, Depth::Inner, trail);
                    trail.each.push((span, by.clone()));
                    by.map(drop).map_err(|gap| gap.map(|gap| Gap { span, ..gap }))
                })?;
                Ok(true)
            }
        }
    }

    fn counts(&self, rule: &Rule, span: Option<Span>, asks: &mut Vec<Finding>) -> bool {
        counts(rule, &self.context, span, asks)
    }
}

/// The rule on commands that covers a plain command and counts now.
pub(crate) fn by_rules<'p>(
    policy: &'p Policy,
    context: &Context<'_>,
    scene: &Scene<'_>,
    (command, usage): (&Command<'_>, &Usage<'_>),
    gap: &mut Option<Gap>,
    asks: &mut Vec<Finding>,
) -> Option<AllowedBy<'p>> {
    let program = command.name().map_or("", plain_name);
    let mut covering = Vec::new();
    for rule in policy.rules.about(program).filter(|rule| rule.says == Verdict::Allow && rule.when.is_empty()) {
        let Pattern::Command(pattern) = &rule.pattern else { continue };
        match covers(scene, &pattern.plain, command, usage) {
            Ok(Some(covered)) => covering.push((rule, covered)),
            Ok(None) => {}
            Err(no) => *gap = gap.take().or_else(|| Some(Gap::from(no))),
        }
    }
    // The one that says most about the command speaks for it, wherever it stands: what a floor wants spelt out may be spelt out by one
    // of several.
    covering.sort_by_key(|(rule, _)| std::cmp::Reverse(words_spelt(rule)));
    let span = span_of(command.span());
    let (rule, covered) = covering.into_iter().find(|(rule, _)| counts(rule, context, Some(span), asks))?;
    Some(AllowedBy::Rule(rule, covered))
}

/// Whether a rule that matches counts now; one that would, but not by itself now, puts the call to a person.
pub(crate) fn counts(rule: &Rule, context: &Context<'_>, span: Option<Span>, asks: &mut Vec<Finding>) -> bool {
    if !rule.trusted {
        return false;
    }
    match applies(rule, context) {
        Applies::Yes => true,
        Applies::No(_) => false,
        Applies::Asks(reason) => {
            asks.push(Finding::hard_ask(span, Reason::Condition(reason)));
            false
        }
    }
}

/// Nothing speaks for a command.
pub(crate) fn no_layer(gap: Option<Gap>, span: Span, name: Option<&str>) -> Finding {
    match gap {
        Some(gap) => Finding::unruled(Some(gap.span), gap.reason),
        None => Finding::unruled(Some(span), Reason::NoRule(name.unwrap_or("this command").to_owned())),
    }
}

/// How much a rule says about a command: whether all of it, and how many of its words.
fn words_spelt(rule: &Rule) -> (bool, usize) {
    match &rule.pattern {
        Pattern::Command(pattern) => (pattern.is_exact(), pattern.tokens.iter().filter(|token| !token.star).count()),
        Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => (false, 0),
    }
}
