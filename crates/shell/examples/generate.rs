//! Writes random scripts that bash accepts, with the command names the reader finds: one JSON object a line.
//!
//! `cargo run -p byleave-shell --example generate -- COUNT [SEED]`. Used by `scripts/differential` to ask other parsers.

#[path = "../tests/support"]
mod support {
    pub mod bash;
    pub mod generate;
    pub mod machine;
    pub mod random;
}

use std::process::ExitCode;

use byleave_shell::read;
use serde_json::json;
use support::bash::{Syntax, syntax};
use support::generate::{Flavour, generate, mutated};
use support::machine::{parallel, program};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<usize>().ok());
    let (Some(Some(count)), seed) = (arguments.next(), arguments.next().flatten().unwrap_or(0)) else {
        eprintln!("usage: generate COUNT [SEED]");
        return ExitCode::from(2);
    };
    let Some(bash) = program("bash") else {
        eprintln!("no bash on this machine");
        return ExitCode::FAILURE;
    };
    let start = seed.saturating_mul(1_000_000);
    let lines = parallel(start..start.saturating_add(count), |at| {
        let number = u64::try_from(at).unwrap_or(0);
        // Every other script is damaged: what bash still accepts then is odder than what anyone would write.
        let damaged = at % 2 == 1;
        let generated = generate(Flavour::Syntax, number);
        let text = if damaged { mutated(Flavour::Syntax, number) } else { generated.text };
        if syntax(&bash, &text, generated.extglob) != Syntax::Accepted {
            return None;
        }
        let script = read(&text);
        let names: Vec<&str> = script.commands().iter().filter_map(|command| script.name(command)).collect();
        let opaque = !script.opaque().is_empty();
        let line = json!({
            "seed": at, "text": text, "damaged": damaged, "names": names, "opaque": opaque,
            "planted": generated.names, "decoys": generated.decoys,
        });
        Some(line.to_string())
    });
    for line in lines.into_iter().flatten() {
        println!("{line}");
    }
    ExitCode::SUCCESS
}
