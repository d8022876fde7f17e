//! The sources of an allow, and the one place where a call is allowed.

use byleave_proof::{Covered, Grammar, Proof};
use byleave_shell::Span;

use crate::grant::Grant;
use crate::rules::{CommandPattern, Pattern, Rule};
use crate::{Finding, Mode, Reason, Source, Stage, Verdict};

/// What allows a command, or another call.
///
/// A proof, the star of a rule and a prefix come with a value that only the crate `byleave-proof` makes, from plain text. The others
/// need none: who gave them named the text, the tool or the mode, and they lift no floor.
#[derive(Clone, Debug)]
pub(crate) enum AllowedBy<'r> {
    /// It is proven to only read, or to run no program.
    Proof(Proof),
    /// It is a word of the shell that starts nothing.
    Grammar(Grammar),
    /// It does no more than write files of the project, for which something else has to speak.
    Edit(Covered),
    /// A rule on commands covers it.
    Rule(&'r Rule, Covered),
    /// A predicate of the policy holds for it, or the policy lists it as it is written.
    Predicate(&'r Rule),
    /// A prefix or a rule that a person or a skill granted covers it.
    Grant(&'r Grant, Covered),
    /// A person granted this program in a directory, and it is proven to read only there.
    Directory(&'r Grant, Proof),
    /// It is a core wrapper, and something allows all that it starts.
    Wrapper,
    /// A rule is about exactly this text, plain or not.
    WholeText(&'r Rule),
    /// A rule allows the tool.
    WholeTool(&'r Rule),
    /// A person granted the tool.
    ToolGrant(&'r Grant),
    /// A rule allows the call of a tool that runs no command, or a file that a redirection writes.
    Call(&'r Rule),
    /// The mode.
    Mode(Mode),
    /// The tool says of itself that it needs no approval.
    Tool,
    /// The tool only looks.
    Looks,
    /// The policy takes tools that nobody knows for harmless.
    UnknownTool,
    /// There is no command to run.
    NoCommand,
}

impl<'r> AllowedBy<'r> {
    /// Whether it speaks for a text whatever stands in it.
    pub(crate) const fn is_for_any_text(&self) -> bool {
        match self {
            Self::WholeText(_) | Self::WholeTool(_) | Self::ToolGrant(_) | Self::Mode(_) | Self::Tool => true,
            Self::Proof(_)
            | Self::Grammar(_)
            | Self::Edit(_)
            | Self::Rule(..)
            | Self::Predicate(_)
            | Self::Grant(..)
            | Self::Directory(..)
            | Self::Wrapper
            | Self::Call(_)
            | Self::Looks
            | Self::UnknownTool
            | Self::NoCommand => false,
        }
    }

    /// The pattern of the rule that speaks.
    pub(crate) const fn pattern(&self) -> Option<&'r CommandPattern> {
        match self {
            Self::Rule(rule, _) | Self::Predicate(rule) | Self::WholeText(rule) | Self::WholeTool(rule) => {
                match &rule.pattern {
                    Pattern::Command(pattern) => Some(pattern),
                    Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => None,
                }
            }
            Self::Proof(_)
            | Self::Grammar(_)
            | Self::Edit(_)
            | Self::Grant(..)
            | Self::Directory(..)
            | Self::Wrapper
            | Self::ToolGrant(_)
            | Self::Call(_)
            | Self::Mode(_)
            | Self::Tool
            | Self::Looks
            | Self::UnknownTool
            | Self::NoCommand => None,
        }
    }

    /// The files that the command writes and that something else has to speak for.
    pub(crate) fn outputs(&self) -> &[String] {
        match self {
            Self::Edit(covered) | Self::Rule(_, covered) | Self::Grant(_, covered) => covered.outputs(),
            Self::Proof(_)
            | Self::Grammar(_)
            | Self::Predicate(_)
            | Self::Directory(..)
            | Self::Wrapper
            | Self::WholeText(_)
            | Self::WholeTool(_)
            | Self::ToolGrant(_)
            | Self::Call(_)
            | Self::Mode(_)
            | Self::Tool
            | Self::Looks
            | Self::UnknownTool
            | Self::NoCommand => &[],
        }
    }

    /// In OriCore's order the mode gets the credit before rules, grants and what tools say of themselves.
    pub(crate) fn after_mode(self) -> Self {
        match self {
            Self::Rule(..)
            | Self::Predicate(_)
            | Self::Grant(..)
            | Self::Directory(..)
            | Self::WholeText(_)
            | Self::WholeTool(_)
            | Self::ToolGrant(_)
            | Self::Call(_)
            | Self::Tool => Self::Mode(Mode::Yolo),
            Self::Proof(_)
            | Self::Grammar(_)
            | Self::Edit(_)
            | Self::Wrapper
            | Self::Mode(_)
            | Self::Looks
            | Self::UnknownTool
            | Self::NoCommand => self,
        }
    }

    /// The finding that allows. Nothing else in this crate makes one, but for a person's grant of the very call.
    pub(crate) fn finding(self, span: Option<Span>) -> Finding {
        let mut proof = None;
        let (source, reason) = match self {
            Self::Rule(rule, _)
            | Self::Predicate(rule)
            | Self::WholeText(rule)
            | Self::WholeTool(rule)
            | Self::Call(rule) => {
                return of_rule(rule, span);
            }
            Self::Grant(grant, _) | Self::ToolGrant(grant) => return of_grant(grant, span),
            Self::Directory(grant, proof) => return Finding { proof: Some(proof), ..of_grant(grant, span) },
            Self::Proof(given) => {
                let reason = if given.runs_program() { Reason::OnlyReads } else { Reason::RunsNoProgram };
                proof = Some(given);
                (Source::Safe, reason)
            }
            Self::Grammar(_) => (Source::Safe, Reason::Grammar),
            Self::Edit(_) => (Source::Safe, Reason::OnlyEdits),
            Self::Wrapper => (Source::Safe, Reason::AddsNothing),
            Self::Mode(mode) => (Source::Mode, Reason::Mode(mode.name())),
            Self::Tool => (Source::Tool, Reason::ToolSays),
            Self::Looks => (Source::Safe, Reason::ReadingTool),
            Self::UnknownTool => (Source::Safe, Reason::UnknownToolTrusted),
            Self::NoCommand => (Source::Safe, Reason::RunsNoCommand),
        };
        Finding { proof, ..allow(source, span, reason) }
    }
}

fn allow(source: Source, span: Option<Span>, reason: Reason) -> Finding {
    Finding::new(Verdict::Allow, Stage::Layers, source, span, reason)
}

fn of_rule(rule: &Rule, span: Option<Span>) -> Finding {
    let finding = allow(rule.source, span, rule.says(None));
    Finding { rule: Some(rule.text.clone()), location: rule.location.clone(), ..finding }
}

fn of_grant(grant: &Grant, span: Option<Span>) -> Finding {
    let finding = allow(grant.source, span, Reason::Grant(grant.reason.clone()));
    Finding { rule: Some(grant.patterns().join(", ")), grant: Some(grant.id.clone()), ..finding }
}
