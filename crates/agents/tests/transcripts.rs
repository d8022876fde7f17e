//! What each agent says and what it is answered, as files: `transcripts/AGENT/CASE.json`. With `BYLEAVE_BLESS=1` they are
//! written anew; look at the difference before you commit it.
#![expect(clippy::indexing_slicing, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};

use byleave_agents::{Agent, Hook, Reply, Ruling, Surroundings, read};
use serde_json::{Map, Value, json};

#[test]
fn every_agent_is_understood_and_answered_as_its_transcripts_say() {
    let mut seen = 0;
    for agent in Agent::ALL {
        let cases = cases(agent);
        assert!(cases.len() > 5, "{agent} has transcripts");
        for path in cases {
            check(agent, &path);
            seen += 1;
        }
    }
    assert!(seen >= 90, "no transcript got lost: {seen}");
}

#[test]
fn every_agent_is_known_by_what_it_says() {
    if is_blessing() {
        return;
    }
    for agent in Agent::ALL {
        for path in cases(agent) {
            let case = load(&path);
            let around = surroundings(&case, agent);
            let hook = read(case["stdin"].to_string().as_bytes(), None, case["event"].as_str(), &around);
            let hook = hook.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            // Copilot speaks like Claude or VS Code where its hooks are named like theirs.
            let alike = path.ends_with("pre_in_pascal_case.json");
            assert!(hook.event.agent == agent || alike, "{} is taken for {}", path.display(), hook.event.agent);
        }
    }
}

#[test]
fn the_words_of_one_agent_are_refused_by_the_hook_of_another() {
    if is_blessing() {
        return;
    }
    let mut refused = 0;
    for agent in Agent::ALL {
        for other in Agent::ALL.into_iter().filter(|other| *other != agent) {
            for path in cases(agent) {
                let case = load(&path);
                let around = surroundings(&case, agent);
                let stdin = case["stdin"].to_string();
                match read(stdin.as_bytes(), Some(other), None, &around) {
                    Err(_) => refused += 1,
                    // Those who share a shape share what they mean: a call is one there too, and is judged.
                    Ok(hook) => {
                        let own =
                            read(stdin.as_bytes(), Some(agent), case["event"].as_str(), &around).expect("its own");
                        assert_eq!(hook.call.is_some(), own.call.is_some(), "{} read as {other}", path.display());
                    }
                }
            }
        }
    }
    assert!(refused > 300, "{refused}");
}

/// The files are being written: nothing else can be read from them meanwhile.
fn is_blessing() -> bool {
    std::env::var_os("BYLEAVE_BLESS").is_some()
}

fn check(agent: Agent, path: &Path) {
    let mut case = load(path);
    let around = surroundings(&case, agent);
    let stdin = case["stdin"].to_string();
    let hook = read(stdin.as_bytes(), Some(agent), case["event"].as_str(), &around)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let understood = json!({ "read": shown(&hook), "replies": replies(&hook) });
    if is_blessing() {
        let map = case.as_object_mut().expect("an object");
        map.extend(understood.as_object().expect("an object").clone());
        let text = serde_json::to_string_pretty(&case).expect("JSON");
        fs::write(path, format!("{text}\n")).expect("written");
        return;
    }
    for key in ["read", "replies"] {
        assert_eq!(case[key], understood[key], "{}: `{key}`", path.display());
    }
}

fn shown(hook: &Hook) -> Value {
    let call = hook.call.as_ref().map(|call| {
        json!({
            "tool": call.tool,
            "arguments": call.arguments,
            "id": call.id,
            "description": call.description,
            "shells": call.shells.map(|shells| shells.to_string()),
            "cwd": call.cwd,
            "cwd_is_certain": call.cwd_is_certain,
            "is_question": call.is_question,
            "needs_person": call.needs_person,
        })
    });
    json!({
        "moment": format!("{:?}", hook.moment),
        "session": hook.session,
        "child": hook.child(),
        "cwd": hook.cwd,
        "project": hook.project,
        "judge": format!("{:?}", hook.judge),
        "mode": hook.mode.map(byleave_policy::Mode::name),
        "prompt": format!("{:?}", hook.prompt()),
        "call": call,
    })
}

fn replies(hook: &Hook) -> Value {
    let edited: Map<String, Value> = [("command".to_owned(), "ls -l".into())].into_iter().collect();
    let rulings = [
        ("allow", Ruling::allow("a rule allows it")),
        ("allow edited", Ruling::Allow { reason: "ann approved".to_owned(), edited: Some(edited) }),
        ("ask", Ruling::ask("it sends")),
        ("deny", Ruling::deny("people push")),
        ("silent", Ruling::Silent),
    ];
    let mut all: Map<String, Value> =
        rulings.iter().map(|(name, ruling)| ((*name).to_owned(), told(&hook.reply(ruling)))).collect();
    all.insert("failed".to_owned(), told(&hook.event.failed("the policy is broken")));
    Value::Object(all)
}

fn told(reply: &Reply) -> Value {
    let stdout = serde_json::from_str::<Value>(&reply.stdout).unwrap_or_else(|_| reply.stdout.as_str().into());
    json!({ "stdout": stdout, "stderr": reply.stderr, "code": reply.code })
}

fn surroundings(case: &Value, agent: Agent) -> Surroundings {
    let variables = case["env"].as_object().into_iter().flatten();
    let variables = variables.map(|(key, value)| (key.clone(), value.as_str().unwrap_or_default().to_owned()));
    // Windsurf starts its hooks in the root of the workspace and tells it nowhere else.
    let cwd = (agent == Agent::Windsurf).then(|| "/home/ann/p".to_owned());
    Surroundings::of(variables.collect(), cwd)
}

fn cases(agent: Agent) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(agent.name());
    let mut cases: Vec<PathBuf> =
        fs::read_dir(folder).expect("transcripts").map(|entry| entry.expect("a file").path()).collect();
    cases.sort();
    cases
}

fn load(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a transcript")).expect("JSON")
}
