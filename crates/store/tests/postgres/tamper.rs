//! Whoever changes the tables behind our back is found.

use byleave_gate::record::{Broken, Head};
use byleave_gate::{Store, block_on};
use byleave_store::{BrokenChain, VerifyError, Witness};

use crate::server::Database;
use crate::support::decided;

/// The chain of session `s`, and of session `t`.
const CHAINS: (u16, u16) = (6, 11);

/// Ten rows of `s`, ten of `t`, and the ends of all chains.
fn filled(database: &Database) -> Vec<Head> {
    let store = database.open();
    for number in 0..10 {
        for session in ["s", "t"] {
            block_on(store.commit(decided(&number.to_string(), session))).expect("a row");
        }
    }
    let heads = block_on(store.heads()).expect("heads");
    for chain in [CHAINS.0, CHAINS.1] {
        assert_eq!(heads.get(usize::from(chain)).map(|head| head.count), Some(10), "{heads:?}");
    }
    heads
}

fn tamper(database: &Database, text: &str) {
    database.raw(&format!(
        "ALTER TABLE byleave.record DISABLE TRIGGER ALL; {text}; ALTER TABLE byleave.record ENABLE TRIGGER ALL"
    ));
}

fn verify(database: &Database, expected: &[Head]) -> Result<Vec<Head>, BrokenChain> {
    database.wait(database.open().verify(expected))
}

const COLUMNS: &str = "previous, hash, body, time, session, tool, verdict, approved, source, rule";

#[test]
fn the_chains_find_what_was_changed() {
    let Some(database) = Database::new() else { return };
    let heads = filled(&database);
    let copy = |from: i32, to: i32| {
        format!(
            "INSERT INTO byleave.record (chain, number, {COLUMNS}) SELECT chain, {to}, {COLUMNS} FROM byleave.record \
             WHERE chain = 6 AND number = {from}"
        )
    };
    let fourth = |change: &str| format!("UPDATE byleave.record SET {change} WHERE chain = 6 AND number = 4");
    database.raw("CREATE TABLE kept AS SELECT * FROM byleave.record; CREATE TABLE ends AS SELECT * FROM byleave.chain");
    for (what, text, row) in [
        ("a bit of the content", fourth("body = replace(body, 'status', 'statur')"), 4),
        ("a bit of a hash", fourth("hash = sha256('')"), 4),
        ("a bit of a bond", fourth("previous = sha256('')"), 4),
        ("a hash that is none", fourth("hash = ''"), 4),
        ("what it is found by: time", fourth("time = time + 1"), 4),
        ("what it is found by: session", fourth("session = 'other'"), 4),
        ("what it is found by: verdict", fourth("verdict = 'deny'"), 4),
        ("what it is found by: approved", fourth("approved = NOT approved"), 4),
        ("what it is found by: rule", fourth("rule = NULL"), 4),
        ("a row dropped", "DELETE FROM byleave.record WHERE chain = 6 AND number = 4".to_owned(), 4),
        ("the first row dropped", "DELETE FROM byleave.record WHERE chain = 6 AND number = 1".to_owned(), 1),
        (
            "a row dropped and the others moved up",
            "DELETE FROM byleave.record WHERE chain = 6 AND number = 4; UPDATE byleave.record SET number = number - 100 \
             WHERE chain = 6 AND number > 4; UPDATE byleave.record SET number = number + 99 WHERE number < 0"
                .to_owned(),
            4,
        ),
        ("a row doubled at the end", copy(10, 11), 11),
        ("a row doubled before the first", copy(1, 0), 1),
        ("a row doubled before that", copy(1, -1), 1),
        (
            "rows of another chain",
            "DELETE FROM byleave.record WHERE chain = 6; UPDATE byleave.record SET chain = 6 WHERE chain = 11".to_owned(),
            1,
        ),
    ] {
        tamper(&database, &text);
        let found = verify(&database, &[]);
        let expected = |found: &BrokenChain| {
            found.chain == CHAINS.0 && matches!(found.error, VerifyError::Broken(Broken { number, .. }) if number == row)
        };
        assert!(found.as_ref().is_err_and(expected), "{what}: {found:?}");
        tamper(
            &database,
            "DELETE FROM byleave.record; INSERT INTO byleave.record OVERRIDING SYSTEM VALUE SELECT * FROM kept",
        );
    }
    assert_eq!(verify(&database, &heads), Ok(heads), "and all is as it was");
}

#[test]
fn a_cut_tail_and_another_chain_are_found_by_the_ends() {
    let Some(database) = Database::new() else { return };
    let heads = filled(&database);
    let cut = "DELETE FROM byleave.record WHERE chain = 6 AND number > 7";
    tamper(&database, cut);
    let found = verify(&database, &[]).expect_err("it was cut");
    assert!(matches!(found.error, VerifyError::Cut { by: Witness::Anchor, .. }), "{found}");
    // Whoever may write the tables can also write the end that is kept in them, but not the one that is kept elsewhere.
    tamper(
        &database,
        "UPDATE byleave.chain SET count = 7, hash = (SELECT hash FROM byleave.record WHERE chain = 6 AND number = 7) \
         WHERE id = 6",
    );
    verify(&database, &[]).expect("nothing is left that says otherwise");
    let found = verify(&database, &heads).expect_err("it was cut");
    assert!(matches!(found.error, VerifyError::Cut { by: Witness::Given, .. }), "{found}");
    let store = database.open();
    for number in 0..3 {
        block_on(store.commit(decided(&format!("other-{number}"), "s"))).expect("a row");
    }
    let found = verify(&database, &heads).expect_err("it was written anew");
    assert!(matches!(found.error, VerifyError::Rewritten { by: Witness::Given, .. }), "{found}");
    assert_eq!(found.chain, CHAINS.0);
}

#[test]
fn the_record_is_not_changed_by_mistake() {
    let Some(database) = Database::new() else { return };
    filled(&database);
    for text in ["UPDATE byleave.record SET tool = 'x'", "DELETE FROM byleave.record", "TRUNCATE byleave.record"] {
        let refused = database.wait(async { Database::client(&database.address()).await.batch_execute(text).await });
        assert!(refused.is_err(), "{text}");
    }
}
