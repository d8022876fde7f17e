//! A policy as rules of another agent: for agents whose hooks can refuse a call and cannot approve one, and for what holds without a hook.

mod claude;
mod codex;

use std::fmt::Write as _;

use serde_json::Value;

use byleave_policy::rules::conditions::Expires;
use byleave_policy::rules::{Conditions, Pattern, Rule};
use byleave_policy::{Mode, Policy, Verdict};

pub use claude::{Permissions, claude};
pub use codex::codex;

/// What an exported file begins with. The hook looks for it: where the agent approves by such a file, the hook no longer
/// counts on the agent's own prompt.
pub const EXPORTED: &str = "# byleave policy export gemini";

/// What was exported, and what could not be.
#[derive(Clone, Debug, Default)]
pub struct Export {
    text: String,
    notes: Vec<String>,
}

impl Export {
    /// The file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What was left out, and why.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    fn note(&mut self, rule: &Rule, why: &str) {
        self.notes.push(format!("left out `{}`: {why}", rule.text));
    }

    fn rule(&mut self, fields: &[(&str, &str)], says: Verdict) {
        let (decision, priority) = match says {
            Verdict::Allow => ("allow", 100),
            Verdict::Ask => ("ask_user", 200),
            Verdict::Deny => ("deny", 300),
        };
        self.text.push_str("\n[[rule]]\n");
        for (key, value) in fields {
            // A JSON text is a TOML text, and writing into a string cannot fail.
            let _ = writeln!(self.text, "{key} = {}", Value::from(*value));
        }
        let _ = writeln!(self.text, "decision = \"{decision}\"\npriority = {priority}");
    }
}

/// The names that Gemini CLI has for our tools.
fn named(tool: &str) -> &'static [&'static str] {
    match tool {
        "bash" => &["run_shell_command"],
        "write" => &["write_file"],
        "edit" => &["replace"],
        "read" => &["read_file", "read_many_files"],
        "ls" => &["list_directory"],
        "glob" => &["glob"],
        "grep" => &["grep_search", "search_file_content"],
        "fetch" => &["web_fetch"],
        "web_search" => &["google_web_search"],
        _ => &[],
    }
}

/// The rules of a policy as a file for `~/.gemini/policies`. There is no way to have it approve every command: then a hook
/// that fails would let all of them run.
#[must_use]
pub fn gemini(policy: &Policy) -> Export {
    let mut export = Export::default();
    export.text.push_str(EXPORTED);
    export.text.push_str(
        "\n# Keep the line above. byleave's hook refuses what the policy does not allow; these rules spare the prompt for what it\n\
         # allows. Without the hook they allow more than the policy does: `byleave uninstall` leaves this file, so delete it then.\n",
    );
    if policy.mode >= Mode::AutoEdit {
        for tool in ["write_file", "replace"] {
            export.rule(&[("toolName", tool)], Verdict::Allow);
        }
    }
    for rule in &policy.rules {
        if rule.says == Verdict::Allow && !rule.trusted {
            export.note(rule, "its file is not trusted");
        } else if !rule.when.is_empty() || !is_plain(&rule.conditions) {
            export.note(rule, "it has conditions; the hook alone knows them");
        } else {
            one(rule, &mut export);
        }
    }
    export
}

fn is_plain(conditions: &Conditions) -> bool {
    let Conditions { expires, hours, limit, when_env } = conditions;
    *expires == Expires::Never && hours.is_none() && limit.is_none() && when_env.is_empty()
}

fn one(rule: &Rule, export: &mut Export) {
    match &rule.pattern {
        Pattern::Command(pattern) => {
            let prefix = pattern.text.strip_suffix(" *").unwrap_or(&pattern.text);
            let plain = |one: char| one.is_ascii_alphanumeric() || " -_./:=+,@%".contains(one);
            if prefix.is_empty() || !prefix.chars().all(plain) {
                export.note(rule, "its text is not a plain beginning of a command");
            } else {
                export.rule(&[("toolName", "run_shell_command"), ("commandPrefix", prefix)], rule.says);
            }
        }
        Pattern::Tool(tool) => {
            if named(tool).is_empty() {
                export.note(rule, "Gemini CLI has no such tool");
            }
            for name in named(tool) {
                export.rule(&[("toolName", name)], rule.says);
            }
        }
        Pattern::Mcp(name) => match name.strip_prefix("mcp__").and_then(|rest| rest.split_once("__")) {
            Some((server, "*")) if !server.contains('*') => export.rule(&[("mcpName", server)], rule.says),
            Some((server, tool)) if !server.contains('*') && !tool.contains('*') => {
                export.rule(&[("mcpName", server), ("toolName", tool)], rule.says);
            }
            Some(_) | None => export.note(rule, "it names no single server and tool"),
        },
        Pattern::Subject { .. } | Pattern::Domain(_) => {
            export.note(rule, "rules of Gemini CLI know no paths and hosts");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EXPORTED, gemini};
    use crate::{Origin, import};
    use byleave_policy::rules::Rule;
    use byleave_policy::{Mode, Policy, Verdict};

    #[test]
    fn what_is_exported_is_what_is_imported_and_the_rest_is_noted() {
        let mut policy = Policy { mode: Mode::AutoEdit, ..Policy::default() };
        for (pattern, says) in [
            ("Bash(git status)", Verdict::Allow),
            ("Bash(cargo test *)", Verdict::Allow),
            ("Bash(git push *)", Verdict::Ask),
            ("Bash(rm -rf *)", Verdict::Deny),
            ("Bash(echo \"a b\")", Verdict::Allow),
            ("write(docs/**)", Verdict::Allow),
            ("WebFetch(domain:docs.rs)", Verdict::Allow),
            ("mcp__db__*", Verdict::Allow),
            ("mcp__fs__read", Verdict::Deny),
        ] {
            policy.rules.push(Rule::new(pattern, says).expect(pattern));
        }
        let untrusted = Rule { trusted: false, ..Rule::new("Bash(make)", Verdict::Allow).expect("a rule") };
        policy.rules.push(untrusted);
        let export = gemini(&policy);
        assert!(export.text().starts_with(EXPORTED));
        assert!(!export.text().contains("\"make\""), "a file without trust allows nothing");
        assert_eq!(export.notes().len(), 4, "{:?}", export.notes());
        let again = import(Origin::Gemini, export.text(), "/w/app").expect("a policy of Gemini's").to_yaml();
        for rule in [
            r#""Bash(git status *)": { allowed: true }"#,
            r#""Bash(cargo test *)": { allowed: true }"#,
            r#""Bash(git push *)": { allowed: ask }"#,
            r#""Bash(rm -rf *)": { allowed: false }"#,
            r#""mcp__db__*": { allowed: true }"#,
            r#""mcp__fs__read": { allowed: false }"#,
            r#""write_file": { allowed: true }"#,
        ] {
            assert!(again.contains(rule), "{rule}: {again}");
        }
        let every_command = "toolName = \"run_shell_command\"\ndecision = \"allow\"";
        assert!(!gemini(&Policy::default()).text().contains(every_command), "only rules are exported");
        let bash = Rule::new("bash", Verdict::Allow).expect("a rule");
        policy.rules.push(bash);
        assert!(gemini(&policy).text().contains(every_command), "a rule for the whole tool is one");
    }
}
