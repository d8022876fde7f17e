//! An agent loop with a gate in front of its tools: safe calls run at once, and the gate asks about the others at the
//! terminal.
//!
//! `cargo run -p byleave --example minimal`
#![expect(clippy::print_stdout, reason = "an example talks to its user")]

use std::process::Command;

use byleave::{Approved, Authorization, Call, Gate, Terminal, block_on};
use serde_json::json;

/// A simulated model: the calls that it makes, turn by turn.
fn model() -> Vec<Call> {
    vec![
        Call::new("bash", json!({"command": "git --version"})),
        Call::new("bash", json!({"command": "mkdir -p build && date > build/stamp"})).description("prepare the build"),
        Call::new("bash", json!({"command": "byleave trust"})),
    ]
}

/// The tool. It takes `Approved`, so it cannot run without a permit.
fn shell(call: Approved<'_>) -> String {
    let command = call.command().unwrap_or_default();
    match Command::new("bash").arg("-c").arg(command).output() {
        Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
        Err(error) => format!("cannot run it: {error}"),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gate = Gate::builder().channel(Terminal::default()).agent("minimal").build()?;
    block_on(async {
        gate.begin_turn().await?;
        for call in model() {
            // The model reads the output, or the reason why there is none.
            let result = match gate.authorize(call).await {
                Authorization::Approved(permit) => permit.run(shell).output,
                Authorization::Rejected(refusal) => refusal.to_model_text(),
                Authorization::Stopped(refusal) => {
                    println!("{}", refusal.to_model_text());
                    break;
                }
            };
            println!("{result}");
        }
        gate.end_turn().await?;
        Ok(())
    })
}
