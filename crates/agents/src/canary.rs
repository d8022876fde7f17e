//! A call that byleave always refuses, in the words of each agent: without a refusal the hook does not hold.

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::jsonc;
use crate::reply::BLOCK;

/// The command of the canary. It stands on the deny floor: no rule, mode or grant lifts that.
const COMMAND: &str = "byleave untrust canary";

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
                "cannot ask for byleave: without a hub it is refused; what no rule names goes its own way"
            }
        }
    }

    /// What the agent would say before the canary.
    #[must_use]
    pub fn canary(self, event: &str, cwd: &str) -> Value {
        let guarded = "/etc/byleave/policy.yaml";
        match (self, event) {
            (Self::Claude | Self::Codex, _) => json!({
                "session_id": SESSION, "turn_id": "canary", "cwd": cwd, "hook_event_name": event, "permission_mode": "default",
                "tool_name": "Bash", "tool_input": { "command": COMMAND }, "tool_use_id": "canary",
            }),
            (Self::VsCode, _) => json!({
                "session_id": SESSION, "cwd": cwd, "hook_event_name": event, "tool_name": "run_in_terminal",
                "tool_input": { "command": COMMAND }, "tool_use_id": "canary",
            }),
            (Self::Gemini, _) => json!({
                "session_id": SESSION, "cwd": cwd, "hook_event_name": event, "tool_name": "run_shell_command",
                "tool_input": { "command": COMMAND },
            }),
            (Self::Cursor, "beforeShellExecution") => cursor(event, cwd, &json!({ "command": COMMAND, "cwd": cwd })),
            (Self::Cursor, "beforeMCPExecution") => {
                // Without the name of its server no tool is known, and a person would be asked.
                cursor(
                    event,
                    cwd,
                    &json!({ "tool_name": "canary", "tool_input": json!({ "path": guarded }).to_string() }),
                )
            }
            (Self::Cursor, "beforeReadFile") => {
                cursor(event, cwd, &json!({ "file_path": "/etc/shadow", "content": "" }))
            }
            (Self::Cursor, _) => cursor(
                event,
                cwd,
                &json!({ "tool_name": "Write", "tool_input": { "file_path": guarded, "contents": "" }, "cwd": cwd }),
            ),
            (Self::Copilot, _) => {
                json!({ "sessionId": SESSION, "cwd": cwd, "toolName": "bash", "toolArgs": { "command": COMMAND } })
            }
            (Self::Cline, _) => json!({
                "clineVersion": "0", "hookName": event, "taskId": SESSION, "workspaceRoots": [cwd],
                "preToolUse": { "toolName": "execute_command", "parameters": { "command": COMMAND } },
            }),
            (Self::OpenCode, _) => json!({
                "event": event, "sessionID": SESSION, "callID": "canary", "directory": cwd, "tool": "bash",
                "args": { "command": COMMAND },
            }),
            (Self::Windsurf, _) => windsurf(event, cwd, guarded),
        }
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
            Self::Claude | Self::Codex | Self::Gemini | Self::Cursor | Self::Windsurf | Self::Copilot => {
                jsonc::find(text, &["hooks", event], &crate::install::is_ours).ok().flatten()
            }
            Self::Cline => text.lines().find_map(|line| line.strip_prefix("exec ")).map(str::to_owned),
            Self::OpenCode => {
                let line = text.lines().find_map(|line| line.strip_prefix("const BYLEAVE = "))?;
                let program: String = serde_json::from_str(line).ok()?;
                Some(format!("{} hook --agent opencode", crate::install::quoted(&program)))
            }
            Self::VsCode => None,
        }
    }
}

fn cursor(event: &str, cwd: &str, more: &Value) -> Value {
    let mut said = json!({ "conversation_id": SESSION, "cursor_version": "0", "workspace_roots": [cwd], "hook_event_name": event });
    if let (Some(said), Some(more)) = (said.as_object_mut(), more.as_object()) {
        said.extend(more.clone());
    }
    said
}

fn windsurf(event: &str, cwd: &str, guarded: &str) -> Value {
    let info = match event {
        "pre_run_command" => json!({ "command_line": COMMAND, "cwd": cwd }),
        "pre_write_code" => json!({ "file_path": guarded, "edits": [] }),
        "pre_mcp_tool_use" => {
            json!({ "mcp_server_name": "canary__canary", "mcp_tool_name": "canary", "mcp_tool_arguments": {} })
        }
        _ => json!({ "file_path": "/etc/shadow" }),
    };
    json!({ "agent_action_name": event, "trajectory_id": SESSION, "tool_info": info })
}
