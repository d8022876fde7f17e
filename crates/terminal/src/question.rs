//! A question for a person: everything that the box shows.

use std::time::Duration;

use byleave_gate::Risk;
use byleave_policy::Verdict;
use byleave_policy::grant::Breadth;
use serde_json::{Map, Value};

use crate::diff::Diff;

/// What fits beside an option; the agent chooses how long a pattern is.
const LONG: usize = 60;

/// One call that waits for a person.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Its style.
    pub style: Style,
    /// The tool, as the agent named it.
    pub tool: String,
    /// Its subject.
    pub subject: Subject,
    /// Its arguments, for the plain style and for tools without a subject.
    pub arguments: Map<String, Value>,
    /// Their names in the order in which the agent sent them.
    pub order: Vec<String>,
    /// What it does and why it asks, the gravest of it: one line under the call.
    pub matters: Vec<String>,
    /// The commands of a compound, each with its verdict, if the verdicts differ.
    pub parts: Vec<Part>,
    /// Whether it touches, or may touch, paths outside the project.
    pub outside: bool,
    /// What the agent says about it. Shown as the agent's words, never relied on.
    pub description: Option<String>,
    /// The risk.
    pub risk: Option<Risk>,
    /// Where it runs, if that is not the project.
    pub cwd: Option<String>,
    /// The session it comes from.
    pub session: Option<String>,
    /// The choices for "Always allow"; `Tab` goes from one to the next.
    pub covers: Vec<Choice>,
    /// What would change in a file.
    pub diff: Option<Diff>,
    /// How long the question stays open.
    pub expires_in: Option<Duration>,
}

/// The style of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// The box, with the risk, what matters and what "always" covers.
    #[default]
    Byleave,
    /// Ollama's box, to the byte.
    Ollama,
    /// `Approve NAME? (y/n)`, as in OriCore.
    Plain,
}

/// The subject of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Subject {
    /// A shell command.
    Command(String),
    /// A search query.
    Query(String),
    /// The arguments themselves.
    #[default]
    Arguments,
}

/// One command of a compound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its text.
    pub text: String,
    /// Its verdict by itself.
    pub verdict: Verdict,
    /// Why, where the line under the call does not say so.
    pub reason: String,
}

/// One choice for "Always allow".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// For how long.
    pub scope: Scope,
    /// How wide.
    pub breadth: Breadth,
    /// What it covers, in words.
    pub words: String,
    /// What it covers, as a pattern.
    pub pattern: String,
}

/// How long a grant lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Until the turn ends.
    Turn,
    /// Until the session ends.
    Session,
    /// In this project.
    Project,
    /// Everywhere, until it is revoked.
    Always,
}

impl Choice {
    /// What option 2 stands for, in one line.
    #[must_use]
    pub fn line(&self) -> String {
        let what = if self.long().is_some() { "what stands above" } else { self.what() };
        format!("{}, {what}", self.scope.words())
    }

    /// What it covers, if that has no room beside an option: then it stands in the text, on a page that is read.
    #[must_use]
    pub fn long(&self) -> Option<&str> {
        Some(self.what()).filter(|what| what.len() > LONG)
    }

    /// The digest of an exact grant would tell nobody anything.
    fn what(&self) -> &str {
        match self.breadth {
            Breadth::Exact => "exactly this",
            Breadth::Prefix => &self.pattern,
            Breadth::Tool => &self.words,
        }
    }
}

impl Scope {
    /// The name used in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Session => "session",
            Self::Project => "project",
            Self::Always => "always",
        }
    }

    /// The words for a person.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Turn => "this turn",
            Self::Session => "this session",
            Self::Project => "this project",
            Self::Always => "everywhere",
        }
    }
}

/// The result of a question. Only the first two let the call run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// It may run, this once.
    Once,
    /// It may run, and so may everything that this choice covers.
    Always {
        /// Which of [`Question::covers`].
        choice: usize,
    },
    /// It may not run.
    Deny {
        /// What the person typed, if anything.
        reason: Option<String>,
    },
    /// Ctrl+C: it may not run, with the reason `cancelled`.
    Cancelled,
    /// A second Ctrl+C within two seconds: it may not run, and neither may what comes after it.
    Stop,
    /// The time is over.
    Expired,
    /// Another channel answered; see [`crate::Closer`].
    Closed,
}

impl Reply {
    /// Whether the call may run.
    #[must_use]
    pub const fn approves(&self) -> bool {
        match self {
            Self::Once | Self::Always { .. } => true,
            Self::Deny { .. } | Self::Cancelled | Self::Stop | Self::Expired | Self::Closed => false,
        }
    }

    /// The reason of a denial, if there is one.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Deny { reason } => reason.as_deref(),
            Self::Cancelled | Self::Stop => Some("cancelled"),
            Self::Expired => Some("expired"),
            Self::Closed => Some("answered elsewhere"),
            Self::Once | Self::Always { .. } => None,
        }
    }
}
