//! What is asked on one node is answered on another.

use std::sync::Arc;
use std::time::Duration;

use byleave_gate::{
    Answer, AnsweredBy, Asking, Call, Channel, Collected, Commit, Gate, GateBuilder, Query, Request, RequestState,
    ResolveError, Settled, Store, Submitted, block_on,
};
use byleave_policy::paths::Lexical;
use byleave_policy::{Policy, Profile};
use byleave_store::Postgres;
use serde_json::json;
use tokio::task::JoinSet;

use crate::server::Database;
use crate::support::{at, decided, request, transition};

/// A gate as each node of a hub has one; they share nothing but the database.
pub fn gate(store: &Arc<Postgres>) -> Gate {
    builder(store).build().expect("a gate")
}

fn builder(store: &Arc<Postgres>) -> GateBuilder {
    let policy = Policy { profile: Profile::ConnectOnion, ask_timeout_seconds: Some(600), ..Policy::default() };
    let shared: Arc<dyn Store> = Arc::<Postgres>::clone(store);
    let builder = Gate::builder().policy(policy).shared_store(shared).resolver(Lexical);
    builder.cwd("/w/app").project("/w/app").home("/home/dev").session("sess_a")
}

pub fn install() -> Call {
    Call::new("bash", json!({ "command": "npm install" }))
}

pub async fn submit(gate: &Gate) -> String {
    let submitted = gate.submit(install(), Vec::new()).await;
    let Submitted::Pending { request, .. } = submitted else { panic!("it does not wait: {submitted:?}") };
    request.id
}

fn by(person: &str) -> AnsweredBy {
    AnsweredBy { person: person.to_owned(), channel: "hub".to_owned() }
}

/// Long enough for any machine; only for tests that would wait forever otherwise.
const FOREVER: Duration = Duration::from_mins(1);

#[test]
fn a_call_asked_on_one_node_is_answered_on_another_and_collected_on_a_third() {
    let Some(database) = Database::new() else { return };
    let node = || gate(&Arc::new(database.open()));
    // Without a runtime, as a host may have none.
    let id = block_on(submit(&node()));
    assert_eq!(block_on(node().collect(&id)), Ok(Collected::Waiting));
    assert!(block_on(node().resolve(&id, Answer::once(), &by("kim"))).expect("an answer").approved);
    assert!(matches!(block_on(node().collect(&id)), Ok(Collected::Ready { approved: true, .. })));
    assert_eq!(block_on(node().collect(&id)), Ok(Collected::Gone(RequestState::Released)), "only once");
    block_on(node().done(&id)).expect("it ran");
    assert!(block_on(node().done(&id)).is_err());
    assert_eq!(database.open().rows_now().len(), 1, "one record for one decision");
}

/// Nobody here: somebody answers on another node.
struct Elsewhere(Gate, Answer);

impl Channel for Elsewhere {
    fn name(&self) -> &'static str {
        "elsewhere"
    }

    fn ask(&self, request: Arc<Request>, _: Settled) -> Asking<'_> {
        Box::pin(async move {
            self.0.resolve(&request.id, self.1.clone(), &by("kim")).await.expect("it waits");
            std::future::pending().await
        })
    }
}

#[test]
fn a_gate_that_asks_on_one_node_hears_what_is_answered_on_another() {
    let Some(database) = Database::new() else { return };
    for (answer, runs) in [(Answer::once(), true), (Answer::soft(None), false)] {
        let channel = Elsewhere(gate(&Arc::new(database.open())), answer);
        let asks = builder(&Arc::new(database.open())).channel(channel).build().expect("a gate");
        assert_eq!(block_on(asks.authorize(install())).permit().is_ok(), runs);
    }
    assert_eq!(database.open().rows_now().len(), 2, "one record for each decision");
}

trait Now {
    fn rows_now(&self) -> Vec<byleave_gate::record::Row>;
}

impl Now for Postgres {
    fn rows_now(&self) -> Vec<byleave_gate::record::Row> {
        block_on(self.rows(&Query::default())).expect("rows")
    }
}

#[test]
fn people_who_agree_at_different_nodes_at_once_are_all_counted() {
    let Some(database) = Database::new() else { return };
    let [here, there] = [Arc::new(database.open()), Arc::new(database.open())];
    let three = |store: &Arc<Postgres>| {
        let policy = Policy { ask_approvals: 3, ask_timeout_seconds: Some(600), ..Policy::default() };
        let shared: Arc<dyn Store> = Arc::<Postgres>::clone(store);
        let builder = Gate::builder().policy(policy).shared_store(shared).resolver(Lexical);
        builder.cwd("/w/app").project("/w/app").home("/home/dev").session("sess_a").build().expect("a gate")
    };
    let [one, other] = [three(&here), three(&there)];
    for round in 0..20 {
        let id = block_on(submit(&one));
        let threads: Vec<_> = [("ann", &one), ("bob", &other), ("cy", &one), ("ann", &other)]
            .into_iter()
            .map(|(person, gate)| {
                let (gate, id) = (gate.clone(), id.clone());
                std::thread::spawn(move || block_on(gate.resolve(&id, Answer::once(), &by(person))))
            })
            .collect();
        let said: Vec<_> = threads.into_iter().map(|thread| thread.join().expect("an answer")).collect();
        let approved = said.iter().filter(|said| said.as_ref().is_ok_and(|said| said.approved)).count();
        assert_eq!(approved, 1, "round {round}: {said:?}");
        let stored = block_on(there.request(&id)).expect("a store").expect("a request");
        assert_eq!(stored.approvals.len(), 3, "round {round}");
    }
}

#[test]
fn of_many_who_answer_and_collect_at_once_one_is_first() {
    const REQUESTS: usize = 200;
    let Some(database) = Database::new() else { return };
    let stores = [Arc::new(database.open()), Arc::new(database.open())];
    let [one, other] = [gate(&stores[0]), gate(&stores[1])];
    let outcomes = database.wait(async {
        let mut races = JoinSet::new();
        for number in 0..REQUESTS {
            let nodes = [one.for_session(&format!("s{number}")), other.for_session(&format!("s{number}"))];
            races.spawn(race(nodes, number));
        }
        races.join_all().await
    });
    assert_eq!(outcomes, vec![(1, 1); REQUESTS], "one answer and one release for each");
    assert_eq!(stores[0].rows_now().len(), REQUESTS, "one record for one decision");
    database.wait(stores[1].verify(&[])).expect("whole chains");
}

/// How many of those who answer one request on two nodes are told that theirs counts, and how many get the answer.
async fn race(nodes: [Gate; 2], number: usize) -> (usize, usize) {
    let [one, other] = nodes;
    let id = submit(if number.is_multiple_of(2) { &one } else { &other }).await;
    let mut answers = JoinSet::new();
    for (person, gate) in [("ann", &one), ("ben", &other), ("cem", &one), ("dan", &other)] {
        let (gate, id, answer) = (gate.clone(), id.clone(), Answer::once());
        answers.spawn(async move { gate.resolve(&id, answer, &by(person)).await });
    }
    let answers = answers.join_all().await;
    for answer in &answers {
        let expected = matches!(answer, Ok(_) | Err(ResolveError::Decided { by: Some(_), .. }));
        assert!(expected, "{answer:?}");
    }
    let mut comers = JoinSet::new();
    for gate in [&one, &other, &one, &other] {
        let (gate, id) = (gate.clone(), id.clone());
        comers.spawn(async move { gate.collect(&id).await.expect("a store") });
    }
    let got = comers.join_all().await;
    let ready = got.iter().filter(|got| matches!(got, Collected::Ready { approved: true, .. })).count();
    (answers.iter().filter(|answer| answer.is_ok()).count(), ready)
}

#[test]
fn what_a_dead_node_asked_is_answered_by_the_others() {
    let Some(database) = Database::new() else { return };
    let dead = Arc::new(database.open());
    let id = block_on(submit(&gate(&dead)));
    // It neither closes its connections nor says a word.
    std::mem::forget(Arc::clone(&dead));
    database.hang_up();
    let other = gate(&Arc::new(database.open()));
    assert!(block_on(other.resolve(&id, Answer::once(), &by("kim"))).expect("an answer").approved);
    assert!(matches!(block_on(other.collect(&id)), Ok(Collected::Ready { approved: true, .. })));
}

#[test]
fn thirty_two_clients_on_two_nodes_leave_whole_chains() {
    let Some(database) = Database::new() else { return };
    let stores = [Arc::new(database.open()), Arc::new(database.open())];
    database.wait(async {
        let mut clients = JoinSet::new();
        for client in 0..32_usize {
            // Some share a session, across the nodes as well.
            let (store, session) = (Arc::clone(&stores[client % 2]), format!("s{}", client / 4));
            clients.spawn(async move {
                for row in 0..20 {
                    store.commit(decided(&format!("{client}-{row}"), &session)).await.expect("a row");
                }
            });
        }
        clients.join_all().await;
    });
    let heads = database.wait(stores[0].verify(&[])).expect("whole chains");
    assert_eq!(heads.iter().map(|head| head.count).sum::<u64>(), 32 * 20);
    assert!(heads.iter().filter(|head| head.count > 0).count() > 1, "several chains");
    assert_eq!(block_on(stores[0].head()).expect("a head").count, 32 * 20);
    assert_eq!(block_on(stores[0].heads()), Ok(heads));
}

#[test]
fn a_reader_that_follows_the_record_misses_no_row() {
    const ROWS: usize = 400;
    let Some(database) = Database::new() else { return };
    let stores = [Arc::new(database.open()), Arc::new(database.open())];
    let followed = database.wait(async {
        for client in 0..8_usize {
            let (store, session) = (Arc::clone(&stores[client % 2]), format!("session-{client}"));
            tokio::spawn(async move {
                for row in 0..ROWS / 8 {
                    store.commit(decided(&format!("{client}-{row}"), &session)).await.expect("a row");
                }
            });
        }
        let following = async {
            let mut followed = Vec::new();
            let mut after = 0;
            while followed.len() < ROWS {
                let rows = stores[0].rows(&Query { after: Some(after), ..Query::default() }).await.expect("rows");
                after = rows.last().map_or(after, |row| row.number);
                followed.extend(rows);
            }
            followed
        };
        tokio::time::timeout(FOREVER, following).await.expect("all rows")
    });
    assert_eq!(followed, stores[1].rows_now(), "each once, in order");
}

#[test]
fn a_listener_hears_of_changes_on_another_node() {
    let Some(database) = Database::new() else { return };
    let [one, other] = [database.open(), database.open()];
    let mut listener = one.changes().expect("it can tell");
    // A change may be heard twice, by its notification and by the look for lost ones: it only wakes.
    let mut last = None;
    let mut hear = |listener: &mut tokio::sync::broadcast::Receiver<byleave_gate::Change>| {
        loop {
            let heard = database.wait(async { tokio::time::timeout(FOREVER, listener.recv()).await });
            let heard = heard.expect("in time").expect("a change");
            let heard = (heard.request, heard.state);
            if last.as_ref() != Some(&heard) {
                last = Some(heard.clone());
                return heard;
            }
        }
    };
    let put = |id: &str| Commit { request: Some(request(id, "s", 0)), ..Commit::default() };
    block_on(other.commit(put("a"))).expect("a request");
    assert_eq!(hear(&mut listener), ("a".to_owned(), RequestState::Pending));
    let change = transition("a", RequestState::Pending, RequestState::Decided);
    block_on(other.commit(Commit { transition: Some(change), ..Commit::default() })).expect("an answer");
    assert_eq!(hear(&mut listener), ("a".to_owned(), RequestState::Decided));
    // What nobody was notified of is found all the same.
    database.raw(
        "INSERT INTO byleave.request SELECT 'lost', session, 'pending', frame, digest, created, expires, NULL, \
                  NULL, NULL, changed, node, NULL, pg_current_xact_id() FROM byleave.request WHERE id = 'a'",
    );
    assert_eq!(hear(&mut listener), ("lost".to_owned(), RequestState::Pending));
    // And so is what happened while there was no connection.
    database.hang_up();
    let mut tries = 0;
    while block_on(other.commit(put("c"))).is_err() {
        tries += 1;
        assert!(tries < 100, "the pool has no end of closed connections");
    }
    assert_eq!(hear(&mut listener), ("c".to_owned(), RequestState::Pending));
}

#[test]
fn what_expires_is_taken_by_one_node() {
    let Some(database) = Database::new() else { return };
    let stores = [Arc::new(database.open()), Arc::new(database.open())];
    let mut taken = database.wait(async {
        let mut putting = JoinSet::new();
        for number in 0..60 {
            let store = Arc::clone(&stores[0]);
            let put = Commit { request: Some(request(&format!("{number:02}"), "s", 0)), ..Commit::default() };
            putting.spawn(async move { store.commit(put).await.expect("a request") });
        }
        putting.join_all().await;
        let mut taking = JoinSet::new();
        for number in 0..12_usize {
            let store = Arc::clone(&stores[number % 2]);
            taking.spawn(async move { store.expired(at(1000), 10).await.expect("requests") });
        }
        taking.join_all().await.concat()
    });
    taken.sort_by(|one, other| one.id.cmp(&other.id));
    let ids: Vec<String> = taken.into_iter().map(|taken| taken.id).collect();
    let doubled = ids.windows(2).filter(|pair| pair[0] == pair[1]).count();
    assert_eq!(doubled, 0, "{ids:?}");
    assert_eq!(block_on(stores[0].expired(at(1000), 100)).expect("requests").len(), 60 - ids.len(), "and none is left");
    assert_eq!(block_on(stores[1].expired(at(1100), 100)).expect("requests").len(), 60, "for a while");
}
