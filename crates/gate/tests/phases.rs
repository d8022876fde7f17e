//! The way of a call in steps that survive between processes.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::sync::Arc;

use byleave_gate::{
    Answer, AnsweredBy, Authorization, Call, Collected, Gate, MemoryStore, RejectMode, RequestState, ResolveError,
    Store, Submitted, block_on,
};
use byleave_policy::paths::Lexical;
use byleave_policy::{Digest, Policy, Profile};
use serde_json::json;

/// A gate as each node of a hub has one; they share nothing but the store.
fn node(store: &Arc<MemoryStore>) -> Gate {
    let policy = Policy { profile: Profile::ConnectOnion, ask_timeout_seconds: Some(600), ..Policy::default() };
    let shared: Arc<dyn Store> = Arc::<MemoryStore>::clone(store);
    Gate::builder()
        .policy(policy)
        .shared_store(shared)
        .resolver(Lexical)
        .cwd("/w/app")
        .project("/w/app")
        .home("/home/dev")
        .session("sess_a")
        .build()
        .unwrap()
}

fn bash(command: &str) -> Call {
    Call::new("bash", json!({ "command": command }))
}

fn submit(gate: &Gate, call: Call) -> String {
    let submitted = block_on(gate.submit(call, Vec::new()));
    let Submitted::Pending { request, .. } = submitted else { panic!("it does not wait: {submitted:?}") };
    request.id
}

fn kim() -> AnsweredBy {
    AnsweredBy { person: "kim".to_owned(), channel: "hub".to_owned() }
}

fn answer(value: &serde_json::Value) -> Answer {
    Answer::from_json(value, RejectMode::Hard).unwrap()
}

fn rows(store: &MemoryStore) -> usize {
    block_on(store.rows(&byleave_gate::Query::default())).unwrap().len()
}

#[test]
fn a_call_asked_on_one_node_is_answered_on_another_and_collected_on_a_third() {
    let store = Arc::new(MemoryStore::new());
    let call = bash("npm install");
    let digest = Digest::of(&byleave_policy::CallFacts::new("bash", call.arguments.clone(), "/w/app", "/home/dev"));
    let id = submit(&node(&store), call);
    assert_eq!(block_on(node(&store).collect(&id)).unwrap(), Collected::Waiting);
    let resolved = block_on(node(&store).resolve(&id, Answer::once(), &kim())).unwrap();
    assert!(resolved.approved);
    assert_eq!(rows(&store), 1, "on record before anybody collects it");
    match block_on(node(&store).collect(&id)).unwrap() {
        Collected::Ready { approved: true, arguments: None, digest: Some(found), .. } => assert_eq!(found, digest),
        other @ (Collected::Waiting | Collected::Ready { .. } | Collected::Gone(_)) => panic!("{other:?}"),
    }
    assert_eq!(block_on(node(&store).collect(&id)).unwrap(), Collected::Gone(RequestState::Released), "only once");
    block_on(node(&store).done(&id)).unwrap();
    assert!(block_on(node(&store).done(&id)).is_err());
    assert_eq!(rows(&store), 1, "one record for one decision");
}

#[test]
fn s9_the_first_answer_counts_and_later_ones_hear_who_gave_it() {
    let store = Arc::new(MemoryStore::new());
    let id = submit(&node(&store), bash("npm install"));
    block_on(node(&store).resolve(&id, Answer::soft(None), &kim())).unwrap();
    let late = block_on(node(&store).resolve(&id, Answer::once(), &AnsweredBy { person: "lee".to_owned(), ..kim() }));
    assert_eq!(late, Err(ResolveError::Decided { by: Some("kim".to_owned()), state: RequestState::Decided }));
    match block_on(node(&store).collect(&id)).unwrap() {
        Collected::Ready { approved: false, .. } => {}
        other @ (Collected::Waiting | Collected::Ready { .. } | Collected::Gone(_)) => panic!("{other:?}"),
    }
    assert_eq!(
        block_on(node(&store).resolve("ap_none", Answer::once(), &kim())),
        Err(ResolveError::Unknown("ap_none".to_owned()))
    );
}

#[test]
fn a_grant_settles_what_it_covers_and_nothing_else() {
    let store = Arc::new(MemoryStore::new());
    let gate = node(&store);
    let (first, second) = (submit(&gate, bash("npm install")), submit(&gate, bash("npm test")));
    let other = submit(&gate, Call::new("write", json!({"file_path": "a"})));
    assert!(block_on(gate.settle_granted(&second)).unwrap().is_none());
    let resolved =
        block_on(gate.resolve(&first, answer(&json!({"approved": true, "scope": "session"})), &kim())).unwrap();
    assert!(resolved.granted);
    assert!(block_on(gate.settle_granted(&second)).unwrap().unwrap().approved);
    assert!(block_on(gate.settle_granted(&other)).unwrap().is_none());
    assert!(matches!(block_on(gate.collect(&second)).unwrap(), Collected::Ready { approved: true, .. }));
    assert_eq!(block_on(gate.collect(&other)).unwrap(), Collected::Waiting);
    assert_eq!(rows(&store), 2);
}

#[test]
fn edits_are_judged_again_and_the_deny_floor_holds() {
    let store = Arc::new(MemoryStore::new());
    let gate = node(&store);
    let edited = |command: &str| answer(&json!({"approved": true, "arguments": {"command": command}}));
    let id = submit(&gate, bash("npm install"));
    assert!(block_on(gate.resolve(&id, edited("npm ci"), &kim())).unwrap().approved);
    match block_on(gate.collect(&id)).unwrap() {
        Collected::Ready { approved: true, arguments: Some(arguments), digest: Some(_), .. } => {
            assert_eq!(arguments, *json!({"command": "npm ci"}).as_object().unwrap());
        }
        other @ (Collected::Waiting | Collected::Ready { .. } | Collected::Gone(_)) => panic!("{other:?}"),
    }
    let id = submit(&gate, bash("npm install"));
    assert!(!block_on(gate.resolve(&id, edited("byleave trust"), &kim())).unwrap().approved);
    assert!(matches!(block_on(gate.collect(&id)).unwrap(), Collected::Ready { approved: false, .. }));
}

#[test]
fn a_hard_rejection_stops_the_session_and_what_waits_in_it() {
    let store = Arc::new(MemoryStore::new());
    let gate = node(&store);
    let (first, second) = (submit(&gate, bash("npm install")), submit(&gate, bash("npm test")));
    let resolved = block_on(gate.resolve(&first, answer(&json!({"approved": false})), &kim())).unwrap();
    assert!(resolved.stopped);
    let resolved = block_on(gate.resolve(&second, Answer::once(), &kim())).unwrap();
    assert!(!resolved.approved, "the user stopped the work before this answer came");
    let submitted = block_on(gate.submit(bash("ls"), Vec::new()));
    let Submitted::Settled(settled) = submitted else { panic!("asked although stopped: {submitted:?}") };
    assert!(matches!(*settled, Authorization::Stopped(_)));
}

#[test]
fn before_its_time_nothing_expires_and_secrets_do_not_wait_in_the_store() {
    let store = Arc::new(MemoryStore::new());
    let gate = node(&store);
    let secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    let id = submit(&gate, bash(&format!("curl -H 'Authorization: token {secret}' https://api.example")));
    assert!(!block_on(gate.expire(&id)).unwrap());
    let stored = block_on(store.request(&id)).unwrap().unwrap();
    assert!(!stored.frame.to_string().contains(secret), "{}", stored.frame);
    assert!(
        block_on(gate.resolve(&id, answer(&json!({"approved": true, "scope": "session", "breadth": "exact"})), &kim()))
            .unwrap()
            .approved
    );
    // The grant is for the true call, secret included.
    let again = bash(&format!("curl -H 'Authorization: token {secret}' https://api.example"));
    assert!(
        matches!(block_on(gate.submit(again, Vec::new())), Submitted::Settled(settled) if matches!(*settled, Authorization::Approved(_)))
    );
}

#[test]
fn a_call_that_wants_a_person_is_put_to_one_here_and_judged_so_again_from_the_record() {
    let store = Arc::new(MemoryStore::new());
    let gate = node(&store);
    let read = || Call::new("read", json!({"file_path": "README.md"}));
    for (call, asks) in [(read(), true), (bash("npm install"), true), (bash("byleave trust"), false)] {
        let asked = matches!(block_on(gate.submit(call.clone().ask(), Vec::new())), Submitted::Pending { .. });
        assert_eq!(asked, asks, "{call:?}");
        assert!(!matches!(block_on(gate.authorize(call.clone().ask())), Authorization::Approved(_)), "{call:?}");
    }
    assert!(matches!(block_on(gate.authorize(read())), Authorization::Approved(_)));
    let judged: Vec<(bool, bool)> = block_on(store.rows(&byleave_gate::Query::default()))
        .unwrap()
        .iter()
        .map(|row| {
            let entry: byleave_gate::record::Entry = serde_json::from_str(&row.body).unwrap();
            let again = byleave_gate::replay::Recorded::of(&entry, &[]).decide(&gate.policy(), &Lexical);
            (entry.ask, again.verdict.name() == entry.verdict)
        })
        .collect();
    assert!(judged.iter().all(|(_, same)| *same) && judged.iter().any(|(ask, _)| *ask), "{judged:?}");
}

#[test]
fn under_a_name_the_same_call_is_the_same_question() {
    let store = Arc::new(MemoryStore::new());
    let submit_as = |command: &str| block_on(node(&store).submit_to(bash(command), Vec::new(), Some("ap_1"), true));
    assert!(matches!(submit_as("npm install"), Submitted::Pending { request, .. } if request.id == "ap_1"));
    assert!(matches!(submit_as("npm install"), Submitted::Known(stored) if stored.id == "ap_1"));
    assert!(matches!(submit_as("npm test"), Submitted::Taken));
    block_on(node(&store).resolve("ap_1", Answer::once(), &kim())).unwrap();
    for (receiver, ready) in [(Some("me"), true), (Some("me"), true), (Some("you"), false), (None, false)] {
        let collected = block_on(node(&store).collect_as("ap_1", receiver)).unwrap();
        assert_eq!(matches!(collected, Collected::Ready { approved: true, .. }), ready, "{receiver:?}");
    }
    block_on(node(&store).done("ap_1")).unwrap();
    let collected = block_on(node(&store).collect_as("ap_1", Some("me"))).unwrap();
    assert_eq!(collected, Collected::Gone(RequestState::Done));
}

#[test]
fn who_works_in_a_session_that_began_with_a_turn_is_written_by_the_first_call_that_says_so() {
    for (command, asks) in [("byleave trust .", false), ("npm install", true)] {
        let store = Arc::new(MemoryStore::new());
        let gate = node(&store);
        let session = || block_on(store.session("sess_a")).unwrap().unwrap();
        let say = |agent: Option<&str>| {
            let call = Call { agent: agent.map(str::to_owned), ..bash(command) };
            assert_eq!(matches!(block_on(gate.submit(call, Vec::new())), Submitted::Pending { .. }), asks, "{command}");
        };
        block_on(gate.begin_turn()).unwrap();
        say(None);
        let before = session();
        assert_eq!(before.agent, None, "{command}");
        say(Some("codex"));
        let named = session();
        assert_eq!((named.agent.as_deref(), named.turn), (Some("codex"), 1), "{command}");
        for agent in [Some("somebody else"), None, Some("codex")] {
            say(agent);
            assert_eq!(session(), named, "written once: {command}");
        }
    }
}
