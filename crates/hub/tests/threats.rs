//! Every threat to a server that asks people has a test of its own; this is the list, and some of the tests.
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

/// The files the tests are in.
const FILES: [(&str, &str); 16] = [
    ("doors", include_str!("doors.rs")),
    ("queue", include_str!("queue.rs")),
    ("life", include_str!("life.rs")),
    ("logs", include_str!("logs.rs")),
    ("threats", include_str!("threats.rs")),
    ("first_document", include_str!("first_document.rs")),
    ("peers", include_str!("../src/server/peers.rs")),
    ("token", include_str!("../src/token/mod.rs")),
    ("serve", include_str!("../../cli/tests/hub.rs")),
    ("strict", include_str!("../../gate/src/call/strict.rs")),
    ("seals", include_str!("../../gate/tests/seals.rs")),
    ("broken", include_str!("../../gate/tests/gate/broken.rs")),
    ("invariants", include_str!("../../gate/tests/gate/invariants.rs")),
    ("loosen", include_str!("../../policy/tests/loosen.rs")),
    ("files", include_str!("../../config/tests/files.rs")),
    ("trouble", include_str!("../../store/tests/trouble.rs")),
];

/// What each threat is, and what shows that it is met.
const THREATS: [(&str, &[&str]); 28] = [
    ("S1 an agent connects as approver", &["doors::s1_s2_s4_a_caller_who_may_not_answer_does_not"]),
    ("S2 a role the client claims", &["doors::s1_s2_s4_a_caller_who_may_not_answer_does_not"]),
    (
        "S3 a side door into approvals",
        &[
            "life::s3_a_waiting_request_is_escalated_once_and_cannot_be_answered_by_it",
            "doors::s1_s2_s4_a_caller_who_may_not_answer_does_not",
            "serve::tokens_and_keys_are_for_people_at_a_terminal",
        ],
    ),
    ("S4 changes without a token on this machine", &["doors::s1_s2_s4_a_caller_who_may_not_answer_does_not"]),
    ("S5 requests of other pages", &["doors::s5_s28_only_requests_meant_for_this_hub_pass"]),
    ("S6 an identity that is lost, self-approval", &["life::s6_who_asks_is_never_among_those_who_agree"]),
    ("S7 sessions of others", &["doors::s7_no_caller_sees_what_is_another_ones"]),
    (
        "S8 an answer used twice",
        &["queue::s8_s13_a_restart_between_any_two_steps_loses_nothing_and_gives_nothing_twice"],
    ),
    ("S9 two answers to one request", &["queue::s9_two_answers_at_once_have_one_effect_200_times"]),
    (
        "S10 a late answer",
        &["queue::s10_s15_what_no_one_answers_in_time_does_not_run_and_late_answers_count_for_nothing"],
    ),
    (
        "S11 arguments that change after approval",
        &["threats::s11_any_change_is_another_call", "invariants::i6_what_runs_is_what_was_approved"],
    ),
    (
        "S12 files and links swapped while pending",
        &[
            "life::s12_files_that_change_while_the_question_is_open_do_not_run",
            "seals::s12_what_changed_while_the_question_was_open_does_not_run",
        ],
    ),
    (
        "S13 killed between two steps",
        &[
            "serve::s13_a_hub_that_is_killed_between_any_two_steps_loses_nothing_and_gives_nothing_twice",
            "life::two_people_must_agree_at_any_hub_and_a_kill_between_them_loses_nothing",
        ],
    ),
    ("S14 an approver that is cut off", &["queue::s14_an_approver_that_is_cut_off_decides_nothing"]),
    (
        "S15 nobody is there",
        &["queue::s10_s15_what_no_one_answers_in_time_does_not_run_and_late_answers_count_for_nothing"],
    ),
    (
        "S17 slow clients and many of them",
        &[
            "queue::s17_s18_slow_and_greedy_clients_do_not_keep_others_waiting",
            "life::s17_agents_that_use_all_connections_do_not_keep_people_out",
            "peers::one_machine_has_its_share_and_the_last_places_are_kept",
        ],
    ),
    ("S18 a flood of requests", &["queue::s17_s18_slow_and_greedy_clients_do_not_keep_others_waiting"]),
    (
        "S19 giant and deep messages",
        &[
            "doors::s19_s20_bodies_that_are_too_much_or_mean_two_things_are_not_taken",
            "strict::s19_s20_what_is_too_deep_or_has_two_meanings_is_not_taken",
        ],
    ),
    (
        "S20 messages that mean two things",
        &[
            "doors::s19_s20_bodies_that_are_too_much_or_mean_two_things_are_not_taken",
            "first_document::a_malformed_answer_decides_nothing",
        ],
    ),
    (
        "S21 stolen tokens",
        &[
            "queue::s21_a_token_that_is_taken_back_closes_its_sockets_and_counts_no_more",
            "logs::s21_the_log_has_neither_tokens_nor_arguments",
            "serve::s21_the_secret_of_the_page_is_in_no_command_line_and_the_file_with_it_goes_away",
        ],
    ),
    (
        "S22 guessing tokens by time",
        &[
            "token::a_token_is_known_by_its_hash_and_by_nothing_less",
            "token::s22_what_is_secret_is_compared_in_the_same_time_or_not_at_all",
        ],
    ),
    (
        "S23 an older or broken policy",
        &[
            "broken::i5_nothing_starts_on_a_broken_policy",
            "broken::i5_a_policy_that_breaks_while_running_keeps_denying_and_asks_for_all_else",
            "broken::a_reload_while_calls_are_decided_never_lets_a_denied_one_through",
        ],
    ),
    ("S24 an agent edits the policy", &["loosen::no_way_leads_round_the_policy_in_mode_yolo"]),
    ("S25 a policy that comes with a repository", &["files::an_untrusted_project_can_only_tighten"]),
    (
        "S27 places that can be guessed",
        &[
            "trouble::what_is_made_is_for_the_user_alone",
            "trouble::a_place_that_others_can_write_or_redirect_is_refused",
        ],
    ),
    ("S28 the hub reached by an allowed fetch", &["doors::s5_s28_only_requests_meant_for_this_hub_pass"]),
    ("S29 times that callers claim", &["threats::s29_only_the_clock_of_the_server_counts"]),
    ("S30 more in a batch than was shown", &["threats::s30_an_answer_covers_one_call_whatever_comes_after_it"]),
];

/// What no test here can show, and why.
const ELSEWHERE: [(&str, &str); 2] = [
    ("S16", "hooks of other agents that fail open: shown where the adapters are"),
    ("S26", "the address of the hub taken from a project or its environment: shown where a client of ours reads one"),
];

#[test]
fn every_threat_to_a_server_has_a_test() {
    let mut named: Vec<&str> = THREATS.iter().map(|(what, _)| what.split(' ').next().unwrap()).collect();
    named.extend(ELSEWHERE.iter().map(|(what, _)| *what));
    named.sort_unstable_by_key(|name| name.trim_start_matches('S').parse::<u32>().unwrap());
    let all: Vec<String> = (1..=30).map(|number| format!("S{number}")).collect();
    assert_eq!(named, all);
    for (what, tests) in THREATS {
        assert!(!tests.is_empty(), "{what}");
        for test in tests {
            let (file, name) = test.split_once("::").unwrap();
            let (_, text) = FILES.iter().find(|(known, _)| *known == file).expect(file);
            let mut lines = text.lines().map(str::trim);
            let begins = [format!("fn {name}("), format!("async fn {name}(")];
            assert!(lines.any(|line| begins.iter().any(|begin| line.starts_with(begin))), "{what}: there is no {test}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn s11_any_change_is_another_call() {
    let folder = Folder::new("changed");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let ask = |call: &str| {
        let headers = [("authorization", format!("Bearer {agent}")), ("content-type", "application/json".to_owned())];
        let (hub, call) = (&hub, call.to_owned());
        async move {
            let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let response = hub.send("POST", "/v1/calls", &headers, &call).await;
            assert_eq!(response.status, 202, "{call} {response:?}");
            response.body
        }
    };
    let of = |arguments: &str, cwd: &str| {
        format!(
            r#"{{"tool":"deploy","arguments":{arguments},"cwd":"{cwd}","project":"/w/app","session":"s","wait":0}}"#
        )
    };
    let first = ask(&of(r#"{"to":"a","count":1}"#, "/w/app")).await;
    let (id, hash) = (first["id"].as_str().unwrap(), first["call_hash"].clone());
    for (arguments, cwd, same) in [
        (r#"{"to":"a","count":1}"#, "/w/app", true),
        (r#"{"count":1,"to":"a"}"#, "/w/app", true),
        (r#"{"to":"\u0061","count":1}"#, "/w/app", true),
        (r#"{"to":"b","count":1}"#, "/w/app", false),
        (r#"{"to":"a ","count":1}"#, "/w/app", false),
        (r#"{"to":"A","count":1}"#, "/w/app", false),
        (r#"{"to":"\u00e1","count":1}"#, "/w/app", false),
        (r#"{"to":"a\u0301","count":1}"#, "/w/app", false),
        (r#"{"to":"a","count":2}"#, "/w/app", false),
        (r#"{"to":"a","count":"1"}"#, "/w/app", false),
        (r#"{"to":"a","count":1,"force":true}"#, "/w/app", false),
        (r#"{"to":["a"],"count":1}"#, "/w/app", false),
        (r#"{"to":"a","count":1}"#, "/w/app/src", false),
    ] {
        let other = ask(&of(arguments, cwd)).await;
        assert_eq!(other["call_hash"] == hash, same, "{arguments} {cwd}");
        if !same {
            let crossed = json!({"approved": true, "call_hash": other["call_hash"]});
            let refused = hub.post(&format!("/v1/requests/{id}/answer"), &approver, &crossed).await;
            assert_eq!((refused.status, &refused.body["error"]), (409, &json!("call_changed")), "{arguments}");
        }
    }
    assert_eq!(hub.store.request(id).await.unwrap().unwrap().state, RequestState::Pending);
    let exact = json!({"approved": true, "scope": "session", "breadth": "exact", "call_hash": hash});
    assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &approver, &exact).await.status, 200);
    let told = hub.get(&format!("/v1/calls/{id}"), &agent).await.body;
    assert_eq!((&told["approved"], &told["call_hash"]), (&json!(true), &hash), "what runs is bound to what was asked");
    ask(&of(r#"{"to":"b","count":1}"#, "/w/app")).await;
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s29_only_the_clock_of_the_server_counts() {
    let folder = Folder::new("clock");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    for field in ["created_at", "expires_at", "expires", "timestamp", "now", "timeout"] {
        let mut call = json!({"tool": "bash", "arguments": {"command": "npm install"}, "wait": 0});
        call[field] = json!("2099-01-01T00:00:00Z");
        assert_eq!(hub.post("/v1/calls", &agent, &call).await.status, 400, "{field}");
    }
    let date = [
        ("authorization", format!("Bearer {agent}")),
        ("content-type", "application/json".to_owned()),
        ("date", "Thu, 01 Jan 2099 00:00:00 GMT".to_owned()),
    ];
    let date: Vec<(&str, &str)> = date.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let call = r#"{"tool":"bash","arguments":{"command":"npm install"},"wait":0}"#;
    let before = jiff::Timestamp::now();
    let id = hub.send("POST", "/v1/calls", &date, call).await.body["id"].as_str().unwrap().to_owned();
    let stored = hub.store.request(&id).await.unwrap().unwrap();
    assert!(stored.created >= before && stored.created <= jiff::Timestamp::now());
    let path = format!("/v1/requests/{id}/answer");
    for field in ["at", "timestamp"] {
        let told = hub.post(&path, &approver, &json!({"approved": true, field: "2000-01-01T00:00:00Z"})).await;
        assert_eq!((told.status, &told.body["error"]), (422, &json!("malformed")), "{field}");
    }
    assert_eq!(hub.post(&path, &approver, &json!({"approved": true})).await.status, 200);
    let rows = hub.store.rows(&Query::default()).await.unwrap();
    let entry: Value = serde_json::from_str(&rows[0].body).unwrap();
    assert!(entry["timestamp"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap() >= before, "{entry}");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s30_an_answer_covers_one_call_whatever_comes_after_it() {
    let folder = Folder::new("batch");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let call = |command: &str, after: &[&str]| {
        let after: Vec<Value> =
            after.iter().map(|command| json!({"tool": "bash", "arguments": {"command": command}})).collect();
        json!({"tool": "bash", "arguments": {"command": command}, "session": "s", "batch_remaining": after, "wait": 0})
    };
    let first = hub.post("/v1/calls", &agent, &call("npm ci", &["npm test"])).await.body;
    // The same call, with more after it than was shown: the answer is to the call alone.
    let more = hub.post("/v1/calls", &agent, &call("npm ci", &["npm test", "npm publish"])).await.body;
    assert_eq!(first["call_hash"], more["call_hash"]);
    let id = first["id"].as_str().unwrap();
    assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &approver, &json!({"approved": true})).await.status, 200);
    for command in ["npm test", "npm publish"] {
        assert_eq!(hub.post("/v1/calls", &agent, &call(command, &[])).await.status, 202, "{command} asks for itself");
    }
    let more = more["id"].as_str().unwrap();
    assert_eq!(hub.get(&format!("/v1/calls/{more}"), &agent).await.status, 202, "and so does the other request");
    hub.stop().await;
}
