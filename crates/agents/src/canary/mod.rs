//! A call that byleave always refuses, in the words of each agent: without a refusal the hook does not hold.

mod said;

use serde_json::Value;

use self::said::{ClineCall, Command, Contents, CursorCall, Nothing, Said, WindsurfInfo};
use crate::agent::Agent;
use crate::jsonc;
use crate::reply::{BLOCK, json_of};

/// The command of the canary. It is on the deny floor, which no rule, mode or grant lifts.
const COMMAND: &str = "byleave untrust canary";

/// The message by which `byleave doctor` starts an agent: its hook answers, and so no model is asked.
pub const CANARY: &str = "byleave doctor: does the hook hear this?";

/// What the hook answers to it.
pub const HEARD: &str = "byleave's hook heard its doctor";

/// A file that only its owner changes.
const GUARDED: &str = "/etc/byleave/policy.yaml";

/// The session under which canaries are on record.
const SESSION: &str = "byleave-doctor";

impl Agent {
    /// The events whose answers decide, with what each of them covers.
    #[must_use]
    pub const fn gates(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Claude | Self::Codex => {
                &[("PreToolUse", "every tool"), ("PermissionRequest", "what the agent would ask")]
            }
            Self::VsCode | Self::Cline => &[("PreToolUse", "every tool")],
            Self::Gemini => &[("BeforeTool", "every tool")],
            Self::Cursor => &[
                ("beforeShellExecution", "commands"),
                ("beforeMCPExecution", "MCP tools"),
                ("beforeReadFile", "reads"),
                ("preToolUse", "writes, searches, sub-agents"),
            ],
            Self::Copilot => &[("preToolUse", "every tool"), ("permissionRequest", "what the agent would ask")],
            Self::OpenCode => &[("tool.execute.before", "every tool")],
            Self::Windsurf => &[
                ("pre_run_command", "commands"),
                ("pre_write_code", "writes"),
                ("pre_read_code", "reads"),
                ("pre_mcp_tool_use", "MCP tools"),
            ],
        }
    }

    /// What becomes of a question without an approver at a hub.
    #[must_use]
    pub const fn asks(self) -> &'static str {
        match self {
            Self::Claude | Self::VsCode => "asks in its own prompt",
            Self::Cursor => "asks in its own prompt about commands and MCP tools only",
            Self::Codex | Self::OpenCode => "cannot ask: without a hub it is refused",
            Self::Gemini | Self::Copilot | Self::Cline | Self::Windsurf => {
                "cannot ask for byleave: without a hub it is refused; byleave leaves what no rule names to the agent"
            }
        }
    }

    /// What the agent would say before the canary.
    #[must_use]
    pub fn canary(self, event: &str, cwd: &str) -> Value {
        let command = Command { command: COMMAND };
        let said = match self {
            Self::Claude | Self::Codex => Said::Claude {
                session_id: SESSION,
                turn_id: Some("canary"),
                cwd,
                hook_event_name: event,
                permission_mode: Some("default"),
                tool_name: "Bash",
                tool_input: command,
                tool_use_id: Some("canary"),
            },
            Self::VsCode => Said::Claude {
                session_id: SESSION,
                turn_id: None,
                cwd,
                hook_event_name: event,
                permission_mode: None,
                tool_name: "run_in_terminal",
                tool_input: command,
                tool_use_id: Some("canary"),
            },
            Self::Gemini => Said::Claude {
                session_id: SESSION,
                turn_id: None,
                cwd,
                hook_event_name: event,
                permission_mode: None,
                tool_name: "run_shell_command",
                tool_input: command,
                tool_use_id: None,
            },
            Self::Cursor => Said::Cursor {
                conversation_id: SESSION,
                cursor_version: "0",
                workspace_roots: [cwd],
                hook_event_name: event,
                call: cursor(event, cwd),
            },
            Self::Copilot => Said::Copilot { session_id: SESSION, cwd, tool_name: "bash", tool_args: command },
            Self::Cline => Said::Cline {
                cline_version: "0",
                hook_name: event,
                task_id: SESSION,
                workspace_roots: [cwd],
                pre_tool_use: ClineCall { tool_name: "execute_command", parameters: command },
            },
            Self::OpenCode => Said::OpenCode {
                event,
                session_id: SESSION,
                call_id: "canary",
                directory: cwd,
                tool: "bash",
                args: command,
            },
            Self::Windsurf => {
                Said::Windsurf { agent_action_name: event, trajectory_id: SESSION, tool_info: windsurf(event, cwd) }
            }
        };
        json_of(&said)
    }

    /// Whether the agent would take this for a refusal.
    #[must_use]
    pub fn is_refused(self, event: &str, stdout: &str, stderr: &str, code: Option<i32>) -> bool {
        let said: Value = serde_json::from_str(stdout).unwrap_or_default();
        let at = |pointer: &str| said.pointer(pointer).and_then(Value::as_str) == Some("deny");
        let by_code = code == Some(i32::from(BLOCK)) && !stderr.trim().is_empty();
        match (self, event) {
            (Self::Claude, "PermissionRequest") => at("/hookSpecificOutput/decision/behavior"),
            (Self::Codex, "PermissionRequest") => by_code || at("/hookSpecificOutput/decision/behavior"),
            (Self::Claude | Self::Codex | Self::VsCode, _) => by_code || at("/hookSpecificOutput/permissionDecision"),
            (Self::Gemini, _) => by_code || at("/decision"),
            (Self::OpenCode, _) => at("/decision"),
            // A tool whose server is not named is put to a person.
            (Self::Cursor, "beforeMCPExecution") if !by_code => {
                matches!(said.get("permission").and_then(Value::as_str), Some("ask" | "deny"))
            }
            (Self::Cursor, _) => by_code || at("/permission"),
            (Self::Copilot, _) => by_code || at("/permissionDecision") || at("/behavior"),
            (Self::Cline, _) => said.get("cancel").and_then(Value::as_bool) == Some(true),
            (Self::Windsurf, _) => by_code,
        }
    }

    /// The command that the agent would start for an event, as its settings have it now; `None` if byleave is not there.
    #[must_use]
    pub fn registered(self, event: &str, text: &str) -> Option<String> {
        match self {
            Self::Claude
            | Self::Codex
            | Self::Gemini
            | Self::Cursor
            | Self::Windsurf
            | Self::Copilot
            | Self::VsCode => jsonc::find(text, &["hooks", event], &crate::line::is_ours).ok().flatten(),
            // The file is the program.
            Self::Cline => crate::line::is_ours(text).then(|| text.to_owned()),
            Self::OpenCode => {
                let line = text.lines().find_map(|line| line.strip_prefix("const BYLEAVE = "))?;
                let program: String = serde_json::from_str(line).ok()?;
                Some(format!("{} hook --agent opencode", byleave_shell::quoted(&program)))
            }
        }
    }
}

fn cursor<'c>(event: &str, cwd: &'c str) -> CursorCall<'c> {
    match event {
        "beforeShellExecution" => CursorCall::Shell { command: COMMAND, cwd },
        // Without the name of its server no tool is known, and a person would be asked.
        "beforeMCPExecution" => {
            CursorCall::Mcp { tool_name: "canary", tool_input: Value::from_iter([("path", GUARDED)]).to_string() }
        }
        "beforeReadFile" => CursorCall::Read { file_path: "/etc/shadow", content: "" },
        _ => {
            let tool_input = Contents { file_path: GUARDED, contents: "" };
            CursorCall::Tool { tool_name: "Write", tool_input, cwd }
        }
    }
}

fn windsurf<'c>(event: &str, cwd: &'c str) -> WindsurfInfo<'c> {
    match event {
        "pre_run_command" => WindsurfInfo::Command { command_line: COMMAND, cwd },
        "pre_write_code" => WindsurfInfo::Write { file_path: GUARDED, edits: [] },
        "pre_mcp_tool_use" => WindsurfInfo::Mcp {
            mcp_server_name: "canary__canary",
            mcp_tool_name: "canary",
            mcp_tool_arguments: Nothing {},
        },
        _ => WindsurfInfo::Read { file_path: "/etc/shadow" },
    }
}
