//! A batch in a turn that the user began with `/commit`: git runs without a question, for this turn only.
//!
//! `cargo run -p byleave --example skills`
#![cfg_attr(not(test), expect(clippy::print_stdout, reason = "an example talks to its user"))]

use std::path::Path;

use byleave::files::Trust;
use byleave::policy::{Policy, Profile};
use byleave::{Call, Gate, Outcome, Skill, block_on};
use serde_json::json;

/// The results of the same batch in a turn with the skill and in the next turn.
///
/// # Errors
///
/// If the manifest cannot be read, or the gate cannot be built.
pub fn run() -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/skills/commit/SKILL.md");
    // A person would read the manifest and run `byleave trust`; the example sets this itself.
    let skill = Skill { pinned: true, ..Skill::read(&manifest, &Trust::default())? };
    let policy = Policy { profile: Profile::ConnectOnion, ..Policy::default() };
    let gate = Gate::builder().policy(policy).build()?;
    let calls = || {
        ["git add src", "git commit -m 'Fix the build'", "pytest"]
            .map(|command| Call::new("bash", json!({ "command": command })))
    };
    let mut told = Vec::new();
    for skills in [&[skill][..], &[]] {
        let turn = block_on(gate.begin_turn_with(skills))?;
        let outcomes = block_on(
            gate.batch(calls()).run(|call| async move { call.as_approved().command().unwrap_or_default().to_owned() }),
        );
        for outcome in outcomes {
            told.push(match outcome {
                Outcome::Ran { ran, .. } => format!("turn {turn}: ran `{}`", ran.output),
                Outcome::Skipped(refusal) | Outcome::Stopped(refusal) => format!("turn {turn}: {}", refusal.reason()),
            });
        }
        block_on(gate.end_turn())?;
    }
    Ok(told)
}

#[cfg_attr(test, expect(dead_code, reason = "tests call `run`"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in run()? {
        println!("{line}");
    }
    Ok(())
}
