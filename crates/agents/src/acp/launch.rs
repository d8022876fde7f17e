//! What an agent needs to be told before it starts, so that it asks its editor, and what no broker can enforce.

use super::convention::Convention;
use crate::agent::Agent;

/// How to start an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// A variable for its environment, unless it is there already: it makes the agent ask about every tool.
    pub variable: Option<(&'static str, &'static str)>,
    /// What is not enforced, for the operator.
    pub limits: &'static str,
}

impl Launch {
    /// For the agent that the operator names, or that the words of its command do.
    #[must_use]
    pub fn of<'w>(agent: Option<Agent>, mut words: impl Iterator<Item = &'w str>) -> Self {
        let by_words =
            || words.find_map(|word| Some(Convention::of_name(word)).filter(|one| *one != Convention::Unknown));
        match agent.map(Convention::of_agent).or_else(by_words).unwrap_or(Convention::Unknown) {
            Convention::OpenCode => Self {
                variable: Some(("OPENCODE_PERMISSION", r#"{"*":"ask"}"#)),
                limits: "opencode asks about its tools because byleave sets OPENCODE_PERMISSION; what the settings of one of its \
                         own agents allow (`agent.NAME.permission`) starts without a question, which is only an alarm on record",
            },
            Convention::Claude | Convention::Codex | Convention::Gemini => Self {
                variable: None,
                limits: "byleave judges what the agent asks about; a tool that it starts without asking is only an alarm on \
                         record, so put byleave into its hooks, too (`byleave init`)",
            },
            Convention::Copilot => Self {
                variable: None,
                limits: "byleave judges what Copilot asks about; what its options `--allow-all-tools`, `--allow-tool` and the like \
                         allow, and what it reads in the project, starts without a question and is only an alarm on record",
            },
            Convention::Unknown => Self {
                variable: None,
                limits: "byleave judges what the agent asks about; a tool that it starts without asking is only an alarm on \
                         record, and byleave does not know whether this agent asks at all",
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Launch;
    use crate::agent::Agent;

    #[test]
    fn an_agent_is_known_by_its_name_or_by_a_word_of_its_command() {
        for (agent, words, asks) in [
            (None, &["opencode", "acp"][..], true),
            (None, &["npx", "opencode-ai", "acp"], true),
            (None, &["/opt/opencode/bin/opencode", "acp"], true),
            (Some(Agent::OpenCode), &["sh", "-c", "x"], true),
            (None, &["gemini", "--acp"], false),
            (Some(Agent::Gemini), &["opencode"], false),
            (None, &["copilot", "--acp"], false),
            (None, &["x"], false),
        ] {
            let launch = Launch::of(agent, words.iter().copied());
            assert_eq!(launch.variable.is_some(), asks, "{agent:?} {words:?}");
            assert!(launch.limits.contains("alarm"));
        }
    }
}
