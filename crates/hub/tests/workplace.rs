//! What an agent says about where it works never makes a call run that would ask otherwise.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use std::os::unix::fs::symlink;

use byleave_config::{Kind, Standing, Surroundings, World};
use byleave_gate::Role;
use byleave_policy::Policy;
use byleave_policy::rules::Layer;
use serde_json::{Value, json};
use support::{Folder, Running, Wish};

/// What becomes of a call, and of its dry run: the same.
async fn verdict(hub: &Running, token: &str, call: &Value) -> &'static str {
    let check = hub.post("/v1/check", token, call).await;
    let told = hub.post("/v1/calls", token, call).await;
    let verdict = match (told.status, told.body["approved"].as_bool()) {
        (200, Some(true)) => "allow",
        (200, Some(false)) => "deny",
        (202, None) => "ask",
        other => panic!("{other:?} {told:?}"),
    };
    assert_eq!(check.body["verdict"], verdict, "{call} {check:?}");
    verdict
}

fn call(command: &str, more: &Value) -> Value {
    let mut call = json!({"tool": "bash", "arguments": {"command": command}, "wait": 0});
    for (key, value) in more.as_object().unwrap() {
        call[key] = value.clone();
    }
    call
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_from_outside_the_projects_of_its_token_asks_whatever_it_says() {
    let folder = Folder::new("workplace");
    for name in ["app/src", "app/deep/app", "other"] {
        std::fs::create_dir_all(folder.0.join(name)).unwrap();
    }
    let path = |name: &str| folder.0.join(name).to_string_lossy().into_owned();
    symlink(path("other"), folder.0.join("app/out")).unwrap();
    symlink(path("app"), folder.0.join("in")).unwrap();
    let hub = Running::start(&folder, Wish::default()).await;
    symlink(path("other"), folder.0.join("linked")).unwrap();
    let linked = hub.agent(&[&path("linked"), "/srv/two"], None).await;
    let bound = hub.agent(&[&path("app"), "/srv/two"], Some("/home/dev")).await;
    let silent = hub.token(Role::Agent, None).await;
    let anywhere = hub.agent(&["/"], Some("/home/dev")).await;
    let app = path("app");
    for (who, token, expected, command, said) in [
        ("inside", &bound, "allow", "ls", json!({"cwd": path("app")})),
        ("deeper", &bound, "allow", "ls", json!({"cwd": path("app/src")})),
        ("both said", &bound, "allow", "ls", json!({"cwd": path("app/src"), "project": app, "home": "/home/dev"})),
        ("the other project", &bound, "allow", "ls", json!({"cwd": "/srv/two/x", "project": "/srv/two"})),
        ("a link into it", &bound, "ask", "ls", json!({"cwd": path("in")})),
        ("a project behind a link, by where it is", &linked, "allow", "ls", json!({"cwd": path("other")})),
        ("another directory", &bound, "ask", "cat /etc/hosts", json!({"cwd": "/etc"})),
        ("another project", &bound, "ask", "ls -R /root", json!({"project": "/root", "home": "/tmp/x"})),
        ("beside it", &bound, "ask", "ls", json!({"cwd": format!("{app}2")})),
        ("above it", &bound, "ask", "ls", json!({"cwd": app, "project": path("")})),
        ("dots", &bound, "ask", "ls", json!({"cwd": path("app/../other")})),
        ("dots through a link", &bound, "ask", "ls", json!({"cwd": path("app/out/../other")})),
        ("a link out of it", &bound, "ask", "ls", json!({"cwd": path("app/out")})),
        ("another home", &bound, "ask", "ls", json!({"cwd": app, "home": "/tmp/x"})),
        ("home in the project", &bound, "ask", "cat ~/notes", json!({"cwd": app, "home": app})),
        ("nothing said, and two projects", &bound, "ask", "ls", json!({})),
        ("a token that says nothing: the hub's own", &silent, "allow", "ls", json!({})),
        ("and below it", &silent, "allow", "ls", json!({"cwd": "/w/app/src", "project": "/w/app"})),
        ("another directory", &silent, "ask", "cat /etc/hosts", json!({"cwd": "/etc"})),
        ("another project", &silent, "ask", "ls -R /root", json!({"project": "/root", "home": "/tmp/x"})),
        ("another home", &silent, "ask", "ls", json!({"home": "/tmp/x"})),
        (
            "anywhere, as its operator says",
            &anywhere,
            "allow",
            "ls",
            json!({"cwd": path("other"), "home": "/home/dev"}),
        ),
    ] {
        assert_eq!(verdict(&hub, token, &call(command, &said)).await, expected, "{who}: {command} {said}");
    }
    // The person who is asked reads why.
    let approver = hub.token(Role::Approver, None).await;
    let waiting = hub.get("/v1/requests?limit=256", &approver).await.body["requests"].clone();
    let about = |command: &str| {
        let requests = waiting.as_array().unwrap().iter();
        requests.filter(move |one| one["arguments"]["command"] == command).map(Value::to_string).collect::<Vec<_>>()
    };
    let told = about("cat /etc/hosts");
    assert!(told.iter().any(|told| told.contains("works in `/etc`, outside the projects of its token")), "{told:?}");
    let told = about("cat ~/notes");
    assert!(told.iter().any(|told| told.contains("the home directory")), "{told:?}");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_project_of_a_token_is_where_its_calls_work_that_do_not_say() {
    let folder = Folder::new("workplace-one");
    std::fs::create_dir_all(folder.0.join("deep/app")).unwrap();
    let root = folder.0.join("deep/app").to_string_lossy().into_owned();
    let hub = Running::start(&folder, Wish::default()).await;
    let agent = hub.agent(&[&root], None).await;
    let approver = hub.token(Role::Approver, None).await;
    assert_eq!(verdict(&hub, &agent, &call("npm install", &json!({}))).await, "ask");
    let frame = hub.get("/v1/requests", &approver).await.body["requests"][0].clone();
    assert_eq!((&frame["cwd"], &frame["project"]), (&json!(root), &json!(root)));
    // Marks above it (of this repository) do not make its project wider than its token.
    assert_eq!(verdict(&hub, &agent, &call("ls ../..", &json!({"cwd": root}))).await, "ask");
    assert_eq!(verdict(&hub, &agent, &call("ls .", &json!({"cwd": root}))).await, "allow");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_denied_stays_denied_wherever_the_call_says_it_works() {
    let folder = Folder::new("workplace-deny");
    let text =
        "permissions:\n  \"read(~/private/**)\": { allowed: false }\n  \"write(secret/**)\": { allowed: false }\n";
    let world = World { zones: jiff::tz::db(), local: jiff::tz::TimeZone::UTC };
    let file = byleave_config::read("policy.yaml", text, Kind::Policy, &world).unwrap();
    let standing = Standing { layer: Layer::Given, trusted: true, file };
    let (policy, _): (Policy, _) = byleave_config::merge(vec![standing], &Surroundings::default());
    let hub = Running::start(&folder, Wish { policy, ..Wish::default() }).await;
    let silent = hub.token(Role::Agent, None).await;
    let read = |said: Value| {
        let mut call = json!({"tool": "read", "arguments": {"file_path": "/home/dev/private/a"}, "wait": 0});
        call.as_object_mut().unwrap().extend(said.as_object().unwrap().clone());
        call
    };
    for said in [json!({}), json!({"home": "/tmp/x"}), json!({"project": "/home/dev", "home": "/tmp/x"})] {
        assert_eq!(verdict(&hub, &silent, &read(said.clone())).await, "deny", "{said}");
    }
    let write = json!({"tool": "write", "arguments": {"file_path": "/w/app/secret/a", "content": "x"}, "wait": 0});
    for project in ["/w/app", "/w", "/elsewhere"] {
        let mut call = write.clone();
        call["project"] = json!(project);
        assert_eq!(verdict(&hub, &silent, &call).await, "deny", "{project}");
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_socket_of_agents_is_no_way_round() {
    let folder = Folder::new("workplace-socket");
    let hub = Running::start(&folder, Wish::default()).await;
    let silent = hub.token(Role::Agent, None).await;
    let mut line = hub.line(&silent).await;
    let frame = |id: &str, cwd: &str| {
        json!({"type": "call", "id": id, "tool": "bash", "arguments": {"command": "cat hosts"}, "cwd": cwd}).to_string()
    };
    line.say(&frame("in", "/w/app")).await;
    assert_eq!(line.next("answer").await["approved"], true);
    line.say(&frame("out", "/etc")).await;
    assert_eq!(line.next("pending").await["call"], "out");
    let calls = [json!({"tool": "bash", "arguments": {"command": "cat hosts"}, "cwd": "/etc", "id": "batch"})];
    line.say(&json!({"type": "batch", "calls": calls}).to_string()).await;
    assert_eq!(line.next("pending").await["call"], "batch");
    hub.stop().await;
}
