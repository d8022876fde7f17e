//! Many calls, many people, at the same time.

use std::future::pending;
use std::sync::{Arc, Barrier, OnceLock};
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

use byleave_gate::{
    Answer, Asking, Call, Cause, Channel, EndedBy, Event, Gate, MemoryStore, Reply, Request, Resolution, Scope,
    Settled, Store, SystemClock, block_on,
};
use byleave_policy::rules::conditions::Limit;
use byleave_policy::{Policy, Profile};
use serde_json::{Value, json};

use crate::stores::{Odd, Says};
use crate::support::{Hand, Screen, Script, Stand, bash, builder, connectonion_yaml, plain, write};

/// Makes the same call from so many threads at once, and says how each ended.
fn at_once(gate: &Gate, count: usize, call: impl Fn() -> Call + Sync) -> Vec<Result<(), Cause>> {
    let start = Barrier::new(count);
    thread::scope(|scope| {
        let spawned: Vec<_> = (0..count)
            .map(|_| {
                scope.spawn(|| {
                    start.wait();
                    block_on(gate.authorize(call())).permit().map(|_| ()).map_err(|refusal| refusal.cause)
                })
            })
            .collect();
        spawned.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn a_limit_holds_among_fifty_threads() {
    let limits = [
        ("permissions: {\"Bash(npm test)\": {allowed: true, limit: 10/min}}", None),
        ("permissions: {\"Bash(npm test)\": {allowed: true}}", Some("10/min")),
    ];
    for (yaml, all) in limits {
        let auto_approvals = all.map(|text| Limit::parse(text).unwrap());
        let stand = Stand::alone(Policy { auto_approvals, ..connectonion_yaml(yaml) }, |builder| builder);
        let found = at_once(&stand.gate, 50, || bash("npm test"));
        assert_eq!(found.iter().filter(|one| one.is_ok()).count(), 10);
        assert!(found.iter().all(|one| matches!(one, Ok(()) | Err(Cause::NoChannel))), "{found:?}");
        assert_eq!(stand.entries().len(), 50);
        stand.clock.advance(Duration::from_secs(6));
        assert!(stand.runs(bash("npm test")), "a tenth of the minute frees one");
        assert!(!stand.runs(bash("npm test")));
    }
}

/// Each change of a session makes all others judge again; a slow store makes all of them meet.
#[test]
fn fifty_threads_that_all_fit_into_a_limit_all_run() {
    let slow = Odd::new(|operation| {
        if operation == "grants_for" {
            thread::sleep(Duration::from_millis(1));
        }
        Says::Works
    });
    let auto_approvals = Some(Limit::parse("60/min").unwrap());
    let yaml = "permissions: {\"Bash(npm test)\": {allowed: true}}";
    let policy = Policy { auto_approvals, ..connectonion_yaml(yaml) };
    let gate = builder(policy, &Hand::new()).store(slow).build().unwrap();
    assert_eq!(at_once(&gate, 50, || bash("npm test")), vec![Ok(()); 50]);
}

#[test]
fn i12_a_counted_grant_gives_exactly_so_many_more_among_twenty_threads() {
    let stand = Stand::new(plain(Profile::ConnectOnion), [json!({"approved": true, "count": 3})]);
    assert!(stand.runs(bash("npm a")));
    let found = at_once(&stand.gate, 20, || bash("npm a"));
    assert_eq!(found.iter().filter(|one| one.is_ok()).count(), 3, "{found:?}");
}

#[test]
fn sessions_at_once_do_not_get_into_each_others_way() {
    let stand =
        Stand::alone(connectonion_yaml("permissions: {\"Bash(npm test)\": {allowed: true, limit: 1/h}}"), |b| b);
    let found: Vec<bool> = thread::scope(|scope| {
        let spawned: Vec<_> = (0..16)
            .map(|number| {
                let gate = stand.gate.for_session(&format!("sess_{number}"));
                scope.spawn(move || block_on(gate.authorize(bash("npm test"))).permit().is_ok())
            })
            .collect();
        spawned.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(found, [true; 16]);
    assert_eq!(stand.entries().len(), 16);
}

#[test]
fn a_grant_given_for_the_first_question_settles_the_second() {
    let screen = Screen::new("screen");
    let store = Arc::new(MemoryStore::new());
    let told = crate::support::Told::default();
    let gate = builder(plain(Profile::ConnectOnion), &Hand::new())
        .channel(screen.clone())
        .shared_store(Arc::clone(&store) as Arc<dyn Store>)
        .watch(told.watcher())
        .build()
        .unwrap();
    thread::scope(|scope| {
        let ask = |call: Call| scope.spawn(|| block_on(gate.authorize(call)).permit());
        let first = ask(bash("npm a").id("one"));
        let second = ask(bash("npm b").id("two"));
        let third = ask(write("a").id("three"));
        screen.wait_for(3);
        screen.answer("one", json!({"approved": true, "scope": "session"}));
        assert!(first.join().unwrap().is_ok());
        let permit = second.join().unwrap().unwrap();
        assert_eq!((permit.id(), permit.scope()), ("two", Scope::Once));
        let granted = Resolution { approved: true, by: EndedBy::Grant };
        assert_eq!(screen.ended(), [granted]);
        assert!(!third.is_finished(), "another tool still waits");
        screen.answer("three", json!({"approved": false, "mode": "reject_soft"}));
        assert!(third.join().unwrap().is_err());
    });
    let by_grant = |event: &Event| matches!(event, Event::Approved { call, by_grant: true, .. } if call == "two");
    assert!(told.events().iter().any(by_grant));
    let rows = block_on(store.rows(&byleave_gate::Query::default())).unwrap();
    assert_eq!(rows.len(), 3);
}

#[test]
fn a_stop_ends_all_questions_of_its_session_and_of_those_below_it() {
    for by_hand in [true, false] {
        let screen = Screen::new("screen");
        let stand = Stand::alone(plain(Profile::ConnectOnion), |builder| builder.channel(screen.clone()));
        let (below, other) = (stand.gate.sub_agent("helper"), stand.gate.for_session("sess_b"));
        thread::scope(|scope| {
            let ask = |gate: &Gate, id: &str| {
                let (gate, call) = (gate.clone(), bash("npm a").id(id));
                scope
                    .spawn(move || block_on(gate.authorize(call)).permit().map(|_| ()).map_err(|refusal| refusal.cause))
            };
            let first = ask(&stand.gate, "one");
            let waiting = [ask(&stand.gate, "two"), ask(&below, "three")];
            let elsewhere = ask(&other, "four");
            screen.wait_for(4);
            if by_hand {
                block_on(stand.gate.stop("enough")).unwrap();
                assert_eq!(first.join().unwrap(), Err(Cause::Stopped));
            } else {
                screen.answer("one", json!({"approved": false}));
                assert!(first.join().unwrap().is_err());
            }
            for waits in waiting {
                assert_eq!(waits.join().unwrap(), Err(Cause::Stopped));
            }
            assert!(!elsewhere.is_finished());
            screen.answer("four", json!({"approved": true}));
            assert_eq!(elsewhere.join().unwrap(), Ok(()));
        });
        assert!(screen.ended().iter().all(|end| !end.approved));
        assert_eq!(screen.ended().len(), if by_hand { 3 } else { 2 });
        assert_eq!(stand.entries().len(), 4);
    }
}

#[test]
fn a_grant_given_while_a_question_is_on_its_way_settles_it_too() {
    let people =
        Script::new([json!({"approved": true, "scope": "session"}), json!({"approved": false, "mode": "reject_soft"})]);
    let own: Arc<OnceLock<Gate>> = Arc::default();
    let other = Arc::clone(&own);
    // Somebody else's call of the session is answered between the verdict on this one and its question.
    let watcher = move |event: &Event| {
        if let (Event::Asked { call, .. }, Some(gate)) = (event, other.get())
            && call == "late"
        {
            assert!(block_on(gate.authorize(bash("npm a"))).permit().is_ok());
        }
    };
    let gate =
        builder(plain(Profile::ConnectOnion), &Hand::new()).channel(people.clone()).watch(watcher).build().unwrap();
    own.set(gate.clone()).unwrap();
    assert!(block_on(gate.authorize(bash("npm b").id("late"))).permit().is_ok());
    assert_eq!(people.count(), 1, "nobody is asked about what is granted already");
}

#[test]
fn a_limit_also_counts_calls_that_a_grant_let_through_while_they_waited() {
    let screen = Screen::new("screen");
    let auto_approvals = Some(Limit::parse("1/h").unwrap());
    let policy = Policy { auto_approvals, ..plain(Profile::ConnectOnion) };
    let gate = builder(policy, &Hand::new()).channel(screen.clone()).build().unwrap();
    thread::scope(|scope| {
        let first = scope.spawn(|| block_on(gate.authorize(bash("npm a").id("one"))).permit());
        let second = scope.spawn(|| block_on(gate.authorize(bash("npm b").id("two"))).permit());
        screen.wait_for(2);
        screen.answer("one", json!({"approved": true, "scope": "session"}));
        assert!(first.join().unwrap().is_ok() && second.join().unwrap().is_ok());
    });
    assert!(!block_on(gate.would_run(&bash("npm c"))).unwrap(), "the one of this hour is used up");
}

#[test]
fn the_first_answer_of_three_channels_wins_and_the_others_are_told() {
    for (reply, approved) in [(json!({"approved": true}), true), (json!({"approved": false}), false)] {
        let screens = ["phone", "laptop", "desk"].map(Screen::new);
        let mut made = builder(plain(Profile::Byleave), &Hand::new());
        for screen in &screens {
            made = made.channel(screen.clone());
        }
        let gate = made.build().unwrap();
        let found = thread::scope(|scope| {
            let asked = scope.spawn(|| block_on(gate.authorize(bash("npm a").id("one"))).permit().is_ok());
            for screen in &screens {
                screen.wait_for(1);
            }
            screens[1].answer("one", reply);
            asked.join().unwrap()
        });
        assert_eq!(found, approved);
        let told = vec![Resolution { approved, by: EndedBy::Answer { channel: "laptop".to_owned(), person: None } }];
        assert_eq!([&screens[0], &screens[1], &screens[2]].map(Screen::ended), [told.clone(), vec![], told]);
        // Whoever answers now answers nothing.
        assert!(!screens[0].answer("one", json!({"approved": true})));
    }
}

/// A channel that never answers, and does not listen either.
struct Deaf;

impl Channel for Deaf {
    fn name(&self) -> &'static str {
        "deaf"
    }

    fn ask(&self, _: Arc<Request>, _: Settled) -> Asking<'_> {
        Box::pin(pending())
    }
}

#[test]
fn a_channel_that_never_answers_keeps_no_other_from_answering() {
    for deaf_first in [true, false] {
        let people = Script::new([json!({"approved": true})]);
        let made = builder(plain(Profile::Byleave), &Hand::new());
        let made = if deaf_first { made.channel(Deaf).channel(people) } else { made.channel(people).channel(Deaf) };
        assert!(block_on(made.build().unwrap().authorize(bash("npm a"))).permit().is_ok());
    }
}

#[test]
fn one_channel_that_fails_keeps_no_other_from_answering() {
    for reply in [json!("yes"), Value::Null, json!({"approved": "true"})] {
        let (broken, works) = (Script::new([reply]), Script::new([json!({"approved": true})]));
        let gate = builder(plain(Profile::Byleave), &Hand::new()).channel(broken).channel(works).build().unwrap();
        assert!(block_on(gate.authorize(bash("npm a"))).permit().is_ok());
    }
}

/// Somebody who thinks for a while.
struct Thinks(Duration);

impl Channel for Thinks {
    fn name(&self) -> &'static str {
        "thinks"
    }

    fn ask(&self, _: Arc<Request>, _: Settled) -> Asking<'_> {
        let time = self.0;
        Box::pin(async move {
            thread::sleep(time);
            Ok(Reply::of(Answer::once()))
        })
    }
}

#[test]
fn waiting_is_not_running() {
    let time = Duration::from_millis(20);
    let stand = Stand::alone(plain(Profile::Byleave), |builder| builder.channel(Thinks(time)).clock(SystemClock));
    let permit = stand.authorize(bash("npm a")).permit().unwrap();
    let waited = permit.waited();
    assert!(waited >= time);
    assert_eq!(permit.run(|_| ()).waited, waited, "running adds nothing to the waiting");
    assert!(stand.entries()[0].waited_ms >= 20);
    let ran = stand.authorize(Call::new("read", json!({}))).permit().unwrap().run(|_| thread::sleep(time));
    assert_eq!(ran.waited, Duration::ZERO, "nobody was waited for");
    assert!(ran.ran >= time);
    assert_eq!(stand.entries()[1].waited_ms, 0);
}

/// A channel that shows the test what it is told.
struct Keeps(Arc<OnceLock<Settled>>);

impl Channel for Keeps {
    fn name(&self) -> &'static str {
        "keeps"
    }

    fn ask(&self, _: Arc<Request>, settled: Settled) -> Asking<'_> {
        let _ = self.0.set(settled);
        Box::pin(pending())
    }
}

#[test]
fn an_agent_that_goes_away_ends_its_question() {
    let seen: Arc<OnceLock<Settled>> = Arc::default();
    let gate = builder(plain(Profile::Byleave), &Hand::new()).channel(Keeps(Arc::clone(&seen))).build().unwrap();
    let mut asking = Box::pin(gate.authorize(bash("npm a")));
    let mut context = Context::from_waker(Waker::noop());
    assert!(matches!(asking.as_mut().poll(&mut context), Poll::Pending));
    assert_eq!(seen.get().unwrap().now(), None);
    drop(asking);
    let gone = seen.get().unwrap().now().unwrap();
    assert_eq!(gone, Resolution { approved: false, by: EndedBy::AgentLeft });
}
