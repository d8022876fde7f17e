//! What the page asks of a hub beside the queue: names, the record in pages, a policy that is only tried out.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use byleave_gate::Role;
use serde_json::{Value, json};

use support::{Folder, Response, Running, Wish};

const JSON: (&str, &str) = ("content-type", "application/json");

/// A browser that is logged in.
struct Browser {
    cookie: String,
    key: String,
    origin: String,
}

impl Browser {
    fn of(hub: &Running, entered: &Response) -> Self {
        assert_eq!(entered.status, 200, "{entered:?}");
        let cookie = entered.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        Self {
            cookie: cookie.split(';').next().unwrap().to_owned(),
            key: entered.body["key"].as_str().unwrap().to_owned(),
            origin: format!("http://127.0.0.1:{}", hub.port),
        }
    }

    async fn enter(hub: &Running, name: Option<&str>) -> Self {
        let secret = hub.hub.first_visit().unwrap();
        let login = json!({ "token": secret.reveal(), "name": name }).to_string();
        Self::of(hub, &hub.send("POST", "/v1/login", &[JSON], &login).await)
    }

    async fn send(&self, hub: &Running, method: &str, path: &str, body: &Value) -> Response {
        let headers = [("cookie", self.cookie.as_str()), ("x-byleave-key", &self.key), ("origin", &self.origin), JSON];
        let body = if method == "GET" { String::new() } else { body.to_string() };
        hub.send(method, path, &headers, &body).await
    }

    async fn name(&self, hub: &Running) -> String {
        let told = self.send(hub, "GET", "/v1/whoami", &Value::Null).await;
        told.body["name"].as_str().unwrap_or_default().to_owned()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_bound_to_the_browser_that_gave_it_and_stands_on_record() {
    let folder = Folder::new("names");
    let hub = Running::start(&folder, Wish::default()).await;
    let agent = hub.token(Role::Agent, None).await;
    let nobody = Browser::enter(&hub, None).await;
    assert_eq!(nobody.name(&hub).await, "page");
    let ann = Browser::enter(&hub, Some("ann")).await;
    assert_eq!(ann.name(&hub).await, "page: ann");
    let other = Browser::enter(&hub, Some("Ann")).await;
    let other_name = other.name(&hub).await;
    assert!(other_name.starts_with("page: Ann #") && other_name.len() == "page: Ann #1234".len(), "{other_name}");

    let id = hub.pending(&agent, "npm install").await;
    let path = format!("/v1/requests/{id}/answer");
    for forged in ["by", "person", "name"] {
        let said = json!({ "approved": true, forged: "bob" });
        let told = ann.send(&hub, "POST", &path, &said).await;
        // Whatever an answer says of whose it is, it is not heard.
        assert!(told.status == 422 || told.body["by"] == "page: ann", "{forged}: {told:?}");
    }
    let told = ann.send(&hub, "POST", &path, &json!({ "approved": true })).await;
    assert!(told.status == 200 || told.status == 409, "{told:?}");
    assert_eq!(told.body["by"], "page: ann");
    let rows = ann.send(&hub, "GET", "/v1/records?person=ANN", &Value::Null).await;
    assert_eq!(rows.body["records"][0]["entry"]["person"], "page: ann");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_name_is_a_new_token_and_names_of_admins_stay() {
    let folder = Folder::new("rename");
    let hub = Running::start(&folder, Wish::default()).await;
    let page = Browser::enter(&hub, None).await;
    for wrong in ["", "a\u{202e}b", "page: bob", "x\ny"] {
        assert_eq!(page.send(&hub, "POST", "/v1/name", &json!({ "name": wrong })).await.status, 400, "{wrong:?}");
    }
    assert_eq!(page.name(&hub).await, "page");
    let renamed = Browser::of(&hub, &page.send(&hub, "POST", "/v1/name", &json!({ "name": "Zoë" })).await);
    assert_eq!(renamed.name(&hub).await, "page: Zoë");
    assert_ne!(renamed.key, page.key);
    // Other windows have a moment; then the old token ends.
    while !page.name(&hub).await.is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_eq!(renamed.name(&hub).await, "page: Zoë");
    for role in [Role::Agent, Role::Approver, Role::Admin] {
        let token = hub.token(role, None).await;
        assert_eq!(hub.post("/v1/name", &token, &json!({ "name": "bob" })).await.status, 403, "{role:?}");
    }
    let wrong = json!({ "token": hub.hub.first_visit().unwrap().reveal(), "name": "\u{200b}" }).to_string();
    assert_eq!(hub.send("POST", "/v1/login", &[JSON], &wrong).await.status, 400);
    assert!(!hub.hub.is_visited(), "a name that is not taken does not cost the address");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_record_comes_in_pages_and_is_sifted() {
    let folder = Folder::new("history");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, viewer) = (hub.agent(&["/w"], None).await, hub.token(Role::Viewer, None).await);
    for number in 0..25 {
        let project = if number % 2 == 0 { "/w/even" } else { "/w/odd" };
        let call = json!({"tool": "bash", "arguments": {"command": format!("ls folder{number}x")}, "cwd": project, "project": project, "wait": 0});
        assert_eq!(hub.post("/v1/calls", &agent, &call).await.status, 200);
    }
    for (query, count) in [
        ("limit=1000", 25),
        ("project=even&limit=1000", 13),
        ("text=ls%20FOLDER7x", 1),
        ("text=folder2%20ls", 6),
        ("text=no-such-word", 0),
        ("person=ann", 0),
        ("project=odd&text=folder1", 6),
        ("after=3&oldest_first=true&limit=1", 1),
    ] {
        let told = hub.get(&format!("/v1/records?{query}"), &viewer).await;
        assert_eq!(told.body["records"].as_array().unwrap().len(), count, "{query}");
    }
    for sieve in ["", "&text=ls"] {
        let mut seen = Vec::new();
        let mut before = String::new();
        loop {
            let told = hub.get(&format!("/v1/records?limit=7{sieve}{before}"), &viewer).await;
            seen.extend(told.body["records"].as_array().unwrap().iter().map(|row| row["number"].as_u64().unwrap()));
            let Some(next) = told.body["next"].as_u64() else { break };
            before = format!("&before={next}");
        }
        assert_eq!(seen, (1..=25).rev().collect::<Vec<u64>>(), "{sieve}");
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_record_tells_allowed_collected_and_done_apart() {
    let folder = Folder::new("states");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, person) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let states = async || -> Vec<(Value, Value)> {
        let told = hub.get("/v1/records?limit=10", &person).await.body;
        told["records"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (row["entry"]["approved"].clone(), row["state"].clone()))
            .collect()
    };
    let newest = async || states().await[0].clone();
    let yes = json!({ "approved": true, "scope": "once" });
    let id = hub.pending(&agent, "npm install").await;
    assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &person, &yes).await.status, 200);
    assert_eq!(newest().await, (json!(true), json!("decided")));
    assert_eq!(hub.post(&format!("/v1/requests/{id}/undo"), &person, &json!({})).await.status, 200);
    let taken = states().await;
    assert_eq!(taken[0].0, json!(false), "that it was taken back is on record");
    assert_eq!(taken[1], (json!(true), json!("taken_back")), "what was allowed before does not count");
    assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &person, &yes).await.status, 200);
    assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.status, 200);
    assert_eq!(newest().await, (json!(true), json!("released")));
    assert_eq!(hub.post(&format!("/v1/calls/{id}/done"), &agent, &json!({})).await.status, 200);
    assert_eq!(newest().await, (json!(true), json!("done")));
    assert_eq!(hub.call(&agent, "ls").await.status, 200);
    assert_eq!(newest().await, (json!(true), Value::Null), "what needed nobody has no request");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_tried_out_and_changes_nothing() {
    let folder = Folder::new("draft");
    let hub = Running::start(&folder, Wish::default()).await;
    let viewer = hub.token(Role::Viewer, None).await;
    let call = json!({ "tool": "bash", "arguments": { "command": "npm install" }, "cwd": "/w/app" });
    let with = |policy: &str| {
        let mut body = call.clone();
        body["policy"] = policy.into();
        body
    };
    let plain = hub.post("/v1/try", &viewer, &call).await.body;
    assert_eq!((&plain["decision"]["verdict"], &plain["usable"]), (&json!("ask"), &json!(true)));
    assert_eq!(plain["profiles"].as_object().unwrap().len(), 4);
    assert_eq!(plain["remedy"], json!({ "allow": ["Bash(npm install)"] }));
    for (policy, verdict) in [
        ("permissions:\n  \"Bash(npm install *)\": { allowed: true }\n", "allow"),
        ("permissions:\n  \"Bash(npm *)\": { allowed: false }\n", "deny"),
    ] {
        let told = hub.post("/v1/try", &viewer, &with(policy)).await.body;
        assert_eq!(told["decision"]["verdict"], verdict, "{told}");
    }
    let broken = hub.post("/v1/try", &viewer, &with("permissions:\n  \"Bash(ls)\": { alowed: true }\n")).await.body;
    assert_eq!(broken["usable"], false);
    assert_eq!(broken["problems"][0]["line"], 2, "{broken}");
    let wide = hub
        .post("/v1/try", &viewer, &json!({ "policy": "permissions:\n  \"Bash(bash *)\": { allowed: true }\n" }))
        .await;
    assert!(!wide.body["lints"].as_array().unwrap().is_empty(), "{wide:?}");
    let includes = hub.post("/v1/try", &viewer, &json!({ "policy": "include: [\"/etc/passwd\"]\n" })).await.text;
    assert!(includes.contains("not read") && !includes.contains("root:"), "{includes}");
    assert_eq!(hub.post("/v1/try", &viewer, &json!({ "policy": "x".repeat(300 << 10) })).await.status, 400);
    assert_eq!(hub.post("/v1/try", &viewer, &call).await.body["decision"]["verdict"], "ask", "nothing has changed");
    let agent = hub.token(Role::Agent, None).await;
    assert_eq!(hub.post("/v1/try", &agent, &call).await.status, 403);
    assert_eq!(hub.get("/v1/policy/files", &agent).await.status, 403);
    assert_eq!(hub.get("/v1/policy/files", &viewer).await.body["files"], json!([]), "it was made in code");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_record_is_replayed_under_a_draft() {
    let folder = Folder::new("replay");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    for command in ["ls", "ls src", "git status"] {
        assert_eq!(hub.call(&agent, command).await.body["approved"], true, "{command}");
    }
    let id = hub.pending(&agent, "npm install").await;
    let answer = json!({ "approved": true });
    assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &approver, &answer).await.status, 200);
    let replay = |policy: &str| json!({ "policy": policy, "since": "2020-01-01T00:00:00Z", "limit": 100 });
    let same = hub.post("/v1/replay", &approver, &replay("profile: byleave\n")).await.body;
    assert_eq!((&same["counted"], &same["changed"]), (&json!(4), &json!(0)), "{same}");
    assert_eq!(same["matrix"]["allow"]["allow"], 3);
    assert_eq!(same["matrix"]["ask"]["ask"], 1);
    let draft = "permissions:\n  \"Bash(npm install *)\": { allowed: true }\n  \"Bash(git *)\": { allowed: false }\n";
    let other = hub.post("/v1/replay", &approver, &replay(draft)).await.body;
    assert_eq!(other["changed"], 2, "{other}");
    assert_eq!((&other["matrix"]["ask"]["allow"], &other["matrix"]["allow"]["deny"]), (&json!(1), &json!(1)));
    assert_eq!(other["calls"][0]["arguments"]["command"], "npm install");
    let newest = json!({ "policy": draft, "limit": 1 });
    let newest = hub.post("/v1/replay", &approver, &newest).await.body;
    assert_eq!((&newest["counted"], &newest["more"]), (&json!(1), &json!(true)));
    let future = json!({ "policy": draft, "since": "2999-01-01T00:00:00Z" });
    assert_eq!(hub.post("/v1/replay", &approver, &future).await.body["counted"], 0);
    for (body, status) in [
        (json!({}), 400),
        (json!({ "policy": "permissions: 7\n" }), 422),
        (json!({ "policy": "", "limit": 0 }), 400),
        (json!({ "policy": "", "limit": 1_000_000 }), 400),
        (json!({ "policy": "", "since": "yesterday" }), 400),
        (json!({ "policy": "", "more": 1 }), 400),
    ] {
        assert_eq!(hub.post("/v1/replay", &approver, &body).await.status, status, "{body}");
    }
    for role in [Role::Viewer, Role::Agent] {
        let token = hub.token(role, None).await;
        assert_eq!(hub.post("/v1/replay", &token, &replay(draft)).await.status, 403, "{role:?}");
    }
    hub.stop().await;
}
