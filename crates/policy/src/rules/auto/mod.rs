//! `auto_approve_tools`: what runs without a question, tool by tool.
//!
//! The shape is that of ConnectOnion's feature request 114, with the holes of its draft closed: blocked patterns come
//! first, what nothing matches is not approved, and every command of a chain needs its own leave.

mod command;
mod expression;
mod predicate;
mod subject;

pub use command::{CommandFacts, Leave};
pub use expression::Expression;
pub use predicate::{Predicate, Scene};
pub use subject::SubjectFacts;

use byleave_shell::Span;

use crate::Reason;
use crate::rules::Rule;
pub use crate::tool::canonical;

/// Everything `auto_approve_tools` says, from all files.
#[derive(Clone, Debug, Default)]
pub struct AutoApprove {
    /// One entry per tool and file, strongest file first.
    pub tools: Vec<AutoTool>,
}

/// What it says of one tool. Each rule carries its place in the file, its conditions, and the words `commands[0]`.
#[derive(Clone, Debug, Default)]
pub struct AutoTool {
    /// The canonical name.
    pub tool: String,
    /// The argument that the tool is about, if the usual ones are not meant.
    pub subject: Option<String>,
    /// Exact texts.
    pub commands: Vec<(String, Rule)>,
    /// Expressions, from the start of the text.
    pub patterns: Vec<(Expression, Rule)>,
    /// Beginnings, by whole words.
    pub safe_prefixes: Vec<(String, Rule)>,
    /// Expressions that are never automatic wherever they are found.
    pub blocked_patterns: Vec<(Expression, Rule)>,
    /// What allows if it holds.
    pub validate: Option<(Predicate, Rule)>,
    /// What must hold for everything that is automatic for this tool.
    pub require: Option<(Predicate, Rule)>,
}

/// Something that is never automatic, even if something allows it: it belongs on the hard ask floor.
#[derive(Clone, Debug)]
pub struct BlockedMatch<'p> {
    /// The rule that says so.
    pub rule: &'p Rule,
    /// The part of the command it is about.
    pub span: Option<Span>,
    /// Why.
    pub reason: Reason,
}

impl AutoApprove {
    /// The rules of a tool, by any of its names.
    fn of<'p, 't>(&'p self, tool: &'t str) -> impl Iterator<Item = &'p AutoTool> + use<'p, 't> {
        let name = canonical(tool);
        self.tools.iter().filter(move |entry| entry.tool == name)
    }

    /// Whether there are no rules.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// All rules in it.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.tools.iter().flat_map(AutoTool::rules)
    }
}

impl AutoTool {
    /// All rules of the entry, in the order they are looked at.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        let texts = self.commands.iter().map(|(_, rule)| rule);
        let patterns = self.patterns.iter().map(|(_, rule)| rule);
        let prefixes = self.safe_prefixes.iter().map(|(_, rule)| rule);
        let blocked = self.blocked_patterns.iter().map(|(_, rule)| rule);
        let predicates = self.validate.iter().chain(&self.require).map(|(_, rule)| rule);
        texts.chain(patterns).chain(prefixes).chain(blocked).chain(predicates)
    }

    /// Changes all rules of the entry.
    pub fn each_rule(&mut self, change: impl Fn(&mut Rule)) {
        self.commands.iter_mut().for_each(|(_, rule)| change(rule));
        self.patterns.iter_mut().for_each(|(_, rule)| change(rule));
        self.safe_prefixes.iter_mut().for_each(|(_, rule)| change(rule));
        self.blocked_patterns.iter_mut().for_each(|(_, rule)| change(rule));
        self.validate.iter_mut().chain(&mut self.require).for_each(|(_, rule)| change(rule));
    }

    /// The same with only what can tighten: for files that are not trusted.
    #[must_use]
    pub fn tightening(self) -> Self {
        Self { tool: self.tool, subject: self.subject, blocked_patterns: self.blocked_patterns, ..Self::default() }
    }
}
