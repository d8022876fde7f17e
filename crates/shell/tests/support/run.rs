//! Runs scripts, in a place where they can do no harm.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs a script with nothing but the given folder in `PATH`, for at most some seconds, in an empty folder.
pub struct Run<'a> {
    pub bash: &'a Path,
    pub timeout: &'a Path,
    pub folder: &'a Path,
    pub environment: &'a [(&'a str, &'a str)],
}

impl Run<'_> {
    /// What it wrote to standard output.
    pub fn output(&self, text: &str) -> Vec<u8> {
        let mut command = Command::new(self.timeout);
        command
            .args(["-k", "1", "20"])
            .arg(self.bash)
            // `none` is `$0`: it must not be the path of a real program, which a stray `> $0` would overwrite.
            .args(["--norc", "--noprofile", "-c", "--", text, "none"])
            .current_dir(self.folder)
            .env_clear()
            .envs(self.environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut written = Vec::new();
        if let Ok(mut child) = command.spawn() {
            if let Some(mut stdout) = child.stdout.take() {
                drop(stdout.read_to_end(&mut written));
            }
            drop(child.wait());
        }
        written
    }
}
