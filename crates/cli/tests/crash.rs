//! A hub that is killed again and again while everybody works: nothing is lost, nothing is given out twice, nothing runs
//! that nobody answered.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod serving;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use byleave_gate::record::Entry;
use byleave_gate::{Query, RequestState, Role, Store as _, block_on};
use byleave_store::Sqlite;
use serving::{Client, STORE, Serving, call, folder, long, token};

/// What the clients know, each only from what came to them.
#[derive(Default)]
struct Known {
    /// Requests that were put: `202`.
    put: BTreeSet<String>,
    /// Those whose answer was not collected yet.
    open: Vec<String>,
    /// What an approver tried to say.
    tried: HashMap<String, BTreeSet<bool>>,
    /// What an approver was told that it counts.
    answered: HashMap<String, bool>,
    /// How often the agent was told that it may run, or not.
    given: BTreeMap<String, Vec<bool>>,
    /// Records of calls that needed nobody.
    recorded: BTreeSet<String>,
}

fn lock(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap()
}

/// Asks, collects what it can, and does what needs nobody, until the hub is gone.
fn agent(host: &str, token: &str, known: &Mutex<Known>, number: &AtomicUsize) -> Option<()> {
    let mut client = Client::connect(host, token).ok()?;
    loop {
        let at = number.fetch_add(1, Ordering::Relaxed);
        let (status, told) = client.send("POST", "/v1/calls", &call(&format!("npm install {at}"), "s", 0)).ok()?;
        // People who are killed so often do not keep up, and a token may have a thousand that wait.
        if status != 429 {
            let id = told["id"].as_str().unwrap().to_owned();
            let mut known = lock(known);
            known.put.insert(id.clone());
            match status {
                202 => known.open.push(id),
                // Somebody was faster than the way back.
                200 => known.given.entry(id).or_default().push(told["approved"] == true),
                _ => panic!("{status} {told}"),
            }
        }
        let (status, told) = client.send("POST", "/v1/calls", &call("git status", "s", 0)).ok()?;
        if status != 429 {
            assert_eq!((status, &told["approved"]), (200, &true.into()), "{told}");
            lock(known).recorded.insert(told["record"].as_str().unwrap().to_owned());
        }
        // The oldest ones first: they are the ones that were open when the hub was killed.
        let some: Vec<String> = lock(known).open.iter().take(3).cloned().collect();
        for id in some {
            let (status, told) = client.send("GET", &format!("/v1/calls/{id}?wait=0"), "").ok()?;
            match status {
                200 => {
                    let mut known = lock(known);
                    known.open.retain(|open| *open != id);
                    known.given.entry(id.clone()).or_default().push(told["approved"] == true);
                    drop(known);
                    client.send("POST", &format!("/v1/calls/{id}/done"), "{}").ok()?;
                }
                // Another thread had it, or the hub was killed on the way back: it is never given out again.
                410 => lock(known).open.retain(|open| *open != id),
                202 => {}
                _ => panic!("{status} {told}"),
            }
        }
    }
}

/// Answers what waits, yes and no in turn, until the hub is gone.
fn approver(host: &str, token: &str, known: &Mutex<Known>) -> Option<()> {
    let mut client = Client::connect(host, token).ok()?;
    let mut yes = false;
    loop {
        let (_, list) = client.send("GET", "/v1/requests?limit=8", "").ok()?;
        for request in list["requests"].as_array().unwrap() {
            let id = request["id"].as_str().unwrap().to_owned();
            yes = !yes;
            lock(known).tried.entry(id.clone()).or_default().insert(yes);
            let body = format!(r#"{{"approved":{yes},"mode":"reject_soft"}}"#);
            let body = if yes { r#"{"approved":true}"# } else { &body };
            let (status, told) = client.send("POST", &format!("/v1/requests/{id}/answer"), body).ok()?;
            match status {
                200 => assert_eq!(lock(known).answered.insert(id, told["approved"] == true), None, "answered once"),
                409 => {}
                _ => panic!("{status} {told}"),
            }
        }
    }
}

#[test]
fn s13_a_hub_killed_at_any_moment_under_load_loses_nothing_and_gives_nothing_twice() {
    let folder = folder("crash");
    let path = folder.join("hub/record.db");
    let (agents, approvers) = {
        let store = Sqlite::open(&path).unwrap();
        let make = |role: Role, name: &str| token(&store, role, name);
        ([make(Role::Agent, "builder")], [make(Role::Approver, "ann"), make(Role::Approver, "bob")])
    };
    let known = Mutex::new(Known::default());
    let number = AtomicUsize::new(0);
    let rounds: usize = if long() { 1000 } else { 25 };
    for round in 0..rounds {
        let mut hub = Serving::start(&folder, STORE, &[]);
        std::thread::scope(|scope| {
            for token in agents.iter().cycle().take(3) {
                scope.spawn(|| agent(&hub.host, token, &known, &number));
            }
            for token in &approvers {
                scope.spawn(|| approver(&hub.host, token, &known));
            }
            // Spread over everything a hub does from its first moment on.
            std::thread::sleep(Duration::from_millis(5 + u64::try_from(round * 37 % 120).unwrap()));
            hub.signal_kill();
        });
        hub.kill();
    }
    let Known { put, tried, answered, given, recorded, .. } = known.into_inner().unwrap();
    let store = Sqlite::open(&path).unwrap();
    store.verify(None, |_, _| {}).expect("a whole chain");
    let rows = block_on(store.rows(&Query::default())).unwrap();
    let entries: Vec<Entry> = rows.iter().map(|row| serde_json::from_str(&row.body).unwrap()).collect();
    let ids: BTreeSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    let mut decided: HashMap<&str, Vec<bool>> = HashMap::new();
    for entry in entries.iter().filter(|entry| entry.request.is_some()) {
        decided.entry(entry.request.as_deref().unwrap()).or_default().push(entry.approved);
    }
    for record in &recorded {
        assert!(ids.contains(record.as_str()), "a call ran whose record is lost: {record}");
    }
    for id in &put {
        let stored = block_on(store.request(id)).unwrap().expect("a request that was put is there");
        let on_record = decided.get(id.as_str()).cloned().unwrap_or_default();
        let waits = stored.state == RequestState::Pending;
        assert_eq!(on_record.len(), usize::from(!waits), "one record for each decision: {stored:?}");
        if let Some(yes) = answered.get(id) {
            assert_eq!(on_record, [*yes], "an answer that counted is lost: {stored:?}");
        }
        for yes in given.get(id).into_iter().flatten() {
            assert_eq!(on_record, [*yes], "told otherwise than decided: {stored:?}");
            assert!(tried.get(id).is_some_and(|tried| tried.contains(yes)), "nobody said so: {stored:?}");
        }
    }
    for (id, given) in &given {
        assert_eq!(given.len(), 1, "given out twice: {id}");
    }
    assert!(put.len() > rounds && !given.is_empty() && !answered.is_empty(), "there was no load");
    let counts = [put.len(), answered.len(), given.len(), recorded.len()];
    eprintln!("{rounds} kills; put, answered, given out, automatic: {counts:?}");
}
