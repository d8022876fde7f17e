//! What is found of one command, said of all that are the same.

use byleave_shell::Span;

use crate::command::Commands;
use crate::judge::outcome::Outcome;

/// The commands that are the same as another.
pub(super) struct Copies {
    /// The place of the first of them and that of another, in order.
    of: Vec<(usize, usize)>,
    /// How many findings there were before the command at hand.
    before: usize,
}

impl Copies {
    pub(super) fn of(commands: &Commands<'_>) -> Self {
        let same = commands.again.iter().enumerate().filter_map(|(at, first)| first.map(|first| (first, at)));
        let mut of: Vec<(usize, usize)> = same.collect();
        of.sort_unstable();
        Self { of, before: 0 }
    }

    /// A command is about to be judged.
    pub(super) const fn begin(&mut self, outcome: &Outcome) {
        self.before = outcome.findings.len();
    }

    /// All that was found of it holds for the others, where they stand.
    pub(super) fn end(&self, first: usize, commands: &Commands<'_>, outcome: &mut Outcome) {
        let from = self.of.partition_point(|(of, _)| *of < first);
        let to = self.of.partition_point(|(of, _)| *of <= first);
        let copies = self.of.get(from..to).unwrap_or(&[]);
        let Some(own) = commands.simples.get(first).map(|simple| simple.span).filter(|_| !copies.is_empty()) else {
            return;
        };
        let found = outcome.findings.get(self.before..).unwrap_or(&[]).to_vec();
        outcome.findings.reserve(found.len().saturating_mul(copies.len()));
        for copy in copies.iter().filter_map(|(_, at)| commands.simples.get(*at)) {
            let there = |span: Span| {
                let moved = |at: u32| at.saturating_sub(own.start).saturating_add(copy.span.start);
                if own.contains(span) { Span::new(moved(span.start), moved(span.end)) } else { span }
            };
            outcome.findings.extend(found.iter().cloned().map(|mut finding| {
                finding.span = finding.span.map(there);
                finding
            }));
        }
    }
}
