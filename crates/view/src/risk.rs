//! How grave a call is.

use byleave_policy::tools::Category;
use byleave_policy::{Decision, Finding, Source, Stage};

/// How grave a call is: derived from what is known of it, never declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Risk {
    /// The rest.
    Low,
    /// A command, something over the network, an unknown tool.
    Medium,
    /// Some floor asks, a file leaves the machine, a host passes for another; deleting a directory of the project.
    High,
    /// A high-risk command.
    Critical,
}

impl Risk {
    /// The risk of a call by what asks about it alone.
    #[must_use]
    pub fn of(decision: &Decision, category: Option<Category>) -> Self {
        if decision.high_risk {
            return Self::Critical;
        }
        let floor = decision.findings.iter().any(is_floor);
        match category {
            _ if floor => Self::High,
            None | Some(Category::Network | Category::Command) => Self::Medium,
            Some(Category::Read | Category::Write | Category::Ask) => Self::Low,
        }
    }

    /// The name used in JSON and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }
}

/// Whether a floor asks, and no person has answered it before.
pub fn is_floor(finding: &Finding) -> bool {
    match finding.stage {
        Stage::DenyFloor | Stage::HardAskFloor | Stage::NamedAskFloor => finding.source != Source::User,
        Stage::Read | Stage::Layers => false,
    }
}
