//! What every store does. One function a claim; each is given an empty store.

use byleave_gate::quorum::Agreement;
use byleave_gate::record::{Hash, Head, Verifier};
use byleave_gate::{
    Approval, Approvals, Commit, Extension, Freeze, Freezing, Owner, Query, RequestState, Role, Scope, Seal, Session,
    Store, StoreError, StoredGrant, StoredRequest, StoredToken, Transition,
};
use byleave_policy::grant::{Breadth, Coverage, Grant};
use byleave_policy::rules::conditions::{Bucket, Expires};
use byleave_policy::{Digest, Mode, Source};
use serde_json::json;

use crate::support::{at, decided, entry, request, session, transition};

fn grant(id: &str, owner: Owner, expires: Expires, uses: Option<u32>) -> StoredGrant {
    let coverage = Coverage::Call(Digest::from_bytes([7; 32]));
    let grant = Grant {
        id: id.to_owned(),
        source: Source::User,
        reason: "because".to_owned(),
        coverage,
        expires,
        uses,
        people: 1,
    };
    StoredGrant { owner, grant, turn: 3, given: at(1), by: "ann".to_owned(), ended: None }
}

fn mine(id: &str, uses: Option<u32>) -> StoredGrant {
    grant(id, Owner::Session("s".to_owned()), Expires::Never, uses)
}

fn gives(grants: impl IntoIterator<Item = StoredGrant>) -> Commit {
    Commit { grants: grants.into_iter().collect(), now: at(1), ..Commit::default() }
}

fn keeps(session: Session) -> Commit {
    Commit { session: Some(session), now: at(1), ..Commit::default() }
}

fn ids(grants: &[StoredGrant]) -> Vec<&str> {
    grants.iter().map(|held| held.grant.id.as_str()).collect()
}

pub async fn an_empty_store_has_nothing(store: &dyn Store) {
    assert_eq!(store.head().await, Ok(Head::START));
    assert_eq!(store.session("s").await, Ok(None));
    assert_eq!(store.sessions().await, Ok(Vec::new()));
    assert_eq!(store.request("r").await, Ok(None));
    assert_eq!(store.rows(&Query::default()).await, Ok(Vec::new()));
    assert!(store.grants(true).await.expect("grants").is_empty());
    assert_eq!(store.commit(Commit::default()).await, Ok(Head::START));
}

pub async fn a_session_comes_back_whole(store: &dyn Store) {
    let mut written = session("s");
    written.parent = Some("p".to_owned());
    written.agent = Some("agent\u{0}\u{202e}'; DROP TABLE session; --".to_owned());
    written.seen = at(5).checked_add(jiff::SignedDuration::from_nanos(123_456_789)).expect("a moment");
    written.owner = Some("tok_1".to_owned());
    written.turn = 7;
    written.stop_signal = Some("hard".to_owned());
    written.mode = Some(Mode::AutoEdit);
    written.buckets.by_name.insert("auto".to_owned(), Bucket { used: 2_500_000, at: at(4) });
    store.commit(keeps(written.clone())).await.expect("a session");
    written.version = 1;
    assert_eq!(store.session("s").await, Ok(Some(written.clone())));
    written.stop_signal = None;
    written.mode = None;
    store.commit(keeps(written.clone())).await.expect("a change");
    written.version = 2;
    assert_eq!(store.session("s").await, Ok(Some(written)));
}

pub async fn a_session_is_only_written_over_the_version_that_was_read(store: &dyn Store) {
    let mut ahead = session("s");
    ahead.version = 1;
    assert_eq!(store.commit(keeps(ahead)).await, Err(StoreError::Conflict), "there is none");
    store.commit(keeps(session("s"))).await.expect("the first");
    assert_eq!(store.commit(keeps(session("s"))).await, Err(StoreError::Conflict), "it is at 1");
    let mut read = store.session("s").await.expect("a store").expect("a session");
    read.turn = 1;
    store.commit(keeps(read.clone())).await.expect("the second");
    assert_eq!(store.commit(keeps(read)).await, Err(StoreError::Conflict), "it is at 2");
}

pub async fn sessions_come_last_seen_first(store: &dyn Store) {
    for (id, seen) in [("b", 5), ("a", 5), ("c", 9), ("d", 1)] {
        store.commit(keeps(Session { seen: at(seen), ..session(id) })).await.expect("a session");
    }
    let found: Vec<String> = store.sessions().await.expect("sessions").into_iter().map(|found| found.id).collect();
    assert_eq!(found, ["c", "a", "b", "d"]);
}

pub async fn a_grant_comes_back_whole_and_is_never_deleted(store: &dyn Store) {
    let given = [
        mine("g1", Some(2)),
        grant("g2", Owner::Project("/p".to_owned()), Expires::At(at(99)), None),
        grant("g3", Owner::Everyone, Expires::SessionEnd, None),
    ];
    store.commit(gives(given.clone())).await.expect("grants");
    let found = store.grants(false).await.expect("grants");
    assert_eq!(format!("{found:?}"), format!("{:?}", given.to_vec()));
    for second in [8, 9] {
        let end = Commit { ended: vec!["g1".to_owned()], now: at(second), ..Commit::default() };
        store.commit(end).await.expect("an end");
    }
    assert_eq!(ids(&store.grants(false).await.expect("grants")), ["g2", "g3"]);
    let all = store.grants(true).await.expect("grants");
    assert_eq!(ids(&all), ["g1", "g2", "g3"]);
    assert_eq!(all.first().and_then(|held| held.ended), Some(at(8)), "the first end counts");
}

pub async fn a_grant_is_given_once(store: &dyn Store) {
    store.commit(gives([mine("g", Some(1))])).await.expect("a grant");
    let again = store.commit(gives([mine("g", None)])).await;
    assert!(matches!(again, Err(StoreError::Unusable(_))), "{again:?}");
    assert_eq!(store.grants(true).await.expect("grants").first().and_then(|held| held.grant.uses), Some(1));
}

pub async fn grants_count_for_their_owner_and_those_below(store: &dyn Store) {
    for (id, parent) in [("top", None), ("middle", Some("top")), ("low", Some("middle")), ("other", None)] {
        let kept = Session { parent: parent.map(str::to_owned), ..session(id) };
        store.commit(keeps(kept)).await.expect("a session");
    }
    let of = |id: &str| Owner::Session(id.to_owned());
    store
        .commit(gives([
            grant("everyone", Owner::Everyone, Expires::Never, None),
            grant("top", of("top"), Expires::SessionEnd, None),
            grant("top-turn", of("top"), Expires::TurnEnd, None),
            grant("low", of("low"), Expires::Never, None),
            grant("low-turn", of("low"), Expires::TurnEnd, None),
            grant("other", of("other"), Expires::Never, None),
            grant("p", Owner::Project("/p".to_owned()), Expires::Never, None),
            grant("q", Owner::Project("/q".to_owned()), Expires::Never, None),
            StoredGrant { ended: Some(at(2)), ..grant("ended", Owner::Everyone, Expires::Never, None) },
        ]))
        .await
        .expect("grants");
    for (session, project, expected) in [
        ("low", "/p", &["everyone", "top", "low", "low-turn", "p"][..]),
        ("middle", "/q", &["everyone", "top", "q"]),
        ("top", "/", &["everyone", "top", "top-turn"]),
        ("other", "/p", &["everyone", "other", "p"]),
        ("nobody", "/p/", &["everyone"]),
        ("/p", "low", &["everyone"]),
        ("", "", &["everyone"]),
    ] {
        let found = store.grants_for(session, project).await.expect("grants");
        assert_eq!(ids(&found), expected, "{session} {project}");
    }
}

pub async fn a_circle_of_parents_ends(store: &dyn Store) {
    for (id, parent) in [("a", "b"), ("b", "c"), ("c", "a"), ("self", "self")] {
        store.commit(keeps(Session { parent: Some(parent.to_owned()), ..session(id) })).await.expect("a session");
    }
    let of = |id: &str| Owner::Session(id.to_owned());
    let given = ["a", "b", "c", "self"].map(|id| grant(id, of(id), Expires::Never, None));
    store.commit(gives(given)).await.expect("grants");
    assert_eq!(ids(&store.grants_for("b", "").await.expect("grants")), ["a", "b", "c"]);
    assert_eq!(ids(&store.grants_for("self", "").await.expect("grants")), ["self"]);
}

pub async fn the_last_use_is_spent_once(store: &dyn Store) {
    store.commit(gives([mine("two", Some(2)), mine("free", None)])).await.expect("grants");
    let spend = |id: &str, row: &str| Commit { spent: vec![id.to_owned()], ..decided(row, "s") };
    assert!(store.commit(spend("two", "1")).await.is_ok());
    assert!(store.commit(spend("two", "2")).await.is_ok());
    assert_eq!(store.commit(spend("two", "3")).await, Err(StoreError::Conflict));
    for row in ["4", "5"] {
        assert!(store.commit(spend("free", row)).await.is_ok());
    }
    let twice = Commit { spent: vec!["two".to_owned(); 2], ..Commit::default() };
    assert_eq!(store.commit(twice).await, Err(StoreError::Conflict));
    let left: Vec<Option<u32>> = store.grants(true).await.expect("grants").iter().map(|held| held.grant.uses).collect();
    assert_eq!(left, [Some(0), None]);
    assert_eq!(store.head().await.expect("a head").count, 4, "the refused one is not on record");
}

pub async fn what_is_not_there_is_missing(store: &dyn Store) {
    let missing = |what: &str| Err(StoreError::Missing(what.to_owned()));
    for commit in [
        Commit { ended: vec!["g".to_owned()], ..Commit::default() },
        Commit { spent: vec!["g".to_owned()], ..Commit::default() },
    ] {
        assert_eq!(store.commit(commit).await, missing("grant `g`"));
    }
    let change = transition("r", RequestState::Pending, RequestState::Decided);
    let commit = Commit { transition: Some(change), ..Commit::default() };
    assert_eq!(store.commit(commit).await, missing("request `r`"));
}

pub async fn a_request_waits_longer_only_from_the_end_it_had_and_while_it_waits(store: &dyn Store) {
    let mut written = request("r", "s", 1);
    written.frame = json!({ "expires_at": at(601).to_string(), "tool": "bash" });
    store.commit(Commit { request: Some(written.clone()), ..Commit::default() }).await.expect("a request");
    let longer = |from, to| {
        let extension = Extension { request: "r".to_owned(), from, to };
        Commit { extension: Some(extension), now: at(2), ..Commit::default() }
    };
    store.commit(longer(at(601), at(900))).await.expect("more time");
    let read = store.request("r").await.expect("a read").expect("a request");
    let shown = json!({ "expires_at": at(900).to_string(), "tool": "bash" });
    assert_eq!((read.expires, &read.frame), (Some(at(900)), &shown));
    assert_eq!((read.state, read.created, read.changed), (written.state, written.created, written.changed));
    assert_eq!(store.commit(longer(at(601), at(950))).await, Err(StoreError::Conflict));
    let none = Extension { request: "x".to_owned(), from: at(1), to: at(2) };
    let none = Commit { extension: Some(none), ..Commit::default() };
    assert_eq!(store.commit(none).await, Err(StoreError::Missing("request `x`".to_owned())));
    let change = transition("r", RequestState::Pending, RequestState::Decided);
    store.commit(Commit { transition: Some(change), now: at(3), ..Commit::default() }).await.expect("an answer");
    assert_eq!(store.commit(longer(at(900), at(950))).await, Err(StoreError::Settled(RequestState::Decided)));
    // An answer that is taken back waits again, and nothing of it is left to be read.
    let back =
        Transition { answer: Some(json!(null)), ..transition("r", RequestState::Decided, RequestState::Pending) };
    store.commit(Commit { transition: Some(back), now: at(4), ..Commit::default() }).await.expect("taken back");
    let read = store.request("r").await.expect("a read").expect("a request");
    assert_eq!((read.state, read.answer), (RequestState::Pending, Some(json!(null))));
    assert_eq!(store.requests(RequestState::Pending).await.expect("a list").len(), 1);
}

pub async fn a_request_comes_back_whole(store: &dyn Store) {
    let mut written = request("r", "s", 0);
    written.frame = json!({ "arguments": { "n": 18_446_744_073_709_551_615_u64, "f": 0.25, "t": "\u{0}\n\"" } });
    let commit = Commit { request: Some(written.clone()), ..Commit::default() };
    store.commit(commit).await.expect("a request");
    assert_eq!(store.request("r").await, Ok(Some(written.clone())));
    let mut change = transition("r", RequestState::Pending, RequestState::Decided);
    change.answer = Some(json!({ "approved": true }));
    change.person = Some("ann".to_owned());
    change.channel = Some("hub".to_owned());
    let commit = Commit { transition: Some(change), now: at(3), ..Commit::default() };
    store.commit(commit).await.expect("an answer");
    written.state = RequestState::Decided;
    written.answer = Some(json!({ "approved": true }));
    written.person = Some("ann".to_owned());
    written.channel = Some("hub".to_owned());
    written.changed = at(3);
    assert_eq!(store.request("r").await, Ok(Some(written.clone())));
    let change = transition("r", RequestState::Decided, RequestState::Released);
    let commit = Commit { transition: Some(change), now: at(4), ..Commit::default() };
    store.commit(commit).await.expect("a release");
    written.state = RequestState::Released;
    written.changed = at(4);
    assert_eq!(store.request("r").await, Ok(Some(written)), "the answer stays");
}

pub async fn the_first_answer_counts(store: &dyn Store) {
    store.commit(Commit { request: Some(request("r", "s", 0)), ..Commit::default() }).await.expect("a request");
    let answer = |approved: bool, row: &str| {
        let mut change = transition("r", RequestState::Pending, RequestState::Decided);
        change.answer = Some(json!({ "approved": approved }));
        Commit { transition: Some(change), ..decided(row, "s") }
    };
    assert!(store.commit(answer(false, "1")).await.is_ok());
    assert_eq!(store.commit(answer(true, "2")).await, Err(StoreError::Settled(RequestState::Decided)));
    let kept = store.request("r").await.expect("a store").expect("a request");
    assert_eq!(kept.answer, Some(json!({ "approved": false })));
    assert_eq!(store.head().await.expect("a head").count, 1, "the second answer is not on record");
}

pub async fn a_request_that_was_answered_cannot_be_put_again(store: &dyn Store) {
    let put = || Commit { request: Some(request("r", "s", 0)), ..Commit::default() };
    store.commit(put()).await.expect("a request");
    assert_eq!(store.commit(put()).await, Err(StoreError::Settled(RequestState::Pending)));
    let change = transition("r", RequestState::Pending, RequestState::Cancelled);
    store.commit(Commit { transition: Some(change), ..Commit::default() }).await.expect("a change");
    assert_eq!(store.commit(put()).await, Err(StoreError::Settled(RequestState::Cancelled)));
}

pub async fn requests_come_by_state_oldest_first(store: &dyn Store) {
    for (id, created) in [("b", 5), ("a", 5), ("c", 1), ("d", 3)] {
        let commit = Commit { request: Some(request(id, "s", created)), ..Commit::default() };
        store.commit(commit).await.expect("a request");
    }
    let change = transition("d", RequestState::Pending, RequestState::Expired);
    store.commit(Commit { transition: Some(change), ..Commit::default() }).await.expect("a change");
    for (state, expected) in
        [(RequestState::Pending, &["c", "a", "b"][..]), (RequestState::Expired, &["d"]), (RequestState::Decided, &[])]
    {
        let found: Vec<String> = store.requests(state).await.expect("requests").into_iter().map(|r| r.id).collect();
        assert_eq!(found, expected, "{state:?}");
    }
}

pub async fn a_change_is_made_whole_or_not_at_all(store: &dyn Store) {
    store.commit(Commit { request: Some(request("r", "s", 0)), ..decided("1", "s") }).await.expect("a request");
    let before = store.head().await;
    // The last part fails: from a state in which the request is not.
    let change = transition("r", RequestState::Decided, RequestState::Released);
    let commit = Commit {
        session: Some(session("s")),
        grants: vec![mine("g", None)],
        request: Some(request("r2", "s", 0)),
        transition: Some(change),
        ..decided("2", "s")
    };
    assert_eq!(store.commit(commit).await, Err(StoreError::Settled(RequestState::Pending)));
    assert_eq!(store.session("s").await, Ok(None));
    assert!(store.grants(true).await.expect("grants").is_empty());
    assert_eq!(store.request("r2").await, Ok(None));
    assert_eq!(store.head().await, before);
}

pub async fn the_record_is_one_chain(store: &dyn Store) {
    let mut last = Head::START;
    for number in 1..=20_u64 {
        last = store.commit(decided(&number.to_string(), "s")).await.expect("a row");
        assert_eq!(last.count, number);
    }
    let mut verifier = Verifier::default();
    for row in store.rows(&Query::default()).await.expect("rows") {
        verifier.take(&row).expect("the next row");
    }
    assert_eq!(verifier.head(), last);
    assert_eq!(store.head().await, Ok(last));
}

pub async fn commits_that_wait_together_do_not_disturb_each_other(store: &dyn Store) {
    store.commit(Commit { request: Some(request("r", "s", 0)), ..Commit::default() }).await.expect("a request");
    // All are asked for before the first is waited for; every third wants to answer the same request.
    let waiting: Vec<_> = (0..60)
        .map(|number: u32| {
            let change =
                number.is_multiple_of(3).then(|| transition("r", RequestState::Pending, RequestState::Decided));
            store.commit(Commit { transition: change, ..decided(&number.to_string(), "s") })
        })
        .collect();
    let mut made = Vec::new();
    for (number, answer) in waiting.into_iter().enumerate() {
        match answer.await {
            Ok(_) => made.push(number.to_string()),
            Err(error) => assert_eq!(error, StoreError::Settled(RequestState::Decided), "{number}"),
        }
    }
    assert_eq!(made.len(), 41, "40 without the request, and the first with it");
    let rows = store.rows(&Query::default()).await.expect("rows");
    let on_record: Vec<String> = rows
        .iter()
        .map(|row| serde_json::from_str::<byleave_gate::record::Entry>(&row.body).expect("an entry").id)
        .collect();
    assert_eq!(on_record, made);
}

pub async fn rows_are_found_by_what_they_say(store: &dyn Store) {
    for number in 1..=6_i64 {
        let mut said = entry(&number.to_string(), if number % 2 == 0 { "even" } else { "odd" });
        said.timestamp = at(number * 10).checked_add(jiff::SignedDuration::from_nanos(1)).expect("a moment");
        if number > 4 {
            "Write".clone_into(&mut said.tool);
            "ask".clone_into(&mut said.verdict);
            "none".clone_into(&mut said.source);
            said.rule = None;
        }
        said.approved = number != 5;
        store.commit(Commit { entry: Some(said), ..Commit::default() }).await.expect("a row");
    }
    let text = |text: &str| Some(text.to_owned());
    let just = |seconds: i64| at(seconds).checked_add(jiff::SignedDuration::from_nanos(1)).expect("a moment");
    let all = Query::default;
    for (query, expected) in [
        (all(), &[1, 2, 3, 4, 5, 6][..]),
        (Query { after: Some(4), ..all() }, &[5, 6]),
        (Query { after: Some(u64::MAX), ..all() }, &[]),
        (Query { since: Some(at(30)), ..all() }, &[3, 4, 5, 6]),
        (Query { since: Some(just(30)), until: Some(just(50)), ..all() }, &[3, 4]),
        (Query { until: Some(at(20)), ..all() }, &[1]),
        (Query { session: text("odd"), ..all() }, &[1, 3, 5]),
        (Query { session: text("ODD"), ..all() }, &[]),
        (Query { session: text("odd' OR '1'='1"), ..all() }, &[]),
        (Query { tool: text("Write"), ..all() }, &[5, 6]),
        (Query { verdict: text("ask"), approved: Some(true), ..all() }, &[6]),
        (Query { approved: Some(false), ..all() }, &[5]),
        (Query { source: text("config"), session: text("even"), ..all() }, &[2, 4]),
        (Query { rule: text("Bash(git status *)"), ..all() }, &[1, 2, 3, 4]),
        (Query { rule: text(""), ..all() }, &[]),
        (Query { newest_first: true, limit: Some(2), ..all() }, &[6, 5]),
        (Query { limit: Some(0), ..all() }, &[]),
        (Query { before: Some(3), ..all() }, &[1, 2]),
        (Query { before: Some(0), ..all() }, &[]),
        (Query { newest_first: true, before: Some(5), limit: Some(2), ..all() }, &[4, 3]),
        (Query { after: Some(2), before: Some(4), ..all() }, &[3]),
        (Query { newest_first: true, session: text("even"), after: Some(2), limit: Some(9), ..all() }, &[6, 4]),
    ] {
        let found: Vec<u64> = store.rows(&query).await.expect("rows").iter().map(|row| row.number).collect();
        assert_eq!(found, expected, "{query:?}");
    }
}

pub async fn requests_come_in_pages(store: &dyn Store) {
    for (id, created) in [("b", 5), ("a", 5), ("c", 9), ("d", 1)] {
        let commit = Commit { request: Some(request(id, "s", created)), now: at(0), ..Commit::default() };
        store.commit(commit).await.expect("a request");
    }
    let page = |after: Option<(i64, &str)>, limit| {
        let after = after.map(|(created, id)| (at(created), id.to_owned()));
        store.requests_after(RequestState::Pending, after, limit)
    };
    for (after, limit, expected) in [
        (None, 2, "da"),
        (None, 9, "dabc"),
        (Some((1, "d")), 2, "ab"),
        (Some((5, "a")), 9, "bc"),
        (Some((9, "c")), 9, ""),
        (None, 0, ""),
    ] {
        let found = page(after, limit).await.expect("a page");
        assert_eq!(found.iter().map(|found| found.id.as_str()).collect::<String>(), expected, "{after:?} {limit}");
    }
    assert_eq!(store.requests_after(RequestState::Done, None, 9).await, Ok(Vec::new()));
}

pub async fn a_token_comes_back_whole_and_is_never_deleted(store: &dyn Store) {
    let token = |id: &str, role, session: Option<&str>, expires| StoredToken {
        id: id.to_owned(),
        name: "ann's phone \u{202e}'; --".to_owned(),
        role,
        session: session.map(str::to_owned),
        hash: Hash([9; 32]),
        created: at(1),
        expires,
        revoked: None,
        workplace: byleave_gate::Workplace::default(),
    };
    assert_eq!(store.tokens().await, Ok(Vec::new()));
    let mut written: Vec<StoredToken> = Role::ALL.map(|role| token(role.name(), role, None, None)).into();
    let workplace = byleave_gate::Workplace {
        projects: vec!["/w/a".to_owned(), "/w/\u{202e}'; --".to_owned()],
        home: Some("/home/dev".to_owned()),
    };
    written.push(StoredToken { workplace, ..token("bound", Role::Agent, Some("s"), Some(at(7))) });
    for token in &written {
        store.put_token(token.clone()).await.expect("a token");
    }
    assert!(store.put_token(token("bound", Role::Admin, None, None)).await.is_err(), "an id names one token");
    assert_eq!(store.tokens().await, Ok(written.clone()));
    store.revoke_token("bound", at(5)).await.expect("it is there");
    store.revoke_token("bound", at(6)).await.expect("it is there");
    written.last_mut().expect("the last").revoked = Some(at(5));
    assert_eq!(store.token("bound").await, Ok(written.last().cloned()));
    assert_eq!(store.token("nobody").await, Ok(None));
    assert_eq!(store.tokens().await, Ok(written));
    assert_eq!(store.revoke_token("nobody", at(5)).await, Err(StoreError::Missing("token `nobody`".to_owned())));
}

pub async fn what_waits_past_its_time_can_be_taken(store: &dyn Store) {
    // Each ends 600 seconds after it began.
    for (id, created) in [("late", 3), ("first", 1), ("second", 1), ("answered", 0)] {
        store
            .commit(Commit { request: Some(request(id, "s", created)), ..Commit::default() })
            .await
            .expect("a request");
    }
    let forever = byleave_gate::StoredRequest { expires: None, ..request("forever", "s", 0) };
    store.commit(Commit { request: Some(forever), ..Commit::default() }).await.expect("a request");
    let change = transition("answered", RequestState::Pending, RequestState::Decided);
    store.commit(Commit { transition: Some(change), ..Commit::default() }).await.expect("an answer");
    // Far enough apart that whoever took some before lost its claim to them.
    for (now, limit, expected) in [
        (600, 9, &[][..]),
        (601, 9, &["first", "second"]),
        (700, 1, &["first"]),
        (800, 9, &["first", "second", "late"]),
    ] {
        let found = store.expired(at(now), limit).await.expect("requests");
        assert_eq!(found.iter().map(|found| found.id.as_str()).collect::<Vec<_>>(), expected, "{now} {limit}");
    }
}

pub async fn a_listener_hears_of_requests(store: &dyn Store) {
    let mut listener = store.changes().expect("every store here can tell");
    let put = || Commit { request: Some(request("r", "s", 0)), ..Commit::default() };
    store.commit(put()).await.expect("a request");
    assert!(store.commit(put()).await.is_err(), "of what is not made nobody hears");
    let change = transition("r", RequestState::Pending, RequestState::Decided);
    store.commit(Commit { transition: Some(change), ..Commit::default() }).await.expect("an answer");
    for expected in [RequestState::Pending, RequestState::Decided] {
        let heard = listener.recv().await.expect("a change");
        assert_eq!((heard.request.as_str(), heard.state), ("r", expected));
    }
    assert!(listener.try_recv().is_err(), "nothing else");
}

pub async fn those_who_agree_are_counted_once_each_and_none_is_lost(store: &dyn Store) {
    let given = |person: &str| Agreement {
        person: person.to_owned(),
        channel: "hub".to_owned(),
        approval: Approval { scope: Scope::Count(3), breadth: Some(Breadth::Prefix), arguments: None },
        at: at(1),
    };
    let (ann, bob) = (given("ann"), given("b\u{f6}b \"x\" \\"));
    let seal =
        |was: Option<&str>| Seal { path: "/p/a".to_owned(), leads: "/q/a".to_owned(), was: was.map(str::to_owned) };
    let frame = json!({ "approvals": { "needed": 3, "given": [] } });
    let seals = vec![seal(None), seal(Some("sha256:00"))];
    let new = StoredRequest { frame, seals: seals.clone(), ..request("r", "s", 0) };
    store.commit(Commit { request: Some(new), ..Commit::default() }).await.expect("a request");
    let step = |before: &[Agreement], now: &[Agreement], to: RequestState| {
        let approvals = Some(Approvals { before: before.to_vec(), now: now.to_vec() });
        let transition = Transition { approvals, ..transition("r", RequestState::Pending, to) };
        store.commit(Commit { transition: Some(transition), ..Commit::default() })
    };
    let both = [ann.clone(), bob.clone()];
    let (one, pending) = (std::slice::from_ref(&ann), RequestState::Pending);
    step(&[], one, pending).await.expect("the first");
    assert_eq!(step(&[], std::slice::from_ref(&bob), pending).await, Err(StoreError::Conflict), "ann would be lost");
    step(one, &both, pending).await.expect("the second");
    let stored = store.request("r").await.expect("a store").expect("a request");
    assert_eq!((&stored.approvals, &stored.seals, stored.state), (&both.to_vec(), &seals, pending));
    assert_eq!(stored.frame, json!({ "approvals": { "needed": 3, "given": ["ann", bob.person] } }));
    assert_eq!(step(one, &both, RequestState::Decided).await, Err(StoreError::Conflict));
    step(&both, &both, RequestState::Decided).await.expect("an answer");
    let late = step(&both, one, pending).await;
    assert_eq!(late, Err(StoreError::Settled(RequestState::Decided)));
}

pub async fn an_answer_is_only_given_out_while_it_is_the_one_that_was_read(store: &dyn Store) {
    store.commit(Commit { request: Some(request("r", "s", 0)), ..Commit::default() }).await.expect("a request");
    let (yes, no) = (json!({ "approved": true, "b": 1, "a": "\u{f6}" }), json!({ "approved": false }));
    let step = |from, to, answer: Option<&serde_json::Value>, answered: Option<&serde_json::Value>| {
        let (answer, answered) = (answer.cloned(), answered.cloned());
        let transition = Transition { answer, answered, ..transition("r", from, to) };
        store.commit(Commit { transition: Some(transition), ..Commit::default() })
    };
    let (pending, decided, released) = (RequestState::Pending, RequestState::Decided, RequestState::Released);
    step(pending, decided, Some(&yes), None).await.expect("an answer");
    step(decided, pending, Some(&json!(null)), Some(&yes)).await.expect("taken back");
    step(pending, decided, Some(&no), None).await.expect("another answer");
    assert_eq!(
        step(decided, released, Some(&yes), Some(&yes)).await,
        Err(StoreError::Conflict),
        "it is another one now"
    );
    assert_eq!(store.request("r").await.expect("a store").expect("a request").answer, Some(no.clone()));
    step(decided, released, None, Some(&no)).await.expect("the one that stands");
}

pub async fn what_waits_too_long_is_given_out_once(store: &dyn Store) {
    for (id, created) in [("late", 30), ("second", 2), ("first", 1), ("answered", 0)] {
        store
            .commit(Commit { request: Some(request(id, "s", created)), ..Commit::default() })
            .await
            .expect("a request");
    }
    let change = transition("answered", RequestState::Pending, RequestState::Decided);
    store.commit(Commit { transition: Some(change), ..Commit::default() }).await.expect("an answer");
    for (before, limit, expected) in
        [(0, 9, &[][..]), (10, 1, &["first"]), (10, 9, &["second"]), (10, 9, &[]), (30, 9, &["late"])]
    {
        let found = store.escalate(at(before), at(40), limit).await.expect("requests");
        assert_eq!(found.iter().map(|found| found.id.as_str()).collect::<Vec<_>>(), expected, "{before} {limit}");
        assert!(found.iter().all(|found| found.escalated == Some(at(40))));
    }
    assert_eq!(store.request("late").await.expect("a store").expect("a request").escalated, Some(at(40)));
    assert_eq!(store.requests(RequestState::Pending).await.expect("requests").len(), 3, "they wait on");
}

pub async fn one_request_is_taken_to_escalate_it_once(store: &dyn Store) {
    for id in ["now", "later", "answered"] {
        store.commit(Commit { request: Some(request(id, "s", 1)), ..Commit::default() }).await.expect("a request");
    }
    let change = transition("answered", RequestState::Pending, RequestState::Decided);
    store.commit(Commit { transition: Some(change), ..Commit::default() }).await.expect("an answer");
    let taken = store.escalate_one("now", at(2)).await.expect("a store").expect("a request");
    assert_eq!((taken.id.as_str(), taken.escalated), ("now", Some(at(2))));
    for id in ["now", "answered", "unknown"] {
        assert_eq!(store.escalate_one(id, at(3)).await.expect("a store"), None, "{id}");
    }
    let rest = store.escalate(at(9), at(9), 9).await.expect("requests");
    assert_eq!(rest.iter().map(|found| found.id.as_str()).collect::<Vec<_>>(), ["later"]);
}

pub async fn several_requests_are_found_by_id_and_those_that_wait_are_listed(store: &dyn Store) {
    for (id, created) in [("c", 3), ("b", 1), ("a", 1), ("gone", 0)] {
        store
            .commit(Commit { request: Some(request(id, "s", created)), ..Commit::default() })
            .await
            .expect("a request");
    }
    let change = transition("gone", RequestState::Pending, RequestState::Decided);
    store.commit(Commit { transition: Some(change), ..Commit::default() }).await.expect("an answer");
    let wanted = ["gone", "nobody", "b"].map(str::to_owned).to_vec();
    let mut found: Vec<_> =
        store.requests_of(wanted).await.expect("requests").into_iter().map(|found| (found.id, found.state)).collect();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    assert_eq!(found, [("b".to_owned(), RequestState::Pending), ("gone".to_owned(), RequestState::Decided)]);
    let first = store.waiting_after(None, 2).await.expect("ids");
    assert_eq!(first, [(at(1), "a".to_owned()), (at(1), "b".to_owned())]);
    let rest = store.waiting_after(first.last().cloned(), 2).await.expect("ids");
    assert_eq!(rest, [(at(3), "c".to_owned())]);
}

pub async fn what_a_store_does_itself_is_nothing_of_others(store: &dyn Store) {
    let before = store.others().await.expect("a stamp");
    store.commit(Commit { request: Some(request("r", "s", 0)), ..Commit::default() }).await.expect("a request");
    assert_eq!(store.others().await, Ok(before));
    assert_ne!(before, byleave_gate::Others::Unknown, "every store here can tell");
}

pub async fn one_freeze_lasts_until_it_is_ended_by_its_id(store: &dyn Store) {
    let freeze = |id: &str, reason: Option<&str>| Freeze {
        id: id.to_owned(),
        since: at(7),
        by: "ann\u{0}".to_owned(),
        reason: reason.map(str::to_owned),
        host: None,
    };
    let change = |change: Freezing| Commit { freeze: Some(change), ..Commit::at(at(8)) };
    assert_eq!(store.frozen().await, Ok(None));
    let first = freeze("f1", Some("odd\u{0} pushes"));
    store.commit(change(Freezing::Begin(first.clone()))).await.expect("a freeze");
    assert_eq!(store.frozen().await, Ok(Some(first.clone())));
    for id in ["f1", "f2"] {
        let second = store.commit(change(Freezing::Begin(freeze(id, None)))).await;
        assert_eq!(second, Err(StoreError::Conflict), "only one lasts: {id}");
    }
    let known = store.known("s", "/p").await.expect("what is known");
    assert_eq!((known.session, known.grants.len(), known.frozen), (None, 0, Some(first)));
    store.commit(keeps(session("s"))).await.expect("a session");
    store.commit(gives([mine("g", None)])).await.expect("a grant");
    let known = store.known("s", "/p").await.expect("what is known");
    assert_eq!((known.session.map(|found| found.id), known.grants.len()), (Some("s".to_owned()), 1));
    assert!(known.frozen.is_some());
    let other = store.commit(change(Freezing::End("f2".to_owned()))).await;
    assert_eq!(other, Err(StoreError::Conflict), "another one is not ended");
    store.commit(change(Freezing::End("f1".to_owned()))).await.expect("its end");
    assert_eq!(store.known("s", "/p").await.expect("what is known").frozen, None);
    let again = store.commit(change(Freezing::End("f1".to_owned()))).await;
    assert_eq!(again, Err(StoreError::Conflict), "it ended once");
    let kept = store.commit(Commit { freeze: Some(Freezing::End("f1".to_owned())), ..decided("lost", "s") }).await;
    assert_eq!((kept, store.head().await), (Err(StoreError::Conflict), Ok(Head::START)), "all of a change or nothing");
    store.commit(change(Freezing::Begin(freeze("f3", None)))).await.expect("another freeze");
    assert_eq!(store.frozen().await, Ok(Some(freeze("f3", None))));
}

pub async fn a_freeze_of_a_host_counts_for_its_sessions_only_and_that_of_everybody_comes_first(store: &dyn Store) {
    for (id, owner) in [("s_a", Some("tok_a")), ("s_b", Some("tok_b")), ("s_none", None)] {
        let owner = owner.map(str::to_owned);
        store.commit(keeps(Session { owner, ..session(id) })).await.expect("a session");
    }
    let begin = |id: &str, host: Option<&str>| {
        let (host, by) = (host.map(str::to_owned), "ann".to_owned());
        let freeze = Freeze { id: id.to_owned(), since: at(7), by, reason: None, host };
        Commit { freeze: Some(Freezing::Begin(freeze)), ..Commit::at(at(8)) }
    };
    let end = |id: &str| Commit { freeze: Some(Freezing::End(id.to_owned())), ..Commit::at(at(9)) };
    let counts = async || {
        let mut found = Vec::new();
        for id in ["s_a", "s_b", "s_none", "s_new"] {
            let known = store.known(id, "/p").await.expect("what is known");
            found.push(known.frozen.map_or_else(String::new, |freeze| freeze.id));
        }
        let all = store.freezes().await.expect("all").into_iter().map(|freeze| freeze.id).collect::<Vec<_>>();
        (found, all, store.frozen().await.expect("of everybody").map(|freeze| freeze.id))
    };
    let is = |found: [&str; 4], all: &[&str], everybody: Option<&str>| {
        let texts = |some: &[&str]| some.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        (texts(&found), texts(all), everybody.map(str::to_owned))
    };
    store.commit(begin("f_a", Some("tok_a"))).await.expect("a freeze of a host");
    assert_eq!(counts().await, is(["f_a", "", "", ""], &["f_a"], None));
    assert_eq!(store.commit(begin("again", Some("tok_a"))).await, Err(StoreError::Conflict), "one of each host");
    store.commit(begin("f_b", Some("tok_b"))).await.expect("of another host");
    store.commit(begin("f_all", None)).await.expect("and of everybody");
    assert_eq!(counts().await, is(["f_all", "f_all", "f_all", "f_all"], &["f_a", "f_b", "f_all"], Some("f_all")));
    store.commit(end("f_all")).await.expect("its end");
    store.commit(end("f_a")).await.expect("its end");
    assert_eq!(counts().await, is(["", "f_b", "", ""], &["f_b"], None));
    store.commit(begin("f_a2", Some("tok_a"))).await.expect("it may be frozen again");
}

pub async fn what_counts_once_counts_once_until_it_may_be_forgotten(store: &dyn Store) {
    for (what, until, now, first) in [
        (1, 10, 0, true),
        (1, 10, 0, false),
        (1, 99, 10, false),
        (2, 20, 5, true),
        // What is forgotten could not count anyway.
        (1, 30, 11, true),
        (1, 30, 11, false),
        (2, 30, 20, false),
        (2, 30, 21, true),
        (3, 90, 40, true),
        (1, 90, 40, true),
    ] {
        let used = store.use_once(Hash([what; 32]), at(until), at(now)).await;
        assert_eq!(used, Ok(first), "{what} until {until} at {now}");
    }
}

pub async fn of_many_who_use_something_at_once_one_is_the_first(store: &dyn Store) {
    for what in 0..8 {
        // All are asked for before the first is waited for. Something else is swept away at the same time.
        let tries: Vec<_> = (0..16)
            .map(|_| store.use_once(Hash([what; 32]), at(60 + 60 * i64::from(what)), at(60 * i64::from(what))))
            .collect();
        let mut first = 0;
        for one in tries {
            first += u32::from(one.await.expect("a store"));
        }
        assert_eq!(first, 1, "{what}");
    }
}

pub async fn more_time_and_an_agreement_at_once_are_both_kept(store: &dyn Store) {
    let ann = Agreement {
        person: "ann".to_owned(),
        channel: "hub".to_owned(),
        approval: Approval { scope: Scope::Once, breadth: None, arguments: None },
        at: at(1),
    };
    let later = at(900);
    for (id, longer_first) in [("one", true), ("other", false)] {
        let frame = json!({ "expires_at": at(601).to_string(), "approvals": { "needed": 2, "given": [] } });
        let new = StoredRequest { frame, ..request(id, "s", 1) };
        store.commit(Commit { request: Some(new), ..Commit::default() }).await.expect("a request");
        // Both were read before either was written.
        let extension = Extension { request: id.to_owned(), from: at(601), to: later };
        let longer = Commit { extension: Some(extension), now: at(2), ..Commit::default() };
        let approvals = Some(Approvals { before: Vec::new(), now: vec![ann.clone()] });
        let agreed = Transition { approvals, ..transition(id, RequestState::Pending, RequestState::Pending) };
        let agreed = Commit { transition: Some(agreed), now: at(2), ..Commit::default() };
        let both = if longer_first { [longer, agreed] } else { [agreed, longer] };
        for one in both.map(|commit| store.commit(commit)) {
            one.await.expect("it is made");
        }
        let read = store.request(id).await.expect("a store").expect("a request");
        let shown = json!({ "expires_at": later.to_string(), "approvals": { "needed": 2, "given": ["ann"] } });
        assert_eq!((read.expires, &read.approvals, &read.frame), (Some(later), &vec![ann.clone()], &shown), "{id}");
    }
}
