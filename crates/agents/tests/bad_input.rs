//! What an agent, or something in its name, may send that is no call. Every agent's hook refuses it in that agent's terms.
#![expect(clippy::indexing_slicing, reason = "a test may fail")]

use byleave_agents::{Agent, Event, LARGEST, Reply, Surroundings, Unreadable, read};
use serde_json::{Value, json};

/// Whether a reply keeps an agent from running the tool, as the agent sees it.
fn blocks(agent: Agent, event: Option<&str>, reply: &Reply) -> bool {
    let said: Value = serde_json::from_str(&reply.stdout).unwrap_or(Value::Null);
    let by_code = reply.code == 2 && !reply.stderr.trim().is_empty();
    match agent {
        // Here a code does nothing where the agent is about to ask.
        Agent::Claude if event == Some("PermissionRequest") => {
            said["hookSpecificOutput"]["decision"]["behavior"] == "deny"
        }
        Agent::Claude | Agent::VsCode => by_code && said["hookSpecificOutput"]["permissionDecision"] == "deny",
        Agent::Codex | Agent::Windsurf => by_code && reply.stdout.is_empty(),
        Agent::Gemini | Agent::OpenCode => by_code && said["decision"] == "deny",
        Agent::Cursor => by_code && said["permission"] == "deny",
        Agent::Copilot if event == Some("permissionRequest") => by_code && said["behavior"] == "deny",
        Agent::Copilot => by_code && said["permissionDecision"] == "deny",
        Agent::Cline => said["cancel"] == true && said.get("shouldContinue").is_none(),
    }
}

fn inputs() -> Vec<(&'static str, Vec<u8>)> {
    let call = json!({ "session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": { "command": "ls" } })
    .to_string();
    let deep = format!("{{\"tool_input\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    vec![
        ("nothing", Vec::new()),
        ("blanks", b" \n\t ".to_vec()),
        ("a call that is cut", call.as_bytes()[..call.len() / 2].to_vec()),
        ("two calls", format!("{call}{call}").into_bytes()),
        ("a key twice", br#"{"session_id":"s","tool_input":{"command":"ls","command":"rm -rf /"}}"#.to_vec()),
        ("too deep", deep.into_bytes()),
        ("no text", b"{\"session_id\":\"\xff\xfe\"}".to_vec()),
        ("a list", b"[]".to_vec()),
        ("a number", b"1".to_vec()),
        ("no JSON", b"hello".to_vec()),
        ("a NUL", b"\0".to_vec()),
        ("an object of nothing", b"{}".to_vec()),
        ("an event that no agent has", br#"{"session_id":"s","hook_event_name":"BeforeLunch"}"#.to_vec()),
        ("a session that is no text", br#"{"session_id":7,"hook_event_name":"PreToolUse"}"#.to_vec()),
        ("a session of two lines", br#"{"session_id":"a\nb","hook_event_name":"PreToolUse"}"#.to_vec()),
        ("too large", vec![b' '; LARGEST + 1]),
    ]
}

#[test]
fn s16_what_cannot_be_read_is_refused_as_each_agent_expects() {
    for agent in Agent::ALL {
        for (name, bytes) in inputs() {
            let read = read(&bytes, Some(agent), None, &Surroundings::none());
            let Err(error) = read else { panic!("{agent} takes {name}") };
            let own = if agent == Agent::Copilot { "permissionRequest" } else { "PermissionRequest" };
            let asks = matches!(agent, Agent::Claude | Agent::Codex | Agent::Copilot);
            for event in [None, Some(own).filter(|_| asks)] {
                let reply = Event::unread(agent, event).failed(&error.to_string());
                assert!(blocks(agent, event, &reply), "{agent}, {name}, {event:?}: {reply:?}");
            }
        }
    }
}

#[test]
fn s16_what_has_no_agent_is_refused_too() {
    for (name, bytes) in inputs() {
        assert!(read(&bytes, None, None, &Surroundings::none()).is_err(), "{name}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let wrong = |text: &str| {
        read(text.as_bytes(), Some(Agent::Claude), None, &Surroundings::none()).expect_err("wrong").to_string()
    };
    assert_eq!(wrong(""), "the agent sent nothing on standard input");
    assert_eq!(wrong("{}"), "what the agent sent has no `hook_event_name`");
    assert_eq!(
        wrong(r#"{"hook_event_name":"BeforeTool"}"#),
        "claude has no hook event `BeforeTool`; check the `--agent` of the hook"
    );
    let twice = wrong(r#"{"a":1,"a":2}"#);
    assert!(twice.starts_with("what the agent sent cannot be read: key `a` stands twice"), "{twice}");
    assert_eq!(Unreadable::TooLarge.to_string(), "the agent sent more than 8 MiB");
}
