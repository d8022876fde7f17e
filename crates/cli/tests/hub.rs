//! `byleave serve` and `byleave hub token`, as processes.
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use byleave_gate::{Role, Store as _, block_on};
use byleave_hub::token::{Wanted, make};
use byleave_store::Sqlite;

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hub-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn byleave(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_byleave"));
    command.args(arguments).current_dir(directory).env("HOME", directory).stdin(Stdio::null());
    command
}

/// A hub that is killed at the end, whatever happens.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A hub, its port, and the secret of its address.
fn serve(directory: &Path) -> (Serving, String, String) {
    let mut child = byleave(directory, &["serve", "--listen", "127.0.0.1:0", "--store", "sqlite:hub/record.db"])
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(directory.join("log")).unwrap())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let (place, secret) = line.trim().split_once("/#token=").unwrap();
    (Serving(child), place.strip_prefix("http://").unwrap().to_owned(), secret.to_owned())
}

fn send(host: &str, method: &str, path: &str, body: &str) -> String {
    send_as(host, "none", method, path, body)
}

fn send_as(host: &str, token: &str, method: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         authorization: Bearer {token}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_hub_prints_an_address_that_opens_once_and_stops_on_a_signal() {
    let folder = folder("serve");
    let (mut serving, host, secret) = serve(&folder);
    assert!(send(&host, "GET", "/readyz", "").contains("\"ready\":true"));
    let login = format!("{{\"token\":\"{secret}\"}}");
    assert!(send(&host, "POST", "/v1/login", &login).starts_with("HTTP/1.1 200"));
    assert!(send(&host, "POST", "/v1/login", &login).starts_with("HTTP/1.1 401"));
    let id = serving.0.id().to_string();
    let words = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    assert!(!String::from_utf8_lossy(&words).contains(&secret));
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(serving.0.wait().unwrap().code(), Some(0));
    let log = std::fs::read_to_string(folder.join("log")).unwrap();
    assert!(log.contains("stopping") && !log.contains(&secret), "{log}");
}

fn token(directory: &Path, role: Role) -> String {
    let wanted = Wanted { name: role.name().to_owned(), role, session: None, expires: None };
    let (stored, secret) = make(wanted, jiff::Timestamp::now()).unwrap();
    block_on(Sqlite::open(directory.join("hub/record.db")).unwrap().put_token(stored)).unwrap();
    secret.reveal().to_owned()
}

#[test]
fn s13_a_hub_that_is_killed_between_any_two_steps_loses_nothing_and_gives_nothing_twice() {
    let folder = folder("kill");
    let (agent, approver) = (token(&folder, Role::Agent), token(&folder, Role::Approver));
    for round in 0..5 {
        let (serving, host, _) = serve(&folder);
        let call = format!(r#"{{"tool":"bash","arguments":{{"command":"npm install {round}"}},"wait":0}}"#);
        let asked = send_as(&host, &agent, "POST", "/v1/calls", &call);
        let id = asked.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
        drop(serving);
        let (serving, host, _) = serve(&folder);
        assert!(send_as(&host, &agent, "GET", &format!("/v1/calls/{id}"), "").starts_with("HTTP/1.1 202"));
        let path = format!("/v1/requests/{id}/answer");
        let answered = send_as(&host, &approver, "POST", &path, r#"{"approved":true}"#);
        assert!(answered.starts_with("HTTP/1.1 200"), "{answered}");
        drop(serving);
        let (serving, host, _) = serve(&folder);
        let again = send_as(&host, &approver, "POST", &path, r#"{"approved":false}"#);
        assert!(again.starts_with("HTTP/1.1 409"), "{again}");
        let told = send_as(&host, &agent, "GET", &format!("/v1/calls/{id}"), "");
        assert!(told.contains("\"approved\":true"), "{told}");
        drop(serving);
        let (_serving, host, _) = serve(&folder);
        assert!(send_as(&host, &agent, "GET", &format!("/v1/calls/{id}"), "").starts_with("HTTP/1.1 410"));
    }
}

const KEY: &str = "0x3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

#[test]
fn tokens_and_keys_are_for_people_at_a_terminal() {
    let folder = folder("token");
    for arguments in [
        &["hub", "token", "create", "--role", "approver"][..],
        &["hub", "token", "create", "--role", "agent", "--out", "t"],
        &["hub", "token", "list"],
        &["hub", "token", "revoke", "tok_1"],
        &["hub", "key", "add", "ann", KEY],
        &["hub", "key", "add", "ann", KEY, "--role", "viewer", "--session", "work", "--expires", "30d"],
        &["hub", "key", "list"],
        &["hub", "key", "revoke", KEY],
    ] {
        let output = byleave(&folder, arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("terminal"), "{arguments:?}");
        assert!(output.stdout.is_empty() && !folder.join("t").exists(), "{arguments:?}");
    }
}

#[test]
fn what_cannot_be_served_says_why() {
    let folder = folder("wrong");
    std::fs::write(folder.join("broken.yaml"), "permisions: {}\n").unwrap();
    std::fs::write(folder.join("empty.pem"), "").unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    for (arguments, said) in [
        (&["--policy", "broken.yaml"][..], "permisions"),
        (&["--listen", "nowhere"], "nowhere"),
        (&["--profile", "x"], "unknown profile"),
        (&["--store", "postgres://127.0.0.1:1/x"], "the store cannot be used"),
        (&["--tls-cert", "empty.pem"], "--tls-key"),
        (&["--tls-cert", "empty.pem", "--tls-key", "empty.pem"], "certificate"),
        (&["--listen", &taken], "cannot listen"),
        (&["--escalate-after", "5m"], "--escalate-url"),
        (&["--escalate-after", "5m", "--escalate-url", "http://h/", "--escalate-secret-file", "none"], "secret"),
        (&["--escalate-after", "5m", "--escalate-url", "http://h/", "--escalate-secret-file", "empty.pem"], "16 bytes"),
        (
            &["--escalate-after", "x", "--escalate-url", "http://h/", "--escalate-secret-file", "empty.pem"],
            "length of time",
        ),
        (&["--escalate-after", "5m", "--escalate-url", "h", "--escalate-secret-file", "empty.pem"], "no address"),
    ] {
        let store = ["serve", "--listen", "127.0.0.1:0", "--store", "hub/record.db"];
        let store = if arguments.contains(&"--store") { &store[..3] } else { &store[..] };
        let listen: Vec<&str> = if arguments.contains(&"--listen") {
            store.iter().filter(|word| !matches!(**word, "--listen" | "127.0.0.1:0")).copied().collect()
        } else {
            store.to_vec()
        };
        let output = byleave(&folder, &[&listen[..], arguments].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(said), "{arguments:?}: {text}");
    }
}

#[test]
fn s21_the_secret_of_the_page_is_in_no_command_line_and_the_file_with_it_goes_away() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("open");
    // Writes down all its words, as anybody who lists the processes would see them.
    let opener = folder.join("xdg-open");
    let given = folder.join("given");
    std::fs::write(&opener, format!("#!/bin/sh\nprintf '%s\\n' \"$@\" > {0}.part; mv {0}.part {0}\n", given.display()))
        .unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    for logs_in in [true, false] {
        let _ = std::fs::remove_file(&given);
        let mut child = byleave(&folder, &["serve", "--open", "--listen", "127.0.0.1:0", "--store", "hub/record.db"])
            .env("PATH", &path)
            .env_remove("BROWSER")
            .env_remove("XDG_STATE_HOME")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let mut serving = Serving(child);
        let (place, secret) = line.trim().split_once("/#token=").unwrap();
        until(|| given.exists());
        let words = std::fs::read_to_string(&given).unwrap();
        assert!(!words.contains(secret), "{words}");
        let file = PathBuf::from(words.trim());
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(std::fs::read_to_string(&file).unwrap().contains(line.trim()));
        if logs_in {
            let login = format!("{{\"token\":\"{secret}\"}}");
            let answer = send(place.strip_prefix("http://").unwrap(), "POST", "/v1/login", &login);
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            until(|| !file.exists());
        } else {
            assert!(Command::new("kill").args(["-TERM", &serving.0.id().to_string()]).status().unwrap().success());
            assert_eq!(serving.0.wait().unwrap().code(), Some(0));
            assert!(!file.exists());
        }
    }
}

/// Waits for something that comes; a test that waits for ever has failed.
fn until(what: impl Fn() -> bool) {
    while !what() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
