//! What byleave does not doubt, other shells run as bash does. The real shells run written scripts.
//!
//! `BYLEAVE_ORACLE=10` multiplies the number of scripts, `BYLEAVE_SEED=n` moves to other ones;
//! `cargo run -p byleave-policy --example other_shells` runs many.

#[path = "support/other"]
mod support {
    #[path = "../../../../shell/tests/support/machine.rs"]
    pub mod machine;
    pub mod pieces;
    #[path = "../../../../shell/tests/support/random.rs"]
    pub mod random;
    pub mod shells;
    pub mod trial;
}

use support::trial;

#[test]
fn what_other_shells_run_was_announced_or_is_in_doubt() {
    let setting = |name: &str, otherwise: usize| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
    };
    let start = setting("BYLEAVE_SEED", 0) * 1_000_000;
    let outcome = trial::all(start..start + 500 * setting("BYLEAVE_ORACLE", 1)).expect("the stubs can be made");
    println!("{}", outcome.summary());
    assert!(outcome.failures.is_empty(), "{:#?}", outcome.failures);
    assert!(outcome.held > 300, "only {} commands were compared", outcome.held);
}
