//! Whatever goes wrong is an error, and lets no call run.

use std::sync::Arc;

use byleave_gate::{Call, Commit, Query, Store, StoreError, block_on};
use byleave_store::Postgres;
use serde_json::json;
use tokio::task::JoinSet;

use crate::nodes::{gate, install, submit};
use crate::server::Database;
use crate::support::{at, decided, request};

#[test]
fn without_the_server_nothing_is_allowed_and_with_it_again_everything_works() {
    let Some(database) = Database::new() else { return };
    let store = Arc::new(database.open());
    let gate = gate(&store);
    let id = block_on(submit(&gate));
    let read = || Call::new("read_file", json!({ "path": "/w/app/README.md" }));
    assert!(block_on(gate.authorize(read())).permit().is_ok(), "allowed as long as it is on record");
    database.cut();
    for call in [read(), install()] {
        assert!(block_on(gate.authorize(call)).permit().is_err(), "it cannot be on record");
    }
    assert!(block_on(gate.collect(&id)).is_err());
    let refused = block_on(store.commit(decided("1", "s")));
    assert!(matches!(refused, Err(StoreError::Unusable(_))), "{refused:?}");
    assert!(block_on(store.head()).is_err());
    database.mend();
    assert!(block_on(gate.authorize(read())).permit().is_ok());
    assert!(block_on(gate.collect(&id)).is_ok());
}

#[test]
fn what_a_caller_learns_is_on_record_is_on_record() {
    let Some(database) = Database::new() else { return };
    let store = Arc::new(database.open());
    let made = database.wait(async {
        let mut clients = JoinSet::new();
        for client in 0..16 {
            let store = Arc::clone(&store);
            clients.spawn(async move {
                let mut made = Vec::new();
                for row in 0..40 {
                    let id = format!("{client}-{row}");
                    if store.commit(decided(&id, &format!("s{client}"))).await.is_ok() {
                        made.push(id);
                    }
                }
                made
            });
        }
        for _ in 0..5 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            let hang_up = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                           WHERE datname = current_database() AND pid <> pg_backend_pid()";
            Database::client(&database.address()).await.batch_execute(hang_up).await.expect("it is done");
        }
        clients.join_all().await.concat()
    });
    database.wait(store.verify(&[])).expect("whole chains");
    let rows = block_on(store.rows(&Query::default())).expect("rows");
    let on_record: std::collections::HashSet<String> = rows
        .iter()
        .map(|row| serde_json::from_str::<byleave_gate::record::Entry>(&row.body).expect("an entry").id)
        .collect();
    assert!(made.iter().all(|id| on_record.contains(id)), "{} of {}", made.len(), on_record.len());
    assert_eq!(on_record.len(), rows.len(), "and nothing twice");
}

#[test]
fn a_node_that_hangs_holding_a_chain_makes_the_others_busy() {
    let Some(database) = Database::new() else { return };
    let store = database.open();
    database.wait(async {
        let hanging = Database::client(&database.address()).await;
        hanging.batch_execute("BEGIN; UPDATE byleave.chain SET count = count WHERE id = 6").await.expect("it holds it");
        assert_eq!(store.commit(decided("1", "s")).await, Err(StoreError::Busy));
        store.commit(decided("2", "t")).await.expect("another chain");
    });
    // Its connection is gone with it.
    block_on(store.commit(decided("3", "s"))).expect("a row");
}

#[test]
fn a_newer_version_is_refused() {
    let Some(database) = Database::new() else { return };
    drop(database.open());
    database.raw("UPDATE byleave.version SET number = 99");
    let refused = Postgres::connect(&database.address()).expect_err("it is newer");
    assert!(matches!(refused, StoreError::Newer { found: 99, .. }), "{refused}");
}

#[test]
fn tables_of_version_1_become_the_newest_and_keep_their_rows() {
    let Some(database) = Database::new() else { return };
    database.raw(
        "CREATE SCHEMA byleave; CREATE TABLE byleave.version (number INTEGER NOT NULL);
         INSERT INTO byleave.version VALUES (1);",
    );
    database.raw(include_str!("../../src/postgres/schema/1.sql"));
    database.raw(
        "INSERT INTO byleave.request (id, session, state, frame, digest, created, changed, node, writer)
         VALUES ('r', 's', 'pending', '{}', 'sha256:22', 1, 1, 'node', pg_current_xact_id())",
    );
    let store = database.open();
    let found = block_on(store.request("r")).expect("a store").expect("a request");
    assert!(found.approvals.is_empty() && found.seals.is_empty() && found.escalated.is_none());
    let late = block_on(store.escalate(request("x", "s", 0).created, request("x", "s", 9).created, 9));
    assert_eq!(late.expect("requests").len(), 1);
}

#[test]
fn tables_of_version_2_become_the_newest_and_keep_their_rows() {
    let Some(database) = Database::new() else { return };
    database.raw(
        "CREATE SCHEMA byleave; CREATE TABLE byleave.version (number INTEGER NOT NULL);
         INSERT INTO byleave.version VALUES (2);",
    );
    database.raw(include_str!("../../src/postgres/schema/1.sql"));
    database.raw(include_str!("../../src/postgres/schema/2.sql"));
    database.raw(
        "INSERT INTO byleave.request (id, session, state, frame, digest, created, changed, node, writer, escalated)
         VALUES ('r', 's', 'pending', '{}', 'sha256:22', 1, 1, 'node', pg_current_xact_id(), 7)",
    );
    let store = database.open();
    assert!(block_on(store.request("r")).expect("a store").expect("a request").escalated.is_some());
    let used = |second| block_on(store.use_once(byleave_gate::record::Hash([7; 32]), at(9), at(second)));
    assert_eq!([used(0), used(9), used(10)], [Ok(true), Ok(false), Ok(true)]);
}

#[test]
fn tables_without_a_version_are_refused() {
    let Some(database) = Database::new() else { return };
    drop(database.open());
    database.raw("DELETE FROM byleave.version");
    let refused = Postgres::connect(&database.address()).expect_err("it is damaged");
    assert!(matches!(refused, StoreError::Corrupt(_)), "{refused}");
}

#[test]
fn many_nodes_may_begin_at_once() {
    let Some(database) = Database::new() else { return };
    std::thread::scope(|scope| {
        let begun: Vec<_> = (0..8).map(|_| scope.spawn(|| database.open())).collect();
        for (number, node) in begun.into_iter().enumerate() {
            let node = node.join().expect("a node");
            block_on(node.commit(decided(&number.to_string(), "s"))).expect("a row");
        }
    });
    assert_eq!(block_on(database.open().head()).expect("a head").count, 8);
}

#[test]
fn what_was_asked_for_is_made_before_the_store_is_gone() {
    let Some(database) = Database::new() else { return };
    let store = database.open();
    for number in 0..50 {
        drop(store.commit(decided(&number.to_string(), &format!("s{number}"))));
    }
    // Where a runtime may not be dropped.
    database.wait(async move { drop(store) });
    assert_eq!(block_on(database.open().head()).expect("a head").count, 50);
}

#[test]
fn a_user_who_may_not_make_tables_can_use_them() {
    let Some(database) = Database::new() else { return };
    drop(database.open());
    let role = format!("clerk_{}", database.name);
    database.raw(&format!(
        "CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA byleave TO {role}; \
         GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA byleave TO {role}; \
         REVOKE UPDATE ON byleave.record FROM {role}"
    ));
    let clerk = Postgres::connect(&format!("{} user={role}", database.address())).expect("a store");
    let put = Commit { request: Some(request("r", "s", 0)), ..decided("1", "s") };
    block_on(clerk.commit(put)).expect("a request");
    drop(clerk);
    database.raw(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));
}

#[test]
fn errors_name_the_server_and_not_the_password() {
    for (address, expected) in [
        ("postgres://me:s3cret@127.0.0.1:1/x", "`postgres://127.0.0.1/x`"),
        ("postgres://me:s3cret@127.0.0.1:1/x?sslmode=prefer", "verify-full"),
        ("postgres://me:s3cret@127.0.0.1:1/x?sslmode=require&sslrootcert=/no/such", "`/no/such`"),
        ("postgres://me:s3cret@127.0.0.1:port/x", "postgres://USER@HOST/DATABASE"),
        ("s3cret", "postgres://USER@HOST/DATABASE"),
    ] {
        let refused = Postgres::connect(address).expect_err("no server").to_string();
        assert!(refused.contains(expected), "{refused}");
        assert!(!refused.contains("s3cret"), "{refused}");
    }
}
