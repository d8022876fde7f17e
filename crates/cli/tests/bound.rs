//! An answer that names no request counts for what its connection was shown: with several hubs, and with one that is killed.
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

use std::collections::BTreeMap;
use std::net::TcpStream;

use byleave_gate::{RequestState, Role, Store};
use serde_json::Value;
use server::Database;
use serving::{STORE, Serving, call, folder, send, store, token};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{Message, WebSocket, connect};

struct Socket(WebSocket<MaybeTlsStream<TcpStream>>);

impl Socket {
    fn open(hub: &Serving, token: &str) -> Self {
        let mut request = format!("ws://{}/ws", hub.host).into_client_request().unwrap();
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        Self(connect(request).unwrap().0)
    }

    fn say(&mut self, text: &str) {
        self.0.send(Message::text(text.to_owned())).unwrap();
    }

    /// The next frame of a kind; others are passed over.
    fn next(&mut self, kind: &str) -> Value {
        loop {
            let Message::Text(text) = self.0.read().unwrap() else { continue };
            let frame: Value = serde_json::from_str(&text).unwrap();
            if frame["type"] == kind {
                return frame;
            }
        }
    }
}

fn put(hub: &Serving, agent: &str, command: &str) -> String {
    let (status, told) = send(&hub.host, agent, "POST", "/v1/calls", &call(command, "s", 0)).unwrap();
    assert_eq!(status, 202, "{told}");
    told["id"].as_str().unwrap().to_owned()
}

fn post(hub: &Serving, token: &str, path: &str, body: &str) {
    let (status, told) = send(&hub.host, token, "POST", path, body).unwrap();
    assert_eq!(status, 200, "{told}");
}

/// A yes for what has ended, and what waits now: refused, and what waits is shown again.
fn stale(socket: &mut Socket, ended: &str, open: &str) {
    socket.say(r#"{"approved":true}"#);
    let told = socket.next("error");
    assert_eq!((&told["code"], &told["id"]), (&"stale".into(), &ended.into()), "{told}");
    assert_eq!(socket.next("approval_needed")["id"], open);
}

#[test]
fn with_two_hubs_a_yes_to_what_ended_at_the_other_approves_nothing_else() {
    let Some(database) = Database::new() else { return };
    let folder = folder("bound-nodes");
    let store = database.open();
    let (agent, ann) = (token(&store, Role::Agent, "builder"), token(&store, Role::Approver, "ann"));
    let bob = token(&store, Role::Approver, "bob");
    let settings = database.address();
    let all: BTreeMap<&str, &str> = settings.split(' ').filter_map(|setting| setting.split_once('=')).collect();
    let place = format!("postgres://{}@{}/{}", all["user"], all["host"].replace('/', "%2F"), all["dbname"]);
    let [here, there] = [(); 2].map(|()| Serving::start(&folder, &place, &[]));
    let mut socket = Socket::open(&here, &ann);
    for round in 0..4 {
        let first = put(&there, &agent, &format!("npm test {round}"));
        assert_eq!(socket.next("approval_needed")["id"], first.as_str());
        if round % 2 == 0 {
            post(&there, &agent, &format!("/v1/calls/{first}/cancel"), "{}");
        } else {
            let no = r#"{"approved":false,"mode":"reject_soft"}"#;
            post(&there, &bob, &format!("/v1/requests/{first}/answer"), no);
        }
        let second = put(&there, &agent, "sudo rm -rf /srv/data");
        // Notes of other hubs come in no order: the end of the first may be told after the second.
        let (mut ended, mut shown) = (false, false);
        while !(ended && shown) {
            let Message::Text(text) = socket.0.read().unwrap() else { continue };
            let frame: Value = serde_json::from_str(&text).unwrap();
            ended |= frame["type"] == "approval_resolved" && frame["id"] == first.as_str();
            shown |= frame["type"] == "approval_needed" && frame["id"] == second.as_str();
        }
        stale(&mut socket, &first, &second);
        let stored = database.wait(store.request(&second)).unwrap().unwrap();
        assert_eq!(stored.state, RequestState::Pending, "{stored:?}");
        socket.say(r#"{"approved":false,"mode":"reject_soft"}"#);
        let (status, told) = send(&there.host, &agent, "GET", &format!("/v1/calls/{second}?wait=30"), "").unwrap();
        assert_eq!((status, &told["approved"], &told["by"]), (200, &false.into(), &"ann".into()), "{told}");
    }
}

#[test]
fn a_hub_that_is_killed_between_the_question_and_the_answer_leaves_nothing_to_be_mistaken() {
    let folder = folder("bound-killed");
    let mut hub = Serving::start(&folder, STORE, &[]);
    let (agent, ann) = {
        let store = store(&folder);
        (token(&store, Role::Agent, "builder"), token(&store, Role::Approver, "ann"))
    };
    let mut socket = Socket::open(&hub, &ann);
    let first = put(&hub, &agent, "npm test");
    assert_eq!(socket.next("approval_needed")["id"], first.as_str());
    hub.kill();
    let _ = socket.0.send(Message::text(r#"{"approved":true}"#));
    let hub = Serving::start(&folder, STORE, &[]);
    let mut socket = Socket::open(&hub, &ann);
    assert_eq!(socket.next("approval_needed")["id"], first.as_str(), "it waits on, unanswered");
    post(&hub, &agent, &format!("/v1/calls/{first}/cancel"), "{}");
    let second = put(&hub, &agent, "sudo rm -rf /srv/data");
    assert_eq!(socket.next("approval_needed")["id"], second.as_str());
    stale(&mut socket, &first, &second);
    let (status, told) = send(&hub.host, &agent, "GET", &format!("/v1/calls/{second}"), "").unwrap();
    assert_eq!(status, 202, "{told}");
}
