//! What the agents themselves remember: calls that their users allowed for good, in files that byleave's grants do not hold.

use std::ops::Range;

use serde_json::Value;

use crate::agent::Agent;
use crate::jsonc::{self, BadSettings};

/// A file in which an agent keeps what it was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Whose it is.
    pub agent: Agent,
    /// Where: seen from the home directory, or from the project. The last part may be `*.END`, for all files that end so.
    pub path: &'static str,
    /// Whether it lies in the project.
    pub of_project: bool,
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// Lists of texts in JSON.
    Lists(&'static [&'static [&'static str]]),
    /// Copilot's approvals by directory.
    Copilot,
    /// Codex's `prefix_rule(…)`.
    Starlark,
    /// Gemini's `[[rule]]`.
    Toml,
}

const CLAUDE: Format = Format::Lists(&[&["permissions", "allow"]]);
const CURSOR: Format = Format::Lists(&[&["permissions", "allow"], &["terminalAllowlist"], &["mcpAllowlist"]]);

/// All of them. opencode remembers for a session only.
pub const MEMORIES: [Memory; 10] = [
    Memory { agent: Agent::Claude, path: ".claude/settings.json", of_project: false, format: CLAUDE },
    Memory { agent: Agent::Claude, path: ".claude/settings.json", of_project: true, format: CLAUDE },
    Memory { agent: Agent::Claude, path: ".claude/settings.local.json", of_project: true, format: CLAUDE },
    Memory { agent: Agent::Codex, path: ".codex/rules/*.rules", of_project: false, format: Format::Starlark },
    Memory { agent: Agent::Gemini, path: ".gemini/policies/*.toml", of_project: false, format: Format::Toml },
    Memory {
        agent: Agent::Gemini,
        path: ".gemini/settings.json",
        of_project: false,
        format: Format::Lists(&[&["tools", "allowed"]]),
    },
    Memory { agent: Agent::Cursor, path: ".cursor/cli-config.json", of_project: false, format: CURSOR },
    Memory { agent: Agent::Cursor, path: ".cursor/permissions.json", of_project: false, format: CURSOR },
    Memory { agent: Agent::Cursor, path: ".cursor/cli.json", of_project: true, format: CURSOR },
    Memory {
        agent: Agent::Copilot,
        path: ".copilot/permissions-config.json",
        of_project: false,
        format: Format::Copilot,
    },
];

/// Something that an agent was allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// As the agent writes it.
    pub rule: String,
    /// The directory it is for, if the agent keeps it by directory.
    pub place: Option<String>,
    /// What is cut out of the file to take it back.
    pub cut: Range<usize>,
}

impl Memory {
    /// What a file holds.
    ///
    /// # Errors
    ///
    /// If it cannot be read as what the agent writes.
    pub fn read(&self, text: &str) -> Result<Vec<Remembered>, BadSettings> {
        match self.format {
            Format::Lists(lists) => {
                let mut all = Vec::new();
                for path in lists {
                    let found = jsonc::elements(text, path)?;
                    all.extend(found.into_iter().filter_map(|one| {
                        Some(Remembered { rule: one.value.as_str()?.to_owned(), place: None, cut: one.cut })
                    }));
                }
                Ok(all)
            }
            Format::Copilot => copilot(text),
            Format::Starlark => Ok(starlark(text)),
            Format::Toml => Ok(toml(text)),
        }
    }
}

fn copilot(text: &str) -> Result<Vec<Remembered>, BadSettings> {
    let mut all = Vec::new();
    let place = |keys: &[String]| keys.first().cloned();
    for one in jsonc::elements(text, &["locations", "*", "tool_approvals", "*", "commandIdentifiers"])? {
        if let Some(command) = one.value.as_str() {
            all.push(Remembered { rule: format!("shell({command})"), place: place(&one.keys), cut: one.cut });
        }
    }
    for one in jsonc::elements(text, &["locations", "*", "tool_approvals"])? {
        let field = |key: &str| one.value.get(key).and_then(Value::as_str);
        let rule = match field("kind") {
            None | Some("commands") => continue,
            Some("mcp") => format!("{}({})", field("serverName").unwrap_or("?"), field("toolName").unwrap_or("*")),
            Some(kind) => field("toolName").map_or_else(|| kind.to_owned(), |tool| format!("{kind}({tool})")),
        };
        all.push(Remembered { rule, place: place(&one.keys), cut: one.cut });
    }
    Ok(all)
}

/// The calls of `prefix_rule` that allow.
fn starlark(text: &str) -> Vec<Remembered> {
    const NAME: &str = "prefix_rule";
    let mut all = Vec::new();
    let mut from = 0;
    while let Some(line) = text.get(from..).filter(|rest| !rest.is_empty()) {
        let end = line.find('\n').map_or(text.len(), |at| from.saturating_add(at).saturating_add(1));
        let call = line.strip_prefix(NAME).is_some_and(|rest| rest.trim_start_matches(' ').starts_with('('));
        let Some(after) = call.then(|| closing(line)).flatten().map(|length| from.saturating_add(length)) else {
            from = end;
            continue;
        };
        let inside = text.get(from..after).unwrap_or_default();
        let plain: String = inside.split_whitespace().collect::<Vec<_>>().join(" ");
        // Its default is to allow.
        let strict = ["\"prompt\"", "\"forbidden\"", "'prompt'", "'forbidden'"].iter().any(|word| plain.contains(word));
        let rest = text.get(after..).unwrap_or_default();
        let whole = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n')).unwrap_or(rest);
        let cut = from..text.len().saturating_sub(whole.len());
        from = cut.end.max(after);
        if !strict {
            all.push(Remembered { rule: plain, place: None, cut });
        }
    }
    all
}

/// The length of a call, up to the bracket that closes it.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut chars = text.char_indices();
    while let Some((at, one)) = chars.next() {
        match (quote, one) {
            (Some(_), '\\') => drop(chars.next()),
            (Some(open), _) if open == one => quote = None,
            (None, '"' | '\'') => quote = Some(one),
            (None, '#') => drop(chars.find(|(_, one)| *one == '\n')),
            (None, '(' | '[') => depth = depth.saturating_add(1),
            (None, ')' | ']') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at.saturating_add(1));
                }
            }
            (_, _) => {}
        }
    }
    None
}

/// The tables `[[rule]]` that allow.
fn toml(text: &str) -> Vec<Remembered> {
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0_usize;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with('[') {
            starts.push(at);
        }
        at = at.saturating_add(line.len());
    }
    starts.push(text.len());
    let mut all = Vec::new();
    for pair in starts.windows(2) {
        let [start, end] = pair else { continue };
        let table = text.get(*start..*end).unwrap_or_default();
        let field = |key: &str| {
            let mut lines = table.lines().filter_map(|line| line.split_once('='));
            lines.find(|(name, _)| name.trim() == key).map(|(_, value)| value.trim())
        };
        if !table.trim_start().starts_with("[[rule]]") || field("decision") != Some("\"allow\"") {
            continue;
        }
        let keys = ["mcpName", "toolName", "commandPrefix", "commandRegex", "argsPattern"];
        let words: Vec<String> = keys.iter().filter_map(|key| Some(format!("{key} = {}", field(key)?))).collect();
        all.push(Remembered { rule: words.join(", "), place: None, cut: *start..*end });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::MEMORIES;
    use crate::agent::Agent;

    /// What is left after each of the things that are remembered was taken back by itself, and what they were.
    fn each(agent: Agent, path: &str, text: &str) -> Vec<(String, String)> {
        let memory = MEMORIES.iter().find(|one| one.agent == agent && one.path == path).expect(path);
        let found = memory.read(text).expect(text);
        found
            .into_iter()
            .map(|one| {
                let mut left = text.to_owned();
                left.replace_range(one.cut, "");
                (one.rule, left)
            })
            .collect()
    }

    #[test]
    fn what_is_taken_back_is_gone_and_every_other_byte_stays() {
        let text = "{\n  // mine\n  \"permissions\": { \"allow\": [\"Bash(a:*)\", \"Read(b)\" /* c */], \"deny\": [\"Bash(x)\"] }\n}\n";
        assert_eq!(
            each(Agent::Claude, ".claude/settings.local.json", text),
            [
                ("Bash(a:*)".to_owned(), text.replace("\"Bash(a:*)\", ", "")),
                ("Read(b)".to_owned(), text.replace(", \"Read(b)\"", "")),
            ]
        );
        let rules = "# mine\nprefix_rule(pattern=[\"git\", \"(\"], decision=\"allow\")\nprefix_rule(\n  pattern = [\"ls\"], # )\n)\n\
                     prefix_rule(pattern=[\"rm\"], decision=\"forbidden\")\n";
        let found = each(Agent::Codex, ".codex/rules/*.rules", rules);
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(found[0].1, rules.replace("prefix_rule(pattern=[\"git\", \"(\"], decision=\"allow\")\n", ""));
        assert_eq!(found[1].1, rules.replace("prefix_rule(\n  pattern = [\"ls\"], # )\n)\n", ""));
        let toml = "[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = [\"git\"]\ndecision = \"allow\"\n\n[[rule]]\n\
                    toolName = \"x\"\ndecision = \"deny\"\n";
        let found = each(Agent::Gemini, ".gemini/policies/*.toml", toml);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, "toolName = \"run_shell_command\", commandPrefix = [\"git\"]");
        assert_eq!(found[0].1, "[[rule]]\ntoolName = \"x\"\ndecision = \"deny\"\n");
        let copilot = r#"{"locations":{"/w":{"tool_approvals":[{"kind":"commands","commandIdentifiers":["git","make"]},{"kind":"write"},
            {"kind":"mcp","serverName":"db","toolName":null}]}}}"#;
        let found = each(Agent::Copilot, ".copilot/permissions-config.json", copilot);
        let rules: Vec<&str> = found.iter().map(|(rule, _)| rule.as_str()).collect();
        assert_eq!(rules, ["shell(git)", "shell(make)", "write", "db(*)"]);
        for (_, left) in &found {
            let _: serde_json::Value = serde_json::from_str(left).expect(left);
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_left_alone() {
        for memory in MEMORIES {
            for text in ["", "{", "{\"permissions\": 7}", "prefix_rule(", "[[rule]]", "\u{0}"] {
                // Whatever it says, it says no more than is there.
                for one in memory.read(text).unwrap_or_default() {
                    assert!(text.get(one.cut.clone()).is_some(), "{memory:?} {text:?}");
                }
            }
        }
    }
}
