//! Several hubs with one queue, as processes beside a real `PostgreSQL`, one of which is killed.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

#[path = "../../store/tests/support/server.rs"]
mod server;
mod serving;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use byleave_gate::record::Entry;
use byleave_gate::{Query, RequestState, Role, Store as _};
use byleave_store::Postgres;
use server::Database;
use serving::{Serving, call, folder, long, send, token};

/// The address as `byleave serve` takes it.
fn address(database: &Database) -> String {
    let settings = database.address();
    // What comes later counts.
    let all: BTreeMap<&str, &str> = settings.split(' ').filter_map(|setting| setting.split_once('=')).collect();
    format!("postgres://{}@{}/{}", all["user"], all["host"].replace('/', "%2F"), all["dbname"])
}

/// Hubs of which some may be gone, and whose turn it is.
struct Hubs {
    hosts: Vec<String>,
    gone: Vec<AtomicBool>,
    next: AtomicUsize,
}

impl Hubs {
    /// A request at whichever hub comes next; `None` if it was killed meanwhile.
    fn send(&self, token: &str, method: &str, path: &str, body: &str) -> Option<(u16, serde_json::Value)> {
        loop {
            let at = self.next.fetch_add(1, Ordering::Relaxed) % self.hosts.len();
            if self.gone[at].load(Ordering::SeqCst) {
                continue;
            }
            let answer = send(&self.hosts[at], token, method, path, body);
            if answer.is_err() {
                assert!(self.gone[at].load(Ordering::SeqCst), "{method} {path}: {answer:?}");
            }
            return answer.ok();
        }
    }
}

fn every_request_is_answered_once(hubs: usize, requests: usize) {
    let Some(database) = Database::new() else { return };
    let folder = folder(&format!("nodes-{hubs}"));
    let store = database.open();
    let (agent, ann) = (token(&store, Role::Agent, "builder"), token(&store, Role::Approver, "ann"));
    let bob = token(&store, Role::Approver, "bob");
    let place = address(&database);
    let serving: Vec<Serving> = (0..hubs).map(|_| Serving::start(&folder, &place, &[])).collect();
    let all = Hubs {
        hosts: serving.iter().map(|hub| hub.host.clone()).collect(),
        gone: serving.iter().map(|_| AtomicBool::new(false)).collect(),
        next: AtomicUsize::new(0),
    };
    let (left, done, lost) = (AtomicUsize::new(requests), AtomicUsize::new(0), AtomicUsize::new(0));
    let given: Mutex<BTreeMap<String, bool>> = Mutex::default();
    let over = AtomicBool::new(false);
    let take = |left: &AtomicUsize| left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
    std::thread::scope(|scope| {
        let agents: Vec<_> = (0..8)
            .map(|number| {
                let (all, agent, left, done, lost, given) = (&all, &agent, &left, &done, &lost, &given);
                scope.spawn(move || {
                    while let Ok(at) = take(left) {
                        let body = call(&format!("npm install {at}"), &format!("s{number}"), 0);
                        let put = all.send(agent, "POST", "/v1/calls", &body);
                        let Some((status, told)) = put else {
                            lost.fetch_add(1, Ordering::SeqCst);
                            continue;
                        };
                        let id = told["id"].as_str().unwrap().to_owned();
                        // Somebody may have been faster than the way back.
                        if status == 200 {
                            let twice = given.lock().unwrap().insert(id, told["approved"] == true);
                            assert_eq!(twice, None, "given out twice");
                            done.fetch_add(1, Ordering::SeqCst);
                            continue;
                        }
                        assert_eq!(status, 202, "{told}");
                        loop {
                            match all.send(agent, "GET", &format!("/v1/calls/{id}?wait=30"), "") {
                                Some((200, told)) => {
                                    let twice = given.lock().unwrap().insert(id, told["approved"] == true);
                                    assert_eq!(twice, None, "given out twice");
                                    break;
                                }
                                // The hub that had it was killed on the way back.
                                Some((410, _)) => {
                                    lost.fetch_add(1, Ordering::SeqCst);
                                    break;
                                }
                                Some((202, _)) | None => {}
                                Some(other) => panic!("{other:?}"),
                            }
                        }
                        done.fetch_add(1, Ordering::SeqCst);
                    }
                })
            })
            .collect();
        for token in [&ann, &bob, &ann] {
            let (all, over) = (&all, &over);
            scope.spawn(move || {
                while !over.load(Ordering::SeqCst) {
                    let Some((_, page)) = all.send(token, "GET", "/v1/requests?limit=16", "") else { continue };
                    for request in page["requests"].as_array().unwrap() {
                        let id = request["id"].as_str().unwrap();
                        let path = format!("/v1/requests/{id}/answer");
                        let yes = id.as_bytes().last().is_some_and(|last| last % 2 == 0);
                        let body = format!(r#"{{"approved":{yes},"mode":"reject_soft"}}"#);
                        let body = if yes { r#"{"approved":true}"# } else { &body };
                        match all.send(token, "POST", &path, body) {
                            Some((200 | 409, _)) | None => {}
                            Some(other) => panic!("{other:?}"),
                        }
                    }
                }
            });
        }
        // In the middle of it.
        while done.load(Ordering::SeqCst) < requests / 2
            && !agents.iter().all(std::thread::ScopedJoinHandle::is_finished)
        {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        all.gone[0].store(true, Ordering::SeqCst);
        serving[0].signal_kill();
        for agent in agents {
            let ended = agent.join();
            if ended.is_err() {
                over.store(true, Ordering::SeqCst);
            }
            ended.unwrap();
        }
        over.store(true, Ordering::SeqCst);
    });
    let (given, lost) = (given.into_inner().unwrap(), lost.into_inner());
    assert_eq!(given.len() + lost, requests);
    assert!(lost <= 8, "each agent may lose what was on its way from the hub that was killed: {lost}");
    eprintln!("{hubs} hubs, {requests} requests: {} given out, {lost} lost on the way from a killed hub", given.len());
    check(&database, &store, &given);
}

/// The store says the same as what came to the agents.
fn check(database: &Database, store: &Postgres, given: &BTreeMap<String, bool>) {
    let rows = database.wait(store.rows(&Query::default())).unwrap();
    let entries: Vec<Entry> = rows.iter().map(|row| serde_json::from_str(&row.body).unwrap()).collect();
    let mut decided: BTreeSet<&str> = BTreeSet::new();
    for entry in &entries {
        let id = entry.request.as_deref().unwrap();
        assert!(decided.insert(id), "answered twice: {id}");
        if let Some(yes) = given.get(id) {
            assert_eq!(*yes, entry.approved, "{id}");
        }
    }
    for id in given.keys() {
        assert!(decided.contains(id.as_str()), "given out and never answered: {id}");
        let stored = database.wait(store.request(id)).unwrap().unwrap();
        assert_eq!(stored.state, RequestState::Released, "{stored:?}");
    }
    database.wait(store.verify(&[])).expect("whole chains");
}

#[test]
fn with_two_hubs_every_request_is_answered_once_though_one_is_killed() {
    every_request_is_answered_once(2, if long() { 10_000 } else { 300 });
}

#[test]
fn with_three_hubs_every_request_is_answered_once_though_one_is_killed() {
    every_request_is_answered_once(3, if long() { 10_000 } else { 300 });
}

#[test]
fn an_answer_given_at_one_hub_wakes_the_agent_that_waits_at_another_and_the_card_goes_everywhere() {
    let Some(database) = Database::new() else { return };
    let folder = folder("wake");
    let store = database.open();
    let (agent, ann) = (token(&store, Role::Agent, "builder"), token(&store, Role::Approver, "ann"));
    let place = address(&database);
    let hubs: Vec<Serving> = (0..2).map(|_| Serving::start(&folder, &place, &[])).collect();
    for round in 0..5 {
        let asked = call(&format!("npm install {round}"), "s", 0);
        let (_, told) = send(&hubs[0].host, &agent, "POST", "/v1/calls", &asked).unwrap();
        let id = told["id"].as_str().unwrap().to_owned();
        let told = std::thread::scope(|scope| {
            let waiting = scope.spawn(|| send(&hubs[0].host, &agent, "GET", &format!("/v1/calls/{id}?wait=60"), ""));
            std::thread::sleep(std::time::Duration::from_millis(50));
            let path = format!("/v1/requests/{id}/answer");
            assert_eq!(send(&hubs[1].host, &ann, "POST", &path, r#"{"approved":true}"#).unwrap().0, 200);
            waiting.join().unwrap().unwrap()
        });
        assert_eq!((told.0, &told.1["approved"]), (200, &true.into()), "{told:?}");
    }
    // What waits is counted alike at every hub, soon.
    for hub in &hubs {
        let pending = || send(&hub.host, &ann, "GET", "/v1/requests", "").unwrap().1["pending"].clone();
        while pending() != 0 {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}

#[test]
fn agents_that_use_one_session_name_at_different_hubs_have_sessions_of_their_own() {
    let Some(database) = Database::new() else { return };
    let folder = folder("names");
    let store = database.open();
    let ann = token(&store, Role::Approver, "ann");
    let agents: Vec<String> = (0..8).map(|at| token(&store, Role::Agent, &format!("builder {at}"))).collect();
    let place = address(&database);
    let start = || [(); 2].map(|()| Serving::start(&folder, &place, &[]));
    let mut hubs = start();
    let host = |hubs: &[Serving; 2], at: usize| hubs[at % 2].host.clone();
    let put =
        |host: &str, agent: &str| send(host, agent, "POST", "/v1/calls", &call("npm install", "work", 0)).unwrap();
    // All begin the name at once.
    let asked: Vec<(String, String)> = std::thread::scope(|scope| {
        let mut begun = Vec::new();
        for (at, agent) in agents.iter().enumerate() {
            let host = host(&hubs, at);
            begun.push(scope.spawn(move || put(&host, agent)));
        }
        let told = begun.into_iter().map(|one| one.join().unwrap());
        told.map(|(status, told)| {
            assert_eq!(status, 202, "{told}");
            let text = |key: &str| told[key].as_str().unwrap().to_owned();
            (text("id"), text("session"))
        })
        .collect()
    });
    let sessions: BTreeSet<&String> = asked.iter().map(|(_, session)| session).collect();
    assert_eq!(sessions.len(), agents.len(), "{asked:?}");
    // What an approver at one hub grants to the first agent counts for that agent at the other hub, and for no other.
    let path = format!("/v1/requests/{}/answer", asked[0].0);
    let given = send(&hubs[1].host, &ann, "POST", &path, r#"{"approved":true,"scope":"session"}"#).unwrap();
    assert_eq!(given.0, 200, "{given:?}");
    for round in 0..2 {
        for (at, agent) in agents.iter().enumerate() {
            let (status, told) = put(&host(&hubs, at + 1), agent);
            assert_eq!(status, if at == 0 { 200 } else { 202 }, "{at} {told}");
            let (_, found) = send(&host(&hubs, at), agent, "GET", "/v1/sessions/work", "").unwrap();
            assert_eq!(found["id"], asked[at].1.as_str(), "{found}");
        }
        // And it is so after both were killed.
        if round == 0 {
            hubs.iter_mut().for_each(Serving::kill);
            hubs = start();
        }
    }
}
