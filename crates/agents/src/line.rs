//! The line by which an agent starts its hook. Most agents run the tool if a hook is missing, is killed or says nothing, so the line
//! itself refuses the call then.

use byleave_shell::quoted;

use crate::agent::Agent;

/// How long the hook waits for a person: less than the agent waits for its hook, so that the hook answers first.
const WAIT: u32 = 570;

/// Whether the answer to an event decides if a tool runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decides {
    /// It does.
    Yes,
    /// The agent only tells what happened.
    No,
}

/// Whether a command is a hook of byleave's.
pub(crate) fn is_ours(command: &str) -> bool {
    command.contains("byleave") && command.contains(" hook --agent ")
}

/// The command of a hook in the settings of an agent, which lie at `place`.
pub(crate) fn command(program: &str, agent: Agent, event: &str, decides: Decides, place: &str) -> String {
    let line = format!("{} hook --agent {agent} --event {event} --wait {WAIT}", quoted(program));
    match decides {
        Decides::No => line,
        Decides::Yes => guarded(agent, event, &line, place),
    }
}

/// The text of a program that an agent starts as its hook. It has no `--wait`: what these agents give a hook cannot be set.
pub(crate) fn script(program: &str, agent: Agent, event: &str, decides: Decides) -> String {
    let line = format!("{} hook --agent {agent} --event {event}", quoted(program));
    match decides {
        Decides::No => format!("#!/bin/sh\nexec {line}\n"),
        Decides::Yes => {
            format!("#!/bin/sh\n{}\n", guarded(agent, event, &line, &format!("~/{}", agent.settings())))
        }
    }
}

/// How a line refuses a call on its own.
enum Refusal {
    /// A code, and words on standard error.
    Code,
    /// An answer in the agent's protocol.
    Answer(String),
}

/// A line that refuses the call unless byleave answers it.
fn guarded(agent: Agent, event: &str, line: &str, place: &str) -> String {
    let why = format!(
        "byleave did not answer, so the call does not run. If byleave is gone for good, remove its hook from {place}"
    );
    let answer = r#"printf %s "$out""#;
    let said = match agent {
        // It would show every answer to its user, and reads none of them.
        Agent::Windsurf => ":",
        Agent::Claude
        | Agent::Codex
        | Agent::Gemini
        | Agent::Cursor
        | Agent::Copilot
        | Agent::VsCode
        | Agent::Cline
        | Agent::OpenCode => answer,
    };
    let failed = match refusal(agent, event, &why) {
        Refusal::Code => format!(r#"echo "{why}" >&2; exit 2"#),
        Refusal::Answer(json) => format!("printf %s {}", quoted(&json)),
    };
    let line = format!(
        r"out=$({line}); code=$?; case $code:$out in 0:?*) {said};; 2:*) {answer}; exit 2;; *) {failed};; esac"
    );
    match agent {
        // These start it in a shell that may be none of the POSIX family, such as fish.
        Agent::Codex | Agent::Windsurf => format!("exec /bin/sh -c {}", quoted(&line)),
        Agent::Claude
        | Agent::Gemini
        | Agent::Cursor
        | Agent::Copilot
        | Agent::VsCode
        | Agent::Cline
        | Agent::OpenCode => line,
    }
}

fn refusal(agent: Agent, event: &str, why: &str) -> Refusal {
    match agent {
        // It takes no code for a refusal.
        Agent::Cline => Refusal::Answer(format!(r#"{{"cancel":true,"errorMessage":"{why}"}}"#)),
        // It takes the code, but shows only the code.
        Agent::Copilot if event == "permissionRequest" => {
            Refusal::Answer(format!(r#"{{"behavior":"deny","message":"{why}"}}"#))
        }
        Agent::Copilot => {
            Refusal::Answer(format!(r#"{{"permissionDecision":"deny","permissionDecisionReason":"{why}"}}"#))
        }
        // There a code does nothing.
        Agent::Claude if event == "PermissionRequest" => Refusal::Answer(format!(
            r#"{{"hookSpecificOutput":{{"decision":{{"behavior":"deny","message":"{why}"}},"hookEventName":"{event}"}}}}"#
        )),
        Agent::Claude
        | Agent::Codex
        | Agent::Gemini
        | Agent::Cursor
        | Agent::VsCode
        | Agent::OpenCode
        | Agent::Windsurf => Refusal::Code,
    }
}
