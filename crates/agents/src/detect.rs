//! Which agent calls, if the command line does not say.

use crate::agent::Agent;
use crate::fields::Fields;
use crate::surroundings::Surroundings;

/// The agent that speaks so, the most certain signs first. If nothing tells, it is taken for Codex: its answers are the
/// strictest of those that have Claude's shape, and Claude takes a refusal in them as well.
pub(crate) fn agent(said: Fields<'_>, around: &Surroundings) -> Agent {
    let event = said.get("hook_event_name").and_then(serde_json::Value::as_str).unwrap_or_default();
    let under = |folder: &str| {
        let transcript = said.get("transcript_path").and_then(serde_json::Value::as_str);
        transcript.is_some_and(|path| path.contains(folder))
    };
    if said.has("agent_action_name") {
        Agent::Windsurf
    } else if said.has("clineVersion") {
        Agent::Cline
    } else if said.has("toolName") || said.has("toolArgs") || said.has("sessionId") {
        Agent::Copilot
    } else if said.has("sessionID") && said.has("event") {
        Agent::OpenCode
    } else if said.has("cursor_version") || said.has("conversation_id") {
        Agent::Cursor
    } else if matches!(event, "BeforeTool" | "AfterTool" | "BeforeAgent" | "AfterAgent") {
        Agent::Gemini
    } else if said.has("turn_id") || under("/.codex/") {
        Agent::Codex
    } else if under("/.copilot/") {
        Agent::Copilot
    } else if under("/.claude/") || around.variable("CLAUDECODE").is_some() {
        Agent::Claude
    } else if around.variable("CURSOR_VERSION").is_some() {
        Agent::Cursor
    } else if around.variable("GEMINI_SESSION_ID").is_some() {
        Agent::Gemini
    } else if said.has("timestamp") && said.has("hook_event_name") {
        Agent::VsCode
    } else if said.has("permission_mode") {
        Agent::Claude
    } else {
        Agent::Codex
    }
}
