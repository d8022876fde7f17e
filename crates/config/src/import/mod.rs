//! Rules of other agents, as a policy of ours.
//!
//! What cannot be said as strictly is left out and noted: an import never allows more than the original did.

mod claude;
mod codex;
mod copilot;
mod cursor;
mod gemini;
mod opencode;
mod ordered;
mod tokens;

use std::collections::BTreeMap;

use serde_json::Value;

use byleave_policy::rules::{Pattern, Rule};
use byleave_policy::{Mode, Verdict};

/// Whose rules to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// `settings.json` of Claude Code.
    Claude,
    /// `*.rules` of Codex.
    Codex,
    /// `settings.json` or `policies/*.toml` of Gemini CLI.
    Gemini,
    /// `cli-config.json`, `.cursor/cli.json` or `permissions.json` of Cursor.
    Cursor,
    /// `permissions-config.json` of GitHub Copilot CLI.
    Copilot,
    /// `opencode.json` of opencode.
    OpenCode,
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub struct Import {
    rules: BTreeMap<String, (Verdict, Option<String>)>,
    mode: Option<Mode>,
    notes: Vec<String>,
}

/// Reads the rules of another agent, for a project: where the agent keeps them by directory, only those count.
///
/// # Errors
///
/// If the text is not a file of that agent.
pub fn import(origin: Origin, text: &str, project: &str) -> Result<Import, String> {
    let mut imported = Import::default();
    match origin {
        Origin::Claude => claude::read(text, &mut imported)?,
        Origin::Codex => codex::read(text, &mut imported)?,
        Origin::Gemini => gemini::read(text, &mut imported)?,
        Origin::Cursor => cursor::read(text, &mut imported)?,
        Origin::Copilot => copilot::read(text, project, &mut imported)?,
        Origin::OpenCode => opencode::read(text, &mut imported)?,
    }
    Ok(imported)
}

impl Import {
    /// Adds a rule, if it is a pattern of ours. Of two words on the same pattern the stricter stays.
    fn add(&mut self, pattern: &str, says: Verdict, reason: Option<String>) {
        match Rule::new(pattern, says) {
            Ok(rule) if matches!(&rule.pattern, Pattern::Command(command) if command.text.is_empty()) => {
                self.note(format!("left out `{pattern}`: it names no command"));
            }
            Ok(_) => {
                let known = self.rules.get(pattern).is_some_and(|(before, _)| *before >= says);
                if !known {
                    self.rules.insert(pattern.to_owned(), (says, reason));
                }
            }
            Err(error) => self.note(format!("left out `{pattern}`: {error}")),
        }
    }

    fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// What was left out, and why.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// A policy file.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        let mut lines: Vec<String> =
            self.notes.iter().map(|note| format!("# {}", super::problem::visible(note))).collect();
        if let Some(mode) = self.mode {
            lines.push(format!("mode: {}", mode.name()));
        }
        lines.push(if self.rules.is_empty() { "permissions: {}".to_owned() } else { "permissions:".to_owned() });
        for (pattern, (says, reason)) in &self.rules {
            let allowed = match says {
                Verdict::Allow => "true",
                Verdict::Ask => "ask",
                Verdict::Deny => "false",
            };
            let reason = reason.as_ref().map_or_else(String::new, |reason| format!(", reason: {}", quoted(reason)));
            lines.push(format!("  {}: {{ allowed: {allowed}{reason} }}", quoted(pattern)));
        }
        lines.push(String::new());
        lines.join("\n")
    }
}

/// A text in quotes: a JSON text is a YAML text.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Words as a command pattern; `None` if one could not be told from a wildcard.
fn command(words: &[String], open: bool) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    for word in words {
        if word.is_empty() || word.contains(['\'', '\n', '(', ')']) {
            return None;
        }
        let plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./:=+,@%".contains(&byte));
        parts.push(if plain { word.clone() } else { format!("'{word}'") });
    }
    if parts.is_empty() {
        return None;
    }
    if open {
        parts.push("*".to_owned());
    }
    Some(format!("Bash({})", parts.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::{Origin, import};

    fn rules(origin: Origin, text: &str) -> Vec<String> {
        let yaml = import(origin, text, "/w/app").expect(text).to_yaml();
        yaml.lines().filter(|line| line.starts_with("  ")).map(|line| line.trim().to_owned()).collect()
    }

    #[test]
    fn claude_code() {
        let text = r#"{"permissions":{"allow":["Bash(npm run test:*)","Bash(git status)","Read(~/notes/**)","Edit(/src/**)",
            "WebFetch(domain:docs.rs)","mcp__github","Bash(ls:*)"],"ask":["Bash(git push:*)"],"deny":["Read(./.env)","Bash(curl:*)"],
            "defaultMode":"bypassPermissions"},"hooks":{}}"#;
        assert_eq!(
            rules(Origin::Claude, text),
            [
                r#""Bash(curl *)": { allowed: false }"#,
                r#""Bash(git push *)": { allowed: ask }"#,
                r#""Bash(git status)": { allowed: true }"#,
                r#""Bash(ls *)": { allowed: true }"#,
                r#""Bash(npm run test *)": { allowed: true }"#,
                r#""Edit(src/**)": { allowed: true }"#,
                r#""Read(./.env)": { allowed: false }"#,
                r#""Read(~/notes/**)": { allowed: true }"#,
                r#""WebFetch(domain:docs.rs)": { allowed: true }"#,
                r#""mcp__github__*": { allowed: true }"#,
            ]
        );
        let imported = import(Origin::Claude, text, "/w/app").expect("settings");
        assert!(imported.notes()[0].contains("bypassPermissions"), "{:?}", imported.notes());
        let edits =
            import(Origin::Claude, r#"{"permissions":{"defaultMode":"acceptEdits"}}"#, "/w/app").expect("settings");
        assert!(edits.to_yaml().contains("mode: autoEdit\n"));
        assert!(import(Origin::Claude, "[]", "/w/app").is_err());
    }

    #[test]
    fn codex() {
        let text = "# comment\nprefix_rule(\n  pattern = [\"git\", [\"push\", 'fetch']],\n  decision = \"prompt\", # why\n  \
            justification = \"ask first\",\n  match = [[\"git\", \"push\"]],\n)\nprefix_rule(pattern=[\"ls\"])\n\
            prefix_rule(pattern=[\"rm\", \"-rf\"], decision=\"forbidden\")\nhost_executable(name = \"git\", paths = [\"/usr/bin/git\"])\n";
        assert_eq!(
            rules(Origin::Codex, text),
            [
                r#""Bash(git fetch *)": { allowed: ask, reason: "ask first" }"#,
                r#""Bash(git push *)": { allowed: ask, reason: "ask first" }"#,
                r#""Bash(ls *)": { allowed: true }"#,
                r#""Bash(rm -rf *)": { allowed: false }"#,
            ]
        );
        assert!(import(Origin::Codex, "prefix_rule(pattern=[\"ls\"", "/w/app").is_err());
    }

    #[test]
    fn gemini() {
        let toml = "[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = [\"git status\", \"ls\"]\ndecision = \"allow\"\npriority = 100\n\n\
            [[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = \"rm -rf\"\ndecision = \"deny\"\ndenyMessage = \"no\"\n\n\
            [[rule]]\ntoolName = \"write_file\"\ndecision = \"ask_user\"\n\n[[rule]]\nmcpName = \"db\"\ndecision = \"allow\"\n\n\
            [[rule]]\ntoolName = \"replace\"\nargsPattern = \"x\"\ndecision = \"allow\"\n";
        assert_eq!(
            rules(Origin::Gemini, toml),
            [
                r#""Bash(git status *)": { allowed: true }"#,
                r#""Bash(ls *)": { allowed: true }"#,
                r#""Bash(rm -rf *)": { allowed: false, reason: "no" }"#,
                r#""mcp__db__*": { allowed: true }"#,
                r#""write_file": { allowed: ask }"#,
            ]
        );
        let json =
            r#"{"tools":{"allowed":["run_shell_command(git)","read_file"],"exclude":["run_shell_command(rm)"]}}"#;
        assert_eq!(
            rules(Origin::Gemini, json),
            [
                r#""Bash(git *)": { allowed: true }"#,
                r#""Bash(rm *)": { allowed: false }"#,
                r#""read_file": { allowed: true }"#
            ]
        );
    }

    fn notes(origin: Origin, text: &str) -> String {
        import(origin, text, "/w/app").expect(text).notes().join("\n")
    }

    #[test]
    fn cursor() {
        let text = r#"{"version":1,"permissions":{"allow":["Shell(ls)","Shell(git status:*)","Read(src/**)","Write(docs/**)",
            "Mcp(github:*)","Mcp(db, query)","Mcp(*:*)","WebFetch(docs.rs)","Shell(**)","Edit(x)",7],"deny":["Shell(rm)","Write(**/.env)"]},
            "approvalMode":"unrestricted","terminalAllowlist":["npm test"],"mcpAllowlist":["fs:read"]}"#;
        assert_eq!(
            rules(Origin::Cursor, text),
            [
                r#""Bash(git status *)": { allowed: true }"#,
                r#""Bash(ls *)": { allowed: true }"#,
                r#""Bash(npm test *)": { allowed: true }"#,
                r#""Bash(rm *)": { allowed: false }"#,
                r#""WebFetch(domain:docs.rs)": { allowed: true }"#,
                r#""edit(**/.env)": { allowed: false }"#,
                r#""edit(docs/**)": { allowed: true }"#,
                r#""mcp__db__query": { allowed: true }"#,
                r#""mcp__fs__read": { allowed: true }"#,
                r#""mcp__github__*": { allowed: true }"#,
                r#""read(src/**)": { allowed: true }"#,
                r#""write(**/.env)": { allowed: false }"#,
                r#""write(docs/**)": { allowed: true }"#,
            ]
        );
        let notes = notes(Origin::Cursor, text);
        for left in ["unrestricted", "`**`", "`*:*`", "`Edit(x)`", "not text"] {
            assert!(notes.contains(left), "{left}: {notes}");
        }
    }

    #[test]
    fn copilot() {
        let text = r#"{"locations":{"/w/app":{"tool_approvals":[{"kind":"commands","commandIdentifiers":["git commit","make"]},
            {"kind":"write"},{"kind":"mcp","serverName":"db","toolName":null},{"kind":"mcp","serverName":"fs","toolName":"read"},
            {"kind":"memory"}],"allowed_directories":["/x"]},"/other":{"tool_approvals":[{"kind":"commands",
            "commandIdentifiers":["rm"]}]}}}"#;
        assert_eq!(
            rules(Origin::Copilot, text),
            [
                r#""Bash(git commit *)": { allowed: true }"#,
                r#""Bash(make *)": { allowed: true }"#,
                r#""apply_patch": { allowed: true }"#,
                r#""edit": { allowed: true }"#,
                r#""mcp__db__*": { allowed: true }"#,
                r#""mcp__fs__read": { allowed: true }"#,
                r#""write": { allowed: true }"#,
            ]
        );
        let notes = notes(Origin::Copilot, text);
        for left in ["1 approvals for /other", "`memory`", "allowed_directories"] {
            assert!(notes.contains(left), "{left}: {notes}");
        }
        assert!(import(Origin::Copilot, "{}", "/w/app").is_err());
    }

    #[test]
    fn opencode() {
        let text = r#"{"permission":{"*":"ask","edit":{"*":"deny","docs/*.md":"allow"},"webfetch":"deny",
            "bash":{"npm test":"allow","*":"ask","git *":"allow","git push *":"deny","rm*":"deny","ls":"allow"},
            "read":{"*":"allow","*.env":"deny"},"external_directory":{"~/x/**":"allow"}},"agent":{"b":{"permission":{}}}}"#;
        assert_eq!(
            rules(Origin::OpenCode, text),
            [
                r#""Bash(git *)": { allowed: true }"#,
                r#""Bash(git push *)": { allowed: false }"#,
                r#""Bash(ls)": { allowed: true }"#,
                r#""edit(docs/*.md)": { allowed: true }"#,
                r#""fetch": { allowed: false }"#,
                r#""read": { allowed: true }"#,
                r#""read(**.env)": { allowed: false }"#,
                r#""write(docs/*.md)": { allowed: true }"#,
            ],
            "`npm test` stands before a word about everything, and counts for nothing"
        );
        let left_out = notes(Origin::OpenCode, text);
        for left in ["deny of everything else for `edit`", "`rm*`", "external_directory", "single agents"] {
            assert!(left_out.contains(left), "{left}: {left_out}");
        }
        assert!(notes(Origin::OpenCode, r#"{"permission":"allow"}"#).contains("every tool"));
    }

    #[test]
    fn what_is_imported_is_a_policy() {
        use crate::{Kind, World, read};
        let zones = jiff::tz::TimeZoneDatabase::bundled();
        let world = World { zones: &zones, local: jiff::tz::TimeZone::UTC };
        let odd = r#"{"permissions":{"allow":["Bash(echo \"a: b\" 'c')","Bash(","","Read(a\nb)"],"deny":["Bash"]}}"#;
        let yaml = import(Origin::Claude, odd, "/w/app").expect("settings").to_yaml();
        assert!(read("p", &yaml, Kind::Policy, &world).is_ok(), "{yaml}");
    }
}
