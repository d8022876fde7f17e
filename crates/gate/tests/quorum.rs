//! Calls to which several people must agree.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::sync::Arc;

use byleave_gate::{
    Answer, AnsweredBy, Authorization, Call, Cause, Collected, Gate, MemoryStore, RejectMode, Reply, Request,
    RequestState, ResolveError, Resolved, Settled, Store, Submitted, block_on,
};
use byleave_policy::paths::Lexical;
use byleave_policy::rules::Rule;
use byleave_policy::{Policy, Verdict};
use serde_json::{Value, json};

fn policy(approvals: u32) -> Policy {
    let mut policy = Policy { ask_timeout_seconds: Some(600), ..Policy::default() };
    policy.rules.push(Rule { approvals, ..Rule::new("Bash(npm publish *)", Verdict::Ask).unwrap() });
    policy
}

fn node_with(store: &Arc<MemoryStore>, policy: Policy) -> Gate {
    let shared: Arc<dyn Store> = Arc::<MemoryStore>::clone(store);
    let builder = Gate::builder().policy(policy).shared_store(shared).resolver(Lexical);
    builder.cwd("/w/app").project("/w/app").home("/home/dev").session("sess_a").build().unwrap()
}

fn node(store: &Arc<MemoryStore>) -> Gate {
    node_with(store, policy(2))
}

fn bash(command: &str) -> Call {
    Call::new("bash", json!({ "command": command }))
}

fn submit(gate: &Gate, call: Call) -> String {
    let submitted = block_on(gate.submit(call, Vec::new()));
    let Submitted::Pending { request, .. } = submitted else { panic!("it does not wait: {submitted:?}") };
    request.id
}

fn says(gate: &Gate, id: &str, person: &str, answer: &Value) -> Result<Resolved, ResolveError> {
    let by = AnsweredBy { person: person.to_owned(), channel: "hub".to_owned() };
    block_on(gate.resolve(id, Answer::from_json(answer, RejectMode::Hard).unwrap(), &by))
}

fn frame(store: &MemoryStore, id: &str) -> Value {
    block_on(store.request(id)).unwrap().unwrap().frame
}

#[test]
fn two_different_people_must_agree_at_whatever_node() {
    let store = Arc::new(MemoryStore::new());
    let id = submit(&node(&store), bash("npm publish"));
    assert_eq!(frame(&store, &id)["approvals"], json!({"needed": 2, "given": []}));
    assert_eq!(frame(&store, &id)["editable"], false);
    let yes = json!({"approved": true});
    for again in ["ann", "ann", "Ann", " ann "] {
        let resolved = says(&node(&store), &id, again, &yes).unwrap();
        assert!(!resolved.approved && resolved.waits.is_some_and(|waits| waits.given.len() == 1), "{again}");
        assert_eq!(block_on(node(&store).collect(&id)), Ok(Collected::Waiting), "{again}");
    }
    assert_eq!(frame(&store, &id)["approvals"], json!({"needed": 2, "given": ["ann"]}));
    let resolved = says(&node(&store), &id, "bob", &yes).unwrap();
    assert!(resolved.approved && resolved.waits.is_none(), "{resolved:?}");
    let Ok(Collected::Ready { approved: true, answer, .. }) = block_on(node(&store).collect(&id)) else {
        panic!("an answer")
    };
    assert_eq!(answer["approvals"], json!(["ann", "bob"]));
    let rows = block_on(store.rows(&byleave_gate::Query::default())).unwrap();
    assert_eq!(rows.len(), 1, "one decision");
    let entry: Value = serde_json::from_str(&rows[0].body).unwrap();
    assert_eq!((&entry["approvals"], &entry["person"]), (&json!(["ann", "bob"]), &json!("bob")));
}

#[test]
fn one_no_is_a_no_also_of_an_approver_who_agreed() {
    for who in ["ann", "bob"] {
        let store = Arc::new(MemoryStore::new());
        let id = submit(&node(&store), bash("npm publish"));
        says(&node(&store), &id, "ann", &json!({"approved": true})).unwrap();
        let no = says(&node(&store), &id, who, &json!({"approved": false, "mode": "reject_soft"})).unwrap();
        assert!(!no.approved && no.waits.is_none());
        let late = says(&node(&store), &id, "bob", &json!({"approved": true}));
        assert!(matches!(late, Err(ResolveError::Decided { state: RequestState::Decided, .. })), "{late:?}");
        assert!(matches!(block_on(node(&store).collect(&id)), Ok(Collected::Ready { approved: false, .. })));
    }
}

#[test]
fn what_is_granted_is_what_all_agreed_on() {
    for (one, other, grants) in [
        (json!({"approved": true, "scope": "always"}), json!({"approved": true}), 0),
        (
            json!({"approved": true, "scope": "session", "breadth": "tool"}),
            json!({"approved": true, "scope": "always", "breadth": "exact"}),
            1,
        ),
    ] {
        let store = Arc::new(MemoryStore::new());
        let id = submit(&node(&store), bash("npm publish"));
        says(&node(&store), &id, "ann", &one).unwrap();
        assert!(says(&node(&store), &id, "bob", &other).unwrap().approved);
        let held = block_on(store.grants(false)).unwrap();
        assert_eq!(held.len(), grants, "{one} {other}");
        for held in held {
            assert_eq!((held.by.as_str(), held.grant.people), ("ann, bob", 2));
            assert_eq!(byleave_gate::grant_json::to_json(&held.grant)["coverage"]["breadth"], "exact");
            assert_eq!(held.grant.expires, byleave_policy::rules::conditions::Expires::SessionEnd);
            // Two agreed to it, so it runs without asking; where three are wanted it asks.
            let submitted = block_on(node(&store).submit(bash("npm publish"), Vec::new()));
            assert!(
                matches!(submitted, Submitted::Settled(ref settled) if matches!(**settled, Authorization::Approved(_)))
            );
            submit(&node_with(&store, policy(3)), bash("npm publish"));
        }
    }
}

#[test]
fn no_approver_gets_around_the_others() {
    let store = Arc::new(MemoryStore::new());
    let id = submit(&node(&store), bash("npm publish"));
    let edit = json!({"approved": true, "arguments": {"command": "npm publish --tag next"}});
    assert_eq!(says(&node(&store), &id, "ann", &edit), Err(ResolveError::Fixed { needed: 2 }));
    assert_eq!(frame(&store, &id)["approvals"]["given"], json!([]), "nothing of it counts");
    // Another call, turned into this one.
    let other = submit(&node(&store), bash("npm install"));
    let edit =
        json!({"approved": true, "scope": "always", "breadth": "exact", "arguments": {"command": "npm publish"}});
    assert!(!says(&node(&store), &other, "ann", &edit).unwrap().approved);
    assert!(block_on(store.grants(true)).unwrap().is_empty());
    // What one person granted before two were wanted.
    let before = submit(&node_with(&store, policy(1)), bash("npm publish"));
    let always = json!({"approved": true, "scope": "always", "breadth": "exact"});
    assert!(says(&node_with(&store, policy(1)), &before, "ann", &always).unwrap().approved);
    submit(&node(&store), bash("npm publish"));
    // A question that was put before two were wanted.
    let old = submit(&node_with(&store, Policy { ask_approvals: 1, ..policy(1) }), bash("npm view x"));
    let tightened = node_with(&store, Policy { ask_approvals: 2, ..policy(2) });
    let resolved = says(&tightened, &old, "ann", &json!({"approved": true})).unwrap();
    assert!(!resolved.approved && resolved.reason.contains("2 different people"), "{resolved:?}");
}

#[test]
fn many_who_agree_at_once_are_all_counted() {
    for round in 0..50 {
        let store = Arc::new(MemoryStore::new());
        let id = submit(&node_with(&store, policy(4)), bash("npm publish"));
        let threads: Vec<_> = ["ann", "bob", "cy", "dee", "eve"]
            .into_iter()
            .map(|person| {
                let (store, id) = (Arc::clone(&store), id.clone());
                std::thread::spawn(move || says(&node_with(&store, policy(4)), &id, person, &json!({"approved": true})))
            })
            .collect();
        let said: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        let approved = said.iter().filter(|said| said.as_ref().is_ok_and(|said| said.approved)).count();
        assert_eq!(approved, 1, "round {round}: {said:?}");
        let stored = block_on(store.request(&id)).unwrap().unwrap();
        assert_eq!((stored.state, stored.approvals.len()), (RequestState::Decided, 4), "round {round}");
    }
}

#[test]
fn one_person_at_one_terminal_is_not_two() {
    struct Eager;
    impl byleave_gate::Channel for Eager {
        fn name(&self) -> &'static str {
            "terminal"
        }
        fn ask(&self, _: Arc<Request>, _: Settled) -> byleave_gate::Asking<'_> {
            Box::pin(async { Ok(Reply::of(Answer::once())) })
        }
    }
    let gate = |policy| Gate::builder().policy(policy).resolver(Lexical).channel(Eager).cwd("/w").build().unwrap();
    for (policy, command, fewer) in [
        (policy(2), "npm publish", true),
        (policy(2), "npm install", false),
        (Policy { ask_approvals: 2, ..Policy::default() }, "npm install", true),
    ] {
        match block_on(gate(policy).authorize(bash(command))) {
            Authorization::Rejected(refusal) => {
                assert_eq!(refusal.cause, Cause::TooFew(2));
                assert!(fewer && refusal.reason().contains("hub"), "{}", refusal.reason());
            }
            Authorization::Approved(_) => assert!(!fewer, "{command}"),
            Authorization::Stopped(refusal) => panic!("{refusal}"),
        }
    }
}
