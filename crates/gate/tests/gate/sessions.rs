//! Approval from files for all sessions, the order of credit, sessions above and below each other.

use byleave_gate::{Call, Cause, Gate, block_on};
use byleave_policy::{Mode, Policy, Profile};
use serde_json::json;

use crate::support::{Stand, bash, connectonion_yaml, plain, write};

/// ConnectOnion's example of `host.yaml`, with a short entry like those it shows for chains.
const HOST: &str = r#"
permissions:
  "read_file":
    allowed: true
    source: config
    reason: safe read operation
    expires: {type: never}
  "Bash(git status)":
    allowed: true
    source: config
    reason: safe git read
    expires: {type: never}
  "Bash(git diff *)":
    allowed: true
    source: config
    reason: safe git diff
    expires: {type: never}
  "write":
    allowed: true
    source: config
    reason: safe doc edits
    when: {file_path: "*.md"}
    expires: {type: never}
"#;

#[test]
fn r063_and_r064_what_host_yaml_allows_never_expires_and_holds_in_all_sessions() {
    let stand = Stand::new(connectonion_yaml(HOST), []);
    for session in ["one", "two"] {
        let gate = stand.gate.for_session(session);
        for turn in 0..2 {
            block_on(gate.begin_turn()).unwrap();
            assert!(block_on(gate.authorize(bash("git status"))).permit().is_ok(), "{session} {turn}");
            block_on(gate.end_turn()).unwrap();
        }
        block_on(gate.end_session()).unwrap();
    }
    assert!(stand.runs(bash("git status")));
    assert_eq!(stand.people.count(), 0);
}

#[test]
fn r065_to_r069_entries_match_as_they_are_written() {
    for (call, allowed, reason) in [
        (Call::new("read_file", json!({"anything": 1})), true, ""),
        (bash("git status"), true, "safe git read"),
        (bash("git status -s"), false, ""),
        (bash("git diff --staged"), true, "safe git diff"),
        (bash("git difftool"), false, ""),
        (write("README.md"), true, "safe doc edits"),
        (write("a.rs"), false, ""),
    ] {
        let stand = Stand::alone(connectonion_yaml(HOST), |builder| builder);
        assert_eq!(stand.runs(call.clone()), allowed, "{call:?}");
        let entry = &stand.entries()[0];
        assert!(reason.is_empty() || entry.reason == reason, "{call:?}: {}", entry.reason);
    }
}

/// R-070…R-074 and C-23: who is credited when several would allow.
#[test]
fn r071_to_r074_and_c23_the_credit_goes_by_the_profiles_order() {
    let rules = "permissions: {bash: {allowed: true, reason: all}, read_file: {allowed: true, reason: all}}";
    let skill = crate::permissions::skill("commit", "[bash, write]", true);
    let session = || [json!({"approved": true, "scope": "session", "breadth": "tool"})];
    for (profile, mode, yaml, call, with_user, with_skill, source) in [
        (Profile::ConnectOnion, Mode::Default, rules, Call::new("read_file", json!({})), false, false, "safe"),
        (Profile::ConnectOnion, Mode::Default, rules, bash("npm a"), false, true, "config"),
        (Profile::ConnectOnion, Mode::Default, "permissions: {}", bash("npm a"), true, true, "skill"),
        (Profile::ConnectOnion, Mode::Default, "permissions: {}", bash("npm a"), true, false, "user"),
        (Profile::ConnectOnion, Mode::Default, "permissions: {}", bash("npm a"), false, false, "none"),
        (Profile::OriCore, Mode::Yolo, "permissions: {}", write("a"), true, false, "mode"),
        (Profile::OriCore, Mode::AutoEdit, "permissions: {}", write("a"), true, false, "mode"),
        (Profile::OriCore, Mode::Default, "permissions: {}", write("a"), true, false, "user"),
        (Profile::Byleave, Mode::Default, "permissions: {}", bash("git status"), false, false, "safe"),
    ] {
        let policy = Policy { profile, mode, ..connectonion_yaml(yaml) };
        let stand = Stand::new(policy, session());
        if with_user {
            // The grant is given in a calm mode, so that there is a question at all.
            let asking = Policy { profile, ..connectonion_yaml("permissions: {}") };
            let builder = crate::support::builder(asking, &stand.clock).channel(stand.people.clone());
            let calm = builder.shared_store(stand.store.clone()).build().unwrap();
            assert!(block_on(calm.authorize(call.clone())).permit().is_ok());
        }
        if with_skill {
            block_on(stand.gate.begin_turn_with(std::slice::from_ref(&skill))).unwrap();
        }
        stand.people.add(json!({"approved": true}));
        assert!(stand.runs(call.clone()));
        let decided = stand.told.decided();
        let last = decided.last().unwrap();
        assert!(last.ends_with(&format!(" {source}")), "{profile:?} {mode:?} {call:?}: {last}");
    }
}

#[test]
fn i7_a_session_knows_nothing_of_another() {
    let stand = Stand::new(plain(Profile::ConnectOnion), [json!({"approved": true, "scope": "session"})]);
    assert!(stand.runs(bash("npm a")));
    for other in [stand.gate.for_session("sess_b"), stand.gate.for_session("")] {
        assert!(block_on(other.grants()).unwrap().is_empty());
        assert!(!block_on(other.would_run(&bash("npm a"))).unwrap());
    }
    // A call that names another session is judged by that one's grants.
    assert!(!block_on(stand.gate.would_run(&bash("npm a").session("sess_b"))).unwrap());
    block_on(stand.gate.for_session("sess_b").stop("enough")).unwrap();
    assert_eq!(stand.stop_signal(), None);
}

#[test]
fn i7_u22_and_c26_a_sub_agent_has_its_parents_grants_from_its_first_call_and_none_reach_back() {
    let session = json!({"approved": true, "scope": "session"});
    let stand = Stand::new(plain(Profile::ConnectOnion), [session.clone(), session]);
    assert!(stand.runs(bash("npm a")));
    let below = stand.gate.sub_agent("helper");
    let deeper = below.sub_agent("helper's helper");
    for gate in [&below, &deeper] {
        assert!(block_on(gate.would_run(&bash("npm b"))).unwrap());
        assert!(block_on(gate.authorize(bash("npm b"))).permit().is_ok());
        assert_eq!(block_on(gate.grants()).unwrap().len(), 1);
    }
    assert_eq!(stand.people.count(), 1);
    let beside = below.for_session("sess_c");
    assert!(!block_on(beside.would_run(&bash("npm b"))).unwrap(), "another session is below nobody");
    assert!(block_on(below.authorize(write("a"))).permit().is_ok());
    assert_eq!(stand.people.count(), 2);
    assert!(!block_on(stand.gate.would_run(&write("a"))).unwrap());
    assert!(block_on(deeper.would_run(&write("a"))).unwrap());
    let frame = &stand.people.frames()[1];
    assert_eq!((&frame["parent_session_id"], &frame["session_id"]), (&json!("sess_a"), &json!(below.session())));
    assert_eq!(frame["agent"], "helper");
    let entry = stand.entries().pop().unwrap();
    assert_eq!((entry.parent.as_deref(), entry.agent.as_deref()), (Some("sess_a"), Some("helper")));
}

#[test]
fn i7_what_a_skill_gave_the_parents_turn_is_not_for_those_below() {
    let stand = Stand::new(plain(Profile::ConnectOnion), []);
    let skill = crate::permissions::skill("commit", "[Bash(git *)]", true);
    block_on(stand.gate.begin_turn_with(&[skill])).unwrap();
    assert!(block_on(stand.gate.would_run(&bash("git status"))).unwrap());
    let below = stand.gate.sub_agent("helper");
    assert!(!block_on(below.would_run(&bash("git status"))).unwrap());
    block_on(below.begin_turn()).unwrap();
    assert!(!block_on(below.would_run(&bash("git status"))).unwrap());
    assert!(block_on(stand.gate.would_run(&bash("git status"))).unwrap(), "the turn below ended nothing above");
}

#[test]
fn what_stops_a_session_stops_those_below_it_and_not_those_above() {
    let stand = Stand::new(plain(Profile::Byleave), []);
    let below = stand.gate.sub_agent("helper");
    let deeper = below.sub_agent("helper's helper");
    let read = || Call::new("read", json!({}));
    let runs = |gate: &Gate| block_on(gate.authorize(read())).permit().is_ok();
    let all = || [&stand.gate, &below, &deeper].map(runs);
    assert_eq!(all(), [true, true, true]);
    block_on(below.stop("enough of this")).unwrap();
    assert_eq!(all(), [true, false, false]);
    block_on(below.begin_turn()).unwrap();
    block_on(stand.gate.stop("enough of all")).unwrap();
    assert_eq!(all(), [false, false, false]);
    let refusal = block_on(deeper.authorize(read())).permit().unwrap_err();
    assert_eq!(refusal.cause, Cause::Stopped);
    assert_eq!(stand.entries().pop().unwrap().stopped.as_deref(), Some("enough of all"));
    // The user speaks to the agent above.
    block_on(stand.gate.begin_turn()).unwrap();
    assert_eq!(all(), [true, true, true]);
}

#[test]
fn a_mode_set_for_a_session_holds_for_those_below_it() {
    let stand = Stand::alone(Policy { mode: Mode::AutoEdit, ..plain(Profile::Byleave) }, |builder| builder);
    let below = stand.gate.sub_agent("helper");
    let writes = |gate: &Gate| block_on(gate.would_run(&write("a"))).unwrap();
    assert!(writes(&stand.gate) && writes(&below));
    block_on(stand.gate.set_mode(Some(Mode::Default))).unwrap();
    assert!(!writes(&stand.gate) && !writes(&below), "who is held back does not get through by a helper");
    block_on(stand.gate.set_mode(None)).unwrap();
    block_on(below.set_mode(Some(Mode::Default))).unwrap();
    assert!(writes(&stand.gate) && !writes(&below));
}

#[test]
fn scopes_reach_as_far_as_they_say() {
    // The scope, then: the same session, a later turn, another session, another session after this one ended.
    for (scope, reach) in [
        ("once", [false, false, false, false]),
        ("turn", [true, false, false, false]),
        ("session", [true, true, false, false]),
        ("project", [true, true, true, true]),
        ("always", [true, true, true, true]),
    ] {
        let stand = Stand::new(plain(Profile::ConnectOnion), [json!({"approved": true, "scope": scope})]);
        stand.begin();
        assert!(stand.runs(bash("npm a")));
        let would = |gate: &byleave_gate::Gate| block_on(gate.would_run(&bash("npm a"))).unwrap();
        let same = would(&stand.gate);
        stand.end();
        let later = would(&stand.gate);
        let other = would(&stand.gate.for_session("sess_b"));
        block_on(stand.gate.end_session()).unwrap();
        let after = would(&stand.gate.for_session("sess_b"));
        assert_eq!([same, later, other, after], reach, "{scope}");
    }
}

#[test]
fn a_grant_for_a_time_ends_with_it_and_one_taken_back_at_once() {
    let stand = Stand::new(plain(Profile::ConnectOnion), [json!({"approved": true, "for": "10m"})]);
    assert!(stand.runs(bash("npm a")));
    let would = || block_on(stand.gate.would_run(&bash("npm a"))).unwrap();
    stand.clock.advance(std::time::Duration::from_secs(599));
    assert!(would());
    stand.clock.advance(std::time::Duration::from_secs(1));
    assert!(!would());
    stand.people.add(json!({"approved": true, "scope": "session"}));
    assert!(stand.runs(bash("npm a")) && would());
    let grants = block_on(stand.gate.grants()).unwrap();
    for held in grants {
        block_on(stand.gate.revoke(&held.grant.id)).unwrap();
    }
    assert!(!would());
    assert!(block_on(stand.gate.revoke("grant_none")).is_err());
}
