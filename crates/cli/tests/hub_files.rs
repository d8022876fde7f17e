//! The policy that a hub works by is the one on the disk: it is loaded again when it changes, and where it cannot be, every
//! place where people look says so.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod serving;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use byleave_gate::Role;
use serde_json::Value;
use serving::{Serving, byleave, call, folder, send, store, token, until};

const ALLOWS: &str = "permissions:\n  \"Bash(make *)\": { allowed: true }\n";
const DENIES: &str = "permissions:\n  \"Bash(make *)\": { allowed: false }\n";
const BROKEN: &str = "permisions:\n  \"Bash(make *)\": { allowed: false }\n";

struct Stage {
    folder: PathBuf,
    hub: Serving,
    agent: String,
    admin: String,
}

impl Stage {
    /// A hub whose policy file has some text.
    fn new(name: &str, text: &str, more: &[&str]) -> Self {
        let folder = folder(name);
        write(&user(&folder), text);
        Self::over(folder, more)
    }

    /// A hub at home in a folder, which works in the project below it.
    fn over(folder: PathBuf, more: &[&str]) -> Self {
        let [agent, admin] = [Role::Agent, Role::Admin].map(|role| token(&store(&folder), role, role.name()));
        fs::create_dir_all(folder.join("app/.git")).unwrap();
        let record = format!("sqlite:{}", folder.join("hub/record.db").display());
        let words = ["serve", "--listen", "127.0.0.1:0", "--rate", "1000000", "--store", &record];
        let mut command = byleave(&folder, &[&words, more].concat());
        let hub = Serving::run(&folder, command.current_dir(folder.join("app")));
        Self { folder, hub, agent, admin }
    }

    fn get(&self, path: &str) -> Value {
        send(&self.hub.host, &self.admin, "GET", path, "").unwrap().1
    }

    /// What becomes of a call: allow, ask or deny.
    fn verdict(&self, command: &str) -> &'static str {
        let (status, told) = send(&self.hub.host, &self.agent, "POST", "/v1/calls", &call(command, "s", 0)).unwrap();
        match (status, told["approved"].as_bool()) {
            (200, Some(true)) => "allow",
            (200, Some(false)) => "deny",
            (202, _) => "ask",
            other => panic!("{other:?} {told}"),
        }
    }

    fn hang_up(&self) {
        let told = Command::new("kill").args(["-HUP", &self.hub.id().to_string()]).status();
        assert!(told.unwrap().success());
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap()
    }
}

fn user(folder: &Path) -> PathBuf {
    folder.join(".config/byleave/policy.yaml")
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn a_deny_that_is_added_to_any_policy_file_is_in_force_without_a_restart() {
    let folder = folder("files-layers");
    write(&user(&folder), ALLOWS);
    write(&folder.join("given.yaml"), "include: [more.yaml]\n");
    write(&folder.join("more.yaml"), "");
    let stage = Stage::over(folder.clone(), &["--policy", "../given.yaml"]);
    assert_eq!(stage.verdict("make deploy"), "allow");
    for (path, deny) in [
        (user(&folder), DENIES),
        (folder.join("given.yaml"), DENIES),
        (folder.join("more.yaml"), DENIES),
        // One that was not there before.
        (folder.join("app/.byleave/policy.yaml"), DENIES),
    ] {
        let before = fs::read_to_string(&path).ok();
        write(&path, deny);
        until(|| stage.verdict("make deploy") == "deny");
        match before {
            Some(before) => write(&path, &before),
            None => fs::remove_file(&path).unwrap(),
        }
        until(|| stage.verdict("make deploy") == "allow");
    }
}

#[test]
fn what_people_see_of_the_policy_is_what_was_loaded() {
    let stage = Stage::new("files-seen", ALLOWS, &[]);
    let path = user(&stage.folder);
    let name = path.to_string_lossy().into_owned();
    let (files, policy) = (stage.get("/v1/policy/files"), stage.get("/v1/policy"));
    assert_eq!((&files["files"][0]["text"], &files["files"][0]["changed_on_disk"]), (&ALLOWS.into(), &false.into()));
    assert_eq!((&policy["problem"], &policy["changed_on_disk"]), (&Value::Null, &Value::Array(Vec::new())));
    write(&path, BROKEN);
    // At once, before anything was loaded again.
    let files = stage.get("/v1/policy/files");
    assert_eq!((&files["files"][0]["text"], &files["files"][0]["changed_on_disk"]), (&ALLOWS.into(), &true.into()));
    until(|| stage.get("/v1/policy")["problem"].is_string());
    for told in [stage.get("/v1/policy"), stage.get("/v1/policy/files")] {
        let problem = told["problem"].as_str().unwrap();
        assert!(problem.contains(&name) && problem.contains("permisions"), "{told}");
        assert_eq!(told["changed_on_disk"], Value::from(vec![name.clone()]), "{told}");
    }
    assert_eq!(stage.get("/v1/policy/files")["files"][0]["text"], ALLOWS, "what counts, not what lies there");
    assert_eq!(stage.get("/v1/setup")["files"]["policy"]["problem"], stage.get("/v1/policy")["problem"]);
    assert_eq!(stage.verdict("make deploy"), "allow", "the one before stays in force");
    // Service managers and monitors learn of it without a token, and nothing of what is in the file.
    let (status, ready) = send(&stage.hub.host, "none", "GET", "/readyz", "").unwrap();
    assert_eq!((status, &ready["ready"]), (200, &true.into()), "{ready}");
    assert!(ready["policy"].as_str().unwrap().contains("broken"), "{ready}");
    assert!(!ready.to_string().contains("permisions"), "{ready}");
    let metrics = serving::raw(
        &stage.hub.host,
        format!("GET /metrics HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", stage.hub.host).as_bytes(),
        std::time::Duration::from_secs(20),
    );
    assert!(metrics.contains(r#"byleave_files_broken{file="policy"} 1"#), "{metrics}");
    assert!(stage.log().contains("the policy on the disk is broken"), "{}", stage.log());
    write(&path, DENIES);
    until(|| stage.verdict("make deploy") == "deny");
    let files = stage.get("/v1/policy/files");
    assert_eq!((&files["files"][0]["text"], &files["problem"]), (&DENIES.into(), &Value::Null));
    assert_eq!(send(&stage.hub.host, "none", "GET", "/readyz", "").unwrap().1["policy"], "loaded");
}

#[test]
fn a_file_that_is_gone_or_cannot_be_read_keeps_the_policy_in_force() {
    let folder = folder("files-gone");
    write(&folder.join("given.yaml"), DENIES);
    let stage = Stage::over(folder.clone(), &["--policy", "../given.yaml"]);
    for broken in [None, Some(&b"\xff\xfe"[..]), Some(b"permissions: [")] {
        match broken {
            Some(bytes) => fs::write(folder.join("given.yaml"), bytes).unwrap(),
            None => fs::remove_file(folder.join("given.yaml")).unwrap(),
        }
        until(|| stage.get("/v1/policy")["problem"].is_string());
        assert_eq!(stage.verdict("make deploy"), "deny", "{broken:?}");
        write(&folder.join("given.yaml"), DENIES);
        until(|| stage.get("/v1/policy")["problem"].is_null());
    }
}

#[test]
fn a_hangup_loads_the_files_and_ends_nothing() {
    let mut stage = Stage::new("files-hangup", ALLOWS, &[]);
    let (host, agent) = (stage.hub.host.clone(), stage.agent.clone());
    let waiting = std::thread::spawn(move || send(&host, &agent, "POST", "/v1/calls", &call("npm install", "w", 60)));
    until(|| stage.get("/v1/requests")["pending"] == 1);
    let loaded = stage.get("/v1/policy")["loaded_at"].clone();
    stage.hang_up();
    until(|| stage.get("/v1/policy")["loaded_at"] != loaded);
    write(&user(&stage.folder), DENIES);
    stage.hang_up();
    until(|| stage.verdict("make deploy") == "deny");
    // The agent is still there, and hears what a person says.
    let id = stage.get("/v1/requests")["requests"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/v1/requests/{id}/answer");
    assert_eq!(send(&stage.hub.host, &stage.admin, "POST", &path, r#"{"approved":true}"#).unwrap().0, 200);
    assert_eq!(waiting.join().unwrap().unwrap().1["approved"], true);
    assert_eq!(stage.hub.stop(), Some(0));
}

#[test]
fn a_question_that_waits_is_settled_by_the_new_policy() {
    let stage = Stage::new("files-waits", "permissions: {}\n", &[]);
    for (text, approved) in [(ALLOWS, true), (DENIES, false)] {
        write(&user(&stage.folder), "permissions: {}\n");
        until(|| stage.verdict("make other") == "ask");
        let (host, agent) = (stage.hub.host.clone(), stage.agent.clone());
        let body = call("make deploy", "w", 60);
        let waiting = std::thread::spawn(move || send(&host, &agent, "POST", "/v1/calls", &body));
        let waits = || stage.get("/v1/requests?limit=256")["requests"].to_string().contains("make deploy");
        until(waits);
        write(&user(&stage.folder), text);
        assert_eq!(waiting.join().unwrap().unwrap().1["approved"], approved, "{text}");
    }
}
