//! What people call the agents.

/// The names on record, each with what people call it: on every screen an agent has this name.
const TITLES: [(&str, &str); 9] = [
    ("claude", "Claude Code"),
    ("codex", "Codex"),
    ("gemini", "Gemini CLI"),
    ("cursor", "Cursor"),
    ("copilot", "GitHub Copilot"),
    ("vscode", "VS Code"),
    ("cline", "Cline"),
    ("opencode", "opencode"),
    ("windsurf", "Windsurf"),
];

/// What people call the agent of this name; none if byleave does not know it. Older rows have names as agents wrote them, such
/// as `OpenCode`.
#[must_use]
pub fn known_agent(name: &str) -> Option<&'static str> {
    TITLES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, title)| *title)
}

/// What people call the agent of this name, or the name.
#[must_use]
pub fn agent_title(name: &str) -> &str {
    known_agent(name).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::agent_title;

    #[test]
    fn an_agent_has_one_name_on_screens_however_its_rows_spell_it() {
        for (name, title) in [
            ("claude", "Claude Code"),
            ("OpenCode", "opencode"),
            ("Copilot", "GitHub Copilot"),
            ("byleave run", "byleave run"),
            ("claude-code", "claude-code"),
            ("", ""),
        ] {
            assert_eq!(agent_title(name), title);
        }
    }
}
