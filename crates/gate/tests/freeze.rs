//! While automatic approvals are frozen nothing runs that no person said yes to, at every gate that shares the store.
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::sync::{Arc, Mutex};

use byleave_gate::record::Entry;
use byleave_gate::replay::Recorded;
use byleave_gate::{
    Answer, AnsweredBy, Asking, Authorization, Call, Cause, Channel, Collected, Commit, Gate, GateBuilder, MemoryStore,
    Query, RejectMode, Reply, Request, Session, Settled, Store, Submitted, block_on, freeze,
};
use byleave_policy::paths::Lexical;
use byleave_policy::rules::Rule;
use byleave_policy::{Mode, Policy, Verdict};
use serde_json::json;

fn by(person: &str) -> AnsweredBy {
    AnsweredBy { person: person.to_owned(), channel: "hub".to_owned() }
}

fn bash(command: &str) -> Call {
    Call::new("bash", json!({ "command": command }))
}

fn yes(scope: &str) -> Answer {
    Answer::from_json(&json!({ "approved": true, "scope": scope }), RejectMode::Hard).unwrap()
}

/// A rule that allows `make`, one that denies `make burn`, and a mode that lets files be written.
fn policy() -> Policy {
    let mut policy = Policy { mode: Mode::AutoEdit, ..Policy::default() };
    policy.rules.push(Rule::new("Bash(make *)", Verdict::Allow).unwrap());
    policy.rules.push(Rule::new("Bash(make burn)", Verdict::Deny).unwrap());
    policy
}

fn builder(store: &Arc<MemoryStore>) -> GateBuilder {
    let shared: Arc<dyn Store> = Arc::<MemoryStore>::clone(store);
    let builder = Gate::builder().policy(policy()).shared_store(shared).resolver(Lexical);
    builder.cwd("/w/app").project("/w/app").home("/home/dev").session("sess_a")
}

fn node(store: &Arc<MemoryStore>) -> Gate {
    builder(store).build().unwrap()
}

/// Says yes for the session, and keeps why it was asked.
#[derive(Clone, Default)]
struct Person(Arc<Mutex<Vec<String>>>);

impl Channel for Person {
    fn name(&self) -> &'static str {
        "person"
    }

    fn ask(&self, request: Arc<Request>, _settled: Settled) -> Asking<'_> {
        self.0.lock().unwrap().push(request.decision.reason.to_string());
        Box::pin(async { Ok(Reply::of(yes("session"))) })
    }
}

/// Everything that runs by itself: what is built in as safe, a rule, a mode.
fn automatic() -> Vec<Call> {
    let write = Call::new("write_file", json!({ "file_path": "notes.md", "content": "x" }));
    vec![bash("ls"), bash("make test"), write, Call::new("read_file", json!({ "path": "README.md" }))]
}

#[test]
fn nothing_runs_by_itself_and_everything_else_stays_as_it_was() {
    let store = Arc::new(MemoryStore::new());
    for call in automatic() {
        assert!(block_on(node(&store).authorize(call.clone())).permit().is_ok(), "before: {call:?}");
    }
    let freeze = block_on(node(&store).freeze(&by("ann"), Some("odd pushes"))).unwrap();
    assert_eq!(freeze.words(), "automatic approvals are frozen by ann: odd pushes");
    let person = Person::default();
    for call in automatic() {
        let refused = block_on(node(&store).authorize(call.clone())).permit().unwrap_err();
        assert_eq!(refused.cause, Cause::NoChannel, "nobody is there to say yes: {call:?}");
        assert_eq!(refused.decision.reason.to_string(), freeze.words());
        let gate = builder(&store).channel(person.clone()).build().unwrap();
        assert!(block_on(gate.authorize(call)).permit().is_ok(), "a person may");
    }
    assert_eq!(*person.0.lock().unwrap(), vec![freeze.words(); 4], "each was asked about");
    let gate = builder(&store).channel(person.clone()).build().unwrap();
    assert_eq!(block_on(gate.authorize(bash("make burn"))).permit().unwrap_err().cause, Cause::Policy);
    assert_eq!(person.0.lock().unwrap().len(), 4, "what is denied is put to nobody");
    // What people said yes to for the session is asked about again as long as it lasts.
    assert!(block_on(gate.authorize(bash("ls"))).permit().is_ok());
    assert_eq!(person.0.lock().unwrap().len(), 5);
    assert_eq!(block_on(node(&store).thaw(&by("kim"))).unwrap(), Some(freeze));
    for call in automatic() {
        assert!(block_on(node(&store).authorize(call.clone())).permit().is_ok(), "afterwards: {call:?}");
    }
}

#[test]
fn it_holds_for_sub_agents_and_for_grants_and_in_every_mode() {
    let store = Arc::new(MemoryStore::new());
    let gate = builder(&store).channel(Person::default()).build().unwrap();
    assert!(block_on(gate.authorize(bash("curl https://example.org"))).permit().is_ok(), "granted for the session");
    block_on(gate.freeze(&by("ann"), None)).unwrap();
    block_on(gate.set_mode(Some(Mode::Yolo))).unwrap();
    let below = node(&store).sub_agent("helper");
    for (name, gate) in [("itself", node(&store)), ("below", below)] {
        for command in ["curl https://example.org", "ls"] {
            let refused = block_on(gate.authorize(bash(command))).permit().unwrap_err();
            assert_eq!(
                refused.decision.reason.to_string(),
                "automatic approvals are frozen by ann",
                "{name}: {command}"
            );
        }
    }
}

#[test]
fn one_freeze_at_a_time_and_both_ends_are_on_record() {
    let store = Arc::new(MemoryStore::new());
    let gate = node(&store);
    assert_eq!(block_on(gate.thaw(&by("kim"))).unwrap(), None, "there is nothing to end");
    let first = block_on(gate.freeze(&by("ann"), Some("  "))).unwrap();
    assert_eq!(first.reason, None, "blanks are no reason");
    assert_eq!(block_on(node(&store).freeze(&by("kim"), Some("me too"))).unwrap(), first, "the first one stands");
    assert_eq!(block_on(node(&store).frozen()).unwrap(), Some(first.clone()));
    block_on(gate.thaw(&by("kim"))).unwrap();
    assert_eq!(block_on(gate.frozen()).unwrap(), None);
    let query = Query { tool: Some(freeze::TOOL.to_owned()), ..Query::default() };
    let rows = block_on(store.rows(&query)).unwrap();
    let said: Vec<_> = rows
        .iter()
        .map(|row| serde_json::from_str::<Entry>(&row.body).unwrap())
        .map(|entry| (entry.person.unwrap(), entry.reason, entry.approved, entry.notice))
        .collect();
    assert_eq!(
        said,
        [
            ("ann".to_owned(), "automatic approvals are frozen by ann".to_owned(), false, true),
            ("kim".to_owned(), "kim ended the freeze of ann".to_owned(), false, true),
        ]
    );
}

#[test]
fn what_waits_only_because_of_it_runs_once_it_ends_and_the_rest_waits_on() {
    let store = Arc::new(MemoryStore::new());
    let gate = node(&store);
    block_on(gate.freeze(&by("ann"), None)).unwrap();
    let put = |call: Call| {
        let submitted = block_on(gate.submit(call, Vec::new()));
        let Submitted::Pending { request, .. } = submitted else { panic!("it does not wait: {submitted:?}") };
        request.id
    };
    let (allowed, asks) = (put(bash("make test")), put(bash("npm publish")));
    assert!(block_on(gate.settle_granted(&allowed)).unwrap().is_none(), "it lasts");
    block_on(gate.thaw(&by("ann"))).unwrap();
    let settled = block_on(gate.settle_granted(&allowed)).unwrap().unwrap();
    assert!(settled.approved && settled.reason.starts_with("needs no answer any more: "), "{settled:?}");
    assert!(matches!(block_on(gate.collect(&allowed)).unwrap(), Collected::Ready { approved: true, .. }));
    assert!(block_on(gate.settle_granted(&asks)).unwrap().is_none());
}

#[test]
fn an_answer_counts_while_it_lasts_and_what_it_granted_waits_for_its_end() {
    let store = Arc::new(MemoryStore::new());
    let gate = node(&store);
    block_on(gate.freeze(&by("ann"), None)).unwrap();
    let Submitted::Pending { request, .. } = block_on(gate.submit(bash("npm test"), Vec::new())) else {
        panic!("it asks")
    };
    assert!(block_on(gate.resolve(&request.id, yes("session"), &by("kim"))).unwrap().approved);
    assert!(matches!(block_on(gate.submit(bash("npm test"), Vec::new())), Submitted::Pending { .. }), "not by itself");
    block_on(gate.thaw(&by("ann"))).unwrap();
    let Submitted::Settled(settled) = block_on(gate.submit(bash("npm test"), Vec::new())) else { panic!("granted") };
    assert!(matches!(*settled, Authorization::Approved(_)));
}

#[test]
fn a_decision_made_in_it_is_made_again_from_the_record() {
    let store = Arc::new(MemoryStore::new());
    block_on(node(&store).freeze(&by("ann"), None)).unwrap();
    drop(block_on(node(&store).authorize(bash("ls"))));
    let query = Query { tool: Some("bash".to_owned()), ..Query::default() };
    let rows = block_on(store.rows(&query)).unwrap();
    let entry: Entry = serde_json::from_str(&rows.last().unwrap().body).unwrap();
    let again = Recorded::of(&entry, &[]).decide(&policy(), &Lexical);
    assert_eq!((entry.verdict.as_str(), again.verdict.name()), ("ask", "ask"));
    assert_eq!(entry.frozen.as_deref(), Some("automatic approvals are frozen by ann"));
}

#[test]
fn a_freeze_of_a_host_holds_in_the_sessions_of_its_token_and_nowhere_else() {
    let store = Arc::new(MemoryStore::new());
    let gate = node(&store);
    for (id, owner) in [("sess_a", "tok_a"), ("sess_b", "tok_b")] {
        let now = "2026-11-15T12:00:00Z".parse().unwrap();
        let session = Session { owner: Some(owner.to_owned()), ..Session::new(id, "/w/app", now) };
        block_on(store.commit(Commit { session: Some(session), ..Commit::at(now) })).unwrap();
    }
    let runs = |session: &str| block_on(gate.for_session(session).authorize(bash("make test"))).permit().is_ok();
    let all = || ["sess_a", "sess_b", "sess_new"].map(runs);
    let first = block_on(gate.freeze_host(Some("tok_a"), &by("ann"), None)).unwrap();
    assert_eq!(first.words(), "automatic approvals of this host are frozen by ann");
    assert_eq!(block_on(gate.freeze_host(Some("tok_a"), &by("kim"), None)).unwrap(), first, "again is nothing new");
    assert_eq!(all(), [false, true, true]);
    assert_eq!(block_on(gate.frozen()).unwrap(), None, "it is not everybody's");
    block_on(gate.freeze(&by("kim"), None)).unwrap();
    assert_eq!(all(), [false, false, false]);
    assert!(block_on(gate.thaw(&by("kim"))).unwrap().is_some());
    assert_eq!(all(), [false, true, true], "ending one does not end the other");
    assert_eq!(block_on(gate.thaw_host(Some("tok_b"), &by("kim"))).unwrap(), None);
    assert_eq!(block_on(gate.thaw_host(Some("tok_a"), &by("kim"))).unwrap(), Some(first));
    assert_eq!(all(), [true, true, true]);
}
