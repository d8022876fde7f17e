//! Grants that a session holds: what a person or a skill allowed, and until when.

use jiff::Timestamp;

use super::GrantPart;
use crate::digest::Digest;
use crate::rules::Rule;
use crate::rules::conditions::Expires;
use crate::{Source, tool};

/// A permission that lives in a session.
///
/// Grants are a list with ids, never a map by tool name: a skill's grant for `git` must not replace the user's grant for
/// all commands.
#[derive(Clone, Debug)]
pub struct Grant {
    /// Names it when it is listed, used or taken back.
    pub id: String,
    /// Who gave it: a person or a skill.
    pub source: Source,
    /// Why, in words for a person.
    pub reason: String,
    /// What it covers.
    pub coverage: Coverage,
    /// When it ends.
    pub expires: Expires,
    /// How many uses are left, if they are counted.
    pub uses: Option<u32>,
    /// How many people agreed to it.
    pub people: u32,
}

/// What a grant covers.
#[derive(Clone, Debug)]
pub enum Coverage {
    /// This very call, and so also what the ask floors say of it: a person looked at exactly this.
    Call(Digest),
    /// Commands like those of a call, each part by itself.
    Commands {
        /// What each part was stored as.
        parts: Vec<GrantPart>,
        /// The directory that paths in it start from.
        cwd: String,
    },
    /// Every call of a tool, by its canonical name.
    Tool(String),
    /// What a rule of the same pattern would allow; skills give these.
    Rule(Box<Rule>),
}

impl Grant {
    /// Whether it still counts. Without a clock, what ends at a moment has ended.
    #[must_use]
    pub fn is_live(&self, now: Option<Timestamp>) -> bool {
        let in_time = match self.expires {
            Expires::Never | Expires::TurnEnd | Expires::SessionEnd => true,
            Expires::At(end) => now.is_some_and(|now| now < end),
        };
        in_time && self.uses != Some(0)
    }

    /// What it covers, as patterns.
    #[must_use]
    pub fn patterns(&self) -> Vec<String> {
        match &self.coverage {
            Coverage::Call(digest) => vec![digest.to_string()],
            Coverage::Commands { parts, .. } => parts.iter().map(GrantPart::pattern).collect(),
            Coverage::Tool(tool) => vec![tool.clone()],
            Coverage::Rule(rule) => vec![rule.text.clone()],
        }
    }

    /// Whether it covers every call of this tool.
    #[must_use]
    pub fn is_for_tool(&self, tool: &str) -> bool {
        let name = tool::canonical(tool);
        matches!(&self.coverage, Coverage::Tool(held) if held == name)
    }
}

/// What a session contributes to a decision.
#[derive(Clone, Copy, Debug, Default)]
pub struct SessionGrants<'s> {
    /// Its grants, those of its parents and those that outlive sessions.
    pub grants: &'s [Grant],
    /// Why the turn was stopped; until a new message nothing runs.
    pub stopped: Option<&'s str>,
    /// What the tool itself says: `needs_approval()`.
    pub needs_approval: Option<bool>,
}

impl<'s> SessionGrants<'s> {
    /// The grants that still count: those of skills, then those of people.
    pub(crate) fn live(self, now: Option<Timestamp>) -> impl Iterator<Item = &'s Grant> + use<'s> {
        let of = move |skill: bool| {
            let grants = self.grants.iter().filter(move |grant| grant.is_live(now));
            grants.filter(move |grant| (grant.source == Source::Skill) == skill)
        };
        of(true).chain(of(false))
    }
}
