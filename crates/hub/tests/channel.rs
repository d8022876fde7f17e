//! A gate in an agent's process that asks at a hub: both are real, and so is the wire between them.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use byleave_client::HubChannel;
use byleave_gate::{Authorization, Call, Callback, Cause, Gate, Refusal, RejectMode, RequestState, Role};
use byleave_hub::Tls;
use byleave_policy::rules::Rule;
use byleave_policy::{Mode, Policy, Verdict};
use serde_json::{Value, json};
use support::{Folder, Running, Socket, Wish};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

fn channel(port: u16, token: &str) -> HubChannel {
    HubChannel::connect(&format!("http://127.0.0.1:{port}"), token).unwrap().patience(Duration::from_secs(20))
}

fn gate(channel: HubChannel) -> Gate {
    let gate = Gate::builder().policy(Policy::default()).channel(channel).agent("builder");
    gate.project("/w/app").cwd("/w/app").home("/home/dev").build().unwrap()
}

fn bash(command: &str) -> Call {
    Call::new("bash", json!({ "command": command }))
}

fn refused(authorization: Authorization) -> Refusal {
    *authorization.permit().expect_err("refused")
}

/// Answers the next question.
async fn answer(socket: &mut Socket, reply: Value) -> Value {
    let frame = socket.next("approval_needed").await;
    let mut reply = reply;
    reply["id"] = frame["id"].clone();
    socket.say(&reply.to_string()).await;
    frame
}

#[tokio::test(flavor = "multi_thread")]
async fn what_people_at_the_hub_say_counts_at_the_gate() {
    let folder = Folder::new("says");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, (_, ann)) = (hub.token(Role::Agent, None).await, hub.named(Role::Approver, "ann", None).await);
    let mut socket = hub.socket(&ann).await;
    for (reply, ran, cause) in [
        (json!({"approved": true}), Some("npm install"), None),
        (json!({"approved": true, "arguments": {"command": "npm ci"}}), Some("npm ci"), None),
        // The deny floor of the gate counts for what was edited too.
        (json!({"approved": false, "mode": "reject_soft", "feedback": "use yarn"}), None, Some(RejectMode::Soft)),
        (json!({"approved": false, "mode": "reject_explain"}), None, Some(RejectMode::Explain)),
        (json!({"approved": false}), None, Some(RejectMode::Hard)),
    ] {
        let gate = gate(channel(hub.port, &agent));
        let call = bash("npm install").description("to build it");
        let (told, frame) = tokio::join!(gate.authorize(call), answer(&mut socket, reply.clone()));
        assert_eq!((&frame["agent"], &frame["session_id"]), (&json!("builder"), &json!(gate.session())), "{frame}");
        let description = frame["description"].as_str().unwrap();
        assert!(description.starts_with("to build it\nthe agent's gate asks (medium risk): "), "{description}");
        match (told, ran) {
            (Authorization::Approved(permit), Some(command)) => {
                assert_eq!(permit.run(|call| call.command().map(str::to_owned)).output.as_deref(), Some(command));
            }
            (told, None) => {
                let Cause::Rejected { mode, feedback } = refused(told).cause else { panic!("{reply}") };
                assert_eq!((Some(mode), feedback.as_deref()), (cause, reply["feedback"].as_str()), "{reply}");
            }
            (told, Some(_)) => panic!("{reply}: {told:?}"),
        }
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stricter_of_the_two_policies_counts() {
    let folder = Folder::new("stricter");
    let mut policy = Policy { mode: Mode::Yolo, ..Policy::default() };
    policy.rules.push(Rule::new("Bash(git push *)", Verdict::Deny).unwrap());
    let hub = Running::start(&folder, Wish { policy, ..Wish::default() }).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    // The hub would let it run; the gate asks, so a person is asked.
    let gate = gate(channel(hub.port, &agent));
    let (told, _) = tokio::join!(gate.authorize(bash("npm install")), answer(&mut socket, json!({"approved": true})));
    assert!(matches!(told, Authorization::Approved(_)), "{told:?}");
    // The gate would let it run; the hub is not asked.
    assert!(matches!(gate.authorize(bash("pwd")).await, Authorization::Approved(_)));
    // The gate asks, the hub denies: nobody is asked.
    let told = refused(gate.authorize(bash("git push origin main")).await);
    assert!(told.reason().contains("the policy of the hub refuses it"), "{told}");
    socket.next("approval_resolved").await;
    assert!(socket.is_quiet().await);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn always_is_granted_at_the_gate_so_the_hub_is_asked_once() {
    let folder = Folder::new("always");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    let gate = gate(channel(hub.port, &agent));
    let reply = json!({"approved": true, "scope": "session", "breadth": "exact"});
    let (told, _) = tokio::join!(gate.authorize(bash("npm install")), answer(&mut socket, reply));
    assert!(matches!(told, Authorization::Approved(_)), "{told:?}");
    assert!(matches!(gate.authorize(bash("npm install")).await, Authorization::Approved(_)));
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_at_the_hub_ends_when_the_user_of_the_gate_speaks() {
    let folder = Folder::new("stop");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    let gate = gate(channel(hub.port, &agent));
    gate.begin_turn().await.unwrap();
    let (told, _) = tokio::join!(gate.authorize(bash("npm install")), answer(&mut socket, json!({"approved": false})));
    assert!(matches!(told, Authorization::Stopped(_)));
    assert_eq!(refused(gate.authorize(bash("npm test")).await).cause, Cause::Stopped);
    gate.begin_turn().await.unwrap();
    let (told, _) = tokio::join!(gate.authorize(bash("npm install")), answer(&mut socket, json!({"approved": true})));
    assert!(matches!(told, Authorization::Approved(_)), "{told:?}");
    // Stopped on the page, not by an answer: it holds here too, until the user speaks.
    let path = format!("/v1/sessions/{}/stop", gate.session());
    assert_eq!(hub.post(&path, &approver, &json!({})).await.status, 200);
    assert!(matches!(gate.authorize(bash("npm test")).await, Authorization::Stopped(_)));
    assert_eq!(refused(gate.authorize(bash("npm test")).await).cause, Cause::Stopped);
    gate.begin_turn().await.unwrap();
    let (told, _) = tokio::join!(gate.authorize(bash("npm test")), answer(&mut socket, json!({"approved": true})));
    assert!(matches!(told, Authorization::Approved(_)), "{told:?}");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_below_another_asks_in_a_session_below_its_session() {
    let folder = Folder::new("below");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    let above = gate(channel(hub.port, &agent));
    let below = above.sub_agent("tester");
    let (told, frame) = tokio::join!(below.authorize(bash("npm test")), answer(&mut socket, json!({"approved": true})));
    assert!(matches!(told, Authorization::Approved(_)), "{told:?}");
    assert_eq!(frame["parent_session_id"], above.session(), "{frame}");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hub_that_is_killed_and_started_again_loses_no_question_and_asks_no_one_twice() {
    let folder = Folder::new("killed");
    let hub = Running::start(&folder, Wish::default()).await;
    let port = hub.port;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let gate = gate(channel(port, &agent));
    let asking = tokio::spawn(async move { gate.authorize(bash("npm install")).await });
    let mut socket = hub.socket(&approver).await;
    let first = socket.next("approval_needed").await;
    hub.stop().await;
    // For a while nobody is there at all.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let hub = Running::start_at(&folder, Wish::default(), port).await;
    let mut socket = hub.socket(&approver).await;
    let again = answer(&mut socket, json!({"approved": true})).await;
    assert_eq!(again["id"], first["id"], "the same question");
    assert!(matches!(asking.await.unwrap(), Authorization::Approved(_)));
    assert_eq!(hub.store.requests(RequestState::Pending).await.unwrap().len(), 0);
    hub.stop().await;
}

/// Between the agent and the hub: lets requests through, and loses the first replies.
async fn lossy(port: u16, lost: usize) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let here = listener.local_addr().unwrap().port();
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    tokio::spawn(async move {
        while let Ok((mut agent, _)) = listener.accept().await {
            let loses = counted.fetch_add(1, Ordering::SeqCst) < lost;
            tokio::spawn(async move {
                let mut hub = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
                if loses {
                    // The request arrives and is answered; the agent hears half a line of it.
                    let (mut request, mut reply) = (vec![0; 64 << 10], vec![0; 64 << 10]);
                    let length = agent.read(&mut request).await.unwrap();
                    let text = String::from_utf8_lossy(&request[..length])
                        .replace(&format!("127.0.0.1:{here}"), &format!("127.0.0.1:{port}"));
                    hub.write_all(text.as_bytes()).await.unwrap();
                    let length = hub.read(&mut reply).await.unwrap();
                    let _ = agent.write_all(&reply[..length.min(9)]).await;
                } else {
                    let mut request = vec![0; 64 << 10];
                    let length = agent.read(&mut request).await.unwrap();
                    let text = String::from_utf8_lossy(&request[..length])
                        .replace(&format!("127.0.0.1:{here}"), &format!("127.0.0.1:{port}"));
                    hub.write_all(text.as_bytes()).await.unwrap();
                    let _ = tokio::io::copy_bidirectional(&mut agent, &mut hub).await;
                }
            });
        }
    });
    (here, count)
}

#[tokio::test(flavor = "multi_thread")]
async fn replies_that_are_lost_on_the_way_ask_no_one_twice_and_lose_no_answer() {
    let folder = Folder::new("lossy");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    for lost in 1..4 {
        let (port, exchanges) = lossy(hub.port, lost).await;
        let gate = gate(channel(port, &agent));
        let (told, _) =
            tokio::join!(gate.authorize(bash("npm install")), answer(&mut socket, json!({"approved": true})));
        assert!(matches!(told, Authorization::Approved(_)), "{lost} lost: {told:?}");
        assert!(exchanges.load(Ordering::SeqCst) > lost);
        assert_eq!(socket.next("approval_resolved").await["approved"], true);
        assert!(socket.is_quiet().await, "{lost} lost: asked once");
    }
    hub.stop().await;
}

/// Somebody who is no hub.
async fn impostor(reply: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = vec![0; 64 << 10];
            let _ = stream.read(&mut request).await;
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
            let _ = stream.write_all(format!("{head}content-length: {}\r\n\r\n{reply}", reply.len()).as_bytes()).await;
        }
    });
    port
}

#[tokio::test(flavor = "multi_thread")]
async fn s15_whatever_is_wrong_with_the_hub_the_call_does_not_run() {
    let folder = Folder::new("wrong");
    let brief = Policy { ask_timeout_seconds: Some(1), ..Policy::default() };
    let hub = Running::start(&folder, Wish { policy: brief, ..Wish::default() }).await;
    let agent = hub.token(Role::Agent, None).await;
    let approver = hub.token(Role::Approver, None).await;
    let (taken_back, revoked) = hub.named(Role::Agent, "gone", None).await;
    hub.store.revoke_token(&taken_back, jiff::Timestamp::now()).await.unwrap();
    let bound = hub.token(Role::Agent, Some("another session")).await;
    let unknown = format!("byleave_{}_{}", "0".repeat(16), "0".repeat(64));
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent_port = silent.local_addr().unwrap().port();
    let here = |port: u16| format!("http://127.0.0.1:{port}");
    for (what, url, token, says) in [
        ("nobody answers in time", here(hub.port), &agent, "timed out, no one answered"),
        ("nobody there", here(free), &agent, "cannot be reached"),
        ("somebody who never speaks", here(silent_port), &agent, "did not come in time"),
        ("no such name", "http://hub.invalid:7777".to_owned(), &agent, "cannot be reached"),
        ("no certificate", format!("https://127.0.0.1:{}", hub.port), &agent, "cannot be reached"),
        ("unknown token", here(hub.port), &unknown, "401"),
        ("revoked token", here(hub.port), &revoked, "401"),
        ("token of an approver", here(hub.port), &approver, "403"),
        ("token of another session", here(hub.port), &bound, "404"),
        ("an empty answer", here(impostor("").await), &agent, "cannot be reached"),
        ("not an answer", here(impostor("[true]").await), &agent, "approved"),
        ("half an answer", here(impostor(r#"{"approved":true}"#).await), &agent, "another call"),
        (
            "another's answer",
            here(impostor(r#"{"approved":true,"call_hash":"sha256:00"}"#).await),
            &agent,
            "another call",
        ),
        ("a word for an answer", here(impostor(r#"{"approved":"true"}"#).await), &agent, "approved"),
        (
            "edited to nothing",
            here(impostor(r#"{"approved":true,"edited":true}"#).await),
            &agent,
            "arguments were edited",
        ),
    ] {
        let channel = HubChannel::connect_in_the_clear(&url, token).unwrap().patience(Duration::from_millis(300));
        let failed = Arc::new(std::sync::Mutex::new(String::new()));
        let heard = Arc::clone(&failed);
        // A gate does not wait for ever for a hub that does not speak.
        let policy = Policy { ask_timeout_seconds: Some(4), ..Policy::default() };
        let gate = Gate::builder().policy(policy).channel(channel).project("/w/app").cwd("/w/app").home("/home/dev");
        let gate = gate.watch(move |event| heard.lock().unwrap().push_str(&format!("{event:?}"))).build().unwrap();
        let refusal = refused(gate.authorize(bash("npm install")).await);
        let heard = failed.lock().unwrap().clone();
        let told = if refusal.cause == Cause::Timeout { "did not come in time".to_owned() } else { heard };
        assert!(told.contains(says), "{what}: {refusal:?} {told}");
        assert!(!told.contains(token.rsplit('_').next().unwrap()), "{what}: a token is nobody's business");
    }
    drop(silent);
    hub.stop().await;
}

#[test]
fn what_cannot_be_an_address_or_a_token_is_told_at_once() {
    let token = format!("byleave_{}_{}", "0".repeat(16), "0".repeat(64));
    for (url, token, says) in [
        ("127.0.0.1:7777", token.as_str(), "is not the address of a hub"),
        ("http://hub.example:7777", &token, "is another machine: use `https`"),
        ("http://127.0.0.1:7777", "", "is not a token"),
        ("http://127.0.0.1:7777", "byleave_1\r\nhost: evil", "is not a token"),
    ] {
        let error = HubChannel::connect(url, token).unwrap_err().to_string();
        assert!(error.contains(says), "{url} {token}: {error}");
    }
    let channel = HubChannel::connect("http://127.0.0.1:7777", &token).unwrap();
    assert!(!format!("{channel:?}").contains(&token));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_answered_elsewhere_or_given_up_is_taken_back_at_the_hub() {
    let folder = Folder::new("elsewhere");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    // The agent's own time is over.
    let policy = Policy { ask_timeout_seconds: Some(1), ..Policy::default() };
    let impatient = Gate::builder().policy(policy).channel(channel(hub.port, &agent)).project("/w/app").cwd("/w/app");
    let impatient = impatient.home("/home/dev").build().unwrap();
    assert_eq!(refused(impatient.authorize(bash("npm install")).await).cause, Cause::Timeout);
    socket.next("approval_needed").await;
    assert_eq!(socket.next("approval_resolved").await["by"], "the agent");
    // The agent itself is gone.
    let gate = gate(channel(hub.port, &agent));
    let asking = tokio::spawn(async move { gate.authorize(bash("npm install")).await });
    socket.next("approval_needed").await;
    asking.abort();
    assert_eq!(socket.next("approval_resolved").await["by"], "the agent");
    hub.stop().await;
}

#[test]
fn a_gate_without_a_runtime_asks_at_a_hub_too() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let folder = Folder::new("bare");
    let hub = runtime.block_on(Running::start(&folder, Wish::default()));
    let agent = runtime.block_on(hub.token(Role::Agent, None));
    let approver = runtime.block_on(hub.token(Role::Approver, None));
    let answering = runtime.spawn({
        let socket = runtime.block_on(hub.socket(&approver));
        async move {
            let mut socket = socket;
            answer(&mut socket, json!({"approved": true})).await;
        }
    });
    // A program that is asked first and leaves it to people.
    let abstains = Callback::new(|_| async { None::<bool> });
    let gate = Gate::builder().policy(Policy::default()).channel(abstains).channel(channel(hub.port, &agent));
    let gate = gate.project("/w/app").cwd("/w/app").home("/home/dev").build().unwrap();
    assert!(matches!(byleave_gate::block_on(gate.authorize(bash("npm install"))), Authorization::Approved(_)));
    runtime.block_on(answering).unwrap();
    runtime.block_on(hub.stop());
}

#[tokio::test(flavor = "multi_thread")]
async fn over_tls_only_a_hub_that_is_trusted_is_asked() {
    let folder = Folder::new("tls");
    let pem = |name: &str| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls").join(name);
    // Made for these tests; nobody else trusts it.
    let tls = Tls::read(&pem("certificate.pem"), &pem("key.pem")).unwrap();
    let hub = Running::start_with(&folder, Wish::default(), 0, Some(tls)).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let url = format!("https://127.0.0.1:{}", hub.port);
    let connect = || HubChannel::connect(&url, &agent).unwrap().patience(Duration::from_millis(300));
    let refusal = refused(gate(connect()).authorize(bash("npm install")).await);
    assert!(matches!(&refusal.cause, Cause::System(error) if error.contains("certificate")), "{refusal:?}");
    assert!(connect().trust(&pem("key.pem")).is_err(), "a file without certificates");
    let trusting = gate(connect().trust(&pem("certificate.pem")).unwrap());
    let asking = tokio::spawn(async move { trusting.authorize(bash("npm install")).await });
    let id = loop {
        if let Some(stored) = hub.store.requests(RequestState::Pending).await.unwrap().pop() {
            break stored.id;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    // Answered at another hub with the same store, because the clients of these tests speak no TLS.
    let elsewhere = Running::start(&folder, Wish::default()).await;
    let path = format!("/v1/requests/{id}/answer");
    assert_eq!(elsewhere.post(&path, &approver, &json!({"approved": true})).await.status, 200);
    assert!(matches!(asking.await.unwrap(), Authorization::Approved(_)));
    elsewhere.stop().await;
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gate_with_the_store_of_the_hub_asks_once_and_hears_the_answer() {
    let folder = Folder::new("same-store");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, (_, ann)) = (hub.token(Role::Agent, None).await, hub.named(Role::Approver, "ann", None).await);
    let other = hub.token(Role::Agent, None).await;
    let mut socket = hub.socket(&ann).await;
    for (reply, runs) in [(json!({"approved": true}), true), (json!({"approved": false, "mode": "reject_soft"}), false)]
    {
        let builder = Gate::builder().policy(Policy::default()).channel(channel(hub.port, &agent)).agent("builder");
        let builder = builder.shared_store(Arc::clone(&hub.store));
        let gate = builder.project("/w/app").cwd("/w/app").home("/home/dev").build().unwrap();
        let asking = async {
            let frame = socket.next("approval_needed").await;
            assert!(socket.is_quiet().await, "one card, not two");
            let listed = hub.get("/v1/requests", &ann).await.body;
            assert_eq!(listed["requests"].as_array().map(Vec::len), Some(1), "{listed}");
            // Who does not know all of it hears nothing of it, and nobody collects it there.
            for (key, value) in [("arguments", json!({"command": "npm ci"})), ("cwd", json!("/w/other"))] {
                let mut call = json!({
                    "id": frame["id"], "tool": "bash", "arguments": {"command": "npm install"}, "wait": 0,
                    "session": frame["session_id"], "cwd": "/w/app", "project": "/w/app", "home": "/home/dev",
                });
                call[key] = value;
                let told = hub.post("/v1/calls", &other, &call).await;
                assert!(told.body["error"] != "same_store" && told.body["approved"] != true, "{key}: {told:?}");
            }
            let path = format!("/v1/requests/{}/answer", frame["id"].as_str().unwrap());
            assert_eq!(hub.post(&path, &ann, &reply).await.status, 200);
        };
        let (told, ()) = tokio::join!(gate.authorize(bash("npm install")), asking);
        assert_eq!(told.permit().is_ok(), runs, "{reply}");
        while let Some(Some(frame)) = socket.within(Duration::from_millis(200)).await {
            assert_ne!(frame["type"], "error", "{frame}");
        }
    }
    hub.stop().await;
}
