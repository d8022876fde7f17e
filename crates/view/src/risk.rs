//! How grave a call is.

use byleave_policy::tools::Category;
use byleave_policy::{Decision, Finding, Source, Stage};

byleave_policy::named! {
    /// How grave a call is: derived from what is known of it, never declared.
    #[derive(PartialOrd, Ord)]
    pub enum Risk {
        /// The rest.
        Low = "low",
        /// A command, something over the network, an unknown tool.
        Medium = "medium",
        /// Some floor asks, a file leaves the machine, a host passes for another; deleting a directory of the project.
        High = "high",
        /// A high-risk command.
        Critical = "critical",
    }
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
}

/// Whether a floor asks, and no person has answered it before.
pub fn is_floor(finding: &Finding) -> bool {
    match finding.stage {
        Stage::DenyFloor | Stage::HardAskFloor | Stage::NamedAskFloor => finding.source != Source::User,
        Stage::Read | Stage::Layers => false,
    }
}
