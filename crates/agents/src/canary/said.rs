//! What each agent says to its hook before a call, as far as a canary needs it.

use serde::Serialize;

/// The words of one agent.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Said<'c> {
    /// Claude Code, and the agents that took over its shape.
    Claude {
        session_id: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        turn_id: Option<&'static str>,
        cwd: &'c str,
        hook_event_name: &'c str,
        #[serde(skip_serializing_if = "Option::is_none")]
        permission_mode: Option<&'static str>,
        tool_name: &'static str,
        tool_input: Command,
        #[serde(skip_serializing_if = "Option::is_none")]
        tool_use_id: Option<&'static str>,
    },
    Cursor {
        conversation_id: &'static str,
        cursor_version: &'static str,
        workspace_roots: [&'c str; 1],
        hook_event_name: &'c str,
        #[serde(flatten)]
        call: CursorCall<'c>,
    },
    #[serde(rename_all = "camelCase")]
    Copilot {
        session_id: &'static str,
        cwd: &'c str,
        tool_name: &'static str,
        tool_args: Command,
    },
    #[serde(rename_all = "camelCase")]
    Cline {
        cline_version: &'static str,
        hook_name: &'c str,
        task_id: &'static str,
        workspace_roots: [&'c str; 1],
        pre_tool_use: ClineCall,
    },
    OpenCode {
        event: &'c str,
        #[serde(rename = "sessionID")]
        session_id: &'static str,
        #[serde(rename = "callID")]
        call_id: &'static str,
        directory: &'c str,
        tool: &'static str,
        args: Command,
    },
    Windsurf {
        agent_action_name: &'c str,
        trajectory_id: &'static str,
        tool_info: WindsurfInfo<'c>,
    },
}

#[derive(Serialize)]
pub(super) struct Command {
    pub command: &'static str,
}

/// Cursor has an event for each kind of call.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum CursorCall<'c> {
    Shell {
        command: &'static str,
        cwd: &'c str,
    },
    /// The input is JSON in a text.
    Mcp {
        tool_name: &'static str,
        tool_input: String,
    },
    Read {
        file_path: &'static str,
        content: &'static str,
    },
    Tool {
        tool_name: &'static str,
        tool_input: Contents,
        cwd: &'c str,
    },
}

#[derive(Serialize)]
pub(super) struct Contents {
    pub file_path: &'static str,
    pub contents: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClineCall {
    pub tool_name: &'static str,
    pub parameters: Command,
}

/// Windsurf has an event for each kind of call.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum WindsurfInfo<'c> {
    Command { command_line: &'static str, cwd: &'c str },
    Write { file_path: &'static str, edits: [(); 0] },
    Mcp { mcp_server_name: &'static str, mcp_tool_name: &'static str, mcp_tool_arguments: Nothing },
    Read { file_path: &'static str },
}

/// `{}`.
#[derive(Serialize)]
pub(super) struct Nothing {}
