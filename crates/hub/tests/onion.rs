//! Clients of ConnectOnion, the real ones among them: `onion/client.py` and `client.cjs`, with keys that are enrolled here.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use std::path::Path;
use std::process::Stdio;

use byleave_gate::{Query, Role};
use byleave_hub::key::{Address, enrol, id};
use byleave_hub::token::NewToken;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use support::{Folder, Running, connectonion};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::Command;

async fn does(hub: &Running, what: &Value) -> Value {
    let text = |key: &str| what[key].as_str().map(str::to_owned);
    match what["do"].as_str().unwrap() {
        "ready" => {
            // A hub that knows no key has no address, and lets nobody try.
            assert_eq!(hub.get("/info", "").await.status, 404);
            assert_eq!(hub.try_socket(&[]).await.err(), Some(401));
            enrol_key(hub, "0x3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", what).await;
            json!(true)
        }
        "enrol" => {
            enrol_key(hub, &text("address").unwrap(), what).await;
            json!(true)
        }
        "revoke" => {
            let address = Address::parse(&text("address").unwrap()).unwrap();
            hub.store.revoke_token(&id(&address), Timestamp::now()).await.unwrap();
            json!(true)
        }
        "refused" => {
            let rows = Query { tool: Some(byleave_hub::REFUSED_TOOL.to_owned()), ..Query::default() };
            json!(hub.store.rows(&rows).await.unwrap().len())
        }
        "listens" => json!(hub.store.session(&text("session").unwrap()).await.unwrap().is_some()),
        other => panic!("{other}"),
    }
}

async fn enrol_key(hub: &Running, address: &str, what: &Value) {
    let text = |key: &str| what[key].as_str().map(str::to_owned);
    let now = Timestamp::now();
    // One that ends had to begin before.
    let began = if what["ended"] == true { now - SignedDuration::from_hours(1) } else { now };
    let wanted = NewToken {
        name: text("name").unwrap_or_default(),
        role: Role::find(what["role"].as_str().unwrap_or("approver")).unwrap(),
        session: text("session"),
        expires: (what["ended"] == true).then_some(now),
        workplace: byleave_gate::Workplace::default(),
    };
    enrol(&*hub.store, &Address::parse(address).unwrap(), wanted, began).await.unwrap();
}

/// Runs a client against a hub of its own. It says what people have to do for it, and how every case of it went.
async fn run(tool: &str, program: &str, script: &str, cases: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tools = root.join("../../target/tools").join(tool);
    assert!(tools.exists(), "{} is missing: run scripts/install-tools", tools.display());
    let folder = Folder::new("onion");
    let hub = Running::start(&folder, connectonion()).await;
    let agent = hub.token(Role::Agent, None).await;
    let mut client = Command::new(program.replace("TOOLS", tools.to_str().unwrap()))
        .arg(root.join("tests/onion").join(script))
        .args([&hub.port.to_string(), &agent, tools.to_str().unwrap()])
        .env("HOME", &folder.0)
        .env("NO_PROXY", "*")
        .env("no_proxy", "*")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut said = client.stdin.take().unwrap();
    let mut lines = BufReader::new(client.stdout.take().unwrap()).lines();
    let (mut passed, mut failed) = (Vec::new(), Vec::new());
    while let Some(line) = lines.next_line().await.unwrap() {
        let what: Value = serde_json::from_str(&line).unwrap();
        let answer = match what["case"].as_str() {
            None => does(&hub, &what).await,
            Some(name) => {
                let why = what["why"].as_str();
                println!("{name}: {}", why.unwrap_or("ok"));
                let list = if why.is_some() { &mut failed } else { &mut passed };
                list.push(name.to_owned());
                Value::Null
            }
        };
        said.write_all(format!("{answer}\n").as_bytes()).await.unwrap();
    }
    assert!(client.wait().await.unwrap().success());
    assert_eq!((failed, passed.len()), (Vec::new(), cases), "{passed:#?}");
    hub.stop().await;
}

// How many cases each client has: one that is lost is noticed.

#[tokio::test(flavor = "multi_thread")]
async fn clients_of_connectonion_answer_and_no_one_else_does() {
    run("onion", "TOOLS/bin/python", "client.py", 32).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_client_in_typescript_answers_too() {
    run("onion-npm", "node", "client.cjs", 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_for_people_and_a_key_is_enrolled_once() {
    let folder = Folder::new("keys");
    let hub = Running::start(&folder, connectonion()).await;
    let address = Address::of([7; 32]);
    let enrol = |role| {
        let wanted = NewToken::new("ann", role);
        enrol(&*hub.store, &address, wanted, Timestamp::now())
    };
    for (role, words) in [
        (Role::Agent, "approver"),
        (Role::Admin, "approver"),
        (Role::Approver, ""),
        (Role::Approver, "already"),
        (Role::Viewer, "already"),
    ] {
        let told = enrol(role).await.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(told.contains(words) && told.is_empty() == words.is_empty(), "{role:?}: {told}");
    }
    hub.store.revoke_token(&id(&address), Timestamp::now()).await.unwrap();
    assert!(enrol(Role::Approver).await.unwrap_err().to_string().contains("stays so"));
    let admin = hub.token(Role::Admin, None).await;
    let tokens = hub.get("/v1/tokens", &admin).await.body;
    let ids: Vec<&str> = tokens["tokens"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!((ids.len(), ids[0]), (2, id(&address).as_str()), "the hub's own address is nobody's");
    let info = hub.get("/info", "").await.body;
    let hub_address = info["address"].as_str().unwrap();
    let found = hub.get(&format!("/api/agents/{hub_address}"), "").await.body;
    assert_eq!(found["endpoints"][0], format!("http://127.0.0.1:{}", hub.port));
    assert_eq!(hub.get(&format!("/api/agents/{address}"), "").await.status, 404);
    hub.stop().await;
}
