//! `byleave-hook`: the hook of `byleave` as a program of its own. It takes the same words: `byleave-hook hook --agent claude`.
//!
//! An agent starts its hook before every tool call, and most of what that costs is the start. This program has nothing in it but
//! the way from an agent's message to the answer: no server, no network, no page. `byleave init` registers it where it lies
//! beside `byleave`.

use std::io::{self, Write as _};
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(words) = byleave_hook::words() {
        return byleave_hook::run(&words);
    }
    if std::env::args_os().skip(1).eq(["--version"]) {
        // `byleave init` takes no other answer.
        return match writeln!(io::stdout(), "byleave-hook {}", env!("CARGO_PKG_VERSION")) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    let _ = writeln!(io::stderr(), "byleave-hook: this program only answers coding agents; see `byleave hook --help`");
    // It refuses the call at most agents, in case one started this without the word `hook`.
    ExitCode::from(byleave_hook::BLOCK)
}
