//! Real bash, as the second opinion.

use std::path::Path;
use std::process::{Command, Stdio};

/// What `bash -n` says of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    Accepted,
    /// Accepted, but a here-document lacks its delimiter.
    Warned,
    Rejected,
}

/// Asks `bash -n`. The exit code alone does not tell: bash reports a malformed `[[` or `for ((` and exits with 0.
pub fn syntax(bash: &Path, text: &str, extglob: bool) -> Syntax {
    let mut command = Command::new(bash);
    command.env_clear().env("LC_ALL", "C.UTF-8").args(["--norc", "--noprofile"]);
    if extglob {
        command.args(["-O", "extglob"]);
    }
    let output = command.args(["-n", "-c", "--", text]).stdin(Stdio::null()).output();
    let Ok(output) = output else { return Syntax::Rejected };
    let complaint = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || complaint.contains("error") || complaint.contains("expected") {
        Syntax::Rejected
    } else if complaint.contains("here-document") {
        Syntax::Warned
    } else {
        Syntax::Accepted
    }
}
