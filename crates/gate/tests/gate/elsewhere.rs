//! Questions that are answered elsewhere: in the store that a gate shares with others, such as a hub.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use byleave_gate::{
    Answer, AnsweredBy, Asking, Call, Callback, Cause, Channel, Collected, Commit, EndedBy, Event, Gate, MemoryStore,
    Permit, Query, RejectMode, Reply, Request, RequestState, Resolution, ResolveError, Resolved, Scope, Settled, Store,
    StoredRequest, Submitted, Transition, block_on,
};
use byleave_policy::{Policy, Profile};
use serde_json::{Value, json};

use crate::support::{Hand, Screen, Told, bash, builder, host_yaml, plain};

/// A gate with a terminal, and another on the same store that has none: the hub's.
struct Pair {
    gate: Gate,
    hub: Gate,
    screen: Screen,
    told: Told,
    store: Arc<MemoryStore>,
    clock: Hand,
}

impl Pair {
    fn new() -> Self {
        Self::with(plain(Profile::ConnectOnion), plain(Profile::ConnectOnion))
    }

    /// Each with its own policy.
    fn with(here: Policy, there: Policy) -> Self {
        let (screen, told, clock) = (Screen::new("screen"), Told::default(), Hand::new());
        let store = Arc::new(MemoryStore::new());
        let shared = || Arc::clone(&store) as Arc<dyn Store>;
        let made = builder(here, &clock).channel(screen.clone()).shared_store(shared()).watch(told.watcher());
        let hub = builder(there, &clock).shared_store(shared()).build().unwrap();
        Self { gate: made.build().unwrap(), hub, screen, told, store, clock }
    }

    /// Asks here, and does something there once the question is on the screen.
    fn asked(&self, call: Call, then: impl FnOnce(&str)) -> Result<Permit, Cause> {
        thread::scope(|scope| {
            let asking = scope.spawn(|| block_on(self.gate.authorize(call)).permit());
            let id = self.screen.wait_for(1)[0].id.clone();
            then(&id);
            asking.join().unwrap().map_err(|refusal| refusal.cause)
        })
    }

    fn says(&self, id: &str, answer: &Value) -> Result<Resolved, ResolveError> {
        let answer = Answer::from_json(answer, RejectMode::Hard).unwrap();
        block_on(self.hub.resolve(id, answer, &ann()))
    }

    fn stored(&self, id: &str) -> StoredRequest {
        block_on(self.store.request(id)).unwrap().unwrap()
    }

    fn rows(&self) -> Vec<Value> {
        let rows = block_on(self.store.rows(&Query::default())).unwrap();
        rows.iter().map(|row| serde_json::from_str(&row.body).unwrap()).collect()
    }
}

fn ann() -> AnsweredBy {
    AnsweredBy { person: "ann".to_owned(), channel: "hub".to_owned() }
}

fn by_ann(approved: bool) -> Vec<Resolution> {
    vec![Resolution { approved, by: EndedBy::Answer { channel: "hub".to_owned(), person: Some("ann".to_owned()) } }]
}

#[test]
fn a_yes_there_lets_the_call_run_here_once_and_the_screen_says_whose_it_was() {
    let pair = Pair::new();
    let mut id = String::new();
    let permit = pair.asked(bash("npm a"), |request| {
        request.clone_into(&mut id);
        assert!(pair.says(request, &json!({"approved": true})).unwrap().approved);
    });
    let permit = permit.unwrap();
    assert_eq!(permit.scope(), Scope::Once);
    assert_eq!(permit.record(), pair.rows()[0]["id"].as_str().unwrap(), "the record of whoever answered");
    assert_eq!(pair.screen.ended(), by_ann(true));
    assert_eq!(pair.stored(&id).state, RequestState::Released);
    assert_eq!(block_on(pair.hub.collect(&id)), Ok(Collected::Gone(RequestState::Released)), "nobody else gets it");
    assert_eq!(pair.rows().len(), 1, "one record for one decision");
    assert!(pair.told.events().iter().any(|event| matches!(event, Event::Approved { by_grant: false, .. })));
    assert_eq!(permit.run(|call| call.command().unwrap().to_owned()).output, "npm a");
}

#[test]
fn a_no_there_is_one_here_as_it_was_meant() {
    for (answer, cause, stops) in [
        (json!({"approved": false, "mode": "reject_soft", "feedback": "not now"}), "rejected", false),
        (json!({"approved": false, "mode": "reject_explain"}), "rejected", false),
        (json!({"approved": false, "feedback": "enough"}), "rejected", true),
    ] {
        let pair = Pair::new();
        let found = pair.asked(bash("npm a"), |id| drop(pair.says(id, &answer).unwrap()));
        let found = found.unwrap_err();
        assert_eq!((found.name(), found.stops()), (cause, stops), "{answer}");
        let Cause::Rejected { mode, feedback } = found else { panic!("{found:?}") };
        assert_eq!(feedback.as_deref(), answer["feedback"].as_str(), "{answer}");
        assert_eq!(mode.name(), answer["mode"].as_str().unwrap_or("reject_hard"));
        assert_eq!(pair.screen.ended(), by_ann(false), "{answer}");
        assert_eq!(block_on(pair.gate.stop_signal()).unwrap().is_some(), stops, "{answer}");
        assert_eq!(pair.rows().len(), 1, "{answer}");
    }
}

#[test]
fn what_ended_there_ends_here_with_its_cause() {
    type Ends = fn(&Pair, &str);
    let expires: Ends = |pair, id| {
        pair.clock.advance(Duration::from_hours(1));
        assert!(block_on(pair.hub.expire(id)).unwrap());
    };
    let cancels: Ends = |pair, id| drop(block_on(pair.hub.cancel(id)).unwrap());
    let stops: Ends = |pair, id| {
        // Said at the hub, to the session; what waits in it is settled there.
        block_on(pair.hub.stop("enough")).unwrap();
        assert!(!block_on(pair.hub.settle_granted(id)).unwrap().unwrap().approved);
    };
    let steals: Ends = |pair, id| {
        let store = Arc::clone(&pair.store);
        drop(pair.says(id, &json!({"approved": true})).unwrap());
        // Whether this or the gate is first, one of them has it, and only one.
        let _ = block_on(pair.hub.collect(id));
        assert_eq!(block_on(store.request(id)).unwrap().unwrap().state, RequestState::Released);
    };
    for (ends, causes, by) in [
        (expires, &[Some(Cause::Timeout)][..], Some(EndedBy::Timeout)),
        (cancels, &[Some(Cause::Closed)], Some(EndedBy::Caller)),
        (stops, &[Some(Cause::Stopped)], Some(EndedBy::NoOne)),
        (steals, &[None, Some(Cause::System("the request is released already".to_owned()))], None),
    ] {
        let limited = || Policy { ask_timeout_seconds: Some(600), ..plain(Profile::ConnectOnion) };
        let pair = Pair::with(limited(), limited());
        let found = pair.asked(bash("npm a"), |id| ends(&pair, id)).err();
        assert!(causes.contains(&found), "{found:?} {causes:?}");
        let ended = pair.screen.ended();
        assert_eq!(ended.len(), 1, "{causes:?}");
        assert!(by.is_none_or(|by| ended[0] == Resolution { approved: false, by }), "{ended:?} {causes:?}");
        assert_eq!(pair.rows().len(), 1, "{causes:?}");
    }
}

#[test]
fn what_is_said_there_is_held_to_the_policy_here() {
    let rules = "permissions: {\"Bash(npm b)\": {allowed: false}, \"Bash(npm d)\": {allowed: ask, approvals: 2}}";
    let here = || Policy { profile: Profile::ConnectOnion, ..host_yaml(rules) };
    for (answer, runs) in [
        (json!({"approved": true}), Ok("npm a")),
        (json!({"approved": true, "arguments": {"command": "npm c"}}), Ok("npm c")),
        (json!({"approved": true, "arguments": {"command": "npm b"}}), Err(Cause::Policy)),
        (json!({"approved": true, "arguments": {"command": "npm d"}}), Err(Cause::TooFew(2))),
    ] {
        let pair = Pair::with(here(), plain(Profile::ConnectOnion));
        let found = pair.asked(bash("npm a"), |id| assert!(pair.says(id, &answer).unwrap().approved, "{answer}"));
        let found = found.map(|permit| permit.run(|call| call.command().unwrap().to_owned()).output);
        assert_eq!(found, runs.clone().map(str::to_owned), "{answer}");
        assert_eq!(pair.screen.ended(), by_ann(runs.is_ok()), "{answer}");
        let ends: Vec<bool> = pair.rows().iter().map(|row| row["approved"] == true).collect();
        assert_eq!(ends, if runs.is_ok() { vec![true] } else { vec![true, false] }, "{answer}");
    }
}

#[test]
fn a_no_of_the_policy_there_is_one_here_and_in_its_words() {
    for (rule, cause, reason) in [
        ("{allowed: false, reason: people do that}", "policy", "people do that"),
        ("{allowed: ask, approvals: 2}", "too_few", "2 different people must approve this"),
    ] {
        let there = host_yaml(&format!("permissions: {{\"Bash(npm a)\": {rule}}}"));
        let pair = Pair::with(plain(Profile::ConnectOnion), Policy { profile: Profile::ConnectOnion, ..there });
        let refusal = thread::scope(|scope| {
            let asking = scope.spawn(|| block_on(pair.gate.authorize(bash("npm a"))).permit());
            let id = pair.screen.wait_for(1)[0].id.clone();
            assert!(!pair.says(&id, &json!({"approved": true})).unwrap().approved);
            asking.join().unwrap().unwrap_err()
        });
        assert_eq!(refusal.cause.name(), cause);
        assert!(refusal.reason().starts_with(reason), "{}", refusal.reason());
        assert_eq!(pair.rows().len(), 1, "{cause}");
    }
}

#[test]
fn a_grant_given_there_counts_here_from_then_on() {
    let pair = Pair::new();
    let permit = pair.asked(bash("npm a"), |id| {
        drop(pair.says(id, &json!({"approved": true, "scope": "session"})).unwrap());
    });
    assert_eq!(permit.unwrap().scope(), Scope::Session);
    assert!(block_on(pair.gate.authorize(bash("npm b"))).permit().is_ok(), "nobody is asked");
    assert_eq!(pair.rows().len(), 2);
}

#[test]
fn what_a_grant_settles_there_runs_only_if_the_grant_covers_it_here() {
    // An ask rule is for a person, whatever was granted; only one of the two policies has it.
    let asks = "permissions: {\"Bash(npm b)\": {allowed: ask}}";
    for (here, runs) in
        [(plain(Profile::ConnectOnion), true), (Policy { profile: Profile::ConnectOnion, ..host_yaml(asks) }, false)]
    {
        let pair = Pair::with(here, plain(Profile::ConnectOnion));
        let call = bash("npm a");
        let Submitted::Pending { request: other, .. } = block_on(pair.hub.submit(call, Vec::new())) else {
            panic!("it asks")
        };
        let found = pair.asked(bash("npm b"), |id| {
            drop(pair.says(&other.id, &json!({"approved": true, "scope": "session"})).unwrap());
            assert!(block_on(pair.hub.settle_granted(id)).unwrap().unwrap().approved);
        });
        assert_eq!(found.is_ok(), runs, "{found:?}");
        let ended = pair.screen.ended();
        assert_eq!(ended, [Resolution { approved: runs, by: EndedBy::Grant }]);
    }
}

#[test]
fn an_answer_that_is_taken_back_leaves_the_question_where_it_was() {
    for _ in 0..20 {
        let pair = Pair::new();
        let mut taken_back = false;
        let permit = pair.asked(bash("npm a").id("one"), |id| {
            let said = pair.says(id, &json!({"approved": false, "mode": "reject_soft"}));
            assert!(!said.unwrap().approved);
            // The gate may have it already; then it is too late.
            taken_back = block_on(pair.hub.undo(id, &ann())).is_ok();
            if taken_back {
                assert!(pair.screen.answer("one", json!({"approved": true})), "the screen still asks");
            }
        });
        assert_eq!(permit.is_ok(), taken_back);
        assert_eq!(pair.rows().len(), if taken_back { 3 } else { 1 });
    }
}

/// A channel that answers after somebody else did, and keeps what it is told.
#[derive(Clone)]
struct Slow(Arc<dyn Fn(&str) + Send + Sync>, Answer, Arc<Mutex<Vec<Resolution>>>);

impl Channel for Slow {
    fn name(&self) -> &'static str {
        "slow"
    }

    fn ask(&self, request: Arc<Request>, _: Settled) -> Asking<'_> {
        Box::pin(async move {
            (self.0)(&request.id);
            Ok(Reply::of(self.1.clone()))
        })
    }

    fn late(&self, _: &Request, resolution: &Resolution) {
        self.2.lock().unwrap().push(resolution.clone());
    }
}

#[test]
fn of_two_answers_at_once_the_first_counts_and_the_other_side_is_told() {
    for (there, here, approved) in
        [(Answer::once(), Answer::soft(None), true), (Answer::soft(None), Answer::once(), false)]
    {
        let store = Arc::new(MemoryStore::new());
        let shared = || Arc::clone(&store) as Arc<dyn Store>;
        let make = || builder(plain(Profile::ConnectOnion), &Hand::new()).shared_store(shared());
        let hub = make().build().unwrap();
        let first = there.clone();
        let meanwhile = move |id: &str| assert!(block_on(hub.resolve(id, first.clone(), &ann())).is_ok());
        let slow = Slow(Arc::new(meanwhile), here, Arc::default());
        let gate = make().channel(slow.clone()).build().unwrap();
        assert_eq!(block_on(gate.authorize(bash("npm a"))).permit().is_ok(), approved);
        assert_eq!(*slow.2.lock().unwrap(), by_ann(approved));
        let rows = block_on(store.rows(&Query::default())).unwrap();
        assert_eq!(rows.len(), 1, "one answer counts, and is on record");
    }
    // The same among channels of one gate.
    let told: Arc<Mutex<Vec<Resolution>>> = Arc::default();
    let slow = |answer| Slow(Arc::new(|_: &str| ()), answer, Arc::clone(&told));
    let made = builder(plain(Profile::ConnectOnion), &Hand::new());
    let gate = made.channel(slow(Answer::once())).channel(slow(Answer::soft(None))).build().unwrap();
    assert!(block_on(gate.authorize(bash("npm a"))).permit().is_ok());
    assert_eq!(
        *told.lock().unwrap(),
        [Resolution { approved: true, by: EndedBy::Answer { channel: "slow".to_owned(), person: None } }]
    );
    // The other way round: what was answered here is told to whoever answers there.
    let pair = Pair::new();
    let mut late = None;
    let permit = pair.asked(bash("npm a").id("one"), |id| {
        pair.screen.answer("one", json!({"approved": true}));
        while pair.stored(id).state == RequestState::Pending {
            thread::yield_now();
        }
        late = Some(pair.says(id, &json!({"approved": false})));
    });
    assert!(permit.is_ok());
    assert!(matches!(late, Some(Err(ResolveError::Decided { state: RequestState::Released, .. }))), "{late:?}");
    assert!(pair.screen.ended().is_empty(), "whoever answered needs not be told");
}

#[test]
fn the_no_of_a_program_is_final_also_after_a_yes_there() {
    for (said, approved) in [(false, false), (true, true)] {
        let store = Arc::new(MemoryStore::new());
        let shared = || Arc::clone(&store) as Arc<dyn Store>;
        let make = || builder(plain(Profile::ConnectOnion), &Hand::new()).shared_store(shared());
        let hub = make().build().unwrap();
        let waiting = Arc::clone(&store);
        let callback = Callback::new(move |_| {
            let waits = block_on(waiting.requests(RequestState::Pending)).unwrap();
            assert!(block_on(hub.resolve(&waits[0].id, Answer::once(), &ann())).is_ok());
            async move { said }
        });
        let gate = make().channel(callback).build().unwrap();
        assert_eq!(block_on(gate.authorize(bash("npm a"))).permit().is_ok(), approved);
    }
}

#[test]
fn what_is_in_the_store_and_is_no_answer_lets_nothing_run() {
    for (answer, counts) in [
        (json!("yes"), false),
        (Value::Null, false),
        (json!({"record": "r"}), false),
        (json!({"approved": "true", "by": "ann", "record": "r"}), false),
        (json!({"approved": true, "by": "ann"}), false),
        (json!({"approved": true, "record": "r"}), false),
        // Nothing is missing, so it is what is missing in the others.
        (json!({"approved": true, "by": "ann", "record": "r"}), true),
    ] {
        let pair = Pair::new();
        let found = pair.asked(bash("npm a"), |id| {
            let transition = Transition::new(id, RequestState::Pending, RequestState::Decided);
            let transition = Some(Transition { answer: Some(answer.clone()), ..transition });
            block_on(pair.store.commit(Commit { transition, ..Commit::default() })).unwrap();
        });
        assert_eq!(found.is_ok(), counts, "{answer}");
    }
}

#[test]
fn without_people_here_the_gate_does_not_wait_for_those_there() {
    let store = Arc::new(MemoryStore::new());
    let shared = Arc::clone(&store) as Arc<dyn Store>;
    let gate = builder(plain(Profile::ConnectOnion), &Hand::new()).shared_store(shared).build().unwrap();
    assert_eq!(block_on(gate.authorize(bash("npm a"))).permit().unwrap_err().cause, Cause::NoChannel);
}
