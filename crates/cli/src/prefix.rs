//! `byleave prefix`: what "always" would store for a command.

use std::io::{self, Write};

use byleave_policy::grant;

use crate::escape;

/// Prints one line for each command that would be stored, or says that none would.
pub fn show(out: &mut dyn Write, command: &str) -> io::Result<()> {
    match grant::covered(command) {
        Some(covered) => {
            let width = covered.iter().map(|one| one.pattern().chars().count()).max().unwrap_or(0);
            for one in covered {
                writeln!(out, "{:width$}  {}", escape::shown(&one.pattern()), escape::shown(&one.words()))?;
            }
            Ok(())
        }
        None => writeln!(out, "-  only this exact call: something in it is not known in advance"),
    }
}
