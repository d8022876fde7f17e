//! What was signed counts once: after a restart too, at every hub with the same store, and on every connection.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use byleave_gate::{Query, Role};
use byleave_hub::key::{Address, enrol, hub_address};
use byleave_hub::token::NewToken;
use jiff::Timestamp;
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::{Value, json};
use support::{Folder, Running, Socket, connectonion};

/// A client whose clock may be ahead.
struct Person {
    pair: Ed25519KeyPair,
    hub: String,
}

impl Person {
    async fn enrolled(hub: &Running) -> Self {
        let pair = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).unwrap();
        let address = Address::of(pair.public_key().as_ref().try_into().unwrap());
        let wanted = NewToken::new("ann", Role::Approver);
        enrol(&*hub.store, &address, wanted, Timestamp::now()).await.unwrap();
        let hub = hub_address(&*hub.store).await.unwrap().unwrap().to_string();
        Self { pair, hub }
    }

    fn signed(&self, kind: &str, mut payload: Value, ahead: i64) -> String {
        let hex = |bytes: &[u8]| bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        payload["to"] = self.hub.as_str().into();
        payload["timestamp"] = (Timestamp::now().as_second() + ahead).into();
        let signature = hex(self.pair.sign(payload.to_string().as_bytes()).as_ref());
        let from = Address::of(self.pair.public_key().as_ref().try_into().unwrap()).to_string();
        json!({ "type": kind, "payload": payload, "from": from, "signature": signature }).to_string()
    }

    fn connect(&self, ahead: i64) -> String {
        self.signed("CONNECT", json!({ "signed_commands": 1 }), ahead)
    }
}

/// How a hub answers a CONNECT.
async fn offers(hub: &Running, connect: &str) -> (Socket, Value) {
    let mut socket = hub.try_socket(&[]).await.expect("a key was enrolled");
    socket.say(connect).await;
    let told = socket.frame().await.unwrap_or_default();
    (socket, told)
}

fn used(told: &Value) -> bool {
    told["type"] == "ERROR" && told["message"].as_str().is_some_and(|words| words.contains("already used"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connect_counts_once_and_no_restart_makes_it_count_again() {
    for kill in [false, true] {
        let folder = Folder::new("replay");
        let hub = Running::start(&folder, connectonion()).await;
        let ann = Person::enrolled(&hub).await;
        // By a clock that is ahead, so that it was not signed before the restart.
        let connect = ann.connect(120);
        assert_eq!(offers(&hub, &connect).await.1["type"], "CONNECTED");
        assert!(used(&offers(&hub, &connect).await.1));
        if kill {
            hub.kill().await;
        } else {
            hub.stop().await;
        }
        let hub = Running::start(&folder, connectonion()).await;
        assert!(used(&offers(&hub, &connect).await.1), "killed: {kill}");
        assert_eq!(offers(&hub, &ann.connect(121)).await.1["type"], "CONNECTED", "another one counts");
        let rows = Query { tool: Some(byleave_hub::REFUSED_TOOL.to_owned()), ..Query::default() };
        assert_eq!(hub.store.rows(&rows).await.unwrap().len(), 2, "once in each run");
        hub.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_hubs_with_one_store_one_takes_a_connect() {
    let folder = Folder::new("replay-two");
    let one = Running::start(&folder, connectonion()).await;
    let other = Running::start(&folder, connectonion()).await;
    let ann = Person::enrolled(&one).await;
    for ahead in 0..5 {
        let connect = ann.connect(60 + ahead);
        let told = tokio::join!(offers(&one, &connect), offers(&other, &connect), offers(&one, &connect));
        let told = [told.0.1, told.1.1, told.2.1];
        let connected = told.iter().filter(|told| told["type"] == "CONNECTED").count();
        assert_eq!((connected, told.iter().filter(|told| used(told)).count()), (1, 2), "{told:?}");
    }
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_cannot_tell_lets_no_client_connect() {
    let folder = Folder::new("replay-broken");
    let hub = Running::start(&folder, connectonion()).await;
    let ann = Person::enrolled(&hub).await;
    rusqlite::Connection::open(folder.0.join("record.db")).unwrap().execute_batch("DROP TABLE used").unwrap();
    let (mut socket, told) = offers(&hub, &ann.connect(0)).await;
    assert_eq!((&told["type"], &told["message"]), (&json!("ERROR"), &json!("the store does not work; try again")));
    assert_eq!(socket.frame().await, None, "closed");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signed_answer_that_was_taken_back_does_not_count_again_on_another_connection() {
    let folder = Folder::new("replay-answer");
    let hub = Running::start(&folder, connectonion()).await;
    let ann = Person::enrolled(&hub).await;
    let agent = hub.token(Role::Agent, None).await;
    // The same person, by another way in: only who gave an answer takes it back.
    let (_, token) = hub.named(Role::Approver, "ann", None).await;
    let id = hub.pending(&agent, "npm install").await;
    let yes = json!({ "type": "APPROVAL_RESPONSE", "nonce": "n-1", "request_id": id, "approved": true });
    let yes = ann.signed("APPROVAL_RESPONSE", yes, 0);
    let state = async || hub.store.request(&id).await.unwrap().unwrap().state.name();
    let (mut first, _) = offers(&hub, &ann.connect(1)).await;
    first.next("approval_needed").await;
    first.say(&yes).await;
    first.next("approval_resolved").await;
    assert_eq!(state().await, "decided");
    assert_eq!(hub.post(&format!("/v1/requests/{id}/undo"), &token, &json!({})).await.status, 200);
    let (mut second, _) = offers(&hub, &ann.connect(2)).await;
    second.next("approval_needed").await;
    second.say(&yes).await;
    assert!(second.next("ERROR").await["message"].as_str().unwrap().contains("each but once"));
    assert_eq!(state().await, "pending");
    hub.stop().await;
}
