//! The rules of a policy as `permissions` of Claude Code's settings: what holds also while byleave's hook does not run.
//!
//! Its rules are about the text of a command, byleave's about what runs: an allow with a `*` would let more run there, so only what is written
//! out is exported. A deny or a question that covers less there costs nothing, since the hook still says it.

use byleave_policy::rules::{Pattern, Rule};
use byleave_policy::{Policy, Verdict};

use super::is_plain;

/// The lists of `permissions`, and what they cannot say.
#[derive(Clone, Debug, Default)]
pub struct Permissions {
    /// Each with the list that it belongs into: `allow`, `ask` or `deny`.
    pub rules: Vec<(&'static str, String)>,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

/// The rules that Claude Code can say as strictly.
#[must_use]
pub fn claude(policy: &Policy) -> Permissions {
    let mut all = Permissions::default();
    for rule in &policy.rules {
        match said(rule) {
            Ok(text) => all.rules.push((list(rule.says), text)),
            Err(why) => all.notes.push(format!("left out `{}`: {why}", rule.text)),
        }
    }
    all
}

const fn list(says: Verdict) -> &'static str {
    match says {
        Verdict::Allow => "allow",
        Verdict::Ask => "ask",
        Verdict::Deny => "deny",
    }
}

fn said(rule: &Rule) -> Result<String, &'static str> {
    if !rule.when.is_empty() || !is_plain(&rule.conditions) {
        return Err("it has conditions; the hook alone knows them");
    }
    let allows = rule.says == Verdict::Allow;
    if allows && !rule.trusted {
        return Err("its file is not trusted");
    }
    match &rule.pattern {
        Pattern::Command(pattern) => {
            let text = &pattern.text;
            match text.strip_suffix(" *") {
                _ if allows && (!pattern.is_exact() || text.contains('*')) => {
                    Err("`*` stands for more in Claude Code's rules than in byleave's")
                }
                Some(beginning) if !beginning.contains('*') => Ok(format!("Bash({beginning}:*)")),
                Some(_) | None if text.ends_with(":*") => Err("it would mean something else there"),
                Some(_) | None => Ok(format!("Bash({text})")),
            }
        }
        Pattern::Domain(host) => Ok(format!("WebFetch(domain:{host})")),
        Pattern::Mcp(name) => match name.strip_suffix("__*") {
            Some(server) if !server.contains('*') => Ok(server.to_owned()),
            Some(_) => Err("it names no single server and tool"),
            None if name.contains('*') => Err("it names no single server and tool"),
            None => Ok(name.clone()),
        },
        Pattern::Tool(_) | Pattern::Subject { .. } if allows => {
            Err("Claude Code sees paths from elsewhere, and knows no floors")
        }
        Pattern::Tool(tool) => named(tool).map(str::to_owned).ok_or("Claude Code has no such tool"),
        Pattern::Subject { tool, glob } => {
            let tool = named(tool).ok_or("Claude Code has no rules on what this tool is about")?;
            // From the root of the disk it begins with two slashes there.
            let slash = if glob.starts_with('/') && !glob.starts_with("//") { "/" } else { "" };
            Ok(format!("{tool}({slash}{glob})"))
        }
    }
}

/// The name by which its rules know a tool; `Edit` is about all that changes files, `Read` about all that looks at them.
fn named(tool: &str) -> Option<&'static str> {
    Some(match tool {
        "bash" => "Bash",
        "write" | "edit" | "multi_edit" => "Edit",
        "read" | "grep" | "glob" | "ls" => "Read",
        "fetch" => "WebFetch",
        "web_search" => "WebSearch",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::claude;
    use byleave_policy::rules::Rule;
    use byleave_policy::{Policy, Verdict};

    #[test]
    fn what_would_allow_more_there_is_left_out() {
        for (pattern, says, expected) in [
            ("Bash(make)", Verdict::Allow, Some("Bash(make)")),
            ("Bash(cargo test *)", Verdict::Allow, None),
            ("Bash(git * main)", Verdict::Allow, None),
            ("bash", Verdict::Allow, None),
            ("write(src/**)", Verdict::Allow, None),
            ("Read(~/x/**)", Verdict::Allow, None),
            ("WebFetch(domain:docs.rs)", Verdict::Allow, Some("WebFetch(domain:docs.rs)")),
            ("mcp__db__query", Verdict::Allow, Some("mcp__db__query")),
            ("mcp__db__*", Verdict::Allow, Some("mcp__db")),
            ("Bash(git push *)", Verdict::Deny, Some("Bash(git push:*)")),
            ("Bash(git push)", Verdict::Ask, Some("Bash(git push)")),
            ("Read(secrets/**)", Verdict::Deny, Some("Read(secrets/**)")),
            ("Read(/srv/x)", Verdict::Deny, Some("Read(//srv/x)")),
            ("write(.env)", Verdict::Deny, Some("Edit(.env)")),
            ("bash", Verdict::Ask, Some("Bash")),
            ("my_tool", Verdict::Deny, None),
        ] {
            let mut policy = Policy::default();
            policy.rules.push(Rule::new(pattern, says).expect(pattern));
            let said = claude(&policy);
            assert_eq!(said.rules.first().map(|(_, text)| text.as_str()), expected, "{pattern} {says:?}");
            assert_eq!(said.notes.len(), usize::from(expected.is_none()), "{pattern}");
        }
        let mut policy = Policy::default();
        policy.rules.push(Rule { trusted: false, ..Rule::new("Bash(make)", Verdict::Allow).expect("a rule") });
        assert!(claude(&policy).rules.is_empty(), "a file without trust allows nothing");
    }
}
