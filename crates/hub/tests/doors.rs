//! Everything that is not a way in: wrong roles, wrong places, wrong origins, wrong bodies.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use byleave_gate::{Query, RequestState, Role};
use serde_json::{Value, json};
use support::{Folder, Running, Wish};

const JSON: (&str, &str) = ("content-type", "application/json");

/// Every address that is for people, with what would change something if it were let through.
fn for_people(id: &str) -> Vec<(&'static str, String, &'static str)> {
    let mut all = vec![
        ("GET", "/v1/requests".to_owned(), ""),
        ("GET", format!("/v1/requests/{id}"), ""),
        ("POST", format!("/v1/requests/{id}/answer"), r#"{"approved":true,"scope":"always","role":"admin"}"#),
        ("POST", format!("/v1/requests/{id}/claim"), "{}"),
        ("POST", "/v1/sessions/mine/mode".to_owned(), r#"{"mode":"yolo"}"#),
        ("POST", "/v1/grants/grant_1/revoke".to_owned(), "{}"),
        ("POST", "/v1/tokens/tok_1/revoke".to_owned(), "{}"),
        ("POST", "/v1/simulate".to_owned(), r#"{"calls":[]}"#),
        ("POST", "/v1/try".to_owned(), r#"{"policy":"mode: yolo"}"#),
        ("POST", "/v1/replay".to_owned(), r#"{"policy":"mode: yolo"}"#),
        ("POST", "/v1/name".to_owned(), r#"{"name":"ann"}"#),
    ];
    for path in ["/v1/grants", "/v1/records", "/v1/stats", "/v1/policy", "/v1/policy/files", "/v1/tokens"] {
        all.push(("GET", path.to_owned(), ""));
    }
    all
}

async fn still_waits(hub: &Running, id: &str) {
    let stored = hub.store.request(id).await.unwrap().unwrap();
    assert_eq!(stored.state, RequestState::Pending);
}

#[tokio::test(flavor = "multi_thread")]
async fn s1_s2_s4_a_caller_who_may_not_answer_does_not() {
    let folder = Folder::new("roles");
    let hub = Running::start(&folder, Wish::default()).await;
    let agent = hub.token(Role::Agent, None).await;
    let viewer = hub.token(Role::Viewer, None).await;
    let approver = hub.token(Role::Approver, None).await;
    let id = hub.pending(&agent, "npm install").await;
    let bearer = |token: &str| format!("Bearer {token}");
    let mut refused = 0;
    for (method, path, body) in for_people(&id) {
        let wrong = [
            (vec![], 401),
            (vec![("authorization", String::new())], 401),
            (vec![("authorization", "Bearer".to_owned())], 401),
            (vec![("authorization", bearer(""))], 401),
            (vec![("authorization", format!("Basic {approver}"))], 401),
            (vec![("authorization", bearer(&approver.replace('a', "b")))], 401),
            (vec![("authorization", bearer(&approver)), ("authorization", bearer(&approver))], 401),
            (vec![("x-token", approver.clone())], 401),
            (vec![("cookie", format!("byleave_hub={approver}"))], 401),
            (vec![("cookie", format!("byleave_hub={approver}")), ("authorization", bearer("x"))], 401),
            (vec![("x-byleave-key", approver.clone())], 401),
            (vec![("authorization", bearer(&agent))], 403),
            (
                vec![
                    ("authorization", bearer(&agent)),
                    ("x-role", "admin".to_owned()),
                    ("x-scope", "admin".to_owned()),
                ],
                403,
            ),
        ];
        for (headers, expected) in wrong {
            let mut headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
            headers.push(JSON);
            let response = hub.send(method, &path, &headers, body).await;
            assert_eq!(response.status, expected, "{method} {path} {headers:?} {response:?}");
            refused += usize::from(expected == 403);
        }
        let query = format!("{path}?token={approver}");
        assert!(hub.send(method, &query, &[JSON], body).await.status >= 400, "{query}");
        let looks = method == "GET" && path != "/v1/tokens" || matches!(path.as_str(), "/v1/simulate" | "/v1/try");
        let response = hub.send(method, &path, &[("authorization", &bearer(&viewer)), JSON], body).await;
        assert_eq!(response.status, if looks { 200 } else { 403 }, "viewer {method} {path} {response:?}");
        refused += usize::from(!looks);
    }
    still_waits(&hub, &id).await;
    assert_eq!(hub.try_socket(&[("authorization", &bearer(&agent))]).await.err(), Some(403));
    assert_eq!(hub.try_socket(&[]).await.err(), Some(401));
    let rows = Query { tool: Some(byleave_hub::REFUSED_TOOL.to_owned()), ..Query::default() };
    let rows = hub.store.rows(&rows).await.unwrap();
    assert_eq!(rows.len(), refused + 1, "every attempt is on record");
    let mut socket = hub.socket(&viewer).await;
    assert_eq!(socket.next("approval_needed").await["id"], id.as_str());
    socket.say(r#"{"approved": true}"#).await;
    assert_eq!(socket.next("error").await["code"], "wrong_role");
    still_waits(&hub, &id).await;
    for path in ["/v1/calls", "/v1/sessions/x/turn"] {
        assert_eq!(hub.post(path, &approver, &json!({})).await.status, 403, "who answers does not ask: {path}");
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s5_s28_only_requests_meant_for_this_hub_pass() {
    let folder = Folder::new("origin");
    let hub = Running::start(&folder, Wish::default()).await;
    let agent = hub.token(Role::Agent, None).await;
    let approver = format!("Bearer {}", hub.token(Role::Approver, None).await);
    let id = hub.pending(&agent, "npm install").await;
    let own = format!("http://127.0.0.1:{}", hub.port);
    let other_port = format!("http://127.0.0.1:{}", hub.port.wrapping_add(1));
    let path = format!("/v1/requests/{id}/answer");
    let answer = r#"{"approved": true}"#;
    for (method, path, headers, body, expected) in [
        ("POST", path.as_str(), vec![("host", "evil.example"), JSON], answer, 421),
        ("POST", &path, vec![("host", "127.0.0.1.evil.example"), JSON], answer, 421),
        ("POST", &path, vec![("host", "localhost"), JSON], answer, 421),
        ("POST", &path, vec![("host", ""), JSON], answer, 421),
        ("POST", &path, vec![("origin", "http://evil.example"), JSON], answer, 403),
        ("POST", &path, vec![("origin", "null"), JSON], answer, 403),
        ("POST", &path, vec![("origin", other_port.as_str()), JSON], answer, 403),
        ("POST", &path, vec![("origin", own.as_str()), ("origin", "http://evil.example"), JSON], answer, 403),
        ("POST", &path, vec![("sec-fetch-site", "cross-site"), JSON], answer, 403),
        ("POST", &path, vec![("sec-fetch-site", "same-site"), JSON], answer, 403),
        ("POST", &path, vec![("content-type", "text/plain")], answer, 415),
        ("POST", &path, vec![("content-type", "application/x-www-form-urlencoded")], "approved=true", 415),
        ("POST", &path, vec![("content-type", "multipart/form-data; boundary=x")], answer, 415),
        ("POST", &path, vec![("content-type", "application/json; charset=utf-16")], answer, 415),
        ("POST", &path, vec![], answer, 415),
        ("GET", &path, vec![JSON], "", 405),
        ("GET", &format!("{path}?approved=true"), vec![JSON], "", 405),
        ("PUT", &path, vec![JSON], answer, 405),
        ("HEAD", "/v1/requests", vec![], "", 405),
        ("OPTIONS", &path, vec![("access-control-request-method", "POST"), ("origin", own.as_str())], "", 415),
        ("POST", "http://evil.example/v1/requests", vec![JSON], answer, 421),
    ] {
        let mut headers = headers.clone();
        headers.push(("authorization", &approver));
        let response = hub.send(method, path, &headers, body).await;
        assert_eq!(response.status, expected, "{method} {path} {headers:?} {response:?}");
        assert!(!response.head.to_lowercase().contains("access-control"), "no other page may read it");
        still_waits(&hub, &id).await;
    }
    let evil = [("authorization", approver.as_str()), ("origin", "http://evil.example")];
    assert_eq!(hub.try_socket(&evil).await.err(), Some(403));
    let host = [("authorization", approver.as_str()), ("host", "evil.example")];
    assert_eq!(hub.try_socket(&host).await.err(), Some(421));
    let fine = [("authorization", approver.as_str()), ("origin", own.as_str()), JSON];
    assert_eq!(hub.send("POST", &path, &fine, answer).await.status, 200);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s19_s20_bodies_that_are_too_much_or_mean_two_things_are_not_taken() {
    let folder = Folder::new("bodies");
    let hub = Running::start(&folder, Wish::default()).await;
    let agent = format!("Bearer {}", hub.token(Role::Agent, None).await);
    let deep = format!("{}1{}", "[".repeat(1000), "]".repeat(1000));
    let large = format!(r#"{{"tool":"bash","arguments":{{"command":"{}"}}}}"#, "a".repeat(2 << 20));
    let nested = format!(r#"{{"tool":"bash","arguments":{{"command":{deep}}}}}"#);
    for (body, expected) in [
        (r#"{"tool":"bash","arguments":{"command":"ls","command":"rm -rf /"}}"#, 400),
        (r#"{"tool":"read","tool":"bash","arguments":{}}"#, 400),
        (r#"{"tool":"bash","arguments":{"command":"ls"},"role":"admin"}"#, 400),
        (r#"{"tool":"bash","arguments":{"command":"ls"},"Session":"x"}"#, 400),
        (r#"{"tool":"bash","arguments":"ls"}"#, 400),
        (r#"{"tool":"","arguments":{}}"#, 400),
        (r#"{"tool":7,"arguments":{}}"#, 400),
        (r#"{"tool":"bash","arguments":{},"wait":-1}"#, 400),
        (r#"{"tool":"bash","arguments":{},"wait":"long"}"#, 400),
        (r#"{"tool":"bash","arguments":{},"cwd":"here"}"#, 400),
        (r#"{"tool":"bash","arguments":{},"session":""}"#, 400),
        (r#"{"tool":"bash","batch_remaining":[1]}"#, 400),
        ("[]", 400),
        ("", 400),
        ("{", 400),
        ("{} {}", 400),
        (nested.as_str(), 400),
        (deep.as_str(), 400),
        (large.as_str(), 413),
    ] {
        let response = hub.send("POST", "/v1/calls", &[("authorization", &agent), JSON], body).await;
        let shown = body.get(..80).unwrap_or(body);
        assert_eq!(response.status, expected, "{shown} {response:?}");
        assert_eq!(hub.store.requests(RequestState::Pending).await.unwrap().len(), 0, "{shown}");
    }
    for (half, named) in
        [(r"\ud800", r"\ud800"), (r"a\uDFFFb", r"\uDFFF"), (r"\ud83dx", r"\ud83d"), (r"\ud800\ud800", r"\ud800")]
    {
        let body = format!(r#"{{"tool":"bash","arguments":{{"command":"echo {half}"}}}}"#);
        let response = hub.send("POST", "/v1/calls", &[("authorization", &agent), JSON], &body).await;
        let message = response.body["message"].as_str().unwrap_or_default();
        assert!(
            response.status == 400 && message.contains(&format!("`{named}` is only half of a character")),
            "{response:?}"
        );
    }
    let whole = r#"{"tool":"bash","arguments":{"command":"echo \\ud800 \ud83d\ude00"},"wait":0}"#;
    assert_eq!(hub.send("POST", "/v1/check", &[("authorization", &agent), JSON], whole).await.status, 200);
    let many = "x: 1\r\n".repeat(100);
    let head = format!("GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:{}\r\n{many}\r\n", hub.port);
    assert_eq!(hub.raw(head.as_bytes()).await.status, 431);
    let long = format!("GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nx: {}\r\n\r\n", hub.port, "a".repeat(64 << 10));
    assert_eq!(hub.raw(long.as_bytes()).await.status, 431);
    // A length nobody could send is refused before anything is read.
    let giant = format!(
        "POST /v1/calls HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nauthorization: {agent}\r\ncontent-type: application/json\r\n\
         connection: close\r\ncontent-length: 1099511627776\r\n\r\n{{",
        hub.port
    );
    assert_eq!(hub.raw(giant.as_bytes()).await.status, 413);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_a_session_is_is_told_by_name_also_when_the_token_is_gone() {
    let folder = Folder::new("owners");
    let hub = Running::start(&folder, Wish::default()).await;
    let (id, laptop) = hub.named(Role::Agent, "laptop", None).await;
    let (viewer, admin) = (hub.token(Role::Viewer, None).await, hub.token(Role::Admin, None).await);
    let call = json!({"tool": "bash", "arguments": {"command": "git status"}, "session": "work", "wait": 0});
    assert_eq!(hub.post("/v1/calls", &laptop, &call).await.status, 200);
    for revoked in [false, true] {
        if revoked {
            assert_eq!(hub.post(&format!("/v1/tokens/{id}/revoke"), &admin, &json!({})).await.status, 200);
        }
        for told in [
            hub.get("/v1/sessions/work", &viewer).await.body,
            hub.get("/v1/sessions", &viewer).await.body["sessions"][0].clone(),
        ] {
            assert_eq!((&told["owner"], &told["owner_name"]), (&json!(id), &json!("laptop")), "{revoked}");
        }
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s7_no_caller_sees_what_is_another_ones() {
    let folder = Folder::new("isolation");
    let hub = Running::start(&folder, Wish::default()).await;
    let (one, other) = (hub.token(Role::Agent, None).await, hub.token(Role::Agent, None).await);
    let bound = hub.token(Role::Agent, Some("theirs")).await;
    let call = json!({"tool": "bash", "arguments": {"command": "npm install"}, "session": "ours", "wait": 0});
    let response = hub.post("/v1/calls", &one, &call).await;
    let id = response.body["id"].as_str().unwrap().to_owned();
    let nothing = hub.get("/v1/calls/ap_00000000000000000000000000000000", &other).await;
    for token in [&other, &bound] {
        let found = hub.get(&format!("/v1/calls/{id}"), token).await;
        assert_eq!((found.status, &found.text), (404, &nothing.text), "as if there were none");
        assert_eq!(hub.post(&format!("/v1/calls/{id}/done"), token, &json!({})).await.status, 404);
        assert_eq!(hub.get("/v1/sessions/ours", token).await.status, 404);
        for (path, body) in [("stop", json!({})), ("end", json!({}))] {
            assert_eq!(hub.post(&format!("/v1/sessions/ours/{path}"), token, &body).await.status, 404, "{path}");
        }
        let known = hub.get("/v1/sessions", token).await;
        assert_eq!(known.body["sessions"], json!([]));
    }
    let turn = json!({"event": "begin"});
    assert_eq!(hub.post("/v1/calls", &bound, &call).await.status, 404, "its token is for one session");
    assert_eq!(hub.post("/v1/sessions/ours/turn", &bound, &turn).await.status, 404);
    let below = json!({"tool": "read", "session": "below", "parent_session": "ours"});
    assert_eq!(hub.post("/v1/calls", &other, &below).await.status, 404, "nobody hangs below another one's session");
    let narrow = hub.token(Role::Approver, Some("theirs")).await;
    assert_eq!(hub.get("/v1/requests", &narrow).await.body["requests"], json!([]));
    assert_eq!(hub.get(&format!("/v1/requests/{id}"), &narrow).await.status, 404);
    let yes = json!({"approved": true});
    assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &narrow, &yes).await.status, 404);
    assert_eq!(hub.get("/v1/records?session=ours", &narrow).await.status, 404);
    let mut socket = hub.socket(&narrow).await;
    assert!(socket.is_quiet().await, "and hears nothing of it");
    still_waits(&hub, &id).await;
    let theirs = json!({"tool": "bash", "arguments": {"command": "npm test"}, "wait": 0});
    assert_eq!(hub.post("/v1/calls", &bound, &theirs).await.status, 202);
    assert_eq!(socket.next("approval_needed").await["session_id"], "theirs");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_address_of_the_page_opens_it_once_and_half_a_login_is_none() {
    let folder = Folder::new("login");
    let hub = Running::start(&folder, Wish::default()).await;
    let secret = hub.hub.first_visit().unwrap();
    let own = format!("http://127.0.0.1:{}", hub.port);
    let login = |token: &str| json!({ "token": token }).to_string();
    let wrong = hub.send("POST", "/v1/login", &[JSON], &login("byleave_x")).await;
    assert_eq!(wrong.status, 401);
    let right = hub.send("POST", "/v1/login", &[JSON, ("origin", &own)], &login(secret.reveal())).await;
    assert_eq!(right.status, 200, "{right:?}");
    let again = hub.send("POST", "/v1/login", &[JSON, ("origin", &own)], &login(secret.reveal())).await;
    assert_eq!(again.status, 401);
    let cookie = right.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let pair = cookie.split(';').next().unwrap().to_owned();
    let key = right.body["key"].as_str().unwrap().to_owned();
    let (cookie, key) = (("cookie", pair.as_str()), ("x-byleave-key", key.as_str()));
    assert_eq!(hub.send("GET", "/v1/requests", &[cookie], "").await.status, 401, "a stolen cookie is nothing");
    assert_eq!(hub.send("GET", "/v1/requests", &[key], "").await.status, 401);
    assert_eq!(hub.send("GET", "/v1/requests", &[cookie, key], "").await.status, 200);
    assert_eq!(hub.send("POST", "/v1/simulate", &[cookie, key, JSON], "{}").await.status, 403, "no origin");
    assert_eq!(hub.send("POST", "/v1/simulate", &[cookie, key, JSON, ("origin", &own)], "{}").await.status, 200);
    let protocols = format!("key, {}", key.1);
    let headers = [cookie, ("origin", own.as_str()), ("sec-websocket-protocol", protocols.as_str())];
    assert!(hub.try_socket(&headers).await.is_ok());
    let approver = format!("bearer, {}", hub.token(Role::Approver, None).await);
    assert!(hub.try_socket(&[("sec-websocket-protocol", approver.as_str())]).await.is_ok());
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s21_nothing_secret_is_told_by_metrics_or_pages() {
    let folder = Folder::new("metrics");
    let hub = Running::start(&folder, Wish::default()).await;
    let agent = hub.token(Role::Agent, None).await;
    hub.pending(&agent, "npm install sentinel-package").await;
    assert_eq!(hub.call(&agent, "git status").await.body["approved"], true);
    for path in ["/metrics", "/healthz", "/readyz", "/"] {
        let response = hub.send("GET", path, &[], "").await;
        assert_eq!(response.status, 200, "{path}");
        for secret in [agent.as_str(), "sentinel-package", "git status"] {
            assert!(!response.text.contains(secret), "{path}");
        }
    }
    let metrics = hub.send("GET", "/metrics", &[], "").await.text;
    for line in
        [r#"byleave_calls_total{verdict="allow"} 1"#, r#"byleave_calls_total{verdict="ask"} 1"#, "byleave_pending 1"]
    {
        assert!(metrics.contains(line), "{line}\n{metrics}");
    }
    let tokens = hub.store.tokens().await.unwrap();
    let secret = agent.rsplit('_').next().unwrap();
    assert!(!format!("{tokens:?}").contains(secret), "only its hash is kept");
    let file = std::fs::read(folder.0.join("record.db")).unwrap();
    assert!(!String::from_utf8_lossy(&file).contains(secret));
    let _: Value = hub.get("/v1/whoami", &agent).await.body;
    hub.stop().await;
}
