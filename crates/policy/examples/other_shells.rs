//! Runs written scripts with every shell there is, beside stubs that log, and compares what ran with what byleave's reading as bash
//! announced, wherever it does not doubt that the shell reads the script alike.
//!
//! `cargo run -p byleave-policy --example other_shells -- COUNT [SEED]`. Used by `scripts/differential`.

#[path = "../tests/support/other"]
mod support {
    #[path = "../../../../shell/tests/support/machine.rs"]
    pub mod machine;
    pub mod pieces;
    #[path = "../../../../shell/tests/support/random.rs"]
    pub mod random;
    pub mod shells;
    pub mod trial;
}

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<usize>().ok());
    let (Some(Some(count)), seed) = (arguments.next(), arguments.next().flatten().unwrap_or(0)) else {
        eprintln!("usage: other_shells COUNT [SEED]");
        return ExitCode::from(2);
    };
    let start = seed.saturating_mul(1_000_000);
    let outcome = match support::trial::all(start..start.saturating_add(count)) {
        Ok(outcome) => outcome,
        Err(error) => {
            eprintln!("other_shells: cannot make the stubs: {error}");
            return ExitCode::FAILURE;
        }
    };
    println!("{}", outcome.summary());
    for failure in outcome.failures.iter().take(40) {
        println!("  {failure}");
    }
    println!("other_shells: {} passed, {} failed", outcome.held, outcome.failures.len());
    if outcome.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
