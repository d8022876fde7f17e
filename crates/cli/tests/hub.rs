//! `byleave serve` and `byleave hub token`, as processes.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod serving;

use std::path::{Path, PathBuf};

use byleave_gate::Role;
use serving::{STORE, Serving, byleave, call, folder, send, store, token, until};

fn serve(directory: &Path) -> Serving {
    Serving::start(directory, STORE, &[])
}

/// What becomes of giving the secret of an address.
fn login(hub: &Serving) -> u16 {
    send(&hub.host, "none", "POST", "/v1/login", &format!("{{\"token\":\"{}\"}}", hub.secret())).unwrap().0
}

#[test]
fn a_hub_prints_an_address_that_opens_once_and_stops_on_a_signal() {
    let folder = folder("hub-serve");
    let mut hub = serve(&folder);
    assert_eq!(send(&hub.host, "none", "GET", "/readyz", "").unwrap().1["ready"], true);
    assert_eq!(login(&hub), 200);
    assert_eq!(login(&hub), 401);
    let words = hub.command_line();
    assert!(words.contains("serve") && !words.contains(hub.secret()), "{words}");
    assert_eq!(hub.stop(), Some(0));
    let log = std::fs::read_to_string(folder.join("log")).unwrap();
    assert!(log.contains("stopping") && !log.contains(hub.secret()), "{log}");
}

#[test]
fn s13_a_hub_that_is_killed_between_any_two_steps_loses_nothing_and_gives_nothing_twice() {
    let folder = folder("hub-kill");
    let [agent, approver] = [Role::Agent, Role::Approver].map(|role| token(&store(&folder), role, role.name()));
    // Each step has a hub of its own, which is killed after it.
    let once = |token: &str, method: &str, path: &str, body: &str| {
        let hub = serve(&folder);
        send(&hub.host, token, method, path, body).unwrap()
    };
    for round in 0..5 {
        let (_, asked) = once(&agent, "POST", "/v1/calls", &call(&format!("npm install {round}"), "s", 0));
        let id = asked["id"].as_str().unwrap();
        let (collect, answer) = (format!("/v1/calls/{id}?wait=0"), format!("/v1/requests/{id}/answer"));
        assert_eq!(once(&agent, "GET", &collect, "").0, 202);
        let (status, told) = once(&approver, "POST", &answer, r#"{"approved":true}"#);
        assert_eq!(status, 200, "{told}");
        let (status, told) = once(&approver, "POST", &answer, r#"{"approved":false}"#);
        assert_eq!(status, 409, "{told}");
        let (_, told) = once(&agent, "GET", &collect, "");
        assert_eq!(told["approved"], true, "{told}");
        assert_eq!(once(&agent, "GET", &collect, "").0, 410);
    }
}

const KEY: &str = "0x3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

#[test]
fn tokens_and_keys_are_for_people_at_a_terminal() {
    let folder = folder("hub-token");
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
    let folder = folder("hub-wrong");
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
fn other_machines_are_served_in_the_clear_only_if_the_operator_says_so() {
    let folder = folder("hub-clear");
    let serve = |listen: &str, more: &[&str]| {
        let words = [&["serve", "--listen", listen, "--store", STORE][..], more].concat();
        byleave(&folder, &words)
    };
    for listen in ["0.0.0.0:0", "[::]:0"] {
        let output = serve(listen, &[]).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "no address with a secret: {told}");
        for next in [listen, "--tls-cert", "--tls-key", "127.0.0.1", "--insecure"] {
            assert!(told.contains(next), "{next}: {told}");
        }
    }
    let mut hub = Serving::run(&folder, &mut serve("0.0.0.0:0", &["--insecure"]));
    assert!(hub.address.starts_with("http://0.0.0.0:"), "{}", hub.address);
    assert_eq!(hub.stop(), Some(0));
    assert!(std::fs::read_to_string(folder.join("log")).unwrap().contains("in the clear"));
    // A certificate is enough.
    let tls = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hub/tests/tls");
    let [certificate, key] = ["certificate.pem", "key.pem"].map(|name| tls.join(name).display().to_string());
    let mut hub = Serving::run(&folder, &mut serve("0.0.0.0:0", &["--tls-cert", &certificate, "--tls-key", &key]));
    assert!(hub.address.starts_with("https://0.0.0.0:"), "{}", hub.address);
    assert_eq!(hub.stop(), Some(0));
}

#[test]
fn s21_the_secret_of_the_page_is_in_no_command_line_and_the_file_with_it_goes_away() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("hub-open");
    // Writes down all its words, as anybody who lists the processes would see them.
    let opener = folder.join("xdg-open");
    let given = folder.join("given");
    std::fs::write(&opener, format!("#!/bin/sh\nprintf '%s\\n' \"$@\" > {0}.part; mv {0}.part {0}\n", given.display()))
        .unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    for logs_in in [true, false] {
        let _ = std::fs::remove_file(&given);
        let mut command = byleave(&folder, &["serve", "--open", "--listen", "127.0.0.1:0", "--store", STORE]);
        command.env("PATH", &path).env_remove("BROWSER").env_remove("XDG_STATE_HOME");
        let mut hub = Serving::run(&folder, &mut command);
        until(|| given.exists());
        let words = std::fs::read_to_string(&given).unwrap();
        assert!(!words.contains(hub.secret()), "{words}");
        let file = PathBuf::from(words.trim());
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(std::fs::read_to_string(&file).unwrap().contains(&hub.address));
        if logs_in {
            assert_eq!(login(&hub), 200);
            until(|| !file.exists());
        } else {
            assert_eq!(hub.stop(), Some(0));
            assert!(!file.exists());
        }
    }
}

#[test]
fn the_help_of_serve_names_every_kind_of_store() {
    let told = byleave(Path::new("."), &["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(told.stdout).unwrap();
    for kind in ["a file", "`sqlite:FILE`", "postgres://"] {
        assert!(help.contains(kind), "{kind}: {help}");
    }
}
