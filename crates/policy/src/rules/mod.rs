//! Rules: what a policy says of tools, commands, paths, hosts.

pub mod auto;
mod command_pattern;
pub mod conditions;
mod deny;
mod path;
mod pattern;
mod set;
pub mod shorthand;

pub use byleave_knowledge::hosts::{has_other_port, host, hosts_meant, is_internal};
pub use command_pattern::CommandPattern;
pub use conditions::{Applies, Conditions, Context, applies};
pub use deny::denies;
pub(crate) use path::{holds, is_about, is_kind, path_matches};
pub use pattern::{Pattern, PatternError};
pub use set::Rules;

use crate::{FileAccess, Reason, RuleSays, Source, Unattended, Verdict};

/// One rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What it is about.
    pub pattern: Pattern,
    /// As it was written.
    pub text: String,
    /// What it says: `allowed: true` is allow, `allowed: false` deny.
    pub says: Verdict,
    /// Why, in the words of its author.
    pub reason: String,
    /// Parameters that must match too: name and pattern.
    pub when: Vec<(String, String)>,
    /// Where it stands, as `file:line`.
    pub location: Option<String>,
    /// Who is credited with what it allows: the `source` of its entry.
    pub source: Source,
    /// When it counts.
    pub conditions: Conditions,
    /// Whose it is.
    pub layer: Layer,
    /// How many people must say yes to what it asks about.
    pub approvals: u32,
    /// What becomes of what it asks about while no approver is there.
    pub unattended: Option<Unattended>,
    /// Whether to mask secrets in the tool's results.
    pub mask: bool,
    /// Whether it may allow. Rules of a project's file may only after the user trusted that file.
    pub trusted: bool,
}

byleave_knowledge::named! {
    /// Whose rule it is, strongest first.
    #[derive(Default, PartialOrd, Ord)]
    pub enum Layer {
        /// The machine's administrator: `/etc/byleave/policy.yaml`.
        Managed = "managed",
        /// The operator who starts byleave, by naming a file or giving rules in code.
        #[default]
        Given = "given",
        /// The user: `~/.config/byleave/policy.yaml`.
        User = "user",
        /// The project: `.byleave/policy.yaml`, `.co/host.yaml`.
        Project = "project",
    }
}

impl Rule {
    /// A rule without conditions.
    ///
    /// # Errors
    ///
    /// If the pattern is not one.
    pub fn new(text: &str, says: Verdict) -> Result<Self, PatternError> {
        let pattern = Pattern::parse(text)?;
        Ok(Self {
            pattern,
            text: text.to_owned(),
            says,
            reason: String::new(),
            when: Vec::new(),
            location: None,
            source: Source::Config,
            conditions: Conditions::default(),
            layer: Layer::default(),
            approvals: 1,
            unattended: None,
            mask: false,
            trusted: true,
        })
    }

    /// What it says: of a file, if a command reaches one that it is about.
    pub(crate) fn says(&self, file: Option<(FileAccess, String)>) -> Reason {
        let Self { says, text, reason, .. } = self;
        Reason::Rule(RuleSays { says: *says, rule: text.clone(), why: reason.clone(), file })
    }
}
