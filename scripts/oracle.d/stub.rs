//! Stands for every program in the walls of `scripts/oracle`: it logs how it was started, prints that, and ends as its name says.
//!
//! A name that begins with `qf` fails, `qw` succeeds twice, `qu` fails twice; `time` starts the program that it is given,
//! `cat` without words prints what it reads.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;

const LOG: &str = "/log/log";
/// A loop that does not end: the whole group is stopped.
const ENDLESS: u64 = 1 << 15;

fn main() {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let name = arguments.first().map(|one| one.to_string_lossy().rsplit('/').next().unwrap_or("").to_owned()).unwrap_or_default();
    if name == "time" && arguments.len() > 1 {
        let error = std::process::Command::new(&arguments[1]).args(&arguments[2..]).exec();
        eprintln!("{error}");
        std::process::exit(127);
    }
    let mut input = Vec::new();
    let _ = std::io::stdin().lock().take(1 << 16).read_to_end(&mut input);
    let mut record = Vec::new();
    let mut field = |bytes: &[u8]| {
        record.extend_from_slice(format!("{}:", bytes.len()).as_bytes());
        record.extend_from_slice(bytes);
    };
    field(b"R");
    field(std::env::current_dir().map(|path| path.into_os_string().into_vec()).unwrap_or_default().as_slice());
    field(&input);
    let set: Vec<(OsString, OsString)> = std::env::vars_os().collect();
    field(set.len().to_string().as_bytes());
    for (variable, value) in &set {
        field(variable.as_bytes());
        field(value.as_bytes());
    }
    field(arguments.len().to_string().as_bytes());
    for argument in &arguments {
        field(argument.as_bytes());
    }
    let before = std::fs::read(LOG).unwrap_or_default();
    if let Ok(mut log) = std::fs::OpenOptions::new().append(true).open(LOG) {
        let _ = log.write_all(&record);
    }
    if before.len() as u64 > ENDLESS {
        let _ = std::process::Command::new("/bin/busybox").args(["kill", "-9", "0"]).status();
    }
    if name == "cat" && arguments.len() == 1 {
        let _ = std::io::stdout().write_all(&input);
        return;
    }
    let mut line = Vec::new();
    for argument in &arguments {
        line.extend_from_slice(argument.as_bytes());
        line.push(0x1f);
    }
    line.extend_from_slice(b"\x1e\n");
    let _ = std::io::stdout().write_all(&line);
    let needle = format!("{}:{name}", name.len());
    let count = before.windows(needle.len()).filter(|window| *window == needle.as_bytes()).count();
    let fails = match name.get(..2) {
        Some("qf") => true,
        Some("qw") => count >= 2,
        Some("qu") => count < 2,
        _ => false,
    };
    std::process::exit(i32::from(fails));
}
