//! An agent whose gate asks the approvers at a hub. Calls that its own policy allows run at once. If the policy asks,
//! the hub asks every connected approver, and the first answer counts. Without a hub, calls that ask do not run.
//!
//! `byleave serve`, then `byleave hub token create --role agent --out agent.token`, then
//! `cargo run -p byleave --features hub --example hub -- http://127.0.0.1:7777 agent.token`
#![expect(clippy::print_stdout, reason = "an example talks to its user")]

use byleave::{Approved, Authorization, Call, Gate, Hub, block_on};
use serde_json::json;

fn pretend(call: Approved<'_>) -> String {
    format!("would run: {}", call.command().unwrap_or_default())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(url), Some(file)) = (words.next(), words.next()) else {
        return Err("say where the hub is and which file has the token".into());
    };
    // The token is in a file that the model cannot read, not on the command line.
    let gate =
        Gate::builder().channel(Hub::connect(&url, &std::fs::read_to_string(file)?)?).agent("example").build()?;
    block_on(async {
        gate.begin_turn().await?;
        for command in ["git --version", "npm install", "byleave trust"] {
            match gate.authorize(Call::new("bash", json!({ "command": command }))).await {
                Authorization::Approved(permit) => println!("{}", permit.run(pretend).output),
                Authorization::Rejected(refusal) => println!("{}", refusal.to_model_text()),
                Authorization::Stopped(refusal) => {
                    println!("{}", refusal.to_model_text());
                    break;
                }
            }
        }
        gate.end_turn().await?;
        Ok(())
    })
}
