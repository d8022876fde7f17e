//! One row for each decision, chained, with everything that is asked of it later.

use byleave_gate::record::{Entry, Head, Verifier};
use byleave_gate::{Call, Query, RequestState, Store, block_on};
use byleave_policy::{Digest, Policy, Profile};
use serde_json::{Value, json};

use crate::replay;
use crate::support::{HOME, PROJECT, Stand, bash, connectonion_yaml, object, plain, write};

const YAML: &str = r#"permissions:
  "Bash(npm test)": {allowed: true, reason: tests}
  "Bash(git push *)": {allowed: false, reason: people push}
  "Bash(make *)": {allowed: true, limit: 1/h, reason: builds}
"#;

fn replies() -> [Value; 5] {
    [
        json!({"approved": true}),
        json!({"approved": false, "mode": "reject_soft", "feedback": "no"}),
        json!({"approved": true, "arguments": {"command": "npm ci"}}),
        json!({"approved": true, "arguments": {"command": "git push a"}}),
        json!({"approved": false}),
    ]
}

/// A day's work: each kind of decision once.
fn day() -> (Stand, Policy) {
    let policy = Policy { profile: Profile::Byleave, ask_timeout_seconds: Some(60), ..connectonion_yaml(YAML) };
    let stand = Stand::with(policy.clone(), replies(), |builder| builder.agent("tester"));
    for (command, runs) in [
        ("npm test", true),
        ("npm a", true),
        ("npm b", false),
        ("npm c", true),
        ("npm d", false),
        ("git push origin", false),
        ("make all", true),
        ("npm e", false),
        ("npm test", false),
    ] {
        assert_eq!(stand.runs(bash(command).id(command)), runs, "{command}");
    }
    (stand, policy)
}

#[test]
fn i11_every_decision_is_one_row_of_a_whole_chain() {
    let (stand, _) = day();
    let found: Vec<String> = stand
        .entries()
        .iter()
        .map(|entry| format!("{}: {} {} {}", entry.call, entry.verdict, entry.source, entry.approved))
        .collect();
    let expected = [
        "npm test: allow config true",
        "npm a: ask none true",
        "npm b: ask none false",
        "npm c: ask none true",
        "npm d: deny config false",
        "git push origin: deny config false",
        "make all: allow config true",
        "npm e: ask none false",
        "npm test: deny floor false",
    ];
    assert_eq!(found, expected);
    assert_eq!(stand.told.decided().len(), expected.len());
}

#[test]
fn i11_replaying_a_row_gives_the_verdict_on_record() {
    let (stand, policy) = day();
    let grants = block_on(stand.store.grants(true)).unwrap();
    for entry in stand.entries() {
        assert_eq!(replay::verdict(&entry, &policy, &grants), entry.verdict, "{}", entry.call);
    }
}

#[test]
fn a_row_has_the_fields_of_the_design() {
    let (stand, _) = day();
    let entries = stand.entries();
    for entry in &entries {
        assert_eq!((entry.session.as_str(), entry.agent.as_deref()), ("sess_a", Some("tester")));
        assert_eq!((entry.tool.as_str(), entry.category.as_deref()), ("bash", Some("command")));
        assert_eq!((entry.cwd.as_str(), entry.project.as_str(), entry.home.as_str()), (PROJECT, PROJECT, HOME));
        assert_eq!((entry.profile.as_str(), entry.mode.as_str()), ("byleave", "default"));
        assert_eq!(entry.policy, entries[0].policy);
        assert!(entry.id.starts_with("rec_") && !entry.reason.is_empty() && !entry.policy.is_empty());
        assert!(!entry.findings.is_empty(), "{}", entry.call);
    }
    let [allowed, approved, rejected, edited, turned, denied, ..] = entries.as_slice() else { panic!("{entries:?}") };
    // The rule that decided, with its file and line.
    assert_eq!(allowed.rule.as_deref(), Some("Bash(npm test)"));
    assert_eq!(allowed.location.as_deref(), Some(".co/host.yaml:2"));
    assert_eq!((allowed.stage.as_str(), allowed.reason.as_str()), ("layers", "tests"));
    assert_eq!((&allowed.request, &allowed.channel, &allowed.person, &allowed.answer), (&None, &None, &None, &None));
    assert_eq!(denied.location.as_deref(), Some(".co/host.yaml:3"));
    assert_eq!((denied.stage.as_str(), denied.reason.as_str()), ("deny floor", "people push"));
    // Who answered, by which channel, with what.
    for asked in [approved, rejected, edited, turned] {
        assert_eq!((asked.channel.as_deref(), asked.person.as_deref()), (Some("script"), Some("ann")));
        assert!(asked.request.as_ref().is_some_and(|id| id.starts_with("ap_")));
    }
    assert_eq!(approved.answer, Some(json!({"approved": true, "scope": "once"})));
    assert_eq!(rejected.answer, Some(json!({"approved": false, "mode": "reject_soft", "feedback": "no"})));
    assert_eq!(rejected.reason, "no");
    assert_eq!(edited.edited, Some(object(json!({"command": "npm ci"}))));
    assert_eq!(turned.reason, "people push");
    // The digest is that of the call as the agent made it.
    let facts = byleave_policy::CallFacts::bash("npm test", PROJECT, HOME);
    assert_eq!(allowed.digest, Digest::of(&facts).to_string());
}

#[test]
fn a_permit_names_its_row() {
    let stand = Stand::new(plain(Profile::Byleave), [json!({"approved": true})]);
    for call in [Call::new("read", json!({})), bash("npm a")] {
        let permit = stand.authorize(call).permit().unwrap();
        assert_eq!(stand.entries().last().unwrap().id, permit.record());
    }
}

#[test]
fn a_hard_rejection_is_on_record_as_the_question_it_was_and_what_follows_as_stopped() {
    let stand = Stand::new(plain(Profile::Byleave), [json!({"approved": false, "feedback": "stop it"})]);
    assert!(!stand.runs(bash("npm a")) && !stand.runs(bash("npm b")));
    let entries = stand.entries();
    assert_eq!((entries[0].verdict.as_str(), entries[0].stopped.as_deref()), ("ask", None));
    assert_eq!((entries[1].verdict.as_str(), entries[1].stopped.as_deref()), ("deny", Some("stop it")));
}

#[test]
fn a_row_names_the_grants_that_counted_and_no_others() {
    let stand = Stand::new(plain(Profile::ConnectOnion), [json!({"approved": true, "count": 1})]);
    for _ in 0..2 {
        assert!(stand.runs(bash("npm a")));
    }
    stand.people.add(json!({"approved": true}));
    assert!(stand.runs(bash("npm a")));
    let named: Vec<usize> = stand.entries().iter().map(|entry| entry.grants.len()).collect();
    assert_eq!(named, [0, 1, 0], "a grant that is used up counts no more");
}

#[test]
fn every_change_of_a_row_breaks_the_chain() {
    let (stand, _) = day();
    let rows = stand.rows();
    let broken_at = |rows: &[byleave_gate::record::Row]| {
        let mut verifier = Verifier::default();
        rows.iter().find_map(|row| verifier.take(row).err()).map(|broken| broken.number)
    };
    assert_eq!(broken_at(&rows), None);
    let mut changed = rows.clone();
    changed[3].body = changed[3].body.replace("true", "false");
    assert_eq!(broken_at(&changed), Some(4));
    let mut rehashed = changed.clone();
    rehashed[3].hash = byleave_gate::record::Hash::of(rehashed[3].previous, &rehashed[3].body);
    assert_eq!(broken_at(&rehashed), Some(5), "the row after it no longer fits");
    let mut dropped = rows.clone();
    dropped.remove(2);
    assert_eq!(broken_at(&dropped), Some(3));
    let mut swapped = rows.clone();
    swapped.swap(1, 2);
    assert_eq!(broken_at(&swapped), Some(2));
    let mut doubled = rows.clone();
    doubled.insert(1, rows[0].clone());
    assert_eq!(broken_at(&doubled), Some(2));
    let mut none = rows.clone();
    none[0].body = "{}".to_owned();
    none[0].hash = byleave_gate::record::Hash::of(none[0].previous, "{}");
    assert_eq!(broken_at(&none), Some(1), "what is no entry is no row");
    // A cut tail is only found by whoever knows the end.
    let head = block_on(stand.store.head()).unwrap();
    assert_eq!(Head::parse(&head.to_string()), Some(head));
    let mut cut = Verifier::default();
    for row in &rows[..rows.len() - 1] {
        cut.take(row).unwrap();
    }
    assert_ne!(cut.head(), head);
}

#[test]
fn rows_are_found_by_what_they_say() {
    let (stand, _) = day();
    let query = Query::default();
    let count = |query: Query| block_on(stand.store.rows(&query)).unwrap().len();
    for (query, expected) in [
        (query.clone(), 9),
        (Query { verdict: Some("deny".to_owned()), ..query.clone() }, 3),
        (Query { approved: Some(true), ..query.clone() }, 4),
        (Query { rule: Some("Bash(npm test)".to_owned()), ..query.clone() }, 1),
        (Query { source: Some("config".to_owned()), ..query.clone() }, 4),
        (Query { tool: Some("write".to_owned()), ..query.clone() }, 0),
        (Query { session: Some("sess_b".to_owned()), ..query.clone() }, 0),
        (Query { after: Some(7), ..query.clone() }, 2),
        (Query { limit: Some(2), newest_first: true, ..query.clone() }, 2),
    ] {
        assert_eq!(count(query.clone()), expected, "{query:?}");
    }
    let newest = block_on(stand.store.rows(&Query { newest_first: true, limit: Some(1), ..query })).unwrap();
    assert_eq!(newest[0].number, 9);
}

#[test]
fn a_request_is_pending_while_it_waits_and_then_released_or_expired() {
    let policy = Policy { ask_timeout_seconds: Some(60), ..plain(Profile::Byleave) };
    let stand = Stand::new(policy.clone(), [json!({"approved": true})]);
    assert!(stand.runs(write("a")));
    let released = block_on(stand.store.requests(RequestState::Released)).unwrap();
    assert_eq!(released.len(), 1);
    let answer = released[0].answer.as_ref().unwrap();
    assert_eq!((&answer["approved"], &answer["scope"]), (&json!(true), &json!("once")));
    assert_eq!(answer["record"], json!(stand.entries()[0].id));
    assert_eq!((released[0].person.as_deref(), released[0].channel.as_deref()), (Some("ann"), Some("script")));
    assert_eq!(released[0].frame, stand.people.frames()[0]);
    let silent = Stand::alone(policy, |builder| builder.channel(crate::support::Screen::new("silent")));
    silent.clock.expire();
    assert!(!silent.runs(write("a")));
    assert_eq!(block_on(silent.store.requests(RequestState::Expired)).unwrap().len(), 1);
    assert!(block_on(silent.store.requests(RequestState::Pending)).unwrap().is_empty());
    let entry: Entry = silent.entries().pop().unwrap();
    assert_eq!((entry.approved, entry.reason.as_str()), (false, "timed out, no one answered"));
}
