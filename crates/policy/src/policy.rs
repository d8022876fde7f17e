//! A policy as the engine uses it.

use std::collections::{BTreeMap, HashMap};

use byleave_shell::Shells;
use jiff::Timestamp;

use crate::paths::Root;
use crate::programs::Taught;
use crate::rules::auto::AutoApprove;
use crate::rules::conditions::{Buckets, Limit};
use crate::rules::{Context, Pattern, Rule, Rules};
use crate::tool::{self, Category, Tool};
use crate::{CallFacts, Decision, Unattended, Verdict};

/// A policy, ready to decide with.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Whose habits it follows.
    pub profile: Profile,
    /// What is automatic beyond the rules.
    pub mode: Mode,
    /// All rules, in the order they were read.
    pub rules: Rules,
    /// Only rules and floors count: no safe tools, no read-only commands, no mode.
    pub rules_only: bool,
    /// Which reads need no rule, if not those of the profile: for hosts with a habit of their own.
    pub reads: Option<Reads>,
    /// Categories of tools the user declared.
    pub tools: HashMap<String, Category>,
    /// The shells that run the commands of tools, where the user said so.
    pub shells: HashMap<String, Shells>,
    /// Directories beside the project that calls may read.
    pub roots: Vec<Root>,
    /// What happens to unknown tools; by default as the profile says.
    pub unknown_tools: Option<Verdict>,
    /// Whether the agent itself decides about calls that no rule names; by default as its mode suggests.
    pub unnamed: Option<Unnamed>,
    /// `auto_approve_tools`.
    pub auto_approve: AutoApprove,
    /// Commands that ask in every mode, beside the built-in ones.
    pub high_risk: Vec<Rule>,
    /// How many calls may run without a person.
    pub auto_approvals: Option<Limit>,
    /// How long a person has to answer; by default for ever.
    pub ask_timeout_seconds: Option<u32>,
    /// How many people must approve a call that asks; 0 and 1 mean one.
    pub ask_approvals: u32,
    /// What happens to a call that asks while no approver is there, unless the rule that asks says it.
    pub ask_unattended: Option<Unattended>,
    /// The gate's environment at its start, as far as rules look at it.
    pub environment: BTreeMap<String, String>,
    /// The mode that projects and the environment may reach at most.
    pub ceiling: Ceiling,
    /// Programs that users taught.
    pub programs: Taught,
}

/// The mode that projects and the environment may reach at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ceiling(pub Mode);

impl Default for Ceiling {
    /// Who wants `yolo` says so in a file of their own.
    fn default() -> Self {
        Self(Mode::AutoEdit)
    }
}

/// The name under which all automatic approvals are counted together.
pub const AUTO_APPROVALS: &str = "limits.auto_approvals";

impl Policy {
    /// What the conditions of its rules are judged by.
    #[must_use]
    pub fn context<'c>(&'c self, now: Option<Timestamp>, buckets: Option<&'c Buckets>) -> Context<'c> {
        Context { now, environment: &self.environment, buckets, ceiling: self.ceiling.0 }
    }

    /// Which reads need no rule.
    #[must_use]
    pub fn reads(&self) -> Reads {
        if self.rules_only { Reads::None } else { self.reads.unwrap_or(self.profile.reads()) }
    }

    /// Whether commands that are proven to only read need no rule.
    #[must_use]
    pub fn allows_proven_reads(&self) -> bool {
        match self.reads() {
            Reads::Proven => true,
            Reads::Tools | Reads::None => false,
        }
    }

    /// Whether tools that only look need no rule.
    #[must_use]
    pub fn allows_reading_tools(&self) -> bool {
        match self.reads() {
            Reads::Proven | Reads::Tools => true,
            Reads::None => false,
        }
    }

    /// Whether reading outside the project asks.
    #[must_use]
    pub fn asks_outside(&self) -> bool {
        !self.rules_only
            && match self.reads() {
                Reads::Proven | Reads::None => true,
                Reads::Tools => false,
            }
    }

    /// Whether to mask secrets in the results of an MCP tool: any rule on the tool may say so, at any time.
    #[must_use]
    pub fn masks(&self, tool: &str) -> bool {
        self.rules.iter().filter(|rule| rule.mask).any(|rule| match &rule.pattern {
            Pattern::Mcp(pattern) => match pattern.strip_suffix('*') {
                Some(prefix) => tool.starts_with(prefix),
                None => pattern == tool,
            },
            Pattern::Tool(_) | Pattern::Command(_) | Pattern::Subject { .. } | Pattern::Domain(_) => false,
        })
    }

    /// The category of a tool: the user's word first, then the table.
    #[must_use]
    pub fn category(&self, tool: &str) -> Option<Category> {
        self.category_of(tool, tool::find(tool))
    }

    /// The same for a tool that was looked up before.
    pub(crate) fn category_of(&self, tool: &str, known: Option<Tool>) -> Option<Category> {
        // ConnectOnion's `ask_user` talks to the user by itself.
        if self.profile == Profile::ConnectOnion && tool == "ask_user" {
            return Some(Category::Read);
        }
        self.tools.get(tool).copied().or_else(|| known.map(|tool| tool.category))
    }

    /// The shells that may run the command of a call. The user's word holds; what the agent says comes on top of it, so that
    /// no agent talks a shell away.
    #[must_use]
    pub fn shells_of(&self, call: &CallFacts) -> Shells {
        let declared = self.declared_shells(&call.tool);
        match (call.shell, declared) {
            (Some(told), Some(declared)) => told.and(declared),
            (Some(told), None) if tool::is_shell(&call.tool) => told.and(tool::shells(&call.tool)),
            (Some(shells), None) | (None, Some(shells)) => shells,
            (None, None) => tool::shells(&call.tool),
        }
    }

    /// The shells that the user said a tool uses. `bash` and `Bash` are one name.
    #[must_use]
    pub fn declared_shells(&self, tool: &str) -> Option<Shells> {
        if self.shells.is_empty() {
            return None;
        }
        let other = match tool {
            "bash" => "Bash",
            "Bash" => "bash",
            _ => tool,
        };
        self.shells.get(tool).or_else(|| self.shells.get(other)).copied()
    }

    /// The same for a call whose tool was looked up before; `None` if the tool is given no command: it is neither one of the
    /// table that is, nor one the user says so of.
    pub(crate) fn shells_for(&self, call: &CallFacts, known: Option<Tool>) -> Option<Shells> {
        let runs = known.is_some_and(|tool| tool.runs) || self.declared_shells(&call.tool).is_some();
        runs.then(|| self.shells_of(call))
    }

    /// Counts a call that was allowed without a person against the limits of the rules that allowed it, and of all.
    pub fn spend(&self, decision: &Decision, buckets: &mut Buckets, now: Timestamp) {
        let mut counted: Vec<&str> = Vec::new();
        let names = decision.findings.iter().filter(|finding| finding.verdict == Verdict::Allow);
        for name in names.filter_map(|finding| finding.rule.as_deref()) {
            // A rule that speaks for several parts of a call is used once.
            if counted.contains(&name) {
                continue;
            }
            counted.push(name);
            let mut rules = self.rules.iter().chain(self.auto_approve.rules());
            if let Some(limit) = rules.find(|rule| rule.text == name).and_then(|rule| rule.conditions.limit.as_ref()) {
                buckets.spend(name, limit, now);
            }
        }
        if let Some(limit) = &self.auto_approvals {
            buckets.spend(AUTO_APPROVALS, limit, now);
        }
    }
}

byleave_knowledge::named! {
    /// Which system's habits a policy follows. Sets knobs, never the floors.
    #[derive(Default)]
    pub enum Profile {
        /// byleave's own.
        #[default]
        Byleave = "byleave",
        /// ConnectOnion's: unknown tools are safe, session approvals are by tool.
        ConnectOnion = "connectonion",
        /// OriCore's: categories and modes.
        OriCore = "oricore",
        /// Ollama's: everything asks once.
        Ollama = "ollama",
    }
}

impl Profile {
    /// Which reads need no rule.
    #[must_use]
    pub const fn reads(self) -> Reads {
        match self {
            Self::Byleave => Reads::Proven,
            Self::ConnectOnion | Self::OriCore | Self::Ollama => Reads::Tools,
        }
    }

    /// Whether an unknown tool is taken as safe.
    #[must_use]
    pub const fn trusts_unknown_tools(self) -> bool {
        matches!(self, Self::ConnectOnion)
    }

    /// Whether modes exist.
    #[must_use]
    pub const fn has_modes(self) -> bool {
        matches!(self, Self::Byleave | Self::OriCore)
    }
}

byleave_knowledge::named! {
    /// Which reads need no rule.
    pub enum Reads {
        /// Those of tools that only look and of commands that are proven to only read, inside the project.
        Proven = "proven",
        /// Those of tools that only look, wherever they look.
        Tools = "tools",
        /// None: each needs a rule, and outside the project a person.
        None = "none",
    }
}

byleave_knowledge::named! {
    /// Who decides about a call that nothing allows and nothing is against: no rule, no floor and no person wants a question.
    pub enum Unnamed {
        /// The agent itself: its own prompt, its own classifier, or no one, as its mode has it.
        Leave = "leave",
        /// A person.
        Ask = "ask",
    }
}

byleave_knowledge::named! {
    /// What is automatic beyond the rules.
    #[derive(Default, PartialOrd, Ord)]
    pub enum Mode {
        /// Reading is.
        #[default]
        Default = "default",
        /// Writing files is too.
        AutoEdit = "autoEdit",
        /// Everything is, but for the floors.
        Yolo = "yolo",
    }
}
