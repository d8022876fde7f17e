//! Tools count as people accepted them, and not otherwise.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail"
)]

mod support;

use byleave_mcp::Trust;
use serde_json::{Value, json};
use support::{PLAIN, Rig, Setting, text};

const PINNED: Setting<'_> =
    Setting { trust: Trust::Pinned, policy: "permissions:\n  \"mcp__s__*\": { allowed: true }\n", ..PLAIN };

fn accept(rig: &Rig) {
    let seen = rig.pins.seen("s").unwrap();
    rig.pins.accept("s", &seen).unwrap();
}

#[test]
fn no_rule_counts_for_a_tool_until_a_person_accepts_it() {
    let mut rig = Rig::new("quarantine", PINNED);
    rig.list(1);
    rig.call(2, "echo", &json!({}));
    let told = rig.hear();
    assert!(text(&told).1 && text(&told).0.contains("no person has accepted"), "{told}");
    accept(&rig);
    rig.call(3, "echo", &json!({}));
    assert_eq!(text(&rig.hear()), ("ran", false));
    rig.ends();
    assert_eq!(rig.heard().len(), 1);
}

#[test]
fn a_client_that_never_lists_does_not_get_around_the_pins() {
    let mut rig = Rig::new("unlisted", PINNED);
    rig.call(1, "echo", &json!({}));
    assert!(text(&rig.hear()).0.contains("no person has accepted"));
    rig.call(2, "unheard-of", &json!({}));
    assert!(text(&rig.hear()).0.contains("does not list a tool of this name"));
    rig.ends();
    // The gate's own question for the list stays between it and the server.
    assert!(rig.heard().is_empty());
}

#[test]
fn a_tool_that_changes_between_list_and_call_asks_again() {
    let mut rig = Rig::new("changes", Setting { mode: "change", ..PINNED });
    rig.list(1);
    accept(&rig);
    rig.call(2, "echo", &json!({}));
    // The server changes it with the first call, and says so.
    assert_eq!(rig.hear()["method"], "notifications/tools/list_changed");
    assert_eq!(text(&rig.hear()), ("ran", false));
    rig.call(3, "echo", &json!({}));
    let told = rig.hear();
    assert!(text(&told).1 && text(&told).0.contains("has changed this tool"), "{told}");
    // The other one is as it was.
    rig.call(4, "delete", &json!({}));
    let answers: Vec<Value> = (0..2).map(|_| rig.hear()).collect();
    assert!(answers.iter().any(|one| text(one) == ("ran", false)), "{answers:?}");
    rig.ends();
}

#[test]
fn a_server_that_is_started_otherwise_is_another_server() {
    for (name, start, version, runs) in [
        ("same", "scripted", "scripted 1", true),
        ("moved", "scripted --more", "scripted 1", false),
        ("newer", "scripted", "scripted 0", false),
    ] {
        let mut rig = Rig::new(&format!("start-{name}"), PINNED);
        rig.list(1);
        let mut seen = rig.pins.seen("s").unwrap();
        (seen.start, seen.version) = (Some(start.to_owned()), Some(version.to_owned()));
        rig.pins.accept("s", &seen).unwrap();
        rig.call(2, "echo", &json!({}));
        let told = rig.hear();
        assert_eq!(!text(&told).1, runs, "{name}: {told}");
        rig.ends();
    }
}

#[test]
fn what_a_server_claims_of_a_tool_allows_nothing() {
    let mut rig = Rig::new("claims", Setting { policy: "permissions: {}\n", ..PINNED });
    let list = rig.list(1);
    assert_eq!(list["result"]["tools"][1]["annotations"]["readOnlyHint"], true);
    accept(&rig);
    rig.call(2, "delete", &json!({}));
    assert!(text(&rig.hear()).1);
    rig.ends();
    assert!(rig.heard().is_empty());
}

#[test]
fn tools_with_hidden_text_or_names_of_two_meanings_are_kept_from_the_agent() {
    let mut rig = Rig::new("hidden", Setting { mode: "hidden", trust: Trust::Full, ..PINNED });
    let list = rig.list(1);
    let names: Vec<&str> =
        list["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["echo"]);
    for (id, name) in [(2, "sly"), (3, "a__b")] {
        rig.call(id, name, &json!({}));
        let told = rig.hear();
        assert!(text(&told).1 && text(&told).0.contains("does not let the tool"), "{told}");
    }
    rig.ends();
    assert!(rig.heard().is_empty());
    assert!(rig.record().iter().any(|entry| entry.notice && entry.reason.contains("byleave hides the tool")));
}

#[test]
fn names_like_those_of_another_server_are_told() {
    let mut rig = Rig::new("shadow", PINNED);
    let other = byleave_mcp::pins::Server {
        tools: [("Ech0".to_owned(), json!({"name": "Ech0"}))].into_iter().collect(),
        ..byleave_mcp::pins::Server::default()
    };
    rig.pins.saw("other", &other).unwrap();
    rig.list(1);
    rig.call(2, "echo", &json!({}));
    let told = rig.hear();
    assert!(text(&told).0.contains("its name is like that of other: Ech0"), "{told}");
    rig.ends();
}

#[test]
fn every_call_of_a_server_that_is_not_trusted_asks() {
    let mut rig = Rig::new("untrusted", Setting { trust: Trust::None, ..PINNED });
    rig.list(1);
    accept(&rig);
    rig.call(2, "echo", &json!({}));
    assert!(text(&rig.hear()).0.contains("does not trust"));
    rig.ends();
    assert!(rig.heard().is_empty());
}

#[test]
fn a_tool_that_changes_from_list_to_list_without_a_word_asks_again() {
    let mut rig = Rig::new("drift", Setting { mode: "drift", ..PINNED });
    rig.list(1);
    accept(&rig);
    rig.call(2, "echo", &json!({}));
    assert_eq!(text(&rig.hear()), ("ran", false));
    // The model reads what the person accepted.
    assert_eq!(rig.list(3)["result"]["tools"][0]["description"], "Echoes 1");
    rig.call(4, "echo", &json!({}));
    let told = rig.hear();
    assert!(text(&told).1 && text(&told).0.contains("has changed this tool"), "{told}");
    rig.ends();
    assert_eq!(rig.heard().len(), 1);
}

#[test]
fn the_model_reads_a_changed_tool_as_a_person_accepted_it_until_a_person_accepts_the_change() {
    let mut rig = Rig::new("poisoned", Setting { mode: "change", ..PINNED });
    let text_of = |list: &Value| list["result"]["tools"][0]["description"].as_str().unwrap().to_owned();
    assert_eq!(text_of(&rig.list(1)), "Echoes");
    accept(&rig);
    rig.call(2, "echo", &json!({}));
    rig.hear();
    rig.hear();
    let list = rig.list(3);
    assert_eq!(text_of(&list), "Echoes");
    assert!(!list.to_string().contains("mails"), "{list}");
    // Nothing but the tool itself is exchanged.
    assert_eq!(list["result"]["tools"][1]["name"], "delete");
    let told: Vec<String> = rig.record().into_iter().filter(|entry| entry.notice).map(|entry| entry.reason).collect();
    assert!(told.iter().any(|one| one.contains("byleave mcp pins accept s")), "{told:?}");
    accept(&rig);
    assert_eq!(text_of(&rig.list(4)), "Echoes, and mails it");
    rig.call(5, "echo", &json!({}));
    let answers = [rig.hear(), rig.hear()];
    assert!(answers.iter().any(|one| text(one) == ("ran", false)), "{answers:?}");
    rig.ends();
}

#[test]
fn only_what_helps_is_advised_for_a_tool_that_no_person_accepted() {
    for (name, policy) in [
        ("a rule", "permissions:\n  \"mcp__s__*\": { allowed: true }\n"),
        ("an ask rule", "permissions:\n  \"mcp__s__echo\": { allowed: ask, reason: look }\n"),
        ("no rule", "permissions: {}\n"),
    ] {
        let mut rig = Rig::new(&format!("advice-{}", name.replace(' ', "-")), Setting { policy, ..PINNED });
        rig.call(1, "echo", &json!({}));
        let told = rig.hear();
        let words = text(&told).0;
        assert_eq!(words.matches("byleave mcp pins accept s").count(), 1, "{name}: {words}");
        assert!(!words.contains("byleave allow"), "{name}: {words}");
        accept(&rig);
        rig.call(2, "echo", &json!({}));
        let told = rig.hear();
        assert!(!text(&told).0.contains("pins accept"), "{name}: {told}");
        rig.ends();
    }
}
