//! How to register byleave with each agent: the files and their content.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::agent::Agent;
use crate::jsonc::{self, BadSettings};
use crate::line::{Decides, command, is_ours, script};
use crate::reply::json_of;
use crate::{obstacles, servers};

/// How long an agent gives its hook, in seconds. Where it can be set it is set, so that a person has time to answer.
const PATIENCE: u32 = 600;

/// The plug-in for opencode.
const PLUGIN: &str = include_str!("../assets/opencode.js");

/// A file that registers byleave with an agent.
#[derive(Clone, Debug)]
pub struct Part {
    /// Where, seen from the home directory; with a slash first, from the root.
    pub path: &'static str,
    /// What goes into it.
    pub content: Content,
}

/// What goes into a file.
#[derive(Clone, Debug)]
pub enum Content {
    /// Elements of lists in settings that may hold much else.
    Settings {
        /// What the file begins with if there is none.
        empty: &'static str,
        /// The lists, and what is added to each.
        entries: Vec<(&'static str, Value)>,
        /// A key that has to be true.
        on: Option<&'static [&'static str]>,
    },
    /// A key of a table in TOML that has to be true.
    On {
        /// The table.
        table: &'static str,
        /// The key.
        key: &'static str,
    },
    /// The whole file.
    Whole {
        /// Its text.
        text: String,
        /// Whether it is a program.
        runs: bool,
    },
}

impl Part {
    /// The file with byleave registered.
    ///
    /// # Errors
    ///
    /// If what is there cannot be read: then it stays as it is.
    pub fn with(&self, before: Option<&str>) -> Result<String, BadSettings> {
        match &self.content {
            Content::Whole { text, .. } => Ok(text.clone()),
            Content::Settings { empty, entries, on } => {
                let start = before.filter(|text| !text.trim().is_empty()).unwrap_or(empty).to_owned();
                let text = entries.iter().try_fold(start, |text, (event, element)| {
                    jsonc::put(&text, &["hooks", event], element, &is_ours)
                })?;
                on.map_or_else(|| Ok(text.clone()), |path| jsonc::set(&text, path, &Value::Bool(true)))
            }
            Content::On { table, key } => servers::switch_on(before.unwrap_or_default(), table, key),
        }
    }

    /// The file without what is byleave's, whatever else was changed in it since.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn without(&self, text: &str) -> Result<Option<String>, BadSettings> {
        match &self.content {
            Content::Whole { text: own, .. } => Ok((own != text).then(|| text.to_owned())),
            // What is on stays on: that byleave wanted it so is not seen in it.
            Content::Settings { .. } => jsonc::take(text, "hooks", &is_ours).map(Some),
            Content::On { .. } => Ok(Some(text.to_owned())),
        }
    }
}

impl Agent {
    /// The folder in the home directory that shows that the agent is used here.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Claude => ".claude",
            Self::Codex => ".codex",
            Self::Gemini => ".gemini",
            Self::Cursor => ".cursor",
            Self::Copilot => ".copilot",
            Self::VsCode => ".config/Code",
            Self::Cline => "Documents/Cline",
            Self::OpenCode => ".config/opencode",
            Self::Windsurf => ".codeium/windsurf",
        }
    }

    /// The file in the home directory in which byleave's hooks are registered, for people.
    #[must_use]
    pub const fn settings(self) -> &'static str {
        match self {
            // VS Code reads those of Claude Code.
            Self::Claude | Self::VsCode => ".claude/settings.json",
            Self::Codex => ".codex/hooks.json",
            Self::Gemini => ".gemini/settings.json",
            Self::Cursor => ".cursor/hooks.json",
            Self::Copilot => ".copilot/hooks/byleave.json",
            Self::Cline => "Documents/Cline/Hooks/PreToolUse",
            Self::OpenCode => ".config/opencode/plugins/byleave.js",
            Self::Windsurf => ".codeium/windsurf/hooks.json",
        }
    }

    /// What the user must know after the files are written.
    #[must_use]
    pub const fn note(self) -> Option<&'static str> {
        match self {
            Self::Cline => Some("in the editor, switch on `Enable Hooks` in the settings of Cline"),
            Self::VsCode => {
                Some("VS Code reads the hooks of Claude Code and of `.github/hooks`; there is nothing to write at home")
            }
            Self::Claude
            | Self::Codex
            | Self::Gemini
            | Self::Cursor
            | Self::Copilot
            | Self::OpenCode
            | Self::Windsurf => None,
        }
    }

    /// The files that register `program` with this agent.
    #[must_use]
    pub fn parts(self, program: &str) -> Vec<Part> {
        let place = format!("~/{}", self.settings());
        let line = |event: &str, decides: Decides| command(program, self, event, decides, &place);
        let settings = |empty, entries| {
            vec![Part { path: self.settings(), content: Content::Settings { empty, entries, on: None } }]
        };
        match self {
            Self::Claude | Self::Codex => settings("{}\n", claude_like(self, &line)),
            Self::Gemini => settings("{}\n", gemini(&line, obstacles::GEMINI_HOOK)),
            Self::Cursor => settings("{\n  \"version\": 1\n}\n", cursor(&line)),
            Self::Windsurf => settings("{}\n", windsurf(&line)),
            Self::Copilot => {
                let text = format!("{:#}\n", copilot(&line));
                vec![Part { path: self.settings(), content: Content::Whole { text, runs: false } }]
            }
            Self::Cline => [
                ("PreToolUse", self.settings(), Decides::Yes),
                ("PostToolUse", "Documents/Cline/Hooks/PostToolUse", Decides::No),
                ("UserPromptSubmit", "Documents/Cline/Hooks/UserPromptSubmit", Decides::No),
            ]
            .into_iter()
            .map(|(event, path, decides)| {
                let text = script(program, self, event, decides);
                Part { path, content: Content::Whole { text, runs: true } }
            })
            .collect(),
            Self::OpenCode => {
                let text = PLUGIN.replace("\"@BYLEAVE@\"", &Value::from(program).to_string());
                let content = Content::Whole { text, runs: false };
                vec![Part { path: self.settings(), content }]
            }
            Self::VsCode => Vec::new(),
        }
    }

    /// The administrator's files that register `program` with this agent for every user of the machine, where byleave knows that
    /// no user and no project switches off what they register. `name` is what Gemini CLI calls the hook: a project can
    /// switch off any hook whose name it knows.
    #[must_use]
    pub fn managed_parts(self, program: &str, name: &str) -> Vec<Part> {
        let Some(path) = self.managed().first() else { return Vec::new() };
        let line = |event: &str, decides: Decides| command(program, self, event, decides, path);
        let settings = |entries, on| Part { path, content: Content::Settings { empty: "{}\n", entries, on } };
        match self {
            Self::Claude => vec![settings(claude_like(self, &line), None)],
            Self::Codex => {
                let content = Content::On { table: "features", key: "hooks" };
                vec![settings(claude_like(self, &line), None), Part { path: "/etc/codex/requirements.toml", content }]
            }
            Self::Gemini => vec![settings(gemini(&line, name), Some(&["hooksConfig", "enabled"]))],
            Self::Cursor | Self::Copilot | Self::VsCode | Self::Cline | Self::OpenCode | Self::Windsurf => Vec::new(),
        }
    }
}

/// A hook in the settings of Claude Code, and of those that took its shape.
#[derive(Serialize)]
#[serde(tag = "type", rename = "command")]
struct ClaudeHook<'n> {
    command: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'n str>,
    timeout: u32,
}

/// Hooks for all tools, or for an event that is about none.
#[derive(Serialize)]
struct ClaudeGroup<'n> {
    hooks: [ClaudeHook<'n>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    matcher: Option<&'static str>,
}

/// A hook in the settings of Cursor.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct CursorHook {
    command: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fail_closed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matcher: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeout: Option<u32>,
}

/// A hook in the settings of Windsurf.
#[derive(Serialize)]
struct WindsurfHook {
    command: String,
    show_output: bool,
}

/// A hook in the settings of Copilot.
#[derive(Serialize)]
#[serde(tag = "type", rename = "command", rename_all = "camelCase")]
struct CopilotHook {
    bash: String,
    timeout_sec: u32,
}

/// A file of hooks for Copilot.
#[derive(Serialize)]
struct CopilotHooks {
    hooks: BTreeMap<&'static str, [CopilotHook; 1]>,
    version: u32,
}

type Line<'l> = &'l dyn Fn(&str, Decides) -> String;

/// Elements for the lists of events.
type Entries = Vec<(&'static str, Value)>;

fn claude_like(agent: Agent, line: Line<'_>) -> Entries {
    let group = |event, decides, matcher| {
        let hook = ClaudeHook { command: line(event, decides), name: None, timeout: PATIENCE };
        (event, json_of(&ClaudeGroup { hooks: [hook], matcher }))
    };
    let mut entries = vec![
        group("PreToolUse", Decides::Yes, Some("*")),
        group("PermissionRequest", Decides::Yes, Some("*")),
        group("PostToolUse", Decides::No, Some("*")),
        group("UserPromptSubmit", Decides::No, None),
        group("Stop", Decides::No, None),
    ];
    if agent == Agent::Claude {
        // Without an answer its refusal stands.
        entries.push(group("PermissionDenied", Decides::No, Some("*")));
    }
    entries
}

fn gemini(line: Line<'_>, name: &str) -> Entries {
    let group = |event, decides| {
        // In milliseconds.
        let timeout = PATIENCE.saturating_mul(1000);
        let hook = ClaudeHook { command: line(event, decides), name: Some(name), timeout };
        (event, json_of(&ClaudeGroup { hooks: [hook], matcher: Some("*") }))
    };
    vec![
        group("BeforeTool", Decides::Yes),
        group("AfterTool", Decides::No),
        group("BeforeAgent", Decides::No),
        group("AfterAgent", Decides::No),
    ]
}

fn cursor(line: Line<'_>) -> Entries {
    let gate = |event, matcher| {
        let command = line(event, Decides::Yes);
        (event, json_of(&CursorHook { command, fail_closed: Some(true), matcher, timeout: Some(PATIENCE) }))
    };
    let other = |event| (event, json_of(&CursorHook { command: line(event, Decides::No), ..CursorHook::default() }));
    // Commands, MCP tools and files that are read have events of their own, which can ask.
    let tools = "Write|StrReplace|Edit|ApplyPatch|EditNotebook|Delete|Grep|Glob|LS|Task|WebFetch|WebSearch";
    vec![
        gate("beforeShellExecution", None),
        gate("beforeMCPExecution", None),
        gate("beforeReadFile", None),
        gate("preToolUse", Some(tools)),
        other("afterShellExecution"),
        other("afterMCPExecution"),
        other("beforeSubmitPrompt"),
        other("stop"),
    ]
}

fn windsurf(line: Line<'_>) -> Entries {
    let hook = |event, decides| (event, json_of(&WindsurfHook { command: line(event, decides), show_output: true }));
    vec![
        hook("pre_run_command", Decides::Yes),
        hook("pre_write_code", Decides::Yes),
        hook("pre_read_code", Decides::Yes),
        hook("pre_mcp_tool_use", Decides::Yes),
        hook("post_run_command", Decides::No),
        hook("pre_user_prompt", Decides::No),
    ]
}

fn copilot(line: Line<'_>) -> Value {
    let hook = |event, decides| (event, [CopilotHook { bash: line(event, decides), timeout_sec: PATIENCE }]);
    let hooks = BTreeMap::from([
        hook("preToolUse", Decides::Yes),
        hook("permissionRequest", Decides::Yes),
        hook("postToolUse", Decides::No),
        hook("userPromptSubmitted", Decides::No),
    ]);
    json_of(&CopilotHooks { hooks, version: 1 })
}
